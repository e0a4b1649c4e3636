//! A console that only plays sounds of a ROM: one sound or tune, or whatever it is told.
//!
//! ```text
//! new      a piece from the first frame on; files are followed by take_up        rasher play, rasher sound, auditions
//! silent   nothing until sfx or music; memory is written as it stands           editors
//! ```

use rasher::memory::SFX;
use rasher::{Boot, Cart, Console, Event, Input, Machine, RATE, Rom, Stat};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Piece {
    /// A sound, 0 to 63.
    Sfx(u8),
    /// The music from a pattern on, 0 to 63.
    Music(u8),
}

/// How long a sound or tune is in a file, and how its samples lie there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoundFile {
    /// Seconds, whatever is played; else what has an end goes to its end, and what loops by the two below.
    pub seconds: Option<u16>,
    /// Rounds of the loop, which follow what comes before it.
    pub loops: u8,
    /// Seconds in which it goes on behind them, ever softer.
    pub fade: u8,
    /// Samples a second, one of [`SoundFile::RATES`].
    pub rate: u32,
}

impl SoundFile {
    /// The machine's own rate, and those of most devices.
    pub const RATES: [u32; 3] = [RATE, 44_100, 48_000];
    /// The most seconds, rounds, and seconds of a fade.
    pub const SECONDS: u16 = 3600;
    #[allow(missing_docs)]
    pub const LOOPS: u8 = 100;
    #[allow(missing_docs)]
    pub const FADE: u8 = 60;
}

impl Default for SoundFile {
    fn default() -> Self {
        // As players of tunes from old consoles have it: the loop twice, and five seconds.
        SoundFile { seconds: None, loops: 2, fade: 5, rate: RATE }
    }
}

/// The program of the console: one call at the start.
#[derive(Clone, Serialize, Deserialize)]
struct PiecePlayer(Option<Piece>);

impl Cart for PiecePlayer {
    fn _init(&mut self, p8: &mut Machine) {
        self.0.iter().for_each(|piece| start(p8, *piece));
    }

    // Notes are shown, and changed data taken, sixty times a second.
    fn _update60(&mut self, _p8: &mut Machine) {}
}

fn start(p8: &mut Machine, piece: Piece) {
    match piece {
        Piece::Sfx(n) => _ = p8.sfx(n.into()),
        Piece::Music(n) => p8.music(n.into()),
    }
}

/// The console, and what it plays.
#[derive(Clone, Debug)]
pub struct Jukebox {
    console: Console,
    piece: Option<Piece>,
    events: Vec<Event>,
}

impl Jukebox {
    /// Frames a second.
    pub const FPS: u32 = 60;

    /// A console with those data that plays the piece from its first frame on.
    pub fn new(rom: Arc<Rom>, piece: Piece) -> Self {
        Jukebox::of(rom, Some(piece))
    }

    /// A console with those data that plays nothing yet.
    pub fn silent(rom: Arc<Rom>) -> Self {
        Jukebox::of(rom, None)
    }

    fn of(rom: Arc<Rom>, piece: Option<Piece>) -> Self {
        let boot = Boot { rom, ..Boot::default() };
        Jukebox {
            console: Console::boot(rasher::program(PiecePlayer(piece)), boot),
            piece,
            events: Vec::new(),
        }
    }

    /// Lets only some channels be heard: bits 0 to 3.
    pub fn listen_to(&mut self, channels: u8) {
        self.console.machine_mut().listen_to(channels);
    }

    /// Takes up changed data with the next frame. Music goes on and changes with its next note; a sound, which may
    /// long be over, begins again.
    pub fn take_up(&mut self, rom: &Rom) {
        let patches = format::patches(self.console.machine().rom(), rom);
        if patches.is_empty() {
            return;
        }
        self.events.push(Event::Data(patches));
        if let Some(piece) = self.piece
            && (matches!(piece, Piece::Sfx(_)) || !self.is_playing())
        {
            start(self.console.machine_mut(), piece);
        }
    }

    /// Its machine: who plays something else tells it, between two frames.
    pub fn machine_mut(&mut self) -> &mut Machine {
        self.console.machine_mut()
    }

    /// Runs one frame and returns its samples, 22,050 a second.
    pub fn frame(&mut self) -> &[i16] {
        let events = std::mem::take(&mut self.events);
        self.console.frame(&Input { events, ..Input::default() });
        self.console.machine().samples()
    }

    fn stat(&mut self, n: i32) -> i32 {
        match self.console.machine_mut().stat(n) {
            Stat::Num(value) => value.flr(),
            Stat::Bool(value) => value.into(),
            Stat::Text(_) | Stat::Nil => -1,
        }
    }

    /// Is a sound or tune playing? Its echo may last a little longer.
    pub fn is_playing(&mut self) -> bool {
        self.stat(57) != 0 || (46..50).any(|n| self.stat(n) >= 0)
    }

    /// What each channel plays: its sound, the number of the note and the note as the text of sounds shows it.
    pub fn notes(&mut self) -> [Option<(u8, u8, String)>; 4] {
        std::array::from_fn(|channel| {
            let channel = channel as i32;
            let sound = u8::try_from(self.stat(46 + channel)).ok()?;
            let note = u8::try_from(self.stat(50 + channel)).ok()?;
            Some((sound, note, format::note(self.console.machine().memory(), sound, note)))
        })
    }

    /// The pattern that plays, and how many ticks of it have begun; none when no music plays.
    pub fn pattern(&mut self) -> Option<(u8, u32)> {
        let pattern = u8::try_from(self.stat(54)).ok()?;
        Some((pattern, self.stat(56).unsigned_abs()))
    }

    /// Ticks before a sound's loop, and those of one round; none for a sound that ends, and for music.
    pub fn sound_loop(&self) -> Option<(u32, u32)> {
        let Some(Piece::Sfx(sound)) = self.piece else { return None };
        let at = usize::from(SFX) + 68 * usize::from(sound) + 65;
        let [speed, start, end] =
            std::array::from_fn(|n| u32::from(self.console.machine().rom().data[at + n]));
        // The top bit tells a waveform instrument.
        let (start, speed) = (start & 0x7f, speed.max(1));
        (end > start).then_some((start * speed, (end - start) * speed))
    }
}

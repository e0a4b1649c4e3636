//! A console that only plays the sounds and music of a ROM.
//!
//! ```text
//! new      plays a piece from the first frame on; `take_up` uses changed data     rasher play, rasher sound, auditions
//! silent   plays nothing until `sfx` or `music` is called on its machine          editors
//! ```

use rasher::memory::SFX;
use rasher::{Boot, Cart, Console, Event, Input, Machine, RATE, Rom, Stat};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Piece {
    /// 0 to 63.
    Sfx(u8),
    /// From a pattern on, 0 to 63.
    Music(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoundFile {
    /// A fixed length. Without it a piece plays to its end, or loops and fades.
    pub seconds: Option<u16>,
    pub loops: u8,
    pub fade: u8,
    /// One of [`SoundFile::RATES`].
    pub rate: u32,
}

impl SoundFile {
    pub const RATES: [u32; 3] = [RATE, 44_100, 48_000];
    // The largest values of the fields.
    pub const SECONDS: u16 = 3600;
    pub const LOOPS: u8 = 100;
    pub const FADE: u8 = 60;
}

impl Default for SoundFile {
    fn default() -> Self {
        // As in chiptune players: two loops and a fade of five seconds.
        SoundFile { seconds: None, loops: 2, fade: 5, rate: RATE }
    }
}

#[derive(Clone, Serialize, Deserialize)]
struct PiecePlayer(Option<Piece>);

impl Cart for PiecePlayer {
    fn _init(&mut self, p8: &mut Machine) {
        self.0.iter().for_each(|piece| start(p8, *piece));
    }

    // Notes are shown, and changed data used, sixty times a second.
    fn _update60(&mut self, _p8: &mut Machine) {}
}

fn start(p8: &mut Machine, piece: Piece) {
    match piece {
        Piece::Sfx(n) => _ = p8.sfx(n.into()),
        Piece::Music(n) => p8.music(n.into()),
    }
}

#[derive(Clone, Debug)]
pub struct Jukebox {
    console: Console,
    piece: Option<Piece>,
    events: Vec<Event>,
}

impl Jukebox {
    pub const FPS: u32 = 60;

    pub fn new(rom: Arc<Rom>, piece: Piece) -> Self {
        Jukebox::of(rom, Some(piece))
    }

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

    pub fn listen_to(&mut self, channels: u8) {
        self.console.machine_mut().listen_to(channels);
    }

    /// Uses changed data from the next frame on. Music continues; a sound starts again, since it may be over.
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

    pub fn machine_mut(&mut self) -> &mut Machine {
        self.console.machine_mut()
    }

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

    /// An echo may last a little longer.
    pub fn is_playing(&mut self) -> bool {
        self.stat(57) != 0 || (46..50).any(|n| self.stat(n) >= 0)
    }

    pub fn notes(&mut self) -> [Option<(u8, u8, String)>; 4] {
        std::array::from_fn(|channel| {
            let channel = channel as i32;
            let sound = u8::try_from(self.stat(46 + channel)).ok()?;
            let note = u8::try_from(self.stat(50 + channel)).ok()?;
            Some((sound, note, format::note(self.console.machine().memory(), sound, note)))
        })
    }

    pub fn pattern(&mut self) -> Option<(u8, u32)> {
        let pattern = u8::try_from(self.stat(54)).ok()?;
        Some((pattern, self.stat(56).unsigned_abs()))
    }

    /// Ticks before a sound's loop, and of the loop. None for music and for a sound that ends.
    pub fn sound_loop(&self) -> Option<(u32, u32)> {
        let Some(Piece::Sfx(sound)) = self.piece else { return None };
        let at = usize::from(SFX) + 68 * usize::from(sound) + 65;
        let [speed, start, end] =
            std::array::from_fn(|n| u32::from(self.console.machine().rom().data[at + n]));
        // The top bit marks a waveform instrument.
        let (start, speed) = (start & 0x7f, speed.max(1));
        (end > start).then(|| (start * speed, (end - start) * speed))
    }
}

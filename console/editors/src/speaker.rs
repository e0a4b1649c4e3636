//! Plays sounds and music of the document on one console, and held keys of the piano on another.
//!
//! ```text
//! document ── bytes that differ, each tick ──┬─> song: a sound in a loop or the music, from a note on ──────────┬── sum ──> samples
//!                                            └─> keys: up to four held notes, in slots 60 to 63 of its own ────┘     level, bands
//! ```
//!
//! The cart's run is not affected. A change while it plays takes effect at the next note. A tick is a frame of both consoles.

use super::types::{Data, EditEffect};
use format::SfxNote;
use num::Num;
use rasher::memory::{MUSIC, ROM_SIZE, SFX};
use rasher::{Rom, Stat};
use std::sync::Arc;
use studio::Jukebox;

const RECORD: usize = 68;
const BYTES: usize = ROM_SIZE - MUSIC as usize;
const SOUNDS: usize = (SFX - MUSIC) as usize;
/// The first slot of held notes.
const SLOT: usize = 60;
/// Ticks of echo after the last note.
const ECHO: u32 = 60;
/// Samples of the spectrum: a resolution of 22 Hz.
const WINDOW: usize = 1024;
/// The newest of them, for the scope and the level.
const CURVE: usize = 512;
/// Bands of the spectrum, two semitones each, from C-0 on.
pub const BANDS: usize = 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayingSound {
    Sound(u8),
    Music,
}

/// Notes of a sound that are looped in place of its own loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopRound {
    pub sound: u8,
    pub from: u8,
    pub to: u8,
}

#[derive(Clone, Debug)]
pub struct SoundPlayer {
    song: Option<Jukebox>,
    playing: Option<PlayingSound>,
    round: Option<LoopRound>,
    /// A sound whose new notes are not played yet: while recording they sound by their keys.
    pub keep: Option<u8>,
    keys: Option<Jukebox>,
    held: [Option<(&'static str, Option<u32>)>; 4],
    slots: [[u8; RECORD]; 4],
    next: usize,
    click: bool,
    idle: u32,
    sounds: bool,
    recent: Vec<i16>,
    /// Channels of the music that are not muted: bits 0 to 3.
    pub audible: u8,
    /// The sound and the note that each channel plays.
    pub places: [Option<(u8, u8)>; 4],
    pub pattern: Option<u8>,
    pub level: i32,
    pub bands: [u8; BANDS],
}

impl Default for SoundPlayer {
    fn default() -> Self {
        SoundPlayer {
            song: None,
            playing: None,
            round: None,
            keep: None,
            keys: None,
            held: [None; 4],
            slots: [[0; RECORD]; 4],
            next: 0,
            click: false,
            idle: 0,
            sounds: false,
            recent: Vec::new(),
            audible: 15,
            places: [None; 4],
            pattern: None,
            level: 0,
            bands: [0; BANDS],
        }
    }
}

fn jukebox(data: &Data) -> Jukebox {
    Jukebox::silent(Arc::new(Rom { data: Box::new(*data), ..Rom::empty("") }))
}

fn music_bytes(data: &Data) -> [u8; BYTES] {
    std::array::from_fn(|n| data[usize::from(MUSIC) + n])
}

fn stat(jukebox: &mut Jukebox, n: i32) -> Option<u8> {
    match jukebox.machine_mut().stat(n) {
        Stat::Num(value) => u8::try_from(value.flr()).ok(),
        _ => None,
    }
}

impl SoundPlayer {
    pub fn playing(&self) -> Option<PlayingSound> {
        self.playing
    }

    pub fn sound(&mut self, data: &Data, sound: u8, from: u8, round: Option<LoopRound>) {
        self.round = round;
        let song = self.begin(data, PlayingSound::Sound(sound));
        song.machine_mut().sfx_ext(sound.into(), 0, from.into(), 0);
    }

    pub fn music(&mut self, data: &Data, pattern: u8) {
        self.round = None;
        let song = self.begin(data, PlayingSound::Music);
        song.machine_mut().music(pattern.into());
    }

    fn begin(&mut self, data: &Data, playing: PlayingSound) -> &mut Jukebox {
        (self.playing, self.idle, self.keep) = (Some(playing), 0, None);
        let mut song = jukebox(data);
        song.listen_to(self.audible);
        self.song = Some(song);
        self.sync_song(data);
        self.song.get_or_insert_with(|| jukebox(data))
    }

    pub fn release_loop(&mut self) {
        self.round = None;
        if let Some(song) = &mut self.song {
            song.machine_mut().sfx(-2);
        }
    }

    pub fn stop(&mut self) {
        (self.song, self.playing, self.round, self.keep) = (None, None, None, None);
        (self.places, self.pattern) = ([None; 4], None);
    }

    pub fn silence(&mut self) {
        self.stop();
        (self.keys, self.held) = (None, [None; 4]);
    }

    /// Plays a note until its release, or for so many ticks. `head` are the last four bytes of its sound.
    pub fn press(
        &mut self,
        data: &Data,
        key: &'static str,
        note: SfxNote,
        head: [u8; 4],
        frames: Option<u32>,
    ) {
        let same = self.held.iter().position(|held| held.is_some_and(|held| held.0 == key));
        let free = self.held.iter().position(Option::is_none);
        let at = same.or(free).unwrap_or(self.next % 4);
        self.next = at + 1;
        // A slide has no note to come from; drops and fades take place at the sound's own speed.
        let ends = (3..6).contains(&note.effect);
        let note = SfxNote { effect: if note.effect == 1 { 0 } else { note.effect }, ..note };
        let slot = &mut self.slots[at];
        for two in slot[..64].as_chunks_mut::<2>().0 {
            *two = note.word().to_le_bytes();
        }
        slot[64..].copy_from_slice(&[head[0], if ends { head[1] } else { 255 }, 0, 0]);
        self.held[at] = Some((key, frames));
        self.play_slot(data, at, ends.into());
    }

    pub fn release(&mut self, key: &str) {
        for at in 0..4 {
            if self.held[at].is_some_and(|held| held.0 == key) {
                self.held[at] = None;
                if let Some(keys) = &mut self.keys {
                    keys.machine_mut().sfx_ext(-1, at as i32, 0, 0);
                }
            }
        }
    }

    pub fn click(&mut self, data: &Data, high: bool) {
        let pitch = if high { 60 } else { 48 };
        self.slots[3] = [0; RECORD];
        let note = SfxNote { pitch, instrument: 3, volume: 3, effect: 5 };
        self.slots[3][..2].copy_from_slice(&note.word().to_le_bytes());
        self.slots[3][65] = 4;
        (self.held[3], self.click) = (None, true);
        self.play_slot(data, 3, 0);
    }

    fn sync_song(&mut self, data: &Data) {
        let Some(song) = &mut self.song else { return };
        let now: [u8; BYTES] = song.machine_mut().memory().array(MUSIC);
        let mut wanted = music_bytes(data);
        if let Some(keep) = self.keep {
            let at = SOUNDS + RECORD * usize::from(keep);
            wanted[at..at + 64].copy_from_slice(&now[at..at + 64]);
        }
        if let Some(LoopRound { sound, from, to }) = self.round {
            let at = SOUNDS + RECORD * usize::from(sound) + 66;
            (wanted[at], wanted[at + 1]) = (from, to);
        }
        if now != wanted {
            song.machine_mut().poke_n(MUSIC, &wanted);
        }
    }

    fn play_slot(&mut self, data: &Data, n: usize, length: i32) {
        self.keys.get_or_insert_with(|| jukebox(data));
        self.sync_keys(data);
        if let Some(keys) = &mut self.keys {
            keys.machine_mut().sfx_ext((SLOT + n) as i32, n as i32, 0, length);
        }
        self.idle = 0;
    }

    fn sync_keys(&mut self, data: &Data) {
        let Some(keys) = &mut self.keys else { return };
        let mut wanted = music_bytes(data);
        for (n, slot) in self.slots.iter().enumerate() {
            wanted[SOUNDS + RECORD * (SLOT + n)..][..RECORD].copy_from_slice(slot);
        }
        if keys.machine_mut().memory().array::<BYTES>(MUSIC) != wanted {
            keys.machine_mut().poke_n(MUSIC, &wanted);
        }
    }

    pub fn tick(&mut self, data: &Data, effects: &mut Vec<EditEffect>) {
        for at in 0..4 {
            match &mut self.held[at] {
                Some((key, Some(0))) => {
                    let key = *key;
                    self.release(key);
                }
                Some((_, Some(left))) => *left -= 1,
                _ => {}
            }
        }
        if self.song.is_none() && self.keys.is_none() {
            if std::mem::take(&mut self.sounds) {
                self.recent.clear();
                (self.level, self.bands) = (0, [0; BANDS]);
                effects.push(EditEffect::Silence);
            }
            return;
        }
        self.sync_song(data);
        self.sync_keys(data);
        let mut samples: Vec<i16> = Vec::new();
        if let Some(song) = &mut self.song {
            song.listen_to(self.audible);
            samples.extend(song.frame());
            self.places = std::array::from_fn(|n| {
                let n = n as i32;
                Some((stat(song, 46 + n)?, stat(song, 50 + n)?))
            });
            self.pattern = stat(song, 54);
        }
        let mut sounds = self.held.iter().any(Option::is_some) || self.click;
        if let Some(keys) = &mut self.keys {
            let frame = keys.frame();
            samples.resize(samples.len().max(frame.len()), 0);
            samples.iter_mut().zip(frame).for_each(|(sum, sample)| *sum = sum.saturating_add(*sample));
            self.click &= keys.is_playing();
        }
        if let Some(song) = &mut self.song {
            let plays = song.is_playing();
            sounds |= plays;
            if !plays {
                self.playing = None;
                (self.places, self.pattern) = ([None; 4], None);
            }
        }
        self.listen(&samples);
        self.idle = if sounds { 0 } else { self.idle + 1 };
        if self.idle > ECHO {
            self.silence();
        }
        self.sounds = true;
        effects.push(EditEffect::Samples(samples));
    }

    pub fn recent(&self) -> &[i16] {
        &self.recent[self.recent.len().saturating_sub(CURVE)..]
    }

    fn listen(&mut self, samples: &[i16]) {
        self.recent.extend(samples);
        let old = self.recent.len().saturating_sub(WINDOW);
        self.recent.drain(..old);
        self.level = self.recent().iter().map(|s| i32::from(*s).abs()).max().unwrap_or(0);
        if self.recent.len() < WINDOW {
            return;
        }
        let sine: [i64; 256] =
            std::array::from_fn(|n| i64::from(Num::from_bits((n as i32) << 8).sin().bits() >> 8));
        // C-0, 65.41 Hz, as a part of 2^32 a sample; and 2^(2/12) in 2^-16.
        let (mut step, ratio) = (12_740_700u64, 73_562);
        for band in &mut self.bands {
            let (mut re, mut im, mut phase) = (0i64, 0i64, 0u32);
            for (n, sample) in self.recent.iter().enumerate() {
                // A triangular window separates neighbouring bands.
                let value = i64::from(*sample) * n.min(WINDOW - n) as i64;
                re += value * sine[(phase >> 24) as usize];
                im += value * sine[(phase.wrapping_add(1 << 30) >> 24) as usize];
                phase = phase.wrapping_add(step as u32);
            }
            let (re, im) = (re >> 18, im >> 18);
            // Amplitude in steps of 3 dB, 12 of them above the leakage of the window.
            let power = (re * re + im * im).max(1).ilog2() as i32;
            let loud = ((power - 26).clamp(0, 12) * 255 / 12) as u8;
            // It falls slowly, so that it can be read.
            *band = loud.max(band.saturating_sub(12));
            step = (step * ratio) >> 16;
        }
    }
}

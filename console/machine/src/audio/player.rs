//! One sfx as it plays: the current note, its tick, and how that sounds.
//!
//! ```text
//! tick boundary ──> tone(): step, volume, wave, filters of this tick ──> advance(): next tick, note, loop, end
//!
//! effect          value at tick k of a note of s ticks, u = k / s
//! 1 slide         key and volume go from the note before to this one: frequency linear in u
//! 2 vibrato       a triangle of 16 ticks from its top: a quarter of the way to the next semitone, and as far below
//! 3 drop          frequency * (1 - u)
//! 4 5 fades       volume * u, volume * (1 - u)
//! 6 7 arpeggio    key of note (n & ~3) + (t / 4 or t / 8) & 3, t since note 0; 2 and 4 at speeds up to 8
//! ```
//!
//! Values step at each tick, as on the real machine; formulas are zepto8's. Slides start at the previous note, as
//! emulators agree, though the manual says "to the next note"; after silence a slide keeps its volume, and the first
//! slide starts at key 24. In music a length applies to the pattern and the sfx plays on (zepto8).

use super::note::{Filters, NOTES, Note, RecordHead};
use super::table::{MIDDLE, STEPS, volume};
use crate::digest::Digest;
use crate::memory::Memory;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tone {
    pub step: u32,
    /// 0 to 4096.
    pub volume: i32,
    pub wave: Wave,
    /// Sets the colour of noise.
    pub key: u8,
    pub filters: Filters,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wave {
    /// Waveform 0 to 7.
    Basic(u8),
    /// The cycle in sfx 0 to 7.
    Cycle(u8),
}

impl Tone {
    pub fn is_in_range(&self) -> bool {
        let (Wave::Basic(wave) | Wave::Cycle(wave)) = self.wave;
        wave < 8 && (0..=4096).contains(&self.volume) && self.key < 64 && self.filters.is_in_range()
    }
}

impl Default for Wave {
    fn default() -> Self {
        Wave::Basic(0)
    }
}

/// What an sfx plays as, which decides when it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SfxRole {
    /// A call of `sfx`: ends with the last audible note.
    Effect,
    /// A channel of a pattern: ends with the last note.
    Music,
    /// The instrument of another sfx: ends with its length.
    Instrument,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SfxPlayer {
    /// 0 to 63.
    pub sfx: u8,
    pub note: u8,
    /// False once its loop was released.
    pub loops: bool,
    part: SfxRole,
    tick: u16,
    ticks: u32,
    /// Notes left to play; 0 for all.
    left: u16,
    before: Note,
    /// First note, or first after a loop.
    anew: bool,
}

/// The note before the first one.
const FIRST: Note = Note { key: MIDDLE as u8, wave: 0, custom: false, volume: 0, effect: 0 };

impl SfxPlayer {
    pub fn new(sfx: u8, part: SfxRole) -> Self {
        SfxPlayer { sfx, note: 0, loops: true, part, tick: 0, ticks: 0, left: 0, before: FIRST, anew: true }
    }

    /// Starts at a note and plays `length` notes, or all for 0.
    pub fn effect(mem: &Memory, sfx: u8, note: u8, length: u16) -> Self {
        let ticks = u32::from(note) * u32::from(RecordHead::read(mem, sfx).speed);
        SfxPlayer { note, left: length, ticks, ..SfxPlayer::new(sfx, SfxRole::Effect) }
    }

    /// The sfx, and the ticks since its first note.
    pub fn age(&self) -> (u8, u32) {
        (self.sfx, self.ticks)
    }

    pub fn now(&self, mem: &Memory) -> Note {
        Note::read(mem, self.sfx, self.note)
    }
    /// Whether an instrument restarts with this note: the key changed, the note before was silent, the instrument
    /// changed, the sfx looped, or the effect is 3.
    pub fn retriggers(&self, now: Note) -> bool {
        self.tick == 0
            && (self.anew
                || self.before.key != now.key
                || self.before.volume == 0
                || self.before.wave != now.wave
                || !self.before.custom
                || now.effect == 3)
    }

    /// Step, volume (0 to 4096) and key of this tick, with the effect applied.
    pub fn sound(&self, mem: &Memory, head: &RecordHead) -> (u32, i32, u8) {
        let now = self.now(mem);
        let speed = head.speed;
        // A poke may shorten a note that has already lasted longer.
        let u = (u32::from(self.tick.min(speed)) << 16) / u32::from(speed);
        let mut key = now.key;
        let mut level = volume(now.volume);
        let arp = |slow: u32| {
            let ticks = if speed <= 8 { slow / 2 } else { slow };
            let member = (self.note & !3) + ((self.ticks / ticks) & 3) as u8;
            Note::read(mem, self.sfx, member).key
        };
        let step_of = |key: u8| STEPS[usize::from(key & 63)];
        let mut step = step_of(key);
        let part = |value: u32, u: u32| ((u64::from(value) * u64::from(u)) >> 16) as u32;
        match now.effect {
            1 => {
                let from = step_of(self.before.key);
                step = if step >= from { from + part(step - from, u) } else { from - part(from - step, u) };
                let from = if self.before.volume == 0 { level } else { volume(self.before.volume) };
                level = from + ((i64::from(level - from) * i64::from(u)) >> 16) as i32;
            }
            2 => step = vibrato(step, self.ticks),
            3 if !now.custom || self.part == SfxRole::Instrument => step = part(step, 0x1_0000 - u),
            4 => level = (level * (u >> 4) as i32) >> 12,
            5 => level = (level * ((0x1_0000 - u) >> 4) as i32) >> 12,
            6 => {
                key = arp(4);
                step = step_of(key);
            }
            7 => {
                key = arp(8);
                step = step_of(key);
            }
            _ => {}
        }
        (step, level, key)
    }

    /// Advances by a tick; false once the sfx has ended.
    pub fn advance(&mut self, mem: &Memory, head: &RecordHead) -> bool {
        self.ticks = self.ticks.wrapping_add(1);
        self.tick += 1;
        if self.tick < head.speed {
            return true;
        }
        self.tick = 0;
        self.before = self.now(mem);
        self.anew = false;
        self.note = self.note.saturating_add(1);
        if self.left > 0 {
            self.left -= 1;
            if self.left == 0 {
                return false;
            }
        }
        match head.looped().filter(|_| self.loops) {
            Some((start, end)) => {
                if self.note >= end {
                    self.note = start;
                    self.anew = true;
                }
                true
            }
            None => self.note < self.end(mem, head),
        }
    }

    /// The note after the last. An effect ends with its last audible note, which frees its channel (as in zepto8).
    fn end(&self, mem: &Memory, head: &RecordHead) -> u8 {
        // A released loop plays to the end of the record; its bytes no longer give a length.
        let len = if head.looped().is_some() { NOTES } else { head.len() };
        match self.part {
            SfxRole::Music => return NOTES,
            SfxRole::Instrument => return len,
            SfxRole::Effect => {}
        }
        let sounds = |n: &u8| Note::read(mem, self.sfx, *n).volume > 0;
        (self.note..len).rev().find(sounds).map_or(self.note, |last| last + 1)
    }

    /// A speed is a byte, so ticks of a note are below 256.
    pub fn is_in_range(&self) -> bool {
        self.sfx < 64 && self.tick < 256 && self.before.is_in_range()
    }

    pub fn digest(this: Option<&SfxPlayer>, d: &mut Digest) {
        let Some(p) = this else { return d.word(0) };
        let b = &p.before;
        let flags = 1 | u64::from(p.loops) << 1 | u64::from(p.anew) << 2 | (p.part as u64) << 3;
        d.word(flags | u64::from(p.sfx) << 8 | u64::from(p.note) << 16 | u64::from(p.tick) << 32);
        d.word(u64::from(p.ticks) | u64::from(p.left) << 32);
        let before = [b.key, b.wave, u8::from(b.custom), b.volume, b.effect, 0, 0, 0];
        d.word(u64::from_le_bytes(before));
    }
}

/// A triangle of 16 ticks: 1, 0, -1, 0 at ticks 0, 4, 8, 12; times a quarter of a semitone.
fn vibrato(step: u32, ticks: u32) -> u32 {
    // (2^(1/12) - 1) / 4 in 2^-20: 15,588. A quarter of the triangle's height is 4 ticks.
    const QUARTER_SEMITONE: i64 = 15_588;
    let triangle = i64::from((ticks & 15).abs_diff(8)) - 4;
    let shift = (i64::from(step) * QUARTER_SEMITONE * triangle) >> 22;
    (i64::from(step) + shift) as u32
}

/// The filters of an sfx and its instrument: the stronger of each.
pub fn join(a: Filters, b: Filters) -> Filters {
    Filters {
        noiz: a.noiz | b.noiz,
        buzz: a.buzz | b.buzz,
        detune: a.detune.max(b.detune),
        reverb: a.reverb.max(b.reverb),
        dampen: a.dampen.max(b.dampen),
    }
}

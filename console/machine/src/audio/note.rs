//! Notes and sfx records, read from memory at each tick, so that a poke changes what sounds next.
//!
//! ```text
//! record n at 0x3200 + 68 n
//!   0..63   32 notes, little-endian 16 bits:  c eee vvv www pppppp   c: www is an sfx 0-7 used as instrument
//!   64      1 tracker mode + 2 noiz + 4 buzz + 8 detune (0-2) + 24 reverb (0-2) + 72 dampen (0-2)
//!   65      speed: ticks a note (0 counts as 1); of a waveform instrument bit 0: full pitch, clear: octave down
//!   66      loop start; bit 7: the 64 note bytes are one cycle of a wave
//!   67      loop end; loops when end > start; end 0 and start > 0: start is the length
//! ```
//!
//! Layout by the manual and shrinko8; the filter byte's base 3 by zepto8 and published bytes.

use crate::memory::{Memory, SFX};
use serde::{Deserialize, Serialize};

pub const NOTES: u8 = 32;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Key 0 to 63; 33 is 440 Hz.
    pub key: u8,
    /// Waveform, or number of the sfx used as instrument: 0 to 7.
    pub wave: u8,
    pub custom: bool,
    /// Volume and effect: 0 to 7.
    pub volume: u8,
    pub effect: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filters {
    pub noiz: bool,
    pub buzz: bool,
    /// Second voice: 0 none, 1, 2.
    pub detune: u8,
    /// Echo: 0 none, 1 after 2 ticks, 2 after 4.
    pub reverb: u8,
    /// Low-pass: 0 none, 1 mild, 2 strong.
    pub dampen: u8,
}

impl Filters {
    pub fn is_in_range(self) -> bool {
        self.detune <= 2 && self.reverb <= 2 && self.dampen <= 2
    }
}

impl Note {
    pub fn is_in_range(self) -> bool {
        self.key < 64 && [self.wave, self.volume, self.effect].iter().all(|n| *n < 8)
    }
}

/// The last four bytes of a record. `speed`: ticks per note, at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordHead {
    pub filters: Filters,
    pub speed: u16,
    pub speed_byte: u8,
    start: u8,
    stop: u8,
}

impl RecordHead {
    pub fn read(mem: &Memory, sfx: u8) -> RecordHead {
        let [packed, speed_byte, start, stop] = mem.array(record(sfx) + 64);
        let filters = Filters {
            noiz: packed & 2 != 0,
            buzz: packed & 4 != 0,
            detune: packed / 8 % 3,
            reverb: packed / 24 % 3,
            dampen: packed / 72 % 3,
        };
        RecordHead { filters, speed: u16::from(speed_byte).max(1), speed_byte, start, stop }
    }

    pub fn is_wave(&self) -> bool {
        self.start & 0x80 != 0
    }

    /// First note of the loop and the note after its last, if the record loops.
    pub fn looped(&self) -> Option<(u8, u8)> {
        let start = self.start & 0x7f;
        (self.stop > start).then_some((start, self.stop))
    }

    /// Number of notes if the record does not loop.
    pub fn len(&self) -> u8 {
        match (self.start & 0x7f, self.stop) {
            (len @ 1.., 0) => len.min(NOTES),
            _ => NOTES,
        }
    }
}

pub fn record(sfx: u8) -> u16 {
    SFX + 68 * u16::from(sfx & 63)
}

impl Note {
    /// Note 0 to 31 of record 0 to 63. Loops may name notes beyond 31; those are silent.
    pub fn read(mem: &Memory, sfx: u8, note: u8) -> Note {
        if note >= NOTES {
            return Note::default();
        }
        let word = mem.get16(record(sfx) + 2 * u16::from(note));
        let field = |at: u16| (word >> at & 7) as u8;
        Note {
            key: (word & 63) as u8,
            wave: field(6),
            custom: word & 0x8000 != 0,
            volume: field(9),
            effect: field(12),
        }
    }
}

/// The cycle of a waveform instrument: 64 signed samples.
pub fn cycle(mem: &Memory, sfx: u8) -> [i8; 64] {
    mem.array::<64>(record(sfx)).map(|b| b as i8)
}

//! Sounds for tests: notes and records in PICO-8's memory layout, written a second time.
//!
//! ```text
//! note     pppppp | www << 6 | vvv << 9 | eee << 12 | custom << 15
//! record   0x3200 + 68 n: 32 notes, filters, speed, loop start, loop end
//! pattern  0x3100 + 4 n: a byte a channel
//! ```

use rasher::Machine;

/// A note's 16 bits.
pub fn note(key: u8, wave: u8, volume: u8, effect: u8, custom: bool) -> u16 {
    let word = |field: u8, bits: u32, at: u32| (u16::from(field) & ((1 << bits) - 1)) << at;
    word(key, 6, 0) | word(wave, 3, 6) | word(volume, 3, 9) | word(effect, 3, 12) | u16::from(custom) << 15
}

/// A note without effect or instrument.
pub fn plain(key: u8, wave: u8, volume: u8) -> u16 {
    note(key, wave, volume, 0, false)
}

/// Bytes for memory.
#[derive(Clone, Debug, Default)]
pub struct Score {
    pokes: Vec<(i32, u8)>,
}

impl Score {
    /// Sets record `n`; notes that are not given are silent.
    pub fn sfx(
        &mut self,
        n: u8,
        notes: impl IntoIterator<Item = u16>,
        speed: u8,
        start: u8,
        end: u8,
        filters: u8,
    ) -> &mut Self {
        let at = 0x3200 + 68 * i32::from(n);
        let mut record = [0; 68];
        for (two, note) in record[..64].chunks_exact_mut(2).zip(notes) {
            two.copy_from_slice(&note.to_le_bytes());
        }
        record[64..].copy_from_slice(&[filters, speed, start, end]);
        self.pokes.extend((at..).zip(record));
        self
    }

    pub fn pattern(&mut self, n: u8, channels: [u8; 4]) -> &mut Self {
        self.pokes.extend((0x3100 + 4 * i32::from(n)..).zip(channels));
        self
    }

    /// Writes it into a machine.
    pub fn poke(&self, machine: &mut Machine) {
        for (at, byte) in &self.pokes {
            machine.poke(*at as u16, i32::from(*byte));
        }
    }
}

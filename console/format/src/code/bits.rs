//! A stream of bits: the lowest bit of a byte comes first, and the lowest bit of a value.

use super::PackedError;

#[derive(Default)]
pub(super) struct BitWriter {
    pub bytes: Vec<u8>,
    /// Bits used of the last byte; 0 when it is full.
    used: u32,
}

impl BitWriter {
    pub fn put(&mut self, value: usize, count: u32) {
        for bit in 0..count {
            if self.used == 0 {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((value >> bit & 1) as u8) << self.used;
            }
            self.used = (self.used + 1) % 8;
        }
    }
}

pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    bit: usize,
}

impl<'a> BitReader<'a> {
    pub fn new(bytes: &'a [u8], start: usize) -> Self {
        BitReader { bytes, bit: start * 8 }
    }

    pub fn at(&self) -> usize {
        self.bit / 8
    }

    pub fn bit(&mut self) -> Result<bool, PackedError> {
        let byte = self.bytes.get(self.at()).ok_or_else(|| PackedError::end(self.bytes.len()))?;
        let bit = byte >> (self.bit % 8) & 1;
        self.bit += 1;
        Ok(bit == 1)
    }

    pub fn take(&mut self, count: u32) -> Result<usize, PackedError> {
        (0..count).try_fold(0, |value, bit| Ok(value | usize::from(self.bit()?) << bit))
    }
}

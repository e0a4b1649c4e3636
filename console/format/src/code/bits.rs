//! A stream of bits: the lowest bit of a byte first, values from their lowest bit on.

use super::CodeError;

#[derive(Default)]
pub(super) struct BitWriter {
    /// The bytes so far.
    pub bytes: Vec<u8>,
    /// Bits of the last byte that are taken; 0 when it is full.
    taken: u32,
}

impl BitWriter {
    /// Adds the low `count` bits of `value`.
    pub fn put(&mut self, value: usize, count: u32) {
        for bit in 0..count {
            if self.taken == 0 {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((value >> bit & 1) as u8) << self.taken;
            }
            self.taken = (self.taken + 1) % 8;
        }
    }
}

pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    bit: usize,
}

impl<'a> BitReader<'a> {
    /// Begins at byte `start`, which may be the end.
    pub fn new(bytes: &'a [u8], start: usize) -> Self {
        BitReader { bytes, bit: start * 8 }
    }

    /// The byte that the next bit is in.
    pub fn at(&self) -> usize {
        self.bit / 8
    }

    pub fn bit(&mut self) -> Result<bool, CodeError> {
        let byte = self.bytes.get(self.at()).ok_or_else(|| CodeError::end(self.bytes.len()))?;
        let bit = byte >> (self.bit % 8) & 1;
        self.bit += 1;
        Ok(bit == 1)
    }

    /// The next `count` bits as a number; at most 15 are ever asked for.
    pub fn take(&mut self, count: u32) -> Result<usize, CodeError> {
        (0..count).try_fold(0, |value, bit| Ok(value | usize::from(self.bit()?) << bit))
    }
}

//! Writes and reads the numbers and bytes of a saved state.

use alloc::vec::Vec;
use core::fmt;

pub(crate) const FORMAT: u32 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// Not a state, or one of another version.
    Format,
    Program,
    /// Too short or too long.
    Length,
    /// An invalid part: its name.
    Damaged(&'static str),
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestoreError::Format => write!(f, "found no state of format {FORMAT}, expected one"),
            RestoreError::Program => write!(f, "found a state of another program, expected one of this"),
            RestoreError::Length => {
                write!(f, "found a state that is cut off or too long, expected a whole one")
            }
            RestoreError::Damaged(what) => write!(f, "found a damaged state: {what}, expected a whole one"),
        }
    }
}

impl core::error::Error for RestoreError {}

pub(crate) type Result<T> = core::result::Result<T, RestoreError>;

const PIECE: usize = 4096;

/// Writes numbers, the low byte first, in pieces.
pub(crate) struct Writer<'a> {
    piece: Vec<u8>,
    each: &'a mut dyn FnMut(&[u8]),
}

impl<'a> Writer<'a> {
    pub fn new(each: &'a mut dyn FnMut(&[u8])) -> Writer<'a> {
        Writer { piece: Vec::with_capacity(2 * PIECE), each }
    }

    pub fn u8(&mut self, n: u8) {
        self.array([n]);
    }

    pub fn u32(&mut self, n: u32) {
        self.array(n.to_le_bytes());
    }

    pub fn u32s<const N: usize>(&mut self, numbers: [u32; N]) {
        numbers.into_iter().for_each(|n| self.u32(n));
    }

    pub fn u64(&mut self, n: u64) {
        self.array(n.to_le_bytes());
    }

    #[inline]
    pub fn array<const N: usize>(&mut self, bytes: [u8; N]) {
        self.piece.extend_from_slice(&bytes);
        if self.piece.len() >= PIECE {
            self.flush();
        }
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.flush();
        (self.each)(bytes);
    }

    pub fn words(&mut self, words: &[u64]) {
        self.flush();
        for words in words.chunks(PIECE / 8) {
            self.piece.resize(words.len() * 8, 0);
            let (bytes, _) = self.piece.as_chunks_mut();
            bytes.iter_mut().zip(words).for_each(|(bytes, word)| *bytes = word.to_le_bytes());
            self.flush();
        }
    }

    pub fn flush(&mut self) {
        (self.each)(&self.piece);
        self.piece.clear();
    }
}

pub(crate) struct Reader<'a>(pub &'a [u8]);

impl Reader<'_> {
    pub fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>().ok_or(RestoreError::Length)?;
        self.0 = rest;
        Ok(*first)
    }

    pub fn u8(&mut self) -> Result<u8> {
        Ok(self.take::<1>()?[0])
    }

    pub fn u32(&mut self) -> Result<u32> {
        self.take().map(u32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Result<u64> {
        self.take().map(u64::from_le_bytes)
    }

    pub fn u32s<const N: usize>(&mut self) -> Result<[u32; N]> {
        let mut numbers = [0; N];
        for n in &mut numbers {
            *n = self.u32()?;
        }
        Ok(numbers)
    }

    pub fn flag(&mut self) -> Result<bool> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(RestoreError::Damaged("a flag")),
        }
    }

    /// The number of following items of at least `size` bytes.
    pub fn count(&mut self, size: usize) -> Result<usize> {
        let count = self.u32()? as usize;
        if count.checked_mul(size).is_none_or(|bytes| bytes > self.0.len()) {
            return Err(RestoreError::Length);
        }
        Ok(count)
    }

    pub fn bytes(&mut self, count: usize) -> Result<&[u8]> {
        let (first, rest) = self.0.split_at_checked(count).ok_or(RestoreError::Length)?;
        self.0 = rest;
        Ok(first)
    }
}

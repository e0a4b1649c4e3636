//! The project's 64-bit hash: of states, ROMs, pictures and recordings.
//!
//! ```text
//! state h = 0x9e37_79b9_7f4a_7c15
//! word w:   h = rotl(h ^ w, 29) * 0xbf58_476d_1ce4_e5b9      (wrapping)
//! bytes:    little-endian words of 8, the last one padded with zeros, then the length as a word
//! bulk:     eight states side by side, state n of 0 to 7 begins with (2n + 1) * 0x9e37_79b9_7f4a_7c15; little-endian words
//!           go to states 0, 1 ... 7, 0, 1 ...; zeros up to a whole block of 64; then the eight, then the length, as words of h
//! finish:   h ^= h >> 32;  h *= 0x94d0_49bb_1331_11eb;  h ^= h >> 29
//! ```
//!
//! Every step is a bijection of `h` for a given word, so two states that differ in one word never collide at that word.
//! It is not cryptographic. As bytes, 64 KiB take 16 us, as each word waits for the last; in bulk, eight in
//! parallel, 3 us.

/// The definition of a console's digest; recordings of earlier versions contain the earlier one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DigestVersion {
    /// Memory and ROM as bytes; the program's state as the JSON text of [`crate::Program::save`].
    One,
    /// Memory and ROM in bulk; the program's state by [`crate::Program::digest`].
    #[default]
    Two,
}

/// Hashes words and bytes in order; [`Digest::finish`] returns the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

const START: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline]
const fn step(h: u64, w: u64) -> u64 {
    (h ^ w).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

impl Digest {
    pub const fn new() -> Self {
        Digest(START)
    }

    #[inline]
    pub const fn word(&mut self, w: u64) {
        self.0 = step(self.0, w);
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for w in words {
            self.word(u64::from_le_bytes(*w));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        if !rest.is_empty() {
            self.word(u64::from_le_bytes(last));
        }
        self.word(bytes.len() as u64);
    }

    /// Adds bytes and their length, faster than [`Digest::bytes`] for many bytes.
    pub fn bulk(&mut self, bytes: &[u8]) {
        let mut bulk = Bulk::new();
        bulk.bytes(bytes);
        bulk.finish(self);
    }

    /// [`Digest::bulk`] of bytes in pieces; how they are cut makes no difference.
    pub fn bulk_of(&mut self, pieces: impl FnOnce(&mut dyn FnMut(&[u8]))) {
        let mut bulk = Bulk::new();
        pieces(&mut |piece| bulk.bytes(piece));
        bulk.finish(self);
    }

    pub const fn finish(self) -> u64 {
        let mut h = self.0;
        h ^= h >> 32;
        h = h.wrapping_mul(0x94d0_49bb_1331_11eb);
        h ^ h >> 29
    }

    pub fn of(bytes: &[u8]) -> u64 {
        let mut d = Digest::new();
        d.bytes(bytes);
        d.finish()
    }
}

/// Bytes of a block: one word for each of the eight states.
const BLOCK: usize = 64;

pub(crate) struct Bulk {
    states: [u64; 8],
    /// Bytes of the incomplete block, with room for one more piece of at most 16.
    block: [u8; BLOCK + 16],
    waiting: usize,
    blocks: u64,
}

impl Bulk {
    pub(crate) fn new() -> Bulk {
        let states = core::array::from_fn(|n| START.wrapping_mul(2 * n as u64 + 1));
        Bulk { states, block: [0; BLOCK + 16], waiting: 0, blocks: 0 }
    }

    #[inline]
    fn take(states: &mut [u64; 8], block: &[u8; BLOCK]) {
        let (words, _) = block.as_chunks::<8>();
        states.iter_mut().zip(words).for_each(|(h, w)| *h = step(*h, u64::from_le_bytes(*w)));
    }

    #[inline]
    pub(crate) fn piece<const N: usize>(&mut self, piece: [u8; N]) {
        const { assert!(N <= 16) };
        self.block[self.waiting..self.waiting + N].copy_from_slice(&piece);
        self.waiting += N;
        if self.waiting >= BLOCK {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let (block, over) = self.block.split_at_mut(BLOCK);
        if let Some(block) = block.as_array() {
            Bulk::take(&mut self.states, block);
        }
        self.blocks += 1;
        block[..16].copy_from_slice(over);
        self.waiting -= BLOCK;
    }

    pub(crate) fn bytes(&mut self, mut bytes: &[u8]) {
        if self.waiting > 0 {
            let room = (BLOCK - self.waiting).min(bytes.len());
            let (first, rest) = bytes.split_at(room);
            self.block[self.waiting..self.waiting + room].copy_from_slice(first);
            self.waiting += room;
            if self.waiting < BLOCK {
                return;
            }
            self.flush();
            bytes = rest;
        }
        let (blocks, rest) = bytes.as_chunks::<BLOCK>();
        blocks.iter().for_each(|block| Bulk::take(&mut self.states, block));
        self.blocks += blocks.len() as u64;
        self.block[..rest.len()].copy_from_slice(rest);
        self.waiting = rest.len();
    }

    pub(crate) fn finish(mut self, digest: &mut Digest) {
        let length = self.blocks.wrapping_mul(BLOCK as u64).wrapping_add(self.waiting as u64);
        if self.waiting > 0 {
            self.block[self.waiting..].fill(0);
            self.waiting = BLOCK;
            self.flush();
        }
        self.states.iter().for_each(|h| digest.word(*h));
        digest.word(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn noise(length: usize) -> Vec<u8> {
        (0..length).map(|n| (n as u32).wrapping_mul(2_654_435_761).rotate_left(9) as u8).collect()
    }

    fn slow(bytes: &[u8]) -> u64 {
        let mut states: [u64; 8] = core::array::from_fn(|n| (2 * n as u64 + 1).wrapping_mul(START));
        let mut padded = bytes.to_vec();
        padded.resize(bytes.len().next_multiple_of(64), 0);
        for (n, word) in padded.chunks(8).enumerate() {
            let word = word.iter().rev().fold(0, |w, b| w << 8 | u64::from(*b));
            states[n % 8] = step(states[n % 8], word);
        }
        let mut all = Digest::new();
        states.iter().for_each(|h| all.word(*h));
        all.word(bytes.len() as u64);
        all.finish()
    }

    #[test]
    fn bulk_is_what_the_table_says_however_it_is_cut() {
        for length in (0..200).chain([1000, 65_536, 65_537]) {
            let bytes = noise(length);
            let mut whole = Digest::new();
            whole.bulk(&bytes);
            assert_eq!(whole.finish(), slow(&bytes), "{length} bytes");
            for cut in [1, 3, 8, 63, 64, 65, 130] {
                let mut bulk = Bulk::new();
                for (n, part) in bytes.chunks(cut).enumerate() {
                    match part {
                        [one] => bulk.piece([*one]),
                        [a, b, c] if n % 2 == 0 => bulk.piece([*a, *b, *c]),
                        more => bulk.bytes(more),
                    }
                }
                let mut parts = Digest::new();
                bulk.finish(&mut parts);
                assert_eq!(parts, whole, "{length} bytes by {cut}");
            }
        }
    }
}

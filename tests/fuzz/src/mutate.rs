//! Cases: mutated copies of the corpus, each determined by a seed and a number, so that any case can be repeated on
//! its own.
//!
//! | one to six times | mutation |
//! |---|---|
//! | a byte | set, one bit flipped, inserted, or one at the limits of numbers |
//! | a piece | cut out, doubled, moved, filled, or the end cut off |
//! | a word | of the target's, or a digit |
//! | another file | the beginning of one with the end of the other |
//!
//! Every sixteenth case is noise. Half of the mutations are in the first 64 bytes, where heads and counts are, a quarter in the last.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The size that a case does not exceed, unless a file of the corpus is larger.
const LONGEST: usize = 1 << 17;
/// The limits of numbers of one byte, of two's complement and of lengths in seven bits.
const EDGES: [u8; 7] = [0, 1, 0x7f, 0x80, 0x81, 0xfe, 0xff];

/// Makes cases from a corpus.
pub struct Mutator<'a> {
    seed: u64,
    corpus: Vec<&'a [u8]>,
    words: &'a [&'a str],
}

impl<'a> Mutator<'a> {
    /// From at least one file, and words that occur in such files.
    pub fn new(seed: u64, corpus: impl IntoIterator<Item = &'a [u8]>, words: &'a [&'a str]) -> Self {
        Mutator { seed, corpus: corpus.into_iter().collect(), words }
    }

    /// The case with a number.
    pub fn case(&self, number: u64) -> Vec<u8> {
        let dice = &mut Pcg64Mcg::seed_from_u64(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        if number % 16 == 15 {
            let mut noise = vec![0; dice.random_range(0..300)];
            dice.fill(&mut noise[..]);
            return noise;
        }
        let mut bytes = self.file(dice).to_vec();
        let most = bytes.len().max(LONGEST);
        for _ in 0..dice.random_range(1..=6) {
            self.change(dice, &mut bytes);
        }
        bytes.truncate(most);
        bytes
    }

    fn file(&self, dice: &mut Pcg64Mcg) -> &'a [u8] {
        self.corpus[dice.random_range(0..self.corpus.len())]
    }

    fn change(&self, dice: &mut Pcg64Mcg, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            bytes.push(dice.random());
        }
        let end = bytes.len().min(64);
        let at = match dice.random_range(0..4) {
            0 | 1 => dice.random_range(0..end),
            2 => bytes.len() - 1 - dice.random_range(0..end),
            _ => dice.random_range(0..bytes.len()),
        };
        let piece = at..(at + dice.random_range(0..40)).min(bytes.len());
        let other = dice.random_range(0..=bytes.len());
        match dice.random_range(0..15) {
            0 | 1 => bytes[at] ^= 1 << dice.random_range(0..8),
            2 => bytes[at] = dice.random(),
            3 => bytes[at] = EDGES[dice.random_range(0..EDGES.len())],
            4 => bytes[at] = bytes[at].wrapping_add(if dice.random() { 1 } else { 0xff }),
            5 => bytes[at] = b"0123456789abcdef-.# :,\n\r_"[dice.random_range(0..25)],
            6 => bytes.insert(at, dice.random()),
            7 => bytes.insert(at, EDGES[dice.random_range(0..EDGES.len())]),
            8 => bytes.truncate(at),
            9 => drop(bytes.drain(piece)),
            10 => {
                let copy = bytes[piece].to_vec();
                bytes.splice(other..other, copy).for_each(drop);
            }
            11 => bytes[piece].fill(EDGES[dice.random_range(0..EDGES.len())]),
            12 => {
                let tail = self.file(dice);
                bytes.truncate(at);
                bytes.extend_from_slice(tail.get(at..).unwrap_or_default());
            }
            13 if !self.words.is_empty() => {
                let word = self.words[dice.random_range(0..self.words.len())];
                bytes.splice(at..at, word.bytes()).for_each(drop);
            }
            _ => bytes.splice(at..at, "\u{e9}\u{1f431}".bytes()).for_each(drop),
        }
    }
}

//! The generator behind `rnd` and `srand`: two words, an addition each.
//!
//! ```text
//!   step:   h = (h rotated by 16) + l        seed x:   l = bits(x) & 0x7fffffff, or 0xdeadbeef for 0
//!           l = l + h                                  h = l ^ 0xbead29ba
//!           the output is h                            then 32 steps
//! ```
//!
//! The machine keeps the words in memory, h at 0x5f44 and l at 0x5f48, so a cart can read and set them. All sequences
//! measured on PICO-8 0.2.7 come out the same. The
//! steps that a call takes are part of its rule: a cart's run depends on them.
//!
//! Not for secrets, and not for statistics: the words (0, 0) give zeros for ever.

use core::convert::Infallible;

use rand_core::{TryRng, utils};
use serde::{Deserialize, Serialize};

use crate::Num;

/// The console's random generator. It is a plain value: a clone goes on with the same numbers.
///
/// It also is a generator for the crates `rand` and `rand_core` 0.10; their 64-bit words take two steps, low half
/// first.
///
/// ```
/// use rasher_num::{Num, Rng, num};
///
/// let mut rng = Rng::seeded(num!(42));
/// assert_eq!(rng.rnd(num!(100)), num!("0x10.ec81"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rng {
    /// The word that is the output, at 0x5f44 in memory.
    pub h: u32,
    /// The word that is summed up, at 0x5f48 in memory.
    pub l: u32,
}

impl Default for Rng {
    /// The state after `srand(0)`: with both words 0 it would give zeros for ever.
    fn default() -> Rng {
        Rng::seeded(Num::ZERO)
    }
}

impl Rng {
    /// The state after `srand(seed)`. The seed's sign bit does not count.
    pub const fn seeded(seed: Num) -> Rng {
        let l = match seed.bits() as u32 & 0x7fff_ffff {
            0 => 0xdead_beef,
            bits => bits,
        };
        let mut rng = Rng { h: l ^ 0xbead_29ba, l };
        let mut steps = 0;
        while steps < 32 {
            rng.next_u32();
            steps += 1;
        }
        rng
    }

    /// The state with exactly these words, as read from memory.
    pub const fn from_words(h: u32, l: u32) -> Rng {
        Rng { h, l }
    }

    /// One step; returns the new `h`.
    pub const fn next_u32(&mut self) -> u32 {
        self.h = self.h.rotate_left(16).wrapping_add(self.l);
        self.l = self.l.wrapping_add(self.h);
        self.h
    }

    /// `rnd(x)`: 0 <= result < x in steps of 1/65536, one step of the generator.
    ///
    /// A negative x is taken as a word without sign, so that the result can be any number. `rnd(0)` is 0; that it takes
    /// a step as well is our decision, no measured value tells.
    ///
    /// ```
    /// # use rasher_num::{Rng, num};
    /// let mut rng = Rng::seeded(num!(1));
    /// assert_eq!(rng.rnd(num!(1)), num!("0x0.14b7"));
    /// ```
    pub const fn rnd(&mut self, x: Num) -> Num {
        match self.next_u32().checked_rem(x.bits() as u32) {
            Some(rest) => Num::from_bits(rest as i32),
            None => Num::ZERO,
        }
    }

    /// A place in a list of `len` entries, 0-based, as `rnd(table)` picks one: `(h >> 8) % len` after one step.
    ///
    /// With `len` 0 the result is 0 and no step is taken (our decision, not measured): check before indexing.
    ///
    /// ```
    /// # use rasher_num::{Rng, num};
    /// let mut rng = Rng::seeded(num!(1));
    /// assert_eq!([rng.index(10), rng.index(10), rng.index(10)], [2, 9, 7]);
    /// ```
    pub const fn index(&mut self, len: u32) -> u32 {
        if len == 0 { 0 } else { (self.next_u32() >> 8) % len }
    }

    /// An entry of a list, each as likely: `rnd(table)`. None of an empty one, and then no step is taken.
    ///
    /// ```
    /// # use rasher_num::{Rng, num};
    /// let mut rng = Rng::seeded(num!(1));
    /// assert_eq!(rng.pick(&["rock", "paper", "scissors"]), Some("rock"));
    /// assert_eq!(rng.pick::<u8>(&[]), None);
    /// ```
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.index(list.len() as u32) as usize).copied()
    }

    /// Puts a list into any order, each as likely: a step for each entry but one (ours: PICO-8 has none).
    ///
    /// ```
    /// # use rasher_num::{Rng, num};
    /// let mut deck = [1, 2, 3, 4];
    /// Rng::seeded(num!(1)).shuffle(&mut deck);
    /// assert_eq!(deck, [3, 2, 4, 1]);
    /// ```
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        // From the last entry down, each takes the place of one that is not beyond it.
        for last in (1..list.len()).rev() {
            list.swap(last, self.index(last as u32 + 1) as usize);
        }
    }
}

impl TryRng for Rng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        utils::next_u64_via_u32(self)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(bytes, || Ok(self.next_u32()))
    }
}

//! The generator behind `rnd` and `srand`: two words, an addition each.
//!
//! ```text
//!   step:   h = (h rotated by 16) + l        seed x:   l = bits(x) & 0x7fffffff, or 0xdeadbeef for 0
//!           l = l + h                                  h = l ^ 0xbead29ba
//!           the output is h                            then 32 steps
//! ```
//!
//! The words are in memory, h at 0x5f44 and l at 0x5f48, so a cart can read and set them. All sequences measured on
//! PICO-8 0.2.7 are the same. The number of steps per call is part of the rules, as a cart's run depends on it. Not for
//! secrets or statistics: the words (0, 0) give only zeros.

use core::convert::Infallible;

use rand_core::{TryRng, utils};
use serde::{Deserialize, Serialize};

use crate::Num;

/// The console's random number generator, a plain value: a clone continues with the same numbers.
///
/// Also implements the traits of `rand_core` 0.10; 64-bit words take two steps, low half first.
///
/// ```
/// use rasher_num::{Num, Rng, num};
///
/// let mut rng = Rng::seeded(num!(42));
/// assert_eq!(rng.rnd(num!(100)), num!("0x10.ec81"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rng {
    /// The output word, at 0x5f44 in memory.
    pub h: u32,
    /// The sum, at 0x5f48 in memory.
    pub l: u32,
}

impl Default for Rng {
    /// The state after `srand(0)`: two zero words would give only zeros.
    fn default() -> Rng {
        Rng::seeded(Num::ZERO)
    }
}

impl Rng {
    /// The state after `srand(seed)`. The seed's sign bit is ignored.
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

    /// The state with these words, as in memory.
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
    /// A negative x counts as unsigned, so that the result can be any number. `rnd(0)` is 0 and also takes a step (our
    /// decision, not measured).
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

    /// A random index below `len`, as in `rnd(table)`: `(h >> 8) % len` after one step. 0 without a step if `len` is 0
    /// (our decision, not measured).
    ///
    /// ```
    /// # use rasher_num::{Rng, num};
    /// let mut rng = Rng::seeded(num!(1));
    /// assert_eq!([rng.index(10), rng.index(10), rng.index(10)], [2, 9, 7]);
    /// ```
    pub const fn index(&mut self, len: u32) -> u32 {
        if len == 0 { 0 } else { (self.next_u32() >> 8) % len }
    }

    /// A random element, as by `rnd(table)`; none of an empty list, without a step.
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

    /// Shuffles a list with one step for each element but one (ours: PICO-8 has no such call).
    ///
    /// ```
    /// # use rasher_num::{Rng, num};
    /// let mut deck = [1, 2, 3, 4];
    /// Rng::seeded(num!(1)).shuffle(&mut deck);
    /// assert_eq!(deck, [3, 2, 4, 1]);
    /// ```
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        // From the last element down, each is swapped with one up to its own place.
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

//! Chance, the diary's "reworked" module: a generator that is a value, and the few questions that the game asks.
//!
//! ```text
//!   range(1, 6)       each number as likely as any other, exactly: words of the last, broken round are thrown away
//!   chance(30)        true 30 times in 100
//!   pick(&list)       an entry
//!   clump(7, 13, 3)   the sum of three dice that share the range: the middle is likelier (Brogue's rule)
//!   hits(70, 20)      accuracy 70 against defence 20 (Brogue's rule)
//! ```
//!
//! The generator is SplitMix64 (Steele, Lea, Flood 2014): a counter whose words are mixed. The console's own, behind `rnd`, is
//! not for sums: with it three dice of 0 to 2 gave their least sum one time in 22 instead of 27.
//! Brogue's rules are in its community's wiki and source; the numbers are theirs, the code is ours.

use serde::{Deserialize, Serialize};

/// A stream of random numbers.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Dice(u64);

/// A word whose every bit hangs on every bit of `word`.
fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

impl Dice {
    /// The stream of a seed and a number.
    pub fn new(seed: u32, number: i32) -> Dice {
        Dice(mix(u64::from(seed) << 32 | u64::from(number as u32)))
    }

    /// `low` to `high`, both included.
    pub fn range(&mut self, low: i32, high: i32) -> i32 {
        let span = high.abs_diff(low) + 1;
        loop {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let word = (mix(self.0) >> 32) as u32;
            // The last round of words is not whole, unless `span` is a power of 2.
            if let Some(rest) = word.checked_rem(span)
                && word - rest <= 0_u32.wrapping_sub(span)
            {
                return low + rest as i32;
            }
        }
    }

    /// Is it one of `percent` in 100?
    pub fn chance(&mut self, percent: i32) -> bool {
        self.range(1, 100) <= percent
    }

    /// An entry of a list, which must have one.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.range(0, list.len() as i32 - 1) as usize]
    }

    /// `low` to `high` as the sum of `dice` dice: what does not divide evenly goes to the first of them.
    pub fn clump(&mut self, low: i32, high: i32, dice: i32) -> i32 {
        (0..dice).map(|i| self.range(0, (high - low + dice - 1 - i) / dice)).sum::<i32>() + low
    }

    /// Does a blow hit? Each point of defence leaves 987 of 1,000 hits.
    pub fn hits(&mut self, accuracy: i32, defence: i32) -> bool {
        self.range(0, 99_999) < (0..defence).fold(accuracy * 1000, |hits, _| hits * 987 / 1000)
    }
}

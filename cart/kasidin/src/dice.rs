//! Chance: PCG32, XSH-RR, and ranges in which every number is as likely as every other.
//!
//! ```text
//!   state ── * A + C ──> state        the output is taken from the NEW state, so our n-th number is the
//!                          │          published generator's (n+1)-th from the same raw state
//!        63..59 how far to turn ──┐
//!        state ^ state >> 18, bits 58..27 ── turned right ──> 32 bits
//!
//!   0 ........ width ........ 2 * width ........ reject | beyond: roll again, at most `width` of all 2^32 inputs
//! ```
//!
//! Constants and rules are the document's. It wants ranges of two numbers or more and panics on others; here one number is a
//! range too, ends in the wrong order are swapped, and the range of all 32 bits takes any input.

use core::ops::RangeInclusive;
use serde::{Deserialize, Serialize};

pub const A: u64 = 6_364_136_223_846_793_005;
/// The increment; any odd number would do.
pub const C: u64 = 1_442_695_040_888_963_407;

/// The generator: its state, as it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pcg32 {
    /// All there is to it.
    pub state: u64,
}

impl Default for Pcg32 {
    /// The state that Wikipedia suggests.
    fn default() -> Pcg32 {
        Pcg32 { state: 0x4d59_5df4_d0f3_3173 }
    }
}

impl Pcg32 {
    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        self.state = self.state.wrapping_mul(A).wrapping_add(C);
        let x = self.state;
        (((x ^ (x >> 18)) >> 27) as u32).rotate_right((x >> 59) as u32)
    }

    /// A number from 0 to `n` - 1, all equally likely; 0 for an `n` below 2.
    pub fn below(&mut self, n: i32) -> i32 {
        Roll::new(0..=n.max(1) as u32 - 1).with(self) as i32
    }
}

/// A range to roll in, worked out once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll {
    base: u32,
    width: u32,
    reject: u32,
}

impl Roll {
    /// From the lower end to the upper, both in it.
    pub fn new(range: RangeInclusive<u32>) -> Roll {
        let (low, high) = range.into_inner();
        let base = low.min(high);
        // 0 means the full range of 2^32.
        let width = low.max(high).wrapping_sub(base).wrapping_add(1);
        let reject = u32::MAX.checked_div(width).map_or(u32::MAX, |count| count * width - 1);
        Roll { base, width, reject }
    }

    /// The number of an input, or none where the input would make some numbers likelier than others.
    pub fn convert(self, roll: u32) -> Option<u32> {
        (roll <= self.reject).then(|| self.base.wrapping_add(roll.checked_rem(self.width).unwrap_or(roll)))
    }

    /// Rolls until an input gives a number. More than half of all inputs do, so the loop ends.
    pub fn with(self, dice: &mut Pcg32) -> u32 {
        loop {
            if let Some(number) = self.convert(dice.next_u32()) {
                return number;
            }
        }
    }
}

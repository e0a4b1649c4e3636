//! Sine, cosine and arctangent in turns, with the screen's y axis pointing down.
//!
//! ```text
//!                0.25  sin = -1                    bits of the angle's fraction
//!                  |                                 15   14   13 ......... 0
//!     0.5  --------+-------- 0, cos = 1            sign mirror  place in the quarter
//!                  |
//!                0.75  sin = 1                     whole turns are dropped
//! ```
//!
//! The resolution is 1/16384 turn: the place is rounded to the nearest of 4096 steps per quarter, ties up. `atan2`
//! truncates the ratio of the smaller to the larger side to 1/2048. Both reproduce every value measured on PICO-8
//! 0.2.7, such as `atan2(0, 0)` = 0.25 (older versions: 0.75). `atan2(1, -32768)` is 0.75 by its history
//! (0.2.6b), so that dy loses its sign there; with dx = 0 it is taken to keep it.

use crate::Num;
use crate::table::{ARCTANGENT, SINE};
use rasher_describe::describe;

#[describe]
impl Num {
    /// The sine of an angle in turns, negated as y points down on the screen: `sin(0.25)` = -1.
    ///
    /// ```
    /// # use rasher_num::num;
    /// assert_eq!(num!(0.25).sin(), num!(-1));
    /// assert_eq!(num!(0.1).sin(), num!("0xffff.698f"));
    /// ```
    pub fn sin(self) -> Num {
        let fraction = self.bits() & 0xffff;
        let mirrored = if fraction & 0x4000 == 0 { fraction } else { !fraction };
        let sine = SINE[(((mirrored & 0x3fff) + 2) >> 2) as usize] as i32;
        Num::from_bits(if fraction & 0x8000 == 0 { -sine } else { sine })
    }

    /// The cosine of an angle in turns, `sin(x - 0.25)`: 1 at 0, -1 at 0.5.
    pub fn cos(self) -> Num {
        Num::from_bits(self.bits().wrapping_sub(0x4000)).sin()
    }

    /// The angle of the vector (dx, dy) in turns, 0 <= angle < 1, anticlockwise on the screen. `atan2(0, 0)` is 0.25.
    ///
    /// ```
    /// # use rasher_num::{Num, num};
    /// assert_eq!(Num::atan2(num!(1), num!(1)), num!(0.875));
    /// ```
    pub fn atan2(dx: Num, dy: Num) -> Num {
        let (width, height) = (u64::from(dx.bits().unsigned_abs()), u64::from(dy.bits().unsigned_abs()));
        // Above the x axis and right of the y axis; mirrored below.
        let mut angle = match (height << 16).checked_div(width) {
            None => 0x4000,
            Some(slope) if slope <= 0x1_0000 => i32::from(ARCTANGENT[(slope >> 5) as usize]),
            Some(slope) => 0x4000 - i32::from(ARCTANGENT[(((1 << 32) / slope) >> 5) as usize]),
        };
        if dx < Num::ZERO {
            angle = 0x8000 - angle;
        }
        if dy > Num::ZERO || dy == Num::MIN && dx != Num::ZERO {
            angle = -angle;
        }
        Num::from_bits(angle & 0xffff)
    }
}

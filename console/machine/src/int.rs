//! Whole numbers as arguments: coordinates, sizes, sprites.
//!
//! ```text
//! p8.spr(1, 60, 60)      i32 ──> itself
//! p8.spr(1, x, y)        Num ──> floored, as PICO-8 does: 59.75 is 59, -0.25 is -1
//! ```
//!
//! No other integer type has the trait, so a literal is an `i32` at once; for a `u8` write `i32::from(n)`. Calls
//! convert their arguments first, and the rest of a call is compiled once.

use num::Num;

/// A whole number: an `i32`, or the floor of a [`Num`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number for this call: `i32` and `Num` are",
    label = "`i32` or `Num` expected",
    note = "convert other integers with `i32::from(n)` or `n as i32`; a literal with a point is `num!(0.5)`"
)]
pub trait Int: Copy + sealed::Sealed {
    /// The number as an integer.
    #[doc(hidden)]
    fn int(self) -> i32;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for i32 {}
    impl Sealed for num::Num {}
}

impl Int for i32 {
    #[inline(always)]
    fn int(self) -> i32 {
        self
    }
}

impl Int for Num {
    #[inline(always)]
    fn int(self) -> i32 {
        self.flr()
    }
}

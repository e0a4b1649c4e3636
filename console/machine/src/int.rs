//! Whole numbers as calls take them: coordinates, sizes, sprites.
//!
//! ```text
//! p8.spr(1, 60, 60)      i32 ──> itself
//! p8.spr(1, x, y)        Num ──> floored, as PICO-8 does: 59.75 is 59, -0.25 is -1
//! ```
//!
//! There is no other integer among them, so that a literal is an `i32` at once; a `u8` is written `i32::from(n)`.
//! Each call makes an `i32` of its arguments first, and all that follows is compiled once.

use num::Num;

/// A whole number: an `i32`, or a [`Num`], of which the floor counts.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that this call takes: `i32` or `Num`",
    label = "`i32` or `Num` expected",
    note = "other integers by `i32::from(n)` or `n as i32`; a literal with a point by `num!(0.5)`"
)]
pub trait Int: Copy + sealed::Sealed {
    /// The number as the call sees it.
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

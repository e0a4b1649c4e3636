//! The type, and the calls that only truncate, compare or take roots.
//!
//! | call | rule | rests on |
//! |---|---|---|
//! | `flr(x)` | towards -∞; `flr(0x7fff.ffff)` = 0x7fff | measured |
//! | `ceil(x)` | -flr(-x), so it wraps at the top: `ceil(0x7fff.ffff)` = -32768 | measured |
//! | `abs(x)` | saturates: `abs(-32768)` = 0x7fff.ffff | measured |
//! | `sgn(x)` | 1 for x >= 0, else -1 | manual |
//! | `mid(a, b, c)` | the median | manual |
//! | `sqrt(x)` | truncated; 0 below zero | measured |
//!
//! `min` and `max` are those of [`Ord`], and take an `i32` too.

use rasher_describe::describe;
use serde::{Deserialize, Serialize};

/// A 16.16 fixed-point number: -32768 to 32767.99998 in steps of 1/65536.
///
/// Write `num!(0.5)` or [`Num::int`]; [`Num::flr`] returns an `i32`. Operators take other numbers and `i32`s: `x += 1`,
/// `2 * x`, `x / 3`, `x % 8`, `x < 8`, `x == 0`. Sums and products wrap, quotients saturate, nothing panics. Calls that
/// take coordinates accept a `Num` and round it down.
///
/// `Display` writes the console's decimal text (at most four decimals), `Debug` adds the exact bits in hex. Serialises
/// as serde's newtype `Num` of its raw bits, an `i32`; debuggers recognise the name.
#[describe]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Num(i32);

#[describe]
impl Num {
    /// 0.
    pub const ZERO: Num = Num(0);
    /// 1.
    pub const ONE: Num = Num(0x1_0000);
    /// One half.
    pub const HALF: Num = Num(0x8000);
    /// The largest number, 0x7fff.ffff = 32768 - 1/65536.
    pub const MAX: Num = Num(i32::MAX);
    /// The smallest number, -32768.
    pub const MIN: Num = Num(i32::MIN);
    /// The smallest step, 1/65536.
    pub const EPSILON: Num = Num(1);

    /// The number with these raw bits: `bits` / 65536.
    pub const fn from_bits(bits: i32) -> Num {
        Num(bits)
    }

    /// The raw bits: the number times 65536.
    pub const fn bits(self) -> i32 {
        self.0
    }

    /// A whole number, wrapped to 16 bits: 32768 gives -32768.
    ///
    /// ```
    /// # use rasher_num::Num;
    /// assert_eq!(Num::int(-3).bits(), -3 << 16);
    /// assert_eq!(Num::int(65537), Num::ONE);
    /// ```
    pub const fn int(n: i32) -> Num {
        Num(((n as u32) << 16) as i32)
    }

    /// The whole part, rounded towards -∞: -32768..=32767. -2.3 gives -3.
    pub const fn flr(self) -> i32 {
        self.0 >> 16
    }

    /// The largest whole number up to this one.
    pub const fn floor(self) -> Num {
        Num(self.0 & !0xffff)
    }

    /// The smallest whole number from this one up; above 32767 it wraps to -32768, as measured.
    pub const fn ceil(self) -> Num {
        Num((self.0.wrapping_neg() & !0xffff).wrapping_neg())
    }

    /// The part after the point, 0 <= f < 1: `x.floor() + x.fract() == x`. The same as `x % 1`.
    pub const fn fract(self) -> Num {
        Num(self.0 & 0xffff)
    }

    /// The magnitude; that of -32768 saturates to [`Num::MAX`], as measured.
    pub const fn abs(self) -> Num {
        Num(self.0.saturating_abs())
    }

    /// 1 for zero and above, -1 below; never 0.
    pub const fn sgn(self) -> Num {
        if self.0 < 0 { Num(-0x1_0000) } else { Num::ONE }
    }

    /// The larger of two numbers.
    pub fn max(self, other: impl Into<Num>) -> Num {
        Ord::max(self, other.into())
    }

    /// The smaller of two numbers.
    pub fn min(self, other: impl Into<Num>) -> Num {
        Ord::min(self, other.into())
    }

    /// The median of three numbers, in any order: `x.mid(low, high)` clamps x.
    pub fn mid(self, b: Num, c: Num) -> Num {
        let (low, high) = if self < b { (self, b) } else { (b, self) };
        Ord::max(low, Ord::min(high, c))
    }

    /// The square root, truncated to 1/65536; 0 for a negative number.
    ///
    /// ```
    /// # use rasher_num::num;
    /// assert_eq!(num!(2).sqrt(), num!("0x1.6a09"));
    /// assert_eq!(num!(-4).sqrt(), num!(0));
    /// ```
    pub const fn sqrt(self) -> Num {
        if self.0 <= 0 {
            return Num::ZERO;
        }
        Num(((self.0 as u64) << 16).isqrt() as i32)
    }
}

/// Integers with a conversion to [`Num`]: `i32`, `i16` and `u8`, wrapped to 16 bits as by [`Num::int`].
///
/// The trait exists for its error message: `0.5` in place of a `Num` suggests [`num!`](crate::num!).
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not convert to `Num`: `i32`, `i16` and `u8` do",
    label = "`Num` or `i32` expected",
    note = "a literal with a point is `num!(0.5)`; other integers are `n as i32`"
)]
pub trait Integer: sealed::Sealed + Into<i32> {}

mod sealed {
    pub trait Sealed: Copy {}
    impl Sealed for i32 {}
    impl Sealed for i16 {}
    impl Sealed for u8 {}
}

impl Integer for i32 {}
impl Integer for i16 {}
impl Integer for u8 {}

impl<T: Integer> From<T> for Num {
    /// [`Num::int`]: wraps to 16 bits.
    fn from(n: T) -> Num {
        Num::int(n.into())
    }
}

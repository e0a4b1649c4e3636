//! The type: one signed word that counts 65536ths, and the calls that only cut, compare or take roots.
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

/// A 16.16 fixed-point number: 16 bits before the point, 16 after, -32768 to 32767.99998 in steps of 1/65536.
///
/// Made by `num!(0.5)` or [`Num::int`]; [`Num::flr`] gives the `i32`. It adds, subtracts, multiplies, divides and compares
/// with other numbers and with whole ones: `x += 1`, `2 * x`, `x / 3`, `x % 8`, `x < 8`, `x == 0`. Sums and products
/// wrap, quotients saturate, nothing panics. Calls that take coordinates take a `Num` and round it down.
///
/// Comparisons are those of the signed word. Serialises as serde's newtype `Num` of its raw bits: formats write one `i32`, and a
/// debugger knows by the name that it is a number with a point. `Display` writes the console's decimal text (at most four decimals),
/// `Debug` adds the exact bits in hex.
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

    /// The number whose raw word is `bits`, that is `bits` / 65536.
    pub const fn from_bits(bits: i32) -> Num {
        Num(bits)
    }

    /// The raw word: the number times 65536.
    pub const fn bits(self) -> i32 {
        self.0
    }

    /// The whole number `n`, wrapped to 16 bits as the console wraps whole numbers: 32768 gives -32768.
    ///
    /// ```
    /// # use rasher_num::Num;
    /// assert_eq!(Num::int(-3).bits(), -3 << 16);
    /// assert_eq!(Num::int(65537), Num::ONE);
    /// ```
    pub const fn int(n: i32) -> Num {
        Num(((n as u32) << 16) as i32)
    }

    /// The whole part, rounded towards -∞: -32768..=32767.
    ///
    /// ```
    /// # use rasher_num::num;
    /// assert_eq!(num!(-2.3).flr(), -3);
    /// ```
    pub const fn flr(self) -> i32 {
        self.0 >> 16
    }

    /// The largest whole number that is not above this one.
    pub const fn floor(self) -> Num {
        Num(self.0 & !0xffff)
    }

    /// The smallest whole number that is not below this one; above 32767 it wraps to -32768, as measured.
    pub const fn ceil(self) -> Num {
        Num((self.0.wrapping_neg() & !0xffff).wrapping_neg())
    }

    /// The part after the point, 0 <= f < 1, so that `x.floor() + x.fract() == x`. The same as `x % 1`.
    pub const fn fract(self) -> Num {
        Num(self.0 & 0xffff)
    }

    /// The magnitude; that of -32768 saturates to [`Num::MAX`], as measured.
    pub const fn abs(self) -> Num {
        Num(self.0.saturating_abs())
    }

    /// 1 for zero and above, -1 below: never 0.
    pub const fn sgn(self) -> Num {
        if self.0 < 0 { Num(-0x1_0000) } else { Num::ONE }
    }

    /// The greater of two.
    pub fn max(self, other: impl Into<Num>) -> Num {
        Ord::max(self, other.into())
    }

    /// The smaller of two.
    pub fn min(self, other: impl Into<Num>) -> Num {
        Ord::min(self, other.into())
    }

    /// The median of three numbers, in any order: `x.mid(low, high)` clamps x.
    ///
    /// ```
    /// # use rasher_num::{Num, num};
    /// assert_eq!(Num::mid(num!(8), num!(2), num!(4)), num!(4));
    /// ```
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

/// An integer that becomes a [`Num`] by itself: `i32`, `i16`, `u8`, wrapped to 16 bits as [`Num::int`] does.
///
/// The trait stands between so that whoever gives `0.5` is told of [`num!`](crate::num!).
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not become a `Num` by itself: `i32`, `i16` and `u8` do",
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
    /// As [`Num::int`]: wraps to 16 bits.
    fn from(n: T) -> Num {
        Num::int(n.into())
    }
}

/// The median of three numbers; [`Num::mid`] as a free function.
pub fn mid(a: Num, b: Num, c: Num) -> Num {
    a.mid(b, c)
}

/// The square root; [`Num::sqrt`] as a free function.
pub const fn sqrt(x: Num) -> Num {
    x.sqrt()
}

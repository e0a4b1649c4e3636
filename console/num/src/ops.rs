//! Arithmetic: which results wrap and which saturate.
//!
//! | operator | rule on the raw words a, b | rests on |
//! |---|---|---|
//! | `a + b`, `a - b`, `-a` | modulo 2^32 | measured |
//! | `a * b` | (a*b) >> 16, floored, modulo 2^32 | measured |
//! | `a / b` | (a << 16) / b towards zero; what does not fit saturates to 0x7fff.ffff or 0x8000.0001 | measured |
//! | `x / 0` | as a quotient too large: sign of x, 0/0 positive | measured |
//! | `a % b` | 0 <= r < abs(b), whatever the signs; `x % 0` = 0 | measured |
//! | `a \ b`: [`Num::idiv`] | `a / b`, floored | measured, but for the two below |
//!
//! Not measured on the real machine, but the same in zepto8 and FAKE-08, which share their numbers:
//! - a quotient of exactly -32768 does not fit (0x8000.0001) unless the divisor is 1;
//! - `\` floors the truncated result of `/`, so a quotient less than 1/65536 below a whole number is that number:
//!   `0xffff.fee9 \ 0x2f74.af4c` is 0, not -1; it saturates as `/` does, for zero divisors too;
//! - `x % -32768` has the true magnitude 32768.

use core::ops::{Add, Div, Mul, Neg, Rem, Sub};
use rasher_describe::describe;

use crate::Num;

/// Limit of quotients below zero: one step above [`Num::MIN`], as measured.
const LEAST_QUOTIENT: i32 = -i32::MAX;

#[describe]
impl Num {
    /// Whole-number division, the operator `\`: `a / b`, truncated to 1/65536 and then floored (as in other consoles;
    /// not measured). `x \ 0` is `x / 0`, floored.
    ///
    /// ```
    /// # use rasher_num::num;
    /// assert_eq!(num!(-7).idiv(num!(2)), num!(-4));
    /// assert_eq!(num!(7).idiv(num!(-2)), num!(-4));
    /// ```
    pub const fn idiv(self, divisor: Num) -> Num {
        divide(self, divisor).floor()
    }
}

const fn divide(a: Num, b: Num) -> Num {
    if b.bits() == Num::ONE.bits() {
        return a;
    }
    if b.bits() == 0 {
        return if a.bits() >= 0 { Num::MAX } else { Num::from_bits(LEAST_QUOTIENT) };
    }
    let quotient = ((a.bits() as i64) << 16) / b.bits() as i64;
    if quotient > i32::MAX as i64 {
        Num::MAX
    } else if quotient < LEAST_QUOTIENT as i64 {
        Num::from_bits(LEAST_QUOTIENT)
    } else {
        Num::from_bits(quotient as i32)
    }
}

/// Binary operators on raw words.
macro_rules! operators {
    ($($(#[$doc:meta])* $trait:ident $method:ident |$a:ident, $b:ident| $result:expr;)*) => {
        $($(#[$doc])*
        impl $trait for Num {
            type Output = Num;
            fn $method(self, other: Num) -> Num {
                let ($a, $b) = (self.bits(), other.bits());
                Num::from_bits($result)
            }
        })*
    };
}
pub(crate) use operators;

operators! {
    Add add |a, b| a.wrapping_add(b);
    Sub sub |a, b| a.wrapping_sub(b);
    Mul mul |a, b| ((i64::from(a) * i64::from(b)) >> 16) as i32;
    Div div |a, b| divide(Num::from_bits(a), Num::from_bits(b)).bits();
    // In 64 bits, as the magnitude of -32768 does not fit in 32.
    Rem rem |a, b| i64::from(a).checked_rem_euclid(i64::from(b).abs()).unwrap_or(0) as i32;
}

impl Neg for Num {
    type Output = Num;
    fn neg(self) -> Num {
        Num::from_bits(self.bits().wrapping_neg())
    }
}

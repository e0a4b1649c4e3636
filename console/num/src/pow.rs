//! The power operator `^`, computed like a double but in integers.
//!
//! ```text
//!   x^y = 2^(y * log2 x)
//!
//!   log2 x    square the mantissa: the next bit is 1 if it reaches 2    90 bits after the point
//!   y * ..    exact                                                     106 bits
//!   2^f       the exponential series at f * ln 2                        127 bits
//!   round to the 53 bits of a double, to nearest; then truncate to 1/65536; then keep the low 32 bits
//! ```
//!
//! Before rounding, the relative error is at most 2^-74, for y = 32767. Rounding to a double makes 2.25^0.5 exactly
//! 1.5, and 2^0.5 the truncated root. Whole exponents use the exact product while it fits 128 bits: x^2 takes 9 ns,
//! x^0.5 830 ns.
//!
//! Open implementations compute `^` as a double and truncate it; it is not measured. Corner cases are those of C's
//! `pow` and of the conversion to a 64-bit integer on x86-64, of which the low word counts:
//!
//! | case | result |
//! |---|---|
//! | x^0, also 0^0 | 1 |
//! | 2^15 and above | wraps: 2^15 = -32768, 2^16 = 0, 3^11 = 177147 = 0xb3fb |
//! | from 2^47 in magnitude | 0 |
//! | 0^y, y < 0 (infinite) | 0 |
//! | x^y, x < 0 and y not whole (undefined) | 0 |
//! | x^y, x < 0 and y whole | the sign is that of (-1)^y; the magnitude is truncated |

use crate::Num;
use rasher_describe::describe;

/// Fraction bits of the logarithm.
const LOG_BITS: u32 = 90;
/// ln 2 times 2^128, truncated.
const LN_2: u128 = 0xB172_17F7_D1CF_79AB_C9E3_B398_03F2_F6AF;

#[describe]
impl Num {
    /// This number to the power of `exponent`, truncated to 1/65536 and wrapped; 0 if undefined or beyond 47 bits
    /// before the point. Rust's `^` is exclusive or.
    ///
    /// ```
    /// # use rasher_num::num;
    /// assert_eq!(num!(-3).pow(num!(3)), num!(-27));
    /// assert_eq!(num!(2).pow(num!(0.5)), num!(2).sqrt());
    /// assert_eq!(num!(10).pow(num!(-1)), num!(0.1));
    /// ```
    pub fn pow(self, exponent: Num) -> Num {
        let whole = exponent.fract() == Num::ZERO;
        if exponent == Num::ZERO {
            return Num::ONE;
        }
        if self == Num::ZERO || (self < Num::ZERO && !whole) {
            return Num::ZERO;
        }
        let base = self.bits().unsigned_abs();
        let power = if whole { exact(base, exponent.flr()) } else { None };
        let magnitude = power.unwrap_or_else(|| approximate(base, exponent)).number();
        if self < Num::ZERO && exponent.flr() & 1 == 1 { -magnitude } else { magnitude }
    }
}

/// `mantissa` / 2^127 * 2^`exponent`, with 1 <= mantissa / 2^127 < 2.
struct Power {
    mantissa: u128,
    exponent: i32,
}

impl Power {
    /// Rounds to a double, truncates to 65536ths and takes the low word.
    fn number(&self) -> Num {
        const DROPPED: u32 = 128 - 53;
        let rest = self.mantissa & ((1 << DROPPED) - 1);
        let mut double = (self.mantissa >> DROPPED) as u64;
        // To nearest, ties to even.
        if rest + u128::from(double & 1) > 1 << (DROPPED - 1) {
            double += 1;
        }
        let word = match self.exponent + 16 - 52 {
            shift @ 0..=10 => double << shift,
            shift @ -63..0 => double >> -shift,
            _ => 0,
        };
        Num::from_bits(word as i32)
    }
}

/// (base / 65536)^n for base > 0; none if n < 1 or the product of its odd parts exceeds 128 bits.
fn exact(base: u32, n: i32) -> Option<Power> {
    let n = u32::try_from(n).ok()?;
    let twos = base.trailing_zeros() as i32;
    let product = u128::from(base >> twos).checked_pow(n)?;
    let shift = product.leading_zeros();
    // n is below 2^15.
    Some(Power { mantissa: product << shift, exponent: 127 - shift as i32 + (twos - 16) * n as i32 })
}

/// (base / 65536)^exponent for base > 0.
fn approximate(base: u32, exponent: Num) -> Power {
    // Below 2^5 * 2^90 * 2^31 in magnitude.
    let log = log2(base) * i128::from(exponent.bits());
    let fraction_bits = LOG_BITS + 16;
    let fraction = log as u128 & ((1 << fraction_bits) - 1);
    Power { mantissa: exp2(fraction << (128 - fraction_bits)), exponent: (log >> fraction_bits) as i32 }
}

/// log2(base / 65536) for base > 0, with [`LOG_BITS`] fraction bits, floored.
fn log2(base: u32) -> i128 {
    let whole = base.ilog2();
    let mut log = i128::from(whole) - 16;
    // Between 1 and 2, with 127 fraction bits.
    let mut mantissa = u128::from(base) << (127 - whole);
    for _ in 0..LOG_BITS {
        // Between 1 and 4, with 126 fraction bits.
        mantissa = mul_high(mantissa, mantissa);
        let carry = mantissa >> 127;
        mantissa <<= 1 - carry;
        log = log << 1 | carry as i128;
    }
    log
}

/// 2^(fraction / 2^128), with 127 fraction bits.
fn exp2(fraction: u128) -> u128 {
    // The next term is below 2^-127. All rounding is down, so the sum is below 2.
    const TERMS: u128 = 31;
    const ONE: u128 = 1 << 127;
    let x = mul_high(fraction, LN_2);
    (1..=TERMS).rev().fold(ONE, |sum, n| ONE + mul_high(x, sum) / n)
}

/// The upper half of a 256-bit product.
fn mul_high(a: u128, b: u128) -> u128 {
    const LOW: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & LOW, b >> 64, b & LOW);
    let middle = a1 * b0 + ((a0 * b0) >> 64);
    let carry = (middle & LOW) + a0 * b1;
    a1 * b1 + (middle >> 64) + (carry >> 64)
}

//! Bitwise operators, shifts and rotations on all 32 bits.
//!
//! ```text
//!   shl(n) <<    ...iiii.ffff0      shifts in zeros; n >= 32 gives 0
//!   shr(n) >>    siiii.ffff...      shifts in the sign; n >= 31 gives 0 or -0x0.0001
//!   lshr(n) >>>  0iiii.ffff...      shifts in zeros; n >= 32 gives 0
//!   rotl(n) <<>  bits leaving at the top enter at the bottom, by n & 31;  rotr(n) >>< the other way
//! ```
//!
//! The count is floored. A negative one shifts the other way: `x << -n` is the logical `x >>> n`; `>>` and `>>>` shift
//! left. Non-negative counts are measured, negative ones are not. For a negative `x` sources differ: the changelog of
//! 0.2.0f has the arithmetic `x >> n` for `x << -n`; z8lua, part of the original since 0.2.4 by the manual, shifts
//! logically, as do zepto8 and FAKE-08. The newer source decides.

use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};
use rasher_describe::describe;

use crate::Num;
use crate::ops::operators;

#[describe]
impl Num {
    /// Left shift, the operator `<<`; a negative count is a logical right shift.
    ///
    /// ```
    /// # use rasher_num::{Num, num};
    /// assert_eq!(num!(1).shl(num!(4)), num!(16));
    /// assert_eq!(num!(8).shl(num!(-2)), num!(2));
    /// ```
    pub const fn shl(self, count: Num) -> Num {
        match count.flr() {
            n if n < 0 => self.right(-n),
            n => self.left(n),
        }
    }

    /// Arithmetic right shift, the operator `>>`; a negative count is a left shift.
    ///
    /// ```
    /// # use rasher_num::num;
    /// assert_eq!(num!(1).shr(num!(1)), num!(0.5));
    /// assert_eq!(num!(0x8000).shr(num!(4)), num!(0xf800));
    /// ```
    pub const fn shr(self, count: Num) -> Num {
        match count.flr() {
            n if n < 0 => self.left(-n),
            n => Num::from_bits(self.bits() >> if n < 31 { n } else { 31 }),
        }
    }

    /// Logical right shift, the operator `>>>`; a negative count is a left shift.
    pub const fn lshr(self, count: Num) -> Num {
        match count.flr() {
            n if n < 0 => self.left(-n),
            n => self.right(n),
        }
    }

    /// Left rotation, the operator `<<>`, by the count modulo 32.
    ///
    /// ```
    /// # use rasher_num::num;
    /// assert_eq!(num!("0x1234.5678").rotl(num!(8)), num!("0x3456.7812"));
    /// ```
    pub const fn rotl(self, count: Num) -> Num {
        Num::from_bits(self.bits().rotate_left((count.flr() & 31) as u32))
    }

    /// Right rotation, the operator `>><`, by the count modulo 32.
    pub const fn rotr(self, count: Num) -> Num {
        Num::from_bits(self.bits().rotate_right((count.flr() & 31) as u32))
    }

    const fn left(self, count: i32) -> Num {
        Num::from_bits(if count < 32 { ((self.bits() as u32) << count) as i32 } else { 0 })
    }

    const fn right(self, count: i32) -> Num {
        Num::from_bits(if count < 32 { (self.bits() as u32 >> count) as i32 } else { 0 })
    }
}

operators! {
    BitAnd bitand |a, b| a & b;
    BitOr bitor |a, b| a | b;
    /// The operators `^^` and binary `~`. In Rust `^` is exclusive or; the console's power is [`Num::pow`].
    BitXor bitxor |a, b| a ^ b;
}

/// The prefix operator `~`.
impl Not for Num {
    type Output = Num;
    fn not(self) -> Num {
        Num::from_bits(!self.bits())
    }
}

/// [`Num::shl`] as an operator.
impl Shl for Num {
    type Output = Num;
    fn shl(self, count: Num) -> Num {
        self.shl(count)
    }
}

/// [`Num::shr`] as an operator.
impl Shr for Num {
    type Output = Num;
    fn shr(self, count: Num) -> Num {
        self.shr(count)
    }
}

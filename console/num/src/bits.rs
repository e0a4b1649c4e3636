//! Bitwise operators, shifts and rotations on all 32 bits, fraction included.
//!
//! ```text
//!   shl(n) <<    ...iiii.ffff0      zeros come in; n >= 32 gives 0
//!   shr(n) >>    siiii.ffff...      the sign comes in; n >= 31 gives 0 or -0x0.0001
//!   lshr(n) >>>  0iiii.ffff...      zeros come in; n >= 32 gives 0
//!   rotl(n) <<>  what leaves at the top enters at the bottom, by n & 31;  rotr(n) >>< the other way
//! ```
//!
//! The count is the floor of a number. A negative count shifts the other way by as much: `x << -n` is the logical
//! `x >>> n`, and `>>`, `>>>` with a negative count shift left. Non-negative counts were measured, negative ones not on
//! the real machine. The two differ for a negative `x` alone: the changelog of 0.2.0f has `x << -n` as the arithmetic `x >> n`; z8lua, which
//! the manual names as a part of the original from 0.2.4 on, shifts logically and says so, and so do zepto8 and FAKE-08. The newer counts.

use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};
use rasher_describe::describe;

use crate::Num;

#[describe]
impl Num {
    /// Left shift, the operator `<<`; a negative count is a logical right shift, [`Num::lshr`].
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
    ///
    /// ```
    /// # use rasher_num::num;
    /// assert_eq!(num!(0x8000).lshr(num!(4)), num!(0x0800));
    /// ```
    pub const fn lshr(self, count: Num) -> Num {
        match count.flr() {
            n if n < 0 => self.left(-n),
            n => self.right(n),
        }
    }

    /// Rotation to the left, the operator `<<>`, by the count modulo 32.
    ///
    /// ```
    /// # use rasher_num::num;
    /// assert_eq!(num!("0x1234.5678").rotl(num!(8)), num!("0x3456.7812"));
    /// ```
    pub const fn rotl(self, count: Num) -> Num {
        Num::from_bits(self.bits().rotate_left((count.flr() & 31) as u32))
    }

    /// Rotation to the right, the operator `>><`, by the count modulo 32.
    ///
    /// ```
    /// # use rasher_num::num;
    /// assert_eq!(num!("0x1234.5678").rotr(num!(8)), num!("0x7812.3456"));
    /// ```
    pub const fn rotr(self, count: Num) -> Num {
        Num::from_bits(self.bits().rotate_right((count.flr() & 31) as u32))
    }

    /// To the left by 0 or more.
    const fn left(self, count: i32) -> Num {
        Num::from_bits(if count < 32 { ((self.bits() as u32) << count) as i32 } else { 0 })
    }

    /// To the right by 0 or more, zeros coming in.
    const fn right(self, count: i32) -> Num {
        Num::from_bits(if count < 32 { (self.bits() as u32 >> count) as i32 } else { 0 })
    }
}

impl BitAnd for Num {
    type Output = Num;
    fn bitand(self, other: Num) -> Num {
        Num::from_bits(self.bits() & other.bits())
    }
}

impl BitOr for Num {
    type Output = Num;
    fn bitor(self, other: Num) -> Num {
        Num::from_bits(self.bits() | other.bits())
    }
}

/// The operators `^^` and binary `~`. In Rust `^` is exclusive or; the console's power is [`Num::pow`].
impl BitXor for Num {
    type Output = Num;
    fn bitxor(self, other: Num) -> Num {
        Num::from_bits(self.bits() ^ other.bits())
    }
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

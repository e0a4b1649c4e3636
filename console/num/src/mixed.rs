//! Operators with an `i32` on one side, and assignments.
//!
//! ```text
//! x + 1   2 * x   x += 1   x % 8   x & 3        the i32 as by `Num::int`, wrapped to 16 bits
//! x < 8   x == 0                                the i32 itself: 40000 is greater than every number
//! x + 0.5                                       refused; the message suggests `num!(0.5)`
//! ```
//!
//! Arithmetic follows the console's rule for whole numbers. A comparison that wrapped would find 40000 and -25536 equal
//! to the same number. Only `i32` is allowed, since a literal must have one type. `8 > x` is missing: with a second
//! type to compare an `i32` with, rustc could no longer infer `i < n.into()`.

use core::cmp::Ordering;
use core::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul,
    MulAssign, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign, Sub, SubAssign,
};

use crate::Num;

/// The other operand of a [`Num`]: an `i32`.
///
/// The trait exists for its error message: `x + 0.5` suggests [`num!`](crate::num!).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operand for `Num`: `Num` and `i32` are",
    label = "`Num` or `i32` expected",
    note = "a literal with a point is `num!(0.5)`; other integers are `i32::from(n)` or `n as i32`"
)]
pub trait Whole: sealed::Sealed + Into<Num> {
    /// The number in 65536ths.
    #[doc(hidden)]
    fn scaled(self) -> i64;
}

mod sealed {
    pub trait Sealed: Copy {}
    impl Sealed for i32 {}
}

impl Whole for i32 {
    #[inline]
    fn scaled(self) -> i64 {
        i64::from(self) << 16
    }
}

impl<T: Whole> PartialEq<T> for Num {
    fn eq(&self, other: &T) -> bool {
        i64::from(self.bits()) == other.scaled()
    }
}

impl<T: Whole> PartialOrd<T> for Num {
    fn partial_cmp(&self, other: &T) -> Option<Ordering> {
        i64::from(self.bits()).partial_cmp(&other.scaled())
    }
}

/// `a op= b` as `a = a op b`, and both with an `i32` on one side.
macro_rules! mixed {
    ($($trait:ident $method:ident $assign:ident $assigns:ident $op:tt),*) => {$(
        impl $assign for Num {
            fn $assigns(&mut self, other: Num) {
                *self = *self $op other;
            }
        }
        impl<T: Whole> $assign<T> for Num {
            fn $assigns(&mut self, other: T) {
                $assign::<Num>::$assigns(self, other.into());
            }
        }
        impl<T: Whole> $trait<T> for Num {
            type Output = Num;
            fn $method(self, other: T) -> Num {
                $trait::<Num>::$method(self, other.into())
            }
        }
        impl $trait<Num> for i32 {
            type Output = Num;
            fn $method(self, other: Num) -> Num {
                Num::int(self) $op other
            }
        }
    )*};
}
mixed!(Add add AddAssign add_assign +, Sub sub SubAssign sub_assign -, Mul mul MulAssign mul_assign *);
mixed!(Div div DivAssign div_assign /, Rem rem RemAssign rem_assign %);
mixed!(BitAnd bitand BitAndAssign bitand_assign &, BitOr bitor BitOrAssign bitor_assign |);
mixed!(BitXor bitxor BitXorAssign bitxor_assign ^, Shl shl ShlAssign shl_assign <<, Shr shr ShrAssign shr_assign >>);

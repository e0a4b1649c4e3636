//! Signposts for PICO-8's number functions called on the machine: none compiles, and the error names the right method.
//!
//! ```text
//! p8.sin(x)   error: PICO-8's functions on numbers are methods of the number: `x.sin()`, ...
//! ```

use crate::Machine;
use num::Num;

/// Implemented by no type.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "PICO-8's functions on numbers are methods of the number: `x.sin()`, `x.flr()`, `x.max(y)`, `x.mid(a, b)`",
    label = "not a method of the machine",
    note = "likewise `x.cos()`, `Num::atan2(dx, dy)`, `x.sqrt()`, `x.ceil()`, `x.abs()`, `x.sgn()`, `x.min(y)`, `x.shl(n)`; \
            `rasher help sin` has an example"
)]
pub trait OnTheMachine: sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
}

macro_rules! signposts {
    ($($name:ident($($arg:ident $of:ident),*))*) => {
        #[doc(hidden)]
        impl Machine {
            $(pub fn $name<$($of: OnTheMachine),*>(&self, $($arg: $of),*) -> Num {
                let _ = ($($arg,)*);
                Num::ZERO
            })*
        }
    };
}

signposts! {
    sin(x A) cos(x A) atan2(dx A, dy B) sqrt(x A)
    flr(x A) ceil(x A) abs(x A) sgn(x A) max(x A, y B) min(x A, y B) mid(x A, y B, z C)
    shl(x A, n B) shr(x A, n B) lshr(x A, n B) rotl(x A, n B) rotr(x A, n B)
}

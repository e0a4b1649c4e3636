//! The console's numbers: 16 bits before the point, 16 after, in a signed 32-bit word.
//!
//! ```text
//!   bit 31            16 15             0
//!       s iii iiii iiii iiii . ffff ffff ffff ffff      value = bits / 65536
//!       -32768 ...  32767.99998, in steps of 0.000015
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `num.rs` | the type, its constants, conversions, `flr ceil abs sgn mid sqrt` |
//! | `ops.rs` | `+ - * / % \` and unary minus: what wraps, what saturates |
//! | `mixed.rs` | operators with an `i32` on one side: `x * 2`, `x < 8`; assignments such as `+=` |
//! | `bits.rs` | `& \| ^ !`, shifts and rotations, with any count |
//! | `pow.rs` | `^`, to the last bit of a double, in integers |
//! | `described.rs` | descriptions of the calls, for the console's help |
//! | `text.rs` | literals, decimal text, `tostr`, `tonum`, the macro [`num!`] |
//! | `trig.rs` | `sin cos atan2` in turns |
//! | `table.rs` | their two tables, computed at compile time from π |
//! | `rng.rs` | the generator behind `rnd` and `srand` |
//! | `rows.rs` | tables of numbers in text files, read at compile time |
//!
//! Rules are measured on PICO-8 0.2.7, from its manual, or else from open implementations; each item says which. There
//! are no floats, so every platform and build profile gives the same bits. No call panics, except for tables read at
//! compile time ([`numbers`]). Vectors, other widths and Lua's coercions are elsewhere.
//!
//! ```
//! use rasher_num::{Num, num};
//!
//! let third = Num::ONE / Num::int(3);
//! assert_eq!(third.to_string(), "0.3333");
//! assert_eq!(num!(0.25).sin(), num!(-1), "a quarter turn, in screen coordinates");
//! assert_eq!(num!(1000) * num!(1000), num!(0x4240), "products wrap");
//! assert_eq!(num!(1) / num!(0), Num::MAX, "quotients saturate");
//! ```

#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]
#![warn(missing_docs)]

extern crate alloc;

mod bits;
#[doc(hidden)]
pub mod described;
mod mixed;
mod num;
mod ops;
mod pow;
mod rng;
mod rows;
mod table;
mod text;
mod trig;

pub use crate::num::{Integer, Num};
pub use mixed::Whole;
pub use rng::Rng;
pub use rows::numbers;
#[doc(hidden)]
pub use text::literal;

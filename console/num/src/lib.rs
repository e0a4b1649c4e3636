//! Numbers as the console has them: 16 bits before the point, 16 after, in one signed 32-bit word.
//!
//! ```text
//!   bit 31            16 15             0
//!       s iii iiii iiii iiii . ffff ffff ffff ffff      value = bits / 65536
//!       -32768 ...  32767.99998, in steps of 0.000015
//! ```
//!
//! | file | what it holds |
//! |---|---|
//! | `num.rs` | the type, its constants, conversions, `flr ceil abs sgn mid sqrt` |
//! | `ops.rs` | `+ - * / % \` and unary minus: what wraps, what saturates |
//! | `mixed.rs` | operators with an `i32` on one side: `x * 2`, `x < 8`, and `+=` and its like |
//! | `bits.rs` | `& \| ^ !`, shifts and rotations, with any count |
//! | `pow.rs` | `^`, to the last bit of a double, without one |
//! | `described.rs` | what the source says of each call, for the console's help |
//! | `text.rs` | literals, decimal text, `tostr`, `tonum`, the macro [`num!`] |
//! | `trig.rs` | `sin cos atan2` in turns |
//! | `table.rs` | the two tables behind them, made by the compiler from π |
//! | `rng.rs` | the generator behind `rnd` and `srand` |
//! | `rows.rs` | tables of numbers in text files, read by the compiler |
//!
//! Rules come from values measured on PICO-8 0.2.7, from its manual, and, where neither speaks, from what open
//! implementations do; each item says which. Nothing here uses a float, so every platform and every build profile
//! gives the same bits. No call panics, whatever its arguments, but for tables that the compiler reads ([`numbers`]).
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
//!
//! Not here: vectors, other widths, and Lua's coercions of strings and nil, which belong to the language.

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

pub use crate::num::{Integer, Num, mid, sqrt};
pub use mixed::Whole;
pub use rng::Rng;
pub use rows::numbers;
#[doc(hidden)]
pub use text::literal;
pub use trig::{atan2, cos, sin};

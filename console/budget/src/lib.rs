//! What a cart's source costs: tokens, characters, compressed bytes, against the limits of the console.
//!
//! ```text
//!  cart/NAME, or main.rs ── rust/ ──┐                      ┌─> tokens      8,192
//!  a program in Lua ─────── lua/ ───┼─> ledger, one entry ─┼─> characters 65,535 ── report.rs ── savings.rs
//!                                   │   a token            └─> compressed 15,616     per file and function
//!  include_bytes! ──────────────────┘
//! ```
//!
//! For Lua the count is PICO-8's own. For Rust it is one in the same spirit: what the program does costs, what the
//! type checker wants is free. The rule stands in this crate's README, and ten programs written in both languages
//! hold it (`tests/pairs`).
//!
//! The crate reads no disk: files come through a function that the caller gives. Sources from outside never make it
//! panic or hang; what cannot be counted is an error with file, line, what was found and what was expected.
#![deny(clippy::float_arithmetic)]

mod error;
mod files;
mod ledger;
mod lua;
mod measure;
mod report;
mod rust;
mod savings;

pub use error::BudgetError;
pub use files::{MOST, ReadFile};
pub use ledger::{FileCost, PartCost};
pub use measure::{STACK, lua_tokens, measure, measure_lua};
pub use report::{BudgetReport, Language, SourceLimit};
pub use savings::Saving;

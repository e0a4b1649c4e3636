//! Text: P8SCII bytes, their Unicode forms, the fonts and `print`.
//!
//! ```text
//!   &str String [u8] Num i32 ── value.rs ──┐                     charset.rs  256 codes <-> Unicode
//!   p8!(r"\^w..") ───────────── escape.rs ─┴─ bytes              font.rs     the default font
//!                                              │                 style.rs    attributes, registers, custom font
//!   print.rs  the calls ── layout.rs  where each goes ── glyph.rs  pixels into screen memory
//!                              └ control.rs  the codes 0 to 15; codes.rs  what they do, in words
//!   message.rs  text from outside, fit for an error message
//! ```
//!
//! Nothing is allocated on the way. No text makes a call panic or run on: a byte is taken once, or 168 times behind a
//! `\*`.

mod charset;
mod codes;
mod control;
mod escape;
mod font;
mod glyph;
mod layout;
mod message;
mod print;
mod quoted;
mod style;
mod value;

pub use charset::{decode, encode};
pub use codes::{COMMANDS, CONTROLS, Code, SOUNDS};
#[doc(hidden)]
pub use escape::{escaped_len, unescape};
pub use message::in_message;
pub use value::{Bytes, Text};

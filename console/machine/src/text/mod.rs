//! Text: P8SCII bytes, their Unicode forms, the fonts and `print`.
//!
//! ```text
//!   &str String [u8] Num i32 ── value.rs ──┐                     charset.rs  256 codes <-> Unicode
//!   p8!(r"\^w..") ───────────── escape.rs ─┴─ bytes              font.rs     the default font
//!                                              │                 style.rs    attributes, registers, custom font
//!   print.rs  the calls ── layout.rs  positions ── glyph.rs  pixels into screen memory
//!                              └ control.rs  the codes 0 to 15; codes.rs  their descriptions
//!   message.rs  outside text in error messages
//! ```
//!
//! Nothing is allocated. No text makes a call panic or hang: each byte is read once, or 168 times after a `\*`.

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
pub use codes::{COMMANDS, CONTROLS, ControlCode, SOUNDS};
#[doc(hidden)]
pub use escape::{escaped_len, unescape};
pub use font::glyph_rows;
pub use message::in_message;
pub use value::{Bytes, Text};

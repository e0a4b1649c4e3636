//! Text: P8SCII bytes, their Unicode forms, the fonts and `print`.

mod charset;
mod font;
mod glyph;
mod layout;
mod print;
mod style;
mod value;

pub use charset::{decode, encode};
pub use value::{Bytes, Text};

//! Text: P8SCII bytes, their Unicode forms, the fonts and `print`.

mod charset;

pub use charset::{decode, encode};

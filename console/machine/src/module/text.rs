//! P8SCII and its Unicode forms, as in the console.

#[path = "../text/charset.rs"]
mod charset;
#[path = "../text/escape.rs"]
mod escape;
#[path = "../text/value.rs"]
mod value;

pub use charset::{decode, encode};
#[doc(hidden)]
pub use escape::{escaped_len, unescape};
pub use value::{Bytes, Text};

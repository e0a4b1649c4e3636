//! P8SCII and Unicode.

use alloc::string::String;

/// The P8SCII bytes of a Rust text.
pub fn encode(text: &str) -> impl Iterator<Item = u8> + Clone + '_ {
    text.chars().map(|c| if c.is_ascii() { c as u8 } else { b'?' })
}

/// The Unicode text of P8SCII bytes.
pub fn decode(bytes: &[u8]) -> String {
    bytes.iter().map(|b| *b as char).collect()
}

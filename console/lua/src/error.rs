//! Syntax errors.

use alloc::{format, string::String, vec::Vec};
use core::fmt::{self, Write};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// From 1.
    pub line: u32,
    /// A token as it is written, or the end of the source; for [`message_bytes`].
    pub found: String,
    pub expected: String,
    /// The line of the token that is not closed, if it is another one.
    pub opened: Option<u32>,
}

pub(crate) const END: &str = "the end of the program";

impl SyntaxError {
    /// Could the program be completed?
    pub fn is_unfinished(&self) -> bool {
        self.found == END
    }

    /// What was expected; `line` names the other line as its file counts it.
    pub fn expected_at(&self, line: impl FnOnce(u32) -> String) -> String {
        self.opened
            .map_or_else(|| self.expected.clone(), |opened| format!("{} of {}", self.expected, line(opened)))
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = self.expected_at(|line| format!("line {line}"));
        write!(f, "syntax error line {}: found ", self.line)?;
        for letter in self.found.chars() {
            // Glyphs have numbers that are control characters elsewhere.
            match letter.is_control() {
                true => write!(f, "\\x{:02x}", u32::from(letter))?,
                false => f.write_char(letter)?,
            }
        }
        write!(f, ", expected {expected}")
    }
}

impl core::error::Error for SyntaxError {}

const SHOWN: usize = 100;

/// Bytes of a program as a part of a message: each becomes the character of its number. The host decides which glyphs they are.
pub(crate) fn in_message(bytes: &[u8]) -> String {
    let cut = if bytes.len() > SHOWN { ".." } else { "" };
    bytes.iter().take(SHOWN).copied().map(char::from).chain(cut.chars()).collect()
}

/// Converts a message to bytes of a program: bytes in it come back as they were.
pub fn message_bytes(message: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(message.len());
    for letter in message.chars() {
        match u8::try_from(letter) {
            Ok(byte) => bytes.push(byte),
            Err(_) => bytes.extend(letter.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    bytes
}

//! What is wrong in a source.

use alloc::string::String;
use core::fmt;

/// A source that is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The line in which it shows, from 1.
    pub line: u32,
    /// What stands there: a token as it is written, or the end of the source.
    pub found: String,
    /// What would be right.
    pub expected: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "syntax error line {}: found {}, expected {}", self.line, self.found, self.expected)
    }
}

impl core::error::Error for SyntaxError {}

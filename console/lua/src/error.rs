//! What is wrong in a source.

use alloc::format;
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
    /// The line of what that would close, if it is another one.
    pub opened: Option<u32>,
}

impl SyntaxError {
    /// What would be right, with the other line as its file counts it.
    pub fn expected_at(&self, line: impl FnOnce(u32) -> String) -> String {
        self.opened
            .map_or_else(|| self.expected.clone(), |opened| format!("{} of {}", self.expected, line(opened)))
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = self.expected_at(|line| format!("line {line}"));
        write!(f, "syntax error line {}: found {}, expected {expected}", self.line, self.found)
    }
}

impl core::error::Error for SyntaxError {}

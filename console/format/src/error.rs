//! What is wrong with a file, said so that it can be found and mended.
//!
//! ```text
//! sprites/porklike.map:37:12: found "g3", expected two hex digits or ".."        a text: line, column from 1
//! sprites/porklike.png: pixel 3,70: found #ff0000, expected one of the 16 ...    a picture: x, y from 0
//! game.p8.png: byte 430a: found a copy of 9 ..., expected at most the 4 ...      bytes: the address, from 0
//! sprites/porklike.png: found 64x64 pixels, expected 128x128                     the whole file
//! ```

use crate::limit::FormatLimit;
use rasher::text::in_message;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePlace {
    /// The file as a whole.
    Whole,
    /// A character of a text. Both count from 1; columns count characters, not bytes.
    Text {
        /// Line, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
    },
    /// A pixel of a picture, from 0 at the top left.
    Pixel { x: usize, y: usize },
    /// A byte of what is stored, from 0; shown in hex, as addresses are.
    Byte { at: usize },
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The name that the reader was called with.
    pub file: String,
    pub place: FilePlace,
    /// What stands there. Text from the file is in quotes, cut to a few words.
    pub found: String,
    pub expected: String,
    /// The limit that the file goes past, if that is what is wrong.
    pub limit: Option<FormatLimit>,
}

impl FormatError {
    /// An error as one line that can be shown, whatever the file holds.
    pub fn new(file: &str, place: FilePlace, found: impl Into<String>, expected: impl Into<String>) -> Self {
        FormatError {
            file: in_message(file, FILE_CHARS),
            place,
            found: in_message(&found.into(), FOUND_CHARS),
            expected: in_message(&expected.into(), EXPECTED_CHARS),
            limit: None,
        }
    }
}

impl FormatError {
    pub(crate) fn past(self, limit: impl Into<Option<FormatLimit>>) -> Self {
        FormatError { limit: limit.into(), ..self }
    }
}

impl FormatLimit {
    /// The error of a file that has `count`.
    pub(crate) fn error(self, file: &str, place: FilePlace, count: usize) -> FormatError {
        let (found, expected) = (format!("{count} {}", self.what()), format!("at most {}", self.most()));
        FormatError::new(file, place, found, expected).past(self)
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        match self.place {
            FilePlace::Whole => {}
            FilePlace::Text { line, column } => write!(f, ":{line}:{column}")?,
            FilePlace::Pixel { x, y } => write!(f, ": pixel {x},{y}")?,
            FilePlace::Byte { at } => write!(f, ": byte {at:04x}")?,
        }
        write!(f, ": found {}, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for FormatError {}

/// Refuses a file that is larger than any that makes sense.
pub(crate) fn limit(bytes: &[u8], limit: FormatLimit, file: &str) -> Result<(), FormatError> {
    if bytes.len() <= limit.most() {
        return Ok(());
    }
    let (found, expected) = (format!("{} bytes", bytes.len()), format!("at most {} bytes", limit.most()));
    Err(FormatError::new(file, FilePlace::Whole, found, expected).past(limit))
}

/// A path longer than this says no more to anybody.
const FILE_CHARS: usize = 240;
/// What was found, and what was expected: a library's words may quote the file.
const FOUND_CHARS: usize = 160;
const EXPECTED_CHARS: usize = 400;
/// Foreign text in a message: enough to recognise the place by.
const QUOTE_CHARS: usize = 24;

/// Text from outside, fit for a message: in quotes, at most 24 characters of it.
pub(crate) fn quote(text: &str) -> String {
    format!("\"{}\"", in_message(text, QUOTE_CHARS))
}

//! Errors in files, with the place to fix.
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
    Whole,
    /// A character of a text, not a byte. Both count from 1.
    Text {
        line: usize,
        column: usize,
    },
    /// A pixel of a picture, from 0 at the top left.
    Pixel {
        x: usize,
        y: usize,
    },
    /// An address in the stored bytes, from 0; shown in hex.
    Byte {
        at: usize,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    pub file: String,
    pub place: FilePlace,
    /// Text from the file is in quotes and cut to a few words.
    pub found: String,
    pub expected: String,
    /// The limit that the file exceeds, if that is the error.
    pub limit: Option<FormatLimit>,
}

impl FormatError {
    pub fn new(file: &str, place: FilePlace, found: impl Into<String>, expected: impl Into<String>) -> Self {
        FormatError {
            file: in_message(file, FILE_CHARS),
            place,
            found: in_message(&found.into(), FOUND_CHARS),
            expected: in_message(&expected.into(), EXPECTED_CHARS),
            limit: None,
        }
    }

    pub(crate) fn whole(file: &str, found: impl Into<String>, expected: impl Into<String>) -> Self {
        FormatError::new(file, FilePlace::Whole, found, expected)
    }

    pub(crate) fn in_line(
        file: &str,
        line: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        FormatError::new(file, FilePlace::Text { line, column: 1 }, found, expected)
    }

    pub(crate) fn past(self, limit: impl Into<Option<FormatLimit>>) -> Self {
        FormatError { limit: limit.into(), ..self }
    }
}

impl FormatLimit {
    pub(crate) fn error(self, file: &str, count: usize) -> FormatError {
        let (found, expected) = (format!("{count} {}", self.what()), format!("at most {}", self.most()));
        FormatError::whole(file, found, expected).past(self)
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

pub(crate) fn limit(bytes: &[u8], limit: FormatLimit, file: &str) -> Result<(), FormatError> {
    if bytes.len() <= limit.most() {
        return Ok(());
    }
    let (found, expected) = (format!("{} bytes", bytes.len()), format!("at most {} bytes", limit.most()));
    Err(FormatError::whole(file, found, expected).past(limit))
}

const FILE_CHARS: usize = 240;
const FOUND_CHARS: usize = 160;
const EXPECTED_CHARS: usize = 400;
/// Text from a file in a message: enough to recognise the place.
const QUOTE_CHARS: usize = 24;

pub(crate) fn quote(text: &str) -> String {
    format!("\"{}\"", in_message(text, QUOTE_CHARS))
}

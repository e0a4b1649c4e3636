//! A text as numbered lines, and the comments that must not get lost.
//!
//! ```text
//! # The Yard          Comment { before: 0, text: "# The Yard" }
//! rows 32             content line 0
//!                     Comment { before: 1, text: "" }           an empty line is kept like a comment
//! # first row         Comment { before: 1, text: "# first row" }
//! ....05..            content line 1
//! ```
//!
//! Lines end with LF; a CR before it is dropped, as is a byte order mark and white space at the end of content.
//! The last line may lack its LF.

use crate::error::{FormatError, Place, TEXT_MAX, limit};

/// A comment or an empty line, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Number of content lines above it.
    pub before: usize,
    /// The whole line with its `#`; empty for an empty line.
    pub text: String,
}

/// One line of a text.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    /// From 1.
    pub number: usize,
    /// Without its end.
    pub text: &'a str,
}

/// The bytes as a text, or an error at the first byte that is not UTF-8.
pub(crate) fn utf8<'a>(bytes: &'a [u8], file: &str) -> Result<&'a str, FormatError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(e) => {
            let (good, bad) = bytes.split_at(e.valid_up_to());
            let line = good.iter().filter(|b| **b == b'\n').count() + 1;
            let start = good.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
            // Each character has exactly one byte that does not continue another.
            let column = good[start..].iter().filter(|b| **b & 0xc0 != 0x80).count() + 1;
            let found = format!("byte {:02x}", bad.first().copied().unwrap_or(0));
            Err(FormatError::new(file, Place::Text { line, column }, found, "text in UTF-8"))
        }
    }
}

/// The lines of a text; what follows the last LF counts only if there is something.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines().enumerate().map(|(i, text)| Line { number: i + 1, text })
}

/// Content lines of a file, one after the other, with the comments between them set aside.
pub(crate) struct Content<'a> {
    file: &'a str,
    text: &'a str,
    at: usize,
    lines: Vec<Line<'a>>,
    /// Every comment of the file.
    pub comments: Vec<Comment>,
}

impl<'a> Content<'a> {
    /// Parts the bytes of `file` into content and comments.
    pub fn new(bytes: &'a [u8], file: &'a str) -> Result<Self, FormatError> {
        limit(bytes, TEXT_MAX, file)?;
        let text = utf8(bytes, file)?;
        let mut content = Content { file, text, at: 0, lines: Vec::new(), comments: Vec::new() };
        for line in lines(text) {
            let body = line.text.trim_ascii_end();
            if body.is_empty() || body.trim_ascii_start().starts_with('#') {
                content.comments.push(Comment { before: content.lines.len(), text: body.into() });
            } else {
                content.lines.push(Line { text: body, ..line });
            }
        }
        Ok(content)
    }

    /// The next content line; `expected` says what is missing when there is none.
    pub fn next(&mut self, expected: &str) -> Result<Line<'a>, FormatError> {
        match self.lines.get(self.at) {
            Some(line) => {
                self.at += 1;
                Ok(*line)
            }
            None => {
                let line = self.text.lines().count() + 1;
                let place = Place::Text { line, column: 1 };
                Err(FormatError::new(self.file, place, "the end of the file", expected))
            }
        }
    }

    /// Refuses content after the last line that a format has.
    pub fn end(&self, expected: &str) -> Result<(), FormatError> {
        match self.lines.get(self.at) {
            None => Ok(()),
            Some(line) => {
                let place = Place::Text { line: line.number, column: 1 };
                Err(FormatError::new(self.file, place, crate::error::quote(line.text), expected))
            }
        }
    }
}

/// Content lines with the comments back in their places.
pub(crate) fn join(content: impl Iterator<Item = String>, comments: &[Comment]) -> String {
    let mut out = String::new();
    let mut push = |text: &str| {
        out.push_str(text);
        out.push('\n');
    };
    let mut rest = comments.iter().peekable();
    for (i, line) in content.enumerate() {
        while let Some(comment) = rest.next_if(|c| c.before <= i) {
            push(&comment.text);
        }
        push(&line);
    }
    rest.for_each(|comment| push(&comment.text));
    out
}

/// The value of a hex digit of either case.
pub(crate) fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|d| d as u8)
}

/// The value of two hex digits.
pub(crate) fn hex2(pair: &[u8]) -> Option<u8> {
    match pair {
        [high, low] => Some(hex(*high)? << 4 | hex(*low)?),
        _ => None,
    }
}

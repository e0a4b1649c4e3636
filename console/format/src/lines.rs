//! A text as numbered lines, with its comments kept.
//!
//! ```text
//! # The Yard          Comment { before: 0, text: "# The Yard" }
//! rows 32             content line 0
//!                     Comment { before: 1, text: "" }           an empty line is kept as a comment
//! # first row         Comment { before: 1, text: "# first row" }
//! ....05..            content line 1
//! ```
//!
//! Lines end with LF; a CR before it is dropped, and so are a byte order mark and white space at the end of content. The last line may
//! lack its LF.

use crate::error::{FilePlace, FormatError, limit, quote};
use crate::limit::FormatLimit;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    pub before: usize,
    /// The whole line with its `#`, or an empty line.
    pub text: String,
}

#[derive(Clone, Copy)]
pub(crate) struct TextLine<'a> {
    /// From 1.
    pub number: usize,
    pub text: &'a str,
}

impl TextLine<'_> {
    pub fn fault(&self, file: &str, fault: LineError<'_>) -> FormatError {
        self.error(file, fault.rest, fault.expected).past(fault.limit)
    }

    /// The error at the beginning of `rest`, a part of this line.
    pub fn error(&self, file: &str, rest: &str, expected: impl Into<String>) -> FormatError {
        let before = (rest.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let column = self.text.get(..before).map_or(1, |text| text.chars().count() + 1);
        let found = match word(rest).0 {
            "" => "the end of the line".into(),
            word => quote(word),
        };
        FormatError::new(file, FilePlace::Text { line: self.number, column }, found, expected)
    }
}

/// An error in a line, at the beginning of `rest`, a part of it.
#[derive(Clone, Copy)]
pub(crate) struct LineError<'a> {
    pub rest: &'a str,
    pub expected: &'static str,
    pub limit: Option<FormatLimit>,
}

impl<'a> LineError<'a> {
    pub fn new(rest: &'a str, expected: &'static str) -> Self {
        LineError { rest, expected, limit: None }
    }

    pub fn past(self, limit: impl Into<Option<FormatLimit>>) -> Self {
        LineError { limit: limit.into(), ..self }
    }
}

/// The first word of a text, and the text after it; an empty word if only white space is left.
pub(crate) fn word(text: &str) -> (&str, &str) {
    let start = text.trim_ascii_start();
    start.split_at(start.find(|c: char| c.is_ascii_whitespace()).unwrap_or(start.len()))
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
            Err(FormatError::new(file, FilePlace::Text { line, column }, found, "text in UTF-8"))
        }
    }
}

pub(crate) fn lines(text: &str) -> impl Iterator<Item = TextLine<'_>> {
    text.lines().enumerate().map(|(i, text)| TextLine { number: i + 1, text })
}

pub(crate) struct Content<'a> {
    file: &'a str,
    text: &'a str,
    at: usize,
    lines: Vec<TextLine<'a>>,
    pub comments: Vec<Comment>,
}

impl<'a> Content<'a> {
    pub fn new(bytes: &'a [u8], file: &'a str) -> Result<Self, FormatError> {
        limit(bytes, FormatLimit::TextBytes, file)?;
        let text = utf8(bytes, file)?;
        let mut content = Content { file, text, at: 0, lines: Vec::new(), comments: Vec::new() };
        for line in lines(text) {
            let body = line.text.trim_ascii_end();
            if body.is_empty() || body.trim_ascii_start().starts_with('#') {
                content.comments.push(Comment { before: content.lines.len(), text: body.into() });
            } else {
                content.lines.push(TextLine { text: body, ..line });
            }
        }
        Ok(content)
    }

    pub fn peek(&self) -> Option<TextLine<'a>> {
        self.lines.get(self.at).copied()
    }

    pub fn skip(&mut self) {
        self.at += 1;
    }

    /// The next content line; `expected` is for the error if there is none.
    pub fn next(&mut self, expected: &str) -> Result<TextLine<'a>, FormatError> {
        let line = self.peek().ok_or_else(|| self.missing(expected))?;
        self.skip();
        Ok(line)
    }

    pub fn missing(&self, expected: &str) -> FormatError {
        let (line, found) = match self.peek() {
            Some(line) => (line.number, quote(line.text)),
            None => (self.text.lines().count() + 1, "the end of the file".into()),
        };
        FormatError::in_line(self.file, line, found, expected)
    }

    /// Refuses content after a format's last line.
    pub fn end(&self, expected: &str) -> Result<(), FormatError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.missing(expected)) }
    }
}

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

/// Is this a number, but too large for one of 64 sounds or patterns?
pub(crate) fn beyond(digits: &str) -> bool {
    let number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    number && digits.parse::<u8>().map_or(true, |number| number > 63)
}

/// The value of two hex digits in upper or lower case.
pub(crate) fn hex2(pair: &[u8]) -> Option<u8> {
    let [high, low] = pair else { return None };
    let hex = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
    Some(hex(*high)? << 4 | hex(*low)?)
}

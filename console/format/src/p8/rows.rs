//! Rows of digits: how most of a `.p8` file is written.

use crate::error::{FilePlace, FormatError, quote};
use crate::limit::FormatLimit;
use crate::lines::TextLine;

/// A row that is being read, digit by digit.
pub(super) struct Digits<'a> {
    file: &'a str,
    line: TextLine<'a>,
    /// The next digit's byte. All before it are ASCII, so it is also a count of characters.
    at: usize,
}

impl<'a> Digits<'a> {
    fn rest(&self) -> &'a str {
        &self.line.text[self.at..]
    }

    /// The error of a value that began `back` digits ago.
    pub fn error(&self, back: usize, found: String, expected: &str) -> FormatError {
        let place = FilePlace::Text { line: self.line.number, column: self.at + 1 - back };
        FormatError::new(self.file, place, found, expected)
    }

    /// The error of what comes next.
    fn unexpected(&self, expected: &str) -> FormatError {
        let found = self
            .rest()
            .chars()
            .next()
            .map_or("the end of the line".into(), |c| quote(c.encode_utf8(&mut [0; 4])));
        self.error(0, found, expected)
    }

    /// One digit to base 16 or 32, of either case.
    pub fn digit(&mut self, base: u32) -> Result<u8, FormatError> {
        match self.rest().chars().next().and_then(|c| c.to_digit(base)) {
            Some(digit) => {
                self.at += 1;
                Ok(digit as u8)
            }
            None => Err(self.unexpected(if base == 16 { "a hex digit" } else { "a digit 0-9 or a-v" })),
        }
    }

    pub fn byte(&mut self) -> Result<u8, FormatError> {
        Ok(self.digit(16)? << 4 | self.digit(16)?)
    }

    /// Two hex digits whose value is at most `max`.
    pub fn value(&mut self, max: u8, what: &str) -> Result<u8, FormatError> {
        let value = self.byte()?;
        if value > max {
            let expected = format!("{what} up to {max:x}");
            return Err(self.error(2, format!("{value:x}"), &expected));
        }
        Ok(value)
    }

    /// A space, if there is one.
    pub fn space(&mut self) {
        self.at += usize::from(self.rest().starts_with(' '));
    }

    /// Passes over what is left of the row.
    pub fn skip(&mut self) {
        self.at = self.line.text.len();
    }

    /// Passes over what is left of the row if it does not begin with a digit.
    pub fn skip_words(&mut self) {
        if !self.rest().starts_with(|c: char| c.is_ascii_hexdigit()) {
            self.skip();
        }
    }

    /// Calls `item` until the row is read, at most `count` times: rows may be shorter, not longer.
    pub fn fill(
        &mut self,
        count: usize,
        mut item: impl FnMut(usize, &mut Self) -> Result<(), FormatError>,
    ) -> Result<(), FormatError> {
        for i in 0..count {
            if self.rest().is_empty() {
                break;
            }
            item(i, self)?;
        }
        Ok(())
    }
}

/// Calls `read` for each row that is not empty: at most `max` times, and each must be read to its end. Else
/// the error is that of the first limit, for rows, or of the second, for what stands in one.
pub(super) fn each_row<'a>(
    lines: &[TextLine<'a>],
    file: &'a str,
    max: usize,
    [rows_limit, row_limit]: [FormatLimit; 2],
    mut read: impl FnMut(usize, &mut Digits<'a>) -> Result<(), FormatError>,
) -> Result<(), FormatError> {
    let rows = lines.iter().map(|line| TextLine { text: line.text.trim_ascii_end(), ..*line });
    for (n, line) in rows.filter(|line| !line.text.is_empty()).enumerate() {
        let mut row = Digits { file, line, at: 0 };
        if n == max {
            return Err(row.unexpected(&format!("no more than {max} rows in this section")).past(rows_limit));
        }
        read(n, &mut row)?;
        if !row.rest().is_empty() {
            return Err(row.unexpected("the end of the row").past(row_limit));
        }
    }
    Ok(())
}

/// Writes rows of `per_row` values of 1 digit (to base 32) or 2 (to base 16); `trim` leaves out the zero rows
/// at the end.
pub(super) fn hex_rows(values: &[u8], per_row: usize, digits: usize, trim: bool) -> String {
    let used = values.iter().rposition(|v| *v != 0).map_or(0, |last| last / per_row + 1);
    let rows = if trim { used } else { values.len() / per_row };
    let mut out = String::with_capacity(rows * (per_row * digits + 1));
    for row in values.chunks(per_row).take(rows) {
        for value in row {
            if digits == 2 {
                out.push(digit(value >> 4));
            }
            out.push(digit(if digits == 2 { value & 15 } else { value & 31 }));
        }
        out.push('\n');
    }
    out
}

/// A digit to base 32.
pub(super) fn digit(value: u8) -> char {
    char::from_digit(u32::from(value & 31), 32).unwrap_or('0')
}

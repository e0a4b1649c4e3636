//! Reads and writes rows of digits, of which most of a `.p8` file consists.

use crate::error::{FilePlace, FormatError, quote};
use crate::limit::FormatLimit;
use crate::lines::TextLine;

pub(super) struct RowReader<'a> {
    file: &'a str,
    line: TextLine<'a>,
    /// The next digit's byte. All before it are ASCII, so it counts characters too.
    at: usize,
}

impl<'a> RowReader<'a> {
    fn rest(&self) -> &'a str {
        &self.line.text[self.at..]
    }

    /// The error of a value that began `back` digits ago.
    pub fn error(&self, back: usize, found: String, expected: &str) -> FormatError {
        let place = FilePlace::Text { line: self.line.number, column: self.at + 1 - back };
        FormatError::new(self.file, place, found, expected)
    }

    fn unexpected(&self, expected: &str) -> FormatError {
        let next = self.rest().chars().next();
        let found = next.map_or("the end of the line".into(), |c| quote(&c.to_string()));
        self.error(0, found, expected)
    }

    /// One digit of base 16 or 32, in upper or lower case.
    pub fn digit(&mut self, base: u32) -> Result<u8, FormatError> {
        let digit = self.rest().chars().next().and_then(|c| c.to_digit(base));
        let expected = if base == 16 { "a hex digit" } else { "a digit 0-9 or a-v" };
        let digit = digit.ok_or_else(|| self.unexpected(expected))?;
        self.at += 1;
        Ok(digit as u8)
    }

    pub fn byte(&mut self) -> Result<u8, FormatError> {
        Ok(self.digit(16)? << 4 | self.digit(16)?)
    }

    pub fn value(&mut self, max: u8, what: &str) -> Result<u8, FormatError> {
        let value = self.byte()?;
        if value > max {
            let expected = format!("{what} up to {max:x}");
            return Err(self.error(2, format!("{value:x}"), &expected));
        }
        Ok(value)
    }

    pub fn space(&mut self) {
        self.at += usize::from(self.rest().starts_with(' '));
    }

    pub fn skip(&mut self) {
        self.at = self.line.text.len();
    }

    /// Skips the rest of the row if it does not begin with a digit.
    pub fn skip_words(&mut self) {
        if !self.rest().starts_with(|c: char| c.is_ascii_hexdigit()) {
            self.skip();
        }
    }

    /// Reads values until the row ends, at most `count`.
    pub fn fill<T>(
        &mut self,
        count: usize,
        read: impl Fn(&mut Self) -> Result<T, FormatError>,
        mut put: impl FnMut(usize, T),
    ) -> Result<(), FormatError> {
        for i in 0..count {
            if self.rest().is_empty() {
                break;
            }
            put(i, read(self)?);
        }
        Ok(())
    }
}

/// Calls `read` for each row that is not empty, at most `max` times; it should read the whole row. The limits are those of the rows and of
/// the values in a row. An invalid row gives a warning, and keeps the values before the error.
pub(super) fn each_row<'a>(
    lines: &[TextLine<'a>],
    file: &'a str,
    max: usize,
    [rows_limit, row_limit]: [FormatLimit; 2],
    warnings: &mut Vec<FormatError>,
    mut read: impl FnMut(usize, &mut RowReader<'a>) -> Result<(), FormatError>,
) {
    let rows = lines.iter().map(|line| TextLine { text: line.text.trim_ascii_end(), ..*line });
    for (n, line) in rows.filter(|line| !line.text.is_empty()).enumerate() {
        let mut row = RowReader { file, line, at: 0 };
        if n == max {
            let expected = format!("no more than {max} rows in this section");
            return warnings.push(row.unexpected(&expected).past(rows_limit));
        }
        warnings.extend(match read(n, &mut row) {
            Ok(()) if row.rest().is_empty() => None,
            Ok(()) => Some(row.unexpected("the end of the row").past(row_limit)),
            Err(error) => Some(error),
        });
    }
}

/// Rows of `per_row` values of 1 digit (base 32) or 2 (base 16); `trim` leaves out zero rows at the end.
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

pub(super) fn digit(value: u8) -> char {
    char::from_digit(u32::from(value & 31), 32).unwrap_or('0')
}

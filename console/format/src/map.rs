//! The map as text: what a tile is stands where it lies.
//!
//! ```text
//! # the Yard                     a comment: any line that begins with #
//! rows 32                        the head: 32, or 64 when the map owns the shared half too
//! 5e5e5a4e4e4e....0c..           row 0: 128 tiles, two hex digits each or .. for tile 0, 256 characters
//! ...                            as many rows as the head says
//! ```
//!
//! Rows 0 to 31 are the bytes from 0x2000. Rows 32 to 63 are the bytes from 0x1000, which are also the lower half
//! of the sprite sheet: with `rows 32` the sheet owns them, with `rows 64` this file does.
//!
//! The layout is our decision: a row is a line, so that a diff shows where a level changed, and no separators,
//! so that a column of the text is a column of the map.

use crate::error::{FilePlace, FormatError, quote};
use crate::limit::FormatLimit;
use crate::lines::{Comment, Content, TextLine, hex2, join};

/// Tiles in a row of the map.
pub const COLUMNS: usize = 128;

/// A map file, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapText {
    /// Rows 0 to 31, 128 tiles each: the bytes from 0x2000.
    pub upper: Box<[u8; 0x1000]>,
    /// Rows 32 to 63, if the file owns them: the bytes from 0x1000.
    pub shared: Option<Box<[u8; 0x1000]>>,
    /// Comments; content line 0 is the head, line 1 + y is row y.
    pub comments: Vec<Comment>,
}

impl Default for MapText {
    fn default() -> Self {
        MapText { upper: Box::new([0; 0x1000]), shared: None, comments: Vec::new() }
    }
}

impl MapText {
    /// Rows that the file has: 32 or 64.
    pub fn rows(&self) -> usize {
        if self.shared.is_some() { 64 } else { 32 }
    }

    /// The tile at a cell, or `None` outside the file's rows and columns.
    pub fn get(&self, x: usize, y: usize) -> Option<u8> {
        let half = match y {
            0..32 => &self.upper,
            32..64 => self.shared.as_ref()?,
            _ => return None,
        };
        (x < COLUMNS).then(|| half[y % 32 * COLUMNS + x])
    }
}

/// Reads a map file; `file` is the name for errors.
pub fn read_map(bytes: &[u8], file: &str) -> Result<MapText, FormatError> {
    const HEAD: &str = "\"rows 32\" or \"rows 64\"";
    let mut content = Content::new(bytes, file)?;
    let head = content.next(HEAD)?;
    let halves = match head.text.split_ascii_whitespace().collect::<Vec<_>>()[..] {
        ["rows", "32"] => 1,
        ["rows", "64"] => 2,
        _ => {
            let place = FilePlace::Text { line: head.number, column: 1 };
            let past = head.text.trim_ascii_start().strip_prefix("rows").is_some_and(|rows| {
                rows.trim_ascii().parse::<u32>().is_ok_and(|rows| rows as usize > FormatLimit::MapRows.most())
            });
            let error = FormatError::new(file, place, quote(head.text), HEAD);
            return Err(error.past(past.then_some(FormatLimit::MapRows)));
        }
    };
    let mut half = |first: usize| {
        let mut tiles = Box::new([0; 0x1000]);
        for (i, row) in tiles.as_chunks_mut::<COLUMNS>().0.iter_mut().enumerate() {
            let line = content.next(&format!("row {} of {}", first + i, halves * 32))?;
            read_row(row, line, file)?;
        }
        Ok::<_, FormatError>(tiles)
    };
    let upper = half(0)?;
    let shared = if halves == 2 { Some(half(32)?) } else { None };
    let past = (halves == 2).then_some(FormatLimit::MapRows);
    content.end(&format!("nothing after the {} rows of the head", halves * 32)).map_err(|e| e.past(past))?;
    Ok(MapText { upper, shared, comments: content.comments })
}

fn read_row(row: &mut [u8; COLUMNS], line: TextLine<'_>, file: &str) -> Result<(), FormatError> {
    let error = |column: usize, found: String, expected: &str| {
        FormatError::new(file, FilePlace::Text { line: line.number, column }, found, expected)
    };
    let pairs = line.text.as_bytes().chunks(2);
    let count = pairs.len();
    for (i, pair) in pairs.enumerate() {
        let tile = match pair {
            b".." => 0,
            _ => match hex2(pair) {
                Some(tile) => tile,
                None => {
                    // All pairs before are ASCII, so this one begins at a character.
                    let found: String = line.text[i * 2..].chars().take(2).collect();
                    return Err(error(i * 2 + 1, quote(&found), "two hex digits or \"..\""));
                }
            },
        };
        match row.get_mut(i) {
            Some(cell) => *cell = tile,
            None => {
                let error = error(i * 2 + 1, format!("{count} tiles"), "the end of the line after 128 tiles");
                return Err(error.past(FormatLimit::MapColumns));
            }
        }
    }
    if count < COLUMNS {
        return Err(error(count * 2 + 1, format!("{count} tiles"), "128 tiles in a row"));
    }
    Ok(())
}

/// Writes a map file; tile 0 as `..`, digits in lower case.
pub fn write_map(map: &MapText) -> String {
    let rows = map.upper.as_chunks::<COLUMNS>().0.iter();
    let shared = map.shared.iter().flat_map(|half| half.as_chunks::<COLUMNS>().0);
    let head = std::iter::once(format!("rows {}", map.rows()));
    let tile = |tile: &u8| if *tile == 0 { "..".into() } else { format!("{tile:02x}") };
    join(head.chain(rows.chain(shared).map(|row| row.iter().map(tile).collect())), &map.comments)
}

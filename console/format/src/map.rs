//! The map as text: each tile is written at its place.
//!
//! ```text
//! # the Yard                     a comment: any line that begins with #
//! rows 32                        the head: 64 when the map owns the shared half too; any number from 1 to 64
//! 5e5e5a4e4e4e....0c..           row 0: at most 128 tiles, two hex digits each, or .. for tile 0
//! ...                            at most as many rows as the head states
//! ```
//!
//! Rows 0 to 31 are the bytes from 0x2000. Rows 32 to 63 are the bytes from 0x1000, which are also the lower half of the sprite sheet:
//! up to `rows 32` the sheet owns them, from `rows 33` on this file does. Missing tiles at the end of a row or of the file are tile 0;
//! [`MapText::left_out`] counts them for a message.
//!
//! The layout is ours: a row is a line, so that a diff shows where a level changed, and there are no separators, so that a column of
//! the text is a column of the map.

use crate::error::{FilePlace, FormatError, quote};
use crate::limit::{COLUMNS, FormatLimit};
use crate::lines::{Comment, Content, TextLine, hex2, join};

/// Rows that are not shared with the sheet.
const HALF: usize = 32;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapText {
    /// Rows 0 to 31, 128 tiles each: the bytes from 0x2000.
    pub upper: Box<[u8; 0x1000]>,
    /// Rows 32 to 63, if the file owns them: the bytes from 0x1000.
    pub shared: Option<Box<[u8; 0x1000]>>,
    /// Content line 0 is the head, line 1 + y is row y.
    pub comments: Vec<Comment>,
    /// What the file leaves out of 32 or 64 rows of 128 tiles; it is tile 0.
    pub left_out: LeftOut,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    pub rows: usize,
    /// Rows of fewer than 128 tiles.
    pub short: usize,
}

impl std::fmt::Display for LeftOut {
    /// Such as `its last 12 rows and the ends of 20 rows are filled with tile 0`; empty if nothing is left out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rows = |n: usize| if n == 1 { "1 row".to_string() } else { format!("{n} rows") };
        let (last, ends) =
            (format!("its last {}", rows(self.rows)), format!("the ends of {}", rows(self.short)));
        match (self.rows, self.short) {
            (0, 0) => Ok(()),
            (_, 0) => write!(f, "{last} are filled with tile 0"),
            (0, _) => write!(f, "{ends} are filled with tile 0"),
            _ => write!(f, "{last} and {ends} are filled with tile 0"),
        }
    }
}

impl Default for MapText {
    fn default() -> Self {
        let left_out = LeftOut::default();
        MapText { upper: Box::new([0; 0x1000]), shared: None, comments: Vec::new(), left_out }
    }
}

impl MapText {
    /// 32 or 64.
    pub fn rows(&self) -> usize {
        if self.shared.is_some() { 2 * HALF } else { HALF }
    }

    /// The tile at a cell; none outside the file's rows and columns.
    pub fn get(&self, x: usize, y: usize) -> Option<u8> {
        let half = match y {
            0..HALF => &self.upper,
            HALF..64 => self.shared.as_ref()?,
            _ => return None,
        };
        (x < COLUMNS).then(|| half[y % HALF * COLUMNS + x])
    }
}

pub fn read_map(bytes: &[u8], file: &str) -> Result<MapText, FormatError> {
    const HEAD: &str = "\"rows 32\" or \"rows 64\"";
    let mut content = Content::new(bytes, file)?;
    let head = content.next(HEAD)?;
    let error = || FormatError::in_line(file, head.number, quote(head.text), HEAD);
    let ["rows", rows] = head.text.split_ascii_whitespace().collect::<Vec<_>>()[..] else {
        return Err(error());
    };
    let rows: usize = match rows.parse::<u32>() {
        Ok(0) | Err(_) => return Err(error()),
        Ok(rows) => rows as usize,
    };
    if rows > FormatLimit::MapRows.most() {
        return Err(error().past(FormatLimit::MapRows));
    }
    let shared = (rows > HALF).then(|| Box::new([0; 0x1000]));
    let mut map = MapText { shared, ..MapText::default() };
    map.left_out.rows = map.rows();
    let upper = map.upper.as_chunks_mut::<COLUMNS>().0.iter_mut();
    let shared = map.shared.iter_mut().flat_map(|half| half.as_chunks_mut::<COLUMNS>().0);
    for row in upper.chain(shared).take(rows) {
        let Some(line) = content.peek() else { break };
        content.skip();
        map.left_out.rows -= 1;
        map.left_out.short += usize::from(read_row(row, line, file)? < COLUMNS);
    }
    let past = (rows == FormatLimit::MapRows.most()).then_some(FormatLimit::MapRows);
    content.end(&format!("nothing after the {rows} rows of the head")).map_err(|e| e.past(past))?;
    Ok(MapText { comments: content.comments, ..map })
}

fn read_row(row: &mut [u8; COLUMNS], line: TextLine<'_>, file: &str) -> Result<usize, FormatError> {
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
    Ok(count)
}

/// Tile 0 as `..`, digits in lower case.
pub fn write_map(map: &MapText) -> String {
    let rows = map.upper.as_chunks::<COLUMNS>().0.iter();
    let shared = map.shared.iter().flat_map(|half| half.as_chunks::<COLUMNS>().0);
    let head = std::iter::once(format!("rows {}", map.rows()));
    let tile = |tile: &u8| if *tile == 0 { "..".into() } else { format!("{tile:02x}") };
    join(head.chain(rows.chain(shared).map(|row| row.iter().map(tile).collect())), &map.comments)
}

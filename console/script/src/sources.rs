//! The file and line of each line of a program, for places in faults, calls and syntax errors.
//!
//! ```text
//! line of the program ── the last piece that begins at or before it ──> file, line in it
//! ```

use alloc::string::{String, ToString};
use alloc::{format, sync::Arc, vec::Vec};
use lua::SyntaxError;
use rasher::{Code, Fault, Place, Position};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    pub(crate) files: Arc<[String]>,
    /// First line in the program, number of the file, line in it; in order.
    pieces: Vec<(u32, u32, u32)>,
}

impl From<&str> for SourceMap {
    fn from(file: &str) -> SourceMap {
        SourceMap::new([(1, file, 1)])
    }
}

impl From<&Code> for SourceMap {
    fn from(code: &Code) -> SourceMap {
        SourceMap::new(code.pieces.iter().map(|(from, file, line)| (*from, &file[..], *line)))
    }
}

impl SourceMap {
    /// Pieces in the order of the program: their first line in it, the file, the line in that; all from 1.
    pub fn new<'a>(pieces: impl IntoIterator<Item = (u32, &'a str, u32)>) -> SourceMap {
        let mut files: Vec<String> = Vec::new();
        let piece = |(from, file, line): (u32, &str, u32)| {
            let number = files.iter().position(|known| known == file).unwrap_or(files.len());
            if number == files.len() {
                files.push(file.to_string());
            }
            (from, number as u32, line)
        };
        let pieces = pieces.into_iter().map(piece).collect();
        SourceMap { files: files.into(), pieces }
    }

    /// The place of a line of the program. `hint`, the piece of the previous line, becomes that of this one.
    #[inline]
    pub(crate) fn position(&self, line: u32, hint: &mut usize) -> Position {
        let begins = |piece: usize| self.pieces.get(piece).map_or(u32::MAX, |piece| piece.0);
        if line < begins(*hint) || line >= begins(*hint + 1) {
            *hint = self.pieces.partition_point(|piece| piece.0 <= line).saturating_sub(1);
        }
        match self.pieces.get(*hint) {
            Some((from, file, first)) => {
                Position { file: *file, line: line.saturating_sub(*from).saturating_add(*first) }
            }
            None => Position { file: 0, line },
        }
    }

    pub(crate) fn place(&self, line: u32) -> Place {
        let Position { file, line } = self.position(line, &mut 0);
        Place::new(self.files.get(file as usize).cloned().unwrap_or_default(), line)
    }

    pub(crate) fn error(&self, error: SyntaxError) -> CompileError {
        let place = self.place(error.line);
        // Another line of the same file is named by its number alone.
        let expected = error.expected_at(|line| match self.place(line) {
            other if other.file() == place.file() => format!("line {}", other.line()),
            other => other.to_string(),
        });
        CompileError { place, found: found(&error), expected }
    }
}

/// What a syntax error found, as text: bytes are glyphs here.
pub(crate) fn found(error: &SyntaxError) -> String {
    // An unclosed text may be long.
    rasher::text::in_message(&rasher::text::decode(&lua::message_bytes(&error.found)), 100)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    pub place: Place,
    pub found: String,
    pub expected: String,
}

impl CompileError {
    pub fn fault(self) -> Fault {
        let CompileError { place, found, expected } = self;
        let message = alloc::format!("syntax error: found {found}, expected {expected}");
        Fault { message, place, ..Fault::default() }
    }
}

impl core::fmt::Display for CompileError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let CompileError { place, found, expected } = self;
        write!(f, "{place}: syntax error: found {found}, expected {expected}")
    }
}

impl core::error::Error for CompileError {}

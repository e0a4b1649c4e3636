//! Where the lines of a program stand in its files, for places in faults, calls and syntax errors.
//!
//! ```text
//! line of the program ── the last piece that begins at or before it ──> file, line there
//! ```

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use lua::SyntaxError;
use rasher::{Code, Fault, Place, Position};

/// Which line of a program stands where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    files: Vec<String>,
    /// First line in the program, number of the file, line there; in order.
    pieces: Vec<(u32, u32, u32)>,
}

impl From<&str> for Sources {
    fn from(file: &str) -> Sources {
        Sources::new([(1, file, 1)])
    }
}

impl From<&Code> for Sources {
    fn from(code: &Code) -> Sources {
        Sources::new(code.pieces.iter().map(|(from, file, line)| (*from, &file[..], *line)))
    }
}

impl Sources {
    /// Pieces in the order of the program: the first line's number in it, the file, the line there; all from 1.
    pub fn new<'a>(pieces: impl IntoIterator<Item = (u32, &'a str, u32)>) -> Sources {
        let mut sources = Sources::default();
        for (from, file, line) in pieces {
            let known = sources.files.iter().position(|known| known == file);
            let number = known.unwrap_or_else(|| {
                sources.files.push(file.to_string());
                sources.files.len() - 1
            });
            sources.pieces.push((from, number as u32, line));
        }
        sources
    }

    /// The names of the files, by number.
    pub(crate) fn files(&self) -> Arc<[String]> {
        self.files.as_slice().into()
    }

    /// Where a line of the program stands. `hint` is the piece of the line before, and becomes that of this one: most lines that
    /// follow each other are of one piece.
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

    /// The place of a line of the program, by name.
    pub(crate) fn place(&self, line: u32) -> Place {
        let Position { file, line } = self.position(line, &mut 0);
        Place::new(self.files.get(file as usize).cloned().unwrap_or_default(), line)
    }

    /// The fault of code that is none.
    pub(crate) fn fault(&self, error: SyntaxError) -> Fault {
        self.error(error).fault()
    }

    /// What is wrong with a source, at its place.
    pub(crate) fn error(&self, error: SyntaxError) -> CodeError {
        let place = self.place(error.line);
        // A line of the same file is named by its number alone.
        let expected = error.expected_at(|line| match self.place(line) {
            other if other.file() == place.file() => format!("line {}", other.line()),
            other => other.to_string(),
        });
        CodeError { place, found: found(&error), expected }
    }
}

/// What stands where no program goes on, with the signs that bytes are here.
pub(crate) fn found(error: &SyntaxError) -> String {
    // A token has no end where its quote has none.
    rasher::text::in_message(&rasher::text::decode(&lua::message_bytes(&error.found)), 100)
}

/// A cart's code is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeError {
    pub place: Place,
    /// What stands there: a token as it is written, or the end of the source.
    pub found: String,
    pub expected: String,
}

impl CodeError {
    /// The same as what stops a cart.
    pub fn fault(self) -> Fault {
        let CodeError { place, found, expected } = self;
        let message = alloc::format!("syntax error: found {found}, expected {expected}");
        Fault { message, place, stack: Vec::new() }
    }
}

impl core::fmt::Display for CodeError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let CodeError { place, found, expected } = self;
        write!(f, "{place}: syntax error: found {found}, expected {expected}")
    }
}

impl core::error::Error for CodeError {}

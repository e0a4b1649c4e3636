//! Source places and faults, for programs in any language.
//!
//! ```text
//! Rust cart     #[track_caller] ── Location::caller() ────────────┐
//!                                                                 ├──> Place { file, line, column }   calls, limits, debug lines
//! interpreter   p8.set_position(Position { file: 2, line: 33 }) ──┘       │
//!               one store per call; the file name is looked up in         └──> Fault { message, place, stack }
//!               Program::source_files only for a place
//! ```
//!
//! A program's position takes precedence over the calling Rust line, which is the interpreter's own.

use alloc::string::{String, ToString};
use alloc::{borrow::Cow, sync::Arc, vec::Vec};
use core::panic::Location;
use serde::{Deserialize, Serialize};

/// A place in a source: a file name, a line from 1, and a column from 1 if known.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    file: Cow<'static, str>,
    line: u32,
    column: u32,
}

impl Place {
    /// A line of a file. Line 0 means that only the file is known, an empty file that nothing is.
    pub fn new(file: impl Into<Cow<'static, str>>, line: u32) -> Place {
        Place { file: file.into(), line, column: 0 }
    }

    /// A place in Rust code with a file name of any lifetime, such as a panic's.
    pub fn of(at: &Location<'_>) -> Place {
        Place { file: Cow::Owned(at.file().into()), line: at.line(), column: at.column() }
    }

    /// The file name as the compiler or the program has it; empty if unknown.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The line, from 1; 0 if unknown.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// File name without folders, and line, for lists on the screen.
    pub fn short(&self) -> String {
        let file = self.file.rsplit(['/', '\\']).next().unwrap_or_default();
        alloc::format!("{file}:{}", self.line)
    }
}

impl From<&'static Location<'static>> for Place {
    fn from(at: &'static Location<'static>) -> Place {
        Place { file: Cow::Borrowed(at.file()), line: at.line(), column: at.column() }
    }
}

impl core::fmt::Display for Place {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match (self.file(), self.line, self.column) {
            ("", ..) => f.write_str("unknown place"),
            (file, 0, _) => f.write_str(file),
            (file, line, 0) => write!(f, "{file}:{line}"),
            (file, line, column) => write!(f, "{file}:{line}:{column}"),
        }
    }
}

/// A position by file number, small enough to be set before every call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Number of the file in [`crate::Program::source_files`].
    pub file: u32,
    /// Line from 1; 0 for none, then the calling Rust line counts.
    pub line: u32,
}

impl Position {
    pub(crate) fn to_bits(self) -> u64 {
        u64::from(self.file) << 32 | u64::from(self.line)
    }

    pub(crate) fn from_bits(bits: u64) -> Position {
        Position { file: (bits >> 32) as u32, line: bits as u32 }
    }

    pub fn is_known(self) -> bool {
        self.line != 0
    }
}

/// Why a hook failed. Its changes are worthless: the caller has to restore the console from before the frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    pub message: String,
    pub place: Place,
    /// The calls that led there, innermost first. Empty if the language does not record them.
    pub stack: Vec<Place>,
    /// The lines that the cart printed before it failed and that no frame has returned. As in PICO-8, its error does not lose them.
    pub printed: Arc<Vec<String>>,
}

impl core::fmt::Display for Fault {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}: {}", self.place, self.message)?;
        write_stack(f, &self.stack)
    }
}

/// Writes a stack after a message, at most the innermost eight places: `, called from a.lua:3, b.lua:4`.
pub fn write_stack(f: &mut core::fmt::Formatter<'_>, stack: &[Place]) -> core::fmt::Result {
    const SHOWN: usize = 8;
    for (n, place) in stack.iter().take(SHOWN).enumerate() {
        write!(f, "{} {place}", if n == 0 { ", called from" } else { "," })?;
    }
    match stack.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => write!(f, " and {more} more"),
    }
}

impl core::error::Error for Fault {}

impl crate::Machine {
    /// Sets the program's position in its source for the following calls, limits and debug lines. Interpreters set it
    /// before each call; Rust carts never do. Not part of the state.
    #[inline]
    pub fn set_position(&mut self, position: Position) {
        self.position = position;
    }

    pub fn place(&self, position: Position) -> Place {
        match self.file(position) {
            Some(file) => Place::new(file.to_string(), position.line),
            None => Place::new("?", position.line),
        }
    }

    /// Names the source files of [`crate::Machine::set_position`], for a program that learns them while it runs.
    pub fn set_files(&mut self, files: Arc<[String]>) {
        self.files = files;
    }

    /// The names of source files, by their numbers in positions.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    pub(crate) fn file(&self, position: Position) -> Option<&str> {
        self.files.get(position.file as usize).map(String::as_str)
    }

    /// The program's position, or else the calling Rust line.
    pub(crate) fn here(&self, caller: &'static Location<'static>) -> Place {
        if self.position.is_known() { self.place(self.position) } else { caller.into() }
    }
}

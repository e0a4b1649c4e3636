//! Where something is in a program's source, and why a hook could not go on: data, so that any language can say it.
//!
//! ```text
//! Rust cart     #[track_caller] ── Location::caller() ────────────┐
//!                                                                 ├──> Place { file, line, column }   calls, limits, debug lines
//! interpreter   p8.set_position(Position { file: 2, line: 33 }) ──┘       │
//!               one store a call; the name is looked up in                └──> Fault { message, place, stack }
//!               Program::source_files only when a place is made
//! ```
//!
//! A program that sets positions wins over the Rust line that called: that one is the interpreter's own. The position is no part
//! of the state: a program sets it before each call that it makes.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::panic::Location;
use serde::{Deserialize, Serialize};

/// A place in a source: a file's name, a line from 1, and a column from 1 where it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    file: Cow<'static, str>,
    line: u32,
    column: u32,
}

impl Place {
    /// A line of a file. Line 0 says that only the file is known, and no file that nothing is.
    pub fn new(file: impl Into<Cow<'static, str>>, line: u32) -> Place {
        Place { file: file.into(), line, column: 0 }
    }

    /// A place of Rust code whose file's name lives as long as anything, such as a panic's.
    pub fn of(at: &Location<'_>) -> Place {
        Place { file: Cow::Owned(at.file().into()), line: at.line(), column: at.column() }
    }

    /// The file's name, as the compiler or the program has it; empty where nothing is known.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The line, from 1; 0 where it is not known.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// File without folders, and line: for lists on the screen.
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
    /// `file:line:column`, as far as it is known.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match (self.file(), self.line, self.column) {
            ("", ..) => f.write_str("an unknown place"),
            (file, 0, _) => f.write_str(file),
            (file, line, 0) => write!(f, "{file}:{line}"),
            (file, line, column) => write!(f, "{file}:{line}:{column}"),
        }
    }
}

/// Where a program stands, as it numbers its files: eight bytes, so that an interpreter can say it before every call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Number of the file in [`crate::Program::source_files`].
    pub file: u32,
    /// Line from 1; 0 says nothing, and the Rust line that called counts.
    pub line: u32,
}

impl Position {
    pub(crate) fn to_bits(self) -> u64 {
        u64::from(self.file) << 32 | u64::from(self.line)
    }

    pub(crate) fn from_bits(bits: u64) -> Position {
        Position { file: (bits >> 32) as u32, line: bits as u32 }
    }

    /// Does it say a line?
    pub fn is_known(self) -> bool {
        self.line != 0
    }
}

/// Why a hook could not go on. What it has changed until then is worth nothing: whoever drives a console goes back to the value
/// from before the frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// The program's own words.
    pub message: String,
    /// Where it happened.
    pub place: Place,
    /// The calls that led there, the innermost first: where each was made. Empty where the language does not tell.
    pub stack: Vec<Place>,
}

impl core::fmt::Display for Fault {
    /// Place, message, and the calls that led there, in one line.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}: {}", self.place, self.message)?;
        write_stack(f, &self.stack)
    }
}

/// Writes the calls that led to a fault behind its message: `, called from a.lua:3, b.lua:4`; of a deep stack the innermost eight.
///
/// # Errors
/// Those of the formatter.
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
    /// Says where in its source the program stands, for calls, limits and debug lines that follow. An interpreter sets it before
    /// each call that it makes for its program; carts in Rust never do. No part of the state.
    #[inline]
    pub fn set_position(&mut self, position: Position) {
        self.position = position;
    }

    /// The place of a position, as the program names its files.
    pub fn place(&self, position: Position) -> Place {
        match self.file(position) {
            Some(file) => Place::new(file.to_string(), position.line),
            None => Place::new("?", position.line),
        }
    }

    /// The name of a position's file.
    pub(crate) fn file(&self, position: Position) -> Option<&str> {
        self.files.get(position.file as usize).map(String::as_str)
    }

    /// Where the program stands: its own position if it says one, else the Rust line that called.
    pub(crate) fn here(&self, caller: &'static Location<'static>) -> Place {
        if self.position.is_known() { self.place(self.position) } else { caller.into() }
    }
}

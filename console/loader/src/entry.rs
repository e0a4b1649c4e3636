//! Carts that are compiled into the program.
//!
//! ```text
//! Entry ── name, title, one line, version
//!       ── files   the data files as they were when the binary was built
//!       ── label   the picture on its box
//!       ── best    how its best result is read from what it saves
//!       ── make    the program in its first state
//! ```

use format::{DataFile, DataFiles, FormatError, assemble};
use rasher::{Boot, Console, Program, Rom};
use std::sync::Arc;

#[derive(Clone, Copy)]
pub struct Entry {
    pub name: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    /// Raised with each change of rules: recordings belong to a version.
    pub version: u32,
    pub files: DataFiles<'static>,
    /// 128x128 pixels in the console's colours.
    pub label: Option<DataFile<'static>>,
    /// For a cart that does not report its results by `score`.
    pub best: Option<Best>,
    /// The folder of its package; none for a cart of the shelf.
    pub package: Option<&'static str>,
    /// The type of its state; empty for a cart of the shelf.
    pub state: &'static str,
    pub example: bool,
    pub make: fn() -> Box<dyn Program>,
}

impl Entry {
    pub const fn bare(name: &'static str, make: fn() -> Box<dyn Program>) -> Entry {
        let files = DataFiles { sheet: None, map: None, flags: None, sfx: None, music: None };
        Entry {
            name,
            title: name,
            about: "",
            version: 1,
            files,
            label: None,
            best: None,
            package: None,
            state: "",
            example: false,
            make,
        }
    }

    pub fn rom(&self) -> Result<Rom, FormatError> {
        Ok(Rom { version: self.version, ..assemble(self.name, &self.files)? })
    }

    /// A console that has just booted the cart with its embedded files, for tests.
    pub fn boot(&self, seed: u64) -> Result<Console, FormatError> {
        Ok(Console::boot((self.make)(), Boot { rom: Arc::new(self.rom()?), seed, ..Boot::default() }))
    }
}

/// Reads the best result from the numbers that a cart saves.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    pub id: &'static str,
    line: fn(&[i32; 64]) -> String,
}

impl Best {
    /// `line` gets the whole parts of the 64 numbers.
    pub const fn new(id: &'static str, line: fn(&[i32; 64]) -> String) -> Best {
        Best { id, line }
    }

    /// A line of at most 28 letters, from the 64 numbers, little-endian; empty without a result.
    pub fn line(&self, saved: &[u8; 256]) -> String {
        let mut numbers = [0; 64];
        for (number, bytes) in numbers.iter_mut().zip(saved.as_chunks::<4>().0) {
            // The whole part of a 16.16 number.
            *number = i32::from_le_bytes(*bytes) >> 16;
        }
        (self.line)(&numbers)
    }
}

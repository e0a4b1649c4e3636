//! Line and function coverage of a program's code.
//!
//! ```text
//! program.cover() ── frames ──> program.coverage() ──> lines, functions: place, reached
//! ```

use crate::fault::Place;
use alloc::{string::String, vec::Vec};

/// Line and function coverage, in the order of the code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Each line with a reachable instruction.
    pub lines: Vec<Covered>,
    /// Each function, without the main chunk.
    pub functions: Vec<Covered>,
}

/// A line or function and whether it was reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    /// The function's name; empty for a line or an anonymous function.
    pub name: String,
    pub place: Place,
    pub reached: bool,
}

impl Coverage {
    pub fn reached(&self) -> usize {
        self.lines.iter().filter(|line| line.reached).count()
    }
}

//! Which lines and functions of a program's code were reached.
//!
//! ```text
//! program.cover() ── frames ──> program.coverage() ──> lines, functions: place, reached
//! ```
//!
//! A line is counted if some way leads to it. How often one ran is not told: that is a profile's.

use crate::fault::Place;
use alloc::string::String;
use alloc::vec::Vec;

/// What was reached, in the order of the code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Each line with an instruction that can be reached.
    pub lines: Vec<Covered>,
    /// Each function, without the code around all of them.
    pub functions: Vec<Covered>,
}

/// A line or a function, and whether it was reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    /// The function's name; empty for a line, and for a function without a name.
    pub name: String,
    /// Where it stands: of a function the line on which it begins.
    pub place: Place,
    /// Was it reached?
    pub reached: bool,
}

impl Coverage {
    /// How many lines were reached.
    pub fn reached(&self) -> usize {
        self.lines.iter().filter(|line| line.reached).count()
    }
}

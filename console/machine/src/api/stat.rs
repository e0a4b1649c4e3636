//! What `stat` gives; `system/stat.rs` says for which number.

use alloc::string::String;
use num::Num;

/// What `stat` gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stat {
    /// Nothing: no typed character waits, no such sound.
    Nil,
    /// A number.
    Num(Num),
    /// A truth.
    Bool(bool),
    /// A text.
    Text(String),
}

impl Stat {
    /// The number, or 0 when it is something else.
    pub fn num(&self) -> Num {
        match self {
            Stat::Num(n) => *n,
            _ => Num::ZERO,
        }
    }

    /// The truth; a number or text counts as true, nothing as false.
    pub fn is_true(&self) -> bool {
        !matches!(self, Stat::Bool(false) | Stat::Nil)
    }
}

//! The result of `stat`; `system/stat.rs` lists the numbers.

use alloc::string::String;
use num::Num;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stat {
    /// Nothing: no typed character, no such sound.
    Nil,
    Num(Num),
    Bool(bool),
    Text(String),
}

impl Stat {
    /// The number, or 0 for any other value.
    pub fn num(&self) -> Num {
        match self {
            Stat::Num(n) => *n,
            _ => Num::ZERO,
        }
    }

    /// Whether it counts as true in Lua: all but false and nothing.
    pub fn is_true(&self) -> bool {
        !matches!(self, Stat::Bool(false) | Stat::Nil)
    }
}

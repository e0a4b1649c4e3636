//! Why a module is refused, and why it stopped.

use rasher::text::in_message;
use rasher::{Fault, Place};
use std::fmt::{Display, Formatter, Result};

/// KiB of a cart's memory, as `stat(0)` has it.
pub const MEMORY_KIB: usize = 2048;

/// A module that no console plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModuleError {
    Large {
        bytes: usize,
        most: usize,
    },
    /// Not WebAssembly, or damaged, at this byte.
    Invalid {
        at: usize,
        why: String,
    },
    /// A call that this console does not have, or has with other arguments.
    Import {
        name: String,
        why: &'static str,
    },
    Export {
        name: &'static str,
        why: &'static str,
    },
    Floats {
        function: String,
    },
    /// It could keep state where no copy of the console has it.
    Keeps {
        what: &'static str,
    },
    Start {
        trap: Trap,
    },
    /// A page of a cart in Lua has none.
    NoEngine,
}

impl Display for ModuleError {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            ModuleError::Large { bytes, most } => write!(
                f,
                "the module has {} KiB, expected at most {}; see which crates it needs, and build it with opt-level = \"s\"",
                bytes.div_ceil(1024),
                most >> 10
            ),
            ModuleError::Invalid { at, why } => {
                write!(f, "the module is damaged at byte {at}: {}; get the file again", in_message(why, 200))
            }
            ModuleError::Import { name, why } => {
                write!(f, "the module needs {}, {why}; a newer Rasher may have it", in_message(name, 80))
            }
            ModuleError::Export { name, why } => {
                write!(f, "the module's export {name} {why}; build it with `rasher pack`")
            }
            ModuleError::Floats { function } => {
                write!(
                    f,
                    "the cart uses floats in {}, which differ between machines; use Num",
                    in_message(function, 120)
                )
            }
            ModuleError::Keeps { what } => {
                write!(f, "the module has {what}, where state could be hidden; build it with `rasher pack`")
            }
            ModuleError::NoEngine => {
                f.write_str("this page plays no carts in Rust; open the cart in the console's own page")
            }
            ModuleError::Start { trap } => {
                write!(f, "the module cannot start: {}", in_message(&trap.to_string(), 300))
            }
        }
    }
}

impl std::error::Error for ModuleError {}

/// Why a call of a module did not return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    pub message: String,
    /// Where it panicked, or the last call before another end.
    pub place: Place,
}

impl Trap {
    pub fn new(message: impl Into<String>) -> Trap {
        Trap { message: message.into(), place: Place::default() }
    }
}

impl Display for Trap {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for Trap {}

impl From<Trap> for Fault {
    fn from(Trap { message, place }: Trap) -> Fault {
        Fault { message, place, ..Fault::default() }
    }
}

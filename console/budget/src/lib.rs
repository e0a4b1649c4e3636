//! What a cart's source costs, against the limits of the console.
//!
//! ```text
//!  Rust ──── rust/ ──┐                      ┌─> tokens      8,192
//!  Lua ───── lua/ ───┼─> ledger, one entry ─┼─> characters 65,535 ── report.rs ── savings.rs
//!  include_bytes! ───┘   a token            └─> compressed 15,616     per file and function
//! ```
//!
//! Lua is counted as PICO-8 does. Rust is counted in the same spirit: what the program does costs, what the type checker needs is free;
//! README.md has the rule, and `tests/pairs` compares ten programs in both languages.
//!
//! Files come through the caller's function. No source makes the crate panic or hang.
#![deny(clippy::float_arithmetic)]

mod error;
mod files;
mod ledger;
mod lua;
mod report;
mod rust;
mod savings;

pub use error::BudgetError;
pub use files::{MOST, ReadFile};
pub use ledger::{FileCost, PartCost};
pub use report::{BudgetReport, Language, SourceLimit};
pub use savings::Saving;

use files::{CodeFiles, join};
use ledger::Ledger;

/// Stack that [`measure`] needs for the worst source that it accepts; a cart takes about 1 MiB.
pub const STACK: usize = 32 << 20;

/// Measures a crate's folder or a `.rs` file, with the files that it names, which `read` returns by their paths. The parser recurses:
/// untrusted sources need a thread with [`STACK`] bytes of stack.
pub fn measure(path: &str, read: &ReadFile<'_>) -> Result<BudgetReport, BudgetError> {
    let mut files = CodeFiles::new(read);
    let mut ledger = Ledger::default();
    let path = join("", path);
    if path.ends_with(".rs") {
        rust::file(&path, &mut files, &mut ledger)?;
    } else if files.is_there(&join(&path, "Cargo.toml")) {
        rust::package(&path, &mut files, &mut ledger)?;
    } else {
        return Err(BudgetError::Kind { path });
    }
    Ok(BudgetReport::new(path, Language::Rust, ledger))
}

/// Measures a Lua program in P8SCII, with its includes resolved, under the name `path`.
pub fn measure_lua(path: &str, code: &[u8]) -> Result<BudgetReport, BudgetError> {
    let mut ledger = Ledger::default();
    ledger.file(path);
    lua::count(code, path, &mut ledger)?;
    ledger.write(0, code);
    Ok(BudgetReport::new(path.to_string(), Language::Lua, ledger))
}

/// The tokens of a Lua program in P8SCII without includes.
pub fn lua_tokens(code: &[u8]) -> Result<usize, BudgetError> {
    let mut ledger = Ledger::default();
    ledger.file("");
    lua::count(code, "", &mut ledger)?;
    Ok(ledger.files.iter().map(|file| file.tokens).sum())
}

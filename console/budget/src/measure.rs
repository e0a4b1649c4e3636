//! From a path or a program to a report.

use crate::error::BudgetError;
use crate::files::{ReadFile, SourceFiles, join};
use crate::ledger::Ledger;
use crate::lua;
use crate::report::{BudgetReport, Language};
use crate::rust;

/// Bytes of stack that [`measure`] may need, on the worst source that it does not refuse. A cart takes about 1 MiB.
pub const STACK: usize = 32 << 20;

/// Measures the Rust source at `path`: a crate's folder, or a file that ends in `.rs`.
///
/// `read` gives the files: the one at `path`, and what that one names, by paths from the same place.
///
/// The parser of Rust recurses: sources that one does not trust need a thread with [`STACK`] bytes of stack.
///
/// # Errors
/// When a file is missing, cannot be read as its language, or a crate is used that may not be.
pub fn measure(path: &str, read: &ReadFile<'_>) -> Result<BudgetReport, BudgetError> {
    let mut files = SourceFiles::new(read);
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

/// Measures a program in Lua, which is P8SCII, with its includes resolved. `path` is what it is called.
///
/// # Errors
/// At the first place that is no token.
pub fn measure_lua(path: &str, code: &[u8]) -> Result<BudgetReport, BudgetError> {
    let mut ledger = Ledger::default();
    ledger.file(path);
    lua::count(code, path, &mut ledger)?;
    ledger.write(0, code);
    Ok(BudgetReport::new(path.to_string(), Language::Lua, ledger))
}

/// The tokens of a program in Lua, which is P8SCII and has no includes.
///
/// # Errors
/// At the first place where no token stands.
pub fn lua_tokens(code: &[u8]) -> Result<usize, BudgetError> {
    let mut ledger = Ledger::default();
    ledger.file("");
    lua::count(code, "", &mut ledger)?;
    Ok(ledger.files.iter().map(|file| file.tokens).sum())
}

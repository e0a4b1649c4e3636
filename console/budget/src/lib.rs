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

use ::lua::PieceKind;
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

/// Why PICO-8 0.2.7 would refuse a Lua program in P8SCII that runs here: the line, and what to write.
pub fn lua_refusals(code: &[u8]) -> Vec<(u32, &'static str)> {
    let Ok(ast) = ::lua::parse(code) else { return Vec::new() };
    let mut all = ast.lenient;
    let (mut at, mut line) = (0, 1);
    for (kind, len) in ::lua::pieces(code) {
        let piece = &code[at..at + len];
        if kind == PieceKind::Comment && is_open(piece) {
            all.push((line, "PICO-8 needs the `]]` of a long comment: end it"));
        }
        line += piece.iter().filter(|byte| **byte == b'\n').count() as u32;
        at += len;
    }
    all.sort_unstable();
    all
}

/// Does a comment begin as a long one, without its end? It is read as a comment of one line.
fn is_open(comment: &[u8]) -> bool {
    let Some(rest) = comment.strip_prefix(b"--[") else { return false };
    let level = rest.iter().take_while(|byte| **byte == b'=').count();
    let Some(rest) = rest[level..].strip_prefix(b"[") else { return false };
    let end = [b"]".as_slice(), &b"=".repeat(level), b"]"].concat();
    !rest.ends_with(&end)
}

//! From a path to a report: which language, and what belongs to it.
//!
//! `#include` stands in a line of its own: a Lua file is put in its place, of a cartridge all code or, with `:N`,
//! one tab. Included files are not looked through again. A path is from the file's folder.
//!
//! ```text
//! line of the program    1      2      3     4      5      6       7          pieces: (1, game.p8 tab 0, 1) (2, a.lua, 1)
//!                     x=1    a.lua:1 a.lua:2  y=2   -->8   z=3    w=4                 (4, game.p8 tab 0, 3) (6, game.p8 tab 1, 1)
//! ```

use crate::error::{BudgetError, quote};
use crate::files::{ReadFile, SourceFiles, folder, join};
use crate::ledger::Ledger;
use crate::lua;
use crate::pieces::{LuaCode, Pieces};
use crate::report::{BudgetReport, Language};
use crate::rust;

/// Includes of one file; the editor stops at a few dozen.
const INCLUDES: usize = 256;

/// Bytes of stack that [`measure`] may need, on the worst source that it does not refuse. A cart takes about 1 MiB.
pub const STACK: usize = 32 << 20;

/// Measures what is at `path`: a crate's folder, or a file that ends in `.rs`, `.lua`, `.p8`, `.p8.png` or `.p8.rom`.
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
    let language = if path.ends_with(".lua") || format::is_cartridge(&path) {
        let LuaCode { code, .. } = expand(&path, code(&path, &mut files, "the command")?, &mut files)?;
        ledger.file(&path);
        lua::count(&code, &path, &mut ledger)?;
        ledger.write(0, &code);
        Language::Lua
    } else if path.ends_with(".rs") {
        rust::file(&path, &mut files, &mut ledger)?;
        Language::Rust
    } else if files.is_there(&join(&path, "Cargo.toml")) {
        rust::package(&path, &mut files, &mut ledger)?;
        Language::Rust
    } else {
        return Err(BudgetError::Kind { path });
    };
    Ok(BudgetReport::new(path, language, ledger))
}

/// The code of a Lua file or a cartridge in P8SCII, with what it includes: a program, as it is compiled. `read` gives the files
/// as for [`measure`].
///
/// # Errors
/// When a file is missing or cannot be read as what it is.
pub fn lua_code(path: &str, read: &ReadFile<'_>) -> Result<LuaCode, BudgetError> {
    let (path, mut files) = (join("", path), SourceFiles::new(read));
    expand(&path, code(&path, &mut files, "the command")?, &mut files)
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

/// The code of a Lua file or a cartridge, in P8SCII.
fn code(path: &str, files: &mut SourceFiles<'_>, wanted: &str) -> Result<Vec<u8>, BudgetError> {
    if format::is_cartridge(path) {
        return Ok(format::read_cartridge(&files.bytes(path, wanted)?, path)?.code);
    }
    Ok(format::encode_code(&files.text(path, wanted)?))
}

/// Puts included files in the place of their lines, and notes where each line stands.
fn expand(path: &str, code: Vec<u8>, files: &mut SourceFiles<'_>) -> Result<LuaCode, BudgetError> {
    let mut pieces = Pieces::new(path, &code);
    let mut out = Vec::with_capacity(code.len());
    let mut count = 0;
    for (i, line) in code.split(|byte| *byte == b'\n').enumerate() {
        if i > 0 {
            out.push(b'\n');
        }
        let Some(name) = included(line) else {
            out.extend_from_slice(line);
            pieces.own_line(line);
            continue;
        };
        count += 1;
        if count > INCLUDES {
            let expected = format!("at most {INCLUDES} includes");
            let (file, line) = pieces.here();
            let file = join(folder(path), &file);
            return Err(BudgetError::Source { file, line, found: quote(&name), expected });
        }
        let (file, tab) = parts(&name);
        let (wanted, line) = pieces.here();
        let wanted = format!("{}:{line}", join(folder(path), &wanted));
        if !may_include(file) {
            return Err(BudgetError::Outside { name: quote(&name), wanted });
        }
        let included = code_of(&join(folder(path), file), tab, files, &wanted)?;
        pieces.included(file, tab, &included);
        out.extend(included);
    }
    Ok(LuaCode { code: out, pieces: pieces.done() })
}

fn included(line: &[u8]) -> Option<String> {
    let name = line.trim_ascii().strip_prefix(b"#include ")?;
    Some(rasher::text::decode(name.trim_ascii()))
}

/// A file, and of which tab.
fn parts(name: &str) -> (&str, Option<usize>) {
    match name.rsplit_once(':') {
        Some((file, tab)) => (file, usize::from_str_radix(tab, 16).ok()),
        None => (name, None),
    }
}

/// Endings of a hidden file that may be included.
const CODE: [&str; 4] = [".lua", ".p8", ".p8.png", ".p8.rom"];

/// May a cart have that file in its code? Code goes into recordings, reports and packed cartridges, which are sent to others: so it is a
/// file in the cart's folder or below it, by no path from the root or a drive, none of a hidden folder, and one that is hidden only if it
/// is code. Where links lead to is for the reader of files to say.
fn may_include(file: &str) -> bool {
    let way = join("", file);
    let is_below = !way.starts_with('/') && !way.starts_with("..") && !way.contains(':');
    let in_hidden = folder(&way).split('/').any(|part| part.starts_with('.'));
    let is_code = CODE.iter().any(|ending| way.to_ascii_lowercase().ends_with(ending));
    let is_hidden = way.rsplit('/').next().is_some_and(|file| file.starts_with('.'));
    is_below && !in_hidden && (!is_hidden || is_code)
}

/// The files that code in P8SCII may include, by their paths from its own folder, each once.
pub fn included_files(code: &[u8]) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    for name in code.split(|byte| *byte == b'\n').filter_map(included).take(INCLUDES) {
        let file = join("", parts(&name).0);
        if may_include(&file) && !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

fn code_of(
    path: &str,
    tab: Option<usize>,
    files: &mut SourceFiles<'_>,
    wanted: &str,
) -> Result<Vec<u8>, BudgetError> {
    match tab {
        Some(tab) if format::is_cartridge(path) => {
            let cart = format::read_cartridge(&files.bytes(path, wanted)?, path)?;
            Ok(cart.tabs().get(tab).map(|code| code.to_vec()).unwrap_or_default())
        }
        // PICO-8 includes code alone, whatever the file is called.
        None if path.ends_with(".p8") && !files.bytes(path, wanted)?.starts_with(b"pico-8 cartridge") => {
            Ok(format::encode_code(&files.text(path, wanted)?))
        }
        // Five published projects include cartridges that are called .lua.
        None if !format::is_cartridge(path)
            && files.bytes(path, wanted)?.starts_with(b"pico-8 cartridge") =>
        {
            Ok(format::read_p8(&files.bytes(path, wanted)?, path)?.code)
        }
        _ => code(path, files, wanted),
    }
}

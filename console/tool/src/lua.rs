//! A cartridge in Lua as it stands in its file now: its data, its program or what is wrong with it, and the files that it is made of.
//!
//! ```text
//! game.p8 ── code ── #include a.lua, b.lua ──> program, or a fault with its place
//!    └────── data ──> ROM <── sprites/game.png .map .flags, sfx/game.sfx .music beside it, in place of its own; of one that is wrong
//!                                              the part as it was read last, and a line that says what is wrong
//!                                              files: all of these, those that are missing too
//! ```
//!
//! Whoever edits a cartridge saves it in the midst of a thought: what is wrong is a value here, to be shown beside the game.

use crate::budget::{through_link, with_files};
use crate::error::ToolError;
use budget::{BudgetError, LuaCode};
use format::Cartridge;
use rasher::{Code, Fault, Place, Program, Rom};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use store::{StoreError, cart_folder, data_files, read_cartridge, rom_as_far, rom_over};

pub struct LuaCart {
    /// What its files are called: the cartridge's name without folder and ending.
    pub name: String,
    /// Its data; none where the file cannot be read.
    pub rom: Option<Rom>,
    /// What is wrong with the data files beside it, a line for each.
    pub data_wrong: Vec<String>,
    /// The program in its first state, or what is wrong.
    pub program: Result<Box<dyn Program>, Fault>,
    /// The code, for a program that runs already; empty if it cannot be read.
    pub code: Code,
    /// The files that it is made of, and those that it names and are not there.
    pub files: Vec<PathBuf>,
}

impl LuaCart {
    pub fn read(path: &Path) -> LuaCart {
        LuaCart::read_with(path, &[])
    }

    /// Reads it anew: what a data file says that is wrong now stays as it was.
    pub fn read_after(path: &Path, last: Option<&Rom>) -> LuaCart {
        LuaCart::read_as(path, &[], last)
    }

    /// Reads it as it would be with other code in some of its files: their names seen from the cartridge, their text in P8SCII.
    pub fn read_with(path: &Path, edited: &[(String, Vec<u8>)]) -> LuaCart {
        LuaCart::read_as(path, edited, None)
    }

    fn read_as(path: &Path, edited: &[(String, Vec<u8>)], last: Option<&Rom>) -> LuaCart {
        let name = format::stem(&path.to_string_lossy()).to_string();
        let (rom, data_wrong) = match read_cartridge(path) {
            Ok(cartridge) => match beside(path, &cartridge) {
                Some((folder, name)) => match data_outside(path) {
                    Some(error) => (cartridge.rom, vec![error.to_string()]),
                    None => rom_as_far(&cartridge.rom, last.unwrap_or(&cartridge.rom), &folder, name),
                },
                None => (cartridge.rom, Vec::new()),
            },
            Err(e) => {
                let fault = fault(path, &e.into());
                return LuaCart {
                    name,
                    rom: None,
                    data_wrong: Vec::new(),
                    program: Err(fault),
                    code: Code::default(),
                    files: [path.to_path_buf()].into_iter().chain(data_beside(path)).collect(),
                };
            }
        };
        let (code, mut files) = read_with(path, edited);
        files.extend(data_beside(path));
        let (program, code) = match code {
            Ok(code) => (compile(path, &code), code),
            Err(e) => (Err(e), Code::default()),
        };
        let program = program.map_err(|e| fault(path, &e));
        LuaCart { name, rom: Some(rom), data_wrong, program, code, files }
    }
}

/// A program that stops before its first frame with that fault.
pub fn broken(fault: Fault) -> Box<dyn Program> {
    script::broken(fault)
}

/// Where the data files of a cartridge lie, if it is a text, which such files may be beside.
fn data_beside(path: &Path) -> impl Iterator<Item = PathBuf> {
    let is_text = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("p8"));
    let folder = is_text.then(|| cart_folder(path));
    let name = path.to_string_lossy().into_owned();
    folder.into_iter().flat_map(move |folder| data_files(&folder, format::stem(&name)))
}

/// The first data file of a cartridge that is a link to somewhere outside of the cart's folder.
fn data_outside(path: &Path) -> Option<StoreError> {
    let folder = cart_folder(path);
    data_beside(path).find_map(|file| match store::inside(&folder, &file) {
        Err(error @ StoreError::Outside { .. }) => Some(error),
        _ => None,
    })
}

/// A cartridge, with the data files beside it in place of its own data. One of a cart in Rust has its own data alone.
///
/// # Errors
/// When it or a data file cannot be read or is wrong.
pub(crate) fn cartridge(path: &Path) -> Result<Cartridge, ToolError> {
    let mut cartridge = read_cartridge(path)?;
    if let Some((folder, name)) = beside(path, &cartridge) {
        data_outside(path).map_or(Ok(()), Err)?;
        if let Some(rom) = rom_over(&cartridge.rom, &folder, name)? {
            cartridge.rom = rom;
        }
    }
    Ok(cartridge)
}

/// Folder and name of the data files that count beside a cartridge, if any do.
fn beside<'a>(path: &Path, cartridge: &'a Cartridge) -> Option<(PathBuf, &'a str)> {
    let counts = cartridge.stamp().is_none() && data_beside(path).next().is_some();
    counts.then(|| (cart_folder(path), &*cartridge.rom.name))
}

/// A cartridge of its own: with the data files beside it, and with the code that it includes.
///
/// # Errors
/// As [`cartridge`], and when a file that it includes is missing.
pub(crate) fn whole(path: &Path) -> Result<Cartridge, ToolError> {
    let code = read(path).0?.text.into_vec();
    Ok(Cartridge { code, ..cartridge(path)? })
}

/// The program of a cartridge in Lua.
pub(crate) fn program(path: &Path) -> Result<Box<dyn Program>, ToolError> {
    compile(path, &read(path).0?)
}

fn compile(path: &Path, code: &Code) -> Result<Box<dyn Program>, ToolError> {
    script::lua_cart(&code.text, code).map_err(|source| ToolError::Syntax { path: path.into(), source })
}

/// The code of a cartridge in Lua, with all that it includes.
pub(crate) fn code(path: &Path) -> Result<Code, ToolError> {
    read(path).0
}

/// The files that a cartridge is made of, and those that it names and are not there.
pub(crate) fn files(path: &Path) -> impl Iterator<Item = PathBuf> {
    read(path).1.into_iter().chain(data_beside(path))
}

/// What is wrong with the code of a cartridge in that file, if it is no program.
pub fn wrong_code(path: &Path, code: &Code) -> Option<Fault> {
    compile(path, code).err().map(|e| fault(path, &e))
}

/// When a cartridge, or one of the data files beside it, was saved last.
pub(crate) fn saved(path: &Path) -> Option<std::time::SystemTime> {
    let files = [path.to_path_buf()].into_iter().chain(data_beside(path));
    files.filter_map(|file| std::fs::metadata(file).and_then(|meta| meta.modified()).ok()).max()
}

/// The code of a cartridge in Lua, and the files that were asked for.
fn read(path: &Path) -> (Result<Code, ToolError>, Vec<PathBuf>) {
    read_with(path, &[])
}

fn read_with(path: &Path, edited: &[(String, Vec<u8>)]) -> (Result<Code, ToolError>, Vec<PathBuf>) {
    let folder = cart_folder(path);
    let own = path.file_name().unwrap_or_default().to_string_lossy();
    let files = RefCell::new(Vec::new());
    let at = through_link(path);
    let code = with_files(path, |read| {
        let noted = |name: &str| {
            let named = &store::named_by(&at, name);
            let file = if *named == at { path } else { named };
            if !files.borrow().iter().any(|known| known == file) {
                files.borrow_mut().push(file.to_path_buf());
            }
            let bytes = read(name)?;
            let text = edited.iter().find(|(name, _)| match *name == *own {
                true => file == path,
                false => *file == folder.join(name),
            });
            // What its file cannot hold is said when it is saved.
            let with = text.map(|(name, text)| format::update_code(&bytes, text, name));
            Some(with.and_then(Result::ok).unwrap_or(bytes))
        };
        budget::lua_code(&at.to_string_lossy(), &noted)
    });
    let code = code.map(|LuaCode { code, pieces }| Code {
        text: code.into(),
        pieces: pieces.into_iter().map(|piece| (piece.from, piece.file, piece.line)).collect(),
    });
    (code, files.into_inner())
}

/// The place in `folder/game.p8:12`.
fn who(wanted: &str) -> Option<Place> {
    let (file, line) = wanted.rsplit_once(':')?;
    let brief = file.rsplit('/').next().unwrap_or(file);
    Some(Place::new(brief.to_string(), line.parse().ok()?))
}

/// What is wrong with a cartridge, as its own error: message and place.
fn fault(path: &Path, error: &ToolError) -> Fault {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (message, place) = match error {
        ToolError::Syntax { source, .. } => return source.clone().fault(),
        ToolError::Budget(BudgetError::Missing { file, wanted }) => {
            let file = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
            (format!("#include: {file} is not there"), who(wanted).unwrap_or_else(|| Place::new(name, 0)))
        }
        ToolError::Budget(BudgetError::Outside { name: file, wanted }) => (
            format!(
                "#include: {file} is not in the cart's folder, or hidden there; copy or move it into that folder"
            ),
            who(wanted).unwrap_or_else(|| Place::new(name, 0)),
        ),
        error => {
            // The name is said as the place; the folders before it would fill a small screen.
            let text = error.to_string();
            let brief = text.strip_prefix(&format!("{}:", path.display())).unwrap_or(&text).trim_start();
            (brief.to_string(), Place::new(name, 0))
        }
    };
    Fault { message, place, stack: Vec::new() }
}

//! A cartridge in Lua as it stands in its file now: its data, its program or what is wrong with it, and the files that it is made of.
//!
//! ```text
//! game.p8 ── code ── #include a.lua, b.lua ──> program, or a fault with its place
//!    └────── data ──> ROM                      files: game.p8 a.lua b.lua, those that are missing too
//! ```
//!
//! Whoever edits a cartridge saves it in the midst of a thought: what is wrong is a value here, to be shown beside the game.

use crate::budget::with_files;
use crate::error::ToolError;
use budget::{BudgetError, LuaCode};
use rasher::{Code, Fault, Place, Program, Rom};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use store::read_cartridge;

/// A cartridge, read.
pub struct LuaCart {
    /// What its files are called: the cartridge's name without folder and ending.
    pub name: String,
    /// Its data; none where the file cannot be read.
    pub rom: Option<Rom>,
    /// The program in its first state, or what is wrong.
    pub program: Result<Box<dyn Program>, Fault>,
    /// The code, for a program that runs already; empty if it cannot be read.
    pub code: Code,
    /// The files that it is made of, and those that it names and are not there.
    pub files: Vec<PathBuf>,
}

impl LuaCart {
    /// Reads it.
    pub fn read(path: &Path) -> LuaCart {
        let name = format::stem(&path.to_string_lossy()).to_string();
        let rom = match read_cartridge(path) {
            Ok(cartridge) => cartridge.rom,
            Err(e) => {
                let fault = fault(path, &e.into());
                return LuaCart {
                    name,
                    rom: None,
                    program: Err(fault),
                    code: Code::default(),
                    files: vec![path.into()],
                };
            }
        };
        let (code, files) = read(path);
        let (program, code) = match code {
            Ok(code) => (compile(path, &code), code),
            Err(e) => (Err(e), Code::default()),
        };
        LuaCart { name, rom: Some(rom), program: program.map_err(|e| fault(path, &e)), code, files }
    }
}

/// A program that stops before its first frame with that fault.
pub fn broken(fault: Fault) -> Box<dyn Program> {
    script::broken(fault)
}

/// The program of a cartridge in Lua.
pub(crate) fn program(path: &Path) -> Result<Box<dyn Program>, ToolError> {
    compile(path, &read(path).0?)
}

fn compile(path: &Path, code: &Code) -> Result<Box<dyn Program>, ToolError> {
    script::lua_cart(&code.text, code).map_err(|source| ToolError::Syntax { path: path.into(), source })
}

/// The code of a cartridge in Lua, and the files that were asked for.
fn read(path: &Path) -> (Result<Code, ToolError>, Vec<PathBuf>) {
    let files = RefCell::new(Vec::new());
    let code = with_files(|read| {
        let noted = |file: &str| {
            let file = Path::new(file);
            if !files.borrow().iter().any(|known| known == file) {
                files.borrow_mut().push(file.to_path_buf());
            }
            read(&file.to_string_lossy())
        };
        budget::lua_code(&path.to_string_lossy(), &noted)
    });
    let code = code.map(|LuaCode { code, pieces }| Code {
        text: code.into(),
        pieces: pieces.into_iter().map(|piece| (piece.from, piece.file, piece.line)).collect(),
    });
    (code, files.into_inner())
}

/// What is wrong with a cartridge, as its own error: message and place.
fn fault(path: &Path, error: &ToolError) -> Fault {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (message, place) = match error {
        ToolError::Syntax { source, .. } => return source.clone().fault(),
        ToolError::Budget(BudgetError::Missing { file, wanted }) => {
            let place = wanted.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
            let brief = |file: &str| file.rsplit('/').next().unwrap_or(file).to_string();
            let place = place.map(|(file, line)| Place::new(brief(file), line));
            let file = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
            (format!("#include: {file} is not there"), place.unwrap_or_else(|| Place::new(name, 0)))
        }
        error => {
            // The name is said as the place; the folders before it would fill a small screen.
            let text = error.to_string();
            let brief = text.strip_prefix(&format!("{}:", path.display())).unwrap_or(&text).trim_start();
            (brief.to_string(), Place::new(name, 0))
        }
    };
    Fault { message, place, stack: Vec::new() }
}

//! Errors of carts, with file, place, found and expected.

use crate::source::ReadError;
use format::FormatError;
use rasher::text::in_message;
use rasher::{Fault, Place};
use script::CompileError;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    #[error("no cart {name:?} on the shelf, which has: {shelf}")]
    NoCart { name: String, shelf: String },
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error("{}: {source}", shown(path))]
    Code { path: PathBuf, source: CompileError },
    #[error("{}:{line}: cannot include {}: file not found", in_message(file, 240), in_message(included, 240))]
    MissingInclude { included: String, file: String, line: u32 },
    #[error("{}: {why}", shown(path))]
    Module { path: PathBuf, why: String },
    /// An include that is hidden, or neither in the cart's folder nor below the current one.
    #[error(
        "{}:{line}: cannot include {included}: expected a file in the cart's folder or in a subfolder that is not hidden; \
         for code in a folder above, start Rasher in that folder: rasher FOLDER/game.p8",
        in_message(file, 240)
    )]
    IncludeOutside { included: String, file: String, line: u32 },
    #[error("{}:{line}: found {included}, expected at most {most} includes", in_message(file, 240))]
    ManyIncludes { included: String, file: String, line: u32, most: usize },
    #[error("{}: found {found} bytes, expected at most {most}", in_message(file, 240))]
    LargeCode { file: String, found: u64, most: u64 },
    #[error(
        "{}: the cartridge has its own data, and --data {} names other data; use one of them",
        shown(path),
        shown(data)
    )]
    TwoSources { path: PathBuf, data: PathBuf },
    #[error(
        "{}: this folder has no sprites/{name}.png, .map or .flags and no sfx/{name}.sfx or .music",
        shown(folder)
    )]
    NoFiles { folder: PathBuf, name: String },
    #[error("{}: this folder has neither a sprites nor an sfx folder", shown(path))]
    NoData { path: PathBuf },
    #[error(
        "{}: its cart {name:?} is not on the shelf, and there is no {name}.p8, .p8.png or .p8.rom next to the run or here; \
         name the cartridge too",
        shown(path)
    )]
    NoCartOfRun { path: PathBuf, name: String },
    #[error(
        "{}: this cartridge has only the data of a Rust cart, not its code; export the cart by its name",
        shown(path)
    )]
    Stamped { path: PathBuf },
}

fn shown(path: &Path) -> String {
    in_message(&path.to_string_lossy(), 1024)
}

impl LoadError {
    /// Whether the cart can still be packed, because only its program is missing.
    pub fn is_of_program(&self) -> bool {
        matches!(self, LoadError::Code { .. } | LoadError::Module { .. } | LoadError::NoCart { .. })
    }

    /// The error of the cartridge at a path, as a fault with message and place.
    pub fn fault(&self, path: &Path) -> Fault {
        let last = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or(name).to_string();
        let (message, place) = match self {
            LoadError::Code { source, .. } => return source.clone().fault(),
            LoadError::MissingInclude { included, file, line } => {
                (format!("#include: {} not found", last(included)), Place::new(last(file), *line))
            }
            LoadError::IncludeOutside { included, file, line } => (
                format!(
                    "#include: {included} is outside the cart's folder, or hidden; for code in a folder above, start Rasher there"
                ),
                Place::new(last(file), *line),
            ),
            error => {
                // The place has the file name only: its folders would fill a small screen.
                let text = error.to_string();
                let short = text.strip_prefix(&format!("{}:", path.display())).unwrap_or(&text).trim_start();
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                (short.to_string(), Place::new(name, 0))
            }
        };
        Fault { message, place, ..Fault::default() }
    }
}

//! Errors of carts, with file, place, found and expected.

use crate::source::ReadError;
use format::FormatError;
use rasher::text::in_message;
use rasher::{Fault, Place};
use script::CompileError;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    #[error("no cart {name:?} on the shelf; there are: {shelf}")]
    NoCart { name: String, shelf: String },
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error("{}: {source}", shown(path))]
    Code { path: PathBuf, source: CompileError },
    #[error("{}: not found; {}:{line} wants it", in_message(included, 240), in_message(file, 240))]
    MissingInclude {
        included: String,
        file: String,
        /// From 1.
        line: u32,
    },
    /// An include that is hidden or not in the cart's folder.
    #[error(
        "{}:{line}: found #include {included}, expected a file in the cart's folder or a folder in it that is not hidden; \
         copy or move the file there (a link to it does not do)",
        in_message(file, 240)
    )]
    IncludeOutside {
        /// In quotes.
        included: String,
        file: String,
        line: u32,
    },
    #[error("{}:{line}: found {included}, expected at most {most} includes", in_message(file, 240))]
    ManyIncludes { included: String, file: String, line: u32, most: usize },
    #[error("{}: found {found} bytes, expected at most {most}", in_message(file, 240))]
    LargeCode { file: String, found: u64, most: u64 },
    #[error(
        "{}: has data of its own, and --data {} names others; give one of them",
        shown(path),
        shown(data)
    )]
    TwoSources { path: PathBuf, data: PathBuf },
    #[error("{}: no sprites/{name}.png, .map or .flags and no sfx/{name}.sfx or .music in it", shown(folder))]
    NoFiles { folder: PathBuf, name: String },
    #[error("{}: neither a folder sprites nor a folder sfx in it", shown(path))]
    NoData { path: PathBuf },
    #[error(
        "{}: no cart {name:?} on the shelf, and no {name}.p8, .p8.png or .p8.rom beside this run of it or here; name the cartridge too",
        shown(path)
    )]
    NoCartOfRun { path: PathBuf, name: String },
    #[error(
        "{}: these are the data of a cart in Rust, whose code is not in it; export the cart by its name",
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
        matches!(self, LoadError::Code { .. } | LoadError::NoCart { .. })
    }

    /// The error of the cartridge at a path, as a fault with message and place.
    pub fn fault(&self, path: &Path) -> Fault {
        let last = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or(name).to_string();
        let (message, place) = match self {
            LoadError::Code { source, .. } => return source.clone().fault(),
            LoadError::MissingInclude { included, file, line } => {
                (format!("#include: {} is not there", last(included)), Place::new(last(file), *line))
            }
            LoadError::IncludeOutside { included, file, line } => (
                format!(
                    "#include: {included} is not in the cart's folder, or hidden there; copy or move it into that folder"
                ),
                Place::new(last(file), *line),
            ),
            error => {
                // The place names the file; the folders before it would fill a small screen.
                let text = error.to_string();
                let short = text.strip_prefix(&format!("{}:", path.display())).unwrap_or(&text).trim_start();
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                (short.to_string(), Place::new(name, 0))
            }
        };
        Fault { message, place, stack: Vec::new() }
    }
}

//! Where files come from, and a cache that reads each of them once.
//!
//! ```text
//! rasher-store: DiskSource ──┐
//! a page: MemorySource ──────┼── Source ──> Files ── path ──> bytes, or why there are none
//! a test that counts ────────┘
//! ```

use crate::entry::Entry;
use rasher::RustSource;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where files come from. Paths are as the user gave them, or below their folders.
pub trait Source {
    /// Reads a whole file of at most `most` bytes.
    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, ReadError>;

    /// Reads a file that a cart names, only if it really is in `folder`, links resolved.
    fn read_inside(&self, folder: &Path, path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
        _ = folder;
        self.read(path, most)
    }

    /// Is a file really in that folder, links resolved?
    fn is_inside(&self, folder: &Path, path: &Path) -> bool {
        path.starts_with(folder)
    }

    fn is_file(&self, path: &Path) -> bool;

    fn is_folder(&self, path: &Path) -> bool;

    /// The names in a folder, in any order; none if it cannot be read.
    fn list(&self, folder: &Path) -> Vec<String>;

    /// The folder of a cart's file. A link to a cart is followed.
    fn folder_of(&self, cart: &Path) -> PathBuf {
        cart.parent().unwrap_or(Path::new("")).to_path_buf()
    }

    /// The source of a cart in Rust, for debuggers; none on a machine that does not have it.
    fn rust_source(&self, _entry: &Entry) -> Option<RustSource> {
        None
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ReadError {
    pub kind: ReadErrorKind,
    /// With path, found and expected.
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadErrorKind {
    Missing,
    TooLarge,
    Outside,
    Other,
}

pub type ReadResult = Result<Arc<[u8]>, ReadError>;

/// Is it a cartridge in one file, by its name?
pub fn is_cartridge(path: &Path) -> bool {
    format::is_cartridge(&path.to_string_lossy())
}

/// The files that a name in the code may mean, if it stays below the folder. A name may have parts that are not known ([`script::ANY`]).
pub(crate) fn spellings(name: &str) -> impl Iterator<Item = String> {
    let name = name.trim_start_matches("./");
    let inside = rasher::is_inside(&name.replace(script::ANY, "any"));
    rasher::spellings(name).filter(move |file| inside && format::may_hold_cartridge(file))
}

/// Files in memory, by path: of a page, or of a test.
#[derive(Clone, Debug, Default)]
pub struct MemorySource(pub BTreeMap<PathBuf, Vec<u8>>);

impl Source for MemorySource {
    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
        let error = |kind, why: String| ReadError { kind, message: format!("{}: {why}", path.display()) };
        match self.0.get(path) {
            None => Err(error(ReadErrorKind::Missing, "not found".to_string())),
            Some(bytes) if bytes.len() as u64 > most => {
                let why = format!("found {} bytes, expected at most {most}", bytes.len());
                Err(error(ReadErrorKind::TooLarge, why))
            }
            Some(bytes) => Ok(bytes.clone()),
        }
    }

    fn is_file(&self, path: &Path) -> bool {
        self.0.contains_key(path)
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.0.keys().any(|file| file != path && file.starts_with(path))
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        let files = self.0.keys().filter(|file| file.parent() == Some(folder));
        files.filter_map(|file| Some(file.file_name()?.to_str()?.to_string())).collect()
    }
}

#[derive(Debug, Default)]
pub(crate) struct FileCache<S> {
    pub source: S,
    read: BTreeMap<PathBuf, ReadResult>,
}

impl<S: Source> FileCache<S> {
    pub fn new(source: S) -> Self {
        FileCache { source, read: BTreeMap::new() }
    }

    /// Reads a file; one that a cart names only if it is in `folder`.
    pub fn read(&mut self, folder: Option<&Path>, path: &Path, most: u64) -> ReadResult {
        if let Some(known) = self.read.get(path) {
            return known.clone();
        }
        let read = match folder {
            Some(folder) => self.source.read_inside(folder, path, most),
            None => self.source.read(path, most),
        };
        let read = read.map(Arc::from);
        self.read.insert(path.to_path_buf(), read.clone());
        read
    }

    pub fn forget(&mut self, path: &Path) {
        self.read.remove(path);
    }
}

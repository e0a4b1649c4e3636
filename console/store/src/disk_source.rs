//! The disk as the loader's source of files. What a file looked like is noted before it is read, so that a follower misses nothing that is
//! saved meanwhile.

use crate::error::StoreError;
use crate::file::read_at_most;
use crate::home::Home;
use crate::inside::{cart_folder, inside, read_inside};
use crate::rust_source::rust_source;
use loader::{DataPlaces, Entry, ReadError, ReadErrorKind, Source};
use rasher::RustSource;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

#[derive(Debug, Default)]
pub struct DiskSource {
    looks: RefCell<BTreeMap<PathBuf, Result<FileLook, ErrorKind>>>,
}

impl DiskSource {
    /// How a file looked before it was read last, or how it looks now.
    pub(crate) fn look(&self, path: &Path) -> Result<FileLook, ErrorKind> {
        self.looks.borrow().get(path).cloned().unwrap_or_else(|| FileLook::at(path))
    }
}

impl From<StoreError> for ReadError {
    fn from(error: StoreError) -> ReadError {
        let kind = match &error {
            StoreError::System { source, .. } if source.kind() == ErrorKind::NotFound => {
                ReadErrorKind::Missing
            }
            StoreError::TooLarge { .. } => ReadErrorKind::TooLarge,
            StoreError::Outside { .. } => ReadErrorKind::Outside,
            _ => ReadErrorKind::Other,
        };
        ReadError { kind, message: error.to_string() }
    }
}

impl Source for DiskSource {
    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
        self.looks.borrow_mut().insert(path.into(), FileLook::at(path));
        Ok(read_at_most(path, most)?)
    }

    fn read_inside(&self, folder: &Path, path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
        self.looks.borrow_mut().insert(path.into(), FileLook::at(path));
        Ok(read_inside(folder, path, most)?)
    }

    fn is_inside(&self, folder: &Path, path: &Path) -> bool {
        inside(folder, path).is_ok()
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir()
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
    }

    fn folder_of(&self, cart: &Path) -> PathBuf {
        cart_folder(cart)
    }

    fn rust_source(&self, entry: &Entry) -> Option<RustSource> {
        rust_source(entry)
    }
}

/// Where a cart's data are searched for: in `data`, else from the current folder upwards, else in the user's copies.
pub fn data_places(data: Option<PathBuf>, home: Option<&Path>) -> DataPlaces {
    let own_copies = Home::find(home).ok().map(|home| home.edited());
    DataPlaces { data, from: std::env::current_dir().ok(), own_copies, lenient: false }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileLook {
    is_file: bool,
    len: u64,
    times: [Option<SystemTime>; 2],
}

impl FileLook {
    pub fn at(path: &Path) -> Result<FileLook, ErrorKind> {
        let meta = fs::metadata(path).map_err(|e| e.kind())?;
        let times = [meta.modified().ok(), meta.created().ok()];
        Ok(FileLook { is_file: meta.is_file(), len: meta.len(), times })
    }
}

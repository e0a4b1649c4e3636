//! The files of settings and of the shelf's marks. What stands in them is for others to say: here it is bytes.

use crate::error::StoreError;
use crate::file::{if_there, read_at_most, set_aside};
use crate::home::Home;
use std::path::{Path, PathBuf};

/// Bytes of the largest settings file: all keys bound to each button take less than a tenth.
pub const SETTINGS_MAX: u64 = 1 << 20;

/// The settings as `parse` reads them. A file that it refuses is set aside, so that the next write does not replace it.
pub fn read_settings<T>(
    home: &Home,
    parse: impl FnOnce(&[u8]) -> Result<T, String>,
) -> Result<Option<T>, StoreError> {
    read_bytes(home, home.settings(), parse)
}

/// The shelf's marks, read like [`read_settings`].
pub fn read_marks<T>(
    home: &Home,
    parse: impl FnOnce(&[u8]) -> Result<T, String>,
) -> Result<Option<T>, StoreError> {
    read_bytes(home, home.marks(), parse)
}

fn read_bytes<T>(
    home: &Home,
    path: PathBuf,
    parse: impl FnOnce(&[u8]) -> Result<T, String>,
) -> Result<Option<T>, StoreError> {
    let read = if_there(read_at_most(&path, SETTINGS_MAX)).and_then(|bytes| match bytes {
        Some(bytes) => {
            parse(&bytes).map(Some).map_err(|why| StoreError::Settings { path: path.clone(), why })
        }
        None => Ok(None),
    });
    read.map_err(|error| set_aside(&**home.disk(), &path, error))
}

/// Writes what `merge` makes of the current settings, under the lock of the home.
pub fn update_settings(home: &Home, merge: impl FnOnce(Option<&[u8]>) -> Vec<u8>) -> Result<(), StoreError> {
    update_bytes(home, &home.settings(), merge)
}

/// Writes the shelf's marks, like [`update_settings`].
pub fn update_marks(home: &Home, merge: impl FnOnce(Option<&[u8]>) -> Vec<u8>) -> Result<(), StoreError> {
    update_bytes(home, &home.marks(), merge)
}

fn update_bytes(
    home: &Home,
    path: &Path,
    merge: impl FnOnce(Option<&[u8]>) -> Vec<u8>,
) -> Result<(), StoreError> {
    let _lock = home.lock();
    let there = match if_there(read_at_most(path, SETTINGS_MAX)) {
        Err(StoreError::TooLarge { .. }) => None,
        there => there?,
    };
    home.write(path, &merge(there.as_deref())).map(drop)
}

pub fn write_settings(home: &Home, bytes: &[u8]) -> Result<(), StoreError> {
    update_settings(home, |_| bytes.to_vec())
}

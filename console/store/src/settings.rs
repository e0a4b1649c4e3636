//! The files of settings and of the shelf's marks. The caller knows their format.

use crate::error::StoreError;
use crate::file::{optional, read_at_most, set_aside};
use crate::home::Home;
use std::path::Path;

/// Bytes of the largest settings file: all keys bound to each button take less than a tenth.
pub const SETTINGS_MAX: u64 = 1 << 20;

/// Reads the file at `path`, [`Home::settings`] or [`Home::marks`], with `parse`. A file that it refuses is set aside.
pub fn read_settings<T>(
    home: &Home,
    path: &Path,
    parse: impl FnOnce(&[u8]) -> Result<T, String>,
) -> Result<Option<T>, StoreError> {
    let parse = |bytes: &[u8]| parse(bytes).map_err(|why| StoreError::Settings { path: path.into(), why });
    let read = optional(read_at_most(path, SETTINGS_MAX));
    let parsed = read.and_then(|bytes| bytes.as_deref().map(parse).transpose());
    parsed.map_err(|error| set_aside(&**home.disk(), path, error))
}

/// Passes the file's current content to `merge` and writes the result, under the home's lock.
pub fn update_settings(
    home: &Home,
    path: &Path,
    merge: impl FnOnce(Option<&[u8]>) -> Vec<u8>,
) -> Result<(), StoreError> {
    let _lock = home.lock();
    let there = match optional(read_at_most(path, SETTINGS_MAX)) {
        Err(StoreError::TooLarge { .. }) => None,
        there => there?,
    };
    home.write(path, &merge(there.as_deref())).map(drop)
}

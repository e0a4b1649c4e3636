//! Unsaved edits, kept against a crash: `carts/KEY/unsaved` is an `editors::Draft`, written half a second after the last change, and removed
//! once all is saved.

use crate::error::StoreError;
use crate::file::{optional, read_at_most, remove};
use crate::home::Home;
use std::path::PathBuf;

/// Bytes of the largest draft: all data, byte by byte, and code of many files.
const DRAFT_MAX: u64 = 4 << 20;

fn path(home: &Home, key: &str) -> Result<PathBuf, StoreError> {
    Ok(home.cart(key)?.join("unsaved"))
}

/// Writes a cart's unsaved edits, or removes them. On failure the old ones stay.
pub fn write_draft(home: &Home, key: &str, draft: Option<&[u8]>) -> Result<(), StoreError> {
    let path = path(home, key)?;
    match draft {
        Some(bytes) => home.write(&path, bytes).map(drop),
        None => remove(&**home.disk(), &path),
    }
}

pub fn read_draft(home: &Home, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
    optional(read_at_most(&path(home, key)?, DRAFT_MAX))
}

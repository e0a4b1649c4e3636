//! Logs of edits ([`format::EditLog`]), one a cart: `history/KEY.edits`.
//!
//! ```text
//! append    lock of the home ── bytes at the end ── sync                       a torn end is skipped by the reader
//!           longer than HISTORY_MAX: the oldest entries are dropped, the rest written aside and renamed
//! read      the newest HISTORY_MAX bytes, twice over
//! ```
//!
//! Two windows append to one log, an entry at a time. An earlier version kept unsaved edits in `carts/KEY/unsaved`: that file is read if
//! there is no log, and removed once there is one.

use crate::disk::folder;
use crate::error::StoreError;
use crate::file::{make_folders, open, optional, read_at_most, remove, target};
use crate::home::{Home, inside};
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;

/// Bytes of the history of one cart.
pub const HISTORY_MAX: u64 = format::EDITS_MAX as u64;
/// Bytes of the file of unsaved edits of an earlier version.
const DRAFT_MAX: u64 = 4 << 20;

pub(crate) fn path(home: &Home, key: &str) -> Result<PathBuf, StoreError> {
    Ok(home.history().join(format!("{}.edits", inside(key)?)))
}

fn draft(home: &Home, key: &str) -> Result<PathBuf, StoreError> {
    Ok(home.cart(key)?.join("unsaved"))
}

/// Whether a cart was ever edited.
pub fn has_history(home: &Home, key: &str) -> bool {
    [path(home, key), draft(home, key)].into_iter().flatten().any(|path| path.exists())
}

/// The log of a cart's edits, or its unsaved edits as an earlier version kept them; empty without either.
pub fn read_history(home: &Home, key: &str) -> Result<Vec<u8>, StoreError> {
    match optional(newest(&path(home, key)?))? {
        Some(log) => Ok(log),
        None => Ok(optional(read_at_most(&draft(home, key)?, DRAFT_MAX))?.unwrap_or_default()),
    }
}

/// Gives a cart's file its new name in the log.
pub(crate) fn rename_in(home: &Home, key: &str, (file, new): (&str, &str)) -> Result<(), StoreError> {
    let path = path(home, key)?;
    let _lock = home.lock();
    match optional(newest(&path))? {
        Some(log) => home.write(&path, &format::with_file_renamed(&log, file, new)).map(drop),
        None => Ok(()),
    }
}

fn newest(path: &std::path::Path) -> Result<Vec<u8>, StoreError> {
    let (mut file, meta) = open(path)?;
    let (mut bytes, failed) = (Vec::new(), StoreError::system(path, "read"));
    // Another program may have made it longer than it ever gets here.
    let skipped = meta.len().saturating_sub(2 * HISTORY_MAX);
    let read =
        file.seek(SeekFrom::Start(skipped)).and_then(|_| file.take(2 * HISTORY_MAX).read_to_end(&mut bytes));
    read.map(|_| bytes).map_err(failed)
}

/// Appends entries to a cart's log. After a failure the call may be repeated.
pub fn append_history(home: &Home, key: &str, entries: &[u8]) -> Result<(), StoreError> {
    let path = path(home, key)?;
    let disk = &**home.disk();
    // Without a lock, each write is still one call of the system.
    let _lock = home.lock();
    make_folders(disk, folder(&path))?;
    let mut file = disk.open_append(&target(&path)?).map_err(StoreError::system(&path, "write"))?;
    let length = file.metadata().map_err(StoreError::system(&path, "write"))?.len();
    if length + entries.len() as u64 > HISTORY_MAX {
        let whole = [newest(&path)?, entries.to_vec()].concat();
        home.write(&path, &format::thinned(&whole, (HISTORY_MAX / 4 * 3) as usize))?;
    } else {
        let done = disk.write(&mut file, entries).and_then(|()| disk.sync(&file));
        if done.is_err() {
            _ = disk.truncate(&file, length);
        }
        done.map_err(StoreError::system(&path, "write"))?;
    }
    // All of it is in the log by now.
    remove(disk, &draft(home, key)?)
}

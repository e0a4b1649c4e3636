//! Temporary files that will replace a file, and leftovers of interrupted programs.
//!
//! ```text
//! writer   create .rasher-RANDOM.new ── lock ── still there? ── write, sync, rename ── unlock
//! sweeper  for each .rasher-*.new    ── lock ── held by none: its writer is dead ── remove
//! ```
//!
//! The lock ends with the program, so a file that another window is writing is never removed. A sweeper between a writer's first two steps
//! removes an empty file; the writer notices and creates another. Without locks, a file that is an hour old is a leftover.

use crate::disk::{Disk, folder};
use crate::error::StoreError;
use std::collections::hash_map::RandomState;
use std::fs::{self, File, TryLockError};
use std::hash::BuildHasher;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Age of a leftover where there are no locks. No write takes that long.
const STALE: Duration = Duration::from_secs(3600);
const TRIES: u32 = 100;

/// An unguessable number: the keys of this hash are the system's, and differ from call to call.
pub fn random() -> u64 {
    RandomState::new().hash_one(())
}

/// Creates and locks an empty file next to `path`, with an unguessable name, so that nobody can prepare a link there.
pub(crate) fn create_temporary(disk: &dyn Disk, path: &Path) -> Result<(PathBuf, File), StoreError> {
    if path.file_name().is_none() {
        let source = io::Error::new(ErrorKind::InvalidInput, "the path names no file");
        return Err(StoreError::system(path, "write")(source));
    }
    for _ in 0..TRIES {
        let temporary = folder(path).join(format!(".rasher-{:016x}.new", random()));
        let file = match disk.create_new(&temporary) {
            Err(e) if e.kind() == ErrorKind::AlreadyExists => continue,
            made => made.map_err(StoreError::system(path, "write"))?,
        };
        let swept = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        if !swept && fs::symlink_metadata(&temporary).is_ok() {
            return Ok((temporary, file));
        }
    }
    Err(StoreError::system(path, "write")(ErrorKind::AlreadyExists.into()))
}

pub(crate) fn remove_leftovers(disk: &dyn Disk, folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let ours = name.to_str().is_some_and(|name| name.starts_with(".rasher-") && name.ends_with(".new"));
        if !ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        // Locked until it is removed, so that its writer notices.
        let Ok(file) = File::open(&path) else { continue };
        let left = match file.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => false,
            Err(TryLockError::Error(_)) => age(&file).is_some_and(|age| age >= STALE),
        };
        if left {
            // The next write tries again.
            _ = disk.remove(&path);
        }
    }
}

fn age(file: &File) -> Option<Duration> {
    SystemTime::now().duration_since(file.metadata().ok()?.modified().ok()?).ok()
}

//! One file: read with a bound, written beside and renamed, set aside.
//!
//! ```text
//! read       regular file? ── not too large? ── open ── still so? ── at most so many bytes
//! write      FOLDER/rasher-PID-N.new ── all bytes ── sync ── rename to its name ── sync the folder
//!            └─ any step fails: it is removed, and what had the name before stands
//! set aside  NAME ── rename ──> NAME.broken, NAME.broken2 ...
//! ```
//!
//! Only regular files are read, written over or set aside: opening a named pipe waits for its other end, and what a rename
//! puts in a device's place is no device. A link is followed, so that what it names is written and the link stays.

use crate::disk::{Disk, SystemDisk};
use crate::error::StoreError;
use std::fs::{self, File, FileType};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// Bytes of the largest file that is read: a recording of 100 busy hours stays below it.
pub const READ_MAX: u64 = 256 << 20;

/// Age of a file that a write left beside, when it is removed. No write takes so long.
const STALE: Duration = Duration::from_secs(3600);

/// The whole file.
///
/// # Errors
/// When it cannot be read, is no regular file, or is larger than [`READ_MAX`] bytes.
pub fn read(path: &Path) -> Result<Vec<u8>, StoreError> {
    read_bounded(path, READ_MAX)
}

/// [`read`], or none when there is no such file.
///
/// # Errors
/// As [`read`].
pub fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    if_there(read(path))
}

/// Writes a file whole or not at all. Its folders are made. When this returns it is on the disk.
///
/// # Errors
/// When the disk says no, or something that is no regular file has that name; what was there then still stands.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    replace(&SystemDisk, path, bytes, true).map(drop)
}

/// [`read`] with a bound.
pub(crate) fn read_bounded(path: &Path, most: u64) -> Result<Vec<u8>, StoreError> {
    // Before it is opened, since to open a pipe is to wait; and after, since only then it cannot be another file any more.
    regular(path, "read", fs::metadata(path).map_err(StoreError::system(path, "read"))?.file_type())?;
    let file = File::open(path).map_err(StoreError::system(path, "read"))?;
    let meta = file.metadata().map_err(StoreError::system(path, "read"))?;
    regular(path, "read", meta.file_type())?;
    let large = |found| StoreError::TooLarge { path: path.into(), found, most };
    if meta.len() > most {
        return Err(large(meta.len()));
    }
    let mut bytes = Vec::new();
    // It may grow while it is read, and files of the system's own tell no length.
    file.take(most + 1).read_to_end(&mut bytes).map_err(StoreError::system(path, "read"))?;
    match bytes.len() as u64 {
        found if found > most => Err(large(found)),
        _ => Ok(bytes),
    }
}

/// None in place of the error that there is no such file.
pub(crate) fn if_there<T>(read: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match read {
        Err(StoreError::System { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

/// Writes a file whole or not at all, and gives it, open at its end. A `durable` one is on the disk then.
pub(crate) fn replace(disk: &dyn Disk, path: &Path, bytes: &[u8], durable: bool) -> Result<File, StoreError> {
    let path = &target(path)?;
    let folder = folder(path);
    disk.create_folders(folder).map_err(StoreError::system(folder, "make the folder"))?;
    let (beside, mut file) = create_beside(disk, path)?;
    let written = disk
        .write(&mut file, bytes)
        .and_then(|()| if durable { disk.sync(&file) } else { Ok(()) })
        .and_then(|()| disk.rename(&beside, path));
    if let Err(source) = written {
        drop(file);
        // It is of no use to anyone. That it cannot be removed changes nothing: it is swept up later.
        _ = disk.remove(&beside);
        return Err(StoreError::system(path, "write")(source));
    }
    if durable {
        // Not every system can; the file itself is on the disk.
        _ = disk.sync_folder(folder);
    }
    Ok(file)
}

/// The file that a path means, if it may be written over: what a link names, in place of the link.
pub(crate) fn target(path: &Path) -> Result<PathBuf, StoreError> {
    match fs::metadata(path) {
        Ok(meta) => {
            regular(path, "write", meta.file_type())?;
            let link = fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
            if link {
                fs::canonicalize(path).map_err(StoreError::system(path, "read"))
            } else {
                Ok(path.into())
            }
        }
        // There is none yet, or it will be said when it is written.
        Err(_) => Ok(path.into()),
    }
}

/// An empty file beside `path`, under a name that nobody else has: not another program, not another thread, and not a
/// program that was ended before it could rename its own.
pub(crate) fn create_beside(disk: &dyn Disk, path: &Path) -> Result<(PathBuf, File), StoreError> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    if path.file_name().is_none() {
        return Err(StoreError::system(path, "write")(io::Error::new(
            ErrorKind::InvalidInput,
            "it names no file",
        )));
    }
    for _ in 0..1000 {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let beside = folder(path).join(format!("rasher-{}-{number}.new", std::process::id()));
        match disk.create_new(&beside) {
            Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
            made => return made.map(|file| (beside, file)).map_err(StoreError::system(path, "write")),
        }
    }
    Err(StoreError::system(path, "write")(ErrorKind::AlreadyExists.into()))
}

/// Removes what writes that were cut short have left in a folder, an hour ago or more.
pub(crate) fn sweep(disk: &dyn Disk, folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let now = SystemTime::now();
    for entry in entries.flatten() {
        let name = entry.file_name();
        let ours = name.to_str().is_some_and(|name| name.starts_with("rasher-") && name.ends_with(".new"));
        let age = || now.duration_since(entry.metadata().ok()?.modified().ok()?).ok();
        if ours && age().is_some_and(|age| age >= STALE) {
            // The next write tries again.
            _ = disk.remove(&entry.path());
        }
    }
}

/// Removes a file; one that is not there is gone already.
pub(crate) fn remove(disk: &dyn Disk, path: &Path) -> Result<(), StoreError> {
    match disk.remove(path) {
        Err(e) if e.kind() != ErrorKind::NotFound => Err(StoreError::system(path, "remove")(e)),
        _ => Ok(()),
    }
}

/// Renames a file that cannot be used to the first of `NAME.broken`, `NAME.broken2` ... that is free, and adds that to
/// the error. What is no regular file stays: nothing is written over it either.
pub(crate) fn set_aside(disk: &dyn Disk, path: &Path, error: StoreError) -> StoreError {
    if matches!(error, StoreError::NotRegular { .. }) {
        return error;
    }
    let name = |n: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(if n == 1 { ".broken".into() } else { format!(".broken{n}") });
        PathBuf::from(name)
    };
    let free = |kept: &PathBuf| fs::symlink_metadata(kept).is_err();
    match (1..1000).map(name).find(free) {
        Some(kept) if disk.rename(path, &kept).is_ok() => {
            StoreError::SetAside { source: Box::new(error), kept }
        }
        // Where nothing can be renamed nothing can be saved: a save is renamed into place.
        _ => error,
    }
}

/// The folder that a file stands in.
pub(crate) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn regular(path: &Path, action: &'static str, kind: FileType) -> Result<(), StoreError> {
    let found = match kind {
        kind if kind.is_file() => return Ok(()),
        kind if kind.is_dir() => "a folder",
        _ => "a pipe, a device or a socket",
    };
    Err(StoreError::NotRegular { path: path.into(), action, found })
}

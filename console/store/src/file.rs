//! One file: read with a limit, written next to its place and renamed, set aside.
//!
//! ```text
//! read       regular file? ── not too large? ── open ── still so? ── at most so many bytes
//! write      FOLDER/.rasher-RANDOM.new, locked ── all bytes ── sync ── rename to its name ── sync the folder
//!            └─ any step fails: it is removed, and the old file stays
//!            another's file: the new one becomes NAME.new ── its bytes into the file, sync ── NAME.new is removed
//! set aside  NAME ── rename ──> NAME.broken, NAME.broken2 ...
//! ```
//!
//! Only regular files: opening a named pipe waits for its other end, and a rename would turn a device into a file. Links are followed, so
//! that the target is written and the link stays, even if the target is missing. A replaced file keeps its mode and owner (`access.rs`). If
//! this account may not set that owner, the bytes go into the existing file, and the new content has its own name until they are there.

use crate::access::{PRIVATE, PROGRAMS, copy_mode, keep};
use crate::disk::{Disk, SystemDisk, folder};
use crate::error::StoreError;
use crate::temporary::{create_temporary, remove_leftovers};
use std::fs::{self, File, FileType, Metadata};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Bytes of the largest file: a recording of 100 busy hours has less.
pub const READ_MAX: u64 = 256 << 20;

/// Links that are followed in a row, as on Linux.
const LINKS_MAX: usize = 40;

/// Reads a whole regular file of at most [`READ_MAX`] bytes.
pub fn read(path: &Path) -> Result<Vec<u8>, StoreError> {
    read_at_most(path, READ_MAX)
}

/// Reads a whole regular file of at most `most` bytes. Never reads more than one byte beyond that.
pub fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, StoreError> {
    let (file, meta) = open(path)?;
    read_open(path, file, &meta, most)
}

pub(crate) fn open(path: &Path) -> Result<(File, Metadata), StoreError> {
    // The check is made before the file is opened, since opening a pipe would wait, and again after that, since only then
    // the path can no longer become another file.
    regular(path, "read", fs::metadata(path).map_err(StoreError::system(path, "read"))?.file_type())?;
    let file = File::open(path).map_err(StoreError::system(path, "read"))?;
    let meta = file.metadata().map_err(StoreError::system(path, "read"))?;
    regular(path, "read", meta.file_type())?;
    Ok((file, meta))
}

pub(crate) fn read_open(path: &Path, file: File, meta: &Metadata, most: u64) -> Result<Vec<u8>, StoreError> {
    let large = |found| StoreError::TooLarge { path: path.into(), found, most };
    if meta.len() > most {
        return Err(large(meta.len()));
    }
    let mut bytes = Vec::new();
    // It may grow while it is read, and system files report no length.
    file.take(most + 1).read_to_end(&mut bytes).map_err(StoreError::system(path, "read"))?;
    match bytes.len() as u64 {
        found if found > most => Err(large(found)),
        _ => Ok(bytes),
    }
}

pub fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    optional(read(path))
}

pub fn take(path: &Path) -> Result<Vec<u8>, StoreError> {
    let bytes = read(path)?;
    // A leftover does no harm.
    _ = remove(&SystemDisk, path);
    Ok(bytes)
}

/// Writes a file that the user named, whole or not at all. Makes no folder: a missing one is more likely a typo.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    replace_by(named(path, &SystemDisk), path, Replaced::Kept, true, |file| file.write_all(bytes))?;
    remove_leftovers(&SystemDisk, folder(path));
    Ok(())
}

/// The disk for an output that the user names: the new content stays private until it replaces a file.
fn named<'a>(path: &Path, new: &'a dyn Disk) -> &'a dyn Disk {
    if path.exists() { &PRIVATE } else { new }
}

pub fn write_with_folders(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    make_folders(&SystemDisk, folder(path))?;
    write(path, bytes)
}

/// Copies a file of any size, whole or not at all, with its mode less the umask. Returns its length.
pub fn copy(from: &Path, to: &Path) -> Result<u64, StoreError> {
    let (mut source, meta) = open(from)?;
    let old = fs::metadata(to).ok();
    let mut copied = 0;
    let fill = |file: &mut File| {
        copy_mode(file, &meta, old.as_ref())?;
        copied = io::copy(&mut source, file)?;
        file.flush()
    };
    replace_by(named(to, &PROGRAMS), to, Replaced::Kept, true, fill)?;
    remove_leftovers(&SystemDisk, folder(to));
    Ok(copied)
}

pub(crate) fn optional<T>(read: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match read {
        Err(StoreError::System { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

pub fn make_folder(path: &Path) -> Result<(), StoreError> {
    make_folders(&SystemDisk, path)
}

pub(crate) fn make_folders(disk: &dyn Disk, folder: &Path) -> Result<(), StoreError> {
    disk.create_folders(folder).map_err(StoreError::system(folder, "create the folder"))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Replaced {
    Kept,
    New,
}

/// Writes a file of the home whole or not at all, synced if `durable`. Returns it, open at its end.
pub(crate) fn replace(disk: &dyn Disk, path: &Path, bytes: &[u8], durable: bool) -> Result<File, StoreError> {
    // A link leads to where the user keeps the file: there it belongs to the user.
    let is_link = fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
    let replaced = if is_link { Replaced::Kept } else { Replaced::New };
    replace_by(disk, path, replaced, durable, |file| disk.write(file, bytes))
}

fn replace_by(
    disk: &dyn Disk,
    path: &Path,
    replaced: Replaced,
    durable: bool,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<File, StoreError> {
    let path = &target(path)?;
    let (beside, mut file) = create_temporary(disk, path)?;
    let old = fs::metadata(path).ok().filter(|_| replaced == Replaced::Kept);
    let is_own = old.is_none_or(|old| keep(&file, &old));
    let written =
        fill(&mut file).and_then(|()| if durable { disk.sync(&file) } else { Ok(()) }).and_then(|()| {
            match is_own {
                true => disk.rename(&beside, path).map(|()| None),
                // Before the new content gets a name that stays: this account may not write the file at all.
                false => File::options().write(true).open(path).map(Some),
            }
        });
    let other = match written {
        Ok(other) => other,
        Err(source) => {
            drop(file);
            // If it cannot be removed, a sweep does it later.
            _ = disk.remove(&beside);
            return Err(StoreError::system(path, "write")(source));
        }
    };
    if let Some(mut other) = other {
        let kept = free(path, ".new").unwrap_or(beside.clone());
        return disk
            .rename(&beside, &kept)
            .and_then(|()| write_through(&kept, &mut other))
            .and_then(|()| disk.remove(&kept))
            .map(|()| other)
            .map_err(|source| StoreError::SetAside {
                source: Box::new(StoreError::system(path, "write")(source)),
                kept,
            });
    }
    // Only a temporary file is locked.
    _ = file.unlock();
    if durable {
        // Not every system can; the file itself is on the disk.
        _ = disk.sync_folder(folder(path));
    }
    Ok(file)
}

fn write_through(from: &Path, to: &mut File) -> io::Result<()> {
    let length = io::copy(&mut File::open(from)?, to)?;
    to.set_len(length)?;
    to.sync_all()
}

/// The file to write for a path: the target of a link. Fails if it is not a regular file.
pub(crate) fn target(path: &Path) -> Result<PathBuf, StoreError> {
    if let Ok(meta) = fs::metadata(path) {
        regular(path, "write", meta.file_type())?;
    }
    let mut named = path.to_path_buf();
    for _ in 0..LINKS_MAX {
        match fs::symlink_metadata(&named) {
            Ok(meta) if meta.is_symlink() => {
                let next = fs::read_link(&named).map_err(StoreError::system(path, "read"))?;
                named = folder(&named).join(next);
            }
            // There is none yet, or it will be said when it is written.
            _ => return Ok(named),
        }
    }
    Err(StoreError::system(path, "write")(io::Error::other("the link leads to itself")))
}

pub(crate) fn remove(disk: &dyn Disk, path: &Path) -> Result<(), StoreError> {
    match disk.remove(path) {
        Err(e) if e.kind() != ErrorKind::NotFound => Err(StoreError::system(path, "remove")(e)),
        _ => Ok(()),
    }
}

pub(crate) fn free(path: &Path, ending: &str) -> Option<PathBuf> {
    let name = |n: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(if n == 1 { ending.to_string() } else { format!("{ending}{n}") });
        PathBuf::from(name)
    };
    (1..1000).map(name).find(|kept| fs::symlink_metadata(kept).is_err())
}

/// Renames a broken file to the first free name of `NAME.broken`, `NAME.broken2` ..., and adds that to the error.
pub(crate) fn set_aside(disk: &dyn Disk, path: &Path, error: StoreError) -> StoreError {
    if matches!(error, StoreError::NotRegular { .. }) {
        return error;
    }
    match free(path, ".broken") {
        Some(kept) if disk.rename(path, &kept).is_ok() => StoreError::SetAside { source: error.into(), kept },
        // Without renames nothing can be saved either.
        _ => error,
    }
}

fn regular(path: &Path, action: &'static str, kind: FileType) -> Result<(), StoreError> {
    let found = match kind {
        kind if kind.is_file() => return Ok(()),
        kind if kind.is_dir() => "a folder",
        _ => "a pipe, a device or a socket",
    };
    Err(StoreError::NotRegular { path: path.into(), action, found })
}

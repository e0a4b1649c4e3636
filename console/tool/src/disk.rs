//! Files: read with a bound, written aside and renamed.

use crate::error::ToolError;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Bytes of the largest file that is read: a recording of 100 busy hours stays below it.
pub const READ_MAX: u64 = 256 << 20;

/// Makes an error of what the system said about `path`.
pub fn said(path: &Path, deed: &'static str) -> impl FnOnce(std::io::Error) -> ToolError {
    let path = path.to_owned();
    move |source| ToolError::Disk { path, deed, source }
}

/// The whole file.
///
/// # Errors
/// When it cannot be read, or is larger than any file of the console.
pub fn read(path: &Path) -> Result<Vec<u8>, ToolError> {
    let file = fs::File::open(path).map_err(said(path, "read"))?;
    let mut bytes = Vec::new();
    // A pipe or a device tells no length, so the bound is on what is read.
    file.take(READ_MAX + 1).read_to_end(&mut bytes).map_err(said(path, "read"))?;
    if bytes.len() as u64 > READ_MAX {
        return Err(ToolError::TooLarge { path: path.into(), found: bytes.len() as u64, most: READ_MAX });
    }
    Ok(bytes)
}

/// [`read`], or none when there is no such file.
///
/// # Errors
/// As [`read`].
pub fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, ToolError> {
    match read(path) {
        Err(ToolError::Disk { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

/// Writes a file whole or not at all: beside it first, then renamed over it. Its folders are made.
///
/// # Errors
/// When the disk says no; the old file then still stands.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), ToolError> {
    if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(said(folder, "make the folder"))?;
    }
    // The process's number keeps two consoles that save at once apart.
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let aside: PathBuf = path.with_file_name(name);
    let written = fs::File::create(&aside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let done = written
        .map_err(said(&aside, "write"))
        .and_then(|()| fs::rename(&aside, path).map_err(said(path, "write")));
    if done.is_err() {
        // What was written aside is of no use to anyone; that it cannot be removed changes nothing.
        _ = fs::remove_file(&aside);
    }
    done
}

/// Removes a file; one that is not there is gone already.
///
/// # Errors
/// When it is there and cannot be removed.
pub fn remove(path: &Path) -> Result<(), ToolError> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(said(path, "remove")(e)),
        _ => Ok(()),
    }
}

/// Prints a text; a reader that has gone away is no error.
pub fn print(text: &str) {
    _ = std::io::stdout().write_all(text.as_bytes());
}

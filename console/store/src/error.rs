//! Errors of a user's files, with path, found and expected.

use format::FormatError;
use rasher::text::in_message;
use std::mem::{Discriminant, discriminant};
use std::path::{Path, PathBuf};
use timeline::FileError;

pub const CART_BYTES_MAX: u64 = 64 << 20;
pub const CART_FILES_MAX: u64 = 256;

pub fn shown(path: &Path) -> String {
    in_message(&path.to_string_lossy(), 1024)
}

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{}: cannot {action}: {source}", shown(path))]
    System {
        path: PathBuf,
        /// `read`, `write`, `rename`.
        action: &'static str,
        source: std::io::Error,
    },
    #[error("{}: found {found} bytes, expected at most {most}", shown(path))]
    TooLarge { path: PathBuf, found: u64, most: u64 },
    #[error("{}: another program has changed {count} bytes of it; nothing was saved", shown(path))]
    ChangedOutside { path: PathBuf, count: usize },
    /// Saving would replace them in the file. The user can agree.
    #[error("{}: {remark}; nothing was saved", shown(path))]
    StrayColors { path: PathBuf, remark: String },
    #[error("{}: another program has changed its code; nothing was saved", shown(path))]
    CodeChangedOutside { path: PathBuf },
    #[error("{}: cannot {action}: found {found}, expected a regular file", shown(path))]
    NotRegular { path: PathBuf, action: &'static str, found: &'static str },
    /// A file that a cart names is not in the cart's folder.
    #[error(
        "{}: outside of the folder {}; copy or move it there (a link is not enough)",
        shown(path),
        shown(folder)
    )]
    Outside { path: PathBuf, folder: PathBuf },
    #[error("{}: {source}", shown(path))]
    Run { path: PathBuf, source: FileError },
    #[error("{}:{line}: found {found:?}, expected 64 numbers of 8 hex digits", shown(path))]
    CartData { path: PathBuf, line: usize, found: String },
    #[error("{}: found code, expected data that a cart has stored; delete or move the file", shown(path))]
    NotStored { path: PathBuf },
    #[error("{}: {why}", shown(path))]
    Settings { path: PathBuf, why: String },
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A broken file was renamed, so that the next save does not replace it.
    #[error("{source}; kept as {}", shown(kept))]
    SetAside { source: Box<StoreError>, kept: PathBuf },
    #[error("found the name {found:?}, expected a name without / \\ : and no dot at its start")]
    Name { found: String },
    #[error("{}: already exists; not overwritten", shown(path))]
    Exists { path: PathBuf },
    #[error("{}: all {most} numbers for files of that name are used", shown(folder))]
    Full { folder: PathBuf, most: u32 },
    #[error("no room for {what}: this cart already keeps {}, the maximum; delete files in {} to make room", most(*.bytes), shown(folder))]
    Quota {
        folder: PathBuf,
        what: String,
        /// Whether the limit on bytes is reached; otherwise it is the limit on files.
        bytes: bool,
    },
    #[error("printh to {file}: the cart prints faster than the disk can write; some lines were dropped")]
    Slow { file: String },
    #[error(
        "{}: the kept run was deleted while it was being played; it is saved again as {}",
        shown(path),
        shown(kept)
    )]
    RunGone { path: PathBuf, kept: PathBuf },
    #[error("{}: {most} other windows are running this cart; no more runs can be saved", shown(folder))]
    InUse { folder: PathBuf, most: u32 },
    #[error("{}: another window has saved the same numbers: {}", shown(path), list(numbers))]
    BothSaved {
        path: PathBuf,
        /// From 0 to 63.
        numbers: Vec<usize>,
    },
    #[error("no folder found for settings and saves (HOME is not set); name one with --home DIR")]
    NoHome,
}

fn most(bytes: bool) -> String {
    if bytes { format!("{} MiB", CART_BYTES_MAX >> 20) } else { format!("{CART_FILES_MAX} files") }
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl StoreError {
    /// Why the disk refuses all writes, in two words; none for an error of one file.
    pub fn of_disk(&self) -> Option<&'static str> {
        use std::io::ErrorKind;
        let StoreError::System { source, .. } = self else { return None };
        Some(match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "disk full",
            ErrorKind::ReadOnlyFilesystem => "disk read-only",
            ErrorKind::PermissionDenied => "access denied",
            _ => "disk error",
        })
    }

    /// Makes an error of the system's, with path and action: `read`, `write`, `rename`.
    pub fn system(path: &Path, action: &'static str) -> impl FnOnce(std::io::Error) -> StoreError {
        let path = path.to_owned();
        move |source| StoreError::System { path, action, source }
    }
}

/// The kinds of error already reported about one cart's files. A cart may retry in every frame.
#[derive(Debug, Default)]
pub struct ReportedErrors(Vec<Discriminant<StoreError>>);

impl ReportedErrors {
    /// Returns whether this is the first error of its kind, and remembers it.
    pub fn is_new(&mut self, error: &StoreError) -> bool {
        let kind = discriminant(error);
        let is_new = !self.0.contains(&kind);
        if is_new {
            self.0.push(kind);
        }
        is_new
    }
}

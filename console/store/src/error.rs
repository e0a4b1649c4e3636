//! What can go wrong with a person's files. Each error says which file, what was found, and what was expected.

use format::FormatError;
use rasher::text::in_message;
use std::mem::{Discriminant, discriminant};
use std::path::{Path, PathBuf};
use timeline::FileError;

/// Bytes that one cart may keep.
pub const CART_BYTES_MAX: u64 = 64 << 20;
/// Files that one cart may keep.
pub const CART_FILES_MAX: u64 = 256;

/// A path as a part of a message: one line, whatever its name holds.
pub fn shown(path: &Path) -> String {
    in_message(&path.to_string_lossy(), 1024)
}

/// Why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{}: cannot {action}: {source}", shown(path))]
    System {
        path: PathBuf,
        /// What was tried: `read`, `write`, `rename`.
        action: &'static str,
        source: std::io::Error,
    },
    /// A file is larger than any good one.
    #[error("{}: found {found} bytes, expected at most {most}", shown(path))]
    TooLarge {
        path: PathBuf,
        /// Its bytes, or as many as were read of it.
        found: u64,
        /// The most that is read.
        most: u64,
    },
    /// Another program has written a cart's data meanwhile.
    #[error(
        "{}: found other data in {count} bytes than were read of it, expected nobody to write it meanwhile",
        shown(path)
    )]
    ChangedOutside {
        path: PathBuf,
        /// Bytes that differ.
        count: usize,
    },
    /// Another program has written a file of code meanwhile.
    #[error("{}: found other code than was read of it, expected nobody to write it meanwhile", shown(path))]
    CodeChangedOutside { path: PathBuf },
    /// A folder, a pipe or a device stands where a file is expected.
    #[error("{}: cannot {action}: found {found}, expected a regular file", shown(path))]
    NotRegular { path: PathBuf, action: &'static str, found: &'static str },
    /// A file that a cart names is not in the cart's folder.
    #[error(
        "{}: it is outside of the folder {}; expected a file in it, so copy or move it there (a link does not do)",
        shown(path),
        shown(folder)
    )]
    Outside {
        /// The file as it is named.
        path: PathBuf,
        folder: PathBuf,
    },
    /// A recording, a bug report, a save slot or a kept run cannot be understood.
    #[error("{}: {source}", shown(path))]
    Run { path: PathBuf, source: FileError },
    /// A file of cart data is wrong.
    #[error("{}:{line}: found {found:?}, expected 64 numbers of 8 hex digits", shown(path))]
    CartData {
        path: PathBuf,
        /// Its line, from 1.
        line: usize,
        found: String,
    },
    /// The settings cannot be understood.
    #[error("{}: {why}", shown(path))]
    Settings {
        path: PathBuf,
        /// Why, in the words of who knows their form.
        why: String,
    },
    /// A data file or cartridge is wrong.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A file could not be used and has another name now, so that the next save does not destroy it.
    #[error("{source}; it is kept as {}", shown(kept))]
    SetAside {
        /// What is wrong with it.
        source: Box<StoreError>,
        kept: PathBuf,
    },
    /// A name from outside that would leave the folder it belongs into.
    #[error("found the name {found:?}, expected one without / \\ : and without a dot at its start")]
    Name { found: String },
    /// All numbers of screenshots or films are used up.
    #[error("{}: found {most} pictures of that name, expected a free number", shown(folder))]
    Full {
        folder: PathBuf,
        /// How many there may be.
        most: u32,
    },
    /// A cart has used up its quota.
    #[error("no room for {what}: this cart already keeps {}, the maximum; delete files in {} to make room", most(*.bytes), shown(folder))]
    Quota {
        folder: PathBuf,
        /// The file it wants to write.
        what: String,
        /// Is the limit on bytes reached? Otherwise it is the limit on files.
        bytes: bool,
    },
    /// A cart prints faster than the disk can write.
    #[error("printh to {file}: the cart prints faster than the disk can write; some lines were dropped")]
    Slow {
        /// The file that it prints to.
        file: String,
    },
    #[error(
        "{}: the kept run was deleted while it was being played; it is saved again as {}",
        shown(path),
        shown(kept)
    )]
    RunGone {
        path: PathBuf,
        /// Where it is saved now.
        kept: PathBuf,
    },
    /// More windows play this cart than runs of it are kept.
    #[error("{}: {most} other windows play this cart and keep their runs; no more are kept", shown(folder))]
    InUse { folder: PathBuf, most: u32 },
    /// Two windows have saved the same numbers of cart data.
    #[error("{}: another window has saved the same numbers: {}", shown(path), list(numbers))]
    BothSaved {
        path: PathBuf,
        /// Which, from 0 to 63.
        numbers: Vec<usize>,
    },
    /// The platform names no folder for a person's files.
    #[error("no folder for settings and saves can be found (HOME is not set); give one with --home DIR")]
    NoHome,
}

/// The limit that is reached, in words.
fn most(bytes: bool) -> String {
    if bytes { format!("{} MiB", CART_BYTES_MAX >> 20) } else { format!("{CART_FILES_MAX} files") }
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl StoreError {
    /// What the disk has against any more writing, in two words; none when it is something about this file alone.
    pub fn of_disk(&self) -> Option<&'static str> {
        use std::io::ErrorKind;
        let StoreError::System { source, .. } = self else { return None };
        Some(match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "disk full",
            ErrorKind::ReadOnlyFilesystem => "disk read-only",
            ErrorKind::PermissionDenied => "not allowed",
            _ => "disk fails",
        })
    }

    /// Makes an error of what the system said about `path` when `action` was tried: `read`, `write`, `rename`.
    pub fn system(path: &Path, action: &'static str) -> impl FnOnce(std::io::Error) -> StoreError {
        let path = path.to_owned();
        move |source| StoreError::System { path, action, source }
    }
}

/// The kinds of error already reported about one cart's files. A cart may retry in every frame, so each kind is reported once.
#[derive(Debug, Default)]
pub struct ToldErrors(Vec<Discriminant<StoreError>>);

impl ToldErrors {
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

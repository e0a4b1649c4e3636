//! Runs on disk while they are played, one of each cart: `runs/NAME.run`.
//!
//! ```text
//! first part    beside it, then renamed over the run that was kept before
//! more parts    appended, each with its digest, and synced          about two a second
//! over          removed
//! all the while `runs/NAME.lock` is locked: another window's run of the cart is refused
//! ```
//!
//! So at any moment the file is a run up to some frame: the one before, the new one, or the new one with a torn end that
//! is passed over when it is read. What cannot be written is kept in memory and tried again with the next part.
//!
//! The lock goes with the program that holds it, however that ends; its empty file stays. Where a file system knows no
//! locks, the run that begins last is the one that is kept.

use crate::disk::Disk;
use crate::error::StoreError;
use crate::file::{folder, read_if_there, remove, set_aside, target};
use crate::home::{Home, inside};
use rasher::memory::ROM_SIZE;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use timeline::{Journal, JournalPart, KeptRun, Start};

fn path(home: &Home, name: &str) -> Result<PathBuf, StoreError> {
    Ok(home.runs().join(format!("{}.run", inside(name)?)))
}

/// Locks a run for as long as the file is open; none where the file system knows no locks.
fn lock(disk: &dyn Disk, run: &Path) -> Result<Option<File>, StoreError> {
    let path = run.with_extension("lock");
    disk.create_folders(folder(run)).map_err(StoreError::system(folder(run), "make the folder"))?;
    let file = disk.open_append(&target(&path)?).map_err(StoreError::system(&path, "lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: run.into() }),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// The run of that cart that was left, if there is one.
///
/// # Errors
/// When the file cannot be read. One that is no run, or of another version, is set aside: the next run must not destroy it.
pub fn read_run(home: &Home, name: &str) -> Result<Option<KeptRun>, StoreError> {
    let path = path(home, name)?;
    let read = read_if_there(&path).and_then(|bytes| {
        let kept = bytes.map(|bytes| KeptRun::from_bytes(&bytes)).transpose();
        kept.map_err(|source| StoreError::Run { path: path.clone(), source })
    });
    read.map_err(|error| set_aside(&**home.disk(), &path, error))
}

/// Forgets the run of that cart. One that another window keeps stays.
///
/// # Errors
/// When it is there and cannot be removed.
pub fn end_run(home: &Home, name: &str) -> Result<(), StoreError> {
    let path = path(home, name)?;
    if fs::symlink_metadata(&path).is_err_and(|e| e.kind() == std::io::ErrorKind::NotFound) {
        return Ok(());
    }
    match lock(&**home.disk(), &path) {
        Err(StoreError::InUse { .. }) => Ok(()),
        held => held.and_then(|_lock| remove(&**home.disk(), &path)),
    }
}

/// A run that is being written.
#[derive(Debug)]
pub struct RunFile {
    path: PathBuf,
    file: File,
    journal: Journal,
    /// Bytes of the parts that are on the disk.
    length: u64,
    /// Part of another part may stand behind them.
    torn: bool,
    disk: Arc<dyn Disk>,
    _lock: Option<File>,
}

impl RunFile {
    /// Begins the file with a first part. What was kept of the cart before then stands until it is replaced, whole.
    ///
    /// # Errors
    /// [`StoreError::InUse`] when another window plays that cart; else when the disk says no. What was kept before then
    /// still stands.
    pub fn begin(
        home: &Home,
        start: &Start,
        rom: &[u8; ROM_SIZE],
        part: &JournalPart,
    ) -> Result<RunFile, StoreError> {
        let path = path(home, &start.cart)?;
        let lock = lock(&**home.disk(), &path)?;
        let (mut journal, mut bytes) = Journal::begin(start, rom);
        bytes.extend(journal.part(part));
        let file = home.write(&path, &bytes)?;
        let (length, disk) = (bytes.len() as u64, home.disk().clone());
        Ok(RunFile { path, file, journal, length, torn: false, disk, _lock: lock })
    }

    /// Adds the next part; it is on the disk when this returns.
    ///
    /// # Errors
    /// When the disk says no. The file then holds the parts before, and the same part may be tried again.
    pub fn append(&mut self, part: &JournalPart) -> Result<(), StoreError> {
        let mut journal = self.journal.clone();
        let bytes = journal.part(part);
        let done = self.mend().and_then(|()| {
            self.torn = true;
            self.disk.write(&mut self.file, &bytes)?;
            self.disk.sync(&self.file)
        });
        if let Err(source) = done {
            // Where this fails too, the reader passes over the torn part, and the next try cuts it off first.
            _ = self.mend();
            return Err(StoreError::system(&self.path, "write")(source));
        }
        self.torn = false;
        self.journal = journal;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Cuts off what was written of a part that failed: it would hide all later parts.
    fn mend(&mut self) -> std::io::Result<()> {
        if self.torn {
            self.disk.truncate(&self.file, self.length)?;
            self.torn = false;
        }
        Ok(())
    }
}

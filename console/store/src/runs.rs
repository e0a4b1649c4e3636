//! Runs on disk while they are played: `runs/KEY.run`, and for a second window on the same cart `runs/KEY.run2`.
//!
//! ```text
//! open     runs/KEY.run, .run2 ... whose lock is free: the newest of those, else the first      then locked
//! read     the kept run
//! begin    a first part in a temporary file, renamed over the old run
//! append   more parts, each with its digest, and synced                                          about two a second
//! end      removed
//! ```
//!
//! So the file is always a run up to some frame: the old one, the new one, or the new one with an incomplete end, which the reader skips.
//! Parts that cannot be written wait in memory. A file that was removed is written again under its name, with a warning.
//!
//! The lock, `runs/KEY.lock`, ends with the program, and its empty file stays. Without locks, the run that starts last is kept.

use crate::disk::Disk;
use crate::error::StoreError;
use crate::file::{free, optional, read, remove, set_aside};
use crate::home::{Home, Lock, inside, lock_file};
use rasher::memory::ROM_SIZE;
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;
use timeline::{Journal, JournalPart, KeptRun, Start};

/// Kept runs of one cart, each of another window.
pub const RUNS_MAX: u32 = 9;

/// A kept run that this window owns until this is dropped.
#[derive(Debug)]
pub struct RunFile {
    home: Home,
    cart: String,
    path: PathBuf,
    /// None if it could not be locked.
    lock: Option<File>,
    beside: bool,
    written: Option<Written>,
}

#[derive(Debug)]
struct Written {
    file: File,
    journal: Journal,
    length: u64,
    /// Whether an incomplete part may follow.
    torn: bool,
    disk: Arc<dyn Disk>,
}

/// The run of that number, from 1, and its lock.
pub(crate) fn paths(home: &Home, cart: &str, number: u32) -> Result<(PathBuf, PathBuf), StoreError> {
    let number = if number == 1 { String::new() } else { number.to_string() };
    let cart = inside(cart)?;
    let at = |ending: &str| home.runs().join(format!("{cart}.{ending}{number}"));
    Ok((at("run"), at("lock")))
}

/// The kept run of a cart that was written last, even if another window is playing it.
pub fn newest_run(home: &Home, cart: &str) -> Result<Option<PathBuf>, StoreError> {
    let mut newest = None;
    for number in 1..=RUNS_MAX {
        let (path, _) = paths(home, cart, number)?;
        let written = fs::metadata(&path).and_then(|meta| meta.modified()).ok();
        newest = newest.max(written.map(|time| (time, path)));
    }
    Ok(newest.map(|(_, path)| path))
}

impl RunFile {
    /// Opens the newest run of a cart that no other window is playing, or the place for one; of [`RUNS_MAX`] at most.
    pub fn open(home: &Home, cart: &str) -> Result<RunFile, StoreError> {
        let mut best: Option<(Option<SystemTime>, RunFile)> = None;
        let mut beside = false;
        for number in 1..=RUNS_MAX {
            let (path, lock) = paths(home, cart, number)?;
            let there = fs::metadata(&path).ok();
            if best.is_some() && there.is_none() && !lock.exists() {
                break;
            }
            // Where no lock can be made there may still be a run to be read.
            let lock = match lock_file(&**home.disk(), &lock) {
                Ok(Lock::Taken) => {
                    beside = true;
                    continue;
                }
                Ok(Lock::Held(file)) => Some(file),
                Ok(Lock::Unknown) | Err(_) => None,
            };
            let written = there.and_then(|meta| meta.modified().ok());
            if best.as_ref().is_none_or(|(newest, _)| written > *newest) {
                let (home, cart) = (home.clone(), cart.to_string());
                let file = RunFile { home, cart, path, lock, beside: false, written: None };
                best = Some((written, file));
            }
        }
        let in_use = || StoreError::InUse { folder: home.runs(), most: RUNS_MAX };
        best.map(|(_, file)| RunFile { beside, ..file }).ok_or_else(in_use)
    }

    /// Whether another window was playing the cart when this was opened.
    pub fn is_second(&self) -> bool {
        self.beside
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the kept run, if there is one. What is no run of this version is set aside, so that it is not replaced.
    pub fn read(&self) -> Result<Option<KeptRun>, StoreError> {
        let kept = optional(read(&self.path)).and_then(|bytes| {
            let kept = bytes.map(|bytes| KeptRun::from_bytes(&bytes)).transpose();
            kept.map_err(|source| StoreError::Run { path: self.path.clone(), source })
        });
        kept.map_err(|error| set_aside(&**self.home.disk(), &self.path, error))
    }

    /// Starts a run with its first part, in place of the kept one. On failure that stays, and the call may be repeated.
    pub fn begin(
        &mut self,
        start: &Start,
        rom: &[u8; ROM_SIZE],
        part: &JournalPart,
    ) -> Result<(), StoreError> {
        if self.lock.is_none() {
            // The disk may allow a lock by now, and another window may have taken it.
            let again = RunFile::open(&self.home, &self.cart)?;
            if again.lock.is_some() {
                *self = again;
            }
        }
        let (mut journal, mut bytes) = Journal::begin(start, rom);
        bytes.extend(journal.part(part));
        let file = self.home.write(&self.path, &bytes)?;
        let (length, disk) = (bytes.len() as u64, self.home.disk().clone());
        self.written = Some(Written { file, journal, length, torn: false, disk });
        Ok(())
    }

    pub fn has_begun(&self) -> bool {
        self.written.is_some()
    }

    /// Appends the next part, if a run was started, and syncs it. Warns if the file had been deleted. May be repeated.
    pub fn append(&mut self, part: &JournalPart) -> Result<Option<StoreError>, StoreError> {
        let Some(mut written) = self.written.take() else { return Ok(None) };
        let told =
            if written.is_at(&self.path) { Ok(None) } else { self.write_again(&mut written).map(Some) };
        let done = told.and_then(|told| {
            written.append(part).map(|()| told).map_err(StoreError::system(&self.path, "write"))
        });
        self.written = Some(written);
        done
    }

    /// Writes the run again to its place. Another file there is renamed.
    fn write_again(&mut self, written: &mut Written) -> Result<StoreError, StoreError> {
        let bytes = written.read().map_err(StoreError::system(&self.path, "read"))?;
        // The lock file may be gone as well.
        self.lock = None;
        let RunFile { path, lock, .. } = RunFile::open(&self.home, &self.cart)?;
        if let Some(other) = free(&path, ".other").filter(|_| path.is_file()) {
            self.home.disk().rename(&path, &other).map_err(StoreError::system(&path, "rename"))?;
        }
        written.file = self.home.write(&path, &bytes)?;
        written.torn = false;
        let gone = std::mem::replace(&mut self.path, path);
        self.lock = lock;
        Ok(StoreError::RunGone { path: gone, kept: self.path.clone() })
    }

    pub fn end(&mut self) -> Result<(), StoreError> {
        self.written = None;
        remove(&**self.home.disk(), &self.path)
    }
}

impl Written {
    fn is_at(&self, path: &Path) -> bool {
        let of = |meta: fs::Metadata| (meta.len(), meta.modified().ok());
        let (open, named) = (self.file.metadata().map(of).ok(), fs::metadata(path).map(of).ok());
        open == named
    }

    fn read(&mut self) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.rewind()?;
        Read::take(&self.file, self.length).read_to_end(&mut bytes)?;
        match bytes.len() as u64 == self.length {
            true => Ok(bytes),
            false => Err(ErrorKind::UnexpectedEof.into()),
        }
    }

    fn append(&mut self, part: &JournalPart) -> std::io::Result<()> {
        let mut journal = self.journal.clone();
        let bytes = journal.part(part);
        let done = self.cut_torn_part().and_then(|()| {
            self.torn = true;
            self.disk.write(&mut self.file, &bytes)?;
            self.disk.sync(&self.file)
        });
        if done.is_err() {
            // If this fails too, the reader skips the incomplete part, and the next try cuts it off first.
            _ = self.cut_torn_part();
            return done;
        }
        self.torn = false;
        self.journal = journal;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Cuts off an incomplete part, which would hide all later parts.
    fn cut_torn_part(&mut self) -> std::io::Result<()> {
        if self.torn {
            self.disk.truncate(&self.file, self.length)?;
            self.torn = false;
        }
        Ok(())
    }
}

//! The quota of one cart: how many files and bytes it may have on the disk, over all its runs.
//!
//! ```text
//! carts/KEY/*            printed files, stored data, the label          all files count
//! carts/KEY/.made        the files it has made in other folders, one per line: screenshots/NAME_N.png, cdata/ID.p8d.txt
//!                        those that still exist count
//! ```
//!
//! Deleting files makes room. A cart cannot write to `.made`, because the names it chooses never begin with a dot. Screenshots that the user
//! takes do not count, nor does cart data that existed before.

use super::Home;
use crate::disk::folder;
use crate::error::{CART_BYTES_MAX, CART_FILES_MAX, StoreError};
use crate::file::{make_folders, optional, read_at_most, replace};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

const LIST_MAX: u64 = 1 << 20;
/// Lines after which `.made` is rewritten without deleted files.
const LINES: usize = 1024;
/// How long a count stays valid: a cart may print a thousand lines per frame.
const FRESH: Duration = Duration::from_secs(1);

#[derive(Debug)]
struct Used {
    key: String,
    bytes: u64,
    files: u64,
    counted: Instant,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Counted(Arc<Mutex<Option<Used>>>);

fn length(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|meta| meta.len())
}

impl Home {
    fn made(&self, key: &str) -> Result<PathBuf, StoreError> {
        Ok(self.cart(key)?.join(".made"))
    }

    /// The number of lines in a cart's `.made`, and the files that still exist, with their sizes.
    fn made_elsewhere(&self, key: &str) -> Result<(usize, Vec<(String, u64)>), StoreError> {
        let bytes = optional(read_at_most(&self.made(key)?, LIST_MAX))?.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let mut lines: Vec<&str> = text.lines().collect();
        let all = lines.len();
        lines.sort_unstable();
        lines.dedup();
        let there = lines.into_iter().filter_map(|line| Some((line.to_string(), length(&self.at(line))?)));
        Ok((all, there.collect()))
    }

    fn count(&self, key: &str) -> Result<Used, StoreError> {
        let (_, made) = self.made_elsewhere(key)?;
        let entries = fs::read_dir(self.cart(key)?).into_iter().flatten().flatten();
        let own = entries.filter_map(|entry| length(&entry.path()));
        let (mut files, mut bytes) = (0, 0u64);
        for length in own.chain(made.into_iter().map(|(_, length)| length)) {
            files += 1;
            bytes = bytes.saturating_add(length);
        }
        Ok(Used { key: key.to_string(), bytes, files, counted: Instant::now() })
    }

    /// Takes room from a cart's quota. The bytes replace the file `at`, or are appended; without `at` they are a new file.
    pub(crate) fn take_room(
        &self,
        key: &str,
        what: &str,
        at: Option<&Path>,
        bytes: u64,
        appended: bool,
    ) -> Result<(), StoreError> {
        let mut counted = self.counted().0.lock().unwrap_or_else(PoisonError::into_inner);
        let used = match counted.take().filter(|used| used.key == key && used.counted.elapsed() < FRESH) {
            Some(used) => used,
            None => self.count(key)?,
        };
        let used = counted.insert(used);
        let old = at.and_then(length);
        let files = used.files + u64::from(old.is_none());
        let freed = old.filter(|_| !appended).unwrap_or(0);
        let all = used.bytes.saturating_sub(freed).saturating_add(bytes);
        let grows = all > used.bytes && all > CART_BYTES_MAX;
        if grows || old.is_none() && files > CART_FILES_MAX {
            let folder = self.cart(key)?;
            return Err(StoreError::Quota { folder, what: what.into(), bytes: grows });
        }
        (used.files, used.bytes) = (files, all);
        Ok(())
    }

    /// Adds a file in another folder of the home to a cart's `.made`.
    pub(crate) fn note_made(&self, key: &str, path: &Path) -> Result<(), StoreError> {
        let Some(name) = self.name_of(path) else { return Ok(()) };
        let (disk, list) = (&**self.disk(), self.made(key)?);
        make_folders(disk, folder(&list))?;
        let (lines, there) = self.made_elsewhere(key)?;
        if lines >= LINES {
            let mut text: String = there.into_iter().map(|(line, _)| line + "\n").collect();
            text += &(name + "\n");
            return replace(disk, &list, text.as_bytes(), false).map(drop);
        }
        let append = || {
            let mut file = disk.open_append(&list)?;
            disk.write(&mut file, (name + "\n").as_bytes())
        };
        append().map_err(StoreError::system(&list, "write"))
    }
}

//! The folders of a user's own files.
//!
//! ```text
//!                 Linux (XDG)                      elsewhere, or with --home DIR
//! settings        ~/.config/rasher/settings.json   DIR/settings.json
//! marks           ~/.local/share/rasher/shelf.json: favourites of the shelf, when carts were played
//! cart data       ~/.local/share/rasher/cdata/     DIR/cdata/ID.p8d.txt
//! carts' files    ~/.local/share/rasher/carts/KEY/: files that a cart prints, and stores with cstore
//! own carts       ~/.local/share/rasher/my_carts/: new carts without a folder of their own
//! deleted carts   ~/.local/share/rasher/bin/: deleted own carts, kept until their files are removed
//! edited data     ~/.local/share/rasher/edited/NAME/: own copies of data that come with the program (`own.rs`)
//! runs            ~/.local/share/rasher/runs/KEY.run: kept runs, to resume
//! slots           ~/.local/share/rasher/slots/KEY-1.slot: save slots
//! screenshots     ~/.local/share/rasher/screenshots/
//! bug reports     ~/.local/share/rasher/reports/NAME-FRAME.report
//! histories       ~/.local/share/rasher/history/KEY.edits: all edits of a cart
//! catalogues      ~/.local/share/rasher/catalogues/: indexes and carts that were downloaded
//! cart ids        ~/.local/share/rasher/ids.json: the keys of carts in Lua, by their files and ids
//! lock            ~/.local/share/rasher/lock: held while a file is read and then written
//! ```
//!
//! A key is a cart's name, or that of a cart in Lua by its id (`ids.rs`). Only the owner may read these files (`access.rs`).

mod quota;

use crate::access::{PRIVATE, tighten};
use crate::disk::{Disk, folder};
use crate::error::StoreError;
use crate::file::{make_folders, replace, target};
use crate::temporary::remove_leftovers;
use quota::Counted;
use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long to wait for another window's lock of the home, which it needs for one file.
const PATIENCE: Duration = Duration::from_secs(1);

/// Files and folders of the home that are looked at when the console starts: some tenths of a second.
const ENTRIES_MAX: usize = 100_000;

#[derive(Clone, Debug)]
pub struct Home {
    config: PathBuf,
    data: PathBuf,
    disk: Arc<dyn Disk>,
    counted: Counted,
}

macro_rules! places {
    ($($method:ident, $title:literal, $root:ident / $name:literal;)*) => {
        impl Home {
            $(pub fn $method(&self) -> PathBuf {
                self.$root.join($name)
            })*

            pub fn all(&self) -> [(&'static str, PathBuf); 14] {
                [$(($title, self.$method())),*]
            }
        }
    };
}

places! {
    settings, "settings", config / "settings.json";
    marks, "marks", data / "shelf.json";
    ids, "cart ids", data / "ids.json";
    saves, "cart data", data / "cdata";
    carts, "carts' files", data / "carts";
    my_carts, "own carts", data / "my_carts";
    bin, "deleted carts", data / "bin";
    edited, "edited data", data / "edited";
    runs, "runs", data / "runs";
    slots, "save slots", data / "slots";
    screenshots, "screenshots", data / "screenshots";
    reports, "bug reports", data / "reports";
    history, "histories of edits", data / "history";
    catalogues, "catalogues", data / "catalogues";
}

impl Home {
    /// Everything below `dir`, or where the platform keeps such files.
    pub fn find(dir: Option<&Path>) -> Result<Home, StoreError> {
        if let Some(dir) = dir {
            return Ok(Home::on(Arc::new(PRIVATE), dir));
        }
        let dirs = directories::ProjectDirs::from("", "", "rasher").ok_or(StoreError::NoHome)?;
        let (config, data) = (dirs.config_dir().into(), dirs.data_dir().into());
        Ok(Home { config, data, disk: Arc::new(PRIVATE), counted: Counted::default() })
    }

    /// Everything under `dir`, written through that disk.
    pub fn on(disk: Arc<dyn Disk>, dir: &Path) -> Home {
        Home { config: dir.into(), data: dir.into(), disk, counted: Counted::default() }
    }

    /// The folder of one cart's files. Fails if the key could lead out of it.
    pub fn cart(&self, key: &str) -> Result<PathBuf, StoreError> {
        Ok(self.carts().join(inside(key)?))
    }

    /// The user's copy of one cart's data, with `sprites/` and `sfx/`, if it exists.
    pub fn own_copy(&self, name: &str) -> Result<PathBuf, StoreError> {
        Ok(self.edited().join(inside(name)?))
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.data.join(name)
    }

    pub(crate) fn name_of(&self, path: &Path) -> Option<String> {
        path.strip_prefix(&self.data).ok()?.to_str().map(str::to_string)
    }

    pub(crate) fn counted(&self) -> &Counted {
        &self.counted
    }

    pub(crate) fn disk(&self) -> &Arc<dyn Disk> {
        &self.disk
    }

    /// Removes leftovers of interrupted writes at the start, and permissions that an earlier version gave to others.
    pub fn remove_leftovers(&self) {
        let all = self.all();
        all.iter().for_each(|(_, folder)| remove_leftovers(&*self.disk, folder));
        remove_leftovers(&*self.disk, &self.config);
        let lock = self.data.join("lock");
        let own: BTreeSet<&Path> = all.iter().map(|(_, path)| &**path).chain([&*lock]).collect();
        for folder in BTreeSet::from([&self.config, &self.data]) {
            // A folder that the user names may have other files, which others may need.
            if names(folder).all(|path| own.contains(&*path)) {
                tighten(folder);
            }
        }
        let mut left: Vec<PathBuf> = own.into_iter().map(Path::to_path_buf).collect();
        for _ in 0..ENTRIES_MAX {
            let Some(path) = left.pop() else { break };
            tighten(&path);
            if path.symlink_metadata().is_ok_and(|meta| meta.is_dir()) {
                left.extend(names(&path));
            }
        }
    }

    /// Writes a file of the home, whole or not at all, and removes leftovers next to it.
    pub(crate) fn write(&self, path: &Path, bytes: &[u8]) -> Result<File, StoreError> {
        make_folders(&*self.disk, folder(path))?;
        let file = replace(&*self.disk, path, bytes, true)?;
        remove_leftovers(&*self.disk, folder(path));
        Ok(file)
    }

    /// Locks the home until the file is dropped. None without locks, or if another program keeps it too long.
    pub(crate) fn lock(&self) -> Option<File> {
        let begun = Instant::now();
        loop {
            match lock_file(&*self.disk, &self.data.join("lock")).ok()? {
                Lock::Held(file) => return Some(file),
                Lock::Taken if begun.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }
}

fn names(folder: &Path) -> impl Iterator<Item = PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

pub(crate) enum Lock {
    Held(File),
    Taken,
    /// The file system has no locks.
    Unknown,
}

/// Locks a file, and creates it if needed. The lock ends with the program.
pub(crate) fn lock_file(disk: &dyn Disk, path: &Path) -> Result<Lock, StoreError> {
    make_folders(disk, folder(path))?;
    let file = disk.open_append(&target(path)?).map_err(StoreError::system(path, "lock"))?;
    Ok(match file.try_lock() {
        Ok(()) => Lock::Held(file),
        Err(TryLockError::WouldBlock) => Lock::Taken,
        Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Interrupted => Lock::Taken,
        Err(TryLockError::Error(_)) => Lock::Unknown,
    })
}

/// Checks a name from a cart or a file that becomes part of a file name: it must not lead out of its folder.
pub(crate) fn inside(name: &str) -> Result<&str, StoreError> {
    let bad = name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', ':', '\0']);
    if bad { Err(StoreError::Name { found: name.into() }) } else { Ok(name) }
}

/// The key that earlier versions gave a cartridge: its name, and 32 bits of the digest of its real path.
pub fn path_key(path: &Path) -> String {
    let digest = rasher::Digest::of(real(path).as_os_str().as_encoded_bytes());
    format!("{}-{:08x}", format::stem(&path.to_string_lossy()), digest as u32)
}

/// A path without links, where the file exists.
pub(crate) fn real(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.into())
}

pub fn is_key_of(key: &str, name: &str) -> bool {
    let digits = |rest: &str| rest.len() == 8 && rest.bytes().all(|b| b.is_ascii_hexdigit());
    key == name || key.strip_prefix(name).and_then(|rest| rest.strip_prefix('-')).is_some_and(digits)
}

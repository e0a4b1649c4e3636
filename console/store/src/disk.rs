//! What writing asks of the file system, one method a step.
//!
//! ```text
//! a whole file     create_folders, create_new, write, sync, rename, sync_folder       else remove
//! a part of a run  write, sync                                                        else truncate
//! ```
//!
//! Every write of this crate is made of these steps and of no others. So a test puts a disk in their place that fails at
//! step 1, 2, 3 ..., and looks at what is left. Reading changes nothing and goes to the system at once.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The steps. The default of each is the system's own; a test's disk fails in some.
pub trait Disk: std::fmt::Debug + Send + Sync {
    /// Makes a folder and those above it; one that is there is no error.
    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)
    }

    /// Makes an empty file, to append to, and to be read back; one that is there is an error.
    fn create_new(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().read(true).append(true).create_new(true).open(path)
    }

    /// Opens a file to append to; makes it where there is none.
    fn open_append(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().append(true).create(true).open(path)
    }

    /// Appends all these bytes.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    /// Waits until the file's bytes are on the disk.
    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    /// Gives a file another name; what had that name is gone.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    /// Waits until a folder's names are on the disk.
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    fn truncate(&self, file: &File, length: u64) -> io::Result<()> {
        file.set_len(length)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDisk;

impl Disk for SystemDisk {}

/// The folder that a file stands in.
pub(crate) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

//! A disk that refuses steps, with a given frequency, and keeps half of the data of a refused write.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::Mutex;
use store::{Disk, SystemDisk};
use tests::random::Dice;

/// Refuses one step in this many; 0: none.
#[derive(Debug)]
pub struct Flaky(Mutex<(Dice, usize)>);

impl Flaky {
    /// A disk that refuses nothing.
    pub fn new(seed: u64) -> Arc<Flaky> {
        Arc::new(Flaky(Mutex::new((Dice::new(seed), 0))))
    }

    /// Refuses one step in this many from now on; 0 refuses none.
    pub fn refuse_one_in(&self, n: usize) {
        self.0.lock().expect("nothing panics here").1 = n;
    }

    fn step(&self) -> io::Result<()> {
        let mut it = self.0.lock().expect("nothing panics here");
        let n = it.1;
        if n > 0 && it.0.one_in(n) { Err(io::Error::other("the disk refuses")) } else { Ok(()) }
    }
}

impl Disk for Flaky {
    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        self.step().and_then(|()| SystemDisk.create_folders(folder))
    }

    fn create_new(&self, path: &Path) -> io::Result<File> {
        self.step().and_then(|()| SystemDisk.create_new(path))
    }

    fn open_append(&self, path: &Path) -> io::Result<File> {
        self.step().and_then(|()| SystemDisk.open_append(path))
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        self.step().inspect_err(|_| _ = file.write_all(&bytes[..bytes.len() / 2]))?;
        SystemDisk.write(file, bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        self.step().and_then(|()| SystemDisk.sync(file))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step().and_then(|()| SystemDisk.rename(from, to))
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.step().and_then(|()| SystemDisk.sync_folder(folder))
    }

    fn truncate(&self, file: &File, length: u64) -> io::Result<()> {
        self.step().and_then(|()| SystemDisk.truncate(file, length))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step().and_then(|()| SystemDisk.remove(path))
    }
}

//! The files of a cartridge's code, followed by their paths while they are edited.
//!
//! ```text
//! resting ── a file looks different, came or went ──> changing ── nothing new for 50 ms ──> changed: to be read again
//! ```
//!
//! It checks ten times a second and reads nothing.

use crate::disk_source::DiskSource;
use crate::follow::{FileLook, LOOK, REST, RESTLESS};
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct FilesFollower {
    files: Vec<(PathBuf, Result<FileLook, ErrorKind>)>,
    changed: Vec<PathBuf>,
    /// When the changes started, and the last one.
    changing: Option<(Duration, Duration)>,
}

impl FilesFollower {
    /// Follows these files, as the loader found them.
    pub fn new(files: Vec<PathBuf>, source: &DiskSource) -> FilesFollower {
        let seen = |file: PathBuf| {
            let look = source.look(&file);
            (file, look)
        };
        FilesFollower { files: files.into_iter().map(seen).collect(), changed: Vec::new(), changing: None }
    }

    /// How long to wait for the next check.
    pub fn wait(&self) -> Duration {
        if self.changing.is_some() { REST } else { LOOK }
    }

    /// Checks the files. Returns the changed ones, once nothing changes any more. `now` is the time since any one
    /// moment, and never less than before.
    pub fn look(&mut self, now: Duration) -> Vec<PathBuf> {
        for (file, seen) in &mut self.files {
            let look = FileLook::at(file);
            if look != *seen {
                *seen = look;
                self.changing = Some((self.changing.map_or(now, |(since, _)| since), now));
                if !self.changed.contains(file) {
                    self.changed.push(file.clone());
                }
            }
        }
        let Some((since, last)) = self.changing else { return Vec::new() };
        if now < last + REST && now < since + RESTLESS {
            return Vec::new();
        }
        self.changing = None;
        std::mem::take(&mut self.changed)
    }

    /// Follows other files, as the loader found them.
    pub fn set(&mut self, files: Vec<PathBuf>, source: &DiskSource) {
        if !files.iter().eq(self.files.iter().map(|(file, _)| file)) {
            self.files = FilesFollower::new(files, source).files;
        }
    }
}

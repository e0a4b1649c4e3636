//! Files that a cartridge is made of, followed by their paths while they are edited.
//!
//! ```text
//! resting ── a file looks different, came or went ──> changing ── nothing new for 50 ms ──> changed: to be read again
//! ```
//!
//! It looks ten times a second and reads nothing. As of data files ([`crate::Follower`]) what counts is what stands at the paths.

use crate::follow::{FileLook, LOOK, REST, RESTLESS};
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct FilesFollower {
    files: Vec<PathBuf>,
    seen: Vec<Result<FileLook, ErrorKind>>,
    /// Since when something changes, and when it was seen to change last.
    changing: Option<(Duration, Duration)>,
}

impl FilesFollower {
    /// Follows those files, as they are now.
    pub fn new(files: Vec<PathBuf>) -> FilesFollower {
        let seen = looks(&files);
        FilesFollower { files, seen, changing: None }
    }

    /// So long after a look the next one is wanted.
    pub fn wait(&self) -> Duration {
        if self.changing.is_some() { REST } else { LOOK }
    }

    /// Looks: has one of them changed, and do they rest? `now` is the time since any one moment, and never less than before.
    pub fn look(&mut self, now: Duration) -> bool {
        let seen = looks(&self.files);
        if seen != self.seen {
            self.seen = seen;
            let since = self.changing.map_or(now, |(since, _)| since);
            self.changing = Some((since, now));
        }
        let Some((since, last)) = self.changing else { return false };
        let over = now >= last + REST || now >= since + RESTLESS;
        if over {
            self.changing = None;
        }
        over
    }

    /// Follows others from now on.
    pub fn set(&mut self, files: Vec<PathBuf>) {
        if files != self.files {
            self.seen = looks(&files);
            self.files = files;
        }
    }
}

fn looks(files: &[PathBuf]) -> Vec<Result<FileLook, ErrorKind>> {
    files.iter().map(|file| FileLook::at(file)).collect()
}

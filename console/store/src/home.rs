//! Where a person's own files live.
//!
//! ```text
//!                 Linux (XDG)                      elsewhere, or with --home DIR
//! settings        ~/.config/rasher/settings.json   DIR/settings.json
//! cart data       ~/.local/share/rasher/cdata/     DIR/cdata/ID.p8d.txt
//! printed files   ~/.local/share/rasher/recordings/
//! runs            ~/.local/share/rasher/runs/NAME.run: what is being played, to go on with
//! slots           ~/.local/share/rasher/slots/NAME-1.slot: moments that were saved, to come back to
//! screenshots     ~/.local/share/rasher/screenshots/
//! bug reports     ~/.local/share/rasher/reports/NAME-FRAME.report
//! ```

use crate::disk::{Disk, SystemDisk};
use crate::error::StoreError;
use crate::file::{folder, replace, sweep};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folders, and the disk that they are on.
#[derive(Clone, Debug)]
pub struct Home {
    config: PathBuf,
    data: PathBuf,
    disk: Arc<dyn Disk>,
}

impl Home {
    /// Everything under `dir`, or where the platform keeps such things.
    ///
    /// # Errors
    /// When the platform names no place.
    pub fn find(dir: Option<&Path>) -> Result<Home, StoreError> {
        if let Some(dir) = dir {
            return Ok(Home::on(Arc::new(SystemDisk), dir));
        }
        let dirs = directories::ProjectDirs::from("", "", "rasher").ok_or(StoreError::NoHome)?;
        let (config, data) = (dirs.config_dir().into(), dirs.data_dir().into());
        Ok(Home { config, data, disk: Arc::new(SystemDisk) })
    }

    /// Everything under `dir`, written through that disk.
    pub fn on(disk: Arc<dyn Disk>, dir: &Path) -> Home {
        Home { config: dir.into(), data: dir.into(), disk }
    }

    /// The settings file.
    pub fn settings(&self) -> PathBuf {
        self.config.join("settings.json")
    }

    /// The folder of cart data.
    pub fn saves(&self) -> PathBuf {
        self.data.join("cdata")
    }

    /// The folder of what carts print to files, and of recordings.
    pub fn recordings(&self) -> PathBuf {
        self.data.join("recordings")
    }

    /// The folder of runs that can be gone on with.
    pub fn runs(&self) -> PathBuf {
        self.data.join("runs")
    }

    /// The folder of save slots.
    pub fn slots(&self) -> PathBuf {
        self.data.join("slots")
    }

    /// The folder of screenshots and films.
    pub fn screenshots(&self) -> PathBuf {
        self.data.join("screenshots")
    }

    /// The folder of bug reports.
    pub fn reports(&self) -> PathBuf {
        self.data.join("reports")
    }

    /// All of them, with their names.
    pub fn all(&self) -> [(&'static str, PathBuf); 7] {
        [
            ("settings", self.settings()),
            ("cart data", self.saves()),
            ("recordings", self.recordings()),
            ("runs", self.runs()),
            ("save slots", self.slots()),
            ("screenshots", self.screenshots()),
            ("bug reports", self.reports()),
        ]
    }

    /// The disk that they are on.
    pub(crate) fn disk(&self) -> &Arc<dyn Disk> {
        &self.disk
    }

    /// Writes one of these files whole or not at all; what older writes have left beside it is removed.
    pub(crate) fn write(&self, path: &Path, bytes: &[u8]) -> Result<File, StoreError> {
        let file = replace(&*self.disk, path, bytes, true)?;
        sweep(&*self.disk, folder(path));
        Ok(file)
    }
}

/// A name from a cart or a file, as a part of a file's name: it cannot lead out of its folder.
pub(crate) fn inside(name: &str) -> Result<&str, StoreError> {
    let bad = name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', ':', '\0']);
    if bad { Err(StoreError::Name { found: name.into() }) } else { Ok(name) }
}

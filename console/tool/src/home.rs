//! Where a person's own files live.
//!
//! ```text
//!                 Linux (XDG)                      elsewhere, or with --home DIR
//! settings        ~/.config/rasher/settings.json   DIR/settings.json
//! cart data       ~/.local/share/rasher/cdata/     DIR/cdata/ID.p8d.txt
//! recordings      ~/.local/share/rasher/recordings/
//! runs            ~/.local/share/rasher/runs/NAME.run: what is being played, to go on with
//! slots           ~/.local/share/rasher/slots/NAME-1.slot: moments that were saved, to come back to
//! screenshots     ~/.local/share/rasher/screenshots/
//! bug reports     ~/.local/share/rasher/reports/NAME-FRAME.report
//! ```

use crate::error::ToolError;
use std::path::{Path, PathBuf};

/// The folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    config: PathBuf,
    data: PathBuf,
}

impl Home {
    /// Everything under `dir`, or where the platform keeps such things.
    ///
    /// # Errors
    /// When the platform names no place.
    pub fn find(dir: Option<&Path>) -> Result<Home, ToolError> {
        if let Some(dir) = dir {
            return Ok(Home { config: dir.into(), data: dir.into() });
        }
        let dirs = directories::ProjectDirs::from("", "", "rasher").ok_or(ToolError::NoHome)?;
        Ok(Home { config: dirs.config_dir().into(), data: dirs.data_dir().into() })
    }

    /// The settings file.
    pub fn settings(&self) -> PathBuf {
        self.config.join("settings.json")
    }

    /// The folder of cart data.
    pub fn saves(&self) -> PathBuf {
        self.data.join("cdata")
    }

    /// The folder of recordings.
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

    /// The folder of screenshots.
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
}

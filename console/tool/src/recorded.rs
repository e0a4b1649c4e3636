//! A run in a file: a recording, a bug report, a kept run or a save slot, with the cart and the data that it needs.
//!
//! ```text
//! a.rec              recording              + the cart's data, as they are found        its moment is the end
//! a.report, a.slot   recording, data, frame                                             its moment is that frame
//! a.run              recording, data                                                    its moment is the end
//! NAME               where no file has that name: the run of the cart NAME that was kept last
//! ```

use crate::data::{DataSource, cart, find_rom};
use crate::error::ToolError;
use rasher::{Console, Rom};
use shelf::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{Home, RecordedFile, newest_run, read_recorded};
use timeline::{Marked, Recording, Replay, ReplayError, Run};

/// A run that was read, and has not been run yet.
#[derive(Clone)]
pub struct Recorded {
    /// The file.
    pub path: PathBuf,
    /// Its cart.
    pub cart: &'static Entry,
    /// The inputs.
    pub recording: Recording,
    /// The data that the run started with.
    pub rom: Arc<Rom>,
    /// The frame of its moment.
    pub frame: u64,
    /// What a bug report has of that moment beside its run.
    pub marked: Marked,
}

impl Recorded {
    /// Reads a recording, a bug report, a kept run or a save slot; of a cart's name the run that was kept last in the home.
    ///
    /// # Errors
    /// When the file is none of them, or its cart or data are not available.
    pub fn read(
        carts: &'static [Entry],
        path: &Path,
        data: Option<&Path>,
        home: Option<&Path>,
    ) -> Result<Recorded, ToolError> {
        let path = &named(carts, path, home)?;
        let (recording, own, frame, marked) = match read_recorded(path)? {
            RecordedFile::Report(report) => {
                (report.recording, Some(report.rom.data), Some(report.frame), report.marked)
            }
            RecordedFile::Kept(kept) => (kept.recording, Some(kept.rom), None, Marked::default()),
            RecordedFile::Recording(recording) => (recording, None, None, Marked::default()),
        };
        let cart = cart(carts, &recording.start.cart)?;
        let rom = match own {
            Some(data) => Rom { name: cart.name.into(), version: cart.version, data },
            None => find_rom(cart, &DataSource::new(data.map(Path::to_path_buf)))?.rom,
        };
        let frame = frame.unwrap_or(recording.frames());
        Ok(Recorded { path: path.into(), cart, recording, rom: Arc::new(rom), frame, marked })
    }

    /// The run with its whole past, at the moment of the file, with what was marked and changed there.
    ///
    /// # Errors
    /// When it does not replay.
    pub fn run(&self) -> Result<Run, ToolError> {
        let mut run = self.run_until(|_, _| false)?;
        run.goto(self.frame)?;
        self.marked.bookmarks.iter().for_each(|(frame, name)| run.bookmark_at(*frame, name));
        for edit in &self.marked.edits {
            run.edit(edit.clone())
                .map_err(|e| ToolError::Edit { text: self.path.display().to_string(), why: e.to_string() })?;
        }
        Ok(run)
    }

    /// The run as far as the first moment of which `stop` says true: frames run, and the console. It costs what the way there
    /// costs; what comes after is known by its inputs alone.
    ///
    /// # Errors
    /// When it does not replay up to there.
    pub fn run_until(&self, stop: impl FnMut(u64, &Console) -> bool) -> Result<Run, ToolError> {
        Run::load_until(&self.recording, (self.cart.make)(), self.rom.clone(), stop)
            .map_err(|e| self.wrong(e))
    }

    /// The run from its start, frame by frame.
    ///
    /// # Errors
    /// When it is of another version of the cart or of other data, or starts otherwise.
    pub fn replay(&self) -> Result<Replay, ToolError> {
        Replay::new(&self.recording, (self.cart.make)(), self.rom.clone()).map_err(|e| self.wrong(e))
    }

    /// The error that it does not replay.
    pub fn wrong(&self, source: ReplayError) -> ToolError {
        ToolError::Replay { path: self.path.clone(), source: Box::new(source) }
    }
}

/// The file that is meant: the path, or the run that was kept of the cart of that name.
fn named(carts: &[Entry], path: &Path, home: Option<&Path>) -> Result<PathBuf, ToolError> {
    let is_cart = || carts.iter().find(|cart| Path::new(cart.name) == path);
    match is_cart() {
        Some(cart) if std::fs::symlink_metadata(path).is_err() => {
            let home = Home::find(home)?;
            newest_run(&home, cart.name)?
                .ok_or_else(|| ToolError::NoRun { cart: cart.name.into(), folder: home.runs() })
        }
        _ => Ok(path.into()),
    }
}

//! A run in a file: a recording or a bug report, with the cart and the data that it needs.
//!
//! ```text
//! a.rec     recording              + the cart's data, as they are found        its moment is the end
//! a.report  recording, data, frame                                             its moment is that frame
//! ```

use crate::data::{DataSource, cart, find_rom};
use crate::error::ToolError;
use rasher::{Console, Rom};
use shelf::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{RecordedFile, read_recorded};
use timeline::{Recording, Replay, ReplayError, Run};

/// A recording or bug report that was read, and has not been run yet.
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
}

impl Recorded {
    /// Reads a recording or a bug report.
    ///
    /// # Errors
    /// When the file is neither, or its cart or data are not available.
    pub fn read(carts: &'static [Entry], path: &Path, data: Option<&Path>) -> Result<Recorded, ToolError> {
        let (recording, rom, frame) = match read_recorded(path)? {
            RecordedFile::Report(report) => (report.recording, Some(report.rom), report.frame),
            RecordedFile::Recording(recording) => {
                let end = recording.frames();
                (recording, None, end)
            }
        };
        let cart = cart(carts, &recording.start.cart)?;
        let rom = match rom {
            Some(rom) => Rom { version: cart.version, ..rom },
            None => find_rom(cart, &DataSource::new(data.map(Path::to_path_buf)))?.rom,
        };
        Ok(Recorded { path: path.into(), cart, recording, rom: Arc::new(rom), frame })
    }

    /// The run with its whole past, at the moment of the file.
    ///
    /// # Errors
    /// When it does not replay.
    pub fn run(&self) -> Result<Run, ToolError> {
        let mut run = self.run_until(|_, _| false)?;
        run.goto(self.frame)?;
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

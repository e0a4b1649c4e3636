//! A recording taken up again as a run: with its past, and to be lived on.
//!
//! ```text
//! recording ── Loading::new ── advance(n) advance(n) ... ── finish ──> Run at the recording's end
//!                                └── strict: a digest that differs is an error
//!                                └── lenient: it is noted, and the inputs go on with the program that there is
//! ```
//!
//! Strict for what must be the same run (debugger, bug reports); lenient for going on where one was after the program was
//! changed. It is done in stretches, so that whoever waits can show how far it is.

use crate::guard::Crash;
use crate::recording::{Inputs, Recording};
use crate::replay::{ReplayError, check_belongs};
use crate::run::Run;
use rasher::{Program, Rom};
use std::sync::Arc;

/// A recording on its way to be a run.
#[derive(Clone, Debug)]
pub struct Loading<'a> {
    run: Run,
    recording: &'a Recording,
    inputs: Inputs<'a>,
    lenient: bool,
    checked: usize,
    parted: Option<ReplayError>,
    crash: Option<Crash>,
}

impl<'a> Loading<'a> {
    /// Boots the recorded run. A lenient one takes another version of the cart and other data as well.
    ///
    /// # Errors
    /// When the recording is another cart's, the cart panics in `_init`, or, unless lenient, version, data or start differ.
    pub fn new(
        recording: &'a Recording,
        program: Box<dyn Program>,
        rom: Arc<Rom>,
        lenient: bool,
    ) -> Result<Self, ReplayError> {
        let parted = match check_belongs(recording, &rom) {
            Err(error @ ReplayError::Cart { .. }) => return Err(error),
            Err(error) if !lenient => return Err(error),
            belongs => belongs.err(),
        };
        let run = Run::start(program, recording.start.boot(rom)).map_err(ReplayError::Crash)?;
        let inputs = recording.inputs();
        let mut loading = Loading { run, recording, inputs, lenient, checked: 0, parted, crash: None };
        loading.compare()?;
        Ok(loading)
    }

    /// Lives at most `frames` of the frames that are left; false when none is left, or the program panics.
    ///
    /// # Errors
    /// Unless lenient: when a digest differs, or a frame panics that is not the recording's last.
    pub fn advance(&mut self, frames: u64) -> Result<bool, ReplayError> {
        for _ in 0..frames {
            let Some(input) = self.inputs.next() else { return Ok(false) };
            if let Err(crash) = self.run.frame(&input) {
                if !self.lenient && self.run.now() + 1 < self.recording.frames() {
                    return Err(ReplayError::Crash(crash));
                }
                self.crash = Some(crash);
                return Ok(false);
            }
            self.compare()?;
        }
        Ok(true)
    }

    fn compare(&mut self) -> Result<(), ReplayError> {
        let checks = self.recording.checks();
        let now = self.run.now();
        while let Some(check) = checks.get(self.checked).filter(|check| check.frame <= now) {
            if check.frame == now && self.parted.is_none() {
                let found = self.run.console().digest();
                if check.digest != found {
                    let last_equal = self.checked.checked_sub(1).map(|i| checks[i].frame);
                    let parted = ReplayError::Parted { check: *check, found, last_equal };
                    if !self.lenient {
                        return Err(parted);
                    }
                    self.parted = Some(parted);
                }
            }
            self.checked += 1;
        }
        Ok(())
    }

    /// Frames lived, and frames of the recording.
    pub fn progress(&self) -> (u64, u64) {
        (self.run.now(), self.recording.frames())
    }

    /// Lives what is left. The run stands at the recording's end, or before the frame that panics.
    ///
    /// # Errors
    /// As [`Loading::advance`].
    pub fn finish(mut self) -> Result<Loaded, ReplayError> {
        while self.advance(u64::MAX)? {}
        Ok(Loaded { run: self.run, parted: self.parted, crash: self.crash })
    }
}

/// A recording that is a run again.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The run.
    pub run: Run,
    /// Of a lenient one: why it is not the run that was recorded.
    pub parted: Option<ReplayError>,
    /// The panic that it ends with.
    pub crash: Option<Crash>,
}

//! A recording as a run: lived again with its past kept, to be walked.
//!
//! ```text
//! recording ── boot ── frame frame frame ... ──> Run at the recording's end
//!                └── a digest that differs, or a panic before the last frame, is an error
//! ```
//!
//! Strict, as what the debugger shows must be the run that was played. [`crate::Resume`] is for going on after the program was
//! changed, [`crate::Replay`] for a run whose past nobody asks for.

use crate::checks::Checks;
use crate::recording::Recording;
use crate::replay::{ReplayError, check_belongs};
use crate::run::Run;
use rasher::{Program, Rom};
use std::sync::Arc;

impl Run {
    /// Lives a recording. The run stands at its end, or before the frame that panics; then its branch tells the crash.
    ///
    /// # Errors
    /// When cart, version or data are not the recorded ones, a digest differs, or a frame panics that is not the last.
    pub fn load(recording: &Recording, program: Box<dyn Program>, rom: Arc<Rom>) -> Result<Run, ReplayError> {
        check_belongs(recording, &rom)?;
        let mut run = Run::start(program, recording.start.boot(rom)).map_err(ReplayError::Crash)?;
        let mut checks = Checks::of(recording);
        checks.compare(0, run.console())?;
        for (frame, input) in (1..).zip(recording.inputs()) {
            if let Err(crash) = run.frame(&input)
                && frame < recording.frames()
            {
                return Err(ReplayError::Crash(crash));
            }
            checks.compare(frame, run.console())?;
        }
        Ok(run)
    }
}

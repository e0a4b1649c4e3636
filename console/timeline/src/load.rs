//! A recording as a run: run again with its past kept, to be walked.
//!
//! ```text
//! recording ── boot ── frame frame frame ... ──> Run at the recording's end, or where it was to stop
//!                └── a digest that differs, or a panic before the last frame, is an error
//! ```
//!
//! Loading is strict, because the debugger must show the run as it was played. Use [`crate::Resume`] to continue a run after
//! the program was changed, and [`crate::Replay`] for a run without a past.

use crate::past::Past;
use crate::recording::Recording;
use crate::replay::{Replay, ReplayError};
use crate::run::Run;
use rasher::{Console, Program, Rom};
use std::sync::Arc;

impl Run {
    /// Runs a recording to its end, or to the frame before a panic; its branch then has the crash. Fails if cart,
    /// version, data or a digest differ.
    pub fn load(recording: &Recording, program: Box<dyn Program>, rom: Arc<Rom>) -> Result<Run, ReplayError> {
        Run::load_until(recording, program, rom, |_, _| false)
    }

    /// [`Run::load`] up to the first moment for which `stop` returns true. It is asked with the number of frames and
    /// the console.
    pub fn load_until(
        recording: &Recording,
        program: Box<dyn Program>,
        rom: Arc<Rom>,
        mut stop: impl FnMut(u64, &Console) -> bool,
    ) -> Result<Run, ReplayError> {
        let mut replay = Replay::new(recording, program, rom.clone())?;
        let mut past = Past::new(recording.clone(), replay.console(), None);
        let mut frame = 0;
        let mut stopped = stop(frame, replay.console());
        while !stopped && replay.frame()? {
            frame += 1;
            past.pass(replay.place(), replay.console());
            stopped = stop(frame, replay.console());
        }
        let console = replay.console().clone();
        if frame + 1 == recording.frames() {
            replay.frame()?;
        }
        Ok(Run::at(frame, console, past, replay.crash().cloned(), rom))
    }
}

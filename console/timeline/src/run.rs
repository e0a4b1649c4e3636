//! A run: a console that lives frame by frame, guarded and recorded.
//!
//! Window, commands and bots drive this. Its effects are those of frames lived for the first time, so whoever
//! performs them performs them once.

use crate::guard::{self, Crash, guard};
use crate::recording::{Recording, Start};
use rasher::{Boot, Console, Effect, Input, Program};

/// Frames between two digests in a recording: ten seconds at 60 a second. One costs about 20 us.
pub const CHECK_EVERY: u64 = 600;

/// A console with the recording of its life.
#[derive(Clone, Debug)]
pub struct Run {
    console: Console,
    recording: Recording,
    crash: Option<Crash>,
}

impl Run {
    /// Boots a cart.
    ///
    /// # Errors
    /// When `_init` panics, or the first `_update`, which is tried on a copy.
    pub fn start(program: Box<dyn Program>, boot: Boot) -> Result<Run, Crash> {
        let recording = Recording::new(Start::of(&boot));
        let console = guard::boot(program, boot)?;
        let mut run = Run { console, recording, crash: None };
        run.recording.check(run.console.digest());
        Ok(run)
    }

    /// Lives one frame and gives the effects to perform.
    ///
    /// # Errors
    /// When the cart panics. The console is then as it was before the frame; the input that did it is recorded as the
    /// last. The run is over: every later frame is the same error and leaves no trace, so that the recording replays.
    pub fn frame(&mut self, input: &Input) -> Result<Vec<Effect>, Crash> {
        if let Some(crash) = &self.crash {
            return Err(crash.clone());
        }
        self.recording.push(input);
        let frame = self.console.machine().frame() + 1;
        let effects = guard(&mut self.console, frame, |console| console.frame(input))
            .inspect_err(|crash| self.crash = Some(crash.clone()))?;
        if self.recording.frames().is_multiple_of(CHECK_EVERY) {
            self.recording.check(self.console.digest());
        }
        Ok(effects)
    }

    /// The console as it stands.
    pub fn console(&self) -> &Console {
        &self.console
    }

    /// The recording so far, closed with the digest of this moment. Of the cart data at the start it holds only
    /// what the cart opened.
    pub fn recording(&self) -> Recording {
        let mut recording = self.recording.clone();
        recording.check(self.console.digest());
        let opened = self.console.machine().cart_data().map(|(id, _)| id);
        recording.start.saves.retain(|id, _| Some(id.as_str()) == opened);
        recording
    }
}

//! A resumed run: its recording runs with the current program, and then play continues.
//!
//! ```text
//! recording ── frame by frame, effects dropped ──> Run at the frame where it was left ──> new frames
//!     checks ── compared ──> the first that differs is only reported: a changed program may do other things
//!
//! states of this very build ──> the last one that loads, and only the frames after it
//! ```
//!
//! [`crate::Replay`] stops where a run diverges instead. Code that was saved during the run is left out, as the program has the newest from
//! the start, unless the run began with it. A panic in its last second is left out, as it ended the run; an earlier one stops it.

use crate::guard::Crash;
use crate::recording::{InputCursor, Recording};
use crate::replay::Checks;
use crate::run::Run;
use crate::saved::{Build, SavedState};
use rasher::{Event, Program, Rom};
use std::sync::Arc;

/// Frames at the end of a run in which a panic is dropped: a second.
const LAST: u64 = 60;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResumeReport {
    /// Frames that a state replaced; 0 if all were run.
    pub from: u64,
    pub diverged: Option<u64>,
    /// The panic of the last second that was dropped.
    pub crash: Option<Crash>,
    pub over: bool,
}

#[derive(Clone, Debug)]
pub struct Resume {
    run: Run,
    recording: Recording,
    next: InputCursor,
    checks: Checks,
    told: ResumeReport,
    /// Whether code saved during the run is applied where it was saved.
    takes_code: bool,
    /// Whether the frame that panics stays, to be inspected.
    keeps_crash: bool,
}

impl Resume {
    /// [`Resume::start`] at the last state of this build that is a moment of the recording. Frames before it run when visited.
    pub fn start_from(
        recording: &Recording,
        states: &[SavedState],
        build: Build,
        program: Box<dyn Program>,
        rom: Arc<Rom>,
    ) -> Result<Resume, Crash> {
        let mut resume = Resume::start(recording, program, rom)?;
        // A start that differs has another future than the one that was saved.
        if resume.told.diverged.is_none()
            && let Some(frame) = resume.run.go_to_state(recording, states, build)
        {
            resume.next = recording.place(frame);
            resume.told.from = frame;
        }
        Ok(resume)
    }

    pub fn start(recording: &Recording, program: Box<dyn Program>, rom: Arc<Rom>) -> Result<Resume, Crash> {
        let run = Run::start(program, recording.start.boot(rom))?;
        let mut resume = Resume {
            run,
            recording: recording.clone(),
            next: InputCursor::default(),
            checks: Checks::default(),
            told: ResumeReport::default(),
            takes_code: false,
            keeps_crash: false,
        };
        resume.compare();
        Ok(resume)
    }

    /// Applies saved code ([`Event::Code`]) where it was saved. The program must have the code of the run's start.
    #[must_use]
    pub fn taking_code(self) -> Resume {
        Resume { takes_code: true, ..self }
    }

    /// Keeps a frame of the last second that panics: the run ends with the panic.
    #[must_use]
    pub fn keeping_crash(self) -> Resume {
        Resume { keeps_crash: true, ..self }
    }

    /// Runs one frame. Returns false if none is left. Fails if the program stops before the last second.
    pub fn frame(&mut self) -> Result<bool, Crash> {
        let Some(mut input) = self.recording.next_input(&mut self.next) else { return Ok(false) };
        // Else the program has the newest code from the start.
        input.events.retain(|event| self.takes_code || !matches!(event, Event::Code(_)));
        match self.run.frame(&input) {
            Ok(_) => {
                self.compare();
                Ok(true)
            }
            Err(crash) if self.recording.frames() - self.run.now() <= LAST => {
                if !self.keeps_crash {
                    self.run.drop_crashed_frame();
                }
                self.told.crash = Some(crash);
                Ok(false)
            }
            Err(crash) => Err(crash),
        }
    }

    pub fn now(&self) -> u64 {
        self.run.now()
    }

    pub fn run(&self) -> &Run {
        &self.run
    }

    pub fn end(self) -> (Run, ResumeReport) {
        let over = self.run.is_over();
        (self.run, ResumeReport { over, ..self.told })
    }

    fn compare(&mut self) {
        let now = self.run.now();
        if self.told.diverged.is_none()
            && self.checks.compare(&self.recording, now, self.run.console()).is_err()
        {
            self.told.diverged = Some(now);
        }
    }
}

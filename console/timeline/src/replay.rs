//! A recording run again.
//!
//! Effects are dropped: they were performed when the run was played. Each digest of the recording is compared
//! at its frame, so a replay either is the same run or says in which stretch it diverged.

use crate::guard::{self, Crash, guard_frame};
use crate::recording::{Check, InputCursor, Recording};
use rasher::{Console, Input, Program, Rom, Rules};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    #[error("the recording is of cart {recorded:?}, not of {found:?}")]
    Cart { recorded: String, found: String },
    #[error("the recording is of version {recorded} of {cart}; the current one is version {found}")]
    Version { cart: String, recorded: u32, found: u32 },
    #[error("the recording is of {cart} with data {recorded:016x}; the current data files are {found:016x}")]
    Data { cart: String, recorded: u64, found: u64 },
    #[error(
        "the run diverges: frame {} is {found:016x}, recorded {:016x}; {}{}",
        check.frame, check.digest, still_equal(*last_equal), old_rules(*rules)
    )]
    Parted {
        check: Check,
        found: u64,
        /// The last frame with an equal digest; none if the start differs.
        last_equal: Option<u64>,
        rules: Rules,
    },
    /// The cart stops in a frame that is not the recording's last.
    #[error(transparent)]
    Crash(Crash),
}

fn still_equal(last: Option<u64>) -> String {
    last.map_or("no earlier frame was equal".to_string(), |frame| format!("frame {frame} was still equal"))
}

/// A correction outside the rules that a recording names changes it too.
fn old_rules(rules: Rules) -> &'static str {
    match rules {
        Rules::One => {
            "; it was recorded by earlier rules, and the cart does what has been corrected since: see the manual, Compatibility"
        }
        Rules::Two => "",
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Checks {
    next: usize,
}

impl Checks {
    /// Compares the console after `frame` frames, if the recording has a digest there. Skips earlier digests.
    pub fn compare(
        &mut self,
        recording: &Recording,
        frame: u64,
        console: &Console,
    ) -> Result<(), ReplayError> {
        let checks = recording.checks();
        while let Some(check) = checks.get(self.next).filter(|check| check.frame <= frame) {
            if check.frame == frame {
                let found = console.digest_of(recording.digests());
                if check.digest != found {
                    let last_equal = self.next.checked_sub(1).map(|i| checks[i].frame);
                    let rules = recording.start.rules;
                    return Err(ReplayError::Parted { check: *check, found, last_equal, rules });
                }
            }
            self.next += 1;
        }
        Ok(())
    }
}

pub(crate) fn check_belongs(recording: &Recording, rom: &Rom) -> Result<(), ReplayError> {
    let start = &recording.start;
    if start.cart != rom.name {
        return Err(ReplayError::Cart { recorded: start.cart.clone(), found: rom.name.clone() });
    }
    let cart = rom.name.clone();
    if start.version != rom.version {
        return Err(ReplayError::Version { cart, recorded: start.version, found: rom.version });
    }
    if start.rom != rom.digest() {
        return Err(ReplayError::Data { cart, recorded: start.rom, found: rom.digest() });
    }
    Ok(())
}

#[derive(Clone, Debug)]
pub struct Replay {
    console: Console,
    recording: Recording,
    next: InputCursor,
    checks: Checks,
    frame: u64,
    input: Option<Input>,
    crash: Option<Crash>,
}

impl Replay {
    /// Boots the recorded run. Fails if cart, version, data or the start differ.
    pub fn new(recording: &Recording, program: Box<dyn Program>, rom: Arc<Rom>) -> Result<Self, ReplayError> {
        check_belongs(recording, &rom)?;
        let console = guard::boot(program, recording.start.boot(rom)).map_err(ReplayError::Crash)?;
        let mut checks = Checks::default();
        checks.compare(recording, 0, &console)?;
        let next = InputCursor::default();
        Ok(Replay { console, recording: recording.clone(), next, checks, frame: 0, input: None, crash: None })
    }

    /// Runs one frame. Returns false if none is left, or the last one panics as recorded. Fails if a digest differs.
    pub fn frame(&mut self) -> Result<bool, ReplayError> {
        let Some(input) = self.recording.next_input(&mut self.next) else { return Ok(false) };
        let frame = self.frame + 1;
        let ran = guard_frame(&mut self.console, frame, &input);
        // A run that ended in a crash has that crash's input as its last frame; its digest is of the value before.
        if let Err(crash) = ran {
            if frame < self.recording.frames() {
                return Err(ReplayError::Crash(crash));
            }
            self.crash = Some(crash);
        }
        (self.frame, self.input) = (frame, Some(input));
        self.checks.compare(&self.recording, frame, &self.console)?;
        Ok(self.crash.is_none())
    }

    pub fn finish(mut self) -> Result<Console, ReplayError> {
        while self.frame()? {}
        Ok(self.console)
    }

    pub(crate) fn crash(&self) -> Option<&Crash> {
        self.crash.as_ref()
    }

    pub(crate) fn place(&self) -> InputCursor {
        self.next
    }

    pub fn input(&self) -> Option<&Input> {
        self.input.as_ref()
    }

    pub fn console(&self) -> &Console {
        &self.console
    }
}

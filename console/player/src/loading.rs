//! Replays that lead to a frame: of a resumed run or of a slot.
//!
//! ```text
//! Resumed ── begin ──> Resuming ── step, step ──> the run and a report, for a kept run or another run's slot
//! Loading              a branch and a frame of the run that is played; `timeline::Run::approach` goes there
//! ```
//!
//! A kept run is replayed with the newest code. A slot's run begins with its own code, which its recording has, and reloads what
//! was saved while it was played; a program in Rust has only its newest code.
//!
//! If there are states of this build, only the frames after the last one are run, and the others on demand. `run_loop/past.rs` uses
//! the result.

use crate::cartridge::{gone_on, with_data};
use crate::time::KeptData;
use rasher::{Bundle, Code, Program, Rom};
use std::sync::Arc;
use std::time::Duration;
use studio::ResumeProgress;
use timeline::{Build, Crash, KeptRun, Recording, Resume, ResumeReport, Run, SavedState, Slot};

/// Time between two pictures: a replay is shown as time lapse.
const SHOWN: Duration = Duration::from_millis(33);
/// Shorter replays show no bar.
const SOON: Duration = Duration::from_millis(500);

#[derive(Clone, Debug)]
pub(crate) struct Resumed {
    program: Box<dyn Program>,
    rom: Arc<Rom>,
    recording: Recording,
    states: Vec<SavedState>,
    then: Then,
    /// Has the program the code that the run began with?
    is_as_begun: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Then {
    Resume(Arc<Rom>),
    /// Load it as a slot: where the run was before, and the data that the slot started with.
    Slot(Box<BeforeLoad>, Arc<Rom>),
}

#[derive(Clone, Debug)]
pub(crate) struct BeforeLoad {
    pub newest: Arc<Rom>,
    pub kept: KeptData,
}

impl Resumed {
    pub fn kept(program: Box<dyn Program>, newest: Arc<Rom>, kept: &KeptRun) -> Resumed {
        let rom = with_data(&newest, kept);
        let (recording, states) = (kept.recording.clone(), kept.states.clone());
        Resumed { program, rom, recording, states, then: Then::Resume(newest), is_as_begun: false }
    }

    pub fn slot(
        mut program: Box<dyn Program>,
        slot: &Slot,
        bundle: &Arc<Bundle>,
        from: BeforeLoad,
    ) -> Resumed {
        let rom = Arc::new(slot.moment.rom.clone());
        let (mut recording, states) = (slot.moment.recording.clone(), slot.states.clone());
        let start = &mut recording.start;
        let is_as_begun = start.bundle.first().is_some_and(|first| becomes(program.as_mut(), &first.code));
        if !is_as_begun {
            start.bundle = gone_on(&start.bundle, bundle);
        }
        let then = Then::Slot(Box::new(from), rom.clone());
        Resumed { program, rom, recording, states, then, is_as_begun }
    }

    pub fn begin(self, build: Option<Build>, now: Duration) -> Result<Box<Resuming>, (Then, Crash)> {
        let Resumed { program, rom, recording, states, then, is_as_begun } = self;
        let resume = match build {
            Some(build) => Resume::start_from(&recording, &states, build, program, rom),
            None => Resume::start(&recording, program, rom),
        };
        match resume {
            Ok(resume) => {
                let all = recording.frames();
                let resume = if is_as_begun { resume.taking_code() } else { resume };
                Ok(Box::new(Resuming { resume, all, since: now, shown: now, then }))
            }
            Err(crash) => Err((then, crash)),
        }
    }
}

/// Gives a program in its first state this code. Returns false if it cannot change, as a program in Rust.
fn becomes(program: &mut dyn Program, code: &Code) -> bool {
    match program.runs(code.digest()) {
        None => false,
        Some(true) => true,
        Some(false) => program.change(code).is_ok(),
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Resuming {
    resume: Resume,
    all: u64,
    since: Duration,
    shown: Duration,
    then: Then,
}

#[derive(Debug)]
pub(crate) enum Step {
    On,
    There,
    Crashed(Crash),
}

impl Resuming {
    pub fn run(&self) -> &Run {
        self.resume.run()
    }

    /// Shown once it takes a while.
    pub fn progress(&self, now: Duration) -> Option<ResumeProgress> {
        let fps = self.run().console().fps();
        (now.saturating_sub(self.since) > SOON).then(|| ResumeProgress {
            done: self.resume.now(),
            all: self.all,
            fps,
        })
    }

    pub fn step(&mut self, slice: u64) -> Step {
        let begun = self.resume.now();
        while self.resume.now() < begun + slice {
            match self.resume.frame() {
                Ok(true) => {}
                Ok(false) => return Step::There,
                Err(crash) => return Step::Crashed(crash),
            }
        }
        Step::On
    }

    pub fn is_to_be_shown(&mut self, now: Duration) -> bool {
        let shown = now.saturating_sub(self.shown) > SHOWN;
        if shown {
            self.shown = now;
        }
        shown
    }

    pub fn end(self) -> (Run, ResumeReport, Then) {
        let (run, report) = self.resume.end();
        (run, report, self.then)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Loading {
    pub branch: u32,
    pub frame: u64,
    pub then: Arrival,
}

#[derive(Clone, Debug)]
pub(crate) enum Arrival {
    Slot(Box<BeforeLoad>),
    /// The cart forbids to continue from where the debugger was. Its data before that.
    Back(Arc<Rom>),
}

/// The message for a run that diverged at that frame at the latest.
pub(crate) fn elsewhere(frame: u64, fps: u8) -> String {
    let from = match frame / u64::from(fps.max(1)) {
        0 | 1 => "the start".to_string(),
        _ => format!("about {}", studio::clock(frame, fps)),
    };
    format!("the cart has changed: the run differs from {from} on")
}

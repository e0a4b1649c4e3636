//! A past on its way: a run that is taken up again, or the way to another moment of the run that is played.
//!
//! ```text
//! Resumed ── begin ──> Resuming ── step, step ──> the run and what there is to say of it, for a kept run or a slot
//! Loading              a branch and a frame of the run that is played; its way is `timeline::Run::approach`
//! ```
//!
//! A kept run is run with the code as it is now. A slot's begins with the code that its run began with, which its recording has, and takes
//! up what was saved during the run where that was; a program in Rust is the one that is here.
//!
//! Where this build has left states in them, only the frames after the last one are run; the rest when somebody goes there. What
//! becomes of it then is `run_loop/past.rs`.

use crate::cartridge::{gone_on, with_data};
use crate::time::KeptData;
use rasher::{Bundle, Code, Program, Rom};
use std::sync::Arc;
use std::time::Duration;
use studio::Progress;
use timeline::{Build, Crash, KeptRun, Recording, Resume, ResumeReport, Run, SavedState, Slot};

/// Time between two pictures of a run on its way: it is seen as a film in time lapse.
const SHOWN: Duration = Duration::from_millis(33);
/// A way that takes no longer needs no bar.
const SOON: Duration = Duration::from_millis(500);

/// A past that is to be run again.
#[derive(Clone, Debug)]
pub(crate) struct Resumed {
    program: Box<dyn Program>,
    /// The data that it started with.
    rom: Arc<Rom>,
    recording: Recording,
    states: Vec<SavedState>,
    then: Then,
    /// Has the program the code that the run began with?
    is_as_begun: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Then {
    /// It is gone on with; the data files as they are now.
    StartMode(Arc<Rom>),
    /// It was a slot's: where one was before, and the data that the slot's run started with.
    Slot(Box<Origin>, Arc<Rom>),
}

/// Where one was before a slot was loaded: the cart's data and what it had kept.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub newest: Arc<Rom>,
    pub kept: KeptData,
}

impl Resumed {
    /// A run that was left. `newest`: the cart's data as they are now.
    pub fn kept(program: Box<dyn Program>, newest: Arc<Rom>, kept: &KeptRun) -> Resumed {
        let rom = with_data(&newest, kept);
        let (recording, states) = (kept.recording.clone(), kept.states.clone());
        Resumed { program, rom, recording, states, then: Then::StartMode(newest), is_as_begun: false }
    }

    /// The run of a slot. `bundle`: the carts as they are now.
    pub fn slot(mut program: Box<dyn Program>, slot: &Slot, bundle: &Arc<Bundle>, from: Origin) -> Resumed {
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

    /// Begins, from the last state of this build if there is one.
    ///
    /// # Errors
    /// When the program cannot begin: what was to become of it, and why.
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

/// Makes a program in its first state that of this code. False of one that stays as it is, such as one in Rust.
fn becomes(program: &mut dyn Program, code: &Code) -> bool {
    match program.runs(code.digest()) {
        None => false,
        Some(true) => true,
        Some(false) => program.change(code).is_ok(),
    }
}

/// A past on its way.
#[derive(Clone, Debug)]
pub(crate) struct Resuming {
    resume: Resume,
    all: u64,
    since: Duration,
    shown: Duration,
    then: Then,
}

/// What a slice came to.
#[derive(Debug)]
pub(crate) enum Step {
    On,
    There,
    /// The cart stopped on the way.
    Crashed(Crash),
}

impl Resuming {
    /// The run as far as it is.
    pub fn run(&self) -> &Run {
        self.resume.run()
    }

    /// The bar that is shown of it, once it takes a while.
    pub fn progress(&self, now: Duration) -> Option<Progress> {
        let fps = self.run().console().fps();
        (now.saturating_sub(self.since) > SOON).then(|| Progress {
            done: self.resume.now(),
            all: self.all,
            fps,
        })
    }

    /// Runs at most so many frames.
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

    /// Is it time for another picture of it?
    pub fn is_to_be_shown(&mut self, now: Duration) -> bool {
        let shown = now.saturating_sub(self.shown) > SHOWN;
        if shown {
            self.shown = now;
        }
        shown
    }

    /// The run, what there is to say of it, and what becomes of it.
    pub fn end(self) -> (Run, ResumeReport, Then) {
        let (run, told) = self.resume.end();
        (run, told, self.then)
    }
}

/// The way to a moment of the run that is played.
#[derive(Clone, Debug)]
pub(crate) struct Loading {
    pub branch: u32,
    pub frame: u64,
    pub then: Arrival,
}

/// What becomes of it there.
#[derive(Clone, Debug)]
pub(crate) enum Arrival {
    /// It was a slot's moment.
    Slot(Box<Origin>),
    /// The cart forbade to go on from where the debugger was; its data as they stood before.
    Back(Arc<Rom>),
}

/// What there is to say of a run that goes another way than it went, since that frame at the latest.
pub(crate) fn elsewhere(frame: u64, fps: u8) -> String {
    let from = match frame / u64::from(fps.max(1)) {
        0 | 1 => "the start".to_string(),
        _ => format!("about {}", studio::clock(frame, fps)),
    };
    format!("the cart has changed: what was pressed leads elsewhere now, from {from} on")
}

//! Replays that lead to a frame, of a resumed run or of a slot; and the autosave, which saves a run while it is played.
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
//!
//! A chunk of the autosave has a few dozen bytes, however long the run is, and now and then a state of some thousand. A run that
//! begins, is resumed or branches is one chunk with all of it. When play stops, the state there is saved too, so that resuming is
//! fast. Nothing here waits for a disk.

use crate::cartridge::{gone_on, with_data};
use crate::time::KeptData;
use rasher::{Bundle, Code, Program, Rom};
use std::sync::Arc;
use std::time::Duration;
use studio::ResumeProgress;
use timeline::{
    Build, Crash, JournalCursor, JournalPart, KeptRun, Recording, Resume, ResumeReport, Run, SavedState, Slot,
};

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
    is_as_begun: bool,
    /// Whether a frame that crashes at its end stays, for the debugger.
    keeps_crash: bool,
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
    pub fn kept(program: Box<dyn Program>, newest: Arc<Rom>, kept: &KeptRun, keeps_crash: bool) -> Resumed {
        let rom = with_data(&newest, kept);
        let (recording, states) = (kept.recording.clone(), kept.states.clone());
        let then = Then::Resume(newest);
        Resumed { program, rom, recording, states, then, is_as_begun: false, keeps_crash }
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
        Resumed { program, rom, recording, states, then, is_as_begun, keeps_crash: false }
    }

    pub fn begin(self, build: Option<Build>, now: Duration) -> Result<Box<Resuming>, (Then, Crash)> {
        let Resumed { program, rom, recording, states, then, is_as_begun, keeps_crash } = self;
        let resume = match build {
            Some(build) => Resume::start_from(&recording, &states, build, program, rom),
            None => Resume::start(&recording, program, rom),
        };
        match resume {
            Ok(resume) => {
                let all = recording.frames();
                let resume = if is_as_begun { resume.taking_code() } else { resume };
                let resume = if keeps_crash { resume.keeping_crash() } else { resume };
                Ok(Box::new(Resuming { resume, all, since: now, shown: now, then }))
            }
            Err(crash) => Err((then, crash)),
        }
    }
}

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
    /// The cart forbids to continue from where the debugger was, or a recording was watched. The data before that.
    Back(Arc<Rom>),
}

pub(crate) fn elsewhere(frame: u64, fps: u8) -> String {
    let from = match frame / u64::from(fps.max(1)) {
        0 | 1 => "the start".to_string(),
        _ => format!("about {}", studio::clock(frame, fps)),
    };
    format!("the cart has changed: the run differs from {from} on")
}

/// A power cut loses less than a second, the time of a write included.
const EVERY: Duration = Duration::from_millis(500);

#[derive(Clone, Debug)]
pub enum AutosaveChunk {
    Begin { start: Box<timeline::Start>, rom: Arc<Rom>, part: JournalPart },
    More(JournalPart),
    Over,
}

#[derive(Clone, Debug)]
pub(crate) struct RunSaver {
    rom: Arc<Rom>,
    build: Option<Build>,
    branch: Option<u32>,
    mark: JournalCursor,
    over: bool,
    last: Option<Duration>,
}

impl RunSaver {
    /// `rom`: the data that the run starts with. With a build, chunks have states.
    pub fn new(rom: Arc<Rom>, build: Option<Build>) -> RunSaver {
        RunSaver { rom, build, branch: None, mark: JournalCursor::default(), over: false, last: None }
    }

    pub fn page(&mut self, run: &Run, now: Duration, force: bool) -> Option<AutosaveChunk> {
        let last = *self.last.get_or_insert(now);
        if self.over || !force && now.saturating_sub(last) < EVERY {
            return None;
        }
        self.last = Some(now);
        let branch = run.branch();
        if self.branch.replace(branch.id) != Some(branch.id) {
            self.mark = JournalCursor::default();
        }
        let recording = branch.past.recording();
        let is_left = force && self.build.is_some() && !self.mark.has_state();
        if recording.frames() <= self.mark.frame() && !is_left {
            return None;
        }
        let part = run.part(&mut self.mark, self.build, force);
        Some(match part.first() {
            0 => {
                AutosaveChunk::Begin { start: Box::new(recording.start.clone()), rom: self.rom.clone(), part }
            }
            _ => AutosaveChunk::More(part),
        })
    }

    pub fn set_over(&mut self, over: bool) -> Option<AutosaveChunk> {
        let was = std::mem::replace(&mut self.over, over);
        if was && !over {
            self.branch = None;
        }
        (over && !was).then_some(AutosaveChunk::Over)
    }

    pub fn begins(&mut self) {
        (self.over, self.branch) = (false, None);
    }

    pub fn rebase(&mut self, rom: Arc<Rom>) {
        (self.rom, self.branch, self.over) = (rom, None, false);
    }
}

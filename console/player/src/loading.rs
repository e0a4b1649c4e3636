//! Save slots, and runs that are taken up again.
//!
//! ```text
//! a slot ──┬─ this run knows it    go there          in slices, without a bar
//!          └─ another run          run it again      with a bar; what parts or panics is refused, and this run stands
//! a kept run                       run it again      up to where it was left, with the program as it is now
//! ```
//!
//! Where this build has left states in them, only the frames after the last one are run; the rest when somebody goes there.
//!
//! After a load the old future is a branch of the run, or, when the slot was another run's, in the slot "before". Data files that
//! differ from those that a kept run stands on are taken up in its next frame, as if they had just been saved.

use crate::cartridge::with_data;
use crate::message::Message;
use crate::output::Output;
use crate::run_loop::{RunLoop, Work};
use crate::time::{KeptData, kept_data};
use rasher::{Program, Rom, ability};
use std::sync::Arc;
use std::time::Duration;
use studio::{BEFORE, Progress};
use timeline::{Crash, KeptRun, Recording, Resume, ResumeReport, Run, SavedState, Slot};

/// Frames that are worth a question, or a slot by themselves: two seconds at 60 a second.
pub(crate) const WORTH: u64 = 120;
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
}

impl Resumed {
    /// A run that was left. `newest`: the cart's data as they are now.
    pub fn kept(program: Box<dyn Program>, newest: Arc<Rom>, kept: &KeptRun) -> Resumed {
        let rom = with_data(&newest, kept);
        let (recording, states) = (kept.recording.clone(), kept.states.clone());
        Resumed { program, rom, recording, states, then: Then::GoOn(newest) }
    }
}

/// What becomes of it.
#[derive(Clone, Debug)]
enum Then {
    /// It is gone on with; the data files as they are now.
    GoOn(Arc<Rom>),
    /// It was a slot's.
    Slot(Box<From>, Arc<Rom>),
}

/// Where one was before a slot was loaded: the cart's data and what it had kept.
#[derive(Clone, Debug)]
pub(crate) struct From {
    newest: Arc<Rom>,
    kept: KeptData,
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
}

/// The way to a slot's moment in the run that is played.
#[derive(Clone, Debug)]
pub(crate) struct Loading {
    branch: u32,
    slot: Arc<Slot>,
    from: From,
}

impl RunLoop {
    /// Makes a slot of this moment.
    pub fn keep_slot(&mut self, number: usize) {
        // A refusal is an answer to each press.
        self.time.speak();
        if self.permits(ability::SLOTS)
            && let Some(run) = self.run()
        {
            let slot = Slot::of(run, env!("CARGO_PKG_VERSION"));
            let slot = match self.build {
                Some(build) => slot.with_states(run, build),
                None => slot,
            };
            self.send(Message::Slot(number, Box::new(slot)));
        }
    }

    /// Goes to a slot's moment. Where the run stands is made a slot first.
    pub fn load_slot(&mut self, slot: Arc<Slot>) {
        self.time.speak();
        if self.is_underway() || !self.permits(ability::SLOTS) {
            return;
        }
        let Some(run) = &self.run else { return };
        let (newest, kept) = (run.console().machine().rom().clone(), kept_data(run));
        let (knows, worth) = (run.knows(&slot.moment.recording), run.now() >= WORTH);
        self.time.stop();
        if worth {
            self.keep_slot(BEFORE);
        }
        let from = From { newest, kept };
        if let Some(branch) = knows {
            self.loading = Some(Loading { branch, slot, from });
            return;
        }
        let (saved, newest) = (&slot.moment.rom, &from.newest);
        if (&saved.name, saved.version) != (&newest.name, newest.version) {
            return self.send(Message::Loaded(Err(format!(
                "the slot is of {} version {}; here is {} version {}",
                saved.name, saved.version, newest.name, newest.version
            ))));
        }
        let Some(program) = self.fresh.clone() else { return };
        let rom = Arc::new(saved.clone());
        let (recording, states) = (slot.moment.recording.clone(), slot.states.clone());
        let then = Then::Slot(Box::new(from), rom.clone());
        self.work = Some(Work::Resume(Box::new(Resumed { program, rom, recording, states, then })));
    }

    pub(crate) fn begin_resume(&mut self, resumed: Resumed, now: Duration) {
        let Resumed { program, rom, recording, states, then } = resumed;
        let resume = match self.build {
            Some(build) => Resume::start_from(&recording, &states, build, program, rom),
            None => Resume::start(&recording, program, rom),
        };
        match resume {
            Ok(resume) => {
                let all = recording.frames();
                self.resuming = Some(Box::new(Resuming { resume, all, since: now, shown: now, then }));
            }
            Err(crash) => self.resume_failed(&then, crash, now),
        }
    }

    fn resume_failed(&mut self, then: &Then, crash: Crash, now: Duration) {
        self.stale = true;
        match then {
            Then::GoOn(_) => self.crashed(crash, now),
            Then::Slot(..) => self.send(Message::Loaded(Err(crash.to_string()))),
        }
    }

    /// A slice of the way.
    pub(crate) fn step_loading(&mut self, now: Duration) {
        // Nothing else is done meanwhile.
        let slice = 2 * self.effort.slice();
        if let Some(resuming) = &mut self.resuming {
            let mut ran = Ok(true);
            let begun = resuming.resume.now();
            while matches!(ran, Ok(true)) && resuming.resume.now() < begun + slice {
                ran = resuming.resume.frame();
            }
            self.effort.ran(resuming.resume.now() - begun);
            if now.saturating_sub(resuming.shown) > SHOWN {
                resuming.shown = now;
                self.stale = true;
            }
            match ran {
                Ok(true) => {}
                Ok(false) => self.resumed(),
                Err(crash) => {
                    if let Some(resuming) = self.resuming.take() {
                        self.resume_failed(&resuming.then, crash, now);
                    }
                }
            }
            return;
        }
        let (Some(loading), Some(run)) = (&self.loading, &mut self.run) else { return };
        let frame = loading.slot.moment.frame;
        self.effort.ran(slice);
        if matches!(run.approach(loading.branch, frame, slice), Ok(false)) {
            return;
        }
        let Some(Loading { slot, from, .. }) = self.loading.take() else { return };
        let gone = run.revisit(&slot.moment.recording);
        let loaded = match gone {
            Ok(true) => Ok(()),
            Ok(false) => Err("the run has forgotten that moment".to_string()),
            Err(crash) => Err(crash.to_string()),
        };
        self.loaded(loaded, from);
    }

    /// A past is at its end.
    fn resumed(&mut self) {
        let Some(resuming) = self.resuming.take() else { return };
        let (run, told) = resuming.resume.end();
        self.stale = true;
        match resuming.then {
            Then::GoOn(newest) => self.gone_on(run, told, &newest),
            Then::Slot(from, rom) => {
                let loaded = match &told {
                    ResumeReport { diverged: Some(frame), .. } => Err(elsewhere(*frame, run.console().fps())),
                    ResumeReport { crash: Some(crash), .. } => Err(crash.to_string()),
                    _ => Ok(()),
                };
                if loaded.is_ok() {
                    self.turns = over(&run, &told);
                    self.run = Some(Box::new(run));
                    if let Some((_, autosave)) = &mut self.autosave {
                        autosave.rebase(rom);
                    }
                }
                self.loaded(loaded, *from);
            }
        }
    }

    fn gone_on(&mut self, run: Run, told: ResumeReport, newest: &Arc<Rom>) {
        self.turns = over(&run, &told);
        self.tell(Output::Past(Box::new(run.branch().past.recording().clone())));
        self.run = Some(Box::new(run));
        self.catch_up(newest);
        // What is only looked at is somebody else's, and so are its records.
        if self.autosave.is_some() {
            let id = self.run.as_deref().and_then(kept_data).map(|(id, _)| id);
            self.keep_on(id.and_then(|id| self.saves.get(&id).map(|data| (id.clone(), **data))));
        }
        if told.over {
            let page = self.autosave.as_mut().and_then(|(_, autosave)| autosave.set_over(true));
            self.tell_page(page);
        }
        self.send(Message::Begun(Some(told)));
    }

    fn loaded(&mut self, loaded: Result<(), String>, from: From) {
        if loaded.is_ok() {
            self.settle(&from.newest);
            self.keep_on(from.kept);
        }
        self.stale = true;
        self.send(Message::Loaded(loaded));
    }
}

/// What there is to say of a run that goes another way than it went, since that frame at the latest.
pub(crate) fn elsewhere(frame: u64, fps: u8) -> String {
    let from = match frame / u64::from(fps.max(1)) {
        0 | 1 => "the start".to_string(),
        _ => format!("about {}", studio::clock(frame, fps)),
    };
    format!("the cart has changed: what was pressed leads elsewhere now, from {from} on")
}

/// Where a run that was taken up again was over.
fn over(run: &Run, told: &ResumeReport) -> Vec<(u32, u64, bool)> {
    if told.over { vec![(run.branch().id, run.now(), true)] } else { Vec::new() }
}

//! Another moment, or another run: save slots, runs that are taken up again, the way back to where a cart forbids to leave.
//!
//! ```text
//! a slot ──┬─ this run knows it    go there          in slices, without a bar
//!          └─ another run          run it again      with a bar and the code that it had; what parts or panics is refused, and this
//!                                                    run stands
//! a kept run                       run it again      up to where it was left, with the program as it is now
//! ```
//!
//! After a load the old future is a branch of the run, or, when the slot was another run's, in the slot "before". Data files that
//! differ from those that a kept run stands on are taken up in its next frame, as if they had just been saved; so is code that differs
//! from a slot's.

use super::RunEvent;
use super::{RunLoop, Work};
use crate::loading::{Arrival, Loading, Origin, Resumed, Step, Then, elsewhere};
use crate::time::{KeptData, keep_on, kept_data, saved_data};
use rasher::{Rom, ability};
use std::sync::Arc;
use std::time::Duration;
use timeline::{Crash, ResumeReport, Run, Slot};

/// Frames that are worth a question, or a slot by themselves: two seconds at 60 a second.
pub(crate) const WORTH: u64 = 120;

impl RunLoop {
    /// A slot of this moment, if the cart allows it.
    pub fn slot(&mut self) -> Option<Slot> {
        // A refusal is an answer to each press.
        self.time.speak();
        let run = if self.permits(ability::SLOTS) { self.run() } else { None }?;
        let slot = Slot::of(run, env!("CARGO_PKG_VERSION"));
        Some(match self.origin.build {
            Some(build) => slot.with_states(run, build),
            None => slot,
        })
    }

    /// Goes to a slot's moment; a slot of where the run stood, if that is worth one.
    pub fn load_slot(&mut self, slot: Arc<Slot>) -> Option<Slot> {
        self.time.speak();
        if self.is_underway() || !self.permits(ability::SLOTS) {
            return None;
        }
        let run = self.run()?;
        let (newest, kept) = (run.console().machine().rom().clone(), kept_data(run));
        let (knows, worth) = (run.knows(&slot.moment.recording), run.now() >= WORTH);
        self.time.stop();
        let before = if worth { self.slot() } else { None };
        let from = Origin { newest, kept };
        if let Some(branch) = knows {
            self.underway.loading =
                Some(Loading { branch, frame: slot.moment.frame, then: Arrival::Slot(Box::new(from)) });
            return before;
        }
        let (saved, newest) = (&slot.moment.rom, &from.newest);
        if (&saved.name, saved.version) != (&newest.name, newest.version) {
            self.send(RunEvent::Loaded(Err(format!(
                "the slot is of {} version {}; here is {} version {}",
                saved.name, saved.version, newest.name, newest.version
            ))));
        } else if let Some(program) = self.origin.fresh.clone() {
            let resumed = Resumed::slot(program, &slot, &self.origin.bundle, from);
            self.underway.work = Some(Work::Resume(Box::new(resumed)));
        }
        before
    }

    pub(super) fn begin_resume(&mut self, resumed: Resumed, now: Duration) {
        match resumed.begin(self.origin.build, now) {
            Ok(resuming) => self.underway.resuming = Some(resuming),
            Err((then, crash)) => self.resume_failed(&then, crash, now),
        }
    }

    fn resume_failed(&mut self, then: &Then, crash: Crash, now: Duration) {
        self.stale = true;
        match then {
            Then::StartMode(_) => self.crashed(crash, now),
            Then::Slot(..) => self.send(RunEvent::Loaded(Err(crash.to_string()))),
        }
    }

    /// A slice of the way.
    pub(super) fn step_past(&mut self, now: Duration) {
        // Nothing else is done meanwhile.
        let slice = 2 * self.effort.slice();
        if let Some(resuming) = &mut self.underway.resuming {
            let begun = resuming.run().now();
            let step = resuming.step(slice);
            self.effort.ran(resuming.run().now() - begun);
            self.stale |= resuming.is_to_be_shown(now);
            match (step, &mut self.underway.resuming) {
                (Step::On, _) | (_, None) => {}
                (Step::There, taken) => {
                    if let Some(resuming) = taken.take() {
                        let (run, told, then) = resuming.end();
                        self.resumed(run, told, then);
                    }
                }
                (Step::Crashed(crash), taken) => {
                    if let Some(resuming) = taken.take() {
                        let (run, _, then) = resuming.end();
                        if matches!(then, Then::StartMode(_)) {
                            // As far as it came it can be looked at, and gone on with.
                            (self.run, self.stopped_short) = (Some(Box::new(run)), true);
                            self.tell_past();
                        }
                        self.resume_failed(&then, crash, now);
                    }
                }
            }
            return;
        }
        let (Some(loading), Some(run)) = (&self.underway.loading, &mut self.run) else { return };
        self.effort.ran(slice);
        if matches!(run.approach(loading.branch, loading.frame, slice), Ok(false)) {
            return;
        }
        let Some(Loading { branch, frame, then }) = self.underway.loading.take() else { return };
        let gone = run.visit(branch, frame);
        match then {
            Arrival::Slot(from) => {
                let loaded = match gone {
                    Ok(true) => Ok(()),
                    Ok(false) => Err("the run has forgotten that moment".to_string()),
                    Err(crash) => Err(crash.to_string()),
                };
                self.loaded(loaded, *from);
            }
            // It was gone to before; a program that is no value is the debugger's to show.
            Arrival::Back(rom) => {
                if let Err(crash) = gone {
                    self.send(RunEvent::Crashed(crash));
                }
                self.stale = true;
                self.settle(&rom);
            }
        }
    }

    /// A past is at its end.
    fn resumed(&mut self, run: Run, told: ResumeReport, then: Then) {
        self.stale = true;
        match then {
            Then::StartMode(newest) => self.gone_on(run, told, &newest),
            Then::Slot(from, rom) => {
                let loaded = match &told {
                    ResumeReport { diverged: Some(frame), .. } => Err(elsewhere(*frame, run.console().fps())),
                    ResumeReport { crash: Some(crash), .. } => Err(crash.to_string()),
                    _ => Ok(()),
                };
                if loaded.is_ok() {
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
        self.set_past(run.branch().past.recording().clone());
        (self.run, self.stopped) = (Some(Box::new(run)), false);
        self.catch_up(newest);
        // What is only looked at is somebody else's, and so are its records.
        let played = self.run.as_deref().filter(|_| self.autosave.is_some());
        if let Some(saved) = played.map(|run| saved_data(run, &self.origin.saves)) {
            self.keep_on(&saved);
        }
        if told.over {
            let page = self.autosave.as_mut().and_then(|(_, autosave)| autosave.set_over(true));
            self.tell_page(page);
        }
        self.send(RunEvent::Begun(Some(told)));
    }

    fn loaded(&mut self, loaded: Result<(), String>, from: Origin) {
        if loaded.is_ok() {
            self.use_newest_code();
            self.settle(&from.newest);
            self.keep_on(&from.kept);
        }
        self.stale = true;
        self.send(RunEvent::Loaded(loaded));
    }

    /// What the cart had kept at a later moment stays kept.
    pub(super) fn keep_on(&mut self, later: &KeptData) {
        let events = self.run.as_ref().map(|run| keep_on(run, later));
        events.into_iter().flatten().for_each(|event| self.input.event(event));
    }

    /// The run goes on from where it stands, which is another moment than the last one that was run. `newest`: the cart's data as
    /// they were until now; what was saved since that moment is in use on.
    pub(super) fn settle(&mut self, newest: &Arc<Rom>) {
        self.tell_past();
        self.catch_up(newest);
        let over = self.is_over();
        let page = self.autosave.as_mut().and_then(|(_, autosave)| autosave.set_over(over));
        self.tell_page(page);
    }

    pub(super) fn tell_past(&mut self) {
        let Some(run) = &self.run else { return };
        let past = run.branch().past.cut(run.now()).recording().clone();
        self.set_past(past);
    }
}

//! Going to another frame or run: save slots, resumed runs, and back from where the cart forbids to continue.
//!
//! ```text
//! slot ──┬─ of this run      go there            in slices, without a bar
//!        └─ of another run   replay it           with a bar and its own code; if it diverges or crashes, this run stays
//! kept run                   replay it           to where it was left, with the newest code
//! ```
//!
//! After a load the old future is a branch of the run, or, for another run's slot, in the slot "before". A resumed run begins its
//! next frame with the newest data files, and a slot's run with the newest code.

use super::{RunEvent, RunLoop, RunStage};
use crate::loading::{Arrival, BeforeLoad, Loading, Resumed, Resuming, Step, Then, elsewhere};
use crate::time::{KeptData, keep_saved, kept_data, saved_data};
use rasher::{Rom, ability};
use std::sync::Arc;
use std::time::Duration;
use timeline::{Crash, ResumeReport, Run, Slot};

/// Frames that a run must have to be asked about or kept in the slot "before": two seconds at 60 a second.
pub(crate) const WORTH: u64 = 120;

impl RunLoop {
    pub fn slot(&mut self) -> Option<Slot> {
        // Each press gets its answer.
        self.time.refused = None;
        let run = if self.permits(ability::SLOTS) { self.run() } else { None }?;
        let slot = Slot::of(run, env!("CARGO_PKG_VERSION"));
        Some(match self.origin.build {
            Some(build) => slot.with_states(run, build),
            None => slot,
        })
    }

    /// Goes to a slot's moment. Returns a slot of where the run was, if it is long enough.
    pub fn load_slot(&mut self, slot: Arc<Slot>) -> Option<Slot> {
        self.time.refused = None;
        if self.is_underway() || !self.permits(ability::SLOTS) {
            return None;
        }
        let run = self.run()?;
        let (newest, kept) = (run.console().machine().rom().clone(), kept_data(run));
        let (knows, worth) = (run.branch_containing(&slot.moment.recording), run.now() >= WORTH);
        self.time.stop();
        let before = if worth { self.slot() } else { None };
        let from = BeforeLoad { newest, kept };
        if let Some(branch) = knows {
            let then = Arrival::Slot(Box::new(from));
            self.stage = RunStage::Loading(Loading { branch, frame: slot.moment.frame, then });
            return before;
        }
        let (saved, newest) = (&slot.moment.rom, &from.newest);
        if (&saved.name, saved.version) != (&newest.name, newest.version) {
            self.send(RunEvent::Loaded(Err(format!(
                "the slot was saved by {} version {}, but this is {} version {}",
                saved.name, saved.version, newest.name, newest.version
            ))));
        } else if let Some(program) = self.origin.fresh.clone() {
            let resumed = Resumed::slot(program, &slot, &self.origin.bundle, from);
            self.stage = RunStage::Resume(Box::new(resumed));
        }
        before
    }

    /// Goes to an earlier frame of the run, which continues from there.
    pub fn go_back(&mut self, frame: u64) {
        let Some(run) = self.run().filter(|run| frame < run.now()) else { return };
        let (branch, then) = (run.branch().id, Arrival::Back(run.console().machine().rom().clone()));
        self.stage = RunStage::Loading(Loading { branch, frame, then });
    }

    pub(super) fn begin_resume(&mut self, resumed: Resumed, now: Duration) {
        match resumed.begin(self.origin.build, now) {
            Ok(resuming) => self.stage = RunStage::Resuming(resuming),
            Err((then, crash)) => self.resume_failed(&then, crash, now),
        }
    }

    fn resume_failed(&mut self, then: &Then, crash: Crash, now: Duration) {
        self.stale = true;
        match then {
            Then::Resume(_) => self.crashed(crash, now),
            Then::Slot(..) => self.send(RunEvent::Loaded(Err(crash.to_string()))),
        }
    }

    pub fn step_past(&mut self, now: Duration) {
        // Nothing else runs meanwhile.
        let slice = 2 * self.frame_cost.slice();
        match std::mem::take(&mut self.stage) {
            RunStage::Resuming(resuming) => self.step_resuming(resuming, slice, now),
            RunStage::Loading(loading) => self.step_loading(loading, slice),
            other => self.stage = other,
        }
    }

    fn step_resuming(&mut self, mut resuming: Box<Resuming>, slice: u64, now: Duration) {
        let begun = resuming.run().now();
        let step = resuming.step(slice);
        self.frame_cost.ran(resuming.run().now() - begun);
        self.stale |= resuming.is_to_be_shown(now);
        match step {
            Step::On => self.stage = RunStage::Resuming(resuming),
            Step::There => {
                let (run, report, then) = resuming.end();
                self.resumed(run, report, then);
            }
            Step::Crashed(crash) => {
                let (run, _, then) = resuming.end();
                if matches!(then, Then::Resume(_)) {
                    // The replayed frames can be inspected and continued from.
                    (self.run, self.stopped_short) = (Some(Box::new(run)), true);
                    self.publish_past();
                }
                self.resume_failed(&then, crash, now);
            }
        }
    }

    fn step_loading(&mut self, loading: Loading, slice: u64) {
        let Some(run) = &mut self.run else { return };
        self.frame_cost.ran(slice);
        if matches!(run.approach(loading.branch, loading.frame, slice), Ok(false)) {
            self.stage = RunStage::Loading(loading);
            return;
        }
        let Loading { branch, frame, then } = loading;
        let gone = run.visit(branch, frame);
        match then {
            Arrival::Slot(from) => {
                let loaded = match gone {
                    Ok(true) => Ok(()),
                    Ok(false) => Err("that moment is no longer in memory".to_string()),
                    Err(crash) => Err(crash.to_string()),
                };
                self.loaded(loaded, *from);
            }
            // The debugger was there before. It reports programs that cannot be cloned.
            Arrival::Back(rom) => {
                if let Err(crash) = gone {
                    self.send(RunEvent::Crashed(crash));
                }
                self.stale = true;
                self.settle(&rom);
            }
        }
    }

    fn resumed(&mut self, run: Run, report: ResumeReport, then: Then) {
        self.stale = true;
        match then {
            Then::Resume(newest) => self.gone_on(run, report, &newest),
            Then::Slot(from, rom) => {
                let loaded = match &report {
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

    fn gone_on(&mut self, run: Run, report: ResumeReport, newest: &Arc<Rom>) {
        self.set_past(run.branch().past.recording().clone());
        (self.run, self.stopped) = (Some(Box::new(run)), false);
        self.reloaded.newest.get_or_insert_with(|| newest.clone());
        // A run that is only inspected belongs to another player, and so do its records.
        let played = self.run.as_deref().filter(|_| self.autosave.is_some());
        if let Some(saved) = played.map(|run| saved_data(run, &self.origin.saves)) {
            self.keep_saved(&saved);
        }
        if report.over {
            let page = self.autosave.as_mut().and_then(|(_, autosave)| autosave.set_over(true));
            self.send_chunk(page);
        }
        self.send(RunEvent::Begun(Some(report)));
    }

    fn loaded(&mut self, loaded: Result<(), String>, from: BeforeLoad) {
        if loaded.is_ok() {
            self.use_newest_code();
            self.settle(&from.newest);
            self.keep_saved(&from.kept);
        }
        self.stale = true;
        self.send(RunEvent::Loaded(loaded));
    }

    pub(super) fn keep_saved(&mut self, later: &KeptData) {
        let events = self.run.as_ref().map(|run| keep_saved(run, later));
        events.into_iter().flatten().for_each(|event| self.input.event(event));
    }

    /// The run continues from another frame than the last one run. `newest`: the cart's data until now, which it
    /// continues with.
    pub(super) fn settle(&mut self, newest: &Arc<Rom>) {
        self.publish_past();
        self.reloaded.newest.get_or_insert_with(|| newest.clone());
        let over = self.is_over();
        let page = self.autosave.as_mut().and_then(|(_, autosave)| autosave.set_over(over));
        self.send_chunk(page);
    }

    pub(super) fn publish_past(&mut self) {
        let Some(run) = &self.run else { return };
        let past = run.branch().past.cut(run.now()).recording().clone();
        self.set_past(past);
    }
}

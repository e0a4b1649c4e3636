//! Code that was saved while its cart plays.
//!
//! ```text
//! wrong   a cart that has not begun   the error screen, with what is wrong now
//!         one that plays              goes on with the code before; what is wrong stands on the screen
//! good    a cart that has not begun   begins
//!         one that plays, or stopped  what was played is run again from its first frame with the new code, and goes on from there
//! ```
//!
//! Ctrl+R begins anew with the newest code that is one.

use super::Player;
use crate::cartridge::NewCode;
use crate::output::Output;
use rasher::{Fault, Rom};
use timeline::{KeptRun, Run};

impl Player {
    /// A run stands where it was to come: code that was saved on its way is taken up.
    pub(super) fn code_after(&mut self) {
        if let Some(new) = self.later.take() {
            self.code(*new);
        }
    }

    /// Takes up a cart's code as its files have it now.
    pub(super) fn code(&mut self, new: NewCode) {
        let NewCode { program, wrong, rom } = new;
        if self.cart.is_shelf() || self.cart.views {
            return;
        }
        if self.run_loop.is_underway() {
            // Of the last two saved in one way the newest counts.
            self.later = Some(Box::new(NewCode { program, wrong, rom }));
            return;
        }
        if let Some(rom) = rom.filter(|rom| rom.data != self.cart.rom.data) {
            self.data(Rom { name: self.cart.rom.name.clone(), ..rom });
        }
        let has_begun = self.run_loop.run().is_some();
        match wrong {
            Some(fault) if has_begun => return self.data_wrong(vec![told(&fault)]),
            Some(_) => {}
            None => self.data_wrong(Vec::new()),
        }
        let is_good = wrong.is_none();
        self.cart.program = Some(program);
        self.changes += 1;
        let run = self.run_loop.run().map(again);
        // Where the last code stopped on the way, all that was played is tried with this one.
        let stopped = self.overlay.error.is_some();
        let longer = |whole: &KeptRun, run: &KeptRun| whole.recording.frames() > run.recording.frames();
        let run = match (run, self.lived.take()) {
            (Some(run), Some(whole)) if stopped && longer(&whole, &run) => Some(whole),
            (run, _) => run,
        };
        self.lived = run.clone();
        match (run, &self.cart.folder) {
            (Some(kept), _) => {
                self.overlay.close();
                self.forget_search();
                self.begin(Some(Box::new(kept)));
                self.say("the code was saved: it runs from the first frame, as it was played");
            }
            // One that has been broken from the start has no run and no slots yet: it takes its place like any other.
            (None, Some(path)) if is_good && !self.cart.keeps => {
                let (name, param) = (path.display().to_string(), self.param.clone());
                self.tell(Output::Load { name, param });
            }
            (None, _) => {
                self.overlay.close();
                self.begin(None);
            }
        }
    }
}

/// What is wrong with code, in a line.
fn told(fault: &Fault) -> String {
    format!("{}: {} (the code before runs on)", fault.place.short(), fault.message)
}

/// What was played until where it stands, to be run again.
fn again(run: &Run) -> KeptRun {
    KeptRun { recording: run.recording_so_far(), rom: run.rom().data.clone(), states: Vec::new(), torn: 0 }
}

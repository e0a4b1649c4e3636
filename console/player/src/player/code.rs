//! Code that was saved while its cart plays.
//!
//! ```text
//! wrong   a cart that has not begun   the error screen, with what is wrong now
//!         one that plays              goes on with the code before; what is wrong stands on the screen
//! good    a cart that has not begun   begins
//!         one that plays              its next frame begins with the new code: functions are replaced, globals and tables stay
//!         one that stopped            the same, from before the frame that could not be run
//!         one in the midst of a loop  the same, but the loop goes on as it was: that is said, with the key that begins anew
//! ```
//!
//! Another cart that it may come to is found as it was saved: by the next `load`, or in the next frame where it is the one that runs.
//!
//! Ctrl+R begins anew with the code as the file has it: where that is none, the error screen says what is wrong, and where. What calls itself
//! `run()` begins anew with the newest code that is one. Ctrl+Shift+R runs what was played again from its first frame with that code, as
//! `--resume` does; so does a program that knows no other way. Where it stops on the way the next code that is saved tries all of it.

use super::Player;
use super::phase::{About, OnBegun};
use crate::cartridge::NewCode;
use crate::overlay::FileKind;
use rasher::{Bundle, BundledCart, Fault};
use std::sync::Arc;
use timeline::{KeptRun, Run};

impl Player {
    /// A run stands where it was to come: code that was saved on its way is taken up.
    pub(super) fn code_after(&mut self) {
        if let Some(new) = self.code.unread.take() {
            self.code(*new);
        }
    }

    /// Takes up a cart's code as its files have it now.
    pub(super) fn code(&mut self, new: NewCode) {
        if self.cart.is_shelf() || self.cart.views {
            return;
        }
        if self.run_loop.is_underway() {
            // Of the last two saved in one way the newest counts; of other carts each.
            let mut others = self.code.unread.take().map_or_else(Vec::new, |before| before.others);
            others.retain(|cart| new.others.iter().all(|newer| newer.name != cart.name));
            others.extend(new.others);
            self.code.unread = Some(Box::new(NewCode { others, ..new }));
            return;
        }
        self.set_wrong(new.wrong.as_ref());
        if self.editing.of.contains_key(self.cart.key()) {
            self.read_sources();
        }
        let NewCode { program, wrong, code, others, others_wrong } = new;
        let has_begun = self.run_loop.run().is_some();
        if has_begun || wrong.is_none() {
            self.files_wrong(FileKind::Code, wrong.iter().chain(&others_wrong).map(told).collect());
        }
        self.others(others);
        self.code.broken = None;
        if has_begun && wrong.is_some() {
            self.code.broken = Some(program);
            return;
        }
        let is_good = wrong.is_none();
        let is_known = self.cart.code().is_some_and(|known| known == &*code);
        self.cart.bundle = Arc::new(self.cart.bundle.with_code(&code));
        self.cart.program = Some(program);
        if let Some(stops) = self.editors().map(editors::Editors::stops) {
            self.set_stops(&stops);
        }
        self.changes += 1;
        if !has_begun {
            match self.cart.origin.path() {
                // One that has been broken from the start has no run and no slots yet: it takes its place like any other.
                Some(path) if is_good && !self.cart.keeps => {
                    let (name, param) = (path.display().to_string(), self.start.param.clone());
                    self.load_cart(name, param, None);
                }
                _ => {
                    self.phase.close();
                    self.begin(None);
                }
            }
            return;
        }
        let console = self.run_loop.run().map(timeline::Run::console);
        let runs = console.and_then(|console| console.program().runs(code.digest()));
        // A loop that ends no hook, by `flip` or by mistake, knows nothing of new code.
        let loops = console.is_some_and(|console| !console.program().calls().is_empty());
        let other_runs = console.is_some_and(|console| console.machine().cart_number() != 0);
        self.run_loop.take_code(code);
        match runs {
            // Where the last code stopped on the way, all that was played is tried with this one.
            _ if self.run_loop.is_stopped_short() => self.run_again(),
            None => self.run_again(),
            // Its data alone were saved, or another cart was.
            Some(true) => {}
            Some(false) if other_runs && is_known => {}
            Some(false) => {
                let stopped = self.phase.recover();
                if stopped {
                    self.resume();
                }
                self.say(match loops && !stopped {
                    true => "the code was saved: a loop that runs goes on as it was, Ctrl+R starts anew",
                    false => "the code was saved: its functions are replaced",
                });
            }
        }
    }

    /// Begins anew because a person wants it: with the code as the file has it, be that none. Where it is edited, that is said there.
    pub(super) fn begin_anew(&mut self) {
        let is_broken =
            self.code.broken.is_some() || self.run_loop.run().is_none() && self.editing.wrong.is_some();
        if is_broken && self.is_editing() {
            self.show_wrong();
            let why = self.editing.wrong.as_ref().map_or_else(String::new, |wrong| wrong.2.clone());
            return self.tell_editors(&format!("not run: {why}"), true);
        }
        self.close_editors();
        if let Some(program) = self.code.broken.take() {
            self.cart.program = Some(program);
        }
        self.restart();
    }

    fn others(&mut self, others: Vec<BundledCart>) {
        let Some(last) = others.last() else { return };
        let said = match &others[..] {
            [_] => format!("{} was saved: the run finds it as it is now", last.name),
            all => format!("{} carts beside it were saved: the run finds them as they are now", all.len()),
        };
        let bundle = others.iter().fold(Bundle::clone(&self.cart.bundle), |all, cart| all.with_cart(cart));
        self.cart.bundle = Arc::new(bundle);
        self.run_loop.take_others(others);
        self.changes += 1;
        // A run that stopped is tried again: it may have been that cart's code.
        if self.phase.recover() {
            self.resume();
        }
        self.say(said);
    }

    /// Runs what was played again from its first frame, with the code as it is now, and goes on from there.
    pub(super) fn run_again(&mut self) {
        let Some(run) = self.run_loop.run().filter(|_| self.cart.keeps).map(again) else { return };
        let stopped = self.phase.has_failed();
        // The question about the run that was left is asked again.
        if let Some(About::Resume(kept)) = self.phase.take_question() {
            self.start.on_begun = OnBegun::Ask(kept);
        }
        let longer = |whole: &KeptRun| whole.recording.frames() > run.recording.frames();
        let kept = match self.code.replay_source.take() {
            Some(whole) if stopped && longer(&whole) => whole,
            _ => run,
        };
        self.code.replay_source = Some(kept.clone());
        self.phase.close();
        self.forget_search();
        self.begin(Some(Box::new(kept)));
        self.say("it runs from the first frame, as it was played, with the code as it is now");
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

//! Save slots on the worker's thread: a moment is made a slot of, and a slot is gone to.
//!
//! ```text
//! Order::Keep ──> News::Kept(number, slot)                 the window writes the file
//! Order::Load ─┬─ this run lived it        go there        at once
//!              └─ another run              live it again   with a bar; what parts or panics is refused, and this run stands
//! ```
//!
//! After a load the old future is a branch of the run, or, when the slot was another run's, in the slot that the window kept before.

use super::life::Life;
use super::time::kept;
use super::{News, WORTH};
use crate::lock;
use rasher::{Rom, ability};
use std::sync::Arc;
use studio::BEFORE;
use timeline::{Run, Slot};

impl Life {
    /// Makes a slot of this moment.
    pub(super) fn keep_slot(&mut self, run: &Run, number: usize) {
        // A refusal is an answer to each press.
        self.time.speak();
        if self.permits(run, ability::SLOTS) {
            let slot = Slot::of(run, env!("CARGO_PKG_VERSION"));
            self.tell(News::Kept(number, Box::new(slot)));
        }
    }

    /// Goes to a slot's moment. Where the run stands is told as a slot first.
    pub(super) fn load_slot(&mut self, run: &mut Run, slot: &Slot) {
        self.time.speak();
        if !self.permits(run, ability::SLOTS) {
            return;
        }
        self.time.stop();
        if run.now() >= WORTH {
            self.keep_slot(run, BEFORE);
        }
        let (newest, kept) = (run.console().machine().rom().clone(), kept(run));
        let lived = match run.revisit(&slot.moment.recording) {
            Ok(true) => Ok(()),
            Ok(false) => self.live_again(run, slot, &newest),
            Err(crash) => Err(crash.to_string()),
        };
        if lived.is_ok() {
            self.settle(run, &newest);
            self.keep_on(run, kept);
        }
        lock(&self.shared.glass).back = None;
        self.show(run.console());
        self.tell(News::Loaded(lived));
    }

    /// Lives a slot's run from its start; it takes the place of the run there is, unless it is not the run that was saved.
    fn live_again(&mut self, run: &mut Run, slot: &Slot, newest: &Rom) -> Result<(), String> {
        let saved = &slot.moment.rom;
        if (&saved.name, saved.version) != (&newest.name, newest.version) {
            return Err(format!(
                "the slot is of {} version {}; here is {} version {}",
                saved.name, saved.version, newest.name, newest.version
            ));
        }
        let rom = Arc::new(saved.clone());
        let lived = self.relive(self.fresh.clone(), rom.clone(), &slot.moment.recording);
        let (loaded, told) = match lived.map_err(|crash| crash.to_string())? {
            Some(lived) => lived,
            None => return Err("the window is closed".to_string()),
        };
        if let Some(frame) = told.parted {
            return Err(format!("the cart has changed: since frame {frame} at the latest it is another run"));
        }
        if let Some(crash) = told.crash {
            return Err(crash.to_string());
        }
        *run = loaded;
        self.turns = if told.over { vec![(run.branch().id, run.now(), true)] } else { Vec::new() };
        if let Some(diary) = &mut self.diary {
            diary.rebase(rom);
        }
        Ok(())
    }
}

//! A run: plain instructions, a rare one, plain instructions again.
//!
//! ```text
//! execute ──> plain.rs   the loop over plain instructions, in registers; natives are called through a vtable
//!    ^   │
//!    │   └──> rare.rs    one instruction that is not plain: metamethods, texts, coroutines, anything that grows
//!    └────── at the frames' place
//! ```
//!
//! `left` are the cycles that are left where the running frame continues. The budget is checked at backward jumps, when
//! a frame begins or continues, and after each rare instruction; so nothing runs forever.

use super::step::Observer;
use super::{Exit, Signal, Stop, Vm};
use crate::native::{CROWDED, Host, Natives, Raise};
use alloc::sync::Arc;

impl Vm {
    #[cold]
    pub(super) fn make_room(&mut self) -> Result<Signal, Raise> {
        self.collect();
        if self.would_pass(0) { Err(Raise::new("out of memory")) } else { Ok(Signal::Go) }
    }

    pub(super) fn execute<O: Observer, H: Host>(
        &mut self,
        host: &mut H,
        fuel_left: &mut i64,
        observer: &mut O,
    ) -> Stop {
        if !self.is_busy() {
            return Stop::Done;
        }
        let program = Arc::clone(&self.program);
        let mut left = *fuel_left;
        // Changes by the host since the last run are not charged.
        self.heap.take_due();
        self.heap.clear_crowded();
        let mut goes_on = O::IS_ON && observer.goes_on();
        let stop = loop {
            let mut natives = Natives { host, called: None };
            let exit = observer.run_plain(self, &mut natives, &program, &mut left, goes_on);
            let called = natives.called;
            goes_on = false;
            self.left = left;
            if self.heap.is_crowded() {
                break self.give_up(CROWDED.as_bytes().to_vec());
            }
            let flow = match exit {
                Exit::Rare => self.rare(host, &program, &mut left),
                Exit::Called => self.called_in_loop(host, &program, called),
                Exit::Room => self.make_room(),
                Exit::Done => break Stop::Done,
                Exit::Fuel => break Stop::Fuel,
                Exit::Break => break Stop::Break,
            };
            left -= core::mem::take(&mut self.extra) + self.heap.take_due();
            match flow {
                Ok(Signal::Go) => {}
                Ok(Signal::Pause) => break Stop::Pause,
                Ok(Signal::Over) => break Stop::Done,
                Err(raise) => {
                    if let Some(stop) = self.fail(raise) {
                        break stop;
                    }
                }
            }
        };
        *fuel_left = left;
        stop
    }
}

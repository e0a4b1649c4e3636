//! The history of a value: each frame after which it is another one.
//!
//! ```text
//! frame   0   1   2   3   4   5   6   7      each is run once, from boot or a key frame
//! hp      5   5   5   3   3   3   2   2
//!         ^           ^           ^          what `each` is shown: the first value, then every change
//! ```
//!
//! It is the history of a condition's value: a field, a byte, or any expression. [`Past::trace`] then names the call of
//! a frame that wrote it.

use crate::condition::Condition;
use crate::guard::{Crash, guard};
use crate::past::{Past, Playback};
use crate::search::ASK;
use rasher::{Console, Trace};
use serde_json::Value;

/// Finds the changes of a value, moment by moment.
#[derive(Clone, Debug)]
pub struct ChangeNotes {
    what: Condition,
    last: Option<Value>,
}

impl ChangeNotes {
    pub fn new(what: Condition) -> ChangeNotes {
        ChangeNotes { what, last: None }
    }

    /// The value of a moment, if it differs from that of the moment before.
    pub fn look(&mut self, console: &Console) -> Option<&Value> {
        let value = self.what.value(console);
        if self.last.as_ref() == Some(&value) {
            return None;
        }
        Some(self.last.insert(value))
    }
}

/// Finds all changes of a value in a past, slice by slice.
#[derive(Clone, Debug)]
pub struct HistoryJob {
    notes: ChangeNotes,
    playback: Playback,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryStep {
    More,
    /// Complete up to the end of the past, or to the frame before a fault.
    Whole,
    Stopped,
}

impl HistoryJob {
    pub fn now(&self) -> u64 {
        self.playback.now()
    }

    pub fn new(past: &Past, what: Condition) -> HistoryJob {
        HistoryJob { notes: ChangeNotes::new(what), playback: past.walk(0) }
    }

    /// Runs at most `most` frames and passes frame and value of each change to `each`. `keep_on` is asked now and then,
    /// with the current frame.
    pub fn step(
        &mut self,
        past: &Past,
        most: u64,
        mut each: impl FnMut(u64, &Value),
        mut keep_on: impl FnMut(u64) -> bool,
    ) -> HistoryStep {
        let (notes, mut stopped) = (&mut self.notes, false);
        let walked = self.playback.step(past, most, |frame, console| {
            if let Some(value) = notes.look(console) {
                each(frame, value);
            }
            stopped = frame.is_multiple_of(ASK) && !keep_on(frame);
            !stopped
        });
        match walked {
            _ if stopped => HistoryStep::Stopped,
            Ok(true) => HistoryStep::More,
            Ok(false) | Err(_) => HistoryStep::Whole,
        }
    }
}

impl Past {
    /// The calls of the frame that led to a moment; none at frame 0 and after the end.
    pub fn trace(&self, frame: u64) -> Result<Option<Trace>, Crash> {
        let Some((console, input)) = self.before(frame)? else { return Ok(None) };
        let mut trace = None;
        guard(&mut trace, frame, |trace| *trace = Some(console.trace(&input)))?;
        Ok(trace)
    }
}

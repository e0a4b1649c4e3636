//! Search in time: the frame where something changes, forward or back.
//!
//! ```text
//! probe(console) ── a value of every frame ──> hit(before, after)?
//!
//! forward    now ──────> the first frame after now whose value hits       each frame is run once
//! backward   key ──────> now, then the key frame before that, ...         the last hit of a stretch is the newest
//! history    0 ────────> each frame after which a condition's value is another one
//! ```
//!
//! A search looks for a change from one frame to the next, so one that starts where a condition is true already
//! does not stay there.

use crate::condition::Condition;
use crate::guard::{Crash, catch};
use crate::past::{Past, Playback};
use rasher::{Console, Trace};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchResult {
    /// After so many frames.
    At(u64),
    Nowhere,
    /// The cart faults or panics in that frame.
    Crash(Crash),
    Stopped,
}

/// Frames between two questions to `keep_on`.
pub(crate) const ASK: u64 = 64;

/// Computes a value at each moment, and decides which of its changes are hits.
pub trait Probe {
    type Value;
    fn value(&self, console: &Console) -> Self::Value;
    fn hit(&self, before: &Self::Value, after: &Self::Value) -> bool;
}

/// Finds frames in which a value differs from the frame before.
pub struct Changes<F>(pub F);

impl<T: PartialEq, F: Fn(&Console) -> T> Probe for Changes<F> {
    type Value = T;

    fn value(&self, console: &Console) -> T {
        self.0(console)
    }

    fn hit(&self, before: &T, after: &T) -> bool {
        before != after
    }
}

pub struct Becomes<F>(pub F);

impl<F: Fn(&Console) -> bool> Probe for Becomes<F> {
    type Value = bool;

    fn value(&self, console: &Console) -> bool {
        self.0(console)
    }

    fn hit(&self, before: &bool, after: &bool) -> bool {
        !before && *after
    }
}

#[derive(Clone, Debug)]
pub struct SearchJob<V> {
    walk: Playback,
    back: bool,
    /// The first and last frames of the range being searched.
    stretch: (u64, u64),
    before: Option<V>,
    hit: Option<u64>,
}

impl<V> SearchJob<V> {
    /// Searches from a frame, or back before it.
    pub fn new(past: &Past, from: u64, back: bool) -> SearchJob<V> {
        let stretch = if back { last_stretch(past, from) } else { (from, u64::MAX) };
        SearchJob { walk: past.walk(stretch.0), back, stretch, before: None, hit: None }
    }

    /// Runs at most `most` frames; none while nothing is found. `keep_on` is asked now and then with the frame.
    pub fn step<P: Probe<Value = V>>(
        &mut self,
        past: &Past,
        probe: &P,
        most: u64,
        mut keep_on: impl FnMut(u64) -> bool,
    ) -> Option<SearchResult> {
        let mut left = most;
        loop {
            let ((from, end), now) = (self.stretch, self.walk.now());
            let (back, before, hit) = (self.back, &mut self.before, &mut self.hit);
            let mut stopped = false;
            let walked = self.walk.step(past, left.min(end.saturating_sub(now)), |frame, console| {
                let after = probe.value(console);
                if before.as_ref().is_some_and(|before| probe.hit(before, &after)) {
                    *hit = Some(frame);
                    if !back {
                        return false;
                    }
                }
                *before = Some(after);
                stopped = frame.is_multiple_of(ASK) && !keep_on(frame);
                !stopped
            });
            let more = match walked {
                _ if stopped => return Some(SearchResult::Stopped),
                Err(crash) if self.hit.is_none() => return Some(SearchResult::Crash(crash)),
                Err(_) => false,
                Ok(more) => more && self.walk.now() < end,
            };
            match (more, self.hit, self.back) {
                (false, Some(frame), _) | (_, Some(frame), false) => return Some(SearchResult::At(frame)),
                (false, None, false) => return Some(SearchResult::Nowhere),
                (false, None, true) if from == 0 => return Some(SearchResult::Nowhere),
                (false, None, true) => {
                    // The next stretch ends with the moment that this one began with.
                    self.stretch = last_stretch(past, from + 1);
                    (self.walk, self.before) = (past.walk(self.stretch.0), None);
                }
                (true, ..) => {}
            }
            left = left.saturating_sub(self.walk.now().saturating_sub(now).max(1));
            if left == 0 {
                return None;
            }
        }
    }
}

/// The last stretch from a key frame on before a frame.
fn last_stretch(past: &Past, to: u64) -> (u64, u64) {
    let end = to.min(past.recording().frames()).saturating_sub(1);
    (past.anchor(end.saturating_sub(1)), end)
}

impl Past {
    /// Finds the change nearest to `from`, after or before it, until `keep_on` returns false.
    pub fn find<P: Probe>(
        &self,
        from: u64,
        back: bool,
        probe: &P,
        mut keep_on: impl FnMut(u64) -> bool,
    ) -> SearchResult {
        let mut walk = SearchJob::new(self, from, back);
        loop {
            if let Some(found) = walk.step(self, probe, u64::MAX, &mut keep_on) {
                return found;
            }
        }
    }
}

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

    /// Runs at most `most` frames and passes each change to `each`. `keep_on` is asked now and then with the frame.
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
        Ok(Some(console.trace_with(&input, catch)))
    }
}

//! Search in time: the frame where something changes, forward or back.
//!
//! ```text
//! probe(console) ── a value of every frame ──> hit(before, after)?
//!
//! forward    now ──────> the first frame after now whose value hits       each frame is lived once
//! backward   key ──────> now, then the key frame before that, ...         the last hit of a stretch is the newest
//! ```
//!
//! What is looked for is a change from one frame to the next, so a search that begins where a condition holds already
//! does not stay there.

use crate::guard::Crash;
use crate::past::Past;
use rasher::Console;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// After so many frames.
    At(u64),
    /// Nowhere, up to the end that was searched.
    Nowhere,
    /// The cart faults or panics in that frame.
    Crash(Crash),
    /// `keep_on` said no.
    Stopped,
}

/// Frames between two questions to `keep_on`.
pub(crate) const ASK: u64 = 64;

/// What is looked for: a value of each moment, and which step from one value to the next is a hit.
pub trait Probe {
    /// What is compared.
    type Value;
    /// The value of a moment.
    fn value(&self, console: &Console) -> Self::Value;
    /// Is this step a hit?
    fn hit(&self, before: &Self::Value, after: &Self::Value) -> bool;
}

/// A hit when something is another than it was in the frame before.
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

/// A hit when something holds that did not hold in the frame before.
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

impl Past {
    /// Looks through the steps from moment `from` to moment `to`: the first hit, or the last one.
    fn look<P: Probe>(
        &self,
        (from, to): (u64, u64),
        probe: &P,
        last: bool,
        keep_on: &mut impl FnMut(u64) -> bool,
    ) -> Found {
        let (mut before, mut found) = (None, Found::Nowhere);
        let scanned = self.scan(from, to, |frame, console| {
            let after = probe.value(console);
            if before.as_ref().is_some_and(|before| probe.hit(before, &after)) {
                found = Found::At(frame);
                if !last {
                    return false;
                }
            }
            before = Some(after);
            if frame.is_multiple_of(ASK) && !keep_on(frame) {
                found = Found::Stopped;
                return false;
            }
            true
        });
        match scanned {
            Err(crash) if found == Found::Nowhere => Found::Crash(crash),
            _ => found,
        }
    }

    /// [`Past::find_after`], or with `back` [`Past::find_before`].
    pub fn find<P: Probe>(
        &self,
        from: u64,
        back: bool,
        probe: &P,
        keep_on: impl FnMut(u64) -> bool,
    ) -> Found {
        if back { self.find_before(from, probe, keep_on) } else { self.find_after(from, probe, keep_on) }
    }

    /// The first hit after moment `from`. `keep_on` is asked now and then, with the frame that was reached.
    pub fn find_after<P: Probe>(&self, from: u64, probe: &P, mut keep_on: impl FnMut(u64) -> bool) -> Found {
        self.look((from, u64::MAX), probe, false, &mut keep_on)
    }

    /// The last hit before moment `to`: going there, one stands in the frame that made it. `keep_on` is asked now and
    /// then, with the frame that was reached.
    pub fn find_before<P: Probe>(&self, to: u64, probe: &P, mut keep_on: impl FnMut(u64) -> bool) -> Found {
        let mut to = to.min(self.recording().frames());
        while let Some(end) = to.checked_sub(1) {
            let from = self.anchor(end.saturating_sub(1));
            match self.look((from, end), probe, true, &mut keep_on) {
                Found::Nowhere => {}
                found => return found,
            }
            // The next stretch ends with the moment that this one began with.
            to = from + 1;
            if from == 0 {
                break;
            }
        }
        Found::Nowhere
    }
}

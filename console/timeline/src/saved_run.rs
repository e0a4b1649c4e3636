//! Which moments of a run are saved, and going to one of them.
//!
//! Ten seconds and a 64th limit both: an hour of play has some 170 states, ten hours some 320, and going to any frame, or resuming after a
//! power cut, costs at most a 64th of the whole run. A run that is written again, as a new branch or after it was resumed, has at most 32
//! states of earlier frames, some in each of its first parts. The size of an hour of states is in tests/benches/README.md.

use crate::journal::{JournalCursor, JournalPart};
use crate::past::Past;
use crate::recording::Recording;
use crate::run::Run;
use crate::saved::{Build, SavedState};
use rasher::DigestVersion;

/// The fewest frames between two states: 10 s at 60 a second.
const GAP: u64 = 600;
const PART: u64 = 64;
/// States of a slot, in addition to its own moment and the key frame before that.
const OF_A_SLOT: u64 = 8;
/// States of earlier frames when a whole run is written, such as a branch.
const OF_BEFORE: u64 = 32;
/// Such states in one part: each takes a tenth of a millisecond or more.
const OF_A_PART: usize = 4;
/// Bytes of a state for which a gap is enough. Most carts need a tenth of them.
const STATE_ROOM: usize = 256 << 10;
/// How often leaving a run writes a state before it is due: in an hour a player pauses that often.
const LEAVES: u32 = 64;
/// Frames from a state of so many bytes to the next, so that states take [`STATE_ROOM`] for each gap.
fn gap(frame: u64, bytes: usize) -> u64 {
    GAP.max(frame / PART).saturating_mul(1 + (bytes / STATE_ROOM) as u64)
}

impl Run {
    /// The state of this moment; none if an edit waits, or the program's state cannot be saved.
    fn state(&self, build: Build) -> Option<SavedState> {
        let past = &self.branch().past;
        let state = || SavedState::of(build, self.now(), self.is_over(), self.console(), past.rom());
        if !self.edits().is_empty() { None } else { state() }
    }

    /// The first `most` states between two frames, at least `apart` frames apart.
    fn states(&self, build: Build, (from, to): (u64, u64), apart: u64, most: usize) -> Vec<SavedState> {
        let (mut states, mut last) = (Vec::new(), from);
        for frame in self.branch().past.moments().filter(|frame| (1..to).contains(frame)) {
            if frame >= last + apart
                && states.len() < most
                && let Some(state) = self.branch().past.state(build, frame)
            {
                states.push(state);
                last = frame;
            }
        }
        states
    }

    /// The states of a run that is left here: the last key frame, for a step back, and this moment.
    fn last_states(&self, build: Build, after: u64) -> impl Iterator<Item = SavedState> {
        let past = &self.branch().past;
        let before = past.moments().take_while(|frame| *frame < self.now()).last().filter(|f| *f > after);
        let before = before.and_then(|frame| past.state(build, frame));
        before.into_iter().chain(self.state(build))
    }

    /// The part after a cursor, for a [`crate::Journal`]; with a build, the states that are due. `leaves`: the run may end here.
    pub fn part(&self, mark: &mut JournalCursor, build: Option<Build>, leaves: bool) -> JournalPart {
        let recording = self.branch().past.recording();
        let (begins, is_new) = (mark.frame() == 0, mark.frame() < recording.frames());
        let mut part = recording.part(mark, self.console().digest_of(recording.digests()));
        if !begins && !is_new {
            // The digest of this moment was in the part before.
            part.checks.clear();
        }
        let Some(build) = build else { return part };
        if begins {
            mark.before = Some((0, self.now()));
        }
        if let Some((from, to)) = mark.before {
            part.states = self.states(build, (from, to), GAP.max(to / OF_BEFORE), OF_A_PART);
            let last = part.states.last().filter(|_| part.states.len() == OF_A_PART);
            mark.before = last.map(|last| (last.frame(), to));
        }
        let newest = if begins { 0 } else { mark.state };
        let before = part.states.len();
        let is_due = self.now() >= newest.saturating_add(gap(self.now(), mark.state_size));
        if leaves && self.now() > newest && (is_due || mark.leaves < LEAVES) {
            mark.leaves += u32::from(!is_due);
            part.states.extend(self.last_states(build, newest));
        } else if is_due {
            part.states.extend(self.state(build));
        }
        mark.state_size = part.states[before..].iter().map(SavedState::size).max().unwrap_or(mark.state_size);
        // One that is due here may be one of those before.
        part.states.sort_by_key(SavedState::frame);
        part.states.dedup_by_key(|state| state.frame());
        mark.state = if before < part.states.len() { self.now() } else { newest };
        part
    }

    /// States for a slot: this moment, the key frame before it, and a few over the run.
    pub(crate) fn slot_states(&self, build: Build) -> Vec<SavedState> {
        let apart = GAP.max(self.now() / OF_A_SLOT);
        let mut states = self.states(build, (0, self.now()), apart, usize::MAX);
        let last = states.last().map_or(0, SavedState::frame);
        states.extend(self.last_states(build, last));
        states
    }

    /// Moves a run at its start to the last of these states that is a moment of the recording; returns its frame.
    pub(crate) fn go_to_state(
        &mut self,
        recording: &Recording,
        states: &[SavedState],
        build: Build,
    ) -> Option<u64> {
        if recording.digests() != DigestVersion::default() {
            return None;
        }
        let fits =
            |state: &&SavedState| state.build() == build && (1..=recording.frames()).contains(&state.frame());
        let mut states: Vec<SavedState> = states.iter().filter(fits).cloned().collect();
        states.sort_by_key(SavedState::frame);
        states.dedup_by_key(|state| state.frame());
        while let Some(state) = states.last() {
            let frame = state.frame();
            let is_of_it = recording.checks().binary_search_by_key(&frame, |c| c.frame);
            let is_of_it = is_of_it.is_ok_and(|n| recording.checks()[n] == state.check());
            let load = || state.load(self.console(), self.branch().past.rom());
            if let Some(console) = is_of_it.then(load).flatten() {
                let past = Past::from_saved_states(&self.branch().past, recording, states, &console);
                self.set_past(frame, console, past);
                return Some(frame);
            }
            states.pop();
        }
        None
    }
}

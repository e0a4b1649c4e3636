//! Moments of a run as bytes, kept beside its inputs: to go on after an hour without running the hour again.
//!
//! ```text
//! inputs   ███████████████████████████████████████████   the run: replays anywhere, outlives every update
//! states   0    S    S     S      S       S     S S N    a shortcut: for the build that wrote them, and for no other
//!               └ at least 10 s and a 64th of the run apart ┘ └ as the run is left: a key frame before, and where it stands
//! ```
//!
//! A state is what `rasher` makes of a console (`Console::save_state`), deflated when it is written. Which build wrote it is a
//! number that the host gives ([`Build`]): code that changed must run the inputs again, from the first frame on. A state that does
//! not load, or is not the moment that the inputs lead to, is passed over as if it were not there.
//!
//! Ten seconds and a 64th bound both: an hour of play keeps some 170 states, ten hours some 320, and to go to any frame, or on after a
//! power cut, costs at most a 64th of what the whole run costs. A run that is written anew, since a branch begins or it was gone on
//! with, has 32 at most of what was before, some in each of its first parts. What the states of an hour take on disk is in ARCHITECTURE.md.

use crate::guard::guard;
use crate::journal::{JournalCursor, JournalPart};
use crate::past::Past;
use crate::recording::{Check, Recording};
use crate::run::Run;
use rasher::{Console, Digest, DigestVersion, Rom, STATE_FORMAT};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;

/// Frames between two states at least: 10 s at 60 a second.
const GAP: u64 = 600;
/// And this part of the frames before.
const PART: u64 = 64;
/// States that a slot has at most, beside its own moment and the key frame before that.
const OF_A_SLOT: u64 = 8;
/// States of what was before, where a whole run is written, such as a branch.
const OF_BEFORE: u64 = 32;
/// States of those that a part has at most: each takes a tenth of a millisecond or more, and nobody waits for them.
const OF_A_PART: usize = 4;
/// Bytes of a state that a gap is for: those of most carts have a tenth of them.
const STATE_ROOM: usize = 256 << 10;
/// Times that a run may be left with a state there, however soon after the one before: a person pauses so often in an hour. After that
/// going on costs the way from the last state that was due.
const LEAVES: u32 = 64;
/// Bytes of the largest state that is inflated.
const STATE_MAX: usize = 16 << 20;

/// Which build of the console a state belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build(u64);

impl Build {
    /// The build that these bytes are: the executable file, or the module that a page has loaded. Version numbers would not do:
    /// an author changes code many times between two of them.
    pub fn of(program: &[u8]) -> Build {
        let mut digest = Digest::new();
        digest.word(STATE_FORMAT.into());
        digest.bulk(program);
        Build(digest.finish())
    }
}

/// A moment of a run as bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedState {
    build: Build,
    frame: u64,
    /// Of the console: the recording of its run has it too, so that a state is of one run alone.
    digest: u64,
    over: bool,
    bytes: Bytes,
}

impl SavedState {
    pub fn build(&self) -> Build {
        self.build
    }

    /// Frames run before it.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// As it stands in files, by serde in postcard's form.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Extending a Vec cannot fail, and a state has a postcard form.
        postcard::to_stdvec(self).expect("a state has a postcard form")
    }

    /// Reads what [`SavedState::to_bytes`] wrote; none when it is something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<SavedState> {
        postcard::take_from_bytes(bytes).ok().filter(|(_, rest)| rest.is_empty()).map(|(state, _)| state)
    }

    /// The check that a recording of its run has.
    pub(crate) fn check(&self) -> Check {
        Check { frame: self.frame, digest: self.digest }
    }

    /// Was the run over, as its cart told it?
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Its bytes, as long as they are plain.
    fn size(&self) -> usize {
        match &self.bytes {
            Bytes::Plain(bytes) | Bytes::Deflated(bytes) => bytes.len(),
        }
    }

    pub(crate) fn of(
        build: Build,
        frame: u64,
        over: bool,
        console: &Console,
        rom: &Rom,
    ) -> Option<SavedState> {
        let bytes = Bytes::Plain(console.save_state(rom).ok()?.into());
        Some(SavedState { build, frame, digest: console.digest(), over, bytes })
    }

    /// The console, by another one of the same program; none when the bytes are not this moment of it.
    pub(crate) fn load(&self, like: &Console, rom: &Arc<Rom>) -> Option<Console> {
        let bytes = self.bytes.plain()?;
        let mut loaded = None;
        // A cart's own code reads its part.
        let read = |loaded: &mut Option<Console>| *loaded = like.load_state(&bytes, rom).ok();
        guard(&mut loaded, self.frame, read).ok()?;
        loaded.filter(|console| console.machine().frame() == self.frame && console.digest() == self.digest)
    }
}

/// A state's bytes: plain since they were made, or deflated since they were read. Files have them deflated.
#[derive(Clone, Debug)]
enum Bytes {
    Plain(Arc<[u8]>),
    Deflated(Arc<[u8]>),
}

impl Bytes {
    fn plain(&self) -> Option<Arc<[u8]>> {
        match self {
            Bytes::Plain(bytes) => Some(bytes.clone()),
            Bytes::Deflated(bytes) => {
                miniz_oxide::inflate::decompress_to_vec_with_limit(bytes, STATE_MAX).ok().map(Arc::from)
            }
        }
    }
}

/// Equal when they are the same state.
impl PartialEq for Bytes {
    fn eq(&self, other: &Bytes) -> bool {
        match (self, other) {
            (Bytes::Deflated(a), Bytes::Deflated(b)) => a == b,
            _ => self.plain() == other.plain(),
        }
    }
}

impl Eq for Bytes {}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Bytes::Plain(bytes) => to.serialize_bytes(&miniz_oxide::deflate::compress_to_vec(bytes, 3)),
            Bytes::Deflated(bytes) => to.serialize_bytes(bytes),
        }
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Bytes, D::Error> {
        <&[u8]>::deserialize(from).map(|bytes| Bytes::Deflated(bytes.into()))
    }
}

/// Adds a check to those of a recording, by frame; one that is there stays.
pub(crate) fn add(checks: &mut Vec<Check>, check: Check) {
    if let Err(at) = checks.binary_search_by_key(&check.frame, |c| c.frame) {
        checks.insert(at, check);
    }
}

/// Frames from a state of so many bytes to the next one: the dearer, the longer, so that the states of a run stay within
/// [`STATE_ROOM`] for each gap, whatever the cart keeps.
fn gap(frame: u64, bytes: usize) -> u64 {
    GAP.max(frame / PART).saturating_mul(1 + (bytes / STATE_ROOM) as u64)
}

impl Run {
    /// The state where the run stands; none when an edit waits there, or the program's state has no form.
    fn state(&self, build: Build) -> Option<SavedState> {
        let past = &self.branch().past;
        let state = || SavedState::of(build, self.now(), self.is_over(), self.console(), past.rom());
        if !self.edits().is_empty() { None } else { state() }
    }

    /// States before `to` that lie at least so many frames apart, from `from` on: the first `most` of them.
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

    /// The states of a run that is left here: the last key frame before, for a step back, and this moment.
    fn last_states(&self, build: Build, after: u64) -> impl Iterator<Item = SavedState> {
        let past = &self.branch().past;
        let before = past.moments().take_while(|frame| *frame < self.now()).last().filter(|f| *f > after);
        let before = before.and_then(|frame| past.state(build, frame));
        before.into_iter().chain(self.state(build))
    }

    /// What came after a mark, for a [`crate::Journal`], closed with the digest of this moment, which is the head of its branch; the
    /// mark moves there. With a build, it has the states that are due; `leaves`: the run is left here, and shall be gone on with
    /// just here.
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
        part.states.dedup_by_key(|state| state.frame);
        mark.state = if before < part.states.len() { self.now() } else { newest };
        part
    }

    /// States for a slot of this moment: it, the key frame before it, and a few over the run.
    pub(crate) fn slot_states(&self, build: Build) -> Vec<SavedState> {
        let apart = GAP.max(self.now() / OF_A_SLOT);
        let mut states = self.states(build, (0, self.now()), apart, usize::MAX);
        let last = states.last().map_or(0, SavedState::frame);
        states.extend(self.last_states(build, last));
        states
    }

    /// Goes to the last of these states that is a moment of a recording, in a run of it that stands at its start. The past before
    /// it is the recording, and is run when somebody goes there. Gives the state's frame; none when there is no such state.
    pub(crate) fn leap(&mut self, recording: &Recording, states: &[SavedState], build: Build) -> Option<u64> {
        if recording.digests() != DigestVersion::default() {
            return None;
        }
        let fits =
            |state: &&SavedState| state.build == build && (1..=recording.frames()).contains(&state.frame);
        let mut states: Vec<SavedState> = states.iter().filter(fits).cloned().collect();
        states.sort_by_key(SavedState::frame);
        states.dedup_by_key(|state| state.frame);
        while let Some(state) = states.last() {
            let frame = state.frame;
            let is_of_it = recording.checks().binary_search_by_key(&frame, |c| c.frame);
            let is_of_it = is_of_it.is_ok_and(|n| recording.checks()[n] == state.check());
            let load = || state.load(self.console(), self.branch().past.rom());
            if let Some(console) = is_of_it.then(load).flatten() {
                let past = Past::leapt(&self.branch().past, recording, states, &console);
                self.stand(frame, console, past);
                return Some(frame);
            }
            states.pop();
        }
        None
    }
}

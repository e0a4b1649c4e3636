//! Autosave: every run goes out while it is played, so that it can be gone on with after a power cut, or tomorrow.
//!
//! ```text
//! Run ── each half second what is new ──> AutosaveChunk ──> Request::Autosave ──> whoever writes it (a write and a sync, ms or seconds)
//! ```
//!
//! A page is a few dozen bytes, however long the run is, and now and then a state of some thousand; a run that is begun, taken up
//! again or branched is one page with all of it. Where play holds, the state there goes out too, so that going on is no long way.
//! Nothing here waits for a disk.

use rasher::Rom;
use std::sync::Arc;
use std::time::Duration;
use timeline::{Build, JournalCursor, JournalPart, Run};

/// Time between two pages: with the time of a write, a power cut loses less than a second.
const EVERY: Duration = Duration::from_millis(500);

/// A piece of a run that is to be kept.
#[derive(Clone, Debug)]
pub enum AutosaveChunk {
    /// A run from its start; it replaces the one that was kept of its cart.
    Begin {
        start: Box<timeline::Start>,
        /// The data that it started with.
        rom: Arc<Rom>,
        /// The frames until now.
        part: JournalPart,
    },
    /// What came after.
    More(JournalPart),
    /// The run is over, and what was kept of it is of no use.
    Over,
}

/// Knows what of a run has gone out.
#[derive(Clone, Debug)]
pub(crate) struct Autosave {
    rom: Arc<Rom>,
    build: Option<Build>,
    branch: Option<u32>,
    mark: JournalCursor,
    over: bool,
    last: Option<Duration>,
}

impl Autosave {
    /// Of a run that starts with these data. With a build, its pages have states.
    pub fn new(rom: Arc<Rom>, build: Option<Build>) -> Autosave {
        Autosave { rom, build, branch: None, mark: JournalCursor::default(), over: false, last: None }
    }

    /// What is new, when it is time for it, or `force`. The run must stand at the head of its branch.
    pub fn page(&mut self, run: &Run, now: Duration, force: bool) -> Option<AutosaveChunk> {
        let last = *self.last.get_or_insert(now);
        if self.over || !force && now.saturating_sub(last) < EVERY {
            return None;
        }
        self.last = Some(now);
        let branch = run.branch();
        if self.branch.replace(branch.id) != Some(branch.id) {
            self.mark = JournalCursor::default();
        }
        let recording = branch.past.recording();
        let is_left = force && self.build.is_some() && !self.mark.has_state();
        if recording.frames() <= self.mark.frame() && !is_left {
            return None;
        }
        let part = run.part(&mut self.mark, self.build, force);
        Some(match part.first() {
            0 => {
                AutosaveChunk::Begin { start: Box::new(recording.start.clone()), rom: self.rom.clone(), part }
            }
            _ => AutosaveChunk::More(part),
        })
    }

    /// The run is over, or is not any more, as at the moment from which it goes on; since a replay begins at the start, what is kept
    /// begins anew then.
    pub fn set_over(&mut self, over: bool) -> Option<AutosaveChunk> {
        let was = std::mem::replace(&mut self.over, over);
        if was && !over {
            self.branch = None;
        }
        (over && !was).then_some(AutosaveChunk::Over)
    }

    /// There is something to keep again, all of it.
    pub fn begins(&mut self) {
        (self.over, self.branch) = (false, None);
    }

    /// From now on it is another run, which started with these data.
    pub fn rebase(&mut self, rom: Arc<Rom>) {
        (self.rom, self.branch, self.over) = (rom, None, false);
    }
}

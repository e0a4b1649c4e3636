//! Autosave: a run is saved while it is played, to be resumed after a power cut or tomorrow.
//!
//! ```text
//! Run ── each half second the news ──> AutosaveChunk ──> Request::Autosave ──> the host writes and syncs it (ms or seconds)
//! ```
//!
//! A chunk has a few dozen bytes, however long the run is, and now and then a state of some thousand. A run that begins, is resumed
//! or branches is one chunk with all of it. When play stops, the state there is saved too, so that resuming is fast. Nothing here
//! waits for a disk.

use rasher::Rom;
use std::sync::Arc;
use std::time::Duration;
use timeline::{Build, JournalCursor, JournalPart, Run};

/// A power cut loses less than a second, the time of a write included.
const EVERY: Duration = Duration::from_millis(500);

#[derive(Clone, Debug)]
pub enum AutosaveChunk {
    Begin { start: Box<timeline::Start>, rom: Arc<Rom>, part: JournalPart },
    More(JournalPart),
    Over,
}

#[derive(Clone, Debug)]
pub(crate) struct RunSaver {
    rom: Arc<Rom>,
    build: Option<Build>,
    branch: Option<u32>,
    mark: JournalCursor,
    over: bool,
    last: Option<Duration>,
}

impl RunSaver {
    /// `rom`: the data that the run starts with. With a build, chunks have states.
    pub fn new(rom: Arc<Rom>, build: Option<Build>) -> RunSaver {
        RunSaver { rom, build, branch: None, mark: JournalCursor::default(), over: false, last: None }
    }

    /// The changes since the last chunk, if it is time or `force`. The run must be at the head of its branch.
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

    /// The run is over, or a rewind made it unfinished again: then the next chunk has all of it.
    pub fn set_over(&mut self, over: bool) -> Option<AutosaveChunk> {
        let was = std::mem::replace(&mut self.over, over);
        if was && !over {
            self.branch = None;
        }
        (over && !was).then_some(AutosaveChunk::Over)
    }

    pub fn begins(&mut self) {
        (self.over, self.branch) = (false, None);
    }

    pub fn rebase(&mut self, rom: Arc<Rom>) {
        (self.rom, self.branch, self.over) = (rom, None, false);
    }
}

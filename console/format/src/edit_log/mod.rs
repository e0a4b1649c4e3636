//! The log of a cart's edits: states of its data and code, each as its difference from the one before.
//!
//! ```text
//! block = "rasher edit 1\n" | u32 length | entry, by serde in postcard's form | u64 digest of the entry
//!
//! opened ── edit ── edit ── saved ── edit ── edit          an entry names its parent and the newest entry of what the files had
//!                    └──── edit                            another window with the same home: nothing is lost
//! key               key              key                   a whole state, so that any state needs few entries: 256 at most
//! ```
//!
//! A writer only appends, and blocks are independent: any two logs, one after the other, are a log. A reader skips damaged blocks,
//! such as the torn end after a power cut, and continues at the next block. [`thinned`] drops the oldest entries of a log that is too long.

mod delta;
mod thin;

pub use thin::thinned;

use delta::Delta;
use rasher::Digest;
use rasher::memory::ROM_SIZE;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// Bytes of a cart's log, at most: beyond that the oldest entries are dropped.
pub const EDITS_MAX: usize = 64 << 20;

/// The cart's data, then 32 bytes of UTF-8 for the name of each sound.
pub const EDIT_BYTES: usize = ROM_SIZE + 64 * 32;

const MARK: &[u8] = b"rasher edit 1\n";
/// Bytes of an entry: the data, code of many files, and notes.
const BODY_MAX: usize = 16 << 20;
/// Entries from a key to a state, as written and as read.
const STEPS: u32 = 256;
const STEPS_MAX: u32 = 1024;

/// A cart at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditState {
    pub data: Box<[u8; EDIT_BYTES]>,
    /// Files of code: the name and the text.
    pub files: Vec<(String, Vec<u8>)>,
    /// What belongs to the state, such as the steps that can be undone. The log does not know what they mean.
    pub notes: Vec<Vec<u8>>,
}

impl Default for EditState {
    fn default() -> EditState {
        EditState { data: Box::new([0; EDIT_BYTES]), files: Vec::new(), notes: Vec::new() }
    }
}

impl EditState {
    pub fn file(&self, name: &str) -> Option<&[u8]> {
        self.files.iter().find(|file| file.0 == name).map(|file| &file.1[..])
    }

    /// Whether data and code are the same.
    pub fn is_like(&self, other: &EditState) -> bool {
        (&self.data, &self.files) == (&other.data, &other.files)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EditKind {
    Edited,
    /// The state is what the files had: when they were first opened, after a save, after another program changed them.
    Opened,
    Saved,
    ChangedOutside,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditEntry {
    /// Never 0.
    pub id: u64,
    /// The entry before it; 0 if there is none. That of a key may have been dropped.
    pub parent: u64,
    /// The newest entry of what the files had: itself, or one before it.
    pub files_at: u64,
    /// Seconds since 1970-01-01 00:00:00 UTC.
    pub time: i64,
    pub kind: EditKind,
    pub is_unsaved: bool,
    is_key: bool,
    delta: Delta,
}

impl EditEntry {
    /// The ranges of the data and the files that this entry changes. None for a whole state.
    pub fn changes(&self) -> Option<(Vec<Range<usize>>, Vec<&str>)> {
        let range = |(at, new): &(u16, Vec<u8>)| usize::from(*at)..usize::from(*at) + new.len();
        (!self.is_key).then(|| (self.delta.data.iter().map(range).collect(), self.delta.changed_files()))
    }

    fn block(&self) -> Vec<u8> {
        // Every entry has a postcard form, and extending a Vec cannot fail.
        let body = postcard::to_allocvec(self).unwrap_or_default();
        let digest = Digest::of(&body);
        [MARK, &(body.len() as u32).to_le_bytes(), &body, &digest.to_le_bytes()].concat()
    }
}

#[derive(Clone, Debug)]
struct Kept {
    entry: Arc<EditEntry>,
    /// Entries and bytes since the last key.
    steps: u32,
    weight: usize,
    size: usize,
}

#[derive(Clone, Debug, Default)]
pub struct EditLog {
    entries: Vec<Kept>,
    places: BTreeMap<u64, usize>,
    parents: BTreeSet<u64>,
    /// The state that was added last, and its entry.
    last: Option<(u64, EditState)>,
}

impl EditLog {
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(MARK)
    }

    /// Reads all entries that are whole and whose parents are.
    pub fn from_bytes(bytes: &[u8]) -> EditLog {
        let mut log = EditLog::default();
        let (mut rest, mut budget) = (bytes, bytes.len().saturating_mul(2));
        while let Some(at) = find(rest, MARK) {
            rest = &rest[at..];
            match next(rest, &mut budget) {
                Some((entry, size)) => {
                    log.insert(entry, size);
                    rest = &rest[size..];
                }
                None => rest = &rest[MARK.len()..],
            }
        }
        log
    }

    fn insert(&mut self, entry: EditEntry, size: usize) -> bool {
        let (mut steps, mut weight) = (0, 0);
        if !entry.is_key {
            let Some(parent) = self.kept(entry.parent) else { return false };
            (steps, weight) = (parent.steps + 1, parent.weight + size);
        }
        let has_files = entry.files_at == entry.id;
        if entry.id == 0
            || steps > STEPS_MAX
            || self.places.contains_key(&entry.id)
            || (entry.kind != EditKind::Edited) != has_files
        {
            return false;
        }
        self.places.insert(entry.id, self.entries.len());
        self.parents.insert(entry.parent);
        self.entries.push(Kept { entry: Arc::new(entry), steps, weight, size });
        true
    }

    /// Gives a file of code another name in all states. A log that is stored has to be written again.
    pub fn rename_file(&mut self, from: &str, to: &str) {
        for kept in &mut self.entries {
            Arc::make_mut(&mut kept.entry).delta.rename_file(from, to);
        }
        // It is made from the entries again.
        self.last = None;
    }

    fn kept(&self, id: u64) -> Option<&Kept> {
        self.entries.get(*self.places.get(&id)?)
    }

    pub fn get(&self, id: u64) -> Option<&EditEntry> {
        self.kept(id).map(|kept| &*kept.entry)
    }

    /// From the oldest to the newest.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &EditEntry> + ExactSizeIterator {
        self.entries.iter().map(|kept| &*kept.entry)
    }

    /// Entries that are no parents, newest first: where each window has ended.
    fn tips(&self) -> impl Iterator<Item = &EditEntry> {
        self.entries().rev().filter(|entry| !self.parents.contains(&entry.id))
    }

    /// Where to continue: the newest unsaved work that nothing has followed, else the newest entry.
    pub fn tip(&self) -> Option<&EditEntry> {
        self.tips().find(|entry| entry.is_unsaved).or(self.entries().next_back())
    }

    /// None for an unknown entry, and for one whose differences do not fit.
    pub fn state(&self, id: u64) -> Option<EditState> {
        if let Some((last, state)) = &self.last
            && *last == id
        {
            return Some(state.clone());
        }
        let mut chain = vec![self.get(id)?];
        while let Some(entry) = chain.last().filter(|entry| !entry.is_key) {
            chain.push(self.get(entry.parent)?);
        }
        let mut state = EditState::default();
        chain.iter().rev().all(|entry| entry.delta.apply(&mut state)).then_some(state)
    }

    /// Adds a state after another one, or after none, and returns its id and the bytes to append. `files_at` is 0 for what the files have.
    pub fn add(
        &mut self,
        (time, kind, is_unsaved): (i64, EditKind, bool),
        (parent, files_at): (u64, u64),
        state: EditState,
    ) -> (u64, Vec<u8>) {
        let before = self.state(parent);
        let (steps, weight) = self.kept(parent).map_or((STEPS, 0), |kept| (kept.steps, kept.weight));
        let is_key = before.is_none() || steps >= STEPS || weight > 2 * whole(&state);
        let delta = Delta::of(&before.filter(|_| !is_key).unwrap_or_default(), &state);
        let mut entry = EditEntry { id: 0, parent, files_at, time, kind, is_unsaved, is_key, delta };
        let mut id = Digest::of(&entry.block()).max(1);
        while self.places.contains_key(&id) {
            id = id.wrapping_add(1).max(1);
        }
        let files_at = if kind == EditKind::Edited { files_at } else { id };
        entry = EditEntry { id, files_at, ..entry };
        let block = entry.block();
        self.insert(entry, block.len());
        self.last = Some((id, state));
        (id, block)
    }
}

/// The log's bytes after a file of code was renamed.
pub fn with_file_renamed(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let mut log = EditLog::from_bytes(bytes);
    log.rename_file(from, to);
    log.entries().flat_map(EditEntry::block).collect()
}

fn whole(state: &EditState) -> usize {
    let texts = state.files.iter().map(|file| &file.1).chain(&state.notes);
    EDIT_BYTES + texts.map(Vec::len).sum::<usize>()
}

fn find(bytes: &[u8], sought: &[u8]) -> Option<usize> {
    let first = *sought.first()?;
    let mut at = 0;
    loop {
        at += bytes[at..].iter().position(|byte| *byte == first)?;
        if bytes[at..].starts_with(sought) {
            return Some(at);
        }
        at += 1;
    }
}

/// The entry at the start of these bytes, and the size of its block. `budget`: bytes that may be digested, so that marks in damaged
/// blocks cost no more than good ones.
fn next(bytes: &[u8], budget: &mut usize) -> Option<(EditEntry, usize)> {
    let (length, rest) = bytes.strip_prefix(MARK)?.split_first_chunk::<4>()?;
    let length = u32::from_le_bytes(*length) as usize;
    let (body, rest) = rest.split_at_checked(length).filter(|_| length <= BODY_MAX)?;
    let digest = rest.first_chunk::<8>()?;
    *budget = budget.checked_sub(length)?;
    if Digest::of(body) != u64::from_le_bytes(*digest) {
        return None;
    }
    let (entry, left) = postcard::take_from_bytes(body).ok()?;
    left.is_empty().then_some((entry, MARK.len() + 4 + length + 8))
}

//! A cart's data with their undo histories.
//!
//! ```text
//! begin ── set, set, restart, set ──┬── commit ──> DataChange { name, patches (addr, old, new), place, frame } ──> undo, redo
//!                                   └── cancel ──> as before, nothing is added
//! ```
//!
//! A change has the bytes that it changed, derived ones too: undo restores bytes and never runs a rule again. Steps have no bound: a
//! stroke of thirty pixels is some hundred bytes. The history on disk keeps the newest 64 KiB of them ([`super::undo`]). An editor undoes steps of its own history only.
//!
//! ```text
//! 0000 the cart's data 4300 names of the 64 sounds, 32 bytes of UTF-8 each 4b00
//! ```
//!
//! So a name is undone, restored after a crash, and compared with the files like everything else. The machine and saved data never have
//! the names: they go out as [`SoundNames`].

use super::types::{ALL, Data, EditPlace, NAME, SOUNDS, Side};
use super::undo::{BytePatch, DataChange, RecentSteps, UndoStack};
use rasher::memory::ROM_SIZE;
use rasher::{Digest, SoundNames};
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
struct OpenChange {
    name: &'static str,
    side: Side,
    place: EditPlace,
    old: BTreeMap<u16, u8>,
}

type NameBytes = [u8; SOUNDS * NAME];

#[derive(Clone, Debug)]
pub struct Document {
    data: Box<Data>,
    names: Box<NameBytes>,
    disk: Box<Data>,
    disk_names: Box<NameBytes>,
    saving: Option<Box<Data>>,
    saving_names: Option<Box<NameBytes>>,
    histories: [UndoStack<DataChange>; 2],
    open: Option<OpenChange>,
    version: u64,
}

/// Ticks between two steps that are joined, at most.
const JOINED: u64 = 30;

impl Default for Document {
    fn default() -> Document {
        Document::new(Box::new([0; ROM_SIZE]))
    }
}

impl Document {
    pub fn new(data: Box<Data>) -> Document {
        Document {
            disk: data.clone(),
            data,
            names: Box::new([0; _]),
            disk_names: Box::new([0; _]),
            saving: None,
            saving_names: None,
            histories: Default::default(),
            open: None,
            version: 0,
        }
    }

    pub fn data(&self) -> &Data {
        &self.data
    }

    pub fn disk(&self) -> &Data {
        &self.disk
    }

    pub fn saved(&mut self, data: Box<Data>) {
        self.answered(&data);
        // Another file, which was saved as a whole, has the names of now.
        self.disk_names = self.saving_names.take().unwrap_or_else(|| self.names.clone());
        self.disk = data;
    }

    /// The files had these bytes when the unsaved work was done.
    pub(super) fn set_disk(&mut self, all: &[u8]) {
        self.disk.iter_mut().chain(&mut self.disk_names[..]).zip(all).for_each(|(to, byte)| *to = *byte);
    }

    /// The data to write, the contents of the files before, and the names that differ; none while the same are being written.
    pub fn save(&mut self) -> Option<(Box<Data>, Box<Data>, SoundNames)> {
        if self.saving.as_ref() == Some(&self.data) && self.saving_names.as_ref() == Some(&self.names) {
            return None;
        }
        let base = self.saving.replace(self.data.clone()).unwrap_or_else(|| self.disk.clone());
        self.saving_names = Some(self.names.clone());
        let names = (0..SOUNDS).filter(|n| name_in(&self.names, *n) != name_in(&self.disk_names, *n));
        Some((self.data.clone(), base, names.map(|n| (n as u8, self.name(n).to_string())).collect()))
    }

    pub fn answered(&mut self, data: &Data) {
        self.saving.take_if(|saving| **saving == *data);
    }

    pub fn forget_saving(&mut self) {
        (self.saving, self.saving_names) = (None, None);
    }

    pub fn is_changed(&self) -> bool {
        self.data != self.disk || self.names != self.disk_names
    }

    /// The name of a sound; empty if it has none.
    pub fn name(&self, sound: usize) -> &str {
        name_in(&self.names, sound)
    }

    pub fn names(&self) -> SoundNames {
        let named = (0..SOUNDS).map(|n| (n as u8, self.name(n).to_string()));
        named.filter(|(_, name)| !name.is_empty()).collect()
    }

    /// Names a sound, as a part of the open change.
    pub fn set_name(&mut self, sound: usize, name: &str) {
        let bytes = name_bytes(name);
        (0..NAME).for_each(|n| self.set(ROM_SIZE + sound % SOUNDS * NAME + n, bytes[n]));
    }

    /// The files have these names. Those that were changed here stay.
    pub fn outside_names(&mut self, names: &SoundNames) {
        for n in 0..SOUNDS {
            let theirs = name_bytes(names.get(&(n as u8)).map_or("", String::as_str));
            let at = n * NAME..(n + 1) * NAME;
            if self.names[at.clone()] == self.disk_names[at.clone()] && self.names[at.clone()] != theirs {
                self.names[at.clone()].copy_from_slice(&theirs);
                self.version += 1;
            }
            self.disk_names[at].copy_from_slice(&theirs);
        }
    }

    pub fn version(&self) -> u64 {
        self.version
    }

    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    pub fn get(&self, addr: usize) -> u8 {
        let name = || self.names.get(addr.wrapping_sub(ROM_SIZE));
        self.data.get(addr).or_else(name).copied().unwrap_or(0)
    }

    pub(super) fn disk_at(&self, addr: usize) -> u8 {
        let name = || self.disk_names.get(addr.wrapping_sub(ROM_SIZE));
        self.disk.get(addr).or_else(name).copied().unwrap_or(0)
    }

    fn at(&mut self, addr: usize) -> Option<&mut u8> {
        match addr.checked_sub(ROM_SIZE) {
            Some(at) => self.names.get_mut(at),
            None => self.data.get_mut(addr),
        }
    }

    pub fn begin(&mut self, name: &'static str, side: Side, place: EditPlace) {
        self.commit(0, None);
        self.open = Some(OpenChange { name, side, place, old: BTreeMap::new() });
    }

    pub fn set(&mut self, addr: usize, byte: u8) {
        let was = self.get(addr);
        let Some(open) = self.open.as_mut().filter(|_| was != byte && addr < ALL) else { return };
        open.old.entry(addr as u16).or_insert(was);
        self.at(addr).into_iter().for_each(|now| *now = byte);
        self.version += 1;
    }

    pub fn restart(&mut self) {
        let Some(open) = &mut self.open else { return };
        for (addr, old) in std::mem::take(&mut open.old) {
            self.at(usize::from(addr)).into_iter().for_each(|now| *now = old);
            self.version += 1;
        }
    }

    pub fn cancel(&mut self) {
        self.restart();
        self.open = None;
    }

    /// Ends the change at that tick; true if it changed something. A change with the `join` number of the step before is added to it, if
    /// that is not long ago.
    pub fn commit(&mut self, frame: u64, join: Option<u32>) -> bool {
        let Some(open) = self.open.take() else { return false };
        let Some(DataChange { name, patches, place, .. }) = self.made(&open) else { return false };
        let history = &mut self.histories[open.side as usize];
        let last = history.done.last_mut().filter(|last| {
            join.is_some()
                && last.join == join
                && frame.saturating_sub(last.frame) < JOINED
                && history.undone.is_empty()
        });
        history.undone.clear();
        if let Some(last) = last {
            let mut all: BTreeMap<u16, BytePatch> =
                last.patches.drain(..).map(|patch| (patch.addr, patch)).collect();
            for patch in patches {
                all.entry(patch.addr).and_modify(|first| first.new = patch.new).or_insert(patch);
            }
            last.patches = all.into_values().filter(|patch| patch.old != patch.new).collect();
            (last.frame, last.place) = (frame, place);
            if last.patches.is_empty() {
                history.done.pop();
            }
        } else {
            history.done.push(DataChange { name, patches, place, frame, join });
        }
        true
    }

    fn made(&self, open: &OpenChange) -> Option<DataChange> {
        let patch = |(addr, old): (&u16, &u8)| BytePatch {
            addr: *addr,
            old: *old,
            new: self.get(usize::from(*addr)),
        };
        let patches: Vec<_> = open.old.iter().map(patch).filter(|patch| patch.old != patch.new).collect();
        let change = DataChange { name: open.name.into(), patches, place: open.place, frame: 0, join: None };
        (!change.patches.is_empty()).then_some(change)
    }

    pub(super) fn newest(&self) -> [RecentSteps<DataChange>; 2] {
        Side::ALL.map(|side| {
            let open = self.open.as_ref().filter(|open| open.side == side);
            self.histories[side as usize].newest(open.and_then(|open| self.made(open)))
        })
    }

    pub(super) fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        digest.bytes(&self.disk[..]);
        digest.finish()
    }

    /// Restores unsaved bytes and their steps. False, and nothing changes, if there are steps already or these do not lead to the data. One
    /// step from the files' contents replaces the steps that were left off.
    pub(super) fn resume(&mut self, all: &[u8], kept: &[RecentSteps<DataChange>; 2]) -> bool {
        if self.is_changed() || self.is_open() || Side::ALL.iter().any(|side| self.steps(*side) != (0, 0)) {
            return false;
        }
        let mut histories: [UndoStack<DataChange>; 2] = Default::default();
        for ((side, kept), into) in Side::ALL.into_iter().zip(kept).zip(&mut histories) {
            let (range, mut after, mut before) = (side.range(), all.to_vec(), all.to_vec());
            let UndoStack { done, undone } = &kept.history;
            let leads = undone.iter().rev().all(|step| step.walk(false, &mut after, &range))
                && done.iter().rev().all(|step| step.walk(true, &mut before, &range));
            if !leads {
                return false;
            }
            let patch = |at: usize| BytePatch { addr: at as u16, old: self.disk_at(at), new: before[at] };
            let patches: Vec<_> = range.map(patch).filter(|it| kept.is_cut && it.old != it.new).collect();
            if !patches.is_empty() {
                let (name, place) = ("restore unsaved work".into(), EditPlace::Everywhere);
                into.done.push(DataChange { name, patches, place, frame: 0, join: None });
            }
            into.done.extend(done.iter().cloned());
            into.undone.extend(undone.iter().cloned());
            for step in into.done.iter_mut().chain(&mut into.undone).filter(|step| !step.place.is_there()) {
                step.place = EditPlace::Everywhere;
            }
        }
        all.iter().enumerate().for_each(|(at, byte)| self.at(at).into_iter().for_each(|now| *now = *byte));
        self.histories = histories;
        self.version += 1;
        true
    }

    pub fn steps(&self, side: Side) -> (usize, usize) {
        let history = &self.histories[side as usize];
        (history.done.len(), history.undone.len())
    }

    pub fn walk(&mut self, side: Side, back: bool) -> Option<&DataChange> {
        self.cancel();
        let UndoStack { done, undone } = &mut self.histories[side as usize];
        let (from, to) = if back { (done, undone) } else { (undone, done) };
        let change = from.pop()?;
        for patch in &change.patches {
            let (at, byte) = (usize::from(patch.addr), if back { patch.old } else { patch.new });
            let place = match at.checked_sub(ROM_SIZE) {
                Some(at) => self.names.get_mut(at),
                None => self.data.get_mut(at),
            };
            place.into_iter().for_each(|now| *now = byte);
        }
        self.version += 1;
        to.push(change);
        to.last()
    }

    /// The files were changed by another program. Returns the addresses that were changed here as well; without any the changes are merged
    /// as a step of the history.
    pub fn outside(&mut self, theirs: &[u8], frame: u64) -> Vec<u16> {
        let (mut taken, mut both) = (Vec::new(), Vec::new());
        for (at, new) in theirs.iter().enumerate() {
            let (base, mine, new) = (self.disk_at(at), self.get(at), *new);
            if new == base || new == mine {
                continue;
            }
            if mine == base { taken.push(at) } else { both.push(at as u16) }
        }
        if both.is_empty() {
            self.take("reload from disk", theirs, &taken, frame);
            self.set_disk(theirs);
        }
        both
    }

    pub fn take(&mut self, name: &'static str, theirs: &[u8], places: &[usize], frame: u64) {
        for side in Side::ALL {
            self.begin(name, side, EditPlace::Everywhere);
            for at in places.iter().filter(|at| side.range().contains(*at)) {
                self.set(*at, theirs[*at]);
            }
            self.commit(frame, None);
        }
    }
}

/// The bytes of a document with these data and names.
pub(super) fn bytes_of(data: &Data, names: &SoundNames) -> Vec<u8> {
    let name = |n: usize| name_bytes(names.get(&(n as u8)).map_or("", String::as_str));
    data.iter().copied().chain((0..SOUNDS).flat_map(name)).collect()
}

fn name_in(names: &NameBytes, sound: usize) -> &str {
    let bytes = &names[sound % SOUNDS * NAME..][..NAME];
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(NAME);
    // A draft may have any bytes.
    std::str::from_utf8(&bytes[..end]).unwrap_or_default()
}

fn name_bytes(name: &str) -> [u8; NAME] {
    let mut bytes = [0; NAME];
    let cut = &name[..name.floor_char_boundary(NAME)];
    bytes[..cut.len()].copy_from_slice(cut.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(steps: &[(usize, u8, u64, Option<u32>)]) -> Document {
        let mut doc = Document::default();
        for (addr, byte, frame, join) in steps {
            doc.begin("paint", Side::Picture, EditPlace::Sprite(0));
            doc.set(*addr, *byte);
            doc.commit(*frame, *join);
        }
        doc
    }

    #[test]
    fn a_cancelled_change_leaves_bytes_and_history_as_they_were() {
        let mut doc = document(&[(5, 0, 0, None)]);
        assert_eq!(doc.steps(Side::Picture), (0, 0), "what changes nothing is no step");
        doc.begin("paint", Side::Picture, EditPlace::Sprite(0));
        (0..9).for_each(|at| doc.set(at, 7));
        doc.cancel();
        assert_eq!((doc.is_changed(), doc.steps(Side::Picture)), (false, (0, 0)));
    }

    #[test]
    fn near_steps_of_one_number_are_one_step() {
        let steps = [(1, 1, 10, Some(4)), (2, 2, 39, Some(4)), (2, 3, 69, Some(4)), (2, 4, 70, Some(5))];
        assert_eq!([2, 3, 4].map(|n| document(&steps[..n]).steps(Side::Picture).0), [1, 2, 3]);
        let mut doc = document(&steps);
        (0..3).for_each(|_| _ = doc.walk(Side::Picture, true));
        assert_eq!((doc.is_changed(), doc.steps(Side::Picture)), (false, (0, 3)));
    }

    /// Scenario 25 of the editors' page: changes of different bytes are merged; changes of the same byte lead to a
    /// question.
    #[test]
    fn a_file_that_changes_outside_takes_nothing_away() {
        let mut doc = document(&[(10, 1, 0, None)]);
        let mut theirs = Box::new([0; ROM_SIZE]);
        theirs[0x3200] = 9;
        assert!(doc.outside(&theirs[..], 1).is_empty());
        assert_eq!((doc.get(10), doc.get(0x3200), doc.is_changed()), (1, 9, true));
        assert_eq!(doc.steps(Side::Sound), (1, 0), "and can be undone");
        (theirs[10], theirs[11]) = (2, 3);
        assert_eq!(doc.outside(&theirs[..], 2), [10]);
        assert_eq!((doc.get(10), doc.get(11)), (1, 0), "nothing is taken before the answer");
        theirs[10] = 1;
        assert!(doc.outside(&theirs[..], 3).is_empty(), "the echo of a save is no change");
        assert!(!doc.is_changed());
    }
}

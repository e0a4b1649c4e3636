//! Key frames: moments of a run that are kept whole, so that any other is a short replay away.
//!
//! ```text
//! frame     0 ──── 120 ──── 240 ──── 360 ─ ... ─ now       one in 120 frames, as long as there is room
//! after hours:
//!           0 ────────────────────── 480 ─ ... ─ now       the older half loses every other one, again and again
//! ```
//!
//! A key frame shares the pages of memory that did not change since the one before, so it costs some 30 KB (Smokehouse,
//! `cargo bench -p tests --bench time`: 1,411 in 41 MB). When all of them together pass their room, the older half is
//! thinned; nothing but density is ever lost, since the inputs are kept. The frame 0 always stays.

use crate::recording::Place;
use rasher::{Console, Snapshot};
use std::sync::Arc;

/// Frames from one key frame to the next: two seconds at 60 a second. To go to a frame is to run 60 others on average.
pub const GAP: u64 = 120;
/// Bytes that the key frames of a run may take: with inputs and two consoles an hour stays below 64 MB.
pub const ROOM: usize = 48 << 20;

/// A moment that is kept.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    pub place: Place,
    pub snapshot: Arc<Snapshot>,
    size: usize,
}

/// The key frames of a run, in order; never empty.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    keys: Vec<Key>,
    size: usize,
    room: usize,
}

impl Keys {
    /// The frame that all begin with.
    pub fn new(place: Place, console: &Console, room: usize) -> Keys {
        let mut keys = Keys { keys: Vec::new(), size: 0, room };
        keys.add(place, console);
        keys
    }

    /// Keeps the moment, if the last one lies far enough back.
    pub fn offer(&mut self, place: Place, console: &Console) {
        if self.keys.last().is_none_or(|last| place.frame >= last.place.frame + GAP) {
            self.add(place, console);
        }
    }

    fn add(&mut self, place: Place, console: &Console) {
        let before = self.keys.last().map(|key| &*key.snapshot);
        let snapshot = console.snapshot(before);
        let size = snapshot.memory_size(before);
        self.size += size;
        self.keys.push(Key { place, snapshot: Arc::new(snapshot), size });
        while self.size > self.room && self.keys.len() > 2 {
            self.thin();
        }
    }

    /// Frames of all.
    pub fn frames(&self) -> impl Iterator<Item = u64> {
        self.keys.iter().map(|key| key.place.frame)
    }

    /// Keeps moments of a way that was gone once more, in order, where those that are kept lie further apart.
    pub fn fill(&mut self, moments: Vec<(Place, Arc<Snapshot>)>) {
        for (place, snapshot) in moments {
            let at = self.keys.partition_point(|key| key.place.frame <= place.frame);
            let before = &self.keys[at.saturating_sub(1)];
            if place.frame >= before.place.frame + GAP {
                let size = snapshot.memory_size(Some(&before.snapshot));
                self.size += size;
                self.keys.insert(at, Key { place, snapshot, size });
            }
        }
        while self.size > self.room && self.keys.len() > 2 {
            self.thin();
        }
    }

    /// Drops every other key frame of the older half.
    fn thin(&mut self) {
        // At least the second one goes, so that thinning comes to an end.
        let half = (self.keys.len() / 2).max(2);
        let mut n = 0;
        self.keys.retain(|_| {
            n += 1;
            n > half || n % 2 == 1
        });
        // What shared its pages with one that is gone now bears them itself.
        for i in 1..self.keys.len().min(half + 1) {
            let size = self.keys[i].snapshot.memory_size(Some(&self.keys[i - 1].snapshot));
            self.keys[i].size = size;
        }
        self.size = self.keys.iter().map(|key| key.size).sum();
    }

    /// The last one at or before a frame.
    pub fn before(&self, frame: u64) -> &Key {
        let after = self.keys.partition_point(|key| key.place.frame <= frame);
        &self.keys[after.saturating_sub(1)]
    }

    /// Those up to a frame.
    pub fn cut(&self, frame: u64) -> Keys {
        let keys: Vec<Key> = self.keys.iter().take_while(|k| k.place.frame <= frame).cloned().collect();
        Keys { size: keys.iter().map(|key| key.size).sum(), keys, room: self.room }
    }

    /// How many there are, and about how many bytes they take.
    pub fn size(&self) -> (usize, usize) {
        (self.keys.len(), self.size)
    }
}

//! Key frames: moments of a run that are kept whole, so that any other is a short replay away.
//!
//! ```text
//! frame     0 ──── 120 ──── 240 ── 330 ── 420 ── ... ─ now     120 frames apart, or 2^24 cycles where that is less
//! after hours:
//!           0 ───────────── 240 ── 330 ── 420 ── ... ─ now     those go first whose loss adds the least cost
//! ```
//!
//! The distance is measured in the original's cycles, which are the same on every computer; a frame that uses its whole budget runs again in
//! half a millisecond or less. An interpreted module adds its instructions: key frames of Smokehouse as a module are some 40 frames apart.
//! A key frame waits for a moment at which the program has just swept its garbage, up to half as long again, since it takes a fraction of
//! the bytes then.
//!
//! A key frame shares what did not change since the one before, so it costs some 30 KB (Smokehouse, `cargo bench -p tests --bench time`; Lua
//! carts: `--bench value`). When all of them are too large, one of the older three quarters goes for each new one. Frame 0 stays.

use crate::recording::InputCursor;
use rasher::{Console, Snapshot};
use std::sync::Arc;

/// The most frames between key frames: two seconds at 60 a second. Going to a frame runs 60 others on average.
pub const GAP: u64 = 120;
/// Cycles between key frames, if frames are expensive: two seconds of the original's cycles, some 60 ms of ours.
const COST: u64 = 1 << 24;
/// The cost of a frame in addition to its cycles: picture, sound and a clear screen take a twentieth of a millisecond.
const FRAME: u64 = 1 << 14;
/// The cost of a frame for which it is not known.
const UNKNOWN: u64 = COST / GAP;
/// Bytes of a run's key frames. With inputs and two consoles, an hour of a game of 1 MB stays below 128 MB.
pub const ROOM: usize = 80 << 20;

#[derive(Clone, Debug)]
pub(crate) struct Keyframe {
    pub place: InputCursor,
    pub snapshot: Arc<Snapshot>,
    size: usize,
    cost: u64,
}

fn cost_of(console: &Console) -> u64 {
    console.machine().frame_cycles() + console.program().host_cycles() + FRAME
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Distance {
    frame: u64,
    known: u64,
    cost: u64,
}

impl Distance {
    pub fn from(frame: u64) -> Distance {
        Distance { frame, known: frame, cost: 0 }
    }

    /// Counts a frame. Returns the cost of the way if the moment after it should be kept.
    pub fn pass(&mut self, frame: u64, console: &Console) -> Option<u64> {
        // Frames that were leapt over may have cost anything.
        let unknown = frame.saturating_sub(self.known).saturating_sub(1);
        self.cost += cost_of(console) + unknown * UNKNOWN;
        self.known = frame;
        let frames = frame.saturating_sub(self.frame);
        let is_late = frames >= GAP + GAP / 2 || self.cost >= COST + COST / 2;
        let is_due = is_late || (frames >= GAP || self.cost >= COST) && console.program().is_swept();
        is_due.then(|| {
            self.frame = frame;
            std::mem::take(&mut self.cost)
        })
    }
}

/// A moment of a replayed way, with the cost of the way to it.
pub(crate) type Passed = (InputCursor, Arc<Snapshot>, u64);

/// The key frames of a run, in order; never empty.
#[derive(Clone, Debug)]
pub(crate) struct Keyframes {
    keys: Vec<Keyframe>,
    size: usize,
    room: usize,
    distance: Distance,
}

impl Keyframes {
    pub fn new(place: InputCursor, console: &Console, room: usize) -> Keyframes {
        let mut keys = Keyframes { keys: Vec::new(), size: 0, room, distance: Distance::from(place.frame) };
        keys.add(place, console, 0);
        keys
    }

    /// Keeps the moment after a frame, if the last key frame is far enough back.
    pub fn offer(&mut self, place: InputCursor, console: &Console) {
        if let Some(cost) = self.distance.pass(place.frame, console) {
            self.add(place, console, cost);
        }
    }

    fn add(&mut self, place: InputCursor, console: &Console, cost: u64) {
        let before = self.keys.last().map(|key| &*key.snapshot);
        let snapshot = console.snapshot(before);
        let size = snapshot.memory_size(before);
        self.size += size;
        self.keys.push(Keyframe { place, snapshot: Arc::new(snapshot), size, cost });
        self.thin();
    }

    pub fn frames(&self) -> impl Iterator<Item = u64> {
        self.keys.iter().map(|key| key.place.frame)
    }

    /// Adds moments of a replayed way, in order, where key frames are further apart.
    pub fn fill(&mut self, moments: Vec<Passed>) {
        let mut way = 0;
        for (place, snapshot, cost) in moments {
            way += cost;
            let at = self.keys.partition_point(|key| key.place.frame <= place.frame);
            let before = &self.keys[at.saturating_sub(1)];
            if place.frame < before.place.frame + GAP && way < COST {
                continue;
            }
            let size = snapshot.memory_size(Some(&before.snapshot));
            self.size += size;
            self.keys.insert(at, Keyframe { place, snapshot, size, cost: way });
            match self.keys.get_mut(at + 1) {
                Some(after) => after.cost = after.cost.saturating_sub(way),
                None => self.distance = Distance::from(place.frame),
            }
            way = 0;
        }
        self.thin();
    }

    /// While memory is short, drops the key frame whose loss makes the cheapest gap to replay. The newest quarter
    /// is kept.
    fn thin(&mut self) {
        while self.size > self.room && self.keys.len() > 2 {
            let older = (self.keys.len() * 3 / 4).max(2);
            let way = |n: &usize| self.keys[*n].cost.saturating_add(self.keys[n + 1].cost);
            let Some(n) = (1..older).min_by_key(way) else { return };
            let gone = self.keys.remove(n);
            let (before, after) = (self.keys[n - 1].snapshot.clone(), &mut self.keys[n]);
            // The next one now owns the pages that it shared with the dropped one.
            let size = after.snapshot.memory_size(Some(&before));
            self.size = (self.size + size).saturating_sub(gone.size + after.size);
            (after.size, after.cost) = (size, after.cost.saturating_add(gone.cost));
        }
    }

    pub fn before(&self, frame: u64) -> &Keyframe {
        let after = self.keys.partition_point(|key| key.place.frame <= frame);
        &self.keys[after.saturating_sub(1)]
    }

    pub fn cut(&self, frame: u64) -> Keyframes {
        let keys: Vec<Keyframe> = self.keys.iter().take_while(|k| k.place.frame <= frame).cloned().collect();
        let distance = Distance::from(keys.last().map_or(0, |key| key.place.frame));
        Keyframes { size: keys.iter().map(|key| key.size).sum(), keys, room: self.room, distance }
    }

    /// The number of key frames, and about how many bytes they take.
    pub fn size(&self) -> (usize, usize) {
        (self.keys.len(), self.size)
    }
}

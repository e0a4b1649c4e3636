//! Moments of a program put aside: the first whole, those after it as what differs.
//!
//! ```text
//! whole   Vm <──┬──────────────── middle <──┬───────────┐        a copy; what differs from it
//!            moment   moment             moment      moment      what differs from the nearest of the two, and what is no list
//!             30 KB    34 KB              31 KB ──> together so much more than the first that a new middle costs less
//! ```
//!
//! Each moment needs its middle and its whole alone, so any may be forgotten, and one is put together by a copy and two passes over what
//! differs. What objects come and go for a frame makes much of the difference, so moments right after a collection are the cheapest
//! ([`Vm::is_swept`]).

use crate::Value;
use crate::heap::HeapChanges;
use crate::vm::Vm;
use alloc::sync::Arc;

#[derive(Clone, Debug)]
pub struct Snapshot {
    whole: Arc<Vm>,
    middle: Option<Arc<Changes>>,
    changes: Option<Changes>,
    /// Of those that were compared with this middle, and of middles with this whole.
    drift: [Drift; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct Drift {
    /// Bytes of the first one.
    first: usize,
    /// By how many those up to this one were larger.
    excess: usize,
}

impl Drift {
    fn then(self, size: usize) -> Drift {
        let first = if self.first == 0 { size } else { self.first };
        Drift { first, excess: self.excess + size.saturating_sub(first) }
    }
}

/// What differs from a moment.
#[derive(Clone, Debug)]
struct Changes {
    heap: HeapChanges,
    /// The machine without its heap and hints, its stack as far as it is in use.
    rest: Vm,
    stack: usize,
}

impl Changes {
    fn new(base: &Vm, now: &Vm) -> Changes {
        let (heap, rest) = (HeapChanges::new(&base.heap, &now.heap), now.without_heap());
        Changes { heap, rest, stack: now.stack.len() }
    }

    fn apply(&self, base: &Vm) -> Vm {
        let mut vm = self.rest.clone();
        vm.stack.resize(self.stack, Value::NIL);
        vm.guesses.clone_from(&base.guesses);
        vm.heap = self.heap.apply(&base.heap);
        vm
    }

    fn size(&self) -> usize {
        let rest = size_of_val(&self.rest.stack[..]) + size_of_val(&self.rest.frames[..]);
        self.heap.size() + rest + size_of::<Changes>()
    }
}

impl Snapshot {
    /// The machine as it was. It goes on in the same way.
    pub fn restore(&self) -> Vm {
        let base = self.middle.as_ref().map(|middle| middle.apply(&self.whole));
        match (&self.changes, base) {
            (Some(changes), base) => changes.apply(base.as_ref().unwrap_or(&self.whole)),
            (None, Some(middle)) => middle,
            (None, None) => Vm::clone(&self.whole),
        }
    }

    /// Bytes of memory that it takes beside `like`.
    pub fn size(&self, like: Option<&Snapshot>) -> usize {
        let shares_whole = like.is_some_and(|like| Arc::ptr_eq(&like.whole, &self.whole));
        let whole = if shares_whole { 0 } else { self.whole.room() };
        let shares = |middle: &&Arc<Changes>| {
            like.and_then(|like| like.middle.as_ref()).is_some_and(|other| Arc::ptr_eq(other, middle))
        };
        let middle = self.middle.as_ref().filter(|middle| !shares(middle)).map_or(0, |middle| middle.size());
        whole + middle + self.changes.as_ref().map_or(0, Changes::size) + size_of::<Snapshot>()
    }
}

impl Vm {
    /// Puts this moment aside, as what differs from what `like` is compared with where that is less.
    pub fn snapshot(&self, like: Option<&Snapshot>) -> Snapshot {
        // Other code has other functions, and other places for hints.
        let like = like.filter(|like| Arc::ptr_eq(&like.whole.program, &self.program));
        like.and_then(|like| self.changes_from(like)).unwrap_or_else(|| Snapshot {
            whole: Arc::new(self.clone()),
            middle: None,
            changes: None,
            drift: [Drift::default(); 2],
        })
    }

    fn changes_from(&self, like: &Snapshot) -> Option<Snapshot> {
        let middle = like.middle.as_ref().map(|middle| middle.apply(&like.whole));
        let changes = Changes::new(middle.as_ref().unwrap_or(&like.whole), self);
        let [drift, middles] = like.drift;
        let drift = drift.then(changes.size());
        let whole = Arc::clone(&like.whole);
        let a_middle = like.middle.as_ref().map_or(0, |middle| middle.size()).max(changes.size());
        if drift.excess <= a_middle {
            let (middle, drift) = (like.middle.clone(), [drift, middles]);
            return Some(Snapshot { whole, middle, changes: Some(changes), drift });
        }
        let middle = Changes::new(&whole, self);
        let middles = middles.then(middle.size());
        (middles.excess.max(middle.size()) <= whole.room()).then(|| Snapshot {
            whole,
            middle: Some(Arc::new(middle)),
            changes: None,
            drift: [Drift::default(), middles],
        })
    }

    /// Has nothing happened since the last collection at the end of a frame? Then nothing lies about that nobody can reach.
    pub fn is_swept(&self) -> bool {
        self.age == 0
    }

    /// All but the heap and the hints, the stack as far as it is in use.
    fn without_heap(&self) -> Vm {
        Vm {
            program: Arc::clone(&self.program),
            heap: crate::Heap::new(),
            stack: self.stack[..self.live()].to_vec(),
            frames: self.frames.clone(),
            guesses: alloc::vec::Vec::new(),
            top: self.list_end(),
            ..*self
        }
    }

    /// Bytes of memory that it takes.
    fn room(&self) -> usize {
        self.heap.room() + size_of_val(&self.stack[..]) + size_of_val(&self.guesses[..]) + size_of::<Vm>()
    }
}

//! Snapshots of a program: the first is stored whole, later ones as differences.
//!
//! ```text
//! whole   Vm <──┬──────────────── middle <──┬───────────┐        a copy; a difference from it
//!            moment   moment             moment      moment      the difference from the nearest of the two, and all that is not a list
//!             30 KB    34 KB              31 KB ──> in total so much more than the first that a new middle costs less
//! ```
//!
//! A moment needs only its middle and its whole, so any moment may be dropped. It is restored by a copy and two passes over the
//! differences. Objects that exist only for a frame make up much of the difference, so moments right after a collection are the
//! cheapest ([`Vm::is_swept`]).

use crate::Value;
use crate::heap::HeapChanges;
use crate::vm::Vm;
use alloc::sync::Arc;

#[derive(Clone, Debug)]
pub struct VmSnapshot {
    whole: Arc<Vm>,
    middle: Option<Arc<VmChanges>>,
    changes: Option<VmChanges>,
    /// Of the moments compared with this middle, and of the middles of this whole.
    drift: [Drift; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct Drift {
    first: usize,
    /// By how many bytes the following ones, in total, were larger.
    excess: usize,
}

impl Drift {
    fn then(self, size: usize) -> Drift {
        let first = if self.first == 0 { size } else { self.first };
        Drift { first, excess: self.excess + size.saturating_sub(first) }
    }
}

#[derive(Clone, Debug)]
struct VmChanges {
    heap: HeapChanges,
    /// The machine without its heap and hints, and with the used part of its stack.
    rest: Vm,
    stack: usize,
}

impl VmChanges {
    fn new(base: &Vm, now: &Vm) -> VmChanges {
        let (heap, rest) = (HeapChanges::new(&base.heap, &now.heap), now.without_heap());
        VmChanges { heap, rest, stack: now.stack.len() }
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
        self.heap.size() + rest + size_of::<VmChanges>()
    }
}

impl VmSnapshot {
    pub fn restore(&self) -> Vm {
        let base = self.middle.as_ref().map(|middle| middle.apply(&self.whole));
        match (&self.changes, base) {
            (Some(changes), base) => changes.apply(base.as_ref().unwrap_or(&self.whole)),
            (None, Some(middle)) => middle,
            (None, None) => Vm::clone(&self.whole),
        }
    }

    /// Bytes of memory in addition to `like`.
    pub fn size(&self, like: Option<&VmSnapshot>) -> usize {
        let shares_whole = like.is_some_and(|like| Arc::ptr_eq(&like.whole, &self.whole));
        let whole = if shares_whole { 0 } else { self.whole.room() };
        let shares = |middle: &&Arc<VmChanges>| {
            like.and_then(|like| like.middle.as_ref()).is_some_and(|other| Arc::ptr_eq(other, middle))
        };
        let middle = self.middle.as_ref().filter(|middle| !shares(middle)).map_or(0, |middle| middle.size());
        whole + middle + self.changes.as_ref().map_or(0, VmChanges::size) + size_of::<VmSnapshot>()
    }
}

impl Vm {
    /// Stores this moment, as a difference from the base of `like` if that is smaller.
    pub fn snapshot(&self, like: Option<&VmSnapshot>) -> VmSnapshot {
        // Other code has other functions, and other places of hints.
        let like = like.filter(|like| Arc::ptr_eq(&like.whole.program, &self.program));
        like.and_then(|like| self.changes_from(like)).unwrap_or_else(|| VmSnapshot {
            whole: Arc::new(self.clone()),
            middle: None,
            changes: None,
            drift: [Drift::default(); 2],
        })
    }

    fn changes_from(&self, like: &VmSnapshot) -> Option<VmSnapshot> {
        let middle = like.middle.as_ref().map(|middle| middle.apply(&like.whole));
        let changes = VmChanges::new(middle.as_ref().unwrap_or(&like.whole), self);
        let [drift, middles] = like.drift;
        let drift = drift.then(changes.size());
        let whole = Arc::clone(&like.whole);
        let a_middle = like.middle.as_ref().map_or(0, |middle| middle.size()).max(changes.size());
        if drift.excess <= a_middle {
            let (middle, drift) = (like.middle.clone(), [drift, middles]);
            return Some(VmSnapshot { whole, middle, changes: Some(changes), drift });
        }
        let middle = VmChanges::new(&whole, self);
        let middles = middles.then(middle.size());
        (middles.excess.max(middle.size()) <= whole.room()).then(|| VmSnapshot {
            whole,
            middle: Some(Arc::new(middle)),
            changes: None,
            drift: [Drift::default(), middles],
        })
    }

    /// Whether nothing has run since the last collection at the end of a frame, so that there is no garbage.
    pub fn is_swept(&self) -> bool {
        self.age == 0
    }

    /// Everything but the heap and the hints, with the used part of the stack.
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

    fn room(&self) -> usize {
        self.heap.room() + size_of_val(&self.stack[..]) + size_of_val(&self.guesses[..]) + size_of::<Vm>()
    }
}

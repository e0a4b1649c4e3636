//! The difference between two heaps of one program, in few bytes.
//!
//! ```text
//! base  ....aaaa........bbbb..            each list of the heap separately, compared in stretches
//! now   ....xxxx........yy.......zz
//!           └ run 4+4   └ run 12+2   └ after the base's end: compared with zeros
//!
//! a list     skipped, count, the items of the run, skipped, count ...
//! an item    its numbers, each as its changed bits: seven a byte, so 0 is one byte
//! ```
//!
//! Half of a game's words are fractions whose lower bits change from moment to moment. Hints are items like any other: a restored heap is
//! equal in everything that its lists contain.

use super::Heap;
use super::blocks::BlockList;
use super::closure::{Closure, Coroutine};
use super::table::Table;
use super::text::{HeapText, TextState};
use crate::value::Value;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// Items that are compared at once.
const STRETCH: usize = 32;

trait ListItem: Copy + PartialEq + Default {
    /// Writes the difference from `base`.
    fn put(self, base: Self, bytes: &mut Vec<u8>);
    fn take(base: Self, bytes: &mut &[u8]) -> Self;
}

impl ListItem for u8 {
    fn put(self, _: u8, bytes: &mut Vec<u8>) {
        bytes.push(self);
    }

    fn take(_: u8, bytes: &mut &[u8]) -> u8 {
        let Some((byte, rest)) = bytes.split_first() else { return 0 };
        *bytes = rest;
        *byte
    }
}

impl ListItem for u32 {
    fn put(self, base: u32, bytes: &mut Vec<u8>) {
        put(bytes, u64::from(self ^ base));
    }

    fn take(base: u32, bytes: &mut &[u8]) -> u32 {
        base ^ take(bytes) as u32
    }
}

/// A value's tag seldom changes: the lowest bit says whether the upper half does.
impl ListItem for u64 {
    fn put(self, base: u64, bytes: &mut Vec<u8>) {
        let (low, high) = ((self ^ base) as u32, (self ^ base) >> 32);
        put(bytes, u64::from(low) << 1 | u64::from(high != 0));
        if high != 0 {
            bytes.extend_from_slice(&(high as u32).to_le_bytes());
        }
    }

    fn take(base: u64, bytes: &mut &[u8]) -> u64 {
        let low = take(bytes);
        let mut differs = low >> 1;
        if low & 1 != 0
            && let Some((high, rest)) = bytes.split_first_chunk()
        {
            differs |= u64::from(u32::from_le_bytes(*high)) << 32;
            *bytes = rest;
        }
        base ^ differs
    }
}

impl ListItem for Value {
    fn put(self, base: Value, bytes: &mut Vec<u8>) {
        self.0.put(base.0, bytes);
    }

    fn take(base: Value, bytes: &mut &[u8]) -> Value {
        Value(u64::take(base.0, bytes))
    }
}

trait Numbers<const N: usize>: Copy {
    fn numbers(self) -> [u32; N];
    fn of(numbers: [u32; N]) -> Self;
}

fn put_numbers<const N: usize>(it: impl Numbers<N>, base: impl Numbers<N>, bytes: &mut Vec<u8>) {
    it.numbers().iter().zip(base.numbers()).for_each(|(n, base)| n.put(base, bytes));
}

fn take_numbers<const N: usize, T: Numbers<N>>(base: T, bytes: &mut &[u8]) -> T {
    T::of(base.numbers().map(|n| u32::take(n, bytes)))
}

impl Numbers<8> for Table {
    fn numbers(self) -> [u32; 8] {
        let flags = u32::from(self.holes) | u32::from(self.is_free) << 1;
        let small = u32::from(self.class) | flags << 8 | u32::from(self.absent) << 16;
        let Table { array, capacity, len, nodes, last_free, meta, .. } = self;
        let hints = u32::from(self.hint) | u32::from(self.generation) << 16;
        [array, capacity, len, nodes, last_free, meta, small, hints]
    }

    fn of([array, capacity, len, nodes, last_free, meta, small, hints]: [u32; 8]) -> Table {
        let [class, flags, absent, _] = small.to_le_bytes();
        let (holes, is_free) = (flags & 1 != 0, flags & 2 != 0);
        let (hint, generation) = (hints as u16, (hints >> 16) as u16);
        Table {
            array,
            capacity,
            len,
            nodes,
            class,
            holes,
            is_free,
            absent,
            hint,
            generation,
            last_free,
            meta,
        }
    }
}

impl Numbers<5> for HeapText {
    fn numbers(self) -> [u32; 5] {
        [self.start, self.len, self.hash, self.next, self.state as u32]
    }

    fn of([start, len, hash, next, state]: [u32; 5]) -> HeapText {
        let state = match state {
            0 => TextState::Free,
            1 => TextState::Interned,
            _ => TextState::Loose,
        };
        HeapText { start, len, hash, next, state }
    }
}

impl Numbers<4> for Closure {
    fn numbers(self) -> [u32; 4] {
        let small = [self.count, self.params, self.registers, u8::from(self.is_vararg)];
        [self.proto, self.upvalues, u32::from_le_bytes(small), self.entry]
    }

    fn of([proto, upvalues, small, entry]: [u32; 4]) -> Closure {
        let [count, params, registers, is_vararg] = small.to_le_bytes();
        Closure { proto, upvalues, count, params, registers, is_vararg: is_vararg != 0, entry }
    }
}

macro_rules! items {
    ($($of:ty),*) => {$(
        impl ListItem for $of {
            fn put(self, base: $of, bytes: &mut Vec<u8>) {
                put_numbers(self, base, bytes);
            }

            fn take(base: $of, bytes: &mut &[u8]) -> $of {
                take_numbers(base, bytes)
            }
        }
    )*};
}
items!(Table, HeapText, Closure);

#[derive(Clone, Debug)]
struct ListChanges<T> {
    len: usize,
    bytes: Vec<u8>,
    of: PhantomData<T>,
}

impl<T: ListItem> ListChanges<T> {
    fn new(base: &[T], now: &[T]) -> ListChanges<T> {
        let (mut bytes, mut end) = (Vec::new(), 0);
        each_run(base, now, |at, run| {
            put(&mut bytes, (at - end) as u64);
            put(&mut bytes, run.len() as u64);
            end = at + run.len();
            for (n, item) in run.iter().enumerate() {
                item.put(base.get(at + n).copied().unwrap_or_default(), &mut bytes);
            }
        });
        // Without spare capacity.
        ListChanges { len: now.len(), bytes: bytes.as_slice().into(), of: PhantomData }
    }

    fn apply(&self, base: &[T]) -> Vec<T> {
        let mut list = Vec::with_capacity(self.len);
        list.extend_from_slice(&base[..self.len.min(base.len())]);
        list.resize(self.len, T::default());
        let (mut bytes, mut at) = (self.bytes.as_slice(), 0);
        while !bytes.is_empty() {
            at += take(&mut bytes) as usize;
            let count = take(&mut bytes) as usize;
            list[at..at + count].iter_mut().for_each(|item| *item = T::take(*item, &mut bytes));
            at += count;
        }
        list
    }

    fn size(&self) -> usize {
        self.bytes.len()
    }
}

/// A number, seven bits a byte, the low ones first.
fn put(bytes: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
}

fn take(bytes: &mut &[u8]) -> u64 {
    let (mut n, mut shift) = (0, 0);
    while let Some((byte, rest)) = bytes.split_first() {
        *bytes = rest;
        n |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            break;
        }
    }
    n
}

/// Finds runs of different items and their places; items after the base's end are compared with defaults.
fn each_run<T: Copy + PartialEq + Default>(base: &[T], now: &[T], mut each: impl FnMut(usize, &[T])) {
    let common = base.len().min(now.len());
    let (base, rest) = (&base[..common], &now[common..]);
    let mut run: Option<(usize, usize)> = None;
    let mut differs = |at: usize| match &mut run {
        Some((_, end)) if at == *end => *end += 1,
        _ => {
            if let Some((from, end)) = run.replace((at, at + 1)) {
                each(from, &now[from..end]);
            }
        }
    };
    for (n, (a, b)) in base.chunks(STRETCH).zip(now.chunks(STRETCH)).enumerate() {
        // The last stretch may be longer in one of them.
        let b = &b[..a.len()];
        if a != b {
            (0..a.len()).filter(|i| a[*i] != b[*i]).for_each(|i| differs(n * STRETCH + i));
        }
    }
    (0..rest.len()).filter(|i| rest[*i] != T::default()).for_each(|i| differs(common + i));
    if let Some((from, end)) = run {
        each(from, &now[from..end]);
    }
}

#[derive(Clone, Debug)]
pub(crate) struct HeapChanges {
    words: ListChanges<u64>,
    bytes: ListChanges<u8>,
    tables: ListChanges<Table>,
    texts: ListChanges<HeapText>,
    buckets: ListChanges<u32>,
    closures: ListChanges<Closure>,
    shared: ListChanges<u32>,
    cells: ListChanges<Value>,
    /// The number of coroutines, and those that differ, with the used part and the length of their stacks.
    threads: (usize, Vec<(u32, usize, Coroutine)>),
    /// Everything that is not a list.
    rest: Heap,
}

impl HeapChanges {
    pub fn new(base: &Heap, now: &Heap) -> HeapChanges {
        let differs = |(index, now): (usize, &Coroutine)| {
            let is_same = base.threads.get(index).is_some_and(|base| base.is_like(now));
            (!is_same).then(|| (index as u32, now.stack.len(), now.in_use()))
        };
        HeapChanges {
            words: ListChanges::new(&base.words.items, &now.words.items),
            bytes: ListChanges::new(&base.bytes.items, &now.bytes.items),
            tables: ListChanges::new(&base.tables, &now.tables),
            texts: ListChanges::new(&base.texts, &now.texts),
            buckets: ListChanges::new(&base.buckets, &now.buckets),
            closures: ListChanges::new(&base.closures, &now.closures),
            shared: ListChanges::new(&base.shared, &now.shared),
            cells: ListChanges::new(&base.cells, &now.cells),
            threads: (now.threads.len(), now.threads.iter().enumerate().filter_map(differs).collect()),
            rest: now.without_lists(),
        }
    }

    pub fn apply(&self, base: &Heap) -> Heap {
        let mut threads = base.threads.clone();
        threads.resize_with(self.threads.0, Coroutine::default);
        for (index, stack, thread) in &self.threads.1 {
            let it = &mut threads[*index as usize];
            it.clone_from(thread);
            it.stack.resize(*stack, Value::NIL);
        }
        let rest = &self.rest;
        Heap {
            words: BlockList { items: self.words.apply(&base.words.items), ..rest.words.clone() },
            bytes: BlockList { items: self.bytes.apply(&base.bytes.items), ..rest.bytes.clone() },
            tables: self.tables.apply(&base.tables),
            texts: self.texts.apply(&base.texts),
            buckets: self.buckets.apply(&base.buckets),
            closures: self.closures.apply(&base.closures),
            shared: self.shared.apply(&base.shared),
            cells: self.cells.apply(&base.cells),
            threads,
            ..*rest
        }
    }

    pub fn size(&self) -> usize {
        let threads = self.threads.1.iter().map(|(_, _, it)| it.room()).sum::<usize>();
        self.words.size()
            + self.bytes.size()
            + self.tables.size()
            + self.texts.size()
            + self.buckets.size()
            + self.closures.size()
            + self.shared.size()
            + self.cells.size()
            + threads
            + size_of::<HeapChanges>()
    }
}

impl Coroutine {
    fn used(&self) -> &[Value] {
        &self.stack[..(self.live as usize).min(self.stack.len())]
    }

    /// Without the unused part of its stack.
    fn in_use(&self) -> Coroutine {
        Coroutine {
            stack: self.used().to_vec(),
            frames: self.frames.clone(),
            error: self.error.clone(),
            ..*self
        }
    }

    /// Are they equal, except for unused parts?
    fn is_like(&self, other: &Coroutine) -> bool {
        let rest = |it: &Coroutine| Coroutine { stack: Vec::new(), frames: Vec::new(), error: None, ..*it };
        self.stack.len() == other.stack.len()
            && self.used() == other.used()
            && self.frames == other.frames
            && self.error == other.error
            && rest(self) == rest(other)
    }

    fn room(&self) -> usize {
        size_of_val(&self.stack[..]) + size_of_val(&self.frames[..]) + size_of::<Coroutine>()
    }
}

impl Heap {
    fn without_lists(&self) -> Heap {
        Heap {
            words: self.words.without_items(),
            bytes: self.bytes.without_items(),
            tables: Vec::new(),
            texts: Vec::new(),
            buckets: Vec::new(),
            closures: Vec::new(),
            shared: Vec::new(),
            cells: Vec::new(),
            threads: Vec::new(),
            ..*self
        }
    }

    pub(crate) fn room(&self) -> usize {
        size_of_val(&self.words.items[..])
            + self.bytes.items.len()
            + size_of_val(&self.tables[..])
            + size_of_val(&self.texts[..])
            + size_of_val(&self.buckets[..])
            + size_of_val(&self.closures[..])
            + size_of_val(&self.shared[..])
            + size_of_val(&self.cells[..])
            + self.threads.iter().map(Coroutine::room).sum::<usize>()
            + size_of::<Heap>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn dice(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        *seed >> 33
    }

    #[test]
    fn a_list_is_what_was_put_aside_whatever_was_changed_in_it() {
        let mut seed = 7;
        for round in 0..2000 {
            let len = dice(&mut seed) as usize % 200;
            let base: Vec<u64> = (0..len).map(|_| dice(&mut seed) << (dice(&mut seed) % 33)).collect();
            let mut now = base.clone();
            now.resize((len + dice(&mut seed) as usize % 50).saturating_sub(round % 40), 0);
            for _ in 0..dice(&mut seed) % 20 {
                let at = dice(&mut seed) as usize % now.len().max(1);
                let value = dice(&mut seed) << (dice(&mut seed) % 33);
                now.get_mut(at).into_iter().for_each(|it| *it = value);
            }
            assert_eq!(ListChanges::new(&base, &now).apply(&base), now, "round {round}");
            let [base, now] = [base, now].map(|list| list.iter().map(|n| *n as u8).collect::<Vec<u8>>());
            assert_eq!(ListChanges::new(&base, &now).apply(&base), now, "bytes in round {round}");
        }
    }

    #[test]
    fn objects_are_their_numbers() {
        let mut seed = 3;
        for _ in 0..100 {
            let mut n = || dice(&mut seed) as u32;
            let table = Table::of(core::array::from_fn(|_| n()));
            let text = HeapText::of([n(), n(), n(), n(), n() % 3]);
            let closure = Closure::of(core::array::from_fn(|_| n()));
            let again =
                (Table::of(table.numbers()), HeapText::of(text.numbers()), Closure::of(closure.numbers()));
            assert_eq!(again, (table, text, closure));
        }
    }

    #[test]
    fn a_fraction_that_moves_takes_few_bytes() {
        // A skipped place, a counted run, and 17 bits in three bytes of seven.
        let base: Vec<u64> = vec![0x0012_3456; 1000];
        let mut now = base.clone();
        now[500] += 0x8000;
        let changes = ListChanges::new(&base, &now);
        assert_eq!(changes.bytes.len(), 2 + 1 + 3);
    }
}

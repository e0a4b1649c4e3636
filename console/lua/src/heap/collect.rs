//! The collector: mark and sweep, complete, at moments that only the program determines.
//!
//! | moment | cause |
//! |---|---|
//! | as much was allocated since the last one as was live then, and at least 200 KB | an instruction that allocates, before it begins |
//! | the limit of 2 MiB would be exceeded | likewise; if too much is live, the program is out of memory |
//! | a recursion has filled it with calls | the next instruction that is not plain, before it begins |
//! | every 60th frame, `stat(0)` | the host |
//!
//! Afterwards the free lists begin with the lowest addresses, so that short-lived objects stay together, and freed blocks are zero: a state
//! differs little from the previous one. If much is free, blocks are moved together (`pack.rs`).
//!
//! A table whose metatable has `k` or `v` in `__mode` does not keep its keys or values alive; their fields are cleared. The value of a weak
//! key is kept alive, as in Lua 5.1. There are no finalizers: Lua 5.2 has `__gc`, so PICO-8 may too, but it is not known when it
//! would be called, and none of 1,708 public `.p8` files uses it.

use super::blocks::class_of;
use super::closure::{CELL_SIZE, Closure, Coroutine, CoroutineStatus, FREE, Frame, calls_size};
use super::meta::Event;
use super::table::Table;
use super::text::{HeapText, TextState};
use super::{Heap, NODE_SIZE, SLOT_SIZE, TABLE_SIZE, TEXT_SIZE};
use crate::value::{Value, tag};
use alloc::{vec, vec::Vec};
use num::Num;

/// Live bytes that a program may have.
pub const MEMORY: u32 = 2 << 20;
/// Bytes that are allocated between two collections at least.
const STEP: u32 = 200 << 10;
/// The same close to the limit, where collecting for each new table would take all the time.
const LEAST_STEP: u32 = 32 << 10;

/// Objects that a collection visits for free. Each further one costs a cycle: a program that fills its memory collects often.
const FREE_OBJECTS: usize = 8 << 10;
/// Values that count as one object.
const VALUES: usize = 16;

/// The objects that are in use without a reference from another object.
pub(crate) struct Roots<'a> {
    pub values: &'a [Value],
    pub stack: &'a [Value],
    pub frames: &'a [Frame],
    pub thread: u32,
    /// The program's texts and the library's closures are permanent.
    pub texts: u32,
    pub pinned: &'a [(u32, Vec<u8>)],
    pub closures: u32,
}

struct MarkBits {
    tables: Vec<bool>,
    texts: Vec<bool>,
    closures: Vec<bool>,
    cells: Vec<bool>,
    threads: Vec<bool>,
    work: Vec<Value>,
}

impl MarkBits {
    fn mark(&mut self, value: Value) {
        let (list, deep) = match value.tag() {
            tag::TEXT | tag::LONG => (&mut self.texts, false),
            tag::TABLE => (&mut self.tables, true),
            tag::FUNCTION => (&mut self.closures, true),
            tag::CELL => (&mut self.cells, true),
            tag::THREAD => (&mut self.threads, true),
            _ => return,
        };
        let mark = &mut list[value.index() as usize];
        if !*mark {
            *mark = true;
            if deep {
                self.work.push(value);
            }
        }
    }

    fn is_gone(&self, value: Value) -> bool {
        let list = match value.tag() {
            tag::TABLE => &self.tables,
            tag::FUNCTION => &self.closures,
            tag::THREAD => &self.threads,
            _ => return false,
        };
        !list[value.index() as usize]
    }
}

impl Heap {
    #[inline]
    pub(crate) fn is_due(&self) -> bool {
        self.used >= self.threshold
    }

    pub(crate) fn would_pass(&self, bytes: u32) -> bool {
        self.used.saturating_add(bytes) > MEMORY
    }

    /// Makes a collection due before the next instruction that is not plain.
    pub(crate) fn collect_soon(&mut self) {
        self.threshold = 0;
    }

    pub(crate) fn collects_soon(&self) -> bool {
        self.threshold == 0
    }

    pub(crate) fn collect(&mut self, roots: &Roots<'_>) {
        self.charge(self.objects().saturating_sub(FREE_OBJECTS));
        let mut marks = MarkBits {
            tables: vec![false; self.tables.len()],
            texts: vec![false; self.texts.len()],
            closures: vec![false; self.closures.len()],
            cells: vec![false; self.cells.len()],
            threads: vec![false; self.threads.len()],
            work: Vec::new(),
        };
        marks.texts[..roots.texts as usize].fill(true);
        roots.pinned.iter().for_each(|(text, _)| marks.mark(Value::object(tag::TEXT, *text)));
        for closure in 0..roots.closures {
            marks.mark(Value::object(tag::FUNCTION, closure));
        }
        roots.values.iter().chain(roots.stack).for_each(|value| marks.mark(*value));
        roots.frames.iter().for_each(|frame| marks.mark(Value::object(tag::FUNCTION, frame.closure)));
        marks.mark(Value::object(tag::THREAD, roots.thread));
        let mut weak = Vec::new();
        while let Some(value) = marks.work.pop() {
            self.trace(value, &mut marks, &mut weak);
        }
        for table in weak {
            self.clear_weak(table, &marks);
        }
        self.sweep(&marks);
        self.note_shared();
        let free = 8 * self.words.sort_free() + self.bytes.sort_free();
        self.pack(free);
        let room = MEMORY.saturating_sub(self.used + calls_size(roots.frames)).max(LEAST_STEP);
        let threshold = self.used.saturating_add(self.used.max(STEP).min(room));
        // A state from outside may use more than a program can; it is saved and read like any other.
        self.threshold = threshold.min(2 * MEMORY);
    }

    pub(crate) fn objects(&self) -> usize {
        let stacks = self.threads.iter().map(|thread| thread.stack.len()).sum::<usize>();
        let lists = self.tables.len() + self.texts.len() + self.closures.len() + self.cells.len();
        lists + self.threads.len() + (self.words.items.len() + stacks) / VALUES
    }

    /// The size of all objects in KiB as PICO-8's program for 64 bits counts them: an empty table in a list is 56 + 16 bytes. The limit is
    /// that of its player for the web, as two published carts need it.
    pub(crate) fn original_size(&self, calls: &[Frame]) -> Num {
        let tables = self.tables.iter().filter(|it| !it.is_free);
        let wider = tables.map(|it| 24 + 8 * u64::from(it.capacity) + 20 * u64::from(it.node_count()));
        let texts = 8 * self.texts.iter().filter(|it| it.state != TextState::Free).count() as u64;
        let bytes = wider.sum::<u64>() + texts + u64::from(self.used + calls_size(calls));
        Num::from_bits(i32::try_from(bytes * 64).unwrap_or(i32::MAX))
    }

    fn trace(&mut self, value: Value, marks: &mut MarkBits, weak: &mut Vec<u32>) {
        let index = value.index() as usize;
        match value.tag() {
            tag::TABLE => self.trace_table(value.index(), marks, weak),
            tag::FUNCTION => {
                let closure = self.closures[index];
                for upvalue in 0..closure.count {
                    marks.mark(self.upvalue(closure.upvalues, upvalue));
                }
            }
            tag::CELL => marks.mark(self.cells[index]),
            tag::THREAD => {
                let thread = &mut self.threads[index];
                // The rest is unused.
                let (live, rest) = thread.stack.split_at_mut(thread.live as usize);
                rest.fill(Value::NIL);
                live.iter().for_each(|value| marks.mark(*value));
                for frame in &thread.frames {
                    marks.mark(Value::object(tag::FUNCTION, frame.closure));
                }
                if let CoroutineStatus::Running | CoroutineStatus::Normal = thread.status {
                    marks.mark(Value::object(tag::THREAD, thread.resumer));
                }
            }
            _ => {}
        }
    }

    fn trace_table(&mut self, table: u32, marks: &mut MarkBits, weak: &mut Vec<u32>) {
        let mode = self.event_at(table, Event::Mode);
        let mode = self.bytes(mode).unwrap_or_default();
        let (weak_keys, weak_values) = (mode.contains(&b'k'), mode.contains(&b'v'));
        if weak_keys || weak_values {
            weak.push(table);
        }
        let it = self.tables[table as usize];
        if let Some(meta) = self.meta_at(table) {
            marks.mark(Value::object(tag::TABLE, meta));
        }
        // Texts are values, and never removed from weak tables.
        let is_text = |value: Value| matches!(value.tag(), tag::TEXT | tag::LONG);
        for place in 0..it.capacity {
            let value = self.slot(it.array, place);
            if !weak_values || is_text(value) {
                marks.mark(value);
            }
        }
        for node in 0..it.node_count() {
            let (key, value) = (self.node_key(&it, node), self.node_value(&it, node));
            // A cleared field keeps its place in the chain, but not its key's object, which is never read again.
            if value.is_nil() {
                continue;
            }
            if !weak_keys || is_text(key) {
                marks.mark(key);
            }
            if !weak_values || is_text(value) {
                marks.mark(value);
            }
        }
    }

    fn clear_weak(&mut self, table: u32, marks: &MarkBits) {
        let it = self.tables[table as usize];
        for place in 0..it.capacity {
            if marks.is_gone(self.slot(it.array, place)) {
                self.set_slot(table, place, Value::NIL);
            }
        }
        for node in 0..it.node_count() {
            let (key, value) = (self.node_key(&it, node), self.node_value(&it, node));
            if marks.is_gone(key) || marks.is_gone(value) {
                self.put_value(table, node, Value::NIL);
            }
        }
    }

    fn sweep(&mut self, marks: &MarkBits) {
        // From the highest down, so that the lists begin with the lowest.
        self.free_table = 0;
        for index in (0..self.tables.len()).rev() {
            let it = self.tables[index];
            if !marks.tables[index] && !it.is_free {
                if it.capacity > 0 {
                    self.words.free(it.array, class_of::<u64>(it.capacity));
                }
                if it.class > 0 {
                    self.words.free(it.nodes, class_of::<u64>(2 * it.node_count()));
                }
                self.used -= TABLE_SIZE + SLOT_SIZE * it.capacity + NODE_SIZE * it.node_count();
            }
            if !marks.tables[index] {
                let generation = it.generation.wrapping_add(u16::from(!it.is_free));
                self.tables[index] = Table::free(self.free_table, generation);
                self.free_table = index as u32 + 1;
            }
        }
        self.sweep_texts(marks);
        self.free_closure = 0;
        for index in (0..self.closures.len()).rev() {
            let it = self.closures[index];
            if !marks.closures[index] {
                if it.proto != FREE {
                    if it.count > 0 {
                        self.words.free(it.upvalues, class_of::<u64>(u32::from(it.count)));
                    }
                    self.used -= self.size_of_closure(&it);
                }
                self.closures[index] = Closure::free(self.free_closure);
                self.free_closure = index as u32 + 1;
            }
        }
        self.free_cell = 0;
        for index in (0..self.cells.len()).rev() {
            if !marks.cells[index] {
                if self.cells[index].tag() != tag::FREE {
                    self.used -= CELL_SIZE;
                }
                self.cells[index] = Value::object(tag::FREE, self.free_cell);
                self.free_cell = index as u32 + 1;
            }
        }
        self.free_thread = 0;
        for index in (0..self.threads.len()).rev() {
            if !marks.threads[index] {
                let is_freed = self.threads[index].status != CoroutineStatus::Free;
                if is_freed {
                    self.used -= self.threads[index].size();
                }
                let generation = self.threads[index].generation.wrapping_add(u16::from(is_freed));
                self.threads[index] = Coroutine::free(self.free_thread, generation);
                self.free_thread = index as u32 + 1;
            }
        }
    }

    fn sweep_texts(&mut self, marks: &MarkBits) {
        self.free_text = 0;
        for index in (0..self.texts.len()).rev() {
            let it = self.texts[index];
            if marks.texts[index] {
                continue;
            }
            if it.state != TextState::Free {
                self.bytes.free(it.start, class_of::<u8>(it.len));
                self.used -= TEXT_SIZE + it.len;
                self.interned -= u32::from(it.state == TextState::Interned);
            }
            self.texts[index] = HeapText::free(self.free_text);
            self.free_text = index as u32 + 1;
        }
        self.link_all();
    }
}

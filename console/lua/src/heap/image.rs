//! The heap as bytes, and back, with all checks.
//!
//! A table's nodes must be as the algorithm leaves them: each node in one chain, no cycles, each key in the chain of its main position and
//! not before that, no free node in a chain. Blocks must not overlap; free lists must end.

use super::blocks::{BlockList, class_of};
use super::closure::{CELL_SIZE, Closure, FREE};
use super::table::LAST;
use super::{
    CoroutineStatus, Heap, HeapText, MEMORY, NODE_SIZE, SLOT_SIZE, TABLE_SIZE, TEXT_SIZE, Table, TextState,
    stack_size,
};
use crate::bytes::{Reader, RestoreError, Writer};
use crate::program::Program;
use crate::value::{Value, tag};
use alloc::vec::Vec;

type Result<T> = core::result::Result<T, RestoreError>;

fn ensure(holds: bool, what: &'static str) -> Result<()> {
    if holds { Ok(()) } else { Err(RestoreError::Damaged(what)) }
}

/// Buffers for the check of one table's nodes, reused for the next one: a full heap has thousands of small tables.
#[derive(Default)]
struct Chains {
    /// By node: is it linked from another one?
    is_linked: Vec<bool>,
    /// By node: its chain's head, and its place in the chain.
    places: Vec<(u32, u32)>,
}

impl Heap {
    pub(crate) fn write(&self, out: &mut Writer<'_>) {
        for n in [
            self.threshold,
            self.free_table,
            self.free_text,
            self.free_closure,
            self.free_cell,
            self.free_thread,
        ] {
            out.u32(n);
        }
        self.words.heads().iter().chain(self.bytes.heads()).for_each(|head| out.u32(*head));
        out.u32(self.words.items.len() as u32);
        out.words(&self.words.items);
        out.u32(self.bytes.items.len() as u32);
        out.bytes(&self.bytes.items);
        out.u32(self.tables.len() as u32);
        for it in &self.tables {
            // In one write, since there are thousands.
            let mut bytes = [0; 26];
            let (places, _) = bytes.as_chunks_mut();
            let numbers = [it.array, it.capacity, it.len, it.nodes, it.last_free, it.meta];
            places.iter_mut().zip(numbers).for_each(|(place, n)| *place = n.to_le_bytes());
            bytes[24] = it.class;
            bytes[25] = u8::from(it.holes) | u8::from(it.is_free) << 1;
            out.array(bytes);
        }
        out.u32(self.texts.len() as u32);
        for it in &self.texts {
            out.u8(it.state as u8);
            out.u32(it.start);
            out.u32(it.len);
            out.u32(if it.state == TextState::Free { it.next } else { 0 });
        }
        out.u32(self.closures.len() as u32);
        for it in &self.closures {
            out.u32(it.proto);
            out.u32(it.upvalues);
        }
        out.u32(self.cells.len() as u32);
        self.cells.iter().for_each(|cell| out.u64(cell.0));
    }

    /// Everything but the coroutines. Values are checked after those are read: [`Heap::check_values`].
    pub(crate) fn read(input: &mut Reader<'_>, program: &Program) -> Result<Heap> {
        let mut heap = Heap::new();
        heap.threshold = input.u32()?;
        heap.free_table = input.u32()?;
        heap.free_text = input.u32()?;
        heap.free_closure = input.u32()?;
        heap.free_cell = input.u32()?;
        heap.free_thread = input.u32()?;
        let mut heads = [[0; 32]; 2];
        for head in heads.iter_mut().flatten() {
            *head = input.u32()?;
        }
        let count = input.count(8)?;
        let (words, _) = input.bytes(8 * count)?.as_chunks();
        let words = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        let count = input.count(1)?;
        let bytes = input.bytes(count)?.to_vec();
        let mut blocks = heap.read_tables(input)?;
        let text_blocks = heap.read_texts(input, bytes.len())?;
        for _ in 0..input.count(8)? {
            let (proto, upvalues) = (input.u32()?, input.u32()?);
            let mut closure =
                Closure { proto, upvalues, count: 0, params: 0, registers: 0, is_vararg: false, entry: 0 };
            if proto != FREE {
                let function =
                    program.protos.get(proto as usize).ok_or(RestoreError::Damaged("a function"))?;
                closure = Closure::new(proto, upvalues, function);
                if closure.count > 0 {
                    blocks.push((upvalues, class_of::<u64>(u32::from(closure.count))));
                }
            }
            heap.closures.push(closure);
        }
        for _ in 0..input.count(8)? {
            heap.cells.push(Value(input.u64()?));
        }
        heap.words =
            BlockList::restore(words, heads[0], &blocks).ok_or(RestoreError::Damaged("blocks of values"))?;
        heap.bytes = BlockList::restore(bytes, heads[1], &text_blocks)
            .ok_or(RestoreError::Damaged("blocks of texts"))?;
        for index in 0..heap.texts.len() {
            if heap.texts[index].state == TextState::Interned {
                heap.texts[index].hash = super::text::hash(heap.text_bytes(index as u32));
                heap.interned += 1;
            }
        }
        heap.link_all();
        let pinned = program.pinned.iter().map(|(index, text)| (*index as usize, text));
        for (index, text) in program.texts.iter().enumerate().chain(pinned) {
            let there = heap.texts.get(index).is_some_and(|it| it.state == TextState::Interned);
            ensure(there && heap.text_bytes(index as u32) == text.as_slice(), "the program's texts")?;
        }
        for (index, (_, proto)) in program.prelude.iter().enumerate() {
            ensure(heap.closures.get(index).is_some_and(|it| it.proto == *proto), "the library")?;
        }
        heap.note_shared();
        Ok(heap)
    }

    /// Returns the tables' blocks, by address and class.
    fn read_tables(&mut self, input: &mut Reader<'_>) -> Result<Vec<(u32, u8)>> {
        let mut blocks = Vec::new();
        for _ in 0..input.count(26)? {
            let (array, capacity, len, nodes) = (input.u32()?, input.u32()?, input.u32()?, input.u32()?);
            let (last_free, meta, class, flags) = (input.u32()?, input.u32()?, input.u8()?, input.u8()?);
            let (holes, is_free) = (flags & 1 != 0, flags & 2 != 0);
            let it = Table {
                array,
                capacity,
                len,
                nodes,
                class,
                holes,
                is_free,
                absent: 0,
                hint: 0,
                generation: 0,
                last_free,
                meta,
            };
            self.tables.push(it);
            if is_free {
                let rest = Table { array, is_free, ..Table::default() };
                ensure(flags == 2 && it == rest, "a free table")?;
                continue;
            }
            ensure(flags < 2 && capacity <= 0x8000 && len <= capacity && class <= 24, "a table")?;
            ensure(last_free <= it.node_count(), "a table")?;
            if capacity > 0 {
                blocks.push((array, class_of::<u64>(capacity)));
            }
            if class > 0 {
                blocks.push((nodes, class_of::<u64>(2 * it.node_count())));
            }
        }
        Ok(blocks)
    }

    /// Returns the texts' blocks; there are so many bytes.
    fn read_texts(&mut self, input: &mut Reader<'_>, bytes: usize) -> Result<Vec<(u32, u8)>> {
        let mut text_blocks = Vec::new();
        for _ in 0..input.count(13)? {
            let state = match input.u8()? {
                0 => TextState::Free,
                1 => TextState::Interned,
                2 => TextState::Loose,
                _ => return Err(RestoreError::Damaged("a text")),
            };
            let (start, len, next) = (input.u32()?, input.u32()?, input.u32()?);
            if state != TextState::Free {
                ensure(len as usize <= bytes, "a text")?;
                text_blocks.push((start, class_of::<u8>(len)));
            }
            self.texts.push(HeapText { start, len, hash: 0, next, state });
        }
        Ok(text_blocks)
    }

    pub(crate) fn has(&self, value: Value, natives: usize) -> bool {
        let index = value.index() as usize;
        if value.0 & 0x00ff_ffff_0000_0000 != 0 {
            return false;
        }
        let is_text = |state| self.texts.get(index).is_some_and(|it| it.state == state);
        match value.tag() {
            0 => true,
            tag::TRUE | tag::FALSE | tag::NIL => index == 0,
            tag::TEXT => is_text(TextState::Interned),
            tag::LONG => is_text(TextState::Loose),
            tag::TABLE => self.tables.get(index).is_some_and(|it| !it.is_free),
            tag::FUNCTION => self.closures.get(index).is_some_and(|it| it.proto != FREE),
            tag::NATIVE => index < natives,
            tag::THREAD => self.threads.get(index).is_some_and(|it| it.status != CoroutineStatus::Free),
            _ => false,
        }
    }

    pub(crate) fn check_values(&self, natives: usize) -> Result<()> {
        let mut chains = Chains::default();
        for it in self.tables.iter().filter(|it| !it.is_free) {
            let meta = it.meta.checked_sub(1).map(|meta| Value::object(tag::TABLE, meta));
            ensure(meta.is_none_or(|meta| self.has(meta, natives)), "a metatable")?;
            let array = (0..it.capacity).all(|place| self.has(self.slot(it.array, place), natives));
            ensure(array, "a table's values")?;
            self.check_nodes(it, natives, &mut chains)?;
        }
        for it in self.closures.iter().filter(|it| it.proto != FREE) {
            let good = |value: Value| match value.as_object(tag::CELL) {
                Some(cell) => self.cells.get(cell as usize).is_some_and(|cell| cell.tag() != tag::FREE),
                None => self.has(value, natives),
            };
            ensure(
                (0..it.count).all(|index| good(self.upvalue(it.upvalues, index))),
                "a function's variables",
            )?;
        }
        let good = |cell: &Value| cell.tag() == tag::FREE || self.has(*cell, natives);
        ensure(self.cells.iter().all(good), "a variable")?;
        ends(self.free_table, |i| self.tables.get(i).filter(|it| it.is_free).map(|it| it.array))?;
        ends(self.free_text, |i| {
            self.texts.get(i).filter(|it| it.state == TextState::Free).map(|it| it.next)
        })?;
        ends(self.free_closure, |i| {
            self.closures.get(i).filter(|it| it.proto == FREE).map(|it| it.upvalues)
        })?;
        ends(self.free_cell, |i| self.cells.get(i).filter(|it| it.tag() == tag::FREE).map(|it| it.index()))?;
        ends(self.free_thread, |i| {
            self.threads.get(i).filter(|it| it.status == CoroutineStatus::Free).map(|it| it.resumer)
        })
    }

    fn check_nodes(&self, it: &Table, natives: usize, chains: &mut Chains) -> Result<()> {
        let count = it.node_count();
        let Chains { is_linked, places } = chains;
        is_linked.clear();
        is_linked.resize(count as usize, false);
        for node in 0..count {
            let (word, key, value) =
                (self.key_word(it, node), self.node_key(it, node), self.node_value(it, node));
            let link = Heap::link_of(word);
            let is_key = self.has(key, natives) && key.tag() != tag::LONG;
            // The key of a cleared field is only compared.
            ensure(self.has(value, natives) && (value.is_nil() || is_key && !key.is_nil()), "a field")?;
            ensure(!key.is_nil() || link == LAST, "a free field")?;
            if link != LAST {
                let linked = is_linked.get_mut(link as usize).ok_or(RestoreError::Damaged("a chain"))?;
                ensure(!*linked && !self.node_key(it, link).is_nil(), "a chain")?;
                *linked = true;
            }
        }
        places.clear();
        places.resize(count as usize, (u32::MAX, 0));
        let mut met = 0;
        for head in (0..count).filter(|node| !is_linked[*node as usize]) {
            let (mut node, mut order) = (head, 0);
            while node != LAST {
                places[node as usize] = (head, order);
                (node, order, met) = (Heap::link_of(self.key_word(it, node)), order + 1, met + 1);
            }
        }
        ensure(met == count, "a chain in a circle")?;
        for node in (0..count).filter(|node| !self.node_value(it, *node).is_nil()) {
            let main = places[self.main_position(it, self.node_key(it, node)) as usize];
            let own = places[node as usize];
            ensure(main.0 == own.0 && main.1 <= own.1, "a key in a wrong chain")?;
        }
        Ok(())
    }

    pub(crate) fn count_used(&mut self, stack: &[Value]) {
        let tables = self.tables.iter().filter(|it| !it.is_free);
        let tables = tables.map(|it| TABLE_SIZE + SLOT_SIZE * it.capacity + NODE_SIZE * it.node_count());
        let texts = self.texts.iter().filter(|it| it.state != TextState::Free).map(|it| TEXT_SIZE + it.len);
        let closures = self.closures.iter().filter(|it| it.proto != FREE).map(|it| self.size_of_closure(it));
        let cells = self.cells.iter().filter(|it| it.tag() != tag::FREE).map(|_| CELL_SIZE);
        let threads =
            self.threads.iter().filter(|it| it.status != CoroutineStatus::Free).map(super::Coroutine::size);
        let all = tables.chain(texts).chain(closures).chain(cells).chain(threads);
        let all = all.map(u64::from).sum::<u64>() + u64::from(stack_size(stack.len()));
        self.used = u32::try_from(all).unwrap_or(u32::MAX);
    }

    pub(crate) fn is_sane(&self) -> bool {
        self.used <= 8 * MEMORY && self.threshold <= 2 * MEMORY
    }
}

/// Checks that a free list ends, and contains nothing that is in use.
fn ends(head: u32, next: impl Fn(usize) -> Option<u32>) -> Result<()> {
    let mut at = head;
    let mut steps = 0u64;
    while let Some(index) = at.checked_sub(1) {
        at = next(index as usize).ok_or(RestoreError::Damaged("what is free"))?;
        steps += 1;
        // More steps than there can be items: a cycle.
        ensure(steps <= 1 << 24, "what is free")?;
    }
    Ok(())
}

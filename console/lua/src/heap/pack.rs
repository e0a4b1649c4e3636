//! Compaction after a collection.
//!
//! ```text
//! words, bytes   aa....bbbb........cc....   ──>   aabbbbcc          tables, texts ...   T T . T . . .   ──>   T T . T
//! ```
//!
//! A free block is reused only for its own size. So a program that fills its memory with objects of one size, drops them and continues
//! with another size would need new space for each: 40 MiB for ten sizes, with 2 MiB live. Blocks are moved together if more than
//! [`SPARE`] of them is free. Below that they stay where they are, since a block's place is a part of a state's bytes, and so of its digest.
//! No program sees that place. Objects keep their indices, on which the order of `pairs` depends.

use super::blocks::{BlockList, Unit, class_of};
use super::closure::{Closure, Coroutine, CoroutineStatus, FREE};
use super::table::Table;
use super::text::{HeapText, TextState};
use super::{Heap, MEMORY};
use crate::value::{Value, tag};
use alloc::vec::Vec;

/// Bytes of free blocks that are kept.
const SPARE: usize = MEMORY as usize;

impl Heap {
    /// Compacts the heap if much is free: after a sweep, with so many bytes of free blocks.
    pub(super) fn pack(&mut self, free: usize) {
        if free <= SPARE {
            return;
        }
        let mut words = BlockList::new();
        for it in self.tables.iter_mut().filter(|it| !it.is_free) {
            if it.capacity > 0 {
                it.array = moved(&self.words, &mut words, it.array, class_of::<u64>(it.capacity));
            }
            if it.class > 0 {
                it.nodes = moved(&self.words, &mut words, it.nodes, class_of::<u64>(2 * it.node_count()));
            }
        }
        for it in self.closures.iter_mut().filter(|it| it.proto != FREE && it.count > 0) {
            let class = class_of::<u64>(u32::from(it.count));
            it.upvalues = moved(&self.words, &mut words, it.upvalues, class);
        }
        let mut bytes = BlockList::new();
        for it in self.texts.iter_mut().filter(|it| it.state != TextState::Free) {
            it.start = moved(&self.bytes, &mut bytes, it.start, class_of::<u8>(it.len));
        }
        (self.words, self.bytes) = (words, bytes);
        let generations = self.tables.iter().map(|it| it.generation);
        let newest = generations.chain(self.threads.iter().map(|it| it.generation)).max();
        let places = self.tables.len() + self.threads.len();
        self.free_table = cut(&mut self.tables, |it| it.is_free, |next, it| Table::free(next, it.generation));
        self.free_text =
            cut(&mut self.texts, |it| it.state == TextState::Free, |next, _| HeapText::free(next));
        self.free_closure = cut(&mut self.closures, |it| it.proto == FREE, |next, _| Closure::free(next));
        self.free_cell =
            cut(&mut self.cells, |it| it.tag() == tag::FREE, |next, _| Value::object(tag::FREE, next));
        self.free_thread = cut(
            &mut self.threads,
            |it| it.status == CoroutineStatus::Free,
            |next, it| Coroutine::free(next, it.generation),
        );
        if self.tables.len() + self.threads.len() < places {
            // Places that are used again later.
            self.first_generation = newest.unwrap_or(0).wrapping_add(1);
        }
    }
}

fn moved<T: Unit>(from: &BlockList<T>, to: &mut BlockList<T>, addr: u32, class: u8) -> u32 {
    let at = to.items.len() as u32;
    to.items.extend_from_slice(&from.items[addr as usize..][..1 << class]);
    at
}

/// Ends a list after its last object, and links the free ones in it, the lowest first: the first of them, plus 1.
fn cut<T>(list: &mut Vec<T>, is_free: impl Fn(&T) -> bool, free: impl Fn(u32, &T) -> T) -> u32 {
    list.truncate(list.iter().rposition(|it| !is_free(it)).map_or(0, |last| last + 1));
    let mut first = 0;
    for (index, it) in list.iter_mut().enumerate().rev().filter(|(_, it)| is_free(it)) {
        *it = free(first, it);
        first = index as u32 + 1;
    }
    first
}

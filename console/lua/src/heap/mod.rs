//! Objects in flat lists: the whole state of a program's data, cloned as bytes.
//!
//! ```text
//! words   blocks of values: array parts, nodes              bytes   blocks of texts' bytes
//! tables  [Table]     texts  [HeapText]   a value's index refers to one of them, by its tag       free ones are linked
//! ```
//!
//! | file | what it holds |
//! |---|---|
//! | `blocks.rs` | blocks in sizes of powers of two |
//! | `text.rs` | texts, short ones interned |
//! | `table.rs` | tables by Lua 5.2's algorithm |
//! | `meta.rs` | metatables |
//! | `closure.rs` | closures, the cells that they share, coroutines |
//! | `collect.rs` | the collector |
//! | `pack.rs` | compaction where much is free |
//! | `image.rs` | the heap as bytes, and back |
//! | `changes.rs` | the difference between two heaps |
//!
//! Sizes are counted as in `stat(0)`, with the sizes of the original's objects. They are what the limit of 2 MiB applies to, so a heap
//! cannot exceed it, however large our own lists are.

mod blocks;
mod changes;
mod closure;
mod collect;
mod image;
mod meta;
mod pack;
mod table;
mod text;

use crate::value::{Value, tag};
use alloc::{vec, vec::Vec};
use blocks::BlockList;
pub(crate) use changes::HeapChanges;
pub(crate) use closure::{
    After, Closure, Coroutine, CoroutineStatus, FREE as FREE_CLOSURE, Frame, WINDOW, calls_size, stack_size,
};
pub use collect::MEMORY;
pub(crate) use collect::Roots;
pub(crate) use meta::{EVENTS, Event};
use table::Table;
pub use table::{InvalidKey, NilKey};
use text::{HeapText, TextState};
pub(crate) use text::{SHORT, hash};

// Sizes are those of Lua 5.2 with pointers and numbers of 32 bits. With 64 bits two public carts would exceed the 2 MiB: one has 3,600
// tables of 14 fields, the other 16,384 of two.
const TABLE_SIZE: u32 = 32;
const SLOT_SIZE: u32 = 8;
const NODE_SIZE: u32 = 20;
/// A text without its bytes.
const TEXT_SIZE: u32 = 17;

/// Keys of a table, and texts, that share a hash. The longest chain of 6,000 tables with keys in steps was 47; texts and objects reach
/// about a dozen. Only a program that searches for collisions has more, and then each access takes as long as a thousand others.
const MOST_IN_CHAIN: usize = 100;

#[derive(Clone, Debug)]
pub struct Heap {
    words: BlockList<u64>,
    bytes: BlockList<u8>,
    tables: Vec<Table>,
    texts: Vec<HeapText>,
    /// Interned texts by hash: the first of each chain, plus 1.
    buckets: Vec<u32>,
    interned: u32,
    pub(crate) closures: Vec<Closure>,
    /// By function, its closure plus 1, if it has no upvalues. Derived from `closures`, and not a part of the state.
    shared: Vec<u32>,
    pub(crate) cells: Vec<Value>,
    pub(crate) threads: Vec<Coroutine>,
    free_table: u32,
    free_text: u32,
    free_closure: u32,
    free_cell: u32,
    free_thread: u32,
    pub(crate) used: u32,
    threshold: u32,
    /// That of objects at new places: no object there had it before. Only for debuggers, and not a part of the state.
    first_generation: u16,
    /// Cycles for work that grows with the objects, until the machine takes them; 0 between two runs, and not a part of the state.
    due: i64,
    /// Too many keys or texts have collided: the program must stop. Not a part of the state.
    crowded: bool,
}

impl Default for Heap {
    fn default() -> Heap {
        Heap::new()
    }
}

impl Heap {
    pub fn new() -> Heap {
        Heap {
            words: BlockList::new(),
            bytes: BlockList::new(),
            tables: Vec::new(),
            texts: Vec::new(),
            buckets: vec![0; 128],
            interned: 0,
            closures: Vec::new(),
            shared: Vec::new(),
            cells: Vec::new(),
            threads: Vec::new(),
            free_table: 0,
            free_text: 0,
            free_closure: 0,
            free_cell: 0,
            free_thread: 0,
            used: 0,
            threshold: 200 << 10,
            first_generation: 0,
            due: 0,
            crowded: false,
        }
    }

    pub fn used(&self) -> u32 {
        self.used
    }

    fn charge(&mut self, cycles: usize) {
        self.due = self.due.saturating_add(cycles as i64);
    }

    /// Charges for empty places of a table on the way to the next key; few tables have many.
    pub(crate) fn charge_skipped(&mut self, places: u32) {
        self.charge(places as usize / 8);
    }

    /// Checks the length of a chain before another item is added.
    fn check_chain(&mut self, length: usize) {
        self.crowded |= length >= MOST_IN_CHAIN;
    }

    /// Must the program stop, because lookups would take too long?
    #[inline]
    pub(crate) fn is_crowded(&self) -> bool {
        self.crowded
    }

    pub(crate) fn clear_crowded(&mut self) {
        self.crowded = false;
    }

    #[inline]
    pub(crate) fn take_due(&mut self) -> i64 {
        core::mem::take(&mut self.due)
    }

    pub fn table(&mut self) -> Value {
        Value::object(tag::TABLE, self.new_table(0, 0))
    }

    /// `rawget(table, key)`; nil if the first is not a table.
    pub fn get(&self, table: Value, key: Value) -> Value {
        table.as_object(tag::TABLE).map_or(Value::NIL, |table| self.get_at(table, key))
    }

    /// `rawset(table, key, value)`; does nothing if the first is not a table.
    pub fn set(&mut self, table: Value, key: Value, value: Value) -> Result<(), NilKey> {
        table.as_object(tag::TABLE).map_or(Ok(()), |table| self.set_at(table, key, value))
    }

    /// Grows a table's array part to the keys 1 to `count`; its nodes stay.
    pub(crate) fn reserve(&mut self, table: Value, count: usize) {
        let Some(table) = table.as_object(tag::TABLE) else { return };
        let it = self.at(table);
        // Larger keys wrap.
        if count > it.capacity as usize && count <= 0x7fff {
            self.resize(table, count as u32, it.node_count());
        }
    }

    /// `rawlen(table)`; 0 if it is not a table.
    pub fn len(&self, table: Value) -> u32 {
        table.as_object(tag::TABLE).map_or(0, |table| self.len_at(table))
    }

    /// `next(table, key)`: key and value; none at the end, or if the first is not a table.
    pub fn next(&self, table: Value, key: Value) -> Result<Option<(Value, Value)>, InvalidKey> {
        table.as_object(tag::TABLE).map_or(Ok(None), |table| Ok(self.next_at(table, key)?.0))
    }
}

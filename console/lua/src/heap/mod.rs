//! Objects in flat lists: the whole state of a program's data, cloned as bytes are.
//!
//! ```text
//! words   blocks of values: array parts, nodes              bytes   blocks of texts' bytes
//! tables  [Table]     texts  [Text]   what a value's index means, by its tag       free ones are chained
//! ```
//!
//! | file | what it holds |
//! |---|---|
//! | `blocks.rs` | room in powers of two |
//! | `text.rs` | texts, short ones interned |
//! | `table.rs` | tables by Lua 5.2's algorithm |
//! | `meta.rs` | metatables |
//! | `closure.rs` | closures, the cells they share, coroutines |
//! | `collect.rs` | the collector |
//! | `pack.rs` | what it gives up where much is free |
//! | `image.rs` | all of it as bytes, and back |
//! | `changes.rs` | what of it differs from another one |
//!
//! Sizes are counted as `stat(0)` shows them, with the sizes that the original's objects have; they are what the 2 MiB are
//! held against, so that a heap cannot grow past its limit however large our own lists are.

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
use alloc::vec;
use alloc::vec::Vec;
use blocks::Blocks;
pub(crate) use changes::HeapChanges;
pub(crate) use closure::{After, Closure, FREE as FREE_CLOSURE, Frame, Status, Thread, WINDOW, stack_size};
pub use collect::MEMORY;
pub(crate) use collect::Roots;
pub(crate) use meta::{EVENTS, Event};
use table::Table;
pub use table::{InvalidKey, NilKey};
use text::{Text, TextState};

// Sizes are those of Lua 5.2 where pointers and numbers have 32 bits. With those of 64 bits two public carts need more than the 2 MiB
// that there are: one has 3,600 tables of 14 fields, the other 16,384 of two.
/// Bytes that a table counts as.
const TABLE_SIZE: u32 = 32;
const SLOT_SIZE: u32 = 8;
/// A key with its value.
const NODE_SIZE: u32 = 20;
/// A text, besides its length.
const TEXT_SIZE: u32 = 17;

/// Keys of one hash in a table, and texts of one hash. The longest chain of 6,000 tables with keys in steps was 47; texts and objects come
/// to a dozen. A program has to look for more of them, and then each access takes as long as a thousand others.
const MOST_IN_CHAIN: usize = 100;

/// All objects of a program.
#[derive(Clone, Debug)]
pub struct Heap {
    words: Blocks<u64>,
    bytes: Blocks<u8>,
    tables: Vec<Table>,
    texts: Vec<Text>,
    /// Interned texts by hash: the first of each chain, plus 1.
    buckets: Vec<u32>,
    interned: u32,
    pub(crate) closures: Vec<Closure>,
    /// By function, the place of its closure plus 1, if it has nothing of a function around. It follows from `closures`, and is no part
    /// of the state.
    shared: Vec<u32>,
    pub(crate) cells: Vec<Value>,
    pub(crate) threads: Vec<Thread>,
    free_table: u32,
    free_text: u32,
    free_closure: u32,
    free_cell: u32,
    free_thread: u32,
    /// Bytes that all objects count as.
    pub(crate) used: u32,
    /// How many of them make a collection due.
    threshold: u32,
    /// Cycles for work that grows with the objects, until the machine takes them; 0 between two runs, and no part of the state.
    due: i64,
    /// Too many keys or texts have fallen together: the program is to stop. No part of the state.
    crowded: bool,
}

impl Default for Heap {
    fn default() -> Heap {
        Heap::new()
    }
}

impl Heap {
    /// An empty one.
    pub fn new() -> Heap {
        Heap {
            words: Blocks::new(),
            bytes: Blocks::new(),
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
            due: 0,
            crowded: false,
        }
    }

    /// Bytes that its objects count as.
    pub fn used(&self) -> u32 {
        self.used
    }

    /// Charges for work that grows with the objects.
    fn charge(&mut self, cycles: usize) {
        self.due = self.due.saturating_add(cycles as i64);
    }

    /// Charges for empty places of a table that were passed on the way to the next key: few tables have many.
    pub(crate) fn charge_skipped(&mut self, places: u32) {
        self.charge(places as usize / 8);
    }

    /// Notes a chain that was walked to its end before something joined it.
    fn check_chain(&mut self, length: usize) {
        self.crowded |= length >= MOST_IN_CHAIN;
    }

    /// Is the program to stop, since what it looks for would take too long?
    #[inline]
    pub(crate) fn is_crowded(&self) -> bool {
        self.crowded
    }

    /// Begins again without that.
    pub(crate) fn clear_crowded(&mut self) {
        self.crowded = false;
    }

    /// Takes what was charged since the last call.
    #[inline]
    pub(crate) fn take_due(&mut self) -> i64 {
        core::mem::take(&mut self.due)
    }

    /// A new, empty table.
    pub fn table(&mut self) -> Value {
        Value::object(tag::TABLE, self.new_table(0, 0))
    }

    /// `rawget(table, key)`; nil if the first is no table.
    pub fn get(&self, table: Value, key: Value) -> Value {
        table.as_object(tag::TABLE).map_or(Value::NIL, |table| self.get_at(table, key))
    }

    /// `rawset(table, key, value)`; nothing if the first is no table.
    ///
    /// # Errors
    /// When the key is nil.
    pub fn set(&mut self, table: Value, key: Value, value: Value) -> Result<(), NilKey> {
        table.as_object(tag::TABLE).map_or(Ok(()), |table| self.set_at(table, key, value))
    }

    /// Gives a table's array part room for the keys 1 to `count`, if it has less; its nodes keep theirs.
    pub(crate) fn reserve(&mut self, table: Value, count: usize) {
        let Some(table) = table.as_object(tag::TABLE) else { return };
        let it = self.at(table);
        // Beyond these keys wrap.
        if count > it.capacity as usize && count <= 0x7fff {
            self.resize(table, count as u32, it.node_count());
        }
    }

    /// `rawlen(table)`; 0 if it is no table.
    pub fn len(&self, table: Value) -> u32 {
        table.as_object(tag::TABLE).map_or(0, |table| self.len_at(table))
    }

    /// `next(table, key)`: key and value; none at the end, or if the first is no table.
    ///
    /// # Errors
    /// When the table does not have that key.
    pub fn next(&self, table: Value, key: Value) -> Result<Option<(Value, Value)>, InvalidKey> {
        table.as_object(tag::TABLE).map_or(Ok(None), |table| Ok(self.next_at(table, key)?.0))
    }
}

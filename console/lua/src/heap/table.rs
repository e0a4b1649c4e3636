//! Tables: Lua 5.2's algorithm in a flat heap.
//!
//! ```text
//! Table ── array ──> values 1 .. capacity         more than half of each power of two is used, decided when nodes run out
//!       └─ nodes ──> key, value | key, value ...   chained scatter: a chain begins at its main position and continues in free nodes,
//!                                                  which are taken from the top down; the link is in the key's spare bits
//! ```
//!
//! This follows the original exactly, since carts depend on it: on `#t` of tables with holes, on the order of `pairs`, and on clearing
//! fields during a traversal: a cleared field keeps its node until the nodes run out.
//!
//! | key | main position of n nodes | source |
//! |---|---|---|
//! | text | its hash modulo n | Lua 5.2; the hash is our own |
//! | number | magnitude of word times 0x9e37.79b9 (16.16), modulo (n-1) or 1 | z8lua |
//! | boolean, table, function, thread | its index, scattered, high bits | our own |
//!
//! `len` of a table without `holes` is exact: everything before it exists, and nothing after it. Appending and removing at the end keep it
//! so; anything else sets `holes`, and then `#` searches as the original does.

use super::blocks::class_of;
use super::{Heap, NODE_SIZE, SLOT_SIZE};
use crate::value::{Value, tag};

/// The link of the last node of a chain.
pub(super) const LAST: u32 = 0xff_ffff;

const KEY: u64 = 0xff00_0000_ffff_ffff;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Table {
    pub array: u32,
    pub capacity: u32,
    pub len: u32,
    pub nodes: u32,
    /// Nodes as a power of two, plus 1; 0 for none.
    pub class: u8,
    pub holes: bool,
    /// The table was freed; `array` is the next free one, plus 1.
    pub is_free: bool,
    /// Metamethods that it, as a metatable, is known not to have.
    pub absent: u8,
    /// The last known node of `__index`; only a hint.
    pub hint: u16,
    /// Changes when a place is used again; only for debuggers, and not a part of the state.
    pub generation: u16,
    /// No node from here on is free.
    pub last_free: u32,
    /// Its metatable, plus 1.
    pub meta: u32,
}

impl Table {
    /// A free place, that had so many tables.
    pub(super) fn free(next: u32, generation: u16) -> Table {
        Table { is_free: true, array: next, generation, ..Table::default() }
    }

    pub(super) fn node_count(&self) -> u32 {
        if self.class == 0 { 0 } else { 1 << (self.class - 1) }
    }
}

/// Nil is not a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NilKey;

/// `next` cannot continue from this key: the table does not have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidKey;

/// A positive integer, which may be in an array part.
#[inline]
fn as_index(key: Value) -> Option<u32> {
    // A number's tag is 0, and so is an integer's fraction.
    if key.0 >> 31 == 0 && key.0 as u32 & 0xffff == 0 && key.0 != 0 { Some(key.0 as u32 >> 16) } else { None }
}

/// The key of an array place, which is below 32768.
fn index_key(index: u32) -> Value {
    Value(u64::from(index << 16))
}

impl Heap {
    /// A table with room for so many array items and so many other fields.
    pub(crate) fn new_table(&mut self, array: u32, others: u32) -> u32 {
        let index = match self.free_table.checked_sub(1) {
            Some(index) => {
                let Table { array, generation, .. } = self.tables[index as usize];
                self.free_table = array;
                self.tables[index as usize] = Table { generation, ..Table::default() };
                index
            }
            None => {
                self.tables.push(Table { generation: self.first_generation, ..Table::default() });
                self.tables.len() as u32 - 1
            }
        };
        self.used += super::TABLE_SIZE;
        if array > 0 || others > 0 {
            self.resize(index, array, others);
        }
        index
    }

    pub(super) fn at(&self, table: u32) -> &Table {
        &self.tables[table as usize]
    }

    pub(crate) fn has_table(&self, table: u32) -> bool {
        self.tables.get(table as usize).is_some_and(|it| !it.is_free)
    }

    /// The numbers of its entries: those in the array, and all others.
    pub(crate) fn counts_at(&self, table: u32) -> (usize, usize) {
        let it = self.at(table);
        let values = (0..it.capacity).filter(|place| !self.slot(it.array, *place).is_nil());
        let others = (0..it.node_count()).filter(|node| !self.node_value(it, *node).is_nil());
        (values.count(), others.count())
    }

    /// How many objects had the place of a table, function or coroutine before; of a function, its number in the program.
    pub(crate) fn generation(&self, tag: u8, index: u32) -> u16 {
        let index = index as usize;
        match tag {
            tag::TABLE => self.tables.get(index).map_or(0, |it| it.generation),
            tag::FUNCTION => self.closures.get(index).map_or(0, |it| it.proto as u16),
            tag::THREAD => self.threads.get(index).map_or(0, |it| it.generation),
            _ => 0,
        }
    }

    /// Numbers all objects from here on, so that none is taken for one of another history of this program.
    pub(crate) fn begin_generations(&mut self, first: u16) {
        self.first_generation = first;
        self.tables.iter_mut().for_each(|it| it.generation = first);
        self.threads.iter_mut().for_each(|it| it.generation = first);
    }

    pub(super) fn slot(&self, array: u32, place: u32) -> Value {
        Value(self.words.items[(array + place) as usize])
    }

    pub(super) fn node_key(&self, table: &Table, node: u32) -> Value {
        Value(self.key_word(table, node) & KEY)
    }

    pub(super) fn key_word(&self, table: &Table, node: u32) -> u64 {
        self.words.items[(table.nodes + 2 * node) as usize]
    }

    pub(super) fn node_value(&self, table: &Table, node: u32) -> Value {
        Value(self.words.items[(table.nodes + 2 * node + 1) as usize])
    }

    pub(super) fn link_of(word: u64) -> u32 {
        (word >> 32) as u32 & LAST
    }

    fn put_link(&mut self, table: u32, node: u32, link: u32) {
        let place = (self.at(table).nodes + 2 * node) as usize;
        self.words.items[place] = self.words.items[place] & KEY | u64::from(link) << 32;
    }

    fn put_key(&mut self, table: u32, node: u32, key: Value) {
        let place = (self.at(table).nodes + 2 * node) as usize;
        self.words.items[place] = self.words.items[place] & !KEY | key.0;
    }

    pub(super) fn put_value(&mut self, table: u32, node: u32, value: Value) {
        let place = (self.at(table).nodes + 2 * node + 1) as usize;
        self.words.items[place] = value.0;
    }

    pub(super) fn main_position(&self, table: &Table, key: Value) -> u32 {
        let log = u32::from(table.class - 1);
        let mask = (1u32 << log) - 1;
        match key.tag() {
            0 => {
                let word = i64::from(key.0 as u32 as i32);
                let product = (word * i64::from(0x9e37_79b9_u32 as i32)) >> 16;
                (product as i32).unsigned_abs() % (mask | 1)
            }
            tag::TEXT => self.texts[key.index() as usize].hash & mask,
            other => {
                let scattered = (key.index() ^ u32::from(other) << 24).wrapping_mul(0x9e37_79b1);
                if log == 0 { 0 } else { scattered >> (32 - log) }
            }
        }
    }

    /// The node of a key; long texts are never keys.
    #[inline]
    pub(super) fn find_node(&self, table: &Table, key: Value) -> Option<u32> {
        if table.class == 0 {
            return None;
        }
        let mut node = self.main_position(table, key);
        loop {
            let word = self.key_word(table, node);
            if word & KEY == key.0 {
                return Some(node);
            }
            node = Self::link_of(word);
            if node == LAST {
                return None;
            }
        }
    }

    /// A key as it is in nodes: a long text as its interned one. None if no such text is interned, so no table has it.
    fn known_key(&self, key: Value) -> Option<Value> {
        match key.as_object(tag::LONG) {
            Some(long) => {
                let bytes = self.text_bytes(long);
                let index = self.find_interned(bytes, super::text::hash(bytes))?;
                Some(Value::object(tag::TEXT, index))
            }
            None => Some(key),
        }
    }

    /// `t[key]`, without metamethods; nil if it is missing.
    #[inline]
    pub(crate) fn get_at(&self, table: u32, key: Value) -> Value {
        let it = self.at(table);
        match as_index(key) {
            Some(index) if index <= it.capacity => self.slot(it.array, index - 1),
            _ => self.get_node(it, key),
        }
    }

    fn get_node(&self, table: &Table, key: Value) -> Value {
        let node = self.known_key(key).and_then(|key| self.find_node(table, key));
        node.map_or(Value::NIL, |node| self.node_value(table, node))
    }

    #[inline]
    pub(crate) fn set_at(&mut self, table: u32, key: Value, value: Value) -> Result<(), NilKey> {
        match as_index(key) {
            Some(index) if index <= self.at(table).capacity => {
                self.set_slot(table, index - 1, value);
                Ok(())
            }
            _ if key.is_nil() => Err(NilKey),
            _ => {
                self.set_node(table, key, value);
                Ok(())
            }
        }
    }

    pub(super) fn set_slot(&mut self, table: u32, place: u32, value: Value) {
        let it = &mut self.tables[table as usize];
        if place == it.len {
            it.len += u32::from(!value.is_nil() && !it.holes);
        } else if !it.holes {
            if place + 1 == it.len && value.is_nil() {
                it.len -= 1;
            } else if place > it.len || value.is_nil() {
                it.holes = place < it.len || !value.is_nil();
            }
        }
        self.words.items[(it.array + place) as usize] = value.0;
    }

    /// `t.name = value`, without metamethods, where the field is nil or missing.
    pub(crate) fn set_field(&mut self, table: u32, name: Value, value: Value) {
        match self.find_node(self.at(table), name) {
            Some(node) => {
                self.tables[table as usize].absent = 0;
                self.put_value(table, node, value);
            }
            None => self.insert(table, name, value),
        }
    }

    fn set_node(&mut self, table: u32, key: Value, value: Value) {
        let known = self.known_key(key);
        match known.and_then(|key| self.find_node(self.at(table), key)) {
            Some(node) => {
                self.tables[table as usize].absent = 0;
                self.put_value(table, node, value);
            }
            None => {
                let key = known.unwrap_or_else(|| {
                    let bytes = self.text_bytes(key.index()).to_vec();
                    Value::object(tag::TEXT, self.intern(&bytes))
                });
                self.insert(table, key, value);
            }
        }
    }

    /// Inserts a missing key. Nil is inserted too: the original makes a node for it, and may grow.
    fn insert(&mut self, table: u32, key: Value, value: Value) {
        self.tables[table as usize].absent = 0;
        let it = *self.at(table);
        if it.class == 0 {
            return self.rehash(table, key, value);
        }
        let mut place = self.main_position(&it, key);
        if !self.node_value(&it, place).is_nil() {
            let Some(free) = self.free_node(table) else { return self.rehash(table, key, value) };
            let other = Value(self.key_word(&it, place) & KEY);
            let main = self.main_position(&it, other);
            let link = Self::link_of(self.key_word(&it, place));
            if main != place {
                // A node of another chain occupies this slot: it moves away, and its chain is relinked.
                let mut before = main;
                while Self::link_of(self.key_word(&it, before)) != place {
                    before = Self::link_of(self.key_word(&it, before));
                }
                self.put_link(table, before, free);
                self.put_key(table, free, other);
                self.put_value(table, free, self.node_value(&it, place));
                self.put_link(table, free, link);
                self.put_link(table, place, LAST);
            } else {
                let next =
                    |node: &u32| Some(Self::link_of(self.key_word(&it, *node))).filter(|next| *next != LAST);
                self.check_chain(core::iter::successors(Some(place), next).count());
                self.put_link(table, free, link);
                self.put_link(table, place, free);
                place = free;
            }
        }
        self.put_key(table, place, key);
        self.put_value(table, place, value);
    }

    fn free_node(&mut self, table: u32) -> Option<u32> {
        loop {
            let it = &mut self.tables[table as usize];
            it.last_free = it.last_free.checked_sub(1)?;
            let it = *it;
            if Value(self.key_word(&it, it.last_free) & KEY).is_nil() {
                return Some(it.last_free);
            }
        }
    }

    /// Computes new sizes for all fields and the key without room.
    fn rehash(&mut self, table: u32, key: Value, value: Value) {
        // numbers[i]: keys in 2^(i-1) < k <= 2^i.
        let mut numbers = [0u32; 17];
        let mut count = |key: Value| match as_index(key) {
            Some(index) => {
                numbers[index.next_power_of_two().trailing_zeros() as usize] += 1;
                1
            }
            None => 0,
        };
        let it = *self.at(table);
        let (mut whole, mut all) = (0, 0);
        for place in 0..it.capacity {
            if !self.slot(it.array, place).is_nil() {
                whole += count(index_key(place + 1));
                all += 1;
            }
        }
        for node in 0..it.node_count() {
            if !self.node_value(&it, node).is_nil() {
                whole += count(Value(self.key_word(&it, node) & KEY));
                all += 1;
            }
        }
        whole += count(key);
        all += 1;
        // The largest power of two of which more than half is used.
        let (mut below, mut in_array, mut size) = (0, 0, 0);
        for (i, number) in numbers.iter().enumerate() {
            let power = 1u32 << i;
            if power / 2 >= whole {
                break;
            }
            below += number;
            if *number > 0 && below > power / 2 {
                (size, in_array) = (power, below);
            }
        }
        self.resize(table, size, all - in_array);
        // Insertions pay for growth; a table that stays as large can be full again with the next key.
        let (before, after) = (it.capacity + it.node_count(), size + self.at(table).node_count());
        if after <= before {
            self.charge(2 * before as usize);
        }
        // A key is never nil here.
        let _ = self.set_at(table, key, value);
    }

    /// Resizes a table; what does not fit in the array goes to nodes.
    pub(crate) fn resize(&mut self, table: u32, capacity: u32, others: u32) {
        let old = *self.at(table);
        let class = if others == 0 { 0 } else { others.next_power_of_two().trailing_zeros() as u8 + 1 };
        let fresh = Table { class, ..Table::default() };
        let nodes = match fresh.node_count() {
            0 => 0,
            count => {
                let addr = self.words.alloc(class_of::<u64>(2 * count));
                for node in 0..count {
                    let place = (addr + 2 * node) as usize;
                    self.words.items[place] = Value::NIL.0 | u64::from(LAST) << 32;
                    self.words.items[place + 1] = Value::NIL.0;
                }
                addr
            }
        };
        let kept = capacity.min(old.capacity);
        let array = match capacity {
            0 => 0,
            _ if capacity == old.capacity => old.array,
            _ => {
                let addr = self.words.alloc(class_of::<u64>(capacity));
                let from = old.array as usize;
                self.words.items.copy_within(from..from + kept as usize, addr as usize);
                self.words.items[(addr + kept) as usize..(addr + capacity) as usize].fill(Value::NIL.0);
                addr
            }
        };
        let it = &mut self.tables[table as usize];
        (it.array, it.capacity) = (array, capacity);
        (it.nodes, it.class, it.last_free) = (nodes, class, fresh.node_count());
        for place in kept..old.capacity {
            let value = self.slot(old.array, place);
            if !value.is_nil() {
                let _ = self.set_at(table, index_key(place + 1), value);
            }
        }
        for node in (0..old.node_count()).rev() {
            let value = self.node_value(&old, node);
            if !value.is_nil() {
                let _ = self.set_at(table, Value(self.key_word(&old, node) & KEY), value);
            }
        }
        if old.array != array && old.capacity > 0 {
            self.words.free(old.array, class_of::<u64>(old.capacity));
        }
        if old.class > 0 {
            self.words.free(old.nodes, class_of::<u64>(2 * old.node_count()));
        }
        self.measure(table);
        self.used = self.used + SLOT_SIZE * capacity + NODE_SIZE * fresh.node_count()
            - SLOT_SIZE * old.capacity
            - NODE_SIZE * old.node_count();
    }

    /// Finds out whether the array part has holes, after it was filled in any order.
    pub(super) fn measure(&mut self, table: u32) {
        let it = *self.at(table);
        let slots = &self.words.items[it.array as usize..(it.array + it.capacity) as usize];
        let len = slots.iter().take_while(|slot| !Value(**slot).is_nil()).count();
        let holes = slots[len..].iter().any(|slot| !Value(*slot).is_nil());
        let it = &mut self.tables[table as usize];
        (it.len, it.holes) = (len as u32, holes);
    }

    /// `#t`, without metamethods: a place whose value exists and the next does not, as the original finds it.
    pub(crate) fn len_at(&self, table: u32) -> u32 {
        let it = self.at(table);
        if !it.holes && (it.len < it.capacity || it.class == 0) {
            return it.len;
        }
        if it.capacity > 0 && self.slot(it.array, it.capacity - 1).is_nil() {
            let (mut there, mut gone) = (0, it.capacity);
            while gone - there > 1 {
                let middle = (there + gone) / 2;
                match self.slot(it.array, middle - 1).is_nil() {
                    true => gone = middle,
                    false => there = middle,
                }
            }
            return there;
        }
        if it.class == 0 {
            return it.capacity;
        }
        // Beyond a full array the step doubles; a number's integer part is at most 32767.
        let is_nil = |index: u32| index > 32767 || self.get_node(it, index_key(index)).is_nil();
        let (mut there, mut gone) = (it.capacity, it.capacity + 1);
        while !is_nil(gone) {
            (there, gone) = (gone, gone * 2);
        }
        while gone - there > 1 {
            let middle = (there + gone) / 2;
            match is_nil(middle) {
                true => gone = middle,
                false => there = middle,
            }
        }
        there
    }

    /// Returns the key after this one and its value (for nil the first, at the end none), and the number of empty
    /// places before it.
    pub(crate) fn next_at(
        &self,
        table: u32,
        key: Value,
    ) -> Result<(Option<(Value, Value)>, u32), InvalidKey> {
        let it = self.at(table);
        let from = match as_index(key) {
            _ if key.is_nil() => 0,
            Some(index) if index <= it.capacity => index,
            _ => {
                let node = self.known_key(key).and_then(|key| self.find_node(it, key)).ok_or(InvalidKey)?;
                it.capacity + node + 1
            }
        };
        for place in from..it.capacity {
            let value = self.slot(it.array, place);
            if !value.is_nil() {
                return Ok((Some((index_key(place + 1), value)), place - from));
            }
        }
        for node in from.max(it.capacity) - it.capacity..it.node_count() {
            let value = self.node_value(it, node);
            if !value.is_nil() {
                let key = Value(self.key_word(it, node) & KEY);
                return Ok((Some((key, value)), it.capacity + node - from));
            }
        }
        Ok((None, it.capacity + it.node_count() - from))
    }

    /// Returns the index in `words` of a named field, or none if the table has no such node. `guess` is the key's last known node,
    /// only a hint.
    #[inline(always)]
    pub(crate) fn field(&self, table: u32, key: Value, guess: &mut u16) -> Option<usize> {
        let it = self.at(table);
        let node = u32::from(*guess);
        let place = it.nodes.wrapping_add(2 * node) as usize;
        // Checks the value's index first: if it is in range, so is the key's.
        if node < (1u32 << (it.class & 31)) >> 1
            && self.words.items.get(place.wrapping_add(1)).is_some()
            && self.words.items[place] & KEY == key.0
        {
            return Some(place.wrapping_add(1));
        }
        self.find_field(table, key, guess)
    }

    /// [`Heap::field`] of a table that most often lacks the field.
    #[inline(always)]
    pub(crate) fn own_field(&self, table: u32, key: Value, guess: &mut u16) -> Option<usize> {
        let it = self.at(table);
        let node = self.find_node(it, key)?;
        *guess = node as u16;
        Some((it.nodes + 2 * node + 1) as usize)
    }

    #[inline(never)]
    fn find_field(&self, table: u32, key: Value, guess: &mut u16) -> Option<usize> {
        self.own_field(table, key, guess)
    }

    #[inline(always)]
    pub(crate) fn word(&self, place: usize) -> Value {
        Value(self.words.items[place])
    }

    #[inline(always)]
    pub(crate) fn set_word(&mut self, place: usize, value: Value) {
        self.words.items[place] = value.0;
    }

    /// A value of the array part; none if the key is not in it.
    #[inline(always)]
    pub(crate) fn element(&self, table: u32, key: Value) -> Option<Value> {
        let it = self.at(table);
        match as_index(key) {
            Some(index) if index <= it.capacity => Some(self.slot(it.array, index - 1)),
            _ => None,
        }
    }

    /// Sets a value of the array part that was not nil, or is the next at its end if no metatable can matter. Otherwise false.
    #[inline(always)]
    pub(crate) fn set_element(&mut self, table: u32, key: Value, value: Value) -> bool {
        let it = &mut self.tables[table as usize];
        let Some(index) = as_index(key) else { return false };
        if index <= it.len && !value.is_nil() && !(it.holes && it.meta != 0) {
            self.words.items[(it.array + index - 1) as usize] = value.0;
            return true;
        }
        if index > it.capacity || it.meta != 0 {
            return false;
        }
        self.set_slot(table, index - 1, value);
        true
    }
}

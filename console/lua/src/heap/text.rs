//! Texts: bytes in blocks; short ones are unique.
//!
//! ```text
//! up to 40 bytes ── interned ──> tag text: same index, same text
//! longer         ── as made ───> tag long text: compared by bytes; interned when it becomes a key
//! ```
//!
//! The hash is of all bytes, and fixed: the original's has an unknown seed, so no cart relies on its order.

use super::Heap;
use super::blocks::class_of;
use crate::value::{Value, tag};

/// Bytes of the longest text that is interned when it is made.
pub(crate) const SHORT: usize = 40;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HeapText {
    pub start: u32,
    pub len: u32,
    pub hash: u32,
    /// The next interned text of its bucket, plus 1; of a freed one the next free one.
    pub next: u32,
    pub state: TextState,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TextState {
    #[default]
    Free,
    Interned,
    Loose,
}

impl HeapText {
    pub(super) fn free(next: u32) -> HeapText {
        HeapText { next, ..HeapText::default() }
    }
}

/// FNV-1a: one multiplication a byte; names in carts are short.
pub(crate) fn hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

impl Heap {
    pub fn bytes(&self, value: Value) -> Option<&[u8]> {
        match value.tag() {
            tag::TEXT | tag::LONG => Some(self.text_bytes(value.index())),
            _ => None,
        }
    }

    pub(crate) fn text_bytes(&self, index: u32) -> &[u8] {
        let text = self.texts[index as usize];
        &self.bytes.items[text.start as usize..][..text.len as usize]
    }

    pub fn text(&mut self, bytes: &[u8]) -> Value {
        if bytes.len() <= SHORT {
            return Value::object(tag::TEXT, self.intern(bytes));
        }
        Value::object(tag::LONG, self.new_text(bytes, 0, TextState::Loose))
    }

    /// The index that all equal texts share.
    pub(crate) fn intern(&mut self, bytes: &[u8]) -> u32 {
        let hash = hash(bytes);
        if let Some(index) = self.find_interned(bytes, hash) {
            return index;
        }
        let next = |index: &u32| self.texts[*index as usize].next.checked_sub(1);
        let first = self.buckets[self.bucket(hash)].checked_sub(1);
        self.check_chain(core::iter::successors(first, next).count());
        let index = self.new_text(bytes, hash, TextState::Interned);
        self.interned += 1;
        if self.interned > self.buckets.len() as u32 {
            self.link_all();
        } else {
            self.link(index);
        }
        index
    }

    pub(crate) fn find_interned(&self, bytes: &[u8], hash: u32) -> Option<u32> {
        let mut next = self.buckets[self.bucket(hash)];
        while let Some(index) = next.checked_sub(1) {
            let text = self.texts[index as usize];
            if text.hash == hash && self.text_bytes(index) == bytes {
                return Some(index);
            }
            next = text.next;
        }
        None
    }

    fn bucket(&self, hash: u32) -> usize {
        hash as usize & (self.buckets.len() - 1)
    }

    fn link(&mut self, index: u32) {
        let bucket = self.bucket(self.texts[index as usize].hash);
        self.texts[index as usize].next = self.buckets[bucket];
        self.buckets[bucket] = index + 1;
    }

    /// Puts all interned texts into their buckets, in the order of their indices. The number of buckets depends only on the number of texts,
    /// so chain lengths follow from the state.
    pub(super) fn link_all(&mut self) {
        let buckets = (self.interned as usize).next_power_of_two().max(128);
        self.buckets.clear();
        self.buckets.resize(buckets, 0);
        for index in 0..self.texts.len() as u32 {
            if self.texts[index as usize].state == TextState::Interned {
                self.link(index);
            }
        }
    }

    fn new_text(&mut self, bytes: &[u8], hash: u32, state: TextState) -> u32 {
        let start = self.bytes.alloc(class_of::<u8>(bytes.len() as u32));
        self.bytes.items[start as usize..][..bytes.len()].copy_from_slice(bytes);
        let text = HeapText { start, len: bytes.len() as u32, hash, next: 0, state };
        self.used += super::TEXT_SIZE + text.len;
        match self.free_text.checked_sub(1) {
            Some(index) => {
                self.free_text = self.texts[index as usize].next;
                self.texts[index as usize] = text;
                index
            }
            None => {
                self.texts.push(text);
                self.texts.len() as u32 - 1
            }
        }
    }

    #[inline]
    pub fn raw_equal(&self, a: Value, b: Value) -> bool {
        a == b || (a.tag() == tag::LONG || b.tag() == tag::LONG) && self.same_bytes(a, b)
    }

    #[cold]
    pub(crate) fn have_one_length(&self, a: Value, b: Value) -> bool {
        matches!((self.bytes(a), self.bytes(b)), (Some(a), Some(b)) if a.len() == b.len())
    }

    #[cold]
    fn same_bytes(&self, a: Value, b: Value) -> bool {
        matches!((self.bytes(a), self.bytes(b)), (Some(a), Some(b)) if a == b)
    }
}

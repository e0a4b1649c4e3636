//! A change: bytes before and after, what was done, and where it is to be seen.
//!
//! ```text
//! 0000 sheet, map, flags 3100    one history: they share bytes, and a sprite moves with what refers to it
//! 3100 music, sounds     4300    another one
//! ```
//!
//! It is what a history holds and a draft keeps. One from a file may be anything: [`DataChange::walk`] goes only where it begins there.

use super::history::Weight;
use super::types::{Data, EditPlace};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BytePatch {
    /// Its address in the data.
    pub addr: u16,
    pub old: u8,
    pub new: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataChange {
    pub name: Cow<'static, str>,
    /// The bytes.
    pub patches: Vec<BytePatch>,
    pub place: EditPlace,
    /// When, in ticks of the editor.
    #[serde(skip)]
    pub frame: u64,
    /// What may be joined to it: nudges of one thing, say.
    #[serde(skip)]
    pub(super) join: Option<u32>,
}

impl Weight for DataChange {
    fn weight(&self) -> usize {
        // An address below 0x4300 takes three bytes at most, in sevens of bits.
        16 + self.name.len() + 5 * self.patches.len()
    }
}

impl DataChange {
    /// Goes back or on from these data; false where it does not begin there.
    pub(super) fn walk(&self, back: bool, data: &mut Data, range: &Range<usize>) -> bool {
        let rises = self.patches.is_sorted_by(|a, b| a.addr < b.addr);
        let mut step = |patch: &BytePatch| {
            let (from, to) = if back { (patch.new, patch.old) } else { (patch.old, patch.new) };
            let at = usize::from(patch.addr);
            let is_right = range.contains(&at) && data[at] == from;
            if is_right {
                data[at] = to;
            }
            is_right
        };
        rises && self.patches.iter().all(&mut step)
    }
}

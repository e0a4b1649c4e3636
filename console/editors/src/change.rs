//! A step of the data's history.
//!
//! ```text
//! 0000 sheet, map, flags 3100    one history: they share bytes, and a sprite moves with its cells and flags
//! 3100 music, sounds     4300    another one
//! ```

use super::history::Weight;
use super::types::{Data, EditPlace};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BytePatch {
    pub addr: u16,
    pub old: u8,
    pub new: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataChange {
    pub name: Cow<'static, str>,
    pub patches: Vec<BytePatch>,
    pub place: EditPlace,
    #[serde(skip)]
    pub frame: u64,
    /// Steps with the same number may be joined, such as nudges.
    #[serde(skip)]
    pub(super) join: Option<u32>,
}

impl Weight for DataChange {
    fn weight(&self) -> usize {
        // An address below 0x4300 takes three bytes at most as a varint.
        16 + self.name.len() + 5 * self.patches.len()
    }
}

impl DataChange {
    /// Undoes or redoes it in these data; false where they are others.
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

//! Undo histories, a step of the data's history, and the newest steps for a draft.
//!
//! ```text
//! done: oldest ... newest   now   undone: last ... next
//!             |<- kept ---------------------- kept ->|     64 KiB at most; steps that can be undone come first
//!
//! 0000 sheet, map, flags 3100    one history of the data: they share bytes, and a sprite moves with its cells and flags
//! 3100 music, sounds, names 4b00 another one
//! ```
//!
//! The document and [`CodeStep`](super::code::CodeStep) check that steps of a draft lead to the unsaved data: they come from a file, which
//! may contain anything.

use super::types::EditPlace;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::Range;

/// Bytes of a history in a draft, at most.
const KEPT: usize = 64 << 10;

/// The last of each is next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct UndoStack<S> {
    pub done: Vec<S>,
    pub undone: Vec<S>,
}

impl<S> Default for UndoStack<S> {
    fn default() -> Self {
        UndoStack { done: Vec::new(), undone: Vec::new() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RecentSteps<S> {
    pub history: UndoStack<S>,
    pub is_cut: bool,
}

impl<S> Default for RecentSteps<S> {
    fn default() -> Self {
        RecentSteps { history: UndoStack::default(), is_cut: false }
    }
}

pub(super) trait Weight {
    fn weight(&self) -> usize;
}

impl<S: Weight + Clone> UndoStack<S> {
    pub fn newest(&self, made: Option<S>) -> RecentSteps<S> {
        let mut room = KEPT;
        let mut fits = |step: &&S| {
            let weight = step.weight();
            let fits = weight <= room;
            room = if fits { room - weight } else { 0 };
            fits
        };
        let all = self.done.len() + usize::from(made.is_some());
        let mut done: Vec<S> =
            made.iter().chain(self.done.iter().rev()).take_while(&mut fits).cloned().collect();
        done.reverse();
        let undone = if made.is_some() { &[][..] } else { &self.undone };
        let mut undone: Vec<S> = undone.iter().rev().take_while(fits).cloned().collect();
        undone.reverse();
        RecentSteps { is_cut: done.len() < all, history: UndoStack { done, undone } }
    }
}

impl<S: Weight> RecentSteps<S> {
    pub fn is_bounded(&self) -> bool {
        let UndoStack { done, undone } = &self.history;
        done.iter().chain(undone).map(S::weight).sum::<usize>() <= KEPT
    }
}

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
        // An address below 0x4b00 takes three bytes at most as a varint.
        16 + self.name.len() + 5 * self.patches.len()
    }
}

impl DataChange {
    pub(super) fn walk(&self, back: bool, data: &mut [u8], range: &Range<usize>) -> bool {
        let rises = self.patches.is_sorted_by(|a, b| a.addr < b.addr);
        let mut step = |patch: &BytePatch| {
            let (from, to) = if back { (patch.new, patch.old) } else { (patch.old, patch.new) };
            let at = usize::from(patch.addr);
            let is_right = range.contains(&at) && data.get(at) == Some(&from);
            if is_right {
                data[at] = to;
            }
            is_right
        };
        rises && self.patches.iter().all(&mut step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Weight for usize {
        fn weight(&self) -> usize {
            *self
        }
    }

    #[test]
    fn the_newest_steps_are_kept() {
        let half = KEPT / 2;
        let of =
            |done: &[usize], undone: &[usize]| UndoStack { done: done.to_vec(), undone: undone.to_vec() };
        let cases = [
            (of(&[1, 2, 3], &[4, 5]), None, of(&[1, 2, 3], &[4, 5]), false),
            (of(&[1, 2], &[4, 5]), Some(3), of(&[1, 2, 3], &[]), false),
            (of(&[1, half, half], &[7]), None, of(&[half, half], &[]), true),
            (of(&[half], &[9, half, 1]), None, of(&[half], &[1]), false),
            (of(&[1, KEPT + 1], &[1]), None, of(&[], &[]), true),
            (of(&[], &[]), None, of(&[], &[]), false),
        ];
        for (all, made, history, is_cut) in cases {
            let got = all.newest(made);
            assert!(got.is_bounded());
            assert_eq!(got, RecentSteps { history, is_cut }, "{all:?} {made:?}");
        }
    }
}

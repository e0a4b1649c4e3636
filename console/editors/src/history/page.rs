//! The page of the history: a list of what changed, and what the chosen row had before and after.
//!
//! ```text
//! 12:31 main.lua 10-14       sprite 1          Up, Down      another row
//! 12:30 sprite 1      # #    before   after    Enter, Right  to the pictures; there the arrows choose one
//! 12:29 saved                 ####     #  #    Enter         restores the selection, as an edit that can be undone
//! 12:20 opened               [restore ...]     Esc           back to the list, and to the editor
//! ```
//!
//! A click chooses a row or a picture. The button below, or a second click, restores.

use super::super::EditKey;
use super::picture::Picture;
use super::rows::{Lines, Part, Row};
use format::EditState;
use std::collections::BTreeMap;

/// A row as the list shows it.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub time: String,
    pub words: String,
    /// The first line of code that has changed.
    pub line: Vec<u8>,
    pub picture: Option<Picture>,
}

/// One line of the panel: a part of the cart, or all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Part(Part),
    Lines(Lines),
    Cart,
}

/// What the chosen row has changed.
#[derive(Clone, Debug)]
pub(super) struct Opened {
    pub of: u64,
    pub before: EditState,
    pub after: EditState,
    pub items: Vec<Item>,
}

#[derive(Clone, Debug, Default)]
pub struct HistoryPage {
    pub(super) rows: Vec<Row>,
    pub(super) entries: usize,
    pub(super) cursor: usize,
    pub(super) first: usize,
    /// The chosen picture: a line of the panel, and whether it is the state before. None while the list has the keys.
    pub(super) chosen: Option<(usize, bool)>,
    pub(super) shown: BTreeMap<u64, Shown>,
    pub(super) opened: Option<Opened>,
}

impl Opened {
    pub fn state(&self, is_before: bool) -> &EditState {
        if is_before { &self.before } else { &self.after }
    }

    pub fn name(&self, item: &Item) -> String {
        match item {
            Item::Part(part) => part.name(),
            Item::Lines(lines) => lines.words(&self.after),
            Item::Cart => "the whole cart".into(),
        }
    }
}

impl HistoryPage {
    pub(super) fn choose(&mut self, cursor: usize) {
        self.cursor = cursor.min(self.rows.len().saturating_sub(1));
        self.chosen = None;
    }

    pub(super) fn step(&mut self, key: &EditKey, lines: usize) -> Option<Step> {
        let items = self.opened.as_ref().map_or(0, |opened| opened.items.len());
        let Some((item, is_before)) = self.chosen else {
            match key.name {
                "ArrowUp" => self.choose(self.cursor.saturating_sub(1)),
                "ArrowDown" => self.choose(self.cursor + 1),
                "PageUp" => self.choose(self.cursor.saturating_sub(lines)),
                "PageDown" => self.choose(self.cursor + lines),
                "Home" => self.choose(0),
                "End" => self.choose(usize::MAX),
                "Enter" | "ArrowRight" | "Tab" if items > 0 => self.chosen = Some((0, true)),
                "Escape" => return Some(Step::Close),
                _ => {}
            }
            return None;
        };
        self.chosen = match key.name {
            "ArrowUp" => Some((item.saturating_sub(1), is_before)),
            "ArrowDown" => Some(((item + 1).min(items.saturating_sub(1)), is_before)),
            "ArrowLeft" if is_before => None,
            "ArrowLeft" => Some((item, true)),
            "ArrowRight" => Some((item, false)),
            "Escape" | "Tab" => None,
            "Enter" => return Some(Step::Restore),
            _ => self.chosen,
        };
        None
    }
}

pub(super) enum Step {
    Close,
    Restore,
}

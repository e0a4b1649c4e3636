//! The page's keys, mouse and status line, and what it shows.
//!
//! ```text
//! opened, an entry added ── rows ── the visible ones and the chosen one get their states: words, pictures
//! key, click, wheel ── page.rs ──> another choice, or restore.rs
//! ```

use super::super::pen::BAR;
use super::super::{EditKey, Editors};
use super::layout::Layout;
use super::page::{HistoryPage, Item, Opened, Shown, Step};
use super::picture::Picture;
use super::rows::{Lines, Part, parts};
use format::EditKind;

impl Editors {
    pub(crate) fn open_history(&mut self) {
        self.cx.finish_name();
        let (editor, cx) = self.front();
        editor.finish(cx);
        self.record();
        self.page = Some(HistoryPage::default());
        self.show_new_rows();
    }

    /// Shows entries that were added while the page is open. The chosen row stays.
    pub(super) fn show_new_rows(&mut self) {
        let entries = self.history.log.entries().len();
        let Some(page) = self.page.as_mut().filter(|page| page.entries != entries) else { return };
        let chosen = page.rows.get(page.cursor).map(|row| row.after).filter(|_| page.cursor > 0);
        page.entries = entries;
        let rows = self.history_rows();
        let Some(page) = &mut self.page else { return };
        page.rows = rows;
        page.cursor = page.rows.iter().position(|row| Some(row.after) == chosen).unwrap_or(0);
        self.open_row();
    }

    /// Makes what the visible rows and the panel show.
    pub(crate) fn open_row(&mut self) {
        let Some(mut page) = self.page.take() else { return };
        let layout = Layout::of(self.cx.size);
        let lines = layout.lines();
        page.first = page.first.clamp((page.cursor + 1).saturating_sub(lines), page.cursor);
        for row in page.rows.iter().skip(page.first).take(lines) {
            page.shown.entry(row.after).or_insert_with(|| {
                let (before, after) = self.states_of(row);
                let all = parts(&before, &after);
                let first = all.first().filter(|_| row.kind == EditKind::Edited);
                let line = first.and_then(|part| match part {
                    Part::File(name) => Some(Lines::of(name, &before, &after).first(&after)),
                    _ => None,
                });
                Shown {
                    time: self.time_of(row.time),
                    words: self.words(row, (&before, &after)),
                    line: line.unwrap_or_default(),
                    picture: first.and_then(|part| Picture::small(part, &after, &before)),
                }
            });
        }
        let row = page.rows.get(page.cursor);
        if page.opened.as_ref().map(|opened| opened.of) != row.map(|row| row.after) {
            page.opened = row.map(|row| {
                let (before, after) = self.states_of(row);
                let item = |part| match part {
                    Part::File(name) => Item::Lines(Lines::of(&name, &before, &after)),
                    part => Item::Part(part),
                };
                let items = parts(&before, &after).into_iter().map(item).chain([Item::Cart]).collect();
                Opened { of: row.after, before, after, items }
            });
        }
        self.page = Some(page);
    }

    /// True if the page has used the key.
    pub(crate) fn history_key(&mut self, key: &EditKey) -> bool {
        let lines = Layout::of(self.cx.size).lines();
        let plain = !key.control && !key.alt;
        let Some(page) = self.page.as_mut().filter(|_| plain && key.name != "F1") else { return false };
        match page.step(key, lines) {
            Some(Step::Close) => self.page = None,
            Some(Step::Restore) => self.restore_chosen(),
            None => {}
        }
        self.open_row();
        true
    }

    pub(crate) fn history_click(&mut self, button: u8) -> bool {
        let ((x, y), size) = (self.cx.pointer, self.cx.size);
        let inside = (BAR..size.1 - BAR).contains(&y);
        let Some(page) = self.page.as_mut().filter(|_| inside) else { return false };
        let layout = Layout::of(size);
        if button != 1 {
            return true;
        }
        if let Some(row) = layout.row_at((x, y), page) {
            page.choose(row);
        } else if let Some(cell) = layout.cell_at((x, y), page) {
            let again = page.chosen == Some(cell);
            page.chosen = Some(cell);
            if again {
                self.restore_chosen();
            }
        } else if layout.button().holds(x, y) && page.chosen.is_some() {
            self.restore_chosen();
        }
        self.open_row();
        true
    }

    pub(crate) fn history_wheel(&mut self, steps: i32) {
        let Some(page) = &mut self.page else { return };
        let (to, last) =
            (page.cursor.saturating_add_signed(-steps as isize), page.rows.len().saturating_sub(1));
        page.choose(to.min(last));
        self.open_row();
    }

    fn restore_chosen(&mut self) {
        let Some(page) = &mut self.page else { return };
        let (Some(opened), Some((item, is_before))) = (page.opened.clone(), page.chosen) else { return };
        let Some(item) = opened.items.get(item) else { return };
        let state = opened.state(is_before);
        let (part, done) = match item {
            Item::Cart => (None, self.restore_state(None, state)),
            Item::Part(part) => (Some(part.clone()), self.restore_state(Some(part), state)),
            Item::Lines(lines) => {
                let done = self.restore_lines(lines, state, &opened.after, is_before);
                (Some(Part::File(lines.file.clone())), done)
            }
        };
        let page = self.page.take();
        if done {
            self.show_restored(part.as_ref());
            self.cx.say(format!("restored {}: Ctrl+Z undoes it", opened.name(item)));
        } else if self.cx.message().is_none() {
            self.cx.say(format!("{} is like this already", opened.name(item)));
        }
        self.page = page;
        self.record();
        self.show_new_rows();
    }

    pub(crate) fn history_status(&self) -> Option<String> {
        let page = self.page.as_ref()?;
        let opened = page.opened.as_ref();
        Some(match (opened, page.chosen) {
            _ if !self.history.is_read => "reading the history".into(),
            (None, _) => "no changes yet".into(),
            (Some(opened), Some((item, is_before))) => {
                let name = opened.items.get(item).map(|item| opened.name(item)).unwrap_or_default();
                format!("Enter: restore {name} as {}", if is_before { "before" } else { "after" })
            }
            _ => format!("{} of {}   Enter: look closer   Esc: back", page.cursor + 1, page.rows.len()),
        })
    }
}

//! Keys and mouse of the page, its list of topics, and its line of hints.
//!
//! ```text
//! Up, Down, PgUp, PgDn, the wheel   scroll        Tab, Shift+Tab   another step      Enter   check; then apply
//! Left, Right                       a chapter     A   apply        W   the whole program, after a refusal
//! /                                 the list      Esc, Shift+F1    back to the editor
//! ```

use super::super::finder::{Finder, FinderResult};
use super::super::keys::BoundRow;
use super::super::{EditKey, Editors};
use super::layout::{Content, LINE, STEP};
use super::view::{self, Button};

impl Editors {
    /// True if the page has used the key.
    pub(crate) fn guide_key(&mut self, key: &EditKey) -> bool {
        if self.guide.list.is_some() {
            let (rows, size) = (self.topic_rows(), self.canvas());
            let found = self.guide.list.as_mut().and_then(|list| list.key(key, &rows, size, |_| false));
            self.guide_found(found);
            return true;
        }
        let is_function =
            key.name.len() > 1 && key.name.starts_with('F') && key.name[1..].parse::<u8>().is_ok();
        if !self.guide.is_open || !self.guide.has_keys || key.control || key.alt || is_function {
            return false;
        }
        let room = self.guide_area().map_or(0, |area| view::text_area(area).h);
        match (key.name, key.letter.map(|letter| letter.to_ascii_lowercase())) {
            ("ArrowUp", _) => self.scroll_guide(-2 * LINE),
            ("ArrowDown", _) => self.scroll_guide(2 * LINE),
            ("PageUp", _) => self.scroll_guide(LINE - room),
            ("PageDown" | "Space", _) => self.scroll_guide(room - LINE),
            ("Home", _) => self.scroll_guide(i32::MIN / 2),
            ("End", _) => self.scroll_guide(i32::MAX / 2),
            ("ArrowLeft", _) => self.turn_guide(-1),
            ("ArrowRight", _) => self.turn_guide(1),
            ("Tab", _) => self.next_step(if key.shift { -1 } else { 1 }),
            ("Enter", _) => self.check_or_apply(),
            ("Escape", _) => self.close_guide(),
            (_, Some('/')) => self.guide.list = Some(Finder::of_topics("")),
            (_, Some('a')) => self.apply_step(false),
            (_, Some('c')) => self.check_step(),
            (_, Some('w')) => self.apply_step(true),
            (_, Some('n')) => self.new_tutorial_cart(),
            _ => {}
        }
        true
    }

    fn turn_guide(&mut self, by: isize) {
        let page = &mut self.guide;
        let to = page.at.saturating_add_signed(by).min(page.topics.len().saturating_sub(1));
        if to != page.at {
            page.show(to);
            self.lay_guide();
        }
    }

    fn next_step(&mut self, by: isize) {
        let steps = self.guide.steps();
        let Some(here) = steps.iter().position(|(n, _)| *n == self.guide.step) else { return };
        let to = here.saturating_add_signed(by).min(steps.len() - 1);
        self.guide.step = steps[to].0;
        self.show_step();
    }

    /// Scrolls until the chosen step and its answer are visible.
    pub(crate) fn show_step(&mut self) {
        let Some(area) = self.guide_area() else { return };
        let (room, page) = (view::text_area(area).h, &mut self.guide);
        let rows = &page.laid.rows;
        let Some(at) = rows.iter().position(|row| row.content == Content::Step(page.step)) else { return };
        let code = rows[at + 1..]
            .iter()
            .take_while(|row| matches!(row.content, Content::Code(_) | Content::Said(..)));
        let end = code.last().map_or(rows[at].y + STEP, |row| row.y + row.h);
        // Its words come before it: a step that fits is shown low.
        page.top = page.top.clamp((end + LINE - room).min(rows[at].y), rows[at].y);
        self.scroll_guide(0);
    }

    pub(crate) fn guide_wheel(&mut self, steps: i32) {
        let (rows, size) = (self.topic_rows(), self.canvas());
        match &mut self.guide.list {
            Some(list) => list.wheel(steps, &rows, size),
            None => self.scroll_guide(steps.saturating_mul(-3 * LINE)),
        }
    }

    /// True if the pointer is on the page.
    pub(crate) fn is_on_guide(&self) -> bool {
        self.guide.list.is_some() || self.guide_area().is_some_and(|area| self.cx.is_over(area))
    }

    pub(crate) fn guide_point(&mut self) {
        let (rows, size, at) = (self.topic_rows(), self.canvas(), self.cx.pointer);
        self.guide.list.iter_mut().for_each(|list| list.point(at, &rows, size));
    }

    /// True if the click was on the page. One in the editor takes the keys there.
    pub(crate) fn guide_click(&mut self, button: u8) -> bool {
        if !self.is_on_guide() {
            self.guide.has_keys = false;
            return false;
        }
        let (rows, size, at) = (self.topic_rows(), self.canvas(), self.cx.pointer);
        if let Some(list) = &mut self.guide.list {
            let found = list.click(button, at, &rows, size);
            self.guide_found(found);
            return true;
        }
        self.guide.has_keys = true;
        if button != 1 {
            return true;
        }
        match self.button_at(at) {
            Some(Button::Close) => self.close_guide(),
            Some(Button::Turn(by)) => self.turn_guide(by),
            Some(Button::List) => self.guide.list = Some(Finder::of_topics("")),
            Some(Button::Check(n)) => {
                self.guide.step = n;
                self.check_step();
            }
            Some(Button::Apply(n)) => {
                self.guide.step = n;
                self.apply_step(false);
            }
            Some(Button::Whole) => self.apply_step(true),
            Some(Button::Link(to)) => {
                let file = to.rsplit('/').next().unwrap_or(&to);
                let name = file.split('#').find(|part| !part.is_empty()).unwrap_or_default();
                let found = self.guide.find(name.trim_end_matches(".md"));
                if let Some(at) = found {
                    self.guide.show(at);
                    self.lay_guide();
                }
            }
            None => {}
        }
        true
    }

    /// The topics as rows of a list: their group, and how far the reader's code is.
    pub(crate) fn topic_rows(&self) -> Vec<BoundRow> {
        let row = |topic: &super::Topic| {
            let key = topic.lesson().map(|chapter| match self.guide.progress(chapter) {
                (done, all) if done == all => "done".to_string(),
                (done, all) => format!("{done}/{all}"),
            });
            BoundRow {
                name: topic.title().into(),
                key: key.unwrap_or_default().into(),
                menu: topic.group(),
                table: topic.words(),
                id: String::new(),
            }
        };
        self.guide.topics.iter().map(row).collect()
    }

    fn guide_found(&mut self, found: Option<FinderResult>) {
        match found {
            Some(FinderResult::Row(at)) => {
                self.guide.list = None;
                self.guide.show(at);
                self.lay_guide();
            }
            Some(FinderResult::Closed) => self.guide.list = None,
            _ => {}
        }
    }
}

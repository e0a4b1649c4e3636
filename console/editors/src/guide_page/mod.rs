//! The page next to the editors: tutorial and manual, whose steps are checked against the cart's code and applied to it.
//!
//! ```text
//! content.rs   topics: chapters, calls      layout.rs   a topic as rows      view.rs    picture, places of buttons
//! control.rs   keys, mouse, the list        steps.rs    check, apply         tests.rs   a reader with keys and clicks
//! ```
//!
//! In a wide window the page takes the right part, and the editor the rest. In a narrow one it covers the editor. A chapter's steps show whether
//! the code has them, while it is written.

mod content;
mod control;
mod layout;
mod steps;
#[cfg(test)]
mod tests;
mod view;

use super::finder::Finder;
use super::pen::Pen;
use super::{EditInput, Editors};
use content::{Topic, topics};
use guide::Lessons;
use layout::Layout;
use std::sync::Arc;
use studio::Area;
use studio::canvas::Canvas;

/// From this width on the page is next to the editor.
const WIDE: i32 = 300;
/// The page's width in such a canvas.
const PAGE: (i32, i32) = (156, 256);

/// The answer about a step: its number, whether the code has it, and a sentence.
type Answer = (usize, bool, String);

#[derive(Clone, Debug, Default)]
pub struct GuidePage {
    pub(super) is_open: bool,
    /// Keys go to the page and not to the editor.
    pub(super) has_keys: bool,
    topics: Arc<Vec<Topic>>,
    lessons: Option<Arc<Lessons>>,
    at: usize,
    top: i32,
    laid: Arc<Layout>,
    laid_for: (usize, i32),
    /// The chosen step, among all.
    step: usize,
    done: Vec<bool>,
    /// The version of the code for which `done` is.
    seen: Option<u64>,
    said: Option<Answer>,
    /// The step that could not be merged: the whole program is offered.
    offers: Option<usize>,
    pub(super) list: Option<Finder>,
}

impl GuidePage {
    fn topic(&self) -> Option<Topic> {
        self.topics.get(self.at).copied()
    }

    /// The steps of the open chapter: their numbers, and the place of their code among its blocks.
    fn steps(&self) -> Vec<(usize, usize)> {
        let chapter = self.topic().and_then(Topic::lesson);
        let all = self.lessons.iter().flat_map(|lessons| lessons.steps.iter().enumerate());
        all.filter(|(_, step)| Some(step.chapter) == chapter).map(|(n, step)| (n, step.block)).collect()
    }

    /// How many steps of a chapter the code has, and how many there are.
    fn progress(&self, chapter: usize) -> (usize, usize) {
        let all = self.lessons.iter().flat_map(|lessons| lessons.steps.iter().enumerate());
        let of: Vec<usize> = all.filter(|(_, step)| step.chapter == chapter).map(|(n, _)| n).collect();
        (of.iter().filter(|n| self.done.get(**n) == Some(&true)).count(), of.len())
    }

    fn show(&mut self, at: usize) {
        (self.at, self.top, self.said, self.offers) = (at, 0, None, None);
        let steps = self.steps();
        let undone = steps.iter().find(|(n, _)| self.done.get(*n) != Some(&true));
        self.step = undone.or(steps.first()).map_or(0, |(n, _)| *n);
    }
}

impl Editors {
    /// The whole canvas, of which the editor has a part.
    pub(super) fn canvas(&self) -> (i32, i32) {
        self.size.unwrap_or(self.cx.size)
    }

    pub(super) fn guide_area(&self) -> Option<Area> {
        let (w, h) = self.canvas();
        let wide = (w * 2 / 5).clamp(PAGE.0, PAGE.1);
        self.guide.is_open.then_some(match self.guide_is_beside() {
            true => Area { x: w - wide, y: 0, w: wide, h },
            false => Area { x: 0, y: super::pen::BAR, w, h: h - 2 * super::pen::BAR },
        })
    }

    fn guide_is_beside(&self) -> bool {
        self.canvas().0 >= WIDE
    }

    /// The room next to the open page; none if it is closed or covers the editor.
    pub fn beside_page(&self) -> Option<(i32, i32)> {
        (self.guide.is_open && self.guide_is_beside()).then_some(self.cx.size)
    }

    /// The page on an empty canvas, to be shown next to the game.
    pub fn draw_page(&self) -> Canvas {
        let (w, h) = self.canvas();
        super::pen::draw(w, h, self.cx.doc.data(), |pen| {
            self.draw_guide(pen, true);
            self.draw_topics(pen);
        })
    }

    pub(super) fn draw_topics(&self, pen: &mut Pen<'_>) {
        if let Some(list) = &self.guide.list {
            list.draw(pen, "contents", &self.topic_rows(), self.canvas(), self.cx.beat() % 60 < 30);
        }
    }

    pub(super) fn guide_covers(&self) -> bool {
        self.guide.is_open && !self.guide_is_beside()
    }

    /// Closes a page that covers the editor.
    pub(super) fn uncover(&mut self) {
        if self.guide_covers() {
            self.close_guide();
        }
    }

    /// Gives the editor what the page leaves of the canvas.
    pub(super) fn fit(&mut self) {
        let (w, h) = self.canvas();
        let page = self.guide_area().filter(|_| self.guide_is_beside()).map_or(0, |area| area.w);
        self.cx.size = (w - page, h);
        self.open_row();
        self.lay_guide();
        let (editor, cx) = self.front();
        editor.input(&EditInput::Size(cx.size.0, cx.size.1, cx.scale), cx);
    }

    /// Opens the page at the topic of a word: a call, a chapter or its number; without one where it was, or at the tutorial.
    pub fn open_guide(&mut self, word: &str) {
        self.cx.finish_name();
        let (editor, cx) = self.front();
        editor.finish(cx);
        let page = &mut self.guide;
        if page.topics.is_empty() {
            (page.topics, page.lessons) = (Arc::new(topics()), Some(Arc::default()));
            page.done = vec![false; page.lessons.as_ref().map_or(0, |lessons| lessons.steps.len())];
            self.follow_code();
            self.guide.show(0);
        }
        let page = &mut self.guide;
        (page.is_open, page.has_keys) = (true, true);
        let found = page.find(word);
        match found {
            Some(at) => page.show(at),
            None if !word.is_empty() => page.list = Some(Finder::of_topics(word)),
            None => {}
        }
        self.fit();
        if self.guide.topic().is_some_and(|topic| topic.lesson().is_some()) && found.is_some() {
            self.follow_code();
        }
    }

    pub(super) fn close_guide(&mut self) {
        (self.guide.is_open, self.guide.has_keys, self.guide.list) = (false, false, None);
        self.fit();
    }

    /// Its key: opens the page, moves the keys between page and editor, and closes a page that covers the editor.
    pub(super) fn toggle_guide(&mut self) {
        match (self.guide.is_open, self.guide.has_keys) {
            (false, _) => self.open_guide(""),
            (true, false) => self.guide.has_keys = true,
            (true, true) if self.guide_is_beside() => self.guide.has_keys = false,
            (true, true) => self.close_guide(),
        }
    }

    pub(super) fn lay_guide(&mut self) {
        let Some(area) = self.guide_area() else { return };
        let wide = view::text_area(area).w;
        let page = &mut self.guide;
        if let Some(topic) = page.topic() {
            page.laid = Arc::new(Layout::new(topic, wide, &page.steps(), page.said.as_ref()));
            page.laid_for = (page.at, wide);
        }
        self.scroll_guide(0);
    }

    pub(super) fn scroll_guide(&mut self, by: i32) {
        let Some(area) = self.guide_area() else { return };
        let room = view::text_area(area).h;
        let page = &mut self.guide;
        page.top = page.top.saturating_add(by).clamp(0, (page.laid.height - room).max(0));
    }
}

impl GuidePage {
    fn find(&self, word: &str) -> Option<usize> {
        let word = word.trim().trim_end_matches("()").to_lowercase();
        if word.is_empty() {
            return None;
        }
        let is_named = |topic: &Topic| match topic {
            Topic::Call(call) => call.name.split(' ').any(|name| name == word),
            Topic::Chapter(chapter) => chapter.file.eq_ignore_ascii_case(&word),
        };
        let has =
            |topic: &Topic| topic.title().to_lowercase().contains(&word) || topic.words().contains(&word);
        self.topics.iter().position(is_named).or_else(|| self.topics.iter().position(has))
    }
}

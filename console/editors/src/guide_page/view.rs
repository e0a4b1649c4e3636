//! The picture of the page, and the places of its buttons.
//!
//! ```text
//! < 3. Flowers                     2/7 = > x      title, steps done; the list, another topic, close
//!  words
//!  [v] step 2               check  apply          a step's head: its mark, and its buttons
//!   code in colours
//!   your _draw has no all yet                     the answer, below its code
//! Tab: step  Enter: check  A: apply               a hint
//! ```

use super::super::Editors;
use super::super::pen::{Pen, width};
use super::layout::{Content, Row};
use super::{GuidePage, Topic};
use studio::Area;

const HEAD: i32 = 9;
const MARGIN: i32 = 5;
const BUTTON: i32 = 8;

const GROUND: i32 = 1;
const FRAME: i32 = 13;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Button {
    Close,
    List,
    Turn(isize),
    Check(usize),
    Apply(usize),
    Whole,
    Link(String),
}

pub(super) fn text_area(Area { x, y, w, h }: Area) -> Area {
    Area { x: x + MARGIN, y: y + HEAD + 2, w: w - 2 * MARGIN - 2, h: h - 2 * HEAD - 4 }
}

/// The buttons of the title, from the right.
fn head_buttons(area: Area) -> [(Button, &'static [&'static str], Area); 4] {
    let place = |n: i32| Area { x: area.x + area.w - BUTTON * n - 1, y: area.y, w: BUTTON, h: HEAD };
    [
        (Button::Close, &["#...#", ".#.#.", "..#..", ".#.#.", "#...#"], place(1)),
        (Button::Turn(1), &[".#...", "..#..", "...#.", "..#..", ".#..."], place(2)),
        (Button::Turn(-1), &["...#.", "..#..", ".#...", "..#..", "...#."], place(3)),
        (Button::List, &["#.###", ".....", "#.###", ".....", "#.###"], place(4)),
    ]
}

/// The buttons of a step's head: check, apply.
fn step_buttons(text: Area, y: i32) -> [(&'static str, Area); 2] {
    let mut end = text.x + text.w;
    let mut place = |name: &'static str| {
        let w = width(name) + 6;
        end -= w + 2;
        (name, Area { x: end + 2, y: y + 1, w, h: 9 })
    };
    let apply = place("apply");
    [place("check"), apply]
}

impl Editors {
    /// The rows that are visible, with their place on the canvas.
    fn rows_shown(&self, text: Area) -> impl Iterator<Item = (&Row, i32)> {
        let top = self.guide.top;
        let rows = self.guide.laid.rows.iter();
        rows.map(move |row| (row, text.y + row.y - top))
            .filter(move |(row, y)| *y + row.h > text.y && *y < text.y + text.h)
    }

    pub(super) fn button_at(&self, at: (i32, i32)) -> Option<Button> {
        let area = self.guide_area()?;
        let head = head_buttons(area).into_iter().find(|(.., place)| place.holds(at.0, at.1));
        if let Some((button, ..)) = head {
            return Some(button);
        }
        let text = text_area(area);
        if !text.holds(at.0, at.1) {
            return None;
        }
        let (row, y) = self.rows_shown(text).find(|(row, y)| (*y..y + row.h).contains(&at.1))?;
        match &row.content {
            Content::Step(n) => {
                let [check, apply] = step_buttons(text, y).map(|(_, place)| place.holds(at.0, at.1));
                check.then_some(Button::Check(*n)).or(apply.then_some(Button::Apply(*n)))
            }
            Content::Text(pieces) => {
                let x = at.0 - text.x;
                let piece = pieces.iter().find(|it| (it.x..it.x + width(&it.text)).contains(&x))?;
                piece.target.clone().map(Button::Link)
            }
            Content::Said(..) if self.guide.offers.is_some() => Some(Button::Whole),
            _ => None,
        }
    }

    /// `plays`: next to the game, which has the keys.
    pub(crate) fn draw_guide(&self, pen: &mut Pen<'_>, plays: bool) {
        let Some(area) = self.guide_area().filter(|area| pen.sees(*area)) else { return };
        let (page, text) = (&self.guide, text_area(area));
        let has_keys = page.has_keys && !plays;
        pen.fill(area, GROUND);
        pen.clip(Area { y: text.y - 1, h: text.h + 2, ..area });
        for (row, y) in self.rows_shown(text) {
            self.draw_row(pen, row, Area { y, h: row.h, ..text });
        }
        pen.unclip();
        self.draw_head(pen, area, has_keys);
        let foot = Area { y: area.y + area.h - HEAD, h: HEAD, ..area };
        pen.fill(foot, if has_keys { FRAME } else { 0 });
        let ink = if has_keys { 7 } else { 6 };
        let hint = if plays { "F2: the editor   the wheel scrolls".to_string() } else { self.guide_hint() };
        pen.text_until(&hint, foot.x + MARGIN, foot.y + 2, ink, foot.x + foot.w - 2);
        if page.laid.height > text.h {
            let at = |n: i32| text.y + n * text.h / page.laid.height.max(1);
            let bar = Area { x: area.x + area.w - 3, y: at(page.top), w: 2, h: 0 };
            pen.fill(Area { h: (at(page.top + text.h) - bar.y).max(4), ..bar }, FRAME);
        }
        if area.x > 0 {
            pen.fill(Area { x: area.x - 1, w: 1, ..area }, 0);
        }
    }

    fn draw_head(&self, pen: &mut Pen<'_>, area: Area, has_keys: bool) {
        let page = &self.guide;
        pen.fill(Area { h: HEAD, ..area }, if has_keys { FRAME } else { 0 });
        let buttons = head_buttons(area);
        let mut end = area.x + area.w - BUTTON * buttons.len() as i32 - 4;
        for (_, icon, place) in &buttons {
            let color = if self.cx.is_over(*place) { 10 } else { 7 };
            pen.icon(icon, place.x + 1, place.y + 2, color);
        }
        if let Some((done, all)) = page.topic().and_then(Topic::lesson).map(|chapter| page.progress(chapter))
        {
            let text = format!("{done}/{all}");
            let ink = if done == all && !has_keys { 11 } else { 7 };
            pen.text_before(&text, end, area.y + 2, ink);
            end -= width(&text) + 4;
        }
        let title = page.topic().map_or("", Topic::title);
        pen.text_until(title, area.x + MARGIN, area.y + 2, 7, end);
    }

    fn draw_row(&self, pen: &mut Pen<'_>, row: &Row, area: Area) {
        let Area { x, y, w, h } = area;
        match &row.content {
            Content::Text(pieces) => {
                for piece in pieces {
                    pen.text(&piece.text, x + piece.x, y + 1, piece.color);
                    if piece.target.is_some() {
                        let wide = width(&piece.text) - 1;
                        pen.fill(Area { x: x + piece.x, y: y + 7, w: wide, h: 1 }, FRAME);
                    }
                }
            }
            Content::Code(parts) => {
                pen.fill(Area { x: x - 2, y: y - 1, w: w + 3, h: h + 2 }, 0);
                parts.iter().for_each(|(at, signs, color)| pen.signs(signs, x + 1 + at, y + 1, *color));
            }
            Content::Step(n) => self.draw_step(pen, *n, area),
            Content::Picture(runs) => {
                for (run, color) in runs {
                    pen.fill(Area { x: x + run.x, y: y + run.y, ..*run }, *color);
                }
            }
            Content::Said(good, text) => {
                pen.fill(Area { x: x - 2, y, w: w + 3, h }, if *good { 3 } else { 2 });
                pen.text(text, x + 1, y + 1, if *good { 7 } else { 15 });
            }
        }
    }

    fn draw_step(&self, pen: &mut Pen<'_>, n: usize, area: Area) {
        let Area { x, y, w, h } = area;
        let page = &self.guide;
        let is_chosen = page.step == n;
        pen.fill(Area { x: x - 2, y, w: w + 3, h }, if is_chosen { 2 } else { 5 });
        let is_done = page.done.get(n) == Some(&true);
        pen.frame(Area { x, y: y + 2, w: 7, h: 7 }, if is_done { 11 } else { 6 });
        if is_done {
            pen.icon(&["....#", "...##", "#.##.", "###..", ".#..."], x + 1, y + 3, 11);
        }
        let steps = page.steps();
        let at = steps.iter().position(|(step, _)| *step == n).unwrap_or(0) + 1;
        pen.text(&format!("step {at}"), x + 10, y + 3, if is_chosen { 7 } else { 6 });
        for (name, place) in step_buttons(area, y) {
            let is_over = self.cx.is_over(place);
            pen.fill(place, if is_over { FRAME } else { GROUND });
            pen.text(name, place.x + 3, place.y + 2, if is_over { 10 } else { 7 });
        }
    }

    fn guide_hint(&self) -> String {
        let page = &self.guide;
        let hint = match () {
            () if !page.has_keys => "Shift+F1: the keys to this page",
            () if page.offers == Some(page.step) && page.said.is_some() => {
                "W: replace the whole program   Tab: step"
            }
            () if page.steps().is_empty() => "Left, Right: page   /: find   Esc: close",
            () => match self.answer_to(page) {
                Some(false) => "Enter: apply   Tab: step   /: find   Esc: close",
                Some(true) => "Enter: next step   Tab: step   /: find   Esc: close",
                None => "Enter: check   A: apply   Tab: step   /: find   Esc: close",
            },
        };
        self.spelled(hint.to_string())
    }

    fn answer_to(&self, page: &GuidePage) -> Option<bool> {
        page.said.as_ref().filter(|said| said.0 == page.step).map(|said| said.1)
    }
}

//! The picture of the history's page.
//!
//! ```text
//! list    a bar: orange is unsaved, green saved, blue from the disk | time | what | a small picture, or the line
//! panel   the state before on the left, the state after on the right; the chosen one has a bright frame
//! ```

use super::super::Editors;
use super::super::pen::{Pen, width};
use super::layout::{Layout, ROW};
use super::page::{HistoryPage, Item, Opened};
use super::picture::Picture;
use super::rows::{Lines, Part};
use format::{EditKind, EditState};
use rasher::memory::MUSIC;
use studio::Area;

impl Editors {
    pub(crate) fn draw_history(&self, pen: &mut Pen<'_>) {
        let Some(page) = &self.page else { return };
        let layout = Layout::of(self.cx.size);
        pen.fill(layout.list, 0);
        self.draw_list(pen, page, &layout);
        if let Some(opened) = &page.opened {
            for (n, y, cells) in layout.items(page) {
                draw_item(pen, page, opened, (n, y, cells), layout.scale());
            }
            let button = layout.button();
            let text = match page.chosen.and_then(|(n, before)| Some((opened.items.get(n)?, before))) {
                Some((item, is_before)) => {
                    let side = if is_before { "before" } else { "after" };
                    format!("restore {} as {side}", opened.name(item))
                }
                None => "choose what to restore".into(),
            };
            let (ground, ink) = if page.chosen.is_some() { (3, 7) } else { (0, 6) };
            pen.fill(button, ground);
            pen.text_until(&text, button.x + 4, button.y + 3, ink, button.x + button.w - 2);
        } else {
            let text = if self.history.is_read { "no changes yet" } else { "reading the history" };
            pen.text_until(text, layout.list.x + 4, layout.list.y + 3, 6, layout.list.w);
        }
    }

    fn draw_list(&self, pen: &mut Pen<'_>, page: &HistoryPage, layout: &Layout) {
        let list = layout.list;
        for (line, row) in (0..).zip(page.rows.iter().enumerate().skip(page.first).take(layout.lines())) {
            let (n, row) = row;
            let y = list.y + line * ROW;
            let is_chosen = n == page.cursor;
            if is_chosen {
                pen.fill(
                    Area { x: list.x, y, w: list.w, h: ROW },
                    if page.chosen.is_none() { 2 } else { 13 },
                );
            }
            // What the file does not have is marked by its colour and by a bar.
            let (mark, ink) = match row.kind {
                EditKind::Edited if row.is_unsaved => (9, 7),
                EditKind::Edited => (0, 7),
                EditKind::Saved => (11, 11),
                EditKind::Opened => (13, 6),
                EditKind::ChangedOutside => (12, 12),
            };
            pen.fill(
                Area { x: list.x, y: y + 1, w: 2, h: ROW - 2 },
                if is_chosen && mark == 0 { 2 } else { mark },
            );
            let Some(shown) = page.shown.get(&row.after) else { continue };
            let x = pen.text(&shown.time, list.x + 4, y + 3, if is_chosen { 7 } else { 6 }) + 4;
            let mut end = list.x + list.w - 4;
            if let Some(picture) = &shown.picture {
                let wide = picture.width as i32;
                end -= wide + 3;
                pen.fill(Area { x: end + 3, y: y + 1, w: wide, h: picture.height() }, 0);
                picture.draw(pen, (end + 3, y + 1), 1);
            }
            pen.text_until(&shown.words, x, y + 3, ink, end);
            let x = x + width(&shown.words) + 4;
            if x < end {
                pen.clip(Area { x, y, w: end - x, h: ROW });
                pen.signs(&shown.line, x, y + 3, if is_chosen { 6 } else { 13 });
                pen.unclip();
            }
        }
        let (lines, count) = (layout.lines(), page.rows.len());
        if count > lines {
            let at = |n: usize| list.y + (n * list.h as usize / count) as i32;
            let y = at(page.first);
            pen.fill(Area { x: list.x + list.w - 2, y, w: 1, h: (at(page.first + lines) - y).max(2) }, 6);
        }
    }
}

fn draw_item(
    pen: &mut Pen<'_>,
    page: &HistoryPage,
    opened: &Opened,
    (n, y, cells): (usize, i32, [Area; 2]),
    large: i32,
) {
    let item = &opened.items[n];
    let (name, end) = (opened.name(item), cells[1].x + cells[1].w);
    pen.text_until(&name, cells[0].x, y + 1, 7, end);
    let is_free = width(&name) + width("before") + 4 <= cells[0].w;
    for (cell, is_before) in cells.into_iter().zip([true, false]) {
        let is_chosen = page.chosen == Some((n, is_before));
        pen.fill(cell, 0);
        pen.frame(cell, if is_chosen { 10 } else { 0 });
        let side = if is_before { "before" } else { "after" };
        if *item != Item::Cart && is_free {
            pen.text_before(side, cell.x + cell.w, y + 1, if is_chosen { 10 } else { 6 });
        }
        let (state, other) = (opened.state(is_before), opened.state(!is_before));
        pen.clip(Area { x: cell.x + 1, y: cell.y + 1, w: cell.w - 2, h: cell.h - 2 });
        match item {
            Item::Lines(lines) => draw_lines(pen, cell, lines, state, is_before),
            Item::Part(Part::Pattern(n)) => draw_pattern(pen, cell, *n, state),
            Item::Part(part) if let Some(picture) = Picture::of(part, state, other) => {
                let scale = picture.scale * large;
                let (wide, high) = (picture.width as i32 * scale, picture.height() * scale);
                let (x, y) = (cell.x + (cell.w - wide) / 2, cell.y + (cell.h - high) / 2);
                pen.fill(Area { x, y, w: wide, h: high }, 0);
                picture.draw(pen, (x, y), scale);
            }
            Item::Cart | Item::Part(_) => _ = pen.text(side, cell.x + 4, cell.y + 3, 6),
        }
        pen.unclip();
    }
}

fn draw_lines(pen: &mut Pen<'_>, cell: Area, lines: &Lines, state: &EditState, is_before: bool) {
    let text = lines.text(state, is_before);
    if text.is_empty() {
        let what = if is_before { "not there yet" } else { "removed" };
        pen.text(what, cell.x + 3, cell.y + 3, 13);
        return;
    }
    for (n, line) in (0..cell.h / 6).zip(text.split(|byte| *byte == b'\n')) {
        pen.signs(
            line.get(..80).unwrap_or(line),
            cell.x + 3,
            cell.y + 2 + n * 6,
            if is_before { 8 } else { 11 },
        );
    }
}

fn draw_pattern(pen: &mut Pen<'_>, cell: Area, n: usize, state: &EditState) {
    let at = usize::from(MUSIC) + n * 4;
    let mut x = cell.x + 4;
    for byte in &state.data[at..at + 4] {
        let sound = if byte & 0x40 == 0 { format!("{:02}", byte & 63) } else { "--".into() };
        pen.text(&sound, x, cell.y + 3, if byte & 0x40 == 0 { 7 } else { 5 });
        x += width(&sound) + 4;
    }
}

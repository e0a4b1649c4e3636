//! Popups over the text: their areas and pictures, and clicks into them. What keys do to them is in `find.rs`.

use super::caret::x_of;
use super::complete::{CallHelp, is_call};
use super::source::CodeSource;
use super::view::{LIST_ROW, SELECTED, row_height};
use super::{CodeEditor, Popup};
use crate::context::Context;
use crate::pen::{BAR, Pen};
use studio::Area;

pub(super) const FIRST_SIGN: u8 = 0x80;
const SIGN_ROW: i32 = 8;
/// Rows of a list that are shown.
const LIST: usize = 8;

impl CodeEditor {
    fn popup_area(&self, popup: &Popup, cx: &Context) -> Area {
        let (w, h) = cx.size;
        let text = self.text_area(cx);
        let rows = |n: usize| n.min(LIST) as i32 * LIST_ROW;
        match popup {
            Popup::Find { .. } | Popup::Line(_) => Area { x: 0, y: h - 3 * BAR - 3, w, h: 2 * BAR + 3 },
            Popup::Outline { typed, .. } => {
                let high = rows(self.outline_matching(typed).len()) + LIST_ROW + 5;
                Area { x: text.x + 4, y: text.y + 4, w: 116.min(w - text.x - 8), h: high }
            }
            Popup::Signs(_) => {
                Area { x: (w - 166).max(0) / 2, y: text.y + 10, w: 166.min(w), h: 8 * SIGN_ROW + 6 }
            }
            Popup::Words { words, from, .. } => {
                let line = self.line();
                let column =
                    |it: &CodeSource| x_of(it.line_text(line), from - it.line(line).start.min(*from));
                let column = self.source().map_or(0, column);
                let row = line as i32 - (self.tab().start + self.top) as i32;
                let wide = words.iter().map(|word| x_of(word, word.len())).max().unwrap_or(0) + 7;
                let (high, y) = (rows(words.len()) + 5, text.y + (row + 1) * row_height(cx));
                let y = if y + high > h - BAR { y - row_height(cx) - high - 1 } else { y };
                let x = (text.x + column - self.left - 3).clamp(0, (w - wide).max(0));
                Area { x, y, w: wide.min(w), h: high }
            }
            Popup::Help(lines) => {
                let wide = w - 16;
                let rows: usize =
                    lines.iter().map(|line| studio::letters::wrap(line, wide - 8).len().max(1)).sum();
                Area { x: 8, y: text.y + 4, w: wide, h: (rows as i32 * LIST_ROW + 7).min(text.h - 8) }
            }
        }
    }

    pub(super) fn draw_popup(&self, pen: &mut Pen<'_>, popup: &Popup, cx: &Context) {
        let area = self.popup_area(popup, cx);
        pen.fill(area, 1);
        pen.frame(area, 13);
        let field = |pen: &mut Pen<'_>, name: &str, typed: &[u8], y: i32, on: bool| {
            let x = pen.text(name, area.x + 3, y, 6) + 2;
            if on && self.is_last && matches!(popup, Popup::Find { second: false, .. }) {
                pen.fill(Area { x: x - 1, y: y - 1, w: x_of(typed, typed.len()) + 1, h: 7 }, SELECTED);
            }
            pen.signs(typed, x, y, 7);
            if on && cx.beat() % 60 < 30 {
                pen.fill(Area { x: x + x_of(typed, typed.len()), y: y - 1, w: 1, h: 7 }, 10);
            }
        };
        let (x, y) = (area.x + 3, area.y + 3);
        match popup {
            Popup::Find { replaces, second } => {
                field(pen, "find:", &self.sought, y, !second);
                pen.text_before(&self.hit_count(), area.x + area.w - 4, y, 9);
                if *replaces {
                    field(pen, "replace with:", &self.with, y + LIST_ROW, *second);
                }
            }
            Popup::Line(typed) => field(pen, "line:", typed, y, true),
            Popup::Outline { typed, cursor } => {
                field(pen, "function:", typed, y, true);
                let found = self.outline_matching(typed);
                let names: Vec<&[u8]> = found.iter().map(|n| &self.outline[*n].name[..]).collect();
                list(pen, &names, *cursor, Area { x, y: y + LIST_ROW, ..area });
            }
            Popup::Words { words, cursor, .. } => {
                let names: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
                list(pen, &names, *cursor, Area { x, y, ..area });
            }
            Popup::Signs(chosen) => {
                for sign in FIRST_SIGN..=255 {
                    let n = i32::from(sign - FIRST_SIGN);
                    let (x, y) = (x + n % 16 * 10, y + n / 16 * SIGN_ROW);
                    if sign == *chosen {
                        pen.fill(Area { x: x - 1, y: y - 1, w: 10, h: 7 }, 8);
                    }
                    pen.signs(&[sign], x, y, 7);
                }
            }
            Popup::Help(lines) => {
                let lines = lines.iter().flat_map(|line| match line.is_empty() {
                    true => vec![String::new()],
                    false => studio::letters::wrap(line, area.w - 8),
                });
                for (n, line) in (0..).zip(lines) {
                    pen.text(&line, x + 1, y + n * LIST_ROW, if n == 0 { 10 } else { 7 });
                }
            }
        }
    }

    pub(super) fn press_popup(&mut self, popup: Popup, cx: &mut Context) {
        let at = cx.pointer;
        let area = self.popup_area(&popup, cx);
        if !area.holds(at.0, at.1) {
            self.popup = None;
            return;
        }
        let row = ((at.1 - area.y - 3) / LIST_ROW).max(0) as usize;
        match popup {
            Popup::Words { from, words, cursor, .. } => {
                let first = first_row(cursor, words.len());
                if let Some(word) = words.get(first + row) {
                    self.take_word(from, word, cx);
                    self.popup = None;
                }
            }
            Popup::Outline { typed, cursor } => {
                let found = self.outline_matching(&typed);
                let first = first_row(cursor, found.len());
                if let Some(n) = row.checked_sub(1).and_then(|row| found.get(first + row)) {
                    let (file, line) = (self.outline[*n].file, self.outline[*n].line);
                    self.popup = None;
                    self.jump(file, line, cx);
                }
            }
            Popup::Signs(_) => {
                let (x, y) = ((at.0 - area.x - 3) / 10, (at.1 - area.y - 3) / SIGN_ROW);
                let sign = i32::from(FIRST_SIGN) + 16 * y + x;
                if let (0..16, Ok(sign)) = (x, u8::try_from(sign)) {
                    self.insert("sign", &[sign], None, cx);
                    self.popup = Some(Popup::Signs(sign));
                    self.follow(cx);
                }
            }
            Popup::Help(_) => self.popup = None,
            Popup::Find { .. } | Popup::Line(_) => {}
        }
    }

    /// The call around the caret with the current argument bright, above the status line, or at the top where it would hide the caret.
    pub(super) fn draw_call(&self, pen: &mut Pen<'_>, call: &CallHelp, cx: &Context) {
        let (w, h) = cx.size;
        let text = self.text_area(cx);
        let row = (self.line() as i32) - (self.tab().start + self.top) as i32;
        let is_hidden = text.y + (row + 1) * row_height(cx) > h - 2 * BAR;
        let y = if is_hidden { text.y } else { h - 2 * BAR + 1 };
        pen.fill(Area { x: 0, y: y - 1, w, h: BAR }, 5);
        let mut x = pen.text(&format!("{}(", call.name), 3, y, 7);
        for (n, argument) in call.arguments.iter().enumerate() {
            let gap = if n > 0 { ", " } else { "" };
            x = pen.text(gap, x, y, 6);
            x = pen.text(argument, x, y, if n == call.current { 10 } else { 6 });
        }
        x = pen.text(")", x, y, 7);
        match self.named_sound(cx) {
            Some(name) => pen.text_until(&name, x + 6, y, 10, w - 2),
            None => pen.text_until(call.help, x + 6, y, 6, w - 2),
        }
    }
}

fn first_row(cursor: usize, len: usize) -> usize {
    cursor.saturating_sub(LIST / 2).min(len.saturating_sub(LIST))
}

fn list(pen: &mut Pen<'_>, names: &[&[u8]], cursor: usize, area: Area) {
    let first = first_row(cursor, names.len());
    for (row, n) in (0..).zip(first..names.len().min(first + LIST)) {
        let y = area.y + row * LIST_ROW;
        if n == cursor {
            pen.fill(Area { x: area.x - 1, y: y - 1, w: area.w - 4, h: LIST_ROW }, 2);
        }
        pen.signs(names[n], area.x + 1, y, if is_call(names[n]) { 11 } else { 7 });
    }
}

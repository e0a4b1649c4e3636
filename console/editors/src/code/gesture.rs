//! The mouse: a click sets the caret, a drag selects, two clicks select words and three lines; the margin sets breakpoints, the bar at the
//! right edge scrolls.

use super::caret::column_at;
use super::text::Caret;
use super::view::row_height;
use super::{CodeEditor, Popup};
use crate::context::Context;
use std::ops::Range;

/// Ticks and pixels of the window between two clicks of a double click, at most.
const DOUBLE: (u64, i32) = (24, 3);
const PULL: u64 = 4;
const LINES: i32 = 3;

impl CodeEditor {
    fn byte_at(&self, (x, y): (i32, i32), cx: &Context) -> Option<usize> {
        let (area, tab, source) = (self.text_area(cx), self.tab(), self.source()?);
        let row = (y - area.y).div_euclid(row_height(cx));
        let line = (tab.start + self.top).saturating_add_signed(row as isize);
        let line = line.clamp(tab.start, tab.end.saturating_sub(1).max(tab.start));
        Some(source.line(line).start + column_at(source.line_text(line), x - area.x + self.left))
    }

    pub(super) fn pressed(&mut self, cx: &mut Context) {
        let at = cx.pointer;
        if self.text.files.is_empty() {
            return;
        }
        if let Some(popup) = self.popup.clone() {
            return self.press_popup(popup, cx);
        }
        if let Some(((file, tab), _)) =
            self.tab_areas(cx).into_iter().find(|(_, area)| area.holds(at.0, at.1))
        {
            return self.open_tab(file, tab, cx);
        }
        if self.new_tab_area(cx).holds(at.0, at.1) {
            return self.new_tab(cx);
        }
        if let Some((file, line)) = self.outline_at(at, cx) {
            return self.jump(file, line, cx);
        }
        let area = self.text_area(cx);
        if self.bar_area(cx).is_some_and(|bar| bar.holds(at.0, at.1)) {
            self.scrolls = true;
            return self.scroll_to(cx);
        }
        if at.1 < area.y || at.1 >= area.y + area.h || at.0 >= area.x + area.w {
            return;
        }
        let Some(byte) = self.byte_at(at, cx) else { return };
        if at.0 < area.x - 1 {
            let line = self.source().map_or(0, |it| it.line_of(byte));
            return self.toggle_stop(line, cx);
        }
        let near = |(x, y): (i32, i32)| (x - at.0).abs().max((y - at.1).abs()) * cx.scale <= DOUBLE.1;
        let again = self.clicked.filter(|(since, from, _)| cx.frame - since <= DOUBLE.0 && near(*from));
        let clicks = again.map_or(1, |(.., clicks)| clicks % 3 + 1);
        self.clicked = Some((cx.frame, at, clicks));
        (self.goal, self.moved, self.drags) = (None, cx.frame, true);
        self.held = match clicks == 1 && cx.shift {
            true => self.caret.anchor..self.caret.anchor,
            false => self.unit_at(byte),
        };
        self.select_to(byte);
        self.leave_blank();
    }

    fn unit_at(&self, byte: usize) -> Range<usize> {
        let Some(source) = self.source() else { return byte..byte };
        match self.clicked.map_or(1, |clicked| clicked.2) {
            1 => byte..byte,
            2 => self.piece_at(byte),
            _ => {
                let line = source.line(source.line_of(byte));
                line.start..(line.end + 1).min(self.tab_bytes().end)
            }
        }
    }

    fn select_to(&mut self, byte: usize) {
        let (to, held) = (self.unit_at(byte), self.held.clone());
        let (anchor, at) =
            if to.start < held.start { (held.end, to.start) } else { (held.start, to.end.max(held.end)) };
        self.caret = Caret { anchor, at, ..self.caret };
    }

    pub(super) fn dragged(&mut self, cx: &mut Context) {
        if cx.buttons & 1 == 0 {
            return;
        }
        if self.scrolls {
            self.scroll_to(cx);
        } else if self.drags
            && let Some(byte) = self.byte_at(cx.pointer, cx)
        {
            self.select_to(byte);
            self.follow_within(0, cx);
        }
    }

    pub(super) fn pull(&mut self, cx: &mut Context) {
        let (area, y) = (self.text_area(cx), cx.pointer.1);
        if self.drags && cx.frame.is_multiple_of(PULL) && !(area.y..area.y + area.h).contains(&y) {
            self.dragged(cx);
        }
    }

    fn scroll_to(&mut self, cx: &Context) {
        let Some(bar) = self.bar_area(cx) else { return };
        let (lines, rows) = (self.tab().len(), self.rows_shown(cx));
        let line = (cx.pointer.1 - bar.y).clamp(0, bar.h) as usize * lines / bar.h.max(1) as usize;
        self.top = line.saturating_sub(rows / 2).min(lines.saturating_sub(rows));
    }

    pub(super) fn wheel(&mut self, steps: i32, cx: &mut Context) {
        if let Some(Popup::Outline { .. } | Popup::Words { .. }) = self.popup {
            let to = if steps > 0 { super::caret::Move::Up } else { super::caret::Move::Down };
            for _ in 0..steps.abs().min(9) {
                self.popup_command(super::command::CodeCommand::Go(to), cx);
            }
            return;
        }
        let last = self.tab().len().saturating_sub(1);
        self.top = self.top.saturating_add_signed((-steps.clamp(-999, 999) * LINES) as isize).min(last);
    }
}

//! The mouse: a click sets the caret, a drag selects, a second click takes the word; the margin has the breakpoints.

use super::CodeEditor;
use super::caret::{ROW, column_at};
use super::find::{FIRST_SIGN, Popup};
use super::text::Caret;
use crate::edit::desk::Desk;

/// Ticks and pixels of the window within which two clicks are a double one.
const DOUBLE: (u64, i32) = (24, 3);
/// Lines for a step of the wheel.
const LINES: i32 = 3;

impl CodeEditor {
    /// The byte of the text that is nearest to a point of the canvas.
    fn byte_at(&self, (x, y): (i32, i32), desk: &Desk) -> Option<usize> {
        let (area, tab, source) = (self.text_area(desk), self.tab(), self.source()?);
        let row = (y - area.y).div_euclid(ROW);
        let line = (tab.start + self.top).saturating_add_signed(row as isize);
        let line = line.clamp(tab.start, tab.end.saturating_sub(1).max(tab.start));
        Some(source.line(line).start + column_at(source.line_text(line), x - area.x + self.left))
    }

    pub(super) fn pressed(&mut self, desk: &mut Desk) {
        let at = desk.pointer;
        if self.text.files().is_empty() {
            return;
        }
        if let Some(popup) = self.popup.clone() {
            return self.press_popup(popup, desk);
        }
        if let Some(((file, tab), _)) =
            self.tab_areas(desk).into_iter().find(|(_, area)| area.holds(at.0, at.1))
        {
            return self.open_tab(file, tab, desk);
        }
        if self.new_tab_area(desk).holds(at.0, at.1) {
            return self.new_tab(desk);
        }
        if let Some((file, line)) = self.outline_at(at, desk) {
            return self.jump(file, line, desk);
        }
        let area = self.text_area(desk);
        if at.1 < area.y || at.1 >= area.y + area.h || at.0 >= area.x + area.w {
            return;
        }
        let Some(byte) = self.byte_at(at, desk) else { return };
        if at.0 < area.x - 1 {
            let line = self.source().map_or(0, |it| it.line_of(byte));
            return self.toggle_stop(line, desk);
        }
        let near = |(x, y): (i32, i32)| (x - at.0).abs().max((y - at.1).abs()) * desk.scale <= DOUBLE.1;
        let again = self.clicked.is_some_and(|(since, from)| desk.frame - since <= DOUBLE.0 && near(from));
        self.clicked = (!again).then_some((desk.frame, at));
        (self.goal, self.moved) = (None, desk.frame);
        if again {
            let word = self.word_at(byte);
            self.caret = Caret { anchor: word.start, at: word.end, ..self.caret };
            return;
        }
        self.caret.at = byte;
        if !desk.shift {
            self.caret.anchor = byte;
        }
        self.drags = true;
    }

    pub(super) fn dragged(&mut self, desk: &mut Desk) {
        if self.drags
            && desk.buttons & 1 != 0
            && let Some(byte) = self.byte_at(desk.pointer, desk)
        {
            self.caret.at = byte;
            self.follow(desk);
        }
    }

    pub(super) fn wheel(&mut self, steps: i32, desk: &mut Desk) {
        if let Some(Popup::Outline { .. } | Popup::Words { .. }) = self.popup {
            let to = if steps > 0 { super::caret::Move::Up } else { super::caret::Move::Down };
            for _ in 0..steps.abs().min(9) {
                self.popup_command(super::command::CodeCommand::Go(to), desk);
            }
            return;
        }
        let last = self.tab().len().saturating_sub(1);
        self.top = self.top.saturating_add_signed((-steps.clamp(-999, 999) * LINES) as isize).min(last);
    }

    fn press_popup(&mut self, popup: Popup, desk: &mut Desk) {
        let at = desk.pointer;
        let area = self.popup_area(&popup, desk);
        if !area.holds(at.0, at.1) {
            self.popup = None;
            return;
        }
        let row = ((at.1 - area.y - 3) / super::view::LIST_ROW).max(0) as usize;
        match popup {
            Popup::Words { from, words, cursor, .. } => {
                let first = super::view::first_row(cursor, words.len());
                if let Some(word) = words.get(first + row) {
                    self.take_word(from, word, desk);
                    self.popup = None;
                }
            }
            Popup::Outline { typed, cursor } => {
                let found = self.outline_matching(&typed);
                let first = super::view::first_row(cursor, found.len());
                if let Some(n) = row.checked_sub(1).and_then(|row| found.get(first + row)) {
                    let (file, line) = (self.outline[*n].file, self.outline[*n].line);
                    self.popup = None;
                    self.jump(file, line, desk);
                }
            }
            Popup::Signs(_) => {
                let (x, y) = ((at.0 - area.x - 3) / 10, (at.1 - area.y - 3) / super::view::SIGN_ROW);
                let sign = i32::from(FIRST_SIGN) + 16 * y + x;
                if let (0..16, Ok(sign)) = (x, u8::try_from(sign)) {
                    self.insert("sign", &[sign], None, desk);
                    self.popup = Some(Popup::Signs(sign));
                    self.follow(desk);
                }
            }
            Popup::Help(_) => self.popup = None,
            Popup::Find { .. } | Popup::Line(_) => {}
        }
    }
}

//! Questions: restore unsaved work, and whose change to keep.
//!
//! ```text
//! Restore unsaved changes?          Up, Down    highlight an answer; at first none is
//! 3 bytes of data                   Enter       gives the highlighted answer
//! Restore                           a click     gives the one under the pointer
//! Discard                           Esc         leaves the editors; the question stays
//! Up, Down, Enter   Esc: later      other keys  are ignored, and remove the highlight
//! ```
//!
//! So neither a letter nor Enter at the end of a line is an answer: typing on loses nothing.

use super::Editors;
use super::command::is_pressed;
use super::pen::{LEAST, Pen};
use super::run::{COMMON, Common};
use super::types::EditKey;
use studio::Area;

/// Of several open questions the first of these is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Draft,
    Data,
    Code,
}

/// Pixels above the first line, and of a line.
const LINES: (i32, i32) = (5, 9);
const ANSWERS: i32 = 2;

fn area((w, h): (i32, i32)) -> Area {
    let wide = (w - 4).min(LEAST + 52);
    Area { x: (w - wide) / 2, y: h / 2 - 26, w: wide, h: 52 }
}

fn answer_area(n: usize, size: (i32, i32)) -> Area {
    let Area { x, y, w, .. } = area(size);
    Area { x: x + 3, y: y + LINES.0 + (ANSWERS + n as i32) * LINES.1 - 2, w: w - 6, h: LINES.1 }
}

impl Editors {
    pub(super) fn question(&self) -> Option<Question> {
        let open = [
            (self.offer.is_some(), Question::Draft),
            (self.conflict.is_some(), Question::Data),
            (self.code_conflict.is_some(), Question::Code),
        ];
        open.into_iter().find(|(is_open, _)| *is_open).map(|(_, question)| question)
    }

    /// Handles a key while a question is open; false if the key is for others.
    pub(super) fn key_answer(&mut self, key: &EditKey) -> bool {
        let Some(question) = self.question() else { return false };
        match key.name {
            "ArrowUp" => self.highlighted = Some(0),
            "ArrowDown" => self.highlighted = Some(1),
            "Enter" => self.highlighted.into_iter().for_each(|answer| self.give(question, answer)),
            _ => {
                self.highlighted = None;
                let (own, rows) = (self.editor().rows().len(), self.rows());
                let row = rows[own..].iter().position(|row| is_pressed(&row.key, key));
                return match row.map(|row| COMMON[row].0) {
                    Some(Common::Leave) => false,
                    // A step before a draft is restored would prevent that of its steps.
                    Some(Common::Save | Common::Undo | Common::Redo | Common::Turn(_)) => {
                        question == Question::Draft
                    }
                    _ => true,
                };
            }
        }
        true
    }

    pub(super) fn click_answer(&mut self, button: u8) -> bool {
        let Some(question) = self.question() else { return false };
        let ((x, y), size) = (self.cx.pointer, self.cx.size);
        let hit = (0..2).find(|answer| answer_area(*answer, size).holds(x, y));
        if let Some(answer) = hit.filter(|_| button == 1) {
            self.give(question, answer);
        }
        question == Question::Draft || area(size).holds(x, y)
    }

    fn give(&mut self, question: Question, answer: usize) {
        self.highlighted = None;
        match question {
            Question::Draft => self.decide_draft(answer == 0),
            Question::Data => self.decide_data(answer == 1),
            Question::Code => self.decide_code(answer == 1),
        }
    }

    pub(super) fn draw_question(&self, pen: &mut Pen<'_>) {
        let Some(question) = self.question() else { return };
        let draft = self.offer.as_ref().map(|draft| draft.describe());
        let bytes = self.conflict.as_ref().map(|conflict| match conflict.both.len() {
            1 => "1 byte of the data".to_string(),
            count => format!("{count} bytes of the data"),
        });
        let lines = self.code_conflict.as_ref().map(|(_, both)| format!("lines of {}", both.join(", ")));
        let what = draft.or(bytes).or(lines).unwrap_or_default();
        let (title, answers, (ground, edge)) = match question {
            Question::Draft => ("Restore unsaved changes?", ["Restore", "Discard"], (1, 12)),
            _ => ("Changed here and on disk:", ["Keep mine", "Use the version on disk"], (2, 8)),
        };
        let size = self.cx.size;
        let all = area(size);
        pen.fill(Area { x: all.x - 1, y: all.y - 1, w: all.w + 2, h: all.h + 2 }, 0);
        pen.fill(all, ground);
        pen.frame(all, edge);
        if let Some(lit) = self.highlighted {
            pen.fill(answer_area(lit, size), edge);
        }
        let lines =
            [(title, 7), (&what, 7), (answers[0], 10), (answers[1], 10), ("Up, Down, Enter   Esc: later", 6)];
        for (n, (line, color)) in (0..).zip(lines) {
            let color = if self.highlighted.is_some_and(|lit| lit as i32 + ANSWERS == n) { 0 } else { color };
            let line = self.spelled(line.to_string());
            pen.text_until(&line, all.x + 6, all.y + LINES.0 + n * LINES.1, color, all.x + all.w - 4);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::test_user::User;
    use crate::{EditEffect, EditInput, EditorKind};

    fn questions() -> [(&'static str, User); 3] {
        let mut drawn = User::new();
        drawn.does("@0,0");
        let draft = drawn.editors.draft().expect("something is unsaved");
        let mut offered = User::new();
        offered.sources(&[("a.p8", "x=1\n")]);
        offered.editors.offer_draft(draft);
        let theirs = drawn.data().map(|byte| if byte == 0 { 0 } else { 0x55 });
        drawn.sources(&[("a.p8", "x=1\n")]);
        drawn.send(EditInput::Outside(Box::new(theirs)));
        let mut written = User::at(EditorKind::Code);
        written.sources(&[("a.p8", "x=1\n")]);
        written.does("a").sources(&[("a.p8", "bx=1\n")]);
        [("a draft", offered), ("data", drawn), ("code", written)]
    }

    fn has_mine(user: &User) -> bool {
        user.data().contains(&7) || user.editors.sources_now()[0].text == b"ax=1\n"
    }

    /// Our decision: typing answers nothing and changes nothing, for any letters; nor does Enter after letters.
    #[test]
    fn no_letter_is_an_answer() {
        for kind in [EditorKind::Code, EditorKind::Prompt, EditorKind::Sprite, EditorKind::Sound] {
            for (name, mut user) in questions() {
                user.editors.open(kind);
                let (question, data) = (user.editors.question(), user.data());
                let code = user.editors.sources_now();
                assert!(question.is_some(), "{name}");
                let letters: Vec<String> = ('!'..='~').map(String::from).collect();
                let others = "Down d Enter Up Space Enter Back Tab Del Ctrl+x F5 Enter Ctrl+s";
                for key in letters.iter().map(String::as_str).chain(others.split(' ')) {
                    user.key(key);
                    assert_eq!(user.editors.question(), question, "{name} {kind:?} {key}");
                }
                assert!(user.data() == data, "{name} {kind:?}");
                assert_eq!(user.editors.sources_now(), code, "{name} {kind:?}");
                assert!(!user.effects.contains(&EditEffect::Leave), "{name} {kind:?}");
                // Esc leaves, and the question stays open.
                assert_eq!(user.does("Esc").effects.last(), Some(&EditEffect::Leave), "{name} {kind:?}");
                assert_eq!(user.editors.question(), question);
            }
        }
    }

    #[test]
    fn an_answer_is_chosen_and_then_given() {
        for (script, want) in [
            ("Enter", None),
            ("Up", None),
            ("Up Enter", Some(true)),
            ("Down Enter", Some(false)),
            ("Down Up Enter", Some(true)),
            ("Down x Enter", None),
            ("Down Esc Enter", None),
            ("#60,90", None),
            ("#60,91", Some(true)),
            ("#60,99", Some(true)),
            ("#60,100", Some(false)),
            ("#60,108", Some(false)),
            ("#60,109", None),
        ] {
            for (name, mut user) in questions() {
                user.does(script);
                assert_eq!(user.editors.question().is_none(), want.is_some(), "{name} {script}");
                assert!(want.is_none_or(|kept| kept == has_mine(&user)), "{name} {script}");
            }
        }
    }
}

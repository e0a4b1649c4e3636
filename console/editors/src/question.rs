//! Questions: whose change to keep of data and code that another program has saved, and whether a save may replace colours of the
//! sheet's file.
//!
//! ```text
//! Changed here and on disk:         Up, Down    highlight an answer; at first none is
//! 3 bytes of the data               Enter       gives the highlighted answer
//! Keep mine                         a click     gives the one under the pointer
//! Use the version on disk           Esc         leaves the editors; the question stays
//! Up, Down, Enter   Esc: later      other keys  are ignored, and remove the highlight
//!
//! data  other bytes ── merged, one step of the history      the same bytes ── a question: mine or theirs; nothing is saved before
//! code  other lines ── merged                               the same lines ── the same question
//! ```
//!
//! So neither a letter nor Enter at the end of a line is an answer. Both versions are in the history before the question is asked.

use super::editor::is_pressed;
use super::pen::{LEAST, Pen};
use super::run::{COMMON, Common};
use super::types::EditKey;
use super::{EditorKind, Editors, SourceFile};
use std::ops::Range;
use studio::{Area, letters};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpenQuestion {
    Data,
    Code,
    Colors,
}

/// The first line's distance from the edge, and from line to line.
const LINES: (i32, i32) = (5, 9);

/// A question as it is drawn: what it is about in `lines` lines, between the title and the answers.
struct Layout {
    all: Area,
    lines: Vec<String>,
}

impl Layout {
    fn line(&self, n: usize) -> i32 {
        self.all.y + LINES.0 + n as i32 * LINES.1
    }

    fn answer(&self, n: usize) -> Area {
        let Area { x, w, .. } = self.all;
        Area { x: x + 3, y: self.line(1 + self.lines.len() + n) - 2, w: w - 6, h: LINES.1 }
    }
}

impl Editors {
    fn layout(&self) -> Layout {
        let bytes = self.conflict.as_ref().map(|conflict| match conflict.both.len() {
            1 => "1 byte of the data".to_string(),
            count => format!("{count} bytes of the data"),
        });
        let lines = self.code_conflict.as_ref().map(|(_, both)| format!("lines of {}", both.join(", ")));
        let what = bytes.or(lines).or(self.loses.clone()).unwrap_or_default();
        let (w, h) = self.cx.size;
        let wide = (w - 4).min(LEAST + 52);
        let mut lines = letters::wrap(&self.spelled(what), wide - 10);
        lines.truncate(3);
        lines.resize(lines.len().max(1), String::new());
        let high = 43 + LINES.1 * lines.len() as i32;
        Layout { all: Area { x: (w - wide) / 2, y: h / 2 - 26, w: wide, h: high }, lines }
    }

    pub(super) fn question(&self) -> Option<OpenQuestion> {
        let open = [
            (self.conflict.is_some(), OpenQuestion::Data),
            (self.code_conflict.is_some(), OpenQuestion::Code),
            (self.loses.is_some(), OpenQuestion::Colors),
        ];
        open.into_iter().find(|(is_open, _)| *is_open).map(|(_, question)| question)
    }

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
                let command = row.map(|row| COMMON[row].0);
                use Common::{Leave, Redo, Save, Turn, Undo};
                return !matches!(command, Some(Leave | Save | Undo | Redo | Turn(_)));
            }
        }
        true
    }

    pub(super) fn click_answer(&mut self, button: u8) -> bool {
        let Some(question) = self.question() else { return false };
        let ((x, y), layout) = (self.cx.pointer, self.layout());
        let hit = (0..2).find(|answer| layout.answer(*answer).holds(x, y));
        if let Some(answer) = hit.filter(|_| button == 1) {
            self.give(question, answer);
        }
        layout.all.holds(x, y)
    }

    fn give(&mut self, question: OpenQuestion, answer: usize) {
        self.highlighted = None;
        match question {
            OpenQuestion::Data => self.decide_data(answer == 1),
            OpenQuestion::Code => self.decide_code(answer == 1),
            OpenQuestion::Colors if answer == 0 => self.save_if(true),
            OpenQuestion::Colors => {
                self.loses = None;
                self.cx.say("not saved");
            }
        }
    }

    pub(super) fn draw_question(&self, pen: &mut Pen<'_>) {
        let Some(question) = self.question() else { return };
        let (title, answers) = match question {
            OpenQuestion::Colors => {
                ("Replace colours in the sheet's file?", ["Save, with the nearest colours", "Do not save"])
            }
            _ => ("Changed here and on disk:", ["Keep mine", "Use the version on disk"]),
        };
        let (ground, edge) = (2, 8);
        let layout = self.layout();
        let all = layout.all;
        pen.fill(Area { x: all.x - 1, y: all.y - 1, w: all.w + 2, h: all.h + 2 }, 0);
        pen.fill(all, ground);
        pen.frame(all, edge);
        if let Some(lit) = self.highlighted {
            pen.fill(layout.answer(lit), edge);
        }
        let ink = |n: usize| if self.highlighted == Some(n) { 0 } else { 10 };
        let own = |line: &str, color| (self.spelled(line.to_string()), color);
        let last = [own(answers[0], ink(0)), own(answers[1], ink(1)), own("Up, Down, Enter   Esc: later", 6)];
        let about = layout.lines.iter().map(|line| (line.clone(), 7));
        for (n, (line, color)) in [own(title, 7)].into_iter().chain(about).chain(last).enumerate() {
            pen.text_until(&line, all.x + 6, layout.line(n), color, all.x + all.w - 4);
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Conflict {
    /// The data, and after a crash the names of sounds too.
    pub theirs: Vec<u8>,
    pub both: Vec<u16>,
}

impl Editors {
    pub(super) fn outside(&mut self, theirs: &[u8]) {
        let (editor, cx) = self.front();
        editor.finish(cx);
        if cx.is_live && cx.toggle_live() {
            self.sent_version = self.cx.doc.version();
        }
        let cx = &mut self.cx;
        self.loses = None;
        let (before, version) = (*cx.doc.data(), cx.doc.version());
        let both = cx.doc.outside(theirs, cx.frame);
        if both.is_empty() {
            if cx.doc.version() != version {
                cx.show_change(&before);
            }
            self.conflict = None;
        } else {
            self.cx.blink(both.clone());
            self.highlighted = None;
            self.conflict = Some(Conflict { theirs: theirs.to_vec(), both });
            self.record_both();
        }
    }

    pub(super) fn decide_data(&mut self, theirs_wins: bool) {
        self.record();
        let Some(Conflict { theirs, both }) = self.conflict.take() else { return };
        let cx = &mut self.cx;
        let (disk, doc) = (*cx.doc.disk(), &cx.doc);
        // A file that is gone has nothing to merge: keeping mine keeps all of its data.
        let empty = rasher::Rom::empty("").data;
        let is_gone = |area: &Range<usize>| {
            theirs[area.clone()] == empty[area.clone()] && disk[area.clone()] != empty[area.clone()]
        };
        let gone: Vec<Range<usize>> =
            format::DataKind::ALL.into_iter().map(format::DataKind::area).filter(is_gone).collect();
        let is_taken = |at: &usize| {
            let contested = both.binary_search(&(*at as u16)).is_ok();
            let stays = !theirs_wins && (contested || gone.iter().any(|area| area.contains(at)));
            theirs[*at] != doc.get(*at) && !stays && (contested || doc.get(*at) == doc.disk_at(*at))
        };
        let taken: Vec<usize> = (0..theirs.len()).filter(is_taken).collect();
        cx.doc.take("reload from disk", &theirs, &taken, cx.frame);
        cx.doc.set_disk(&theirs);
        cx.say(decided(theirs_wins));
    }

    pub fn is_changed(&self) -> bool {
        self.cx.doc.is_changed() || self.code.text.is_changed()
    }

    pub fn sources_now(&self) -> Vec<SourceFile> {
        self.code.files()
    }

    pub fn sources_unsaved(&self) -> Vec<SourceFile> {
        self.code.text.unsaved().into_iter().map(|(file, _)| file).collect()
    }

    pub fn stops(&self) -> Vec<(String, u32)> {
        self.code.stops()
    }

    pub(super) fn show_fault(&mut self) {
        self.open(EditorKind::Code);
        self.code.show_fault(&mut self.cx);
    }

    pub(super) fn sources(&mut self, files: &[SourceFile]) {
        let (before, was_empty) = (self.code.text.version, self.code.text.files.is_empty());
        let both = self.code.sources(files, self.cx.frame, None);
        if both.is_empty() {
            if !was_empty && self.code.text.version != before {
                self.cx.say("reloaded changes from disk: Ctrl+Z undoes them");
            }
            self.code_conflict = None;
        } else {
            self.highlighted = None;
            self.code_conflict = Some((files.to_vec(), both));
            self.record_both();
        }
    }

    pub(super) fn decide_code(&mut self, theirs_wins: bool) {
        self.record();
        let Some((files, _)) = self.code_conflict.take() else { return };
        self.code.sources(&files, self.cx.frame, Some(theirs_wins));
        self.cx.say(decided(theirs_wins));
    }
}

fn decided(theirs_wins: bool) -> &'static str {
    match theirs_wins {
        true => "took the version on disk: Ctrl+Z restores yours",
        false => "kept your version: Ctrl+S saves it",
    }
}

#[cfg(test)]
mod tests {
    use crate::test_user::User;
    use crate::{EditEffect, EditInput, EditPlace, EditorKind, Side};
    use rasher::memory::{FLAGS, MAP};

    fn questions() -> [(&'static str, User); 2] {
        let mut drawn = User::new();
        drawn.does("@0,0");
        let theirs = drawn.data().map(|byte| if byte == 0 { 0 } else { 0x55 });
        drawn.sources(&[("a.p8", "x=1\n")]);
        drawn.send(EditInput::Outside(Box::new(theirs)));
        let mut written = User::at(EditorKind::Code);
        written.sources(&[("a.p8", "x=1\n")]);
        written.does("a").sources(&[("a.p8", "bx=1\n")]);
        [("data", drawn), ("code", written)]
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
                let others = "Down d Enter Up Space Enter Back Tab Del Ctrl+x F5 Enter Ctrl+Shift+h Ctrl+s";
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

    /// Our decision: a file that is gone, as its area is empty, has nothing to merge. Keeping the changes made here keeps all of it, not
    /// only the bytes that were changed; what changed in other files is merged as ever.
    #[test]
    fn who_keeps_theirs_keeps_the_whole_of_a_file_that_is_gone() {
        let (cell, drawn, flags) = (usize::from(MAP), usize::from(MAP) + 300, usize::from(FLAGS));
        for (answer, want) in [("Up Enter", [7, 5, 1]), ("Down Enter", [0, 0, 1])] {
            let mut user = User::new();
            user.files_hold([(cell, 4), (drawn, 5)]);
            user.editors.cx.doc.begin("paint", Side::Picture, EditPlace::Everywhere);
            user.editors.cx.doc.set(cell, 7);
            user.editors.cx.doc.commit(0, None);
            user.files_hold([(flags, 1)]);
            assert!(user.editors.conflict.is_some());
            let data = user.does(answer).data();
            assert_eq!([cell, drawn, flags].map(|at| data[at]), want, "{answer}");
        }
    }

    /// Our decision: a save that would change colours of the sheet's file asks first, and then saves the data of that moment.
    #[test]
    fn a_save_that_replaces_colours_asks_first() {
        for (script, is_saved) in [("Up Enter", true), ("#60,100", true), ("Down Enter", false)] {
            let mut user = User::new();
            user.does("@0,0 Ctrl+s");
            let Some(EditEffect::Save { data, base, agreed: false, .. }) = user.effects.last().cloned()
            else {
                panic!("{:?}", user.effects.last());
            };
            let what = "12 pixels of #ff0046, the first at 3,70, shown as colour 8 (#ff004d)";
            user.send(EditInput::SaveLoses(data.clone(), what.into()));
            assert_eq!(user.does("Enter x").editors.question(), Some(super::OpenQuestion::Colors));
            let again = user.does(script).effects.last();
            let agreed = Some(&EditEffect::Save {
                data: data.clone(),
                base,
                agreed: true,
                sounds: rasher::SoundNames::new(),
            });
            assert_eq!(again == agreed, is_saved, "{script}");
            assert_eq!(user.editors.question(), None, "{script}");
            assert!(user.editors.is_changed());
            match is_saved {
                true => user.send(EditInput::Saved(data, Ok("g.png".into()))),
                false => _ = user.does("Ctrl+s"),
            };
            assert_eq!(user.editors.is_changed(), !is_saved);
        }
    }

    /// The file was saved again meanwhile: what the question was about is gone.
    #[test]
    fn the_question_about_colours_ends_when_the_file_changes() {
        let mut user = User::new();
        user.does("@0,0 Ctrl+s");
        let data = Box::new(user.data());
        user.send(EditInput::SaveLoses(data, "1 pixel".into()));
        user.files_hold([(9, 1)]);
        assert_eq!(user.editors.question(), None);
    }

    /// Our decision: the sprite on the sheet, the tile and the note are lit for most of a second, and the first changed sound is played once.
    #[test]
    fn changes_of_another_program_are_seen_and_heard() {
        let note = usize::from(rasher::memory::SFX) + 2 * 68;
        for (kind, at, heard) in [
            (EditorKind::Sprite, 0x0a10, false),
            (EditorKind::Map, 0x2003, false),
            (EditorKind::Sound, note, true),
        ] {
            let mut user = User::at(kind);
            user.send(EditInput::Size(320, 240, 2));
            user.files_hold([(note + 65, 16)]);
            user.ticks(60);
            let before = user.editors.draw();
            user.effects.clear();
            user.files_hold([
                (note + 65, 16),
                (note, if heard { 33 } else { 0 }),
                (note + 1, if heard { 10 } else { 0 }),
                (at, 0x21),
            ]);
            let lit = user.editors.draw();
            user.ticks(60);
            let after = user.editors.draw();
            assert!(lit != before && lit != after, "{kind:?}");
            let loud = user.samples().iter().any(|sample| sample.unsigned_abs() > 500);
            assert_eq!(loud, heard, "{kind:?}");
            user.says("reloaded changes from disk: Ctrl+Z undoes them");
            user.ticks(200);
            user.effects.clear();
            user.ticks(60);
            assert!(user.samples().iter().all(|sample| *sample == 0), "{kind:?}: once");
            // Its echo is no change.
            let (rest, data) = (user.editors.draw(), Box::new(user.data()));
            user.send(EditInput::Outside(data));
            assert!(user.editors.draw() == rest, "{kind:?}");
        }
    }
}

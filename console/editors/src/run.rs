//! Runs commands, and has those of all editors: leaving, saving, undo and redo, another editor.

use super::editor::shown;
use super::finder::Finder;
use super::keys::{ALL, id, is_same};
use super::types::{EditEffect, EditInput, EditKey, EditorKind};
use super::{Editors, sound};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Common {
    Leave,
    Save,
    Undo,
    Redo,
    Turn(i32),
    Now,
    TakeOver,
    Find,
    Prompt,
    History,
    Guide,
}

pub(super) const COMMON: [(Common, &str, &str, &str); 12] = [
    (Common::Leave, "back to the cart", "Esc", "file"),
    (Common::Save, "save", "Ctrl+S", "file"),
    (Common::Undo, "undo", "Ctrl+Z", "edit"),
    (Common::Redo, "redo", "Ctrl+Y", "edit"),
    (Common::History, "history", "Ctrl+Shift+H", "edit"),
    (Common::Turn(-1), "previous editor", "Alt+Left", "go"),
    (Common::Turn(1), "next editor", "Alt+Right", "go"),
    (Common::Now, "switch between cart and game memory", "Ctrl+N", "game"),
    (Common::TakeOver, "copy the game's changes into the cart", "Ctrl+Shift+N", "game"),
    (Common::Prompt, "open or close the prompt", "F10", "go"),
    (Common::Find, "all commands", "F1", "help"),
    (Common::Guide, "tutorial and manual", "Shift+F1", "help"),
];

impl Editors {
    pub(super) fn run(&mut self, row: usize) {
        if let Some(pointing) = self.editor().pointing(row) {
            // From the list it is a press and a release.
            self.point(pointing, "");
            return self.dispatch(&EditInput::KeyUp(""));
        }
        self.cx.clear_status();
        let own = self.editor().rows().len();
        let (editor, cx) = self.front();
        let Some(common) = row.checked_sub(own) else {
            // A stroke ends before the command.
            editor.finish(cx);
            return editor.run(row, cx);
        };
        match COMMON.get(common).map(|row| row.0) {
            Some(Common::Leave) if editor.cancel(cx) => {}
            Some(Common::Leave) => cx.effects.push(EditEffect::Leave),
            Some(Common::Save) => self.save(),
            Some(Common::Undo) => self.walk(true),
            Some(Common::Redo) => self.walk(false),
            Some(Common::Turn(by)) => self.turn(by),
            Some(Common::Now) => self.toggle_live(),
            Some(Common::TakeOver) => self.take_over(),
            Some(Common::Prompt) => {
                let to = if self.front == EditorKind::Prompt { self.before } else { EditorKind::Prompt };
                self.open(to);
            }
            Some(Common::Find) => self.list_commands(),
            Some(Common::Guide) => self.toggle_guide(),
            Some(Common::History) => match self.page.take() {
                Some(_) => {}
                None => self.open_history(),
            },
            None => {}
        }
    }

    pub(super) fn list_commands(&mut self) {
        let (editor, cx) = self.front();
        editor.finish(cx);
        self.finder = Some(Finder::default());
    }

    pub fn finish(&mut self) -> Vec<EditEffect> {
        self.finder = None;
        self.step(&EditInput::Blur)
    }

    pub(super) fn save(&mut self) {
        self.save_if(false);
    }

    pub(super) fn save_if(&mut self, agreed: bool) {
        let (editor, cx) = self.front();
        editor.finish(cx);
        self.loses = None;
        if self.conflict.is_some() || self.code_conflict.is_some() {
            return self.cx.refuse("answer the question about the conflict first");
        }
        let cx = &mut self.cx;
        let code = self.code.text.unsaved();
        if code.is_empty() && cx.is_live {
            return cx.refuse("this is the game's memory: Ctrl+Shift+N copies it into the cart");
        }
        let has_it = !cx.doc.is_changed() && !cx.wrong;
        if code.is_empty() && has_it {
            return cx.say("nothing to save");
        }
        if !code.is_empty() {
            cx.effects.push(EditEffect::SaveCode(code));
        }
        if cx.is_live || has_it {
            return;
        }
        match cx.doc.save() {
            Some((data, base, sounds)) => cx.effects.push(EditEffect::Save { data, base, sounds, agreed }),
            None => cx.say("saving..."),
        }
    }

    fn walk(&mut self, back: bool) {
        let (editor, cx) = self.front();
        editor.finish(cx);
        if editor.walk(back, cx) {
            return;
        }
        let side = editor.side();
        let Some(change) = cx.doc.walk(side, back).cloned() else {
            return cx.say(if back { "nothing to undo" } else { "nothing to redo" });
        };
        let (did, count) = (if back { "undid" } else { "redid" }, change.patches.len());
        cx.say(format!("{did}: {}, {count} byte{}", change.name, if count == 1 { "" } else { "s" }));
        cx.blink(change.patches.iter().map(|patch| patch.addr).collect());
        editor.show(change.place, cx);
        editor.after_undo();
    }

    fn turn(&mut self, by: i32) {
        self.uncover();
        let all = EditorKind::ALL;
        let now = all.iter().position(|(kind, _)| *kind == self.front).unwrap_or(0) as i32;
        self.open(all[(now + by).rem_euclid(all.len() as i32) as usize].0);
    }

    pub fn open(&mut self, kind: EditorKind) {
        self.cx.finish_name();
        self.page = None;
        let (editor, cx) = self.front();
        editor.finish(cx);
        if self.front != EditorKind::Prompt {
            self.before = self.front;
        }
        self.front = kind;
        let (editor, cx) = self.front();
        editor.enter(cx);
    }

    pub fn waits_for_key(&self) -> bool {
        self.finder.as_ref().is_some_and(Finder::waits)
    }

    pub fn lists_commands(&self) -> bool {
        self.finder.is_some()
    }

    pub(super) fn types(&self, key: &EditKey, anywhere: bool) -> bool {
        let plain = !key.control && !key.alt;
        let is = |kind: EditorKind| anywhere || self.front == kind;
        let typed =
            !key.text.is_empty() || matches!(key.name, "Tab" | "Enter" | "Space" | "Backspace" | "Delete");
        let played = sound::piano(key, self.cx.is_tracker()).is_some() || key.name.starts_with("Digit");
        plain
            && (typed && (is(EditorKind::Code) || is(EditorKind::Prompt))
                || played && (is(EditorKind::Sound) || is(EditorKind::Music)))
    }

    pub(super) fn give_key(&mut self, row: usize, key: Option<String>) {
        let (rows, own) = (self.rows(), self.editor().rows().len());
        let scope = |n: usize| if n < own { self.front.name() } else { ALL };
        let Some(given) = rows.get(row) else { return };
        let mine = id(&self.cx.keys, scope(row), &given.name, given.table);
        let key = key.filter(|key| key != given.table);
        if let Some(key) = &key {
            for (n, other) in rows.iter().enumerate().filter(|(n, _)| *n != row) {
                if is_same(key, &other.key) {
                    let id = id(&self.cx.keys, scope(n), &other.name, other.table);
                    self.cx.keys.insert(id, String::new());
                }
            }
        }
        match key {
            Some(key) => _ = self.cx.keys.insert(mine, key),
            None => _ = self.cx.keys.remove(&mine),
        }
        let now = self.rows()[row].key.to_string();
        // The quotes keep [`spelled`] from replacing the key.
        let key = if now.is_empty() { "no key".to_string() } else { format!("\"{}\"", shown(&now)) };
        self.cx.say(format!("{}: {key}", given.name));
        self.cx.effects.push(EditEffect::Keys(self.cx.keys.clone()));
    }
}

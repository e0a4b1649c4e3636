//! Commands that all editors have: the way out, saving, undo and redo, another editor; and how any command is run.

use super::command::CommandRow;
use super::finder::Finder;
use super::{EditEffect, EditInput, EditorKind, Editors};

/// What every editor can do.
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
}

pub(super) const COMMON: [(Common, CommandRow); 10] = [
    (Common::Leave, CommandRow { name: "back to the cart", key: "Esc", menu: "file" }),
    (Common::Save, CommandRow { name: "save", key: "Ctrl+S", menu: "file" }),
    (Common::Undo, CommandRow { name: "undo", key: "Ctrl+Z", menu: "edit" }),
    (Common::Redo, CommandRow { name: "redo", key: "Ctrl+Y", menu: "edit" }),
    (Common::Turn(-1), CommandRow { name: "editor before", key: "Alt+Left", menu: "go" }),
    (Common::Turn(1), CommandRow { name: "next editor", key: "Alt+Right", menu: "go" }),
    (Common::Now, CommandRow { name: "the cart, or the game as it stands", key: "Ctrl+N", menu: "game" }),
    (
        Common::TakeOver,
        CommandRow { name: "take what the game has set into the cart", key: "Ctrl+Shift+N", menu: "game" },
    ),
    (Common::Prompt, CommandRow { name: "the prompt, or back from it", key: "F10", menu: "go" }),
    (Common::Find, CommandRow { name: "all commands", key: "F1", menu: "help" }),
];

impl Editors {
    /// Does the command of that row of [`Editors::rows`].
    pub(super) fn run(&mut self, row: usize) {
        if let Some(pointing) = self.editor().pointing(row) {
            // Out of the list there is no key that goes up.
            self.point(pointing, "");
            return self.hear(&EditInput::KeyUp(""));
        }
        self.desk.hush();
        let own = self.editor().rows().len();
        let (editor, desk) = self.front();
        let Some(common) = row.checked_sub(own) else {
            // A command begins where the stroke ends.
            editor.settle(desk);
            return editor.run(row, desk);
        };
        match COMMON.get(common).map(|row| row.0) {
            Some(Common::Leave) if editor.cancel(desk) => {}
            Some(Common::Leave) => desk.effects.push(EditEffect::Leave),
            Some(Common::Save) => self.save(),
            Some(Common::Undo) => self.walk(true),
            Some(Common::Redo) => self.walk(false),
            Some(Common::Turn(by)) => self.turn(by),
            Some(Common::Now) => self.turn_now(),
            Some(Common::TakeOver) => self.take_over(),
            Some(Common::Prompt) => {
                let to = if self.front == EditorKind::Prompt { self.before } else { EditorKind::Prompt };
                self.open(to);
            }
            Some(Common::Find) => {
                editor.settle(desk);
                self.finder = Some(Finder::default());
            }
            None => {}
        }
    }

    /// Ends what is under way, as it stands: the editors are left.
    pub fn settle(&mut self) -> Vec<EditEffect> {
        self.finder = None;
        self.step(&EditInput::Blur)
    }

    pub(super) fn save(&mut self) {
        let (editor, desk) = self.front();
        editor.settle(desk);
        if self.conflict.is_some() || self.code_conflict.is_some() {
            return self.desk.refuse("first decide whose change counts");
        }
        let desk = &mut self.desk;
        let code = self.code.unsaved();
        if code.is_empty() && desk.is_now {
            return desk.refuse("this is the game's memory: Ctrl+Shift+N takes it into the cart");
        }
        let has_it = !desk.doc.is_changed() && !desk.wrong;
        if code.is_empty() && has_it {
            return desk.say("nothing to save: the files have it all");
        }
        if !code.is_empty() {
            desk.effects.push(EditEffect::SaveCode(code));
        }
        if desk.is_now || has_it {
            return;
        }
        match desk.doc.save() {
            Some((data, base)) => desk.effects.push(EditEffect::Save { data, base }),
            None => desk.say("it is being saved"),
        }
    }

    fn walk(&mut self, back: bool) {
        let (editor, desk) = self.front();
        editor.settle(desk);
        if editor.walk(back, desk) {
            return;
        }
        let side = editor.side();
        let change = if back { desk.doc.undo(side) } else { desk.doc.redo(side) };
        let Some(change) = change.cloned() else {
            return desk.say(if back { "nothing to undo" } else { "nothing to redo" });
        };
        let count = change.patches.len();
        let plural = if count == 1 { "" } else { "s" };
        let did = if back { "undid" } else { "redid" };
        desk.say(format!("{did}: {}, {count} byte{plural}", change.name));
        desk.blink(change.patches.iter().map(|patch| patch.addr).collect());
        editor.show(change.place, desk);
        editor.walked();
    }

    fn turn(&mut self, by: i32) {
        let all = EditorKind::ALL;
        let now = all.iter().position(|(kind, _)| *kind == self.front).unwrap_or(0) as i32;
        self.open(all[(now + by).rem_euclid(all.len() as i32) as usize].0);
    }

    pub fn open(&mut self, kind: EditorKind) {
        let (editor, desk) = self.front();
        editor.settle(desk);
        if self.front != EditorKind::Prompt {
            self.before = self.front;
        }
        self.front = kind;
        let (editor, desk) = self.front();
        editor.enter(desk);
    }
}

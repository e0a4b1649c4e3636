//! An editor as the rest sees it: its table of commands, its input, its picture.
//!
//! ```text
//! Row (name, key, menu, command) ── Table ──> Commands: the list, the keys, running a row
//! Editor   input, selection, undo           View   status line, picture
//!
//! "Ctrl+Shift+Z"   a letter or sign as the layout has it      "Left" "Tab" "F1"   a key without a letter
//! "@Q" "@1"        a key by its place on the keyboard
//! ```
//!
//! Keys are matched whole: Ctrl+S is never S, and AltGr, which types, runs no command.

use super::context::Context;
use super::pen::Pen;
use super::types::{CommandRow, EditInput, EditKey, EditPlace, Pointing, Side};
use studio::Area;

/// A command's name, key and menu, and what it does.
pub(super) type TableRow<C> = (&'static str, &'static str, &'static str, C);

pub(super) type RunFn<E> = fn(&mut E, &mut Context);

pub(super) enum CommandAction<E> {
    Run(RunFn<E>),
    Point(Pointing),
}

pub(super) trait EditorCommand<E> {
    fn run(&self, editor: &mut E, cx: &mut Context);
    fn pointing(&self) -> Option<Pointing> {
        None
    }
}

impl<E> EditorCommand<E> for RunFn<E> {
    fn run(&self, editor: &mut E, cx: &mut Context) {
        self(editor, cx);
    }
}

impl<E> EditorCommand<E> for CommandAction<E> {
    fn run(&self, editor: &mut E, cx: &mut Context) {
        if let CommandAction::Run(run) = self {
            run(editor, cx);
        }
    }

    fn pointing(&self) -> Option<Pointing> {
        let CommandAction::Point(pointing) = self else { return None };
        Some(*pointing)
    }
}

pub(super) trait CommandTable: Sized + 'static {
    type Command: EditorCommand<Self> + 'static;
    const TABLE: &'static [TableRow<Self::Command>];
    fn before_command(&mut self, _cx: &Context) {}
}

pub(super) trait Commands {
    fn rows(&self) -> Vec<CommandRow>;
    fn run(&mut self, row: usize, cx: &mut Context);
    fn pointing(&self, row: usize) -> Option<Pointing>;
}

impl<E: CommandTable> Commands for E {
    fn rows(&self) -> Vec<CommandRow> {
        E::TABLE.iter().map(|(name, key, menu, _)| CommandRow { name, key, menu }).collect()
    }

    fn run(&mut self, row: usize, cx: &mut Context) {
        if let Some((.., command)) = E::TABLE.get(row) {
            self.before_command(cx);
            command.run(self, cx);
        }
    }

    fn pointing(&self, row: usize) -> Option<Pointing> {
        E::TABLE.get(row)?.3.pointing()
    }
}

pub(super) trait Editor: Commands + View {
    fn side(&self) -> Side {
        Side::Picture
    }
    fn input(&mut self, input: &EditInput, cx: &mut Context);
    fn enter(&mut self, _cx: &mut Context) {}
    fn finish(&mut self, _cx: &mut Context) {}
    fn aim(&mut self, _by: (i32, i32), cx: &Context) -> (i32, i32) {
        cx.pointer
    }
    /// Cancels the current gesture, or the selection; false if there is neither.
    fn cancel(&mut self, cx: &mut Context) -> bool;
    fn show(&mut self, _place: EditPlace, _cx: &mut Context) {}
    fn take_sound(&mut self, _sound: usize, _cx: &mut Context) {}
    /// A step was undone or redone: a moved selection is elsewhere now.
    fn after_undo(&mut self) {}
    /// Undoes or redoes a step of its own history; false if its changes are the document's.
    fn walk(&mut self, _back: bool, _cx: &mut Context) -> bool {
        false
    }
    fn steps(&self, cx: &Context) -> (usize, usize) {
        cx.doc.steps(self.side())
    }
}

pub(super) trait View {
    /// The place under the pointer, and the effect of its buttons.
    fn status(&self, cx: &Context) -> String;
    fn draw(&self, pen: &mut Pen<'_>, cx: &Context);
    /// Where the paused game is shown, if there is room for it.
    fn screen(&self, _: &Context) -> Option<(i32, i32)> {
        None
    }
    /// Areas with the cart's colours, and the colours shown for them.
    fn colored(&self, _: &Context) -> Vec<(Area, [u8; 16])> {
        Vec::new()
    }
}

/// Keys without a letter: the name in tables, and the W3C's.
pub(super) const NAMED: [(&str, &str); 22] = [
    ("Left", "ArrowLeft"),
    ("Right", "ArrowRight"),
    ("Up", "ArrowUp"),
    ("Down", "ArrowDown"),
    ("Tab", "Tab"),
    ("Space", "Space"),
    ("Enter", "Enter"),
    ("Esc", "Escape"),
    ("Del", "Delete"),
    ("Back", "Backspace"),
    ("Home", "Home"),
    ("End", "End"),
    ("PgUp", "PageUp"),
    ("PgDn", "PageDown"),
    ("F1", "F1"),
    ("F3", "F3"),
    ("F4", "F4"),
    ("F5", "F5"),
    ("F7", "F7"),
    ("F8", "F8"),
    ("F10", "F10"),
    ("Ins", "Insert"),
];

pub(super) fn split(chord: &str) -> Option<([bool; 3], &str)> {
    let (mut held, mut rest) = ([false; 3], chord);
    // The sign + is a key too: "Ctrl++".
    while let Some((name, after)) =
        rest.split_once('+').filter(|(name, after)| !name.is_empty() && !after.is_empty())
    {
        held[["Ctrl", "Alt", "Shift"].iter().position(|it| *it == name)?] = true;
        rest = after;
    }
    Some((held, rest))
}

pub fn is_pressed(chord: &str, key: &EditKey) -> bool {
    let Some(([control, alt, shift], rest)) = split(chord) else { return false };
    if (control, alt) != (key.control, key.alt) {
        return false;
    }
    if let Some((_, name)) = NAMED.iter().find(|(named, _)| *named == rest) {
        return *name == key.name && shift == key.shift;
    }
    if let Some(place) = rest.strip_prefix('@').filter(|place| !place.is_empty()) {
        let name = key.name.strip_prefix("Key").or(key.name.strip_prefix("Digit"));
        return name == Some(place) && shift == key.shift;
    }
    let Some(letter) = key.letter else { return false };
    let is_letter = rest.chars().eq(letter.to_uppercase());
    // Shift is part of a sign.
    is_letter && (shift == key.shift || !letter.is_alphabetic())
}

pub fn shown(chord: &str) -> String {
    chord.replace('@', "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EditorKind, Editors};

    fn press(name: &'static str, letter: char, held: &str) -> EditKey {
        EditKey {
            name,
            letter: Some(letter),
            shift: held.contains('s'),
            control: held.contains('c'),
            alt: held.contains('a'),
            ..EditKey::default()
        }
    }

    /// Our decision: a letter is the layout's, a place is the keyboard's, and modifiers count.
    #[test]
    fn a_key_is_its_letter_or_its_place_and_what_is_held() {
        let cases = [
            ("Ctrl+Z", press("KeyZ", 'z', "c"), true),
            ("Ctrl+Z", press("KeyW", 'z', "c"), true),
            ("Ctrl+Z", press("KeyZ", 'z', ""), false),
            ("Ctrl+Z", press("KeyZ", 'Z', "cs"), false),
            ("Ctrl+Shift+Z", press("KeyZ", 'Z', "cs"), true),
            ("S", press("KeyS", 's', "c"), false),
            ("S", press("KeyS", 's', "a"), false),
            ("@Q", press("KeyQ", 'a', ""), true),
            ("Shift+@1", press("Digit1", '!', "s"), true),
            ("@Q", press("KeyA", 'q', ""), false),
            ("<", press("Comma", '<', "s"), true),
            ("+", press("Equal", '+', "s"), true),
            ("Ctrl++", press("Equal", '+', "cs"), true),
            ("Left", EditKey { name: "ArrowLeft", ..EditKey::default() }, true),
            ("Alt+Left", EditKey { name: "ArrowLeft", ..EditKey::default() }, false),
            ("Alt+Left", EditKey { name: "ArrowLeft", alt: true, ..EditKey::default() }, true),
        ];
        for (chord, key, want) in cases {
            assert_eq!(is_pressed(chord, &key), want, "{chord} {key:?}");
        }
    }

    #[test]
    fn each_key_of_an_editor_does_one_thing() {
        let mut editors = Editors::new(Box::new([0; rasher::memory::ROM_SIZE]));
        for (kind, name) in EditorKind::ALL {
            editors.open(kind);
            let mut keys: Vec<&str> =
                editors.rows().iter().map(|row| row.table).filter(|key| !key.is_empty()).collect();
            let all = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), all, "{name}: {:?}", editors.rows());
        }
    }
}

//! Commands: each action of an editor has a name, a key and a place in a menu.
//!
//! ```text
//! "Ctrl+Shift+Z"   a letter or sign as the layout has it      "Left" "Tab" "F1"   a key without a letter
//! "@Q" "@1"        a key by its place, whatever is printed on it
//! ```
//!
//! Keys are matched whole: Ctrl+S is never S, and with AltGr, which types, nothing is a command.

use super::types::{CommandRow, CommandTable, EditKey};

pub(super) fn rows<C>(table: &CommandTable<C>) -> Vec<CommandRow> {
    table.iter().map(|(_, name, key, menu)| CommandRow { name, key, menu }).collect()
}

/// Names of keys without a letter, as tables say them and as the W3C does.
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

pub fn is_pressed(chord: &str, key: &EditKey) -> bool {
    let (mut control, mut shift, mut alt, mut rest) = (false, false, false, chord);
    // The sign + is a key too: "Ctrl++".
    while let Some((held, after)) =
        rest.split_once('+').filter(|(held, after)| !held.is_empty() && !after.is_empty())
    {
        match held {
            "Ctrl" => control = true,
            "Shift" => shift = true,
            "Alt" => alt = true,
            _ => return false,
        }
        rest = after;
    }
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
    // Signs are where shift puts them.
    is_letter && (shift == key.shift || !letter.is_alphabetic())
}

/// The key as it is shown.
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

    /// Our decision: a letter is the layout's, a place is the keyboard's, and what is held with it counts.
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

    /// Our decision: what is in the list of commands has a key, and no key does two things.
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

//! The keys of a keyboard: codes, names in settings, and key presses.
//!
//! ```text
//! Key: a position on the keyboard, whatever is printed on it ──> code 0..=255 ──> rasher::Keys     stat(28)
//!  └─ name, in a settings file
//! ```
//!
//! The codes are those of USB's keyboard page (HID usage tables, page 7), as in SDL and PICO-8. The names are the W3C's UI Events
//! code values, a few of them shortened. A host maps the codes of its own library to these.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(u8);

impl Key {
    pub const D: Key = Key(7);
    pub const M: Key = Key(16);
    pub const P: Key = Key(19);
    pub const Q: Key = Key(20);
    pub const R: Key = Key(21);
    pub const S: Key = Key(22);
    pub const T: Key = Key(23);
    pub const V: Key = Key(25);
    pub const DIGIT_6: Key = Key(35);
    pub const DIGIT_7: Key = Key(36);
    pub const DIGIT_9: Key = Key(38);
    pub const ENTER: Key = Key(40);
    pub const ESCAPE: Key = Key(41);
    pub const BACKSPACE: Key = Key(42);
    pub const TAB: Key = Key(43);
    pub const SPACE: Key = Key(44);
    pub const BRACKET_LEFT: Key = Key(47);
    pub const BRACKET_RIGHT: Key = Key(48);
    pub const BACKSLASH: Key = Key(49);
    pub const F1: Key = Key(58);
    pub const F2: Key = Key(59);
    pub const F6: Key = Key(63);
    pub const F9: Key = Key(66);
    pub const F11: Key = Key(68);
    pub const F12: Key = Key(69);
    pub const HOME: Key = Key(74);
    pub const PAGE_UP: Key = Key(75);
    pub const END: Key = Key(77);
    pub const PAGE_DOWN: Key = Key(78);
    pub const RIGHT: Key = Key(79);
    pub const LEFT: Key = Key(80);
    pub const DOWN: Key = Key(81);
    pub const UP: Key = Key(82);
    pub const NUMPAD_ENTER: Key = Key(88);

    pub fn from_code(code: u8) -> Option<Key> {
        keys().any(|row| row.0 == code).then_some(Key(code))
    }

    pub fn named(name: &str) -> Option<Key> {
        keys().find(|row| row.1 == name).map(|row| Key(row.0))
    }

    /// As settings store it, such as `ArrowLeft` or `KeyZ`.
    pub fn name(self) -> &'static str {
        keys().find(|row| row.0 == self.0).map_or("", |row| row.1)
    }

    /// 4 to 231.
    pub fn code(self) -> u8 {
        self.0
    }

    pub fn all() -> impl Iterator<Item = Key> {
        keys().map(|row| Key(row.0))
    }

    pub fn all_named(names: &[String]) -> Vec<Key> {
        names.iter().filter_map(|name| Key::named(name)).collect()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyPress {
    /// None: a key that the table does not have.
    pub key: Option<Key>,
    pub down: bool,
    pub repeat: bool,
    pub text: String,
    /// The letter printed on it, with Shift as held but without Ctrl.
    pub letter: Option<char>,
    pub shift: bool,
    pub control: bool,
    pub alt: bool,
}

impl KeyPress {
    pub fn bare(key: Key, down: bool) -> KeyPress {
        KeyPress { key: Some(key), down, ..KeyPress::default() }
    }
}

/// A row has a code, and the names of that code and the following ones.
const NAMES: &[(u8, &str)] = &[
    (4, "KeyA KeyB KeyC KeyD KeyE KeyF KeyG KeyH KeyI KeyJ KeyK KeyL KeyM"),
    (17, "KeyN KeyO KeyP KeyQ KeyR KeyS KeyT KeyU KeyV KeyW KeyX KeyY KeyZ"),
    (30, "Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0"),
    (40, "Enter Escape Backspace Tab Space Minus Equal BracketLeft BracketRight Backslash"),
    (51, "Semicolon Quote Backquote Comma Period Slash CapsLock"),
    (58, "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12"),
    (70, "PrintScreen ScrollLock Pause Insert Home PageUp Delete End PageDown"),
    (79, "ArrowRight ArrowLeft ArrowDown ArrowUp"),
    (83, "NumLock NumpadDivide NumpadMultiply NumpadSubtract NumpadAdd NumpadEnter"),
    (89, "Numpad1 Numpad2 Numpad3 Numpad4 Numpad5 Numpad6 Numpad7 Numpad8 Numpad9 Numpad0"),
    (99, "NumpadDecimal IntlBackslash ContextMenu"),
    (103, "NumpadEqual F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24"),
    (135, "IntlRo KanaMode IntlYen Convert NonConvert"),
    (144, "Lang1 Lang2"),
    (224, "ControlLeft ShiftLeft AltLeft SuperLeft ControlRight ShiftRight AltRight SuperRight"),
];

fn keys() -> impl Iterator<Item = (u8, &'static str)> {
    NAMES.iter().flat_map(|(first, names)| (*first..).zip(names.split(' ')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_codes_ascend() {
        assert!(keys().is_sorted_by(|a, b| a.0 < b.0));
        for (code, name) in keys() {
            assert_eq!(Key::named(name), Some(Key(code)), "{name} is there twice");
        }
        assert_eq!((Key::from_code(0), Key::named("NoSuchKey")), (None, None));
    }
}

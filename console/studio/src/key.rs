//! The keys of a keyboard: their codes, the names that settings keep, and one press of a key.
//!
//! ```text
//! Key: where it is on the keyboard, whatever is printed on it ──> code 0..=255 ──> rasher::Keys     stat(28)
//!  └─ name, in a settings file
//! ```
//!
//! The codes are those of USB's keyboard page (HID usage tables, page 7), which SDL took over and PICO-8 shows. The names are those
//! of the W3C's UI Events code values, but for a few that are longer there. A front end maps the codes of its own library to these.

/// A key, by its place on the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(u8);

impl Key {
    pub const D: Key = Key(7);
    pub const M: Key = Key(16);
    pub const P: Key = Key(19);
    pub const Q: Key = Key(20);
    pub const R: Key = Key(21);
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

    /// The key with a code of USB's keyboard page; none where the table has no such key.
    pub fn from_code(code: u8) -> Option<Key> {
        KEYS.iter().any(|row| row.1 == code).then_some(Key(code))
    }

    /// The key that settings call so.
    pub fn named(name: &str) -> Option<Key> {
        KEYS.iter().find(|row| row.0 == name).map(|row| Key(row.1))
    }

    /// What settings call it, such as `ArrowLeft` and `KeyZ`.
    pub fn name(self) -> &'static str {
        KEYS.iter().find(|row| row.1 == self.0).map_or("", |row| row.0)
    }

    /// Its code on USB's keyboard page, 4 to 231.
    pub fn code(self) -> u8 {
        self.0
    }

    /// All keys, in the order of their codes.
    pub fn all() -> impl Iterator<Item = Key> {
        KEYS.iter().map(|row| Key(row.1))
    }

    /// The keys by their names; a name that no key has gives none.
    pub fn all_named(names: &[String]) -> Vec<Key> {
        names.iter().filter_map(|name| Key::named(name)).collect()
    }
}

/// A key that went down or up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyPress {
    /// Which; none for one that the table of keys does not have.
    pub key: Option<Key>,
    /// Did it go down?
    pub down: bool,
    /// Is it the keyboard's own repetition of a key that is held?
    pub repeat: bool,
    pub text: String,
    /// The letter that is printed on it, with shift as it is held, control or not.
    pub letter: Option<char>,
    pub shift: bool,
    pub control: bool,
    pub alt: bool,
}

impl KeyPress {
    /// A key that goes down or up, with nothing typed.
    pub fn bare(key: Key, down: bool) -> KeyPress {
        KeyPress { key: Some(key), down, ..KeyPress::default() }
    }
}

/// Name and code of each key.
const KEYS: &[(&str, u8)] = &[
    ("KeyA", 4),
    ("KeyB", 5),
    ("KeyC", 6),
    ("KeyD", 7),
    ("KeyE", 8),
    ("KeyF", 9),
    ("KeyG", 10),
    ("KeyH", 11),
    ("KeyI", 12),
    ("KeyJ", 13),
    ("KeyK", 14),
    ("KeyL", 15),
    ("KeyM", 16),
    ("KeyN", 17),
    ("KeyO", 18),
    ("KeyP", 19),
    ("KeyQ", 20),
    ("KeyR", 21),
    ("KeyS", 22),
    ("KeyT", 23),
    ("KeyU", 24),
    ("KeyV", 25),
    ("KeyW", 26),
    ("KeyX", 27),
    ("KeyY", 28),
    ("KeyZ", 29),
    ("Digit1", 30),
    ("Digit2", 31),
    ("Digit3", 32),
    ("Digit4", 33),
    ("Digit5", 34),
    ("Digit6", 35),
    ("Digit7", 36),
    ("Digit8", 37),
    ("Digit9", 38),
    ("Digit0", 39),
    ("Enter", 40),
    ("Escape", 41),
    ("Backspace", 42),
    ("Tab", 43),
    ("Space", 44),
    ("Minus", 45),
    ("Equal", 46),
    ("BracketLeft", 47),
    ("BracketRight", 48),
    ("Backslash", 49),
    ("Semicolon", 51),
    ("Quote", 52),
    ("Backquote", 53),
    ("Comma", 54),
    ("Period", 55),
    ("Slash", 56),
    ("CapsLock", 57),
    ("F1", 58),
    ("F2", 59),
    ("F3", 60),
    ("F4", 61),
    ("F5", 62),
    ("F6", 63),
    ("F7", 64),
    ("F8", 65),
    ("F9", 66),
    ("F10", 67),
    ("F11", 68),
    ("F12", 69),
    ("PrintScreen", 70),
    ("ScrollLock", 71),
    ("Pause", 72),
    ("Insert", 73),
    ("Home", 74),
    ("PageUp", 75),
    ("Delete", 76),
    ("End", 77),
    ("PageDown", 78),
    ("ArrowRight", 79),
    ("ArrowLeft", 80),
    ("ArrowDown", 81),
    ("ArrowUp", 82),
    ("NumLock", 83),
    ("NumpadDivide", 84),
    ("NumpadMultiply", 85),
    ("NumpadSubtract", 86),
    ("NumpadAdd", 87),
    ("NumpadEnter", 88),
    ("Numpad1", 89),
    ("Numpad2", 90),
    ("Numpad3", 91),
    ("Numpad4", 92),
    ("Numpad5", 93),
    ("Numpad6", 94),
    ("Numpad7", 95),
    ("Numpad8", 96),
    ("Numpad9", 97),
    ("Numpad0", 98),
    ("NumpadDecimal", 99),
    ("IntlBackslash", 100),
    ("ContextMenu", 101),
    ("NumpadEqual", 103),
    ("F13", 104),
    ("F14", 105),
    ("F15", 106),
    ("F16", 107),
    ("F17", 108),
    ("F18", 109),
    ("F19", 110),
    ("F20", 111),
    ("F21", 112),
    ("F22", 113),
    ("F23", 114),
    ("F24", 115),
    ("IntlRo", 135),
    ("KanaMode", 136),
    ("IntlYen", 137),
    ("Convert", 138),
    ("NonConvert", 139),
    ("Lang1", 144),
    ("Lang2", 145),
    ("ControlLeft", 224),
    ("ShiftLeft", 225),
    ("AltLeft", 226),
    ("SuperLeft", 227),
    ("ControlRight", 228),
    ("ShiftRight", 229),
    ("AltRight", 230),
    ("SuperRight", 231),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_and_no_code_stands_twice_and_codes_rise() {
        assert!(KEYS.is_sorted_by(|a, b| a.1 < b.1));
        for (i, (name, code)) in KEYS.iter().enumerate() {
            assert!(KEYS[i + 1..].iter().all(|(other, _)| name != other), "{name}");
            assert_eq!((Key::from_code(*code), Key(*code).name()), (Key::named(name), *name));
        }
        assert_eq!((Key::from_code(0), Key::named("NoSuchKey")), (None, None));
    }
}

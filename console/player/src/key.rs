//! The keys of a keyboard: their codes, the names that settings keep, and the buttons that they press.
//!
//! ```text
//! Key: where it is on the keyboard, whatever is printed on it ──> code 0..=255 ──> Keys     stat(28)
//!  └─ name, in a settings file                                       └─ KeyMap ──> players[0], players[1]
//!
//!            left  right  up  down  O          X            pause
//! player 0   ←     →      ↑   ↓     Z C N O    X V M        Enter P
//! player 1   S     F      E   D     left Shift Tab W Q A
//! ```
//!
//! The codes are those of USB's keyboard page (HID usage tables, page 7), which SDL took over and PICO-8 shows; the default map is
//! the one that players of PICO-8 know. The names are those of the W3C's UI Events code values, but for a few that are longer
//! there. A front end maps the codes of its own library to these.

use rasher::Keys;
use studio::{BUTTONS, Bindings, KEYBOARD_PLAYERS, Settings};

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
    /// `Digit6`.
    pub const DIGIT_6: Key = Key(35);
    /// `Digit7`.
    pub const DIGIT_7: Key = Key(36);
    /// `Digit9`.
    pub const DIGIT_9: Key = Key(38);
    pub const ENTER: Key = Key(40);
    pub const ESCAPE: Key = Key(41);
    pub const BACKSPACE: Key = Key(42);
    pub const TAB: Key = Key(43);
    pub const SPACE: Key = Key(44);
    pub const BRACKET_LEFT: Key = Key(47);
    pub const BRACKET_RIGHT: Key = Key(48);
    pub const BACKSLASH: Key = Key(49);
    /// `F1`.
    pub const F1: Key = Key(58);
    /// `F2`.
    pub const F2: Key = Key(59);
    /// `F6`.
    pub const F6: Key = Key(63);
    /// `F9`.
    pub const F9: Key = Key(66);
    /// `F11`.
    pub const F11: Key = Key(68);
    /// `F12`.
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
    pub(crate) fn all_named(names: &[String]) -> Vec<Key> {
        names.iter().filter_map(|name| Key::named(name)).collect()
    }
}

/// For each of two players and each of seven buttons (left, right, up, down, O, X, pause) the keys that press it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyMap([[Vec<Key>; BUTTONS]; KEYBOARD_PLAYERS]);

impl Default for KeyMap {
    fn default() -> Self {
        KeyMap::new(&Settings::default().keys)
    }
}

impl KeyMap {
    /// The map that settings name. Names that no key has press nothing.
    pub fn new(keys: &[Bindings; KEYBOARD_PLAYERS]) -> KeyMap {
        KeyMap(keys.each_ref().map(|player| player.each_ref().map(|names| Key::all_named(names))))
    }

    /// The buttons that the held keys press, for player 0 and 1.
    pub fn buttons(&self, keys: &Keys) -> [u8; 2] {
        self.0.each_ref().map(|player| {
            let held = |keys_of: &Vec<Key>| keys_of.iter().any(|key| keys.held(u32::from(key.0)));
            player.iter().enumerate().filter(|(_, keys)| held(keys)).fold(0, |bits, (b, _)| bits | 1 << b)
        })
    }
}

/// The buttons that a menu understands, whichever player presses. The keys that come with the console work there
/// whatever the player has bound: nobody can lock themselves out.
pub(crate) fn menu_buttons(players: &[u8; 8], keys: &Keys) -> u8 {
    let own = players.iter().fold(0, |all, bits| all | bits);
    own | KeyMap::default().buttons(keys)[0]
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
    use rasher::button;

    fn held(names: &[&str]) -> Keys {
        let mut keys = Keys::default();
        names.iter().for_each(|name| keys.set(Key::named(name).expect("a key").code(), true));
        keys
    }

    #[test]
    fn the_default_map_is_the_one_that_players_know() {
        // The manual's table of keys, by name. Codes: USB's HID usage table, page 7.
        let cases: [(&str, u8, usize, u8); 23] = [
            ("ArrowLeft", 80, 0, button::LEFT),
            ("ArrowRight", 79, 0, button::RIGHT),
            ("ArrowUp", 82, 0, button::UP),
            ("ArrowDown", 81, 0, button::DOWN),
            ("KeyZ", 29, 0, button::O),
            ("KeyC", 6, 0, button::O),
            ("KeyN", 17, 0, button::O),
            ("KeyX", 27, 0, button::X),
            ("KeyV", 25, 0, button::X),
            ("KeyM", 16, 0, button::X),
            ("Enter", 40, 0, button::PAUSE),
            ("KeyP", 19, 0, button::PAUSE),
            ("KeyS", 22, 1, button::LEFT),
            ("KeyF", 9, 1, button::RIGHT),
            ("KeyE", 8, 1, button::UP),
            ("KeyD", 7, 1, button::DOWN),
            ("ShiftLeft", 225, 1, button::O),
            ("Tab", 43, 1, button::X),
            ("KeyW", 26, 1, button::X),
            ("KeyQ", 20, 1, button::X),
            ("KeyA", 4, 1, button::X),
            ("ShiftRight", 229, 0, 0),
            ("Space", 44, 1, 0),
        ];
        let map = KeyMap::default();
        for (name, code, player, bits) in cases {
            let mut want = [0; 2];
            want[player] = bits;
            assert_eq!(Key::named(name).map(Key::code), Some(code), "{name}");
            assert_eq!(map.buttons(&held(&[name])), want, "{name}");
        }
    }

    #[test]
    fn keys_add_up() {
        let keys = held(&["ArrowLeft", "ArrowRight", "KeyZ", "KeyS"]);
        assert_eq!(KeyMap::default().buttons(&keys), [1 | 2 | 16, 1]);
    }

    #[test]
    fn no_name_and_no_code_stands_twice_and_codes_rise() {
        assert!(KEYS.is_sorted_by(|a, b| a.1 < b.1));
        for (i, (name, code)) in KEYS.iter().enumerate() {
            assert!(KEYS[i + 1..].iter().all(|(other, _)| name != other), "{name}");
            assert_eq!((Key::from_code(*code), Key(*code).name()), (Key::named(name), *name));
        }
        assert_eq!((Key::from_code(0), Key::named("NoSuchKey")), (None, None));
    }

    #[test]
    fn a_map_is_what_settings_name() {
        let mut keys = Settings::default().keys;
        Settings::bind(&mut keys[0], 4, "Space");
        keys[1][6] = vec!["NoSuchKey".to_string(), "F24".to_string()];
        let map = KeyMap::new(&keys);
        assert_eq!(map.buttons(&held(&["Space"])), [button::O, 0], "space is bound");
        assert_eq!(map.buttons(&held(&["KeyZ"])), [button::O, 0], "beside Z");
        assert_eq!(map.buttons(&held(&["F24"])), [0, button::PAUSE], "an unknown name disturbs nothing");
    }

    #[test]
    fn menus_listen_to_everybody() {
        let players = [button::UP, 0, button::X, 0, 0, 0, 0, 0];
        assert_eq!(menu_buttons(&players, &held(&[])), button::UP | button::X);
        // The default keys, with nothing bound at all.
        assert_eq!(menu_buttons(&[0; 8], &held(&["Enter", "KeyZ"])), button::PAUSE | button::O);
    }
}

//! From the keys of a keyboard to SDL scancodes and to the buttons of two players.
//!
//! ```text
//! KeyCode (winit: where the key is, whatever is printed on it) ──> scancode 0..=255 ──> Keys     stat(28)
//!                                                                     └─ KeyMap ──> players[0], players[1]
//!
//!            left  right  up  down  O          X            pause
//! player 0   ←     →      ↑   ↓     Z C N      X V M        Enter P
//! player 1   S     F      E   D     left Shift Tab W Q A
//! ```
//!
//! The scancodes are those of USB's keyboard page, which SDL took over and PICO-8 shows; the default map is the
//! one that players of PICO-8 know. Settings keep keys by winit's names for them; a map holds their scancodes.

use rasher::Keys;
use studio::{BUTTONS, Bindings, KEYBOARD_PLAYERS, Settings};
use winit::keyboard::KeyCode;

/// The SDL scancode of a key; none for keys that SDL numbers above 255.
pub fn scancode(key: KeyCode) -> Option<u8> {
    SCANCODES.iter().find(|row| row.0 == key).map(|row| row.1)
}

/// The name of a key as settings keep it: winit's own, such as `ArrowLeft` and `KeyZ`.
pub fn name(key: KeyCode) -> String {
    format!("{key:?}")
}

/// The scancodes of keys by their names; a name that no key has gives none.
pub fn scancodes(names: &[String]) -> Vec<u8> {
    let code = |wanted: &String| SCANCODES.iter().find(|row| name(row.0) == *wanted).map(|row| row.1);
    names.iter().filter_map(code).collect()
}

/// For each of two players and each of seven buttons (left, right, up, down, O, X, pause) the scancodes of the
/// keys that press it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyMap([[Vec<u8>; BUTTONS]; KEYBOARD_PLAYERS]);

impl Default for KeyMap {
    fn default() -> Self {
        KeyMap::new(&Settings::default().keys)
    }
}

impl KeyMap {
    /// The map that settings name. Names that no key has press nothing.
    pub fn new(keys: &[Bindings; KEYBOARD_PLAYERS]) -> KeyMap {
        KeyMap(keys.each_ref().map(|player| player.each_ref().map(|names| scancodes(names))))
    }

    /// The buttons that the held keys press, for player 0 and 1.
    pub fn buttons(&self, keys: &Keys) -> [u8; 2] {
        self.0.each_ref().map(|player| {
            let held = |codes: &Vec<u8>| codes.iter().any(|&c| keys.held(u32::from(c)));
            player.iter().enumerate().filter(|(_, codes)| held(codes)).fold(0, |bits, (b, _)| bits | 1 << b)
        })
    }
}

/// The buttons that a menu understands, whichever player presses. The keys that come with the console work there
/// whatever the player has bound: nobody can lock themselves out.
pub fn menu_buttons(players: &[u8; 8], keys: &Keys) -> u8 {
    let own = players.iter().fold(0, |all, bits| all | bits);
    own | KeyMap::default().buttons(keys)[0]
}

/// winit's name and SDL's number of each key that has both below 256.
const SCANCODES: &[(KeyCode, u8)] = &[
    (KeyCode::KeyA, 4),
    (KeyCode::KeyB, 5),
    (KeyCode::KeyC, 6),
    (KeyCode::KeyD, 7),
    (KeyCode::KeyE, 8),
    (KeyCode::KeyF, 9),
    (KeyCode::KeyG, 10),
    (KeyCode::KeyH, 11),
    (KeyCode::KeyI, 12),
    (KeyCode::KeyJ, 13),
    (KeyCode::KeyK, 14),
    (KeyCode::KeyL, 15),
    (KeyCode::KeyM, 16),
    (KeyCode::KeyN, 17),
    (KeyCode::KeyO, 18),
    (KeyCode::KeyP, 19),
    (KeyCode::KeyQ, 20),
    (KeyCode::KeyR, 21),
    (KeyCode::KeyS, 22),
    (KeyCode::KeyT, 23),
    (KeyCode::KeyU, 24),
    (KeyCode::KeyV, 25),
    (KeyCode::KeyW, 26),
    (KeyCode::KeyX, 27),
    (KeyCode::KeyY, 28),
    (KeyCode::KeyZ, 29),
    (KeyCode::Digit1, 30),
    (KeyCode::Digit2, 31),
    (KeyCode::Digit3, 32),
    (KeyCode::Digit4, 33),
    (KeyCode::Digit5, 34),
    (KeyCode::Digit6, 35),
    (KeyCode::Digit7, 36),
    (KeyCode::Digit8, 37),
    (KeyCode::Digit9, 38),
    (KeyCode::Digit0, 39),
    (KeyCode::Enter, 40),
    (KeyCode::Escape, 41),
    (KeyCode::Backspace, 42),
    (KeyCode::Tab, 43),
    (KeyCode::Space, 44),
    (KeyCode::Minus, 45),
    (KeyCode::Equal, 46),
    (KeyCode::BracketLeft, 47),
    (KeyCode::BracketRight, 48),
    (KeyCode::Backslash, 49),
    (KeyCode::Semicolon, 51),
    (KeyCode::Quote, 52),
    (KeyCode::Backquote, 53),
    (KeyCode::Comma, 54),
    (KeyCode::Period, 55),
    (KeyCode::Slash, 56),
    (KeyCode::CapsLock, 57),
    (KeyCode::F1, 58),
    (KeyCode::F2, 59),
    (KeyCode::F3, 60),
    (KeyCode::F4, 61),
    (KeyCode::F5, 62),
    (KeyCode::F6, 63),
    (KeyCode::F7, 64),
    (KeyCode::F8, 65),
    (KeyCode::F9, 66),
    (KeyCode::F10, 67),
    (KeyCode::F11, 68),
    (KeyCode::F12, 69),
    (KeyCode::PrintScreen, 70),
    (KeyCode::ScrollLock, 71),
    (KeyCode::Pause, 72),
    (KeyCode::Insert, 73),
    (KeyCode::Home, 74),
    (KeyCode::PageUp, 75),
    (KeyCode::Delete, 76),
    (KeyCode::End, 77),
    (KeyCode::PageDown, 78),
    (KeyCode::ArrowRight, 79),
    (KeyCode::ArrowLeft, 80),
    (KeyCode::ArrowDown, 81),
    (KeyCode::ArrowUp, 82),
    (KeyCode::NumLock, 83),
    (KeyCode::NumpadDivide, 84),
    (KeyCode::NumpadMultiply, 85),
    (KeyCode::NumpadSubtract, 86),
    (KeyCode::NumpadAdd, 87),
    (KeyCode::NumpadEnter, 88),
    (KeyCode::Numpad1, 89),
    (KeyCode::Numpad2, 90),
    (KeyCode::Numpad3, 91),
    (KeyCode::Numpad4, 92),
    (KeyCode::Numpad5, 93),
    (KeyCode::Numpad6, 94),
    (KeyCode::Numpad7, 95),
    (KeyCode::Numpad8, 96),
    (KeyCode::Numpad9, 97),
    (KeyCode::Numpad0, 98),
    (KeyCode::NumpadDecimal, 99),
    (KeyCode::IntlBackslash, 100),
    (KeyCode::ContextMenu, 101),
    (KeyCode::NumpadEqual, 103),
    (KeyCode::F13, 104),
    (KeyCode::F14, 105),
    (KeyCode::F15, 106),
    (KeyCode::F16, 107),
    (KeyCode::F17, 108),
    (KeyCode::F18, 109),
    (KeyCode::F19, 110),
    (KeyCode::F20, 111),
    (KeyCode::F21, 112),
    (KeyCode::F22, 113),
    (KeyCode::F23, 114),
    (KeyCode::F24, 115),
    (KeyCode::IntlRo, 135),
    (KeyCode::KanaMode, 136),
    (KeyCode::IntlYen, 137),
    (KeyCode::Convert, 138),
    (KeyCode::NonConvert, 139),
    (KeyCode::Lang1, 144),
    (KeyCode::Lang2, 145),
    (KeyCode::ControlLeft, 224),
    (KeyCode::ShiftLeft, 225),
    (KeyCode::AltLeft, 226),
    (KeyCode::SuperLeft, 227),
    (KeyCode::ControlRight, 228),
    (KeyCode::ShiftRight, 229),
    (KeyCode::AltRight, 230),
    (KeyCode::SuperRight, 231),
];

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::button;

    fn held(codes: &[u8]) -> Keys {
        let mut keys = Keys::default();
        codes.iter().for_each(|&c| keys.set(c, true));
        keys
    }

    #[test]
    fn the_default_map_is_the_one_that_players_know() {
        // The manual's table of keys, by name. Scancodes: USB's HID usage table, page 7.
        let cases: [(KeyCode, usize, u8); 23] = [
            (KeyCode::ArrowLeft, 0, button::LEFT),
            (KeyCode::ArrowRight, 0, button::RIGHT),
            (KeyCode::ArrowUp, 0, button::UP),
            (KeyCode::ArrowDown, 0, button::DOWN),
            (KeyCode::KeyZ, 0, button::O),
            (KeyCode::KeyC, 0, button::O),
            (KeyCode::KeyN, 0, button::O),
            (KeyCode::KeyX, 0, button::X),
            (KeyCode::KeyV, 0, button::X),
            (KeyCode::KeyM, 0, button::X),
            (KeyCode::Enter, 0, button::PAUSE),
            (KeyCode::KeyP, 0, button::PAUSE),
            (KeyCode::KeyS, 1, button::LEFT),
            (KeyCode::KeyF, 1, button::RIGHT),
            (KeyCode::KeyE, 1, button::UP),
            (KeyCode::KeyD, 1, button::DOWN),
            (KeyCode::ShiftLeft, 1, button::O),
            (KeyCode::Tab, 1, button::X),
            (KeyCode::KeyW, 1, button::X),
            (KeyCode::KeyQ, 1, button::X),
            (KeyCode::KeyA, 1, button::X),
            (KeyCode::ShiftRight, 0, 0),
            (KeyCode::Space, 1, 0),
        ];
        let map = KeyMap::default();
        for (key, player, bits) in cases {
            let code = scancode(key).unwrap_or_else(|| panic!("{key:?} has a scancode"));
            let mut want = [0; 2];
            want[player] = bits;
            assert_eq!(map.buttons(&held(&[code])), want, "{key:?}, scancode {code}");
        }
    }

    #[test]
    fn keys_add_up() {
        assert_eq!(KeyMap::default().buttons(&held(&[80, 79, 29, 22])), [1 | 2 | 16, 1]);
    }

    #[test]
    fn no_key_and_no_scancode_stands_twice() {
        for (i, (key, code)) in SCANCODES.iter().enumerate() {
            for (other, number) in &SCANCODES[i + 1..] {
                assert!(key != other && code != number, "{key:?} {code} and {other:?} {number}");
            }
        }
    }

    #[test]
    fn a_map_is_what_settings_name() {
        let mut keys = Settings::default().keys;
        Settings::bind(&mut keys[0], 4, "Space");
        keys[1][6] = vec!["NoSuchKey".to_string(), "F24".to_string()];
        let map = KeyMap::new(&keys);
        assert_eq!(map.buttons(&held(&[44])), [button::O, 0], "space is bound");
        assert_eq!(map.buttons(&held(&[29])), [0, 0], "Z no longer is");
        assert_eq!(map.buttons(&held(&[115])), [0, button::PAUSE], "an unknown name disturbs nothing");
    }

    #[test]
    fn menus_listen_to_everybody() {
        let players = [button::UP, 0, button::X, 0, 0, 0, 0, 0];
        assert_eq!(menu_buttons(&players, &held(&[])), button::UP | button::X);
        // The default keys, with nothing bound at all: Enter, Z.
        assert_eq!(menu_buttons(&[0; 8], &held(&[40, 29])), button::PAUSE | button::O);
    }
}

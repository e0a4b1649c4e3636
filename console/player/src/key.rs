//! The buttons that keys press.
//!
//! ```text
//!            left  right  up  down  O          X            pause
//! player 0   ←     →      ↑   ↓     Z C N O    X V M        Enter P
//! player 1   S     F      E   D     left Shift Tab W Q A
//! ```
//!
//! The default map is PICO-8's.

use rasher::Keys;
use studio::{BUTTONS, Bindings, KEYBOARD_PLAYERS, Key, Settings};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyMap([[Vec<Key>; BUTTONS]; KEYBOARD_PLAYERS]);

impl Default for KeyMap {
    fn default() -> Self {
        KeyMap::new(&Settings::default().keys)
    }
}

impl KeyMap {
    pub fn new(keys: &[Bindings; KEYBOARD_PLAYERS]) -> KeyMap {
        KeyMap(keys.each_ref().map(|player| player.each_ref().map(|names| Key::all_named(names))))
    }

    pub fn buttons(&self, keys: &Keys) -> [u8; 2] {
        self.0.each_ref().map(|player| {
            let held = |keys_of: &Vec<Key>| keys_of.iter().any(|key| keys.held(u32::from(key.code())));
            player.iter().enumerate().filter(|(_, keys)| held(keys)).fold(0, |bits, (b, _)| bits | 1 << b)
        })
    }
}

/// The buttons that any player presses in a menu. The default keys always work, so no settings can lock a user out.
pub(crate) fn menu_buttons(players: &[u8; 8], keys: &Keys) -> u8 {
    let own = players.iter().fold(0, |all, bits| all | bits);
    own | KeyMap::default().buttons(keys)[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::button::{DOWN, LEFT, O, PAUSE, RIGHT, UP, X};

    fn held(names: &[&str]) -> Keys {
        let mut keys = Keys::default();
        names.iter().for_each(|name| keys.set(Key::named(name).expect("a key").code(), true));
        keys
    }

    /// Keys with their codes, and the buttons of both players that each of them presses.
    type Case<'a> = (&'a [(&'a str, u8)], [u8; 2]);

    #[test]
    fn the_default_map_is_pico_8s() {
        // The manual's table of keys. Codes: USB's HID usage table, page 7.
        let cases: [Case<'_>; 16] = [
            (&[("ArrowLeft", 80)], [LEFT, 0]),
            (&[("ArrowRight", 79)], [RIGHT, 0]),
            (&[("ArrowUp", 82)], [UP, 0]),
            (&[("ArrowDown", 81)], [DOWN, 0]),
            (&[("KeyZ", 29), ("KeyC", 6), ("KeyN", 17)], [O, 0]),
            (&[("KeyX", 27), ("KeyV", 25), ("KeyM", 16)], [X, 0]),
            (&[("Enter", 40), ("KeyP", 19)], [PAUSE, 0]),
            (&[("KeyS", 22)], [0, LEFT]),
            (&[("KeyF", 9)], [0, RIGHT]),
            (&[("KeyE", 8)], [0, UP]),
            (&[("KeyD", 7)], [0, DOWN]),
            (&[("ShiftLeft", 225)], [0, O]),
            (&[("Tab", 43), ("KeyW", 26), ("KeyQ", 20), ("KeyA", 4)], [0, X]),
            (&[("ShiftRight", 229)], [0, 0]),
            (&[("Space", 44)], [0, 0]),
            (&[], [0, 0]),
        ];
        for (keys, want) in cases {
            for (name, code) in keys {
                assert_eq!(Key::named(name).map(Key::code), Some(*code), "{name}");
                assert_eq!(KeyMap::default().buttons(&held(&[name])), want, "{name}");
            }
        }
        let keys = held(&["ArrowLeft", "ArrowRight", "KeyZ", "KeyS"]);
        assert_eq!(KeyMap::default().buttons(&keys), [LEFT | RIGHT | O, LEFT]);
    }

    #[test]
    fn settings_bind_keys_and_the_default_keys_always_work_in_menus() {
        let mut keys = Settings::default().keys;
        keys[0][4].push("Space".to_string());
        keys[1][6] = vec!["NoSuchKey".to_string(), "F24".to_string()];
        let map = KeyMap::new(&keys);
        for (name, want) in [("Space", [O, 0]), ("KeyZ", [O, 0]), ("F24", [0, PAUSE])] {
            assert_eq!(map.buttons(&held(&[name])), want, "{name}");
        }
        assert_eq!(menu_buttons(&[UP, 0, X, 0, 0, 0, 0, 0], &held(&[])), UP | X, "any player");
        assert_eq!(menu_buttons(&[0; 8], &held(&["Enter", "KeyZ"])), PAUSE | O);
    }
}

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

/// The keys that press each button of each player.
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

/// The buttons of a menu, pressed by any player. The default keys always work there, so that no settings can lock a
/// person out.
pub(crate) fn menu_buttons(players: &[u8; 8], keys: &Keys) -> u8 {
    let own = players.iter().fold(0, |all, bits| all | bits);
    own | KeyMap::default().buttons(keys)[0]
}

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
    fn a_map_is_what_settings_name() {
        let mut keys = Settings::default().keys;
        keys[0][4].push("Space".to_string());
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

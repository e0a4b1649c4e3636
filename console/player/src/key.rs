//! The buttons that keys press, and toggled buttons: one press holds a button, the next releases it.
//!
//! ```text
//!            left  right  up  down  O          X            pause
//! player 0   ←     →      ↑   ↓     Z C N O    X V M        Enter P
//! player 1   S     F      E   D     left Shift Tab W Q A
//! ```
//!
//! The default map is PICO-8's. A held direction releases its opposite. Two presses between two frames are a tap of one frame. All
//! toggles are released when play stops, so that no hero walks on after a menu; menus ignore them.

use rasher::{Keys, button};
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

#[derive(Clone, Debug, Default)]
pub(crate) struct Toggles {
    which: u8,
    held: [u8; 8],
    tapped: [u8; 8],
}

impl Toggles {
    pub fn set(&mut self, settings: &Settings) {
        // The rest of the list is for `time.rs`.
        let buttons = settings.toggle[..BUTTONS - 1].iter().enumerate().filter(|(_, toggle)| **toggle);
        self.which = buttons.fold(0, |bits, (button, _)| bits | 1 << button);
        self.held.iter_mut().chain(&mut self.tapped).for_each(|bits| *bits &= self.which);
    }

    pub fn press(&mut self, player: usize, buttons: u8) {
        let (Some(held), Some(tapped)) = (self.held.get_mut(player), self.tapped.get_mut(player)) else {
            return;
        };
        let buttons = buttons & self.which;
        let on = buttons & !*held;
        *held = (*held ^ buttons) & !opposite(on);
        *tapped |= on;
    }

    pub fn of(&self, fingers: [u8; 8]) -> [u8; 8] {
        std::array::from_fn(|player| fingers[player] & !self.which | self.held[player] | self.tapped[player])
    }

    pub fn forget_taps(&mut self) {
        self.tapped = [0; 8];
    }

    pub fn release_all(&mut self) {
        (self.held, self.tapped) = ([0; 8], [0; 8]);
    }
}

fn opposite(buttons: u8) -> u8 {
    (buttons & (button::LEFT | button::UP)) << 1 | (buttons & (button::RIGHT | button::DOWN)) >> 1
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

    #[test]
    fn a_press_holds_and_the_next_releases() {
        let mut settings = Settings::default();
        [0, 1, 2, 3, 4, 6, 7].into_iter().for_each(|button| settings.toggle[button] = true);
        let mut toggles = Toggles::default();
        toggles.set(&settings);
        // The presses before each frame, the buttons still held during it, and the buttons that the cart
        // sees.
        let steps = [
            (O, O, O),
            (0, 0, O),
            (RIGHT, RIGHT, O | RIGHT),
            (0, 0, O | RIGHT),
            (LEFT, 0, O | LEFT),
            (UP, 0, O | LEFT | UP),
            (DOWN, 0, O | LEFT | DOWN),
            (O, O, LEFT | DOWN),
            (LEFT, 0, DOWN),
            (X, X, DOWN | X),
            (0, 0, DOWN),
            // Pause is never a toggle.
            (PAUSE, PAUSE, DOWN | PAUSE),
            (0, 0, DOWN),
        ];
        for (n, (pressed, fingers, want)) in steps.into_iter().enumerate() {
            toggles.press(0, pressed);
            assert_eq!(toggles.of([fingers, 0, 0, 0, 0, 0, 0, 0])[0], want, "step {n}");
            toggles.forget_taps();
        }
        toggles.release_all();
        // Two presses between two frames are a tap; players do not mix, and there is no tenth.
        [0, 0, 1, 9].into_iter().for_each(|player| toggles.press(player, O));
        assert_eq!(toggles.of([0; 8])[..3], [O, O, 0]);
        toggles.forget_taps();
        assert_eq!(toggles.of([0; 8])[..3], [0, O, 0]);
        toggles.set(&Settings::default());
        assert_eq!(toggles.of([X; 8]), [X; 8], "no button is a toggle any more");
    }
}

//! winit's keys as the console's.
//!
//! ```text
//! KeyEvent ── where the key is, not its label ──> KeyPress: key, text, letter, shift, control, alt, repeat
//! ```

use player::{Key, KeyPress};
use winit::event::{ElementState, KeyEvent};
use winit::keyboard::{Key as Letter, KeyCode, ModifiersState, PhysicalKey};

/// A key event with its modifiers; none for a key without a position.
pub fn press(event: &KeyEvent, modifiers: ModifiersState) -> Option<KeyPress> {
    let PhysicalKey::Code(code) = event.physical_key else { return None };
    Some(KeyPress {
        key: key(code),
        down: event.state == ElementState::Pressed,
        repeat: event.repeat,
        text: event.text.as_deref().unwrap_or_default().to_string(),
        letter: match &event.logical_key {
            Letter::Character(text) => text.chars().next(),
            _ => None,
        },
        shift: modifiers.shift_key(),
        control: modifiers.control_key(),
        alt: modifiers.alt_key(),
    })
}

/// The console's key, which has the name that winit has for it; none for keys that USB's page does not number below 256.
pub fn key(code: KeyCode) -> Option<Key> {
    Key::named(&format!("{code:?}"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use winit::platform::scancode::PhysicalKeyExtScancode;

    /// Settings of older consoles have winit's names.
    #[test]
    fn each_key_of_the_console_is_one_of_a_keyboard() {
        let codes = (0..256).filter_map(|scancode| match PhysicalKey::from_scancode(scancode) {
            PhysicalKey::Code(code) => key(code),
            PhysicalKey::Unidentified(_) => None,
        });
        let found: Vec<Key> = codes.collect();
        let missing: Vec<&str> = Key::all().filter(|key| !found.contains(key)).map(Key::name).collect();
        assert_eq!(missing, [""; 0]);
        assert_eq!(key(KeyCode::F35), None);
    }
}

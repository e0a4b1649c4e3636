//! winit's keys as the console's.
//!
//! ```text
//! KeyEvent ── where the key is, whatever is printed on it ──> KeyPress: key, text, letter, shift, control, alt, repeat
//! ```
//!
//! What a key means is the player's to decide.

use player::{Key, KeyPress};
use winit::event::{ElementState, KeyEvent};
use winit::keyboard::{Key as Letter, KeyCode, ModifiersState, PhysicalKey};

/// What a key does, with what is held beside it; none for a key that has no place.
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

/// The console's key; none for keys that USB's page does not number below 256.
pub fn key(code: KeyCode) -> Option<Key> {
    let row = CODES.iter().find(|row| row.0 == code)?;
    Key::from_code(row.1)
}

/// winit's name and USB's number of each key that has both below 256.
const CODES: &[(KeyCode, u8)] = &[
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

    #[test]
    fn each_of_the_consoles_keys_is_one_of_winits_and_called_like_it() {
        // Settings of older consoles hold winit's names.
        for (i, (code, number)) in CODES.iter().enumerate() {
            assert_eq!(key(*code).map(Key::name), Some(&format!("{code:?}")[..]), "{number}");
            assert!(CODES[i + 1..].iter().all(|(other, n)| other != code && n != number), "{code:?}");
        }
        assert_eq!(Key::all().count(), CODES.len());
        assert_eq!(key(KeyCode::F35), None);
    }
}

//! The labels of the keys, before a key is pressed.
//!
//! ```text
//! X11 ── core keyboard mapping, current group ──> keysym ──> letter ──> PlayerStart::letters ──> "🅾️ w  ❎ x" on a French keyboard
//! ```
//!
//! A pressed key is known by what it typed; this is for the first picture. winit reports only pressed keys, so the X
//! server is asked. Elsewhere a key has the name of its position.

use player::Key;
use winit::event_loop::ActiveEventLoop;

/// The labels that the window system knows, without shift.
#[cfg(target_os = "linux")]
pub fn printed(events: &ActiveEventLoop) -> Vec<(Key, char)> {
    use winit::platform::x11::ActiveEventLoopExtX11;
    // What cannot be asked is not known.
    if events.is_x11() { ask().unwrap_or_default() } else { Vec::new() }
}

#[cfg(not(target_os = "linux"))]
pub fn printed(_: &ActiveEventLoop) -> Vec<(Key, char)> {
    Vec::new()
}

#[cfg(target_os = "linux")]
fn ask() -> Result<Vec<(Key, char)>, x11rb::errors::ReplyError> {
    use winit::keyboard::PhysicalKey;
    use winit::platform::scancode::PhysicalKeyExtScancode;
    use x11rb::connection::Connection;
    use x11rb::protocol::xkb::{ConnectionExt as _, ID};
    use x11rb::protocol::xproto::ConnectionExt as _;

    let Ok((server, _)) = x11rb::connect(None) else { return Ok(Vec::new()) };
    // A server without the extension has one group.
    let group = match server.xkb_use_extension(1, 0)?.reply() {
        Ok(_) => u8::from(server.xkb_get_state(ID::USE_CORE_KBD.into())?.reply()?.group),
        Err(_) => 0,
    };
    let (first, last) = (server.setup().min_keycode, server.setup().max_keycode);
    let map = server.get_keyboard_mapping(first, last - first + 1)?.reply()?;
    let rows = map.keysyms.chunks(usize::from(map.keysyms_per_keycode.max(1)));
    let letters = (u32::from(first)..).zip(rows).filter_map(|(keycode, row)| {
        // X counts the kernel's codes from 8 on.
        let PhysicalKey::Code(code) = PhysicalKey::from_scancode(keycode.checked_sub(8)?) else {
            return None;
        };
        // Two columns a group, without and with shift; a key with only one group is the same in all.
        let own = row.get(2 * usize::from(group)).and_then(|sym| letter(*sym));
        Some((crate::input::key(code)?, own.or_else(|| letter(*row.first()?))?))
    });
    Ok(letters.collect())
}

/// The letter of a keysym: Latin-1 as it is, all else by its number in Unicode. Appendix A of the X protocol.
#[cfg(target_os = "linux")]
fn letter(sym: u32) -> Option<char> {
    match sym {
        0x20..=0x7e | 0xa0..=0xff => char::from_u32(sym),
        0x0100_0100..=0x0110_ffff => char::from_u32(sym - 0x0100_0000),
        _ => None,
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::letter;

    /// Keysyms by appendix A of the X protocol, and xkbcommon's names of them.
    #[test]
    fn keysyms_are_letters_or_none() {
        let known = [(0x77, 'w'), (0xe9, 'é'), (0x0100_044f, 'я')];
        known.iter().for_each(|(sym, expected)| assert_eq!(letter(*sym), Some(*expected), "{sym:#x}"));
        // Cyrillic_ya of before Unicode, Return, NoSymbol, a control character, past the last character.
        let none = [0x6d1, 0xff0d, 0, 0x9f, 0x0111_0000].map(letter);
        assert_eq!(none, [None; 5]);
    }
}

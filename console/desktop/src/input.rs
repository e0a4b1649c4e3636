//! Keys and mouse of winit and gamepads of gilrs, as the console's.
//!
//! ```text
//! KeyEvent ── where the key is, not its label ──> KeyPress: key, text, letter, shift, control, alt, repeat
//! mouse    ── pixels of the shown picture, steps and movement in parts ──> HostEvent
//! gamepad  ── by the console's names for its buttons ──> PadCommand
//! ```

use crate::layout::Placement;
use gilrs::{Axis, Button, Event, EventType, Gilrs};
use player::{HostEvent, Key, KeyPress, PARTS, PadButton, PadCommand, Wheel};
use std::time::Duration;
use winit::event::{DeviceEvent, ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent};
use winit::event_loop::ActiveEventLoop;
use winit::keyboard::{Key as Letter, KeyCode, ModifiersState, PhysicalKey};

/// A key event with its modifiers; none for a key without a position.
pub fn key_press(event: &KeyEvent, modifiers: ModifiersState) -> Option<KeyPress> {
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

/// Pixels that a touchpad scrolls for one step of a wheel.
const WHEEL_STEP: f64 = 40.0;

/// What a mouse event means for the console. `place` is where the picture is in the window.
pub fn mouse_event(event: &WindowEvent, place: Option<Placement>) -> Option<HostEvent> {
    Some(match event {
        WindowEvent::CursorMoved { position, .. } => {
            let (x, y) = place?.to_machine(position.x, position.y);
            HostEvent::Pointer(x, y)
        }
        WindowEvent::MouseInput { state, button, .. } => {
            let bit = match button {
                MouseButton::Left => 1,
                MouseButton::Right => 2,
                MouseButton::Middle => 4,
                MouseButton::Back => 8,
                _ => return None,
            };
            HostEvent::Click(bit, *state == ElementState::Pressed)
        }
        WindowEvent::MouseWheel { delta, .. } => HostEvent::Wheel(match delta {
            MouseScrollDelta::LineDelta(x, y) => {
                Wheel { x: parts((*x).into()), y: parts((*y).into()), fine: false }
            }
            MouseScrollDelta::PixelDelta(p) => {
                Wheel { x: parts(p.x / WHEEL_STEP), y: parts(p.y / WHEEL_STEP), fine: true }
            }
        }),
        _ => return None,
    })
}

/// Some mice report a notch of the wheel as a button, which X11 presses and releases. winit makes a step of each, so the second is left
/// out: a raw event, which comes first, says which of the two it is.
#[derive(Debug, Default)]
pub struct WheelButton {
    is_release: bool,
}

impl WheelButton {
    pub fn device(&mut self, event: &DeviceEvent) {
        match event {
            DeviceEvent::Button { button: 4..=7, state } if cfg!(target_os = "linux") => {
                self.is_release = *state == ElementState::Released;
            }
            DeviceEvent::MouseWheel { .. } => self.is_release = false,
            _ => {}
        }
    }

    /// Is the event the release of a step that has counted already?
    pub fn repeats(&mut self, event: &WindowEvent) -> bool {
        matches!(event, WindowEvent::MouseWheel { .. }) && std::mem::take(&mut self.is_release)
    }
}

pub fn mouse_motion((x, y): (f64, f64)) -> HostEvent {
    HostEvent::Motion(parts(x), parts(y))
}

fn parts(n: f64) -> i32 {
    (n * f64::from(PARTS)).round() as i32
}

/// Gamepads, on a thread that waits for them and sends their events. Without a gamepad service the thread ends.
pub fn start_pads(send: impl Fn(PadCommand) + Send + 'static) {
    std::thread::spawn(move || {
        // gilrs opens the devices itself; without a service there is nothing to wait for.
        let Ok(mut gilrs) = Gilrs::new() else { return };
        for (id, pad) in gilrs.gamepads() {
            send(PadCommand::Connected(id.into(), pad.name().to_string()));
        }
        loop {
            // Half a second, not for ever: some systems report a new pad only when they are asked.
            let next = gilrs.next_event_blocking(Some(Duration::from_millis(500)));
            let Some(Event { id, event, .. }) = next else { continue };
            let title = || gilrs.gamepad(id).name().to_string();
            if let Some(command) = pad_command(id.into(), &event, title) {
                send(command);
            }
        }
    });
}

fn pad_command(id: usize, event: &EventType, title: impl Fn() -> String) -> Option<PadCommand> {
    Some(match event {
        EventType::Connected => PadCommand::Connected(id, title()),
        EventType::Disconnected => PadCommand::Disconnected(id, title()),
        EventType::ButtonPressed(button, _) => PadCommand::Button(id, pad_button(*button)?, true),
        EventType::ButtonReleased(button, _) => PadCommand::Button(id, pad_button(*button)?, false),
        EventType::AxisChanged(Axis::LeftStickX, v, _) => PadCommand::Axis(id, 0, leaning(*v)),
        EventType::AxisChanged(Axis::LeftStickY, v, _) => PadCommand::Axis(id, 1, leaning(*v)),
        EventType::AxisChanged(Axis::RightStickX, v, _) => PadCommand::Axis(id, 2, leaning(*v)),
        EventType::AxisChanged(Axis::RightStickY, v, _) => PadCommand::Axis(id, 3, leaning(*v)),
        _ => return None,
    })
}

/// The position of a stick's axis; NaN is the centre.
fn leaning(v: f32) -> i16 {
    (v.clamp(-1.0, 1.0) * f32::from(i16::MAX)) as i16
}

fn pad_button(button: Button) -> Option<PadButton> {
    PadButton::named(&format!("{button:?}"))
}

/// The labels of the keys before any is pressed, without shift, for the first picture: winit reports only pressed keys, so the X server is
/// asked. Elsewhere a key has the name of its position.
#[cfg(target_os = "linux")]
pub fn printed_letters(events: &ActiveEventLoop) -> Vec<(Key, char)> {
    use winit::platform::x11::ActiveEventLoopExtX11;
    // What cannot be asked is not known.
    if events.is_x11() { ask_x11().unwrap_or_default() } else { Vec::new() }
}

#[cfg(not(target_os = "linux"))]
pub fn printed_letters(_: &ActiveEventLoop) -> Vec<(Key, char)> {
    Vec::new()
}

#[cfg(target_os = "linux")]
fn ask_x11() -> Result<Vec<(Key, char)>, x11rb::errors::ReplyError> {
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
        Some((key(code)?, own.or_else(|| letter(*row.first()?))?))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Settings of older consoles have winit's names.
    #[cfg(target_os = "linux")]
    #[test]
    fn each_key_of_the_console_is_one_of_a_keyboard() {
        use winit::platform::scancode::PhysicalKeyExtScancode;
        let codes = (0..256).filter_map(|scancode| match PhysicalKey::from_scancode(scancode) {
            PhysicalKey::Code(code) => key(code),
            PhysicalKey::Unidentified(_) => None,
        });
        let found: Vec<Key> = codes.collect();
        let missing: Vec<&str> = Key::all().filter(|key| !found.contains(key)).map(Key::name).collect();
        assert_eq!(missing, [""; 0]);
        assert_eq!(key(KeyCode::F35), None);
    }

    #[test]
    fn steps_and_pixels_are_counted_in_parts() {
        for (n, want) in [(0.0, 0), (1.0, PARTS), (-0.5, -PARTS / 2), (f64::NAN, 0), (1e300, i32::MAX)] {
            assert_eq!(parts(n), want, "{n}");
        }
    }

    /// As winit 0.30 reports them: a notch of a mouse whose wheel is two buttons, and one of a mouse with a scroll axis.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_notch_is_one_step() {
        use winit::event::{DeviceId, TouchPhase};
        let delta = MouseScrollDelta::LineDelta(0.0, 1.0);
        let step = WindowEvent::MouseWheel { device_id: DeviceId::dummy(), delta, phase: TouchPhase::Moved };
        let raw = |state| DeviceEvent::Button { button: 4, state };
        let axis = DeviceEvent::MouseWheel { delta };
        let (down, up) = (raw(ElementState::Pressed), raw(ElementState::Released));
        let mut wheel = WheelButton::default();
        for (events, counts) in [
            (&[&down][..], true),
            (&[&up], false),
            (&[&axis], true),
            (&[&axis], true),
            // The pointer was elsewhere when it was released.
            (&[&down], true),
            (&[&up, &axis], true),
            (&[], true),
        ] {
            events.iter().for_each(|event| wheel.device(event));
            assert_eq!(!wheel.repeats(&step), counts, "{events:?}");
        }
        wheel.device(&up);
        assert!(!wheel.repeats(&WindowEvent::Focused(true)) && wheel.repeats(&step));
    }

    #[test]
    fn each_of_the_consoles_buttons_is_one_of_gilrs_and_called_like_it() {
        use Button::*;
        // Settings of older consoles have gilrs's names.
        #[rustfmt::skip]
        let theirs = [
            South, East, North, West, C, Z, LeftTrigger, LeftTrigger2, RightTrigger, RightTrigger2, Select, Start,
            Mode, LeftThumb, RightThumb, DPadUp, DPadDown, DPadLeft, DPadRight,
        ];
        assert!(theirs.into_iter().filter_map(pad_button).eq(PadButton::all()));
        assert_eq!(pad_button(Unknown), None);
    }

    #[test]
    fn a_stick_leans_from_end_to_end() {
        let cases = [(0.0, 0), (1.0, i16::MAX), (-1.0, -i16::MAX), (7.0, i16::MAX), (f32::NAN, 0)];
        for (v, want) in cases {
            assert_eq!(leaning(v), want, "{v}");
        }
    }

    /// Keysyms by appendix A of the X protocol, and xkbcommon's names of them.
    #[cfg(target_os = "linux")]
    #[test]
    fn keysyms_are_letters_or_none() {
        let known = [(0x77, 'w'), (0xe9, 'é'), (0x0100_044f, 'я')];
        known.iter().for_each(|(sym, expected)| assert_eq!(letter(*sym), Some(*expected), "{sym:#x}"));
        // Cyrillic_ya of before Unicode, Return, NoSymbol, a control character, past the last character.
        let none = [0x6d1, 0xff0d, 0, 0x9f, 0x0111_0000].map(letter);
        assert_eq!(none, [None; 5]);
    }
}

//! Gamepads: a thread that waits for them and tells what they do, by the console's names for their buttons.
//!
//! Who plays with which pad, and what its buttons press, is the player's to decide. Where there is no gamepad service at all the
//! thread ends and nothing else changes.

use gilrs::{Axis, Button, Event, EventType, Gilrs};
use player::{PadButton, PadCommand, Stick};
use std::time::Duration;

/// Starts the thread. `tell` is called from it.
pub fn start(tell: impl Fn(PadCommand) + Send + 'static) {
    std::thread::spawn(move || {
        // gilrs opens the devices itself; without a service there is nothing to wait for.
        let Ok(mut gilrs) = Gilrs::new() else { return };
        for (id, pad) in gilrs.gamepads() {
            tell(PadCommand::Connected(id.into(), pad.name().to_string()));
        }
        loop {
            // Half a second, not for ever: some systems report a new pad only when they are asked.
            let Some(Event { id, event, .. }) = gilrs.next_event_blocking(Some(Duration::from_millis(500)))
            else {
                continue;
            };
            let title = || gilrs.gamepad(id).name().to_string();
            if let Some(command) = command(id.into(), &event, title) {
                tell(command);
            }
        }
    });
}

/// What an event of a pad is to the console.
fn command(id: usize, event: &EventType, title: impl Fn() -> String) -> Option<PadCommand> {
    Some(match event {
        EventType::Connected => PadCommand::Connected(id, title()),
        EventType::Disconnected => PadCommand::Disconnected(id, title()),
        EventType::ButtonPressed(button, _) => PadCommand::Button(id, pad_button(*button)?, true),
        EventType::ButtonReleased(button, _) => PadCommand::Button(id, pad_button(*button)?, false),
        EventType::AxisChanged(Axis::LeftStickX, v, _) => PadCommand::StickX(id, Stick::Left, leaning(*v)),
        EventType::AxisChanged(Axis::LeftStickY, v, _) => PadCommand::StickY(id, Stick::Left, leaning(*v)),
        EventType::AxisChanged(Axis::RightStickX, v, _) => PadCommand::StickX(id, Stick::Right, leaning(*v)),
        EventType::AxisChanged(Axis::RightStickY, v, _) => PadCommand::StickY(id, Stick::Right, leaning(*v)),
        _ => return None,
    })
}

/// How far a stick leans; what is no number leans nowhere.
fn leaning(v: f32) -> i16 {
    (v.clamp(-1.0, 1.0) * f32::from(i16::MAX)) as i16
}

fn pad_button(button: Button) -> Option<PadButton> {
    BUTTONS.iter().find(|row| row.0 == button).map(|row| row.1)
}

/// gilrs's buttons and the console's.
const BUTTONS: [(Button, PadButton); 19] = [
    (Button::South, PadButton::South),
    (Button::East, PadButton::East),
    (Button::North, PadButton::North),
    (Button::West, PadButton::West),
    (Button::C, PadButton::C),
    (Button::Z, PadButton::Z),
    (Button::LeftTrigger, PadButton::LeftTrigger),
    (Button::LeftTrigger2, PadButton::LeftTrigger2),
    (Button::RightTrigger, PadButton::RightTrigger),
    (Button::RightTrigger2, PadButton::RightTrigger2),
    (Button::Select, PadButton::Select),
    (Button::Start, PadButton::Start),
    (Button::Mode, PadButton::Mode),
    (Button::LeftThumb, PadButton::LeftThumb),
    (Button::RightThumb, PadButton::RightThumb),
    (Button::DPadUp, PadButton::DPadUp),
    (Button::DPadDown, PadButton::DPadDown),
    (Button::DPadLeft, PadButton::DPadLeft),
    (Button::DPadRight, PadButton::DPadRight),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_the_consoles_buttons_is_one_of_gilrs_and_called_like_it() {
        // Settings of older consoles hold gilrs's names.
        for (theirs, ours) in BUTTONS {
            assert_eq!(format!("{theirs:?}"), ours.name());
        }
        assert_eq!(PadButton::all().count(), BUTTONS.len());
        assert_eq!(pad_button(Button::Unknown), None);
    }

    #[test]
    fn a_stick_leans_from_end_to_end() {
        let cases = [(0.0, 0), (1.0, i16::MAX), (-1.0, -i16::MAX), (7.0, i16::MAX), (f32::NAN, 0)];
        for (v, want) in cases {
            assert_eq!(leaning(v), want, "{v}");
        }
    }
}

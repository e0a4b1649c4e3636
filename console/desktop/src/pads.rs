//! Gamepads, on a thread that waits for them and sends their events, by the console's names for their buttons. Without a gamepad
//! service the thread ends.

use gilrs::{Axis, Button, Event, EventType, Gilrs};
use player::{PadButton, PadCommand};
use std::time::Duration;

/// Starts the thread, which calls `tell`.
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

fn command(id: usize, event: &EventType, title: impl Fn() -> String) -> Option<PadCommand> {
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

/// The console's buttons have gilrs's names.
fn pad_button(button: Button) -> Option<PadButton> {
    PadButton::named(&format!("{button:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}

//! Gamepads: a thread that waits for them and puts their buttons into the player's hands.
//!
//! ```text
//! first pad = player 0, second = player 1 ... up to 8; a pad that comes back takes its old place
//! d-pad or left stick  directions      south, west  O      east, north  X      start  pause
//! ```
//!
//! The buttons are the player's to choose; settings keep them by gilrs's names for them.
//! Sticks press a direction from half of their way on, and let go below 0.4, so that a trembling stick does not
//! stutter. Where there is no gamepad service at all the thread ends and nothing else changes.

use crate::hands::Hands;
use crate::lock;
use gilrs::{Axis, Button, Event, EventType, GamepadId, Gilrs};
use rasher::button;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use studio::{Bindings, Settings};

/// What a pad has to tell the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PadNews {
    /// Pads that are connected, and the name of the one that came.
    Came(u8, String),
    /// Pads that are connected, and the name of the one that went.
    Went(u8, String),
    /// The name of a button that was pressed.
    Pressed(String),
}

/// The buttons that a pad's buttons press, by gilrs's name for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PadMap(Vec<(String, u8)>);

impl PadMap {
    /// The map that settings name.
    pub fn new(pad: &Bindings) -> PadMap {
        let row = |(b, names): (usize, &Vec<String>)| {
            names.iter().map(move |n| (n.clone(), 1 << b)).collect::<Vec<_>>()
        };
        PadMap(pad.iter().enumerate().flat_map(row).collect())
    }

    fn bits(&self, button: Button) -> u8 {
        let name = name(button);
        self.0.iter().filter(|row| row.0 == name).fold(0, |bits, row| bits | row.1)
    }
}

impl Default for PadMap {
    fn default() -> Self {
        PadMap::new(&Settings::default().pad)
    }
}

fn name(button: Button) -> String {
    format!("{button:?}")
}

/// How far a stick must lean to press, and below what it lets go.
const PRESS: f32 = 0.5;
const RELEASE: f32 = 0.4;

/// Starts the thread. `tell` is called from it.
pub fn start(hands: Arc<Mutex<Hands>>, tell: impl Fn(PadNews) + Send + 'static) {
    std::thread::spawn(move || {
        // gilrs opens the devices itself; without a service there is nothing to wait for.
        let Ok(mut gilrs) = Gilrs::new() else { return };
        let mut places: Vec<Place> = Vec::new();
        for (id, pad) in gilrs.gamepads() {
            sit(&mut places, id);
            tell(PadNews::Came(connected(&places), pad.name().to_string()));
        }
        loop {
            // Half a second, not for ever: some systems report a new pad only when they are asked.
            let Some(Event { id, event, .. }) = gilrs.next_event_blocking(Some(Duration::from_millis(500)))
            else {
                continue;
            };
            let title = || gilrs.gamepad(id).name().to_string();
            match event {
                EventType::Connected => {
                    sit(&mut places, id);
                    tell(PadNews::Came(connected(&places), title()));
                }
                EventType::Disconnected => {
                    if let Some(i) = places.iter().position(|p| p.id == id) {
                        places[i] = Place { here: false, ..Place::new(id) };
                        lock(&hands).pad(i, 0);
                        tell(PadNews::Went(connected(&places), title()));
                    }
                }
                EventType::ButtonPressed(button, _) => tell(PadNews::Pressed(name(button))),
                _ => {}
            }
            let map = lock(&hands).pad_map.clone();
            if let Some((i, place)) = places.iter_mut().enumerate().find(|(_, p)| p.id == id)
                && place.apply(event, &map)
            {
                lock(&hands).pad(i, place.buttons | place.stick);
            }
        }
    });
}

/// One player's pad.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    id: GamepadId,
    here: bool,
    buttons: u8,
    stick: u8,
}

impl Place {
    fn new(id: GamepadId) -> Self {
        Place { id, here: true, buttons: 0, stick: 0 }
    }

    /// Takes an event; true when it may have changed what is held.
    fn apply(&mut self, event: EventType, map: &PadMap) -> bool {
        match event {
            EventType::ButtonPressed(b, _) => self.buttons |= map.bits(b),
            EventType::ButtonReleased(b, _) => self.buttons &= !map.bits(b),
            EventType::AxisChanged(Axis::LeftStickX, v, _) => {
                self.stick = lean(self.stick, v, button::LEFT, button::RIGHT);
            }
            EventType::AxisChanged(Axis::LeftStickY, v, _) => {
                self.stick = lean(self.stick, v, button::DOWN, button::UP);
            }
            _ => return false,
        }
        true
    }
}

/// The directions that a stick presses when one axis stands at `v`, -1 to 1.
fn lean(held: u8, v: f32, low: u8, high: u8) -> u8 {
    let side = |bit: u8, v: f32| if v > if held & bit != 0 { RELEASE } else { PRESS } { bit } else { 0 };
    held & !(low | high) | side(low, -v) | side(high, v)
}

/// Gives a pad its old place, or a free one, or a new one.
fn sit(places: &mut Vec<Place>, id: GamepadId) {
    let old = places.iter().position(|p| p.id == id);
    match old.or_else(|| places.iter().position(|p| !p.here)) {
        Some(i) => places[i] = Place::new(id),
        None if places.len() < 8 => places.push(Place::new(id)),
        None => {}
    }
}

fn connected(places: &[Place]) -> u8 {
    places.iter().filter(|p| p.here).count() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stick_presses_late_and_lets_go_later() {
        // Our decision: 0.5 to press, 0.4 to let go.
        let steps = [
            (0.3, 0),
            (0.49, 0),
            (0.51, button::RIGHT),
            (0.45, button::RIGHT),
            (0.39, 0),
            (-0.6, button::LEFT),
            (1.0, button::RIGHT),
            (f32::NAN, 0),
        ];
        let mut held = 0;
        for (v, want) in steps {
            held = lean(held, v, button::LEFT, button::RIGHT);
            assert_eq!(held, want, "at {v}");
        }
    }

    #[test]
    fn the_axes_do_not_disturb_each_other() {
        let held = lean(button::LEFT, 0.9, button::DOWN, button::UP);
        assert_eq!(held, button::LEFT | button::UP);
    }

    #[test]
    fn a_map_is_what_settings_name() {
        let map = PadMap::default();
        let cases = [
            (Button::DPadLeft, button::LEFT),
            (Button::South, button::O),
            (Button::East, button::X),
            (Button::Start, button::PAUSE),
            (Button::Select, 0),
        ];
        for (pad, want) in cases {
            assert_eq!(map.bits(pad), want, "{pad:?}");
        }
        let mut pad = Settings::default().pad;
        Settings::bind(&mut pad, 5, "South");
        assert_eq!(PadMap::new(&pad).bits(Button::South), button::X);
    }
}

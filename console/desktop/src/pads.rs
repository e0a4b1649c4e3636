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

use crate::app::App;
use crate::hands::Hands;
use crate::lock;
use gilrs::{Axis, Button, Event, EventType, Gilrs};
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
        let mut seats = Seats::new();
        for (id, pad) in gilrs.gamepads() {
            seats.come(id);
            tell(PadNews::Came(seats.taken(), pad.name().to_string()));
        }
        loop {
            // Half a second, not for ever: some systems report a new pad only when they are asked.
            let Some(Event { id, event, .. }) = gilrs.next_event_blocking(Some(Duration::from_millis(500)))
            else {
                continue;
            };
            let title = || gilrs.gamepad(id).name().to_string();
            let map = lock(&hands).pad_map.clone();
            let changed = match event {
                EventType::Connected => {
                    seats.come(id);
                    tell(PadNews::Came(seats.taken(), title()));
                    None
                }
                EventType::Disconnected => {
                    let seat = seats.go(id);
                    tell(PadNews::Went(seats.taken(), title()));
                    seat
                }
                EventType::ButtonPressed(button, _) => {
                    tell(PadNews::Pressed(name(button)));
                    lock(&hands).time.pad(&name(button), true);
                    seats.moved(id, Move::Press(map.bits(button)))
                }
                EventType::ButtonReleased(button, _) => {
                    lock(&hands).time.pad(&name(button), false);
                    seats.moved(id, Move::Release(map.bits(button)))
                }
                EventType::AxisChanged(axis, v, _) => seats.moved(id, Move::Lean(axis, v)),
                _ => None,
            };
            if let Some((player, held)) = changed {
                lock(&hands).pad(player, held);
            }
        }
    });
}

impl App {
    /// Hears what a pad has to tell.
    pub(crate) fn pad(&mut self, news: PadNews) {
        let (count, text, went) = match news {
            PadNews::Came(n, name) => (n, format!("gamepad {n}: {name}"), false),
            PadNews::Went(n, name) => (n, format!("gamepad gone: {name}"), true),
            PadNews::Pressed(name) => {
                self.captured(|capture| !capture.is_key(), &name);
                return;
            }
        };
        self.pads = count;
        self.say(text);
        lock(&self.session.hands).event(rasher::Event::Controllers(count));
        if went && self.settings.pause_on_pad_loss {
            self.pause();
        }
    }
}

/// What a pad did.
#[derive(Clone, Copy, Debug)]
enum Move {
    Press(u8),
    Release(u8),
    Lean(Axis, f32),
}

/// One player's pad.
#[derive(Clone, Debug, PartialEq)]
struct Seat<Id> {
    id: Id,
    here: bool,
    buttons: u8,
    stick: u8,
}

/// Who plays with which pad.
struct Seats<Id>(Vec<Seat<Id>>);

impl<Id: PartialEq> Seats<Id> {
    fn new() -> Self {
        Seats(Vec::new())
    }

    /// Pads that are there.
    fn taken(&self) -> u8 {
        self.0.iter().filter(|seat| seat.here).count() as u8
    }

    /// Gives a pad its old seat, or a free one, or a new one; a ninth gets none.
    fn come(&mut self, id: Id) {
        let old = self.0.iter().position(|seat| seat.id == id);
        let seat = Seat { id, here: true, buttons: 0, stick: 0 };
        match old.or_else(|| self.0.iter().position(|seat| !seat.here)) {
            Some(i) => self.0[i] = seat,
            None if self.0.len() < 8 => self.0.push(seat),
            None => {}
        }
    }

    /// A pad went: it holds nothing any more. Whose it was.
    fn go(&mut self, id: Id) -> Option<(usize, u8)> {
        let player = self.0.iter().position(|seat| seat.id == id)?;
        let seat = &mut self.0[player];
        (seat.here, seat.buttons, seat.stick) = (false, 0, 0);
        Some((player, 0))
    }

    /// A pad did something: whose it is, and what it holds now.
    fn moved(&mut self, id: Id, what: Move) -> Option<(usize, u8)> {
        let player = self.0.iter().position(|seat| seat.id == id)?;
        let seat = &mut self.0[player];
        match what {
            Move::Press(bits) => seat.buttons |= bits,
            Move::Release(bits) => seat.buttons &= !bits,
            Move::Lean(Axis::LeftStickX, v) => seat.stick = lean(seat.stick, v, button::LEFT, button::RIGHT),
            Move::Lean(Axis::LeftStickY, v) => seat.stick = lean(seat.stick, v, button::DOWN, button::UP),
            Move::Lean(..) => return None,
        }
        Some((player, seat.buttons | seat.stick))
    }
}

/// The directions that a stick presses when one axis stands at `v`, -1 to 1.
fn lean(held: u8, v: f32, low: u8, high: u8) -> u8 {
    let side = |bit: u8, v: f32| if v > if held & bit != 0 { RELEASE } else { PRESS } { bit } else { 0 };
    held & !(low | high) | side(low, -v) | side(high, v)
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

    #[test]
    fn pads_come_and_go_and_keep_their_seats() {
        let mut seats = Seats::new();
        seats.come("red");
        seats.come("blue");
        assert_eq!(seats.moved("blue", Move::Press(button::O)), Some((1, button::O)));
        assert_eq!(seats.moved("red", Move::Lean(Axis::LeftStickX, -1.0)), Some((0, button::LEFT)));
        assert_eq!(seats.moved("red", Move::Press(button::X)), Some((0, button::LEFT | button::X)));
        // The one that goes lets go of everything; the other stays who it is.
        assert_eq!((seats.go("red"), seats.taken()), (Some((0, 0)), 1));
        assert_eq!(seats.moved("blue", Move::Release(button::O)), Some((1, 0)));
        seats.come("red");
        assert_eq!(seats.moved("red", Move::Press(button::UP)), Some((0, button::UP)), "its old seat");
        // A stranger takes a free seat before a new one.
        seats.go("red");
        seats.come("green");
        assert_eq!(seats.moved("green", Move::Press(1)), Some((0, 1)));
        // Eight play; a ninth is not heard.
        for id in ["c", "d", "e", "f", "g", "h", "i"] {
            seats.come(id);
        }
        assert_eq!(seats.taken(), 8);
        assert_eq!(seats.moved("i", Move::Press(1)), None);
        assert_eq!(seats.go("i"), None);
    }
}

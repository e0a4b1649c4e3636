//! Gamepads: which player has which, the names that settings store, and the console's buttons that a pad's buttons press.
//!
//! ```text
//! first pad = player 0, second = player 1 ... up to 8; a pad that comes back takes its old seat
//! d-pad or a stick     directions      south, west  O      east, north  X      start  pause
//! ```
//!
//! Sticks press a direction from half of their way on and release it below 0.4, so that a trembling stick does not stutter. The
//! front end reads the device and sends a [`PadCommand`] with our names for the buttons.

use rasher::button;
use studio::{Bindings, Settings};

/// A button of a pad, by its position: its number in `NAMES`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PadButton(u8);

/// As settings store them.
const NAMES: [&str; 19] = [
    "South",
    "East",
    "North",
    "West",
    "C",
    "Z",
    "LeftTrigger",
    "LeftTrigger2",
    "RightTrigger",
    "RightTrigger2",
    "Select",
    "Start",
    "Mode",
    "LeftThumb",
    "RightThumb",
    "DPadUp",
    "DPadDown",
    "DPadLeft",
    "DPadRight",
];

impl PadButton {
    pub const SOUTH: PadButton = PadButton(0);
    pub const EAST: PadButton = PadButton(1);
    pub const LEFT_TRIGGER: PadButton = PadButton(6);
    pub const LEFT_TRIGGER_2: PadButton = PadButton(7);
    pub const RIGHT_TRIGGER: PadButton = PadButton(8);
    pub const SELECT: PadButton = PadButton(10);
    pub const START: PadButton = PadButton(11);
    pub const D_PAD_UP: PadButton = PadButton(15);
    pub const D_PAD_DOWN: PadButton = PadButton(16);
    pub const D_PAD_LEFT: PadButton = PadButton(17);
    pub const D_PAD_RIGHT: PadButton = PadButton(18);

    pub fn all() -> impl Iterator<Item = PadButton> {
        (0..NAMES.len() as u8).map(PadButton)
    }

    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.0)]
    }

    pub fn named(name: &str) -> Option<PadButton> {
        PadButton::all().find(|button| button.name() == name)
    }

    fn bit(self) -> u32 {
        1 << self.0
    }

    /// Skips names that no button has.
    pub(crate) fn all_named(names: &[String]) -> Vec<PadButton> {
        names.iter().filter_map(|name| PadButton::named(name)).collect()
    }
}

/// An event of the pad with this id. The id is unique among the connected pads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PadCommand {
    /// The pad's name.
    Connected(usize, String),
    /// The pad's name.
    Disconnected(usize, String),
    /// `true` when the button goes down.
    Button(usize, PadButton, bool),
    /// An axis of the sticks, 0 to 3 (left x and y, right x and y), and its position: 32,767 is right or up. Both sticks give
    /// directions, so that either hand has one.
    Axis(usize, u8, i16),
}

/// Pad buttons, and the console's button that each presses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PadMap(Vec<(PadButton, u8)>);

impl PadMap {
    pub fn new(pad: &Bindings) -> PadMap {
        let row = |(b, names): (usize, &Vec<String>)| {
            PadButton::all_named(names).into_iter().map(move |button| (button, 1 << b))
        };
        PadMap(pad.iter().enumerate().flat_map(row).collect())
    }

    /// The console's buttons for the pad buttons that are down, a bit each.
    fn bits(&self, down: u32) -> u8 {
        self.0.iter().filter(|row| down & row.0.bit() != 0).fold(0, |bits, row| bits | row.1)
    }
}

impl Default for PadMap {
    fn default() -> Self {
        PadMap::new(&Settings::default().pad)
    }
}

/// A stick presses from a half on, and releases below 0.4.
const PRESS: i32 = 16_384;
const RELEASE: i32 = 13_107;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seat {
    id: usize,
    connected: bool,
    /// Pad buttons, not the console's: settings may change while one is down.
    down: u32,
    sticks: [u8; 2],
}

/// The pad of each player. A pad that comes back takes its old seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seats(Vec<Seat>);

impl Seats {
    pub fn taken(&self) -> u8 {
        self.0.iter().filter(|seat| seat.connected).count() as u8
    }

    /// The ids of the connected pads, in the order of their players.
    pub fn connected(&self) -> impl Iterator<Item = usize> {
        self.0.iter().filter(|seat| seat.connected).map(|seat| seat.id)
    }

    /// Handles an event. Returns the player and the console's buttons that the pad holds now.
    pub fn handle(&mut self, map: &PadMap, command: &PadCommand) -> Option<(usize, u8)> {
        let (PadCommand::Connected(id, _)
        | PadCommand::Disconnected(id, _)
        | PadCommand::Button(id, ..)
        | PadCommand::Axis(id, ..)) = command;
        if matches!(command, PadCommand::Connected(..)) {
            self.connect(*id);
            return None;
        }
        let player = self.0.iter().position(|seat| seat.id == *id)?;
        let seat = &mut self.0[player];
        match *command {
            PadCommand::Connected(..) => {}
            PadCommand::Disconnected(..) => (seat.connected, seat.down, seat.sticks) = (false, 0, [0; 2]),
            PadCommand::Button(_, button, true) => seat.down |= button.bit(),
            PadCommand::Button(_, button, false) => seat.down &= !button.bit(),
            PadCommand::Axis(_, axis, v) => {
                let (low, high) =
                    if axis & 1 == 0 { (button::LEFT, button::RIGHT) } else { (button::DOWN, button::UP) };
                let stick = &mut seat.sticks[usize::from(axis >> 1 & 1)];
                *stick = stick_buttons(*stick, v, low, high);
            }
        }
        Some((player, map.bits(seat.down) | seat.sticks[0] | seat.sticks[1]))
    }

    /// Gives a pad its old seat, a free one or a new one. A ninth pad gets none.
    fn connect(&mut self, id: usize) {
        let old = self.0.iter().position(|seat| seat.id == id);
        let seat = Seat { id, connected: true, down: 0, sticks: [0; 2] };
        match old.or_else(|| self.0.iter().position(|seat| !seat.connected)) {
            Some(i) => self.0[i] = seat,
            None if self.0.len() < 8 => self.0.push(seat),
            None => {}
        }
    }
}

/// The directions that a stick presses when one axis is at `v`.
fn stick_buttons(held: u8, v: i16, low: u8, high: u8) -> u8 {
    let side = |bit: u8, v: i32| if v > if held & bit != 0 { RELEASE } else { PRESS } { bit } else { 0 };
    let v = i32::from(v);
    held & !(low | high) | side(low, -v) | side(high, v)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stick_presses_late_and_lets_go_later() {
        // Our decision: half of the way to press, 0.4 to let go.
        let steps = [
            (9_830, 0),
            (16_056, 0),
            (16_711, button::RIGHT),
            (14_745, button::RIGHT),
            (12_779, 0),
            (-19_660, button::LEFT),
            (i16::MAX, button::RIGHT),
            (i16::MIN, button::LEFT),
        ];
        let mut held = 0;
        for (v, want) in steps {
            held = stick_buttons(held, v, button::LEFT, button::RIGHT);
            assert_eq!(held, want, "at {v}");
        }
    }

    #[test]
    fn the_axes_do_not_disturb_each_other() {
        assert_eq!(stick_buttons(button::LEFT, 29_490, button::DOWN, button::UP), button::LEFT | button::UP);
    }

    #[test]
    fn a_map_is_what_settings_name() {
        let map = PadMap::default();
        let cases = [
            (PadButton::D_PAD_LEFT, button::LEFT),
            (PadButton::SOUTH, button::O),
            (PadButton::EAST, button::X),
            (PadButton::START, button::PAUSE),
            (PadButton::SELECT, 0),
        ];
        for (pad, want) in cases {
            assert_eq!(map.bits(pad.bit()), want, "{pad:?}");
        }
        let mut pad = Settings::default().pad;
        (pad[4], pad[5]) = (Vec::new(), vec!["South".to_string()]);
        assert_eq!(PadMap::new(&pad).bits(PadButton::SOUTH.bit()), button::X);
        for button in PadButton::all() {
            assert_eq!(PadButton::named(button.name()), Some(button));
        }
    }

    #[test]
    fn what_was_held_when_the_keys_were_changed_is_let_go_with_its_button() {
        let (mut seats, mut settings) = (Seats::default(), Settings::default());
        seats.handle(&PadMap::new(&settings.pad), &PadCommand::Connected(0, String::new()));
        let mut handle = |settings: &Settings, command| seats.handle(&PadMap::new(&settings.pad), &command);
        assert_eq!(handle(&settings, PadCommand::Button(0, PadButton::SOUTH, true)), Some((0, button::O)));
        // For the right hand alone the lower face button is down.
        studio::Hands::Right.set(&mut settings);
        let leans = |axis, v| PadCommand::Axis(0, axis, v);
        assert_eq!(handle(&settings, leans(2, i16::MAX)), Some((0, button::DOWN | button::RIGHT)));
        assert_eq!(
            handle(&settings, leans(0, i16::MIN)),
            Some((0, button::DOWN | button::RIGHT | button::LEFT))
        );
        assert_eq!(handle(&settings, leans(0, 0)), Some((0, button::DOWN | button::RIGHT)));
        assert_eq!(
            handle(&settings, PadCommand::Button(0, PadButton::SOUTH, false)),
            Some((0, button::RIGHT))
        );
        assert_eq!(handle(&settings, leans(2, 0)), Some((0, 0)));
    }

    #[test]
    fn pads_come_and_go_and_keep_their_seats() {
        let (mut seats, map) = (Seats::default(), PadMap::default());
        let (red, blue, green) = (7, 3, 40);
        let mut handle = |command| (seats.handle(&map, &command), seats.taken());
        let came = |id| PadCommand::Connected(id, String::new());
        let went = |id| PadCommand::Disconnected(id, String::new());
        handle(came(red));
        handle(came(blue));
        assert_eq!(handle(PadCommand::Button(blue, PadButton::SOUTH, true)), (Some((1, button::O)), 2));
        assert_eq!(handle(PadCommand::Axis(red, 0, i16::MIN)), (Some((0, button::LEFT)), 2));
        let both = button::LEFT | button::X;
        assert_eq!(handle(PadCommand::Button(red, PadButton::EAST, true)), (Some((0, both)), 2));
        // The one that goes lets go of everything; the other stays who it is.
        assert_eq!(handle(went(red)), (Some((0, 0)), 1));
        assert_eq!(handle(PadCommand::Button(blue, PadButton::SOUTH, false)), (Some((1, 0)), 1));
        handle(came(red));
        assert_eq!(
            handle(PadCommand::Button(red, PadButton::D_PAD_UP, true)),
            (Some((0, button::UP)), 2),
            "its old seat"
        );
        // A stranger takes a free seat before a new one.
        handle(went(red));
        handle(came(green));
        assert_eq!(handle(PadCommand::Button(green, PadButton::D_PAD_LEFT, true)), (Some((0, 1)), 2));
        // Eight play; a ninth is not heard.
        (100..107).for_each(|id| _ = handle(came(id)));
        assert_eq!(handle(PadCommand::Button(105, PadButton::D_PAD_LEFT, true)), (Some((7, 1)), 8));
        assert_eq!(handle(PadCommand::Button(106, PadButton::D_PAD_LEFT, true)), (None, 8));
        assert_eq!(handle(went(106)), (None, 8));
    }
}

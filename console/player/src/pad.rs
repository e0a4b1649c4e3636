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

macro_rules! pad_buttons {
    ($($name:ident)*) => {
        /// A button of a pad, by its position. Settings store its name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum PadButton {
            $($name),*
        }

        const BUTTONS: &[(PadButton, &str)] = &[$((PadButton::$name, stringify!($name))),*];
    };
}

pad_buttons! {
    South East North West C Z
    LeftTrigger LeftTrigger2 RightTrigger RightTrigger2
    Select Start Mode LeftThumb RightThumb
    DPadUp DPadDown DPadLeft DPadRight
}

impl PadButton {
    pub fn all() -> impl Iterator<Item = PadButton> {
        BUTTONS.iter().map(|row| row.0)
    }

    pub fn name(self) -> &'static str {
        BUTTONS.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }

    pub fn named(name: &str) -> Option<PadButton> {
        BUTTONS.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    fn bit(self) -> u32 {
        1 << self as u32
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
    /// The stick's position, -32,767 (left) to 32,767 (right).
    StickX(usize, Stick, i16),
    /// The stick's position, -32,767 (down) to 32,767 (up).
    StickY(usize, Stick, i16),
}

/// A stick of a pad. Both give directions, so that either hand has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stick {
    Left,
    Right,
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
        let (id, change): (usize, &dyn Fn(&mut Seat)) = match command {
            PadCommand::Connected(id, _) => {
                self.connect(*id);
                return None;
            }
            PadCommand::Disconnected(id, _) => {
                (*id, &|seat| (seat.connected, seat.down, seat.sticks) = (false, 0, [0; 2]))
            }
            PadCommand::Button(id, button, true) => (*id, &|seat| seat.down |= button.bit()),
            PadCommand::Button(id, button, false) => (*id, &|seat| seat.down &= !button.bit()),
            PadCommand::StickX(id, which, v) => (*id, &|seat| {
                let stick = &mut seat.sticks[*which as usize];
                *stick = stick_buttons(*stick, *v, button::LEFT, button::RIGHT);
            }),
            PadCommand::StickY(id, which, v) => (*id, &|seat| {
                let stick = &mut seat.sticks[*which as usize];
                *stick = stick_buttons(*stick, *v, button::DOWN, button::UP);
            }),
        };
        let player = self.0.iter().position(|seat| seat.id == id)?;
        let seat = &mut self.0[player];
        change(seat);
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
            (PadButton::DPadLeft, button::LEFT),
            (PadButton::South, button::O),
            (PadButton::East, button::X),
            (PadButton::Start, button::PAUSE),
            (PadButton::Select, 0),
        ];
        for (pad, want) in cases {
            assert_eq!(map.bits(pad.bit()), want, "{pad:?}");
        }
        let mut pad = Settings::default().pad;
        Settings::bind(&mut pad, 5, "South");
        assert_eq!(PadMap::new(&pad).bits(PadButton::South.bit()), button::X);
        for button in PadButton::all() {
            assert_eq!(PadButton::named(button.name()), Some(button));
        }
    }

    #[test]
    fn what_was_held_when_the_keys_were_changed_is_let_go_with_its_button() {
        let (mut seats, mut settings) = (Seats::default(), Settings::default());
        seats.handle(&PadMap::new(&settings.pad), &PadCommand::Connected(0, String::new()));
        let mut handle = |settings: &Settings, command| seats.handle(&PadMap::new(&settings.pad), &command);
        assert_eq!(handle(&settings, PadCommand::Button(0, PadButton::South, true)), Some((0, button::O)));
        // For the right hand alone the lower face button is down.
        studio::Hands::Right.set(&mut settings);
        let leans = |stick, v| PadCommand::StickX(0, stick, v);
        assert_eq!(handle(&settings, leans(Stick::Right, i16::MAX)), Some((0, button::DOWN | button::RIGHT)));
        assert_eq!(
            handle(&settings, leans(Stick::Left, i16::MIN)),
            Some((0, button::DOWN | button::RIGHT | button::LEFT))
        );
        assert_eq!(handle(&settings, leans(Stick::Left, 0)), Some((0, button::DOWN | button::RIGHT)));
        assert_eq!(
            handle(&settings, PadCommand::Button(0, PadButton::South, false)),
            Some((0, button::RIGHT))
        );
        assert_eq!(handle(&settings, leans(Stick::Right, 0)), Some((0, 0)));
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
        assert_eq!(handle(PadCommand::Button(blue, PadButton::South, true)), (Some((1, button::O)), 2));
        assert_eq!(handle(PadCommand::StickX(red, Stick::Left, i16::MIN)), (Some((0, button::LEFT)), 2));
        let both = button::LEFT | button::X;
        assert_eq!(handle(PadCommand::Button(red, PadButton::East, true)), (Some((0, both)), 2));
        // The one that goes lets go of everything; the other stays who it is.
        assert_eq!(handle(went(red)), (Some((0, 0)), 1));
        assert_eq!(handle(PadCommand::Button(blue, PadButton::South, false)), (Some((1, 0)), 1));
        handle(came(red));
        assert_eq!(
            handle(PadCommand::Button(red, PadButton::DPadUp, true)),
            (Some((0, button::UP)), 2),
            "its old seat"
        );
        // A stranger takes a free seat before a new one.
        handle(went(red));
        handle(came(green));
        assert_eq!(handle(PadCommand::Button(green, PadButton::DPadLeft, true)), (Some((0, 1)), 2));
        // Eight play; a ninth is not heard.
        (100..107).for_each(|id| _ = handle(came(id)));
        assert_eq!(handle(PadCommand::Button(105, PadButton::DPadLeft, true)), (Some((7, 1)), 8));
        assert_eq!(handle(PadCommand::Button(106, PadButton::DPadLeft, true)), (None, 8));
        assert_eq!(handle(went(106)), (None, 8));
    }
}

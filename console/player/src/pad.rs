//! Gamepads: which player has which, the names that settings store, and the console's buttons that they press.
//!
//! ```text
//! first pad = player 0, second = player 1 ... up to 8; a pad that reconnects gets its old seat
//! d-pad or a stick     directions      south, west  O      east, north  X      start  pause
//! ```
//!
//! A stick presses a direction from 0.5 on and releases it below 0.4, so that a trembling stick does not stutter. The host reads
//! the device and sends [`PadCommand`]s.

use rasher::button;
use studio::{Bindings, Settings, short_name};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PadButton(u8);

const NAMES: &str = "South East North West C Z LeftTrigger LeftTrigger2 RightTrigger RightTrigger2 Select \
    Start Mode LeftThumb RightThumb DPadUp DPadDown DPadLeft DPadRight";

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
        (0..19).map(PadButton)
    }

    pub fn name(self) -> &'static str {
        NAMES.split(' ').nth(self.0.into()).unwrap_or_default()
    }

    pub fn named(name: &str) -> Option<PadButton> {
        PadButton::all().find(|button| button.name() == name)
    }

    fn bit(self) -> u32 {
        1 << self.0
    }

    pub(crate) fn all_named(names: &[String]) -> Vec<PadButton> {
        names.iter().filter_map(|name| PadButton::named(name)).collect()
    }
}

/// Whose words are printed on a pad's buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PadBrand {
    Xbox,
    PlayStation,
    Nintendo,
    Other,
}

/// South, east, north, west, select and start.
const PRINTED: [(PadBrand, &str); 3] = [
    (PadBrand::Xbox, "a b y x view menu"),
    (PadBrand::PlayStation, "cross circle triangle square share options"),
    (PadBrand::Nintendo, "b a x y - +"),
];

impl PadBrand {
    /// By what the system or a browser calls the pad: a name, or the numbers of its maker.
    pub fn of(name: &str) -> PadBrand {
        let name = name.to_lowercase();
        let has = |words: &str| words.split(' ').any(|word| name.contains(word));
        // "Xbox Wireless Controller"; Sony's own name for its pads is only "Wireless Controller".
        if has("xbox x-box xinput microsoft 045e") {
            PadBrand::Xbox
        } else if has("nintendo switch joy-con 057e") || name.contains("pro controller") {
            PadBrand::Nintendo
        } else if has("sony playstation dualshock dualsense 054c") || name.contains("wireless controller") {
            PadBrand::PlayStation
        } else {
            PadBrand::Other
        }
    }

    pub fn label(self, button: PadButton) -> String {
        let printed = PRINTED.iter().find(|(brand, _)| *brand == self);
        let at =
            ["South", "East", "North", "West", "Select", "Start"].iter().position(|it| *it == button.name());
        let label = printed.zip(at).and_then(|((_, all), at)| all.split(' ').nth(at));
        label.map_or_else(|| short_name(button.name()), str::to_string)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PadCommand {
    Connected(usize, String),
    Disconnected(usize, String),
    Button(usize, PadButton, bool),
    /// Axis 0 to 3 (left x and y, right x and y) and its position; 32,767 is right or up. Both sticks give directions.
    Axis(usize, u8, i16),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PadMap(Vec<(PadButton, u8)>);

impl PadMap {
    pub fn new(pad: &Bindings) -> PadMap {
        let row = |(b, names): (usize, &Vec<String>)| {
            PadButton::all_named(names).into_iter().map(move |button| (button, 1 << b))
        };
        PadMap(pad.iter().enumerate().flat_map(row).collect())
    }

    fn bits(&self, down: u32) -> u8 {
        self.0.iter().filter(|row| down & row.0.bit() != 0).fold(0, |bits, row| bits | row.1)
    }
}

impl Default for PadMap {
    fn default() -> Self {
        PadMap::new(&Settings::default().pad)
    }
}

/// In 1/32,768 of an axis.
const PRESS: i32 = 16_384;
const RELEASE: i32 = 13_107;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seat {
    id: usize,
    brand: PadBrand,
    connected: bool,
    /// Pad buttons instead of the console's: settings may change while one is down.
    down: u32,
    sticks: [u8; 2],
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Seats(Vec<Seat>);

impl Seats {
    pub fn taken(&self) -> u8 {
        self.0.iter().filter(|seat| seat.connected).count() as u8
    }

    pub fn connected(&self) -> impl Iterator<Item = usize> {
        self.0.iter().filter(|seat| seat.connected).map(|seat| seat.id)
    }

    pub fn brand(&self, id: usize) -> PadBrand {
        self.0.iter().find(|seat| seat.id == id).map_or(PadBrand::Other, |seat| seat.brand)
    }

    pub fn handle(&mut self, map: &PadMap, command: &PadCommand) -> Option<(usize, u8)> {
        let (PadCommand::Connected(id, _)
        | PadCommand::Disconnected(id, _)
        | PadCommand::Button(id, ..)
        | PadCommand::Axis(id, ..)) = command;
        if let PadCommand::Connected(_, name) = command {
            self.connect(*id, PadBrand::of(name));
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

    fn connect(&mut self, id: usize, brand: PadBrand) {
        let old = self.0.iter().position(|seat| seat.id == id);
        let seat = Seat { id, brand, connected: true, down: 0, sticks: [0; 2] };
        match old.or_else(|| self.0.iter().position(|seat| !seat.connected)) {
            Some(i) => self.0[i] = seat,
            None if self.0.len() < 8 => self.0.push(seat),
            None => {}
        }
    }
}

fn stick_buttons(held: u8, v: i16, low: u8, high: u8) -> u8 {
    let side = |bit: u8, v: i32| if v > if held & bit != 0 { RELEASE } else { PRESS } { bit } else { 0 };
    let v = i32::from(v);
    held & !(low | high) | side(low, -v) | side(high, v)
}

#[cfg(test)]
mod tests {
    use super::*;
    use button::{DOWN, LEFT, O, PAUSE, RIGHT, UP, X};

    #[test]
    fn a_stick_presses_late_and_releases_later() {
        // Our decision: half of the way to press, 0.4 to release. Up is held on the other axis.
        let steps = [
            (9_830, 0),
            (16_056, 0),
            (16_711, RIGHT),
            (14_745, RIGHT),
            (12_779, 0),
            (-19_660, LEFT),
            (i16::MAX, RIGHT),
            (i16::MIN, LEFT),
        ];
        let mut held = UP;
        for (v, want) in steps {
            held = stick_buttons(held, v, LEFT, RIGHT);
            assert_eq!(held, want | UP, "at {v}");
        }
    }

    /// Names as Chromium, Firefox and Linux report these pads.
    #[test]
    fn buttons_have_the_words_that_are_printed_on_the_pad() {
        let buttons = ["South", "East", "West", "North", "Start", "LeftTrigger2"];
        let labels =
            |brand: PadBrand| buttons.map(|name| brand.label(PadButton::named(name).expect(name))).join(" ");
        for (names, expected) in [
            (
                &[
                    "Xbox 360 Controller",
                    "Microsoft X-Box One S pad",
                    "Xbox Wireless Controller",
                    "045e-028e-Pad",
                ][..],
                "a b x y menu l2",
            ),
            (
                &[
                    "DualSense Wireless Controller",
                    "Wireless Controller",
                    "054c-09cc-Pad",
                    "Sony PLAYSTATION(R)3 Controller",
                ],
                "cross circle square triangle options l2",
            ),
            (
                &["Pro Controller", "Nintendo Switch Pro Controller", "057e-2009-Pad", "Joy-Con (L)"],
                "b a y x + l2",
            ),
            (&["8BitDo Ultimate", "", "a pad"], "south east west north start l2"),
        ] {
            for name in names {
                assert_eq!(labels(PadBrand::of(name)), expected, "{name}");
            }
        }
    }

    #[test]
    fn settings_bind_pad_buttons() {
        let mut right = Settings::default();
        (right.pad[4], right.pad[5]) = (Vec::new(), vec!["South".to_string()]);
        for (settings, cases) in [
            (
                Settings::default(),
                [("DPadLeft", LEFT), ("South", O), ("East", X), ("Start", PAUSE), ("Select", 0)],
            ),
            (right, [("DPadLeft", LEFT), ("South", X), ("East", 0), ("Start", PAUSE), ("Mode", 0)]),
        ] {
            for (name, want) in cases {
                let button = PadButton::named(name).expect("a button");
                assert_eq!((PadMap::new(&settings.pad).bits(button.bit()), button.name()), (want, name));
            }
        }
    }

    #[test]
    fn a_button_held_while_settings_change_is_released_with_its_pad_button() {
        let (mut seats, mut settings) = (Seats::default(), Settings::default());
        let south = |down| PadCommand::Button(0, PadButton::SOUTH, down);
        let leans = |axis, v| PadCommand::Axis(0, axis, v);
        seats.handle(&PadMap::new(&settings.pad), &PadCommand::Connected(0, String::new()));
        assert_eq!(seats.handle(&PadMap::new(&settings.pad), &south(true)), Some((0, O)));
        // For the right hand the lower face button is down.
        studio::ControlLayout::Right.set(&mut settings);
        let steps = [
            (leans(2, i16::MAX), DOWN | RIGHT),
            (leans(0, i16::MIN), DOWN | RIGHT | LEFT),
            (leans(0, 0), DOWN | RIGHT),
            (south(false), RIGHT),
            (leans(2, 0), 0),
        ];
        for (command, want) in steps {
            let held = seats.handle(&PadMap::new(&settings.pad), &command);
            assert_eq!(held, Some((0, want)), "{command:?}");
        }
    }

    #[test]
    fn pads_come_and_go_and_keep_their_seats() {
        let (mut seats, map) = (Seats::default(), PadMap::default());
        let came = |id| PadCommand::Connected(id, String::new());
        let went = |id| PadCommand::Disconnected(id, String::new());
        let press = |id, button| PadCommand::Button(id, button, true);
        // Pads 7, 3 and 40: what happens, whose buttons are held then, and how many pads there are.
        let mut steps = vec![
            (came(7), None, 1),
            (came(3), None, 2),
            (press(3, PadButton::SOUTH), Some((1, O)), 2),
            (PadCommand::Axis(7, 0, i16::MIN), Some((0, LEFT)), 2),
            (press(7, PadButton::EAST), Some((0, LEFT | X)), 2),
            (went(7), Some((0, 0)), 1),
            (PadCommand::Button(3, PadButton::SOUTH, false), Some((1, 0)), 1),
            (came(7), None, 2),
            (press(7, PadButton::D_PAD_UP), Some((0, UP)), 2),
            // A new pad takes a free seat before a new one.
            (went(7), Some((0, 0)), 1),
            (came(40), None, 2),
            (press(40, PadButton::D_PAD_LEFT), Some((0, LEFT)), 2),
        ];
        // Eight pads play; a ninth is ignored.
        steps.extend((100..107).map(|id| (came(id), None, (id - 97).min(8) as u8)));
        steps.extend([
            (press(105, PadButton::D_PAD_LEFT), Some((7, LEFT)), 8),
            (press(106, PadButton::D_PAD_LEFT), None, 8),
            (went(106), None, 8),
        ]);
        for (command, held, taken) in steps {
            assert_eq!((seats.handle(&map, &command), seats.taken()), (held, taken), "{command:?}");
        }
    }
}

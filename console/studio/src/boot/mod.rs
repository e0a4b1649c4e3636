//! The boot screen: the carts to choose from.
//!
//! ```text
//!   0  ◀     banner     ▶   the upper part of the selected cart's label, in its own 16 colours; it slides
//!  72  title                name, one line about it, best result; the same below for each
//! 102  [ ][ ][=][ ][ ]      all carts as small boxes on a board; with more than five the row moves
//! 120  keys
//! ```
//!
//! | | keys and pad | mouse |
//! |---|---|---|
//! | another cart | left, right, up, down | on a box; a click on an arrow; the wheel |
//! | plays it | O, Enter | a click on a box, on the banner, on what is said of it |
//! | other runs of it | X | |
//! | pause menu | P, Esc, start | |
//!
//! Choosing is an effect ([`rasher::Effect::Load`]), as when a cart loads another; with the breadcrumb [`RUNS`] it is asked first which run of
//! it is to begin. With a cart's name as its parameter it begins there:
//! so who comes back finds the cart that was left. A player who wishes for less shaking sees
//! no slide. It stands still when nothing is done. Not here: what a cart's best result is, which the shelf knows.

mod draw;
mod label;

pub use label::Label;

use crate::hint::ButtonHints;
use label::{SMALL, most_used};
use rasher::{Cart, Machine, Stat};
use serde::{Deserialize, Serialize};

/// A cart as the boot screen shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// The name that loads it.
    pub name: String,
    /// Its title.
    pub title: String,
    /// One line about it.
    pub about: String,
    /// The best that the player has reached in it; empty before that.
    pub best: String,
    /// What the run of the day came to; empty before that.
    pub today: String,
    /// Its picture.
    pub label: Label,
}

/// The carts, the cursor, and what still moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BootScreen {
    carts: Vec<Shown>,
    cursor: u32,
    /// The cart that was selected before, and how far the banner is from its place, in sixteenths of a pixel.
    before: u32,
    slide: i32,
    /// First box of the row, and where the row stands, in sixteenths of a pixel.
    first: u32,
    row: i32,
    /// Colours below the banner.
    palette: [u8; 16],
    /// Where the mouse was.
    pointer: [i32; 2],
    /// Was the mouse's button held, was Enter?
    held: [bool; 2],
    /// Which of [`COMMANDS`] are held.
    keys: [bool; 2],
    /// What presses O and X.
    hints: [String; 2],
}

/// Boxes in the row at once, and the columns that each takes.
const FIT: u32 = 5;
const PITCH: i32 = SMALL.0 as i32 + 3;
/// Left edge of a full row.
const LEFT: i32 = 5;
/// First line of the row of boxes; the board ends where the keys begin.
const ROW: i32 = 102;
const KEYS: i32 = 120;
/// Columns at the edges of the screen where an arrow is meant.
const ARROW: i32 = 14;
/// Parts of a pixel that the slides know.
const PART: i32 = 16;
/// Colours that words, board and frames are drawn in.
const FIXED: [u8; 9] = [0, 1, 4, 5, 6, 7, 9, 10, 13];

/// Keys that the window gives to whoever reads the keyboard, and what they stand for everywhere else: F6, F9.
const COMMANDS: [(i32, &str); 2] = [(63, "screen"), (66, "video")];

/// What the shelf tells where it is asked which run of a cart is to begin.
pub const RUNS: &str = "runs";

/// What is under the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    /// An arrow: so many carts on.
    Arrow(i32),
    /// A box of the row.
    Box(u32),
    /// What shows the selected cart.
    Here,
    Nothing,
}

/// What may be moved to where it belongs.
fn ease(rest: i32) -> i32 {
    rest - rest / 4 - if rest.abs() < 4 { rest } else { 0 }
}

impl BootScreen {
    /// The screen over these carts.
    pub fn new(carts: Vec<Shown>) -> Self {
        let palette = most_used(&FIXED, carts.iter().flat_map(|cart| cart.label.small()));
        BootScreen {
            carts,
            cursor: 0,
            before: 0,
            slide: 0,
            first: 0,
            row: 0,
            palette,
            pointer: [0; 2],
            // What was pressed before does not count.
            held: [true; 2],
            keys: [true; 2],
            hints: [String::new(), String::new()],
        }
    }

    /// The same, which says what presses O and X.
    #[must_use]
    pub fn with_hints(self, hints: ButtonHints) -> BootScreen {
        BootScreen { hints: [hints.o, hints.x], ..self }
    }

    fn count(&self) -> i32 {
        self.carts.len() as i32
    }

    /// Left edge of box `at` when nothing moves.
    fn left(&self, at: i32) -> i32 {
        let free = (FIT as i32 - self.count()).max(0);
        LEFT + free * PITCH / 2 + (at - self.first as i32) * PITCH
    }

    fn spot(&self, x: i32, y: i32) -> Spot {
        let arrow = if x < ARROW { -1 } else { i32::from(x >= 128 - ARROW) };
        let boxes = (self.first..self.carts.len() as u32).take(FIT as usize);
        match y {
            _ if !(0..128).contains(&x) => Spot::Nothing,
            0..72 if arrow != 0 && self.count() > 1 => Spot::Arrow(arrow),
            0..ROW => Spot::Here,
            ROW..KEYS => {
                let mut under = boxes.filter(|at| (0..PITCH).contains(&(x + 1 - self.left(*at as i32))));
                under.next().map_or(Spot::Nothing, Spot::Box)
            }
            _ => Spot::Nothing,
        }
    }

    /// Selects a cart, which comes from the right if `by` is positive. True if it is another one.
    fn select(&mut self, at: u32, by: i32, calm: bool) -> bool {
        if at == self.cursor {
            return false;
        }
        (self.before, self.cursor) = (self.cursor, at);
        self.slide = by.signum() * 128 * PART;
        let first = self.first.clamp((at + 1).saturating_sub(FIT), at);
        self.row += (first as i32 - self.first as i32) * PITCH * PART;
        self.first = first;
        if calm {
            (self.slide, self.row) = (0, 0);
        }
        true
    }

    /// The cart after or before this one, around both ends.
    fn step(&mut self, by: i32, calm: bool) -> bool {
        let at = (self.cursor as i32 + by).rem_euclid(self.count());
        self.select(at as u32, by, calm)
    }
}

impl Cart for BootScreen {
    fn _init(&mut self, p8: &mut Machine) {
        // Keyboard and mouse.
        p8.poke(0x5f2d, 1);
        // Who comes back from a cart finds it selected.
        if let Stat::Text(name) = p8.stat(6)
            && let Some(at) = self.carts.iter().position(|cart| cart.name == name)
        {
            self.select(at as u32, 0, true);
        }
        draw::sounds(p8);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        (self.slide, self.row) = (ease(self.slide), ease(self.row));
        // Enter plays here, so it opens no menu.
        let enter = p8.stat_key(40) || p8.stat_key(88);
        p8.poke(0x5f30, i32::from(enter));
        let keys = COMMANDS.map(|(scancode, _)| p8.stat_key(scancode));
        for (i, (_, command)) in COMMANDS.into_iter().enumerate() {
            if keys[i] && !self.keys[i] {
                p8.extcmd(command);
            }
        }
        self.keys = keys;
        let [x, y, buttons, wheel] = [32, 33, 34, 36].map(|n| p8.stat(n).num().flr());
        let moved = std::mem::replace(&mut self.pointer, [x, y]) != [x, y];
        let now = [buttons & 1 != 0, enter];
        let before = std::mem::replace(&mut self.held, now);
        let [click, enter] = [0, 1].map(|i| now[i] && !before[i]);
        if self.carts.is_empty() {
            return;
        }
        let calm = p8.less_shake();
        let pressed = [0, 1, 2, 3].map(|b| i32::from(p8.btnp(b)));
        let by = pressed[1] + pressed[3] - pressed[0] - pressed[2] - wheel.signum();
        let mut plays = enter || p8.btnp(4);
        let mut other = by != 0 && self.step(by.signum(), calm);
        match self.spot(x, y) {
            Spot::Box(at) if moved || click => {
                other |= self.select(at, at as i32 - self.cursor as i32, calm);
                plays |= click;
            }
            Spot::Arrow(by) if click => other |= self.step(by, calm),
            Spot::Here => plays |= click,
            _ => {}
        }
        if p8.btnp(5) && !plays {
            p8.sfx(draw::SFX_STEP);
            let name = &self.carts[self.cursor as usize].name;
            p8.load(name, RUNS, "");
        } else if plays {
            p8.sfx(draw::SFX_PLAY);
            let name = &self.carts[self.cursor as usize].name;
            p8.load(name, "", "");
        } else if other {
            p8.sfx(draw::SFX_STEP);
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        self.draw(p8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::{Boot, Console, Effect, Event, Input, PIXELS, button, program};

    fn carts(n: usize) -> Vec<Shown> {
        let cart = |i: usize| Shown {
            name: format!("cart{i}"),
            title: format!("Cart {i}"),
            about: "a line".to_string(),
            best: String::new(),
            today: String::new(),
            label: Label::new(Box::new([i as u8; PIXELS])),
        };
        (0..n).map(cart).collect()
    }

    fn shelf(n: usize) -> Console {
        let mut console = Console::boot(program(BootScreen::new(carts(n))), Boot::default());
        // The first frame is one without anything held.
        console.frame(&Input::default());
        console
    }

    fn at(console: &Console, field: &str) -> i64 {
        console.program().inspect()[field].as_i64().expect("a number")
    }

    /// The input, then a frame without any; the cart that was asked for.
    fn does(console: &mut Console, input: &Input) -> Option<String> {
        let mut effects = console.frame(input);
        let idle = Input { mouse: input.mouse, ..Input::default() };
        let idle = Input { mouse: rasher::Mouse { buttons: 0, wheel_y: 0, ..idle.mouse }, ..idle };
        effects.extend(console.frame(&idle));
        effects.into_iter().find_map(|effect| match effect {
            Effect::Load { name, .. } => Some(name),
            _ => None,
        })
    }

    fn mouse(x: i16, y: i16, buttons: u8, wheel: i8) -> Input {
        let mut input = Input::default();
        (input.mouse.x, input.mouse.y) = (x, y);
        (input.mouse.buttons, input.mouse.wheel_y) = (buttons, wheel);
        input
    }

    fn key(scancode: u8) -> Input {
        let mut input = Input::default();
        input.keys.set(scancode, true);
        input
    }

    #[test]
    fn arrows_walk_around_both_ends() {
        use button::{DOWN, LEFT, RIGHT, UP};
        let mut it = shelf(3);
        for (press, want) in [(RIGHT, 1), (DOWN, 2), (RIGHT, 0), (LEFT, 2), (UP, 1), (LEFT, 0), (UP, 2)] {
            assert_eq!(does(&mut it, &Input::buttons(press)), None);
            assert_eq!(at(&it, "cursor"), want);
        }
    }

    #[test]
    fn what_plays_a_cart() {
        let mut enter = key(40);
        // The window maps Enter to the pause button as well.
        enter.players[0] = button::PAUSE;
        let cases = [
            (Input::buttons(button::O), true),
            (enter.clone(), true),
            (key(88), true),
            (Input::buttons(button::PAUSE), false),
            (key(4), false),
            (mouse(64, 30, 1, 0), true),
            (mouse(64, 90, 1, 0), true),
            (mouse(64, 30, 2, 0), false),
            (mouse(64, 124, 1, 0), false),
            (mouse(-9, 30, 1, 0), false),
            (mouse(300, 30, 1, 0), false),
        ];
        for (input, plays) in cases {
            let mut it = shelf(3);
            does(&mut it, &Input::buttons(button::RIGHT));
            assert_eq!(does(&mut it, &input).is_some(), plays, "{input:?}");
            assert_eq!(at(&it, "cursor"), 1);
        }
        let mut it = shelf(3);
        assert!(!it.frame(&enter).contains(&Effect::Pause), "Enter opens no menu");
        it.frame(&Input::default());
        assert!(it.frame(&Input::buttons(button::PAUSE)).contains(&Effect::Pause), "pad and P do");
        assert!(it.frame(&key(63)).contains(&Effect::Screenshot), "F6 keeps a picture");
    }

    #[test]
    fn x_asks_for_other_runs_of_the_cart() {
        let mut it = shelf(3);
        does(&mut it, &Input::buttons(button::RIGHT));
        let effects = it.frame(&Input::buttons(button::X));
        let (name, breadcrumb, param) = ("cart1".to_string(), RUNS.to_string(), String::new());
        assert!(effects.contains(&Effect::Load { name, breadcrumb, param }), "{effects:?}");
    }

    #[test]
    fn what_was_held_at_the_start_plays_nothing() {
        let held = mouse(64, 30, 1, 0);
        let mut it = Console::boot(
            program(BootScreen::new(vec![Shown {
                name: "a".to_string(),
                title: String::new(),
                about: String::new(),
                best: String::new(),
                today: String::new(),
                label: Label::plain("a"),
            }])),
            Boot::default(),
        );
        for input in [&held, &held, &key(40)] {
            let loads = it.frame(input).iter().any(|effect| matches!(effect, Effect::Load { .. }));
            assert_eq!(loads, *input == key(40), "a fresh Enter counts, an old click does not");
        }
    }

    #[test]
    fn who_comes_back_from_a_cart_finds_it_selected() {
        for (param, cursor, first) in
            [("cart2", 2, 0), ("cart11", 11, 7), ("cart0", 0, 0), ("none", 0, 0), ("", 0, 0)]
        {
            let boot = Boot { param: param.to_string(), ..Boot::default() };
            let mut it = Console::boot(program(BootScreen::new(carts(12))), boot);
            it.frame(&Input::default());
            assert_eq!((at(&it, "cursor"), at(&it, "first")), (cursor, first), "{param}");
            assert_eq!((at(&it, "slide"), at(&it, "row")), (0, 0), "{param}: nothing slides");
        }
    }

    #[test]
    fn the_mouse_selects_turns_and_plays() {
        let mut it = shelf(5);
        // Boxes are 24 columns apart, the first begins at 5.
        for (x, want) in [(60, 2), (110, 4), (10, 0), (30, 1)] {
            assert_eq!(does(&mut it, &mouse(x, 110, 0, 0)), None);
            assert_eq!(at(&it, "cursor"), want, "x {x}");
        }
        does(&mut it, &mouse(30, 110, 0, -1));
        assert_eq!(at(&it, "cursor"), 2, "a pointer that rests does not select again");
        does(&mut it, &mouse(30, 110, 0, 1));
        does(&mut it, &mouse(30, 110, 0, 3));
        assert_eq!(at(&it, "cursor"), 0, "a step of the wheel is one cart, however far it turns");
        does(&mut it, &mouse(3, 40, 1, 0));
        assert_eq!(at(&it, "cursor"), 4, "the left arrow");
        does(&mut it, &mouse(125, 40, 1, 0));
        assert_eq!(at(&it, "cursor"), 0, "the right arrow");
        assert_eq!(does(&mut it, &mouse(84, 110, 1, 0)).as_deref(), Some("cart3"));
    }

    #[test]
    fn a_long_row_moves_only_at_its_ends() {
        let mut it = shelf(12);
        for (press, cursor, first) in
            [(4, 4, 0), (1, 5, 1), (6, 11, 7), (1, 0, 0), (-1, 11, 7), (-4, 7, 7), (-1, 6, 6)]
        {
            let button = if press > 0 { button::RIGHT } else { button::LEFT };
            (0..i32::abs(press)).for_each(|_| _ = does(&mut it, &Input::buttons(button)));
            assert_eq!((at(&it, "cursor"), at(&it, "first")), (cursor, first));
        }
        does(&mut it, &mouse(110, 110, 0, 0));
        assert_eq!((at(&it, "cursor"), at(&it, "first")), (10, 6), "the pointer moves no row");
    }

    #[test]
    fn it_slides_to_its_place_within_half_a_second_or_at_once() {
        for calm in [false, true] {
            let mut it = shelf(7);
            let comfort = Event::Comfort { less_flash: false, less_shake: calm };
            it.frame(&Input { events: vec![comfort], ..Input::default() });
            it.frame(&Input::buttons(button::LEFT));
            assert_eq!(at(&it, "slide") != 0, !calm, "calm {calm}");
            assert_eq!(at(&it, "row") != 0, !calm, "calm {calm}");
            (0..30).for_each(|_| drop(it.frame(&Input::default())));
            assert_eq!((at(&it, "slide"), at(&it, "row")), (0, 0));
        }
    }

    #[test]
    fn a_shelf_of_nothing_or_one_stands_still() {
        for n in [0, 1] {
            let mut it = shelf(n);
            for held in 0..64 {
                does(&mut it, &Input::buttons(held & 15));
                does(&mut it, &mouse(held.into(), 2 * i16::from(held), 0, 1));
            }
            assert_eq!((at(&it, "cursor"), at(&it, "slide")), (0, 0));
            assert_eq!(does(&mut it, &Input::buttons(button::O)).is_some(), n == 1);
        }
    }
}

//! The boot screen: the carts to choose from.
//!
//! ```text
//!   up to five carts                                      more of them, or a folder of carts
//!   0  ◀     banner     ▶   the upper part of the          0  search line          how many
//!                           selected cart's label           9  [ ][ ][ ][ ] |
//!  72  title                name, a line, best result         [ ][ ▣ ][ ][ ] ▓      three rows of labels and a scroll
//! 102  [ ][ ][=][ ][ ]      all carts as small boxes          [ ][ ][ ][ ] |      bar; the selected one is larger
//! 120  keys                                               103  title, a line, best result or when it was played, keys
//! ```
//!
//! | | keys and pad | mouse |
//! |---|---|---|
//! | another cart | left, right, up, down; of many page up and down, home, end | on a box; the wheel; the scroll bar |
//! | plays it | O, Enter | a click on a box, on the banner, on what is said of it |
//! | other runs of it | X | |
//! | favourite or not | Space; the pause menu | the right button; a click on the star |
//! | the examples, and back | Tab, on a wall of all carts the pause menu | |
//! | search | a letter that is no button, `/`, Tab; up from the first row | a click on the search line |
//! | pause menu | P, Esc, start | |
//!
//! Choosing is an effect ([`rasher::Effect::Load`]), as when a cart loads another. Its breadcrumb says what else may be meant: [`RUNS`]
//! asks which run of it is to begin, [`EXAMPLES`] asks for the page of examples or that of all others, [`FAVOURITE`] marks it or takes the mark away, [`LABEL`] asks for what is in its file. What comes of
//! that, and other carts, come in as [`BootNews`]: the screen knows no file. It asks for labels that are seen or will be soon, four at a
//! time, and keeps some dozens. With a cart's name as its parameter it begins there:
//! no slide. It stands still when nothing is done. Not here: what a cart's best result is, which the shelf knows; where carts lie and in which
//! order they stand, which the player says.

mod banner;
mod draw;
mod grid;
mod label;
mod search;
mod shown;
mod wall;

pub use label::Label;
pub use shown::{BootNews, Face, Shown};

use crate::hint::ButtonHints;
use label::most_used;
use rasher::{Cart, Machine, Stat};
use search::{Search, TAB};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The carts, the cursor, and what still moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BootScreen {
    carts: Vec<Shown>,
    /// Those that are shown, in order: all, or what is searched for.
    found: Vec<u32>,
    /// The selected one, by its place among those.
    cursor: u32,
    /// Are they shown as a wall, also when there are few?
    wall: bool,
    /// Are the examples shown? None where there are none.
    examples: Option<bool>,
    touched: bool,
    /// The cart that was selected before, and how far the banner is from its place, in sixteenths of a pixel.
    before: u32,
    slide: i32,
    /// First row of the wall that is seen, where the wall stands, in sixteenths of a pixel, and whether its scroll bar is held.
    first: u32,
    scroll: i32,
    drags: bool,
    /// How large the selected box is, in sixteenths.
    grown: i32,
    search: Search,
    query: String,
    /// Carts whose files were asked for, and the frames until they are asked for again.
    asked: Vec<(String, u32)>,
    /// Carts whose files were read: what is known of them stays, if not their labels.
    read: BTreeSet<String>,
    time: u32,
    /// Colours below the banner.
    palette: [u8; 16],
    pointer: [i32; 2],
    /// Was the mouse's button held, was Enter, was the right button?
    held: [bool; 3],
    /// Which of [`COMMANDS`] are held, and which of [`WAYS`].
    keys: [bool; 2],
    ways: [bool; 4],
    hints: [String; 2],
}

const FEW: usize = 5;
/// Parts of a pixel that the slides know.
const PART: i32 = 16;
/// Colours that words, board and frames are drawn in.
const FIXED: [u8; 9] = [0, 1, 4, 5, 6, 7, 9, 10, 13];

/// Keys that the window gives to whoever reads the keyboard, and what they stand for everywhere else: F6, F9.
const COMMANDS: [(i32, &str); 2] = [(63, "screen"), (66, "video")];
/// Page up, page down, home, end.
const WAYS: [i32; 4] = [75, 78, 74, 77];

/// What the shelf tells where it is asked which run of a cart is to begin.
pub const RUNS: &str = "runs";
/// What it tells where a cart becomes a favourite, or is one no more.
pub const FAVOURITE: &str = "favourite";
/// What it tells where its other page is wanted: the examples, or all other carts.
pub const EXAMPLES: &str = "examples";
/// What it tells where a cart's file is to be read.
pub const LABEL: &str = "label";

/// What may be moved to where it belongs.
fn ease(rest: i32) -> i32 {
    rest - rest / 4 - if rest.abs() < 4 { rest } else { 0 }
}

struct Doing {
    /// Left, right, up, down, as they repeat.
    arrows: [bool; 4],
    /// Buttons O and X, and Enter.
    o: bool,
    x: bool,
    enter: bool,
    typed: Vec<u8>,
    /// Page up, page down, home, end.
    ways: [bool; 4],
    /// Where the mouse is, whether it moved, what was clicked, what is held, and the wheel.
    at: (i32, i32),
    moved: bool,
    click: bool,
    right: bool,
    held: bool,
    wheel: i32,
    /// Nothing shall slide.
    calm: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Done {
    other: bool,
    plays: bool,
    runs: bool,
    marks: bool,
}

impl BootScreen {
    pub fn new(carts: Vec<Shown>) -> Self {
        let mut screen = BootScreen {
            carts: Vec::new(),
            found: Vec::new(),
            cursor: 0,
            wall: false,
            examples: None,
            touched: false,
            before: 0,
            slide: 0,
            first: 0,
            scroll: 0,
            drags: false,
            grown: 0,
            search: Search::Off,
            query: String::new(),
            asked: Vec::new(),
            read: BTreeSet::new(),
            time: 0,
            palette: [0; 16],
            pointer: [0; 2],
            // What was pressed before does not count.
            held: [true; 3],
            keys: [true; 2],
            ways: [true; 4],
            hints: [String::new(), String::new()],
        };
        screen.take(carts);
        screen
    }

    /// The same, which says what presses O and X.
    #[must_use]
    pub fn with_hints(self, hints: ButtonHints) -> BootScreen {
        BootScreen { hints: [hints.o, hints.x], ..self }
    }

    /// The same, as a wall however few carts there are: more may come.
    #[must_use]
    pub fn with_folders(self, folders: bool) -> BootScreen {
        BootScreen { wall: self.wall || folders, ..self }
    }

    /// The same, with a way to the page of examples, or from there.
    #[must_use]
    pub fn with_examples(self, examples: Option<bool>) -> BootScreen {
        BootScreen { examples, ..self }
    }

    /// Is Tab the way to the other page? On a wall of all carts it begins a search.
    fn tab_turns(&self) -> bool {
        self.examples == Some(true) || self.examples == Some(false) && !self.wall
    }

    fn turn(&self, p8: &mut Machine) {
        if self.examples.is_some() {
            p8.load(EXAMPLES, EXAMPLES, "");
        }
    }

    fn take(&mut self, carts: Vec<Shown>) {
        self.wall |= carts.len() > FEW;
        self.palette = most_used(&FIXED, carts.iter().filter_map(Shown::label).flat_map(Label::small));
        self.carts = carts;
        self.find();
    }

    fn shown(&self, at: u32) -> Option<&Shown> {
        self.found.get(at as usize).and_then(|at| self.carts.get(*at as usize))
    }

    fn selected(&self) -> Option<&Shown> {
        self.shown(self.cursor)
    }

    fn count(&self) -> i32 {
        self.found.len() as i32
    }

    /// Selects the cart of that name, if it is shown.
    fn go_to(&mut self, name: &str) {
        let at = self.found.iter().position(|at| self.carts[*at as usize].name == name);
        if let Some(at) = at {
            self.cursor = at as u32;
            self.show_cursor();
            self.rest();
        }
    }

    /// Everything stands where it belongs.
    fn rest(&mut self) {
        self.slide = 0;
        self.scroll = self.resting();
        self.grown = PART;
    }

    /// What keys, pad and mouse do in this frame.
    fn doing(&mut self, p8: &mut Machine) -> Doing {
        let letters_before = self.search == Search::Typing;
        let held_letter = (4..=39).any(|key| p8.stat_key(key));
        let mut typed = Vec::new();
        while p8.stat(30).is_true()
            && let Stat::Text(letter) = p8.stat(31)
        {
            typed.extend(rasher::text::encode(&letter));
        }
        // Enter plays here, so it opens no menu; a letter that is typed is no button.
        let enter = p8.stat_key(40) || p8.stat_key(88);
        let writes = letters_before && (held_letter || !typed.is_empty());
        p8.poke(0x5f30, i32::from(enter || writes));
        let keys = COMMANDS.map(|(scancode, _)| p8.stat_key(scancode));
        for (i, (_, command)) in COMMANDS.into_iter().enumerate() {
            if keys[i] && !self.keys[i] {
                p8.extcmd(command);
            }
        }
        self.keys = keys;
        let ways = WAYS.map(|scancode| p8.stat_key(scancode));
        let ways_before = std::mem::replace(&mut self.ways, ways);
        let [x, y, buttons, wheel] = [32, 33, 34, 36].map(|n| p8.stat(n).num().flr());
        let moved = std::mem::replace(&mut self.pointer, [x, y]) != [x, y];
        let now = [buttons & 1 != 0, enter, buttons & 2 != 0];
        let before = std::mem::replace(&mut self.held, now);
        let [click, enter, right] = [0, 1, 2].map(|i| now[i] && !before[i]);
        let pressed = |p8: &mut Machine, b: i32| p8.btnp(b) && !writes;
        Doing {
            arrows: [0, 1, 2, 3].map(|b| p8.btnp(b)),
            o: pressed(p8, 4),
            x: pressed(p8, 5),
            enter,
            typed,
            ways: std::array::from_fn(|i| ways[i] && !ways_before[i]),
            at: (x, y),
            moved,
            click,
            right,
            held: now[0],
            wheel: wheel.signum(),
            calm: p8.less_shake(),
        }
    }
}

impl Cart for BootScreen {
    fn _init(&mut self, p8: &mut Machine) {
        // Keyboard and mouse.
        p8.poke(0x5f2d, 1);
        // Who comes back from a cart finds it selected.
        if let Stat::Text(name) = p8.stat(6) {
            self.go_to(&name);
        }
        self.rest();
        draw::sounds(p8);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        self.time = self.time.wrapping_add(1);
        self.slide = ease(self.slide);
        let rest = self.resting();
        self.scroll = rest + ease(self.scroll - rest);
        self.grown = (self.grown + 3).min(PART);
        for item in [1, 2] {
            let words = ["favourite", "search"][item - 1];
            p8.menuitem(item as i32, (self.wall && !self.carts.is_empty()).then_some(words));
        }
        let other_page = self.examples.map(|shown| if shown { "all carts" } else { "examples" });
        p8.menuitem(3, other_page);
        let doing = self.doing(p8);
        if self.tab_turns() && doing.typed.contains(&TAB) {
            return self.turn(p8);
        }
        let any =
            doing.arrows.contains(&true) || doing.o || doing.x || doing.enter || !doing.typed.is_empty();
        self.touched |= any || doing.ways.contains(&true) || doing.click || doing.right || doing.wheel != 0;
        let done = match self.wall {
            true => self.on_the_wall(&doing),
            false => self.on_the_banner(&doing),
        };
        if self.wall {
            for name in self.wanted() {
                p8.load(&name, LABEL, "");
            }
        }
        let Some(name) = self.selected().map(|cart| cart.name.clone()) else { return };
        if done.plays {
            p8.sfx(draw::SFX_PLAY);
            p8.load(&name, "", "");
        } else if done.runs {
            p8.sfx(draw::SFX_STEP);
            p8.load(&name, RUNS, "");
        } else if done.marks {
            self.mark(p8);
        } else if done.other {
            p8.sfx(draw::SFX_STEP);
        }
    }

    fn _menu(&mut self, p8: &mut Machine, index: u8, _: u8) -> bool {
        match index {
            1 => self.mark(p8),
            3 => self.turn(p8),
            _ => self.search = Search::Letters(0),
        }
        false
    }

    fn _hear(&mut self, bytes: &[u8]) {
        if let Some(news) = BootNews::from_bytes(bytes) {
            self.hear(news);
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        match self.wall {
            true => self.draw_wall(p8),
            false => self.draw_few(p8),
        }
    }
}

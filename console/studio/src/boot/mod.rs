//! The boot screen: the shelf of carts.
//!
//! ```text
//!   up to five carts                                      more carts, or a folder of carts
//!   0  ◀     banner     ▶   the upper part of the          0  search line          how many
//!                           selected cart's label           9  [ ][ ][ ][ ] |
//!  72  title                name, a line, best result         [ ][ ▣ ][ ][ ] ▓      three rows of labels and a scroll
//! 102  [ ][ ][=][ ][ ]      all carts as small boxes          [ ][ ][ ][ ] |      bar; the selected one is larger
//! 120  keys                                               103  title, a line, best result or when it was played, keys
//! ```
//!
//! | | keys and pad | mouse |
//! |---|---|---|
//! | another cart | left, right, up, down; on a wall page up and down, home, end | on a box; the wheel; the scroll bar |
//! | play it | O, Enter | a click on a box, on the banner, on the text |
//! | its runs | X | |
//! | favourite or not | Space; the pause menu | the right button; a click on the star |
//! | the next page: all carts, own carts, examples | Tab; the pause menu | a click on its name |
//! | search | a letter that is no button, `/`; up from the first row | a click on the search line |
//! | edit it; a new cart where there is none | F2 ([`ShelfMessage::Edit`]) | |
//! | rename, duplicate, delete an own cart; copy another one | the pause menu | |
//! | pause menu | P, Esc, start | |
//!
//! All requests are an [`rasher::Effect::Load`], as when a cart loads another. The breadcrumb says which: empty starts the cart,
//! [`RUNS`] asks which run to begin, [`PAGE`] switches pages, [`FAVOURITE`] marks the cart or removes the mark, [`LABEL`]
//! requests its file, [`RENAME`] has the new name as its parameter. Replies and other carts come in as [`ShelfMessage`]. The screen requests the labels on the screen or near it,
//! four at a time, and keeps some dozens. Its parameter is the cart to start with. The player decides the order of the carts and
//! their results.

mod draw;
mod label;
mod own;
mod search;
mod wall;

pub use label::{Cover, Label, ShelfCart, ShelfMessage};
pub use own::ShelfPage;

use crate::hint::ButtonHints;
use label::most_used;
use rasher::{Cart, Machine, Stat};
use search::{SearchMode, TAB};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct BootScreen {
    carts: Vec<ShelfCart>,
    /// Indices of the carts that match the query, in order.
    found: Vec<u32>,
    cursor: u32,
    /// Shown as a wall, however few they are?
    wall: bool,
    page: ShelfPage,
    /// All pages, in the order of Tab.
    pages: Vec<ShelfPage>,
    /// The last deleted cart can be restored.
    restores: bool,
    touched: bool,
    /// The cart to start with: it may come with the folders' carts.
    first_name: String,
    /// The previous selection, and the banner's distance from its place in sixteenths of a pixel.
    before: u32,
    slide: i32,
    /// First row of the wall, scroll position in sixteenths of a pixel, and whether the scroll bar is dragged.
    first: u32,
    scroll: i32,
    drags: bool,
    /// How far the selected box has grown, in sixteenths.
    grown: i32,
    search: SearchMode,
    query: String,
    /// The new name that is typed for an own cart.
    new_name: String,
    /// Requested files, and frames until they are requested again.
    asked: Vec<(String, u32)>,
    /// Carts whose files were read. Labels may be dropped, titles stay.
    read: BTreeSet<String>,
    /// F2 was pressed.
    edits: bool,
    time: u32,
    /// Colours below the banner.
    palette: [u8; 16],
    pointer: [i32; 2],
    /// Left mouse button, Enter, right mouse button.
    held: [bool; 3],
    /// Of [`COMMANDS`] and [`WAYS`].
    keys: [bool; 2],
    ways: [bool; 4],
    hints: [String; 2],
}

const FEW: usize = 5;
const PART: i32 = 16;
const FIXED: [u8; 9] = [0, 1, 4, 5, 6, 7, 9, 10, 13];

/// F6 and F9, which a cart that reads the keyboard gets: the commands that they are elsewhere.
const COMMANDS: [(i32, &str); 2] = [(63, "screen"), (66, "video")];
/// Page up, page down, home, end.
const WAYS: [i32; 4] = [75, 78, 74, 77];

pub const RUNS: &str = "runs";
pub const FAVOURITE: &str = "favourite";
/// Shows the page of that name.
pub const PAGE: &str = "page";
pub const LABEL: &str = "label";
pub const RENAME: &str = "rename";
/// Copies the cart to an own one: a duplicate of an own cart, and another one to be edited.
pub const COPY: &str = "copy";
pub const DELETE: &str = "delete";
/// Restores the cart that was deleted last.
pub const RESTORE: &str = "restore";
/// Opens the cart in the editors; [`NEW`] as its name is a new one.
pub const EDIT: &str = "edit";
pub const NEW: &str = "new:";

/// The distance that is left after a frame of a slide.
fn ease(rest: i32) -> i32 {
    rest - rest / 4 - if rest.abs() < 4 { rest } else { 0 }
}

struct ShelfInput {
    /// Left, right, up, down, with repeats.
    arrows: [bool; 4],
    o: bool,
    x: bool,
    enter: bool,
    typed: Vec<u8>,
    ways: [bool; 4],
    at: (i32, i32),
    moved: bool,
    click: bool,
    right: bool,
    held: bool,
    wheel: i32,
    /// Nothing slides.
    calm: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ShelfAction {
    other: bool,
    plays: bool,
    runs: bool,
    marks: bool,
    renames: bool,
    turns: Option<ShelfPage>,
}

impl BootScreen {
    pub fn new(carts: Vec<ShelfCart>) -> Self {
        // Keys held at the start do not count.
        let mut screen =
            BootScreen { held: [true; 3], keys: [true; 2], ways: [true; 4], ..BootScreen::default() };
        screen.take(carts);
        screen
    }

    #[must_use]
    pub fn with_hints(self, hints: ButtonHints) -> BootScreen {
        BootScreen { hints: [hints.o, hints.x], ..self }
    }

    /// Shows a wall however few carts there are, since more may come.
    #[must_use]
    pub fn with_folders(self, folders: bool) -> BootScreen {
        BootScreen { wall: self.wall || folders, ..self }
    }

    #[must_use]
    pub fn with_pages(self, page: ShelfPage, pages: Vec<ShelfPage>, restores: bool) -> BootScreen {
        BootScreen { wall: self.wall || page == ShelfPage::Yours, page, pages, restores, ..self }
    }

    fn take(&mut self, carts: Vec<ShelfCart>) {
        self.wall |= carts.len() > FEW;
        self.palette = most_used(&FIXED, carts.iter().filter_map(ShelfCart::label).flat_map(Label::small));
        self.carts = carts;
        self.find();
    }

    fn shown(&self, at: u32) -> Option<&ShelfCart> {
        self.found.get(at as usize).and_then(|at| self.carts.get(*at as usize))
    }

    fn selected(&self) -> Option<&ShelfCart> {
        self.shown(self.cursor)
    }

    fn count(&self) -> i32 {
        self.found.len() as i32
    }

    fn go_to(&mut self, name: &str) {
        let at = self.found.iter().position(|at| self.carts[*at as usize].name == name);
        if let Some(at) = at {
            self.cursor = at as u32;
            self.show_cursor();
            self.rest();
        }
    }

    fn rest(&mut self) {
        self.slide = 0;
        self.scroll = self.resting();
        self.grown = PART;
    }

    fn input(&mut self, p8: &mut Machine) -> ShelfInput {
        let letters_before = self.search == SearchMode::Typing;
        let held_letter = (4..=39).any(|key| p8.stat_key(key));
        let mut typed = Vec::new();
        while p8.stat(30).is_true()
            && let Stat::Text(letter) = p8.stat(31)
        {
            typed.extend(rasher::text::encode(&letter));
        }
        // Enter is read as a key. One that is still held after the menu repeats, and chooses nothing here.
        typed.retain(|letter| *letter != b'\r');
        // Enter plays, so it opens no menu; a typed letter is no button.
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
        // Where it rests when the shelf opens, it selects nothing.
        let moved = std::mem::replace(&mut self.pointer, [x, y]) != [x, y] && self.time > 1;
        let now = [buttons & 1 != 0, enter, buttons & 2 != 0];
        let before = std::mem::replace(&mut self.held, now);
        let [click, enter, right] = [0, 1, 2].map(|i| now[i] && !before[i]);
        let pressed = |p8: &mut Machine, b: i32| p8.btnp(b) && !writes;
        ShelfInput {
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
        // Reads keyboard and mouse.
        p8.poke(0x5f2d, 1);
        // Selects the cart that was played.
        if let Stat::Text(name) = p8.stat(6) {
            self.go_to(&name);
            self.first_name = name;
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
        for (item, words) in (1..).zip(self.items()) {
            p8.menuitem(item, words);
        }
        let input = self.input(p8);
        if self.search == SearchMode::Off && input.typed.contains(&TAB) && self.pages.len() > 1 {
            return self.turn(p8, self.next_page());
        }
        let any =
            input.arrows.contains(&true) || input.o || input.x || input.enter || !input.typed.is_empty();
        self.touched |= any || input.ways.contains(&true) || input.click || input.right || input.wheel != 0;
        let action = match self.wall {
            true => self.on_the_wall(&input),
            false => self.on_the_banner(&input),
        };
        if let Some(page) = action.turns {
            return self.turn(p8, page);
        }
        if self.wall {
            for name in self.wanted() {
                p8.load(&name, LABEL, "");
            }
        }
        let name = self.selected().map(|cart| cart.name.clone());
        if std::mem::take(&mut self.edits) {
            return p8.load(name.as_deref().unwrap_or(NEW), EDIT, "");
        }
        let Some(name) = name else { return };
        if action.renames {
            self.rename(p8);
        } else if action.plays {
            p8.sfx(draw::SFX_PLAY);
            p8.load(&name, if name == NEW { EDIT } else { "" }, "");
        } else if action.runs && name == NEW {
            self.turn(p8, ShelfPage::Examples);
        } else if action.runs {
            p8.sfx(draw::SFX_STEP);
            p8.load(&name, RUNS, "");
        } else if action.marks {
            self.mark(p8);
        } else if action.other {
            p8.sfx(draw::SFX_STEP);
        }
    }

    fn _menu(&mut self, p8: &mut Machine, index: u8, _: u8) -> bool {
        self.choose_item(p8, index);
        false
    }

    fn _receive(&mut self, bytes: &[u8]) {
        if let Some(news) = ShelfMessage::from_bytes(bytes) {
            self.on_message(news);
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

//! picorogue: a tower of ten floors, `#` and `.`, `@` and `<`, and six forms of death to switch on.
//!
//! ```text
//!   title ── begin ──> play ── act, turn by turn ──> over ──> title, or the next tower
//!   modes              arrows hjkl  O < climb  X look    won in N turns, or how it ended
//! ```
//!
//! | title | what it starts |
//! |---|---|
//! | climb | the notes' game, with the modes that are on |
//! | tower by tower | [`TOWERS`]: fog first, then each tower adds a mode to those before |
//!
//! | file | what |
//! |---|---|
//! | `floor.rs` | a floor from seed and number |
//! | `turn.rs` | what a turn does |
//! | `show.rs` | the three screens |
//!
//! As the notes ask: one mutable state, [`Game`], procedures on it, and no floor but the one that is played. The README
//! lists statement by statement where each is done and which test shows it.

#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]

extern crate alloc;

pub mod floor;
mod show;
pub mod turn;

use alloc::string::String;
use alloc::vec::Vec;
use floor::Thing;
use num::Num;
use rasher::{Cart, Machine, Stat};
use serde::{Deserialize, Serialize};
use turn::Action;

pub const FLOORS: i32 = 10;
/// Bit of a mode in [`Game::modes`]: a ghost follows.
pub const GHOST: u8 = 1;
pub const HUNGER: u8 = 2;
/// Time runs out, in fog.
pub const CLOCK: u8 = 4;
pub const BEASTS: u8 = 8;
pub const TRAPS: u8 = 16;
pub const WEATHER: u8 = 32;
/// Fog without the clock: the first tower of [`TOWERS`].
pub const FOG: u8 = 64;
/// Tower by tower: the mode that each adds, and its name. The clock has the fog in it.
pub const TOWERS: [(u8, &str); 7] = [
    (FOG, "fog"),
    (CLOCK, "the clock"),
    (HUNGER, "hunger"),
    (BEASTS, "beasts"),
    (WEATHER, "weather"),
    (TRAPS, "traps"),
    (GHOST, "the ghost"),
];

/// The modes of a tower, 1 to 7.
pub fn tower_modes(tower: i32) -> u8 {
    let modes = TOWERS.iter().take(tower as usize).fold(0, |modes, (mode, _)| modes | mode);
    if modes & CLOCK > 0 { modes & !FOG } else { modes }
}

/// Frames that show the last turn before the end screen.
pub const LAST: i32 = 45;
/// Frames for which a blast is seen.
pub const GLOW: i32 = 40;
/// Rows of the title's menu: climb, tower by tower, the modes.
pub const ROWS: i32 = 8;

pub(crate) const SFX_STEP: i32 = 8;
pub(crate) const SFX_BUMP: i32 = 9;
pub(crate) const SFX_CLIMB: i32 = 10;
pub(crate) const SFX_TAKE: i32 = 11;
pub(crate) const SFX_HIT: i32 = 12;
pub(crate) const SFX_LOOK: i32 = 13;
pub(crate) const SFX_PLATE: i32 = 14;
pub(crate) const SFX_BLAST: i32 = 15;
pub(crate) const SFX_MENU: i32 = 16;
/// The first pattern of the tune of floors 1 to 3; four more for each three floors.
const TUNE: i32 = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// Up the last stairs.
    Won,
    Ghost,
    Hunger,
    Time,
    Beast,
    Blast,
    Heat,
    Cold,
    Water,
}

/// The game: all there is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Game {
    /// The modes that are on.
    pub modes: u8,
    /// The tower of [`TOWERS`] that is climbed; 0 for the other games. On the title, the one that is chosen.
    pub tower: i32,
    /// The modes that are on in the title's menu, while a tower has its own.
    pub kept: u8,
    pub seed: u32,
    /// 1 to [`FLOORS`], 0 on the title.
    pub floor: i32,
    /// Actions so far, also those that failed.
    pub turn: i32,
    /// The same on this floor.
    pub since: i32,
    /// The fewest turns that this floor can take without a pick.
    pub par: i32,
    /// Those of all floors so far.
    pub par_all: i32,
    /// Did something come in the last turn that a held key must not run into?
    pub alarm: bool,
    /// Medals kept, by mixture of modes: 0 none, 3 gold.
    pub medals: Vec<i32>,
    /// The tiles, row by row.
    pub tiles: Vec<u8>,
    /// Which of them are known.
    pub seen: Vec<bool>,
    /// Items and creatures on the floors.
    pub things: Vec<Thing>,
    pub pc: i32,
    /// Where the player came in.
    pub start: i32,
    /// The cell of the stairs.
    pub stairs: i32,
    pub hp: i32,
    /// Turns until one starves.
    pub food: i32,
    /// Turns until the time is up.
    pub clock: i32,
    /// Heat, cold, water that one has taken.
    pub ill: [i32; 3],
    /// The worn item, by its letter.
    pub kit: Vec<u8>,
    pub end: Option<End>,
    /// Frames until the window of the end opens.
    pub wait: i32,
    /// Cells of the last blast.
    pub blaze: Vec<i32>,
    /// Frames for which they burn on.
    pub glow: i32,
    /// The last line that was said.
    pub said: String,
    /// The sound that goes with it, or 0.
    pub sound: i32,
    /// The fewest turns of a win with these modes, or 0.
    pub best: i32,
    pub row: i32,
}

impl Game {
    fn title(&mut self, p8: &mut Machine) {
        let pressed = [0, 1, 2, 3, 4, 5].map(|button| i32::from(p8.btnp(button)));
        let [left, right, up, down, o, x] = pressed;
        self.row = (self.row + down - up).rem_euclid(ROWS);
        let toggles = x + left + right > 0;
        if self.row > 1 {
            self.modes ^= if toggles { 1 << (self.row - 2) } else { 0 };
        }
        // Every tower up to the first that has not been climbed can be chosen.
        let next = (p8.best("tower") + 1).clamp(1, TOWERS.len() as i32);
        let tower = if self.tower == 0 { next } else { self.tower };
        self.tower = if self.row == 1 { (tower + right - left).clamp(1, next) } else { tower };
        // Turns of the best win, and a fourth for each step of the medal.
        let kept: Vec<i32> = (0..64).map(|i| p8.dget(i).bits()).collect();
        self.best = kept[usize::from(self.modes)] >> 16;
        self.medals = kept.iter().map(|it| it >> 14 & 3).collect();
        if o > 0 || x > 0 && self.row < 2 {
            self.kept = self.modes;
            self.start(p8, if self.row == 1 { self.tower } else { 0 });
        } else if pressed.contains(&1) {
            self.sound = SFX_MENU;
        }
    }

    /// A run: a tower by its number, or with 0 the modes of the menu.
    fn start(&mut self, p8: &mut Machine, tower: i32) {
        p8.run_begins();
        self.seed = p8.seed() as u32;
        self.tower = tower;
        self.modes = if tower > 0 { tower_modes(tower) } else { self.kept };
        self.begin();
        self.sound = SFX_CLIMB;
        p8.music(TUNE);
    }

    /// Is there a tower after the one that has just been climbed?
    pub fn next_tower(&self) -> Option<i32> {
        let next = self.tower + 1;
        (self.end == Some(End::Won) && self.tower > 0 && next <= TOWERS.len() as i32).then_some(next)
    }

    /// A press on the end screen: O climbs the next tower, if there is one; else it is the title.
    fn leave(&mut self, p8: &mut Machine, next: bool) {
        match self.next_tower() {
            Some(tower) if next => self.start(p8, tower),
            tower => {
                let tower = tower.unwrap_or(self.tower);
                let Game { kept, row, .. } = *self;
                *self = Game { modes: kept, tower, row, alarm: true, ..Game::default() };
                p8.music(0);
            }
        }
    }

    /// What a key or button wants: arrows and hjkl go, `<` and O climb, X looks.
    fn ask(&mut self, p8: &mut Machine) -> Option<Action> {
        let mut typed = '\0';
        if p8.stat(30).is_true()
            && let Stat::Text(text) = p8.stat(31)
        {
            typed = text.chars().next().unwrap_or(typed);
        }
        let key = "hlkj".find(typed).map(|dir| dir as i32);
        match (0..4).find(|button| p8.btnp(*button)).or(key) {
            Some(dir) => Some(Action::Move(dir)),
            _ if p8.btnp(4) || typed == '<' => Some(Action::Climb),
            _ => p8.btnp(5).then_some(Action::Look),
        }
    }

    /// The game is over: the record, the tune.
    fn over(&mut self, p8: &mut Machine) {
        p8.run_over();
        let won = self.end == Some(End::Won);
        p8.score("floor", self.floor);
        if won && self.tower > 0 {
            p8.score("tower", self.tower);
        } else if won {
            if self.best <= 0 || self.turn < self.best {
                self.best = self.turn.min(32767);
            }
            let at = usize::from(self.modes);
            self.medals[at] = self.medals[at].max(self.medal());
            p8.dset(i32::from(self.modes), Num::from_bits(self.best << 16 | self.medals[at] << 14));
        }
        if won {
            p8.score("wins", p8.best("wins").saturating_add(1));
            p8.score("turns", -self.turn);
        }
        p8.music(if won { 4 } else { 6 });
    }
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        p8.cartdata("picorogue");
        // The keyboard, for hjkl and <.
        p8.poke(0x5f2d, 1);
        show::load(p8);
        p8.music(0);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        self.glow = (self.glow - 1).max(0);
        if self.floor == 0 {
            self.title(p8);
        } else if self.end.is_some() {
            self.wait = (self.wait - 1).max(0);
            if self.wait == 1 {
                self.over(p8);
            } else if self.wait == 0 && (p8.btnp(4) || p8.btnp(5)) {
                let next = p8.btnp(4);
                self.leave(p8, next);
            }
        } else if let Some(action) = self.ask(p8) {
            let floor = self.floor;
            self.act(action);
            if self.floor != floor && self.floor % 3 == 1 && self.floor < FLOORS {
                p8.music(TUNE + 4 * (self.floor / 3));
            }
            if self.end.is_some() {
                // The cause is shown before the end screen.
                self.wait = LAST;
            }
        }
        if core::mem::take(&mut self.alarm) {
            p8.disturb();
        }
        if self.sound > 0 {
            p8.sfx(core::mem::take(&mut self.sound));
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        if self.floor == 0 {
            self.draw_title(p8);
        } else {
            self.draw_floor(p8);
        }
    }
}

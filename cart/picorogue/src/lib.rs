//! picorogue: a tower of ten floors, `#` and `.`, `@` and `<`, and six forms of death to switch on.
//!
//! ```text
//!   title ── begin ──> play ── act, turn by turn ──> over ──> title
//!   modes, seed        arrows hjkl  O < climb  X look    won in N turns, or how it ended
//! ```
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

/// Floors of the tower.
pub const FLOORS: i32 = 10;
/// Bit of a mode in [`Game::modes`]: a ghost follows.
pub const GHOST: u8 = 1;
/// One can starve.
pub const HUNGER: u8 = 2;
/// Time runs out, in fog.
pub const CLOCK: u8 = 4;
/// Beasts bite.
pub const BEASTS: u8 = 8;
/// Plates light fuses.
pub const TRAPS: u8 = 16;
/// Heat, cold and water.
pub const WEATHER: u8 = 32;

/// Seeds have six digits.
pub const SEEDS: u32 = 1_000_000;
/// Rows of the title's menu: climb, the modes, the seed.
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
/// Frames of an end screen in which no button counts.
pub const DEAF: i32 = 60;

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// Up the last stairs.
    Won,
    /// The ghost came.
    Ghost,
    /// Starved.
    Hunger,
    /// The clock ran out.
    Time,
    /// Bitten.
    Beast,
    /// Blown up.
    Blast,
    /// Too hot.
    Heat,
    /// Too cold.
    Cold,
    /// Drowned.
    Water,
}

/// The game: all there is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Game {
    /// The modes that are on.
    pub modes: u8,
    /// The tower's seed.
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
    /// Buttons, and above them h l k j, that count again once they are let go.
    pub stopped: i32,
    /// Frames of the end screen.
    pub ended: i32,
    /// Medals kept, by mixture of modes: 0 none, 3 gold.
    pub medals: Vec<i32>,
    /// The tiles, row by row.
    pub tiles: Vec<u8>,
    /// Which of them are known.
    pub seen: Vec<bool>,
    /// What lies and walks on them.
    pub things: Vec<Thing>,
    /// The player's cell.
    pub pc: i32,
    /// Where the player came in.
    pub start: i32,
    /// The cell of the stairs.
    pub stairs: i32,
    /// Hit points.
    pub hp: i32,
    /// Turns until one starves.
    pub food: i32,
    /// Turns until the time is up.
    pub clock: i32,
    /// Heat, cold, water that one has taken.
    pub ill: [i32; 3],
    /// What is worn, by its letter.
    pub kit: Vec<u8>,
    /// How it ended.
    pub end: Option<End>,
    /// The last line that was said.
    pub said: String,
    /// The sound that goes with it, or 0.
    pub sound: i32,
    /// The fewest turns of a win with these modes, or 0.
    pub best: i32,
    /// The title's row.
    pub row: i32,
    /// The digit of the seed under the cursor.
    pub digit: i32,
}

impl Game {
    /// The title: menu, modes, seed.
    fn title(&mut self, p8: &mut Machine, typed: Option<u32>) {
        let pressed = [0, 1, 2, 3, 4, 5].map(|button| i32::from(p8.btnp(button)));
        let [left, right, up, down, o, x] = pressed;
        self.row = (self.row + down - up).rem_euclid(ROWS);
        if let Some(digit) = typed {
            // A typed digit is set, and the cursor goes on.
            self.row = ROWS - 1;
            self.turn_digit(digit as i32 - self.at_digit());
            self.digit = (self.digit + 1) % 6;
        }
        if self.row == ROWS - 1 {
            self.digit = (self.digit + right - left).rem_euclid(6);
            self.turn_digit(x);
        } else if self.row > 0 {
            self.modes ^= if x + left + right > 0 { 1 << (self.row - 1) } else { 0 };
        }
        // Turns of the best win, and a fourth for each step of the medal.
        let kept: Vec<i32> = (0..64).map(|i| p8.dget(i).bits()).collect();
        self.best = kept[usize::from(self.modes)] >> 16;
        self.medals = kept.iter().map(|it| it >> 14 & 3).collect();
        if o > 0 || x > 0 && self.row == 0 {
            p8.run_begins();
            self.begin();
            self.sound = SFX_CLIMB;
            p8.music(TUNE);
        }
        if typed.is_some() || pressed.contains(&1) && self.floor == 0 {
            self.sound = SFX_MENU;
        }
    }

    fn at_digit(&self) -> i32 {
        (self.seed / 10_u32.pow(5 - self.digit as u32) % 10) as i32
    }

    /// The seed's digit under the cursor goes up and down, from 9 to 0 and back.
    fn turn_digit(&mut self, by: i32) {
        let (old, power) = (self.at_digit(), 10_i32.pow(5 - self.digit as u32));
        self.seed = self.seed.wrapping_add_signed(((old + by).rem_euclid(10) - old) * power) % SEEDS;
    }

    /// What a key or button wants: arrows and hjkl go, `<` and O climb, X looks. One that was held as something new came counts again
    /// when it has been let go.
    fn ask(&mut self, p8: &mut Machine, typed: char) -> Option<Action> {
        self.stopped &= Game::held(p8);
        let free = |i: i32| self.stopped >> i & 1 == 0;
        let mut pressed = |button: i32| p8.btnp(button) && free(button);
        let key = "hlkj".find(typed).map(|dir| dir as i32).filter(|dir| free(6 + dir));
        match (0..4).find(|button| pressed(*button)).or(key) {
            Some(dir) => Some(Action::Move(dir)),
            _ if pressed(4) || typed == '<' => Some(Action::Climb),
            _ => pressed(5).then_some(Action::Look),
        }
    }

    /// Buttons that are held, and the keys h l k j, as bits.
    fn held(p8: &mut Machine) -> i32 {
        let buttons: i32 = (0..6).filter(|button| p8.btn(*button)).map(|button| 1 << button).sum();
        let keys = [11, 15, 14, 13];
        buttons + (0..4).filter(|i| p8.stat_key(keys[*i as usize])).map(|i| 64 << i).sum::<i32>()
    }

    /// The game is over: the record, the tune.
    fn over(&mut self, p8: &mut Machine) {
        p8.run_over();
        let won = self.end == Some(End::Won);
        if won {
            if self.best == 0 || self.turn < self.best {
                self.best = self.turn.min(32767);
            }
            let at = usize::from(self.modes);
            self.medals[at] = self.medals[at].max(self.medal());
            p8.dset(i32::from(self.modes), Num::from_bits(self.best << 16 | self.medals[at] << 14));
        }
        p8.music(if won { 4 } else { 6 });
    }
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        p8.cartdata("picorogue");
        // The keyboard, for hjkl, < and the seed.
        p8.poke(0x5f2d, 1);
        self.seed = (p8.seed() % u64::from(SEEDS)) as u32;
        show::load(p8);
        p8.music(0);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        let mut typed = '\0';
        if p8.stat(30).is_true()
            && let Stat::Text(text) = p8.stat(31)
        {
            typed = text.chars().next().unwrap_or(typed);
        }
        if self.floor == 0 {
            self.title(p8, typed.to_digit(10));
        } else if self.end.is_some() {
            self.ended += 1;
            if self.ended > DEAF && (p8.btnp(4) || p8.btnp(5)) {
                *self = Game { modes: self.modes, seed: self.seed, ..Game::default() };
                p8.music(0);
            }
        } else if let Some(action) = self.ask(p8, typed) {
            let floor = self.floor;
            self.act(action);
            if self.alarm {
                self.stopped = Game::held(p8);
            }
            if self.floor != floor && self.floor % 3 == 1 && self.floor < FLOORS {
                p8.music(TUNE + 4 * (self.floor / 3));
            }
            if self.end.is_some() {
                self.over(p8);
            }
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

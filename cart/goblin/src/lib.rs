//! Goblin: down five floors for the tribe's drum, and up again.
//!
//! ```text
//!   title ── O ──> play ── act, turn by turn ──> end ──> title
//!   seed           arrows, O rests and takes stairs, X opens the bag      F5 another dungeon, F6 picture tube
//! ```
//!
//! | file | what |
//! |---|---|
//! | `store.rs` | the world: entities, components, queries |
//! | `dice.rs` | chance |
//! | `dungeon.rs` | a floor from seed and number |
//! | `sight.rs`, `walls.rs` | who sees what; which sprite a wall gets |
//! | `data.rs` | monsters and things, as tables |
//! | `bus.rs` | events and who hears them |
//! | `turn.rs`, `fight.rs`, `mind.rs` | what a turn does: the hero, blows, monsters |
//! | `log.rs`, `show.rs`, `panel.rs` | what is said and seen |
//!
//! The README lists what of the diary is where, and which test shows it.

#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]

extern crate alloc;

pub mod bus;
pub mod data;
pub mod dice;
pub mod dungeon;
mod fight;
pub mod log;
mod mind;
mod panel;
mod show;
pub mod sight;
pub mod store;
pub mod turn;
pub mod walls;

use alloc::vec::Vec;
use bus::Event;
use dice::Dice;
use dungeon::Map;
use kit::{Dir, Grid};
use log::Line;
use rasher::{Cart, Machine, Stat};
use serde::{Deserialize, Serialize};
use store::{Entity, Floater, Slide, World};
use turn::Action;

/// Floors of the dungeon.
pub const FLOORS: i32 = 5;
/// Tiles that one sees.
pub const SIGHT: i32 = 8;
/// Steps from which a monster may notice the hero.
pub const STEALTH: i32 = 7;
/// Turns that a monster goes on looking for the hero.
pub const NOTICE: i32 = 20;
/// With so many monsters on a floor no hunter comes.
pub const CROWD: usize = 12;
/// Seeds have six digits.
pub const SEEDS: u32 = 1_000_000;

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// Out, with the drum.
    Won,
    /// By that kind; -1 by poison.
    Killed(i32),
}

/// The game: all there is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Game {
    /// The dungeon's seed.
    pub seed: u32,
    /// 1 to [`FLOORS`], 0 on the title.
    pub floor: i32,
    /// The deepest so far.
    pub deepest: i32,
    /// Turns so far.
    pub turn: i32,
    /// The floors so far.
    pub maps: Vec<Map>,
    /// Everything that is on them.
    pub world: World,
    /// The goblin.
    pub hero: Entity,
    /// How many it has of each item.
    pub bag: Vec<i32>,
    /// What it sees.
    pub lit: Grid<bool>,
    /// Bits of the kinds that it has seen.
    pub met: u32,
    /// Luck.
    pub dice: Dice,
    /// Events that wait.
    pub bus: Vec<Event>,
    /// The last lines that were said.
    pub log: Vec<Line>,
    /// How it ended.
    pub end: Option<End>,
    /// The fewest turns of a win, or 0; wins; the deepest floor.
    pub best: [i32; 3],
    /// The open bag's row, or -1.
    pub row: i32,
    /// The digit of the seed under the cursor.
    pub digit: i32,
    /// The sound to be heard, or 0.
    pub sound: i32,
    /// The mouse: x, y, frames for which it is shown.
    pub mouse: [i32; 3],
    /// F5 and F6, as they were held.
    pub held: [bool; 2],
}

impl Game {
    /// The title: the seed.
    fn title(&mut self, p8: &mut Machine, typed: Option<u32>) {
        let [left, right, up, down] = [0, 1, 2, 3].map(|button| i32::from(p8.btnp(button)));
        self.digit = (self.digit + right - left).rem_euclid(6);
        self.turn_digit(up - down);
        if let Some(digit) = typed {
            self.turn_digit(digit as i32 - self.at_digit());
            self.digit = (self.digit + 1) % 6;
        }
        if left + right + up + down > 0 || typed.is_some() {
            self.sound = log::SFX_MENU;
        }
        if p8.btnp(4) || p8.btnp(5) {
            self.start(p8);
        }
    }

    fn start(&mut self, p8: &mut Machine) {
        p8.run_begins();
        p8.music(-1);
        self.begin();
        self.sound = log::SFX_STAIRS;
    }

    fn at_digit(&self) -> i32 {
        (self.seed / 10_u32.pow(5 - self.digit as u32) % 10) as i32
    }

    /// The seed's digit under the cursor goes up and down, from 9 to 0 and back.
    fn turn_digit(&mut self, by: i32) {
        let (old, power) = (self.at_digit(), 10_i32.pow(5 - self.digit as u32));
        self.seed = self.seed.wrapping_add_signed(((old + by).rem_euclid(10) - old) * power) % SEEDS;
    }

    /// Another dungeon.
    fn renew(&mut self, p8: &mut Machine) {
        self.seed = Dice::new(self.seed, -1).range(0, SEEDS as i32 - 1) as u32;
        self.start(p8);
    }

    /// Buttons in play, and in the bag.
    fn play(&mut self, p8: &mut Machine) {
        let pressed = [0, 1, 2, 3, 4, 5].map(|button| p8.btnp(button));
        let dir = Dir::ALL.into_iter().find(|dir| pressed[*dir as usize]);
        if self.row >= 0 {
            self.row =
                (self.row + i32::from(pressed[3]) - i32::from(pressed[2])).rem_euclid(data::LANTERN + 1);
            if pressed[4] {
                self.sound = log::SFX_USE;
                self.act(Action::Use(self.row));
            }
            if pressed[4] || pressed[5] {
                self.row = -1;
            }
        } else if pressed[5] {
            self.row = 0;
            self.sound = log::SFX_MENU;
        } else if let Some(action) = dir.map(Action::Go).or(pressed[4].then_some(Action::Rest)) {
            let before = (self.floor, self.turn);
            self.act(action);
            if self.floor != before.0 {
                self.sound = log::SFX_STAIRS;
            } else if self.turn != before.1 && self.sound == 0 && dir.is_some() {
                self.sound = log::SFX_STEP;
            }
        }
        if self.end.is_some() {
            self.over(p8);
        }
    }

    /// The game is over: the record, the tune.
    fn over(&mut self, p8: &mut Machine) {
        p8.run_over();
        let won = self.end == Some(End::Won);
        if won {
            self.best[1] += 1;
            if self.best[0] == 0 || self.turn < self.best[0] {
                self.best[0] = self.turn;
            }
        }
        self.best[2] = self.best[2].max(self.deepest);
        for (i, best) in (0..).zip(self.best) {
            p8.dset(i, best.min(32767));
        }
        p8.music(if won { 8 } else { 12 });
    }

    /// What moves by itself: slides end, words rise and go.
    fn animate(&mut self) {
        for it in self.world.all::<&Slide>() {
            if let Some(slide) = self.world.get_mut::<Slide>(it) {
                *slide = Slide(slide.0 - 2 * slide.0.signum(), slide.1 - 2 * slide.1.signum());
            }
        }
        for it in self.world.all::<&Floater>() {
            if let Some(floater) = self.world.get_mut::<Floater>(it) {
                floater.2 += 1;
                if floater.2 > 30 {
                    self.world.despawn(it);
                }
            }
        }
    }
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        p8.cartdata("goblin");
        // The keyboard and the mouse: F5, F6, the seed, what is under the pointer.
        p8.poke(0x5f2d, 1);
        // Whoever holds an arrow walks on after a quarter of a second, ten steps a second.
        p8.poke(0x5f5c, 8);
        p8.poke(0x5f5d, 3);
        p8.menuitem(1, Some("another dungeon"));
        p8.menuitem(2, Some("picture tube"));
        self.seed = (p8.seed() % u64::from(SEEDS)) as u32;
        self.best = [0, 1, 2].map(|i| p8.dget(i).flr());
        p8.music(0);
    }

    fn _menu(&mut self, p8: &mut Machine, index: u8, _: u8) -> bool {
        if index == 1 {
            self.renew(p8);
        } else {
            p8.crt(None);
        }
        false
    }

    fn _update60(&mut self, p8: &mut Machine) {
        let mut typed = None;
        if p8.stat(30).is_true()
            && let Stat::Text(text) = p8.stat(31)
        {
            typed = text.chars().next().and_then(|it| it.to_digit(10));
        }
        let [x, y] = [32, 33].map(|n| p8.stat(n).num().flr());
        let [old_x, old_y, shown] = self.mouse;
        self.mouse = [x, y, if (x, y) == (old_x, old_y) { (shown - 1).max(0) } else { 180 }];
        let keys = [62, 63].map(|key| p8.stat_key(key));
        let old = core::mem::replace(&mut self.held, keys);
        if keys[1] && !old[1] {
            p8.crt(None);
        }
        self.animate();
        if keys[0] && !old[0] {
            self.renew(p8);
        } else if self.floor == 0 {
            self.title(p8, typed);
        } else if self.end.is_none() {
            self.play(p8);
        } else if p8.btnp(4) || p8.btnp(5) {
            *self = Game { seed: self.seed, best: self.best, ..Game::default() };
            p8.music(0);
        }
        if self.sound == log::SFX_DRUM {
            p8.music(4);
        }
        if self.sound > 0 {
            p8.sfx(core::mem::take(&mut self.sound));
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.pal_reset();
        p8.cls(0);
        if self.floor == 0 {
            self.draw_title(p8);
        } else {
            self.draw_floor(p8);
            self.draw_panel(p8);
        }
    }
}

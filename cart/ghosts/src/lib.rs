//! Ghostlight: a princess with a lantern, three dungeons, and who walks in them.
//!
//! ```text
//!   title ── begin ──> three levels ── won, or no life is left ──> how it ended ──> title
//!                            walk  O flash  X the whole map        └─ won: X ──> the endless night
//!                                           O on it: a candle
//! ```
//!
//! | file | what |
//! |---|---|
//! | `dungeon.rs` | a level from seed and number |
//! | `ghost.rs` | what ghosts do, by quarter seconds |
//! | `play.rs` | what a frame does: she walks, takes, flashes |
//! | `night.rs` | the endless night; candles |
//! | `show.rs` | the dungeon by lantern light |
//! | `screens.rs` | everything around it |
//!
//! The README lists the article's statements one by one, with the place of each and the test that shows it.

#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]

extern crate alloc;

pub mod dungeon;
pub mod ghost;
pub mod night;
pub mod play;
mod screens;
pub mod show;

use alloc::vec::Vec;
use dungeon::{Place, Room};
use ghost::Ghost;
use kit::{Cell, Grid};
use night::Candle;
use num::Rng;
use play::LEVELS;
use rasher::{Cart, Machine};
use serde::{Deserialize, Serialize};

pub(crate) const SFX_FLASH: i32 = 8;
pub(crate) const SFX_SQUISH: i32 = 9;
pub(crate) const SFX_TAKE: i32 = 10;
pub(crate) const SFX_HOME: i32 = 11;
pub(crate) const SFX_HURT: i32 = 12;
pub(crate) const SFX_STAIRS: i32 = 13;
pub(crate) const SFX_HOWL: i32 = 14;
pub(crate) const SFX_OUT: i32 = 16;
/// The first pattern of the first level's tune; each level has four.
const TUNE: i32 = 8;

/// The game: all there is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Game {
    pub seed: u32,
    /// 0 on the title, 1 to 3, 4 when it is won.
    pub level: i32,
    pub tiles: Grid<u8>,
    /// Its rooms, in the order in which they were laid.
    pub rooms: Vec<Room>,
    /// Where she starts and delivers every treasure.
    pub stairs: Cell,
    pub treasures: Vec<Place>,
    pub ghosts: Vec<Ghost>,
    pub rng: Rng,
    /// Her place, in sixteenths of a pixel.
    pub x: i32,
    pub y: i32,
    /// Where she looks: the number of a button.
    pub face: usize,
    /// Frames that she has walked.
    pub steps: i32,
    pub lives: i32,
    /// How far her light reaches, in 32nds of a pixel.
    pub reach: i32,
    /// Frames left of a flash.
    pub flash: i32,
    /// Frames left in which nothing can touch her.
    pub hurt: i32,
    /// Frames that the torches at the stairs have left.
    pub oil: i32,
    /// Frames since she took or delivered a treasure: a slow player is hunted.
    pub quiet: i32,
    /// Frames until another ghost rises.
    pub rise: i32,
    /// Ghosts that she squished in a row.
    pub row: i32,
    /// Frames left in which the next one still belongs to the row.
    pub in_row: i32,
    /// Points of the last one.
    pub prize: i32,
    /// Frames in this level.
    pub clock: i32,
    /// Frames of the game.
    pub frames: i32,
    pub score: i32,
    /// Is the whole map shown?
    pub map: bool,
    /// The sound to play, or 0.
    pub sound: i32,
    /// Of the endless night; 0 in the three dungeons.
    pub night: i32,
    /// Those that burn, and how many she has left.
    pub candles: Vec<Candle>,
    pub wax: i32,
}

impl Game {
    /// From the title into the dungeons of the run's seed.
    fn start(&mut self, p8: &mut Machine) {
        p8.run_begins();
        // A button that stays down is no second flash.
        p8.poke(0x5f5c, 255);
        self.seed = p8.seed() as u32;
        self.begin();
        self.sound = SFX_STAIRS;
        p8.music(TUNE);
    }

    /// The directions that are held: arrows, pad, or WASD.
    fn held(p8: &mut Machine) -> u8 {
        let keys = [4, 7, 26, 22];
        (0..4).filter(|i| p8.btn(*i) || p8.stat_key(keys[*i as usize])).map(|i| 1 << i).sum()
    }
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        // The keyboard, for WASD.
        p8.poke(0x5f2d, 1);
        show::load(p8);
        p8.music(0);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        let presses = p8.btnp(4) || p8.btnp(5);
        if self.level == 0 {
            self.clock += 1;
            if presses {
                self.start(p8);
            }
        } else if self.over().is_some() {
            self.clock += 1;
            self.reach = (self.reach - 16).max(640);
            let dawn = self.level > LEVELS;
            // At dawn the run can continue, so the buttons rest for a second here and not by the run's end.
            if dawn && self.clock < 60 {
                if self.clock == 1 {
                    p8.disturb();
                }
            } else if dawn && p8.btnp(5) {
                self.go_on();
                p8.music(TUNE);
            } else if presses {
                if dawn {
                    p8.run_over();
                }
                *self = Game::default();
                p8.poke(0x5f5c, 0);
                p8.music(0);
            }
        } else {
            let o = p8.btnp(4);
            if self.map && o {
                self.place_candle();
            }
            let flashes = o && !self.map;
            self.map ^= p8.btnp(5) || self.map && o;
            let held = Game::held(p8);
            let place = (self.level, self.night);
            self.step(held, flashes);
            if place != (self.level, self.night) && self.level <= LEVELS {
                p8.music(TUNE - 4 + 4 * self.level);
            }
            if let Some(won) = self.over() {
                self.map = false;
                p8.score("points", self.score);
                if won {
                    p8.score("seconds", -self.frames / 60);
                    (self.clock, self.candles) = (0, Vec::new());
                } else {
                    p8.run_over();
                }
                if self.night > 0 {
                    p8.score("night", self.night);
                }
                p8.music(if won { 22 } else { 24 });
            }
        }
        if self.sound > 0 {
            p8.sfx(core::mem::take(&mut self.sound));
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        match self.level {
            0 => self.draw_title(p8),
            _ if self.level > LEVELS => self.draw_dawn(p8),
            _ if self.map => self.draw_map(p8),
            _ => {
                self.draw_dungeon(p8);
                self.draw_hud(p8);
            }
        }
        if let Some(won) = self.over() {
            self.draw_end(p8, won);
        }
    }
}

//! Smokehouse, a porklike: Bap, a raw bun, climbs the smokehouse tower for the golden ham.
//!
//! ```text
//!            _update60                                              _draw
//!   pad ──Ask──> mode ──Action──> rules ──[Event]──> scene           scene, windows ──> screen
//!   buttons,     who listens      what happens       what is seen:
//!   one kept     to them                             phases, floats, fades
//!
//!   Title ──climb, daily, seed──> Play <──X, O──> Bag <──> Use <──> Aim
//!     ^                            │  └──stairs──> dark ──> Play, a floor higher
//!     └──── Over <──> Replay <─────┴──> Won ────────────────> Title
//! ```
//!
//! | file | what |
//! |---|---|
//! | `tile.rs` | sprite numbers, flag bits, what a tile is |
//! | `data.rs` | the tables: monsters, items, names, texts |
//! | `gen/` | a floor from seed and number |
//! | `rules/` | what happens: world and action in, world and events out |
//! | `pad.rs` | held buttons to one thing asked for |
//! | `anim.rs` | the one tween, the loop of pictures |
//! | `paint.rs` | colours: a place's palette, recoloured sprites, outlines, the fade |
//! | `show/` | plays events and draws them; windows, screens, sounds |
//! | `play.rs` | a run: asks to actions, stairs, its end, its last ten turns again |
//! | `menu.rs` | title, bag, use menu, aim |
//!
//! The README of this crate lists task by task where each is.

#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]

extern crate alloc;

pub mod anim;
pub mod data;
mod menu;
pub mod pad;
pub mod paint;
mod play;
pub mod rules;
pub mod show;
pub mod tile;
pub mod tower;

pub use kit::{dir, grid};

use alloc::vec::Vec;
use dir::Dir;
use pad::Pad;
use rasher::{Cart, Machine, Num};
use rules::{Action, Kit, World};
use serde::{Deserialize, Serialize};
use show::scene::Scene;
use show::screen::{self, Logo};
use show::sound;
use show::window::Window;

/// Frames in which the light goes out on the stairs, and as many in which it comes back.
pub const STAIRS: i32 = 12;
/// The same at the start and between screens.
pub const FADE: i32 = 18;
/// The same when the hero dies.
pub const DEATH: i32 = 40;

/// Who listens to the buttons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// The logo's menu.
    #[default]
    Title,
    /// Its seed is being typed: the digit under the cursor.
    Seed(i32),
    /// The hero.
    Play,
    /// The bag's cursor.
    Bag,
    /// The menu beside the thing in a slot.
    Use(u8),
    /// A slot's thing is about to be thrown.
    Aim(u8, Dir),
    /// Nobody: the last ten turns are shown, so many of them so far.
    Replay(u8),
    /// The screen of a lost run, or of one that was won.
    Over,
}

/// The whole state of the game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Game {
    world: World,
    scene: Scene,
    pad: Pad,
    mode: Mode,
    /// Windows that the cursor is in, the last one on top.
    menus: Vec<Window>,
    logo: Logo,
    /// The world ten actions ago, and those actions.
    past: World,
    acts: Vec<Action>,
    /// The mode that comes when it is dark.
    next: Option<Mode>,
    /// Frames that the light has gone out for, of `fade`.
    dark: i32,
    fade: i32,
    /// Frames since the game began, and since the screen of the end.
    clock: i32,
    /// The picture's corner on the map.
    camera: (Num, Num),
    /// Is the AI debug display on?
    minds: bool,
    /// The seed of the next run, which can be typed.
    seed: u32,
    /// Is it the day's own?
    daily: bool,
}

impl Game {
    /// What the rules know.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// What the game is doing.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The light goes out for so many frames, and another mode begins.
    fn leave(&mut self, next: Mode, frames: i32) {
        (self.next, self.fade, self.dark) = (Some(next), frames, 0);
    }

    /// The light goes out or comes back.
    fn light(&mut self, p8: &mut Machine) {
        match self.next {
            Some(mode) if self.dark >= self.fade => {
                self.next = None;
                self.mode = mode;
                self.pad.forget();
                self.enter(p8);
            }
            Some(_) => self.dark += 1,
            None => self.dark = (self.dark - 1).max(0),
        }
    }

    /// A mode begins in the dark.
    fn enter(&mut self, p8: &mut Machine) {
        match self.mode {
            Mode::Title => self.title(p8),
            Mode::Play => self.arrive(p8),
            Mode::Replay(_) => self.rewind(),
            _ => {
                self.clock = 0;
                self.scene.notes.clear();
                sound::music(p8, if self.world.end == Some(true) { sound::WIN } else { sound::DEATH });
            }
        }
    }
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        p8.cartdata("smokehouse");
        p8.menuitem(1, Some("ai display"));
        self.world.kit = Kit::read(p8);
        self.seed = p8.seed() as u32;
        self.title(p8);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        self.clock = self.clock.wrapping_add(1);
        self.pad.read(p8);
        self.logo.tick();
        self.menus.iter_mut().for_each(|menu| _ = menu.tick());
        self.light(p8);
        if self.next.is_none() && self.dark == 0 {
            self.listen(p8);
        }
        let slow = matches!(self.mode, Mode::Replay(_)) && self.clock % 2 > 0;
        let times = if slow {
            0
        } else if self.pad.hurries() {
            4
        } else {
            1
        };
        (0..times).for_each(|_| self.scene.tick(p8, &self.world));
        self.pan();
        p8.debug(alloc::format!("{} {:?}", screen::seed(&self.world), self.mode).as_str());
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.pal_reset();
        p8.palt_reset();
        p8.cls(0);
        self.draw(p8);
    }

    fn _menu(&mut self, _: &mut Machine, _: u8, _: u8) -> bool {
        self.minds = !self.minds;
        false
    }
}

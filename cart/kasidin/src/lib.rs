//! Kasidin: a Terulo's way down five caves, to the king who shut off the lava.
//!
//! ```text
//!   title ── story ── play <──> map ── the end ── title
//!                           arrows go and strike    O eats a rock    X takes aim: an arrow throws, O waits, X shows the map
//! ```
//!
//! | file | what |
//! |---|---|
//! | `dice.rs` | PCG32, ranges |
//! | `cave.rs` | a cave from seed and number, and its contents |
//! | `turn.rs` | what Kasidin does in a turn, rocks and lava |
//! | `mob.rs` | soldiers and the king |
//! | `show.rs` | drawing |
//!
//! One state, [`Game`], and procedures on it. Nothing of it knows time but `_update60`, which moves what slides and flies.

#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]

extern crate alloc;

pub mod cave;
pub mod dice;
pub mod mob;
mod show;
pub mod turn;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use dice::Pcg32;
use kit::{Cell, Dir, Grid};
use mob::Mob;
use rasher::{Cart, Machine};
use serde::{Deserialize, Serialize};
use turn::Action;

/// Caves on the way down.
pub const CAVES: i32 = 5;
/// The most hit points.
pub const HP: i32 = 12;
/// The most rocks.
pub const BAG: i32 = 9;
/// Frames of a turn: keys that are pressed in them wait.
pub const FRAMES: i32 = 6;
/// Frames between the last turn and the end screen.
const LAST: i32 = 45;

pub(crate) const SFX_STEP: i32 = 8;
pub(crate) const SFX_BUMP: i32 = 9;
pub(crate) const SFX_TAKE: i32 = 10;
pub(crate) const SFX_EAT: i32 = 11;
pub(crate) const SFX_THROW: i32 = 12;
pub(crate) const SFX_HIT: i32 = 13;
pub(crate) const SFX_HURT: i32 = 14;
pub(crate) const SFX_BURN: i32 = 15;
pub(crate) const SFX_SLUICE: i32 = 16;
pub(crate) const SFX_DOWN: i32 = 17;
pub(crate) const SFX_WAKE: i32 = 18;
pub(crate) const SFX_AIM: i32 = 19;
pub(crate) const SFX_ARROW: i32 = 20;
pub(crate) const SFX_HORN: i32 = 21;
pub(crate) const SFX_COLD: i32 = 22;
pub(crate) const SFX_MENU: i32 = 23;

/// The page on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Page {
    #[default]
    Title,
    Story,
    Play,
    Map,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    Won,
    Dead,
}

/// Something that flies or flickers for some frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fx {
    pub sprite: u8,
    pub from: Cell,
    pub to: Cell,
    /// Frames that are left.
    pub t: i32,
}

/// The game: all there is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Game {
    pub seed: u32,
    /// The page on the screen.
    pub page: Page,
    /// 1 to [`CAVES`].
    pub cave: i32,
    pub turn: i32,
    pub tiles: Grid<u8>,
    /// The cells that have been on the screen: one bit a cell, row by row.
    pub seen: Vec<u8>,
    /// Bits of the finds that he has stepped onto.
    pub found: u32,
    /// Turns since anything new came into sight.
    pub dull: i32,
    /// A foe came into view, or hit points were lost, in this frame: held keys are ignored.
    pub alarm: bool,
    pub met: usize,
    /// Kasidin first, then the soldiers.
    pub mobs: Vec<Mob>,
    pub sluice: Cell,
    pub shaft: Cell,
    /// Turns since the sluice was opened; 0 while it is shut.
    pub open: i32,
    pub rocks: i32,
    pub dice: Pcg32,
    /// X was pressed: an arrow throws.
    pub aims: bool,
    pub end: Option<End>,
    pub killer: u8,
    /// The last line that was said.
    pub said: String,
    /// The sound that goes with it, or 0.
    pub sound: i32,
    pub fx: Vec<Fx>,
    /// Frames until the next turn.
    pub busy: i32,
    /// Buttons that were pressed and not played yet, the first of them first.
    pub pending: Vec<u8>,
}

impl Game {
    /// A new game with the seed that is set.
    pub fn begin(&mut self) {
        let mobs = vec![Mob::new(mob::HERO, Cell::default())];
        let seed = self.seed;
        *self = Game { seed, cave: 1, mobs, rocks: 3, page: Page::Play, alarm: true, ..Game::default() };
        self.enter();
        self.said = show::CAVE_NAMES[0].into();
    }

    /// Advances everything that slides and flies.
    fn animate(&mut self) {
        let nearer = |d: i32| d - d.signum() * 2;
        for mob in &mut self.mobs {
            mob.slide = (nearer(mob.slide.0), nearer(mob.slide.1));
            mob.flash = (mob.flash - 1).max(0);
        }
        self.fx.iter_mut().for_each(|fx| fx.t -= 1);
        self.fx.retain(|fx| fx.t > 0);
        self.busy = (self.busy - 1).max(0);
    }

    /// May a held key move on in that direction? Not into anything, and not while a foe nearby is awake.
    fn is_calm(&self, dir: Dir) -> bool {
        let next = self.me().at.step(dir);
        let near =
            self.mobs.iter().skip(1).any(|mob| mob.at == next || mob.awake > 0 && mob.at.dist(next) < 10);
        !near && !matches!(self.tiles.get(next), cave::WALL | cave::LAVA)
    }

    /// The action of the buttons. Presses are played one at a time, in order; those in the same frame as X, arrows, O.
    fn ask(&mut self, p8: &mut Machine, pressed: u16) -> Option<Action> {
        for key in [5, 0, 1, 2, 3, 4] {
            // A repeated press waits once, or a held arrow would walk on after it is released.
            if pressed >> key & 1 > 0 && self.pending.last() != Some(&key) {
                self.pending.push(key);
            }
        }
        if self.busy > 0 {
            return None;
        }
        let action = if self.pending.is_empty() {
            let held = p8.btn_bits();
            let on = |dir: &Dir| held >> *dir as u16 & 1 > 0 && !self.aims && self.is_calm(*dir);
            Action::Go(Dir::ALL.into_iter().find(on)?)
        } else {
            match self.pending.remove(0) {
                5 => {
                    self.page = if self.aims { Page::Map } else { Page::Play };
                    self.aims = !self.aims;
                    self.sound = SFX_MENU;
                    return None;
                }
                4 if self.aims => Action::Wait,
                4 => Action::Eat,
                dir if self.aims => Action::Throw(Dir::ALL[usize::from(dir & 3)]),
                dir => Action::Go(Dir::ALL[usize::from(dir & 3)]),
            }
        };
        self.aims = false;
        Some(action)
    }

    /// The game is over: records, a tune.
    fn over(&mut self, p8: &mut Machine) {
        p8.run_over();
        let won = self.end == Some(End::Won);
        p8.score("cave", self.cave);
        if won {
            p8.score("wins", p8.best("wins").saturating_add(1));
            p8.score("turns", -self.turn);
        }
        p8.score("finds", self.found.count_ones() as i32);
        p8.music(if won { 8 } else { 12 });
    }
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        p8.music(0);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        let bits = p8.btnp_bits() & 63;
        let pressed = bits > 15;
        self.animate();
        match self.page {
            Page::Title if pressed => (self.page, self.alarm) = (Page::Story, true),
            Page::Story if pressed => {
                p8.run_begins();
                self.seed = p8.seed() as u32;
                self.begin();
                self.sound = SFX_DOWN;
                p8.music(16);
            }
            Page::Map if bits > 0 => self.page = Page::Play,
            // The cause is shown before the end screen.
            Page::Play if self.end.is_some() => match self.busy {
                1 => self.over(p8),
                0 if pressed => {
                    *self = Game { alarm: true, ..Game::default() };
                    p8.music(0);
                }
                _ => (),
            },
            Page::Play => {
                if let Some(action) = self.ask(p8, bits) {
                    let cave = self.cave;
                    self.act(action);
                    self.busy = if self.end.is_some() { LAST } else { FRAMES };
                    if self.cave > cave && self.cave == CAVES {
                        p8.music(32);
                    }
                }
            }
            _ => (),
        }
        if core::mem::take(&mut self.alarm) {
            self.pending.clear();
            p8.disturb();
        }
        if self.sound > 0 {
            p8.sfx(core::mem::take(&mut self.sound));
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        self.draw(p8);
    }
}

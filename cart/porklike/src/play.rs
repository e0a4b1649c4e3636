//! A run: buttons become actions, stairs lead to the next floor, and the end shows a summary.
//!
//! ```text
//! frame     0    1 .. 7   8         12        20        28
//! press     go ───────────┤         │         │         │
//! hold      (still down)            go        go        go       the console's own repeat
//! 2nd press       kept ── go: on the first frame that is free
//!
//! O down ── arrow: shove, as often as one likes ── O up
//! O down ── up within 20 frames: wait a turn       later: no wait; after 20 frames a list of creatures in sight
//!
//! the yard ── act, act, act ── stairs: dark, light ── act ...      death ── frozen ── dark ── Over ── O or X ── the yard
//! ```
//!
//! A press while the hero is busy is kept until he is free, X as well; while one is kept, more are dropped, so that he never acts
//! on by himself. The console resumes an interrupted run, and it keeps its seed, the replay of the last turns and what
//! is saved: the cart reports when a run begins, when it is over, and how far it came. Frame counts are our decision, tried by hand.

use crate::Game;
use crate::data::line;
use crate::rules::{Action, World};
use crate::show::window::Menu;
use crate::tile::Flag;
use core::mem::{replace, take};
use kit::Dir;
use rasher::Machine;

/// Of a button that has been put to use: so far below 0 that it is no tap for close to three minutes.
const USED: i32 = -9999;
/// Buttons O and X, as bits.
pub const O: u16 = 16;
pub const X: u16 = 32;

/// The first arrow among some buttons.
pub fn arrow(buttons: u16) -> Option<Dir> {
    Dir::ALL.into_iter().find(|dir| buttons >> *dir as u16 & 1 > 0)
}

impl Game {
    /// Reads the buttons, once a frame. A press hurries messages along.
    pub(crate) fn read(&mut self, p8: &mut Machine) {
        let down = p8.btn_bits();
        let tapped = self.down & !down & O > 0 && (self.held as u32) < 20;
        self.pressed = down & !self.down;
        self.down = down;
        self.held = (self.held + 1) * i32::from(self.shoves());
        if self.pressed > 0 {
            // The list of creatures shuts at once.
            self.windows.iter_mut().for_each(|window| {
                window.life = window.life.min(if window.menu == Menu::Look { 0 } else { 40 });
            });
        }
        self.bag |= self.asked.is_none() && self.pressed & X > 0;
        self.asked = self
            .asked
            .or(arrow(self.pressed).map(|dir| {
                if self.shoves() {
                    self.held = USED;
                    Action::Shove(dir)
                } else {
                    Action::Step(dir)
                }
            }))
            .or(tapped.then_some(Action::Wait));
    }

    /// Is O down?
    pub(crate) fn shoves(&self) -> bool {
        self.down & O > 0
    }

    /// Forgets the press that waits, and that a button is down.
    pub(crate) fn forget(&mut self) {
        self.bag = false;
        self.asked = None;
        self.held = USED;
    }

    /// In the dark a floor begins, the page of the end, or a run in which nothing is left of the last one.
    pub(crate) fn enter(&mut self, p8: &mut Machine) {
        // One more for floor 4, for floor 8 and for the ham.
        self.buns = p8.best("floor") / 4 + p8.best("wins").signum() + 1;
        self.clock = 0;
        self.windows.clear();
        self.specks.clear();
        if self.world.end.is_some() && !replace(&mut self.over, true) {
            p8.run_over();
            p8.music_ext(26 + 2 * i32::from(self.has_won()), 0, 3);
            self.open(Menu::Over, -1);
        } else {
            if take(&mut self.over) {
                p8.run_begins();
                // Who tries again knows the yard.
                let floor = self.world.end.is_some().into();
                *self = Game {
                    world: World::new(p8.seed() as u32, self.world.kit.clone()),
                    bun: self.bun,
                    buns: self.buns,
                    dark: 12,
                    down: self.down,
                    ..Game::default()
                };
                self.world.start_as(self.bun as usize);
                self.world.floor = floor;
                self.world.arrive();
                p8.music_ext(0, 0, 3);
            }
            let floor = i32::from(self.world.floor);
            // The tunes of kitchen and loft; that of the larder follows the bass of the yard.
            if matches!(floor, 4 | 7) {
                p8.music_ext(floor * 8 / 3 - 1, 0, 3);
            }
            let name = line("floors", floor as u8);
            if floor > 0 {
                // Bit 7 of this byte sends the yard's pattern back to its start, as it is in the file.
                p8.poke(0x3101, 0x42);
                p8.caption(name);
                self.note(name.into(), 240);
            } else {
                // Where there is a choice, it waits for one.
                self.open(Menu::Start, if self.buns > 1 { -1 } else { 600 });
            }
        }
        self.forget();
        self.shown = self.world.clone();
    }

    /// Has the hero won?
    pub(crate) fn has_won(&self) -> bool {
        self.world.end == Some(true)
    }

    pub(crate) fn play(&mut self, p8: &mut Machine) {
        if !self.is_at_rest() {
            return;
        }
        self.offer.clear();
        if self.world.floor != self.shown.floor {
            self.leaves = true;
            return;
        }
        if self.world.end.is_some() {
            self.leaves = true;
            p8.score("floor", i32::from(self.world.floor));
            p8.score("wins", p8.best("wins").saturating_add(self.has_won().into()));
            p8.music(-1);
        } else if self.bag {
            // The first thing in the bag, not counting what is worn.
            self.slot = (2..8).find(|slot| self.world.bag[*slot as usize] > 0).unwrap_or(2);
            self.open_bag(p8);
        } else if let Some(action) = self.asked.take().or_else(|| {
            // The held arrow, if there is only floor that way, and no creature in sight: it never opens, breaks or climbs
            // anything.
            arrow(p8.btnp_bits())
                .filter(|dir| {
                    !self.shoves()
                        && !self.world.is(self.world.hero().step(*dir), Flag::Stops)
                        && !self.world.mobs[1..].iter().any(|mob| self.world.shows(mob))
                })
                .map(Action::Step)
        }) {
            if let Action::Step(dir) = action
                && let ahead = self.world.hero().step(dir)
                && self.world.is(ahead, Flag::Offers)
            {
                self.aim = dir as usize;
                self.slot = 0;
                self.offer = self.world.offer(ahead);
                self.open_bag(p8);
            } else {
                self.queue = self.world.act(action);
            }
        } else if self.held >= 20 {
            self.held = USED;
            p8.sfx(57);
            self.shut();
            self.open(Menu::Look, 240);
        }
    }
}

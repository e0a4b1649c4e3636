//! Goblin: down five floors for the tribe's drum, and up again.
//!
//! ```text
//!   title ── O ──> play ── act, turn by turn ──> end ──> title
//!   seed           arrows, O rests and takes stairs, X opens the bag      F5 another dungeon, F6 crt filter
//!                  E explores, a click travels: `auto.rs`                 a won game: the homecoming, `home.rs`
//! ```
//!
//! | file | what |
//! |---|---|
//! | `store.rs` | the world: entities, components, queries |
//! | `dice.rs` | chance |
//! | `dungeon.rs` | a floor from seed and number |
//! | `sight.rs`, `walls.rs` | who sees what; which sprite a wall gets |
//! | `data.rs` | monsters and things, as tables |
//! | `bus.rs` | events and their subscribers |
//! | `turn.rs`, `fight.rs`, `mind.rs` | what a turn does: the hero, blows, monsters |
//! | `auto.rs` | automatic turns: resting, exploring, travelling; and what stops them |
//! | `log.rs`, `show.rs`, `panel.rs` | messages and drawing |
//! | `home.rs` | the scene after a won game |
//!
//! The README lists what of the diary is where, and which test shows it.

#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]

extern crate alloc;

pub mod auto;
pub mod bus;
pub mod data;
pub mod dice;
pub mod dungeon;
mod fight;
pub mod home;
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
use kit::{Cell, Dir, Grid};
use log::Line;
use rasher::{Cart, Machine};
use serde::{Deserialize, Serialize};
use store::{Entity, Floater, Slide, World};
use turn::Action;

pub const FLOORS: i32 = 5;
pub const SIGHT: i32 = 8;
/// Steps from which a monster may notice the hero.
pub const STEALTH: i32 = 7;
/// Turns that a monster keeps looking for the hero.
pub const NOTICE: i32 = 20;
/// Frames that show the last hit before the end screen.
pub const LAST: i32 = 45;
/// With so many monsters on a floor no hunter comes.
pub const CROWD: usize = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    Won,
    /// By that kind; -1 by poison.
    Killed(i32),
}

/// The game: all there is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Game {
    pub seed: u32,
    /// 1 to [`FLOORS`], 0 on the title.
    pub floor: i32,
    pub deepest: i32,
    pub turn: i32,
    pub maps: Vec<Map>,
    /// Everything that is on them.
    pub world: World,
    pub hero: Entity,
    /// How many it has of each item.
    pub bag: Vec<i32>,
    pub lit: Grid<bool>,
    /// Bits of the kinds that it has seen.
    pub met: u32,
    pub dice: Dice,
    pub bus: Vec<Event>,
    /// The last lines that were said.
    pub log: Vec<Line>,
    pub end: Option<End>,
    /// The open bag's row, or -1.
    pub row: i32,
    /// The sound to play, or 0.
    pub sound: i32,
    /// The mouse: x, y, frames for which it is shown.
    pub mouse: [i32; 3],
    /// F5, F6, E and the mouse's button, as they were held.
    pub held: [bool; 4],
    /// The automatic action: 0 for none, [`auto::REST`], [`auto::EXPLORE`], [`auto::TRAVEL`].
    pub auto: i32,
    pub goal: Cell,
    /// Frames until its next turn, or until the end window opens.
    pub wait: i32,
    /// A monster came into view, or an attack happened, in this frame.
    pub alarm: bool,
    pub watched: Vec<Entity>,
    /// Lunges of this turn, which are shown one after the other.
    pub lunges: i32,
    /// F5 was pressed during a run: the question is on the screen.
    pub asks: bool,
    /// Frames of the homecoming so far.
    pub scene: i32,
}

impl Game {
    fn start(&mut self, p8: &mut Machine) {
        p8.run_begins();
        p8.music(16);
        self.seed = p8.seed() as u32;
        self.begin();
        self.sound = log::SFX_STAIRS;
    }

    /// F5: asks before it discards a run that is not over. F5 again is a no.
    fn wants_new(&mut self, p8: &mut Machine) {
        if self.floor == 0 || self.end.is_some() {
            return self.renew(p8);
        }
        (self.asks, self.auto, self.sound) = (!self.asks, 0, log::SFX_MENU);
        // A held arrow is no answer.
        self.alarm = true;
    }

    /// Another dungeon. A game that has just ended counts, even before its end screen.
    fn renew(&mut self, p8: &mut Machine) {
        if self.end.is_some() && self.wait > 0 {
            self.over(p8);
        } else {
            p8.run_over();
        }
        self.start(p8);
    }

    /// Buttons in play, and in the bag, where left or right explores; E, and a click.
    fn play(&mut self, pressed: u16, explores: bool, clicked: bool) {
        let on = |button: i32| pressed >> button & 1 > 0;
        if pressed > 0 || clicked {
            self.auto = 0;
        }
        if self.row >= 0 {
            self.row = (self.row + i32::from(on(3)) - i32::from(on(2))).rem_euclid(data::LANTERN + 1);
            if on(4) {
                self.sound = log::SFX_USE;
                self.act(Action::Use(self.row));
            } else if pressed & 3 > 0 {
                self.auto = auto::EXPLORE;
            }
            if pressed & 51 > 0 {
                self.row = -1;
            }
        } else if on(5) {
            self.row = 0;
            self.sound = log::SFX_MENU;
        } else if let Some(dir) = Dir::ALL.into_iter().find(|dir| on(*dir as i32)) {
            self.step(Action::Go(dir));
        } else if on(4) || clicked && self.pointed() == self.at(self.hero) {
            self.step(Action::Rest);
            // Pressing again before that rests turn by turn.
            (self.auto, self.wait) = (auto::REST, 12);
        } else if clicked {
            (self.auto, self.goal) = (auto::TRAVEL, self.pointed());
        } else if explores {
            self.auto = auto::EXPLORE;
        }
        self.go_on();
        if self.end.is_some() {
            // The cause is shown before the end screen.
            self.wait = LAST;
        }
    }

    /// A turn, with the sound of what it does.
    pub(crate) fn step(&mut self, action: Action) {
        let before = (self.floor, self.turn);
        self.act(action);
        if self.floor != before.0 {
            self.sound = log::SFX_STAIRS;
        } else if self.turn != before.1 && self.sound == 0 && action != Action::Rest {
            self.sound = log::SFX_STEP;
        }
    }

    /// The game is over: the record, the tune.
    fn over(&mut self, p8: &mut Machine) {
        self.wait = 0;
        p8.run_over();
        let won = self.end == Some(End::Won);
        p8.score("floor", self.deepest);
        if won {
            p8.score("wins", p8.best("wins").saturating_add(1));
            p8.score("turns", -self.turn);
        }
        p8.music(if won { 8 } else { 12 });
    }

    /// A frame of the end screen; a won game first shows how the drum comes home.
    fn after(&mut self, p8: &mut Machine, pressed: bool) {
        self.scene = self.scene.saturating_add(1);
        let arrives = self.end == Some(End::Won) && self.scene <= home::DANCE;
        if pressed && !arrives {
            *self = Game { alarm: true, ..Game::default() };
        }
        if self.floor == 0 || arrives && self.scene == home::DANCE {
            p8.music(0);
        }
    }

    /// What moves by itself: slides end, words rise and go.
    fn animate(&mut self) {
        self.wait = (self.wait - 1).max(0);
        for it in self.world.all::<&Slide>() {
            if let Some(slide) = self.world.get_mut::<Slide>(it) {
                if slide.2 > 0 {
                    slide.2 -= 1;
                } else {
                    for d in [&mut slide.0, &mut slide.1] {
                        *d -= d.signum() * (1 + d.abs() / 3);
                    }
                }
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
        // The keyboard and the mouse: F5, F6, the tile under the pointer.
        p8.poke(0x5f2d, 1);
        // A held arrow repeats after a quarter of a second, ten steps a second.
        p8.poke_n(0x5f5c, &[8, 3]);
        p8.menuitem(1, Some("new dungeon"));
        p8.menuitem(2, Some("crt filter"));
        p8.music(0);
    }

    fn _menu(&mut self, p8: &mut Machine, index: u8, _: u8) -> bool {
        if index == 1 {
            self.wants_new(p8);
        } else {
            p8.crt(None);
        }
        false
    }

    fn _update60(&mut self, p8: &mut Machine) {
        let [x, y, click] = [32, 33, 34].map(|n| p8.stat(n).num().flr());
        let [old_x, old_y, shown] = self.mouse;
        self.mouse = [x, y, if (x, y) == (old_x, old_y) { (shown - 1).max(0) } else { 180 }];
        let keys = [p8.stat_key(62), p8.stat_key(63), p8.stat_key(8), click & 1 > 0];
        let old = core::mem::replace(&mut self.held, keys);
        let [renews, tube, explores, clicked] = [0, 1, 2, 3].map(|key| keys[key] && !old[key]);
        let pressed = p8.btnp_bits() & 63;
        if tube {
            p8.crt(None);
        }
        self.animate();
        let had = self.floor > 0 && self.has_drum();
        if renews {
            self.wants_new(p8);
        } else if self.asks {
            self.asks = pressed == 0 && !clicked;
            if pressed & 16 > 0 {
                self.renew(p8);
            }
        } else if self.floor == 0 {
            if pressed > 15 {
                self.start(p8);
            }
        } else if self.end.is_none() {
            self.play(pressed, explores, clicked);
        } else if self.wait == 1 {
            self.over(p8);
        } else if self.wait == 0 {
            self.after(p8, pressed > 15);
        }
        if core::mem::take(&mut self.alarm) {
            p8.disturb();
        }
        // Another sound of the same turn replaces the drum's, so this does not depend on it.
        if !had && self.floor > 0 && self.has_drum() {
            p8.music(32);
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
        } else if self.end == Some(End::Won) && self.wait == 0 {
            self.draw_home(p8);
        } else {
            self.draw_floor(p8);
            self.draw_panel(p8);
        }
    }
}

//! What comes after the three dungeons: the endless night; and the candles.
//!
//! ```text
//!   three dungeons ── dawn ── O: the title, a won game
//!                          └─ X: night 1 ── night 2 ── night 3 ── ...  until no life is left
//!                                wisps      a wider     snuffers
//!                                           flash
//!
//!   odd nights: two ghosts of a new kind        even nights: an upgrade of the lantern
//!   from the sixth night on, each: ghosts smell her a step farther, and the next one rises a third of a second sooner
//!   candle: costs a flash's light, burns half a minute; near it no ghost notices her
//! ```
//!
//! The dungeons of the nights are those of the three levels in turn, with other rooms. All of this is our own.

use crate::ghost::{BLINKER, SNUFFER, TWIN, WISP};
use crate::play::{LEAST, LIVES, SPARK, WORTH};
use crate::{Game, SFX_STAIRS, SFX_TAKE};
use alloc::string::String;
use kit::Cell;
use serde::{Deserialize, Serialize};

/// Frames that a candle burns.
pub const BURNS: i32 = 1800;
/// Tiles around a candle in which no ghost notices her.
pub const GLOW: i32 = 2;
/// The kinds of the odd nights, and what they do.
const NEW: [(u8, &str); 4] = [
    (WISP, "wisps are twice as fast"),
    (SNUFFER, "snuffers eat light"),
    (BLINKER, "blinkers appear near you"),
    (TWIN, "twins split when flashed"),
];
/// The upgrades of the even nights.
const UPGRADES: [&str; 4] = [
    "lantern: a wider flash",
    "lantern: a cheaper flash",
    "lantern: refills faster",
    "lantern: more candles",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candle {
    pub at: Cell,
    /// Frames left.
    pub left: i32,
}

impl Game {
    /// Continues after dawn.
    pub fn go_on(&mut self) {
        self.night = 1;
        self.descend();
    }

    /// The dungeon of the night that has come.
    pub(crate) fn descend(&mut self) {
        self.level = 1 + (self.night - 1) % 3;
        self.lives = if self.night > 8 && self.night % 2 == 0 { LIVES } else { (self.lives + 1).min(LIVES) };
        self.sound = SFX_STAIRS;
        self.enter();
    }

    /// The ghosts of the nights so far, two for each kind.
    pub(crate) fn new_kinds(&mut self) {
        for night in (1..=self.night).step_by(2) {
            let (kind, _) = NEW[night as usize / 2 % NEW.len()];
            (0..2).for_each(|_| self.haunt(kind, WORTH));
        }
    }

    /// The news of this night.
    pub(crate) fn news(&self) -> String {
        let nth = ((self.night - 1) / 2) as usize;
        let (_, does) = NEW[nth % NEW.len()];
        if self.night % 2 == 0 {
            UPGRADES.get(nth).copied().unwrap_or("all hearts are back").into()
        } else if nth < NEW.len() {
            does.into()
        } else {
            // The name is the first word.
            alloc::format!("two more {}", does.split(' ').next().unwrap_or_default())
        }
    }

    /// Has the lantern the `nth` upgrade, from 1?
    fn upgraded(&self, nth: i32) -> bool {
        self.night / 2 >= nth
    }

    /// Nights after the fifth: by then the lantern is better than the ghosts are, so they get worse.
    pub(crate) fn late(&self) -> i32 {
        (self.night - 5).max(0)
    }

    /// Pixels that a flash reaches.
    pub fn burst(&self) -> i32 {
        crate::play::BURST + if self.upgraded(1) { 6 } else { 0 }
    }

    /// Light that a flash costs, and a candle.
    pub fn cost(&self) -> i32 {
        if self.upgraded(2) { SPARK * 3 / 4 } else { SPARK }
    }

    /// Light that returns in a frame.
    pub fn refill(&self) -> i32 {
        1 + i32::from(self.upgraded(3))
    }

    /// Candles for a level.
    pub fn supply(&self) -> i32 {
        if self.upgraded(4) { 5 } else { 3 }
    }

    /// Sets a candle where she is. It costs a flash's light.
    pub fn place_candle(&mut self) {
        let at = self.cell();
        if self.wax > 0 && self.reach >= LEAST && self.candles.iter().all(|it| it.at != at) {
            self.wax -= 1;
            self.reach -= self.cost();
            self.candles.push(Candle { at, left: BURNS });
            self.sound = SFX_TAKE;
        }
    }

    /// Is she in the light of a candle?
    pub fn by_candle(&self) -> bool {
        self.candles.iter().any(|it| it.at.dist(self.cell()) <= GLOW)
    }

    /// A frame: candles burn down, and snuffers put out those that they come next to, and eat her light nearby.
    pub(crate) fn burn(&mut self) {
        let snuffers: alloc::vec::Vec<Cell> =
            self.ghosts.iter().filter(|it| it.kind == SNUFFER && !it.squished).map(|it| it.at).collect();
        let near = |at: Cell, steps: i32| snuffers.iter().any(|it| it.dist(at) <= steps);
        self.candles.iter_mut().for_each(|it| it.left -= 1);
        self.candles.retain(|it| it.left > 0 && !near(it.at, 1));
        if near(self.cell(), 4) && !self.sheltered() {
            self.reach = (self.reach - 4).max(LEAST / 2);
        }
    }

    /// The line of the end about the night; empty before the first.
    pub(crate) fn night_line(&self) -> String {
        if self.night > 0 { alloc::format!("night {}  ", self.night) } else { String::new() }
    }
}

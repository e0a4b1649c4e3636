//! Ghosts move every quarter of a second; the princess moves freely.
//!
//! ```text
//! every 15 frames ── tick ── age + 1 ── changes its picture every second time: twice a second
//!                                   └── moves every fourth time: once a second; sooner when it smells gold
//!
//! kind     level   moves
//! mope     1       strays; comes along the floor once she is near, three times in four
//! seeper   2       the same, straight through walls
//! howler   3       strays; in line with her it stops, howls for half a second, and rushes four tiles a second
//!          night
//! wisp     1       as a mope, twice as fast
//! snuffer  3       as a mope; eats her light four tiles away, and candles next to it
//! blinker  5       as a mope; every three seconds it may be four to seven tiles from her
//! twin     7       as a mope; squished, it leaves two mopes
//! ```
//!
//! They smell her from twelve steps away, a step farther with each night after the fifth; after half a minute without a treasure taken or delivered,
//! a step farther each second.
//!
//! The three pictures, the timer, the random walk and the tendency towards the player come from the article. We chose the kinds and
//! the numbers, and that ghosts avoid the torches at the stairs while these burn.

use crate::Game;
use crate::dungeon::{FLOOR, H, W};
use alloc::vec::Vec;
use kit::grid::FAR;
use kit::{Cell, Dir, Grid};
use serde::{Deserialize, Serialize};

pub const MOPE: u8 = 0;
pub const SEEPER: u8 = 1;
pub const HOWLER: u8 = 2;
pub const WISP: u8 = 3;
pub const SNUFFER: u8 = 4;
pub const BLINKER: u8 = 5;
pub const TWIN: u8 = 6;
/// Frames of a tick: a quarter of a second.
pub const TICK: i32 = 15;
/// Ticks of a howl and the rush after it.
const RUSH: i32 = 10;
const RUN: i32 = 8;

/// Steps from which she is smelt.
const SMELL: i32 = 12;
/// Frames of dawdling that carry her smell a step farther.
const SPREAD: i32 = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ghost {
    pub kind: u8,
    pub at: Cell,
    /// The tile it comes from, in the tick of a move.
    pub from: Cell,
    pub age: i32,
    /// Ticks left of howl and rush.
    pub rush: i32,
    pub dir: usize,
    /// Has it been squished? Its remains stay where it was.
    pub squished: bool,
    /// Points for the first of a row: 0 for one that rose by time, so that waiting for them earns nothing.
    pub worth: i32,
}

impl Ghost {
    /// 0 standing, 1 moving, 2 squished.
    pub fn picture(&self) -> i32 {
        if self.squished { 2 } else { i32::from(self.rush > 0 || self.age / 2 % 2 > 0) }
    }
}

impl Game {
    /// A quarter of a second for all of them.
    pub(crate) fn tick(&mut self) {
        let far = self.tiles.flood(self.cell(), usize::MAX, |at| self.floor(at)).1;
        for i in 0..self.ghosts.len() {
            if !self.ghosts[i].squished {
                self.ghosts[i].age += 1;
                self.ghosts[i].from = self.ghosts[i].at;
                self.haunts(i, &far);
            }
        }
    }

    /// May a ghost of that kind be there? Not in the torches' light, and not where another one is.
    fn admits(&self, kind: u8, to: Cell) -> bool {
        let inside = (1..W - 1).contains(&to.x) && (1..H - 1).contains(&to.y);
        (self.tiles.get(to) == FLOOR || kind == SEEPER && inside)
            && (self.oil <= 0 || to.dist(self.stairs) > 2)
            && !self.ghosts.iter().any(|it| it.at == to && !it.squished)
    }

    fn haunts(&mut self, i: usize, far: &Grid<u16>) {
        let Ghost { kind, at, age, rush, dir, .. } = self.ghosts[i];
        if rush > 0 {
            self.ghosts[i].rush -= 1;
            let to = at.step(Dir::ALL[dir]);
            if rush <= RUN && self.admits(kind, to) {
                self.ghosts[i].at = to;
            } else if rush <= RUN {
                self.ghosts[i].rush = 0;
            }
        } else if kind == BLINKER && age % 12 == 0 && far.get(at) < 3 * SMELL as u16 && !self.unnoticed() {
            let near = |cell: &Cell| (4..8).contains(&far.get(*cell)) && self.admits(kind, *cell);
            let cells: Vec<Cell> = self.tiles.cells().filter(near).collect();
            if let Some(to) = self.rng.pick(&cells) {
                (self.ghosts[i].at, self.ghosts[i].from) = (to, to);
            }
        } else if age % (if kind == WISP { (self.pace() + 1) / 2 } else { self.pace() }) == 0 {
            let to = at.step(Dir::ALL[self.chooses(kind, at, far)]);
            if self.admits(kind, to) {
                self.ghosts[i].at = to;
            }
        } else if kind == HOWLER
            && let Some(dir) = self.in_line(at)
        {
            (self.ghosts[i].rush, self.ghosts[i].dir) = (RUSH, dir);
            self.sound = crate::SFX_HOWL;
        }
    }

    /// No ghost notices her by the torches or a candle.
    fn unnoticed(&self) -> bool {
        self.sheltered() || self.by_candle()
    }

    /// Ticks between two moves: a second, three quarters with a treasure in her arms, half with more; dawdling counts like a treasure
    /// each minute.
    pub fn pace(&self) -> i32 {
        4 - (self.carried() + self.dawdled() / 3600).min(2)
    }

    /// A direction: any, or the one that leads to her.
    fn chooses(&mut self, kind: u8, at: Cell, far: &Grid<u16>) -> usize {
        let her = self.cell();
        let (dx, dy) = (her.x - at.x, her.y - at.y);
        let steps = if kind == SEEPER { at.dist(her) } else { i32::from(far.get(at)) };
        let any = self.roll(4) as usize;
        if steps > SMELL + self.late() + self.dawdled() / SPREAD || self.unnoticed() || self.roll(4) == 0 {
            return any;
        }
        if kind == SEEPER {
            return if dx.abs() > dy.abs() { usize::from(dx > 0) } else { 2 + usize::from(dy > 0) };
        }
        let ways = (0..4).filter(|dir| far.get(at.step(Dir::ALL[*dir])) < FAR);
        ways.min_by_key(|dir| far.get(at.step(Dir::ALL[*dir]))).unwrap_or(any)
    }

    /// The direction in which she is, at most eight tiles of floor away in a straight line.
    fn in_line(&self, at: Cell) -> Option<usize> {
        (0..4).find(|dir| {
            let mut to = at;
            (0..8).any(|_| {
                to = to.step(Dir::ALL[*dir]);
                // A wall ends the look: from there on every step stays outside.
                if !self.floor(to) {
                    to = Cell::at(-9, -9);
                }
                to == self.cell()
            })
        })
    }

    /// Where a ghost is, in pixels: it glides for half a tick.
    pub fn spot(&self, ghost: &Ghost) -> (i32, i32) {
        let t = (self.clock % TICK + 1).min(8);
        let glide = |from: i32, to: i32| from * 8 + (to - from) * t + 4;
        (glide(ghost.from.x, ghost.at.x), glide(ghost.from.y, ghost.at.y))
    }
}

//! A floor from seed and number: start, stairs, tunnels, and what the modes put into them.
//!
//! ```text
//! all '#' ── @ anywhere ── < in another row and column ── a drunk digs from @ to < ── side tunnels ── things
//!
//!   #########      The digger steps towards the stairs two times in three and anywhere else the third time, so
//!   #@..#####      every clear tile is joined to the start: the notes' three constraints are kept as it is made, and
//!   ###.....#      nothing has to be thrown away. After 400 steps it only goes towards the stairs, so it ends.
//!   ##..##.<#      Things come last: with and without modes the same seed has the same tunnels.
//! ```
//!
//! Rules of start, stairs and tunnels are the notes'; sizes, numbers of things and of tunnels are our decision.

use crate::{BEASTS, CLOCK, FLOORS, FOG, Game, HUNGER, TRAPS, WEATHER};
use alloc::vec;
use alloc::vec::Vec;
use kit::chance::stream;
use num::Rng;
use serde::{Deserialize, Serialize};

pub const XMAX: i32 = 21;
pub const YMAX: i32 = 17;
/// Tiles of a floor: a cell is `x + y * XMAX`.
pub const SIZE: i32 = XMAX * YMAX;
pub const BLOCKED: u8 = 0;
/// A clear tile. What follows is clear too: 2 heat, 3 cold, 4 water.
pub const CLEAR: u8 = 1;
/// Tiles of a patch of heat, cold or water, at most: too few to kill a healthy player.
pub const PATCH: usize = 6;
/// Turns that a ladder takes.
pub const RUNGS: i32 = 12;
/// Turns that a ladder costs more than the stairs, at least.
pub const DETOUR: i32 = 4;
/// Steps of left, right, up, down, in the order of the buttons.
const STEPS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// Something on a floor that is not a tile, known by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thing {
    /// `G` ghost, `b` beast, `%` food, `/` sword, `]` mail, `+` herb, `^` plate, `*` lit fuse, `&` cloak, `=` reed,
    /// `H` ladder.
    pub glyph: u8,
    pub at: i32,
    /// Hit points of a beast, turns left of a fuse, 1 for a plate that was found.
    pub n: i32,
}

/// 0 to `n` - 1.
pub fn roll(rng: &mut Rng, n: i32) -> i32 {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as i32
}

/// The next cell in a direction, if it is on the map.
pub fn step(cell: i32, dir: i32) -> Option<i32> {
    let (dx, dy) = STEPS[dir as usize & 3];
    let (x, y) = (cell % XMAX + dx, cell / XMAX + dy);
    let on = (0..XMAX).contains(&x) && (0..YMAX).contains(&y);
    on.then_some(x + y * XMAX)
}

impl Game {
    /// The tile of a cell.
    pub fn tile(&self, cell: i32) -> u8 {
        self.tiles[cell as usize]
    }

    /// The first thing there with any of these letters.
    pub fn thing(&self, cell: i32, glyphs: &[u8]) -> Option<usize> {
        self.things.iter().position(|it| it.at == cell && glyphs.contains(&it.glyph))
    }

    /// Steps to each cell through clear tiles; -1 where no way leads.
    pub fn steps_from(&self, cell: i32) -> Vec<i32> {
        let mut far = vec![-1; SIZE as usize];
        let mut queue = vec![cell];
        far[cell as usize] = 0;
        let mut i = 0;
        while i < queue.len() {
            for dir in 0..4 {
                if let Some(next) = step(queue[i], dir)
                    && self.tile(next) != BLOCKED
                    && far[next as usize] < 0
                {
                    far[next as usize] = far[queue[i] as usize] + 1;
                    queue.push(next);
                }
            }
            i += 1;
        }
        far
    }

    /// Makes the floor that the game is on.
    pub fn enter(&mut self) {
        let mut rng = stream(self.seed, self.floor as u32);
        self.pc = roll(&mut rng, SIZE);
        self.stairs = self.pc;
        while self.stairs % XMAX == self.pc % XMAX || self.stairs / XMAX == self.pc / XMAX {
            self.stairs = roll(&mut rng, SIZE);
        }
        (self.start, self.since) = (self.pc, 0);
        self.dig(&mut rng);
        // The shortest way, and the climb.
        self.par = self.steps_from(self.pc)[self.stairs as usize] + 1;
        self.par_all += self.par;
        self.things.clear();
        self.blaze.clear();
        self.furnish(&mut rng);
        self.seen = vec![false; SIZE as usize];
        self.see();
    }

    /// Digs from the start to the stairs, then tunnels that lead anywhere.
    fn dig(&mut self, rng: &mut Rng) {
        self.tiles = vec![BLOCKED; SIZE as usize];
        let mut cell = self.pc;
        let mut dug = 0;
        self.tiles[cell as usize] = CLEAR;
        while cell != self.stairs {
            let (dx, dy) = (self.stairs % XMAX - cell % XMAX, self.stairs / XMAX - cell / XMAX);
            let mut dir = if dy == 0 || dx != 0 && roll(rng, 2) == 0 {
                i32::from(dx > 0)
            } else {
                2 + i32::from(dy > 0)
            };
            if dug < 400 && roll(rng, 3) == 0 {
                dir = roll(rng, 4);
            }
            cell = step(cell, dir).unwrap_or(cell);
            self.tiles[cell as usize] = CLEAR;
            dug += 1;
        }
        for _ in 0..16 {
            let clear = self.clear();
            let mut cell = clear[roll(rng, clear.len() as i32) as usize];
            let dir = roll(rng, 4);
            for _ in 0..2 + roll(rng, 5) {
                cell = step(cell, dir).unwrap_or(cell);
                self.tiles[cell as usize] = CLEAR;
            }
        }
    }

    fn clear(&self) -> Vec<i32> {
        (0..SIZE).filter(|cell| self.tile(*cell) != BLOCKED).collect()
    }

    /// Puts `count` things on free cells, away from the start; fewer if there are too few.
    fn put(&mut self, rng: &mut Rng, glyph: u8, count: i32, n: i32) {
        let far = self.steps_from(self.pc);
        for _ in 0..count {
            let mut free = self.clear();
            free.retain(|at| {
                far[*at as usize] > 2 && *at != self.stairs && self.things.iter().all(|it| it.at != *at)
            });
            if !free.is_empty() {
                let at = free[roll(rng, free.len() as i32) as usize];
                self.things.push(Thing { glyph, at, n });
            }
        }
    }

    /// What the modes want on a floor.
    fn furnish(&mut self, rng: &mut Rng) {
        if self.modes & !FOG == 0 {
            self.ladder(rng);
        }
        if self.on(HUNGER) {
            self.put(rng, b'%', 1, 0);
        }
        if self.on(CLOCK) {
            self.clock += 25 + 3 * self.slack();
        }
        if self.on(BEASTS) {
            self.put(rng, b'b', 1 + self.floor / 3, 2);
            let item = b"/]+++"[roll(rng, 5) as usize];
            self.put(rng, item, 1, 0);
        }
        if self.on(TRAPS) {
            self.put(rng, b'^', 6, 0);
        }
        if self.on(WEATHER) {
            for kind in 2..5 {
                self.patch(rng, kind);
            }
            if self.floor % 3 == 2 {
                let item = b"&="[roll(rng, 2) as usize];
                self.put(rng, item, 1, 0);
            }
        }
    }

    /// A ladder up two floors, where it costs at least [`DETOUR`] turns more than the stairs; none to nowhere.
    fn ladder(&mut self, rng: &mut Rng) {
        let far = self.steps_from(self.pc);
        let mut free = self.clear();
        free.retain(|at| {
            let far = far[*at as usize];
            *at != self.stairs && far > 2 && far + RUNGS >= self.par + DETOUR
        });
        if !free.is_empty() && self.floor < FLOORS - 1 {
            let at = free[roll(rng, free.len() as i32) as usize];
            self.things.push(Thing { glyph: b'H', at, n: 0 });
        }
    }

    /// A patch of heat, cold or water grows over clear tiles, but not over start and stairs.
    fn patch(&mut self, rng: &mut Rng, kind: u8) {
        let mut free = self.clear();
        free.retain(|cell| self.fits(*cell));
        let mut patch = Vec::new();
        if !free.is_empty() {
            patch.push(free[roll(rng, free.len() as i32) as usize]);
        }
        let mut i = 0;
        while i < patch.len() {
            self.tiles[patch[i] as usize] = kind;
            for dir in 0..4 {
                if let Some(next) = step(patch[i], dir)
                    && self.fits(next)
                    && patch.len() < PATCH
                    && !patch.contains(&next)
                {
                    patch.push(next);
                }
            }
            i += 1;
        }
    }

    fn fits(&self, cell: i32) -> bool {
        self.tile(cell) == CLEAR && cell != self.pc && cell != self.stairs
    }
}

//! A level from seed and number: rooms, corridors, walls, then treasures and ghosts.
//!
//! ```text
//!   rooms that do not meet        each joined to the one before          edges next to floor are walls
//!
//!   ....       .......            ....       .......                     ######    #########
//!   ....       .......            ....++++++++......                     #....######.......#
//!   ....       .......            ....       .+.....                     #.................#
//!         .....                         .....+                           ######.......#....#
//!         .....                         .....+                                #.......######
//! ```
//!
//! Only tiles are known here; what they look like is decided as they are drawn. Rooms give up after 100 tries each. A corridor goes
//! from centre to centre, its first leg flat or upright at random, through everything in between, so that all floor is connected.
//!
//! The order, the rules and the rooms' sizes, 4 to 15 tiles, are the article's. The numbers of rooms, treasures and ghosts are our
//! decision.

use crate::Game;
use crate::ghost::Ghost;
use crate::play::{OIL, RISE, WORTH};
use alloc::vec::Vec;
use kit::chance::stream;
use kit::{Cell, Grid};
use serde::{Deserialize, Serialize};

pub const W: i32 = 56;
pub const H: i32 = 44;
/// Neither floor nor wall: solid rock, which is never seen.
pub const EDGE: u8 = 0;
pub const FLOOR: u8 = 1;
/// Rock next to a floor.
pub const WALL: u8 = 2;
/// Ghosts of each kind, level by level.
const HAUNTS: [[i32; 3]; 3] = [[8, 0, 0], [5, 5, 0], [4, 4, 5]];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    /// Its first column.
    pub x: i32,
    /// Its first row.
    pub y: i32,
    pub w: i32,
    pub h: i32,
}

impl Room {
    pub fn center(self) -> Cell {
        Cell::at(self.x + self.w / 2, self.y + self.h / 2)
    }

    /// Would there be less than two tiles of rock between them?
    pub fn meets(self, other: Room) -> bool {
        let apart = |a: i32, size: i32, b: i32| a + size + 2 <= b;
        !(apart(self.x, self.w, other.x)
            || apart(other.x, other.w, self.x)
            || apart(self.y, self.h, other.y)
            || apart(other.y, other.h, self.y))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// On the floor; untouched when true.
    Lies(Cell, bool),
    Carried,
    Home,
}

impl Game {
    /// 0 to `n` - 1.
    pub(crate) fn roll(&mut self, n: i32) -> i32 {
        self.rng.index(n as u32) as i32
    }

    /// Makes the level that the game is on, and puts her onto its stairs.
    pub fn enter(&mut self) {
        self.rng = stream(self.seed, (self.level + 8 * self.night) as u32);
        self.lay_rooms(6 + 2 * self.level);
        for i in 1..self.rooms.len() {
            self.connect(self.rooms[i].center(), self.rooms[i - 1].center());
        }
        self.raise_walls();
        self.stairs = self.rooms[0].center();
        (self.x, self.y) = (self.stairs.x * 128 + 64, self.stairs.y * 128 + 64);
        // Her light comes up as she arrives.
        (self.clock, self.flash, self.hurt, self.reach) = (0, 0, 0, 256);
        (self.oil, self.quiet, self.rise, self.in_row) = (OIL, 0, RISE, 0);
        self.candles.clear();
        self.wax = self.supply();
        self.furnish();
    }

    /// So many rooms of random sizes at random places, fewer where they would meet others.
    pub fn lay_rooms(&mut self, count: i32) {
        self.tiles = Grid::new(W, H, EDGE, EDGE);
        self.rooms.clear();
        for _ in 0..count {
            for _ in 0..100 {
                let (w, h) = (4 + self.roll(12), 4 + self.roll(12));
                let room = Room { x: 1 + self.roll(W - w - 1), y: 1 + self.roll(H - h - 1), w, h };
                if !self.rooms.iter().any(|it| it.meets(room)) {
                    self.rooms.push(room);
                    for i in 0..w * h {
                        self.tiles.set(Cell::at(room.x + i % w, room.y + i / w), FLOOR);
                    }
                    break;
                }
            }
        }
    }

    /// A corridor in the shape of an L.
    fn connect(&mut self, from: Cell, to: Cell) {
        let corner = if self.roll(2) == 0 { Cell::at(to.x, from.y) } else { Cell::at(from.x, to.y) };
        let mut at = from;
        for end in [corner, to] {
            while at != end {
                self.tiles.set(at, FLOOR);
                at = Cell::at(at.x + (end.x - at.x).signum(), at.y + (end.y - at.y).signum());
            }
        }
    }

    /// Edges that are next to a floor, also across a corner, become walls.
    fn raise_walls(&mut self) {
        for cell in self.tiles.cells() {
            let near = |i: i32| self.tiles.get(Cell::at(cell.x + i % 3 - 1, cell.y + i / 3 - 1)) == FLOOR;
            if self.tiles.get(cell) == EDGE && (0..9).any(near) {
                self.tiles.set(cell, WALL);
            }
        }
    }

    /// Is it floor?
    pub fn floor(&self, cell: Cell) -> bool {
        self.tiles.get(cell) == FLOOR
    }

    pub fn cell(&self) -> Cell {
        Cell::at(self.x >> 7, self.y >> 7)
    }

    /// Treasures in other rooms than the first, ghosts anywhere that is not too near.
    fn furnish(&mut self) {
        self.treasures.clear();
        self.ghosts.clear();
        let mut rooms: Vec<Room> = self.rooms[1..].into();
        self.rng.shuffle(&mut rooms);
        for i in 0..self.level + 2 {
            let free: Vec<Cell> = self.tiles.cells().filter(|at| self.is_free(*at, i, &rooms)).collect();
            let at = self.rng.pick(&free).unwrap_or(self.stairs);
            self.treasures.push(Place::Lies(at, true));
        }
        for (kind, count) in (0..).zip(HAUNTS[self.level as usize - 1]) {
            (0..count).for_each(|_| self.haunt(kind, WORTH));
        }
        self.new_kinds();
    }

    /// May the `i`-th treasure lie there? In the `i`-th room, if there are so many.
    fn is_free(&self, at: Cell, i: i32, rooms: &[Room]) -> bool {
        let inside = |it: &Room| (it.x..it.x + it.w).contains(&at.x) && (it.y..it.y + it.h).contains(&at.y);
        self.floor(at)
            && at != self.stairs
            && rooms.get(i as usize % rooms.len().max(1)).is_none_or(inside)
            && !self.treasures.contains(&Place::Lies(at, true))
    }

    /// A ghost of a kind, worth so many points, on a vacant floor tile, in rooms and corridors alike, ten steps or more away.
    pub(crate) fn haunt(&mut self, kind: u8, worth: i32) {
        let (cells, far) = self.tiles.flood(self.cell(), usize::MAX, |at| self.floor(at));
        let vacant = |at: &Cell| far.get(*at) >= 10 && self.ghosts.iter().all(|it| it.at != *at);
        let free: Vec<Cell> = cells.into_iter().filter(vacant).collect();
        if let Some(at) = self.rng.pick(&free) {
            let age = self.roll(4);
            self.ghosts.push(Ghost { kind, at, from: at, age, rush: 0, dir: 0, squished: false, worth });
        }
    }
}

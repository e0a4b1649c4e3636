//! A floor from seed and number, as the diary makes it.
//!
//! ```text
//!   1 all wall; rooms that do not overlap        what a step costs        a corridor is the cheapest way from the middle
//!   2 weights ──────────────────────────────>      edge        no way       of a room to the next one's, found by A*:
//!   3 A* from the middle of a room to the next     room wall 1,000,000      it goes round rooms, joins dug cells,  
//!   4 dig; again from 2                            room floor   10,000      and wobbles, since rock is soft and hard
//!   5 a straight way between two close pairs       rock   10 10 1,000 1,000,000 (at random)      at random
//!   6 corners filled at random, doors, stairs      dug               1
//! ```
//!
//! These are the diary's weights, times ten, except for dug cells: following them must be cheaper than digging, which it is not
//! in the diary, where all floor costs 1,000 and soft rock 1. Rock within two tiles of dug cells costs 500 more. Without
//! both, corridors run side by side.
//!
//! A corridor that breaks through a room's wall gets a door there, if walls are left on both of its sides. A corner is
//! filled only if the three tiles it would cut off stay joined. So every floor is in one piece from the start, and no
//! attempt is discarded. Sizes and numbers of rooms are our decision; weights and order are the diary's.

use crate::dice::Dice;
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use kit::{Cell, Grid};
use serde::{Deserialize, Serialize};

pub const W: i32 = 44;
pub const H: i32 = 30;
/// Tiles: rock, or a wall.
pub const WALL: u8 = 0;
pub const DOOR: u8 = 1;
/// Everything from here on can be walked on and seen through: plain floor.
pub const FLOOR: u8 = 2;
pub const AJAR: u8 = 3;
pub const UP: u8 = 4;
pub const DOWN: u8 = 5;
/// The possible costs of a tile of rock for a corridor, equally likely: soft, soft, hard, hardly passable.
pub const ROCK: [i32; 4] = [1, 1, 100, 100_000];

/// A room: the floor in it, without its walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    pub x: i32,
    pub y: i32,
    pub w: i32,
    pub h: i32,
}

impl Room {
    /// The tile in the middle.
    pub fn middle(self) -> Cell {
        Cell::at(self.x + self.w / 2, self.y + self.h / 2)
    }

    /// Whether the cell is in it, or at most that many tiles away.
    pub fn near(self, cell: Cell, tiles: i32) -> bool {
        (self.x - tiles..self.x + self.w + tiles).contains(&cell.x)
            && (self.y - tiles..self.y + self.h + tiles).contains(&cell.y)
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Map {
    pub tiles: Grid<u8>,
    /// The cells that are known.
    pub seen: Grid<bool>,
    /// The rooms, in the order in which they were placed.
    pub rooms: Vec<Room>,
    pub up: Cell,
    /// The stairs down; on the last floor, the drum.
    pub down: Cell,
}

/// The cheapest path by A*, from the step after `from` up to `to`; empty if there is none. Entering a cell costs its weight,
/// at least 1; a cell without a weight blocks the path. Of equally cheap paths it picks the same one on every platform.
pub fn way(from: Cell, to: Cell, weight: impl Fn(Cell) -> Option<i32>) -> Vec<Cell> {
    let mut costs = Grid::new(W, H, i32::MAX, 0);
    let mut back = Grid::new(W, H, from, from);
    let mut open = BinaryHeap::from([Reverse((0, from))]);
    costs.set(from, 0);
    while let Some(Reverse((_, mut cell))) = open.pop() {
        if cell == to {
            let mut way = vec![];
            while cell != from {
                way.push(cell);
                cell = back.get(cell);
            }
            way.reverse();
            return way;
        }
        for next in cell.around() {
            if let Some(weight) = weight(next) {
                let cost = costs.get(cell) + weight;
                if cost < costs.get(next) {
                    costs.set(next, cost);
                    back.set(next, cell);
                    // The rest costs at least its length.
                    open.push(Reverse((cost + next.dist(to), next)));
                }
            }
        }
    }
    vec![]
}

impl Map {
    /// The floor of a seed and a number.
    pub fn new(dice: &mut Dice, last: bool) -> Map {
        let mut map =
            Map { tiles: Grid::new(W, H, WALL, WALL), seen: Grid::new(W, H, false, false), ..Map::default() };
        map.build(dice);
        for pair in 1..map.rooms.len() {
            map.corridor(pair - 1, pair, || dice.pick(&ROCK), |weight| weight);
        }
        for (a, b) in map.close_pairs() {
            // By powers of ten: dug, rock, rock next to it, room floor, room wall.
            map.corridor(a, b, || 1, |weight| [2, 3, 6, 6, 2, 2, 4][weight.ilog10() as usize % 7]);
        }
        map.soften(dice);
        map.hang_doors(dice);
        map.up = map.rooms[0].middle();
        let (_, far) = map.steps(map.up);
        let lasts = map.rooms.iter().map(|it| it.middle()).max_by_key(|it| far.get(*it));
        map.down = lasts.unwrap_or(map.up);
        map.tiles.set(map.up, UP);
        if !last {
            map.tiles.set(map.down, DOWN);
        }
        map
    }

    /// Rooms, with two tiles of rock at least between their walls. The first always fits.
    fn build(&mut self, dice: &mut Dice) {
        for _ in 0..120 {
            let (w, h) = (dice.range(4, 9), dice.range(3, 6));
            let room = Room { x: dice.range(2, W - 2 - w), y: dice.range(2, H - 2 - h), w, h };
            let apart = self.tiles.cells().all(|cell| self.tiles.get(cell) == WALL || !room.near(cell, 3));
            if self.rooms.len() < 9 && apart {
                self.rooms.push(room);
                for cell in self.tiles.cells().filter(|cell| room.near(*cell, 0)) {
                    self.tiles.set(cell, FLOOR);
                }
            }
        }
    }

    /// Whether the cell is the wall of a room.
    fn stone(&self, cell: Cell) -> bool {
        self.tiles.get(cell) == WALL && self.rooms.iter().any(|room| room.near(cell, 1))
    }

    /// Whether the cell is dug and is not part of a room.
    fn dug(&self, cell: Cell) -> bool {
        self.tiles.get(cell) != WALL && !self.rooms.iter().any(|room| room.near(cell, 0))
    }

    /// The cost of a corridor's step into a cell: rock costs `rock`, and the outer wall cannot be dug.
    pub fn weight(&self, cell: Cell, rock: i32) -> Option<i32> {
        let inside = (1..W - 1).contains(&cell.x) && (1..H - 1).contains(&cell.y);
        inside.then(|| match self.tiles.get(cell) {
            WALL if self.stone(cell) => 1_000_000,
            WALL => rock,
            _ if self.dug(cell) => 1,
            _ => 10_000,
        })
    }

    /// Digs the cheapest way from room to room. `pick` weighs each piece of rock, `toll` is what a weight costs.
    fn corridor(&mut self, a: usize, b: usize, mut pick: impl FnMut() -> i32, toll: impl Fn(i32) -> i32) {
        let mut rock = Grid::new(W, H, 0, 0);
        for cell in rock.cells() {
            let beside = (0..25).any(|i| self.dug(Cell::at(cell.x + i % 5 - 2, cell.y + i / 5 - 2)));
            rock.set(cell, pick() * 10 + i32::from(beside) * 500);
        }
        let [a, b] = [a, b].map(|room| self.rooms[room].middle());
        for cell in way(a, b, |cell| self.weight(cell, rock.get(cell)).map(&toll)) {
            if self.tiles.get(cell) == WALL {
                self.tiles.set(cell, if self.stone(cell) { DOOR } else { FLOOR });
            }
        }
    }

    /// The two closest pairs of rooms that no corridor was dug for.
    pub fn close_pairs(&self) -> Vec<(usize, usize)> {
        let rooms = &self.rooms;
        let mut pairs: Vec<_> = (2..rooms.len()).flat_map(|b| (0..b - 1).map(move |a| (a, b))).collect();
        pairs.sort_by_key(|(a, b)| rooms[*a].middle().dist(rooms[*b].middle()));
        pairs.truncate(2);
        pairs
    }

    /// Fills corners of rooms: two neighbours are walls, the other two and the tile between them are floor.
    fn soften(&mut self, dice: &mut Dice) {
        for cell in self.tiles.cells() {
            let [left, right, up, down] = cell.around().map(|it| i32::from(self.tiles.get(it).min(FLOOR)));
            // Twice the steps to the tile that the corner cuts off.
            let (x, y) = (right - left, down - up);
            let inside = self.tiles.get(Cell::at(cell.x + x / 2, cell.y + y / 2)) >= FLOOR;
            let corner = x.abs() == 2 && y.abs() == 2 && inside;
            let middle = self.rooms.iter().any(|room| room.middle() == cell);
            if corner && !middle && self.tiles.get(cell) == FLOOR && dice.chance(30) {
                self.tiles.set(cell, WALL);
            }
        }
    }

    /// Keeps doors with walls on two opposite sides and floor on the other two, and removes one in five of them.
    fn hang_doors(&mut self, dice: &mut Dice) {
        for cell in self.tiles.cells().filter(|cell| self.tiles.get(*cell) == DOOR).collect::<Vec<_>>() {
            let around = cell.around().map(|it| self.tiles.get(it).min(FLOOR));
            let fits = around == [WALL, WALL, FLOOR, FLOOR] || around == [FLOOR, FLOOR, WALL, WALL];
            if !fits || dice.chance(20) {
                self.tiles.set(cell, FLOOR);
            }
        }
    }

    /// All cells that can be reached, nearest first, and the steps to each; doors open.
    pub fn steps(&self, from: Cell) -> (Vec<Cell>, Grid<u16>) {
        self.tiles.flood(from, (W * H) as usize, |cell| self.tiles.get(cell) != WALL)
    }
}

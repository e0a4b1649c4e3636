//! A floor that is being dug: its tiles, and for each cell what stands around it.
//!
//! ```text
//!   01 20 08        the signature of a cell: a bit for each neighbour that is wall
//!   80  @ 40        left 80, right 40, up 20, down 10,
//!   02 10 04        up-right 08, down-right 04, down-left 02, up-left 01
//! ```
//!
//! Everything the generator asks is asked of signatures: where a worm may go, what is a doorway, a dead end, a good
//! place for a chest, and which of the 47 walls a wall is. So they are kept, not computed: digging a cell tells its
//! eight neighbours, once; reading one is a look into a table. Outside of the floor all is wall.
//!
//! A pattern is a signature and a mask of bits that do not count (the tutorial's `binaryComp`).
//!
//! Not here: any decision about where to dig.

use alloc::vec;
use alloc::vec::Vec;
use num::Rng;

use super::Room;
use crate::dir::{Cell, Dir};
use crate::grid::Grid;
use crate::tile::{FLOOR, ROCK};

/// Steps to the eight neighbours, in the order of the signature's bits from the highest.
const AROUND: [(i32, i32); 8] = [(-1, 0), (1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, 1), (-1, -1)];

/// Cells that may be dug without opening a second way: all rock, or open on one side and closed behind. Each with the
/// bits that do not count.
const CARVED: [(u8, u8); 5] = [(0xff, 0x00), (0xd6, 0x09), (0x7c, 0x03), (0xb3, 0x0c), (0xe9, 0x06)];

/// Diagonal `i` has bit `8 >> i`; these are the bits of the two sides that it lies between.
pub const CORNERS: [u8; 4] = [0x60, 0x50, 0x90, 0xa0];

/// Note: the cell belongs to a room.
pub const ROOM: u8 = 1;
/// Note: a monster stands there.
pub const MOB: u8 = 2;

/// The floor so far.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The tiles: [`ROCK`] is wall, all else is open.
    pub grid: Grid<u8>,
    /// The signature of each cell.
    pub signs: Grid<u8>,
    /// The rooms, in the order in which they were dug.
    pub rooms: Vec<Room>,
    /// For each cell the sum of what is known of it: [`ROOM`], [`MOB`].
    pub notes: Grid<u8>,
    /// Where a door may stand: gaps between a room and something else.
    pub doors: Vec<Cell>,
    /// Monsters, kinds 1 to 10 in the order of their table, and where they are.
    pub mobs: Vec<(u8, Cell)>,
    /// The only source of chance.
    pub rng: Rng,
}

/// Is the signature the pattern's, but for the bits that do not count?
pub fn fits(sign: u8, (pattern, mask): (u8, u8)) -> bool {
    sign | mask == pattern | mask
}

/// May a cell of this signature be dug without opening a second way? Of an open cell: has it one exit at most?
pub fn carves(sign: u8) -> bool {
    CARVED.iter().any(|&pattern| fits(sign, pattern))
}

/// Walls on two opposite sides and ways on the other two: a passage, or a wall between two open cells.
pub fn is_straight(sign: u8) -> bool {
    fits(sign, (0xc0, 0x0f)) || fits(sign, (0x30, 0x0f))
}

/// How many of the four sides are wall.
pub fn sides(sign: u8) -> u32 {
    (sign >> 4).count_ones()
}

impl Draft {
    /// Rock without end.
    pub fn new(side: i32, rng: Rng) -> Draft {
        Draft {
            grid: Grid::new(side, side, ROCK, ROCK),
            signs: Grid::new(side, side, 0xff, ROCK),
            rooms: vec![],
            notes: Grid::new(side, side, 0, ROCK),
            doors: vec![],
            mobs: vec![],
            rng,
        }
    }

    /// Is the cell dug, whatever stands there?
    pub fn is_open(&self, cell: Cell) -> bool {
        self.grid.get(cell) != ROCK
    }

    /// The cell becomes floor.
    pub fn dig(&mut self, cell: Cell) {
        self.change(cell, FLOOR, 0);
    }

    /// The cell becomes rock.
    pub fn fill(&mut self, cell: Cell) {
        self.change(cell, ROCK, 0xff);
    }

    /// Writes a tile and tells the neighbours: `wall` 255 that it is wall, 0 that it is not.
    fn change(&mut self, cell: Cell, tile: u8, wall: u8) {
        self.grid.set(cell, tile);
        for (index, near) in around(cell).enumerate() {
            // Left is seen from the right, and so on: sides are opposite in twos, diagonals in fours.
            let bit = 0x80 >> (index ^ if index < 4 { 1 } else { 2 });
            self.signs.set(near, self.signs.get(near) & !bit | wall & bit);
        }
    }

    /// May the rock of this cell be dug without opening a second way?
    pub fn can_carve(&self, cell: Cell) -> bool {
        !self.is_open(cell) && carves(self.signs.get(cell))
    }

    /// Does the cell belong to a room?
    pub fn is_room(&self, cell: Cell) -> bool {
        self.grid.index(cell).is_some() && self.notes.get(cell) & ROOM != 0
    }

    /// Lies a room beside the cell: on a side, or with `count` 8 at a corner too?
    pub fn is_near_room(&self, cell: Cell, count: usize) -> bool {
        around(cell).take(count).any(|near| self.is_room(near))
    }

    /// A number from 0 to `count` - 1; 0 for a count below 1.
    pub fn below(&mut self, count: i32) -> i32 {
        self.rng.index(count.max(0) as u32) as i32
    }

    /// Those of the cells for which something holds, in any order, each order as likely.
    pub fn shuffled(
        &mut self,
        cells: impl Iterator<Item = Cell>,
        holds: impl Fn(&Draft, Cell) -> bool,
    ) -> Vec<Cell> {
        let mut cells: Vec<Cell> = cells.filter(|&cell| holds(self, cell)).collect();
        self.shuffle(&mut cells);
        cells
    }

    /// Puts a list into any order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        kit::chance::shuffle(&mut self.rng, list);
    }

    /// Marks all that can be reached from a cell: itself with `mark`, and each step on with `grow` more than the step
    /// before, until `most` would be passed. The walls around are marked too, but not passed through. What has a mark
    /// keeps it and is not entered. Returns what was marked, nearest first.
    pub fn flood(&self, marks: &mut [u16], from: Cell, mark: u16, grow: u16, most: u16) -> Vec<Cell> {
        let mut found = vec![];
        let visit = |marks: &mut [u16], found: &mut Vec<Cell>, cell: Cell, mark: u16| {
            if let Some(slot) = self.grid.index(cell).and_then(|at| marks.get_mut(at))
                && *slot == 0
            {
                *slot = mark;
                found.push(cell);
            }
        };
        visit(marks, &mut found, from, mark);
        let mut next = 0;
        while let Some(&cell) = found.get(next) {
            next += 1;
            let mark = self.grid.index(cell).map_or(most, |at| marks[at]).saturating_add(grow);
            if mark <= most && self.is_open(cell) {
                for dir in Dir::ALL {
                    visit(marks, &mut found, cell.step(dir), mark);
                }
            }
        }
        found
    }

    /// A table of marks, all 0.
    pub fn blank(&self) -> Vec<u16> {
        vec![0; self.grid.tiles().len()]
    }
}

/// The eight neighbours, in the order of the signature's bits.
pub fn around(cell: Cell) -> impl Iterator<Item = Cell> {
    AROUND.iter().map(move |(dx, dy)| Cell::at(cell.x.saturating_add(*dx), cell.y.saturating_add(*dy)))
}

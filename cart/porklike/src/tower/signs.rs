//! A cell's signature, the set of its open neighbours, and what it shows.
//!
//! ```text
//!   01 20 08        the signature of a cell: a bit for each neighbour that is wall
//!   80  @ 40        left 80, right 40, up 20, down 10,
//!   02 10 04        up-right 08, down-right 04, down-left 02, up-left 01
//!
//!   ###   ###   #.#   #.#   ..#        a corner between two walls: where it is wall too, the two are one wall; where
//!   .@#   .@.   .@#   .@.   .@#        it is open, the cell keeps two ways apart
//!   ###   ###   ###   #.#   ###        @ is an end, straight, and three that are neither; the last one is free
//! ```
//!
//! Everything the generator asks is asked of signatures: where a worm may go, whether a cell is a gap, a door, an alcove, a good
//! place to begin, and which of the 47 walls a wall is. The tutorial (chapters 29, 30, 49) answers by lists of patterns; here
//! one rule about corners gives the same answers. Outside of the floor all is wall.
//!
//! Not here: any decision about where to dig.

use kit::Cell;

use super::Floor;
use crate::tile::Tile;

/// Diagonal `i` has bit `8 >> i`; these are the bits of the two sides next to it.
const CORNERS: &[u8; 4] = b"\x60\x50\x90\xa0";

/// The eight neighbours, in the order of the signature's bits from the highest.
pub fn around(cell: Cell) -> [Cell; 8] {
    // Numbers of a block of nine, row by row.
    b"\x03\x05\x01\x07\x02\x08\x06\x00"
        .map(|i| Cell::at(cell.x + i32::from(i % 3) - 1, cell.y + i32::from(i / 3) - 1))
}

/// The signature of a cell among cells that satisfy a condition.
pub fn sign(cell: Cell, holds: impl Fn(Cell) -> bool) -> u8 {
    around(cell).into_iter().fold(0, |sign, near| sign << 1 | u8::from(holds(near)))
}

/// How many of the four sides are wall.
pub fn sides(sign: u8) -> u32 {
    (sign >> 4).count_ones()
}

/// The bits of the corners that lie between two walls.
pub fn corners(sign: u8) -> u8 {
    (0..4).filter(|&at| sign & CORNERS[at] == CORNERS[at]).map(|at| 8 >> at).sum()
}

/// May a cell of this signature be dug without opening a second way? Of an open cell: has it one exit at most?
pub fn carves(sign: u8) -> bool {
    sides(sign) > 2 && sign | corners(sign) == sign
}

/// Walls on two opposite sides and ways on the other two: a passage, or a wall between two open cells.
pub fn is_straight(sign: u8) -> bool {
    matches!(sign >> 4, 0b1100 | 0b0011)
}

/// Do the open neighbours of a cell with this signature hang together when the cell itself is barred? False when there
/// is one way or none.
pub fn stands_free(sign: u8) -> bool {
    let open = !sign;
    // Two sides are joined by the corner between them; a ring of four may miss one corner. Behind two walls is rock.
    sides(open) > 1 && (corners(open) & open).count_ones() + 1 >= sides(open) && sign | corners(sign) == sign
}

impl Floor {
    /// Has the cell this tile?
    pub fn is(&self, cell: Cell, tile: u8) -> bool {
        self.grid.get(cell) == tile
    }

    /// Is the cell dug, even if something is in it?
    pub fn is_open(&self, cell: Cell) -> bool {
        !self.is(cell, Tile::Rock as u8)
    }

    /// Writes a tile that may be a wall, and updates the neighbours.
    pub fn put(&mut self, cell: Cell, tile: u8) {
        self.grid.set(cell, tile);
        for near in around(cell) {
            self.signs.set(near, sign(near, |cell| self.is(cell, Tile::Rock as u8)));
        }
    }

    /// May the rock of this cell be dug without opening a second way, or the wall of a room?
    pub fn can_carve(&self, cell: Cell) -> bool {
        !self.is_open(cell) && carves(self.signs.get(cell)) && !self.is_near(cell, Tile::Room as u8)
    }

    /// Is a tile of this kind on one of the four sides?
    pub fn is_near(&self, cell: Cell, tile: u8) -> bool {
        cell.around().iter().any(|&near| self.is(near, tile))
    }
}

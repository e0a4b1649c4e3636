//! A floor's tiles: a square of sprite numbers, row after row from the upper left.
//!
//! ```text
//!   side 4:   0  1  2  3        cell (x, y) is tile y * side + x
//!             4  5  6  7
//!             8  9 10 11        outside, on all four sides: rock, without end
//!            12 13 14 15
//! ```
//!
//! Whoever looks past the edge sees [`ROCK`], and who writes there writes nothing: so no rule needs a border case, and
//! no cell, however far off, can panic. Our decision; the floors of the tower have no border of their own.
//!
//! Not here: what a tile means (`tile.rs`), who stands on it.

use alloc::vec;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use crate::dir::Cell;
use crate::tile::ROCK;

/// A square of tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    side: i32,
    tiles: Vec<u8>,
}

impl Grid {
    /// `side` times `side` tiles, all the same. A side below 1 gives a grid that is rock everywhere; one above 181 is
    /// taken as 181, the largest whose cells fit 15 bits.
    pub fn new(side: i32, tile: u8) -> Grid {
        let side = side.clamp(0, 181);
        Grid { side, tiles: vec![tile; (side * side) as usize] }
    }

    /// Tiles along one edge.
    pub fn side(&self) -> i32 {
        self.side
    }

    /// Index of a cell in reading order, for tables that lie beside the grid: none for a cell outside.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        let inside = |at| (0..self.side).contains(&at);
        (inside(cell.x) && inside(cell.y)).then(|| (cell.y * self.side + cell.x) as usize)
    }

    /// The tile of a cell: [`ROCK`] outside, and in a grid that was loaded with too few tiles.
    pub fn get(&self, cell: Cell) -> u8 {
        self.index(cell).and_then(|at| self.tiles.get(at)).copied().unwrap_or(ROCK)
    }

    /// Writes the tile of a cell. Outside it does nothing.
    pub fn set(&mut self, cell: Cell, tile: u8) {
        if let Some(slot) = self.index(cell).and_then(|at| self.tiles.get_mut(at)) {
            *slot = tile;
        }
    }

    /// All cells, row by row. Owns nothing of the grid: tiles may be written while it runs.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.side;
        (0..side * side).map(move |at| Cell::at(at % side, at / side))
    }

    /// The tiles, row by row.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }
}

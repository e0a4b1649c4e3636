//! Where a floor begins and ends, and the dead ends that are filled.
//!
//! ```text
//!   any cell ──farthest──> a ──farthest that may be an alcove──> stairs up      start: the cell nearest to a, less its score
//!
//!   score     5 outside of rooms, where nothing is cut off       none: never. So next to a room
//!             3 in a room, away from corners                     0 in a corner, or in an alcove
//! ```
//!
//! A floor's tablet is in the niche nearest to the start, so that it bars no way. Without a chest there is a rail in the wall
//! nearest to the start (both ours).
//!
//! After the tutorial's chapters 33 to 36, 49 and 50. Its twelve patterns of well-connected cells are one rule here: a cell
//! is free when the open cells around it are connected without it, and there is rock behind two walls. (Of the tutorial's
//! pattern 1100 x0x1 the digits are right: 193; and of 0110 1x0x the mask is 9.)
//!
//! Not here: the picture of an alcove.

use alloc::vec::Vec;
use kit::{Cell, Grid};

use super::Floor;
use super::doors::LONG;
use super::signs::{self, carves, sides, stands_free};
use crate::tile::Tile;

impl Floor {
    /// Open cells that can be reached, nearest first, and the steps to each.
    pub fn flood(&self, from: Cell) -> (Vec<Cell>, Grid<u16>) {
        self.grid.flood(from, usize::MAX, |cell| self.is_open(cell))
    }

    /// How good a cell is to begin at: 5 to 0, none for never.
    pub fn score(&self, cell: Cell) -> Option<i32> {
        let sign = self.signs.get(cell);
        let free = stands_free(sign);
        if self.is(cell, Tile::Room as u8) {
            Some(3 * i32::from(free && sides(sign) < 2))
        } else {
            ((free || sign < 0xff && carves(sign))
                && signs::sign(cell, |near| self.is(near, Tile::Room as u8)) < 1)
                .then_some(5 * i32::from(free))
        }
    }

    /// Puts stairs and start, far apart. None when there is no such pair.
    pub fn place_ends(&mut self) -> Option<()> {
        let any = *self.cells(Floor::is_open).first()?;
        let (cells, steps) = self.flood(*self.flood(any).0.last()?);
        let stairs = cells
            .iter()
            .rev()
            .flat_map(|cell| cell.around())
            .find(|&cell| carves(self.signs.get(cell)) && self.is_near(cell, Tile::Room as u8))?;
        self.start = self
            .grid
            .cells()
            .filter_map(|cell| Some((nearest(&steps, cell) - self.score(cell)?, cell)))
            .min()?
            .1;
        self.put(self.start, Tile::StairsDown as u8);
        self.put(stairs, Tile::StairsUp as u8);
        (self.flood(self.start).1.get(stairs) > LONG).then_some(())
    }

    /// Fills a hallway's cell that has one way out or none, and the way to it.
    pub fn fill(&mut self, cell: Cell) {
        if self.is(cell, Tile::Floor as u8) && sides(self.signs.get(cell)) > 2 {
            self.put(cell, Tile::Rock as u8);
            for near in cell.around() {
                self.fill(near);
            }
        }
    }

    /// Puts a tile into the rock that satisfies a condition and is the nearest to the start. None when there is no place for it.
    pub fn dig_niche(&mut self, tile: u8, fits: fn(&Floor, Cell) -> bool) -> Option<()> {
        let steps = self.flood(self.start).1;
        self.cells(fits)
            .into_iter()
            .min_by_key(|place| nearest(&steps, *place))
            .map(|place| self.put(place, tile))
    }
}

/// Steps to a cell: of rock, from the nearest of its neighbours.
fn nearest(steps: &Grid<u16>, cell: Cell) -> i32 {
    cell.around()
        .into_iter()
        .fold(steps.get(cell), |least, near| least.min(steps.get(near).saturating_add(1)))
        .into()
}

//! One flood for two things: how far away a cell is, and where a cloud goes.
//!
//! ```text
//!   251 252 253 254 253      nearness to the 255, over cells that let it through; # does not: 0
//!   250   #   # 255 254      who goes to a neighbour with a greater number comes nearer, round every corner:
//!   249 248   # 254 253      that is a Dijkstra map in which all steps cost the same
//! ```
//!
//! The queue of the flood is its result: cells nearest first, so a cloud of nine tiles is its first nine.

use super::{What, World};
use crate::dir::Cell;
use crate::grid::Grid;
use alloc::vec;
use alloc::vec::Vec;

impl World {
    /// Floods from a cell, which is taken whatever it is, over cells that are `open`. Gives at most `most` cells, nearest
    /// first, and the nearness of each: 255 less the steps, 0 for those not reached. Floors of up to 22 tiles a side, where no
    /// way has more than 254 steps.
    pub fn spread(&self, from: Cell, most: usize, open: impl Fn(Cell) -> bool) -> (Vec<Cell>, Grid) {
        let mut near = Grid::new(self.grid.side(), 0);
        let mut cells = vec![from];
        let mut next = 0;
        near.set(from, 255);
        while let Some(cell) = cells.get(next).copied() {
            next += 1;
            for ahead in cell.around() {
                if near.get(ahead) == 0 && cells.len() < most && open(ahead) {
                    near.set(ahead, near.get(cell) - 1);
                    cells.push(ahead);
                }
            }
        }
        (cells, near)
    }

    /// Smoke for some turns on the `most` cells that are nearest. Shut doors, walls and whatever blocks the way hold it; where
    /// there is smoke already, the longer time counts.
    pub(super) fn puff(&mut self, from: Cell, most: usize, turns: u8) {
        let (cells, _) = self.spread(from, most, |cell| self.free(cell));
        for at in &cells {
            self.smoke.set(*at, self.smoke.get(*at).max(turns));
        }
        self.tell(What::Puff, 0, turns.into(), 0).cells = cells;
    }
}

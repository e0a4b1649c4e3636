//! One flood for three things: how far away a cell is, where a cloud goes, what a fire reaches.
//!
//! ```text
//!   251 252 253 254 253      nearness to the 255, over cells that let it through; # does not: 0
//!   250   #   # 255 254      who goes to a neighbour with a greater number comes nearer, round every corner:
//!   249 248   # 254 253      that is a Dijkstra map in which all steps cost the same
//! ```
//!
//! The queue of the flood is its result: cells nearest first, so a cloud of nine tiles is its first nine.

use super::{Event, World};
use crate::dir::Cell;
use crate::grid::Grid;
use crate::tile;
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
        self.fill(cells, turns);
    }

    /// Smoke on these cells.
    fn fill(&mut self, cells: Vec<Cell>, turns: u8) {
        for at in cells.iter().filter_map(|cell| self.grid.index(*cell)) {
            self.smoke[at] = self.smoke[at].max(turns);
        }
        self.tell(Event::Puff { cells, turns });
    }

    /// Sets fire to herbs: the one in this cell and eight at most that are joined to it. Who stands in them takes 1, smoke
    /// stays for 4 turns, ash for ever.
    pub(super) fn ignite(&mut self, from: Cell) {
        if self.is(from, tile::BURNS) {
            let (cells, _) = self.spread(from, 9, |cell| self.is(cell, tile::BURNS));
            for cell in &cells {
                self.put(*cell, tile::ASH);
                if let Some(who) = self.mob_at(*cell) {
                    self.hurt(who, 1, false);
                }
            }
            self.fill(cells, 4);
        }
    }
}

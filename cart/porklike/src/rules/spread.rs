//! One flood for three things: how far away a cell is, where a cloud goes, what a fire reaches.
//!
//! ```text
//!   4 3 2 1 2        steps from the 0, over cells that let it through; # does not
//!   5 # # 0 1        who goes to a neighbour with a smaller number comes nearer,
//!   6 7 # 1 2        round every corner: that is a Dijkstra map with all steps alike
//! ```
//!
//! The queue of the flood is its result: cells nearest first, so a cloud of nine tiles is its first nine.

use super::{Event, World};
use crate::dir::{Cell, Dir};
use crate::tile;
use alloc::vec;
use alloc::vec::Vec;

/// Steps to a cell that the flood did not reach.
pub const FAR: u16 = u16::MAX;

impl World {
    /// Floods from a cell, which is taken whatever it is, over cells that are `open`. Gives at most `most` cells, nearest
    /// first, and by [`crate::grid::Grid::index`] the steps to each, [`FAR`] for the others.
    pub fn spread(&self, from: Cell, most: usize, open: impl Fn(Cell) -> bool) -> (Vec<Cell>, Vec<u16>) {
        let mut steps = vec![FAR; self.smoke.len()];
        let mut cells = Vec::with_capacity(most.min(steps.len()));
        let mut next = 0;
        if let Some(at) = self.grid.index(from) {
            steps[at] = 0;
            cells.push(from);
        }
        while let Some(cell) = cells.get(next).copied() {
            next += 1;
            let so_far = self.grid.index(cell).map_or(0, |at| steps[at]);
            for ahead in Dir::ALL.map(|dir| cell.step(dir)) {
                match self.grid.index(ahead) {
                    Some(at) if steps[at] == FAR && cells.len() < most && open(ahead) => {
                        steps[at] = so_far + 1;
                        cells.push(ahead);
                    }
                    _ => {}
                }
            }
        }
        (cells, steps)
    }

    /// Smoke for some turns on the `most` cells that are nearest. Shut doors, walls and whatever blocks the way hold it; where
    /// there is smoke already, the longer time counts.
    pub(super) fn puff(&mut self, from: Cell, most: usize, turns: u8) {
        let (cells, _) = self.spread(from, most, |cell| !self.is(cell, tile::BLOCKS));
        self.fill(cells, turns);
    }

    /// Smoke on these cells.
    pub(super) fn fill(&mut self, cells: Vec<Cell>, turns: u8) {
        for at in cells.iter().filter_map(|cell| self.grid.index(*cell)) {
            self.smoke[at] = self.smoke[at].max(turns);
        }
        self.events.push(Event::Puff { cells, turns });
    }

    /// Sets fire to herbs: the one in this cell and eight at most that are joined to it. Who stands in them takes 1, smoke
    /// stays for 4 turns, ash for ever.
    pub(super) fn ignite(&mut self, from: Cell) {
        if self.is(from, tile::BURNS) {
            let (cells, _) = self.spread(from, 9, |cell| self.is(cell, tile::BURNS));
            for cell in &cells {
                self.put(*cell, tile::ASH);
                if let Some(who) = self.mob_at(*cell) {
                    self.hurt(who, 0, 1, false);
                }
            }
            self.fill(cells, 4);
        }
    }
}

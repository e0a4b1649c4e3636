//! Where a floor begins and ends, and the dead ends that are filled.
//!
//! ```text
//!   any cell ──farthest that may be an alcove──> stairs up ──farthest, by distance and score──> start
//!
//!   score     5 outside of rooms, where nothing is cut off       none: never. So beside a room
//!             3 in a room, away from corners                     0 in a corner, or in an alcove
//! ```
//!
//! A floor's tablet stands in a niche, so that it bars no way, near to the start and to the way (ours).
//!
//! After the tutorial's chapters 33 to 36, 49 and 50. Where it fills a dead end only if the two corners behind it are
//! rock, we fill whatever has one way out, so that none is left but the alcoves. Its twelve patterns of what stands
//! free are one rule here, which finds the same and has no slips: a cell stands free when the open cells around it hang
//! together without it. (Of the tutorial's pattern 1100 x0x1 = 161 the number is right, which is left and up; the digits
//! would be a passage between two walls, where a chest bars the way. Likewise 9 is right and not 0101.)
//!
//! Not here: the picture of an alcove.

use alloc::vec::Vec;
use kit::{Cell, Grid};

use super::doors::LONG;
use super::signs::{carves, sides, stands_free};
use super::{Floor, ROOM};
use crate::tile::{FLOOR, POT, ROCK, STAIRS_DOWN, STAIRS_UP, TABLET};

impl Floor {
    /// Open cells that can be reached, nearest first, and the steps to each.
    pub fn flood(&self, from: Cell) -> (Vec<Cell>, Grid<u16>) {
        self.grid.flood(from, usize::MAX, |cell| self.is_open(cell))
    }

    /// How good a cell is to begin at: 5 to 0, none for never.
    pub fn score(&self, cell: Cell) -> Option<i32> {
        let sign = self.signs.get(cell);
        let free = stands_free(sign);
        if self.is(cell, ROOM) {
            free.then_some(3 * i32::from(sides(sign) < 2))
        } else {
            ((free || sign < 0xff && carves(sign)) && !self.is_near(cell, ROOM))
                .then_some(5 * i32::from(free))
        }
    }

    /// Puts stairs and start, far apart; gives the steps from the stairs. None when there is no such pair, or not all hangs together.
    pub fn place_ends(&mut self) -> Option<Grid<u16>> {
        let open = self.cells(Floor::is_open);
        let cells = self.flood(*open.first()?).0;
        let stairs =
            cells.iter().rev().flat_map(|cell| cell.around()).find(|&cell| carves(self.signs.get(cell)))?;
        self.put(stairs, STAIRS_UP);
        let steps = self.flood(stairs).1;
        let scored = |cell| Some((nearest(&steps, cell) + self.score(cell)?, cell));
        let (score, start) = self.grid.cells().filter_map(scored).max()?;
        self.start = start;
        self.put(start, STAIRS_DOWN);
        // At most 5 of the score are no steps.
        (score > LONG + 5 && cells.len() == open.len()).then_some(steps)
    }

    /// Fills a hallway's cell that has one way out or none, and the way to it.
    pub fn fill(&mut self, cell: Cell) {
        if self.is(cell, FLOOR) && sides(self.signs.get(cell)) > 2 {
            self.put(cell, ROCK);
            for near in cell.around() {
                self.fill(near);
            }
        }
    }

    /// Digs niches beside hallways: one gets a tablet, up to `count` others a pot of smoke each: for who is trapped there. The tablet's
    /// is the nearest to the start among those that are near the way to the stairs. None when there is no place for it.
    pub fn dig_niches(&mut self, count: usize, stairs: &Grid<u16>) -> Option<()> {
        let start = self.flood(self.start).1;
        let places = self.cells(|floor, cell| floor.signs.get(cell) < 0xff && floor.can_carve(cell));
        // Of dead ends that have been filled the steps from the stairs are known, those from the start are not.
        let near = |niche: &&Cell| {
            // So many steps more than those from beside the start to the stairs are too many.
            let most = 8 + nearest(stairs, self.start);
            niche.around().into_iter().any(|at| i32::from(start.get(at)) + i32::from(stairs.get(at)) < most)
        };
        self.put(*places.iter().filter(near).min_by_key(|niche| nearest(&start, **niche))?, TABLET);
        for niche in places.into_iter().take(count) {
            // There may be another one beside it now.
            if self.can_carve(niche) {
                self.put(niche, POT);
            }
        }
        Some(())
    }
}

/// Steps to the nearest neighbour of a cell.
fn nearest(steps: &Grid<u16>, cell: Cell) -> i32 {
    cell.around().into_iter().map(|near| i32::from(steps.get(near))).min().unwrap_or_default()
}

//! Gaps in walls: so many that all is joined, and a few that shorten a long way. Some get a door.
//!
//! ```text
//!   join         o o # . .      o is joined already: a wall with something else behind it is a gap to be dug
//!   shortcut     a # b          a wall between two cells that are more than 20 steps apart
//!   door         room + ~~~     a gap beside a room, walls on both sides, no door near it
//! ```
//!
//! After the tutorial's chapters 32 to 34 and 36. It gives each area a flag and looks at the whole floor after each gap; here
//! there are two flags, joined and not, and one flood goes on from gap to gap. So each cell is flooded once, on a floor of any
//! size.
//!
//! Not here: opening a door.

use kit::Cell;

use super::signs::is_straight;
use super::{Floor, ROOM};
use crate::tile::{DOOR, FLOOR, ROCK};

/// Steps that a shortcut must save.
pub const LONG: i32 = 20;

impl Floor {
    /// A wall between two open cells that could be dug through?
    pub fn is_gap(&self, cell: Cell) -> bool {
        !self.is_open(cell) && is_straight(self.signs.get(cell))
    }

    /// Digs gaps between what is joined and what is not, from any hallway on, while there are any.
    pub fn join(&mut self) {
        // What is joined is rock here.
        let mut apart = self.grid.clone();
        let mut gaps = self.cells(|floor, cell| floor.is(cell, FLOOR));
        gaps.truncate(1);
        while !gaps.is_empty() {
            let gap = gaps.swap_remove(self.below(gaps.len()));
            let is_apart = |cell| apart.get(cell) != ROCK;
            if gap.around().into_iter().any(is_apart) {
                for cell in self.grid.flood(gap, usize::MAX, is_apart).0 {
                    apart.set(cell, ROCK);
                    gaps.extend(self.shuffled(cell.around(), Floor::is_gap));
                }
                self.put(gap, FLOOR);
            }
        }
    }

    /// Digs up to `count` gaps between cells that are more than [`LONG`] steps apart.
    pub fn shorten(&mut self, mut count: usize) {
        for gap in self.cells(Floor::is_gap) {
            // Beside another gap there may be three ways.
            if count > 0
                && let [a, b] = self.shuffled(gap.around(), Floor::is_open)[..]
            {
                // A way of 20 steps around a gap stays within 10 of it.
                if i32::from(
                    self.grid.flood(a, usize::MAX, |cell| self.is_open(cell) && cell.dist(gap) < 11).1.get(b),
                ) > LONG
                {
                    self.put(gap, FLOOR);
                    count -= 1;
                }
            }
        }
    }

    /// Puts a door into every gap that is fit for one: a bare passage beside a room, with no other door near it.
    pub fn put_doors(&mut self) {
        for cell in self.grid.cells() {
            if self.is(cell, FLOOR)
                && is_straight(self.signs.get(cell))
                && cell.around().iter().any(|&near| self.is(near, ROOM))
                && !self.is_near(cell, DOOR)
            {
                self.grid.set(cell, DOOR);
            }
        }
    }
}

//! Worms: they dig a maze into the rock that the rooms leave.
//!
//! ```text
//!   #########       a worm digs on while the next cell may be dug without opening a second way;
//!   #~~~~~~~#       it turns when it must, and half of the time before each step after the third;
//!   #######~#       where it can go no way on, it ends
//!   #~~~~~~~#       worms begin until there is no place to begin: rock, with no room next to it
//! ```
//!
//! Follows the tutorial's chapters 30, 31, 36 and 38. The tutorial lists all starts again for each worm. Here a
//! list is used up before the next one is made, which costs the same per tile for a floor of any size.
//!
//! Not here: joining what the worms leave apart.

use kit::{Cell, Dir};

use super::Floor;
use crate::tile::Tile;

impl Floor {
    /// Digs worms until no more can begin.
    pub fn dig_worms(&mut self) {
        loop {
            let places = self.cells(Floor::can_carve);
            if places.is_empty() {
                return;
            }
            for place in places {
                // Another worm may have come here.
                if self.can_carve(place) {
                    self.dig_worm(place);
                }
            }
        }
    }

    /// Digs one worm from a cell on. Ends, since every step digs rock away.
    pub fn dig_worm(&mut self, mut cell: Cell) {
        self.put(cell, Tile::Floor as u8);
        while let Some(dir) = self.shuffled(Dir::ALL, |floor, dir| floor.can_carve(cell.step(dir))).pop() {
            let mut step = 0;
            while self.can_carve(cell.step(dir)) && (step < 3 || self.below(2) > 0) {
                cell = cell.step(dir);
                self.put(cell, Tile::Floor as u8);
                step += 1;
            }
        }
    }
}

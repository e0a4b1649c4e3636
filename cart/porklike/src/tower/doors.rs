//! Gaps in walls: so many that all is joined, and a few that shorten a long way. Some get a door.
//!
//! ```text
//!   join         o o # . .      o is joined already: a wall with something else behind it is a gap to be dug
//!   shortcut     a # b          a wall between two cells that are more than 20 steps apart
//!   door         room + ~~~     a gap next to a room, walls on both sides, no door near it
//! ```
//!
//! After the tutorial's chapters 32 to 34 and 36. Random gaps between areas that do not hang together are dug until there are
//! none, then up to three that save more than 20 steps. One function does both: what cannot be reached is
//! [`FAR`](kit::grid::FAR) away.
//!
//! Not here: opening a door.

use kit::Cell;

use super::Floor;
use super::signs::is_straight;
use crate::tile::Tile;

/// Steps that a shortcut must save.
pub const LONG: u16 = 20;

impl Floor {
    /// A wall between two open cells that could be dug through?
    pub fn is_gap(&self, cell: Cell) -> bool {
        !self.is_open(cell) && is_straight(self.signs.get(cell))
    }

    /// Digs up to `count` gaps between cells that are more than `least` steps apart, in any order.
    pub fn dig_gaps(&mut self, mut count: usize, least: u16) {
        for gap in self.cells(Floor::is_gap) {
            // Next to another gap there may be three ways.
            if count > 0
                && let [a, b] = self.shuffled(gap.around(), Floor::is_open)[..]
                && self.flood(a).1.get(b) > least
            {
                self.put(gap, Tile::Floor as u8);
                count -= 1;
            }
        }
    }

    /// Puts a door into every gap that is fit for one: a bare passage next to a room, with no other door near it.
    pub fn put_doors(&mut self) {
        for cell in self.grid.cells() {
            if self.is(cell, Tile::Floor as u8)
                && is_straight(self.signs.get(cell))
                && self.is_near(cell, Tile::Room as u8)
                && !self.is_near(cell, Tile::Door as u8)
            {
                self.grid.set(cell, Tile::Door as u8);
            }
        }
    }
}

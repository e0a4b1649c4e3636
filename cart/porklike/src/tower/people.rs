//! Chests and creatures.
//!
//! ```text
//!   floor          1  2  3  4  5  6  7  8
//!   at least       3  5  7  9 10 11 12 13       room by room, 2 or 3 in each, until the most are there: twice as many;
//!   at most        6 10 14 18 20 22 24 26       if too few, more in the hallways
//!   chests         {0, 1, 1, 1, 2, 3}
//! ```
//!
//! After the tutorial's chapters 37, 44 to 46 and 50. The room where the hero starts has no creatures.
//!
//! Not here: what they do.

use kit::Cell;

use super::Floor;
use crate::data::{self, KINDS};
use crate::tile::Tile;

impl Floor {
    /// Puts chests into rooms, away from the walls, one to a room: the first is the rare one.
    pub fn put_chests(&mut self, count: usize) {
        self.rng.shuffle(&mut self.rooms);
        let mut tile = Tile::Chest as u8;
        for room in self.rooms.clone().into_iter().take(count) {
            let mut inside = self
                .shuffled(room, |floor, cell| floor.is(cell, Tile::Room as u8) && floor.signs.get(cell) == 0);
            if let Some(middle) = inside.pop() {
                self.grid.set(middle, tile);
                tile = Tile::Bin as u8;
            }
        }
    }

    /// Puts monsters into the rooms in any order and, if they are too few, into hallways. None when the fewest find no room.
    pub fn settle(&mut self, fewest: usize) -> Option<()> {
        self.rng.shuffle(&mut self.rooms);
        for room in self.rooms.clone() {
            if !room.contains(&self.start) {
                let count = self.mobs.len() + 2 + self.below(2);
                self.infest(count.min(2 * fewest), Tile::Room as u8, room);
            }
        }
        self.infest(fewest, Tile::Floor as u8, self.grid.cells());
        (self.mobs.len() >= fewest).then_some(())
    }

    /// Puts monsters on a bare tile among the cells until there are `count` on the whole floor.
    pub fn infest(&mut self, count: usize, tile: u8, cells: impl IntoIterator<Item = Cell>) {
        for cell in self.shuffled(cells, |floor, at| floor.is(at, tile)) {
            if self.mobs.len() < count
                && let Some(kind) = self.rng.pick(&data::here(&KINDS, self.number))
            {
                self.mobs.push((kind, cell));
            }
        }
    }
}

//! Chests, and who lives here.
//!
//! ```text
//!   floor          1  2  3  4  5  6  7  8
//!   at least       3  5  7  9 10 11 12 13       room by room, 2 to 5 in each, until the most are there: twice as many;
//!   at most        6 10 14 18 20 22 24 26       if too few, some more wherever there is floor: hallways
//! ```
//!
//! After the tutorial's chapters 37, 44 to 46 and 50. Nobody lives in the room where the hero begins, nor within two steps of him.
//! Rooms near to him are filled first: so whoever begins a run soon meets somebody asleep (ours). Of pods, mussels and terrines a
//! floor has two at most, of oxtails one.
//!
//! Not here: what they do.

use alloc::vec::Vec;
use kit::Cell;

use super::{Floor, ROOM};
use crate::data::{self, KINDS, Stat};
use crate::tile::{BIN, CHEST, FLOOR};

impl Floor {
    /// The rooms but the one where the hero begins, in any order.
    fn other_rooms(&mut self) -> Vec<Vec<Cell>> {
        self.rng.shuffle(&mut self.rooms);
        self.rooms.iter().filter(|room| !room.contains(&self.start)).cloned().collect()
    }

    /// Puts chests into rooms, away from the walls, one to a room: the first is the rare one.
    pub fn put_chests(&mut self, screens: usize) {
        let count = self.below(4) * screens;
        let mut tile = CHEST;
        for room in self.other_rooms().into_iter().take(count) {
            if let Some(middle) = self.shuffled(room, |floor, cell| floor.signs.get(cell) == 0).pop() {
                self.grid.set(middle, tile);
                tile = BIN;
            }
        }
    }

    /// Puts monsters into the rooms and, if they are too few, into hallways. None when the fewest find no room.
    pub fn settle(&mut self, fewest: usize) -> Option<()> {
        let mut rooms = self.other_rooms();
        rooms.sort_by_key(|room| room[0].dist(self.start));
        for room in rooms {
            let count = self.mobs.len() + 2 + self.below(4);
            self.infest(count.min(2 * fewest), ROOM, room);
        }
        self.infest(fewest, FLOOR, self.grid.cells());
        (self.mobs.len() >= fewest).then_some(())
    }

    /// Puts monsters on a bare tile among the cells until there are `count` on the whole floor; none within two steps of the
    /// start.
    pub fn infest(&mut self, count: usize, tile: u8, cells: impl IntoIterator<Item = Cell>) {
        for cell in self.shuffled(cells, |floor, at| floor.is(at, tile) && at.dist(floor.start) > 2) {
            if self.mobs.len() < count {
                let kind = self.shuffled(data::here(&KINDS, self.number), |floor, kind| {
                    floor.kinds[usize::from(kind)] < data::beast(kind, Stat::Most)
                })[0];
                self.kinds[usize::from(kind)] += 1;
                self.mobs.push((kind, cell));
            }
        }
    }
}

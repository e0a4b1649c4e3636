//! Rooms: four at most, the first may be large.
//!
//! ```text
//!   width 3 to most            the first: most 10, so 10 x 3, 7 x 5, 4 x 8 ...
//!   height 3 to most,          the others: most 5
//!   but 35 tiles at most       no room touches another, not even at a corner: a wall is in between
//! ```
//!
//! After the tutorial's chapters 28, 31 and 49. A room that fits nowhere is dropped: each failure makes the next rooms a tile
//! smaller, down to 3 x 3, and the fifth one ends it.
//!
//! Not here: the contents of a room.

use kit::Cell;

use super::Floor;
use crate::tile::Tile;

impl Floor {
    /// Digs up to four rooms.
    pub fn dig_rooms(&mut self) {
        let mut most = 10;
        let mut failures = 0;
        while self.rooms.len() < 4 && failures < 5 {
            let w = 3 + self.below(most - 2) as i32;
            let h = 3 + self.below(most.min(35 / w as usize) - 2) as i32;
            let cells = |at: Cell| (0..w * h).map(move |i| Cell::at(at.x + i % w, at.y + i / w));
            // All around all of its cells is rock.
            let places = self.cells(|floor, at| cells(at).all(|cell| floor.signs.get(cell) == 0xff));
            if let Some(at) = places.first() {
                cells(*at).for_each(|cell| self.put(cell, Tile::Room as u8));
                self.rooms.push(cells(*at).collect());
                most = most.min(5);
            } else {
                failures += 1;
                most = 3.max(most - 1);
            }
        }
    }
}

//! Rooms: four to a screen, one of them large.
//!
//! ```text
//!   width 3 to most            the first: most 10, so 10 x 3, 7 x 5, 4 x 8 ...
//!   height 3 to most,          the others: most 5
//!   but 35 tiles at most       no room touches another, not even at a corner: one wall stands between
//! ```
//!
//! After the tutorial's chapters 28, 31 and 49. A room that finds no place is given up; each one given up makes the
//! next ones smaller, and after the smallest no more are tried. What "finds no place" means is ours: 40 random places do
//! not fit. Its one random place gives up so often that half of the floors have two rooms.
//!
//! Not here: what is in a room.

use alloc::vec::Vec;
use kit::Cell;

use super::{Floor, ROOM};

impl Floor {
    /// Digs up to four rooms for each of the screens.
    pub fn dig_rooms(&mut self, screens: usize) {
        let mut most = 10;
        while self.rooms.len() < 4 * screens && most > 2 {
            let w = 3 + self.below(most - 2);
            let h = 3 + self.below(most.min(35 / w) - 2);
            if let Some(room) = (0..40).find_map(|_| self.place(w, h)) {
                for &cell in &room {
                    self.put(cell, ROOM);
                }
                self.rooms.push(room);
                most = most.min(5);
            } else {
                most -= 1;
            }
        }
    }

    /// The cells of a room at a random place; none where it would stick out of the floor, or touch something.
    pub fn place(&mut self, w: usize, h: usize) -> Option<Vec<Cell>> {
        let side = self.grid.width() as usize;
        let x = self.below(side);
        let y = self.below(side);
        let room: Vec<Cell> =
            (0..w * h).map(|at| Cell::at((x + at % w) as i32, (y + at / w) as i32)).collect();
        // All around all of its cells is rock.
        room.iter().all(|&cell| self.signs.get(cell) == 0xff).then_some(room)
    }
}

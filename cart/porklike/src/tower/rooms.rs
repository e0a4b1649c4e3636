//! Rooms: four to a screen, one of them large.
//!
//! ```text
//!   width 3 to most            the first: most 10 x 10, so 10 x 3, 7 x 5, 4 x 8 ...
//!   height 3 to most,          the others: most 5 x 5
//!   but 35 tiles at most       no room touches another, not even at a corner: one wall stands between
//! ```
//!
//! After the tutorial's chapters 28, 31 and 49. A room that finds no place is given up; each one given up makes the
//! next ones smaller, and after five no more are tried. What "finds no place" means is ours: 20 random places do not
//! fit. Its one random place gives up so often that half of the floors have two rooms.
//!
//! Not here: what is in a room.

use super::Room;
use super::draft::{Draft, ROOM};
use crate::dir::Cell;

/// Smallest width and height.
pub const LEAST: i32 = 3;
/// Most tiles of a room.
pub const TILES: i32 = 35;

/// A room's size: 3 to `most` wide and high, with [`TILES`] tiles at most. It lies in the corner as yet.
pub fn roll(draft: &mut Draft, most: [i32; 2]) -> Room {
    let w = LEAST + draft.below(most[0] - LEAST + 1);
    let h = LEAST + draft.below((TILES / w).min(most[1]) - LEAST + 1);
    Room { x: 0, y: 0, w, h, kind: 0 }
}

/// Looks for a place and digs the room there. Says whether there was one.
pub fn place(draft: &mut Draft, mut room: Room) -> bool {
    let side = draft.grid.width();
    for _ in 0..20 {
        room.x = draft.below(side - room.w + 1);
        room.y = draft.below(side - room.h + 1);
        let Room { x, y, w, h, .. } = room;
        let with_walls = Room { x: x - 1, y: y - 1, w: w + 2, h: h + 2, kind: 0 };
        if x + w <= side && y + h <= side && !with_walls.cells().any(|cell| draft.is_open(cell)) {
            for cell in room.cells() {
                draft.dig(cell);
                draft.notes.set(cell, ROOM);
            }
            draft.rooms.push(room);
            return true;
        }
    }
    false
}

/// Digs up to `count` rooms.
pub fn dig(draft: &mut Draft, count: i32) {
    let mut most = [10, 10];
    let mut failures = 0;
    // Five failures for four rooms.
    while (draft.rooms.len() as i32) < count && failures * 4 < count * 5 {
        let room = roll(draft, most);
        if place(draft, room) {
            most = most.map(|size| size.min(5));
        } else {
            failures += 1;
            let longer = usize::from(room.h >= room.w);
            most[longer] = LEAST.max(most[longer] - 1);
        }
    }
}

impl Room {
    /// Its cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.w * self.h).map(move |at| Cell::at(self.x + at % self.w, self.y + at / self.w))
    }

    /// Is the cell in the room?
    pub fn holds(&self, cell: Cell) -> bool {
        (self.x..self.x + self.w).contains(&cell.x) && (self.y..self.y + self.h).contains(&cell.y)
    }

    /// The room without the cells along its walls.
    pub fn inner(self) -> Room {
        Room { x: self.x + 1, y: self.y + 1, w: self.w - 2, h: self.h - 2, ..self }
    }
}

//! What rooms are for: five kinds of decoration, and each place has its own mixture.
//!
//! ```text
//!   kind       what
//!   0 vases    along the walls, not near doors: crocks, smoke pots
//!   1 carpet   where only room is all around
//!   2 torches  on the left and right wall, on every other row
//!   3 ferns    six tenths ferns, which hide; grass, dirt
//!   4 debris   here and there
//! ```
//!
//! A kind is a row of `data/decor.txt`; how many rooms in ten have which stands in `data/floors.txt`.
//!
//! After the tutorial's chapters 42, 43, 46 and 50: rooms are taken in any order, the first has vases, so every floor
//! has some. Ours: where no crock found a place, the next room tries.
//!
//! Not here: the pictures, and what the tiles do.

use kit::Cell;

use super::{Floor, ROOM};
use crate::data::DECOR;
use crate::tile::{CROCK, DOOR};

impl Floor {
    /// Decorates all rooms, each with one of ten kinds. None when there is no place for a crock.
    pub fn decorate(&mut self, kinds: [i32; 10]) -> Option<()> {
        self.rng.shuffle(&mut self.rooms);
        let mut found = false;
        for room in self.rooms.clone() {
            let kind = if found { kinds[self.below(10)] } else { 0 };
            for cell in room {
                // Below a wall is its face.
                if self.is(cell, ROOM) && self.signs.get(cell) & 0x20 == 0 {
                    let tile = self.decoration(kind, cell);
                    found |= tile == CROCK;
                    self.grid.set(cell, tile);
                }
            }
        }
        found.then_some(())
    }

    /// What a kind of decoration puts on a bare cell of a room.
    pub fn decoration(&mut self, kind: i32, cell: Cell) -> u8 {
        let sign = self.signs.get(cell);
        let off_door = !self.is_near(cell, DOOR);
        let tile = DECOR[kind as usize][self.below(20)] as u8;
        match kind {
            // The high bits are the sides.
            0 if off_door && sign > 0x0f && self.mobs.iter().all(|mob| mob.1 != cell) => tile,
            1 if sign == 0 => tile,
            // On the right wall hangs the other one.
            2 if off_door && cell.y % 2 == 0 && sign & 0xc0 > 0 && tile > ROOM => tile + (sign >> 5 & 2),
            3 | 4 => tile,
            _ => ROOM,
        }
    }
}

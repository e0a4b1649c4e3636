//! What rooms are for: five kinds of decoration.
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
//! A kind is a row of `data/decor.txt`: sixty tiles, each as likely.
//!
//! After the tutorial's chapters 42, 43, 46 and 50: rooms are taken in any order, and the first has vases.
//!
//! Not here: the pictures, and what the tiles do.

use kit::Cell;

use super::Floor;
use crate::data::DECOR;
use crate::tile::Tile;

impl Floor {
    /// Decorates all rooms in any order: the first with vases, each other with a kind of its own.
    pub fn decorate(&mut self) {
        self.rng.shuffle(&mut self.rooms);
        let mut kind = 0;
        for room in self.rooms.clone() {
            for cell in room {
                // Below a wall is its face.
                if self.is(cell, Tile::Room as u8) && self.signs.get(cell) & 0x20 == 0 {
                    let tile = self.decoration(kind, cell);
                    self.grid.set(cell, tile);
                }
            }
            kind = self.below(5);
        }
    }

    /// What a kind of decoration puts on a bare cell of a room.
    pub fn decoration(&mut self, kind: usize, cell: Cell) -> u8 {
        let sign = self.signs.get(cell);
        let off_door = !self.is_near(cell, Tile::Door as u8);
        let tile = DECOR[kind][self.below(60)] as u8;
        match kind {
            // The high bits are the sides.
            0 if off_door && sign > 0x0f && self.mobs.iter().all(|mob| mob.1 != cell) => tile,
            1 if sign == 0 => tile,
            // On the right wall hangs the other one.
            2 if off_door && cell.y % 2 == 0 && sign & 0xc0 > 0 && tile > Tile::Room as u8 => {
                tile + (sign >> 5 & 2)
            }
            3 | 4 => tile,
            _ => Tile::Room as u8,
        }
    }
}

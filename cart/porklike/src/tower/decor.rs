//! What rooms are for: five kinds of decoration, and each place has its own mixture.
//!
//! ```text
//!   kind      what                                                     larder  kitchen  loft
//!   v vases   along the walls, not near doors: crocks, smoke pots         3       3       3
//!   c carpet  where only room is all around                               1       2       1
//!   t torches on the left and right wall, on every other row              1       3       3
//!   f ferns   six tenths ferns, which hide; grass, dirt                   4       1       2
//!   d debris  here and there                                              1       1       1
//! ```
//!
//! After the tutorial's chapters 42, 43, 46 and 50: rooms are taken in any order, the first has vases, so every floor
//! has some. Ours: where no crock found a place, the next room tries.
//!
//! Not here: the pictures, and what the tiles do.

use kit::Cell;
use kit::chance::shuffle;

use super::signs::sides;
use super::{Floor, ROOM};
use crate::tile::{CARPET, CROCK, DIRT, DOOR, POT, TORCH};

/// What grows on ten cells: the two ferns, two grasses, dirt, nothing.
const HERBS: [u8; 10] = [21, 21, 21, 22, 22, 22, 24, 25, 26, ROOM];

impl Floor {
    /// Decorates all rooms, each with one of ten kinds. None when there is no place for a crock.
    pub fn decorate(&mut self, kinds: &[u8; 10]) -> Option<()> {
        shuffle(&mut self.rng, &mut self.rooms);
        for room in self.rooms.clone() {
            let kind = if self.grid.tiles().contains(&CROCK) { kinds[self.below(10)] } else { b'v' };
            for cell in room {
                // Below a wall is its face.
                if self.is(cell, ROOM) && self.signs.get(cell) & 0x20 == 0 {
                    let tile = self.decoration(kind, cell);
                    self.grid.set(cell, tile);
                }
            }
        }
        self.grid.tiles().contains(&CROCK).then_some(())
    }

    /// What a kind of decoration puts on a bare cell of a room.
    pub fn decoration(&mut self, kind: u8, cell: Cell) -> u8 {
        let sign = self.signs.get(cell);
        let off_door = !self.is_near(cell, DOOR);
        let chance = self.below(10);
        match kind {
            b'v' if off_door && sides(sign) > 0 && self.mobs.iter().all(|mob| mob.1 != cell) => {
                [ROOM, ROOM, CROCK, POT][self.below(4)]
            }
            b'c' if sign == 0 => CARPET,
            b't' if off_door && chance < 7 && cell.y % 2 == 0 && sign & 0xc0 > 0 => TORCH + (sign >> 5 & 2),
            b'f' => HERBS[chance],
            b'd' if chance < 3 => DIRT + 1 + chance as u8,
            _ => ROOM,
        }
    }
}

//! What rooms are for: five kinds of decoration, and each place has its own mixture.
//!
//! ```text
//!   kind      what                                                     larder  kitchen  loft
//!   0 vases   along the walls, not beside doors: crocks, smoke pots       3       3       3
//!   1 carpet  on all that does not touch a wall                           1       2       1
//!   2 torches on the left and right wall, on every other row              1       3       3
//!   3 ferns   six tenths ferns, which hide; grass, dirt                   4       1       2
//!   4 debris  here and there                                              1       1       1
//! ```
//!
//! After the tutorial's chapters 42, 43, 46 and 50: rooms are taken in any order, the first has vases, so every floor
//! has some. Ours: where no vase found a place, the next room tries.
//!
//! Not here: the pictures, and what the tiles do.

use alloc::vec::Vec;

use super::draft::{Draft, ROOM, sides};
use crate::dir::{Cell, Dir};
use crate::tile::{CARPET, CROCK, DIRT, DOOR, FERN, FLOOR, POT, TORCH, is_plain};

/// How likely each kind is, by place.
pub const WEIGHTS: [[i32; 5]; 3] = [[3, 1, 1, 4, 1], [3, 2, 3, 1, 1], [3, 1, 3, 2, 1]];

/// A kind of decoration, by the weights of a floor's place: the larder to floor 3, the kitchen to 6, the loft.
pub fn kind(draft: &mut Draft, floor: u8) -> u8 {
    let weights = WEIGHTS[usize::from(floor - 1) / 3];
    let mut left = draft.below(weights.iter().sum());
    let mut kind = 0;
    while left >= weights[kind] {
        left -= weights[kind];
        kind += 1;
    }
    kind as u8
}

/// What a kind of decoration puts on a cell of a room; its present tile for nothing.
pub fn tile(draft: &mut Draft, kind: u8, cell: Cell) -> u8 {
    let now = draft.grid.get(cell);
    let sign = draft.signs.get(cell);
    let by_door = Dir::ALL.iter().any(|&dir| draft.grid.get(cell.step(dir)) == DOOR);
    let chance = draft.below(10) as usize;
    match kind {
        0 if draft.notes.get(cell) == ROOM && !by_door && sides(sign) > 0 => {
            [now, now, CROCK, POT][chance % 4]
        }
        1 if sides(sign) == 0 => CARPET,
        2 if chance < 7 && cell.y % 2 == 0 && !by_door && sign & 0xc0 != 0 => TORCH + (sign >> 5 & 2),
        3 => [FERN, FERN, FERN, FERN + 1, FERN + 1, FERN + 1, DIRT - 2, DIRT - 1, DIRT, now][chance],
        4 if chance < 3 => DIRT + 1 + chance as u8,
        _ => now,
    }
}

/// Decorates all rooms and notes their kinds. Says whether a vase stands in one.
pub fn rooms(draft: &mut Draft, floor: u8) -> bool {
    let mut order: Vec<usize> = (0..draft.rooms.len()).collect();
    draft.shuffle(&mut order);
    let mut vases = false;
    for at in order {
        let kind = if vases { kind(draft, floor) } else { 0 };
        draft.rooms[at].kind = kind;
        for cell in draft.rooms[at].cells() {
            if draft.grid.get(cell) == FLOOR {
                let tile = tile(draft, kind, cell);
                vases |= !is_plain(tile) && kind == 0;
                draft.grid.set(cell, tile);
            }
        }
    }
    vases
}

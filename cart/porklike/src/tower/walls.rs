//! Walls get their pictures: 47 of them by one rule, and a face on the floor below.
//!
//! ```text
//!   #####       a corner of a wall's signature counts only where both sides next to it are wall:
//!   #~~~#       that leaves 47 of the 256 signatures. In rising order they are the sprites
//!   #...#       from 48 on, so 94 is rock all around.
//!   #####       ~ the face: floor with a wall above it; now and then cracked, hung with herbs, or lit
//! ```
//!
//! The rule of the sheet's own key; the tutorial (chapters 40 and 41) has a table of 46 pairs instead, and leaves rock
//! all around to a tile of its own. Ours has no table that could be wrong: the compiler makes it from the rule.
//!
//! Not here: what a wall stops; that stands in the sprite flags.

use super::draft::{CORNERS, Draft};
use crate::tile::{FACES, FLOOR, WALLS};

/// The signature without the corners that do not count.
pub const fn reduce(mut sign: u8) -> u8 {
    let mut at = 0;
    while at < 4 {
        if sign & CORNERS[at] != CORNERS[at] {
            sign &= !(8 >> at);
        }
        at += 1;
    }
    sign
}

/// The sprite for each signature.
pub static SPRITES: [u8; 256] = {
    let mut sprites = [0; 256];
    let (mut sign, mut next) = (0, WALLS);
    // A reduced signature is never greater than what it is reduced from, so its number is there already.
    while sign < 256 {
        let reduced = reduce(sign as u8) as usize;
        if reduced == sign {
            sprites[sign] = next;
            next += 1;
        } else {
            sprites[sign] = sprites[reduced];
        }
        sign += 1;
    }
    sprites
};

/// Gives every wall its sprite and every plain floor below a wall a face.
pub fn paint(draft: &mut Draft) {
    for cell in draft.grid.cells() {
        let sign = draft.signs.get(cell);
        if !draft.is_open(cell) {
            draft.grid.set(cell, SPRITES[usize::from(sign)]);
        } else if draft.grid.get(cell) == FLOOR && sign & 0x20 != 0 {
            let face = draft.below(16) as usize;
            draft.grid.set(cell, FACES[face.saturating_sub(12)]);
        }
    }
}

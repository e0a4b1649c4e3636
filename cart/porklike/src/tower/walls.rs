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
//! all around to a tile of its own. Ours has no table that could be wrong. Walls come last, so that until then rock is rock.
//!
//! What a wall blocks is not decided here but in the sprite flags.

use alloc::vec::Vec;

use super::Floor;
use super::signs::corners;
use crate::tile::Tile;

/// The signature without the corners that do not count.
pub fn reduce(sign: u8) -> u8 {
    sign & (0xf0 | corners(sign))
}

impl Floor {
    /// Gives every wall its sprite and every bare floor below a wall a face.
    pub fn paint(&mut self) {
        let pictures: Vec<u8> = (0..=255).filter(|&sign| reduce(sign) == sign).collect();
        for cell in self.grid.cells() {
            let sign = self.signs.get(cell);
            let was = self.grid.get(cell);
            let tile = if was == Tile::Rock as u8 {
                // The first of the 47.
                48 + pictures.partition_point(|&picture| picture < reduce(sign)) as u8
            } else if was < Tile::Rock as u8 && sign & 0x20 > 0 {
                b"\x04\x05\x06\x5f"[self.below(16).saturating_sub(12)]
            } else {
                was.max(Tile::Floor as u8)
            };
            self.grid.set(cell, tile);
        }
    }
}

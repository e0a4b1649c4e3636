//! Numbers and flags of the tiles, as `sprites/porklike.png` and `.flags` have them.
//!
//! ```text
//!  8   .. crock  pot pot'  bin bin'  chest chest'      ' is the twin, the next number:
//! 16   door door'  up down  tablet  fern fern' ..      what the tile becomes, or its other picture
//! ```
//!
//! Only the sprite flags decide what stops the hero, so that an artist can change it without a programmer. What a
//! bump does depends on the number.

/// Flags of a tile, by their bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// The tile may not be entered.
    Blocks,
    /// Blocks sight.
    Opaque,
    /// A held arrow stops there: the tile blocks or reacts.
    Stops,
    /// A creature here is noticed only from distance 1.
    Cover,
    /// The picture swaps with its twin's, the number xor 1.
    Animated,
    /// Offers two things: a bin, a chest, a rail.
    Offers,
}

pub const FLOOR: u8 = 1;
/// Solid rock: drawn by no wall rule, and everything outside a floor.
pub const ROCK: u8 = 2;
/// Floor below a wall shows the wall's face: brick, cracked, with herbs, with a lit window; brick again.
pub const FACES: &[u8; 4] = b"\x04\x05\x06\x5f";
pub const CROCK: u8 = 9;
pub const POT: u8 = 10;
pub const BIN: u8 = 12;
pub const CHEST: u8 = 14;
/// Two hooks with gear, where a first floor has no chest; the twin is empty.
pub const RAIL: u8 = 40;
pub const DOOR: u8 = 16;
pub const STAIRS_UP: u8 = 18;
pub const STAIRS_DOWN: u8 = 19;
pub const TABLET: u8 = 20;
pub const OPEN: u8 = 17;
/// The remains of a crock or pot: plain floor.
pub const SHARDS: u8 = 30;
/// The first of the 47 walls.
pub const WALLS: u8 = 48;
/// The altar with the ham, 3x3 tiles: the first and the last.
pub const ALTAR: u8 = 108;
pub const ALTAR_END: u8 = 142;

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

/// The tiles that the code names, by their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Bare floor of a room, until the walls are painted.
    Room,
    Floor,
    /// Solid rock: drawn by no wall rule, and everything outside a floor.
    Rock,
    HiddenRock,
    /// Floor below a wall shows the wall's face: brick, cracked, with herbs; the fourth, with a lit window, is 95.
    Face,
    CrackedFace,
    FaceWithHerbs,
    Carpet,
    CarpetFace,
    Crock,
    Pot,
    PotTwin,
    Bin,
    OpenBin,
    Chest,
    OpenChest,
    Door,
    OpenDoor,
    StairsUp,
    StairsDown,
    Tablet,
    Herb,
    HerbTwin,
    Rustling,
    Grass,
    GrassTwin,
    Dirt,
    Debris,
    MoreDebris,
    MuchDebris,
    /// The remains of a crock or pot: plain floor.
    Shards,
    Splat,
    TorchLeft,
    TorchLeftTwin,
    TorchRight,
    TorchRightTwin,
    ThickSmoke,
    Smoke,
    ThinSmoke,
    Wisp,
    /// Two hooks with gear, where a floor has no chest; the twin is empty.
    Rail,
}

/// In patterns.
pub const DOOR: u8 = 16;
pub const TABLET: u8 = 20;
/// The altar with the ham, 3x3 tiles: the first and the last.
pub const ALTAR: u8 = 108;
pub const ALTAR_END: u8 = 142;

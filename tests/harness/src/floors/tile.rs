//! Numbers of tiles, as the key of `sprites/porklike.flags` has them, for tests of Smokehouse.

pub const ROOM: u8 = 0;
pub const FLOOR: u8 = 1;
pub const ROCK: u8 = 2;
pub const CROCK: u8 = 9;
pub const POT: u8 = 10;
pub const BIN: u8 = 12;
pub const CHEST: u8 = 14;
pub const DOOR: u8 = 16;
pub const STAIRS_UP: u8 = 18;
pub const STAIRS_DOWN: u8 = 19;
pub const TABLET: u8 = 20;
pub const SHARDS: u8 = 30;
pub const RAIL: u8 = 40;
pub const ALTAR: u8 = 108;
pub const ALTAR_END: u8 = 142;

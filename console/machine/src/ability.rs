//! Bits for [`crate::Machine::allow`]: the player's control over time.

pub const REWIND: u8 = 1;
pub const SLOTS: u8 = 2;
pub const FAST: u8 = 4;
pub const SLOW: u8 = 8;
pub const ALL: u8 = 15;

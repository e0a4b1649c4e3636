//! Button bits of [`crate::Input::players`], in PICO-8's order.

pub const LEFT: u8 = 1;
pub const RIGHT: u8 = 2;
pub const UP: u8 = 4;
pub const DOWN: u8 = 8;
/// O: confirm, or the first action.
pub const O: u8 = 16;
/// X: back, or the second action.
pub const X: u8 = 32;
/// Pause, of player 0 only.
pub const PAUSE: u8 = 64;

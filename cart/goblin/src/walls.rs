//! Which of 16 sprites a wall gets: the eight neighbours as a mask, and the 16 box shapes of code page 437.
//!
//! ```text
//!   NW 16 │ N 1 │ NE 32      bit set: a wall there         0 █   1 ╨   2 ╥   3 ║   arms: N 1, S 2, W 4, E 8
//!   ──────┼─────┼──────                                    4 ╡   5 ╝   6 ╗   7 ╣   the sprite is the first one
//!   W  4  │  #  │ E  8                                     8 ╞   9 ╚  10 ╔  11 ╠   of the row and the arms
//!   ──────┼─────┼──────                                   12 ═  13 ╩  14 ╦  15 ╬
//!   SW 64 │ S 2 │ SE 128
//! ```
//!
//! The rule: a wall extends an arm towards a neighbouring wall if any tile next to both is open. So lines run along the
//! edges of rooms, and the solid rock behind them has none. Of the 256 masks, 47 remain if a corner counts only between
//! two walls (the diary's number). The rule gives them the shapes that the diary lists.

/// Each direction's bit, and the bits of the four tiles next to the step into it.
const ARMS: [(u8, u8); 4] = [(1, 0b0011_1100), (2, 0b1100_1100), (4, 0b0101_0011), (8, 0b1010_0011)];

/// The arms of each mask.
pub const SHAPES: [u8; 256] = shapes();

const fn shapes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 1024 {
        let (mask, (arm, beside)) = (i / 4, ARMS[i % 4]);
        if mask as u8 & arm != 0 && mask as u8 & beside != beside {
            table[mask] |= arm;
        }
        i += 1;
    }
    table
}

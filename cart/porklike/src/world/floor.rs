//! The hand-made floors, from the lowest to the highest, and how each is coloured.
//!
//! ```text
//! map columns   0       16      32      48      64
//!               | larder | yard  | hook  | room  |      16x16 tiles each, rows 0 to 15
//! the climb     yard -> larder -> room -> hook          stairs up lead to the next, stairs down to the one before
//! ```
//!
//! All floors share the tiles. Four colours of the sheet stand for a place's own: 1 floor, 2 wall, 3 leaves,
//! 13 wall top; the display palette shows them as the place wants. The generated floors of later chapters come
//! in between, with the same palettes.

use crate::dir::Cell;

/// Tiles along a floor's side.
pub const SIDE: i32 = 16;

/// One floor.
#[derive(Clone, Copy, Debug)]
pub struct Floor {
    /// For debug displays.
    pub name: &'static str,
    /// Column of the map where the floor begins.
    pub column: i32,
    /// Where the hero stands who comes from below, or begins here.
    pub from_below: Cell,
    /// Where the hero stands who comes back from above.
    pub from_above: Cell,
    /// What colours 1, 2, 3 and 13 are shown as.
    pub colors: [u8; 4],
}

impl Floor {
    /// Is the cell on this floor?
    pub fn holds(&self, cell: Cell) -> bool {
        (self.column..self.column + SIDE).contains(&cell.x) && (0..SIDE).contains(&cell.y)
    }
}

/// The floors, in the order of the climb.
pub const FLOORS: [Floor; 4] = [
    Floor {
        name: "the yard",
        column: 16,
        from_below: Cell::at(23, 13),
        from_above: Cell::at(23, 7),
        colors: [129, 1, 131, 13],
    },
    Floor {
        name: "the larder",
        column: 0,
        from_below: Cell::at(2, 14),
        from_above: Cell::at(13, 4),
        colors: [129, 131, 139, 3],
    },
    Floor {
        name: "a bare room",
        column: 48,
        from_below: Cell::at(51, 12),
        from_above: Cell::at(61, 3),
        colors: [130, 132, 3, 134],
    },
    Floor {
        name: "the hook",
        column: 32,
        from_below: Cell::at(39, 12),
        from_above: Cell::at(39, 12),
        colors: [128, 132, 139, 9],
    },
];

/// Index of the floor where the game begins: the larder, which has every kind of tile.
pub const FIRST: u8 = 1;

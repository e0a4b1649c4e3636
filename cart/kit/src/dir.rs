//! The four directions as an index into two tables of steps, and cells.
//!
//! ```text
//!        2 up
//! 0 left  @  1 right      x + DX[dir], y + DY[dir]: no branch for any direction, anywhere
//!        3 down
//! ```
//!
//! The index is the number of the console's button; the opposite direction is the index xor 1. Movement is orthogonal:
//! a diagonal step would slip past doors in one-tile walls.
//!
//! Functions called for each neighbour of a cell are `#[inline]`, as carts are other crates: a floor of Smokehouse
//! takes 12 % less time.

use serde::{Deserialize, Serialize};

/// Step to the right of each direction, in tiles.
pub const DX: [i32; 4] = [-1, 1, 0, 0];
/// Step down of each direction, in tiles.
pub const DY: [i32; 4] = [0, 0, -1, 1];

/// One of the four directions, numbered like its button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dir {
    /// Button 0.
    Left,
    /// Button 1.
    Right,
    /// Button 2.
    Up,
    /// Button 3.
    Down,
}

impl Dir {
    /// All four, each at its index.
    pub const ALL: [Dir; 4] = [Dir::Left, Dir::Right, Dir::Up, Dir::Down];

    /// Tiles to the right.
    #[inline]
    pub fn dx(self) -> i32 {
        DX[self as usize]
    }

    /// Tiles down.
    #[inline]
    pub fn dy(self) -> i32 {
        DY[self as usize]
    }
}

/// A cell in tiles from a floor's upper left corner, inside the floor or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

impl Cell {
    /// The cell in column `x` and row `y`.
    #[inline]
    pub const fn at(x: i32, y: i32) -> Cell {
        Cell { x, y }
    }

    /// The neighbour in a direction. Saturates at the ends of `i32`.
    #[inline]
    pub fn step(self, dir: Dir) -> Cell {
        Cell::at(self.x.saturating_add(dir.dx()), self.y.saturating_add(dir.dy()))
    }

    /// The four neighbours, in the order of [`Dir::ALL`].
    #[inline]
    pub fn around(self) -> [Cell; 4] {
        Dir::ALL.map(|dir| self.step(dir))
    }

    /// Distance in steps without obstacles: columns plus rows apart. Saturates.
    #[inline]
    pub fn dist(self, other: Cell) -> i32 {
        self.x.abs_diff(other.x).saturating_add(self.y.abs_diff(other.y)).min(i32::MAX as u32) as i32
    }
}

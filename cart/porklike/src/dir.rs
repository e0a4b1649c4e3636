//! The four directions as an index into two tables of steps.
//!
//! ```text
//!        2 up
//! 0 left  @  1 right      x + DX[dir], y + DY[dir]: no branch for any direction, anywhere
//!        3 down
//! ```
//!
//! The index is the number of the console's button, so that an arrow is its direction. Movement is orthogonal: a
//! diagonal would slip past doors that stand in one-tile walls.

use serde::{Deserialize, Serialize};

/// Step to the right of each direction, in tiles.
pub const DX: [i32; 4] = [-1, 1, 0, 0];
/// Step down of each direction, in tiles.
pub const DY: [i32; 4] = [0, 0, -1, 1];

/// One of the four directions: 0 left, 1 right, 2 up, 3 down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Dir(u8);

impl Dir {
    /// Button 0.
    pub const LEFT: Dir = Dir(0);
    /// Button 1.
    pub const RIGHT: Dir = Dir(1);
    /// Button 2.
    pub const UP: Dir = Dir(2);
    /// Button 3.
    pub const DOWN: Dir = Dir(3);
    /// All four, each at its index.
    pub const ALL: [Dir; 4] = [Dir::LEFT, Dir::RIGHT, Dir::UP, Dir::DOWN];

    /// Index into [`DX`] and [`DY`], and number of the button.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The opposite direction.
    pub fn back(self) -> Dir {
        Dir(self.0 ^ 1)
    }

    /// Tiles to the right.
    pub fn dx(self) -> i32 {
        DX[self.index()]
    }

    /// Tiles down.
    pub fn dy(self) -> i32 {
        DY[self.index()]
    }
}

/// A saved state named a direction that there is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchDir(u8);

impl core::fmt::Display for NoSuchDir {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "direction {} found, 0 to 3 expected", self.0)
    }
}

impl TryFrom<u8> for Dir {
    type Error = NoSuchDir;

    fn try_from(index: u8) -> Result<Dir, NoSuchDir> {
        Dir::ALL.get(usize::from(index)).copied().ok_or(NoSuchDir(index))
    }
}

impl From<Dir> for u8 {
    fn from(dir: Dir) -> u8 {
        dir.0
    }
}

/// A cell of a floor, in tiles from the floor's upper left corner; outside of it, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

impl Cell {
    /// The cell in column `x` and row `y`.
    pub const fn at(x: i32, y: i32) -> Cell {
        Cell { x, y }
    }

    /// The neighbour in a direction. Saturates at the ends of `i32`.
    pub fn step(self, dir: Dir) -> Cell {
        Cell::at(self.x.saturating_add(dir.dx()), self.y.saturating_add(dir.dy()))
    }

    /// The four neighbours, in the order of [`Dir::ALL`].
    pub fn around(self) -> [Cell; 4] {
        Dir::ALL.map(|dir| self.step(dir))
    }

    /// Steps from here to there when nothing stands in the way: columns apart plus rows apart. Saturates.
    pub fn dist(self, other: Cell) -> i32 {
        self.x
            .saturating_sub(other.x)
            .saturating_abs()
            .saturating_add(self.y.saturating_sub(other.y).saturating_abs())
    }
}

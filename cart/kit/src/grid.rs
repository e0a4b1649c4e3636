//! A rectangle of tiles, row by row from the upper left, and a flood fill.
//!
//! ```text
//!   4 wide, 3 high:   0  1  2  3      cell (x, y) is entry y * w + x
//!                     4  5  6  7
//!                     8  9 10 11      outside, on all four sides: `outside`, without end
//!
//!   flood from @:     2 # 2 3         steps over open cells; moving to a neighbour with a smaller number leads to @ around
//!                     1 @ 1 #         every corner: a Dijkstra map in which all steps cost the same
//! ```
//!
//! Reads outside return `outside` and writes there do nothing, so no rule needs a border case and no cell can panic.

use alloc::vec;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use crate::dir::Cell;

/// Distance of cells that were not reached.
pub const FAR: u16 = u16::MAX;

/// A rectangle of tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid<T> {
    w: i32,
    h: i32,
    outside: T,
    tiles: Vec<T>,
}

impl<T: Copy> Grid<T> {
    /// `w` columns and `h` rows of the same tile. A size below 1 gives a grid that is `outside` everywhere; sizes are
    /// limited to 181, so that the index of any cell fits 15 bits.
    pub fn new(w: i32, h: i32, tile: T, outside: T) -> Grid<T> {
        let [w, h] = [w, h].map(|size| size.clamp(0, 181));
        Grid { w, h, outside, tiles: vec![tile; (w * h) as usize] }
    }

    /// Columns.
    pub fn width(&self) -> i32 {
        self.w
    }

    /// Index of a cell in reading order, for tables parallel to the grid; none outside.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        // As unsigned numbers, those below 0 are too large.
        ((cell.x as u32) < self.w as u32 && (cell.y as u32) < self.h as u32)
            .then(|| (cell.y * self.w + cell.x) as usize)
    }

    /// The tile of a cell; `outside` for one outside.
    pub fn get(&self, cell: Cell) -> T {
        self.index(cell).map_or(self.outside, |at| self.tiles[at])
    }

    /// Sets the tile of a cell; does nothing outside.
    pub fn set(&mut self, cell: Cell, tile: T) {
        if let Some(at) = self.index(cell) {
            self.tiles[at] = tile;
        }
    }

    /// All cells, row by row. Does not borrow the grid, so tiles may be written meanwhile.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<T> {
        let w = self.w;
        (0..w * self.h).map(move |at| Cell::at(at % w, at / w))
    }

    /// The tiles, row by row.
    pub fn tiles(&self) -> &[T] {
        &self.tiles
    }

    /// Floods from a cell, open or not, over cells that are `open`. Returns at most `most` cells, nearest first, and
    /// the number of steps to each, [`FAR`] for those not reached. A cloud of nine tiles is the first nine.
    pub fn flood(&self, from: Cell, most: usize, open: impl Fn(Cell) -> bool) -> (Vec<Cell>, Grid<u16>) {
        // Cells outside count as reached, so they are never entered.
        let mut steps = Grid::new(self.w, self.h, FAR, 0);
        let mut cells = vec![from];
        let mut next = 0;
        steps.set(from, 0);
        while let Some(&cell) = cells.get(next) {
            let far = steps.get(cell) + 1;
            next += 1;
            for ahead in cell.around() {
                if steps.get(ahead) == FAR && open(ahead) && cells.len() < most {
                    steps.set(ahead, far);
                    cells.push(ahead);
                }
            }
        }
        steps.outside = FAR;
        (cells, steps)
    }
}

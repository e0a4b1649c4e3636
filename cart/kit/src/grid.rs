//! A rectangle of tiles, row after row from the upper left, and the one flood over it.
//!
//! ```text
//!   4 wide, 3 high:   0  1  2  3      cell (x, y) is entry y * w + x
//!                     4  5  6  7
//!                     8  9 10 11      outside, on all four sides: `outside`, without end
//!
//!   flood from @:     2 # 2 3         steps over cells that are open; who goes to a neighbour with a smaller number comes
//!                     1 @ 1 #         nearer, round every corner: that is a Dijkstra map in which all steps cost the same
//! ```
//!
//! Whoever looks past the edge sees `outside`, and who writes there writes nothing: so no rule needs a border case, and
//! no cell, however far off, can panic.
//!
//! Not here: what a tile means, who stands on it.

use alloc::vec;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use crate::dir::Cell;

/// In a map of distances: not reached.
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
    /// `w` columns, `h` rows, all the same. A size below 1 gives a grid that is `outside` everywhere; one above 181 is taken
    /// as 181, so that the number of any cell fits 15 bits.
    pub fn new(w: i32, h: i32, tile: T, outside: T) -> Grid<T> {
        let (w, h) = (w.clamp(0, 181), h.clamp(0, 181));
        Grid { w, h, outside, tiles: vec![tile; (w * h) as usize] }
    }

    /// Columns.
    pub fn width(&self) -> i32 {
        self.w
    }

    /// Index of a cell in reading order, for tables that lie beside the grid: none for a cell outside.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        ((0..self.w).contains(&cell.x) && (0..self.h).contains(&cell.y))
            .then(|| (cell.y * self.w + cell.x) as usize)
    }

    /// The tile of a cell: that of the outside for one outside, and in a grid that was loaded with too few tiles.
    pub fn get(&self, cell: Cell) -> T {
        self.index(cell).map_or(self.outside, |at| self.tiles[at])
    }

    /// Writes the tile of a cell. Outside it does nothing.
    pub fn set(&mut self, cell: Cell, tile: T) {
        if let Some(at) = self.index(cell) {
            self.tiles[at] = tile;
        }
    }

    /// All cells, row by row. Owns nothing of the grid: tiles may be written while it runs.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<T> {
        let w = self.w;
        (0..w * self.h).map(move |at| Cell::at(at % w, at / w))
    }

    /// The tiles, row by row.
    pub fn tiles(&self) -> &[T] {
        &self.tiles
    }

    /// Floods from a cell, which is taken whatever it is, over cells that are `open`. Gives at most `most` cells, nearest first,
    /// and the steps to each: [`FAR`] for those not reached. A cloud of nine tiles is the first nine.
    pub fn flood(&self, from: Cell, most: usize, open: impl Fn(Cell) -> bool) -> (Vec<Cell>, Grid<u16>) {
        // As if it were reached, what lies outside is never entered.
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

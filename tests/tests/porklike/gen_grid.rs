//! The grid of tiles and the distance of cells: edges, outside, order.
//!
//! All expectations are our decisions, as `grid.rs` and `dir.rs` say them.

use porklike::dir::Cell;
use porklike::grid::Grid;
use porklike::tile::ROCK;

#[test]
fn tiles_lie_row_by_row_and_outside_is_rock() {
    let mut grid = Grid::new(3, 1);
    for (at, cell) in grid.cells().enumerate() {
        assert_eq!(grid.index(cell), Some(at));
        grid.set(cell, at as u8 + 10);
    }
    assert_eq!(grid.tiles(), [10, 11, 12, 13, 14, 15, 16, 17, 18]);
    assert_eq!(grid.get(Cell::at(2, 1)), 15, "column 2 of row 1");
    for (x, y) in
        [(-1, 0), (0, -1), (3, 0), (0, 3), (-1, 1), (3, 1), (i32::MIN, i32::MAX), (i32::MAX, i32::MIN)]
    {
        let cell = Cell::at(x, y);
        grid.set(cell, 99);
        assert_eq!((grid.index(cell), grid.get(cell)), (None, ROCK), "cell ({x}, {y}) is outside");
    }
    assert!(!grid.tiles().contains(&99), "a write outside changed a tile: {:?}", grid.tiles());
}

#[test]
fn any_side_makes_a_grid() {
    for (asked, side) in
        [(i32::MIN, 0), (-1, 0), (0, 0), (1, 1), (16, 16), (181, 181), (182, 181), (i32::MAX, 181)]
    {
        let grid = Grid::new(asked, 7);
        let tiles = (side * side) as usize;
        assert_eq!(
            (grid.side(), grid.tiles().len(), grid.cells().count()),
            (side, tiles, tiles),
            "side {asked}"
        );
        assert!(grid.tiles().iter().all(|&tile| tile == 7), "side {asked}");
    }
}

#[test]
fn distance_counts_columns_and_rows() {
    for (from, to, dist) in [
        ((0, 0), (0, 0), 0),
        ((1, 1), (4, 1), 3),
        ((1, 1), (1, -3), 4),
        ((2, 5), (7, 1), 9),
        ((i32::MIN, 0), (i32::MAX, 0), i32::MAX),
        ((i32::MIN, i32::MIN), (i32::MAX, i32::MAX), i32::MAX),
    ] {
        let (a, b) = (Cell::at(from.0, from.1), Cell::at(to.0, to.1));
        assert_eq!((a.dist(b), b.dist(a)), (dist, dist), "{from:?} and {to:?}");
    }
}

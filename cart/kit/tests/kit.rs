//! Grids, distances, the flood and chance: edges, outside, order.
//!
//! All expectations are our decisions, as the files say them, or counted by hand in the drawings.

use rasher_kit::chance::stream;
use rasher_kit::grid::FAR;
use rasher_kit::{Cell, Dir, Grid};

const ROCK: u8 = 2;

#[test]
fn tiles_lie_row_by_row_and_outside_is_what_was_said() {
    let mut grid = Grid::new(3, 3, 1, ROCK);
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
        let grid = Grid::new(asked, asked, 7, ROCK);
        let tiles = (side * side) as usize;
        assert_eq!(
            (grid.width(), grid.tiles().len(), grid.cells().count()),
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

#[test]
fn rows_and_columns_differ() {
    let mut grid = Grid::new(4, 2, 0, ROCK);
    grid.set(Cell::at(3, 1), 9);
    assert_eq!((grid.width(), grid.tiles()), (4, &[0, 0, 0, 0, 0, 0, 0, 9][..]));
    assert_eq!([(4, 0), (0, 2)].map(|(x, y)| grid.get(Cell::at(x, y))), [ROCK, ROCK]);
}

#[test]
fn a_direction_and_its_opposite_lead_back() {
    let here = Cell::at(5, 7);
    let there = [(4, 7), (6, 7), (5, 6), (5, 8)].map(|(x, y)| Cell::at(x, y));
    assert_eq!(here.around(), there, "left, right, up, down: the numbers of the buttons");
    for (number, dir) in Dir::ALL.into_iter().enumerate() {
        assert_eq!((dir as usize, here.step(dir).step(Dir::ALL[number ^ 1])), (number, here));
    }
}

/// The map as rows of letters: `#` is shut, `@` the source.
fn flooded(rows: &[&str], most: usize) -> (Vec<Cell>, Vec<String>) {
    let (w, h) = (rows[0].len() as i32, rows.len() as i32);
    let letter = |cell: Cell| rows[cell.y as usize].as_bytes()[cell.x as usize];
    let grid = Grid::new(w, h, 0, 0);
    let from = grid.cells().find(|cell| letter(*cell) == b'@').expect("a source");
    let (cells, steps) = grid.flood(from, most, |cell| letter(cell) != b'#');
    let shown = |cell: Cell| match steps.get(cell) {
        FAR => '-',
        steps => char::from(b'0' + steps as u8),
    };
    (cells, (0..h).map(|y| (0..w).map(|x| shown(Cell::at(x, y))).collect()).collect())
}

#[test]
fn a_flood_counts_steps_round_corners_and_stops_at_its_most() {
    let map = ["@.#..", ".##..", ".....", "###.#", "..#.."];
    let (cells, steps) = flooded(&map, usize::MAX);
    assert_eq!(steps, ["01-78", "1--67", "23456", "---6-", "---78"]);
    assert_eq!(cells.len(), 15, "the two in the lower left are shut off");
    let order: Vec<i32> = cells.iter().map(|cell| cell.dist(Cell::at(0, 0))).collect();
    assert_eq!(order[..4], [0, 1, 1, 2], "nearest first");
    assert_eq!(flooded(&map, 4).1, ["01---", "1----", "2----", "-----", "-----"]);
    assert_eq!(flooded(&["#@#"], 9).1, ["-0-"], "the source counts even without open neighbours");
}

#[test]
fn a_flood_agrees_with_steps_relaxed_until_nothing_changes() {
    let mut rng = stream(7, 0);
    for round in 0..200 {
        let mut grid = Grid::new(9, 7, 0, 1);
        for cell in grid.cells() {
            grid.set(cell, u8::from(rng.index(3) == 0));
        }
        let from = Cell::at(rng.index(9) as i32, rng.index(7) as i32);
        let (cells, steps) = grid.flood(from, usize::MAX, |cell| grid.get(cell) == 0);
        let mut slow = Grid::new(9, 7, FAR, FAR);
        slow.set(from, 0);
        for _ in 0..63 {
            for cell in grid.cells().filter(|cell| *cell == from || grid.get(*cell) == 0) {
                let near = cell.around().map(|at| slow.get(at)).into_iter().min().unwrap_or(FAR);
                slow.set(cell, slow.get(cell).min(near.saturating_add(1)));
            }
        }
        assert_eq!(steps, slow, "round {round}");
        assert!(cells.iter().is_sorted_by_key(|cell| steps.get(*cell)), "round {round}");
    }
}

#[test]
fn streams_of_near_seeds_and_numbers_have_nothing_in_common() {
    let first = |seed, number| stream(seed, number).next_u32();
    let bits = |a: u32, b: u32| (a ^ b).count_ones();
    for (a, b) in [((0, 0), (1, 0)), ((0, 0), (0, 1)), ((7, 3), (7, 2)), ((1 << 31, 8), (0, 8))] {
        let differ = bits(first(a.0, a.1), first(b.0, b.1));
        assert!((6..27).contains(&differ), "{a:?} and {b:?}: {differ} bits of 32 differ");
        assert_eq!(stream(a.0, a.1), stream(a.0, a.1));
    }
}

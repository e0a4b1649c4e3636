//! Symmetric shadowcasting compared with its definition and its published example; walls compared with the diary's
//! table.

use goblin::sight::sight;
use goblin::walls::SHAPES;
use kit::{Cell, Grid};
use std::collections::BTreeSet;
use tests::random::Dice;

/// What is visible from a cell of a picture of `#` and `.`.
fn seen(map: &Grid<bool>, eye: Cell, far: i32) -> BTreeSet<Cell> {
    let mut seen = BTreeSet::new();
    sight(eye, far, |cell| map.get(cell), |cell| _ = seen.insert(cell));
    seen
}

/// The example from the algorithm's first publication (github.com/370417/symmetric-shadowcasting, CC0): its map and
/// its expected output.
#[test]
fn the_published_example_comes_out() {
    let map = [
        "##################",
        "#................#",
        "#...###..........#",
        "#...###....#.....#",
        "#...###....#.....#",
        "#..........#.....#",
        "##################",
    ];
    let expected = [
        "    ##############",
        "     ............#",
        "      #.......    ",
        "      #..@.#      ",
        "      #....#      ",
        "     ......#      ",
        "    ########      ",
    ];
    let mut walls = Grid::new(18, 7, false, true);
    for cell in walls.cells() {
        walls.set(cell, map[cell.y as usize].as_bytes()[cell.x as usize] == b'#');
    }
    let seen = seen(&walls, Cell::at(9, 3), 99);
    for (y, row) in (0..).zip(expected) {
        let found: String = (0..18)
            .map(|x| match Cell::at(x, y) {
                Cell { x: 9, y: 3 } => '@',
                cell if !seen.contains(&cell) => ' ',
                cell if walls.get(cell) => '#',
                _ => '.',
            })
            .collect();
        assert_eq!(found, row, "row {y}");
    }
}

/// A sees B exactly when B sees A, for all pairs of floor tiles of 10,000 random maps.
#[test]
fn sight_is_symmetric_on_10_000_maps() {
    let mut dice = Dice::new(8);
    for map in 0..10_000 {
        let (w, h, one_in) = (dice.range(2, 13), dice.range(2, 11), 2 + dice.below(6));
        let mut walls = Grid::new(w, h, false, true);
        for cell in walls.cells() {
            walls.set(cell, dice.one_in(one_in));
        }
        let far = dice.range(1, 14);
        let eyes: Vec<Cell> = walls.cells().filter(|it| !walls.get(*it)).collect();
        let sights: Vec<BTreeSet<Cell>> = eyes.iter().map(|eye| seen(&walls, *eye, far)).collect();
        for (i, a) in eyes.iter().enumerate() {
            for (j, b) in eyes.iter().enumerate().skip(i) {
                let both = [sights[i].contains(b), sights[j].contains(a)];
                assert_eq!(both[0], both[1], "map {map}, {w} x {h}: {a:?} and {b:?}");
            }
        }
    }
}

/// From anywhere in a room without pillars, all of its floor and walls are visible, corners too.
#[test]
fn a_room_is_seen_whole() {
    for (w, h) in [(3, 3), (5, 4), (12, 9), (30, 3)] {
        let mut walls = Grid::new(w, h, true, true);
        for cell in walls.cells().filter(|it| (1..w - 1).contains(&it.x) && (1..h - 1).contains(&it.y)) {
            walls.set(cell, false);
        }
        for eye in walls.cells().filter(|it| !walls.get(*it)) {
            assert_eq!(seen(&walls, eye, 99).len() as i32, w * h, "{w} x {h} from {eye:?}");
        }
    }
}

/// Bits of the neighbours, as the diary numbers them: N S W E, NW NE SW SE.
const AT: [(i32, i32); 8] = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)];

/// The rule in other words: an edge runs between the wall and its neighbour, with two tiles at each of its ends. The
/// line is drawn if one of the four is open. Written with positions instead of bits.
pub fn arms(walls: &BTreeSet<(i32, i32)>) -> u8 {
    let mut arms = 0;
    for (bit, (dx, dy)) in AT.into_iter().take(4).enumerate() {
        let (sx, sy) = (dy.abs(), dx.abs());
        let beside = [(sx, sy), (-sx, -sy), (dx + sx, dy + sy), (dx - sx, dy - sy)];
        if walls.contains(&(dx, dy)) && !beside.iter().all(|it| walls.contains(it)) {
            arms |= 1 << bit;
        }
    }
    arms
}

#[test]
fn sixteen_shapes_cover_47_cases() {
    let mut cases = BTreeSet::new();
    for mask in 0..=255_u8 {
        let walls: BTreeSet<_> = (0..8).filter(|bit| mask >> bit & 1 != 0).map(|bit| AT[bit]).collect();
        assert_eq!(SHAPES[usize::from(mask)], arms(&walls), "mask {mask:08b}");
        // A corner counts only between two walls.
        let counts = |(x, y): &(i32, i32)| x * y == 0 || walls.contains(&(*x, 0)) && walls.contains(&(0, *y));
        cases.insert(walls.iter().copied().filter(counts).collect::<Vec<_>>());
    }
    assert_eq!(cases.len(), 47, "the diary's number");
    let shapes: BTreeSet<u8> = SHAPES.into_iter().collect();
    assert_eq!(shapes, (0..16).collect(), "and its sixteen sprites, each in use");
}

/// The lines of the diary's own table that it prints.
#[test]
fn the_diary_s_entries_come_out() {
    const BOX: &str = "█╨╥║╡╝╗╣╞╚╔╠═╩╦╬";
    for (mask, shape) in [
        (0b0111_1111, '╔'),
        (0b0011_1101, '═'),
        (0b1011_1111, '╗'),
        (0b1000_1010, '╔'),
        (0b0100_0110, '╗'),
        (0b0000_1010, '╔'),
    ] {
        let arms = SHAPES[mask];
        assert_eq!(BOX.chars().nth(usize::from(arms)), Some(shape), "mask {mask:08b}");
    }
    assert_eq!((SHAPES[0], SHAPES[255]), (0, 0), "alone, and in solid rock: a block");
}

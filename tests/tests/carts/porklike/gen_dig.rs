//! The basis of digging: signatures, what is read from them, chance. The tutorial's rows are in `rows_gen/`.

use super::draft::{picture, rock, rows};
use porklike::dir::Cell;
use porklike::tower::OUTSIDE;
use porklike::tower::signs::{around, carves, corners, is_straight, sides};
use std::collections::BTreeSet;
use tests::floors::tile::{FLOOR, ROCK, ROOM};
use tests::random::Dice;

/// The bits of a signature: which neighbour each one means.
const BITS: [(u8, i32, i32); 8] = [
    (0x80, -1, 0),
    (0x40, 1, 0),
    (0x20, 0, -1),
    (0x10, 0, 1),
    (0x08, 1, -1),
    (0x04, 1, 1),
    (0x02, -1, 1),
    (0x01, -1, -1),
];

fn is(sign: u8, bit: u8) -> bool {
    sign & bit != 0
}

#[test]
fn signatures_follow_what_is_dug_and_filled() {
    let here = Cell::at(2, 2);
    for (bit, dx, dy) in BITS {
        let mut draft = rock(5, 1);
        draft.put(Cell::at(2 + dx, 2 + dy), FLOOR);
        assert_eq!(draft.signs.get(here), !bit, "dug at {dx} {dy}");
        let nth = bit.leading_zeros() as usize;
        assert_eq!(around(here)[nth], Cell::at(2 + dx, 2 + dy), "neighbour {nth}");
    }
    // Random digging and filling: equal to looking at all eight, each time.
    let mut dice = Dice::new(29);
    let mut draft = rock(7, 1);
    for step in 0..2000 {
        let cell = Cell::at(dice.range(0, 7), dice.range(0, 7));
        let tile = if dice.one_in(2) { ROCK } else { FLOOR };
        draft.put(cell, tile);
        assert_eq!((draft.grid.get(cell), draft.is_open(cell)), (tile, tile == FLOOR));
        for cell in draft.grid.cells() {
            let wall = |(bit, dx, dy)| {
                if draft.is_open(Cell::at(cell.x + dx, cell.y + dy)) { 0 } else { bit }
            };
            let due: u8 = BITS.into_iter().map(wall).sum();
            assert_eq!(draft.signs.get(cell), due, "{cell:?} after step {step}: {:#?}", rows(&draft));
        }
    }
}

#[test]
fn outside_is_neither_end_nor_gap() {
    let mut draft = picture(&["...", "...", "..."], 1);
    let outside: Vec<Cell> =
        (-1..4).flat_map(|at| [Cell::at(-1, at), Cell::at(3, at), Cell::at(at, -1)]).collect();
    for cell in outside {
        assert_eq!(draft.signs.get(cell), OUTSIDE, "{cell:?}");
        assert!(!draft.can_carve(cell) && !draft.is_gap(cell) && draft.score(cell).is_none(), "{cell:?}");
        draft.put(cell, FLOOR);
        assert!(!draft.is_open(cell), "{cell:?}");
    }
}

#[test]
fn corners_count_between_two_walls() {
    for sign in 0..=255u8 {
        let both = |a, b| is(sign, a) && is(sign, b);
        let due = [(8, 0x20, 0x40), (4, 0x40, 0x10), (2, 0x10, 0x80), (1, 0x80, 0x20)];
        let due: u8 = due.into_iter().filter(|&(_, a, b)| both(a, b)).map(|(bit, ..)| bit).sum();
        assert_eq!(corners(sign), due, "{sign:08b}");
    }
}

#[test]
fn a_cell_is_carved_with_one_side_open_and_rock_behind() {
    for sign in 0..=255u8 {
        let [left, right, up, down] = [0x80, 0x40, 0x20, 0x10].map(|bit| is(sign, bit));
        let [up_right, down_right, down_left, up_left] = [8, 4, 2, 1].map(|bit| is(sign, bit));
        let due = match [left, right, up, down] {
            [true, true, true, true] => up_right && down_right && down_left && up_left,
            [false, true, true, true] => up_right && down_right,
            [true, false, true, true] => up_left && down_left,
            [true, true, false, true] => down_left && down_right,
            [true, true, true, false] => up_left && up_right,
            _ => false,
        };
        assert_eq!(carves(sign), due, "{sign:08b}");
    }
    let mut draft = picture(&["#####", "#...#", "#####", "#####", "#####"], 1);
    assert!(draft.can_carve(Cell::at(4, 1)), "rock at the end of a tunnel");
    assert!(draft.can_carve(Cell::at(2, 2)), "rock beside its middle: a fork");
    draft.put(Cell::at(2, 3), FLOOR);
    assert!(!draft.can_carve(Cell::at(2, 2)), "rock between two ways");
    draft.put(Cell::at(2, 1), ROCK);
    assert!(
        carves(draft.signs.get(Cell::at(1, 1))) && !draft.can_carve(Cell::at(1, 1)),
        "what is dug is dug"
    );
    // The walls of a room are never dug, nor its corners.
    let draft = picture(&["rrr##", "rrr##", "#####", "#####", "#####"], 1);
    for (x, y, due) in [(3, 1, false), (1, 2, false), (3, 2, false), (4, 1, true), (1, 3, true), (4, 4, true)]
    {
        assert_eq!(draft.can_carve(Cell::at(x, y)), due, "({x}, {y})");
    }
}

#[test]
fn straight_is_two_walls_across() {
    for sign in 0..=255u8 {
        let walls = [0x80, 0x40, 0x20, 0x10].map(|bit| is(sign, bit));
        let across = walls == [true, true, false, false] || walls == [false, false, true, true];
        assert_eq!(is_straight(sign), across, "{sign:08b}");
        assert_eq!(sides(sign) as usize, walls.iter().filter(|wall| **wall).count(), "{sign:08b}");
    }
}

#[test]
fn chance_is_even() {
    let mut draft = rock(4, 7);
    let mut orders = std::collections::BTreeMap::new();
    for _ in 0..6000 {
        *orders.entry(draft.shuffled([1, 2, 3], |_, _| true)).or_insert(0) += 1;
    }
    // 1000 of each of the six orders, plus or minus five standard deviations of 29.
    assert!(orders.len() == 6 && orders.values().all(|n| (855..1145).contains(n)), "{orders:?}");
    let mut sides = [0; 5];
    (0..5000).for_each(|_| sides[draft.below(5)] += 1);
    assert!(sides.iter().all(|n| (850..1150).contains(n)), "{sides:?}");
    assert_eq!([draft.below(1), draft.below(0)], [0; 2], "nothing to choose from");
    let few = draft.cells(|_, cell| cell.x == 2);
    assert_eq!(few.iter().map(|cell| cell.y).collect::<BTreeSet<_>>(), BTreeSet::from([0, 1, 2, 3]));
    assert_eq!(few.len(), 4, "only what holds: {few:?}");
}

#[test]
fn near_is_one_of_the_four_sides() {
    let draft = picture(&["rr###", "rr###", "#####", "##.##", "#####"], 1);
    for (x, y, due) in [(2, 1, true), (1, 2, true), (2, 2, false), (3, 3, false), (0, 0, true)] {
        assert_eq!(draft.is_near(Cell::at(x, y), ROOM), due, "({x}, {y})");
    }
    assert!(draft.is(Cell::at(2, 3), FLOOR) && !draft.is(Cell::at(2, 3), ROOM), "a cell has one tile");
}

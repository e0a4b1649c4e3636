//! Our own additions to a floor: the fronts of walls, and which creatures appear on which floor. The tutorial's rows
//! are in `rows_gen/`.

use super::draft::{ROOMS, find, picture, suite};
use porklike::dir::Cell;
use std::collections::{BTreeMap, BTreeSet};
use tests::floors::tile::{DOOR, FLOOR, POT, ROCK, ROOM, STAIRS_DOWN, STAIRS_UP};

fn at(x: i32, y: i32) -> Cell {
    Cell::at(x, y)
}

#[test]
fn walls_are_painted_and_floor_below_them_shows_their_face() {
    let mut faces = BTreeMap::new();
    for seed in 0..200 {
        let mut draft = suite(seed);
        draft.paint();
        assert_eq!(find(&draft, &[ROCK, ROOM]), [], "no rock is left unpainted, no room without floor");
        assert_eq!(draft.grid.get(at(0, 0)), 90, "fb: rock on all sides but the room at the lower right");
        assert_eq!(draft.grid.get(at(3, 3)), FLOOR);
        for cell in ROOMS[0].cells().into_iter().filter(|cell| cell.y == 1) {
            *faces.entry(draft.grid.get(cell)).or_insert(0) += 1;
        }
    }
    assert_eq!(faces.keys().copied().collect::<Vec<_>>(), [4, 5, 6, 95], "brick, cracked, herbs, window");
    assert!(faces[&4] > 600, "mostly brick: {faces:?}");
    let mut draft = picture(&["###", "...", "###"], 1);
    draft.grid.set(at(1, 1), STAIRS_DOWN);
    draft.grid.set(at(2, 1), POT);
    draft.paint();
    assert_eq!((draft.grid.get(at(1, 1)), draft.grid.get(at(2, 1))), (STAIRS_DOWN, POT), "things stay");
}

#[test]
fn mobs_are_alone_on_bare_floor() {
    let mut draft = picture(&["........", "########", "........"], 1);
    draft.start = at(-9, 0);
    draft.grid.set(at(7, 0), STAIRS_UP);
    draft.grid.set(at(6, 0), DOOR);
    let row = |y| (0..8).map(move |x| at(x, y));
    draft.infest(4, FLOOR, row(0));
    assert_eq!(draft.mobs.len(), 4);
    draft.mobs.clear();
    draft.infest(99, FLOOR, row(0));
    assert_eq!(draft.mobs.len(), 6, "no stairs, no door, and one to a cell");
    let cells: BTreeSet<i32> = draft.mobs.iter().map(|mob| mob.1.x).collect();
    assert_eq!(cells, (0..6).collect());
    draft.infest(2, FLOOR, row(2));
    assert_eq!(draft.mobs.len(), 6, "there are enough");
    draft.infest(9, ROOM, row(2));
    assert_eq!(draft.mobs.len(), 6, "a hallway is no room");
}

#[test]
fn each_floor_has_its_kinds_of_mobs() {
    // The floors of each kind in the design's table, pea to oxtail.
    let homes = [(2, 3), (1, 4), (2, 5), (2, 5), (3, 6), (4, 7), (5, 8), (5, 8), (6, 8), (7, 8)];
    for number in 1..=8u8 {
        let mut draft = picture(&[".".repeat(60).as_str()], number.into());
        (draft.number, draft.start) = (number, at(-9, 0));
        draft.infest(60, FLOOR, (0..60).map(|x| at(x, 0)));
        assert_eq!(draft.mobs.len(), 60);
        for (index, (first, last)) in homes.into_iter().enumerate() {
            let many = draft.mobs.iter().filter(|mob| usize::from(mob.0) == index + 1).count();
            let lives = (first..=last).contains(&number);
            let fits = if lives { many > 3 } else { many == 0 };
            assert!(fits, "floor {number}: {many} of kind {}", index + 1);
        }
    }
}

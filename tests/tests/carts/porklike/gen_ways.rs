//! Ways, in pictures: floods, gaps, shortcuts, start and stairs, dead ends; and the tablet's niche, our addition. The
//! tutorial's rows are in `rows_gen/`.

use super::draft::{find, open, picture, rock, rows, way};
use porklike::dir::Cell;
use porklike::tower::Floor;
use porklike::tower::doors::LONG;
use porklike::tower::signs::sides;
use std::collections::BTreeSet;
use tests::floors::tile::{FLOOR, ROOM, STAIRS_DOWN, STAIRS_UP, TABLET};
use tests::random::Dice;

fn at(x: i32, y: i32) -> Cell {
    Cell::at(x, y)
}

fn noise(side: i32, seed: u32) -> Floor {
    let mut dice = Dice::new(seed.into());
    let mut draft = rock(side, seed);
    for cell in draft.grid.cells() {
        if !dice.one_in(3) {
            draft.put(cell, FLOOR);
        }
    }
    draft
}

#[test]
fn a_flood_reaches_what_hangs_together() {
    for seed in 0..40 {
        let draft = noise(9, seed);
        let from = open(&draft)[0];
        let (cells, steps) = draft.flood(from);
        let ways = draft.grid.cells().filter_map(|cell| Some((cell, way(&draft, from, cell)?)));
        let mut due: Vec<(Cell, usize)> = ways.filter(|&(cell, _)| draft.is_open(cell)).collect();
        assert_eq!(cells.len(), due.len(), "seed {seed}");
        assert!(due.iter().all(|&(cell, way)| usize::from(steps.get(cell)) == way), "seed {seed}");
        due.sort_by_key(|(_, way)| *way);
        let found: Vec<usize> = cells.iter().map(|&cell| steps.get(cell).into()).collect();
        assert_eq!(found, due.iter().map(|(_, way)| *way).collect::<Vec<_>>(), "seed {seed}: nearest first");
    }
}

#[test]
fn a_gap_has_floor_on_two_sides_and_wall_on_two() {
    let draft = picture(&["#.#..", "#.#.#", ".#...", "#.##.", "#####"], 1);
    for (cell, due) in [
        (at(2, 0), true),
        (at(2, 1), false), // and below
        (at(1, 2), false), // floor on all four sides
        (at(1, 0), false), // floor itself
        (at(4, 1), false), // three sides
        (at(2, 4), false), // in the rock
    ] {
        assert_eq!(draft.is_gap(cell), due, "{cell:?}");
    }
    assert!(picture(&[".##", "###", ".##"], 1).is_gap(at(0, 1)), "upright");
}

/// Two tunnels of this length side by side, joined at their left ends.
fn hairpin(length: usize, seed: u32) -> Floor {
    let tunnel = ".".repeat(length);
    picture(&[&tunnel, &format!(".{}", "#".repeat(length - 1)), &tunnel], seed)
}

#[test]
fn a_shortcut_saves_more_than_20_steps() {
    // In column x the other side is 2 x + 2 steps away: column 10 is the first with more than 20.
    let mut columns = BTreeSet::new();
    for seed in 0..200 {
        let mut draft = hairpin(16, seed);
        draft.dig_gaps(1, LONG);
        let dug: Vec<Cell> = open(&draft).into_iter().filter(|cell| cell.y == 1 && cell.x > 0).collect();
        assert_eq!(dug.len(), 1, "one was asked for: {:#?}", rows(&draft));
        columns.insert(dug[0].x);
    }
    assert_eq!(columns, (10..=15).collect(), "columns that save enough");
    for (length, count, due) in [(10, 3, 0), (11, 3, 1), (16, 0, 0), (60, 3, 3)] {
        for seed in 0..40 {
            let mut draft = hairpin(length, seed);
            let before = open(&draft).len();
            draft.dig_gaps(count, LONG);
            let dug = open(&draft).len() - before;
            let least = due.min(1);
            assert!(
                (least..=due).contains(&dug),
                "length {length}: {dug} of at most {count}, {due} are possible"
            );
        }
    }
    let three = (0..40).filter(|&seed| {
        let mut draft = hairpin(100, seed);
        let before = open(&draft).len();
        draft.dig_gaps(3, LONG);
        open(&draft).len() == before + 3
    });
    assert!(three.count() > 20, "long tunnels take all three mostly");
}

#[test]
fn a_shortcut_is_measured_to_its_other_side() {
    // One wall, and a way around it of 6 steps and twice the depth: 20 are too few, 22 are enough.
    for (depth, due) in [(7, false), (8, true)] {
        let mut rows_of = vec!["..#.."];
        rows_of.extend(vec![".###."; depth - 1]);
        rows_of.push(".....");
        let mut draft = picture(&rows_of, 1);
        draft.dig_gaps(1, LONG);
        assert_eq!(draft.is_open(at(2, 0)), due, "{depth}: {:#?}", rows(&draft));
    }
}

/// A tunnel with a room at either end.
fn dumbbell(length: usize, seed: u32) -> Floor {
    let (rock, room) = ("#".repeat(length), "rrr");
    let wall = format!("#{room}{rock}{room}#");
    let edge = "#".repeat(length + 8);
    picture(&[&edge, &wall, &format!("#{room}{}{room}#", ".".repeat(length)), &wall, &edge], seed)
}

#[test]
fn the_stairs_are_dug_into_the_wall_of_the_room_that_is_farther_from_the_start() {
    let mut ends = BTreeSet::new();
    for seed in 0..100 {
        let mut draft = dumbbell(24, seed);
        assert!(draft.place_ends().is_some(), "the tunnel is long enough");
        let stairs = find(&draft, &[STAIRS_UP])[0];
        assert_eq!(find(&draft, &[STAIRS_DOWN]), [draft.start]);
        assert!(draft.is_near(stairs, ROOM), "{stairs:?}");
        assert_eq!(sides(draft.signs.get(stairs)), 3, "{stairs:?} is an alcove");
        // The farthest cells of a room are those of its outer wall.
        assert!(stairs.x < 2 || stairs.x > 29, "{stairs:?}");
        assert!((stairs.x < 9) != (draft.start.x < 9), "{:?} {stairs:?}", draft.start);
        ends.insert(stairs.x < 9);
    }
    assert_eq!(ends.len(), 2, "either end, by chance");
    // Too short a tunnel has no stairs, and neither has a tunnel without a room.
    for seed in 0..100 {
        assert_eq!(dumbbell(9, seed).place_ends(), None);
        assert_eq!(picture(&[&format!("##{}##", ".".repeat(27))], seed).place_ends(), None);
        assert_eq!(rock(8, seed).place_ends(), None, "nowhere to stand");
    }
}

#[test]
fn dead_ends_are_filled_back_to_the_next_fork() {
    let mut draft = picture(
        &[
            "....##..", //
            ".##.####", "....#.##", "#.###.##", "#.....#.", "#.#.####", "#.#.....", "#.####.#",
        ],
        1,
    );
    draft.grid.set(at(1, 7), STAIRS_UP);
    draft.grid.set(at(7, 6), STAIRS_DOWN);
    draft.grid.cells().for_each(|cell| draft.fill(cell));
    assert!(open(&draft).iter().all(|&cell| !draft.is(cell, FLOOR) || sides(draft.signs.get(cell)) < 3));
    let due = [
        "....####", //
        ".##.####", "....####", "#.######", "#...####", "#.#.####", "#.#.....", "#.######",
    ];
    assert_eq!(rows(&draft), due);
    assert_eq!((draft.grid.get(at(1, 7)), draft.grid.get(at(7, 6))), (STAIRS_UP, STAIRS_DOWN));
}

#[test]
fn the_tablet_is_in_the_niche_nearest_to_the_start() {
    let ring =
        ["########", "########", "##....##", "##.##.##", "##.##.##", "##....##", "########", "########"];
    let dig = |ring: &[&str], seed| {
        let mut draft = picture(ring, seed);
        draft.start = at(2, 2);
        (draft.dig_niche(TABLET, |floor, cell| floor.signs.get(cell) < 0xff && floor.can_carve(cell)), draft)
    };
    for seed in 0..400 {
        let (dug, draft) = dig(&ring, seed);
        assert_eq!(dug, Some(()));
        let tablet = find(&draft, &[TABLET])[0];
        assert!([at(1, 2), at(2, 1)].contains(&tablet), "{:#?}", rows(&draft));
        assert_eq!(sides(draft.signs.get(tablet)), 3, "{:#?}", rows(&draft));
    }
    let (dug, draft) = dig(&["rrr#####", "rrr#####", "rrr#####"], 1);
    assert_eq!(
        (dug, find(&draft, &[TABLET])),
        (None, vec![]),
        "no hallway, no niche, and none in a room's wall"
    );
}

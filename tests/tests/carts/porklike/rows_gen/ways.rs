//! Chapters 32 to 34, 36 and 48: areas and their flags, doors between them, shortcuts, dead ends.

use super::super::draft::{beside, find, open, picture, rock, rows};
use super::twin::{STRAIGHT, Twin, alike, any};
use porklike::dir::Cell;
use porklike::grid::FAR;
use porklike::tower::Floor;
use porklike::tower::doors::LONG;
use std::collections::BTreeSet;
use tests::floors::tile::{DOOR, FLOOR, ROOM, STAIRS_DOWN, STAIRS_UP, TABLET};
use tests::floors::{Case, make};
use tests::random::Dice;

fn at(x: i32, y: i32) -> Cell {
    Cell::at(x, y)
}

/// Rooms and worms, not yet connected.
pub fn apart(seed: u32) -> Floor {
    let mut draft = rock(16, seed);
    draft.dig_rooms();
    draft.dig_worms();
    draft
}

/// The same, connected as far as possible.
pub fn joined(seed: u32) -> Floor {
    let mut draft = apart(seed);
    draft.dig_gaps(usize::MAX, FAR - 1);
    draft
}

fn noise(seed: u32) -> Floor {
    let mut dice = Dice::new(seed.into());
    let mut draft = rock(9, seed);
    for cell in draft.grid.cells() {
        if !dice.one_in(3) {
            draft.put(cell, FLOOR);
        }
    }
    draft
}

#[test]
fn t32_01_the_map_of_flags_is_as_large_as_the_floor_and_empty_at_first() {
    let draft = picture(&["..#..", "###..", "#####", "#####", "....."], 1);
    let flags = draft.flood(at(0, 0)).1;
    assert_eq!((flags.width(), flags.tiles().len()), (5, 25));
    // Two cells are reached; walls and what is beyond them keep their initial value.
    let flagged: Vec<Cell> = draft.grid.cells().filter(|&cell| flags.get(cell) != FAR).collect();
    assert_eq!(flagged, [at(0, 0), at(1, 0)]);
}

#[test]
fn t32_03_each_area_has_one_flag_of_its_own() {
    for seed in 0..200 {
        let draft = noise(seed);
        let twin = Twin::of(&draft, seed);
        let (flags, count) = twin.place_flags();
        let mut areas = BTreeSet::new();
        for cell in open(&draft) {
            let mut area = draft.flood(cell).0;
            area.sort();
            let flag = twin.flag(&flags, cell);
            assert!(area.iter().all(|&other| twin.flag(&flags, other) == flag), "seed {seed}: {cell:?}");
            areas.insert(area);
        }
        assert_eq!(areas.len(), count as usize, "seed {seed}: {:#?}", rows(&draft));
    }
}

#[test]
fn t32_04_a_flood_fills_all_that_can_be_walked_to() {
    for seed in 0..200 {
        let draft = noise(seed);
        let twin = Twin::of(&draft, seed);
        let from = open(&draft)[0];
        let mut flags = vec![0; 81];
        twin.flood_fill(&mut flags, from, 7);
        let due: BTreeSet<Cell> =
            twin.cells().into_iter().filter(|&cell| twin.flag(&flags, cell) == 7).collect();
        let found: BTreeSet<Cell> = draft.flood(from).0.into_iter().collect();
        assert_eq!(found, due, "seed {seed}: {:#?}", rows(&draft));
    }
}

#[test]
fn t33_04_no_cell_is_a_candidate_twice() {
    for seed in 0..200 {
        let draft = noise(seed);
        let cells = draft.flood(open(&draft)[0]).0;
        let set: BTreeSet<Cell> = cells.iter().copied().collect();
        assert_eq!(cells.len(), set.len(), "seed {seed}: {:#?}", rows(&draft));
    }
}

#[test]
fn t32_05_random_doors_are_carved_until_no_wall_parts_two_areas() {
    let mut gaps = [vec![], vec![]];
    for seed in 0..600 {
        let mut draft = apart(seed);
        let mut twin = Twin::of(&draft, seed);
        let before: BTreeSet<Cell> = open(&draft).into_iter().collect();
        let areas = twin.place_flags().1;
        draft.dig_gaps(usize::MAX, FAR - 1);
        let after = Twin::of(&draft, seed);
        assert_eq!(after.possible_doors(), [], "seed {seed}: {:#?}", rows(&draft));
        let dug: Vec<Cell> = open(&draft).into_iter().filter(|cell| !before.contains(cell)).collect();
        // Each gap connects two areas.
        assert_eq!(dug.len() as u32, areas - after.place_flags().1, "seed {seed}: {:#?}", rows(&draft));
        assert!(dug.iter().all(|&cell| draft.is(cell, FLOOR)), "seed {seed}");
        gaps[0].push(dug.len() as f64);
        gaps[1].push(twin.carve_doors() as f64);
    }
    alike("gaps", &gaps[0], &gaps[1]);
    // Chance decides which of several walls is dug.
    let due = [(2, 0), (2, 1), (0, 2), (1, 2), (3, 2), (4, 2)].map(|(x, y)| at(x, y));
    let mut samples = vec![[vec![], vec![]]; due.len()];
    for seed in 0..2000 {
        let mut draft = picture(&["rr#..", "rr#..", "#####", ".....", "###.#"], seed);
        let mut twin = Twin::of(&draft, seed);
        draft.dig_gaps(usize::MAX, FAR - 1);
        twin.carve_doors();
        for (cell, [ours, twins]) in due.iter().zip(&mut samples) {
            ours.push(f64::from(u8::from(draft.is_open(*cell))));
            twins.push(f64::from(u8::from(twin.walkable(*cell))));
        }
    }
    for (cell, [ours, twins]) in due.iter().zip(&samples) {
        alike(&format!("gaps at {cell:?}"), ours, twins);
    }
}

/// How many more connections than a tree a finished floor has, counting each room as one place: worms and connecting
/// gaps leave none, so these are its shortcuts. A start outside of rooms is left out, since it may be isolated rock.
fn rings(floor: &Floor) -> usize {
    let room = |cell: Cell| floor.rooms.iter().position(|room| room.contains(&cell));
    let wall = |cell: Cell| {
        let start = cell == floor.start && room(cell).is_none();
        start || floor.grid.index(cell).is_none() || matches!(floor.grid.get(cell), 48..=94 | 40)
    };
    let halls: Vec<Cell> = floor.grid.cells().filter(|&cell| !wall(cell) && room(cell).is_none()).collect();
    let joints = |cell: &Cell| {
        let near = beside(*cell).into_iter().filter(|near| !wall(*near));
        near.filter(|near| room(*near).is_some() || near > cell).count()
    };
    let mut left: BTreeSet<Cell> = floor.grid.cells().filter(|&cell| !wall(cell)).collect();
    let mut parts = 0;
    while let Some(from) = left.first().copied() {
        floor
            .grid
            .flood(from, usize::MAX, |cell| !wall(cell))
            .0
            .iter()
            .for_each(|cell| _ = left.remove(cell));
        parts += 1;
    }
    halls.iter().map(joints).sum::<usize>() + parts - halls.len() - floor.rooms.len()
}

#[test]
fn t33_02_up_to_3_shortcuts_save_more_than_20_steps() {
    for seed in 0..300 {
        let mut draft = joined(seed);
        for nth in 0..4 {
            let possible = Twin::of(&draft, seed).possible_shortcuts();
            let before: BTreeSet<Cell> = open(&draft).into_iter().collect();
            draft.dig_gaps(1, LONG);
            let dug: Vec<Cell> = open(&draft).into_iter().filter(|cell| !before.contains(cell)).collect();
            assert_eq!(dug.len(), possible.len().min(1), "seed {seed}: {nth} are dug: {:#?}", rows(&draft));
            assert!(
                dug.iter().all(|cell| possible.contains(cell)),
                "seed {seed}: {dug:?} {:#?}",
                rows(&draft)
            );
        }
    }
    // How many there are when three are requested, and how many a finished floor has.
    let mut samples = [vec![], vec![]];
    for seed in 0..300 {
        let mut draft = joined(seed);
        let mut twin = Twin::of(&draft, seed);
        let before = open(&draft).len();
        draft.dig_gaps(3, LONG);
        samples[0].push((open(&draft).len() - before) as f64);
        samples[1].push(twin.carve_shortcuts() as f64);
    }
    alike("shortcuts", &samples[0], &samples[1]);
    let mut counts = [0; 8];
    make(0..800).iter().for_each(|case| counts[rings(&case.floor).min(7)] += 1);
    assert!(
        counts[3] > 20 && counts[4..].iter().sum::<u32>() == 0,
        "shortcuts of finished floors: {counts:?}"
    );
}

#[test]
fn t33_03_dead_ends_are_filled() {
    for seed in 0..600 {
        let mut draft = joined(seed);
        draft.dig_gaps(3, LONG);
        if draft.place_ends().is_none() {
            continue;
        }
        let ends = [draft.start, find(&draft, &[STAIRS_UP])[0]];
        let mut twin = Twin::of(&draft, seed);
        twin.fill_ends(&ends);
        draft.grid.cells().for_each(|cell| draft.fill(cell));
        let filled = Twin::of(&draft, seed);
        for cell in twin.cells() {
            assert!(
                twin.walkable(cell) || !filled.walkable(cell),
                "seed {seed}: {cell:?} {:#?}",
                rows(&draft)
            );
            let ways = beside(cell).into_iter().filter(|near| filled.walkable(*near)).count();
            let end = filled.walkable(cell) && ways < 2 && !ends.contains(&cell);
            assert!(!end, "seed {seed}: {cell:?} is a dead end: {:#?}", rows(&draft));
            // What the document keeps and we do not was an end with a bend behind it.
            let more = twin.walkable(cell) && !filled.walkable(cell);
            assert!(!more, "seed {seed}: {cell:?} is filled: {:#?}", rows(&draft));
        }
    }
}

#[test]
fn t34_03_a_possible_door_is_a_gap_next_to_a_room() {
    let doors = |rows: &[&str]| {
        let mut draft = picture(rows, 1);
        draft.put_doors();
        find(&draft, &[DOOR])
    };
    assert_eq!(
        doors(&["rr#####", "rr....#", "rr#.###", "###.###"]),
        [at(2, 1)],
        "no other cell has a room beside it"
    );
    assert_eq!(
        doors(&["rr####", "rr####", "##.###", "##.###", "##.###"]),
        [],
        "a room's corner is not beside it"
    );
}

/// Where the generator may put a tablet.
fn niche(floor: &Floor, cell: Cell) -> bool {
    floor.signs.get(cell) < 0xff && floor.can_carve(cell)
}

/// A floor up to its doors.
fn doored(seed: u32) -> Option<Floor> {
    let mut draft = joined(seed);
    draft.dig_gaps(3, LONG);
    draft.place_ends()?;
    draft.grid.cells().for_each(|cell| draft.fill(cell));
    draft.dig_niche(TABLET, niche)?;
    draft.put_doors();
    Some(draft)
}

#[test]
fn t34_04_each_possible_door_that_is_left_becomes_one() {
    let mut with = 0;
    for seed in 0..800 {
        let Some(draft) = doored(seed) else { continue };
        let twin = Twin::of(&draft, seed);
        let is_door = |cell: Cell| any(twin.signature(cell), &STRAIGHT) && twin.next_to_room(cell, 4);
        for cell in draft.grid.cells() {
            let beside_door = beside(cell).into_iter().any(|near| draft.is(near, DOOR));
            if draft.is(cell, DOOR) {
                assert!(is_door(cell) && !beside_door, "seed {seed}: {cell:?} {:#?}", rows(&draft));
                with += 1;
            } else if draft.is(cell, FLOOR) && is_door(cell) {
                assert!(beside_door, "seed {seed}: there is no door at {cell:?} {:#?}", rows(&draft));
            }
        }
    }
    assert!(with > 1600, "{with} doors on 800 floors");
    // A gap whose hallway was filled no longer counts.
    let mut draft = picture(&["rr####", "rr..##", "rr####"], 1);
    draft.grid.cells().for_each(|cell| draft.fill(cell));
    draft.put_doors();
    assert_eq!(find(&draft, &[DOOR]), []);
}

#[test]
fn t36_01_no_door_is_next_to_a_door_at_a_diagonal_gap_or_on_the_stairs() {
    let doors = |draft: &mut Floor| {
        draft.put_doors();
        find(draft, &[DOOR])
    };
    // Two in a row between rooms, and two side by side.
    assert_eq!(doors(&mut picture(&["rr..rr", "rr##rr", "######"], 1)).len(), 1);
    assert_eq!(doors(&mut picture(&["rrrr", "#..#", "rrrr", "####"], 1)), []);
    // Wall above and right, open left and down.
    assert_eq!(doors(&mut picture(&["####", "rr.#", "rr.#", "rr.#"], 1)), []);
    for stairs in [STAIRS_UP, STAIRS_DOWN, TABLET] {
        let mut draft = picture(&["rr####", "rr....", "rr####"], 1);
        draft.grid.set(at(2, 1), stairs);
        assert_eq!((doors(&mut draft), draft.grid.get(at(2, 1))), (vec![], stairs));
    }
    // A room's own floor does not count, however narrow.
    assert_eq!(doors(&mut picture(&["######", "rrrrrr", "######"], 1)), []);
    assert!(picture(&["rr"], 1).is(at(0, 0), ROOM));
}

#[test]
fn t48_01_a_floor_with_more_than_one_flag_is_dug_again() {
    let several = (0..3000).filter(|&seed| Twin::of(&joined(seed), seed).place_flags().1 > 1).count();
    assert!((3..300).contains(&several), "{several} of 3000 drafts are not connected");
    for Case { seed, number, floor } in make(0..3000) {
        assert_eq!(Twin::of(&floor, seed).place_flags().1, 1, "seed {seed}, floor {number}");
        // It starts with walls again: nothing remains of an earlier draft, and no tile is dug twice.
        assert!(floor.rooms.len() <= 4, "seed {seed}, floor {number}: {} rooms", floor.rooms.len());
    }
}

//! Ways: floods, gaps, shortcuts, doors, start and stairs, dead ends, niches.
//!
//! Expectations rest on the tutorial's chapters 32 to 36, 49 and 50; niches are ours. Half-made floors are pictures.

use super::draft::{beside, find, open, picture, rock, rows, way};
use porklike::dir::Cell;
use porklike::tile::{DOOR, FLOOR, POT, STAIRS_DOWN, STAIRS_UP, TABLET};
use porklike::tower::signs::{sides, stands_free};
use porklike::tower::{Floor, ROOM};
use std::collections::BTreeSet;
use tests::random::Dice;

fn at(x: i32, y: i32) -> Cell {
    Cell::at(x, y)
}

/// Any rock and floor.
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

#[test]
fn gaps_join_all_areas_and_no_more_than_that() {
    let rows_of = ["rr#..", "rr#..", "#####", ".....", "###.#"];
    let mut gaps = BTreeSet::new();
    for seed in 0..300 {
        let mut draft = picture(&rows_of, seed);
        let before: BTreeSet<Cell> = open(&draft).into_iter().collect();
        draft.join();
        assert_eq!(draft.flood(at(0, 0)).0.len(), open(&draft).len(), "{:#?}", rows(&draft));
        let dug: Vec<Cell> = open(&draft).into_iter().filter(|cell| !before.contains(cell)).collect();
        assert_eq!(dug.len(), 2, "two gaps for three areas: {:#?}", rows(&draft));
        assert!(dug.iter().all(|&cell| draft.is(cell, FLOOR)) && find(&draft, &[ROOM]).len() == 4);
        gaps.extend(dug);
    }
    let due = [(2, 0), (2, 1), (0, 2), (1, 2), (3, 2), (4, 2)].map(|(x, y)| at(x, y));
    assert_eq!(gaps, BTreeSet::from(due), "any wall that would do is taken some time");
    // Walls too thick.
    let rows_of = ["..##.", ".###.", "#####", "#####", "#####"];
    let mut draft = picture(&rows_of, 1);
    draft.join();
    assert_eq!(rows(&draft), rows_of);
    let mut draft = rock(4, 1);
    draft.join();
    assert_eq!(open(&draft), [], "nothing to join");
}

#[test]
fn floors_that_cannot_be_joined_come_up_and_are_made_anew() {
    let apart = (0..3000).filter(|&seed| {
        let mut draft = rock(16, seed);
        draft.dig_rooms(1);
        draft.dig_worms();
        draft.join();
        let joined = draft.flood(open(&draft)[0]).0.len() == open(&draft).len();
        assert!(joined || draft.place_ends().is_none(), "seed {seed}: {:#?}", rows(&draft));
        !joined
    });
    let apart = apart.count();
    assert!((1..300).contains(&apart), "{apart} of 3000 attempts are not joined");
    // With that share, of 3000 floors some would be in parts if the first attempt were taken.
    let cases = tests::floors::make(0..3000);
    tests::floors::judge(&cases, "all cells hang together");
}

/// Two tunnels of that length side by side, joined at their left ends.
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
        draft.shorten(1);
        let dug: Vec<Cell> = open(&draft).into_iter().filter(|cell| cell.y == 1 && cell.x > 0).collect();
        assert_eq!(dug.len(), 1, "one was asked for: {:#?}", rows(&draft));
        columns.insert(dug[0].x);
    }
    assert_eq!(columns, (10..=15).collect(), "columns that save enough");
    for (length, count, due) in [(10, 3, 0), (11, 3, 1), (16, 0, 0), (60, 3, 3)] {
        for seed in 0..40 {
            let mut draft = hairpin(length, seed);
            let before = open(&draft).len();
            draft.shorten(count);
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
        draft.shorten(3);
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
        draft.shorten(1);
        assert_eq!(draft.is_open(at(2, 0)), due, "{depth}: {:#?}", rows(&draft));
    }
}

#[test]
fn a_door_stands_in_a_passage_beside_a_room() {
    let rows = ["rr#####", "rr....#", "rr#.###", "#.#####", "#.#####", "#####r.", "#######"];
    let doors = |draft: &mut Floor| {
        draft.put_doors();
        find(draft, &[DOOR])
    };
    // Not the cell beside the first door, the dead end, what has one wall too many, the room, rock.
    assert_eq!(doors(&mut picture(&rows, 1)), [at(2, 1), at(1, 3)]);
    let mut draft = picture(&rows, 1);
    draft.grid.set(at(2, 1), STAIRS_UP);
    assert_eq!(doors(&mut draft), [at(1, 3)], "stairs are not replaced");
    // Where two stand side by side, one gets a door.
    assert_eq!(doors(&mut picture(&["rr..rr", "rr##rr", "######"], 1)), [at(2, 0)]);
    // A hallway that passes a room's corner has none.
    assert_eq!(doors(&mut picture(&["rr####", "rr####", "##.###", "##.###", "##.###"], 1)), []);
}

#[test]
fn a_cell_stands_free_when_all_around_it_hangs_together() {
    // Ring of the eight neighbours: bit and whether it is a side.
    let ring = [0x20, 0x08, 0x40, 0x04, 0x10, 0x02, 0x80, 0x01];
    for sign in 0..=255u8 {
        let open = |index: usize| sign & ring[index % 8] == 0;
        let sides: Vec<usize> = (0..8).step_by(2).filter(|&index| open(index)).collect();
        // Walk both ways round from the first open side.
        let mut reached = BTreeSet::new();
        if let Some(&first) = sides.first() {
            reached.extend((first..first + 8).take_while(|&index| open(index)).map(|index| index % 8));
            reached
                .extend((0..8).map(|back| first + 8 - back).take_while(|&index| open(index)).map(|i| i % 8));
        }
        let due = sides.len() > 1 && sides.iter().all(|side| reached.contains(side));
        assert_eq!(stands_free(sign), due, "{sign:08b}");
    }
    // The tutorial's twelve, with 161 and 9 where its digits and its numbers differ.
    let patterns = [0, 0, 0, 0, 16, 64, 32, 128, 161, 104, 84, 146];
    let masks = [8, 4, 2, 1, 6, 12, 9, 3, 10, 5, 10, 5];
    for sign in 0..=255u8 {
        let listed = patterns.into_iter().zip(masks).any(|(pattern, mask)| sign | mask == pattern | mask);
        assert!(!listed || stands_free(sign), "{sign:08b} is in the list");
    }
    assert!(!stands_free(0b1100_0001), "193: a passage, which a chest would bar");
}

#[test]
fn the_start_is_scored_by_what_it_cuts_off() {
    let draft = picture(
        &[
            "rrrr####", //
            "rrrr....", "rrrr###.", "#######.", "##....#.", "##....#.", "##.##...", "########",
        ],
        1,
    );
    for (cell, due, why) in [
        (at(1, 1), Some(3), "in the middle of a room"),
        (at(1, 0), Some(3), "at a wall of it"),
        (at(0, 0), Some(0), "in its corner"),
        (at(3, 1), None, "in front of its way out"),
        (at(4, 1), None, "beside a room"),
        (at(4, 3), None, "rock at the corner of a room"),
        (at(5, 1), None, "in a hallway"),
        (at(3, 4), Some(5), "in a wide place outside"),
        (at(2, 6), Some(0), "in an alcove"),
        (at(7, 0), Some(0), "rock that can become an alcove"),
        (at(6, 4), None, "rock between two ways"),
        (at(0, 7), None, "rock in rock"),
    ] {
        assert_eq!(draft.score(cell), due, "{cell:?}, {why}");
    }
}

#[test]
fn start_and_stairs_are_alcoves_at_far_ends() {
    let mut ends = BTreeSet::new();
    for seed in 0..100 {
        let mut draft = picture(&[&format!("##{}##", ".".repeat(27))], seed);
        assert!(draft.place_ends().is_some(), "the tunnel is long enough");
        let stairs = find(&draft, &[STAIRS_UP])[0];
        assert_eq!(find(&draft, &[STAIRS_DOWN]), [draft.start]);
        // Both are dug behind the tunnel's last cells, one step farther off.
        let behind = [at(1, 0), at(2, 1), at(28, 1), at(29, 0)];
        assert!(behind.contains(&stairs) && behind.contains(&draft.start), "{:?} {stairs:?}", draft.start);
        assert!((stairs.x < 9) != (draft.start.x < 9), "{:?} {stairs:?}", draft.start);
        ends.insert(stairs.x < 9);
    }
    assert_eq!(ends.len(), 2, "either end, by chance");
    for seed in 0..100 {
        let mut draft = picture(&[&format!("##{}##", ".".repeat(18))], seed);
        assert_eq!(draft.place_ends(), None, "20 steps are too few");
        assert_eq!(rock(8, seed).place_ends(), None, "nowhere to stand");
    }
}

#[test]
fn the_start_is_often_an_alcove_and_sometimes_in_a_room() {
    let cases = tests::floors::make(0..4000);
    let mut rooms = 0;
    for case in &cases {
        let floor = &case.floor;
        // A tablet's niche leads nowhere.
        let wall =
            |cell: Cell| floor.grid.index(cell).is_none() || matches!(floor.grid.get(cell), TABLET | 48..=94);
        let room = floor.rooms.iter().any(|room| room.contains(&floor.start));
        let ways = beside(floor.start).into_iter().filter(|&cell| !wall(cell)).count();
        let near = beside(floor.start).into_iter().any(|cell| floor.grid.get(cell) == DOOR);
        assert!(ways == 1 || ways > 1 && !near, "seed {}: the start is in the way", case.seed);
        rooms += usize::from(room);
    }
    // A score of 3 against 0 moves it into a room when that is not three steps nearer: about one in five.
    assert!((400..1600).contains(&rooms), "{rooms} of 4000 begin in a room");
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
fn niches_lie_beside_hallways_and_hold_a_pot() {
    let ring =
        ["########", "########", "##....##", "##.##.##", "##.##.##", "##....##", "########", "########"];
    let dig = |ring: &[&str], seed, count| {
        let mut draft = picture(ring, seed);
        draft.start = at(2, 2);
        let stairs = draft.flood(at(5, 5)).1;
        (draft.dig_niches(count, &stairs), draft)
    };
    let mut taken = BTreeSet::new();
    for seed in 0..400 {
        let (dug, draft) = dig(&ring, seed, 2);
        assert_eq!(dug, Some(()));
        let pots = find(&draft, &[POT]);
        assert!(pots.len() <= 2, "two, or fewer where they would touch: {:#?}", rows(&draft));
        assert_eq!(open(&draft).len(), 13 + pots.len(), "{:#?}", rows(&draft));
        assert!(pots.iter().all(|&pot| sides(draft.signs.get(pot)) == 3), "{:#?}", rows(&draft));
        taken.extend(pots);
        // The tablet is beside the start: no other place has fewer steps from there.
        let tablet = find(&draft, &[TABLET])[0];
        assert!([at(1, 2), at(2, 1)].contains(&tablet), "{:#?}", rows(&draft));
    }
    // All four cells along each of the four sides, but those beside the start, which are the tablet's as a rule.
    let along = (2..6).flat_map(|step| [at(step, 1), at(step, 6), at(1, step), at(6, step)]);
    let tablets = [at(1, 2), at(2, 1)];
    taken.retain(|cell| !tablets.contains(cell));
    assert_eq!(taken, along.filter(|cell| !tablets.contains(cell)).collect());
    let (_, draft) = dig(&ring, 1, 0);
    assert_eq!((open(&draft).len(), find(&draft, &[POT])), (13, vec![]), "none were asked for");
    let (dug, draft) = dig(&["rrr#####", "rrr#####", "rrr#####"], 1, 2);
    assert_eq!(
        (dug, find(&draft, &[POT])),
        (None, vec![]),
        "no hallway, no niche, and none in a room's wall"
    );
}

//! Ways: floods, flags, gaps, shortcuts, doors, start and stairs, dead ends, niches.
//!
//! Expectations rest on the tutorial's chapters 32 to 36, 49 and 50; niches are ours. Half-made floors are pictures.

use crate::draft::{beside, open, picture, rock, rows, way};
use porklike::dir::Cell;
use porklike::tile::{DOOR, FACES, FLOOR, POT, STAIRS_DOWN, STAIRS_UP};
use porklike::tower::draft::{Draft, fits};
use porklike::tower::{doors, ends, rooms, worm};
use std::collections::BTreeSet;
use tests::random::Dice;

fn at(x: i32, y: i32) -> Cell {
    Cell::at(x, y)
}

/// Any rock and floor.
fn noise(side: i32, seed: u32) -> Draft {
    let mut dice = Dice::new(seed.into());
    let mut draft = rock(side, seed);
    for cell in draft.grid.cells() {
        if !dice.one_in(3) {
            draft.dig(cell);
        }
    }
    draft
}

#[test]
fn a_flood_counts_steps_and_marks_the_walls_it_meets() {
    for seed in 0..40 {
        let draft = noise(9, seed);
        let from = open(&draft)[0];
        let marks = ends::distances(&draft, from);
        for (cell, mark) in draft.grid.cells().zip(marks) {
            // To a wall: one more than to the nearest open cell beside it.
            let steps = if draft.is_open(cell) {
                way(&draft, from, cell)
            } else {
                beside(cell)
                    .into_iter()
                    .filter_map(|near| way(&draft, from, near))
                    .min()
                    .map(|steps| steps + 1)
            };
            assert_eq!(usize::from(mark), steps.map_or(0, |steps| steps + 1), "seed {seed}, {cell:?}");
        }
    }
}

#[test]
fn a_flood_ends_where_it_is_told_to_and_keeps_what_is_marked() {
    let draft = picture(&["......", "######", "######", "######", "######", "######"], 1);
    let mut marks = draft.blank();
    assert!(marks.len() == 36 && marks.iter().all(|&mark| mark == 0));
    marks[3] = 77;
    let found = draft.flood(&mut marks, at(1, 0), 1, 1, 3);
    assert_eq!(marks[..6], [2, 1, 2, 77, 0, 0], "up to what had a mark");
    assert!(found[0] == at(1, 0) && found.contains(&at(0, 0)) && !found.contains(&at(3, 0)), "{found:?}");
    let mut marks = draft.blank();
    draft.flood(&mut marks, at(0, 0), 1, 1, 3);
    assert_eq!(marks[..6], [1, 2, 3, 0, 0, 0], "two steps on, no more");
    let mut marks = draft.blank();
    draft.flood(&mut marks, at(0, 0), 5, 0, 5);
    assert_eq!(marks[..6], [5; 6], "the same mark all over");
}

#[test]
fn each_area_has_a_flag_of_its_own() {
    let draft = picture(&["..#..", ".##..", "#####", "...#.", "#.###"], 1);
    let (flags, count) = doors::place_flags(&draft);
    assert_eq!(count, 4);
    let flag = |x: usize, y: usize| flags[y * 5 + x];
    assert!(flag(0, 0) == flag(1, 0) && flag(0, 0) == flag(0, 1));
    assert!(flag(0, 3) == flag(1, 4) && flag(3, 0) == flag(4, 1));
    let all: BTreeSet<u16> = [flag(0, 0), flag(3, 0), flag(0, 3), flag(4, 3)].into();
    assert_eq!(all, BTreeSet::from([1, 2, 3, 4]), "{flags:?}");
}

#[test]
fn a_gap_has_floor_on_two_sides_and_wall_on_two() {
    let draft = picture(&["#.#..", "#.#.#", ".#...", "#.##.", "#####"], 1);
    for (cell, due) in [
        (at(2, 0), Some([at(1, 0), at(3, 0)])),
        (at(2, 1), None), // and below
        (at(1, 2), None), // floor on all four sides
        (at(1, 0), None), // floor itself
        (at(4, 1), None), // three sides
        (at(2, 4), None), // in the rock
    ] {
        assert_eq!(doors::ends(&draft, cell), due, "{cell:?}");
    }
    let upright = picture(&[".##", "###", ".##"], 1);
    assert_eq!(doors::ends(&upright, at(0, 1)), Some([at(0, 0), at(0, 2)]));
}

#[test]
fn gaps_join_all_areas_and_no_more_than_that() {
    let rows_of = ["rr#..", "rr#..", "#####", ".....", "###.#"];
    let mut gaps = BTreeSet::new();
    for seed in 0..300 {
        let mut draft = picture(&rows_of, seed);
        let before = open(&draft).len();
        assert!(doors::carve(&mut draft), "all can be joined");
        assert_eq!(doors::place_flags(&draft).1, 1, "{:#?}", rows(&draft));
        assert_eq!(open(&draft).len(), before + 2, "two gaps for three areas: {:#?}", rows(&draft));
        let dug = open(&draft)
            .into_iter()
            .filter(|cell| rows_of[cell.y as usize].as_bytes()[cell.x as usize] == b'#');
        let dug: BTreeSet<_> = dug.map(|cell| (cell.x, cell.y)).collect();
        let noted: BTreeSet<_> = draft.doors.iter().map(|cell| (cell.x, cell.y)).collect();
        let by_room = dug.iter().copied().filter(|&(x, y)| x < 2 || x == 2 && y < 2).collect();
        assert_eq!(noted, by_room, "gaps beside the room may have doors");
        gaps.extend(dug);
    }
    let due = BTreeSet::from([(2, 0), (2, 1), (0, 2), (1, 2), (3, 2), (4, 2)]);
    assert_eq!(gaps, due, "any wall that would do is taken some time");
    assert!(
        !doors::carve(&mut picture(&["..##.", ".###.", "#####", "#####", "#####"], 1)),
        "walls too thick"
    );
}

#[test]
fn floors_that_cannot_be_joined_come_up_and_are_made_anew() {
    let apart = (0..3000).filter(|&seed| {
        let mut draft = rock(16, seed);
        rooms::dig(&mut draft, 4);
        worm::dig(&mut draft);
        !doors::carve(&mut draft)
    });
    let apart = apart.count();
    assert!((1..300).contains(&apart), "{apart} of 3000 attempts are not joined");
    // With that share, of 3000 floors some would be in parts if the first attempt were taken.
    let cases = tests::floors::make(0..3000);
    tests::floors::judge(&cases, "all cells hang together");
}

/// Two tunnels of that length side by side, joined at their left ends.
fn hairpin(length: usize, seed: u32) -> Draft {
    let tunnel = ".".repeat(length);
    picture(&[&tunnel, &format!(".{}", "#".repeat(length - 1)), &tunnel], seed)
}

#[test]
fn a_shortcut_saves_more_than_20_steps() {
    // In column x the other side is 2 x + 2 steps away: column 10 is the first with more than 20.
    let mut columns = BTreeSet::new();
    for seed in 0..200 {
        let mut draft = hairpin(16, seed);
        doors::shorten(&mut draft, 1);
        let dug: Vec<Cell> = open(&draft).into_iter().filter(|cell| cell.y == 1 && cell.x > 0).collect();
        assert_eq!(dug.len(), 1, "one was asked for: {:#?}", rows(&draft));
        columns.insert(dug[0].x);
    }
    assert_eq!(columns, (10..=15).collect(), "columns that save enough");
    for (length, count, due) in [(10, 3, 0), (11, 3, 1), (16, 0, 0), (60, 3, 3)] {
        for seed in 0..40 {
            let mut draft = hairpin(length, seed);
            let before = open(&draft).len();
            doors::shorten(&mut draft, count);
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
        doors::shorten(&mut draft, 3);
        open(&draft).len() == before + 3
    });
    assert!(three.count() > 20, "long tunnels take all three mostly");
}

#[test]
fn a_door_stands_in_a_passage_beside_a_room() {
    let rows = ["rr#####", "rr....#", "rr#.###", "#.#####", "#.#####", "#####r.", "#######"];
    let mut draft = picture(&rows, 1);
    for (cell, due) in [
        (at(2, 1), true),  // room, passage, hallway
        (at(3, 1), false), // not beside the room
        (at(1, 3), true),
        (at(1, 4), false), // a dead end
        (at(6, 5), false), // has one wall too many
        (at(0, 0), false), // in the room
        (at(2, 0), false), // rock
    ] {
        assert_eq!(doors::is_door(&draft, cell), due, "{cell:?}");
    }
    draft.grid.set(at(3, 1), DOOR);
    assert!(!doors::is_door(&draft, at(2, 1)), "a door beside it");
    draft.grid.set(at(3, 1), FLOOR);
    draft.grid.set(at(2, 1), STAIRS_UP);
    assert!(!doors::is_door(&draft, at(2, 1)), "stairs are not replaced");
    for face in FACES {
        draft.grid.set(at(2, 1), face);
        assert!(doors::is_door(&draft, at(2, 1)), "floor with a wall's face {face}");
    }
}

#[test]
fn doors_are_put_into_gaps_and_nowhere_else() {
    let mut draft = picture(&["rr.rr#", "rr#rr#", "##.###", "rr..rr", "######", "######"], 1);
    draft.grid.set(at(2, 3), FACES[0]);
    // A gap, a cell that is no door any more, two gaps side by side.
    draft.doors = vec![at(2, 0), at(2, 2), at(2, 3), at(3, 3)];
    draft.fill(at(2, 2));
    doors::install(&mut draft);
    let found: Vec<Cell> = draft.grid.cells().filter(|&cell| draft.grid.get(cell) == DOOR).collect();
    assert_eq!(found, [at(2, 0), at(2, 3)], "one of two neighbours");
    let mut draft = picture(&["rr.rr", "#####", "#####", "#####", "#####"], 1);
    doors::install(&mut draft);
    assert_eq!(draft.grid.get(at(2, 0)), FLOOR, "what was not dug as a gap gets none");
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
        assert_eq!(ends::stands_free(sign), due, "{sign:08b}");
    }
    // The tutorial's twelve, with 161 and 9 where its digits and its numbers differ.
    let patterns = [0, 0, 0, 0, 16, 64, 32, 128, 161, 104, 84, 146];
    let masks = [8, 4, 2, 1, 6, 12, 9, 3, 10, 5, 10, 5];
    for sign in 0..=255u8 {
        let listed = patterns.into_iter().zip(masks).any(|pattern| fits(sign, pattern));
        assert!(!listed || ends::stands_free(sign), "{sign:08b} is in the list");
    }
    assert!(!ends::stands_free(0b1100_0001), "193: a passage, which a chest would bar");
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
        (at(1, 1), 3, "in the middle of a room"),
        (at(1, 0), 3, "at a wall of it"),
        (at(0, 0), 0, "in its corner"),
        (at(3, 1), -1, "in front of its way out"),
        (at(4, 1), -1, "beside a room"),
        (at(4, 3), -1, "rock at the corner of a room"),
        (at(5, 1), -1, "in a hallway"),
        (at(3, 4), 5, "in a wide place outside"),
        (at(2, 6), 0, "in an alcove"),
        (at(7, 0), 0, "rock that can become an alcove"),
        (at(6, 4), -1, "rock between two ways"),
    ] {
        assert_eq!(ends::score(&draft, cell), due, "{cell:?}, {why}");
    }
}

#[test]
fn start_and_stairs_are_alcoves_at_far_ends() {
    let mut sides = BTreeSet::new();
    for seed in 0..100 {
        let mut draft = picture(&[&format!("##{}##", ".".repeat(24))], seed);
        let [start, stairs] = ends::place(&mut draft).expect("the tunnel is long enough");
        assert_eq!(draft.grid.get(start), STAIRS_DOWN);
        assert_eq!(draft.grid.get(stairs), STAIRS_UP);
        // For the stairs a cell behind the tunnel's last one is dug, for it is one step farther off; the start takes
        // the other last one.
        let behind = [at(1, 0), at(2, 1), at(25, 1), at(26, 0)];
        assert!(behind.contains(&stairs), "{start:?} {stairs:?}");
        assert_eq!(start, if stairs.x < 9 { at(25, 0) } else { at(2, 0) }, "{stairs:?}");
        sides.insert(stairs.x < 9);
    }
    assert_eq!(sides.len(), 2, "either end, by chance");
    for seed in 0..100 {
        let mut draft = picture(&[&format!("##{}##", ".".repeat(18))], seed);
        assert_eq!(ends::place(&mut draft), None, "20 steps are too few");
        assert_eq!(ends::place(&mut rock(8, seed)), None, "nowhere to stand");
    }
}

#[test]
fn the_start_is_often_an_alcove_and_sometimes_in_a_room() {
    let cases = tests::floors::make(0..4000);
    let mut rooms = 0;
    for case in &cases {
        let floor = &case.floor;
        let wall = |cell: Cell| floor.grid.index(cell).is_none() || (48..=94).contains(&floor.grid.get(cell));
        let room = floor.rooms.iter().any(|room| room.holds(floor.start));
        let ways = beside(floor.start).into_iter().filter(|&cell| !wall(cell)).count();
        let near = beside(floor.start).into_iter().any(|cell| floor.grid.get(cell) == DOOR);
        assert!(ways == 1 || ways > 1 && !near, "seed {}: the start is in the way", case.seed);
        rooms += usize::from(room);
    }
    // A score of 3 against 0 moves it into a room when that is not three steps farther: about one in five.
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
    ends::fill(&mut draft);
    let due = [
        "....####", //
        ".##.####", "....####", "#.######", "#...####", "#.#.####", "#.#.....", "#.######",
    ];
    assert_eq!(rows(&draft), due);
    assert_eq!((draft.grid.get(at(1, 7)), draft.grid.get(at(7, 6))), (STAIRS_UP, STAIRS_DOWN));
}

#[test]
fn niches_lie_behind_bends_and_hold_a_pot() {
    let ring =
        ["########", "########", "##....##", "##.##.##", "##.##.##", "##....##", "########", "########"];
    // Behind a bend are two walls: straight on for who comes from either side.
    let behind: BTreeSet<_> = [(2, 1), (1, 2), (5, 1), (6, 2), (1, 5), (2, 6), (6, 5), (5, 6)].into();
    let mut taken = BTreeSet::new();
    for seed in 0..100 {
        let mut draft = picture(&ring, seed);
        ends::niches(&mut draft, 2);
        let pots: Vec<Cell> = draft.grid.cells().filter(|&cell| draft.grid.get(cell) == POT).collect();
        assert_eq!((pots.len(), open(&draft).len()), (2, 14), "{:#?}", rows(&draft));
        taken.extend(pots.iter().map(|cell| (cell.x, cell.y)));
    }
    assert_eq!(taken, behind);
    let mut draft = picture(&ring, 1);
    ends::niches(&mut draft, 0);
    assert_eq!(open(&draft).len(), 12, "none were asked for");
    let mut draft = picture(&["rrr#####", "rrr.####", "rrr#####"], 1);
    ends::niches(&mut draft, 2);
    assert_eq!(open(&draft).len(), 10, "no bend, no niche, and none in a room's wall");
}

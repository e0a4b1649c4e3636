//! Chapters 28 to 31, with the changes of 36, 38 and 49: walls, rooms, signatures, worms.

use super::super::draft::{beside, open, picture, rock, rows};
use super::life::often;
use super::twin::{CARVE, DIR_X, DIR_Y, Twin, alike, any};
use porklike::dir::Cell;
use porklike::tower::Floor;
use porklike::tower::signs::carves;
use std::collections::{BTreeMap, BTreeSet};
use tests::floors::tile::{FLOOR, RAIL, ROCK, ROOM, TABLET};
use tests::floors::{Case, Room, make};

fn at(x: i32, y: i32) -> Cell {
    Cell::at(x, y)
}

/// The rooms dug into rock of this size.
fn rooms(side: i32, seed: u32) -> Vec<Room> {
    let mut draft = rock(side, seed);
    draft.dig_rooms();
    draft.rooms.iter().map(|cells| Room::of(cells).expect("a rectangle")).collect()
}

#[test]
fn t28_03_all_is_wall_before_anything_is_dug() {
    for Case { seed, floor, .. } in make(0..500) {
        let wall = |cell: &Cell| matches!(floor.grid.get(*cell), 48..=94);
        let walls = floor.grid.cells().filter(wall).count();
        assert!((70..200).contains(&walls), "seed {seed}: {walls} of 256 tiles are wall");
        // Everything that is not wall was dug and can be reached. Chests are on dug floor, a tablet in a dug
        // niche.
        let reached = floor
            .grid
            .flood(floor.start, usize::MAX, |cell| !matches!(floor.grid.get(cell), 48..=94 | ROCK))
            .0;
        assert_eq!(walls + reached.len(), 256, "seed {seed}");
    }
}

#[test]
fn t28_04_rooms_are_3_to_5_wide_and_3_to_5_high() {
    let later: BTreeSet<_> =
        (0..2000).flat_map(|seed| rooms(16, seed).into_iter().skip(1)).map(|r| (r.w, r.h)).collect();
    let due: BTreeSet<_> = (3..=5).flat_map(|w| (3..=5).map(move |h| (w, h))).collect();
    assert_eq!(later, due, "width and height may differ");
}

#[test]
fn t28_05_a_room_is_dug_at_any_place() {
    let mut corners = BTreeSet::new();
    for seed in 0..3000 {
        let mut draft = rock(8, seed);
        draft.dig_rooms();
        let listed: BTreeSet<Cell> = draft.rooms.iter().flatten().copied().collect();
        let dug: BTreeSet<Cell> = open(&draft).into_iter().collect();
        assert_eq!(listed, dug, "seed {seed}: its walls are floor now, and no others");
        corners.extend(draft.rooms.iter().map(|room| room[0]));
    }
    assert_eq!(corners.len(), 36, "every place of 8 x 8 that holds 3 x 3");
    // The first room finds the map empty: it touches each of the edges as often as one of the possible
    // places.
    let (mut edges, mut share) = ([0; 4], [0.0; 2]);
    let count = 6000;
    for seed in 0..count {
        let Room { x, y, w, h } = rooms(16, seed)[0];
        for (edge, touches) in edges.iter_mut().zip([x == 0, x + w == 16, y == 0, y + h == 16]) {
            *edge += u32::from(touches);
        }
        share[0] += 1.0 / f64::from(17 - w) / f64::from(count);
        share[1] += 1.0 / f64::from(17 - h) / f64::from(count);
    }
    (0..4).for_each(|edge| often(&format!("edge {edge}"), edges[edge], count, share[edge / 2]));
}

#[test]
fn t28_06_rooms_do_not_overlap_and_the_fifth_failure_ends_it() {
    for seed in 0..1000 {
        let rooms = rooms(16, seed);
        for (index, room) in rooms.iter().enumerate() {
            let grown = Room { x: room.x - 1, y: room.y - 1, w: room.w + 2, h: room.h + 2 };
            let touched =
                rooms[..index].iter().find(|other| other.cells().iter().any(|cell| grown.holds(*cell)));
            assert_eq!(touched, None, "seed {seed}: {room:?}");
        }
    }
    // Where only 3 x 3 fits, each failure makes the next room smaller: at most 10, 9, 8, 7, 6 per side, so it
    // fits with 1 in 64, 49, 36, 25 and 16. After five failures there is none in 27/32 of all cases.
    let found = (0..4000).filter(|&seed| !rooms(3, seed).is_empty()).count();
    assert!((510..740).contains(&found), "625 of 4000 are due, {found} have a room");
    // In narrow rock failures are common.
    for side in [7, 9, 11, 13] {
        let sample = |of: &dyn Fn(u32) -> usize| (0..1500).map(|seed| of(seed) as f64).collect::<Vec<f64>>();
        let ours = sample(&|seed| rooms(side, seed).len());
        let twins = sample(&|seed| Twin::rock(side, seed).dig_rooms().len());
        alike(&format!("rooms in {side} x {side}"), &ours, &twins);
    }
}

#[test]
fn t28_07_width_is_rolled_first_and_no_room_has_more_than_35_tiles() {
    let mut sizes: BTreeMap<(i32, i32), f64> = BTreeMap::new();
    let count = 8000;
    for seed in 0..count {
        let room = rooms(16, seed)[0];
        *sizes.entry((room.w, room.h)).or_default() += 1.0;
    }
    for w in 3..=10 {
        let highest = (35 / w).min(10);
        for h in 3..=10 {
            let due = if h > highest { 0.0 } else { f64::from(count) / 8.0 / f64::from(highest - 2) };
            let found = sizes.get(&(w, h)).copied().unwrap_or_default();
            assert!((found - due).abs() <= 5.0 * due.sqrt(), "{w} x {h}: {found} of {count}, {due} are due");
        }
    }
}

#[test]
fn t49_06_the_first_room_may_be_10_tiles_long_and_no_other_more_than_5() {
    let (mut widest, mut highest) = (0, 0);
    for seed in 0..1000 {
        let rooms = rooms(16, seed);
        (widest, highest) = (rooms[0].w.max(widest), rooms[0].h.max(highest));
        assert!(rooms[1..].iter().all(|room| room.w.max(room.h) <= 5), "seed {seed}: {rooms:?}");
    }
    assert_eq!((widest, highest), (10, 10));
}

#[test]
fn t29_01_a_signature_has_a_bit_for_each_wall_around() {
    for seed in 0..50 {
        let mut draft = rock(12, seed);
        draft.dig_rooms();
        draft.dig_worms();
        let twin = Twin::of(&draft, seed);
        for cell in draft.grid.cells() {
            assert_eq!(draft.signs.get(cell), twin.signature(cell), "{cell:?} {:#?}", rows(&draft));
        }
    }
    // Each neighbour has its bit, from the highest: left, right, up, down, up-right, down-right, down-left, up-left.
    for i in 0..8 {
        let mut draft = rock(5, 1);
        draft.put(at(2 + DIR_X[i], 2 + DIR_Y[i]), FLOOR);
        assert_eq!(draft.signs.get(at(2, 2)), !(0x80 >> i), "neighbour {i}");
    }
}

#[test]
fn t30_01_what_can_be_carved_is_the_five_patterns() {
    for sign in 0..=255 {
        assert_eq!(carves(sign), any(sign, &CARVE), "{sign:08b}");
    }
}

#[test]
fn t31_01_what_is_walkable_is_not_carved() {
    let draft = picture(&["#####", "#..##", "#####", "#####", "#####"], 1);
    assert!(carves(draft.signs.get(at(1, 1))) && !draft.can_carve(at(1, 1)), "a tunnel's end is dug already");
    assert!(draft.can_carve(at(3, 1)) && draft.can_carve(at(2, 2)), "the rock next to it is not");
}

#[test]
fn t31_02_there_are_4_rooms_at_most() {
    let mut counts = [0; 6];
    (0..2000).for_each(|seed| counts[rooms(16, seed).len()] += 1);
    assert!(counts[5] == 0 && counts[4] > 1800, "rooms a screen: {counts:?}");
}

/// How a worm went: its steps, and how often it ran straight for 1, 2, 3, 4 and more steps.
fn legs(dug: &[Cell]) -> [f64; 6] {
    let ways: Vec<(i32, i32)> =
        dug.windows(2).map(|two| (two[1].x - two[0].x, two[1].y - two[0].y)).collect();
    let mut count = [0.0; 6];
    count[0] = dug.len() as f64;
    ways.chunk_by(|a, b| a == b).for_each(|leg| count[leg.len().min(5)] += 1.0);
    count
}

/// The cells of a worm in the order in which they were dug: it never forks.
fn follow(draft: &Floor, from: Cell) -> Vec<Cell> {
    let mut dug = vec![from];
    while let Some(next) =
        beside(dug[dug.len() - 1]).into_iter().find(|near| draft.is_open(*near) && !dug.contains(near))
    {
        dug.push(next);
    }
    assert_eq!(dug.len(), open(draft).len(), "it forks: {:#?}", rows(draft));
    dug
}

#[test]
fn t31_03_a_worm_turns_when_it_must_and_half_of_the_time_after_three_steps() {
    let middle = at(20, 20);
    let (mut ours, mut twins) = (vec![], vec![]);
    for seed in 0..3000 {
        let mut draft = rock(41, seed);
        draft.dig_worm(middle);
        ours.push(legs(&follow(&draft, middle)));
        twins.push(legs(&Twin::rock(41, seed).dig_worm(middle)));
    }
    for (index, what) in ["tiles", "legs of 1", "of 2", "of 3", "of 4", "of more"].into_iter().enumerate() {
        let of = |sample: &[[f64; 6]]| sample.iter().map(|legs| legs[index]).collect::<Vec<f64>>();
        alike(&format!("a worm's {what}"), &of(&ours), &of(&twins));
    }
}

/// A map with rooms, without worms.
fn halls(seed: u32) -> Floor {
    let mut draft = rock(16, seed);
    draft.dig_rooms();
    draft
}

#[test]
fn t36_02_worms_leave_no_thick_walls_and_keep_off_the_rooms() {
    for seed in 0..500 {
        let mut draft = halls(seed);
        draft.dig_worms();
        let twin = Twin::of(&draft, seed);
        for cell in twin.cells() {
            let hallway = twin.walkable(cell) && !twin.in_room(cell);
            let next = twin.next_to_room(cell, 4);
            assert!(!(hallway && next), "seed {seed}: {cell:?} is dug beside a room: {:#?}", rows(&draft));
            let left = twin.can_carve(cell, false) && !next;
            assert!(!left, "seed {seed}: {cell:?} could be carved: {:#?}", rows(&draft));
        }
    }
}

#[test]
fn t38_02_worms_begin_next_to_tunnels_of_others_too() {
    // Two tunnels that leave no rock without an open neighbour: worms can begin only next to them.
    let mut draft = picture(&["#####", ".....", "#####", "#####", "....."], 1);
    assert!(draft.grid.cells().all(|cell| draft.is_open(cell) || draft.signs.get(cell) < 0xff));
    draft.dig_worms();
    assert!(open(&draft).len() > 10, "{:#?}", rows(&draft));
    // Tiles, ends and forks of whole mazes, with rooms and without.
    let count = |is: &dyn Fn(Cell) -> bool, twin: &Twin| {
        let hallway = |cell: &Cell| twin.walkable(*cell) && !twin.in_room(*cell);
        let cells: Vec<Cell> = twin.cells().into_iter().filter(hallway).collect();
        let ways = |cell: Cell| beside(cell).into_iter().filter(|near| is(*near)).count();
        let those = |count: usize| cells.iter().filter(|cell| ways(**cell) == count).count() as f64;
        [cells.len() as f64, those(1), those(3)]
    };
    let (mut ours, mut twins) = (vec![], vec![]);
    for seed in 0..1200 {
        let bare = seed % 2 == 0;
        let mut draft = if bare { rock(16, seed) } else { halls(seed) };
        let mut twin = Twin::of(&draft, seed);
        draft.dig_worms();
        twin.maze_worm();
        ours.push(count(&|cell| draft.is_open(cell), &Twin::of(&draft, seed)));
        twins.push(count(&|cell| twin.walkable(cell), &twin));
    }
    for (index, what) in ["tiles", "ends", "forks"].into_iter().enumerate() {
        let of = |sample: &[[f64; 3]], from: usize| {
            sample.iter().skip(from).step_by(2).map(|maze| maze[index]).collect::<Vec<f64>>()
        };
        alike(&format!("{what} of a maze"), &of(&ours, 0), &of(&twins, 0));
        alike(&format!("{what} of a maze among rooms"), &of(&ours, 1), &of(&twins, 1));
    }
}

#[test]
fn t33_01_no_area_has_a_colour_of_its_own() {
    for seed in 0..100 {
        let mut draft = halls(seed);
        draft.dig_worms();
        let tiles: BTreeSet<u8> = open(&draft).into_iter().map(|cell| draft.grid.get(cell)).collect();
        assert_eq!(tiles, BTreeSet::from([ROOM, FLOOR]), "one floor for rooms, one for all hallways");
    }
    for Case { floor, seed, .. } in make(0..300) {
        // When finished, a hallway is plain floor or the front of a wall; doors, stairs, tablet and rail are
        // things.
        let hall = floor.grid.cells().filter(|cell| !floor.rooms.iter().any(|room| room.contains(cell)));
        let tiles: BTreeSet<u8> =
            hall.map(|cell| floor.grid.get(cell)).filter(|tile| !matches!(tile, 48..=94)).collect();
        let odd =
            tiles.iter().find(|tile| !matches!(**tile, 1 | 4 | 5 | 6 | 95 | 16 | 18 | 19 | TABLET | RAIL));
        assert_eq!(odd, None, "seed {seed}");
    }
}

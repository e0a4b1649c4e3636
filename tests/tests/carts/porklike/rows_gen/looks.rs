//! Chapters 40 to 43, 46 and 50: how walls look, and how rooms are decorated.

use super::super::draft::{ROOMS, beside, find, picture, rock, suite};
use super::super::play::machine;
use super::life::often;
use super::twin::matches;
use porklike::dir::Cell;
use porklike::tower::walls::reduce;
use std::collections::{BTreeMap, BTreeSet};
use tests::floors::tile::{CROCK, DOOR, FLOOR, POT, ROCK, ROOM};
use tests::floors::{Case, judge, make};

fn at(x: i32, y: i32) -> Cell {
    Cell::at(x, y)
}

/// The tutorial's table of walls.
const WALL_SIG: [u8; 46] = [
    251, 233, 253, 84, 146, 80, 16, 144, 112, 208, 241, 248, 210, 177, 225, 120, 179, 0, 124, 104, 161, 64,
    240, 128, 224, 176, 242, 244, 116, 232, 178, 212, 247, 214, 254, 192, 48, 96, 32, 160, 245, 250, 243,
    249, 246, 252,
];
const WALL_MSK: [u8; 46] = [
    0, 6, 0, 11, 13, 11, 15, 13, 3, 9, 0, 0, 9, 12, 6, 3, 12, 15, 3, 7, 14, 15, 0, 15, 6, 12, 0, 0, 3, 6, 12,
    9, 0, 9, 0, 15, 15, 7, 15, 14, 0, 0, 0, 0, 0, 0,
];

/// The sprite for a wall with this signature.
fn painted(sign: u8) -> u8 {
    let mut draft = rock(3, 1);
    draft.signs.set(at(1, 1), sign);
    draft.paint();
    draft.grid.get(at(1, 1))
}

#[test]
fn t40_01_walls_that_match_the_same_pattern_have_the_same_picture() {
    let mut pictures: BTreeMap<Option<usize>, BTreeSet<u8>> = BTreeMap::new();
    for sign in 0..=255 {
        let found: Vec<usize> = (0..46).filter(|&i| matches(sign, (WALL_SIG[i], WALL_MSK[i]))).collect();
        assert!(found.len() < 2, "{sign:08b} matches {found:?}");
        // Without a match it stays plain rock: only rock all around.
        assert_eq!(found.is_empty(), sign == 255, "{sign:08b}");
        pictures.entry(found.first().copied()).or_default().insert(painted(sign));
    }
    assert!(pictures.values().all(|tiles| tiles.len() == 1), "one picture for each: {pictures:?}");
    let all: BTreeSet<u8> = pictures.values().flatten().copied().collect();
    assert_eq!((pictures.len(), all), (47, (48..=94).collect()), "47 patterns, 47 pictures");
    // All of them block.
    let p8 = machine();
    assert!((48..=94).all(|tile| p8.fget(tile) & 1 == 1));
    let cases = make(0..300);
    assert!(cases.iter().all(|case| find(&case.floor, &[ROCK]).is_empty()), "no wall is left as it was");
}

#[test]
fn t40_02_the_sheet_has_its_own_layout_and_key() {
    // The key of `sprites/porklike.flags`: masks in ascending order.
    let masks: Vec<u8> = (0..=255).filter(|&sign| reduce(sign) == sign).collect();
    let due = [
        0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x54, 0x60, 0x68, 0x70, 0x74, 0x78, 0x7c, 0x80, 0x90, 0x92, 0xa0,
        0xa1, 0xb0, 0xb1, 0xb2, 0xb3, 0xc0, 0xd0, 0xd2, 0xd4, 0xd6, 0xe0, 0xe1, 0xe8, 0xe9, 0xf0, 0xf1, 0xf2,
        0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff,
    ];
    assert_eq!(masks, due);
    for (index, mask) in due.into_iter().enumerate() {
        assert_eq!(usize::from(painted(mask)), 48 + index, "mask {mask:02x}");
    }
    judge(&make(0..1000), "walls are the right ones");
}

/// The picture of a sprite.
fn sprite(n: i32) -> Vec<u8> {
    let p8 = machine();
    (0..64).map(|i| p8.sget(n % 16 * 8 + i % 8, n / 16 * 8 + i / 8)).collect()
}

/// Fails unless these sprites are drawn, each differently.
#[track_caller]
fn differ(sprites: &[i32]) {
    let pictures: BTreeSet<Vec<u8>> = sprites.iter().map(|&n| sprite(n)).collect();
    assert_eq!(pictures.len(), sprites.len(), "two of {sprites:?} look the same");
    for &n in sprites {
        let colors: BTreeSet<u8> = sprite(n).into_iter().collect();
        assert!(colors.len() > 1, "sprite {n} is blank");
    }
}

#[test]
fn t41_03_there_are_tiles_for_the_floor_below_a_wall() {
    // Brick, cracked, with herbs, with a window; plain floor; the wall's end, and one with a window.
    differ(&[1, 4, 5, 6, 95]);
    let p8 = machine();
    assert!([4, 5, 6, 95].iter().all(|&tile| p8.fget(tile) & 1 == 0), "they are floor");
}

#[test]
fn t41_04_floor_below_a_wall_is_a_wall_floor() {
    let mut draft = picture(&["####", "rrrr", "rrrr", "####", "...."], 1);
    draft.paint();
    let face = |cell: Cell| matches!(draft.grid.get(cell), 4 | 5 | 6 | 95);
    for x in 0..4 {
        assert!(face(at(x, 1)) && !face(at(x, 2)) && face(at(x, 4)), "column {x}");
    }
    judge(&make(0..1000), "faces");
}

#[test]
fn t41_05_walls_are_painted_as_if_no_door_were_there() {
    let masks: Vec<u8> = (0..=255).filter(|&sign| reduce(sign) == sign).collect();
    let mut doors = 0;
    for Case { seed, floor, .. } in make(0..400) {
        for door in find(&floor, &[DOOR]) {
            // Each neighbouring wall has an end where the door is: that is bit `i xor 1` of its own
            // signature.
            for (i, near) in beside(door).into_iter().enumerate() {
                let tile = floor.grid.get(near);
                if matches!(tile, 48..=94) {
                    let bit = 0x80 >> (i ^ 1);
                    assert_eq!(masks[usize::from(tile) - 48] & bit, 0, "seed {seed}: the wall at {near:?}");
                    doors += 1;
                }
            }
        }
    }
    assert!(doors > 400, "{doors} walls beside doors");
}

#[test]
fn t42_01_doors_are_on_the_floor_below_a_wall_too() {
    // A passage from left to right has a wall above: without the door it would show that wall's front.
    let mut draft = picture(&["rr####", "rr....", "rr####"], 1);
    let mut bare = draft.clone();
    bare.paint();
    assert!(matches!(bare.grid.get(at(2, 1)), 4 | 5 | 6 | 95));
    draft.put_doors();
    draft.paint();
    assert_eq!(draft.grid.get(at(2, 1)), DOOR);
    let mut across = [0; 2];
    for Case { floor, .. } in make(0..400) {
        for door in find(&floor, &[DOOR]) {
            across[usize::from(matches!(floor.grid.get(at(door.x, door.y - 1)), 48..=94))] += 1;
        }
    }
    assert!(across.iter().all(|count| *count > 100), "doors with floor and with wall above: {across:?}");
}

#[test]
fn t42_02_there_are_tiles_to_decorate_with() {
    // The ham, torches on the left and right wall, carpet and its front, ferns, debris.
    assert!([108, 109, 110, 124, 125, 126, 140, 141, 142].into_iter().all(|n| sprite(n) != sprite(1)));
    differ(&[1, 4, 7, 8, 21, 22, 27, 28, 29, 32, 33, 34, 35]);
    let p8 = machine();
    let animated = |tile: i32| p8.fget(tile) & 0x10 > 0;
    assert!([32, 33, 34, 35].into_iter().all(animated), "torches flicker");
    assert!([7, 21, 22, 27, 28, 29].iter().all(|&tile| p8.fget(tile) & 1 == 0), "who walks may walk there");
}

/// The decoration of a room: 0 vases to 4 debris, as in `data/decor.txt`; none for bare floor.
fn decoration(tiles: impl IntoIterator<Item = u8>) -> Option<usize> {
    tiles.into_iter().find_map(|tile| match tile {
        CROCK | POT => Some(0),
        7 => Some(1),
        32 | 34 => Some(2),
        21..=26 => Some(3),
        27..=29 => Some(4),
        _ => None,
    })
}

/// How often each of the suite's rooms gets each decoration.
fn decorated(count: u32) -> [[u32; 5]; 3] {
    let mut found = [[0; 5]; 3];
    for seed in 0..count {
        let mut draft = suite(seed);
        draft.decorate();
        for (room, found) in ROOMS.iter().zip(&mut found) {
            if let Some(kind) = decoration(room.cells().into_iter().map(|cell| draft.grid.get(cell))) {
                found[kind] += 1;
            }
        }
    }
    found
}

#[test]
fn t42_05_each_room_is_decorated_in_one_of_five_ways() {
    let count = 20_000;
    let [room, ..] = decorated(count);
    // The first of three rooms has vases, the others any: vases in 1/3 + 2/3 x 1/5. A torch misses with 1/81.
    let share = 2.0 / 15.0;
    for (kind, share) in [1.0 / 3.0 + share, share, share * 80.0 / 81.0, share, share].into_iter().enumerate()
    {
        often(&format!("decoration {kind}"), room[kind], count, share);
    }
    // Monsters are placed before: no vase is on one.
    for Case { seed, floor, .. } in make(0..2000) {
        let under = floor.mobs.iter().find(|mob| matches!(floor.grid.get(mob.1), CROCK | POT));
        assert_eq!(under, None, "seed {seed}");
    }
}

#[test]
fn t46_02_each_floor_has_a_room_with_vases() {
    // A single room is the first; half of its 11 places have a vase.
    for seed in 0..400 {
        let mut draft = suite(seed);
        draft.rooms.truncate(1);
        draft.decorate();
        assert!(!find(&draft, &[CROCK, POT]).is_empty(), "seed {seed}");
    }
    // In a small room, every place may stay bare.
    let vases = make(0..4000).iter().filter(|case| !find(&case.floor, &[CROCK, POT]).is_empty()).count();
    assert!(vases > 3900, "{vases} of 4000 floors have vases");
    let mut second = 0;
    let count = 20_000;
    for seed in 0..count {
        // Two identical rooms: the first has vases, the other has them one time in five.
        let mut draft = suite(seed);
        draft.rooms.truncate(2);
        draft.decorate();
        let with = |room: usize| {
            ROOMS[room].cells().into_iter().any(|cell| matches!(draft.grid.get(cell), CROCK | POT))
        };
        second += u32::from(with(0) && with(1));
    }
    often("a second room with vases", second, count, 0.2);
}

#[test]
fn t50_07_rooms_are_decorated_in_any_order() {
    let count = 20_000;
    let rooms = decorated(count);
    let share: f64 = 1.0 / 3.0 + 2.0 / 15.0;
    // Places for vases, half of which stay bare: 11, 10 and 5. A small room is bare with 1/32.
    for (room, places) in rooms.iter().zip([11, 10, 5]) {
        often(
            &format!("vases in a room with {places} places"),
            room[0],
            count,
            share * (1.0 - 0.5f64.powi(places)),
        );
    }
}

/// Tiles that a kind of decoration gives the cells of the suite's first room, by cell, in this many drafts.
fn laid(kind: usize, count: u32, door: Option<Cell>) -> BTreeMap<(Cell, u8), u32> {
    let mut laid = BTreeMap::new();
    for seed in 0..count {
        let mut draft = suite(seed);
        door.into_iter().for_each(|cell| {
            draft.put(cell, FLOOR);
            draft.grid.set(cell, DOOR);
        });
        for cell in ROOMS[0].cells().into_iter().filter(|cell| cell.y > ROOMS[0].y) {
            *laid.entry((cell, draft.decoration(kind, cell))).or_insert(0) += 1;
        }
    }
    laid
}

#[test]
fn t42_06_a_carpet_is_everywhere_but_at_the_walls() {
    for seed in 0..20 {
        let mut draft = suite(seed);
        for cell in ROOMS[0].cells() {
            let due = if ROOMS[0].has_inside(cell) { 7 } else { ROOM };
            assert_eq!(draft.decoration(1, cell), due, "{cell:?}");
        }
    }
}

#[test]
fn t42_07_debris_of_three_kinds_is_on_some_of_the_floor() {
    let laid = laid(4, 500, None);
    let count = |tile: u8| laid.iter().filter(|((_, of), _)| *of == tile).map(|(_, n)| n).sum::<u32>();
    let counts = [27, 28, 29, ROOM].map(count);
    assert_eq!(counts.iter().sum::<u32>(), 500 * 20, "nothing else: {counts:?}");
    assert!(counts.iter().all(|count| *count > 500), "{counts:?}");
    // Only plain floor changes: the front of a wall, a chest and a vase stay.
    let mut draft = suite(1);
    draft.grid.set(at(3, 3), 12);
    draft.decorate();
    assert_eq!(draft.grid.get(at(3, 3)), 12);
    assert!((1..6).all(|x| draft.is(at(x, 1), ROOM)), "below the wall");
}

#[test]
fn t42_08_torches_are_at_left_and_right_on_even_rows_two_times_in_three() {
    // A door in the right wall, next to (5, 4).
    let laid = laid(2, 2000, Some(at(6, 4)));
    let lit: BTreeSet<(Cell, u8)> = laid.keys().copied().filter(|(_, tile)| *tile != ROOM).collect();
    let due = BTreeSet::from([(at(1, 2), 32), (at(1, 4), 32), (at(5, 2), 34)]);
    assert_eq!(lit, due, "not beside the door");
    lit.iter().for_each(|place| often("a torch", laid[place], 2000, 0.66));
    // Nor above one: the corner of the third room.
    for (door, due) in [(at(3, 11), false), (at(2, 11), true)] {
        let lit = (0..100).any(|seed| {
            let mut draft = suite(seed);
            draft.put(door, FLOOR);
            draft.grid.set(door, DOOR);
            draft.decoration(2, at(3, 10)) == 34
        });
        assert_eq!(lit, due, "door at {door:?}");
    }
    // Next to a door does not include its corners.
    let laid = self::laid(2, 2000, Some(at(6, 3)));
    assert!(laid.contains_key(&(at(5, 2), 34)) && laid.contains_key(&(at(5, 4), 34)), "torches flank a door");
}

#[test]
fn t43_01_ferns_grow_three_and_three_times_in_ten() {
    let laid = laid(3, 500, None);
    let all = 500 * 20;
    let mut sum = 0;
    for (tile, share) in [(21, 0.3), (22, 0.3), (24, 0.1), (25, 0.1), (26, 0.1), (ROOM, 0.1)] {
        let found = laid.iter().filter(|((_, of), _)| *of == tile).map(|(_, n)| n).sum();
        often(&format!("tile {tile}"), found, all, share);
        sum += found;
    }
    assert_eq!(sum, all, "nothing else");
    // Ferns block sight, the others do not; none of them blocks the way.
    let p8 = machine();
    for (tile, hides) in [(21, true), (22, true), (24, false), (25, false), (26, false), (1, false)] {
        assert_eq!(p8.fget(tile) & 3, if hides { 2 } else { 0 }, "tile {tile}");
    }
}

#[test]
fn t43_02_vases_are_along_walls_on_free_cells_not_next_to_a_door() {
    let count = 2000;
    let mut found = BTreeMap::new();
    for seed in 0..count {
        let mut draft = suite(seed);
        draft.put(at(6, 3), FLOOR);
        draft.grid.set(at(6, 3), DOOR);
        draft.mobs.push((1, at(3, 5)));
        for cell in ROOMS[0].cells().into_iter().filter(|cell| cell.y > ROOMS[0].y) {
            *found.entry((cell, draft.decoration(0, cell))).or_insert(0) += 1;
        }
    }
    for cell in ROOMS[0].cells().into_iter().filter(|cell| cell.y > ROOMS[0].y) {
        let wall = cell.x == 1 || cell.x == 5 || cell.y == 5;
        let free = wall && cell != at(3, 5) && cell != at(5, 3);
        for (tile, share) in [(ROOM, 0.5), (CROCK, 0.25), (POT, 0.25)] {
            let share = if free { share } else { f64::from(u8::from(tile == ROOM)) };
            let found = found.get(&(cell, tile)).copied().unwrap_or(0);
            often(&format!("tile {tile} at {cell:?}"), found, count, share);
        }
    }
}

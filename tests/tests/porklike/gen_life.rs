//! What a floor is furnished with: wall sprites, chests, mobs, decorations.
//!
//! Expectations rest on the tutorial's chapters 37, 40 to 46 and 50, and on the design's weights by place.

use crate::draft::{picture, rock};
use porklike::dir::Cell;
use porklike::tile::{DOOR, FLOOR, POT, ROCK, STAIRS_DOWN};
use porklike::tower::Room;
use porklike::tower::draft::{Draft, MOB, ROOM};
use porklike::tower::{decor, people, walls};
use std::collections::{BTreeMap, BTreeSet};
use tests::floors::make;

fn at(x: i32, y: i32) -> Cell {
    Cell::at(x, y)
}

/// Rooms with a hallway below them, walls painted.
fn suite(seed: u32) -> Draft {
    let mut draft = rock(16, seed);
    for (x, y, w, h) in [(1, 1, 5, 5), (8, 1, 4, 5), (1, 8, 3, 3)] {
        let room = Room { x, y, w, h, kind: 9 };
        for cell in room.cells() {
            draft.dig(cell);
            draft.notes.set(cell, ROOM);
        }
        draft.rooms.push(room);
    }
    (0..16).for_each(|x| draft.dig(at(x, 14)));
    walls::paint(&mut draft);
    draft
}

/// How often each tile lies in a room, over many drafts of one decoration.
fn tiles(kind: u8) -> BTreeMap<u8, u32> {
    let mut count = BTreeMap::new();
    for seed in 0..400 {
        let mut draft = suite(seed);
        for cell in draft.rooms[0].cells() {
            let tile = decor::tile(&mut draft, kind, cell);
            *count.entry(tile).or_insert(0) += u32::from(draft.grid.get(cell) == FLOOR);
        }
    }
    count
}

#[test]
fn a_corner_counts_between_two_walls_only() {
    for sign in 0..=255u8 {
        let has = |bit: u8| sign & bit != 0;
        let mut due = sign & 0xf0;
        due |= if has(0x20) && has(0x40) { sign & 8 } else { 0 };
        due |= if has(0x40) && has(0x10) { sign & 4 } else { 0 };
        due |= if has(0x10) && has(0x80) { sign & 2 } else { 0 };
        due |= if has(0x80) && has(0x20) { sign & 1 } else { 0 };
        assert_eq!(walls::reduce(sign), due, "{sign:08b}");
        assert_eq!(walls::SPRITES[usize::from(sign)], walls::SPRITES[usize::from(due)], "{sign:08b}");
    }
    let all: BTreeSet<u8> = walls::SPRITES.into_iter().collect();
    assert_eq!(all, (48..=94).collect(), "47 pictures");
    // From the sheet's key: alone, only below, left and right and the corner, all but one corner, all.
    for (mask, sprite) in [(0x00, 48), (0x10, 49), (0x7c, 60), (0xa1, 65), (0xfe, 93), (0xff, 94)] {
        assert_eq!(walls::SPRITES[mask], sprite, "mask {mask:02x}");
    }
}

#[test]
fn walls_are_painted_and_floor_below_them_shows_their_face() {
    let mut faces = BTreeMap::new();
    for seed in 0..200 {
        let draft = suite(seed);
        assert!(!draft.grid.tiles().contains(&ROCK), "no rock is left unpainted");
        assert_eq!(draft.grid.get(at(0, 0)), 90, "fb: rock on all sides but the room at the lower right");
        assert_eq!(draft.grid.get(at(3, 3)), FLOOR);
        for cell in draft.rooms[0].cells().filter(|cell| cell.y == 1) {
            *faces.entry(draft.grid.get(cell)).or_insert(0) += 1;
        }
    }
    assert_eq!(faces.keys().copied().collect::<Vec<_>>(), [4, 5, 6, 95], "brick, cracked, herbs, window");
    assert!(faces[&4] > 600, "mostly brick: {faces:?}");
    let mut draft = picture(&["###", "...", "###"], 1);
    draft.grid.set(at(1, 1), STAIRS_DOWN);
    draft.grid.set(at(2, 1), POT);
    walls::paint(&mut draft);
    assert_eq!((draft.grid.get(at(1, 1)), draft.grid.get(at(2, 1))), (STAIRS_DOWN, POT), "things stay");
}

#[test]
fn chests_lie_in_rooms_of_their_own_off_the_walls() {
    for (count, due) in [(0, 0), (1, 1), (2, 2), (3, 3), (9, 3), (-1, 0)] {
        for seed in 0..60 {
            let mut draft = suite(seed);
            people::chests(&mut draft, count);
            let chests = draft.grid.cells().filter(|&cell| matches!(draft.grid.get(cell), 12 | 14));
            let chests: Vec<Cell> = chests.collect();
            assert_eq!(chests.len(), due, "{count} asked for");
            let rare = chests.iter().filter(|&&cell| draft.grid.get(cell) == 14).count();
            assert_eq!(rare, due.min(1), "the first is the rare one");
            for room in &draft.rooms {
                let inside: Vec<&Cell> = chests.iter().filter(|cell| room.holds(**cell)).collect();
                assert!(
                    inside.len() < 2 && inside.iter().all(|cell| room.inner().holds(**cell)),
                    "{chests:?}"
                );
            }
        }
    }
    // The smallest room's middle is taken by the start: it gets no chest.
    let mut draft = suite(1);
    draft.grid.set(at(2, 9), STAIRS_DOWN);
    people::chests(&mut draft, 3);
    assert_eq!(draft.grid.get(at(2, 9)), STAIRS_DOWN);
}

#[test]
fn chests_are_none_to_three() {
    let mut counts = [0; 4];
    for case in make(0..6000) {
        let grid = &case.floor.grid;
        counts[grid.cells().filter(|&cell| matches!(grid.get(cell), 12 | 14)).count()] += 1;
    }
    // The tutorial's list 0 1 1 1 2 3: a sixth is 1000, five standard deviations are 145; a floor of four rooms has
    // a free middle for each chest nearly always.
    for (count, due) in counts.into_iter().zip([1000, 3000, 1000, 1000]) {
        assert!((due - 200..due + 200).contains(&count), "{counts:?}");
    }
}

#[test]
fn mobs_fill_rooms_up_to_the_most() {
    for (number, most) in [(1, 6), (4, 18), (8, 26)] {
        for seed in 0..100 {
            let mut draft = suite(seed);
            assert!(people::settle(&mut draft, number, at(15, 14), 1));
            assert!(draft.mobs.len() <= most, "floor {number}: {} mobs", draft.mobs.len());
            for room in &draft.rooms {
                let inside = draft.mobs.iter().filter(|mob| room.holds(mob.1)).count();
                assert!(inside <= 5, "floor {number}: {inside} in one room");
                // On the highest floor nothing stops a room from having its share of two.
                assert!(number < 8 || inside >= 2, "{inside} in {room:?}");
            }
        }
    }
}

#[test]
fn too_few_mobs_are_made_up_for_in_hallways() {
    for seed in 0..100 {
        let mut draft =
            picture(&["rrr#####", "rrr#####", "rrr#####", "########", "........", "########"], seed);
        draft.rooms = vec![Room { x: 0, y: 0, w: 3, h: 3, kind: 0 }];
        // Nothing but the start's own room: all of the 3 must be in the hallway.
        assert!(people::settle(&mut draft, 1, at(1, 1), 1));
        assert_eq!(draft.mobs.len(), 3);
        assert!(draft.mobs.iter().all(|mob| mob.1.y == 4 && mob.1.dist(at(1, 1)) > 4), "{:?}", draft.mobs);
        // Five cells of the hallway are far enough off: enough for floor 2, too few for the 7 of floor 3.
        for (number, fits) in [(2, true), (3, false)] {
            draft.mobs.clear();
            draft.notes = porklike::grid::Grid::new(8, 8, 0, 2);
            draft.rooms[0].kind = 0;
            let done = people::settle(&mut draft, number, at(1, 1), 1);
            assert_eq!(done, fits, "floor {number}: {:?}", draft.mobs);
        }
    }
}

#[test]
fn nobody_lives_where_the_hero_begins() {
    for seed in 0..200 {
        let mut draft = suite(seed);
        people::settle(&mut draft, 8, at(2, 2), 1);
        assert!(draft.mobs.iter().all(|mob| !draft.rooms[0].holds(mob.1)), "{:?}", draft.mobs);
        let mut draft = suite(seed);
        people::settle(&mut draft, 8, at(6, 14), 1);
        assert!(draft.mobs.iter().all(|mob| mob.1.dist(at(6, 14)) > 4), "{:?}", draft.mobs);
    }
}

#[test]
fn mobs_stand_alone_on_bare_floor() {
    let mut draft = picture(&["........", "########", "........"], 1);
    draft.grid.set(at(7, 0), STAIRS_DOWN);
    draft.grid.set(at(6, 0), DOOR);
    let row = |y| (0..8).map(move |x| at(x, y));
    people::infest(&mut draft, 1, at(-9, 0), 4, row(0));
    assert_eq!(draft.mobs.len(), 4);
    people::infest(&mut draft, 1, at(-9, 0), 99, row(0));
    assert_eq!(draft.mobs.len(), 6, "no stairs, no door, and one to a cell");
    let cells: BTreeSet<i32> = draft.mobs.iter().map(|mob| mob.1.x).collect();
    assert_eq!(cells, (0..6).collect());
    assert!(draft.mobs.iter().all(|mob| draft.notes.get(mob.1) & MOB != 0), "cells know that they are taken");
    people::infest(&mut draft, 1, at(-9, 0), 2, row(2));
    assert_eq!(draft.mobs.len(), 6, "there are enough");
}

#[test]
fn each_floor_has_its_kinds_of_mobs() {
    // Floors of each kind in the design's table, pea to oxtail.
    let homes = [(1, 3), (1, 4), (2, 5), (2, 5), (3, 6), (4, 7), (5, 8), (5, 8), (6, 8), (7, 8)];
    for number in 1..=8u8 {
        let mut draft = picture(&[".".repeat(60).as_str()], number.into());
        people::infest(&mut draft, number, at(-9, 0), 60, (0..60).map(|x| at(x, 0)));
        assert_eq!(draft.mobs.len(), 60);
        for (index, (first, last)) in homes.into_iter().enumerate() {
            let many = draft.mobs.iter().filter(|mob| usize::from(mob.0) == index + 1).count();
            let lives = (first..=last).contains(&number);
            let heavy = [3, 6, 9].contains(&index);
            let fits = if !lives {
                many == 0
            } else if heavy {
                many == 2
            } else {
                many > 3
            };
            assert!(fits, "floor {number}: {many} of kind {}", index + 1);
        }
    }
}

#[test]
fn decorations_are_weighted_by_place() {
    // Vases, carpet, torches, ferns, debris: larder, kitchen, loft.
    for (number, weights) in
        [(1, [3, 1, 1, 4, 1]), (3, [3, 1, 1, 4, 1]), (5, [3, 2, 3, 1, 1]), (8, [3, 1, 3, 2, 1])]
    {
        let mut draft = rock(3, number.into());
        let mut counts = [0i32; 5];
        (0..10_000).for_each(|_| counts[usize::from(decor::kind(&mut draft, number))] += 1);
        for (count, weight) in counts.into_iter().zip(weights) {
            // Out of ten, a thousand each; five standard deviations of the middle ones are 245.
            assert!((count - weight * 1000).abs() < 250, "floor {number}: {counts:?}");
        }
    }
}

#[test]
fn vases_stand_along_walls_on_half_of_the_cells() {
    let mut draft = suite(1);
    // A door below the room's lower left corner, a creature in its lower right.
    draft.grid.set(at(1, 6), DOOR);
    draft.notes.set(at(5, 5), ROOM | MOB);
    let mut counts = BTreeMap::new();
    for _ in 0..500 {
        for cell in draft.rooms[0].cells().filter(|cell| cell.y > 1) {
            let tile = decor::tile(&mut draft, 0, cell);
            let free = (cell.x == 1 || cell.x == 5 || cell.y == 5) && cell != at(1, 5) && cell != at(5, 5);
            assert!(tile == FLOOR || free, "a vase at {cell:?}");
            *counts.entry(tile).or_insert(0) += u32::from(free);
        }
    }
    // Nine cells, 500 times: floor 2 in 4, crock 1, pot 1. (Out of ten throws, the last two repeat the first: 6 2 2.)
    assert_eq!(counts.keys().copied().collect::<Vec<_>>(), [1, 9, 10]);
    assert!((2000..2900).contains(&counts[&1]) && counts[&9] > 700 && counts[&10] > 700, "{counts:?}");
}

#[test]
fn a_carpet_lies_in_the_middle() {
    let mut draft = suite(1);
    for cell in draft.rooms[0].cells().filter(|cell| cell.y > 1) {
        let inner = (2..5).contains(&cell.x) && (2..5).contains(&cell.y);
        assert_eq!(decor::tile(&mut draft, 1, cell), if inner { 7 } else { FLOOR }, "{cell:?}");
    }
}

#[test]
fn torches_hang_left_and_right_on_even_rows() {
    let mut draft = suite(1);
    draft.grid.set(at(6, 2), DOOR);
    let mut lit = BTreeMap::new();
    for _ in 0..300 {
        for cell in draft.rooms[0].cells().filter(|cell| cell.y > 1) {
            let tile = decor::tile(&mut draft, 2, cell);
            if tile != FLOOR {
                *lit.entry((cell.x, cell.y, tile)).or_insert(0) += 1;
            }
        }
    }
    let places: Vec<_> = lit.keys().copied().collect();
    assert_eq!(places, [(1, 2, 32), (1, 4, 32), (5, 4, 34)], "none beside the door at the right");
    // Two in three, as the tutorial has it; ours is 7 in 10.
    assert!(lit.values().all(|&count| (150..260).contains(&count)), "{lit:?}");
}

#[test]
fn ferns_grow_on_six_tenths() {
    let counts = tiles(3);
    assert_eq!(counts.keys().copied().collect::<BTreeSet<u8>>().range(7..48).count(), 5, "{counts:?}");
    // 20 cells, 400 times: ferns 3 and 3 in ten, two grasses, dirt and floor one each.
    for (tile, due) in [(21, 2400), (22, 2400), (24, 800), (25, 800), (26, 800), (FLOOR, 800)] {
        assert!(counts[&tile].abs_diff(due) < 220, "tile {tile}: {counts:?}");
    }
}

#[test]
fn debris_lies_here_and_there() {
    let counts = tiles(4);
    for tile in [27, 28, 29] {
        assert!(counts[&tile] > 500, "{counts:?}");
    }
    assert!(counts[&FLOOR] > 4000, "more than half is bare: {counts:?}");
}

#[test]
fn any_room_may_be_the_one_with_vases_and_one_is() {
    let mut firsts = BTreeSet::new();
    let mut kinds = BTreeSet::new();
    for seed in 0..300 {
        let mut draft = suite(seed);
        assert!(decor::rooms(&mut draft, 5));
        let of = |kind| draft.rooms.iter().position(|room| room.kind == kind);
        let vases = draft.grid.cells().filter(|&cell| matches!(draft.grid.get(cell), 9 | 10)).count();
        assert!(vases > 0 && of(0).is_some(), "{:?}", draft.rooms);
        kinds.extend(draft.rooms.iter().map(|room| room.kind));
        if draft.rooms.iter().filter(|room| room.kind == 0).count() == 1 {
            firsts.extend(of(0));
        }
    }
    assert_eq!(firsts, BTreeSet::from([0, 1, 2]), "the vases are in any of the rooms");
    assert_eq!(kinds, (0..5).collect(), "all kinds occur, and all rooms have one");
    // No free cell in any room: no vase, and it says so.
    let mut draft = suite(1);
    draft.notes = porklike::grid::Grid::new(16, 16, ROOM | MOB, 0);
    assert!(!decor::rooms(&mut draft, 1));
}

//! The hand-made floors, as they lie in `sprites/porklike.map`: closed, joined, and nothing out of reach.

use crate::play::{self, Play, TO_HOOK};
use porklike::dir::{Cell, Dir};
use porklike::world::FLOORS;
use rasher::Machine;
use std::collections::BTreeSet;

/// All cells that can be walked to from a cell, doors being open, stairs being ends.
fn reach(p8: &Machine, from: Cell) -> BTreeSet<(i32, i32)> {
    let mut seen = BTreeSet::from([(from.x, from.y)]);
    let mut todo = vec![from];
    while let Some(cell) = todo.pop() {
        for next in Dir::ALL.map(|dir| cell.step(dir)) {
            let tile = p8.mget(next.x, next.y);
            let walks = tile == 16 || p8.fget(tile.into()) & 1 == 0;
            if walks && seen.insert((next.x, next.y)) && !(18..=19).contains(&tile) {
                todo.push(next);
            }
        }
    }
    seen
}

/// The cells of a floor that hold one of these tiles.
fn find(p8: &Machine, column: i32, tiles: &[u8]) -> Vec<Cell> {
    let cells = (0..256).map(|i| Cell::at(column + i % 16, i / 16));
    cells.filter(|c| tiles.contains(&p8.mget(c.x, c.y))).collect()
}

#[test]
fn floors_are_closed() {
    let p8 = play::machine();
    for floor in FLOORS {
        for (x, y) in reach(&p8, floor.from_below) {
            assert!(
                (floor.column + 1..floor.column + 15).contains(&x) && (1..15).contains(&y),
                "{}: one can walk to {x} {y}, the edge of the floor",
                floor.name
            );
        }
    }
}

#[test]
fn arrivals_stand_beside_their_stairs() {
    let p8 = play::machine();
    for (index, floor) in FLOORS.iter().enumerate() {
        let beside = |cell: Cell, tile: u8| {
            Dir::ALL.iter().any(|dir| {
                let next = cell.step(*dir);
                p8.mget(next.x, next.y) == tile
            })
        };
        let name = floor.name;
        for cell in [floor.from_below, floor.from_above] {
            let flags = p8.fget(p8.mget(cell.x, cell.y).into());
            assert_eq!(flags & 0x05, 0, "{name}: {cell:?} is plain to stand on");
        }
        if index > 0 {
            assert!(
                beside(floor.from_below, 19),
                "{name}: who comes from below stands beside the stairs down"
            );
        }
        if index + 1 < FLOORS.len() {
            assert!(beside(floor.from_above, 18), "{name}: who comes from above stands beside the stairs up");
            assert!(
                reach(&p8, floor.from_below).contains(&(floor.from_above.x, floor.from_above.y)),
                "{name}: there is a way from stairs to stairs"
            );
        }
    }
}

#[test]
fn nothing_is_out_of_reach() {
    let p8 = play::machine();
    // tiles, how many the larder has at least: the test level holds all that chapter 6 names
    let larder: &[(&[u8], usize)] =
        &[(&[9], 2), (&[10, 11], 2), (&[12], 1), (&[14], 1), (&[16], 4), (&[18], 1), (&[19], 1), (&[20], 2)];
    for (tiles, least) in larder {
        let count = find(&p8, 0, tiles).len();
        assert!(count >= *least, "the larder has {count} of {tiles:?}, {least} are due");
    }
    for floor in FLOORS {
        let walked = reach(&p8, floor.from_below);
        for cell in find(&p8, floor.column, &[9, 10, 11, 12, 14, 16, 18, 19, 20, 141]) {
            let near = Dir::ALL.iter().any(|dir| {
                let next = cell.step(*dir);
                walked.contains(&(next.x, next.y))
            });
            assert!(near, "{}: nobody can touch tile {} at {cell:?}", floor.name, p8.mget(cell.x, cell.y));
        }
    }
}

#[test]
fn the_pictures_of_these_chapters_are_drawn() {
    let p8 = play::machine();
    let filled = |n: i32| (0..64).filter(|i| p8.sget(n % 16 * 8 + i % 8, n / 16 * 8 + i / 8) > 1).count();
    // floor, wall, stairs, door, two chests shut and open, two vases, tablet, hero
    for n in [1, 2, 18, 19, 16, 17, 12, 13, 14, 15, 9, 10, 20, 192, 193, 194, 195] {
        assert!(n == 1 || filled(n) >= 12, "sprite {n} has {} coloured pixels", filled(n));
    }
    assert!((0..64).any(|i| p8.sget(8 + i % 8, i / 8) == 0), "the floor has specks");
    for (a, b) in [(12, 13), (14, 15), (16, 17), (12, 14), (9, 10), (18, 19), (192, 193), (194, 195)] {
        let differ = (0..64).any(|i| {
            let at = |n: i32| p8.sget(n % 16 * 8 + i % 8, n / 16 * 8 + i / 8);
            at(a) != at(b)
        });
        assert!(differ, "sprites {a} and {b} are two pictures");
    }
    for n in [9, 10, 12, 13, 14, 15, 16, 20] {
        assert_eq!(p8.fget(n) & 1, 1, "sprite {n} blocks movement");
    }
}

#[test]
fn the_whole_tower_can_be_walked() {
    let mut play = Play::new();
    // All there is to break and open in the larder's lower rooms, on the way.
    play.taps("rrrruu"); // the wall's foot
    play.taps("dl"); // the tablet at (5, 13)
    assert_eq!((play.hero(), play.tile(5, 13)), ((6, 13), 20), "the tablet is bumped and stays");
    play.taps("rrrrr"); // door, three steps, the crock at (10, 13)
    assert_eq!((play.tile(7, 13), play.tile(10, 13)), (17, 30));
    play.taps("ld"); // the pot at (8, 14)
    assert_eq!(play.tile(8, 14), 30);
    play.taps("rrurrrr"); // to (14, 12), over the shards
    play.taps("uddl");
    assert_eq!((play.hero(), play.tile(14, 11), play.tile(13, 14)), ((14, 14), 15, 13), "both chests");
    play.taps("uulll");
    play.taps("uuuuuuuuurrr");
    assert_eq!((play.floor(), play.hero()), (2, (51, 12)), "the bare room");
    play.taps(TO_HOOK);
    assert_eq!((play.floor(), play.hero()), (3, (39, 12)), "the hook");
    play.tap(play::DOWN);
    assert_eq!((play.floor(), play.hero()), (2, (61, 3)), "back");
}

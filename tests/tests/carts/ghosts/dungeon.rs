//! What the article requires of every dungeon, on three levels of thousands of seeds.

use ghosts::Game;
use ghosts::dungeon::{EDGE, FLOOR, H, Place, Room, W, WALL};
use kit::Cell;
use std::collections::BTreeSet;
use tests::bots::ghosts::game;

/// All three levels of some seeds.
fn levels(seeds: u32) -> impl Iterator<Item = Game> {
    (0..seeds).flat_map(|seed| {
        (1..=3).map(move |level| {
            let mut game = game(seed * 61);
            game.level = level;
            game.enter();
            game
        })
    })
}

/// Its tiles, with a separate check for rectangles.
fn tiles(room: Room) -> BTreeSet<(i32, i32)> {
    (room.y..room.y + room.h).flat_map(|y| (room.x..room.x + room.w).map(move |x| (x, y))).collect()
}

fn at((x, y): (i32, i32)) -> Cell {
    Cell::at(x, y)
}

#[test]
fn rooms_are_rectangles_of_many_sizes_that_do_not_meet() {
    let (mut sizes, mut counts) = (BTreeSet::new(), BTreeSet::new());
    for game in levels(400) {
        let mut taken = BTreeSet::new();
        for room in &game.rooms {
            for tile in tiles(*room) {
                assert!((1..W - 1).contains(&tile.0) && (1..H - 1).contains(&tile.1), "on the map: {room:?}");
                assert!(game.floor(at(tile)), "a room is floor: {room:?}");
                assert!(taken.insert(tile), "seed {}: two rooms have {tile:?}", game.seed);
            }
            assert!(
                (4..=15).contains(&room.w) && (4..=15).contains(&room.h),
                "the article's 4 to 15: {room:?}"
            );
            sizes.insert((room.w, room.h));
        }
        counts.insert((game.level, game.rooms.len()));
        assert!(game.rooms.len() as i32 <= 6 + 2 * game.level);
    }
    assert!(sizes.len() > 140, "{} sizes of 144", sizes.len());
    for side in [4, 15] {
        assert!(sizes.iter().any(|it| it.0 == side) && sizes.iter().any(|it| it.1 == side), "{side} tiles");
    }
    assert!(counts.contains(&(1, 8)) && counts.contains(&(3, 12)), "{counts:?}");
}

/// A level without room for 500 rooms is still made.
#[test]
fn who_finds_no_place_gives_up() {
    for seed in 0..20 {
        let mut game = game(seed);
        game.lay_rooms(500);
        assert!((15..500).contains(&game.rooms.len()), "{} of 500", game.rooms.len());
        let count: usize = game.rooms.iter().map(|room| tiles(*room).len()).sum();
        let all: BTreeSet<_> = game.rooms.iter().flat_map(|room| tiles(*room)).collect();
        assert_eq!(all.len(), count, "seed {seed}: they do not meet");
    }
}

/// The tiles of an L between two cells.
fn corner(from: Cell, to: Cell, flat_first: bool) -> Vec<Cell> {
    let bend = if flat_first { (to.x, from.y) } else { (from.x, to.y) };
    let mut line = Vec::new();
    for (a, b) in [((from.x, from.y), bend), (bend, (to.x, to.y))] {
        for x in a.0.min(b.0)..=a.0.max(b.0) {
            (a.1.min(b.1)..=a.1.max(b.1)).for_each(|y| line.push(Cell::at(x, y)));
        }
    }
    line
}

#[test]
fn each_room_is_joined_to_the_one_before_by_an_l_either_way() {
    let (mut flat, mut upright) = (0, 0);
    for game in levels(400) {
        let floors = game.tiles.tiles().iter().filter(|tile| **tile == FLOOR).count();
        let mut dug: BTreeSet<(i32, i32)> = game.rooms.iter().flat_map(|room| tiles(*room)).collect();
        for pair in game.rooms.windows(2) {
            let open = [true, false].map(|first| {
                corner(pair[1].center(), pair[0].center(), first).iter().all(|cell| game.floor(*cell))
            });
            assert!(open[0] || open[1], "seed {}: {pair:?}", game.seed);
            flat += i32::from(!open[1]);
            upright += i32::from(!open[0]);
            for first in [true, false].into_iter().filter(|first| open[usize::from(!*first)]) {
                dug.extend(
                    corner(pair[1].center(), pair[0].center(), first).iter().map(|cell| (cell.x, cell.y)),
                );
            }
        }
        assert_eq!(dug.len(), floors, "seed {}: nothing else is floor", game.seed);
    }
    // Each is a fair coin toss: about 10,000, within six standard deviations of 50.
    assert!((flat - upright).abs() < 600 && flat > 2000, "{flat} flat first, {upright} upright first");
}

#[test]
fn edges_next_to_a_floor_are_walls_and_no_others() {
    for game in levels(300) {
        for cell in game.tiles.cells() {
            let near = |dx: i32, dy: i32| game.floor(Cell::at(cell.x + dx, cell.y + dy));
            let any = (-1..=1).any(|dy| (-1..=1).any(|dx| near(dx, dy)));
            match game.tiles.get(cell) {
                EDGE => assert!(!any, "seed {}: {cell:?} is an open edge", game.seed),
                WALL => assert!(any, "seed {}: {cell:?} is a wall of nothing", game.seed),
                _ => {}
            }
        }
    }
}

#[test]
fn all_floor_can_be_reached() {
    for game in levels(400) {
        let mut wet = BTreeSet::new();
        let mut stack = vec![(game.stairs.x, game.stairs.y)];
        while let Some((x, y)) = stack.pop() {
            if game.floor(Cell::at(x, y)) && wet.insert((x, y)) {
                stack.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
            }
        }
        let floors = game.tiles.tiles().iter().filter(|tile| **tile == FLOOR).count();
        assert_eq!(wet.len(), floors, "seed {}, level {}", game.seed, game.level);
    }
}

#[test]
fn she_begins_on_the_stairs_of_the_first_room_and_treasures_lie_in_others() {
    for game in levels(400) {
        assert_eq!((game.cell(), game.stairs), (game.rooms[0].center(), game.rooms[0].center()));
        assert_eq!(game.treasures.len() as i32, game.level + 2);
        let mut cells = BTreeSet::new();
        for it in &game.treasures {
            let Place::Lies(cell, true) = *it else { panic!("{it:?}") };
            assert!(game.floor(cell) && cells.insert(cell), "seed {}: {it:?}", game.seed);
            let home = game.rooms.iter().position(|room| tiles(*room).contains(&(cell.x, cell.y)));
            assert!(home > Some(0), "seed {}: {it:?} in room {home:?}", game.seed);
        }
    }
}

#[test]
fn ghosts_are_anywhere_but_near_in_rooms_and_corridors() {
    let (mut inside, mut all) = (0, 0);
    for game in levels(300) {
        let far = game.tiles.flood(game.cell(), usize::MAX, |at| game.floor(at)).1;
        let rooms: BTreeSet<(i32, i32)> = game.rooms.iter().flat_map(|room| tiles(*room)).collect();
        let mut cells = BTreeSet::new();
        for it in &game.ghosts {
            assert!(game.floor(it.at) && cells.insert(it.at), "on floor of its own: {it:?}");
            assert!(far.get(it.at) >= 10, "seed {}: {it:?} is near", game.seed);
            assert!(it.kind < game.level as u8, "a kind a level: {it:?}");
            inside += i32::from(rooms.contains(&(it.at.x, it.at.y)));
            all += 1;
        }
        let newest = game.ghosts.iter().filter(|it| it.kind + 1 == game.level as u8).count();
        assert!(newest > 3, "level {}: {newest} of its own kind", game.level);
    }
    assert!(inside * 2 > all && inside * 20 < all * 19, "{inside} of {all} in rooms");
}

#[test]
fn the_same_seed_has_the_same_levels_whatever_one_does() {
    let plan = |game: &Game| (game.tiles.clone(), game.treasures.clone(), game.ghosts.clone(), game.stairs);
    let mut plans = BTreeSet::new();
    for seed in 0..100 {
        let (mut one, mut two) = (game(seed), game(seed));
        plans.insert(one.tiles.tiles().to_vec());
        (0..300).for_each(|i| two.step(1 << (i / 40 % 4), i % 99 == 0));
        for game in [&mut one, &mut two] {
            game.level = 2;
            game.enter();
        }
        assert!(plan(&one) == plan(&two), "seed {seed}");
    }
    assert_eq!(plans.len(), 100, "another seed, another dungeon");
}

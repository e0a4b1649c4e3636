//! What the document says about its caves, over 10,000 of them, and what is placed in them.

use kasidin::cave::{
    BED, EMBER, FIND, FLOOR, LAVA, ROCK, Rows, SHAFT, SIZE, SLUICE, WALL, caves, fill, flood_copy,
    pick_floor, step,
};
use kasidin::dice::Pcg32;
use kasidin::mob::{HERO, KING};
use kasidin::turn::Action;
use kasidin::{CAVES, Game};
use kit::{Cell, Dir, Grid};
use rayon::prelude::*;
use tests::bots::kasidin::game;

/// Whether the cell is wall. Outside counts as wall.
fn is_wall(rows: &Rows, x: i32, y: i32) -> bool {
    !(0..SIZE).contains(&x) || !(0..SIZE).contains(&y) || rows[y as usize] >> (x + 14) & 1 == 1
}

/// The document's count: the square of this range including its middle, but never the cell at 0 0 (its line 775).
fn count(rows: &Rows, x: i32, y: i32, range: i32) -> usize {
    let square = (y - range..=y + range).flat_map(|y| (x - range..=x + range).map(move |x| (x, y)));
    square.filter(|(x, y)| (*x, *y) != (0, 0) && is_wall(rows, *x, *y)).count()
}

/// Cells reached by a flood with its own definition of neighbours.
fn wet(tiles: &Grid<u8>, from: Cell, open: &[u8]) -> Vec<bool> {
    let mut wet = vec![false; (SIZE * SIZE) as usize];
    let mut stack = vec![(from.x, from.y)];
    while let Some((x, y)) = stack.pop() {
        let on = x >= 0 && y >= 0 && x < SIZE && y < SIZE;
        if on && open.contains(&tiles.get(Cell::at(x, y))) && !wet[(x + y * SIZE) as usize] {
            wet[(x + y * SIZE) as usize] = true;
            stack.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
        }
    }
    wet
}

#[test]
fn a_step_is_the_document_s_rule() {
    for seed in 0..20 {
        let mut rows = fill(&mut Pcg32 { state: seed });
        for n in 0..5 {
            let next = step(&rows);
            for (x, y) in (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| (x, y))) {
                let wall = count(&rows, x, y, 1) >= 5 || count(&rows, x, y, 2) <= 1;
                assert_eq!(is_wall(&next, x, y), wall, "seed {seed}, step {n}, {x} {y}");
            }
            rows = next;
        }
    }
}

#[test]
fn in_the_beginning_45_of_100_cells_are_wall() {
    let walls: usize = (0..100)
        .map(|seed| {
            let rows = fill(&mut Pcg32 { state: seed });
            (0..SIZE)
                .flat_map(|y| (0..SIZE).map(move |x| (x, y)))
                .filter(|(x, y)| is_wall(&rows, *x, *y))
                .count()
        })
        .sum();
    // 450,000, plus or minus six standard deviations of 497.
    assert!((447_000..453_000).contains(&walls), "{walls} of a million");
}

#[test]
fn ten_thousand_caves_are_connected_and_half_open() {
    (0..10_000_u64).into_par_iter().for_each(|seed| {
        let mut dice = Pcg32 { state: seed };
        let cave = caves(&mut dice);
        let start = pick_floor(&cave, &mut dice).expect("half of it is floor");
        assert_eq!(cave.get(start), FLOOR, "seed {seed}: the start");
        let wet = wet(&cave, start, &[FLOOR]);
        let mut open = 0;
        for (cell, wet) in cave.cells().zip(wet) {
            assert_eq!(cave.get(cell) == FLOOR, wet, "seed {seed}: a spare pocket at {cell:?}");
            let edge = cell.x % (SIZE - 1) == 0 || cell.y % (SIZE - 1) == 0;
            assert!(!edge || cave.get(cell) == WALL, "seed {seed}: open at the edge, {cell:?}");
            open += i32::from(wet);
        }
        assert!(open >= SIZE * SIZE / 2, "seed {seed}: {open} are open");
    });
}

/// Islands are dropped: a cave in two halves gives the one in which the flood starts. A hundred rolls that find no
/// floor give no cave (lines 869 to 877).
#[test]
fn the_flood_copy_takes_one_pocket() {
    let mut rows = [!0; SIZE as usize];
    rows[10..50].fill(!(0xff << (14 + 10) | 0xff << (14 + 60)));
    for seed in 0..40 {
        let (cave, copied) = flood_copy(&rows, &mut Pcg32 { state: seed });
        let open: Vec<Cell> = cave.cells().filter(|cell| cave.get(*cell) == FLOOR).collect();
        assert_eq!((copied, open.len()), (320, 320), "seed {seed}");
        assert!(open.iter().all(|cell| cell.x / 50 == open[0].x / 50), "seed {seed}: one of both");
    }
    assert_eq!(flood_copy(&[!0; SIZE as usize], &mut Pcg32::default()).1, 0, "no floor, no cave");
    let mut one = [!0; SIZE as usize];
    one[50] = !(1 << (14 + 50));
    let found = (0..1000).filter(|seed| flood_copy(&one, &mut Pcg32 { state: *seed }).1 > 0).count();
    // 101 rolls of 10,000 cells: 10 of 1,000, plus or minus six standard deviations of 3.2.
    assert!((1..30).contains(&found), "one cell of 10,000 was found {found} times");
    assert_eq!(flood_copy(&[0; SIZE as usize], &mut Pcg32::default()).1, 98 * 98, "the edge stays wall");
}

#[test]
fn the_search_for_a_floor_ends() {
    let mut grid = Grid::new(SIZE, SIZE, WALL, WALL);
    assert_eq!(pick_floor(&grid, &mut Pcg32::default()), None);
    grid.set(Cell::at(99, 57), FLOOR);
    for state in 0..100 {
        assert_eq!(pick_floor(&grid, &mut Pcg32 { state }), Some(Cell::at(99, 57)));
    }
}

#[test]
fn what_is_put_in_can_be_walked_to() {
    (0..300_u32).into_par_iter().for_each(|seed| {
        let mut it = game(seed * 331);
        for cave in 1..=CAVES {
            it.cave = cave;
            it.enter();
            let place = format!("seed {}, cave {cave}", it.seed);
            let start = it.me().at;
            assert_eq!((it.tiles.get(start), it.mobs[0].kind), (FLOOR, HERO), "{place}: the start is floor");
            // Neither lava nor beds that may become lava are needed.
            let dry = wet(&it.tiles, start, &[FLOOR, ROCK, SLUICE, SHAFT, EMBER, FIND]);
            let reached = |cell: Cell| dry[it.tiles.index(cell).unwrap()];
            assert!(it.tiles.get(it.sluice) == SLUICE && reached(it.sluice), "{place}: the sluice");
            let last = cave == CAVES;
            assert_eq!(it.tiles.get(it.shaft) == SHAFT, !last, "{place}: the shaft");
            assert!(last || reached(it.shaft), "{place}: the shaft");
            let count = |tile: u8| it.tiles.tiles().iter().filter(|it| **it == tile).count();
            assert_eq!((count(SLUICE), count(ROCK)), (1, 10), "{place}");
            assert!(count(FIND) > 60, "{place}: {} finds", count(FIND));
            let finds = it.tiles.cells().filter(|cell| [FIND, EMBER].contains(&it.tiles.get(*cell)));
            assert!(finds.into_iter().all(reached), "{place}: a find");
            assert!(
                count(LAVA) > 12 && count(BED) > 30,
                "{place}: {} lava, {} beds",
                count(LAVA),
                count(BED)
            );
            assert_eq!(it.mobs.iter().filter(|mob| mob.kind == KING).count(), usize::from(last), "{place}");
            for (i, mob) in it.mobs.iter().enumerate() {
                assert!(reached(mob.at) && it.mob_at(mob.at) == Some(i), "{place}: {mob:?}");
                assert!(i == 0 || mob.at.dist(start) > 2, "{place}: {mob:?} is too near");
            }
        }
    });
}

/// On the shortest way down, something new appears on the screen at least every 20 steps: an item or a soldier that
/// was not on it before. 1,000 caves; the screen has 15 by 13 cells.
#[test]
fn news_come_within_twenty_steps() {
    let longest = |seed: u32| {
        let mut it = game(seed * 97);
        (1..=CAVES).map(move |cave| {
            it.cave = cave;
            it.enter();
            let near = |a: Cell, b: Cell| (a.x - b.x).abs() <= 7 && (a.y - b.y).abs() <= 6;
            let thing = |cell: &Cell| [ROCK, EMBER, FIND, SLUICE, SHAFT].contains(&it.tiles.get(*cell));
            let mut news: Vec<Cell> = it.tiles.cells().filter(thing).collect();
            news.extend(it.mobs[1..].iter().map(|mob| mob.at));
            let start = it.me().at;
            news.retain(|cell| !near(*cell, start));
            let way = it.way_down();
            let legs: Vec<i32> = [start].iter().chain(&way).zip(&way).map(|(a, b)| a.dist(*b)).collect();
            assert!(legs.iter().all(|it| *it == 1) && way.contains(&it.sluice), "seed {seed}, cave {cave}");
            let (mut dull, mut most) = (0, 0);
            for at in way {
                let before = news.len();
                news.retain(|cell| !near(*cell, at));
                dull = if news.len() < before { 0 } else { dull + 1 };
                most = most.max(dull);
            }
            most
        })
    };
    let mut gaps: Vec<i32> = (0..200_u32).into_par_iter().flat_map_iter(longest).collect();
    gaps.sort_unstable();
    println!("longest stretch without news: median {}, 90 % {}, most {}", gaps[500], gaps[900], gaps[999]);
    assert!(gaps.len() == 1000 && gaps[999] < 20, "{} steps without anything new", gaps[999]);
}

#[test]
fn the_same_seed_has_the_same_caves() {
    for seed in 0..40 {
        let (mut one, mut two) = (game(seed), game(seed));
        // Play does not change the caves below.
        (0..30).for_each(|i| two.act(Action::Go(Dir::ALL[i % 4])));
        for game in [&mut one, &mut two] {
            game.cave = 2;
            game.enter();
        }
        let plan = |it: &Game| (it.tiles.clone(), it.sluice, it.shaft, it.me().at);
        assert_eq!(plan(&one), plan(&two), "seed {seed}");
        assert_ne!(plan(&one), plan(&game(seed)), "another cave, seed {seed}");
        assert_ne!(game(seed).tiles, game(seed + 1).tiles, "another seed, {seed}");
        // The first cave is the one that the document's generator makes from this state.
        let plain = caves(&mut Pcg32 { state: seed.into() });
        let open = |tiles: &Grid<u8>| tiles.tiles().iter().map(|tile| *tile != WALL).collect::<Vec<_>>();
        assert_eq!(open(&game(seed).tiles), open(&plain), "seed {seed}");
    }
}

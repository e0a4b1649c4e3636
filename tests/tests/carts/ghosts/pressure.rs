//! Pressure on idlers: torches burn down, ghosts hunt; points for rows, and none for waiting.

use super::{ghost, hall, put};
use ghosts::Game;
use ghosts::dungeon::Place;
use ghosts::ghost::{HOWLER, MOPE, SEEPER};
use ghosts::play::{BLAZE, FLASH, FULL, IN_ROW, LIVES, OIL, RISE, SPARK, WORTH};
use kit::Cell;
use rayon::prelude::*;
use tests::bots::ghosts::game;

#[test]
fn torches_burn_a_minute_or_fifteen_seconds_in_their_light() {
    for (at, seconds) in
        [(Cell::at(2, 2), 15), (Cell::at(4, 2), 15), (Cell::at(5, 2), 60), (Cell::at(28, 22), 60)]
    {
        let mut game = hall();
        put(&mut game, at);
        let out = (1..).find(|_| {
            game.step(0, false);
            game.oil == 0
        });
        assert_eq!(out, Some(seconds * 60), "{at:?}");
        assert!(!game.sheltered());
        game.step(0, false);
        assert_eq!(game.oil, 0, "{at:?}: and stay out");
    }
    assert_eq!((OIL, OIL / BLAZE), (60 * 60, 15 * 60));
}

#[test]
fn when_they_are_out_ghosts_come_and_her_light_comes_slowly() {
    for kind in [MOPE, SEEPER, HOWLER] {
        let mut game = hall();
        let stairs = game.stairs;
        put(&mut game, stairs);
        game.oil = 0;
        game.reach = FULL - SPARK;
        game.step(0, false);
        assert_eq!(game.reach, FULL - SPARK + 1);
        game.ghosts.push(ghost(kind, Cell::at(8, 2)));
        let touched = (0..60 * 60).any(|_| {
            game.step(0, false);
            game.lives < LIVES
        });
        assert!(touched, "kind {kind}");
    }
}

#[test]
fn treasure_lights_them_again_and_the_flare_squishes_who_came_in() {
    let mut game = hall();
    let stairs = game.stairs;
    put(&mut game, stairs);
    game.oil = 0;
    game.hurt = 60;
    game.treasures.push(Place::Carried);
    for (x, y) in [(1, 1), (3, 2), (2, 4), (4, 2), (7, 2)] {
        game.ghosts.push(ghost(MOPE, Cell::at(x, y)));
    }
    game.step(0, false);
    assert_eq!((game.oil, game.flash, game.quiet), (OIL, FLASH, 0));
    game.step(0, false);
    let squished: Vec<bool> = game.ghosts.iter().map(|it| it.squished).collect();
    assert_eq!(squished, [true, true, true, true, false], "all that the torches would keep out");
    assert_eq!(game.reach, FULL, "it costs no light");
}

/// She stays this far from the stairs, for at most this many frames, and flashes at ghosts nearby, or not. Returns
/// the frames until the first touch and until the last.
fn stands(seed: u32, level: i32, far: i32, flashes: bool, most: i32) -> [i32; 2] {
    let mut game = game(seed);
    game.level = level;
    game.enter();
    let cells = game.tiles.flood(game.stairs, usize::MAX, |at| game.floor(at)).0;
    let at = cells.into_iter().find(|at| at.dist(game.stairs) >= far).unwrap();
    put(&mut game, at);
    let mut first = most;
    while game.lives > 0 && game.clock < most {
        let near = |game: &Game| {
            game.ghosts.iter().any(|it| {
                let (x, y) = game.spot(it);
                !it.squished && (x - game.x / 16).pow(2) + (y - game.y / 16).pow(2) < 16 * 16
            })
        };
        let flash = flashes && near(&game);
        game.step(0, flash);
        if game.lives < LIVES {
            first = first.min(game.clock);
        }
    }
    [first, game.clock]
}

/// On the stairs, and three and five tiles away, on each level, in forty dungeons.
#[test]
fn waiting_near_the_stairs_is_found_out() {
    const MINUTE: i32 = 3600;
    let all: Vec<_> = (0..40_u32)
        .flat_map(|seed| (1..=3).flat_map(move |level| [0, 3, 5].map(|far| (seed, level, far))))
        .collect();
    let mut ends: Vec<[i32; 4]> = all
        .into_par_iter()
        .map(|(seed, level, far)| {
            let [[first, idle], [_, armed]] =
                [false, true].map(|flashes| stands(seed, level, far, flashes, 15 * MINUTE));
            // It used to be eleven minutes, untouched.
            assert!(
                first < 3 * MINUTE,
                "seed {seed}, level {level}, {far} tiles: untouched for {first} frames"
            );
            assert!(
                idle < 4 * MINUTE,
                "seed {seed}, level {level}, {far} tiles: {idle} frames by doing nothing"
            );
            assert!(
                armed < 6 * MINUTE,
                "seed {seed}, level {level}, {far} tiles: {armed} frames by flashing alone"
            );
            [first, idle, armed, 0]
        })
        .collect();
    for (column, name) in ["first touch", "end", "end with flashes"].iter().enumerate() {
        ends.sort_by_key(|it| it[column]);
        let at = |part: usize| ends[(ends.len() - 1) * part / 100][column] / 60;
        println!("{name}: {} s in the median, {} at 90 %, {} at most", at(50), at(90), at(100));
    }
}

/// Frames between ghosts that come to her, and their points.
#[test]
fn each_of_a_row_is_worth_twice_the_one_before() {
    let cases: [(i32, &[i32]); 3] = [
        (FLASH + 1, &[20, 40, 80, 160, 160, 160]),
        (IN_ROW - 1, &[20, 40, 80, 160]),
        (IN_ROW, &[20, 20, 20]),
    ];
    for (apart, worths) in cases {
        let mut game = hall();
        for (i, worth) in worths.iter().enumerate() {
            let before = game.score;
            game.ghosts = vec![ghost(MOPE, game.cell())];
            (game.reach, game.hurt, game.flash, game.rise) = (FULL, 60, 0, RISE);
            game.step(0, true);
            assert_eq!(game.score - before, *worth, "{apart} frames apart, number {i}");
            game.ghosts.clear();
            (1..apart).for_each(|_| game.step(0, false));
        }
    }
}

#[test]
fn only_ghosts_of_the_level_and_of_a_treasure_are_worth_points() {
    let mut game = game(5);
    assert!(game.ghosts.iter().all(|it| it.worth == WORTH), "the level's own");
    let count = game.ghosts.len();
    (0..=RISE).for_each(|_| game.step(0, false));
    assert_eq!(game.ghosts.len(), count + 1);
    assert_eq!(game.ghosts[count].worth, 0, "it rose by time");
    game.ghosts = vec![ghosts::ghost::Ghost { worth: 0, ..ghost(MOPE, game.cell()) }];
    (game.reach, game.hurt) = (FULL, 60);
    game.step(0, true);
    assert!(game.ghosts[0].squished);
    assert_eq!((game.score, game.row), (0, 0), "whoever waits for ghosts gets nothing");
    let Place::Lies(at, true) = game.treasures[0] else { panic!("{:?}", game.treasures) };
    put(&mut game, at);
    game.hurt = 0;
    game.step(0, false);
    assert_eq!(game.ghosts.last().map(|it| it.worth), Some(WORTH), "a treasure woke it");
}

//! The endless night: what each night adds, what the new ghosts do; candles. The rules are our decision.

use super::{ghost, hall, put};
use ghosts::Game;
use ghosts::dungeon::Place;
use ghosts::ghost::{BLINKER, MOPE, SEEPER, SNUFFER, TICK, TWIN, WISP};
use ghosts::night::{BURNS, GLOW};
use ghosts::play::{BURST, FULL, LEAST, SPARK};
use kit::Cell;
use rayon::prelude::*;
use std::collections::BTreeSet;
use tests::bots::games;
use tests::bots::ghosts::{Bot, game, play_as};

/// The game in that night.
fn night(seed: u32, night: i32) -> Game {
    let mut it = game(seed);
    it.go_on();
    for _ in 1..night {
        it.treasures.fill(Place::Home);
        it.step(0, false);
    }
    assert_eq!(it.night, night);
    it
}

#[test]
fn each_night_brings_a_ghost_or_an_upgrade() {
    // Night, dungeon, new kinds so far; what a flash reaches and costs, light that returns, candles.
    let rows: [(i32, i32, &[u8], [i32; 4]); 9] = [
        (1, 1, &[WISP], [BURST, SPARK, 1, 3]),
        (2, 2, &[WISP], [BURST + 6, SPARK, 1, 3]),
        (3, 3, &[WISP, SNUFFER], [BURST + 6, SPARK, 1, 3]),
        (4, 1, &[WISP, SNUFFER], [BURST + 6, SPARK * 3 / 4, 1, 3]),
        (5, 2, &[WISP, SNUFFER, BLINKER], [BURST + 6, SPARK * 3 / 4, 1, 3]),
        (6, 3, &[WISP, SNUFFER, BLINKER], [BURST + 6, SPARK * 3 / 4, 2, 3]),
        (7, 1, &[WISP, SNUFFER, BLINKER, TWIN], [BURST + 6, SPARK * 3 / 4, 2, 3]),
        (8, 2, &[WISP, SNUFFER, BLINKER, TWIN], [BURST + 6, SPARK * 3 / 4, 2, 5]),
        (9, 3, &[WISP, SNUFFER, BLINKER, TWIN], [BURST + 6, SPARK * 3 / 4, 2, 5]),
    ];
    for (n, level, kinds, lantern) in rows {
        let it = night(5, n);
        let new: BTreeSet<u8> = it.ghosts.iter().map(|it| it.kind).filter(|kind| *kind >= WISP).collect();
        assert_eq!((it.level, new), (level, kinds.iter().copied().collect()), "night {n}");
        assert_eq!([it.burst(), it.cost(), it.refill(), it.wax], lantern, "night {n}");
        let score = (1..n).map(|night| 100 * night).sum::<i32>();
        assert_eq!(it.score, score, "night {n}");
    }
    assert_eq!(night(5, 12).ghosts.iter().filter(|it| it.kind == WISP).count(), 4, "two more in night 9");
    // Other rooms than in the three dungeons, and in each night.
    let plans: BTreeSet<String> = (1..8).map(|n| format!("{:?}", night(5, n).rooms)).collect();
    assert!(plans.len() == 7 && !plans.contains(&format!("{:?}", game(5).rooms)));
}

#[test]
fn a_candle_costs_a_flash_and_burns_half_a_minute() {
    let mut it = hall();
    it.place_candle();
    assert_eq!((it.wax, it.reach, it.candles.len()), (2, FULL - SPARK, 1));
    it.place_candle();
    assert_eq!((it.wax, it.candles.len()), (2, 1), "one on a tile");
    put(&mut it, Cell::at(30, 22));
    it.reach = LEAST - 1;
    it.place_candle();
    assert_eq!((it.wax, it.candles.len()), (2, 1), "not with so little light");
    (0..BURNS - 1).for_each(|_| it.step(0, false));
    assert_eq!(it.candles.len(), 1);
    it.step(0, false);
    assert!(it.candles.is_empty());
    it.wax = 0;
    it.place_candle();
    assert!(it.candles.is_empty(), "there are no more");
}

/// How often a ghost eight tiles away comes nearer in its next move, in a thousand tries.
fn comes(kind: u8, candle: Option<Cell>) -> i32 {
    let mut nearer = 0;
    for seed in 0..1000 {
        let mut it = hall();
        it.rng = kit::chance::stream(seed, 0);
        if let Some(at) = candle {
            it.candles.push(ghosts::night::Candle { at, left: BURNS });
        }
        it.ghosts = vec![ghost(kind, Cell::at(36, 22))];
        (0..4 * TICK).for_each(|_| it.step(0, false));
        nearer += i32::from(it.ghosts[0].at.dist(it.cell()) < 8);
    }
    nearer
}

#[test]
fn no_ghost_notices_her_by_a_candle() {
    let her = Cell::at(28, 22);
    for kind in [MOPE, SEEPER] {
        let noticed = comes(kind, None);
        // Three times in four straight to her, else in any of four directions.
        assert!((750..870).contains(&noticed), "kind {kind}: {noticed}");
        for (steps, near) in [(0, true), (GLOW, true), (GLOW + 1, false)] {
            let n = comes(kind, Some(Cell::at(her.x, her.y + steps)));
            assert_eq!((200..300).contains(&n), near, "kind {kind}, {steps} tiles: {n}");
        }
    }
}

#[test]
fn wisps_are_twice_as_fast() {
    let moves = |kind: u8| {
        let mut it = hall();
        it.ghosts = vec![ghost(kind, Cell::at(40, 22))];
        let mut moves = 0;
        for _ in 0..40 * TICK {
            let before = it.ghosts[0].at;
            it.step(0, false);
            it.hurt = 9;
            moves += i32::from(it.ghosts[0].at != before);
        }
        moves
    };
    assert_eq!((moves(MOPE), moves(WISP)), (10, 20));
}

#[test]
fn snuffers_eat_her_light_and_candles() {
    for (steps, eats) in [(4, true), (5, false)] {
        let mut it = hall();
        it.ghosts = vec![ghost(SNUFFER, Cell::at(28 + steps, 22))];
        it.candles = vec![ghosts::night::Candle { at: Cell::at(29 + steps, 22), left: BURNS }];
        it.step(0, false);
        assert_eq!(it.reach < FULL, eats, "{steps} tiles");
        assert!(it.candles.is_empty(), "the candle next to it is out");
    }
}

#[test]
fn blinkers_jump_near_her_and_never_onto_her() {
    let mut jumps = 0;
    for seed in 0..200 {
        let mut it = hall();
        it.rng = kit::chance::stream(seed, 0);
        it.ghosts = vec![ghost(BLINKER, Cell::at(40, 30))];
        for _ in 0..13 * TICK {
            let before = it.ghosts[0].at;
            it.step(0, false);
            let at = it.ghosts[0].at;
            if at.dist(before) > 1 {
                jumps += 1;
                assert!((4..8).contains(&at.dist(it.cell())), "seed {seed}: {at:?}");
            }
        }
    }
    assert_eq!(jumps, 200, "each once in three seconds");
}

#[test]
fn a_squished_twin_leaves_two_mopes() {
    let mut it = hall();
    it.ghosts = vec![ghost(TWIN, Cell::at(29, 22))];
    it.step(0, true);
    let left: Vec<(u8, bool)> = it.ghosts.iter().map(|it| (it.kind, it.squished)).collect();
    assert_eq!(left, [(TWIN, true), (MOPE, false), (MOPE, false)]);
    assert!(it.ghosts[1..].iter().all(|it| it.at.dist(Cell::at(28, 22)) > 4), "none within the flash");
}

/// Endless nights of a bot without candles and of one that rests by them: each game ends, and candles are worth their light.
#[test]
fn every_night_ends_and_candles_help() {
    let games = games(200);
    let nights = |bot: fn() -> Bot| {
        let ends = |seed: u32| {
            let mut it = game(seed);
            it.go_on();
            play_as(bot(), &mut it, 60 * 60 * 60, |_, _| {});
            assert_eq!(it.over(), Some(false), "stuck: seed {seed}, night {}", it.night);
            (it.night, it.score)
        };
        let mut all: Vec<(i32, i32)> = (0..games).into_par_iter().map(ends).collect();
        all.sort_unstable();
        let n = all.len();
        println!(
            "night and points: median {:?}, 90 % {:?}, most {:?}",
            all[n / 2],
            all[n * 9 / 10],
            all[n - 1]
        );
        all[n / 2]
    };
    let (without, with) = (nights(Bot::default), nights(Bot::careful));
    assert!(without.0 > 1 && with.0 > without.0, "{without:?}, with candles {with:?}");
}

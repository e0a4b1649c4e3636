//! What a frame does: walking, treasures, touches, spending light, levels; whole games.

use super::{ghost, hall, put};
use ghosts::Game;
use ghosts::dungeon::{FLOOR, Place, WALL};
use ghosts::ghost::{HOWLER, MOPE, SEEPER};
use ghosts::play::{FULL, HURT, LEAST, LIVES, SPARK};
use kit::Cell;
use rasher::button::{DOWN, LEFT, O, RIGHT, UP};
use rayon::prelude::*;
use tests::bots::games;
use tests::bots::ghosts::{game, play};

#[test]
fn she_walks_45_pixels_a_second_and_slower_with_each_treasure() {
    for (carried, sixteenths) in [(0, 12), (1, 10), (2, 8), (3, 6), (4, 5), (5, 5)] {
        for (held, dx, dy) in [(LEFT, -1, 0), (RIGHT, 1, 0), (UP, 0, -1), (DOWN, 0, 1)] {
            let mut game = hall();
            game.treasures.extend(vec![Place::Carried; carried]);
            let from = (game.x, game.y);
            (0..60).for_each(|_| game.step(held, false));
            assert_eq!((game.x - from.0, game.y - from.1), (dx * 60 * sixteenths, dy * 60 * sixteenths));
        }
    }
}

#[test]
fn aslant_she_is_as_fast_as_straight() {
    let mut game = hall();
    let from = (game.x, game.y);
    (0..60).for_each(|_| game.step(RIGHT | DOWN, false));
    let (dx, dy) = (game.x - from.0, game.y - from.1);
    let way = ((dx * dx + dy * dy) as u32).isqrt();
    assert!(dx == dy && (650..790).contains(&way), "{way} of 720 sixteenths");
    (0..60).for_each(|_| game.step(LEFT | RIGHT, false));
    assert_eq!((game.x - from.0, game.y - from.1), (dx, dy), "both at once are neither");
}

#[test]
fn walls_stop_her_and_corners_let_her_slide() {
    let mut game = hall();
    game.tiles.set(Cell::at(30, 22), WALL);
    (0..60).for_each(|_| game.step(RIGHT, false));
    assert_eq!(game.cell(), Cell::at(29, 22));
    // A gap of one tile, three pixels to her side: pressing towards it is enough.
    for (off, through) in [(-3, true), (0, true), (3, true), (8, false)] {
        let mut game = hall();
        (0..56).filter(|x| *x != 28).for_each(|x| game.tiles.set(Cell::at(x, 19), WALL));
        game.x += off * 16;
        (0..90).for_each(|_| game.step(UP, false));
        assert_eq!(game.cell().y < 19, through, "{off} pixels beside the gap");
    }
}

/// A minute of random play in real dungeons: her whole body stays on floor, and so do ghosts that cannot go through
/// walls.
#[test]
fn no_creature_is_ever_in_a_wall() {
    for seed in 0..40 {
        let mut game = game(seed);
        let mut dice = kit::chance::stream(seed, 99);
        let mut held = 0;
        for frame in 0..3600 {
            if frame % 13 == 0 {
                held = dice.index(16) as u8;
            }
            game.lives = LIVES;
            game.step(held, dice.index(100) == 0);
            for (dx, dy) in [(-40, -40), (40, -40), (-40, 40), (40, 40)] {
                let corner = Cell::at((game.x + dx) >> 7, (game.y + dy) >> 7);
                assert_eq!(game.tiles.get(corner), FLOOR, "seed {seed}, frame {frame}");
            }
            for it in game.ghosts.iter().filter(|it| it.kind != SEEPER) {
                assert_eq!(game.tiles.get(it.at), FLOOR, "{it:?}");
            }
        }
    }
}

#[test]
fn treasures_are_taken_carried_and_brought_home() {
    let mut game = hall();
    let here = game.cell();
    game.treasures = vec![Place::Lies(here, true), Place::Lies(Cell::at(50, 40), true)];
    game.step(0, false);
    assert_eq!(game.treasures[0], Place::Carried);
    assert_eq!((game.ghosts.len(), game.score), (1, 0), "somebody wakes");
    let stairs = game.stairs;
    put(&mut game, stairs);
    game.step(0, false);
    assert_eq!((game.treasures[0], game.score, game.level), (Place::Home, 100, 1));
    game.treasures[1] = Place::Carried;
    game.step(0, false);
    assert_eq!((game.level, game.score), (2, 200), "down, when it was the last one");
}

#[test]
fn three_levels_are_won_and_points_are_counted() {
    let mut game = game(3);
    for level in 1..=3 {
        assert_eq!((game.level, game.over()), (level, None));
        game.lives = 1;
        game.treasures.iter_mut().for_each(|it| *it = Place::Carried);
        game.step(0, false);
    }
    assert_eq!(game.over(), Some(true));
    // 3 + 4 + 5 treasures, a life, and a point for each unused second of 15 minutes.
    assert_eq!((game.level, game.lives, game.score), (4, 1, 12 * 100 + 200 + 900));
}

#[test]
fn a_level_begins_in_the_dark_and_her_light_comes_up() {
    let mut game = game(3);
    assert_eq!(game.reach, 256, "8 pixels");
    (0..200).for_each(|_| game.step(0, false));
    assert_eq!(game.reach, FULL);
}

#[test]
fn a_life_comes_back_on_the_next_level_up_to_three() {
    for (before, after) in [(1, 2), (2, 3), (3, 3)] {
        let mut game = game(3);
        game.lives = before;
        game.treasures.iter_mut().for_each(|it| *it = Place::Home);
        game.step(0, false);
        assert_eq!((game.level, game.lives), (2, after));
    }
}

#[test]
fn a_touch_costs_a_life_and_all_that_she_carries() {
    for kind in [MOPE, SEEPER, HOWLER] {
        let mut game = hall();
        game.treasures = vec![Place::Carried; 5];
        game.ghosts.push(ghost(kind, game.cell()));
        game.step(0, false);
        assert_eq!((game.lives, game.carried()), (LIVES - 1, 0));
        let mut cells: Vec<Cell> = game
            .treasures
            .iter()
            .map(|it| if let Place::Lies(at, false) = it { *at } else { panic!("{it:?}") })
            .collect();
        assert!(cells.iter().all(|at| at.dist(game.cell()) < 3), "{cells:?}");
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), 5, "each on a tile of its own");
        // Two seconds of safety; in the first, nothing can be taken.
        (0..HURT / 2 - 1).for_each(|_| game.step(0, false));
        assert_eq!((game.lives, game.carried()), (LIVES - 1, 0));
        (0..4).for_each(|_| game.step(0, false));
        assert!(game.carried() > 0 && game.ghosts.len() == 1, "taken again, and nobody new wakes");
    }
}

#[test]
fn the_third_touch_is_the_end() {
    let mut game = hall();
    game.ghosts.push(ghost(MOPE, game.cell()));
    for left in (0..LIVES).rev() {
        game.hurt = 0;
        game.ghosts[0] = ghost(MOPE, game.cell());
        game.step(0, false);
        assert_eq!(game.lives, left);
    }
    assert_eq!(game.over(), Some(false));
}

#[test]
fn a_flash_costs_light_which_comes_back_sooner_at_the_stairs() {
    let mut game = hall();
    game.step(0, true);
    assert_eq!(game.reach, FULL - SPARK);
    let frames = |game: &mut Game| {
        (1..).find(|_| {
            game.step(0, false);
            game.reach == FULL
        })
    };
    assert_eq!(frames(&mut game), Some(SPARK), "eight and a half seconds");
    let stairs = game.stairs;
    put(&mut game, stairs);
    game.step(0, true);
    assert_eq!(frames(&mut game), Some((SPARK + 23) / 24), "a third of a second");
    // Too little light for a flash is not spent.
    put(&mut game, Cell::at(28, 22));
    game.reach = LEAST - 2;
    game.step(0, true);
    assert_eq!((game.reach, game.flash), (LEAST - 1, 0));
}

#[test]
fn they_never_run_out_and_never_become_too_many() {
    for seed in 0..6 {
        let mut game = game(seed);
        for _ in 0..60 * 60 * 5 {
            game.lives = LIVES;
            game.step(0, false);
        }
        assert_eq!(game.ghosts.len(), 18, "ten on the first level, and eight more for who does nothing");
    }
}

/// Games by a bot: each ends, and the bot wins its share.
#[test]
fn all_games_end() {
    let games = games(1000);
    let ends: Vec<(bool, i32, i32)> = (0..games)
        .into_par_iter()
        .map(|seed| {
            let mut game = game(seed);
            play(&mut game, 60 * 60 * 30, |_| ());
            let won = game.over().unwrap_or_else(|| panic!("seed {seed}: stuck at {:?}", game.cell()));
            assert!((0..10_000).contains(&game.score) && (0..=LIVES).contains(&game.lives));
            (won, game.level, game.frames / 60)
        })
        .collect();
    let won: Vec<i32> = ends.iter().filter(|it| it.0).map(|it| it.2).collect();
    // Our decision: hard, but not a matter of luck.
    let percent = won.len() as u32 * 100 / games;
    assert!((50..90).contains(&percent), "{percent} % of {games} won");
    let seconds = won.iter().sum::<i32>() / won.len() as i32;
    println!("{percent} % of {games} won, in {seconds} seconds in the mean");
    assert!((120..360).contains(&seconds), "{seconds} seconds a won game");
    for level in 1..=3 {
        assert!(ends.iter().any(|it| !it.0 && it.1 == level), "some end on level {level}");
    }
}

/// A player who only presses the flash, or nothing, also finishes or continues: no panic in ten minutes.
#[test]
fn idle_players_do_no_harm() {
    (0..20_u32).into_par_iter().for_each(|seed| {
        let mut game = game(seed);
        for frame in 0..36_000 {
            if game.over().is_none() {
                game.step(if seed % 2 == 0 { 0 } else { O }, frame % 20 == 0);
            }
        }
    });
}

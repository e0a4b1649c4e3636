//! Whole games: by the bots, and by random players.

use kasidin::cave::WALL;
use kasidin::turn::Action;
use kasidin::{End, HP};
use kit::Dir;
use rayon::prelude::*;
use tests::bots::games;
use tests::bots::kasidin::{Bot, game, play};
use tests::random::Dice;

/// All games end and none is stuck; the careful bot gets its soup often enough, and the hasty one never or seldom.
#[test]
fn all_games_end() {
    let games = games(500);
    let ends = |hasty: bool| {
        let each = |seed: u32| {
            let (mut game, mut bot) = (game(seed), Bot::new(hasty));
            play(&mut game, 4000, |game| bot.choose(game));
            assert!(game.end.is_some(), "stuck: seed {seed}, cave {}, turn {}", game.cave, game.turn);
            (usize::from(game.end == Some(End::Won)), game.cave as usize)
        };
        let sum = |a: (usize, usize), b: (usize, usize)| (a.0 + b.0, a.1 + b.1);
        (0..games).into_par_iter().map(each).reduce(|| (0, 0), sum)
    };
    let played = games as usize;
    let (won, caves) = ends(false);
    println!("careful: {won} of {games} won, {caves} caves in all");
    assert!((20..90).contains(&(won * 100 / played)), "the careful bot won {won} of {games}");
    let (won, caves) = ends(true);
    println!("hasty: {won} of {games} won, {caves} caves in all");
    assert!(won * 10 < played, "the hasty bot won {won} of {games}");
    assert!((played..5 * played).contains(&caves), "the hasty bot saw {caves} caves");
}

/// The king is near in a straight line but the way is long: a bot that looks for him nearby would only move back and
/// forth.
#[test]
fn a_king_behind_rock_is_found() {
    let (mut game, mut bot) = (game(5_000_452), Bot::new(false));
    play(&mut game, 4000, |game| bot.choose(game));
    assert!(game.end.is_some(), "stuck in cave {}, turn {}", game.cave, game.turn);
}

#[test]
fn any_actions_do_no_harm() {
    (0..games(150)).into_par_iter().for_each(|seed| {
        let (mut it, mut dice) = (game(seed), Dice::new(seed.into()));
        it.cave = 1 + seed as i32 % 5;
        it.enter();
        for _ in 0..400 {
            let dir = Dir::ALL[dice.below(4)];
            it.act(match dice.below(8) {
                0 => Action::Throw(dir),
                1 => Action::Eat,
                2 => Action::Wait,
                _ => Action::Go(dir),
            });
            assert!(it.me().hp <= HP && (0..10).contains(&it.rocks), "seed {seed}");
            for (i, mob) in it.mobs.iter().enumerate() {
                let alone = it.mob_at(mob.at).is_none_or(|other| other == i);
                assert!(it.tiles.get(mob.at) != WALL && alone, "seed {seed}: {mob:?}");
            }
        }
    });
}

//! Whole games: by the bots, and by players that do anything.

use kasidin::cave::WALL;
use kasidin::turn::Action;
use kasidin::{End, HP};
use kit::Dir;
use rayon::prelude::*;
use tests::bots::kasidin::{Bot, game, play};
use tests::random::Dice;

/// A thousand games end, none stuck; the careful bot has soup often enough, and the hasty one never, or seldom.
#[test]
fn a_thousand_games_end() {
    let ends = |hasty: bool, seeds: u32, most: i32| {
        let each = |seed: u32| {
            let (mut game, mut bot) = (game(seed), Bot::new(hasty));
            play(&mut game, most, |game| bot.choose(game));
            assert!(game.end.is_some(), "stuck: seed {seed}, cave {}, turn {}", game.cave, game.turn);
            (usize::from(game.end == Some(End::Won)), game.cave as usize)
        };
        let sum = |a: (usize, usize), b: (usize, usize)| (a.0 + b.0, a.1 + b.1);
        (0..seeds).into_par_iter().map(each).reduce(|| (0, 0), sum)
    };
    let (won, caves) = ends(false, 500, 4000);
    println!("careful: {won} of 500 won, {caves} caves in all");
    assert!((100..450).contains(&won), "the careful bot won {won} of 500");
    let (won, caves) = ends(true, 500, 4000);
    println!("hasty: {won} of 500 won, {caves} caves in all");
    assert!(won < 50, "the hasty bot won {won} of 500");
    assert!((500..2500).contains(&caves), "the hasty bot saw {caves} caves");
}

/// The king is near as the crow flies, and a long way round: a bot that looks for him nearby only goes back and forth.
#[test]
fn a_king_behind_rock_is_found() {
    let (mut game, mut bot) = (game(5_000_452), Bot::new(false));
    play(&mut game, 4000, |game| bot.choose(game));
    assert!(game.end.is_some(), "stuck in cave {}, turn {}", game.cave, game.turn);
}

/// Any actions at all, in 150 games.
#[test]
fn any_actions_do_no_harm() {
    (0..150_u32).into_par_iter().for_each(|seed| {
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

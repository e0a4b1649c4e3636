//! Whole games: by the bots, and by random players; walks, by how often something new comes into sight.

use kasidin::cave::WALL;
use kasidin::turn::Action;
use kasidin::{CAVES, End, HP};
use kit::Dir;
use rayon::prelude::*;
use tests::bots::games;
use tests::bots::kasidin::walks::{WAYS, Walk, walk};
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

/// On any way, something new comes into sight at least every 20 turns: 1,000 seeds with the soldiers and 1,000 without, each in one
/// of the five caves; three and three in the daily run.
#[test]
fn news_come_wherever_one_walks() {
    let (seeds, turns) = if games(1000) < 1000 { (3, 100) } else { (1000, 300) };
    let mut dull = Vec::new();
    for (soldiers, (name, way)) in [false, true].into_iter().flat_map(|it| WAYS.map(|way| (it, way))) {
        let each = |seed: u32| walk(seed * 89 + 7, 1 + seed as i32 % CAVES, way, turns, soldiers);
        let walks: Vec<Walk> = (0..seeds).into_par_iter().map(each).collect();
        let mut gaps: Vec<i32> = walks.iter().map(|it| it.longest).collect();
        gaps.sort_unstable();
        let (middle, most) = (gaps[gaps.len() / 2], gaps[gaps.len() - 1]);
        let sum = |of: fn(&Walk) -> i32| walks.iter().map(of).sum::<i32>();
        let (walked, news) = (sum(|it| it.turns), sum(|it| it.news));
        let (rate, placed) = (news * 100 / walked, sum(|it| it.placed) * 100 / news.max(1));
        println!(
            "{name:10} soldiers {soldiers:5}: {middle} turns without news, at most {most}; {rate} in 100 turns, {placed} % placed"
        );
        // A walk that ends at once would prove nothing.
        assert!(walked > turns * seeds as i32 * 3 / 4, "{name}: {walked} turns in all");
        if most >= 20 {
            dull.push(format!("{name}, soldiers {soldiers}: {most} turns without anything new"));
        }
    }
    assert!(dull.is_empty(), "{dull:?}");
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

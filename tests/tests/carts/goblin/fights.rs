//! Chance and Brogue's combat: expected values are computed from the rules, and results are counted.

use goblin::Game;
use goblin::data::{KINDS, OGRE};
use goblin::dice::Dice;
use goblin::store::{Fighter, Kind, Mind};
use goblin::turn::Action;
use kit::{Cell, Dir};
use tests::bots::goblin::game;

/// How often each result of a die occurs in 100,000 rolls.
fn counts(mut throw: impl FnMut() -> i32) -> std::collections::BTreeMap<i32, i32> {
    let mut counts = std::collections::BTreeMap::new();
    (0..100_000).for_each(|_| *counts.entry(throw()).or_insert(0) += 1);
    counts
}

#[test]
fn each_number_of_a_range_is_as_likely() {
    let mut dice = Dice::new(1, 1);
    for (low, high) in [(1, 6), (0, 1), (-3, 3), (5, 5), (0, 99)] {
        let found = counts(|| dice.range(low, high));
        let due = 100_000 / (high - low + 1);
        assert!(found.keys().copied().eq(low..=high), "{low} to {high}: {:?}", found.keys());
        // Five standard deviations of a binomial count.
        let wide = 5 * (f64::from(due).sqrt() as i32 + 1);
        assert!(found.values().all(|n| (n - due).abs() <= wide), "{low} to {high}: {found:?}, {due} are due");
    }
}

/// A range that does not divide 2^32: if the incomplete last block were used, its first third would be half again as
/// likely.
#[test]
fn huge_ranges_have_no_bias() {
    let mut dice = Dice::new(2, 1);
    let third = i32::MAX / 2;
    let high = (0..60_000).filter(|_| dice.range(0, 3 * (third / 2)) > third).count();
    assert!((19_400..20_600).contains(&high), "{high} of 60,000 in the last third");
}

#[test]
fn chance_and_pick_keep_their_odds() {
    let mut dice = Dice::new(3, 1);
    for percent in [0, 1, 20, 50, 99, 100] {
        let found = counts(|| i32::from(dice.chance(percent)));
        let hits = found.get(&1).copied().unwrap_or(0);
        assert!((hits - percent * 1000).abs() < 800, "{percent}: {hits}");
        assert!(!matches!(percent, 0 | 100) || hits == percent * 1000);
    }
    let found = counts(|| dice.pick(&[10, 20, 30]));
    assert!(found.keys().copied().eq([10, 20, 30]) && found.values().all(|n| (n - 33_333).abs() < 800));
}

/// 100,000 blows for each pair: accuracy x 0.987 ^ defence hit.
#[test]
fn blows_hit_by_accuracy_and_defence() {
    let mut dice = Dice::new(4, 1);
    for (accuracy, defence) in [(100, 0), (70, 0), (100, 10), (70, 20), (90, 40), (125, 60), (50, 120)] {
        let hits = (0..100_000).filter(|_| dice.hits(accuracy, defence)).count();
        let due = (f64::from(accuracy) / 100.0 * 0.987_f64.powi(defence)).min(1.0) * 100_000.0;
        assert!((hits as f64 - due).abs() < 800.0, "{accuracy} against {defence}: {hits}, {due} are due");
    }
}

/// 7 to 13 as three dice of 0 to 2: 1 3 6 7 6 3 1 in 27. With a remainder, the first dice are larger.
#[test]
fn damage_is_clumped() {
    let mut dice = Dice::new(5, 1);
    let found = counts(|| dice.clump(7, 13, 3));
    for (damage, in_27) in (7..=13).zip([1, 3, 6, 7, 6, 3, 1]) {
        let due = 100_000 * in_27 / 27;
        assert!((found[&damage] - due).abs() < 800, "{damage}: {}, {due} are due", found[&damage]);
    }
    // 2 to 6 from three dice, one of 0 to 2 and two of 0 to 1: the odds are 1 3 4 3 1 in 12.
    let found = counts(|| dice.clump(2, 6, 3));
    for (damage, in_12) in (2..=6).zip([1, 3, 4, 3, 1]) {
        assert!((found[&damage] - 100_000 * in_12 / 12).abs() < 800, "{damage}: {found:?}");
    }
    assert_eq!(counts(|| dice.clump(5, 5, 3)).len(), 1);
}

/// A monster that does not see it coming is always hit, and three times as hard; then it knows about the hero.
#[test]
fn the_unaware_are_hit_for_sure_and_three_times_as_hard() {
    let (mut hits, mut sum) = ([0, 0], [0, 0]);
    // Digging a floor takes longer than an attack.
    let floors: Vec<Game> = (0..30).map(game).collect();
    for (seed, floor) in (0..3000).zip(floors.iter().cycle()) {
        let mut game = floor.clone();
        game.dice = Dice::new(seed, 3);
        for it in game.world.all::<&Mind>() {
            game.world.despawn(it);
        }
        let at = game.at(game.hero);
        let dir = Dir::ALL.into_iter().find(|dir| game.map().tiles.get(at.step(*dir)) != 0).unwrap();
        let aware = (seed % 2) as i32 * 20;
        let victim = game.monster(OGRE, at.step(dir), aware);
        let full = Fighter { hp: 500, max: 500, defence: 40, ..KINDS[OGRE as usize].fighter };
        game.world.give(victim, full);
        game.act(Action::Go(dir));
        let lost = 500 - game.world.get::<Fighter>(victim).unwrap().hp;
        hits[(seed % 2) as usize] += i32::from(lost > 0);
        sum[(seed % 2) as usize] += lost;
        assert!(game.world.get::<Mind>(victim).unwrap().aware > 0, "it wakes, hit or not");
        assert_eq!(lost % 3 * (1 - aware.signum()), 0);
    }
    // The knife does 2 to 4, 3 on average; 100 x 0.987^40 = 59.2 hit the ogre that is awake.
    assert_eq!(hits[0], 1500, "each blow hits");
    assert!((1500 * 88 / 10..1500 * 92 / 10).contains(&sum[0]), "{} in 1,500 blows: 9 each", sum[0]);
    assert!((830..950).contains(&hits[1]), "{} of 1,500 hit", hits[1]);
    let mean = 100 * sum[1] / hits[1];
    assert!((290..310).contains(&mean), "{mean} / 100 a hit");
}

/// Monsters do not fight each other, and nothing hits the dead.
#[test]
fn only_the_hero_has_enemies() {
    let mut game = game(1);
    game.world.all::<&Mind>().into_iter().for_each(|it| game.world.despawn(it));
    let at = game.at(game.hero);
    let around: Vec<Cell> = at.around().into_iter().filter(|it| game.map().tiles.get(*it) != 0).collect();
    // There is no resting on stairs.
    game.maps[0].tiles.set(at, goblin::dungeon::FLOOR);
    let rats: Vec<_> = around.iter().map(|it| game.monster(1, *it, 20)).collect();
    (0..30).for_each(|_| game.act(Action::Rest));
    for rat in &rats {
        assert_eq!(game.world.get::<Fighter>(*rat).map(|it| it.hp), Some(6), "no rat is hurt");
    }
    assert!(game.body().hp < 40 && game.world.all::<&Kind>().len() == rats.len() + 1);
}

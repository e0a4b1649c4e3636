//! Rules for any actions on any floors.
//!
//! Random players press everything, including slots and directions that make no sense. After each action the world is
//! checked against invariants.

use super::room::kit;
use num::{Num, Rng};
use porklike::dir::Dir;
use porklike::rules::{Action, Event, What, World};
use porklike::tile::Flag;
use std::time::Instant;
use tests::bots::games;
use tests::bots::porklike::{eat, equip, throw, trash};

/// An action drawn from all possible ones; all slots.
fn any(rng: &mut Rng) -> Action {
    let dir = Dir::ALL[rng.index(4) as usize];
    let slot = rng.index(8) as u8;
    match rng.index(16) {
        0..=7 => Action::Step(dir),
        8 => Action::Wait,
        9 | 10 => Action::Shove(dir),
        11 | 12 => equip(slot),
        13 => eat(slot),
        14 => throw(slot, dir),
        _ => trash(slot),
    }
}

/// A world on a floor of the tower with items in the bag.
fn begun(seed: u32, rng: &mut Rng) -> World {
    let mut world = World::new(seed, kit());
    world.floor = rng.index(10) as u8;
    world.arrive();
    for slot in 0..8 {
        world.bag[slot] = match slot {
            0 => rng.index(7) as u8,
            1 => [0, 7 + rng.index(6) as u8][rng.index(2) as usize],
            _ => rng.index(23) as u8,
        };
    }
    world.mobs[0].max = 40;
    world.mobs[0].hp = 40;
    world
}

/// What must be true between two actions.
fn check(world: &World, ids: &[u16], events: &[Event]) {
    let hero = &world.mobs[0];
    assert_eq!(hero.id, 0, "the hero is the first");
    assert_eq!(hero.hp < 1, world.end == Some(false), "dead is lost");
    for (n, mob) in world.mobs.iter().enumerate() {
        assert!(n == 0 || mob.hp > 0, "{mob:?} is dead and still there");
        assert!(mob.hp <= mob.max && mob.bless.abs() <= 1, "{mob:?}");
        assert!(!world.is(mob.at, Flag::Blocks), "{mob:?} stands in tile {}", world.grid.get(mob.at));
        assert_eq!(
            world.mobs.iter().filter(|other| other.at == mob.at).count(),
            1,
            "two on one tile: {mob:?}"
        );
    }
    let mut known: Vec<u16> = ids.to_vec();
    for event in events {
        if matches!(event.what, What::Spawn | What::Hatch) {
            assert!(!known.contains(&event.mob.id), "{} was given before", event.mob.id);
            known.push(event.mob.id);
        }
        assert!(known.contains(&event.mob.id), "{event:?} is about nobody: {known:?}");
        assert!(event.mob.hp >= 0, "hit points are what is drawn: {event:?}");
    }
}

#[test]
fn any_actions_on_any_floors() {
    let mut rng = Rng::seeded(Num::int(51));
    let (mut ends, mut kinds) = (0, std::collections::BTreeSet::new());
    let games = games(1200);
    for seed in 0..games {
        let mut world = begun(seed, &mut rng);
        for _ in 0..300 {
            let ids: Vec<u16> = world.mobs.iter().map(|mob| mob.id).collect();
            let events = world.act(any(&mut rng));
            check(&world, &ids, &events);
            assert!(world.events.is_empty(), "events are handed out");
            kinds.extend(events.iter().map(|event| event.what));
        }
        ends += u32::from(world.end.is_some());
        if world.end == Some(false) {
            let before = world.clone();
            assert!(world.act(Action::Wait).is_empty() && world == before, "nothing happens after the end");
        }
    }
    assert!(ends * 60 > games, "only {ends} of {games} runs came to an end: the test sees too little");
    assert_eq!(kinds.len(), What::Climb as usize + 1, "every kind of event happened: {kinds:?}");
}

#[test]
fn the_same_seed_and_actions_give_the_same_world() {
    for seed in 0..20 {
        let play = || {
            let mut rng = Rng::seeded(Num::int(7));
            let mut world = begun(seed, &mut rng);
            let events: Vec<_> = (0..200).flat_map(|_| world.act(any(&mut rng))).collect();
            (world, events)
        };
        assert_eq!(play(), play(), "seed {seed}");
    }
}

#[test]
fn turns_a_second() {
    let mut rng = Rng::seeded(Num::int(3));
    let mut worlds: Vec<World> = (0..40).map(|seed| begun(seed, &mut rng)).collect();
    let (start, mut turns) = (Instant::now(), 0);
    for world in &mut worlds {
        world.mobs[0].max = 1_000_000;
        world.mobs[0].hp = 1_000_000;
        let before = world.stats.turns;
        for _ in 0..500 {
            world.act(any(&mut rng));
        }
        turns += world.stats.turns - before;
    }
    let micros = start.elapsed().as_micros().max(1);
    println!(
        "{turns} turns of random play in {micros} us: {} a second",
        u128::from(turns) * 1_000_000 / micros
    );
    assert!(turns > 5_000, "{turns} turns are too few to measure");
}

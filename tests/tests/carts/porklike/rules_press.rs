//! What one press can cost: never more than the bright red dots on the screen show, whichever creatures are near.
//!
//! ```text
//!     . . b . .        two hunting creatures, within three steps of the hero, in every order and phase of the turn:
//!     . a @ . .        he waits, and loses at most the sum of the bright attacks
//! ```
//!
//! Expected values come from the table of attacks in `data/monsters.txt`; [`World::threat`] gives the bright dots, as
//! for the picture.

use super::room::kit;
use num::{Num, Rng};
use porklike::data::{self, KINDS, Stat};
use porklike::dir::{Cell, Dir};
use porklike::grid::Grid;
use porklike::rules::{Action, Event, Verb, What, World};
use rayon::prelude::*;
use tests::bots::porklike::screen::Screen;
use tests::bots::porklike::{Bot, Player};

/// The hero's place, in the middle of an open room.
const HERO: Cell = Cell::at(4, 4);

/// An open room with hunters, and a hero with many hit points, hurt or not.
fn world(mobs: &[(u8, Cell)], hurt: i32, turns: u32, rng: &mut Rng) -> World {
    let mut world = World::new(1, kit());
    world.floor = 5;
    world.enter(Grid::new(9, 9, 1, 94), HERO, mobs);
    world.stats.turns = turns;
    world.rng = Rng::seeded(Num::from_bits(rng.next_u32() as i32));
    world.mobs[0].max = 99;
    world.mobs[0].hp = 99 - hurt;
    for mob in &mut world.mobs[1..] {
        mob.hunts = true;
        mob.target = HERO;
        let pause = data::beast(mob.kind, Stat::Pause);
        mob.pause = if pause < 8 { rng.index(pause as u32 + 1) as i32 } else { 0 };
        mob.firm = rng.index(4).saturating_sub(1) as u8;
    }
    world
}

/// The sum of the bright dots.
fn dots(world: &World) -> i32 {
    world.mobs[1..].iter().map(|mob| world.cost(mob)).sum()
}

/// The dots, and the cost of a wait.
fn press(mut world: World) -> (i32, i32) {
    let due = dots(&world);
    let before = world.mobs[0].hp;
    world.act(Action::Wait);
    (due, before - world.mobs[0].hp)
}

/// Cells within this many steps of the hero.
fn near(steps: i32) -> Vec<Cell> {
    let cells = Grid::new(9, 9, 0, 0).cells().collect::<Vec<_>>();
    cells.into_iter().filter(|cell| (1..=steps).contains(&cell.dist(HERO))).collect()
}

/// Whether two kinds appear on the same floor.
fn meet(a: usize, b: usize) -> bool {
    KINDS[a][0].max(KINDS[b][0]) <= KINDS[a][1].min(KINDS[b][1])
}

#[test]
fn one_alone_costs_what_its_dots_say() {
    let mut rng = Rng::seeded(Num::int(4));
    for kind in 1..12_u8 {
        let mut most = 0;
        for at in near(4) {
            for turns in 0..12 {
                let (due, cost) = press(world(&[(kind, at)], 1, turns, &mut rng));
                assert_eq!(cost, due, "kind {kind} at {at:?}, turn {turns}");
                most = most.max(cost);
            }
        }
        assert_eq!(most, data::beast(kind, Stat::Atk), "kind {kind}");
        assert!(most < 5, "no single creature takes a hero from full health to none");
    }
}

#[test]
fn two_cost_at_most_the_sum_of_their_dots() {
    let mut rng = Rng::seeded(Num::int(5));
    for (a, b) in (1..11).flat_map(|a| (1..11).map(move |b| (a, b))).filter(|(a, b)| meet(*a, *b)) {
        let mut most = 0;
        let places = near(3).into_iter().flat_map(|one| near(3).into_iter().map(move |two| (one, two)));
        for (one, two) in places.flat_map(|places| [places; 4]) {
            // A quarter of the positions represents all.
            if one == two || one.x < HERO.x || one.y < HERO.y {
                continue;
            }
            let (turns, hurt) = (rng.index(6), rng.index(2) as i32);
            let (due, cost) = press(world(&[(a as u8, one), (b as u8, two)], hurt, turns, &mut rng));
            assert!(cost <= due, "kinds {a} at {one:?}, {b} at {two:?}: {cost}, and the dots said {due}");
            most = most.max(cost);
        }
        let sum = [a, b].map(|kind| KINDS[kind][Stat::Atk as usize]).iter().sum::<i32>();
        // A stunned hero is struck twice.
        let stuns = [a, b].iter().any(|kind| KINDS[*kind][Stat::Stun as usize] > 0);
        assert!(most <= if stuns { 2 * sum } else { sum }, "kinds {a} and {b} cost {most}");
        // Slow ones, and those that pause or were shoved, must coincide, which is rare.
        let quick = [a, b].iter().all(|kind| KINDS[*kind][Stat::Every as usize] == 1);
        assert!(most >= sum || !quick, "kinds {a} and {b} cost {most} at most, and never {sum}");
    }
}

#[test]
fn a_crowd_costs_at_most_the_sum_of_its_dots() {
    let mut rng = Rng::seeded(Num::int(6));
    let mut equal = 0;
    for _ in 0..4_000 {
        let count = 3 + rng.index(2) as usize;
        let mobs: Vec<_> =
            HERO.around().into_iter().take(count).map(|at| (1 + rng.index(10) as u8, at)).collect();
        let (turns, hurt) = (rng.index(6), rng.index(2) as i32);
        let (due, cost) = press(world(&mobs, hurt, turns, &mut rng));
        assert!(cost <= due, "{mobs:?}: {cost}, and the dots said {due}");
        equal += u32::from(cost == due);
    }
    assert!(equal > 2_000, "only {equal} of 4,000 cost what was said");
}

#[test]
fn a_curse_doubles_and_who_does_not_hunt_costs_nothing() {
    let mut rng = Rng::seeded(Num::int(7));
    for kind in 1..12_u8 {
        for at in near(3) {
            let mut cursed = world(&[(kind, at)], 1, 1, &mut rng);
            cursed.mobs[0].bless = -1;
            let (due, cost) = press(cursed.clone());
            // Doubled; a pod does no damage, even with a curse.
            let plain = if cursed.threat(&cursed.mobs[1], 1) { data::beast(kind, Stat::Atk) } else { 0 };
            assert_eq!((cost, due), (2 * plain, 2 * plain), "kind {kind} at {at:?}");
            // A creature that has lost him has not paused before.
            (cursed.mobs[1].hunts, cursed.mobs[1].pause) = (false, 0);
            assert_eq!(press(cursed), (0, 0), "kind {kind} at {at:?} has black eyes");
        }
    }
}

#[test]
fn who_has_black_or_white_eyes_does_not_strike_back_in_the_same_press() {
    let mut rng = Rng::seeded(Num::int(8));
    for (kind, stun) in (1..11_u8).flat_map(|kind| [(kind, false), (kind, true)]) {
        for turns in 0..6 {
            let mut world = world(&[(kind, HERO.step(Dir::Right))], 1, turns, &mut rng);
            let mob = &mut world.mobs[1];
            (mob.hunts, mob.stun, mob.pause, mob.firm) = (false, stun, 0, 0);
            // So that no attack ends it.
            (mob.hp, mob.max) = (30, 30);
            let before = world.mobs[0].hp;
            let told = world.act(Action::Step(Dir::Right));
            assert!(told.iter().any(|event| event.what == What::Ambush), "kind {kind}, dazed {stun}");
            assert_eq!(world.mobs[0].hp, before, "kind {kind}, dazed {stun}, turn {turns}");
        }
    }
}

/// The predicted cost of a press: the attacks of creatures whose dots would be bright where the hero's own action
/// leaves him, plus one if he is cursed; and the actual cost of others' attacks.
fn judge(before: &World, action: Action) -> (i32, i32) {
    let mut now = before.clone();
    let told = now.act(action);
    let beat = told.iter().position(|event| event.what == What::Beat).unwrap_or(told.len());
    let of_hero = |event: &&Event| event.mob.id == 0;
    // The state in which his own action leaves him.
    let mut then = before.clone();
    then.bag = now.bag;
    if let Some(event) = told[..beat].iter().rfind(of_hero) {
        then.mobs[0] = event.mob.clone();
    }
    let mut due = dots(&then);
    if then.mobs[0].stun {
        // After his own food or pepper, creatures that can strike in the second round do so too.
        let twice = then.mobs[1..].iter().filter(|mob| then.threat(mob, 2));
        due += twice.map(|mob| data::beast(mob.kind, Stat::Atk)).sum::<i32>()
            << i32::from(then.mobs[0].bless < 0);
    }
    // A creature that comes out of a crock in this action has no dots before it.
    let known = |id: u16| before.mobs.iter().any(|mob| mob.id == id);
    let (mut attacker, mut cost) = (0, 0);
    for event in &told[beat..] {
        match event.what {
            What::Bump => attacker = event.mob.id,
            What::Hurt if event.mob.id == 0 && known(attacker) => cost += event.n,
            _ => {}
        }
    }
    (due, cost)
}

/// Every possible press.
fn presses(world: &World) -> Vec<Action> {
    let dirs = || Dir::ALL.into_iter();
    let mut all: Vec<Action> = dirs().flat_map(|dir| [Action::Step(dir), Action::Shove(dir)]).collect();
    all.push(Action::Wait);
    for slot in 0..8 {
        let can = world.verbs(slot);
        for verb in [Verb::Equip, Verb::Eat, Verb::Throw, Verb::Trash] {
            if can.contains(&verb) {
                all.extend(
                    dirs()
                        .take(if verb == Verb::Throw { 4 } else { 1 })
                        .map(|dir| Action::Use(verb, slot, dir)),
                );
            }
        }
    }
    all
}

/// The places that bots reach, and every press possible there in the hero's state: whatever waits in the dark, in
/// cover or behind a door, others' attacks cost at most what the dots show where his own action leaves him.
#[test]
fn in_real_runs_no_press_costs_more_than_the_dots() {
    let bots = [Bot::Careful, Bot::Greedy, Bot::Skewer].into_iter();
    let runs: Vec<(Bot, u32)> = bots.flat_map(|bot| (0..15).map(move |seed| (bot, seed))).collect();
    let of_run = |(bot, seed): (Bot, u32)| {
        let mut tried = [[0; 2]; 7];
        let mut world = World::new(seed, kit());
        let mut player = Player::new(bot, seed);
        if bot != Bot::Careful {
            world.floor = 1 + (seed % 8) as u8;
            world.arrive();
            // Items of all kinds, to throw, eat, wear and burn.
            for (slot, held) in (seed as u8..).zip(&mut world.bag[2..]) {
                *held = 1 + slot * 5 % 22;
            }
        }
        for turn in 0..900 {
            if world.end.is_some() {
                break;
            }
            for action in presses(&world) {
                let (most, cost) = judge(&world, action);
                assert!(
                    cost <= most,
                    "{bot:?}, seed {seed}, turn {turn}, {action:?}: {cost}, and the dots said {most}"
                );
                let sort = match action {
                    Action::Step(dir) if !world.strikes(dir).is_empty() => 0,
                    Action::Step(_) => 1,
                    Action::Wait => 2,
                    Action::Shove(_) => 3,
                    Action::Use(Verb::Eat, ..) => 4,
                    Action::Use(Verb::Throw, ..) => 5,
                    Action::Use(..) => 6,
                };
                tried[sort][0] += 1;
                tried[sort][1] += u32::from(cost > 0);
            }
            world.act(player.choose(&Screen::of(&world)));
        }
        tried
    };
    let mut tried = [[0; 2]; 7];
    for run in runs.into_par_iter().map(of_run).collect::<Vec<_>>() {
        tried.iter_mut().flatten().zip(run.as_flattened()).for_each(|(all, run)| *all += run);
    }
    println!(
        "blows, steps, waits, shoves, eaten, thrown, worn or burnt; and those that cost something: {tried:?}"
    );
    let [.., [free, cost]] = tried;
    assert!(
        free > 1_000 && cost == 0,
        "putting on and trashing take no turn, and {cost} of {free} cost something"
    );
    for (sort, [all, hurt]) in tried[..6].iter().enumerate() {
        assert!(
            *all > 1_000 && *hurt > 30,
            "{hurt} of {all} of sort {sort} cost something: the test sees too little"
        );
    }
}

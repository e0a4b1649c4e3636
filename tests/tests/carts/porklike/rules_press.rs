//! What one press can cost: never more than the bright red dots on the screen say, whoever is near.
//!
//! ```text
//!     . . b . .        two creatures that hunt, within three steps of the hero, in every order and phase of the turn:
//!     . a @ . .        he waits, and what he loses is at most the sum of the attacks that were bright
//! ```
//!
//! Expected is the table of attacks in `data/monsters.txt`; which dots are bright is asked of [`World::threat`], as the picture is.

use super::room::kit;
use num::{Num, Rng};
use porklike::data::{self, KINDS, Stat};
use porklike::dir::Cell;
use porklike::grid::Grid;
use porklike::rules::{Action, World};

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

/// What the bright dots say, and what a wait costs.
fn press(mut world: World) -> (i32, i32) {
    let bright = world.mobs[1..].iter().filter(|mob| world.threat(mob));
    let due: i32 = bright.map(|mob| data::beast(mob.kind, Stat::Atk)).sum();
    let before = world.mobs[0].hp;
    world.act(Action::Wait);
    (due, before - world.mobs[0].hp)
}

/// Cells within so many steps of the hero.
fn near(steps: i32) -> Vec<Cell> {
    let cells = Grid::new(9, 9, 0, 0).cells().collect::<Vec<_>>();
    cells.into_iter().filter(|cell| (1..=steps).contains(&cell.dist(HERO))).collect()
}

/// Do two kinds live on the same floor?
fn meet(a: usize, b: usize) -> bool {
    KINDS[a][0].max(KINDS[b][0]) <= KINDS[a][1].min(KINDS[b][1])
}

#[test]
fn one_alone_costs_what_its_dots_say() {
    let mut rng = Rng::seeded(Num::int(4));
    for kind in 1..11_u8 {
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
            // A quarter of the places stands for all.
            if one == two || one.x < HERO.x || one.y < HERO.y {
                continue;
            }
            let (turns, hurt) = (rng.index(6), rng.index(2) as i32);
            let (due, cost) = press(world(&[(a as u8, one), (b as u8, two)], hurt, turns, &mut rng));
            assert!(cost <= due, "kinds {a} at {one:?}, {b} at {two:?}: {cost}, and the dots said {due}");
            most = most.max(cost);
        }
        let sum = [a, b].map(|kind| KINDS[kind][Stat::Atk as usize]).iter().sum::<i32>();
        assert!(most <= sum, "kinds {a} and {b} cost {most}");
        // Slow ones, those that pause or were shoved must fall together: that is seldom.
        let quick = [a, b].iter().all(|kind| KINDS[*kind][Stat::Every as usize] == 1);
        assert!(most == sum || !quick, "kinds {a} and {b} cost {most} at most, and never {sum}");
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
fn a_curse_adds_one_and_who_does_not_hunt_nothing() {
    let mut rng = Rng::seeded(Num::int(7));
    for kind in (1..11_u8).filter(|kind| *kind != 4) {
        for at in near(3) {
            let mut cursed = world(&[(kind, at)], 1, 1, &mut rng);
            cursed.mobs[0].bless = -1;
            let (due, cost) = press(cursed.clone());
            assert_eq!(cost, if due > 0 { due + 1 } else { 0 }, "kind {kind} at {at:?}");
            // Who has lost him has not paused before him.
            (cursed.mobs[1].hunts, cursed.mobs[1].pause) = (false, 0);
            assert_eq!(press(cursed), (0, 0), "kind {kind} at {at:?} has black eyes");
        }
    }
}

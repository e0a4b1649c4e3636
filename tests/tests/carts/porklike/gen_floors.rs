//! The generator as a whole: every rule of `tests/src/floors` over 20,000 floors, and how often things occur.
//!
//! ```text
//! cargo test -p tests --test carts gen_floors           20,000 floors, each rule a test
//! cargo bench -p tests --bench floors -- 1000000           a million, all rules
//! ```
//!
//! A rule that is broken prints the seed and the floor as characters.

use super::room::kit;
use porklike::dir::Dir;
use porklike::rules::{Action, What, World};
use porklike::tile::DOOR;
use porklike::tower;
use std::sync::OnceLock;
use tests::floors::{Case, judge, make};

/// The floors that each rule is held against, made once.
fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| make(0..20_000))
}

#[test]
fn all_cells_hang_together() {
    judge(cases(), "all cells hang together");
}

#[test]
fn stairs_are_apart() {
    judge(cases(), "stairs are apart");
}

#[test]
fn dead_ends_are_alcoves() {
    judge(cases(), "dead ends are alcoves");
}

#[test]
fn each_floor_has_a_tablet_near_the_way() {
    judge(cases(), "tablet");
}

#[test]
fn doors_stand_between_walls() {
    judge(cases(), "doors stand between walls");
    // Whether a passage is left without a door is for the layout to say; that hardly a floor has none is our own wish.
    let with = cases().iter().filter(|case| case.floor.grid.tiles().contains(&16)).count();
    assert!(with > 19_000, "only {with} of 20,000 floors have a door");
}

#[test]
fn rooms_have_their_sizes() {
    judge(cases(), "rooms have their sizes");
}

#[test]
fn walls_and_the_floor_below_them_are_the_right_ones() {
    judge(cases(), "walls");
}

#[test]
fn mobs_are_as_many_and_who_the_floor_has() {
    judge(cases(), "mobs are");
}

#[test]
fn chests_are_in_the_middle_of_rooms() {
    judge(cases(), "chests are");
}

#[test]
fn a_room_has_vases() {
    judge(cases(), "a room has vases");
}

#[test]
fn decorations_and_niches_are_in_place() {
    judge(cases(), "decorations");
    judge(cases(), "pots in hallways");
    judge(cases(), "tiles are known");
}

/// Floor 1 teaches the ambush: who goes to the creature that is nearest by steps sees somebody asleep before anybody hunts him, and
/// strikes it in its sleep two times in three. A crouton sees two steps, and one in four wakes then.
#[test]
fn the_first_creatures_of_a_run_are_seen_asleep() {
    let (mut seen, mut struck) = (0, 0);
    for seed in 0..2_000 {
        let mut world = World::new(seed, kit());
        world.floor = 1;
        world.arrive();
        let open = |world: &World, at| world.free(at) || world.vase(at) || world.grid.get(at) == DOOR;
        let (near, _) = world.grid.flood(world.hero(), usize::MAX, |at| open(&world, at));
        let first = near.into_iter().skip(1).find_map(|at| world.mob_at(at)).expect("somebody is there");
        let (id, to) = (world.mobs[first].id, world.mobs[first].at);
        let steps = world.grid.flood(to, usize::MAX, |at| open(&world, at)).1;
        let hunted = |world: &World| world.mobs.iter().any(|mob| mob.hunts);
        let (mut shown, mut ambush) = (false, false);
        for _ in 0..120 {
            shown |= world.mobs[1..].iter().any(|mob| world.shows(mob));
            if ambush || hunted(&world) {
                break;
            }
            let hero = world.hero();
            let nearer = Dir::ALL.into_iter().min_by_key(|dir| steps.get(hero.step(*dir))).expect("four");
            let events = world.act(Action::Step(nearer));
            ambush = events.iter().any(|event| event.what == What::Ambush && event.mob.id == id);
        }
        seen += u32::from(shown);
        struck += u32::from(ambush);
    }
    // Measured: 1,964 and 1,288.
    assert!(seen >= 1_960, "only {seen} of 2,000 floors show somebody asleep");
    assert!(struck >= 1_200, "only {struck} of 2,000 were struck asleep");
}

#[test]
fn equal_arguments_give_equal_floors_and_others_do_not() {
    for (seed, number) in [(0, 1), (7, 8), (u32::MAX, 4)] {
        assert_eq!(tower::floor(seed, number, 16), tower::floor(seed, number, 16));
        assert_ne!(tower::floor(seed, number, 16), tower::floor(seed ^ 1, number, 16), "seed {seed} xor 1");
        let other = if number == 8 { 7 } else { number + 1 };
        assert_ne!(
            tower::floor(seed, number, 16).grid,
            tower::floor(seed, other, 16).grid,
            "floors {number} and {other} of seed {seed}"
        );
        assert_ne!(
            tower::floor(seed, number, 16),
            tower::floor(seed ^ 1 << 31, number, 16),
            "the highest bit of seed {seed}"
        );
    }
}

#[test]
fn any_argument_gives_a_floor() {
    for (asked, taken) in [(0, 1), (9, 8), (255, 8)] {
        assert_eq!(tower::floor(5, asked, 16).mobs, tower::floor(5, taken, 16).mobs, "floor {asked}");
    }
    // In these no floor has room, so one of a screen's size comes out: that of seed 1.
    for side in [i32::MIN, -1, 0, 1, 2, 3, 5] {
        for number in 1..=8 {
            let floor = tower::floor(7, number, side);
            assert_eq!((floor.grid.width(), floor), (16, tower::floor(1, number, 16)), "side {side}");
        }
    }
    // 181 is the widest grid: 127 screens, which kinds enough must live on.
    for (number, side) in [6, 8, 12, 14, 15, 17, 23, 40].map(|side| (1, side)).into_iter().chain([(8, 181)]) {
        let floor = tower::floor(1, number, side);
        assert!([16, side].contains(&floor.grid.width()), "side {side} gave {}", floor.grid.width());
    }
}

#[test]
fn a_larger_floor_has_more_of_everything() {
    for seed in 0..20 {
        let floor = tower::floor(seed, 8, 48);
        let count = |tiles: &[u8]| floor.grid.tiles().iter().filter(|tile| tiles.contains(tile)).count();
        assert_eq!((count(&[18]), count(&[19])), (1, 1), "stairs");
        // Nine screens: 36 rooms, 117 mobs, 18 niches, up to 27 chests, of which one is rare.
        assert!((27..=36).contains(&floor.rooms.len()), "{} rooms", floor.rooms.len());
        assert!((117..=234).contains(&floor.mobs.len()), "{} mobs", floor.mobs.len());
        assert!(count(&[12]) <= 26 && count(&[14]) <= 1 && count(&[10]) > 8);
    }
}

//! The generator as a whole: every rule of `tests/src/floors` over 8,000 floors, and frequencies.
//!
//! ```text
//! cargo test -p tests --test carts gen_floors           8,000 floors, each rule a test
//! cargo bench -p tests --bench floors -- 1000000           a million, all rules
//! ```
//!
//! A broken rule prints the seed and the floor as characters.

use porklike::tower;
use std::sync::OnceLock;
use tests::floors::{Case, judge, make};

/// The floors that each rule is checked with, made once.
fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| make(0..8_000))
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
fn stairs_are_next_to_a_room() {
    judge(cases(), "next to a room");
}

#[test]
fn each_room_has_a_purpose() {
    judge(cases(), "purpose");
}

#[test]
fn dead_ends_are_start_stairs_and_tablet() {
    judge(cases(), "dead ends are alcoves");
}

#[test]
fn each_floor_has_a_tablet_in_the_niche_nearest_to_the_start() {
    judge(cases(), "tablet");
}

#[test]
fn each_floor_without_a_chest_has_a_rail() {
    judge(cases(), "rail");
}

#[test]
fn doors_are_between_walls() {
    judge(cases(), "doors stand between walls");
    // Whether a passage has a door depends on the layout; that hardly any floor has none is our own
    // requirement.
    let with = cases().iter().filter(|case| case.floor.grid.tiles().contains(&16)).count();
    assert!(with > 7_600, "only {with} of 8,000 floors have a door");
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
fn vases_are_along_the_walls_of_rooms() {
    judge(cases(), "vases are");
}

#[test]
fn decorations_are_in_place() {
    judge(cases(), "decorations");
    judge(cases(), "tiles are known");
}

#[test]
fn equal_arguments_give_equal_floors_and_others_do_not() {
    for (seed, number) in [(0, 1), (7, 8), (u32::MAX, 4)] {
        assert_eq!(tower::floor(seed, number), tower::floor(seed, number));
        assert_ne!(tower::floor(seed, number), tower::floor(seed ^ 1, number), "seed {seed} xor 1");
        let other = if number == 8 { 7 } else { number + 1 };
        assert_ne!(
            tower::floor(seed, number).grid,
            tower::floor(seed, other).grid,
            "floors {number} and {other} of seed {seed}"
        );
        assert_ne!(
            tower::floor(seed, number),
            tower::floor(seed ^ 1 << 31, number),
            "the highest bit of seed {seed}"
        );
    }
}

#[test]
fn any_argument_gives_a_floor() {
    for (asked, taken) in [(0, 1), (9, 8), (255, 8)] {
        assert_eq!(tower::floor(5, asked).mobs, tower::floor(5, taken).mobs, "floor {asked}");
    }
}

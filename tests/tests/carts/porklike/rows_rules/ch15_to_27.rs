//! Chapters 15 to 27: sight and the creatures' states, the bag, equipment, food, throws, chests.

use crate::porklike::room::{D, R, item_name, kit, on, room};
use porklike::data::{self, Part, Thing};
use porklike::dir::Cell;
use porklike::rules::World;
use std::collections::BTreeSet;
use tests::bots::porklike::{eat, equip};
use tests::floors::tile;

#[test]
fn t15_01_a_tile_is_seen_unless_something_blocks_the_line() {
    let world = room("@#..\n....\n..#.\n....").world;
    for (from, to, seen) in [
        ((0, 0), (0, 3), true),
        ((0, 0), (2, 0), false),
        ((2, 3), (2, 1), false),
        ((3, 1), (3, 3), true),
        // A distance of 1 is visible, even if both are on blocking tiles.
        ((0, 0), (1, 0), true),
        ((1, 0), (0, 0), true),
        ((1, 1), (2, 2), true),
        ((2, 2), (2, 3), true),
    ] {
        let cell = |(x, y)| Cell::at(x, y);
        assert_eq!(world.sees(cell(from), cell(to), 4), seen, "from {from:?} to {to:?}");
    }
}

#[test]
fn t15_02_creatures_wait_attack_and_wait_again() {
    let mut room = room("@####\n....n\n#####\n.####");
    // Wait: it stays in place until it sees the hero.
    assert_eq!(room.rounds(2), ["", ""]);
    room.mob('n').alert = true;
    assert_eq!(room.step(D), "@ down; |; n hunts");
    // Attack: it takes his position as its target and moves there.
    assert_eq!(room.rounds(1), ["n left"]);
    assert_eq!(room.mob('n').target, Cell::at(0, 1));
    room.mob('@').at = Cell::at(0, 0);
    assert_eq!(room.rounds(1), ["n loses; n left"], "it does not see him any more, and goes on");
    assert_eq!(room.mob('n').target, Cell::at(0, 1), "to where it saw him");
    // A place where it does not see him.
    room.mob('@').at = Cell::at(0, 3);
    assert_eq!(room.rounds(4), ["n left", "n left", "", ""]);
    room.looks(".####\nn....\n#####\n@####");
    // At the target it waits again: seeing him takes its turn, then it attacks.
    room.mob('@').at = Cell::at(1, 1);
    room.mob('n').alert = true;
    assert_eq!(room.rounds(2), ["n hunts", "n bumps right; @ stunned; |; n bumps right; @ hurt 1 has 4"]);
}

#[test]
fn t21_01_the_bag_has_six_slots() {
    let mut room = room("@...");
    for n in 0..9 {
        room.world.grid.set(Cell::at(1, 0), tile::BIN);
        let full = room.step(R).contains("Full");
        assert_eq!(full, n > 5, "thing {n}");
    }
    assert_eq!(room.world.bag.iter().filter(|item| **item > 0).count(), 6);
    assert_eq!(room.world.bag[..2], [0, 0], "the slots of the equipment stay empty");
}

#[test]
fn t21_02_there_is_a_slot_for_a_weapon_and_one_for_armour() {
    for item in 1..23 {
        let mut room = room("@").bag(&[(4, item)]);
        room.act(equip(4));
        let due = match item {
            1..7 => [item, 0],
            7..13 => [0, item],
            _ => [0, 0],
        };
        assert_eq!(room.world.bag[..2], due, "{}", item_name(item));
    }
}

#[test]
fn t21_09_a_new_item_goes_into_the_first_free_slot() {
    for (taken, slot) in [(vec![], 2), (vec![2, 3], 4), (vec![2, 4, 5], 3), (vec![2, 3, 4, 5, 6], 7)] {
        let things: Vec<(usize, u8)> = taken.iter().map(|slot| (*slot, 13)).collect();
        let mut room = room("@=").bag(&things);
        let before = room.world.bag;
        room.step(R);
        let changed: Vec<usize> = (0..8).filter(|slot| room.world.bag[*slot] != before[*slot]).collect();
        assert_eq!(changed, [slot], "{taken:?} are taken");
    }
}

#[test]
fn t23_05_weapons_have_an_attack() {
    // 1 plus the weapon's bonus: 0, 0, 1, 0, 1, 1.
    for (weapon, atk) in (1..7).zip([1, 1, 2, 1, 2, 2]) {
        assert_eq!(data::item(weapon, Part::Hit), atk);
        let mut room = room("@T.").bag(&[(0, weapon)]);
        room.mob('t').hp = 9;
        let told = room.step(R);
        assert!(told.starts_with(&format!("@ bumps right; t hurt {atk} has {}", 9 - atk)), "{told}");
    }
}

#[test]
fn t23_06_armours_have_a_defence() {
    for (armour, low, high) in [(7, 0, 1), (8, 0, 1), (9, 0, 1), (10, 0, 2), (11, 0, 2), (12, 0, 3)] {
        assert_eq!((data::item(armour, Part::Low), data::item(armour, Part::High)), (low, high));
        let hurt: BTreeSet<i32> = (0..12)
            .map(|deal| {
                let mut room = room("@T").bag(&[(1, armour), (2, Thing::Heal as u8)]);
                room.world.deal = deal;
                // A turn that changes nothing: with a lid, waiting would.
                room.act(eat(2));
                5 - room.mob('@').hp
            })
            .collect();
        assert_eq!(
            hurt,
            (3 - high..=3 - low).collect(),
            "{} takes so much off a blow of 3",
            item_name(armour)
        );
    }
}

#[test]
fn t24_01_foods_have_data_for_their_effects() {
    // Healing, more hit points, stun, and 0 curse or 2 bless.
    let due = [[1, 0, 0, 1], [3, 0, 0, 1], [1, 1, 0, 1], [0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 0, 2]];
    for (food, due) in (Thing::Heal as u8..).zip(due) {
        let data = [Part::Low, Part::High, Part::Stun, Part::Bless].map(|part| data::item(food, part));
        assert_eq!(data, due, "{}", item_name(food));
        let mut room = room("@").bag(&[(2, food)]);
        (room.mob('@').hp, room.mob('@').max) = (1, 9);
        let told = room.act(eat(2));
        let hero = room.mob('@');
        let stunned = i32::from(told.contains("stunned"));
        assert_eq!([hero.hp - 1, hero.max - 9, stunned, hero.bless + 1], due, "{told}");
    }
}

#[test]
fn t27_01_a_chest_gives_a_random_item() {
    for chest in ['$', '='] {
        let mut found = BTreeSet::new();
        for seed in 0..60 {
            let mut room = on(3, &format!("@{chest}"));
            room.world.seed = seed;
            assert!(room.step(R).contains("got "), "each holds something");
            found.insert(room.world.bag[2]);
        }
        assert!(found.len() > 6, "{chest}: {found:?}");
    }
}

#[test]
fn t27_04_the_first_creature_dies_of_one_blow() {
    // The tutorial's slime, from 2 hit points to 1.
    assert_eq!(room("@P.").step(R), "@ bumps right; p hurt 1 has 0; p dies; |");
}

#[test]
fn t27_05_the_level_made_by_hand_has_one_of_each_thing_in_reach() {
    let world = World::new(1, kit());
    let passes = |at| {
        let tile = world.grid.get(at);
        world.free(at) || world.vase(at) || tile == tile::DOOR
    };
    let reached = world.grid.flood(world.hero(), usize::MAX, passes).0;
    let near = |at: &Cell| reached.iter().any(|cell| cell.dist(*at) <= 1);
    use tile::{BIN, CHEST, CROCK, DOOR, POT, STAIRS_UP, TABLET};
    for thing in [CROCK, POT, BIN, CHEST, DOOR, STAIRS_UP, TABLET, 22] {
        let mut places = world.grid.cells().filter(|at| world.grid.get(*at) == thing);
        assert!(places.any(|at| near(&at)), "tile {thing}");
    }
    assert!(world.mobs[1..].iter().any(|mob| near(&mob.at)), "and a creature");
}

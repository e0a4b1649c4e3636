//! Walking, and bumping into tiles (chapters 6, 10, 21, 27, 45, 46 of the tutorial; smoke in pots is our own). A test
//! named by a number tests that row. Items by their row in `data/items.txt`.

use super::play::{Play, RIGHT, X};
use super::room::{D, L, R, Room, U, item_name, on, room};
use num::{Num, Rng};
use porklike::data::Thing;
use porklike::dir::Cell;
use serde_json::json;

#[test]
fn a_step_moves_and_a_wall_takes_no_turn() {
    let mut room = room("#####\n#@..#\n#####");
    assert_eq!(room.step(R), "@ right; |");
    room.looks("#####\n#.@.#\n#####");
    for (dir, word) in [(U, "up"), (D, "down")] {
        assert_eq!(room.step(dir), format!("@ bumps {word}"));
    }
    room.looks("#####\n#.@.#\n#####");
    assert_eq!((room.world.stats.steps, room.world.stats.turns), (1, 1), "a wall takes no turn");
}

#[test]
fn no_creature_leaves_the_floor() {
    // Chapter 10: the edge of the map stops even where a wall is missing.
    let mut room = room("@.\n..");
    for (dir, word) in [(L, "left"), (U, "up")] {
        assert_eq!(room.step(dir), format!("@ bumps {word}"));
    }
}

#[test]
fn t10_03_the_creature_at_a_position() {
    let room = room("@.p\n...\n..c");
    for (x, y, who) in
        [(0, 0, Some(0)), (2, 0, Some(1)), (2, 2, Some(2)), (1, 1, None), (-1, 0, None), (9, 9, None)]
    {
        assert_eq!(room.world.mob_at(Cell::at(x, y)), who, "{x}, {y}");
    }
}

#[test]
fn steps_between_two_cells() {
    for (a, b, steps) in [
        ((0, 0), (0, 0), 0),
        ((0, 0), (3, 0), 3),
        ((2, 5), (0, 1), 6),
        ((i32::MIN, 0), (i32::MAX, 1), i32::MAX),
    ] {
        assert_eq!(Cell::at(a.0, a.1).dist(Cell::at(b.0, b.1)), steps, "{a:?} {b:?}");
    }
}

#[test]
fn t06_09_a_bump_has_the_effect_of_its_tile() {
    // Tile, effect of a bump, what it becomes. A crock may contain something: other tests cover that.
    let cases = [
        ('+', "@ bumps right; tile 1,0 17; |", '\''),
        ('O', "@ bumps right; tile 1,0 30; puff 9 for 5; |", ','),
        ('?', "@ bumps right; read 1,0", '?'),
        ('-', "@ bumps right", '-'),
        ('#', "@ bumps right", '#'),
    ];
    for (tile, told, after) in cases {
        let mut room = crock(&on(5, &format!("@{tile}.\n...\n...")), "");
        assert_eq!(room.step(R), told, "{tile}");
        let drawn = room.draw();
        assert_eq!(drawn.chars().nth(1), Some(after), "{tile}:\n{drawn}");
    }
}

#[test]
fn t06_10_a_bumped_vase_is_destroyed_and_leaves_floor() {
    let mut room = crock(&on(1, "@o."), "");
    assert_eq!(room.step(R), "@ bumps right; tile 1,0 30; |");
    room.looks("@,.");
    assert_eq!(room.step(R), "@ right; |", "what is left of it is floor");
}

#[test]
fn t06_11_a_bumped_door_opens_and_stays_open() {
    // Chapter 6: a door is replaced with floor. It stays open, wherever the hero goes.
    let mut room = room("@+...");
    assert_eq!(room.step(R), "@ bumps right; tile 1,0 17; |");
    assert_eq!(room.rounds(9), [""; 9]);
    for _ in 0..4 {
        assert_eq!(room.step(R), "@ right; |");
    }
    assert_eq!(room.rounds(9), [""; 9]);
    room.looks(".'..@");
}

/// A room on floor 1 with this tile to the right of the hero, in a run in which that offers these two things.
fn offering(letter: char, things: [u8; 2]) -> Room {
    let mut runs = (0..1000).map(|seed| {
        let mut room = on(1, &format!("@{letter}."));
        room.world.seed = seed;
        room
    });
    runs.find(|room| room.world.offer(room.world.hero().step(R)) == things).expect("such a run")
}

#[test]
fn t45_04_a_rare_thing_is_drawn_and_leaves_the_pools() {
    // Floor 1: pin, skewer, mitt. The run's pool loses the taken thing, and the other one stays in it.
    for (letter, open) in [('$', 15), ('&', 41)] {
        for (pick, thing, name) in [(0, 2, "skewer"), (1, 7, "oven mitt")] {
            let mut room = offering(letter, [2, 7]);
            room.world.pick = pick;
            assert_eq!(room.step(R), format!("@ bumps right; got {name}; tile 1,0 {open}; |"));
            assert_eq!(room.world.bag, [0, 0, thing, 0, 0, 0, 0, 0]);
            assert_eq!(room.world.known, 1 << thing, "it is not found again");
            assert_eq!(room.step(R), "@ bumps right", "the other thing is gone");
            let ahead = room.world.hero().step(R);
            room.world.grid.set(ahead, 14);
            let offer = room.world.offer(ahead);
            assert!(
                offer.contains(&1) && offer.contains(&(9 - thing)),
                "{offer:?}: what was not taken is still in the pool"
            );
        }
    }
}

/// Coming back does not change an offer, even if another chest was opened meanwhile.
#[test]
fn an_offer_depends_on_its_place_and_stays() {
    let mut offers = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let mut room = on(3, "@$.$");
        room.world.seed = seed;
        let at = Cell::at(3, 0);
        let before = room.world.offer(at);
        assert_ne!(before[0], before[1]);
        offers.insert(before.clone());
        room.world.rng = Rng::seeded(Num::from_bits(7));
        room.step(R);
        let after = room.world.offer(at);
        if !before.contains(&room.world.bag[2]) {
            assert_eq!(before, after, "seed {seed}");
        }
    }
    assert!(offers.len() > 30, "{} offers", offers.len());
}

#[test]
fn t45_05_a_bin_gives_a_common_thing() {
    // Floor 1: toothpick and six foods.
    let mut room = offering('=', [13, 17]);
    assert_eq!(room.step(R), "@ bumps right; got toothpick; tile 1,0 13; |");
    assert_eq!(room.world.known, 0, "common things do not run out");
}

#[test]
fn t45_03_the_pools_of_a_floor_are_the_things_of_that_floor() {
    // By hand from the columns first and last of data/items.txt.
    let due: [(u8, &[u8], &[u8]); 5] = [
        (1, &[1, 2, 7], &[13, 17, 18, 19, 20, 21, 22]),
        (3, &[1, 2, 3, 7, 8, 9, 10], &[13, 14, 15, 17, 18, 19, 20, 21, 22]),
        (5, &[3, 4, 5, 6, 9, 10, 11, 12], &[14, 15, 16, 17, 18, 19, 20, 21, 22]),
        (8, &[6, 12], &[16, 17, 18, 19, 20, 21, 22]),
        (0, &[], &[17, 18, 19, 20, 21, 22]),
    ];
    for (floor, rare, common) in due {
        for (is_rare, pool) in [(true, rare), (false, common)] {
            let mut drawn: Vec<u8> = (0..400)
                .map(|seed| {
                    let mut room = on(floor, "@.");
                    room.world.seed = seed;
                    room.world.pick = seed as usize % 2;
                    draw(&mut room, is_rare)
                })
                .collect();
            drawn.sort_unstable();
            drawn.dedup();
            let due = if pool.is_empty() { common } else { pool };
            assert_eq!(drawn, due, "floor {floor}, rare {is_rare}");
        }
    }
}

/// What a chest (rare) or a bread bin puts into a bag with one empty slot.
fn draw(room: &mut Room, rare: bool) -> u8 {
    room.world.bag = [0, 0, 1, 1, 1, 1, 1, 0];
    let at = room.world.mobs[0].at.step(R);
    room.world.grid.set(at, if rare { 14 } else { 12 });
    room.step(R);
    room.world.bag[7]
}

#[test]
fn an_empty_rare_pool_gives_common_things() {
    let mut room = on(8, "@.");
    let drawn: Vec<u8> = (0..4).map(|_| draw(&mut room, true)).collect();
    assert!(drawn[..2].contains(&6) && drawn[..2].contains(&12), "the two rare things of floor 8: {drawn:?}");
    assert!(drawn[2..].iter().all(|item| *item >= Thing::Toothpick as u8), "then common ones: {drawn:?}");
}

/// A bag full of toothpicks.
fn full(room: Room) -> Room {
    room.bag(&[(2, 13), (3, 13), (4, 13), (5, 13), (6, 13), (7, 13)])
}

#[test]
fn t45_06_a_full_bag_leaves_the_chest_shut_and_takes_no_turn() {
    for (chest, rare) in [('$', true), ('=', false)] {
        let mut room = full(on(1, &format!("@{chest}.")));
        let before = room.world.clone();
        assert_eq!(room.step(R), "@ bumps right; say Full");
        assert_eq!(room.world, before, "nothing was drawn and no turn passed");
        room.world.bag[7] = 0;
        let told = room.step(R);
        assert!(told.starts_with("@ bumps right; got ") && told.ends_with("; |"), "{told}");
        let thing = room.world.bag[7];
        assert!(thing > 0 && (thing < Thing::Toothpick as u8) == rare, "{chest} gave {}", item_name(thing));
    }
    // The messages: the item found, or that there is no room.
    for (bag, words) in [([0, 0, 13, 13, 13, 13, 13, 0], "got "), ([13; 8], "your bag is full")] {
        let mut play = Play::among(&[]);
        play.set("/world/grid/tiles/152", json!(14));
        play.set("/world/bag", json!(bag));
        play.wait(2);
        play.tap(RIGHT);
        play.wait(10);
        assert_eq!(play.mode(), "Bag", "the offer");
        play.tap(X);
        let said = play.said();
        assert!(said.len() == 1 && said[0].starts_with(words), "{said:?}");
    }
}

/// The room, with the seed of a run in which the crock to the right of the hero has this content: nothing, an item he
/// `got`, or a creature that `appears`.
pub fn crock(room: &Room, holds: &str) -> Room {
    let mut runs = (0..10_000).map(|seed| {
        let mut room = room.clone();
        room.world.seed = seed;
        room
    });
    let fits = |room: &Room| {
        let told = room.clone().bag(&[(7, 0)]).step(R);
        if holds.is_empty() {
            !told.contains("got") && !told.contains("appears")
        } else {
            told.contains(holds)
        }
    };
    runs.find(fits).expect("such a run")
}

/// The room, in a run in which the crock in a cell is empty.
pub fn empty(mut room: Room, at: Cell) -> Room {
    let mut probe = room.clone();
    probe.world.mobs.truncate(1);
    probe.world.mobs[0].at = at.step(L);
    room.world.seed = crock(&probe, "").world.seed;
    room
}

#[test]
fn t45_07_a_vase_holds_a_thing_or_a_creature_and_waits_for_room_in_the_bag() {
    let mut thing = crock(&on(1, "@o."), "got");
    let told = thing.step(R);
    assert!(told.contains("got ") && told.contains("tile 1,0 30") && told.ends_with("; |"), "{told}");
    assert!(thing.world.bag[2] >= Thing::Toothpick as u8, "a common thing: {told}");
    let mut somebody = crock(&full(on(1, "@o.")), "appears");
    assert_eq!(somebody.step(R), "@ bumps right; tile 1,0 30; c appears 1,0; |; c hunts");
    // A full bag: the message, and the creatures' turn is skipped.
    let mut room = crock(&full(on(1, "@o.")), "got");
    let before = room.world.clone();
    assert_eq!(room.step(R), "@ bumps right; say Full");
    assert_eq!(room.world, before, "it is not lost");
    room.world.bag[7] = 0;
    assert!(room.step(R).contains("got"), "who comes back with room in the bag finds it");
}

#[test]
fn an_empty_crock_breaks_over_a_full_bag() {
    let mut empty = crock(&full(on(1, "@o.")), "");
    assert_eq!(empty.step(R), "@ bumps right; tile 1,0 30; |", "nothing to lose: a turn");
}

#[test]
fn crocks_of_a_floor_without_monsters_hold_none() {
    for seed in 0..200 {
        let mut room = on(0, "@o.");
        room.world.seed = seed;
        assert!(!room.step(R).contains("appears"), "seed {seed}");
    }
}

#[test]
fn monsters_of_crocks_are_those_of_the_floor() {
    // By hand from the columns first and last of data/monsters.txt.
    for (floor, due) in [(1, "c"), (4, "cdmny"), (5, "demnty"), (8, "ektx")] {
        let mut met: Vec<char> = Vec::new();
        for seed in 0..3000 {
            let mut room = on(floor, "@o.");
            room.world.seed = seed as u32;
            room.world.rng = Rng::seeded(Num::from_bits(seed));
            let told = room.step(R);
            let found = told.split("; ").find_map(|event| event.strip_suffix(" appears 1,0")?.chars().next());
            met.extend(found.filter(|of| !met.contains(of)));
        }
        met.sort_unstable();
        assert_eq!(met.into_iter().collect::<String>(), due, "floor {floor}");
    }
}

#[test]
fn t27_02_about_a_third_of_the_vases_hold_something() {
    // Chapter 27 has 30 %; chapter 45 makes it 33 %, and a creature in 20 % of those.
    let mut counts = [0; 3];
    for seed in 0..3000 {
        let mut room = on(1, "@o.");
        room.world.seed = seed;
        let told = room.step(R);
        counts[match (told.contains("got"), told.contains("appears")) {
            (false, false) => 0,
            (true, _) => 1,
            _ => 2,
        }] += 1;
    }
    // 2/3, 4/15, 1/15 of 3,000, within six times the square root.
    for (count, due) in counts.into_iter().zip([2000, 800, 200]) {
        let far: i32 = count - due;
        assert!(far * far < 36 * due, "{counts:?}: {due} were due");
    }
}

#[test]
fn the_mitt_opens_and_breaks_without_a_turn() {
    for tile in ['+', 'O', '=', '$', 'o'] {
        for (mitt, turns) in [(Thing::Mitt as u8, 0), (0, 1)] {
            let mut room = on(1, &format!("@{tile}.\n...\n...")).bag(&[(1, mitt)]);
            room.step(R);
            assert_eq!(room.world.stats.turns, turns, "{tile} with {}", item_name(mitt));
        }
    }
}

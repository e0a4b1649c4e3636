//! Chapters 35 to 46: stairs, what is left behind on a floor, the tables, item pools, vases, food.

use crate::porklike::play::{Play, UP, X};
use crate::porklike::room::{R, Room, kit, on, room};
use crate::porklike::rules_move::empty;
use porklike::data::{self, Class, ITEMS, KINDS, Part, Thing};
use porklike::dir::Cell;
use porklike::rules::{Action, World};
use serde_json::json;
use std::collections::BTreeSet;
use tests::bots::porklike::{eat, throw};
use tests::floors::tile;

#[test]
fn t35_05_stairs_lead_up_and_no_creature_acts_meanwhile() {
    // The hero goes up the yard's stairs, a crouton behind him.
    let mut play = Play::among(&[(2, 7, 8, json!({ "hunts": true }))]);
    play.set("/world/mobs/0/at", json!({ "x": 7, "y": 7 }));
    play.wait(2);
    play.frame(UP);
    assert_eq!((play.floor(), play.get("/world/stats/turns")), (1, json!(0)), "the next floor, and no turn");
    assert_eq!(play.get("/world/mobs/0/hp"), 5, "nobody struck him");
    let mut dark = 0;
    while play.said().is_empty() {
        play.wait(1);
        dark = dark.max(play.get("/dark").as_i64().expect("a number"));
    }
    assert_eq!(dark, 12, "it fades out");
    assert_eq!(play.said(), ["larder 1"], "the number of the floor");
    let mut frames = 0;
    while !play.said().is_empty() {
        play.wait(1);
        frames += 1;
    }
    assert!((239..=241).contains(&frames), "for four seconds: {frames} frames");
}

#[test]
fn t37_10_the_creatures_of_a_floor_are_cleared_when_it_is_left() {
    let mut room = on(1, "p@<");
    let hero = room.world.mobs[0].id;
    room.step(R);
    let mut fresh = World::new(1, kit());
    fresh.floor = 2;
    fresh.arrive();
    let list = |world: &World| world.mobs.iter().map(|mob| (mob.kind, mob.at, mob.hp)).collect::<Vec<_>>();
    assert_eq!(list(&room.world), list(&fresh), "those of floor 2, and the hero first");
    assert_eq!((room.world.mobs[0].id, room.world.mobs[0].kind), (hero, 0));
}

#[test]
fn t44_03_every_item_does_something_of_its_own() {
    // No weapon or armour is just a higher number: the text after the numbers in its hint differs.
    let mut world = on(1, "@").world;
    world.known = !0;
    let hints: Vec<&str> = (1..23).map(|item| world.hint(item)).collect();
    let effects: BTreeSet<String> = (1..)
        .zip(&hints)
        .map(|(item, hint)| hint.split(' ').skip(if item < 13 { 2 } else { 0 }).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(effects.len(), 22, "{effects:?}");
    assert!(!effects.contains(""), "{hints:?}");
}

#[test]
fn t44_04_the_tables_of_the_game_are_those_of_the_sheets() {
    // The sheets in the repository, read in a second way.
    let read = |name: &str, width: usize| -> Vec<Vec<i32>> {
        let path = format!("{}/../cart/porklike/data/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a sheet");
        let row = |line: &str| {
            let mut cells: Vec<i32> =
                line.split_whitespace().rev().map_while(|cell| cell.parse().ok()).collect();
            cells.reverse();
            cells
        };
        text.lines().skip(1).map(row).filter(|row| row.len() == width).collect()
    };
    assert_eq!(read("monsters", 16), KINDS.map(Vec::from));
    assert_eq!(read("items", 8), ITEMS.map(Vec::from));
}

/// What a chest or a bread bin gives to a hero with an empty bag.
fn opened(room: &mut Room, tile: u8) -> u8 {
    room.world.bag = [0; 8];
    let ahead = room.world.hero().step(R);
    room.world.grid.set(ahead, tile);
    room.step(R);
    room.world.bag[2]
}

#[test]
fn t45_02_weapons_and_armour_are_rare_food_and_throwables_common() {
    let mut found = [BTreeSet::new(), BTreeSet::new()];
    for floor in 1..9 {
        for seed in 0..80 {
            for (found, chest) in found.iter_mut().zip([tile::CHEST, tile::BIN]) {
                let mut room = on(floor, "@.");
                room.world.seed = seed;
                found.insert(opened(&mut room, chest));
            }
        }
    }
    let is_rare =
        |item: &u8| [Class::Weapon as i32, Class::Armour as i32].contains(&data::item(*item, Part::Class));
    let (rare, common) = (1..23).partition(is_rare);
    assert_eq!(found, [rare, common]);
}

#[test]
fn t46_03_a_destroyed_vase_leaves_debris() {
    // By a bump, a shove or a throw.
    let deeds: [(&str, Action); 3] =
        [("@o", Action::Step(R)), ("@Co", Action::Shove(R)), ("@.o", throw(2, R))];
    for (drawing, deed) in deeds {
        let at = Cell::at(drawing.len() as i32 - 1, 0);
        let mut room = empty(on(1, drawing), at).bag(&[(2, 13)]);
        room.act(deed);
        assert_eq!(room.world.grid.get(at), tile::SHARDS, "{drawing}");
        assert_ne!(tile::SHARDS, tile::FLOOR);
        assert!(room.world.free(at), "it is floor");
    }
}

#[test]
fn t46_05_each_food_has_its_effect() {
    for (food, told) in [
        (Thing::Heal, "@ eats heal; @ heals 1 of 9; |"),
        (Thing::Feast, "@ eats feast; @ heals 3 of 9; |"),
        (Thing::Rise, "@ eats rise; @ heals 1 of 10; |"),
        (Thing::Stun, "@ eats stun; @ stunned; |; |"),
    ] {
        let mut room = room("@").bag(&[(2, food as u8)]);
        (room.mob('@').hp, room.mob('@').max) = (3, 9);
        assert_eq!(room.act(eat(2)), told);
        assert!(!room.mob('@').stun, "the flag is reset before the player's turn");
    }
    // A stunned creature misses a turn: its flag is reset, then it moves as normal. It flashes, with
    // "stunned" above it.
    let mut other = room("@.C.").bag(&[(2, Thing::Stun as u8)]);
    other.act(throw(2, R));
    assert!(!other.mob('c').stun, "the turn of the throw was the one that it missed");
    assert_eq!(other.rounds(2), ["c hunts", "c left"]);
    let mut play = Play::among(&[]);
    play.set("/world/bag/2", json!(Thing::Stun as u8));
    play.wait(1);
    play.taps("xx");
    play.frame(X);
    let words = play.get("/specks");
    assert!(
        words.as_array().is_some_and(|words| words.iter().any(|word| word["text"] == "stunned")),
        "{words}"
    );
    assert!(play.get("/actors/0/flash").as_i64() > Some(0));
}

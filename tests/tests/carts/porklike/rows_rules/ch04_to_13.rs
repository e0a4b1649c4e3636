//! Chapters 4 to 13: movement, tiles that block, creatures and their data, combat, death.

use crate::porklike::play::{KEYS, LEFT, O, Play};
use crate::porklike::room::{R, kit, room};
use porklike::data::{self, Stat};
use porklike::dir::{Cell, DX, DY, Dir};
use porklike::rules::World;
use serde_json::json;
use std::collections::BTreeSet;
use tests::floors::tile;

/// The monsters' letters, in the order of their kinds.
const LETTERS: &str = "pcndymtekx";

#[test]
fn t04_02_a_direction_is_an_index_into_two_arrays() {
    // Left, right, up, down, in the order of the buttons.
    for (button, (dx, dy)) in [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter().enumerate() {
        assert_eq!((DX[button], DY[button]), (dx, dy), "direction {button}");
        let mut play = Play::among(&[]);
        play.tap(KEYS[button]);
        assert_eq!(play.hero(), (7 + i64::from(dx), 9 + i64::from(dy)), "button {button}");
    }
}

#[test]
fn t05_02_walls_are_not_walked_through() {
    for wall in [tile::ROCK].into_iter().chain(48..95) {
        for dir in Dir::ALL {
            let mut room = room("...\n.@.\n...");
            room.world.grid.set(Cell::at(1, 1).step(dir), wall);
            room.step(dir);
            assert_eq!(room.world.hero(), Cell::at(1, 1), "wall {wall}, {dir:?}");
        }
    }
}

#[test]
fn t06_06_interactive_tiles_block_movement() {
    use tile::{BIN, CHEST, CROCK, DOOR, POT, TABLET};
    for thing in [DOOR, CROCK, POT, BIN, BIN + 1, CHEST, CHEST + 1, TABLET] {
        let mut room = room("@..\n...\n...");
        room.world.grid.set(Cell::at(1, 0), thing);
        room.step(R);
        assert_eq!(room.world.hero(), Cell::at(0, 0), "tile {thing}");
    }
}

#[test]
fn t06_12_a_bumped_chest_becomes_the_open_one() {
    for chest in [tile::BIN, tile::CHEST] {
        let mut room = room("@..");
        room.world.grid.set(Cell::at(1, 0), chest);
        assert!(room.step(R).ends_with(&format!("tile 1,0 {}; |", chest + 1)));
        assert_eq!(room.world.grid.get(Cell::at(1, 0)), chest + 1);
        assert_eq!(room.step(R), "@ bumps right", "it is empty, and blocks");
    }
}

#[test]
fn t10_01_each_kind_shows_four_pictures_from_its_first_on() {
    for kind in 1..11 {
        // One that looks for him; a sleeper keeps still.
        let mut play = Play::among(&[(kind, 9, 9, json!({ "firm": 0, "target": { "x": 7, "y": 9 } }))]);
        let first = 192 + 4 * i32::from(kind);
        let due: BTreeSet<_> = (first..first + 4).map(|n| play.sprite(n)).collect();
        let mut seen = BTreeSet::new();
        for _ in 0..64 {
            play.wait(1);
            let shown = (first..first + 4).find(|n| play.shows(*n, 72, 72, false, &[]));
            seen.insert(play.sprite(shown.unwrap_or_else(|| panic!("no picture of kind {kind}"))));
        }
        assert_eq!(seen.len(), due.len(), "kind {kind}");
    }
}

#[test]
fn t10_02_creatures_are_kept_drawn_and_animated_like_the_hero() {
    // He steps left and the onion follows: each slides a tile in eight frames, facing that way.
    let mut play = Play::among(&[(3, 9, 9, json!({ "hunts": true }))]);
    assert_eq!(play.get("/world/mobs/0/kind"), 0, "the hero is one of the list");
    play.frame(LEFT);
    let mut ways = [vec![], vec![]];
    for _ in 0..40 {
        for (way, (first, to)) in ways.iter_mut().zip([(192, 48), (204, 64)]) {
            let is_at = |x: &i32| (0..4).any(|n| play.shows(first + n, to + x, 72, true, &[(0, 8), (0, 0)]));
            let recolored = |x: &i32| (0..4).any(|n| play.shows(first + n, to + x, 72, true, &[(0, 0)]));
            way.extend((0..8).find(|x| is_at(x) || recolored(x)));
        }
        play.frame(0);
    }
    for way in &mut ways {
        way.dedup();
    }
    assert_eq!(ways, [[7, 6, 5, 4, 3, 2, 1, 0]; 2].map(Vec::from));
}

#[test]
fn t10_04_a_tile_is_walkable_inside_the_map_and_free_of_creatures() {
    // The edge of the map stops the hero even where a wall is missing.
    let mut room = room("@.\n..");
    for (dir, word) in [(Dir::Left, "left"), (Dir::Up, "up")] {
        assert!(!room.world.free(Cell::at(0, 0).step(dir)));
        assert_eq!(room.step(dir), format!("@ bumps {word}"));
    }
    // And a creature is stopped by another one.
    let mut hall = self::room("######\n@.CM.#\n######");
    hall.mob('c').stun = true;
    hall.mob('m').pause = data::beast(6, Stat::Pause);
    hall.rounds(1);
    hall.looks("######\n@.CM.#\n######");
}

#[test]
fn t11_01_each_kind_has_hit_points() {
    // Bare hands take 1 from a hunting creature: as many attacks as it has hit points.
    for ((kind, letter), hp) in (1..).zip(LETTERS.chars()).zip([1, 2, 2, 3, 2, 1, 5, 4, 4, 4]) {
        assert_eq!(data::beast(kind, Stat::Hp), hp, "{letter}");
        let mut room = room(&format!("@{letter}.\n..."));
        let mut blows = 0;
        while room.has(letter) && blows < 9 {
            (room.mob(letter).hunts, room.mob(letter).stun) = (true, true);
            room.step(R);
            blows += 1;
        }
        assert_eq!(blows, hp, "{letter}");
    }
    assert_eq!(data::beast(0, Stat::Hp), 5, "the hero's");
}

#[test]
fn t11_02_each_kind_has_an_attack() {
    for ((kind, letter), atk) in (1..).zip(LETTERS.chars()).zip([1, 1, 1, 0, 1, 2, 3, 1, 2, 3]) {
        assert_eq!(data::beast(kind, Stat::Atk), atk, "{letter}");
        let mut room = room(&format!("@{}\n..", letter.to_ascii_uppercase()));
        // The onion's first attack stuns, the oxtail paws first, the pod does not attack.
        room.mob(letter).spent = true;
        let told = room.rounds(2).concat();
        let due = format!("{letter} bumps left; @ hurt {atk} has {}", 5 - atk);
        assert_eq!(told.contains(&due), atk > 0, "{told}");
    }
    // The hero has 1 with bare hands.
    assert!(room("@T").step(R).contains("t hurt 1 has 4"));
}

#[test]
fn t12_01_creatures_are_spawned_from_map_data() {
    // The first picture of each kind marks one on a hand-drawn map, also the hero's.
    let mut kit = kit();
    let mark = |kind: u8| 192 + 4 * kind;
    kit.ends[0] = vec![tile::FLOOR; 256];
    kit.ends[0][13 * 16 + 7] = mark(0);
    for kind in 1..11 {
        kit.ends[0][2 * 16 + usize::from(kind)] = mark(kind);
    }
    let world = World::new(1, kit);
    let found: Vec<(u8, Cell, i32)> = world.mobs.iter().map(|mob| (mob.kind, mob.at, mob.hp)).collect();
    let mut due = vec![(0, Cell::at(7, 13), 5)];
    due.extend((1..11).map(|kind| (kind, Cell::at(kind.into(), 2), data::beast(kind, Stat::Hp))));
    assert_eq!(found, due);
    assert!(world.grid.tiles().iter().all(|tile| *tile == tile::FLOOR), "floor is under them");
}

#[test]
fn t12_02_the_distance_between_two_points_is_straight() {
    // sqrt(dx * dx + dy * dy), by hand: 4, 4.1, 3.6, 4.2, 5, 5, 5.1.
    let world = room("@.......\n........").world;
    for (dx, dy, range, within) in [
        (4, 0, 4, true),
        (4, 1, 4, false),
        (3, 2, 4, true),
        (3, 3, 4, false),
        (3, 4, 5, true),
        (3, 4, 4, false),
        (1, 5, 5, false),
    ] {
        let mut world = world.clone();
        world.grid.cells().for_each(|cell| world.grid.set(cell, tile::FLOOR));
        for (x, y) in [(dx, dy), (dy, dx)] {
            assert_eq!(world.sees(Cell::at(0, 0), Cell::at(x, y), range), within, "{x}, {y} within {range}");
        }
    }
}

#[test]
fn t13_02_the_heros_death_leads_to_the_game_over_state() {
    let mut play = Play::among(&[(2, 8, 9, json!({ "hunts": true }))]);
    play.set("/world/mobs/0/hp", json!(2));
    play.wait(2);
    play.tap(O);
    assert_eq!(play.mode(), "Play", "hurt, and alive");
    play.frame(O);
    play.settle_but(|play| play.mode() != "Over");
    assert_eq!(play.get("/world/mobs/0/hp"), 0);
}

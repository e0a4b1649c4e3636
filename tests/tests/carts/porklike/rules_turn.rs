//! A run from the yard to its end: chapters 13, 35, 37, 38, 43, 44, 46, 48, 50. A test named by a number tests that
//! row.

use super::play::{Play, RIGHT, UP};
use super::room::{D, L, R, U, kit, on, room};
use porklike::data::{self, KINDS, Part, Thing};
use porklike::dir::{Cell, Dir};
use porklike::rules::{Action, HOOK, Kit, What, World};
use porklike::tile::Flag;
use porklike::tower::{self, SIDE};
use serde_json::json;
use std::collections::BTreeSet;
use tests::bots::porklike::{eat, equip};
use tests::floors::tile;

/// Whether a floor equals that of the map, except for the creatures' marks, which are floor.
fn same(grid: &porklike::grid::Grid<u8>, map: &[u8]) -> bool {
    grid.tiles()
        .iter()
        .zip(map)
        .all(|(tile, mark)| tile == mark || *tile == tile::FLOOR && (192..240).contains(mark))
}

#[test]
fn a_run_begins_in_the_yard() {
    let world = World::new(7, kit());
    assert_eq!((world.seed, world.floor), (7, 0));
    let hero = &world.mobs[0];
    assert_eq!((hero.kind, hero.hp, hero.max), (0, 5, 5));
    assert!(!world.is(hero.at, Flag::Blocks), "the hero stands on free ground");
    assert_eq!(world.bag, [0; 8], "with nothing");
    assert_eq!(world.known, 0, "nothing was found, no food is known");
    assert!(same(&world.grid, &kit().ends[0]));
}

#[test]
fn the_kit_is_what_the_console_holds() {
    let machine = crate::porklike::play::machine();
    let kit = Kit::read(&machine);
    assert_eq!(kit.flags.len(), 256);
    for tile in 0..256 {
        assert_eq!(kit.flags[tile], machine.fget(tile as i32), "flags of tile {tile}");
    }
    // The yard is at columns 16 to 31 of the map, the hook at 32 to 47: see the comments in
    // sprites/porklike.map.
    for (grid, column) in kit.ends.iter().zip([16, 32]) {
        for (at, tile) in (0..256).zip(grid) {
            assert_eq!(*tile, machine.mget(column + at % 16, at / 16), "column {column}, cell {at}");
        }
    }
}

#[test]
fn stairs_lead_to_the_next_floor_and_heal_one() {
    for (hp, after, heals) in [(3, 4, "@ heals 1 of 5; "), (5, 5, "")] {
        let mut room = on(1, "@<p");
        room.mob('@').hp = hp;
        room.mob('@').bless = -1;
        let told = room.step(R);
        assert_eq!(
            told,
            format!("@ right; {heals}climb 2"),
            "no creature acts any more on the floor that was left"
        );
        assert_eq!((room.world.floor, room.mob('@').hp, room.mob('@').bless), (2, after, 0));
        assert_eq!(room.world.grid.width(), SIDE);
    }
}

#[test]
fn the_tower_is_climbed_floor_by_floor() {
    let mut world = World::new(3, kit());
    for floor in 1..=HOOK {
        let stairs =
            world.grid.cells().find(|cell| world.grid.get(*cell) == tile::STAIRS_UP).expect("stairs up");
        let mut beside = [L, R, U, D].into_iter().map(|dir| (stairs.step(dir), dir));
        // A door or a pot may be in front of them.
        let is_way = |at| !matches!(world.grid.get(at), tile::ROCK | 48..95);
        let (from, dir) = beside.find(|(at, _)| is_way(*at)).expect("a way to them");
        world.mobs.truncate(1);
        world.mobs[0].at = from;
        let back = Dir::ALL[dir as usize ^ 1];
        let events = world.act(Action::Step(back));
        assert!(
            events.iter().any(|event| event.what == What::Climb && event.n == i32::from(floor)),
            "{events:?}"
        );
        assert_eq!(world.floor, floor);
    }
    assert!(same(&world.grid, &kit().ends[1]));
}

#[test]
fn a_floor_is_that_of_seed_and_number() {
    for floor in 1..HOOK {
        let mut world = World::new(11, kit());
        world.floor = floor;
        world.arrive();
        let made = tower::floor(11, floor);
        assert_eq!((&world.grid, world.mobs[0].at), (&made.grid, made.start));
        let mobs: Vec<(u8, Cell)> = world.mobs[1..].iter().map(|mob| (mob.kind, mob.at)).collect();
        assert_eq!(mobs, made.mobs);
    }
}

#[test]
fn t38_01_no_creature_is_left_over_on_a_loaded_floor() {
    // Chapter 38: creatures are cleared when switching floors, not only when a floor is generated.
    let mut room = on(8, "p@<\n*\"+");
    room.mob('p').stun = true;
    assert!(room.step(R).ends_with("climb 9"));
    let world = &room.world;
    let kinds: Vec<u8> = world.mobs.iter().map(|mob| mob.kind).collect();
    assert_eq!(kinds, [0, 11], "the hero, and the keeper of the ham");
    assert_eq!(world.mobs[0].id, 0);
    assert!(world.smoke.tiles().iter().all(|turns| *turns == 0));
}

#[test]
fn monsters_get_new_names_on_each_floor() {
    let mut room = on(1, "p@<");
    room.step(R);
    let ids: Vec<u16> = room.world.mobs.iter().map(|mob| mob.id).collect();
    assert!(ids.len() > 1, "somebody lives on floor 2");
    let due = (0..ids.len() as u16).map(|n| if n == 0 { 0 } else { n + 3 });
    assert_eq!(ids, due.collect::<Vec<_>>(), "1 and 2 were the yard's, 3 the pea's on the floor below");
}

#[test]
fn death_ends_the_run_and_names_the_killer() {
    for (letter, kind) in [('P', 1), ('C', 2), ('K', 9), ('T', 7)] {
        let mut room = room(&format!("@{letter}\n.."));
        room.mob('@').hp = 1;
        let told = room.wait();
        assert!(told.ends_with("@ dies"), "{letter}: {told}");
        assert_eq!((room.world.end, room.world.stats.killer), (Some(false), kind), "{letter}");
        let before = room.world.clone();
        assert_eq!(room.step(D), "", "the dead do nothing");
        assert_eq!(room.world, before);
    }
}

#[test]
fn no_creature_acts_after_the_heros_death() {
    let mut room = room(".C.\nC@C\n.C.");
    room.mob('@').hp = 1;
    assert_eq!(room.wait().matches("bumps").count(), 1);
}

#[test]
fn t37_06_the_ham_ends_the_run() {
    // From floor 8 onto the stairs, then straight up to the altar.
    let mut play = Play::among(&[]);
    play.set("/world/floor", json!(8));
    play.settle();
    play.set("/world/grid/tiles/152", json!(tile::STAIRS_UP));
    play.wait(2);
    play.tap(RIGHT);
    assert_eq!(play.floor(), 9);
    let hero = play.get("/world/mobs/0");
    play.set("/world/mobs", json!([hero]));
    for _ in 0..30 {
        if play.get("/world/end").is_null() {
            assert_eq!(play.mode(), "Play");
            play.tap(UP);
        }
    }
    play.settle_but(|play| play.mode() != "Over");
    assert_eq!(play.get("/world/end"), true, "won");
}

#[test]
fn t48_03_the_stats_of_a_run() {
    let mut room = on(1, "@.c<").bag(&[(2, Thing::Heal as u8)]);
    room.mob('c').alert = false;
    room.act(eat(2));
    room.step(L);
    // A step, the killing attack, a step, and a step onto the stairs.
    for _ in 0..4 {
        room.step(R);
    }
    let stats = room.world.stats;
    assert_eq!((stats.steps, stats.kills, stats.meals, stats.turns), (3, 1, 1, 4), "a wall is no step");
    assert_eq!(room.world.floor, 2, "the highest floor, since no stairs lead down");
    let mut last = self::room("K@C");
    last.mob('@').hp = 3;
    last.wait();
    assert_eq!(last.world.stats.killer, 2, "the crouton, by the last point");
}

#[test]
fn t27_03_tablets_walls_and_equipping_take_no_turn() {
    let mut room = room("#####\n#@?P#\n#####").bag(&[(2, 1), (3, 7)]);
    for action in [Action::Step(R), Action::Step(U), equip(2), equip(3), Action::Shove(U), eat(5)] {
        assert!(!room.act(action).contains('|'), "{action:?}");
    }
    assert_eq!(room.world.stats.turns, 0);
    assert!(room.act(Action::Wait).contains('|'), "waiting is not free");
}

#[test]
fn t46_04_food_has_a_random_name_of_two_words() {
    let mut all = BTreeSet::new();
    for seed in 0..2000 {
        let world = World::new(seed, kit());
        for food in 0..6 {
            let name = world.name(Thing::Heal as u8 + food);
            let words: Vec<&str> = name.split(' ').collect();
            assert_eq!(words.len(), 2, "{name}");
            assert!(
                data::text("adjectives").any(|word| word == words[0])
                    && data::text("nouns").any(|word| word == words[1]),
                "{name}"
            );
            assert!(name.len() <= 16, "{name} is wider than the bag");
            all.insert(name);
        }
    }
    assert!(all.len() > 400, "only {} names in 2,000 runs", all.len());
}

#[test]
fn t50_02_no_word_of_a_food_is_used_twice() {
    for seed in 0..2000 {
        let world = World::new(seed, kit());
        let words: BTreeSet<String> = (0..6)
            .flat_map(|food| {
                world.name(Thing::Heal as u8 + food).split(' ').map(String::from).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(words.len(), 12, "seed {seed}: {words:?}");
    }
}

#[test]
fn other_things_are_called_as_in_the_table() {
    let world = World::new(1, kit());
    for (item, name) in
        [(0, "ᶜ5..."), (1, "rolling pin"), (6, "fillet blade"), (12, "pan lid"), (16, "hot coal")]
    {
        assert_eq!(world.name(item), name);
    }
    assert_eq!((data::line("items", 99), data::line("no such key", 0)), ("", ""));
}

#[test]
fn t44_02_the_creatures_and_the_floors_where_they_are_met() {
    // Monsters: hit points, attack, sight, floors. Copied by hand from the design's table, not from the file.
    let monsters = [
        ("pea", [1, 1, 4, 2, 3]),
        ("crouton", [2, 1, 3, 1, 4]),
        ("onion", [2, 1, 4, 2, 5]),
        ("pod", [3, 0, 4, 2, 5]),
        ("cayenne", [2, 1, 4, 3, 6]),
        ("mussel", [1, 2, 4, 4, 7]),
        ("terrine", [5, 3, 3, 5, 8]),
        ("bad egg", [4, 1, 4, 5, 8]),
        ("kipper", [4, 2, 4, 6, 8]),
        ("oxtail", [4, 3, 4, 7, 8]),
    ];
    for (row, (name, numbers)) in (1..).zip(monsters) {
        let [first, last, hp, atk, sight, ..] = KINDS[row];
        assert_eq!([hp, atk, sight, first, last], numbers, "{name}");
        let by = data::line(&format!("fate{row}"), 1);
        assert!(by.ends_with(name), "the killers' names are in order: {by}");
    }
    // The kinds that appear on each floor.
    let pools: Vec<usize> = (1..=8).map(|floor| data::here(&KINDS, floor).len()).collect();
    assert_eq!(pools, [1, 4, 5, 5, 6, 5, 5, 4]);
}

#[test]
fn t44_01_the_items_of_all_types_and_their_floors() {
    let classes: Vec<i32> = (1..23).map(|item| data::item(item, Part::Class)).collect();
    let due: Vec<i32> =
        [(0, 6), (1, 6), (3, 4), (2, 6)].into_iter().flat_map(|(class, n)| vec![class; n]).collect();
    assert_eq!(classes, due, "6 weapons, 6 armours, 4 throwables, 6 foods");
    let gear: Vec<[i32; 5]> = data::ITEMS[1..17]
        .iter()
        .map(|[first, last, _, hit, low, high, ..]| [*hit, *low, *high, *first, *last])
        .collect();
    let due = [
        [1, 0, 0, 1, 3],
        [1, 0, 1, 1, 4],
        [2, 0, 0, 2, 5],
        [1, 0, 0, 4, 6],
        [2, 0, 0, 4, 7],
        [2, 0, 1, 5, 8],
        [0, 0, 1, 1, 3],
        [0, 0, 1, 2, 4],
        [0, 0, 1, 2, 5],
        [0, 0, 2, 3, 6],
        [0, 0, 2, 4, 7],
        [0, 0, 3, 5, 8],
        [2, 0, 0, 1, 4],
        [0, 0, 0, 2, 6],
        [0, 0, 9, 3, 7],
        [3, 0, 0, 4, 8],
    ];
    assert_eq!(gear, due, "damage; block from and to, or more of an ambush, or smoke; floors");
}

#[test]
fn texts_are_found_and_fit_a_line() {
    for (key, lines) in
        [("tablet0", 5), ("tablet8", 3), ("floors", 10), ("fate1", 2), ("hints", 24), ("items", 17)]
    {
        assert_eq!(data::text(key).count(), lines, "{key}");
        for line in data::text(key) {
            // A control code is two characters without width.
            let letters = line.chars().count() - 2 * line.matches('ᶜ').count();
            // A tablet is 100 pixels wide; a row of the bag may be two letters wider.
            assert!(letters <= if key.starts_with("tablet") { 22 } else { 24 }, "{key}: {line}");
        }
    }
    assert_eq!(data::text("tablet10").collect::<Vec<_>>(), [""]);
}

#[test]
fn a_run_is_taken_up_again_at_the_stairs() {
    // Restored from saved numbers, the run continues as if it had not been interrupted.
    let mut world = World::new(5, kit());
    world.floor = 3;
    world.stats.kills = 4;
    world.bag[2] = 13;
    world.arrive();
    let mut again = World::new(world.seed, kit());
    (again.rng, again.floor, again.bag) = (world.rng, world.floor, world.bag);
    (again.known, again.stats, again.deal) = (world.known, world.stats, world.deal);
    again.next = world.next - world.mobs.len() as u16 + 1;
    again.arrive();
    assert_eq!(again, world);
    assert_eq!(room("@").world.floor, 5);
}

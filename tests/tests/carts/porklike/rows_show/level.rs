//! Floors: the hand-made ones in `sprites/porklike.map`, and how each appears.

use crate::porklike::play::{Play, UP, X, machine};
use crate::porklike::room::kit;
use porklike::data::{DECOR, EVENTS, FLOORS, ITEMS, KINDS, Stat, WINDOWS, beast, line, page};
use porklike::rules::{HOOK, World};
use porklike::tower;
use std::collections::BTreeSet;
use tests::floors::tile;

/// The file's tiles of the floor that starts in this column, row by row. Creatures are their first pictures.
fn laid(column: usize) -> Vec<u8> {
    let file = include_str!("../../../../../sprites/porklike.map");
    let rows = file.lines().filter(|line| line.len() == 256).take(16);
    rows.flat_map(|row| {
        (column..column + 16).map(move |x| u8::from_str_radix(&row[2 * x..2 * x + 2], 16).unwrap_or(0))
    })
    .collect()
}

/// A world that arrives on a floor.
fn arrived(floor: u8) -> World {
    let mut world = World::new(7, kit());
    world.floor = floor;
    world.arrive();
    world
}

/// Cells reachable from one on a floor of the file, and all cells next to these.
fn reached(tiles: &[u8], from: usize) -> (BTreeSet<usize>, BTreeSet<usize>) {
    let p8 = machine();
    let (mut walked, mut near, mut todo) = (BTreeSet::from([from]), BTreeSet::new(), vec![from]);
    while let Some(at) = todo.pop() {
        for next in [at - 1, at + 1, at - 16, at + 16] {
            near.insert(next);
            if p8.fget(tiles[next].into()) & 1 == 0 && walked.insert(next) {
                todo.push(next);
            }
        }
    }
    (walked, near)
}

fn cells(tiles: &[u8], tile: u8) -> Vec<usize> {
    (0..256).filter(|at| tiles[*at] == tile).collect()
}

#[test]
fn t02_05_a_one_room_map_has_player_wall_ground_and_stairs() {
    // The hook is one room: all its ground is connected, and it has no door.
    let hook = laid(32);
    let hero = cells(&hook, 192);
    assert_eq!(hero.len(), 1, "the hero's first picture marks where he begins");
    let (walked, _) = reached(&hook, hero[0]);
    assert!(cells(&hook, 1).iter().all(|at| walked.contains(at)) && cells(&hook, 1).len() > 20, "ground");
    assert!((0..256).filter(|at| (48..95).contains(&hook[*at])).count() > 20, "walls");
    assert!(!cells(&hook, 19).is_empty(), "stairs");
    assert!(cells(&hook, 16).is_empty(), "no door");
}

#[test]
fn t02_06_the_designed_map_is_loaded() {
    let play = Play::fresh();
    let loaded: Vec<u8> = (0..256).map(|i| play.tile(i % 16, i / 16) as u8).collect();
    let due: Vec<u8> =
        laid(16).into_iter().map(|tile| if (192..240).contains(&tile) { 1 } else { tile }).collect();
    assert!(loaded == due, "all tiles of the file, and ground where creatures are");
    assert_eq!(play.hero(), (7, 13), "where the file has him");
}

#[test]
fn t06_01_a_level_has_the_start_and_both_stairs() {
    let yard = laid(16);
    assert_eq!([192, 18, 19].map(|tile| cells(&yard, tile).len()), [1, 1, 1], "hero, stairs up, stairs down");
    let (_, near) = reached(&yard, cells(&yard, 192)[0]);
    assert!([18, 19].iter().all(|tile| near.contains(&cells(&yard, *tile)[0])), "he can go to both");
}

#[test]
fn t06_07_the_level_has_all_that_can_be_touched() {
    let yard = laid(16);
    // A door, two chests, two pots, a tablet.
    for tile in [16, 12, 14, 9, 10, 20] {
        assert!(!cells(&yard, tile).is_empty(), "no tile {tile}");
    }
}

#[test]
fn t06_13_the_level_is_played_through() {
    let mut play = Play::new();
    // The hero's target, and what it becomes when he bumps into it.
    for (goal, then) in [(9, 30), (10, 30), (16, 17), (12, 13), (14, 15)] {
        let count =
            |play: &Play, tile: u8| (0..256).filter(|i| play.tile(i % 16, i / 16) == i64::from(tile)).count();
        assert_eq!(count(&play, goal), 1, "there is a {goal}");
        let before = count(&play, then);
        for _ in 0..60 {
            let Some(key) = play.way_to(goal) else { break };
            play.tap(key);
            if play.mode() == "Bag" {
                play.tap(X);
            }
        }
        assert_eq!((count(&play, goal), count(&play, then)), (0, before + 1), "{goal} is {then} now");
    }
    for _ in 0..60 {
        if play.top().is_some() {
            break;
        }
        let key = play.way_to(20).expect("a way to the tablet");
        play.tap(key);
    }
    assert_eq!(play.rows()[0], line("tablet0", 0));
    play.tap(X);
    play.wait(30);
    for _ in 0..60 {
        if play.floor() > 0 {
            break;
        }
        let key = play.way_to(tile::STAIRS_UP).expect("a way to the stairs");
        play.tap(key);
    }
    assert_eq!(play.floor(), 1);
}

#[test]
fn t09_02_a_monster_is_on_the_test_map() {
    let yard = laid(16);
    let marks: Vec<_> = (0..256).filter(|at| (196..240).contains(&yard[*at])).collect();
    assert!(!marks.is_empty(), "the file has a monster's first picture");
    let mut play = Play::fresh();
    play.set("/windows", serde_json::json!([]));
    play.stand(9, 12);
    let mobs = play.get("/world/mobs");
    assert_eq!(mobs.as_array().expect("a list").len(), 1 + marks.len());
    for (mob, at) in mobs.as_array().expect("a list")[1..].iter().zip(marks) {
        let (x, y) = (at as i32 % 16, at as i32 / 16);
        assert_eq!((&mob["at"]["x"], &mob["at"]["y"]), (&x.into(), &y.into()));
        assert_eq!(mob["kind"], yard[at] / 4 - 48);
        let first = i32::from(yard[at]);
        assert!((first..first + 4).any(|n| play.shows(n, x * 8, y * 8, false, &[])), "it is on the screen");
    }
}

#[test]
fn t35_04_a_floor_is_made_by_its_number() {
    // Floor 0 at the start of a run; each other number makes a different floor.
    assert_eq!(World::new(7, kit()).floor, 0);
    let made: BTreeSet<Vec<u8>> = (0..10)
        .map(|floor| {
            let world = arrived(floor);
            assert_eq!(world.floor, floor, "it is the global floor now");
            world.grid.cells().map(|cell| world.grid.get(cell)).collect()
        })
        .collect();
    assert_eq!(made.len(), 10);
}

#[test]
fn t37_01_a_run_starts_on_a_hub_with_a_tablet_that_states_the_goal() {
    let play = Play::fresh();
    assert_eq!((play.floor(), play.mode().as_str()), (0, "Play"));
    let (_, near) = reached(&laid(16), 13 * 16 + 7);
    let tablets = cells(&laid(16), 20);
    assert!(tablets.len() == 1 && near.contains(&tablets[0]), "{tablets:?}");
    assert!(page("tablet0").contains("golden ham") && page("tablet0").contains("eight floors up"));
}

#[test]
fn t37_02_the_game_ends_on_a_designed_level() {
    let play = Play::climbed(8);
    assert_eq!(play.floor(), 9);
    let hook = laid(32);
    assert!(cells(&hook, 18).is_empty(), "no stairs lead further up");
    let (_, near) = reached(&hook, cells(&hook, 192)[0]);
    assert!(
        (108..143).any(|n| cells(&hook, n).iter().any(|at| near.contains(at))),
        "the goal can be reached"
    );
}

#[test]
fn t37_03_the_first_and_the_last_level_are_loaded_and_the_others_made() {
    for floor in 0..=HOOK {
        let world = arrived(floor);
        let tiles: Vec<u8> = world.grid.cells().map(|cell| world.grid.get(cell)).collect();
        let file = if floor == 0 { laid(16) } else { laid(32) };
        let loaded = tiles.iter().zip(&file).all(|(tile, laid)| (192..240).contains(laid) || tile == laid);
        assert_eq!(loaded, floor == 0 || floor == HOOK, "floor {floor}");
        assert_eq!(world.grid == tower::floor(7, floor).grid, !loaded, "floor {floor}");
    }
}

#[test]
fn t37_05_the_tablet_of_the_hub_shows_the_message_of_the_start() {
    let mut play = Play::new();
    // It is at 6 11, and the hero begins at 7 13.
    play.taps("uul");
    play.wait(30);
    assert_eq!(play.rows().join("\n"), page("tablet0"));
    assert!(play.find("fetch the golden ham", 6).is_some(), "on the screen");
    assert!(play.find("eight floors up.", 6).is_some());
}

#[test]
fn t41_01_loaded_levels_have_no_fog_and_generated_ones_do() {
    for (from, fog) in [(None, false), (Some(0), true), (Some(7), true), (Some(8), false)] {
        let mut play = from.map_or_else(Play::new, Play::climbed);
        play.set("/windows", serde_json::json!([]));
        play.wait(2);
        // Drawn as never seen: rock with only the mortar left.
        let rock: Vec<u8> = play.sprite(2).iter().map(|color| u8::from(*color == 1)).collect();
        let dark = (0..256).filter(|i| play.pixels(i % 16 * 8, i / 16 * 8, 8, 8) == rock).count();
        assert_eq!(dark > 100, fog, "from {from:?}: {dark} tiles in fog");
        let sight = play.get("/shown/sight/tiles");
        let unseen = sight.as_array().expect("a list").iter().filter(|seen| **seen == 0).count();
        assert_eq!(unseen > 100, fog, "from {from:?}");
    }
}

#[test]
fn t42_03_the_goal_is_in_the_final_level_and_ends_the_run() {
    let mut play = Play::unkept();
    let altar: Vec<_> = (108..143).filter(|n| cells(&laid(32), *n).len() == 1).collect();
    assert_eq!(altar, [108, 109, 110, 124, 125, 126, 140, 141, 142], "three by three tiles");
    for _ in 0..12 {
        if !play.get("/world/end").is_null() {
            break;
        }
        play.tap(UP);
    }
    assert_eq!(play.get("/world/end"), true, "the way leads straight to it");
    assert!(play.hero().1 == 6, "from below");
}

#[test]
fn t42_04_torches_of_the_map_are_animated() {
    // Each torch alternates with its other picture, every 12 frames.
    let mut play = Play::new();
    let torches: Vec<_> =
        (48..256).map(|i| (i % 16, i / 16)).filter(|(x, y)| (32..36).contains(&play.tile(*x, *y))).collect();
    assert!(torches.len() >= 2);
    for (x, y) in torches {
        let first = play.tile(x, y) as i32 & !1;
        let pictures = [first, first + 1].map(|n| play.sprite(n));
        let shown: Vec<_> = (0..72)
            .map(|_| {
                play.wait(1);
                let seen = play.pixels(x * 8, y * 8, 8, 8);
                pictures.iter().position(|picture| *picture == seen).expect("one of its two pictures")
            })
            .collect();
        let swaps: Vec<_> = (1..72).filter(|n| shown[*n] != shown[*n - 1]).collect();
        assert!(swaps.len() >= 5 && swaps.windows(2).all(|w| w[1] - w[0] == 12), "{x} {y}: {swaps:?}");
    }
}

/// The numbers of each row of a text table; its first line is a header.
fn numbers_of(text: &str) -> Vec<Vec<i32>> {
    let row = |line: &str| line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    text.lines().skip(1).map(row).filter(|row: &Vec<i32>| !row.is_empty()).collect()
}

#[test]
fn t41_02_tables_are_made_of_strings() {
    macro_rules! file {
        ($name:literal) => {
            numbers_of(include_str!(concat!("../../../../../cart/porklike/data/", $name)))
        };
    }
    assert_eq!(KINDS.map(Vec::from).to_vec(), file!("monsters.txt"));
    assert_eq!(ITEMS.map(Vec::from).to_vec(), file!("items.txt"));
    assert_eq!(FLOORS.map(Vec::from).to_vec(), file!("floors.txt"));
    assert_eq!(DECOR.map(Vec::from).to_vec(), file!("decor.txt"));
    assert_eq!(WINDOWS.map(Vec::from).to_vec(), file!("windows.txt"));
    // Two rows of the events are a line of the file: about a monster, and about the hero.
    let events: Vec<Vec<i32>> = EVENTS.chunks(2).map(<[[i32; 8]]>::concat).collect();
    assert_eq!(events, file!("events.txt"));
    // The strings matter: a pea has one hit point, an onion two.
    assert_eq!([1, 3].map(|kind| beast(kind, Stat::Hp)), [1, 2]);
}

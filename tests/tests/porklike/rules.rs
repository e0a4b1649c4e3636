//! What a step does. The tables are written out from the task list and the key of the flags file: 01 blocks,
//! 04 reacts; no number is taken from the cart's code.

use crate::play::{self, Play};
use porklike::dir::{Cell, DX, DY, Dir};
use porklike::world::{Event, Hit, World};

/// In the bare room, with floor all around.
const HERE: Cell = Cell::at(55, 12);

/// A machine and a world with the hero in the middle of a floor.
fn place() -> (rasher::Machine, World) {
    (play::machine(), World { floor: 2, hero: HERE, golden: false })
}

/// The event that follows a bump.
fn outcome(events: &[Event]) -> &'static str {
    match events.get(1) {
        None => "-",
        Some(Event::DoorOpened(_)) => "door",
        Some(Event::ChestOpened(_)) => "chest",
        Some(Event::VaseBroken(_)) => "vase",
        Some(Event::TabletRead(_)) => "tablet",
        Some(Event::HamTouched(_)) => "ham",
        Some(Event::Climbed { .. }) => "climb",
        Some(Event::Moved { .. } | Event::Bumped { .. }) => "wrong",
    }
}

#[test]
fn directions_are_an_index_into_two_tables() {
    // The console's buttons: 0 left, 1 right, 2 up, 3 down; y grows downwards.
    assert_eq!((DX, DY), ([-1, 1, 0, 0], [0, 0, -1, 1]));
    for (index, dir) in Dir::ALL.into_iter().enumerate() {
        assert_eq!(dir.index(), index);
        assert_eq!(HERE.step(dir), Cell::at(55 + DX[index], 12 + DY[index]));
        assert_eq!(Dir::try_from(index as u8), Ok(dir));
    }
    assert!(Dir::try_from(4).is_err(), "a saved state may not name a fifth direction");
}

#[test]
fn each_tile_in_each_direction() {
    // tile ahead, moves, what comes of it, tile after
    let table: &[(u8, bool, &str, u8)] = &[
        (1, true, "-", 1),        // floor
        (4, true, "-", 4),        // floor below a wall
        (7, true, "-", 7),        // carpet
        (17, true, "-", 17),      // open door
        (21, true, "-", 21),      // fern
        (30, true, "-", 30),      // shards
        (32, true, "-", 32),      // torch
        (2, false, "-", 2),       // rock
        (48, false, "-", 48),     // wall that stands alone
        (94, false, "-", 94),     // wall deep inside
        (9, false, "vase", 30),   // crock
        (10, false, "vase", 30),  // smoke pot
        (11, false, "vase", 30),  // its twin
        (12, false, "chest", 13), // bread bin
        (13, false, "-", 13),     // bread bin, open
        (14, false, "chest", 15), // larder chest
        (15, false, "-", 15),     // larder chest, open
        (16, false, "door", 17),  // door
        (20, false, "tablet", 20),
        (18, true, "climb", 18), // stairs up
        (19, true, "climb", 19), // stairs down
        (141, false, "ham", 141),
        (255, true, "-", 255), // a free sprite has no flags
    ];
    for &(tile, moves, what, after) in table {
        for dir in Dir::ALL {
            let (mut p8, mut world) = place();
            let ahead = HERE.step(dir);
            p8.mset(ahead.x, ahead.y, tile);
            let events = world.step(&mut p8, dir);
            let case = format!("tile {tile}, {dir:?}: {events:?}");
            let first = match moves {
                true => Event::Moved { from: HERE, dir },
                false => Event::Bumped { hit: Hit { at: ahead, tile }, dir },
            };
            assert_eq!(events[0], first, "{case}");
            assert_eq!(outcome(&events), what, "{case}");
            assert_eq!(p8.mget(ahead.x, ahead.y), after, "{case}");
            if what != "climb" {
                assert_eq!(world.hero, if moves { ahead } else { HERE }, "{case}");
            }
            assert_eq!(world.golden, what == "ham", "{case}");
            assert!(events.len() <= 2, "{case}");
        }
    }
}

#[test]
fn collision_follows_the_flags() {
    for tile in 0..=255_u8 {
        for flags in [0x00_u8, 0x01, 0x42, 0xfb] {
            let (mut p8, mut world) = place();
            let ahead = HERE.step(Dir::RIGHT);
            p8.mset(ahead.x, ahead.y, tile);
            p8.fset(tile.into(), flags);
            world.step(&mut p8, Dir::RIGHT);
            let went = world.hero != HERE;
            assert_eq!(went, flags & 1 == 0, "tile {tile} with flags {flags:#04x}: bit 0 alone decides");
        }
    }
}

#[test]
fn what_does_not_react_is_only_bumped() {
    for tile in [9_u8, 10, 12, 14, 16, 20, 141] {
        let (mut p8, mut world) = place();
        let ahead = HERE.step(Dir::UP);
        p8.mset(ahead.x, ahead.y, tile);
        p8.fset(tile.into(), 0x01);
        let events = world.step(&mut p8, Dir::UP);
        assert_eq!(events.len(), 1, "tile {tile} without flag 04: {events:?}");
        assert_eq!(p8.mget(ahead.x, ahead.y), tile, "tile {tile} stays as it is");
    }
}

#[test]
fn outside_the_floor_all_is_wall() {
    // Every floor is 16x16 tiles; on both sides of the bare room (columns 48 to 63) the map goes on.
    for (hero, dir) in [
        (Cell::at(48, 5), Dir::LEFT),
        (Cell::at(63, 5), Dir::RIGHT),
        (Cell::at(50, 0), Dir::UP),
        (Cell::at(50, 15), Dir::DOWN),
    ] {
        let (mut p8, mut world) = place();
        world.hero = hero;
        let ahead = hero.step(dir);
        p8.mset(ahead.x, ahead.y, 16);
        let events = world.step(&mut p8, dir);
        assert!(matches!(events[..], [Event::Bumped { .. }]), "{hero:?} {dir:?}: {events:?}");
        assert_eq!(world.hero, hero);
    }
}

#[test]
fn stairs_lead_to_the_next_floor_and_back() {
    // from floor, stairs, to floor: yard 0, larder 1, bare room 2, hook 3
    for (floor, tile, to) in [(0, 18, 1), (1, 18, 2), (2, 18, 3), (3, 19, 2), (2, 19, 1), (1, 19, 0)] {
        let (mut p8, _) = place();
        let start = porklike::world::FLOORS[floor].from_below;
        let mut world = World { floor: floor as u8, hero: start, golden: false };
        let ahead = start.step(Dir::UP);
        p8.mset(ahead.x, ahead.y, tile);
        let events = world.step(&mut p8, Dir::UP);
        assert_eq!(events[1..], [Event::Climbed { to }], "stairs {tile} on floor {floor}");
        assert_eq!(world.floor, to);
    }
    // Beyond the ends there is nothing: the hero stands on the stairs.
    for (floor, tile) in [(0, 19), (3, 18)] {
        let (mut p8, _) = place();
        let start = porklike::world::FLOORS[floor].from_below;
        let mut world = World { floor: floor as u8, hero: start, golden: false };
        let ahead = start.step(Dir::UP);
        p8.mset(ahead.x, ahead.y, tile);
        assert_eq!(world.step(&mut p8, Dir::UP).len(), 1, "stairs {tile} on floor {floor}");
        assert_eq!((world.floor, world.hero), (floor as u8, ahead));
    }
}

#[test]
fn what_was_opened_stays_open() {
    let mut play = Play::new();
    play.taps("rrrrur"); // against the door at (7, 13)
    assert_eq!(play.tile(7, 13), 17, "the door is open in map memory");
    play.taps("dllllu"); // round the tablet to the stairs down
    assert_eq!(play.floor(), 0, "the yard: {}", play.state());
    play.tap(play::UP);
    assert_eq!((play.floor(), play.hero()), (1, (2, 14)), "back in the larder, at its spawn");
    assert_eq!(play.tile(7, 13), 17, "the door is still open");
}

#[test]
fn a_saved_state_reads_back() {
    let mut play = Play::new();
    play.taps("rrrrur");
    play.frame(play::UP);
    let saved = play.console.program().save().expect("a state that can be saved");
    let mut other = rasher::program(porklike::Game::default());
    other.load(&saved).expect("the state just saved");
    assert_eq!(other.save().as_deref(), Ok(&saved[..]));
    let wrong = String::from_utf8(saved).expect("text").replace(r#""newest":2"#, r#""newest":4"#);
    let error = other.load(wrong.as_bytes()).expect_err("there is no direction 4");
    assert!(error.reason.contains("direction 4 found, 0 to 3 expected"), "{error}");
}

#[test]
fn no_saved_state_makes_it_panic() {
    let state = |floor: u64, x: i64, y: i64, age: u64| {
        let mut state = Play::new().state();
        state["world"]["floor"] = floor.into();
        state["scene"]["floor"] = floor.into();
        for hero in ["/world/hero", "/scene/hero/at"] {
            *state.pointer_mut(hero).expect("a cell") = serde_json::json!({ "x": x, "y": y });
        }
        state["scene"]["hero"]["motion"] = serde_json::json!({ "shape": "Bump", "dir": 3, "age": age });
        state["scene"]["hero"]["pictures"]["at"] = 65535.into();
        state["scene"]["clock"] = u32::MAX.into();
        state["mode"] = serde_json::json!({ "Leave": age });
        state.to_string()
    };
    for (floor, x, y, age) in
        [(255, i32::MAX, i32::MIN, 255), (4, i32::MIN, i32::MAX, 254), (0, -1, -1, 0), (3, 40_000, 5, 7)]
    {
        let mut p8 = play::machine();
        let mut program = rasher::program(porklike::Game::default());
        program.boot(&mut p8);
        let text = state(floor, x.into(), y.into(), age);
        program.load(text.as_bytes()).expect("a state in the right form");
        let mut console =
            rasher::Console::boot(program, rasher::Boot { rom: play::rom(), ..Default::default() });
        for frame in 0..200_u32 {
            console.frame(&rasher::Input::buttons(1 << (frame / 20 % 4)));
        }
    }
}

#[test]
fn wherever_random_keys_lead_the_hero_stands_on_his_floor() {
    let mut play = Play::new();
    let mut rng = num::Rng::seeded(num::Num::int(6));
    let mut floors = std::collections::BTreeSet::new();
    for _ in 0..4000 {
        // Keys are held for 1 to 16 frames, two at a time now and then.
        let bits = rng.next_u32();
        for _ in 0..1 + (bits >> 8 & 15) {
            play.frame(1 << (bits & 3) | (bits >> 4 & bits >> 5 & 1) as u8);
        }
        play.wait((bits >> 16 & 7) as usize);
        let (x, y) = play.hero();
        let floor = play.floor();
        floors.insert(floor);
        let column = i64::from(porklike::world::FLOORS[floor as usize].column);
        assert!((column..column + 16).contains(&x) && (0..16).contains(&y), "floor {floor}: {x} {y}");
        let p8 = play.console.machine();
        let tile = play.tile(x as i32, y as i32);
        assert_eq!(p8.fget(tile.into()) & 1, 0, "he stands on tile {tile} at {x} {y}");
    }
    assert!(floors.len() >= 2, "the walk saw floors {floors:?}");
}

//! Sounds and music: each is in `sfx/porklike.sfx` and `.music`, and plays when it should.

use crate::porklike::play::{DOWN, O, Play, RIGHT, UP, X};
use serde_json::json;

/// Whether there is an effect with this number and name, with notes.
#[track_caller]
fn created(number: u8, name: &str) {
    let file = include_bytes!("../../../../../sfx/porklike.sfx");
    let sounds = format::read_sfx(file, "porklike.sfx").unwrap_or_else(|e| panic!("{e}"));
    let found = sounds.get(number).unwrap_or_else(|| panic!("there is no sound {number}"));
    assert_eq!(found.name, name, "sound {number}");
    // Notes are two bytes; volume is in bits 1 to 3 of the second.
    let loud = found.record[..64].chunks(2).filter(|note| note[1] & 0x0e > 0).count();
    assert!(loud > 0, "{name} is silent");
}

/// All effects that start in the frames after a key.
fn heard(play: &mut Play, key: u8, frames: usize) -> Vec<i32> {
    play.frame(key);
    let mut all = play.effects();
    for _ in 1..frames {
        play.frame(0);
        all.extend(play.effects());
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The hero at 7 9 with a tile to his right, on floor 5, where a vase there contains the drawn result: 4 a monster, less
/// an item, 5 nothing.
fn before(tile: u8, holds: u32, bag: [u8; 8]) -> Play {
    let mut play = Play::among(&[]);
    let seed = (0..).find(|seed| kit::chance::stream(*seed, 9 * 16 + 8 + 999 * 5).index(15) == holds);
    play.set("/world/seed", json!(seed));
    for path in ["/world/floor", "/shown/floor"] {
        play.set(path, json!(5));
    }
    play.set("/world/bag", json!(bag));
    play.lay(8, 9, tile);
    play.wait(2);
    play
}

/// The same, in front of what a chest or rail offers.
fn offered(tile: u8, bag: [u8; 8]) -> Play {
    let mut play = before(tile, 5, bag);
    play.tap(RIGHT);
    play.wait(10);
    play
}

/// A monster to the hero's right that hunts him.
fn beside(kind: u8) -> Play {
    Play::among(&[(kind, 8, 9, json!({ "hunts": true }))])
}

/// A hurt hero who carries one item.
fn carrying(thing: u8) -> Play {
    let mut play = Play::among(&[]);
    play.set("/world/bag", json!([0, 0, thing, 0, 0, 0, 0, 0]));
    play.set("/world/mobs/0/hp", json!(2));
    play.wait(2);
    play
}

#[test]
fn t07_01_walking_has_a_sound() {
    created(42, "step");
    assert_eq!(heard(&mut Play::new(), RIGHT, 1), [42], "in the frame of the key");
}

#[test]
fn t07_02_a_door_that_opens_has_a_sound() {
    created(44, "door");
    assert!(heard(&mut before(16, 5, [0; 8]), RIGHT, 20).contains(&44));
}

#[test]
fn t07_03_a_chest_that_opens_has_a_sound() {
    created(47, "chest");
    for chest in [12, 14, 40] {
        assert!(heard(&mut offered(chest, [0; 8]), X, 20).contains(&47));
    }
}

#[test]
fn t07_04_a_bad_thing_has_a_sound() {
    created(50, "bad thing");
    // An onion stuns the hero.
    assert!(heard(&mut beside(3), O, 40).contains(&50));
}

#[test]
fn t07_05_a_vase_that_breaks_has_a_sound() {
    created(46, "vase");
    for vase in [9, 10] {
        assert!(heard(&mut before(vase, 5, [0; 8]), RIGHT, 20).contains(&46));
    }
}

#[test]
fn t07_06_each_sound_is_played_when_it_is_due_and_then_only() {
    let sounds = [42, 44, 46, 47, 50];
    let rows = [
        ("a step", before(1, 5, [0; 8]), RIGHT, vec![42]),
        ("a door", before(16, 5, [0; 8]), RIGHT, vec![44]),
        ("a vase", before(9, 5, [0; 8]), RIGHT, vec![46]),
        ("a chest", offered(14, [0; 8]), X, vec![47]),
        ("an onion", beside(3), O, vec![50]),
        ("a wall", before(2, 5, [0; 8]), RIGHT, vec![]),
        ("a wait", before(1, 5, [0; 8]), O, vec![]),
    ];
    for (what, mut play, key, due) in rows {
        // A tap of O ends when the button is released.
        let all = heard(&mut play, key, 40);
        let found: Vec<_> = all.into_iter().filter(|sound| sounds.contains(sound)).collect();
        assert_eq!(found, due, "{what}");
    }
}

#[test]
fn t11_06_hitting_an_enemy_has_a_sound() {
    created(51, "hit");
}

#[test]
fn t11_07_getting_hit_has_a_sound() {
    created(52, "you are hit");
    assert!(heard(&mut beside(1), O, 40).contains(&52));
}

#[test]
fn t11_08_a_hit_sounds_when_the_player_attacks() {
    // A terrine that hunts, one that waits, one that dies.
    for differs in [json!({ "hunts": true }), json!({}), json!({ "hp": 1 })] {
        let mut play = Play::among(&[(7, 8, 9, differs.clone())]);
        assert!(heard(&mut play, RIGHT, 12).contains(&51), "{differs}");
    }
    assert!(!heard(&mut Play::among(&[]), RIGHT, 12).contains(&51), "and not by a step");
}

#[test]
fn t49_03_there_are_more_sounds_of_our_own() {
    for (number, name) in [
        (55, "good status"),
        (56, "bad status"),
        (54, "throw"),
        (57, "ok"),
        (58, "back"),
        (59, "cursor"),
        (60, "stairs"),
    ] {
        created(number, name);
    }
}

#[test]
fn t49_04_music_follows_the_run() {
    let mut play = Play::new();
    assert_eq!((play.stat(54), play.stat(57)), (0, 1), "the bass on the first level");
    play.wait(60 * 8);
    assert_eq!(play.stat(54), 0, "looped");
    let mut play = Play::climbed(0);
    let theme = (0..600).find(|_| {
        play.wait(1);
        play.stat(54) == 1
    });
    assert!(theme.is_some(), "the theme in the tower");
    play.set("/world/mobs", json!([play.get("/world/mobs/0")]));
    play.set("/world/end", json!(false));
    play.settle_but(|play| play.mode() != "Over");
    assert_eq!((play.stat(54), play.stat(57)), (26, 1), "the tune of death");
    // Kitchen and loft have their own, from their first floor on.
    for (floor, theme) in [(3, 9), (6, 17)] {
        let play = Play::climbed(floor);
        assert_eq!((play.stat(54), play.stat(57)), (theme, 1), "after floor {floor}");
    }
    let mut play = Play::unkept();
    for _ in 0..9 {
        play.tap(UP);
    }
    play.settle_but(|play| play.mode() != "Over");
    assert_eq!((play.stat(54), play.stat(57)), (28, 1), "the tune of a win");
}

#[test]
fn t49_05_the_new_sounds_are_played() {
    // Stairs.
    let mut play = Play::among(&[]);
    play.lay(8, 9, 18);
    play.wait(2);
    assert!(heard(&mut play, RIGHT, 20).contains(&60), "stairs");
    // Items that heal or bless, that stun or curse. Throwing.
    for (thing, due) in [(17, 6), (18, 6), (22, 55), (20, 50), (21, 50)] {
        let mut play = carrying(thing);
        play.taps("xx");
        assert!(heard(&mut play, X, 40).contains(&due), "food {thing}");
    }
    let mut play = carrying(13);
    play.taps("xxx");
    play.wait(30);
    assert!(heard(&mut play, X, 20).contains(&54), "a throw");
    // Menus: opening, moving, selecting, cancelling.
    let mut play = carrying(13);
    assert_eq!(heard(&mut play, X, 3), [57], "the bag opens");
    play.wait(30);
    // A tick shorter than a frame: the output differs from silence.
    let mut silent = play.clone();
    play.frame(DOWN);
    silent.frame(0);
    assert_ne!(play.console.machine().samples(), silent.console.machine().samples(), "the cursor moves");
    play.tap(UP);
    play.wait(30);
    assert_eq!(heard(&mut play, X, 3), [57], "a thing is selected");
    play.wait(30);
    assert_eq!(heard(&mut play, O, 3), [58], "and cancelled");
    // A text window is shown, and hidden.
    let mut play = Play::among(&[]);
    play.stand(6, 12);
    assert!(heard(&mut play, UP, 10).contains(&57), "a tablet");
    play.wait(30);
    let hidden = heard(&mut play, O, 3);
    assert_eq!(hidden, [58], "is dismissed");
}

#[test]
fn t50_06_the_music_loops_at_the_right_patterns() {
    // The bass is pattern 0. Each theme has eight patterns and repeats from its first, without the bass.
    let play = Play::new();
    let flags = |pattern: u16| {
        let at = 0x3100 + 4 * pattern;
        [0, 1, 2].map(|byte| play.console.machine().memory().get(at + byte) >> 7)
    };
    assert_eq!(flags(0), [1, 1, 0], "the bass begins and goes back");
    for (first, last) in [(1, 8), (9, 16), (17, 24)] {
        assert_eq!(flags(first), [1, 0, 0], "the theme begins at {first}");
        assert!((first + 1..last).all(|pattern| flags(pattern) == [0; 3]), "and goes on");
        assert_eq!(flags(last), [0, 1, 0], "and goes back at {last}");
        let mut play = Play::climbed(0);
        play.console.machine_mut().music_ext(last.into(), 0, 3);
        let next = (0..700).find_map(|_| {
            play.wait(1);
            Some(play.stat(54)).filter(|pattern| *pattern != i32::from(last))
        });
        assert_eq!(next, Some(first.into()));
    }
}

#[test]
fn t50_14_picking_up_a_thing_makes_a_sound() {
    let full = [0, 0, 17, 17, 17, 17, 17, 17];
    // What is in front of him, what a vase there contains, his bag: a pickup, a warning.
    for (what, tile, holds, bag, pickup, warning) in [
        ("a thing in a vase", 9, 1, [0; 8], true, false),
        ("a thing in a chest", 14, 5, [0; 8], true, false),
        ("a thing in a vase, the bag is full", 9, 1, full, false, true),
        ("a chest, the bag is full", 14, 5, full, false, true),
        ("an enemy in a vase", 9, 4, [0; 8], false, true),
        ("an empty vase", 9, 5, [0; 8], false, false),
    ] {
        let all = if tile == 14 {
            heard(&mut offered(tile, bag), X, 20)
        } else {
            heard(&mut before(tile, holds, bag), RIGHT, 20)
        };
        assert_eq!([48, 49].map(|sound| all.contains(&sound)), [pickup, warning], "{what}: {all:?}");
    }
    created(48, "pickup");
    created(49, "warning");
}

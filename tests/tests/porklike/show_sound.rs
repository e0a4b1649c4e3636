//! What Smokehouse sounds like, by `stat`: which sound each thing that happens has, on which channel, and how the bass
//! flows into the theme. The numbers are the table of the tower's sounds, written out; `sfx/porklike.sfx` names them.

use crate::play::{DOWN, LEFT, O, Play, RIGHT, UP, X};
use porklike::dir::{Cell, Dir};
use porklike::rules::{Event, Mind, Say};
use porklike::show::sound;
use serde_json::json;

fn sounds() -> format::SfxText {
    let text =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../sfx/porklike.sfx")).expect("it is there");
    format::read_sfx(&text, "porklike.sfx").unwrap_or_else(|e| panic!("{e}"))
}

/// Each event, its sound's number and name.
fn table() -> Vec<(Event, i32, &'static str)> {
    let at = Cell::at(3, 3);
    let dir = Dir::LEFT;
    let hurt = |id, damage, ambush| Event::Hurt { id, damage, hp: 1, ambush };
    let tile = |was, now| Event::Tile { at, was, now };
    vec![
        (Event::Step { id: 0, from: at, dir }, 42, "step"),
        (hurt(3, 0, false), 43, "wall bump"),
        (hurt(3, 1, false), 51, "hit"),
        (hurt(0, 1, false), 52, "you are hit"),
        (hurt(3, 2, true), 53, "ambush"),
        (Event::Slide { id: 3, from: at, dir }, 62, "shove"),
        (Event::Mind { id: 3, mind: Mind::Hunt }, 63, "noticed"),
        (Event::Stun { id: 0, turns: 2 }, 56, "bad status"),
        (Event::Bless { id: 0, bless: -1 }, 56, "bad status"),
        (Event::Bless { id: 0, bless: 1 }, 55, "good status"),
        (Event::Heal { id: 0, gain: 1, max: 5 }, 55, "good status"),
        (Event::Spawn { id: 9, kind: 1, at }, 49, "warning"),
        (Event::Say(Say::Stays), 49, "warning"),
        (Event::Say(Say::Breaks), 49, "warning"),
        (Event::Paw { id: 3, dir }, 50, "bad thing"),
        (tile(16, 17), 44, "door"),
        (tile(17, 16), 45, "door swings shut"),
        (tile(9, 30), 46, "vase"),
        (tile(12, 13), 47, "chest"),
        (tile(14, 15), 47, "chest"),
        (Event::Puff { cells: vec![at], turns: 5 }, 61, "smoke"),
        (Event::Burn { item: 1 }, 61, "smoke"),
        (Event::Got { item: 1 }, 48, "pickup"),
        (Event::Equip { item: 1 }, 55, "good status"),
        (Event::Read { at }, 57, "ok"),
        (Event::Climb { floor: 1 }, 60, "stairs"),
    ]
}

#[test]
fn each_event_has_its_sound_and_each_sound_its_notes() {
    let sounds = sounds();
    for (event, number, name) in table() {
        assert_eq!(sound::of(&event), number, "{event:?}");
        let found = sounds.get(number as u8).unwrap_or_else(|| panic!("sfx {number} is not there"));
        assert_eq!(found.name, name, "{event:?}");
    }
    assert_eq!(sound::of(&Event::Beat), 0, "what has no sound has no number");
    // What does not react, run against.
    let mut play = Play::new();
    play.taps("lllll");
    play.frame(LEFT);
    assert_eq!(play.effects(), [43]);
}

#[test]
fn each_sound_is_another() {
    let sounds = sounds();
    let mut records = Vec::new();
    for number in 42..64 {
        let found = sounds.get(number).unwrap_or_else(|| panic!("sfx {number} is not there"));
        assert!(!found.name.is_empty() && found.shown > 0, "{number} has no name");
        assert!(found.record[..64].iter().any(|byte| *byte != 0), "{} is silent", found.name);
        records.push(found.record.to_vec());
    }
    records.sort();
    records.dedup();
    assert_eq!(records.len(), 22, "two effects are the same");
}

#[test]
fn a_key_is_heard_in_its_frame() {
    let mut play = Play::new();
    assert!(play.effects().is_empty());
    play.frame(RIGHT);
    assert_eq!(play.effects(), [42]);
}

#[test]
fn what_happens_is_heard_when_it_is_seen() {
    // The yard's crock stands at 2 11; the bump reaches it four frames after the key.
    let mut play = Play::among(&[]);
    play.set("/world/mobs/0/at", json!({ "x": 3, "y": 11 }));
    play.wait(1);
    play.frame(LEFT);
    let mut heard = vec![play.effects()];
    for _ in 0..6 {
        play.wait(1);
        heard.push(play.effects());
    }
    let first = heard.iter().position(|now| now.contains(&46)).expect("a vase breaks");
    assert_eq!(first, 3, "the fourth frame: {heard:?}");
    let crumbs = play.get("/scene/crumbs").as_array().map(Vec::len);
    assert_eq!(crumbs, Some(1), "and bursts in it");
}

#[test]
fn menus_are_heard() {
    let mut play = Play::new();
    play.frame(X);
    assert_eq!(play.effects(), [57]);
    play.wait(30);
    // The cursor's tick is shorter than a frame: another frame without it sounds otherwise.
    let mut other = play.clone();
    play.frame(DOWN);
    other.frame(0);
    assert_ne!(play.console.machine().samples(), other.console.machine().samples());
    play.wait(10);
    play.frame(O);
    assert_eq!(play.effects(), [58]);
}

#[test]
fn the_bass_of_the_yard_flows_into_the_theme() {
    let mut play = Play::new();
    assert_eq!((play.stat(54), play.stat(57)), (0, 1), "pattern 0 plays");
    play.wait(60 * 10);
    assert_eq!(play.stat(54), 0, "round and round");
    play.taps("uuuuuu");
    play.tap(UP);
    assert_eq!((play.floor(), play.stat(54)), (1, 0), "it goes on");
    let bar = (0..600).find(|_| {
        play.wait(1);
        play.stat(54) == 1
    });
    assert!(bar.is_some(), "and flows into the theme at its pattern's end");
}

#[test]
fn the_tunes_are_there_and_end_as_they_should() {
    for (tune, patterns) in [(sound::DEATH, 1), (sound::WIN, 2)] {
        let mut play = Play::new();
        let mut p8 = play.console.machine_mut();
        sound::music(p8, tune);
        play.wait(30);
        assert_eq!((play.stat(54), play.stat(57)), (tune, 1));
        p8 = play.console.machine_mut();
        let last = 0x3100 + 4 * (tune + patterns - 1) as u16;
        assert_eq!(p8.peek(last + 2) & 0x80, 0x80, "tune {tune} ends with its last pattern");
        play.wait(60 * 12);
        assert_eq!(play.stat(57), 0, "it has ended");
    }
}

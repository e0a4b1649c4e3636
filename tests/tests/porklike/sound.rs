//! What Smokehouse sounds like, by `stat`: which sound each thing that happens has, on which channel, and how the bass
//! flows into the theme. The numbers are the table of the tower's sounds, written out; `sfx/porklike.sfx` names them.

use crate::play::{self, DOWN, Play, RIGHT};
use porklike::dir::{Cell, Dir};
use porklike::sound;
use porklike::world::{Event, Hit};
use rasher::Stat;

/// `stat(n)` as a number; -1 for nothing.
fn stat(play: &Play, n: i32) -> i32 {
    match play.console.machine().clone().stat(n) {
        Stat::Num(value) => value.flr(),
        Stat::Bool(value) => value.into(),
        Stat::Text(_) | Stat::Nil => -1,
    }
}

/// The effects that sound, on the channels 2 and 3 that they may take; music plays nothing there in the first bars.
fn effects(play: &Play) -> Vec<i32> {
    (48..50).map(|n| stat(play, n)).filter(|n| *n >= 42).collect()
}

#[test]
fn each_event_has_its_sound_and_each_sound_its_notes() {
    let hit = |tile| Hit { at: Cell::at(3, 3), tile };
    let table = [
        (Event::Moved { from: Cell::at(1, 1), dir: Dir::ALL[0] }, 42, "step"),
        (Event::Bumped { hit: hit(2), dir: Dir::ALL[0] }, 43, "wall bump"),
        (Event::DoorOpened(hit(16)), 44, "door"),
        (Event::VaseBroken(hit(9)), 46, "vase"),
        (Event::VaseBroken(hit(10)), 61, "smoke"),
        (Event::VaseBroken(hit(11)), 61, "smoke"),
        (Event::ChestOpened(hit(12)), 47, "chest"),
        (Event::TabletRead(hit(20)), 57, "ok"),
        (Event::HamTouched(hit(24)), 55, "good status"),
        (Event::Climbed { to: 2 }, 60, "stairs"),
    ];
    let text =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../sfx/porklike.sfx")).expect("it is there");
    let sounds = format::read_sfx(&text, "porklike.sfx").unwrap_or_else(|e| panic!("{e}"));
    for (event, number, name) in table {
        assert_eq!(sound::of(&event), number, "{event:?}");
        let found = sounds.get(number as u8).unwrap_or_else(|| panic!("sfx {number} is not there"));
        assert_eq!(found.name, name, "{event:?}");
        assert!(found.shown > 0 && found.record[..64].iter().any(|byte| *byte != 0), "{name} is silent");
    }
    for number in 42..64 {
        assert!(
            sounds.get(number).is_some_and(|found| !found.name.is_empty()),
            "effect {number} has no name"
        );
    }
}

#[test]
fn a_key_is_heard_in_its_frame() {
    let mut play = Play::new();
    play.wait(30);
    assert!(effects(&play).is_empty());
    play.frame(RIGHT);
    assert_eq!(effects(&play), [42], "a step");
    play.wait(30);
    assert!(effects(&play).is_empty(), "it is over half a second later");
    play.frame(DOWN);
    assert_eq!(effects(&play), [43], "the lower wall");
}

#[test]
fn the_way_to_the_stairs_is_heard() {
    let mut play = Play::new();
    let mut heard = Vec::new();
    for key in play::TO_ROOM.chars() {
        let floor = play.floor();
        play.frame(play::KEYS["lrud".find(key).expect("an arrow")]);
        heard.extend(effects(&play).into_iter().last());
        if play.floor() != floor {
            assert!(effects(&play).contains(&60), "stairs: {heard:?}");
        }
        play.wait(45);
    }
    let count = |number| heard.iter().filter(|n| **n == number).count();
    assert_eq!((count(44), count(60)), (2, 1), "through two doors and up the stairs: {heard:?}");
    assert!(count(42) >= 15, "steps: {heard:?}");
}

#[test]
fn the_bass_begins_alone_and_flows_into_the_theme() {
    let mut play = Play::new();
    play.frame(0);
    assert_eq!((stat(&play, 57), stat(&play, 54)), (1, 0), "the first pattern");
    assert_eq!((46..50).map(|n| stat(&play, n)).collect::<Vec<_>>(), [8, -1, -1, -1], "bass alone");
    // 32 notes of 18 ticks of 183 samples: 4.78 seconds, and no gap: the bass goes on.
    play.wait(290);
    assert_eq!((stat(&play, 54), stat(&play, 46), stat(&play, 47)), (1, 8, 14), "the theme");
}

#[test]
fn in_the_yard_the_bass_goes_round() {
    // A machine alone, as the yard would have it from its start; every other floor lets the music go on.
    for (floor, after) in [(0, 0), (1, 1), (2, 1)] {
        let mut p8 = play::machine();
        sound::begin(&mut p8, floor);
        assert_eq!(p8.peek(0x3101) & 0x80 != 0, floor == 0);
        let program = rasher::program(Nothing(p8.peek(0x3101)));
        let mut console =
            rasher::Console::boot(program, rasher::Boot { rom: play::rom(), ..Default::default() });
        (0..300).for_each(|_| drop(console.frame(&rasher::Input::default())));
        assert_eq!(console.machine_mut().stat(54), Stat::Num(rasher::Num::int(after)), "floor {floor}");
    }
}

/// Plays the music from its start with that byte in the first pattern.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
struct Nothing(u8);

impl rasher::Cart for Nothing {
    fn _init(&mut self, p8: &mut rasher::Machine) {
        p8.poke(0x3101, self.0.into());
        p8.music(0);
    }

    fn _update60(&mut self, _p8: &mut rasher::Machine) {}
}

/// Effects leave bass and lead to the music, and what they cover comes back.
#[test]
fn effects_cover_neither_bass_nor_lead() {
    let mut play = Play::new();
    play.wait(320);
    for _ in 0..6 {
        play.frame(DOWN);
        assert_eq!((stat(&play, 46), stat(&play, 47)), (8, 14), "bass and lead go on");
        assert_eq!(effects(&play), [43]);
        play.wait(9);
    }
    play.wait(30);
    assert_eq!(stat(&play, 49), 28, "the drums are back");
}

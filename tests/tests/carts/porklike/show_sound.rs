//! How Smokehouse sounds, by `stat`: the sound of each event, on which channel, and how the bass leads into the
//! theme. The numbers are the tower's table of sounds, written out; `sfx/porklike.sfx` names them.

use super::play::{LEFT, Play, UP, X};
use porklike::rules::What;
use serde_json::json;

fn sounds() -> format::SfxText {
    let text =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../sfx/porklike.sfx")).expect("it is there");
    format::read_sfx(&text, "porklike.sfx").unwrap_or_else(|e| panic!("{e}"))
}

/// Each kind of event, its subject, its sound's number and name.
const SOUNDS: [(What, u16, i32, &str); 32] = [
    (What::Step, 0, 42, "step"),
    (What::Block, 3, 43, "wall bump"),
    (What::Block, 0, 43, "wall bump"),
    (What::Hurt, 3, 51, "hit"),
    (What::Hurt, 0, 52, "you are hit"),
    (What::Ambush, 3, 51, "hit"),
    (What::Slide, 3, 62, "shove"),
    (What::Hunt, 3, 63, "noticed"),
    (What::Stun, 3, 56, "bad status"),
    (What::Stun, 0, 50, "bad thing"),
    (What::Curse, 0, 50, "bad thing"),
    (What::Bless, 0, 55, "good status"),
    (What::Heal, 0, 6, "heal"),
    (What::Fade, 0, 4, "wears off"),
    (What::Die, 3, 53, "dies"),
    (What::Die, 0, 50, "bad thing"),
    (What::Lose, 3, 45, "lost you"),
    (What::Puff, 0, 5, "puff"),
    (What::Spawn, 9, 49, "warning"),
    (What::Full, 0, 49, "warning"),
    (What::Open, 0, 44, "door"),
    (What::Break, 0, 46, "vase"),
    (What::Unlock, 0, 47, "chest"),
    (What::Trash, 0, 61, "smoke"),
    (What::Got, 0, 48, "pickup"),
    (What::Equip, 0, 7, "equip"),
    (What::Read, 0, 57, "ok"),
    (What::Climb, 0, 60, "stairs"),
    (What::Bump, 0, 43, "wall bump"),
    (What::Bump, 3, 0, ""),
    (What::Beat, 0, 0, ""),
    (What::Step, 3, 0, ""),
];

#[test]
fn each_event_has_its_sound_and_each_sound_its_notes() {
    let sounds = sounds();
    for (what, id, number, name) in SOUNDS {
        let row = porklike::data::EVENTS[2 * what as usize + usize::from(id == 0)];
        assert_eq!(row[0], number, "{what:?} of {id}");
        if number == 0 {
            continue;
        }
        let found = sounds.get(number as u8).unwrap_or_else(|| panic!("sfx {number} is not there"));
        assert_eq!(found.name, name, "{what:?}");
    }
    // Bumping into something that does not react.
    let mut play = Play::new();
    play.taps("lllll");
    play.frame(LEFT);
    assert_eq!(play.effects(), [43]);
}

#[test]
fn t49_01_the_sound_effects_are_in_the_project() {
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
fn sounds_play_when_their_event_is_shown() {
    // The yard's crock is at 2 11; the bump reaches it four frames after the key.
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
}

#[test]
fn t50_13_the_bass_flows_into_the_theme() {
    let mut play = Play::new();
    assert_eq!((play.stat(54), play.stat(57)), (0, 1), "pattern 0 plays");
    play.wait(60 * 10);
    assert_eq!(play.stat(54), 0, "round and round");
    play.taps("uuuuuu");
    play.tap(UP);
    assert_eq!((play.floor(), play.stat(54)), (1, 0), "it goes on");
    let bar = (0..600).find(|_| {
        play.wait(1);
        play.stat(54) != 0
    });
    assert!(bar.is_some() && play.stat(54) == 1, "and flows into the theme at its pattern's end");
    assert!(play.stat(57) == 1, "without a stop");
    // So it does again in the tower of the next run.
    play.set("/world/end", json!(false));
    play.settle_but(|play| play.mode() != "Over");
    play.wait(60);
    play.frame(X);
    play.settle_but(|play| play.mode() != "Play");
    play.wait(60);
    assert_eq!((play.floor(), play.stat(54), play.stat(57)), (1, 0, 1));
    play.wait(60 * 8);
    assert_eq!((play.stat(54), play.stat(57)), (1, 1));
}

#[test]
fn t49_02_there_is_music_of_our_own() {
    // The opening bass, the themes of larder, kitchen and loft, both endings: each sounds.
    for tune in [0, 1, 9, 17, 26, 28] {
        let mut play = Play::new();
        play.console.machine_mut().music_ext(tune, 0, 3);
        let loud = (0..60).any(|_| {
            play.wait(1);
            play.console.machine().samples().iter().any(|sample| sample.abs() > 500)
        });
        assert!(loud, "tune {tune} is heard");
    }
    for (tune, patterns) in [(26, 1), (28, 2)] {
        let mut play = Play::new();
        let mut p8 = play.console.machine_mut();
        p8.music_ext(tune, 0, 3);
        play.wait(30);
        assert_eq!((play.stat(54), play.stat(57)), (tune, 1));
        p8 = play.console.machine_mut();
        let last = 0x3100 + 4 * (tune + patterns - 1) as u16;
        assert_eq!(p8.peek(last + 2) & 0x80, 0x80, "tune {tune} ends with its last pattern");
        play.wait(60 * 12);
        assert_eq!(play.stat(57), 0, "it has ended");
    }
}

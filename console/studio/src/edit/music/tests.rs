//! The music editor, driven by what a person does. Scenarios are those of the editors' page, by number. On 256x192 the patterns stand at
//! 0, 10, 8 by 9 pixels each, the heads of the channels at 42, 64 wide.

use super::patterns::{Clip, EMPTY, free, pattern, users};
use crate::edit::hand::Hand;
use crate::edit::sound::notes;
use crate::edit::{EditEffect, EditInput, EditorKind, Editors};
use rasher::Rom;

/// Of the data of an empty cart.
fn hand() -> Hand {
    let mut hand = Hand::new();
    hand.editors = Editors::new(Rom::empty("").data);
    hand.tell(EditInput::Size(256, 192, 2));
    hand.editors.open(EditorKind::Music);
    hand
}

/// A note of that letter becomes the first of a sound.
fn compose(hand: &mut Hand, sound: usize, letter: char) {
    hand.editors.open(EditorKind::Sound);
    let before = hand.editors.desk.sound;
    (before..sound).for_each(|_| hand.key("+"));
    (sound..before).for_each(|_| hand.key("-"));
    hand.key("Home");
    hand.key(&letter.to_string());
    hand.let_go(letter);
    hand.editors.open(EditorKind::Music);
}

fn bytes(hand: &Hand, number: usize) -> [u8; 4] {
    pattern(hand.editors.document(), number)
}

/// Digits choose a channel's sound.
fn channel(hand: &mut Hand, number: u8) {
    hand.ticks(120);
    format!("{number:02}").chars().for_each(|digit| hand.key(&digit.to_string()));
}

/// What PICO-8 copies: two sounds and a pattern whose digit says start and stop.
#[test]
fn patterns_of_pico_8_are_pasted_with_their_sounds() {
    let record = format!("180a{}00080000", "0000".repeat(31));
    let mut hand = hand();
    hand.tell(EditInput::Pasted(format!("[sfx]020108{record}09{record}080943445[/sfx]")));
    assert_eq!(bytes(&hand, 0), [0x88, 0x09, 0xc3, 0x44]);
    let first = |sound| notes::note(hand.editors.document(), sound, 0).cell();
    assert_eq!((first(8), first(9)), ("C-2.tri.5".to_string(), "C-2.tri.5".to_string()));
}

#[test]
fn digits_choose_the_sound_and_signs_set_the_flags() {
    let mut hand = hand();
    channel(&mut hand, 18);
    hand.key("Right");
    channel(&mut hand, 9);
    hand.key(">");
    hand.key("[");
    assert_eq!(bytes(&hand, 0), [18 | 0x80, 10, 0x43, 0x44]);
    hand.key("+");
    hand.key("]");
    hand.key("Ctrl+]");
    assert_eq!(bytes(&hand, 1), [0x41, 0x42 | 0x80, 0x43 | 0x80, 0x44]);
    hand.key("Shift+1");
    assert_eq!(bytes(&hand, 1)[0], 1, "a silent channel plays what it names");
    assert_eq!(users(hand.editors.document(), 18), [0]);
    (0..8).for_each(|_| hand.key("Ctrl+z"));
    assert!(hand.data() == *Rom::empty("").data);
}

#[test]
fn scenario_20_a_variation_has_sounds_of_its_own() {
    let mut hand = hand();
    for n in 0..4 {
        compose(&mut hand, 20 + n, 'c');
    }
    for n in 0..4 {
        channel(&mut hand, 20 + n);
        hand.key("+");
    }
    hand.key("Ctrl+-");
    (0..3).for_each(|_| hand.key("Shift+Right"));
    hand.key("Ctrl+d");
    assert_eq!(hand.editors.status(), "4 patterns at 4, 4 sounds in free numbers");
    for n in 0..4 {
        let new = usize::from(bytes(&hand, 4 + n)[0]);
        assert_eq!(new, 8 + n, "the first free ones");
        let record = |sound: usize| hand.data()[notes::address(sound)..][..68].to_vec();
        assert_eq!(record(new), record(20 + n));
    }
    hand.key("Ctrl+z");
    assert_eq!((bytes(&hand, 4), notes::is_empty(hand.editors.document(), 8)), (EMPTY, true));
    // All others have a note: none is free.
    for sound in (8..64).filter(|sound| !(20..24).contains(sound)) {
        compose(&mut hand, sound, 'z');
    }
    assert!(free(hand.editors.document()).is_empty());
    hand.key("Ctrl+-");
    (0..3).for_each(|_| hand.key("+"));
    let before = hand.data();
    hand.key("Ctrl+d");
    assert_eq!(hand.editors.status(), "sounds needed: 1, free: 0; nothing is changed");
    assert!(hand.data() == before);
}

/// Scenario 20 as it is written: patterns are copied elsewhere as a variation; what stands behind is never written over unasked.
#[test]
fn scenario_20_a_variation_goes_where_one_pastes_it() {
    let mut hand = hand();
    for n in 0..4 {
        compose(&mut hand, 20 + n, 'c');
    }
    hand.key("+");
    for n in 0..4 {
        channel(&mut hand, 20 + n);
        hand.key("+");
    }
    channel(&mut hand, 23);
    hand.key("-");
    (0..3).for_each(|_| hand.key("Shift+Left"));
    let before = hand.data();
    hand.key("Ctrl+d");
    assert_eq!(hand.editors.status(), "pattern 5 plays something: copy, and Ctrl+Shift+V elsewhere");
    assert!(hand.data() == before);
    hand.key("Ctrl+c");
    let Some(EditEffect::Copy(text)) = hand.effects.last().cloned() else { panic!("nothing copied") };
    (1..20).for_each(|_| hand.key("+"));
    for (key, first) in [("Ctrl+Shift+V", 8), ("Ctrl+V", 20)] {
        hand.key(key);
        assert_eq!(hand.effects.last(), Some(&EditEffect::Paste), "{key}");
        hand.tell(EditInput::Pasted(text.clone()));
        for n in 0..4 {
            assert_eq!(usize::from(bytes(&hand, 20 + n)[0]), first + n, "{key}");
        }
    }
    hand.key("Ctrl+z");
    hand.key("Ctrl+z");
    assert!(hand.data() == before);
}

/// PICO-8's way: notes are written where a pattern shows them; a sound is the same in all patterns.
#[test]
fn notes_are_written_in_place() {
    let mut hand = hand();
    compose(&mut hand, 8, 'z');
    channel(&mut hand, 8);
    hand.key("+");
    channel(&mut hand, 8);
    let pitch = |hand: &Hand, row: usize| {
        let note = notes::note(hand.editors.document(), 8, row);
        (note.volume > 0).then_some(note.pitch)
    };
    let before = hand.data();
    hand.key("x");
    assert!(hand.data() == before, "letters only sound at first");
    hand.key("Tab");
    hand.key("Down");
    for letter in ['x', 'c', '2'] {
        hand.key(&letter.to_string());
        hand.let_go(letter);
    }
    assert_eq!([0, 1, 2, 3].map(|row| pitch(&hand, row)), [Some(24), Some(26), Some(28), Some(37)]);
    assert_eq!(hand.editors.status(), "note 3 of sound 8, in pattern 0 too");
    hand.key("Back");
    hand.key("Up");
    hand.key("Del");
    assert_eq!([1, 2, 3].map(|row| pitch(&hand, row)), [Some(26), None, None]);
    assert_eq!((bytes(&hand, 0)[0], bytes(&hand, 1)[0]), (8, 8), "no pattern is cleared, no sound chosen");
    hand.key("Alt+PgUp");
    hand.key("v");
    assert_eq!(pitch(&hand, 2), Some(41));
    hand.key("Esc");
    hand.key("9");
    assert_eq!(bytes(&hand, 1)[0], 9, "digits are the sound's number again");
    // A click on a note is the cursor and the way in, one on a pattern the way out; the notes of channel 1 begin at 64, 55.
    hand.click((70, 58));
    hand.key("z");
    assert_eq!(hand.editors.status(), "this channel is silent: < and > choose a sound");
    hand.click((4, 14));
    hand.key("5");
    assert_eq!(bytes(&hand, 0)[1], 5);
    (0..20).for_each(|_| hand.key("Ctrl+z"));
    hand.key("Home");
}

#[test]
fn scenario_21_what_is_heard_is_saved_nowhere() {
    let mut hand = hand();
    compose(&mut hand, 8, 'z');
    channel(&mut hand, 8);
    let before = hand.data();
    let audible = |hand: &Hand| hand.editors.desk.speaker.audible;
    hand.key("Alt+1");
    assert_eq!(audible(&hand), 0b1110);
    hand.key("Ctrl+2");
    assert_eq!(audible(&hand), 0b0100 >> 1);
    hand.key("Ctrl+2");
    assert_eq!(audible(&hand), 0b1110, "the mutes of before");
    assert!(hand.data() == before);
    // Channel 0 is the only one with a sound: not heard, heard, and saved nowhere either way.
    for (key, heard) in [("Alt+2", false), ("Alt+1", true)] {
        hand.key(key);
        hand.key("Space");
        hand.ticks(5);
        hand.effects.clear();
        hand.ticks(60);
        let sounds = |effect: &EditEffect| match effect {
            EditEffect::Samples(samples) => samples.iter().any(|sample| sample.abs() > 500),
            _ => false,
        };
        assert_eq!(hand.effects.iter().any(sounds), heard, "{key}");
        hand.key("Space");
    }
    assert!(
        hand.data() == before && !hand.effects.iter().any(|effect| matches!(effect, EditEffect::Data(_)))
    );
    assert_eq!(bytes(&hand, 0)[0], 8);
    hand.key("Shift+1");
    assert_eq!(bytes(&hand, 0)[0], 8 | 0x40, "which files show as (8)");
}

#[test]
fn space_plays_and_the_view_follows() {
    let mut hand = hand();
    compose(&mut hand, 8, 'z');
    for _ in 0..2 {
        channel(&mut hand, 8);
        hand.key("+");
    }
    hand.key("-");
    hand.key("-");
    hand.key("Space");
    hand.effects.clear();
    // 32 notes of 16 ticks are 255 ticks of the editors.
    hand.ticks(100);
    let loud = |effect: &EditEffect| match effect {
        EditEffect::Samples(samples) => samples.iter().any(|sample| sample.abs() > 1000),
        _ => false,
    };
    assert!(hand.effects.iter().any(loud));
    assert_eq!(hand.editors.desk.speaker.pattern, Some(0));
    hand.ticks(200);
    assert_eq!(hand.editors.desk.speaker.pattern, Some(1));
    assert!(
        hand.editors.status().contains("channel 0: sound 8, in pattern 0 1"),
        "{}",
        hand.editors.status()
    );
    hand.key("Enter");
    assert_eq!((hand.editors.kind(), hand.editors.desk.sound), (EditorKind::Sound, 8));
    hand.ticks(400);
    assert_eq!(hand.effects.last(), Some(&EditEffect::Silence), "pattern 2 is silent: the music is over");
}

#[test]
fn patterns_come_and_go_by_the_clipboard_with_their_sounds() {
    let mut hand = hand();
    compose(&mut hand, 20, 'c');
    channel(&mut hand, 20);
    hand.key("Ctrl+c");
    let Some(EditEffect::Copy(text)) = hand.effects.last().cloned() else { panic!("nothing copied") };
    // In another cart sound 20 is something else.
    let mut other = self::hand();
    compose(&mut other, 20, 'z');
    other.tell(EditInput::Pasted(text.clone()));
    assert_eq!(bytes(&other, 0), [8, 0x42, 0x43, 0x44]);
    assert_eq!(notes::note(other.editors.document(), 8, 0).pitch, 28);
    // In this one it is the same: nothing is copied twice.
    hand.key("+");
    hand.tell(EditInput::Pasted(text));
    assert_eq!(bytes(&hand, 1)[0], 20);
    for bad in ["", "[music]", "[music]\n99: 1 2 3 4", "[music]\n0: 1 2 3 4\nsfx x", "[sfx pitch] C-2.tri.5"]
    {
        assert_eq!(Clip::from_text(bad), None, "{bad:?}");
    }
}

#[test]
fn the_mouse_alone_chooses_sounds_and_selects_patterns() {
    let mut hand = hand();
    // The number of channel 0 stands behind three signs.
    hand.click((40, 47));
    hand.click((40, 47));
    assert_eq!(bytes(&hand, 0)[0], 2);
    hand.drag(2, &[(40, 47), (40, 47)]);
    assert_eq!(bytes(&hand, 0)[0], 1);
    hand.click((24, 47));
    assert_eq!(bytes(&hand, 0)[0], 0x41);
    hand.drag(1, &[(12, 14), (36, 14)]);
    hand.key("Del");
    hand.click((30, 36));
    assert_eq!(bytes(&hand, 4)[0], 0x41 | 0x80);
}

/// Ten thousand random inputs by each seed: no panic, and all undone gives the first bytes, all redone the last ones.
#[test]
fn whatever_is_done_can_be_undone_and_done_again() {
    let text = "[music]\n 0:    8   --   20   --  start\nsfx 8: speed 3\n  C-2.tri.5\n\nsfx 20: speed 4\n  D-2.tri.5\n";
    assert!(Clip::from_text(text).is_some());
    for seed in 0..8 {
        Hand::new().try_anything(EditorKind::Music, seed, 10_000, &[text]);
    }
}

//! The music editor, driven by what a person does. Scenarios are those of the editors' page, by number. On 256x192 the patterns stand at
//! 0, 10, 8 by 9 pixels each, the heads of the channels at 42, 64 wide.

use super::patterns::{CopiedPatterns, EMPTY, free, pattern};
use crate::sound::notes;
use crate::sound::notes::users;
use crate::test_user::User;
use crate::{EditEffect, EditInput, EditorKind, Editors};
use rasher::Rom;

fn user() -> User {
    let mut user = User::new();
    user.editors = Editors::new(Rom::empty("").data);
    user.send(EditInput::Size(256, 192, 2));
    user.editors.open(EditorKind::Music);
    user
}

/// A note of that letter becomes the first of a sound.
fn compose(user: &mut User, sound: usize, letter: char) {
    user.editors.open(EditorKind::Sound);
    let before = user.editors.cx.sound;
    (before..sound).for_each(|_| user.key("+"));
    (sound..before).for_each(|_| user.key("-"));
    user.key("Home");
    user.key(&letter.to_string());
    user.let_go(letter);
    user.editors.open(EditorKind::Music);
}

fn bytes(user: &User, number: usize) -> [u8; 4] {
    pattern(user.editors.document(), number)
}

fn channel(user: &mut User, number: u8) {
    user.ticks(120);
    format!("{number:02}").chars().for_each(|digit| user.key(&digit.to_string()));
}

/// What PICO-8 copies: two sounds and a pattern whose digit says start and stop.
#[test]
fn patterns_of_pico_8_are_pasted_with_their_sounds() {
    let record = format!("180a{}00080000", "0000".repeat(31));
    let mut user = user();
    user.send(EditInput::Pasted(format!("[sfx]020108{record}09{record}080943445[/sfx]")));
    assert_eq!(bytes(&user, 0), [0x88, 0x09, 0xc3, 0x44]);
    let first = |sound| notes::note(user.editors.document(), sound, 0).cell();
    assert_eq!((first(8), first(9)), ("C-2.tri.5".to_string(), "C-2.tri.5".to_string()));
}

#[test]
fn digits_choose_the_sound_and_signs_set_the_flags() {
    let mut user = user();
    channel(&mut user, 18);
    user.key("Right");
    channel(&mut user, 9);
    user.key(">");
    user.key("[");
    assert_eq!(bytes(&user, 0), [18 | 0x80, 10, 0x43, 0x44]);
    user.key("+");
    user.key("]");
    user.key("Ctrl+]");
    assert_eq!(bytes(&user, 1), [0x41, 0x42 | 0x80, 0x43 | 0x80, 0x44]);
    user.key("Shift+1");
    assert_eq!(bytes(&user, 1)[0], 1, "a silent channel plays what it names");
    assert_eq!(users(user.editors.document(), 18), [0]);
    (0..8).for_each(|_| user.key("Ctrl+z"));
    assert!(user.data() == *Rom::empty("").data);
}

#[test]
fn scenario_20_a_variation_has_sounds_of_its_own() {
    let mut user = user();
    for n in 0..4 {
        compose(&mut user, 20 + n, 'c');
    }
    for n in 0..4 {
        channel(&mut user, 20 + n);
        user.key("+");
    }
    user.key("Ctrl+-");
    (0..3).for_each(|_| user.key("Shift+Right"));
    user.key("Ctrl+d");
    assert_eq!(user.editors.status(), "4 patterns at 4, 4 sounds in free numbers");
    for n in 0..4 {
        let new = usize::from(bytes(&user, 4 + n)[0]);
        assert_eq!(new, 8 + n, "the first free ones");
        let record = |sound: usize| user.data()[notes::address(sound)..][..68].to_vec();
        assert_eq!(record(new), record(20 + n));
    }
    user.key("Ctrl+z");
    assert_eq!((bytes(&user, 4), notes::is_empty(user.editors.document(), 8)), (EMPTY, true));
    // All others have a note: none is free.
    for sound in (8..64).filter(|sound| !(20..24).contains(sound)) {
        compose(&mut user, sound, 'z');
    }
    assert!(free(user.editors.document()).is_empty());
    user.key("Ctrl+-");
    (0..3).for_each(|_| user.key("+"));
    let before = user.data();
    user.key("Ctrl+d");
    assert_eq!(user.editors.status(), "sounds needed: 1, free: 0; nothing is changed");
    assert!(user.data() == before);
}

/// Scenario 20 as it is written: patterns are copied elsewhere as a variation; what stands behind is never written over unasked.
#[test]
fn scenario_20_a_variation_goes_where_one_pastes_it() {
    let mut user = user();
    for n in 0..4 {
        compose(&mut user, 20 + n, 'c');
    }
    user.key("+");
    for n in 0..4 {
        channel(&mut user, 20 + n);
        user.key("+");
    }
    channel(&mut user, 23);
    user.key("-");
    (0..3).for_each(|_| user.key("Shift+Left"));
    let before = user.data();
    user.key("Ctrl+d");
    assert_eq!(user.editors.status(), "pattern 5 plays something: copy, and Ctrl+Shift+V elsewhere");
    assert!(user.data() == before);
    user.key("Ctrl+c");
    let Some(EditEffect::Copy(text)) = user.effects.last().cloned() else { panic!("nothing copied") };
    (1..20).for_each(|_| user.key("+"));
    for (key, first) in [("Ctrl+Shift+V", 8), ("Ctrl+V", 20)] {
        user.key(key);
        assert_eq!(user.effects.last(), Some(&EditEffect::Paste), "{key}");
        user.send(EditInput::Pasted(text.clone()));
        for n in 0..4 {
            assert_eq!(usize::from(bytes(&user, 20 + n)[0]), first + n, "{key}");
        }
    }
    user.key("Ctrl+z");
    user.key("Ctrl+z");
    assert!(user.data() == before);
}

/// PICO-8's way: notes are written where a pattern shows them; a sound is the same in all patterns.
#[test]
fn notes_are_written_in_place() {
    let mut user = user();
    compose(&mut user, 8, 'z');
    channel(&mut user, 8);
    user.key("+");
    channel(&mut user, 8);
    let pitch = |user: &User, row: usize| {
        let note = notes::note(user.editors.document(), 8, row);
        (note.volume > 0).then_some(note.pitch)
    };
    let before = user.data();
    user.key("x");
    assert!(user.data() == before, "letters only sound at first");
    user.key("Tab");
    user.key("Down");
    for letter in ['x', 'c', '2'] {
        user.key(&letter.to_string());
        user.let_go(letter);
    }
    assert_eq!([0, 1, 2, 3].map(|row| pitch(&user, row)), [Some(24), Some(26), Some(28), Some(37)]);
    assert_eq!(user.editors.status(), "note 3 of sound 8, in pattern 0 too");
    user.key("Back");
    user.key("Up");
    user.key("Del");
    assert_eq!([1, 2, 3].map(|row| pitch(&user, row)), [Some(26), None, None]);
    assert_eq!((bytes(&user, 0)[0], bytes(&user, 1)[0]), (8, 8), "no pattern is cleared, no sound chosen");
    user.key("Alt+PgUp");
    user.key("v");
    assert_eq!(pitch(&user, 2), Some(41));
    user.key("Esc");
    user.key("9");
    assert_eq!(bytes(&user, 1)[0], 9, "digits are the sound's number again");
    // A click on a note is the cursor and the way in, one on a pattern the way out; the notes of channel 1 begin at 64, 55.
    user.click((70, 58));
    user.key("z");
    assert_eq!(user.editors.status(), "this channel is silent: < and > choose a sound");
    user.click((4, 14));
    user.key("5");
    assert_eq!(bytes(&user, 0)[1], 5);
    (0..20).for_each(|_| user.key("Ctrl+z"));
    user.key("Home");
}

#[test]
fn scenario_21_what_is_heard_is_saved_nowhere() {
    let mut user = user();
    compose(&mut user, 8, 'z');
    channel(&mut user, 8);
    let before = user.data();
    let audible = |user: &User| user.editors.cx.speaker.audible;
    user.key("Alt+1");
    assert_eq!(audible(&user), 0b1110);
    user.key("Ctrl+2");
    assert_eq!(audible(&user), 0b0100 >> 1);
    user.key("Ctrl+2");
    assert_eq!(audible(&user), 0b1110, "the mutes of before");
    assert!(user.data() == before);
    // Channel 0 is the only one with a sound: not heard, heard, and saved nowhere either way.
    for (key, heard) in [("Alt+2", false), ("Alt+1", true)] {
        user.key(key);
        user.key("Space");
        user.ticks(5);
        user.effects.clear();
        user.ticks(60);
        let sounds = |effect: &EditEffect| match effect {
            EditEffect::Samples(samples) => samples.iter().any(|sample| sample.abs() > 500),
            _ => false,
        };
        assert_eq!(user.effects.iter().any(sounds), heard, "{key}");
        user.key("Space");
    }
    assert!(
        user.data() == before && !user.effects.iter().any(|effect| matches!(effect, EditEffect::Data(_)))
    );
    assert_eq!(bytes(&user, 0)[0], 8);
    user.key("Shift+1");
    assert_eq!(bytes(&user, 0)[0], 8 | 0x40, "which files show as (8)");
}

#[test]
fn space_plays_and_the_view_follows() {
    let mut user = user();
    compose(&mut user, 8, 'z');
    for _ in 0..2 {
        channel(&mut user, 8);
        user.key("+");
    }
    user.key("-");
    user.key("-");
    user.key("Space");
    user.effects.clear();
    // 32 notes of 16 ticks are 255 ticks of the editors.
    user.ticks(100);
    let loud = |effect: &EditEffect| match effect {
        EditEffect::Samples(samples) => samples.iter().any(|sample| sample.abs() > 1000),
        _ => false,
    };
    assert!(user.effects.iter().any(loud));
    assert_eq!(user.editors.cx.speaker.pattern, Some(0));
    user.ticks(200);
    assert_eq!(user.editors.cx.speaker.pattern, Some(1));
    assert!(
        user.editors.status().contains("channel 0: sound 8, in pattern 0 1"),
        "{}",
        user.editors.status()
    );
    user.key("Enter");
    assert_eq!((user.editors.kind(), user.editors.cx.sound), (EditorKind::Sound, 8));
    user.ticks(400);
    assert_eq!(user.effects.last(), Some(&EditEffect::Silence), "pattern 2 is silent: the music is over");
}

#[test]
fn patterns_come_and_go_by_the_clipboard_with_their_sounds() {
    let mut user = user();
    compose(&mut user, 20, 'c');
    channel(&mut user, 20);
    user.key("Ctrl+c");
    let Some(EditEffect::Copy(text)) = user.effects.last().cloned() else { panic!("nothing copied") };
    // In another cart sound 20 is something else.
    let mut other = self::user();
    compose(&mut other, 20, 'z');
    other.send(EditInput::Pasted(text.clone()));
    assert_eq!(bytes(&other, 0), [8, 0x42, 0x43, 0x44]);
    assert_eq!(notes::note(other.editors.document(), 8, 0).pitch, 28);
    // In this one it is the same: nothing is copied twice.
    user.key("+");
    user.send(EditInput::Pasted(text));
    assert_eq!(bytes(&user, 1)[0], 20);
    for bad in ["", "[music]", "[music]\n99: 1 2 3 4", "[music]\n0: 1 2 3 4\nsfx x", "[sfx pitch] C-2.tri.5"]
    {
        assert_eq!(CopiedPatterns::from_text(bad), None, "{bad:?}");
    }
}

#[test]
fn the_mouse_alone_chooses_sounds_and_selects_patterns() {
    let mut user = user();
    // The number of channel 0 stands behind three signs.
    user.click((40, 47));
    user.click((40, 47));
    assert_eq!(bytes(&user, 0)[0], 2);
    user.drag(2, &[(40, 47), (40, 47)]);
    assert_eq!(bytes(&user, 0)[0], 1);
    user.click((24, 47));
    assert_eq!(bytes(&user, 0)[0], 0x41);
    user.drag(1, &[(12, 14), (36, 14)]);
    user.key("Del");
    user.click((30, 36));
    assert_eq!(bytes(&user, 4)[0], 0x41 | 0x80);
}

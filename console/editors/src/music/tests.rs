//! The music editor, driven by keys and mouse. Scenarios are numbered as on the editors' page. On 256x192 the patterns start at (0, 10),
//! 8 by 9 pixels each; the heads of the channels are at y = 42 and 64 wide.

use super::patterns::{CopiedPatterns, EMPTY, free, pattern};
use crate::sound::notes::{self, users};
use crate::test_user::User;
use crate::{EditEffect, EditInput, EditorKind, Editors};
use rasher::Rom;

fn user() -> User {
    let mut user = User::of(Editors::new(Rom::empty("").data));
    user.editors.open(EditorKind::Music);
    user
}

/// A note of that letter becomes the first of a sound.
fn compose(user: &mut User, sound: usize, letter: char) {
    user.editors.cx.sound = sound;
    user.editors.open(EditorKind::Sound);
    user.does(&format!("Home {letter} up:{letter}"));
    user.editors.open(EditorKind::Music);
}

fn bytes(user: &User, number: usize) -> [u8; 4] {
    pattern(user.editors.document(), number)
}

fn channel(user: &mut User, number: u8) {
    user.does(&format!("wait:120 '{number:02}'"));
}

fn is_loud(effect: &EditEffect) -> bool {
    matches!(effect, EditEffect::Samples(samples) if samples.iter().any(|sample| sample.abs() > 500))
}

/// What PICO-8 copies: two sounds and a pattern whose digit says start and stop.
#[test]
fn patterns_of_pico_8_are_pasted_with_their_sounds() {
    let record = format!("180a{}00080000", "0000".repeat(31));
    let mut user = user();
    user.send(EditInput::Pasted(format!("[sfx]020108{record}09{record}080943445[/sfx]")));
    assert_eq!(bytes(&user, 0), [0x88, 0x09, 0xc3, 0x44]);
    let first = |sound| notes::note(user.editors.document(), sound, 0).cell();
    assert_eq!([8, 9].map(first), ["C-2.tri.5"; 2]);
}

#[test]
fn digits_choose_the_sound_and_signs_set_the_flags() {
    let mut user = user();
    user.does("wait:120 '18' Right wait:120 '09' > [");
    assert_eq!(bytes(&user, 0), [18 | 0x80, 10, 0x43, 0x44]);
    assert_eq!(users(user.editors.document(), 18), [0]);
    user.does("+ ] Ctrl+]");
    assert_eq!(bytes(&user, 1), [0x41, 0x42 | 0x80, 0x43 | 0x80, 0x44]);
    assert_eq!(bytes(user.does("Shift+1"), 1)[0], 1, "a silent channel plays what it names");
    assert!(user.does("Ctrl+z*8").data() == *Rom::empty("").data);
}

#[test]
fn scenario_20_a_variation_has_sounds_of_its_own() {
    let mut user = user();
    for n in 0..4 {
        compose(&mut user, 20 + n, 'c');
        channel(&mut user, 20 + n as u8);
        user.does("+");
    }
    user.does("Ctrl+- Shift+Right*3 Ctrl+d").says("4 patterns at 4, 4 sounds in unused slots");
    let record = |sound: usize| user.data()[notes::address(sound)..][..68].to_vec();
    for n in 0..4 {
        assert_eq!(usize::from(bytes(&user, 4 + n)[0]), 8 + n, "the first free ones");
        assert_eq!(record(8 + n), record(20 + n));
    }
    user.does("Ctrl+z");
    assert_eq!((bytes(&user, 4), notes::is_empty(user.editors.document(), 8)), (EMPTY, true));
    // All others have a note: none is free.
    (8..64).filter(|sound| !(20..24).contains(sound)).for_each(|sound| compose(&mut user, sound, 'z'));
    assert!(free(user.editors.document()).is_empty());
    let before = user.does("Ctrl+- +*3").data();
    user.does("Ctrl+d").says("sounds needed: 1, free: 0: nothing changed");
    assert!(user.data() == before);
}

#[test]
fn scenario_20_a_variation_goes_where_one_pastes_it() {
    let mut user = user();
    (20..24).for_each(|sound| compose(&mut user, sound, 'c'));
    for number in [20, 21, 22, 23, 23] {
        user.does("+");
        channel(&mut user, number);
    }
    let before = user.does("- Shift+Left*3").data();
    user.does("Ctrl+d").says("pattern 5 is in use: copy, then Ctrl+Shift+V elsewhere");
    assert!(user.data() == before);
    let text = user.does("Ctrl+c").copied().to_string();
    user.does("+*19");
    for (key, first) in [("Ctrl+Shift+V", 8), ("Ctrl+V", 20)] {
        assert_eq!(user.does(key).effects.last(), Some(&EditEffect::Paste), "{key}");
        user.send(EditInput::Pasted(text.clone()));
        assert_eq!([0, 1, 2, 3].map(|n| bytes(&user, 20 + n)[0]), [0, 1, 2, 3].map(|n| first + n), "{key}");
    }
    assert!(user.does("Ctrl+z*2").data() == before);
}

/// Our decision: a key that deletes takes only what the cursor is on. PICO-8 and earlier versions cleared the whole pattern.
#[test]
fn del_clears_what_the_cursor_is_on() {
    let full = [8 | 0x80, 9, 10, 11];
    let cases = [
        ("Del", [0x41 | 0x80, 9, 10, 11], "cleared channel 0: it was sound 8"),
        ("Right*2 Back", [8 | 0x80, 9, 0x43, 11], "cleared channel 2: it was sound 10"),
        (
            "Right*2 Del*2",
            [8 | 0x80, 9, 0x43, 11],
            "channel 2 is empty: Tab twice, then Del clears the pattern",
        ),
        ("Tab Del", full, "note 0 of sound 8"),
        ("Tab*2 Del", EMPTY, "cleared pattern 1: Ctrl+Z restores it"),
        ("Tab*3 Del", [0x41 | 0x80, 9, 10, 11], "cleared channel 0: it was sound 8"),
        ("Tab*2 Esc Del", [0x41 | 0x80, 9, 10, 11], "cleared channel 0: it was sound 8"),
        // A choice by digits is one of a channel; a click on the strip one of patterns.
        ("Tab*2 9 Del", [0x41 | 0x80, 9, 10, 11], "cleared channel 0: it was sound 9"),
        ("#12,14 Del", EMPTY, "cleared pattern 1: Ctrl+Z restores it"),
        ("#12,14 Home Right Del", EMPTY, "cleared pattern 1: Ctrl+Z restores it"),
        ("#12,14 Down Up Back", EMPTY, "…"),
        ("Shift+Left Del", EMPTY, "cleared patterns 0 to 1: Ctrl+Z restores them"),
    ];
    for (script, want, says) in cases {
        let mut user = user();
        user.does("+ 8 [ Right wait:120 9 Right wait:120 '10' Right wait:120 '11' Left*3");
        assert_eq!(bytes(&user, 1), full);
        let before = user.data();
        assert_eq!(bytes(user.does(script), 1), want, "{script}");
        if says != "…" {
            user.says(says);
        }
        user.does("Ctrl+z");
        assert!(user.data() == before || script.contains('9') || script == "Tab Del", "{script}");
    }
}

/// PICO-8's way: notes are written where a pattern shows them; a sound is the same in all patterns.
#[test]
fn notes_are_written_in_place() {
    let mut user = user();
    compose(&mut user, 8, 'z');
    channel(&mut user, 8);
    channel(user.does("+"), 8);
    let pitches = |user: &User| {
        let note = |row| notes::note(user.editors.document(), 8, row);
        [0, 1, 2, 3].map(|row| Some(note(row)).filter(|note| note.volume > 0).map(|note| note.pitch))
    };
    let before = user.data();
    assert!(user.does("x").data() == before, "letters only sound at first");
    user.does("Tab Down x up:x c up:c 2 up:2").says("note 3 of sound 8, also in pattern 0");
    assert_eq!(pitches(&user), [Some(24), Some(26), Some(28), Some(37)]);
    assert_eq!(pitches(user.does("Back Up Del")), [Some(24), Some(26), None, None]);
    assert_eq!([0, 1].map(|n| bytes(&user, n)[0]), [8, 8], "no pattern is cleared, no sound chosen");
    assert_eq!(pitches(user.does("Alt+PgUp v"))[2], Some(41));
    assert_eq!(bytes(user.does("Esc 9"), 1)[0], 9, "digits are the sound's number again");
    // A click on a note is the cursor and the way in, one on a pattern the way out; the notes of channel 1 begin at 64, 55.
    user.does("#70,58 z").says("this channel is silent: < and > choose a sound");
    assert_eq!(bytes(user.does("#4,14 5"), 0)[1], 5);
}

#[test]
fn scenario_21_what_is_played_is_saved_nowhere() {
    let mut user = user();
    compose(&mut user, 8, 'z');
    channel(&mut user, 8);
    let before = user.data();
    user.effects.clear();
    let audible = ["Alt+1", "Ctrl+2", "Ctrl+2"].map(|key| user.does(key).editors.cx.speaker.audible);
    assert_eq!(audible, [0b1110, 0b0010, 0b1110], "the mutes of before come back");
    // Channel 0 is the only one with a sound: muted, then audible.
    for (key, audible) in [("Alt+2", false), ("Alt+1", true)] {
        user.does(key).does("Space wait:5");
        let from = user.effects.len();
        user.does("wait:60");
        assert_eq!(user.effects[from..].iter().any(is_loud), audible, "{key}");
        user.does("Space");
    }
    assert!(user.data() == before && !user.effects.iter().any(|it| matches!(it, EditEffect::Data(_))));
    // Files show it as (8).
    assert_eq!([bytes(&user, 0)[0], bytes(user.does("Shift+1"), 0)[0]], [8, 8 | 0x40]);
}

#[test]
fn space_plays_and_the_view_follows() {
    let mut user = user();
    compose(&mut user, 8, 'z');
    channel(&mut user, 8);
    channel(user.does("+"), 8);
    user.does("- Space").effects.clear();
    // 32 notes of 16 ticks are 255 ticks of the editors.
    assert_eq!(user.does("wait:100").editors.cx.speaker.pattern, Some(0));
    assert!(user.effects.iter().any(is_loud));
    assert_eq!(user.does("wait:200").editors.cx.speaker.pattern, Some(1));
    user.says("…channel 0: sound 8, in pattern 0 1…");
    user.does("Enter");
    assert_eq!((user.editors.kind(), user.editors.cx.sound), (EditorKind::Sound, 8));
    user.does("wait:400");
    assert_eq!(user.effects.last(), Some(&EditEffect::Silence), "pattern 2 is silent: the music is over");
}

#[test]
fn patterns_come_and_go_by_the_clipboard_with_their_sounds() {
    let mut user = user();
    compose(&mut user, 20, 'c');
    channel(&mut user, 20);
    let text = user.does("Ctrl+c").copied().to_string();
    // In another cart sound 20 is something else.
    let mut other = self::user();
    compose(&mut other, 20, 'z');
    other.send(EditInput::Pasted(text.clone()));
    assert_eq!(bytes(&other, 0), [8, 0x42, 0x43, 0x44]);
    assert_eq!(notes::note(other.editors.document(), 8, 0).pitch, 28);
    // In this one it is the same: nothing is copied twice.
    user.does("+").send(EditInput::Pasted(text));
    assert_eq!(bytes(&user, 1)[0], 20);
    for bad in ["", "[music]", "[music]\n99: 1 2 3 4", "[music]\n0: 1 2 3 4\nsfx x", "[sfx pitch] C-2.tri.5"]
    {
        assert_eq!(CopiedPatterns::from_text(bad), None, "{bad:?}");
    }
}

#[test]
fn the_mouse_alone_chooses_sounds_and_selects_patterns() {
    let mut user = user();
    // The number of channel 0 is behind three signs; the first click lets it play.
    let first = ["#40,47*2", "r#40,47", "#24,47"].map(|script| bytes(user.does(script), 0)[0]);
    assert_eq!(first, [2, 1, 0x41]);
    user.does("#12,14:36,14 Del #30,36");
    assert_eq!(bytes(&user, 4)[0], 0x41 | 0x80);
}

//! What the mouse alone does in the sound editor, and what is seen of it. Places on 256x192 are those of `tests.rs`.

use super::tests::{cells, strike, user};
use super::{SoundEditor, notes};
use crate::test_user::User;
use crate::{EditInput, EditKey};

/// Point 9 of issue 18: a shape is reached by the mouse alone, and the same as by its key.
#[test]
fn the_words_below_a_wave_give_it_a_shape() {
    let mut user = user(0);
    user.key("Ctrl+w");
    for size in [(128, 128), (256, 192), (640, 360)] {
        user.send(EditInput::Size(size.0, size.1, 1));
        let areas = SoundEditor::words(&SoundEditor::layout(&user.editors.cx), &user.editors.cx);
        assert_eq!(areas.len(), 8, "{size:?}");
        for (row, word, area) in areas {
            let (key, name) = (super::command::TABLE[row].2, super::command::TABLE[row].1);
            assert!(word.ends_with(&name[6..]), "{word}");
            assert!(
                area.x + area.w <= size.0 && area.y + area.h <= size.1 - 8,
                "{size:?}: {word} at {area:?}"
            );
            user.key("Alt+w");
            user.key("Ctrl+Right");
            let before = user.data();
            user.key(&key.to_lowercase().replace("alt", "Alt"));
            let by_key = user.data();
            user.key("Ctrl+z");
            assert!(user.data() == before, "{word}");
            user.click((area.x + 1, area.y + 2));
            assert!(user.data() == by_key, "{word}");
        }
    }
}

/// A large window has words for what changes notes: a click does what the key does.
#[test]
fn the_words_below_the_notes_change_them() {
    let mut user = user(8);
    user.send(EditInput::Size(640, 360, 1));
    "zxc".chars().for_each(|letter| strike(&mut user, letter));
    user.key("Alt+Up");
    strike(&mut user, 'v');
    user.key("Home");
    (0..3).for_each(|_| user.key("Shift+Right"));
    let words = SoundEditor::words(&SoundEditor::layout(&user.editors.cx), &user.editors.cx);
    assert_eq!(words.len(), 10);
    for (row, word, area) in words {
        let before = user.data();
        user.key(super::command::TABLE[row].2);
        let by_key = user.data();
        assert!(by_key != before, "{word}");
        user.key("Ctrl+z");
        user.click((area.x + 1, area.y + 2));
        assert!(user.data() == by_key, "{word}");
        user.key("Ctrl+z");
        assert!(user.data() == before, "{word}");
    }
}

/// Point 4 of issue 18 by the mouse alone: all, from the cursor, a selection round and round.
#[test]
fn the_mouse_plays_from_the_cursor_and_round_and_round() {
    let mut user = user(8);
    (0..12).for_each(|_| strike(&mut user, 'z'));
    let layout = SoundEditor::layout(&user.editors.cx);
    let plays = |user: &mut User, button: u8, area: studio::Area| {
        user.drag(button, &[(area.x + 2, area.y + 2)]);
        let mut rows = std::collections::BTreeSet::new();
        for _ in 0..40 {
            user.send(EditInput::Tick);
            rows.extend(user.editors.cx.speaker.places.iter().flatten().map(|place| place.1));
        }
        user.click((layout.play.x + 2, layout.play.y + 2));
        assert_eq!(user.editors.cx.speaker.playing(), None);
        (rows.first().copied(), rows.last().copied())
    };
    // A click into the graph moves the cursor, and a drag of the right button selects.
    user.click((8 * 6 + 4, 60));
    assert_eq!(plays(&mut user, 1, layout.play).0, Some(0));
    assert_eq!(plays(&mut user, 2, layout.play).0, Some(6));
    user.drag(2, &[(8 * 2 + 4, 60), (8 * 4 + 4, 60)]);
    assert_eq!(plays(&mut user, 1, layout.round), (Some(2), Some(4)));
}

/// Under "less flash" ants stand, and what blinks stays lit.
#[test]
fn nothing_moves_by_itself_where_nothing_is_to_flash() {
    let mut user = user(8);
    user.key("Ctrl+a");
    user.ticks(240);
    for (calm, same) in [(false, false), (true, true)] {
        user.send(EditInput::Calm(calm));
        let before = user.editors.draw();
        user.ticks(9);
        assert_eq!(user.editors.draw() == before, same, "{calm}");
    }
}

/// A refusal is told by a sign, not by its colour alone.
#[test]
fn a_refusal_has_a_sign() {
    let mut user = user(8);
    let letters = |user: &User| {
        let line = user.editors.draw().pixels.split_off(256 * 184);
        line.iter().map(|color| *color != line[0]).collect::<Vec<_>>()
    };
    user.editors.cx.refuse("no");
    let refused = letters(&user);
    user.editors.cx.say("no");
    assert!(letters(&user) != refused);
    user.editors.cx.say("! no");
    assert!(letters(&user) == refused);
}

/// The list of commands by the mouse alone: the wheel brings the row, a click does it.
#[test]
fn a_command_far_down_the_list_is_reached_by_the_mouse() {
    let mut user = user(8);
    "zxcv".chars().for_each(|letter| strike(&mut user, letter));
    let n = user.editors.rows().iter().position(|row| row.name == "an octave up").unwrap_or(0);
    user.key("F1");
    user.point((100, 80));
    let place = |user: &User| user.editors.finder.as_ref().map_or((0, 0), |finder| finder.place());
    let (first, cursor) = place(&user);
    let mut steps = 0;
    while place(&user).0 + 5 < n && steps < 30 {
        user.send(EditInput::Wheel(-1));
        steps += 1;
        let (now, at) = place(&user);
        assert_eq!(at - now, cursor - first, "the row under the pointer is chosen");
    }
    let y = 28 + (n - place(&user).0) as i32 * studio::canvas::ROW + 2;
    user.click((100, y));
    assert_eq!(cells(&user, 8, 0..4), ["C-3.tri.5", "D-3.tri.5", "E-3.tri.5", "F-3.tri.5"]);
    user.key("F1");
    (0..99).for_each(|_| user.send(EditInput::Wheel(-9)));
    let (first, cursor) = place(&user);
    assert!(first > 0 && cursor < user.editors.rows().len());
    (0..99).for_each(|_| user.send(EditInput::Wheel(9)));
    assert_eq!(place(&user).0, 0);
}

#[test]
fn the_mouse_alone_draws_keys_volumes_effects_and_filters() {
    let mut user = user(8);
    // Keys 10 to 20 over the first eleven notes: y is 33 + 63 - key.
    user.drag(1, &[(4, 86), (84, 76)]);
    let doc = |user: &User, row| notes::note(user.editors.document(), 8, row);
    assert_eq!((0..11).map(|row| doc(&user, row).pitch).collect::<Vec<_>>(), (10..=20).collect::<Vec<_>>());
    user.drag(1, &[(4, 99), (4, 99)]);
    assert_eq!(doc(&user, 0).volume, 7);
    user.click((4, 116));
    assert_eq!(doc(&user, 0).effect, 1);
    user.drag(2, &[(4, 116), (4, 116)]);
    assert_eq!(doc(&user, 0).effect, 0);
    // Dampen is the last of five buttons, from column 92 on.
    user.click((126, 12));
    user.click((126, 12));
    assert_eq!(user.data()[notes::address(8) + 64], 2 * 72);
    // The saw's button, then all notes by Shift.
    user.send(EditInput::Key(EditKey { name: "ShiftLeft", shift: true, ..EditKey::default() }));
    user.click((18, 22));
    user.send(EditInput::KeyUp("ShiftLeft"));
    assert!((0..11).all(|row| doc(&user, row).instrument == 2));
    user.drag(2, &[(4, 86), (4, 86)]);
    assert_eq!(user.editors.status(), "new notes are as A#0.saw.7");
}

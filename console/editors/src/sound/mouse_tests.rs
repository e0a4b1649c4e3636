//! The sound editor by mouse only, and its picture. Places on 256x192 are those of `tests.rs`.

use super::tests::{cells, playing_rows, strike, user};
use super::{SoundEditor, notes};
use crate::EditInput;
use crate::test_user::User;

#[test]
fn words_do_the_same_as_the_keys_of_their_commands() {
    let check = |user: &mut User, count: usize, before_each: &str| {
        let words = SoundEditor::words(&SoundEditor::layout(&user.editors.cx), &user.editors.cx);
        assert_eq!(words.len(), count);
        for (row, word, area) in words {
            let ((w, h), key) = (user.editors.cx.size, user.editors.rows()[row].table);
            assert!(area.x + area.w <= w && area.y + area.h <= h - 8, "{w}x{h}: {word} at {area:?}");
            let before = user.does(before_each).data();
            let by_key = user.does(key).data();
            assert!(by_key != before, "{word}");
            assert!(user.does("Ctrl+z").data() == before, "{word}");
            user.click((area.x + 1, area.y + 2));
            assert!(user.data() == by_key, "{word}");
            user.does("Ctrl+z");
        }
    };
    let mut wave = user(0);
    wave.does("Ctrl+w");
    for (w, h) in [(128, 128), (256, 192), (640, 360)] {
        wave.send(EditInput::Size(w, h, 1));
        check(&mut wave, 8, "Alt+w Ctrl+Right");
    }
    let mut notes = user(8);
    notes.send(EditInput::Size(640, 360, 1));
    strike(&mut notes, "zxc");
    strike(notes.does("Alt+Up"), "v");
    notes.does("Home Shift+Right*3");
    check(&mut notes, 10, "");
}

#[test]
fn the_mouse_plays_from_the_cursor_and_round_and_round() {
    let mut user = user(8);
    strike(&mut user, "zzzzzzzzzzzz");
    let layout = SoundEditor::layout(&user.editors.cx);
    let mut plays = |script: &str, button: u8, area: studio::Area| {
        user.does(script).drag(button, &[(area.x + 2, area.y + 2)]);
        let rows = playing_rows(&mut user, 40);
        user.click((layout.play.x + 2, layout.play.y + 2));
        assert_eq!(user.editors.cx.speaker.playing(), None);
        (rows[0], rows[rows.len() - 1])
    };
    // A click into the graph moves the cursor, and a drag of the right button selects.
    assert_eq!(plays("#52,60", 1, layout.play).0, 0);
    assert_eq!(plays("", 2, layout.play).0, 6);
    assert_eq!(plays("r#20,60:36,60", 1, layout.round), (2, 4));
}

#[test]
fn nothing_moves_by_itself_where_nothing_is_to_flash() {
    let mut user = user(8);
    user.does("Ctrl+a wait:240");
    for calm in [false, true] {
        user.send(EditInput::Calm(calm));
        let before = user.editors.draw();
        assert_eq!(user.does("wait:9").editors.draw() == before, calm, "{calm}");
    }
}

#[test]
fn a_refusal_has_a_sign() {
    let mut user = user(8);
    let letters = |user: &User| {
        let line = user.editors.draw().pixels.split_off(256 * 184);
        line.iter().map(|color| *color != line[0]).collect::<Vec<_>>()
    };
    user.editors.cx.refuse("no");
    let refused = letters(&user);
    for (text, same) in [("no", false), ("! no", true)] {
        user.editors.cx.say(text);
        assert_eq!(letters(&user) == refused, same, "{text}");
    }
}

#[test]
fn a_command_far_down_the_list_is_reached_by_the_mouse() {
    let mut user = user(8);
    strike(&mut user, "zxcv");
    let n = user.editors.rows().iter().position(|row| row.name == "an octave up").unwrap_or(0);
    user.does("F1 p#100,80");
    let place = |user: &User| user.editors.finder.as_ref().map_or((0, 0), |finder| finder.place());
    let (first, cursor) = place(&user);
    for _ in (0..30).take_while(|step| 3 * step + 5 < n) {
        let (now, at) = place(user.does("wheel:-1"));
        assert_eq!(at - now, cursor - first, "the row under the pointer is chosen");
    }
    let y = 28 + (n - place(&user).0) as i32 * studio::canvas::ROW + 2;
    user.click((100, y));
    assert_eq!(cells(&user, 8, 0..4), "C-3.tri.5 D-3.tri.5 E-3.tri.5 F-3.tri.5");
    let (first, cursor) = place(user.does("F1 wheel:-9*99"));
    assert!(first > 0 && cursor < user.editors.rows().len());
    assert_eq!(place(user.does("wheel:9*99")).0, 0);
}

#[test]
fn the_mouse_alone_draws_keys_volumes_effects_and_filters() {
    let mut user = user(8);
    let note = |user: &User, row| notes::note(user.editors.document(), 8, row);
    // Keys 10 to 20 over the first eleven notes: y is 33 + 63 - key.
    user.does("#4,86:84,76");
    assert_eq!((0..11).map(|row| note(&user, row).pitch).collect::<Vec<_>>(), (10..=20).collect::<Vec<_>>());
    assert_eq!(note(user.does("#4,99"), 0).volume, 7);
    assert_eq!(note(user.does("#4,116"), 0).effect, 1);
    assert_eq!(note(user.does("r#4,116"), 0).effect, 0);
    // Dampen is the last of five buttons, from column 92 on.
    assert_eq!(user.does("#165,12*2").data()[notes::address(8) + 64], 2 * 72);
    // The saw's button, with Shift for all notes.
    user.does("down:ShiftLeft #18,22 up:ShiftLeft");
    assert!((0..11).all(|row| note(&user, row).instrument == 2));
    user.does("r#4,86").says("new notes like A#0.saw.7");
}

//! What the mouse alone does in the sound editor, and what is seen of it. Places on 256x192 are those of `tests.rs`.

use super::tests::{cells, hand, strike};
use super::{SoundEditor, notes};
use crate::edit::hand::Hand;
use crate::edit::{EditInput, EditKey};

/// Point 9 of issue 18: a shape is reached by the mouse alone, and the same as by its key.
#[test]
fn the_words_below_a_wave_give_it_a_shape() {
    let mut hand = hand(0);
    hand.key("Ctrl+w");
    for size in [(128, 128), (256, 192), (640, 360)] {
        hand.tell(EditInput::Size(size.0, size.1, 1));
        let areas = SoundEditor::words(&SoundEditor::layout(&hand.editors.desk), &hand.editors.desk);
        assert_eq!(areas.len(), 8, "{size:?}");
        for (row, word, area) in areas {
            let (key, name) = (super::command::TABLE[row].2, super::command::TABLE[row].1);
            assert!(word.ends_with(&name[6..]), "{word}");
            assert!(
                area.x + area.w <= size.0 && area.y + area.h <= size.1 - 8,
                "{size:?}: {word} at {area:?}"
            );
            hand.key("Alt+w");
            hand.key("Ctrl+Right");
            let before = hand.data();
            hand.key(&key.to_lowercase().replace("alt", "Alt"));
            let by_key = hand.data();
            hand.key("Ctrl+z");
            assert!(hand.data() == before, "{word}");
            hand.click((area.x + 1, area.y + 2));
            assert!(hand.data() == by_key, "{word}");
        }
    }
}

/// A large window has words for what changes notes: a click does what the key does.
#[test]
fn the_words_below_the_notes_change_them() {
    let mut hand = hand(8);
    hand.tell(EditInput::Size(640, 360, 1));
    "zxc".chars().for_each(|letter| strike(&mut hand, letter));
    hand.key("Alt+Up");
    strike(&mut hand, 'v');
    hand.key("Home");
    (0..3).for_each(|_| hand.key("Shift+Right"));
    let words = SoundEditor::words(&SoundEditor::layout(&hand.editors.desk), &hand.editors.desk);
    assert_eq!(words.len(), 10);
    for (row, word, area) in words {
        let before = hand.data();
        hand.key(super::command::TABLE[row].2);
        let by_key = hand.data();
        assert!(by_key != before, "{word}");
        hand.key("Ctrl+z");
        hand.click((area.x + 1, area.y + 2));
        assert!(hand.data() == by_key, "{word}");
        hand.key("Ctrl+z");
        assert!(hand.data() == before, "{word}");
    }
}

/// Point 4 of issue 18 by the mouse alone: all, from the cursor, a selection round and round.
#[test]
fn the_mouse_plays_from_the_cursor_and_round_and_round() {
    let mut hand = hand(8);
    (0..12).for_each(|_| strike(&mut hand, 'z'));
    let layout = SoundEditor::layout(&hand.editors.desk);
    let plays = |hand: &mut Hand, button: u8, area: crate::layer::Area| {
        hand.drag(button, &[(area.x + 2, area.y + 2)]);
        let mut rows = std::collections::BTreeSet::new();
        for _ in 0..40 {
            hand.tell(EditInput::Tick);
            rows.extend(hand.editors.desk.speaker.places.iter().flatten().map(|place| place.1));
        }
        hand.click((layout.play.x + 2, layout.play.y + 2));
        assert_eq!(hand.editors.desk.speaker.playing(), None);
        (rows.first().copied(), rows.last().copied())
    };
    // A click into the graph moves the cursor, and a drag of the right button selects.
    hand.click((8 * 6 + 4, 60));
    assert_eq!(plays(&mut hand, 1, layout.play).0, Some(0));
    assert_eq!(plays(&mut hand, 2, layout.play).0, Some(6));
    hand.drag(2, &[(8 * 2 + 4, 60), (8 * 4 + 4, 60)]);
    assert_eq!(plays(&mut hand, 1, layout.round), (Some(2), Some(4)));
}

/// Under "less flash" ants stand, and what blinks stays lit.
#[test]
fn nothing_moves_by_itself_where_nothing_is_to_flash() {
    let mut hand = hand(8);
    hand.key("Ctrl+a");
    hand.ticks(240);
    for (calm, same) in [(false, false), (true, true)] {
        hand.tell(EditInput::Calm(calm));
        let before = hand.editors.draw();
        hand.ticks(9);
        assert_eq!(hand.editors.draw() == before, same, "{calm}");
    }
}

/// A refusal is told by a sign, not by its colour alone.
#[test]
fn a_refusal_has_a_sign() {
    let mut hand = hand(8);
    let letters = |hand: &Hand| {
        let line = hand.editors.draw().pixels.split_off(256 * 184);
        line.iter().map(|color| *color != line[0]).collect::<Vec<_>>()
    };
    hand.editors.desk.refuse("no");
    let refused = letters(&hand);
    hand.editors.desk.say("no");
    assert!(letters(&hand) != refused);
    hand.editors.desk.say("! no");
    assert!(letters(&hand) == refused);
}

/// The list of commands by the mouse alone: the wheel brings the row, a click does it.
#[test]
fn a_command_far_down_the_list_is_reached_by_the_mouse() {
    let mut hand = hand(8);
    "zxcv".chars().for_each(|letter| strike(&mut hand, letter));
    let n = hand.editors.rows().iter().position(|row| row.name == "an octave up").unwrap_or(0);
    hand.key("F1");
    hand.point((100, 80));
    let place = |hand: &Hand| hand.editors.finder.as_ref().map_or((0, 0), |finder| finder.place());
    let (first, cursor) = place(&hand);
    let mut steps = 0;
    while place(&hand).0 + 5 < n && steps < 30 {
        hand.tell(EditInput::Wheel(-1));
        steps += 1;
        let (now, at) = place(&hand);
        assert_eq!(at - now, cursor - first, "the row under the pointer is chosen");
    }
    let y = 28 + (n - place(&hand).0) as i32 * crate::canvas::ROW + 2;
    hand.click((100, y));
    assert_eq!(cells(&hand, 8, 0..4), ["C-3.tri.5", "D-3.tri.5", "E-3.tri.5", "F-3.tri.5"]);
    hand.key("F1");
    (0..99).for_each(|_| hand.tell(EditInput::Wheel(-9)));
    let (first, cursor) = place(&hand);
    assert!(first > 0 && cursor < hand.editors.rows().len());
    (0..99).for_each(|_| hand.tell(EditInput::Wheel(9)));
    assert_eq!(place(&hand).0, 0);
}

#[test]
fn the_mouse_alone_draws_keys_volumes_effects_and_filters() {
    let mut hand = hand(8);
    // Keys 10 to 20 over the first eleven notes: y is 33 + 63 - key.
    hand.drag(1, &[(4, 86), (84, 76)]);
    let doc = |hand: &Hand, row| notes::note(hand.editors.document(), 8, row);
    assert_eq!((0..11).map(|row| doc(&hand, row).pitch).collect::<Vec<_>>(), (10..=20).collect::<Vec<_>>());
    hand.drag(1, &[(4, 99), (4, 99)]);
    assert_eq!(doc(&hand, 0).volume, 7);
    hand.click((4, 116));
    assert_eq!(doc(&hand, 0).effect, 1);
    hand.drag(2, &[(4, 116), (4, 116)]);
    assert_eq!(doc(&hand, 0).effect, 0);
    // Dampen is the last of five buttons, from column 92 on.
    hand.click((126, 12));
    hand.click((126, 12));
    assert_eq!(hand.data()[notes::address(8) + 64], 2 * 72);
    // The saw's button, then all notes by Shift.
    hand.tell(EditInput::Key(EditKey { name: "ShiftLeft", shift: true, ..EditKey::default() }));
    hand.click((18, 22));
    hand.tell(EditInput::KeyUp("ShiftLeft"));
    assert!((0..11).all(|row| doc(&hand, row).instrument == 2));
    hand.drag(2, &[(4, 86), (4, 86)]);
    assert_eq!(hand.editors.status(), "new notes are as A#0.saw.7");
}

//! The sprite editor, driven by what a person does. Scenarios are those of the editors' page, by number; expectations are counted by
//! hand from the layout: on 256x192 the canvas stands at 0, 13, and a pixel of an 8x8 sprite is 16 wide.

use super::pixels::Piece;
use crate::edit::hand::{Dice, Hand};
use crate::edit::{EditEffect, EditInput, Side};
use rasher::memory::ROM_SIZE;

/// The middle of a pixel of sprite 1 on the canvas.
pub(super) fn at(x: i32, y: i32) -> (i32, i32) {
    (x * 16 + 8, 13 + y * 16 + 8)
}

/// A pixel of sprite 1.
pub(super) fn pixel(hand: &Hand, x: i32, y: i32) -> u8 {
    pixel_of(hand, 8 + x, y)
}

fn pixel_of(hand: &Hand, x: i32, y: i32) -> u8 {
    hand.data()[(y * 64 + x / 2) as usize] >> (4 * (x & 1)) & 15
}

/// Pixels of the first four sprites that are not black.
pub(super) fn painted(hand: &Hand) -> Vec<(i32, i32, u8)> {
    let all = (0..8).flat_map(|y| (0..32).map(move |x| (x, y)));
    all.map(|(x, y)| (x, y, pixel_of(hand, x, y))).filter(|(.., color)| *color != 0).collect()
}

fn steps(hand: &Hand) -> (usize, usize) {
    hand.editors.document().steps(Side::Picture)
}

#[test]
fn scenario_1_a_stroke_is_one_step_and_the_cart_has_it() {
    let mut hand = Hand::new();
    let before = hand.data();
    hand.drag(1, &[at(2, 3), at(4, 3)]);
    assert_eq!(
        painted(&hand),
        [(10, 3, 7), (11, 3, 7), (12, 3, 7)],
        "no gap between two samples of the mouse"
    );
    assert_eq!(steps(&hand), (1, 0));
    let told = hand.effects.iter().rev().find_map(|effect| match effect {
        EditEffect::Data(data) => Some(**data),
        _ => None,
    });
    assert_eq!(told, Some(hand.data()), "the cart that runs is told of them");
    let after = hand.data();
    hand.key("Ctrl+z");
    assert_eq!((hand.data() == before, steps(&hand)), (true, (0, 1)));
    assert_eq!(hand.editors.status(), "undid: pencil, 2 bytes");
    hand.key("Ctrl+y");
    assert!(hand.data() == after);
    hand.key("Esc");
    assert_eq!(hand.effects.last(), Some(&EditEffect::Leave));
}

#[test]
fn scenario_2_a_stroke_goes_on_outside_and_esc_gives_it_up() {
    let mut hand = Hand::new();
    hand.drag(1, &[at(6, 0), (400, 21)]);
    assert_eq!(painted(&hand), [(14, 0, 7), (15, 0, 7)], "it ends at the edge of the sprite, and stays");
    let before = hand.data();
    hand.point(at(0, 5));
    hand.button(1, true);
    hand.point(at(5, 5));
    hand.key("Esc");
    hand.button(1, false);
    assert_eq!((hand.data() == before, steps(&hand)), (true, (1, 0)));
    assert!(!hand.effects.contains(&EditEffect::Leave), "the first Esc is for the stroke");
}

/// A fill counts when the button is let go; until then Esc takes it back, and leads nowhere else.
#[test]
fn a_fill_is_given_up_while_the_button_is_held() {
    for hold in ["", "ControlLeft"] {
        let mut hand = Hand::new();
        hand.key("g");
        hand.point(at(3, 3));
        if !hold.is_empty() {
            hand.tell(EditInput::Key(crate::edit::EditKey {
                name: hold,
                control: true,
                ..Default::default()
            }));
        }
        hand.button(1, true);
        assert_eq!(pixel(&hand, 7, 7), 7, "it is seen at once");
        hand.tell(EditInput::KeyUp("ControlLeft"));
        hand.key("Esc");
        hand.button(1, false);
        assert!(painted(&hand).is_empty() && !hand.effects.contains(&EditEffect::Leave));
        assert_eq!(steps(&hand), (0, 0));
    }
}

/// Without a mouse: Ctrl and arrows move the pointer by pixels, Enter is held while it paints, Backspace takes the colour.
#[test]
fn a_sprite_is_drawn_by_keys_alone() {
    let mut hand = Hand::new();
    // The pointer comes from outside: the corner is the nearest.
    hand.key("Ctrl+Left");
    (0..2).for_each(|_| hand.key("Ctrl+Down"));
    hand.key("Enter");
    (0..3).for_each(|_| hand.key("Ctrl+Right"));
    hand.tell(EditInput::KeyUp("Enter"));
    assert_eq!(painted(&hand), [(8, 2, 7), (9, 2, 7), (10, 2, 7), (11, 2, 7)]);
    assert_eq!(steps(&hand), (1, 0), "one stroke");
    // A rectangle, and over the edge it goes no further.
    hand.key("2");
    hand.key("u");
    (0..9).for_each(|_| hand.key("Ctrl+Right"));
    hand.key("Enter");
    hand.key("Ctrl+Up");
    hand.key("Ctrl+Left");
    hand.tell(EditInput::KeyUp("Enter"));
    assert_eq!(painted(&hand).iter().filter(|pixel| pixel.2 == 8).count(), 4);
    (0..3).for_each(|_| hand.key("Ctrl+Left"));
    hand.key("Ctrl+Down");
    hand.key("Back");
    hand.tell(EditInput::KeyUp("Backspace"));
    assert_eq!(hand.editors.status(), "took colour 7 white");
    // From the list of commands it is a press and a release.
    hand.key("b");
    (0..3).for_each(|_| hand.key("Ctrl+Down"));
    hand.key("F1");
    "paint at".chars().for_each(|letter| hand.key(&letter.to_string()));
    hand.key("Enter");
    assert_eq!(steps(&hand), (3, 0));
}

#[test]
fn scenario_3_a_fill_stays_in_the_selection_and_goes_round_holes() {
    let mut hand = Hand::new();
    // A wall from 4,0 to 4,3 in a selection of 6x4: its right side is not connected inside of the selection.
    hand.drag(1, &[at(4, 0), at(4, 3)]);
    hand.key("s");
    hand.drag(1, &[at(0, 0), at(5, 3)]);
    hand.key("2");
    hand.key("g");
    hand.click(at(1, 1));
    let filled: Vec<_> = painted(&hand).into_iter().filter(|p| p.2 == 8).collect();
    assert_eq!(filled.len(), 16, "four columns of four");
    assert!(filled.iter().all(|(x, y, _)| (8..12).contains(x) && (0..4).contains(y)), "{filled:?}");
    // Ctrl and pencil: all of that colour in the selection.
    hand.key("b");
    hand.key("2");
    hand.tell(EditInput::KeyUp("ControlLeft"));
    hand.tell(EditInput::Key(crate::edit::EditKey {
        name: "ControlLeft",
        control: true,
        ..Default::default()
    }));
    hand.click(at(1, 1));
    assert_eq!(painted(&hand).iter().filter(|p| p.2 == 9).count(), 16);
    assert_eq!((pixel(&hand, 4, 0), pixel(&hand, 5, 0)), (7, 0));
}

#[test]
fn scenario_4_a_move_leaves_the_second_colour_and_nudges_join_it() {
    let mut hand = Hand::new();
    hand.click(at(0, 0));
    // The second colour is 7, the first one 0.
    hand.key("x");
    hand.key("Ctrl+a");
    hand.key("s");
    hand.drag(1, &[at(4, 4), at(7, 6)]);
    assert_eq!(pixel_of(&hand, 8 + 3, 2), 7, "the pixel that was at 0,0");
    assert_eq!((pixel(&hand, 0, 0), pixel(&hand, 2, 7)), (7, 7), "the second colour is left behind");
    hand.ticks(5);
    hand.key("Right");
    assert_eq!((pixel_of(&hand, 8 + 4, 2), pixel_of(&hand, 8 + 3, 2)), (7, 7));
    assert_eq!(steps(&hand).0, 2, "the pixel, and one move");
    hand.key("Ctrl+z");
    assert_eq!(painted(&hand), [(8, 0, 7)], "all of the move is taken back at once");
}

#[test]
fn scenario_5_the_right_button_takes_a_colour_or_a_stamp() {
    let mut hand = Hand::new();
    hand.key("2");
    hand.click(at(3, 3));
    hand.key("1");
    let (x, y) = at(3, 3);
    // A pixel of the canvas is two of the window's: one is a click still, two are a drag.
    hand.drag(2, &[(x, y), (x + 1, y)]);
    hand.click(at(0, 0));
    assert_eq!(painted(&hand), [(8, 0, 8), (11, 3, 8)], "colour 8 was taken, nothing else drawn");
    hand.drag(2, &[(x, y), (x + 2, y)]);
    hand.click(at(6, 6));
    assert_eq!(pixel(&hand, 6, 6), 8, "a stamp of one pixel");
}

#[test]
fn scenario_6_sprites_come_and_go_by_the_clipboard() {
    let mut hand = Hand::new();
    hand.key("q");
    hand.key("q");
    hand.key("a");
    (0..16).for_each(|_| hand.key("w"));
    // 1 - 2 = 255, a row up 239, sixteen on 255.
    let piece = Piece::with(16, 8, |x, y| (1 + (x + y) % 7) as u8);
    hand.key("Ctrl+v");
    assert_eq!(hand.effects.last(), Some(&EditEffect::Paste));
    hand.tell(EditInput::Pasted(piece.to_text()));
    assert_eq!(hand.editors.status(), "pasted 8x8 of 16x8: the sheet ends there");
    assert_eq!((pixel_of(&hand, 120, 120), pixel_of(&hand, 127, 127)), (1, 1));
    assert_eq!(pixel_of(&hand, 0, 121), 0, "nothing comes round the edge");
    hand.key("Ctrl+c");
    let want = Piece::with(8, 8, |x, y| (1 + (x + y) % 7) as u8).to_text();
    assert_eq!(hand.effects.last(), Some(&EditEffect::Copy(want)));
    hand.tell(EditInput::Pasted("hello".to_string()));
    assert!(hand.editors.status().starts_with("the clipboard has no sprites"));
}

#[test]
fn scenario_7_a_square_turns_round_and_what_is_none_does_not() {
    let mut hand = Hand::new();
    hand.drag(1, &[at(1, 0), at(5, 2)]);
    hand.click(at(0, 7));
    hand.key("f");
    hand.key("v");
    let after = hand.data();
    (0..4).for_each(|_| hand.key("r"));
    assert!(hand.data() == after, "four quarters are a whole turn");
    hand.key("Tab");
    hand.key("s");
    // The whole sheet is shown: 1 pixel each; a selection of 8x16.
    hand.drag(1, &[(8, 13), (15, 28)]);
    hand.key("r");
    assert_eq!(hand.editors.status(), "only a square can be rotated: this is 8x16");
    assert!(hand.data() == after);
}

/// Sprites 16 to 19 go to 32 to 35; those stand at 128 + 0, 13 + 8 and 13 + 16 in the sheet.
#[test]
fn scenario_8_sprites_move_with_what_shows_them() {
    let mut hand = Hand::new();
    let mut data = Box::new([0; ROM_SIZE]);
    // Sprite 16 is all 7, sprite 32 all 3; two cells show the one, a cell the other; each has a flag.
    for row in 0..8 {
        data[(8 + row) * 64..][..4].fill(0x77);
        data[(16 + row) * 64..][..4].fill(0x33);
    }
    (data[0x2000], data[0x2001], data[0x2002], data[0x3010], data[0x3020]) = (16, 16, 32, 5, 9);
    hand.tell(EditInput::Outside(data.clone()));
    let before = steps(&hand).0;
    hand.tell(EditInput::Key(crate::edit::EditKey { name: "ShiftLeft", shift: true, ..Default::default() }));
    hand.drag(1, &[(128 + 4, 13 + 12), (128 + 28, 13 + 12)]);
    hand.tell(EditInput::KeyUp("ShiftLeft"));
    hand.click((128 + 4, 13 + 20));
    hand.key("m");
    assert_eq!(hand.editors.status(), "moved 4 sprites, and 3 cells of the map follow");
    let now = hand.data();
    assert_eq!((now[8 * 64], now[16 * 64]), (0x33, 0x77));
    assert_eq!((now[0x2000], now[0x2001], now[0x2002], now[0x3010], now[0x3020]), (32, 32, 16, 9, 5));
    assert_eq!(steps(&hand).0, before + 1);
    hand.key("Ctrl+z");
    assert!(hand.data() == *data);
}

#[test]
fn flags_are_lights_to_click() {
    let mut hand = Hand::new();
    // The lights stand at 4, 170, each 8 apart.
    hand.click((4 + 8 + 2, 172));
    hand.click((4 + 2, 172));
    assert_eq!(hand.data()[0x3001], 3);
    hand.click((4 + 2, 172));
    assert_eq!((hand.data()[0x3001], steps(&hand)), (2, (3, 0)));
}

#[test]
fn the_list_of_commands_is_a_menu_and_help() {
    let mut hand = Hand::new();
    hand.click(at(1, 1));
    hand.key("F1");
    "upside".chars().for_each(|c| hand.key(&c.to_string()));
    hand.key("Enter");
    assert_eq!(pixel(&hand, 1, 6), 7, "flip upside down");
    // By mouse alone: the button in the bar, then the first row.
    hand.click((256 - 17, 3));
    hand.click((100, 30));
    assert!(hand.editors.status().starts_with("pencil"), "{}", hand.editors.status());
}

/// Every command, keys that are held, and clicks anywhere.
const KEYS: [&str; 14] =
    ["b", "g", "l", "u", "s", "d", "Left", "Up", "q", "Shift+W", "Ctrl+n", "Enter", "Esc", "F1"];

fn anything(hand: &mut Hand, dice: &mut Dice) {
    let place = (dice.roll(280) - 12, dice.roll(216) - 12);
    match dice.roll(12) {
        0..4 => hand.point(place),
        4..6 => hand.button([1, 1, 1, 2, 4][dice.roll(5) as usize], true),
        6..8 => hand.button([1, 1, 1, 2, 4][dice.roll(5) as usize], false),
        8 => hand.key(KEYS[dice.roll(KEYS.len() as i32) as usize]),
        9 => hand.any_command(dice),
        10 => hand.tell(EditInput::Wheel(dice.roll(5) - 2)),
        _ => match dice.roll(9) {
            8 => hand.tell(EditInput::KeyUp("Enter")),
            0 => hand.tell(EditInput::Size(100 + dice.roll(700), 100 + dice.roll(400), 1 + dice.roll(3))),
            1 => hand.tell(EditInput::Blur),
            2 => hand.tell(EditInput::Pasted(
                Piece::with(1 + dice.roll(40), 9, |x, y| (x ^ y) as u8 & 15).to_text(),
            )),
            3 => hand.key("Ctrl+z"),
            4 => hand.key("Ctrl+y"),
            _ => hand.ticks(3),
        },
    }
}

/// Ten thousand random inputs: no panic, and whatever was done, all undone gives the first bytes, all redone the last ones.
#[test]
fn whatever_is_done_can_be_undone_and_done_again() {
    for seed in 0..20 {
        let (mut hand, mut dice) = (Hand::new(), Dice(seed));
        for n in 0..500 {
            anything(&mut hand, &mut dice);
            if n % 100 == 0 {
                hand.editors.draw();
            }
        }
        hand.check_history(seed);
    }
}

//! The sprite editor, driven by what a person does. Scenarios are those of the editors' page, by number; expectations are counted by
//! hand from the layout: on 256x192 the canvas stands at 0, 13, and a pixel of an 8x8 sprite is 16 wide.

use super::pixels::PixelBlock;
use crate::test_user::User;
use crate::{EditEffect, EditInput, Side};
use rasher::memory::ROM_SIZE;

/// The middle of a pixel of sprite 1 on the canvas.
pub(super) fn at(x: i32, y: i32) -> (i32, i32) {
    (x * 16 + 8, 13 + y * 16 + 8)
}

/// A pixel of sprite 1.
pub(super) fn pixel(user: &User, x: i32, y: i32) -> u8 {
    pixel_of(user, 8 + x, y)
}

fn pixel_of(user: &User, x: i32, y: i32) -> u8 {
    user.data()[(y * 64 + x / 2) as usize] >> (4 * (x & 1)) & 15
}

/// Pixels of the first four sprites that are not black.
pub(super) fn painted(user: &User) -> Vec<(i32, i32, u8)> {
    let all = (0..8).flat_map(|y| (0..32).map(move |x| (x, y)));
    all.map(|(x, y)| (x, y, pixel_of(user, x, y))).filter(|(.., color)| *color != 0).collect()
}

fn steps(user: &User) -> (usize, usize) {
    user.editors.document().steps(Side::Picture)
}

#[test]
fn scenario_1_a_stroke_is_one_step_and_the_cart_has_it() {
    let mut user = User::new();
    let before = user.data();
    user.drag(1, &[at(2, 3), at(4, 3)]);
    assert_eq!(
        painted(&user),
        [(10, 3, 7), (11, 3, 7), (12, 3, 7)],
        "no gap between two samples of the mouse"
    );
    assert_eq!(steps(&user), (1, 0));
    let told = user.effects.iter().rev().find_map(|effect| match effect {
        EditEffect::Data(data) => Some(**data),
        _ => None,
    });
    assert_eq!(told, Some(user.data()), "the cart that runs is told of them");
    let after = user.data();
    user.key("Ctrl+z");
    assert_eq!((user.data() == before, steps(&user)), (true, (0, 1)));
    assert_eq!(user.editors.status(), "undid: pencil, 2 bytes");
    user.key("Ctrl+y");
    assert!(user.data() == after);
    user.key("Esc");
    assert_eq!(user.effects.last(), Some(&EditEffect::Leave));
}

#[test]
fn scenario_2_a_stroke_goes_on_outside_and_esc_gives_it_up() {
    let mut user = User::new();
    user.drag(1, &[at(6, 0), (400, 21)]);
    assert_eq!(painted(&user), [(14, 0, 7), (15, 0, 7)], "it ends at the edge of the sprite, and stays");
    let before = user.data();
    user.point(at(0, 5));
    user.button(1, true);
    user.point(at(5, 5));
    user.key("Esc");
    user.button(1, false);
    assert_eq!((user.data() == before, steps(&user)), (true, (1, 0)));
    assert!(!user.effects.contains(&EditEffect::Leave), "the first Esc is for the stroke");
}

/// A fill counts when the button is let go; until then Esc takes it back, and leads nowhere else.
#[test]
fn a_fill_is_given_up_while_the_button_is_held() {
    for hold in ["", "ControlLeft"] {
        let mut user = User::new();
        user.key("g");
        user.point(at(3, 3));
        if !hold.is_empty() {
            user.send(EditInput::Key(crate::EditKey { name: hold, control: true, ..Default::default() }));
        }
        user.button(1, true);
        assert_eq!(pixel(&user, 7, 7), 7, "it is seen at once");
        user.send(EditInput::KeyUp("ControlLeft"));
        user.key("Esc");
        user.button(1, false);
        assert!(painted(&user).is_empty() && !user.effects.contains(&EditEffect::Leave));
        assert_eq!(steps(&user), (0, 0));
    }
}

/// Without a mouse: Ctrl and arrows move the pointer by pixels, Enter is held while it paints, Backspace takes the colour.
#[test]
fn a_sprite_is_drawn_by_keys_alone() {
    let mut user = User::new();
    // The pointer comes from outside: the corner is the nearest.
    user.key("Ctrl+Left");
    (0..2).for_each(|_| user.key("Ctrl+Down"));
    user.key("Enter");
    (0..3).for_each(|_| user.key("Ctrl+Right"));
    user.send(EditInput::KeyUp("Enter"));
    assert_eq!(painted(&user), [(8, 2, 7), (9, 2, 7), (10, 2, 7), (11, 2, 7)]);
    assert_eq!(steps(&user), (1, 0), "one stroke");
    // A rectangle, and over the edge it goes no further.
    user.key("2");
    user.key("u");
    (0..9).for_each(|_| user.key("Ctrl+Right"));
    user.key("Enter");
    user.key("Ctrl+Up");
    user.key("Ctrl+Left");
    user.send(EditInput::KeyUp("Enter"));
    assert_eq!(painted(&user).iter().filter(|pixel| pixel.2 == 8).count(), 4);
    (0..3).for_each(|_| user.key("Ctrl+Left"));
    user.key("Ctrl+Down");
    user.key("Back");
    user.send(EditInput::KeyUp("Backspace"));
    assert_eq!(user.editors.status(), "took colour 7 white");
    // From the list of commands it is a press and a release.
    user.key("b");
    (0..3).for_each(|_| user.key("Ctrl+Down"));
    user.key("F1");
    "paint at".chars().for_each(|letter| user.key(&letter.to_string()));
    user.key("Enter");
    assert_eq!(steps(&user), (3, 0));
}

#[test]
fn scenario_3_a_fill_stays_in_the_selection_and_goes_round_holes() {
    let mut user = User::new();
    // A wall from 4,0 to 4,3 in a selection of 6x4: its right side is not connected inside of the selection.
    user.drag(1, &[at(4, 0), at(4, 3)]);
    user.key("s");
    user.drag(1, &[at(0, 0), at(5, 3)]);
    user.key("2");
    user.key("g");
    user.click(at(1, 1));
    let filled: Vec<_> = painted(&user).into_iter().filter(|p| p.2 == 8).collect();
    assert_eq!(filled.len(), 16, "four columns of four");
    assert!(filled.iter().all(|(x, y, _)| (8..12).contains(x) && (0..4).contains(y)), "{filled:?}");
    // Ctrl and pencil: all of that colour in the selection.
    user.key("b");
    user.key("2");
    user.send(EditInput::KeyUp("ControlLeft"));
    user.send(EditInput::Key(crate::EditKey { name: "ControlLeft", control: true, ..Default::default() }));
    user.click(at(1, 1));
    assert_eq!(painted(&user).iter().filter(|p| p.2 == 9).count(), 16);
    assert_eq!((pixel(&user, 4, 0), pixel(&user, 5, 0)), (7, 0));
}

#[test]
fn scenario_4_a_move_leaves_the_second_colour_and_nudges_join_it() {
    let mut user = User::new();
    user.click(at(0, 0));
    // The second colour is 7, the first one 0.
    user.key("x");
    user.key("Ctrl+a");
    user.key("s");
    user.drag(1, &[at(4, 4), at(7, 6)]);
    assert_eq!(pixel_of(&user, 8 + 3, 2), 7, "the pixel that was at 0,0");
    assert_eq!((pixel(&user, 0, 0), pixel(&user, 2, 7)), (7, 7), "the second colour is left behind");
    user.ticks(5);
    user.key("Right");
    assert_eq!((pixel_of(&user, 8 + 4, 2), pixel_of(&user, 8 + 3, 2)), (7, 7));
    assert_eq!(steps(&user).0, 2, "the pixel, and one move");
    user.key("Ctrl+z");
    assert_eq!(painted(&user), [(8, 0, 7)], "all of the move is taken back at once");
}

#[test]
fn scenario_5_the_right_button_takes_a_colour_or_a_stamp() {
    let mut user = User::new();
    user.key("2");
    user.click(at(3, 3));
    user.key("1");
    let (x, y) = at(3, 3);
    // A pixel of the canvas is two of the window's: one is a click still, two are a drag.
    user.drag(2, &[(x, y), (x + 1, y)]);
    user.click(at(0, 0));
    assert_eq!(painted(&user), [(8, 0, 8), (11, 3, 8)], "colour 8 was taken, nothing else drawn");
    user.drag(2, &[(x, y), (x + 2, y)]);
    user.click(at(6, 6));
    assert_eq!(pixel(&user, 6, 6), 8, "a stamp of one pixel");
}

#[test]
fn scenario_6_sprites_come_and_go_by_the_clipboard() {
    let mut user = User::new();
    user.key("q");
    user.key("q");
    user.key("a");
    (0..16).for_each(|_| user.key("w"));
    // 1 - 2 = 255, a row up 239, sixteen on 255.
    let piece = PixelBlock::with(16, 8, |x, y| (1 + (x + y) % 7) as u8);
    user.key("Ctrl+v");
    assert_eq!(user.effects.last(), Some(&EditEffect::Paste));
    user.send(EditInput::Pasted(piece.to_text()));
    assert_eq!(user.editors.status(), "pasted 8x8 of 16x8: the sheet ends there");
    assert_eq!((pixel_of(&user, 120, 120), pixel_of(&user, 127, 127)), (1, 1));
    assert_eq!(pixel_of(&user, 0, 121), 0, "nothing comes round the edge");
    user.key("Ctrl+c");
    let want = PixelBlock::with(8, 8, |x, y| (1 + (x + y) % 7) as u8).to_text();
    assert_eq!(user.effects.last(), Some(&EditEffect::Copy(want)));
    user.send(EditInput::Pasted("hello".to_string()));
    assert!(user.editors.status().starts_with("the clipboard has no sprites"));
}

#[test]
fn scenario_7_a_square_turns_round_and_what_is_none_does_not() {
    let mut user = User::new();
    user.drag(1, &[at(1, 0), at(5, 2)]);
    user.click(at(0, 7));
    user.key("f");
    user.key("v");
    let after = user.data();
    (0..4).for_each(|_| user.key("r"));
    assert!(user.data() == after, "four quarters are a whole turn");
    user.key("Tab");
    user.key("s");
    // The whole sheet is shown: 1 pixel each; a selection of 8x16.
    user.drag(1, &[(8, 13), (15, 28)]);
    user.key("r");
    assert_eq!(user.editors.status(), "only a square can be rotated: this is 8x16");
    assert!(user.data() == after);
}

/// Sprites 16 to 19 go to 32 to 35; those stand at 128 + 0, 13 + 8 and 13 + 16 in the sheet.
#[test]
fn scenario_8_sprites_move_with_what_shows_them() {
    let mut user = User::new();
    let mut data = Box::new([0; ROM_SIZE]);
    // Sprite 16 is all 7, sprite 32 all 3; two cells show the one, a cell the other; each has a flag.
    for row in 0..8 {
        data[(8 + row) * 64..][..4].fill(0x77);
        data[(16 + row) * 64..][..4].fill(0x33);
    }
    (data[0x2000], data[0x2001], data[0x2002], data[0x3010], data[0x3020]) = (16, 16, 32, 5, 9);
    user.send(EditInput::Outside(data.clone()));
    let before = steps(&user).0;
    user.send(EditInput::Key(crate::EditKey { name: "ShiftLeft", shift: true, ..Default::default() }));
    user.drag(1, &[(128 + 4, 13 + 12), (128 + 28, 13 + 12)]);
    user.send(EditInput::KeyUp("ShiftLeft"));
    user.click((128 + 4, 13 + 20));
    user.key("m");
    assert_eq!(user.editors.status(), "moved 4 sprites, and 3 cells of the map follow");
    let now = user.data();
    assert_eq!((now[8 * 64], now[16 * 64]), (0x33, 0x77));
    assert_eq!((now[0x2000], now[0x2001], now[0x2002], now[0x3010], now[0x3020]), (32, 32, 16, 9, 5));
    assert_eq!(steps(&user).0, before + 1);
    user.key("Ctrl+z");
    assert!(user.data() == *data);
}

#[test]
fn flags_are_lights_to_click() {
    let mut user = User::new();
    // The lights stand at 4, 170, each 8 apart.
    user.click((4 + 8 + 2, 172));
    user.click((4 + 2, 172));
    assert_eq!(user.data()[0x3001], 3);
    user.click((4 + 2, 172));
    assert_eq!((user.data()[0x3001], steps(&user)), (2, (3, 0)));
}

#[test]
fn the_list_of_commands_is_a_menu_and_help() {
    let mut user = User::new();
    user.click(at(1, 1));
    user.key("F1");
    "upside".chars().for_each(|c| user.key(&c.to_string()));
    user.key("Enter");
    assert_eq!(pixel(&user, 1, 6), 7, "flip upside down");
    // By mouse alone: the button in the bar, then the first row.
    user.click((256 - 17, 3));
    user.click((100, 30));
    assert!(user.editors.status().starts_with("pencil"), "{}", user.editors.status());
}

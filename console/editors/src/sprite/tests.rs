//! The sprite editor, driven by keys and mouse. Scenarios are those of the editors' page, by number; places are counted by hand from the
//! layout: on 256x192 the canvas is at 0, 13 and the sheet at 128, 13; a pixel of an 8x8 sprite is 16 wide.

use super::PixelBlock;
use crate::test_user::User;
use crate::{EditEffect, EditInput, EditorKind};

fn pixel(user: &User, x: i32, y: i32) -> u8 {
    user.data()[(y * 64 + x / 2) as usize] >> (4 * (x & 1)) & 15
}

pub(super) fn painted(user: &User) -> Vec<(i32, i32, u8)> {
    let all = (0..8).flat_map(|y| (0..32).map(move |x| (x, y)));
    all.map(|(x, y)| (x - 8, y, pixel(user, x, y))).filter(|(.., color)| *color != 0).collect()
}

#[test]
fn scripts_paint_these_pixels() {
    type Pixels<'a> = &'a [(i32, i32, u8)];
    let cases: [(&str, Pixels<'_>); 23] = [
        // Scenario 2: a stroke that leaves the canvas still counts; Esc cancels it.
        ("#104,21:400,21", &[(6, 0, 7), (7, 0, 7)]),
        ("@1,1 d@0,5:5,5 Esc release", &[(1, 1, 7)]),
        // A fill or replacement takes effect at the release; until then Esc undoes it.
        ("g d@3,3 Esc release", &[]),
        ("g p@3,3 down:ControlLeft d@3,3 up:ControlLeft Esc release", &[]),
        // With keys only: the pointer comes from outside, where the corner is nearest; Enter paints as long as it is held.
        ("Ctrl+Left Ctrl+Down*2 Enter Ctrl+Right*2 up:Enter", &[(0, 2, 7), (1, 2, 7), (2, 2, 7)]),
        // From the list of commands it is a press and a release.
        ("Ctrl+Left Ctrl+Right*3 Enter up:Enter Ctrl+Down F1 'paint' Enter", &[(3, 0, 7), (3, 1, 7)]),
        // Scenario 5: the right button picks up a colour, or a stamp when dragged over at least two pixels.
        ("2 @3,3 1 r#56,69:57,69 @0,0", &[(0, 0, 8), (3, 3, 8)]),
        ("2 @3,3 1 r#56,69:58,69 @6,6", &[(3, 3, 8), (6, 6, 8)]),
        ("@7,0 Right Up", &[(0, 7, 7)]),
        // Mirrored about the middle of the canvas, or of the selection.
        ("y @1,2", &[(1, 2, 7), (6, 2, 7)]),
        ("y y @1,2", &[(1, 2, 7)]),
        ("y l @0,0:1,0", &[(0, 0, 7), (1, 0, 7), (6, 0, 7), (7, 0, 7)]),
        ("@3,3 2 Shift+F", &[(3, 2, 8), (2, 3, 8), (3, 3, 7), (4, 3, 8), (3, 4, 8)]),
        ("] @3,3", &[(3, 3, 7), (4, 3, 7), (3, 4, 7), (4, 4, 7)]),
        // Two selections, each moved with its own content.
        ("@0,0 2 @0,4 s @0,0:1,1 @0,0:3,0 @0,4:1,5 @0,4:4,4", &[(3, 0, 7), (4, 4, 8)]),
        // Chosen sprites are copied and cut together, as on PICO-8; a flip changes only the sprite on the canvas.
        ("@2,3 down:ShiftLeft #140,17:148,17 up:ShiftLeft Ctrl+x", &[]),
        ("@2,3 down:ShiftLeft #140,17:148,17 up:ShiftLeft f", &[(5, 3, 7)]),
        // A click selects nothing, even where the pointer trembles by a pixel of the window.
        ("s #88,101:89,101 b @1,1", &[(1, 1, 7)]),
        // Enter at the mouse ends a selection, as on PICO-8.
        ("s @4,4:6,6 b @1,2 Enter up:Enter @1,3", &[(1, 3, 7)]),
        // The tool that replaces a colour is the third of the buttons, nine pixels each.
        ("@0,0:1,0 @6,6 #26,149 2 @6,6", &[(0, 0, 8), (1, 0, 8), (6, 6, 8)]),
        ("@1,1 F1 'upside' Enter", &[(1, 6, 7)]),
        ("< #76,97 > @1,1", &[(1, 1, 7)]),
        // The list by mouse only: its button, then its first row, which is the pencil.
        ("g #239,3 #100,30 @0,0", &[(0, 0, 7)]),
    ];
    for (script, want) in cases {
        let mut user = User::new();
        user.does(script);
        assert_eq!(painted(&user), want, "{script}");
        assert!(!user.effects.contains(&EditEffect::Leave), "{script}");
    }
}

#[test]
fn scenario_1_a_stroke_is_one_step_and_the_cart_has_it() {
    let mut user = User::new();
    let before = user.data();
    user.does("@2,3:4,3");
    assert_eq!(painted(&user), [(2, 3, 7), (3, 3, 7), (4, 3, 7)], "no gap between two samples of the mouse");
    let after = user.data();
    assert!(matches!(user.effects.last(), Some(EditEffect::Data(data)) if **data == after));
    user.does("Ctrl+z").says("undid: pencil, 2 bytes");
    assert_eq!((user.data() == before, user.steps()), (true, (0, 1)));
    user.does("Ctrl+y Esc");
    assert!(user.data() == after && user.effects.last() == Some(&EditEffect::Leave));
}

#[test]
fn a_sprite_is_drawn_by_keys_alone() {
    let mut user = User::new();
    user.does("p@3,2 u Ctrl+Right*9 Enter Ctrl+Up Ctrl+Left up:Enter");
    assert_eq!((painted(&user).len(), user.steps()), (4, (1, 0)));
    user.does("Ctrl+Right Back up:Back").says("picked colour 7 white");
}

#[test]
fn scenario_3_a_fill_stays_in_the_selection_and_goes_round_holes() {
    let mut user = User::new();
    // A wall from 4,0 to 4,3 in a selection of 6x4: its right side is not connected inside of the selection.
    user.does("@4,0:4,3 s @0,0:5,3 2 g @1,1");
    let of = |user: &User, color: u8| painted(user).into_iter().filter(|p| p.2 == color).collect::<Vec<_>>();
    let filled = of(&user, 8);
    assert!(filled.len() == 16 && filled.iter().all(|(x, y, _)| *x < 4 && *y < 4), "{filled:?}");
    // Ctrl and pencil: all of that colour in the selection.
    user.does("b 2 down:ControlLeft @1,1");
    assert_eq!((of(&user, 9).len(), pixel(&user, 12, 0), pixel(&user, 13, 0)), (16, 7, 0));
}

#[test]
fn scenario_4_a_move_leaves_the_second_colour_and_nudges_join_it() {
    let mut user = User::new();
    // The second colour is 7, the first one 0.
    user.does("@0,0 x Ctrl+a s @4,4:7,6");
    assert_eq!([(11, 2), (8, 0), (10, 7)].map(|(x, y)| pixel(&user, x, y)), [7; 3]);
    user.does("wait:5 Right");
    // The pixel, and one move.
    assert_eq!(([11, 12].map(|x| pixel(&user, x, 2)), user.steps().0), ([7, 7], 2));
    user.does("Ctrl+z");
    assert_eq!(painted(&user), [(0, 0, 7)], "all of the move is taken back at once");
}

#[test]
fn scenario_6_sprites_come_and_go_by_the_clipboard() {
    let mut user = User::new();
    // 1 - 2 = 255, a row up 239, sixteen on 255.
    user.does("q*2 a w*16 Ctrl+v");
    let piece = PixelBlock::with(16, 8, |x, y| (1 + (x + y) % 7) as u8);
    assert_eq!(user.effects.last(), Some(&EditEffect::Paste));
    user.send(EditInput::Pasted(piece.to_text()));
    user.says("pasted 8x8 of 16x8: the sheet ends there");
    assert_eq!([(120, 120), (127, 127), (0, 121)].map(|(x, y)| pixel(&user, x, y)), [1, 1, 0]);
    user.does("Ctrl+c");
    assert_eq!(user.copied(), PixelBlock::with(8, 8, |x, y| (1 + (x + y) % 7) as u8).to_text());
    user.send(EditInput::Pasted("hello".to_string()));
    user.says("the clipboard has no sprites…");
}

#[test]
fn scenario_7_a_square_turns_round_and_what_is_none_does_not() {
    let mut user = User::new();
    user.does("@1,0:5,2 @0,7 f v");
    let after = user.data();
    user.does("r*4");
    assert!(user.data() == after, "four quarters are a whole turn");
    // The whole sheet is shown at one pixel each; the selection is 8x16.
    user.does("Tab s #8,13:15,28 r").says("only a square can be rotated: this is 8x16");
    assert!(user.data() == after);
}

#[test]
fn scenario_8_sprites_move_with_what_shows_them() {
    let mut user = User::new();
    // Sprite 16 is all colour 7, sprite 32 all colour 3. Two map cells show the first, one shows the second; each has a
    // flag.
    let rows = |sprite: usize, byte| (0..32).map(move |n| (sprite * 32 + n / 4 * 64 + n % 4, byte));
    let cells = [(0x2000, 16), (0x2001, 16), (0x2002, 32), (0x3010, 5), (0x3020, 9)];
    user.files_hold(rows(16, 0x77).chain(rows(32, 0x33)).chain(cells));
    let (before, steps) = (user.data(), user.steps().0);
    user.does("down:ShiftLeft #132,25:156,25 up:ShiftLeft #132,33 m");
    user.says("moved 4 sprites, updated 3 map cells");
    let now = [8 * 64, 16 * 64, 0x2000, 0x2001, 0x2002, 0x3010, 0x3020].map(|at| user.data()[at]);
    assert_eq!((now, user.steps().0), ([0x33, 0x77, 32, 32, 16, 9, 5], steps + 1));
    user.does("Ctrl+z");
    assert!(user.data() == before);
}

#[test]
fn flags_are_lights_to_click() {
    let mut user = User::new();
    // The lights are at 4, 170, each 8 wide.
    user.does("#14,172 #6,172");
    assert_eq!(user.data()[0x3001], 3);
    user.does("#6,172");
    assert_eq!((user.data()[0x3001], user.steps()), (2, (3, 0)));
}

fn left(key: &str, drag: &str, shift: bool) -> Vec<(i32, i32)> {
    let mut user = User::new();
    let (from, to) = drag.split_once(':').unwrap();
    let shift = if shift { "down:ShiftLeft" } else { "" };
    user.does(&format!("{key} d@{from} {shift} p@{to} release"));
    painted(&user).into_iter().map(|(x, y, _)| (x, y)).collect()
}

#[test]
fn shapes_are_dragged_from_corner_to_corner_and_shift_makes_them_regular() {
    assert_eq!(left("l", "0,0:7,7", false), (0..8).map(|n| (n, n)).collect::<Vec<_>>());
    assert_eq!(left("l", "0,0:6,1", true), (0..7).map(|x| (x, 0)).collect::<Vec<_>>(), "straight");
    assert_eq!(left("l", "0,0:1,6", true).last(), Some(&(0, 6)));
    assert_eq!(left("l", "0,0:6,5", true).last(), Some(&(6, 6)));
    let edge = (1..4).flat_map(|y| (1..6).map(move |x| (x, y)));
    let edge: Vec<_> = edge.filter(|(x, y)| matches!(x, 1 | 5) || matches!(y, 1 | 3)).collect();
    assert_eq!(left("u", "1,1:5,3", false), edge);
    assert_eq!(left("Shift+U", "1,1:5,3", false).len(), 15);
    assert_eq!(left("Shift+U", "5,3:1,1", false).len(), 15, "backwards too");
    let square = left("u", "1,1:5,3", true);
    assert_eq!((square.len(), square.first(), square.last()), (16, Some(&(1, 1)), Some(&(5, 5))));
    for key in ["e", "Shift+E"] {
        let oval = left(key, "0,0:7,5", false);
        let mirrored = |(x, y): &(i32, i32)| oval.contains(&(7 - x, *y)) && oval.contains(&(*x, 5 - y));
        assert!(oval.iter().all(mirrored), "{key}: {oval:?}");
        assert!(!oval.contains(&(0, 0)) && oval.contains(&(3, 0)), "{key}: {oval:?}");
        assert_eq!(oval.contains(&(3, 2)), key == "Shift+E", "{key}");
    }
    // As on PICO-8: Ctrl fills a shape, also while it is dragged.
    let mut user = User::new();
    let counts = ["u d@1,1:3,3", "down:ControlLeft", "up:ControlLeft"];
    assert_eq!(counts.map(|script| painted(user.does(script)).len()), [8, 9, 8]);
}

#[test]
fn onion_skin_shows_neighbours_where_the_sprite_is_empty() {
    let mut user = User::new();
    user.does("@2,2");
    // Sprite 1 has the pixel; then sprites 2, 3 and 0 are edited.
    for (keys, want) in [
        ("w", [false, true, true, true]),
        ("w", [false, false, false, true]),
        ("q*3", [false, false, true, true]),
    ] {
        user.does(keys).does("p#0,0");
        let seen = [0; 4].map(|_| {
            let seen = user.shown((40, 53)) == 7;
            user.does("o");
            seen
        });
        assert_eq!(seen, want, "{keys}");
    }
}

/// The play area is at 164,147 and the nine at 134,147, each pixel of a sprite three and one wide.
#[test]
fn sprites_are_played_and_laid_side_by_side() {
    let mut user = User::new();
    user.does("@0,0 w 2 @0,0 down:ShiftLeft #140,17:148,17 up:ShiftLeft");
    let colors = [0; 4].map(|_| {
        let color = user.shown((165, 148));
        user.does("wait:8");
        color
    });
    assert!([[7, 8, 7, 8], [8, 7, 8, 7]].contains(&colors), "{colors:?}");
    let corners = [0, 8, 16].map(|x| [0, 8, 16].map(|y| user.shown((134 + x, 147 + y))));
    assert_eq!(corners, [[7; 3]; 3], "the first that was chosen, nine times");
}

#[test]
fn a_colour_is_previewed_as_its_extended_one() {
    let mut user = User::new();
    user.does("@0,0");
    let before = user.data();
    user.does("p#0,0 t").says("colour 7 shown as by pal(7,135,1)");
    assert_eq!(user.shown((8, 21)), 23);
    user.does("Ctrl+Shift+C");
    let want = (0..64).map(|n| if n == 0 { 23 } else { 0 }).collect();
    assert_eq!(user.effects.last(), Some(&EditEffect::CopyPicture(8, want)));
    user.does("t");
    assert_eq!(user.shown((8, 21)), 7);
    // The row of the extended ones is at 4,165, each 7 wide.
    user.does("#27,166 p#0,0");
    assert_eq!((user.shown((8, 21)), user.shown((27, 166))), (19, 19));
    assert!(user.data() == before);
}

#[test]
fn what_is_pasted_moves_and_uncovers_what_it_lay_on() {
    let mut user = User::new();
    user.does("@0,0").send(EditInput::Pasted("[gfx]02018b[/gfx]".into()));
    assert_eq!(painted(&user), [(0, 0, 8), (1, 0, 11)]);
    assert_eq!(painted(user.does("s @0,0:0,3")), [(0, 0, 7), (0, 3, 8), (1, 3, 11)]);
    assert_eq!(painted(user.does("Down")), [(0, 0, 7), (0, 4, 8), (1, 4, 11)]);
    // After an undo, the place that the piece left is not selected: arrows shift the whole sprite.
    assert_eq!(painted(user.does("Ctrl+z Right")), [(1, 0, 8), (2, 0, 11)]);
}

#[test]
fn the_status_line_says_what_happens() {
    for (script, want) in [
        ("s @4,4:6,6 b @1,2", "outside the selection: Esc deselects"),
        ("#26,149", "replace:…"),
        ("down:ShiftLeft #140,17:148,17 up:ShiftLeft Ctrl+c", "copied 16x8"),
        // A mouse without a wheel zooms at the words: 8, 16 ... 128 pixels, and round.
        ("p#80,172", "8x8 pixels   click: zoom out, right: zoom in"),
        ("#80,172 p#80,172", "16x16…"),
        ("#80,172 r#80,172*2 p#80,172", "128x128…"),
        // Shift with Q W A Z chooses the animation's pictures, starting at the sprite, each as large as the
        // view.
        ("Shift+W", "pictures: 2"),
        ("Shift+W*2 Shift+Z", "pictures: 6"),
        ("Shift+W*2 Shift+Z Shift+Q", "pictures: 4"),
        ("Shift+W*2 Shift+Z Shift+Q Shift+A", "pictures: 2"),
        ("Shift+W Shift+Q*2", "pictures: 1"),
        ("< Shift+W", "pictures: 2"),
        ("< Shift+W*20", "pictures: 7"),
    ] {
        User::new().does(script).says(want);
    }
}

#[test]
fn larger_sprites_are_played_and_walked_as_they_are_shown() {
    let mut user = User::new();
    // Picture n, from sprite 2n on, is all of colour 8 + n.
    let picture = |n: usize| (0..128).map(move |at| (at / 8 * 64 + n * 8 + at % 8, (8 + n as u8) * 0x11));
    user.files_hold((0..4).flat_map(picture));
    user.does("#132,17 < #132,17:188,25 p#176,159").says("pictures: 4, 8 of 60…");
    let seen: std::collections::BTreeSet<u8> =
        (0..32).map(|_| user.does("wait:1").shown((176, 159))).collect();
    assert_eq!(seen, (8..12).collect());
    // Closer they play on as they were chosen.
    user.does("> wait:200 p#176,159").says("pictures: 4, 8 of 60…");
    user.does("< #176,159").says("…7 of 60…");
    // Tiles of 16: the second begins in the middle of the area.
    assert_eq!([134, 157].map(|x| user.shown((x, 153))), [8, 8]);
    let sprite = |keys: &str| user.does(keys).editors.cx.sprite;
    assert_eq!(["w", "w", "w*6", "q"].map(sprite), [2, 4, 32, 14], "row after row");
}

#[test]
fn the_cells_that_show_a_sprite_are_found() {
    let mut user = User::new();
    user.files_hold([(0x2000 + 3 * 128 + 5, 1), (0x2000 + 30 * 128 + 100, 1)]);
    // The words next to the pictures that play.
    user.does("wait:200 p#200,149").says("map cells: 2…");
    user.does("#200,149").says("sprite #001 at 5,3: Shift+M for the next of 2");
    assert_eq!(user.editors.kind(), EditorKind::Map);
    user.does("Shift+M").says("sprite #001 at 100,30: Shift+M for the next of 2");
    user.does("Shift+M").says("…at 5,3…");
    user.does("w Shift+M").says("no map cell uses sprite #002");
}

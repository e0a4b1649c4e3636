//! Tools and previews of the sprite editor. Places as in `tests.rs`.

use super::tests::painted;
use crate::test_user::User;
use crate::{EditEffect, EditInput, EditorKind};

/// What a tool leaves that is dragged from one pixel to another, with shift or without.
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

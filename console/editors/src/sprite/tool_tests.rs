//! Tools and previews of the sprite editor: what each leaves on the sheet, what is seen of it. Places as in `tests.rs`.

use super::tests::{at, painted, pixel};
use crate::test_user::User;
use crate::{EditInput, EditKey};

/// Places of sprite 1 that are not black.
fn places(user: &User) -> Vec<(i32, i32)> {
    painted(user).into_iter().map(|(x, y, _)| (x - 8, y)).collect()
}

fn shift(user: &mut User) {
    user.send(EditInput::Key(EditKey { name: "ShiftLeft", shift: true, ..EditKey::default() }));
}

/// What a tool leaves that is dragged from one pixel to another, with shift or without.
fn left(key: &str, from: (i32, i32), to: (i32, i32), held: bool) -> Vec<(i32, i32)> {
    let mut user = User::new();
    user.key(key);
    user.point(at(from.0, from.1));
    user.button(1, true);
    if held {
        shift(&mut user);
    }
    user.point(at(to.0, to.1));
    user.button(1, false);
    places(&user)
}

/// By geometry: a line's pixels, a rectangle's edge and inside, an ellipse that is the same from all sides.
#[test]
fn shapes_are_dragged_from_corner_to_corner_and_shift_makes_them_regular() {
    let diagonal: Vec<_> = (0..8).map(|n| (n, n)).collect();
    assert_eq!(left("l", (0, 0), (7, 7), false), diagonal);
    let flat: Vec<_> = (0..7).map(|x| (x, 0)).collect();
    assert_eq!(left("l", (0, 0), (6, 1), true), flat, "straight");
    assert_eq!(left("l", (0, 0), (1, 6), true).last(), Some(&(0, 6)));
    assert_eq!(left("l", (0, 0), (6, 5), true).last(), Some(&(6, 6)));
    let edge = |w: i32, h: i32| {
        let all = (0..h).flat_map(move |y| (0..w).map(move |x| (x, y)));
        all.filter(|(x, y)| *x == 0 || *y == 0 || *x == w - 1 || *y == h - 1)
            .map(|(x, y)| (x + 1, y + 1))
            .collect::<Vec<_>>()
    };
    assert_eq!(left("u", (1, 1), (5, 3), false), edge(5, 3));
    assert_eq!(left("Shift+U", (1, 1), (5, 3), false).len(), 15);
    assert_eq!(left("Shift+U", (5, 3), (1, 1), false).len(), 15, "backwards too");
    let square = left("u", (1, 1), (5, 3), true);
    let (w, h) = (square.iter().map(|p| p.0).max(), square.iter().map(|p| p.1).max());
    assert_eq!((w, square.len() % 4), (h, 0), "a square: {square:?}");
    for key in ["e", "Shift+E"] {
        let oval = left(key, (0, 0), (7, 5), false);
        assert!(
            oval.iter().all(|(x, y)| oval.contains(&(7 - x, *y)) && oval.contains(&(*x, 5 - y))),
            "{key}"
        );
        assert!(!oval.contains(&(0, 0)) && oval.contains(&(3, 0)), "{key}: {oval:?}");
        assert_eq!(oval.contains(&(3, 2)), key == "Shift+E", "{key}");
    }
}

#[test]
fn a_brush_is_as_large_as_it_is_told() {
    for (steps, side) in [(0, 1), (1, 2), (2, 3)] {
        let mut user = User::new();
        (0..steps).for_each(|_| user.key("]"));
        user.click(at(3, 3));
        assert_eq!(places(&user).len(), side * side, "brush {side}");
    }
}

#[test]
fn arrows_shift_the_sprite_round_its_edge() {
    let mut user = User::new();
    user.click(at(7, 0));
    user.key("Right");
    user.key("Up");
    assert_eq!(places(&user), [(0, 7)]);
}

#[test]
fn closer_and_farther_keep_what_a_click_hits() {
    let mut user = User::new();
    // 16 pixels of the sheet in the 128 of the canvas: each 8 wide, from sprite 1 on.
    user.key("<");
    user.click((8 * 9 + 4, 13 + 8 * 10 + 4));
    assert_eq!(painted(&user), [], "outside of the first four sprites' rows");
    assert_eq!(user.data()[10 * 64 + 17 / 2] >> 4, 7, "column 8 + 9, row 10");
    user.key(">");
    user.click(at(1, 1));
    assert_eq!(pixel(&user, 1, 1), 7);
}

/// The colour of a pixel of the canvas.
fn shown(user: &User, (x, y): (i32, i32)) -> u8 {
    let canvas = user.editors.draw();
    canvas.pixels[(y * canvas.width + x) as usize]
}

#[test]
fn onion_skin_shows_neighbours_where_the_sprite_is_empty() {
    let mut user = User::new();
    // Sprite 1 has a pixel at 2,2; sprite 2 is edited, then sprite 0, then sprite 3.
    user.click(at(2, 2));
    let by = |user: &mut User, presses: usize| {
        (0..presses).for_each(|_| user.key("o"));
        user.point((0, 0));
        let seen = shown(user, at(2, 2)) == 7;
        (0..4 - presses).for_each(|_| user.key("o"));
        seen
    };
    for (key, seen) in [("w", [false, true, true, true]), ("w", [false, false, false, true])] {
        user.key(key);
        assert_eq!([0, 1, 2, 3].map(|presses| by(&mut user, presses)), seen);
    }
    (0..3).for_each(|_| user.key("q"));
    assert_eq!([0, 1, 2, 3].map(|presses| by(&mut user, presses)), [false, false, true, true], "sprite 0");
}

/// The play area stands at 164,147 and the nine at 134,147, each pixel of a sprite three and one wide.
#[test]
fn sprites_are_played_and_laid_side_by_side() {
    let mut user = User::new();
    user.click(at(0, 0));
    user.key("w");
    user.key("2");
    user.click(at(0, 0));
    shift(&mut user);
    user.drag(1, &[(128 + 8 + 4, 13 + 4), (128 + 16 + 4, 13 + 4)]);
    user.send(EditInput::KeyUp("ShiftLeft"));
    let mut colors = Vec::new();
    for _ in 0..4 {
        colors.push(shown(&user, (165, 148)));
        user.ticks(8);
    }
    assert_eq!(colors[0], colors[2]);
    assert_eq!(colors[1], colors[3]);
    assert!(colors.contains(&7) && colors.contains(&8), "{colors:?}");
    let corners = [0, 8, 16].map(|x| [0, 8, 16].map(|y| shown(&user, (134 + x, 147 + y))));
    assert_eq!(corners, [[7; 3]; 3], "the first that was chosen, nine times");
}

/// Colours for the eye alone: 7 as its extended one is 23, and the bytes stay.
#[test]
fn a_colour_is_previewed_as_its_extended_one() {
    let mut user = User::new();
    user.click(at(2, 2));
    let before = user.data();
    user.point((0, 0));
    user.key("t");
    assert_eq!(shown(&user, at(2, 2)), 23);
    assert_eq!(user.editors.status(), "colour 7 as pal(7,135,1) shows it");
    user.key("t");
    assert_eq!(shown(&user, at(2, 2)), 7);
    // The row of the extended ones stands at 4,165, each 7 wide.
    user.click((4 + 7 * 3 + 2, 166));
    user.point((0, 0));
    assert_eq!(shown(&user, at(2, 2)), 19);
    assert_eq!(shown(&user, (4 + 7 * 3 + 2, 166)), 19);
    assert!(user.data() == before);
}

#[test]
fn a_picture_for_other_programs_has_the_colours_that_are_seen() {
    let mut user = User::new();
    user.click(at(0, 0));
    user.key("t");
    user.key("Ctrl+Shift+C");
    let mut want = vec![0; 64];
    want[0] = 23;
    assert_eq!(user.effects.last(), Some(&crate::EditEffect::CopyPicture(8, want)));
}

/// Two selections, one after the other, are moved each with what is in it; between them nothing else is done.
#[test]
fn each_selection_moves_what_is_in_it() {
    let mut user = User::new();
    user.click(at(0, 0));
    user.key("2");
    user.click(at(0, 4));
    user.key("s");
    user.drag(1, &[at(0, 0), at(1, 1)]);
    user.drag(1, &[at(0, 0), at(3, 0)]);
    user.drag(1, &[at(0, 4), at(1, 5)]);
    user.drag(1, &[at(0, 4), at(4, 4)]);
    let colors = painted(&user);
    assert_eq!(colors, [(8 + 3, 0, 7), (8 + 4, 4, 8)]);
}

/// What is pasted can be moved off again: what lay there comes back.
#[test]
fn what_is_pasted_moves_and_uncovers_what_it_lay_on() {
    let mut user = User::new();
    user.click(at(0, 0));
    user.send(EditInput::Pasted("[gfx]02018b[/gfx]".into()));
    assert_eq!(painted(&user), [(8, 0, 8), (9, 0, 11)]);
    user.key("s");
    user.drag(1, &[at(0, 0), at(0, 3)]);
    assert_eq!(painted(&user), [(8, 0, 7), (8, 3, 8), (9, 3, 11)]);
    user.key("Down");
    assert_eq!(painted(&user), [(8, 0, 7), (8, 4, 8), (9, 4, 11)]);
    // Taken back it is where it was, and no frame of ants stays where it is not: arrows are the whole sprite's.
    user.key("Ctrl+z");
    user.key("Right");
    assert_eq!(painted(&user), [(9, 0, 8), (10, 0, 11)]);
}

/// As on PICO-8: sprites that are chosen in the sheet are copied and cut together, and flips are of what is shown.
#[test]
fn chosen_sprites_are_copied_and_cut_together() {
    let mut user = User::new();
    user.click(at(2, 3));
    shift(&mut user);
    // Sprites 1 and 2 of the sheet, which stands at 128, 13.
    user.drag(1, &[(140, 17), (148, 17)]);
    user.send(EditInput::KeyUp("ShiftLeft"));
    user.key("Ctrl+c");
    assert_eq!(user.editors.status(), "copied 16x8");
    user.key("Ctrl+x");
    assert_eq!(painted(&user), []);
    user.key("Ctrl+z");
    user.key("f");
    assert_eq!(painted(&user), [(8 + 5, 3, 7)]);
}

/// As on PICO-8: Ctrl fills a shape, also while it is dragged.
#[test]
fn ctrl_fills_a_shape_that_is_dragged() {
    let mut user = User::new();
    user.key("u");
    user.point(at(1, 1));
    user.button(1, true);
    user.point(at(3, 3));
    assert_eq!(painted(&user).len(), 8);
    user.send(EditInput::Key(EditKey { name: "ControlLeft", control: true, ..EditKey::default() }));
    assert_eq!(painted(&user).len(), 9);
    user.send(EditInput::KeyUp("ControlLeft"));
    assert_eq!(painted(&user).len(), 8);
    user.button(1, false);
}

/// A click selects nothing, Enter at the mouse lets a selection go as on PICO-8, and what cannot be painted is said.
#[test]
fn a_selection_is_let_go_and_is_told_of() {
    let mut user = User::new();
    user.key("s");
    // Off the pixel's corner, and a pixel of the window farther when it is let go.
    user.drag(1, &[at(5, 5), (at(5, 5).0 + 1, at(5, 5).1)]);
    user.key("b");
    user.click(at(1, 1));
    assert_eq!(places(&user), [(1, 1)], "nothing is selected");
    user.key("s");
    user.drag(1, &[at(4, 4), at(6, 6)]);
    user.key("b");
    user.click(at(1, 2));
    assert_eq!(user.editors.status(), "outside of the selection: Esc lets it go");
    user.key("Enter");
    user.send(EditInput::KeyUp("Enter"));
    user.click(at(1, 2));
    assert_eq!(places(&user), [(1, 1), (1, 2)]);
}

/// A mouse without a wheel zooms at the words: 8, 16 ... 128 pixels, and round.
#[test]
fn a_click_on_the_words_zooms() {
    let mut user = User::new();
    let words = (80, 13 + 132 + 27);
    user.point(words);
    assert_eq!(user.editors.status(), "8x8 pixels are shown   click: more, right: fewer");
    user.click(words);
    user.point(words);
    assert!(user.editors.status().starts_with("16x16"), "{}", user.editors.status());
    (0..2).for_each(|_| user.drag(2, &[words]));
    user.point(words);
    assert!(user.editors.status().starts_with("128x128"), "{}", user.editors.status());
}

/// Four pictures of 16x16: they are played and tiled as they are shown, and the next sprite is the next of them.
#[test]
fn larger_sprites_are_played_and_walked_as_they_are_shown() {
    let mut data = Box::new([0; rasher::memory::ROM_SIZE]);
    // Picture n, from sprite 2n on, is all of colour 8 + n.
    for (n, color) in (0..4).zip(8u8..) {
        (0..16 * 8).for_each(|at| data[at / 8 * 64 + n * 8 + at % 8] = color * 0x11);
    }
    let mut user = User::new();
    user.send(EditInput::Outside(data));
    user.click((128 + 4, 13 + 4));
    user.key("<");
    // A drag needs no key.
    user.drag(1, &[(128 + 4, 13 + 4), (128 + 60, 13 + 12)]);
    let play = (164 + 12, 13 + 134 + 12);
    user.point(play);
    assert!(user.editors.status().starts_with("plays 4, 8 of 60"), "{}", user.editors.status());
    let shown = |user: &User| user.editors.draw().pixels[(play.1 * 256 + play.0) as usize];
    let mut seen = Vec::new();
    (0..32).for_each(|_| {
        user.ticks(1);
        seen.push(shown(&user));
    });
    seen.dedup();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, [8, 9, 10, 11]);
    // Closer they play on as they were chosen.
    user.key(">");
    user.ticks(200);
    user.point(play);
    assert!(user.editors.status().starts_with("plays 4, 8 of 60"), "{}", user.editors.status());
    user.key("<");
    user.click(play);
    assert!(user.editors.status().contains("7 of 60"), "{}", user.editors.status());
    // Tiles of 16: the second begins in the middle of what is seen.
    let tiled = |user: &User, x: i32| user.editors.draw().pixels[((13 + 140) * 256 + 134 + x) as usize];
    assert_eq!((tiled(&user, 0), tiled(&user, 23)), (8, 8));
    let words = (80, 13 + 132 + 27);
    let number = |user: &mut User| {
        user.key("w");
        user.point(words);
        user.editors.cx.sprite
    };
    assert_eq!([number(&mut user), number(&mut user)], [2, 4]);
    (0..6).for_each(|_| user.key("w"));
    assert_eq!(user.editors.cx.sprite, 32, "row after row");
    user.key("q");
    assert_eq!(user.editors.cx.sprite, 14);
}

/// Without a mouse: Shift with Q W A Z chooses what is played, from the sprite on, in pictures as large as what is shown.
#[test]
fn what_is_played_is_chosen_by_keys_alone() {
    let mut user = User::new();
    let plays = [
        ("Shift+W", 2),
        ("Shift+W", 3),
        ("Shift+Z", 6),
        ("Shift+Q", 4),
        ("Shift+A", 2),
        ("Shift+Q", 1),
        ("Shift+Q", 1),
    ];
    for (key, count) in plays {
        user.key(key);
        assert_eq!(user.editors.status(), format!("plays {count}"), "{key}");
    }
    user.key("<");
    user.key("Shift+W");
    assert_eq!(user.editors.status(), "plays 2", "of 16 by 16 pixels");
    (0..20).for_each(|_| user.key("Shift+W"));
    assert_eq!(user.editors.status(), "plays 7", "the sheet ends there: sprite 1 has 15 more in its row");
}

/// A tool of its own replaces a colour, so that a mouse or a gamepad needs no key.
#[test]
fn a_colour_is_replaced_by_a_tool() {
    let mut user = User::new();
    user.drag(1, &[at(0, 0), at(3, 0)]);
    user.click(at(6, 6));
    // The third of the tools, nine pixels each, below the canvas.
    user.click((4 + 2 * 9 + 4, 13 + 128 + 4 + 4));
    assert!(user.editors.status().starts_with("replace: all"), "{}", user.editors.status());
    user.key("2");
    user.click(at(6, 6));
    assert!(painted(&user).iter().all(|(.., color)| *color == 8) && painted(&user).len() == 5);
    user.key("Ctrl+z");
    assert!(painted(&user).iter().all(|(.., color)| *color == 7));
}

/// Where a sprite is used: the map opens at the first cell, goes on to the next, and says where there is none.
#[test]
fn the_cells_that_show_a_sprite_are_found() {
    let mut data = Box::new([0; rasher::memory::ROM_SIZE]);
    for (x, y) in [(5, 3), (100, 30)] {
        data[0x2000 + y * 128 + x] = 1;
    }
    let mut user = User::new();
    user.send(EditInput::Outside(data));
    user.ticks(200);
    // The words beside the pictures that play.
    user.point((200, 13 + 136));
    assert!(user.editors.status().starts_with("2 cells of the map show it"), "{}", user.editors.status());
    user.click((200, 13 + 136));
    assert_eq!(user.editors.kind(), crate::EditorKind::Map);
    assert_eq!(user.editors.status(), "sprite #001 at 5,3: Shift+M goes to the next of 2");
    user.key("Shift+M");
    assert_eq!(user.editors.status(), "sprite #001 at 100,30: Shift+M goes to the next of 2");
    user.key("Shift+M");
    assert!(user.editors.status().contains("at 5,3"), "{}", user.editors.status());
    user.key("w");
    user.key("Shift+M");
    assert_eq!(user.editors.status(), "no cell of the map shows sprite #002");
}

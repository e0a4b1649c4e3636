//! The map editor, driven by what a person does. Scenarios are those of the editors' page, by number; on 256x192 the map stands at 0, 8,
//! and a cell is 8 wide.

use super::cells::{TileStamp, address};
use crate::test_user::User;
use crate::{EditEffect, EditInput, EditKey, EditorKind, Side};

pub(super) fn user() -> User {
    let mut user = User::new();
    user.editors.open(EditorKind::Map);
    user
}

pub(super) fn at(x: i32, y: i32) -> (i32, i32) {
    (x * 8 + 4, 8 + y * 8 + 4)
}

pub(super) fn tile(user: &User, x: i32, y: i32) -> u8 {
    user.data()[address(x, y)]
}

pub(super) fn hold(user: &mut User, name: &'static str) {
    let control = name.starts_with("Control");
    user.send(EditInput::Key(EditKey { name, control, shift: !control, ..EditKey::default() }));
}

/// Our decision: a fill and a replacement that begin in rows 0 to 31 change no sprites, and those in the hatched half may.
#[test]
fn a_fill_of_the_map_ends_where_sprites_begin() {
    for key in ["g", "Shift+G"] {
        let mut user = user();
        user.key(key);
        user.click(at(3, 3));
        let count = |user: &User| {
            let ones = |area: std::ops::Range<usize>| user.data()[area].iter().filter(|it| **it == 1).count();
            (ones(0x1000..0x2000), ones(0x2000..0x3000))
        };
        assert_eq!(count(&user), (0, 0x1000), "{key}");
        user.key("Ctrl+z");
        (0..40).for_each(|_| user.key("Down"));
        user.click(at(3, 3));
        assert_eq!(count(&user), (0x1000, 0x1000), "{key}: it begins there");
        user.key("Ctrl+z");
        user.key("Ctrl+a");
        user.key("Ctrl+a");
        (0..40).for_each(|_| user.key("Up"));
        user.click(at(3, 3));
        assert_eq!(count(&user), (0x1000, 0x1000), "{key}: all is selected");
    }
}

/// Without a key: a drag in the sheet is a stamp of many, and tools replace and clear. Without a mouse: Shift with Q W A Z.
#[test]
fn stamps_of_many_and_replacements_need_neither_keys_nor_a_mouse() {
    let mut user = user();
    user.drag(1, &[(12, 156), (20, 164)]);
    assert_eq!(user.editors.status(), "stamp 2x2");
    user.click(at(0, 0));
    let corner = |user: &User| [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| tile(user, x, y));
    assert_eq!(corner(&user), [1, 2, 17, 18]);
    user.key("Ctrl+z");
    user.click((12, 156));
    user.click(at(0, 0));
    assert_eq!(corner(&user), [1, 0, 0, 0], "a click is one");
    for (key, told) in [
        ("Shift+W", "stamp 2x1"),
        ("Shift+Z", "stamp 2x2"),
        ("Shift+Z", "stamp 2x3"),
        ("Shift+A", "stamp 2x2"),
        ("Shift+Q", "stamp 1x2"),
        ("Shift+Q", "stamp 1x2"),
        ("Shift+W", "stamp 2x2"),
    ] {
        user.key(key);
        assert_eq!(user.editors.status(), told, "{key}");
    }
    user.click(at(0, 0));
    assert_eq!(corner(&user), [1, 2, 17, 18]);
    // The third of the tools, nine pixels each; they stand above the sheet, which begins at 151.
    user.click((2 + 2 * 9 + 4, 145));
    assert!(user.editors.status().starts_with("replace: all"), "{}", user.editors.status());
    user.click((4 + 5 * 8, 156));
    user.click(at(9, 9));
    assert_eq!((tile(&user, 20, 20), corner(&user)), (5, [1, 2, 17, 18]));
}

#[test]
fn scenario_9_the_lower_half_is_the_sheets_as_well() {
    let mut user = user();
    (0..40).for_each(|_| user.key("Down"));
    user.click((4, 12));
    let row = (0..64).find(|y| tile(&user, 0, *y) != 0).expect("a tile");
    assert!(row >= 32, "row {row}");
    assert_eq!(user.data()[0x1000 + (row as usize - 32) * 128], 1, "and a pixel of the sheet");
    assert!(user.editors.status().contains("shared with the sheet"), "{}", user.editors.status());
}

#[test]
fn scenario_13_space_pans_and_the_wheel_keeps_the_cell_under_the_pointer() {
    let mut user = user();
    (0..20).for_each(|_| user.key("Right"));
    let before = user.data();
    user.key("Space");
    user.drag(1, &[at(10, 5), at(7, 5)]);
    user.send(EditInput::KeyUp("Space"));
    user.key("Space");
    user.send(EditInput::KeyUp("Space"));
    assert!(user.data() == before, "nothing is painted");
    user.point(at(10, 10));
    let cell = |user: &User| user.editors.status().split("  ").next().map(str::to_string);
    let under = cell(&user);
    assert_eq!(under.as_deref(), Some("33,10"), "20 cells to the right, and 3 by the pan");
    for steps in [1, 1, -1, -1] {
        user.send(EditInput::Wheel(steps));
        assert_eq!(cell(&user), under);
    }
    // Near a corner too, where the map has nothing beyond; from there a pan leads back.
    for corner in [(0, 0), (1, 2)] {
        let mut user = self::user();
        user.point(at(corner.0, corner.1));
        let under = cell(&user);
        for steps in [-1, -1, -1, 1, 1, 1, 1, 1, -1, -1, -1, -1] {
            user.send(EditInput::Wheel(steps));
            assert_eq!(cell(&user), under, "{corner:?} {steps}");
        }
        user.send(EditInput::Size(640, 360, 1));
        assert!(user.data() == before);
    }
    let mut user = self::user();
    user.point(at(10, 10));
    (0..3).for_each(|_| user.send(EditInput::Wheel(-1)));
    user.drag(4, &[at(1, 1), at(-90, -90)]);
    user.point((0, 8));
    assert_eq!(cell(&user).as_deref(), Some("0,0"), "the middle button pans where there is no map, too");
}

#[test]
fn stamps_of_many_repeat_and_selections_move() {
    let mut user = user();
    hold(&mut user, "ShiftLeft");
    // The sheet stands at 0, 152: sprites 1, 2 over 17, 18.
    user.drag(1, &[(12, 156), (20, 164)]);
    user.send(EditInput::KeyUp("ShiftLeft"));
    user.drag(1, &[at(0, 0), at(3, 0)]);
    let row = |user: &User, y: i32| [0, 1, 2, 3].map(|x| tile(user, x, y));
    assert_eq!((row(&user, 0), row(&user, 1)), ([1, 2, 1, 2], [17, 18, 17, 18]));
    user.key("s");
    user.drag(1, &[at(0, 0), at(1, 1)]);
    user.drag(1, &[at(0, 0), at(5, 4)]);
    assert_eq!((tile(&user, 5, 4), tile(&user, 6, 5), row(&user, 0)), (1, 18, [0, 0, 1, 2]));
    user.key("Ctrl+z");
    assert_eq!(row(&user, 0), [1, 2, 1, 2]);
    user.key("u");
    user.key("Esc");
    user.drag(2, &[at(2, 0), at(2, 0)]);
    user.drag(1, &[at(8, 2), at(9, 3)]);
    assert_eq!([tile(&user, 8, 2), tile(&user, 9, 3)], [1, 1], "a rectangle of what was taken");
}

/// Our decision: sprite and map editor paint with the sprite that was chosen last, in whichever of them.
#[test]
fn the_stamp_is_the_sprite_that_was_chosen_last() {
    let mut user = user();
    user.editors.open(EditorKind::Sprite);
    user.key("w");
    user.key("z");
    user.editors.open(EditorKind::Map);
    user.click(at(2, 2));
    assert_eq!(tile(&user, 2, 2), 18, "one on from 1, and one below");
    // A stamp of many stays, as long as no other sprite is chosen.
    user.drag(2, &[at(2, 2), at(3, 2)]);
    user.key("Alt+Left");
    user.key("Alt+Right");
    user.click(at(5, 5));
    assert_eq!([tile(&user, 5, 5), tile(&user, 6, 5)], [18, 0]);
    user.key("q");
    user.editors.open(EditorKind::Sprite);
    user.click((8, 21));
    assert_eq!(user.data()[(8 * 64) + 4], 7, "and sprite 17 is shown where pixels are painted");
}

/// Without a mouse: Ctrl and arrows move the pointer by cells and scroll, Enter is held while it paints, Backspace takes the tile.
#[test]
fn the_map_is_painted_by_keys_alone() {
    let mut user = user();
    let go = |user: &mut User, key: &str, n: usize| (0..n).for_each(|_| user.key(key));
    go(&mut user, "Ctrl+Right", 3);
    go(&mut user, "Ctrl+Down", 2);
    user.key("Enter");
    go(&mut user, "Ctrl+Right", 2);
    user.send(EditInput::KeyUp("Enter"));
    let painted = |user: &User| -> Vec<(i32, i32)> {
        (0..32).flat_map(|y| (0..128).map(move |x| (x, y))).filter(|(x, y)| tile(user, *x, *y) == 1).collect()
    };
    let first = painted(&user);
    assert_eq!(first.len(), 3, "{first:?}");
    assert_eq!(first[2], (first[0].0 + 2, first[0].1));
    assert_eq!(user.editors.document().steps(Side::Picture), (1, 0), "one stroke");
    go(&mut user, "Ctrl+Right", 60);
    user.key("Enter");
    user.key("Enter");
    user.send(EditInput::KeyUp("Enter"));
    assert_eq!(painted(&user).last(), Some(&(first[2].0 + 60, first[0].1)), "the map goes along");
    user.key("w");
    user.key("Back");
    user.send(EditInput::KeyUp("Backspace"));
    assert_eq!(user.editors.status(), "took sprite #001");
}

#[test]
fn tiles_come_and_go_by_the_clipboard() {
    let stamp = TileStamp::new(2, 1, vec![5, 255]);
    assert_eq!(stamp.to_text(), "[map]020105ff[/map]");
    assert_eq!(TileStamp::from_text(&stamp.to_text()), Some(stamp));
    for bad in ["", "[map][/map]", "[map]0201ff[/map]", "[map]02zz[/map]", "[map]é01[/map]"] {
        assert_eq!(TileStamp::from_text(bad), None, "{bad:?}");
    }
}

#[test]
fn lines_fills_and_replacements_paint_tiles() {
    let mut user = user();
    user.key("l");
    user.drag(1, &[at(0, 3), at(5, 3)]);
    assert_eq!((0..7).map(|x| tile(&user, x, 3)).collect::<Vec<_>>(), [1, 1, 1, 1, 1, 1, 0]);
    user.key("w");
    user.key("g");
    user.click(at(2, 3));
    assert_eq!((0..7).map(|x| tile(&user, x, 3)).collect::<Vec<_>>(), [2, 2, 2, 2, 2, 2, 0]);
    user.key("b");
    user.click(at(9, 9));
    user.key("w");
    hold(&mut user, "ControlLeft");
    user.click(at(0, 3));
    user.send(EditInput::KeyUp("ControlLeft"));
    assert_eq!((tile(&user, 5, 3), tile(&user, 9, 9)), (3, 3), "all of tile 2, wherever it lies");
    user.key("Ctrl+z");
    assert_eq!((tile(&user, 5, 3), tile(&user, 9, 9)), (2, 2));
}

#[test]
fn a_selection_is_copied_cut_and_pasted() {
    let mut user = user();
    user.drag(1, &[at(0, 0), at(2, 0)]);
    user.key("s");
    user.drag(1, &[at(0, 0), at(3, 1)]);
    user.key("Ctrl+x");
    let text = TileStamp::new(4, 2, vec![1, 1, 1, 0, 0, 0, 0, 0]).to_text();
    assert!(user.effects.contains(&EditEffect::Copy(text.clone())), "{:?}", user.effects.last());
    assert_eq!(tile(&user, 0, 0), 0);
    user.drag(1, &[at(6, 5), at(6, 5)]);
    user.key("Ctrl+v");
    assert_eq!(user.effects.last(), Some(&EditEffect::Paste));
    user.send(EditInput::Pasted(text));
    assert_eq!((6..10).map(|x| tile(&user, x, 5)).collect::<Vec<_>>(), [1, 1, 1, 0]);
}

/// Cells of 16 pixels show their number in yellow; at 8 a dot of red tells of flag 0.
#[test]
fn numbers_and_flags_lie_over_the_cells() {
    let mut user = user();
    user.click(at(1, 1));
    let mut data = Box::new(user.data());
    data[0x3001] = 1;
    user.send(EditInput::Outside(data));
    user.point((0, 0));
    let count = |user: &User, area: (i32, i32, i32), color: u8| {
        let canvas = user.editors.draw();
        let (x, y, side) = area;
        let cell = (0..side * side).map(|n| ((y + n / side) * canvas.width + x + n % side) as usize);
        cell.filter(|at| canvas.pixels[*at] == color).count()
    };
    assert_eq!(count(&user, (8, 16, 8), 8), 0);
    user.key("o");
    assert_eq!(count(&user, (8, 16, 8), 8), 1, "a dot");
    user.key("o");
    user.key("i");
    user.point(at(0, 0));
    user.key(">");
    let (wide, y) = (16, 8 + 16);
    assert!(count(&user, (16, y, wide), 10) >= 3, "the digit 1");
}

/// What a selection is moved over comes back, however it is moved; what is pasted can be moved on too.
#[test]
fn what_is_moved_over_comes_back() {
    let mut user = user();
    user.drag(1, &[at(0, 0), at(6, 0)]);
    user.key("w");
    user.click(at(0, 0));
    user.key("s");
    user.drag(1, &[at(0, 0), at(0, 0)]);
    let row = |user: &User| (0..7).map(|x| tile(user, x, 0)).collect::<Vec<_>>();
    (0..3).for_each(|_| user.key("Shift+Right"));
    assert_eq!(row(&user), [0, 1, 1, 2, 1, 1, 1]);
    user.drag(1, &[at(3, 0), at(5, 0)]);
    assert_eq!(row(&user), [0, 1, 1, 1, 1, 2, 1]);
    user.key("Ctrl+z");
    assert_eq!(row(&user), [2, 1, 1, 1, 1, 1, 1], "moves that follow are one step");
    user.key("Esc");
    user.point(at(2, 0));
    user.send(EditInput::Pasted("[map]02010708[/map]".into()));
    assert_eq!(row(&user), [2, 1, 7, 8, 1, 1, 1], "under the pointer");
    user.key("Shift+Right");
    assert_eq!(row(&user), [2, 1, 1, 7, 8, 1, 1]);
    // A click inside lets the selection go.
    user.click(at(3, 0));
    user.key("Del");
    assert_eq!(row(&user), [2, 1, 1, 7, 8, 1, 1]);
}

/// As on PICO-8: the rows that are no sprites first, then all.
#[test]
fn all_is_selected_in_two_steps() {
    let mut user = user();
    (0..40).for_each(|_| user.key("Down"));
    user.click((4, 12));
    user.click((4, 60));
    let count = |user: &User| user.data()[..0x3000].iter().filter(|byte| **byte != 0).count();
    assert_eq!(count(&user), 2);
    user.key("Ctrl+a");
    user.key("Del");
    assert_eq!(count(&user), 2, "the sprites' half stays");
    user.key("Ctrl+a");
    user.key("Del");
    assert_eq!(count(&user), 0);
}

//! The map editor, driven by what a person does. Scenarios are those of the editors' page, by number; on 256x192 the map stands at 0, 8,
//! and a cell is 8 wide.

use super::cells::{Stamp, address};
use crate::edit::hand::{Dice, Hand};
use crate::edit::{EditEffect, EditInput, EditKey, EditorKind, Side};

pub(super) fn hand() -> Hand {
    let mut hand = Hand::new();
    hand.editors.open(EditorKind::Map);
    hand
}

/// The middle of a cell.
pub(super) fn at(x: i32, y: i32) -> (i32, i32) {
    (x * 8 + 4, 8 + y * 8 + 4)
}

pub(super) fn tile(hand: &Hand, x: i32, y: i32) -> u8 {
    hand.data()[address(x, y)]
}

pub(super) fn hold(hand: &mut Hand, name: &'static str) {
    let control = name.starts_with("Control");
    hand.tell(EditInput::Key(EditKey { name, control, shift: !control, ..EditKey::default() }));
}

/// Our decision: a fill and a replacement that begin in rows 0 to 31 change no sprites, and those in the hatched half may.
#[test]
fn a_fill_of_the_map_ends_where_sprites_begin() {
    for key in ["g", "Shift+G"] {
        let mut hand = hand();
        hand.key(key);
        hand.click(at(3, 3));
        let count = |hand: &Hand| {
            let ones = |area: std::ops::Range<usize>| hand.data()[area].iter().filter(|it| **it == 1).count();
            (ones(0x1000..0x2000), ones(0x2000..0x3000))
        };
        assert_eq!(count(&hand), (0, 0x1000), "{key}");
        hand.key("Ctrl+z");
        (0..40).for_each(|_| hand.key("Down"));
        hand.click(at(3, 3));
        assert_eq!(count(&hand), (0x1000, 0x1000), "{key}: it begins there");
        hand.key("Ctrl+z");
        hand.key("Ctrl+a");
        hand.key("Ctrl+a");
        (0..40).for_each(|_| hand.key("Up"));
        hand.click(at(3, 3));
        assert_eq!(count(&hand), (0x1000, 0x1000), "{key}: all is selected");
    }
}

/// Without a key: a drag in the sheet is a stamp of many, and tools replace and clear. Without a mouse: Shift with Q W A Z.
#[test]
fn stamps_of_many_and_replacements_need_neither_keys_nor_a_mouse() {
    let mut hand = hand();
    hand.drag(1, &[(12, 156), (20, 164)]);
    assert_eq!(hand.editors.status(), "stamp 2x2");
    hand.click(at(0, 0));
    let corner = |hand: &Hand| [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| tile(hand, x, y));
    assert_eq!(corner(&hand), [1, 2, 17, 18]);
    hand.key("Ctrl+z");
    hand.click((12, 156));
    hand.click(at(0, 0));
    assert_eq!(corner(&hand), [1, 0, 0, 0], "a click is one");
    for (key, told) in [
        ("Shift+W", "stamp 2x1"),
        ("Shift+Z", "stamp 2x2"),
        ("Shift+Z", "stamp 2x3"),
        ("Shift+A", "stamp 2x2"),
        ("Shift+Q", "stamp 1x2"),
        ("Shift+Q", "stamp 1x2"),
        ("Shift+W", "stamp 2x2"),
    ] {
        hand.key(key);
        assert_eq!(hand.editors.status(), told, "{key}");
    }
    hand.click(at(0, 0));
    assert_eq!(corner(&hand), [1, 2, 17, 18]);
    // The third of the tools, nine pixels each; they stand above the sheet, which begins at 151.
    hand.click((2 + 2 * 9 + 4, 145));
    assert!(hand.editors.status().starts_with("replace: all"), "{}", hand.editors.status());
    hand.click((4 + 5 * 8, 156));
    hand.click(at(9, 9));
    assert_eq!((tile(&hand, 20, 20), corner(&hand)), (5, [1, 2, 17, 18]));
}

#[test]
fn scenario_9_the_lower_half_is_the_sheets_as_well() {
    let mut hand = hand();
    (0..40).for_each(|_| hand.key("Down"));
    hand.click((4, 12));
    let row = (0..64).find(|y| tile(&hand, 0, *y) != 0).expect("a tile");
    assert!(row >= 32, "row {row}");
    assert_eq!(hand.data()[0x1000 + (row as usize - 32) * 128], 1, "and a pixel of the sheet");
    assert!(hand.editors.status().contains("shared with the sheet"), "{}", hand.editors.status());
}

#[test]
fn scenario_13_space_pans_and_the_wheel_keeps_the_cell_under_the_pointer() {
    let mut hand = hand();
    (0..20).for_each(|_| hand.key("Right"));
    let before = hand.data();
    hand.key("Space");
    hand.drag(1, &[at(10, 5), at(7, 5)]);
    hand.tell(EditInput::KeyUp("Space"));
    hand.key("Space");
    hand.tell(EditInput::KeyUp("Space"));
    assert!(hand.data() == before, "nothing is painted");
    hand.point(at(10, 10));
    let cell = |hand: &Hand| hand.editors.status().split("  ").next().map(str::to_string);
    let under = cell(&hand);
    assert_eq!(under.as_deref(), Some("33,10"), "20 cells to the right, and 3 by the pan");
    for steps in [1, 1, -1, -1] {
        hand.tell(EditInput::Wheel(steps));
        assert_eq!(cell(&hand), under);
    }
    // Near a corner too, where the map has nothing beyond; from there a pan leads back.
    for corner in [(0, 0), (1, 2)] {
        let mut hand = self::hand();
        hand.point(at(corner.0, corner.1));
        let under = cell(&hand);
        for steps in [-1, -1, -1, 1, 1, 1, 1, 1, -1, -1, -1, -1] {
            hand.tell(EditInput::Wheel(steps));
            assert_eq!(cell(&hand), under, "{corner:?} {steps}");
        }
        hand.tell(EditInput::Size(640, 360, 1));
        assert!(hand.data() == before);
    }
    let mut hand = self::hand();
    hand.point(at(10, 10));
    (0..3).for_each(|_| hand.tell(EditInput::Wheel(-1)));
    hand.drag(4, &[at(1, 1), at(-90, -90)]);
    hand.point((0, 8));
    assert_eq!(cell(&hand).as_deref(), Some("0,0"), "the middle button pans where there is no map, too");
}

#[test]
fn stamps_of_many_repeat_and_selections_move() {
    let mut hand = hand();
    hold(&mut hand, "ShiftLeft");
    // The sheet stands at 0, 152: sprites 1, 2 over 17, 18.
    hand.drag(1, &[(12, 156), (20, 164)]);
    hand.tell(EditInput::KeyUp("ShiftLeft"));
    hand.drag(1, &[at(0, 0), at(3, 0)]);
    let row = |hand: &Hand, y: i32| [0, 1, 2, 3].map(|x| tile(hand, x, y));
    assert_eq!((row(&hand, 0), row(&hand, 1)), ([1, 2, 1, 2], [17, 18, 17, 18]));
    hand.key("s");
    hand.drag(1, &[at(0, 0), at(1, 1)]);
    hand.drag(1, &[at(0, 0), at(5, 4)]);
    assert_eq!((tile(&hand, 5, 4), tile(&hand, 6, 5), row(&hand, 0)), (1, 18, [0, 0, 1, 2]));
    hand.key("Ctrl+z");
    assert_eq!(row(&hand, 0), [1, 2, 1, 2]);
    hand.key("u");
    hand.key("Esc");
    hand.drag(2, &[at(2, 0), at(2, 0)]);
    hand.drag(1, &[at(8, 2), at(9, 3)]);
    assert_eq!([tile(&hand, 8, 2), tile(&hand, 9, 3)], [1, 1], "a rectangle of what was taken");
}

/// Our decision: sprite and map editor paint with the sprite that was chosen last, in whichever of them.
#[test]
fn the_stamp_is_the_sprite_that_was_chosen_last() {
    let mut hand = hand();
    hand.editors.open(EditorKind::Sprite);
    hand.key("w");
    hand.key("z");
    hand.editors.open(EditorKind::Map);
    hand.click(at(2, 2));
    assert_eq!(tile(&hand, 2, 2), 18, "one on from 1, and one below");
    // A stamp of many stays, as long as no other sprite is chosen.
    hand.drag(2, &[at(2, 2), at(3, 2)]);
    hand.key("Alt+Left");
    hand.key("Alt+Right");
    hand.click(at(5, 5));
    assert_eq!([tile(&hand, 5, 5), tile(&hand, 6, 5)], [18, 0]);
    hand.key("q");
    hand.editors.open(EditorKind::Sprite);
    hand.click((8, 21));
    assert_eq!(hand.data()[(8 * 64) + 4], 7, "and sprite 17 is shown where pixels are painted");
}

/// Without a mouse: Ctrl and arrows move the pointer by cells and scroll, Enter is held while it paints, Backspace takes the tile.
#[test]
fn the_map_is_painted_by_keys_alone() {
    let mut hand = hand();
    let go = |hand: &mut Hand, key: &str, n: usize| (0..n).for_each(|_| hand.key(key));
    go(&mut hand, "Ctrl+Right", 3);
    go(&mut hand, "Ctrl+Down", 2);
    hand.key("Enter");
    go(&mut hand, "Ctrl+Right", 2);
    hand.tell(EditInput::KeyUp("Enter"));
    let painted = |hand: &Hand| -> Vec<(i32, i32)> {
        (0..32).flat_map(|y| (0..128).map(move |x| (x, y))).filter(|(x, y)| tile(hand, *x, *y) == 1).collect()
    };
    let first = painted(&hand);
    assert_eq!(first.len(), 3, "{first:?}");
    assert_eq!(first[2], (first[0].0 + 2, first[0].1));
    assert_eq!(hand.editors.document().steps(Side::Picture), (1, 0), "one stroke");
    go(&mut hand, "Ctrl+Right", 60);
    hand.key("Enter");
    hand.key("Enter");
    hand.tell(EditInput::KeyUp("Enter"));
    assert_eq!(painted(&hand).last(), Some(&(first[2].0 + 60, first[0].1)), "the map goes along");
    hand.key("w");
    hand.key("Back");
    hand.tell(EditInput::KeyUp("Backspace"));
    assert_eq!(hand.editors.status(), "took sprite #001");
}

#[test]
fn tiles_come_and_go_by_the_clipboard() {
    let stamp = Stamp::new(2, 1, vec![5, 255]);
    assert_eq!(stamp.to_text(), "[map]020105ff[/map]");
    assert_eq!(Stamp::from_text(&stamp.to_text()), Some(stamp));
    for bad in ["", "[map][/map]", "[map]0201ff[/map]", "[map]02zz[/map]", "[map]é01[/map]"] {
        assert_eq!(Stamp::from_text(bad), None, "{bad:?}");
    }
}

/// Ten thousand random inputs: no panic, and all undone gives the first bytes, all redone the last ones.
#[test]
fn whatever_is_done_can_be_undone_and_done_again() {
    const KEYS: [&str; 12] = ["b", "g", "l", "u", "s", "n", "d", "q", "Shift+W", "Enter", "Esc", "F1"];
    for seed in 0..20 {
        let (mut hand, mut dice) = (hand(), Dice(seed));
        for n in 0..500 {
            let mut roll = |n: i32| dice.roll(n);
            match roll(12) {
                0..4 => hand.point((roll(280) - 12, roll(216) - 12)),
                4..6 => hand.button([1, 1, 1, 2, 4][roll(5) as usize], true),
                6..8 => hand.button([1, 1, 1, 2, 4][roll(5) as usize], false),
                8 => hand.key(KEYS[roll(KEYS.len() as i32) as usize]),
                9 => hand.any_command(&mut dice),
                10 => hand.tell(EditInput::Wheel(roll(5) - 2)),
                _ => match roll(8) {
                    6 => hand.tell(EditInput::KeyUp("Enter")),
                    7 => hand.tell(EditInput::Pasted(Stamp::new(2, 1, vec![5, 255]).to_text())),
                    0 => hand.tell(EditInput::Size(100 + roll(700), 100 + roll(400), 1 + roll(3))),
                    1 => hand.tell(EditInput::Blur),
                    2 => hand.key("Ctrl+z"),
                    3 => hand.key("Ctrl+y"),
                    _ => hand.ticks(3),
                },
            }
            if n % 100 == 0 {
                hand.editors.draw();
            }
        }
        hand.check_history(seed);
    }
}

#[test]
fn lines_fills_and_replacements_paint_tiles() {
    let mut hand = hand();
    hand.key("l");
    hand.drag(1, &[at(0, 3), at(5, 3)]);
    assert_eq!((0..7).map(|x| tile(&hand, x, 3)).collect::<Vec<_>>(), [1, 1, 1, 1, 1, 1, 0]);
    hand.key("w");
    hand.key("g");
    hand.click(at(2, 3));
    assert_eq!((0..7).map(|x| tile(&hand, x, 3)).collect::<Vec<_>>(), [2, 2, 2, 2, 2, 2, 0]);
    hand.key("b");
    hand.click(at(9, 9));
    hand.key("w");
    hold(&mut hand, "ControlLeft");
    hand.click(at(0, 3));
    hand.tell(EditInput::KeyUp("ControlLeft"));
    assert_eq!((tile(&hand, 5, 3), tile(&hand, 9, 9)), (3, 3), "all of tile 2, wherever it lies");
    hand.key("Ctrl+z");
    assert_eq!((tile(&hand, 5, 3), tile(&hand, 9, 9)), (2, 2));
}

#[test]
fn a_selection_is_copied_cut_and_pasted() {
    let mut hand = hand();
    hand.drag(1, &[at(0, 0), at(2, 0)]);
    hand.key("s");
    hand.drag(1, &[at(0, 0), at(3, 1)]);
    hand.key("Ctrl+x");
    let text = Stamp::new(4, 2, vec![1, 1, 1, 0, 0, 0, 0, 0]).to_text();
    assert!(hand.effects.contains(&EditEffect::Copy(text.clone())), "{:?}", hand.effects.last());
    assert_eq!(tile(&hand, 0, 0), 0);
    hand.drag(1, &[at(6, 5), at(6, 5)]);
    hand.key("Ctrl+v");
    assert_eq!(hand.effects.last(), Some(&EditEffect::Paste));
    hand.tell(EditInput::Pasted(text));
    assert_eq!((6..10).map(|x| tile(&hand, x, 5)).collect::<Vec<_>>(), [1, 1, 1, 0]);
}

/// Cells of 16 pixels show their number in yellow; at 8 a dot of red tells of flag 0.
#[test]
fn numbers_and_flags_lie_over_the_cells() {
    let mut hand = hand();
    hand.click(at(1, 1));
    let mut data = Box::new(hand.data());
    data[0x3001] = 1;
    hand.tell(EditInput::Outside(data));
    hand.point((0, 0));
    let count = |hand: &Hand, area: (i32, i32, i32), color: u8| {
        let canvas = hand.editors.draw();
        let (x, y, side) = area;
        let cell = (0..side * side).map(|n| ((y + n / side) * canvas.width + x + n % side) as usize);
        cell.filter(|at| canvas.pixels[*at] == color).count()
    };
    assert_eq!(count(&hand, (8, 16, 8), 8), 0);
    hand.key("o");
    assert_eq!(count(&hand, (8, 16, 8), 8), 1, "a dot");
    hand.key("o");
    hand.key("i");
    hand.point(at(0, 0));
    hand.key(">");
    let (wide, y) = (16, 8 + 16);
    assert!(count(&hand, (16, y, wide), 10) >= 3, "the digit 1");
}

/// What a selection is moved over comes back, however it is moved; what is pasted can be moved on too.
#[test]
fn what_is_moved_over_comes_back() {
    let mut hand = hand();
    hand.drag(1, &[at(0, 0), at(6, 0)]);
    hand.key("w");
    hand.click(at(0, 0));
    hand.key("s");
    hand.drag(1, &[at(0, 0), at(0, 0)]);
    let row = |hand: &Hand| (0..7).map(|x| tile(hand, x, 0)).collect::<Vec<_>>();
    (0..3).for_each(|_| hand.key("Shift+Right"));
    assert_eq!(row(&hand), [0, 1, 1, 2, 1, 1, 1]);
    hand.drag(1, &[at(3, 0), at(5, 0)]);
    assert_eq!(row(&hand), [0, 1, 1, 1, 1, 2, 1]);
    hand.key("Ctrl+z");
    assert_eq!(row(&hand), [2, 1, 1, 1, 1, 1, 1], "moves that follow are one step");
    hand.key("Esc");
    hand.point(at(2, 0));
    hand.tell(EditInput::Pasted("[map]02010708[/map]".into()));
    assert_eq!(row(&hand), [2, 1, 7, 8, 1, 1, 1], "under the pointer");
    hand.key("Shift+Right");
    assert_eq!(row(&hand), [2, 1, 1, 7, 8, 1, 1]);
    // A click inside lets the selection go.
    hand.click(at(3, 0));
    hand.key("Del");
    assert_eq!(row(&hand), [2, 1, 1, 7, 8, 1, 1]);
}

/// As on PICO-8: the rows that are no sprites first, then all.
#[test]
fn all_is_selected_in_two_steps() {
    let mut hand = hand();
    (0..40).for_each(|_| hand.key("Down"));
    hand.click((4, 12));
    hand.click((4, 60));
    let count = |hand: &Hand| hand.data()[..0x3000].iter().filter(|byte| **byte != 0).count();
    assert_eq!(count(&hand), 2);
    hand.key("Ctrl+a");
    hand.key("Del");
    assert_eq!(count(&hand), 2, "the sprites' half stays");
    hand.key("Ctrl+a");
    hand.key("Del");
    assert_eq!(count(&hand), 0);
}

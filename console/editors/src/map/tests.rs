//! The map editor, driven by keys and mouse. Scenarios are those of the editors' page, by number; on 256x192 the map is at 0, 8, a cell is 8
//! wide, and the sheet is at 0, 151.

use super::{TileStamp, address};
use crate::test_user::{Dice, User};
use crate::{EditEffect, EditInput, EditorKind};
use std::collections::BTreeMap;
use studio::Area;

pub(super) fn user() -> User {
    User::at(EditorKind::Map)
}

pub(super) fn tile(user: &User, x: i32, y: i32) -> u8 {
    user.data()[address(x, y)]
}

fn row(user: &User, y: i32) -> [u8; 7] {
    std::array::from_fn(|x| tile(user, x as i32, y))
}

#[test]
fn scripts_paint_these_tiles() {
    let stamp = "#12,156:20,164 ";
    let cases: [(&str, [u8; 7], [u8; 7]); 20] = [
        // A drag in the sheet is a stamp of many, which is repeated from where a stroke began; a click is one.
        ("@0,0:3,0", [1, 2, 1, 2, 0, 0, 0], [17, 18, 17, 18, 0, 0, 0]),
        ("#12,156 @0,0", [1, 0, 0, 0, 0, 0, 0], [0; 7]),
        ("#12,156:20,156:12,156 @0,0", [1, 0, 0, 0, 0, 0, 0], [0; 7]),
        ("@0,0:3,0 s @0,0:1,1 @0,0:5,0", [0, 0, 1, 2, 0, 1, 2], [0, 0, 17, 18, 0, 17, 18]),
        ("@0,0:3,0 s @0,0:1,1 @0,0:5,0 Ctrl+z", [1, 2, 1, 2, 0, 0, 0], [17, 18, 17, 18, 0, 0, 0]),
        // Without a mouse: Shift with Q W A Z.
        ("#12,156 Shift+W Shift+Z*2 Shift+A @0,0", [1, 2, 0, 0, 0, 0, 0], [17, 18, 0, 0, 0, 0, 0]),
        ("#12,156 Shift+W Shift+Z Shift+Q @0,0", [1, 0, 0, 0, 0, 0, 0], [17, 0, 0, 0, 0, 0, 0]),
        // A tile that was taken, and the tool that replaces: the third of the buttons, nine pixels each.
        ("@0,0 r@1,1 u @5,0:6,1", [1, 2, 0, 0, 0, 18, 18], [17, 18, 0, 0, 0, 18, 18]),
        ("@0,0 r@1,0:1,1 @4,0", [1, 2, 0, 0, 2, 0, 0], [17, 18, 0, 0, 18, 0, 0]),
        ("#12,156 @0,0:2,0 #44,156 #24,145 @1,0", [5, 5, 5, 0, 0, 0, 0], [0; 7]),
        ("#12,156 l @0,1:5,1 w g @2,1", [0; 7], [2, 2, 2, 2, 2, 2, 0]),
        ("#12,156 l @0,1:5,1 w b down:ControlLeft @2,1", [0; 7], [2, 2, 2, 2, 2, 2, 0]),
        // What a selection is moved over comes back, however it is moved; moves that follow are one step.
        ("#12,156 @0,0:6,0 w @0,0 s @0,0:0,0 Shift+Right*3", [0, 1, 1, 2, 1, 1, 1], [0; 7]),
        ("#12,156 @0,0:6,0 w @0,0 s @0,0:0,0 Shift+Right*3 @3,0:5,0", [0, 1, 1, 1, 1, 2, 1], [0; 7]),
        ("#12,156 @0,0:6,0 w @0,0 s @0,0:0,0 Shift+Right*3 @3,0:5,0 Ctrl+z", [2, 1, 1, 1, 1, 1, 1], [0; 7]),
        // A click inside lets the selection go.
        ("#12,156 @0,0:2,0 s @0,0:1,0 @0,0 Del", [1, 1, 1, 0, 0, 0, 0], [0; 7]),
        ("#12,156 @0,0:2,0 s @0,0:3,1 Ctrl+x", [0; 7], [0; 7]),
        // With keys only: Ctrl and arrows move the pointer by cells, Enter paints as long as it is held.
        ("#12,156 p@0,0 Enter Ctrl+Right*2 up:Enter", [1, 1, 1, 0, 0, 0, 0], [0; 7]),
        ("#12,156 p@0,0 Enter*2 up:Enter w Ctrl+Right Enter up:Enter", [1, 2, 0, 0, 0, 0, 0], [0; 7]),
        ("#12,156 @0,0 w p@0,0 Back up:Back @3,0", [1, 0, 0, 1, 0, 0, 0], [0; 7]),
    ];
    for (script, first, second) in cases {
        let mut user = user();
        user.does(stamp).does(script);
        assert_eq!((row(&user, 0), row(&user, 1)), (first, second), "{script}");
    }
}

/// Our decision: a fill and a replacement that begin in rows 0 to 31 change no sprites, and those in the hatched half may.
#[test]
fn a_fill_of_the_map_ends_where_sprites_begin() {
    for key in ["g", "Shift+G"] {
        let mut user = user();
        let mut counts = |script: &str| {
            let data = user.does(script).data();
            [0x1000..0x2000, 0x2000..0x3000].map(|area| data[area].iter().filter(|it| **it == 1).count())
        };
        assert_eq!(counts(&format!("{key} @3,3")), [0, 0x1000], "{key}");
        assert_eq!(counts("Ctrl+z Down*40 @3,3"), [0x1000; 2], "{key}: it begins there");
        assert_eq!(counts("Ctrl+z Ctrl+a*2 Up*40 @3,3"), [0x1000; 2], "{key}: all is selected");
    }
}

#[test]
fn the_status_line_says_what_happens() {
    for (script, want) in [
        ("#12,156:20,164", "stamp 2x2"),
        ("Shift+W Shift+Z*2", "stamp 2x3"),
        ("Shift+W Shift+Q*2", "stamp 1x1"),
        ("#24,145", "replace:…"),
        ("@3,3 w p@3,3 Back up:Back", "picked sprite #001"),
        ("Down*40 #4,12", "…shared with the sheet…"),
    ] {
        user().does(script).says(want);
    }
}

#[test]
fn scenario_9_the_lower_half_is_the_sheets_as_well() {
    let mut user = user();
    user.does("Down*40 #4,12");
    let row = (0..64).find(|y| tile(&user, 0, *y) != 0).expect("a tile");
    assert!(row >= 32, "row {row}");
    assert_eq!(user.data()[0x1000 + (row as usize - 32) * 128], 1, "and a pixel of the sheet");
}

#[test]
fn scenario_13_space_pans_and_the_wheel_keeps_the_cell_under_the_pointer() {
    let cell = |user: &User| user.editors.status().split("  ").next().unwrap_or_default().to_string();
    // Near a corner too, where there is no map beyond it.
    for (script, under) in [
        ("Right*20 Space @10,5:7,5 up:Space Space up:Space p@10,10", "33,10"),
        ("p@0,0", "0,0"),
        ("p@1,2", "1,2"),
    ] {
        let mut user = user();
        user.does(script);
        for steps in ["wheel:1", "wheel:1", "wheel:-1*6", "wheel:1*5", "wheel:-1*4"] {
            assert_eq!(cell(user.does(steps)), under, "{script} {steps}");
        }
        user.send(EditInput::Size(640, 360, 1));
        assert!(user.data().iter().all(|byte| *byte == 0), "nothing is painted");
    }
    let mut user = user();
    user.does("p@10,10 wheel:-1*3 m@1,1:-90,-90 p#0,8");
    assert_eq!(cell(&user), "0,0", "the middle button pans where there is no map, too");
}

/// Our decision: sprite and map editor paint with the sprite that was chosen last, in either of them.
#[test]
fn the_stamp_is_the_sprite_that_was_chosen_last() {
    let mut user = user();
    user.does("Alt+Left w z Alt+Right @2,2");
    assert_eq!(tile(&user, 2, 2), 18, "one on from 1, and one below");
    // A stamp of several cells stays until another sprite is chosen.
    user.does("r@2,2:3,2 Alt+Left Alt+Right @5,5");
    assert_eq!([tile(&user, 5, 5), tile(&user, 6, 5)], [18, 0]);
    user.does("q Alt+Left @0,0");
    assert_eq!(user.data()[(8 * 64) + 4], 7, "and sprite 17 is shown where pixels are painted");
}

#[test]
fn the_map_goes_along_with_the_pointer_by_keys() {
    let mut user = user();
    user.does("p@3,2 Ctrl+Right*60 Enter up:Enter");
    assert_eq!((tile(&user, 63, 2), user.steps()), (1, (1, 0)));
}

#[test]
fn tiles_come_and_go_by_the_clipboard() {
    let stamp = TileStamp::new(2, 1, vec![5, 255]);
    assert_eq!(stamp.to_text(), "[map]020105ff[/map]");
    assert_eq!(TileStamp::from_text(&stamp.to_text()), Some(stamp));
    for bad in ["", "[map][/map]", "[map]0201ff[/map]", "[map]02zz[/map]", "[map]é01[/map]"] {
        assert_eq!(TileStamp::from_text(bad), None, "{bad:?}");
    }
    let mut user = user();
    user.does("@0,0:2,0 s @0,0:3,1 Ctrl+x");
    assert_eq!(user.copied(), TileStamp::new(4, 2, vec![1, 1, 1, 0, 0, 0, 0, 0]).to_text());
    user.does("Esc p@2,0 Ctrl+v");
    assert_eq!(user.effects.last(), Some(&EditEffect::Paste));
    user.send(EditInput::Pasted("[map]02010708[/map]".into()));
    assert_eq!(row(&user, 0), [0, 0, 7, 8, 0, 0, 0], "under the pointer");
    assert_eq!(row(user.does("Shift+Right"), 0), [0, 0, 0, 7, 8, 0, 0], "and it can be moved on");
}

#[test]
fn numbers_and_flags_lie_over_the_cells() {
    let mut user = user();
    user.files_hold([(0x2000 + 129, 1), (0x3001, 1)]);
    let count = |user: &User, x: i32, y: i32, side: i32, color: u8| {
        user.pixels(Area { x, y, w: side, h: side }).into_iter().filter(|pixel| *pixel == color).count()
    };
    user.does("wait:200 p#0,0");
    assert_eq!(count(&user, 8, 16, 8, 8), 0);
    assert_eq!(count(user.does("o"), 8, 16, 8, 8), 1, "a dot");
    assert!(count(user.does("o i p@0,0 >"), 16, 24, 16, 10) >= 3, "the digit 1");
}

/// As on PICO-8: Ctrl+A selects the rows that are no sprites first, then all.
#[test]
fn all_is_selected_in_two_steps() {
    let mut user = user();
    user.does("Down*40 #4,12 #4,60");
    let count = |script: &str| user.does(script).data()[..0x3000].iter().filter(|byte| **byte != 0).count();
    assert_eq!(["p#0,0", "Ctrl+a Del", "Ctrl+a Del"].map(count), [2, 2, 0]);
}

/// The number of each mask, as an artist wrote it into the flags of Smokehouse.
pub(super) fn table() -> BTreeMap<u8, u8> {
    let text = include_str!("../../../../sprites/porklike.flags");
    let words = text.lines().filter_map(|line| line.strip_prefix("#   ")).flat_map(str::split_whitespace);
    let pair = |word: &str| {
        let (mask, sprite) = word.split_once(':')?;
        Some((u8::from_str_radix(mask, 16).ok()?, sprite.parse().ok()?))
    };
    words.filter_map(pair).collect()
}

/// Each wall of the map is what the table says of the walls around it: 01 20 08 / 80 # 40 / 02 10 04, a corner only between two walls.
fn check_walls(user: &User, what: &str) {
    let table = table();
    let inside = |x: i32, y: i32| (0..128).contains(&x) && (0..64).contains(&y);
    let wall = |x: i32, y: i32| !inside(x, y) || (48..95).contains(&tile(user, x, y));
    for (x, y) in (0..128 * 64).map(|n| (n % 128, n / 128)).filter(|(x, y)| wall(*x, *y)) {
        let (l, r, u, d) = (wall(x - 1, y), wall(x + 1, y), wall(x, y - 1), wall(x, y + 1));
        let corner = |dx: i32, dy: i32, sides: bool| sides && wall(x + dx, y + dy);
        let corners =
            [corner(-1, -1, l && u), corner(-1, 1, l && d), corner(1, 1, r && d), corner(1, -1, r && u)];
        let bits = corners.into_iter().chain([d, u, r, l]);
        let mask: u8 = (0..).zip(bits).map(|(n, on)| u8::from(on) << n).sum();
        assert_eq!(Some(&tile(user, x, y)), table.get(&mask), "{what}: {x},{y} mask {mask:02x}");
    }
}

#[test]
fn scenario_10_the_blob_brush_paints_the_right_walls_and_undo_restores_neighbours() {
    let mut user = user();
    user.does("n @3,3:8,3:8,8:3,8:3,3");
    check_walls(&user, "a ring");
    let whole = user.data();
    user.does("down:ControlLeft @5,3 up:ControlLeft");
    check_walls(&user, "a gap");
    // Two ends face each other over the gap: only left (80: sprite 61), only right (40: sprite 52).
    assert_eq!([4, 5, 6].map(|x| tile(&user, x, 3)), [61, 0, 52]);
    user.does("Ctrl+z");
    assert!(user.data() == whole, "the neighbours are as before");
    // Any strokes, at the edge of the map and over the half that is sprites as well.
    let mut dice = Dice(7);
    for n in 0..60 {
        let way: Vec<_> = (0..3).map(|_| format!("{},{}", dice.roll(14), dice.roll(14))).collect();
        user.does(&format!("{} @{}", if n % 3 == 0 { "d" } else { "n" }, way.join(":")));
        check_walls(&user, &format!("stroke {n}"));
    }
}

/// Our decision: where a wall is cleared the surrounding ground is filled in, and other tiles stay.
#[test]
fn clearing_walls_leaves_the_ground_around_them() {
    let mut user = user();
    // A room of 5 by 5 with a floor of tile 1, walls around it, nothing beyond.
    user.does("u @3,3:7,7 n @2,2:8,2:8,8:2,8:2,2 @5,3:5,7");
    let before = user.data();
    user.does("d").says("clear walls: fills in the ground around them");
    user.does("@5,3:5,7");
    let floor = [4, 5].map(|x| [3, 4, 5, 6, 7].map(|y| tile(&user, x, y)));
    assert_eq!(floor, [[1; 5]; 2], "a wall amid the room");
    user.does("@8,5 @2,2 @3,3:4,4");
    assert_eq!(tile(&user, 8, 5), 1, "a door: three of floor on one side, nothing on the other");
    assert_eq!(tile(&user, 2, 2), 0, "a corner, around which there is nothing");
    assert_eq!((tile(&user, 3, 3), tile(&user, 4, 4)), (1, 1), "a floor is no wall");
    check_walls(&user, "what is left");
    user.does("Ctrl+z*3");
    assert!(user.data() == before);
}

#[test]
fn the_walls_are_drawn_of_five_sprites() {
    let mut user = user();
    // Piece n is all of colour n + 1; the last one is solid.
    let piece = |n: usize| (0..32).map(move |at| (at / 4 * 64 + n * 4 + at % 4, (n as u8 + 1) * 0x11));
    user.files_hold((0..5).flat_map(piece).chain([(0x3004, 3)]));
    user.does("n").says("no walls at #048: Shift+N sets where, Ctrl+W draws them");
    user.does("Ctrl+w").says("needs a stamp of five…");
    user.does("#4,156:36,156 Ctrl+w").says("drew sprites #048 to #094: Ctrl+Z undoes it");
    let quarters = |user: &User, sprite: usize| {
        let corner = sprite / 16 * 512 + sprite % 16 * 4;
        [(0, 0), (3, 0), (0, 448), (3, 448)].map(|(x, y)| user.data()[corner + x + y] & 15)
    };
    // None; only right (40); only left (80); all around.
    for (wall, want) in [(48, [1, 1, 1, 1]), (52, [1, 3, 1, 3]), (61, [3, 1, 3, 1]), (94, [5, 5, 5, 5])] {
        assert_eq!(quarters(&user, wall), want, "{wall}");
    }
    assert!((48..95).all(|wall| user.data()[0x3000 + wall] == 3), "and solid");
    user.does("Ctrl+z");
    assert!((48..95).all(|wall| quarters(&user, wall) == [0; 4]));
    // Among themselves they cannot be drawn.
    user.does("Shift+N #4,156 Shift+N #4,156:36,156 Ctrl+w").says("the five sprites overlap…");
}

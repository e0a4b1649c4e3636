//! The blob brush of the map editor: walls that are drawn, cleared, and made of five sprites.

use super::tests::{tile, user};
use crate::test_user::{Dice, User};
use std::collections::BTreeMap;

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
    assert_eq!(
        [4, 5].map(|x| [3, 4, 5, 6, 7].map(|y| tile(&user, x, y))),
        [[1; 5]; 2],
        "a wall amid the room"
    );
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

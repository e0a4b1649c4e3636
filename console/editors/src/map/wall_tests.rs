//! The blob brush of the map editor: walls that are drawn, cleared, and made of five sprites.

use super::tests::{at, hold, tile, user};
use crate::EditInput;
use crate::test_user::{Dice, User};
use std::collections::BTreeMap;

/// The number of each mask, as a person wrote it into the flags of Smokehouse.
fn table() -> BTreeMap<u8, u8> {
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
    for (x, y) in (0..64).flat_map(|y| (0..128).map(move |x| (x, y))).filter(|(x, y)| wall(*x, *y)) {
        let (l, r, u, d) = (wall(x - 1, y), wall(x + 1, y), wall(x, y - 1), wall(x, y + 1));
        let bits = [
            (0x80, l),
            (0x40, r),
            (0x20, u),
            (0x10, d),
            (0x08, r && u && wall(x + 1, y - 1)),
            (0x04, r && d && wall(x + 1, y + 1)),
            (0x02, l && d && wall(x - 1, y + 1)),
            (0x01, l && u && wall(x - 1, y - 1)),
        ];
        let mask: u8 = bits.iter().filter(|(_, on)| *on).map(|(bit, _)| bit).sum();
        assert_eq!(Some(&tile(user, x, y)), table.get(&mask), "{what}: {x},{y} mask {mask:02x}");
    }
}

#[test]
fn scenario_10_the_blob_brush_paints_the_right_walls_and_undo_restores_neighbours() {
    let mut user = user();
    user.key("n");
    let ring = [at(3, 3), at(8, 3), at(8, 8), at(3, 8), at(3, 3)];
    user.drag(1, &ring);
    check_walls(&user, "a ring");
    let whole = user.data();
    hold(&mut user, "ControlLeft");
    user.click(at(5, 3));
    user.send(EditInput::KeyUp("ControlLeft"));
    assert_eq!(tile(&user, 5, 3), 0);
    check_walls(&user, "a gap");
    // Two ends face each other over the gap: only left (80: sprite 61), only right (40: sprite 52).
    assert_eq!((tile(&user, 4, 3), tile(&user, 6, 3)), (61, 52));
    user.key("Ctrl+z");
    assert!(user.data() == whole, "the neighbours are as before");
    // Whatever is drawn and cleared, at the edge of the map and over the half that is sprites as well.
    let mut dice = Dice(7);
    let mut place = |user: &mut User, key: &str| {
        user.key(key);
        let way: Vec<_> = (0..3).map(|_| at(dice.roll(14), dice.roll(14))).collect();
        user.drag(1, &way);
    };
    for n in 0..60 {
        place(&mut user, if n % 3 == 0 { "d" } else { "n" });
        check_walls(&user, &format!("stroke {n}"));
    }
}

/// Our decision: where a wall is taken away the ground goes on that lies around it, and what is no wall stays as it is.
#[test]
fn clearing_walls_leaves_the_ground_around_them() {
    let mut user = user();
    // A room of 5 by 5 with a floor of tile 1, walls around it, nothing beyond.
    user.key("u");
    user.drag(1, &[at(3, 3), at(7, 7)]);
    user.key("n");
    user.drag(1, &[at(2, 2), at(8, 2), at(8, 8), at(2, 8), at(2, 2)]);
    user.drag(1, &[at(5, 3), at(5, 7)]);
    let before = user.data();
    user.key("d");
    assert_eq!(user.editors.status(), "clear walls: the ground around them stays behind");
    user.drag(1, &[at(5, 3), at(5, 7)]);
    let column = |user: &User, x: i32| (3..8).map(|y| tile(user, x, y)).collect::<Vec<_>>();
    assert_eq!((column(&user, 5), column(&user, 4)), (vec![1; 5], vec![1; 5]), "a wall amid the room");
    user.click(at(8, 5));
    assert_eq!(tile(&user, 8, 5), 1, "a door: three of floor on one side, nothing on the other");
    user.click(at(2, 2));
    assert_eq!(tile(&user, 2, 2), 0, "a corner, around which there is nothing");
    user.drag(1, &[at(3, 3), at(4, 4)]);
    assert_eq!((tile(&user, 3, 3), tile(&user, 4, 4)), (1, 1), "a floor is no wall");
    check_walls(&user, "what is left");
    (0..3).for_each(|_| user.key("Ctrl+z"));
    assert!(user.data() == before);
}

/// 47 walls of five sprites: each quarter is the piece that its three neighbours ask for, by the bits that Smokehouse's table has.
#[test]
fn the_walls_are_drawn_of_five_sprites() {
    let mut data = Box::new([0; rasher::memory::ROM_SIZE]);
    // Piece n is all of colour n + 1; the last one is solid.
    for (piece, color) in (0..5).zip(1u8..) {
        (0..32).for_each(|n| data[n / 4 * 64 + piece * 4 + n % 4] = color * 0x11);
    }
    data[0x3004] = 3;
    let mut user = user();
    user.send(EditInput::Outside(data));
    user.key("n");
    let told = "no walls at #048: Shift+N says where, Ctrl+W draws them";
    assert_eq!(user.editors.status(), told);
    user.key("Ctrl+w");
    assert!(user.editors.status().starts_with("stamp five sprites"), "{}", user.editors.status());
    hold(&mut user, "ShiftLeft");
    user.drag(1, &[(4, 156), (36, 156)]);
    user.send(EditInput::KeyUp("ShiftLeft"));
    user.key("Ctrl+w");
    assert_eq!(user.editors.status(), "drew sprites #048 to #094: Ctrl+Z takes it back");
    let pixel = |user: &User, sprite: usize, x: usize, y: usize| {
        user.data()[(sprite / 16 * 8 + y) * 64 + sprite % 16 * 4 + x / 2] >> (4 * (x % 2)) & 15
    };
    let quarters =
        |user: &User, sprite| [(0, 0), (7, 0), (0, 7), (7, 7)].map(|(x, y)| pixel(user, sprite, x, y));
    // Alone; only right (40); left and right; above and below; all around; all sides and no corner; left, up and the corner between.
    for (wall, want) in [(48, [1, 1, 1, 1]), (52, [1, 3, 1, 3]), (61, [3, 1, 3, 1]), (94, [5, 5, 5, 5])] {
        assert_eq!(quarters(&user, wall), want, "{wall}");
    }
    assert!((48..95).all(|wall| user.data()[0x3000 + wall] == 3), "and solid");
    user.key("Ctrl+z");
    assert!((48..95).all(|wall| quarters(&user, wall) == [0; 4]));
    // Among themselves they cannot be drawn.
    user.key("Shift+N");
    user.click((4, 156));
    user.key("Shift+N");
    hold(&mut user, "ShiftLeft");
    user.drag(1, &[(4, 156), (36, 156)]);
    user.send(EditInput::KeyUp("ShiftLeft"));
    user.key("Ctrl+w");
    assert!(user.editors.status().starts_with("the five are among the 47"), "{}", user.editors.status());
}

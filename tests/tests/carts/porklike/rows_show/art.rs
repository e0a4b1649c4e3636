//! Hand-drawn art: each sprite is in the sheet, has more than one colour, and appears on a screen of the game. The
//! numbers are those of `sprites/porklike.flags`.

use crate::porklike::play::{LEFT, Play, RIGHT, X};
use serde_json::json;

/// The sprites of a range. Each has at least two colours, and no two are the same.
#[track_caller]
fn pictures(play: &Play, sprites: impl IntoIterator<Item = i32>) -> Vec<Vec<u8>> {
    let found: Vec<_> = sprites.into_iter().map(|n| (n, play.sprite(n))).collect();
    for (i, (n, picture)) in found.iter().enumerate() {
        assert!(picture.iter().any(|color| *color != picture[0]), "sprite {n} is blank");
        for (other, same) in &found[..i] {
            assert!(picture != same, "sprites {n} and {other} are the same");
        }
    }
    found.into_iter().map(|(_, picture)| picture).collect()
}

/// Pictures of a creature: each has a body, and at least three differ. All of them appear in turn at a pixel of the
/// screen.
#[track_caller]
fn frames(play: &mut Play, first: i32, x: i32, y: i32) {
    let mut pictures: Vec<_> = (first..first + 4).map(|n| play.sprite(n)).collect();
    for picture in &pictures {
        let drawn = picture.iter().filter(|color| **color != 1).count();
        assert!((16..60).contains(&drawn), "a body of {drawn} pixels");
    }
    let mut shown = std::collections::BTreeSet::new();
    for _ in 0..70 {
        play.wait(1);
        shown.extend((first..first + 4).find(|n| play.shows(*n, x, y, false, &[])));
    }
    pictures.sort();
    pictures.dedup();
    assert!(pictures.len() >= 3, "{} different pictures", pictures.len());
    assert_eq!(shown.len(), pictures.len(), "all are shown: {shown:?}");
}

/// Whether a tile's picture is in a cell of the screen.
fn is_at(play: &Play, tile: i32, x: i32, y: i32) -> bool {
    play.pixels(x * 8, y * 8, 8, 8) == play.sprite(tile)
}

#[test]
fn t02_01_the_player_has_frames_of_animation() {
    let mut play = Play::new();
    frames(&mut play, 192, 56, 104);
}

#[test]
fn t02_02_walls_are_drawn() {
    let play = Play::new();
    pictures(&play, 48..94);
    // The inside of a wall is one colour.
    assert!(play.sprite(94).iter().all(|color| *color == play.sprite(94)[0]));
    // In the yard, below the hit points.
    let walls: Vec<_> =
        (48..256).map(|i| (i % 16, i / 16)).filter(|(x, y)| (48..95).contains(&play.tile(*x, *y))).collect();
    assert!(walls.len() > 30, "{walls:?}");
    for (x, y) in walls {
        assert!(is_at(&play, play.tile(x, y) as i32, x, y), "{x} {y}");
    }
}

#[test]
fn t02_03_ground_is_drawn() {
    let play = Play::new();
    pictures(&play, [1]);
    let ground = (0..256).map(|i| (i % 16, i / 16)).filter(|(x, y)| play.tile(*x, *y) == 1);
    let shown = ground.filter(|(x, y)| is_at(&play, 1, *x, *y)).count();
    assert!(shown > 40, "{shown} tiles of ground");
}

#[test]
fn t02_04_stairs_are_drawn() {
    let play = Play::new();
    pictures(&play, [18, 19]);
    assert!(is_at(&play, 18, 7, 6), "up");
    assert!(is_at(&play, 19, 11, 13), "down");
}

#[test]
fn t06_02_a_door_is_drawn() {
    let mut play = Play::among(&[]);
    pictures(&play, [16, 17]);
    assert!(is_at(&play, 16, 4, 8), "shut");
    play.stand(5, 8);
    play.tap(LEFT);
    play.stand(7, 9);
    assert!(is_at(&play, 17, 4, 8), "open");
}

#[test]
fn t06_03_two_chests_are_drawn_shut_and_open() {
    let mut play = Play::among(&[]);
    pictures(&play, 12..16);
    // Where the hero opens it from, and with which arrow.
    for (shut, x, y, key) in [(12, 3, 9, RIGHT), (14, 1, 8, LEFT)] {
        assert!(is_at(&play, shut, x, y), "{shut} is shut");
        play.stand(x + if key == RIGHT { -1 } else { 1 }, y);
        play.tap(key);
        play.wait(10);
        play.tap(X);
        play.set("/windows", json!([]));
        play.wait(30);
        play.stand(7, 9);
        assert!(is_at(&play, shut + 1, x, y), "{shut} is open");
    }
}

#[test]
fn t06_04_two_pots_are_drawn() {
    let play = Play::new();
    pictures(&play, [9, 10]);
    assert!(is_at(&play, 9, 2, 11), "a crock");
    assert!([10, 11].iter().any(|n| is_at(&play, *n, 12, 11)), "a pot");
}

#[test]
fn t06_05_a_tablet_is_drawn() {
    let play = Play::new();
    pictures(&play, [20]);
    assert!(is_at(&play, 20, 6, 11));
}

#[test]
fn t09_01_a_slime_has_four_frames() {
    // Ours is a pea.
    // One that sleeps keeps still; this one goes where it saw him last.
    let mut play = Play::among(&[(1, 9, 9, json!({ "target": { "x": 7, "y": 9 } }))]);
    frames(&mut play, 196, 72, 72);
}

#[test]
fn t37_04_the_final_goal_is_drawn() {
    let play = Play::climbed(8);
    let ham = [108, 109, 110, 124, 125, 126, 140, 141, 142];
    let drawn = ham.iter().filter(|n| play.sprite(**n).iter().any(|color| *color > 1)).count();
    assert!(drawn >= 7, "only {drawn} of nine tiles have something on them");
    for (i, n) in (0..).zip(ham) {
        assert!(is_at(&play, n, 6 + i % 3, 3 + i / 3), "tile {n}");
    }
}

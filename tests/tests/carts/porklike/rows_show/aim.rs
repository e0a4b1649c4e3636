//! The aim of a throw, and the throw.

use crate::porklike::play::{DOWN, LEFT, O, Play, RIGHT, UP, X};
use rasher::Event;
use serde_json::json;

/// A hero at 7 9, among some creatures, about to throw the item in his fourth slot.
fn aims(thing: u8, mobs: &[(u8, i32, i32, serde_json::Value)], key: u8) -> Play {
    let mut play = Play::among(mobs);
    play.event(Event::Comfort { less_flash: false, less_shake: true });
    play.set("/world/bag", json!([2, 8, 17, thing, 3, 0, 0, 0]));
    play.wait(2);
    play.taps("xdx");
    // For throwables the menu has throwing first; for everything else, second.
    if thing < 13 {
        play.tap(DOWN);
    }
    play.tap(X);
    assert_eq!(play.mode(), "Aim");
    play.wait(40);
    play.tap(key);
    play.wait(8);
    play
}

/// White pixels of each line of the hero's column, from his own tile down to the bottom of the yard.
fn column(play: &Play) -> Vec<bool> {
    (80..120).map(|y| play.count((57, y, 6, 1), 7) > 0).collect()
}

#[test]
fn t24_04_a_direction_is_chosen_shown_by_a_line_and_cancelled() {
    let mut play = aims(13, &[], LEFT);
    for (key, dir) in [(RIGHT, 1), (UP, 2), (DOWN, 3), (LEFT, 0)] {
        play.tap(key);
        assert_eq!((play.mode().as_str(), play.get("/aim")), ("Aim", json!(dir)));
        assert_eq!(play.hero(), (7, 9), "he does not walk");
    }
    play.tap(O);
    assert_eq!((play.mode().as_str(), play.get("/slot")), ("Bag", json!(3)), "back to the bag, at the thing");
    assert_eq!(play.get("/world/bag/3"), 13, "and it is not thrown");
    // A wall ahead: there is still a line to the adjacent tile.
    let mut play = aims(13, &[], LEFT);
    play.lay(7, 10, 2);
    play.tap(DOWN);
    play.wait(8);
    let cross = play.find("+", 7).expect("the end of a line");
    assert!((57..62).contains(&cross.0) && (80..88).contains(&cross.1), "one tile away: {cross:?}");
}

#[test]
fn t25_02_the_line_leads_to_the_tile_that_is_hit() {
    // Down from 7 9: to the creature there, or to the last tile before the wall.
    for (mob, row) in [(Some(12), 12), (Some(11), 11), (Some(13), 13), (None, 14)] {
        let mobs: Vec<_> = mob.map(|y| (7, 7, y, json!({}))).into_iter().collect();
        let play = aims(6, &mobs, DOWN);
        let end = play.find("+", 7).expect("the end of the line");
        assert_eq!((end.0 / 8, end.1 / 8), (7, row));
        // Nothing is drawn beyond that tile.
        let beyond = (row + 1) * 8 - 80;
        let white: Vec<_> = (0..40).filter(|y| *y > beyond + 2 && column(&play)[*y as usize]).collect();
        assert!(white.is_empty(), "row {row}: {white:?}");
    }
}

#[test]
fn t25_03_the_line_is_dotted() {
    let play = aims(13, &[], DOWN);
    let column = column(&play);
    // Dots with gaps between them, all the way to the end in row 14.
    let parts = column.windows(2).filter(|w| !w[0] && w[1]).count();
    assert!(parts >= 6, "{parts} dots: {column:?}");
    let longest = column.split(|white| *white).map(<[bool]>::len).max().unwrap_or(0);
    assert!(longest <= 5, "and no gap is wide: {longest}");
}

#[test]
fn t25_04_the_line_has_an_outline_a_cross_at_its_end_on_the_screen_and_is_animated() {
    for key in [LEFT, RIGHT, UP, DOWN] {
        let mut play = aims(13, &[], key);
        let (x, y) = play.find("+", 7).expect("a cross");
        assert!((1..124).contains(&x) && (1..124).contains(&y), "it is on the screen: {x} {y}");
        // Black around the cross: its own corners, above and below.
        let ring = play.pixels(x, y, 3, 5);
        assert!(ring.iter().all(|color| [0, 7].contains(color)) && ring.contains(&0), "{ring:?}");
        let area = (0..128 * 128).map(|i| (i % 128, i / 128));
        let dots = |play: &Play| -> Vec<(i32, i32)> {
            area.clone()
                .filter(|(x, y)| {
                    (x / 8 == 7) != (y / 8 == 9) && (*y > 20) && play.pixels(*x, *y, 1, 1) == [7]
                })
                .collect()
        };
        // Black separates each white pixel of the line from what is below.
        for (x, y) in dots(&play) {
            let near = play.pixels(x - 1, y - 1, 3, 3);
            assert!(
                near.iter().all(|color| [0, 7].contains(color)),
                "key {key}: outline at {x} {y}: {near:?}"
            );
        }
        let first = dots(&play);
        play.wait(4);
        assert_ne!(dots(&play), first, "it runs");
        play.wait(12);
        assert_eq!(dots(&play), first, "round and round");
    }
}

#[test]
fn t26_01_the_player_bumps_in_the_direction_of_the_throw() {
    for (key, dx, dy) in [(LEFT, -1, 0), (RIGHT, 1, 0), (UP, 0, -1), (DOWN, 0, 1)] {
        let mut play = aims(13, &[], key);
        let way: Vec<_> = (0..8)
            .map(|n| {
                play.frame(if n == 0 { X } else { 0 });
                let is_at =
                    |d: i32, flip| (192..196).any(|n| play.shows(n, 56 + d * dx, 72 + d * dy, flip, &[]));
                (0..6).find(|d| is_at(*d, false) || is_at(*d, true))
            })
            .collect();
        // The item starts above him, and may cover him for some frames.
        let seen: Vec<_> = way.iter().zip([1, 2, 3, 4, 3, 2, 1, 0]).filter(|(at, _)| at.is_some()).collect();
        assert!(seen.len() >= 4 && seen.iter().all(|(at, due)| **at == Some(*due)), "key {key}: {way:?}");
        assert_eq!(play.hero(), (7, 9));
    }
}

#[test]
fn t26_04_who_is_aimed_at_flashes() {
    let mut play = aims(13, &[(7, 7, 12, json!({})), (7, 9, 12, json!({}))], DOWN);
    let mut white = [vec![], vec![]];
    for _ in 0..48 {
        play.wait(1);
        for (x, found) in [56, 72].into_iter().zip(&mut white) {
            // Below the cross: his feet.
            found.push(play.count((x, 101, 8, 3), 7) > 8);
        }
    }
    let changes = white[0].windows(2).filter(|w| w[0] != w[1]).count();
    assert!((4..=8).contains(&changes), "it comes and goes: {:?}", white[0]);
    assert!(white[1].iter().all(|white| !white), "and nobody else does");
}

#[test]
fn t26_05_a_thrown_thing_that_hurts_sounds_like_a_hit() {
    // A toothpick and a weapon hit a terrine; food does not hurt it.
    for (thing, sounds) in [(13, true), (6, true), (14, false)] {
        let mut play = aims(thing, &[(7, 7, 12, json!({ "hunts": true }))], DOWN);
        let hp = play.get("/world/mobs/1/hp");
        play.frame(X);
        let heard: Vec<_> = (0..40)
            .flat_map(|_| {
                play.frame(0);
                play.effects()
            })
            .collect();
        assert_eq!(heard.contains(&51), sounds, "thing {thing}: {heard:?}");
        assert_eq!(play.get("/world/mobs/1/hp") != hp, sounds, "thing {thing}");
    }
}

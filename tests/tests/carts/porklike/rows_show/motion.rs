//! How creatures move: loops of pictures, steps, bumps, flashes.

use crate::porklike::play::{DOWN, FLASH, LEFT, O, Play, RIGHT, UP, X};
use crate::porklike::room::kit;
use rasher::Event;
use serde_json::json;

/// Without shaking, so that a pixel of the map is the same pixel of the screen.
fn calm(mut play: Play) -> Play {
    play.event(Event::Comfort { less_flash: false, less_shake: true });
    play
}

#[test]
fn t02_07_the_main_state_of_the_game_listens_to_the_arrows() {
    // No title: the first state is the run, and it accepts keys as soon as the light is on.
    let mut play = Play::fresh();
    assert_eq!(play.mode(), "Play");
    play.tap(RIGHT);
    assert_eq!(play.hero(), (8, 13));
}

#[test]
fn t02_09_the_player_is_drawn_where_he_is() {
    let mut play = Play::among(&[]);
    for (x, y) in [(7, 9), (2, 13), (13, 12), (7, 7), (9, 14)] {
        play.stand(x, y);
        let seen = play.hero_on_screen();
        assert_eq!((seen.x, seen.y), (x * 8, y * 8));
    }
}

#[test]
fn t02_10_movement_is_orthogonal() {
    for (key, to) in [(LEFT, (6, 9)), (RIGHT, (8, 9)), (UP, (7, 8)), (DOWN, (7, 10))] {
        let mut play = Play::among(&[]);
        play.tap(key);
        assert_eq!(play.hero(), to);
    }
    // Two arrows at once are not a diagonal step.
    for (two, (x, y)) in [(LEFT | UP, (6, 8)), (RIGHT | DOWN, (8, 10))] {
        let mut play = Play::among(&[]);
        play.frame(two);
        play.settle();
        let at = play.hero();
        assert!(at == (x, 9) || at == (7, y), "{at:?}");
    }
}

#[test]
fn t02_11_the_player_moves_on_the_screen() {
    let mut play = Play::among(&[]);
    let (mut x, mut y) = (56, 72);
    for (key, dx, dy) in [(RIGHT, 8, 0), (DOWN, 0, 8), (DOWN, 0, 8), (LEFT, -8, 0), (UP, 0, -8)] {
        play.tap(key);
        (x, y) = (x + dx, y + dy);
        let seen = play.hero_on_screen();
        assert_eq!((seen.x, seen.y), (x, y));
    }
}

#[test]
fn t03_01_the_player_has_a_loop_of_pictures() {
    let mut play = Play::among(&[]);
    let shown: Vec<_> = (0..128)
        .map(|_| {
            play.wait(1);
            play.pixels(56, 72, 8, 8)
        })
        .collect();
    let changes: Vec<_> = (1..128).filter(|n| shown[*n] != shown[*n - 1]).collect();
    assert!(changes.len() >= 4, "{changes:?}");
    assert!(changes.windows(2).all(|w| (w[1] - w[0]) % 16 == 0), "a picture for 16 frames: {changes:?}");
    assert!((0..64).all(|n| shown[n] == shown[n + 64]), "and from the first again after four");
}

#[test]
fn t06_08_the_bump_plays_for_any_tile_that_blocks() {
    let mut base = calm(Play::among(&[]));
    base.stand(7, 13);
    let blocking: Vec<u8> = (0..=255).filter(|tile| kit().flags[usize::from(*tile)] & 1 > 0).collect();
    for tile in [2, 16, 9, 10, 12, 13, 14, 15, 20, 48, 94, 108] {
        assert!(blocking.contains(&tile), "{tile} blocks");
    }
    // A chest or rail opens a window first.
    for tile in blocking.into_iter().filter(|tile| ![12, 14, 40].contains(tile)) {
        let mut play = base.clone();
        play.lay(8, 13, tile);
        play.wait(2);
        let out: Vec<_> = (0..8)
            .map(|n| {
                play.frame(if n == 0 { RIGHT } else { 0 });
                (0..8).find(|dx| (192..196).any(|n| play.shows(n, 56 + dx, 104, false, &[])))
            })
            .collect();
        assert_eq!(out, [1, 2, 3, 4, 3, 2, 1, 0].map(Some), "against tile {tile}");
        assert_eq!(play.hero(), (7, 13));
    }
    for tile in [12, 14, 40] {
        let mut play = base.clone();
        play.lay(8, 13, tile);
        play.wait(2);
        play.tap(RIGHT);
        play.wait(10);
        play.frame(X);
        assert_eq!(play.get("/actors/0/bump"), json!([1, 0]), "against tile {tile}");
    }
}

#[test]
fn t11_05_who_takes_damage_flashes_white() {
    // The hero strikes a resting terrine; a pea bites the hero. Checks whether one of the victim's pictures
    // is drawn white.
    for (kind, key, x, first) in [(7, RIGHT, 64, 220), (1, O, 56, 192)] {
        let mut play = calm(Play::among(&[(kind, 8, 9, json!({ "hunts": true, "rest": kind / 7 }))]));
        let is_white = |play: &Play| {
            (first..first + 4).any(|n| {
                let eyes = if key == O { 0 } else { 8 };
                play.shows(n, x, 72, false, &[&FLASH[..], &[(0, eyes)]].concat())
            })
        };
        assert!(!is_white(&play), "kind {kind}: not before");
        play.frame(key);
        play.wait(4);
        // The hero is next to it, and would cover part of it.
        if key == RIGHT {
            for world in ["world", "shown"] {
                play.set(&format!("/{world}/mobs/0/at"), json!({ "x": 6, "y": 10 }));
            }
        }
        let white: Vec<_> = (0..40)
            .map(|_| {
                play.frame(0);
                is_white(&play)
            })
            .collect();
        let flash = white.iter().filter(|white| **white).count();
        assert!((6..=16).contains(&flash), "kind {kind}: for {flash} frames");
        assert!(!white[39], "and it ends");
    }
}

#[test]
fn t13_05_the_dying_are_displayed_and_animated_for_a_short_time() {
    let mut play = calm(Play::among(&[(1, 8, 9, json!({ "hunts": true }))]));
    play.frame(RIGHT);
    play.settle_but(|play| play.get("/shown/mobs").as_array().map(Vec::len) == Some(2));
    assert_eq!(play.get("/world/mobs").as_array().map(Vec::len), Some(1), "the rules have it no more");
    // The hero steps back, so that all of it is visible.
    for world in ["world", "shown"] {
        play.set(&format!("/{world}/mobs/0/at"), json!({ "x": 6, "y": 10 }));
    }
    // The picture in each frame, if visible: white at first, then with its red eyes.
    let shown: Vec<_> = (0..40)
        .map(|_| {
            play.frame(0);
            (196..200).find(|n| {
                play.shows(*n, 64, 72, false, &[(0, 8)])
                    || play.shows(*n, 64, 72, false, &[&FLASH[..], &[(0, 8)]].concat())
            })
        })
        .collect();
    let mut pictures: Vec<_> = shown.iter().flatten().collect();
    assert!(pictures.len() >= 8, "{shown:?}");
    pictures.sort();
    pictures.dedup();
    assert!(pictures.len() >= 2, "it breathes on: {shown:?}");
    assert!(shown[30..].iter().all(Option::is_none), "and is gone: {shown:?}");
}

#[test]
fn t13_06_the_dying_flash() {
    let mut play = calm(Play::among(&[(1, 8, 9, json!({ "hunts": true }))]));
    play.frame(RIGHT);
    play.settle_but(|play| play.get("/shown/mobs").as_array().map(Vec::len) == Some(2));
    // It comes and goes: three frames with it, three without.
    let there: Vec<_> = (0..40)
        .map(|_| {
            play.frame(0);
            play.pixels(64, 72, 8, 8).iter().any(|color| [7, 11].contains(color))
        })
        .collect();
    let changes: Vec<_> = (1..40).filter(|n| there[*n] != there[*n - 1]).collect();
    assert!(changes.len() >= 6, "{there:?}");
    assert!(changes.windows(2).all(|w| w[1] - w[0] <= 3), "{changes:?}");
}

#[test]
fn t50_03_monsters_face_the_way_they_go() {
    let sheet = Play::new();
    for kind in 1..11 {
        // In the sheet they face right: their black eyes are not left of the middle of the body.
        let picture = sheet.sprite(192 + kind * 4);
        let middle = |eyes: bool| {
            let xs: Vec<i32> = (0..64)
                .filter(|i| (picture[*i as usize] == 0) == eyes && picture[*i as usize] != 1)
                .map(|i| i % 8)
                .collect();
            xs.iter().sum::<i32>() as f64 / xs.len() as f64
        };
        assert!(
            middle(true) >= middle(false),
            "kind {kind}: eyes at {}, body at {}",
            middle(true),
            middle(false)
        );
    }
    // Walking creatures go to the hero, and face him.
    for kind in [1, 2, 3, 5, 8, 9] {
        for (x, flip) in [(11, true), (3, false)] {
            let hunts = json!({ "hunts": true, "target": { "x": 7, "y": 12 } });
            let mut play = calm(Play::among(&[(kind, x, 12, hunts)]));
            play.stand(7, 12);
            play.tap(O);
            let now = play.get("/shown/mobs/1/at/x").as_i64().expect("a column") as i32;
            assert!(now != x, "kind {kind} goes");
            let first = 192 + i32::from(kind) * 4;
            let shown = (first..first + 4)
                .any(|n| [0, 8].iter().any(|eyes| play.shows_marked(n, now * 8, 96, flip, &[(0, *eyes)])));
            assert!(shown, "kind {kind} at {now} looks {}", if flip { "left" } else { "right" });
        }
    }
}

#[test]
fn t50_10_the_player_never_blinks() {
    // Hit with one hit point left, and hit dead, while everything stops.
    let mut play = calm(Play::among(&[(1, 8, 9, json!({ "hunts": true }))]));
    play.set("/world/mobs/0/hp", json!(2));
    play.wait(2);
    for _ in 0..2 {
        play.frame(O);
        for frame in 0..60 {
            play.frame(0);
            let seen =
                (192..196).any(|n| play.shows(n, 56, 72, false, &[]) || play.shows(n, 56, 72, false, &FLASH));
            // The pea bumps into his tile for some frames, drawn below him.
            assert!(seen, "frame {frame}: {:?}", play.pixels(56, 72, 8, 8));
        }
    }
    assert_eq!(play.get("/world/end"), false, "he is dead");
}

//! Words over heads: damage, what a monster notices.

use crate::porklike::play::{DOWN, LEFT, O, Play, RIGHT, UP};
use serde_json::json;

/// Lines of the first word, frame by frame, while it lasts: measured from the upper edge of a tile.
fn rise(play: &mut Play, row: i32) -> Vec<f64> {
    (0..60)
        .map_while(|_| {
            let y = play.get("/specks").pointer("/0/y").and_then(serde_json::Value::as_f64);
            play.frame(0);
            y.map(|y| y - f64::from(row * 8))
        })
        .collect()
}

#[test]
fn t11_09_a_number_floats_over_the_head_of_who_is_damaged() {
    // The hero strikes in all directions, in the middle and in the upper rows: a terrine at x, y loses 1.
    for (hx, hy) in [(7, 9), (12, 3), (12, 2)] {
        for (key, dx, dy) in [(LEFT, -1, 0), (RIGHT, 1, 0), (UP, 0, -1), (DOWN, 0, 1)] {
            let (x, y) = (hx + dx, hy + dy);
            let hunts = json!({ "hunts": true, "rest": 1, "target": { "x": hx, "y": hy } });
            let mut play = Play::among(&[(7, x, y, hunts)]);
            play.stand(hx, hy);
            // The hit points are moved away; in the upper rows they would cover the number.
            play.wait(60);
            play.frame(key);
            play.settle_but(|play| play.get("/specks") == json!([]));
            play.wait(8);
            let (tx, ty) = play.find("-1", 7).unwrap_or_else(|| panic!("a number over {x} {y}"));
            assert!(ty + 5 <= y * 8 + 2 && ty >= y * 8 - 16, "its lines are over its head: {ty} for row {y}");
            assert!((tx + 3 - x * 8 - 4).abs() <= 2, "in the middle: {tx} for column {x}");
            // A black line around each letter: the minus is three pixels wide, at its third line.
            let ring = play.pixels(tx - 1, ty + 1, 4, 3);
            assert_eq!(ring, [0, 0, 0, 0, 0, 7, 7, 7, 0, 0, 0, 0].map(|c| c), "outlined");
        }
    }
    // Each frame it moves a tenth of the remaining way, and soon disappears.
    let mut play = Play::among(&[(7, 8, 9, json!({ "hunts": true, "rest": 1 }))]);
    play.frame(RIGHT);
    play.settle_but(|play| play.get("/specks") == json!([]));
    let tops = rise(&mut play, 9);
    assert!((40..=60).contains(&tops.len()), "{} frames", tops.len());
    let ways: Vec<_> = tops.windows(2).map(|w| w[0] - w[1]).collect();
    assert!(ways[..20].windows(2).all(|w| (w[1] / w[0] - 0.9).abs() < 0.01), "{ways:?}");
    // The hero's own, when he is bitten.
    let mut play = Play::among(&[(1, 8, 9, json!({ "hunts": true }))]);
    play.tap(O);
    play.wait(8);
    let (tx, ty) = play.find("-1", 8).expect("a red number");
    assert!(ty + 5 <= 74 && (tx - 56).abs() < 4, "{tx} {ty}");
}

#[test]
fn t15_03_signs_of_monsters_float_as_damage_does() {
    let mut blow = Play::among(&[(7, 8, 9, json!({ "hunts": true, "rest": 1 }))]);
    blow.frame(RIGHT);
    blow.settle_but(|play| play.get("/specks") == json!([]));
    assert_eq!(blow.get("/specks/0/text"), "-1");
    let mut notice = Play::among(&[(2, 9, 8, json!({}))]);
    notice.stand(7, 8);
    notice.frame(O);
    notice.frame(0);
    notice.settle_but(|play| play.get("/specks") == json!([]));
    assert_eq!(notice.get("/specks/0/text"), "!");
    assert_eq!(rise(&mut blow, 9), rise(&mut notice, 8), "the same way in the same time");
}

#[test]
fn t15_04_an_exclamation_point_shows_when_a_monster_sees_the_player() {
    let mut play = Play::among(&[(1, 4, 8, json!({}))]);
    assert_eq!(play.find("!", 9), None);
    play.tap(O);
    play.wait(8);
    assert_eq!(play.get("/world/mobs/1/hunts"), true);
    let (x, y) = play.find("!", 9).expect("an exclamation point");
    assert!((31..=38).contains(&x) && (50..=62).contains(&y), "over its head at 4 8: {x} {y}");
}

#[test]
fn t15_05_a_question_mark_shows_when_a_monster_loses_the_player() {
    // A hunting crouton comes to where it saw him, and he is elsewhere.
    let mut play = Play::among(&[(2, 9, 9, json!({ "hunts": true, "target": { "x": 9, "y": 9 } }))]);
    play.stand(3, 13);
    let lost = (0..6).find(|_| {
        play.frame(O);
        play.frame(0);
        play.settle();
        play.wait(8);
        play.find("?", 12).is_some()
    });
    assert!(lost.is_some(), "a question mark");
    assert_eq!(play.get("/world/mobs/1/hunts"), false);
    let at = play.get("/world/mobs/1/at");
    let (x, y) = play.find("?", 12).expect("it is there");
    let [column, row] = ["x", "y"].map(|axis| at[axis].as_i64().expect("a number") as i32);
    assert!((x - column * 8).abs() < 6 && y + 5 <= row * 8 + 2, "over its head: {x} {y}, at {at}");
}

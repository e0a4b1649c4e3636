//! Dialogs and messages: what opens them, where they are, how they close.

use crate::porklike::play::{LEFT, O, Play, RIGHT, UP, X};
use porklike::data::page;
use serde_json::json;

/// An opened window with this many rows.
fn window(menu: &str, text: &str, life: i32) -> Play {
    let mut play = Play::new();
    play.set("/windows", json!([{ "menu": menu, "text": text, "life": life, "height": 0 }]));
    play.wait(20);
    play
}

/// The hero below the yard's tablet, which works like that of a floor.
fn before_tablet(floor: u8) -> Play {
    let mut play = Play::among(&[]);
    for path in ["/world/floor", "/shown/floor"] {
        play.set(path, json!(floor));
    }
    play.stand(6, 12);
    play
}

/// The frame in the middle of the screen.
#[track_caller]
fn middle(play: &Play) -> (i32, i32, i32, i32) {
    let frames = play.frames();
    let found = frames.iter().find(|(x, _, w, _)| (x + w / 2 - 64).abs() <= 1);
    *found.unwrap_or_else(|| panic!("no frame in the middle: {frames:?}"))
}

#[test]
fn t07_07_a_dialog_shows_lines_of_text() {
    let lines = ["one", "two", "three", "four", "five"];
    for count in 1..=5 {
        let play = window("Note", &lines[..count].join("\n"), 600);
        let (x, y, w, h) = middle(&play);
        let mut last = y;
        for line in &lines[..count] {
            let (tx, ty) = play.find(line, 6).unwrap_or_else(|| panic!("{line} is on the screen"));
            assert!(tx > x && tx < x + w && ty > last && ty + 5 < y + h, "{line}, below the one before");
            last = ty;
        }
        for line in &lines[count..] {
            assert_eq!(play.find(line, 6), None);
        }
    }
}

#[test]
fn t08_01_a_tablet_pops_up_a_text_box() {
    let mut play = before_tablet(1);
    assert!(play.top().is_none());
    play.tap(UP);
    play.wait(20);
    let first = porklike::data::line("tablet1", 0);
    let (x, y) = play.find(first, 6).expect("its words");
    let (left, top, w, h) = middle(&play);
    assert!(x > left && x < left + w && y > top && y < top + h, "in a box");
    assert_eq!(play.rows().join("\n"), page("tablet1"));
}

#[test]
fn t08_02_a_message_is_as_wide_as_its_line_in_the_middle_and_goes_by_itself() {
    for text in ["ok", "won't budge", "your bag is full"] {
        let play = window("Note", text, 90);
        let (x, y, w, h) = middle(&play);
        let wide = play.console.machine().text_width(text) - 1;
        assert_eq!(w, wide + 10, "{text}: four pixels and a frame on both sides");
        assert!((2 * x + w - 128).abs() <= 1 && (2 * y + h - 128).abs() <= 1, "{text}: {x} {y} {w} {h}");
    }
    // Each has its own duration: the message after a shove lasts two seconds, the name of a floor four.
    let mut shove = Play::among(&[(7, 8, 9, json!({}))]);
    shove.hold(O, 2);
    shove.frame(O | RIGHT);
    shove.settle_but(|play| play.said() != ["won't budge"]);
    let climb = Play::climbed(0);
    assert_eq!(climb.said(), ["larder 1"]);
    for (mut play, frames) in [(shove, 110..=121), (climb, 200..=241)] {
        let shown = (0..400).take_while(|_| {
            play.wait(1);
            !play.said().is_empty()
        });
        let shown = shown.count();
        assert!(frames.contains(&shown), "{shown} frames, {frames:?} are due");
        play.wait(20);
        assert!(play.windows().is_empty() && play.top().is_none());
    }
}

#[test]
fn t08_04_text_boxes_have_padding() {
    for (menu, life) in [("Note", 90), ("Note", -2)] {
        let play = window(menu, "hhhh\nhhhh", life);
        let (x, y, w, h) = middle(&play);
        let (tx, ty) = play.find("hhhh", 6).expect("the text");
        // From the frame to the letters: 15 pixels wide, two rows.
        let right = x + w - 1 - (tx + 15);
        assert!(
            tx - x > 3 && right > 3 && ty - y > 2 && y + h - 1 - (ty + 13) > 2,
            "{menu}: {x} {y} {w} {h}, {tx} {ty}"
        );
    }
}

#[test]
fn t08_05_a_dialog_has_a_fixed_width_in_the_middle_and_waits_for_its_button() {
    let mut heights = std::collections::BTreeSet::new();
    for (floor, button) in (0..9).zip([X, O].into_iter().cycle()) {
        let mut play = before_tablet(floor);
        play.tap(UP);
        play.wait(20);
        let (x, y, w, h) = middle(&play);
        assert_eq!(w, 100, "floor {floor}");
        assert!(
            (2 * x + w - 128).abs() <= 1 && (2 * y + h - 128).abs() <= 1,
            "floor {floor}: {x} {y} {w} {h}"
        );
        let lines = porklike::data::text(&format!("tablet{floor}")).count() as i32;
        assert!(h >= lines * 8 && h <= lines * 8 + 8, "{lines} lines are {h} high");
        heights.insert(h);
        let (bx, by) = play.find("❎", 7).expect("the x that dismisses it");
        assert!(bx > x + w - 14 && (by - y - h).abs() < 8, "at its lower right: {bx} {by}");
        play.wait(300);
        let hero = play.hero();
        play.tap(LEFT);
        assert!(play.top().is_some() && play.hero() == hero, "it waits, and an arrow is no answer");
        play.frame(button);
        play.wait(20);
        assert!(play.windows().is_empty(), "floor {floor}: dismissed");
    }
    assert!(heights.len() > 1, "as high as its lines: {heights:?}");
}

#[test]
fn t08_07_the_icon_of_dismissal_bounces() {
    let mut play = window("Tablet", "one\ntwo", -2);
    let ys: Vec<_> = (0..120)
        .map(|_| {
            play.wait(1);
            play.find("❎", 7).expect("the icon").1
        })
        .collect();
    let (top, bottom) = (ys.iter().min().copied(), ys.iter().max().copied());
    assert!(bottom > top.map(|y| y + 1) && bottom < top.map(|y| y + 5), "{top:?} to {bottom:?}");
    assert!(ys.windows(2).all(|w| (w[0] - w[1]).abs() <= 1), "smoothly: {ys:?}");
    assert!((0..60).all(|n| ys[n] == ys[n + 60]), "once in a second");
}

#[test]
fn t08_08_the_icon_is_hidden_while_the_window_closes() {
    let mut play = window("Tablet", "one\ntwo\nthree", -2);
    assert!(play.find("❎", 7).is_some());
    play.frame(X);
    let mut closing = 0;
    for _ in 0..20 {
        closing += usize::from(!play.windows().is_empty());
        assert_eq!(play.find("❎", 7), None, "while it shuts");
        play.frame(0);
    }
    assert!(closing > 3, "it shuts for {closing} frames");
}

#[test]
fn t46_06_a_message_describes_the_effect_of_food() {
    // The six foods, the hero hurt.
    for (food, says) in [
        (17, "eaten: heals 1"),
        (18, "eaten: heals 3"),
        (19, "eaten: max hp +1"),
        (20, "eaten: stunned for a turn"),
        (21, "eaten: next hit taken x2"),
        (22, "eaten: next hit taken halved"),
    ] {
        let mut play = Play::among(&[]);
        play.set("/world/mobs/0/hp", json!(1));
        play.set("/world/bag", json!([0, 0, food, 0, 0, 0, 0, 0]));
        play.wait(2);
        play.taps("xx");
        play.frame(X);
        play.wait(12);
        assert_eq!(play.said(), [says], "food {food}");
        assert!(play.find(says, 6).is_some(), "{says:?} is on the screen");
    }
}

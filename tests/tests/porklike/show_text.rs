//! Texts: each fits where it is shown, no two lie on each other, and nothing covers the hero.

use crate::play::{DOWN, O, Play, RIGHT, UP, X};
use porklike::data;
use porklike::show::float::Float;
use porklike::show::scene::Scene;
use porklike::show::window::Window;
use rasher::{Boot, Machine};
use serde_json::json;

/// All keys of the texts, and their lines.
fn texts() -> Vec<(&'static str, Vec<&'static str>)> {
    let file = include_str!("../../../cart/porklike/data/texts.txt");
    file.lines()
        .map(|line| line.split_once(": ").expect("a key").0)
        .map(|key| (key, data::text(key).collect()))
        .collect()
}

/// Pixels of a text without the gap behind its last letter.
fn width(text: &str) -> i32 {
    Machine::new(Boot::default()).text_width(text) - 1
}

/// All item names that a run can have.
fn names() -> Vec<String> {
    let mut all: Vec<String> = (1..17).map(|item| data::line("items", item).into()).collect();
    for adjective in data::text("adjectives") {
        // Longer pairs than 16 letters are not dealt.
        all.extend(
            data::text("nouns").map(|noun| format!("{adjective} {noun}")).filter(|name| name.len() <= 16),
        );
    }
    all
}

#[test]
fn every_text_fits_its_window() {
    for (key, lines) in texts() {
        let hub = key.starts_with("hub") || key.starts_with('f') && key.len() == 2;
        for line in lines.iter().filter(|_| !["items", "adjectives", "nouns"].contains(&key)) {
            assert!(line.len() <= 20, "{key}: {line:?} has more than 20 letters");
            if hub {
                // A dialog is 92 wide, frame 1 and padding 3 on both sides.
                assert!(width(line) <= 84, "{key}: {line:?}");
            }
            if key == "hints" {
                assert!(width(line) <= 80, "{key}: {line:?} in a hint of 88");
            }
        }
        assert!(!hub || lines.len() * 7 + 8 <= 60, "{key} is too high for a dialog clear of the hero");
    }
    for name in names() {
        assert!(width(&name) <= 88 - 8 - 8, "{name} in the bag");
        assert!(width(&name) <= 74 - 8, "{name} in the window of the aim");
        let got = data::line("happens", 1).replace('@', &name);
        assert!(width(&got) <= 118, "{got} in a message");
    }
}

#[test]
fn a_window_is_as_wide_as_its_rows() {
    let p8 = Machine::new(Boot::default());
    for (_, lines) in texts() {
        let window = Window::new(&p8, 0, 0, 0, &lines.join(" / "));
        let widest = lines.iter().map(|line| width(line)).max().unwrap_or_default();
        assert_eq!((window.w, window.h), (widest + 10, lines.len() as i32 * 7 + 6), "{lines:?}");
        let (x, y) = window.row_at(lines.len() as i32 - 1);
        assert!(x >= 4 && y + 5 <= window.h - 3, "padding on all sides");
    }
}

#[test]
fn rows_of_the_end_do_not_touch() {
    // Label from 28, value to 100: the longest killer, and numbers of five digits.
    let longest =
        texts().iter().find(|(key, _)| *key == "by").map(|(_, by)| by.iter().map(|text| width(text)).max());
    assert!(28 + width("killer") + 3 < 100 - longest.flatten().expect("killers"));
    assert!(
        texts()
            .iter()
            .filter(|(key, _)| *key == "epitaph" || *key == "win")
            .all(|(_, lines)| lines.iter().all(|l| width(l) <= 120))
    );
    // At the foot of the win screen: seed left, the hint right.
    assert!(4 + width("seed 00000000") + 4 < 96 && 96 + width("x again") < 128);
}

#[test]
fn floats_slow_down_and_keep_apart() {
    let mut play = Play::new();
    let state = play.get("/scene");
    let scene: Scene = serde_json::from_value(state).expect("a scene");
    assert!(scene.floats.is_empty());
    let mut floats: Vec<Float> = Vec::new();
    for _ in 0..3 {
        let float = Float::new("-1", 8, (56, 72), -1, &floats);
        floats.push(float);
    }
    let mut p8 = Machine::new(Boot::default());
    let mut tops = Vec::new();
    for _ in 0..49 {
        assert!(floats.iter_mut().all(Float::tick));
        p8.cls(0);
        floats[0].draw(&mut p8);
        tops.push((0..128).find(|y| (0..128).any(|x| p8.pget(x, *y) == 8)).expect("it is seen"));
    }
    assert!(!floats[0].tick(), "it is gone after 50 frames");
    // A tenth of the way each frame: 65 to 58.
    assert_eq!((tops[0], tops[48]), (64, 58), "{tops:?}");
    assert!(tops.is_sorted_by(|a, b| a >= b) && tops[20] <= 59, "fast at first: {tops:?}");
    p8.cls(0);
    floats.iter().for_each(|float| float.draw(&mut p8));
    let rows = (0..128).filter(|y| (0..128).any(|x| p8.pget(x, *y) == 8)).count();
    assert_eq!(rows, 15, "three numbers of five lines, none on another");
    play.wait(1);
}

#[test]
fn words_rise_over_those_whom_they_are_about() {
    // A pea four steps off wakes when the hero waits in its sight: "!", orange, over it.
    let mut play = Play::among(&[(1, 4, 8, json!({}))]);
    let before = play.count((30, 46, 14, 16), 9);
    play.tap(O);
    play.wait(10);
    assert_eq!(play.get("/scene/floats/0/text"), "!");
    let orange = play.count((30, 46, 14, 16), 9);
    assert!(orange >= before + 3, "{before}, then {orange}");
    // A hunter that cannot see him any more gives up in the end: "?".
    let mut play = Play::among(&[(2, 9, 9, json!({ "hunts": true }))]);
    let mut said = Vec::new();
    for _ in 0..12 {
        play.set("/world/mobs/1/at", json!({ "x": 12, "y": 13 }));
        play.wait(1);
        play.tap(O);
        said.extend(
            play.get("/scene/floats").as_array().expect("floats").iter().map(|float| float["text"].clone()),
        );
    }
    assert!(said.contains(&json!("?")), "{said:?}");
}

#[test]
fn the_hp_window_tells_hit_points_and_block() {
    let mut play = Play::new();
    let printed = |play: &Play, text: &str, x: i32, y: i32| {
        let before = play.console.machine().clone();
        let mut after = before.clone();
        after.print_at(text, x, y, 7);
        (0x6000..0x8000_u32).all(|at| before.clone().peek(at as u16) == after.peek(at as u16))
    };
    play.wait(60);
    assert!(printed(&play, "5/5", 16, 8) && printed(&play, "0", 40, 8));
    play.set("/world/mobs/0/hp", json!(12));
    play.set("/world/mobs/0/max", json!(13));
    play.set("/world/bag/1", json!(9));
    play.wait(2);
    assert!(printed(&play, "12/13", 16, 8) && printed(&play, "1", 48, 8), "a colander blocks 1");
    for (bless, frame) in [(-1, 8), (0, 6), (1, 10)] {
        play.set("/world/mobs/0/bless", json!(bless));
        play.wait(2);
        assert_eq!(play.count((4, 4, 40, 1), frame), 40, "blessing {bless}");
    }
}

#[test]
fn the_hp_window_moves_out_of_the_way() {
    let mut play = Play::new();
    let top = |play: &Play| play.get("/scene/hp_y").as_i64().map(|bits| (bits + 0x8000) >> 16);
    play.wait(60);
    assert_eq!(top(&play), Some(4), "he stands low, it hangs high");
    play.set("/world/mobs/0/at", json!({ "x": 2, "y": 7 }));
    let mut tops = Vec::new();
    for _ in 0..60 {
        play.wait(1);
        tops.extend(top(&play));
        assert!(play.find_hero().is_some(), "it never passes over him: {tops:?}");
    }
    assert_eq!(tops.last(), Some(&111));
    let mut different = tops.clone();
    different.dedup();
    assert!(different.len() > 12, "it slides: {tops:?}");
}

#[test]
fn nothing_covers_the_hero() {
    // In each row of the yard and of a floor: a message, the bag, a use menu, an aim, wedges. He is to be seen whole.
    for y in 7..14 {
        for x in [4, 7, 11] {
            let mut play = Play::among(&[]);
            play.set("/world/mobs/0/at", json!({ "x": x, "y": y }));
            play.set("/world/bag", json!([1, 7, 13, 17, 18, 19, 20, 14]));
            play.set("/world/grid/tiles", play.get("/world/kit/yard/tiles"));
            play.wait(60);
            let seen =
                |play: &Play, what: &str| assert!(play.find_hero().is_some(), "{what} covers him at {x} {y}");
            seen(&play, "the hp window");
            play.hold(O, 30);
            seen(&play, "a wedge");
            play.frame(O | UP);
            play.settle();
            seen(&play, "a message");
            play.wait(2);
            play.frame(X);
            play.wait(50);
            seen(&play, "the bag");
            play.taps("dddddddx");
            play.wait(30);
            seen(&play, "the use menu");
            play.frame(X);
            play.wait(40);
            seen(&play, "the aim");
            play.frame(DOWN);
            play.wait(9);
            seen(&play, "the aim downwards");
        }
    }
}

#[test]
fn no_two_windows_lie_on_each_other() {
    // All open windows of the bag and the use menu of each slot, with the hp window.
    let mut play = Play::new();
    play.set("/world/bag", json!([1, 7, 13, 17, 18, 19, 20, 14]));
    play.wait(1);
    play.frame(X);
    play.wait(40);
    for slot in 0..8 {
        play.frame(X);
        play.wait(8);
        let mut boxes: Vec<[i64; 4]> = play
            .get("/menus")
            .as_array()
            .expect("windows")
            .iter()
            .map(|w| ["x", "y", "w", "h"].map(|key| w[key].as_i64().expect("pixels")))
            .collect();
        boxes.push([4, 111, 43, 13]);
        assert_eq!(boxes.len(), 5, "stats, hint, bag, use menu, hit points");
        for (i, a) in boxes.iter().enumerate() {
            assert!(a[0] >= 1 && a[1] >= 1 && a[0] + a[2] <= 127 && a[1] + a[3] <= 127, "slot {slot}: {a:?}");
            for b in &boxes[..i] {
                let apart =
                    a[0] >= b[0] + b[2] || b[0] >= a[0] + a[2] || a[1] >= b[1] + b[3] || b[1] >= a[1] + a[3];
                assert!(apart, "slot {slot}: {a:?} and {b:?}");
            }
        }
        play.frame(O);
        play.wait(12);
        play.frame(DOWN);
        play.wait(3);
    }
    // A message goes when the bag opens, so that it cannot lie over its rows.
    play.frame(O);
    play.wait(20);
    play.hold(O, 2);
    play.frame(O | RIGHT);
    play.wait(12);
    play.frame(X);
    assert_eq!(play.get("/scene/notes"), json!([]));
}

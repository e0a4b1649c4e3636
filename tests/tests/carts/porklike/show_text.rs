//! Texts: each fits its place and none overlap; hit points and bag stay clear of the hero.

use super::play::{DOWN, O, Play, RIGHT, UP, X};
use porklike::data;
use porklike::rules::What;
use rasher::{Boot, Machine};
use serde_json::json;

/// All keys of the texts, and their lines.
fn texts() -> Vec<(&'static str, Vec<&'static str>)> {
    let file = include_str!("../../../../cart/porklike/data/texts.txt");
    file.lines()
        .map(|line| line.split_once(": ").expect("a key").0)
        .map(|key| (key, data::text(key).collect()))
        .collect()
}

/// Width of a text without the gap after its last letter.
fn width(text: &str) -> i32 {
    Machine::new(Boot::default()).text_width(text) - 1
}

/// All item names that can occur in a run.
fn names() -> Vec<String> {
    let mut all: Vec<String> = (1..17).map(|item| data::line("items", item).into()).collect();
    for adjective in data::text("adjectives") {
        // Pairs longer than 16 letters are not used.
        all.extend(
            data::text("nouns").map(|noun| format!("{adjective} {noun}")).filter(|name| name.len() <= 16),
        );
    }
    all
}

#[test]
fn every_text_fits_its_window() {
    for (key, lines) in texts() {
        let row = match key {
            // After two letters for the pointer, in a window that ends before the hero, who is then at column
            // 118.
            "verbs" => 118 - 81 - 9 - 8,
            // The last row of the bag, which ends before the hero.
            "hints" => 118 - 5 - 10,
            // A window in the middle, with nine pixels of frame.
            "buns" | "deeds" | "again" => 117,
            _ if key.starts_with("fate") => 117,
            // A dialog of 100 pixels.
            _ if key.starts_with("tablet") => 100 - 9,
            // In words of names; and five letters in the row of the stats.
            "items" | "adjectives" | "nouns" => 64,
            "status" => 20,
            // After hit points, in a note.
            "look" => 117 - 16,
            // For an event, at most that of a food.
            "Eat" | "Got" => 40,
            // A note: twenty letters, and nine pixels of frame.
            _ => 80,
        };
        for line in &lines {
            assert!(width(line) <= row, "{key}: {line:?} is {} wide", width(line));
        }
        // Five rows, like the list of creatures in sight.
        assert!(!key.starts_with("tablet") || lines.len() <= 5, "{key} is too high");
    }
    for name in names() {
        assert!(width(&name) <= 96 - 16, "{name} in the bag");
        assert!(width(&format!("got {name}")) <= 118, "{name} in a message");
    }
}

#[test]
fn every_message_fits_and_every_event_has_a_line() {
    let lines: Vec<_> = include_str!("../../../../cart/porklike/data/events.txt").lines().skip(1).collect();
    assert_eq!(lines.len(), KINDS.len());
    // Each line is named after its kind, in the order of the kinds.
    for (line, what) in lines.iter().zip(KINDS) {
        assert_eq!(line.split_whitespace().next(), Some(format!("{what:?}").to_lowercase().as_str()));
        let says = data::line(&format!("{what:?}"), 0);
        assert!(says.contains(['@', '$']) || width(says) <= 80, "{says:?}");
        for hero in [0, 1] {
            let [sound, color, stop, shake, wait, flash, moves, tile] =
                data::EVENTS[2 * what as usize + hero];
            assert!(
                [stop, shake, wait].iter().all(|n| (0..121).contains(n)) && (0..64).contains(&sound),
                "{line}"
            );
            assert!(
                (0..16).contains(&color)
                    && (0..11).contains(&flash)
                    && (0..3).contains(&moves)
                    && (0..2).contains(&tile),
                "{line}"
            );
            assert!(color == 0 || !says.is_empty(), "{what:?} has a colour for no word");
        }
    }
    // A food's effect, after "eaten".
    assert!(data::text("hints").skip(17).all(|hint| width(&format!("eaten: {hint}")) <= 118));
}

/// All kinds of events, in their order.
const KINDS: [What; 30] = [
    What::Beat,
    What::Step,
    What::Bump,
    What::Slide,
    What::Hurt,
    What::Ambush,
    What::Block,
    What::Die,
    What::Hunt,
    What::Lose,
    What::Stun,
    What::Bless,
    What::Curse,
    What::Fade,
    What::Heal,
    What::Spawn,
    What::Hatch,
    What::Open,
    What::Break,
    What::Unlock,
    What::Puff,
    What::Throw,
    What::Trash,
    What::Eat,
    What::Got,
    What::Equip,
    What::Full,
    What::Firm,
    What::Read,
    What::Climb,
];

#[test]
fn hints_tell_the_numbers_of_the_table() {
    // Weapons and armour come first; items.txt has attack, least and most block.
    for item in 1..13_u8 {
        let ([_, _, class, hit, low, high, ..], hint) =
            (data::ITEMS[usize::from(item)], data::line("hints", item));
        let due = if class == 0 { format!("atk {hit}, ") } else { format!("def {low}-{high}, ") };
        assert!(hint.starts_with(&due), "{} is told as {hint:?}, and is {due:?}", data::line("items", item));
    }
    assert_eq!(
        (data::line("hints", 0), data::line("hints", 23)),
        ("", "???"),
        "nothing, and what nobody knows"
    );
}

#[test]
fn rows_of_the_end_fit_with_the_largest_numbers() {
    // Numbers take five columns, a seed eight.
    let end = include_str!("../../../../cart/porklike/data/end.txt");
    for line in end.replace("{:>5}", "00000").replace("{:08}", "00000000").lines() {
        assert!(width(line) <= 117, "{line}");
    }
    for fate in 0..12 {
        assert_eq!(
            data::text(&format!("fate{fate}")).count(),
            2,
            "{fate}: his own cooking, ten killers, and the ham"
        );
    }
    // From line 54, eight pixels a row, two above and below, and one of black; a fate has one more row.
    assert!(54 + 8 * (1 + end.lines().count()) + 4 < 128);
}

#[test]
fn words_slow_down_and_keep_apart() {
    // The hero strikes a creature with each press: a word per attack, the second before the first is gone.
    let mut play = Play::among(&[(7, 8, 9, json!({ "hunts": true, "rest": 9 }))]);
    play.frame(RIGHT);
    play.wait(3);
    let tops: Vec<_> = (0..60)
        .map_while(|_| {
            play.wait(1);
            let words = play.get("/specks");
            words[0]["y"].as_f64()
        })
        .collect();
    // It starts 9 pixels above the tile's line 73, and each frame a tenth of the remaining 7 pixels goes.
    assert!((48..=51).contains(&tops.len()), "it is gone after 50 frames: {}", tops.len());
    assert!(tops.is_sorted_by(|a, b| a >= b) && tops[0] <= 65.0, "{tops:?}");
    let last = tops[tops.len() - 1];
    assert!((58.0..58.1).contains(&last), "it comes to rest: {last}");
    assert!(tops[14] < 60.0, "fast at first: {tops:?}");
    for _ in 0..2 {
        play.frame(RIGHT);
        play.settle();
    }
    // Where they come to rest: the remaining way is ten times the speed.
    let words = play.get("/specks");
    let number = |word: &serde_json::Value, field: &str| word[field].as_f64().expect("a number");
    let rests: Vec<_> = words
        .as_array()
        .expect("specks")
        .iter()
        .map(|word| (number(word, "y") + 10.0 * number(word, "dy") + 0.5).floor() as i32)
        .collect();
    // Each makes room for the next by the height of a line.
    assert!(rests.len() > 1 && rests.windows(2).all(|w| w[1] - w[0] == 7), "none lies on another: {rests:?}");
}

#[test]
fn the_hp_window_shows_the_block_that_is_dealt() {
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
    play.set("/world/deal", json!(1));
    play.wait(2);
    assert!(printed(&play, "12/13", 16, 8) && printed(&play, "1", 48, 8), "a colander blocks 1");
}

#[test]
fn t14_07_the_hit_points_slide_out_of_the_way() {
    let mut play = Play::new();
    // The left edge of its frame, wherever it is: the lowest line of grey.
    let top = |play: &Play| (0..128).find(|y| play.count((4, *y, 30, 1), 6) == 30);
    play.wait(60);
    assert_eq!(top(&play), Some(4), "he stands low, it hangs high");
    play.set("/world/mobs/0/at", json!({ "x": 2, "y": 7 }));
    let mut tops = Vec::new();
    for _ in 0..60 {
        play.wait(1);
        tops.extend(top(&play));
    }
    assert_eq!(tops.last(), Some(&111));
    let mut different = tops.clone();
    different.dedup();
    assert!(different.len() > 8, "it slides: {tops:?}");
}

#[test]
fn hit_points_and_aim_keep_clear_of_the_hero() {
    // In each row of the yard: hit points, marks of a shove, an aim. He must be fully visible.
    for y in 7..14 {
        for x in [4, 7, 11] {
            let mut play = Play::among(&[]);
            play.set("/world/bag", json!([1, 7, 13, 17, 18, 19, 20, 14]));
            play.stand(x, y);
            play.wait(60);
            let seen =
                |play: &Play, what: &str| assert!(play.find_hero().is_some(), "{what} covers him at {x} {y}");
            seen(&play, "the hp window");
            play.hold(O, 10);
            seen(&play, "a mark");
            play.frame(O | UP);
            play.settle();
            play.wait(2);
            play.set("/windows", json!([]));
            play.frame(X);
            play.wait(50);
            play.taps("dddddx");
            play.wait(30);
            assert_eq!(play.mode(), "Use");
            play.frame(X);
            play.wait(60);
            assert_eq!(play.mode(), "Aim");
            seen(&play, "the aim");
            play.frame(DOWN);
            play.wait(9);
            seen(&play, "the aim downwards");
        }
    }
}

#[test]
fn no_two_windows_lie_on_each_other() {
    // The bag, the stats above it, the hit points at their widest: all frames are complete and apart.
    let mut play = Play::among(&[]);
    play.set("/world/bag", json!([1, 7, 13, 17, 18, 19, 20, 14]));
    play.set("/world/mobs/0/hp", json!(12));
    play.set("/world/mobs/0/max", json!(13));
    play.wait(1);
    play.frame(X);
    play.wait(60);
    let boxes = play.frames();
    assert_eq!(boxes.len(), 3, "stats, bag, hit points: {boxes:?}");
    for (i, a) in boxes.iter().enumerate() {
        assert!(a.0 >= 1 && a.1 >= 1 && a.0 + a.2 <= 127 && a.1 + a.3 <= 127, "{a:?}");
        for b in &boxes[..i] {
            let apart = a.0 >= b.0 + b.2 || b.0 >= a.0 + a.2 || a.1 >= b.1 + b.3 || b.1 >= a.1 + a.3;
            assert!(apart, "{a:?} and {b:?}");
        }
    }
    // A message closes when the bag opens, so that it cannot cover its rows.
    let mut play = Play::among(&[(7, 8, 9, json!({}))]);
    play.hold(O, 2);
    play.frame(O | RIGHT);
    play.settle_but(|play| play.said() != ["won't budge"]);
    play.settle();
    play.frame(X);
    let menus: Vec<_> = play.windows().iter().map(|window| window["menu"].clone()).collect();
    assert_eq!(menus, ["Stats", "Bag"], "the bag alone");
}

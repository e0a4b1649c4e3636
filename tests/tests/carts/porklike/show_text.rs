//! Texts: each fits where it is shown, no two lie on each other, and nothing covers the hero.

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
        let row = match key {
            // Rows with a pointer: 12 pixels before, 4 behind.
            "verbs" | "hints" => 96 - 16,
            // A window in the middle, with nine pixels of frame.
            _ if key.starts_with("fate") => 117,
            // In words of names; and five letters in the row of the stats.
            "items" | "adjectives" | "nouns" => 64,
            "status" => 20,
            // In a note, below the lines about creatures.
            "things" => 117,
            // Behind hit points, in a note.
            "look" => 117 - 16,
            // Said of an event, of a food at most.
            "Eat" | "Got" => 40,
            // A note: twenty letters, and nine pixels of frame.
            _ => 80,
        };
        for line in &lines {
            assert!(width(line) <= row, "{key}: {line:?} is {} wide", width(line));
        }
        // A note has five rows: between the hit points and the hero.
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
            let [sound, color, stop, shake, crumbs, wait] = data::EVENTS[2 * what as usize + hero];
            assert!(
                [stop, shake, wait].iter().all(|n| (0..100).contains(n)) && (0..64).contains(&sound),
                "{line}"
            );
            assert!((0..16).contains(&color) && (0..16).contains(&crumbs), "{line}");
            assert!(color == 0 || !says.is_empty(), "{what:?} has a colour for no word");
        }
    }
    // What a food does, behind "eaten".
    assert!(data::text("hints").skip(17).all(|hint| width(&format!("eaten: {hint}")) <= 118));
}

/// All kinds of events, in their order.
const KINDS: [What; 33] = [
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
    What::Daze,
    What::Bless,
    What::Curse,
    What::Cure,
    What::Fade,
    What::Heal,
    What::Spawn,
    What::Open,
    What::Shut,
    What::Break,
    What::Unlock,
    What::Push,
    What::Scorch,
    What::Puff,
    What::Throw,
    What::Burn,
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
    // Weapons and armours come first; items.txt has attack, least and most block.
    for item in 1..13_u8 {
        let ([_, _, class, hit, low, high, ..], hint) =
            (data::ITEMS[usize::from(item)], data::line("hints", item));
        let due = if class == 0 { format!("atk {hit} ") } else { format!("def {low}-{high} ") };
        assert!(hint.starts_with(&due), "{} is told as {hint:?}, and is {due:?}", data::line("items", item));
    }
    assert_eq!(
        (data::line("hints", 0), data::line("hints", 23)),
        ("", "???"),
        "nothing, and what nobody knows"
    );
}

#[test]
fn a_note_is_as_wide_as_its_rows() {
    let mut play = Play::among(&[]);
    for floor in 0..9 {
        let lines: Vec<_> = data::text(&format!("tablet{floor}")).collect();
        play.set("/windows", json!([]));
        play.set("/world/floor", json!(floor));
        play.set("/shown/floor", json!(floor));
        play.set("/world/mobs/0/at", json!({ "x": 6, "y": 12 }));
        play.wait(2);
        play.tap(crate::porklike::play::UP);
        play.wait(30);
        let widest = lines.iter().map(|line| width(line)).max().unwrap_or_default();
        assert_eq!(play.rows(), lines);
        // Its upper edge, below the hit points.
        assert_eq!(play.count((0, 19, 128, 1), 6) as i32, widest + 10, "floor {floor}");
    }
}

#[test]
fn rows_of_the_end_fit_with_the_largest_numbers() {
    // Numbers take five columns, a seed eight.
    let end = include_str!("../../../../cart/porklike/data/end.txt");
    for line in end.replace("{:>5}", "00000").replace("{:08}", "00000000").lines() {
        assert!(width(line) <= 117, "{line}");
    }
    for fate in 0..12 {
        assert_eq!(data::text(&format!("fate{fate}")).count(), 2, "{fate}: ten killers, and none");
    }
    // From line 54, eight pixels a row and two above and below, and a pixel of black; a fate has one row more.
    assert!(54 + 8 * (1 + end.lines().count()) + 4 < 128);
}

#[test]
fn words_slow_down_and_keep_apart() {
    // The hero strikes whom he holds by the neck: a word each blow, the second before the first is gone.
    let mut play = Play::among(&[(7, 8, 9, json!({ "hunts": true }))]);
    play.frame(RIGHT);
    play.wait(3);
    let tops: Vec<_> = (0..60)
        .map_while(|_| {
            play.wait(1);
            let words = play.get("/specks");
            words[0]["y"].as_f64()
        })
        .collect();
    // It begins 9 pixels over the tile's line 73, and a tenth of what is left of 7 pixels is gone each frame.
    assert!((48..=51).contains(&tops.len()), "it is gone after 50 frames: {}", tops.len());
    assert!(tops.is_sorted_by(|a, b| a >= b) && tops[0] <= 65.0, "{tops:?}");
    let last = tops[tops.len() - 1];
    assert!((58.0..58.1).contains(&last), "it comes to rest: {last}");
    assert!(tops[14] < 60.0, "fast at first: {tops:?}");
    for _ in 0..2 {
        play.frame(RIGHT);
        play.settle();
    }
    // Where they come to rest: ten times the speed is what is left of the way.
    let words = play.get("/specks");
    let number = |word: &serde_json::Value, field: &str| word[field].as_f64().expect("a number");
    let rests: Vec<_> = words
        .as_array()
        .expect("specks")
        .iter()
        .map(|word| (number(word, "y") + 10.0 * number(word, "dy") + 0.5).floor() as i32)
        .collect();
    // Each goes on by fifteen pixels when another comes, whatever it is about: a tile, and a line of letters. And it is gone twelve frames
    // sooner, so that the words of a quick player do not stray from whom they are about: the first of three is.
    assert_eq!(rests, [43, 58], "none lies on another");
}

#[test]
fn words_rise_over_those_whom_they_are_about() {
    // A pea four steps off wakes when the hero waits in its sight: "!", orange, over it.
    let mut play = Play::among(&[(1, 4, 8, json!({}))]);
    let before = play.count((30, 46, 14, 16), 9);
    play.tap(O);
    play.wait(10);
    assert_eq!(play.get("/specks/0/text"), "!");
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
            play.get("/specks").as_array().expect("specks").iter().map(|float| float["text"].clone()),
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
    play.set("/world/deal", json!(1));
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
    // The left edge of its frame, wherever it is: the lowest line of grey.
    let top = |play: &Play| (0..128).find(|y| play.count((4, *y, 30, 1), 6) == 30);
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
    assert!(different.len() > 8, "it slides: {tops:?}");
}

#[test]
fn nothing_covers_the_hero() {
    // In each row of the yard and of a floor: a message, the bag, a use menu, an aim, wedges. He is to be seen whole.
    for y in 7..14 {
        for x in [4, 7, 11] {
            let mut play = Play::among(&[]);
            play.set("/world/mobs/0/at", json!({ "x": x, "y": y }));
            play.set("/world/bag", json!([1, 7, 13, 17, 18, 19, 20, 14]));
            play.set("/world/grid/tiles", play.get("/world/kit/ends/0/tiles"));
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
        let open = play.windows().into_iter().filter(|window| window["life"] != 0);
        let mut boxes: Vec<[i32; 4]> = open
            .map(|window| {
                let rows = crate::porklike::play::rows(&window);
                [4, 18, play.console.machine().text_width(rows.join("\n")) + 9, rows.len() as i32 * 8 + 4]
            })
            .collect();
        // The hit points, at either edge, at their widest.
        boxes.extend([[4, 4, 51, 13], [4, 111, 51, 13]]);
        assert_eq!(boxes.len(), 3, "bag, hit points");
        for (i, a) in boxes.iter().enumerate() {
            assert!(a[0] >= 1 && a[1] >= 1 && a[0] + a[2] <= 127 && a[1] + a[3] <= 127, "slot {slot}: {a:?}");
            for b in &boxes[..i] {
                let apart =
                    a[0] >= b[0] + b[2] || b[0] >= a[0] + a[2] || a[1] >= b[1] + b[3] || b[1] >= a[1] + a[3];
                assert!(apart, "slot {slot}: {a:?} and {b:?}");
            }
        }
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
    assert_eq!(play.windows().len(), 1, "the bag alone");
}

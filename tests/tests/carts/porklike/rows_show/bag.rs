//! The bag: its windows, cursor and colours, and an item's menu.

use crate::porklike::play::{DOWN, O, Play, RIGHT, UP, X};
use rasher::palette::{RGB, index};
use serde_json::json;

/// A hero with these items: weapon, armour, six slots.
fn with(bag: [u8; 8]) -> Play {
    let mut play = Play::among(&[]);
    play.set("/world/bag", json!(bag));
    play.wait(2);
    play
}

/// The bag of most tests: skewer and towel equipped, a food, a toothpick, a whisk, a mitt.
const THINGS: [u8; 8] = [2, 8, 17, 13, 3, 7, 0, 0];

fn open() -> Play {
    let mut play = with(THINGS);
    play.frame(X);
    play.wait(30);
    play
}

/// Moves the cursor to a slot.
fn at(slot: i64) -> Play {
    let mut play = open();
    for _ in 0..(slot + 6) % 8 {
        play.tap(DOWN);
    }
    assert_eq!(play.get("/slot"), slot);
    play
}

/// Left edge of the pointer in front of a row of the bag, if it is there.
fn pointer(play: &Play, row: i32) -> Option<i32> {
    let picture = play.sprite(44);
    let is_at = |x: i32, y: i32| {
        // Its edges may be covered by an icon or a line.
        (0..64)
            .filter(|i| i % 8 < 6 && i / 8 < 7 && picture[*i as usize] != 1)
            .all(|i| play.pixels(x + i % 8, y + i / 8, 1, 1) == [picture[i as usize]])
    };
    (5..11).find(|x| is_at(*x, 20 + row * 8))
}

/// Lines of the screen with an uninterrupted line of a colour inside the bag.
fn lines(play: &Play, color: u8) -> Vec<i32> {
    (20..110).filter(|y| play.count((10, *y, 76, 1), color) == 76).collect()
}

#[test]
fn t21_03_a_button_shows_two_slots_a_line_and_six_slots_and_another_dismisses_them() {
    let mut play = with(THINGS);
    assert_eq!(play.mode(), "Play");
    play.frame(X);
    assert_eq!(play.mode(), "Bag");
    play.wait(30);
    // Icons of everything equipped and carried, one per row.
    let icons: Vec<_> =
        (0..6).map(|row| play.shows(icon_of(&play, row), 15, 19 + row as i32 * 8, false, &[])).collect();
    assert_eq!(icons, [true; 6]);
    let tops: Vec<_> = ["skewer", "tea towel", "toothpick", "whisk", "oven mitt"]
        .map(|name| play.find(name, 6).unwrap_or_else(|| panic!("{name} is shown")).1)
        .into();
    assert_eq!(tops, [21, 29, 45, 53, 61], "eight rows, the third is a food");
    assert!(
        lines(&play, 5).iter().any(|y| (34..37).contains(y)),
        "a line below the two: {:?}",
        lines(&play, 5)
    );
    assert!(lines(&play, 5).iter().all(|y| !(37..82).contains(y)), "none between the six");
    assert!(lines(&play, 5).iter().any(|y| (82..86).contains(y)), "a line below the six");
    // Arrows no longer move him.
    let hero = play.hero();
    play.tap(RIGHT);
    assert_eq!(play.hero(), hero);
    play.frame(O);
    play.wait(20);
    assert_eq!((play.mode().as_str(), play.windows().len()), ("Play", 0));
    assert_eq!(play.get("/world/stats/turns"), 0);
}

/// The sprite of the item in a slot.
fn icon_of(play: &Play, slot: usize) -> i32 {
    let item = i32::from(THINGS[slot]);
    if item < 17 {
        return 175 + item;
    }
    let word = play.get(&format!("/world/names/{}", item - 17)).as_i64().expect("a number");
    240 + (word % 6) as i32
}

#[test]
fn t21_04_a_window_may_have_a_cursor_at_a_line() {
    let mut play = open();
    for slot in [2, 3, 4, 5, 6, 7, 0, 1] {
        assert_eq!(play.get("/slot"), slot);
        let rows: Vec<_> = (0..8).filter(|row| pointer(&play, *row).is_some()).collect();
        assert_eq!(rows, [slot], "at that line, and no other");
        let (text, _) = play.find(if slot == 1 { "tea towel" } else { "skewer" }, 6).expect("a name");
        assert!(text > pointer(&play, slot).expect("a pointer") + 8, "with room for it at the left");
        play.tap(DOWN);
    }
    // A message has none.
    let mut note = Play::new();
    note.set("/windows", json!([{ "menu": "Note", "text": "one", "life": 90, "height": 0 }]));
    note.wait(20);
    let anywhere = (0..120 * 120).any(|i| note.shows(44, i % 120, i / 120, false, &[]));
    assert!(!anywhere, "a message has no cursor");
}

#[test]
fn t21_05_the_cursor_is_controlled_in_any_window() {
    // In the bag and in an item's menu: up and down wrap around; one key selects, the other closes.
    let mut play = open();
    let mut seen = vec![];
    for key in [DOWN, DOWN, DOWN, DOWN, DOWN, DOWN, UP, UP] {
        play.tap(key);
        seen.push(play.get("/slot").as_i64().expect("a slot"));
    }
    assert_eq!(seen, [3, 4, 5, 6, 7, 0, 7, 6]);
    let mut play = at(4);
    play.tap(X);
    assert_eq!(play.mode(), "Use", "selected");
    let mut seen = vec![];
    for key in [DOWN, DOWN, DOWN, UP, UP] {
        play.tap(key);
        seen.push(play.get("/verb").as_i64().expect("a row"));
    }
    assert_eq!(seen, [1, 2, 0, 2, 1], "equip, throw, trash");
    play.tap(O);
    assert_eq!(play.mode(), "Bag", "closed");
    play.tap(O);
    assert_eq!(play.mode(), "Play", "closed");
}

#[test]
fn t21_06_the_cursor_sways_left_and_right() {
    let mut play = open();
    let xs: Vec<_> = (0..120)
        .map(|_| {
            play.wait(1);
            pointer(&play, 2).expect("the pointer")
        })
        .collect();
    let (left, right) = (xs.iter().min().copied(), xs.iter().max().copied());
    assert!(right > left.map(|x| x + 1), "{left:?} to {right:?}");
    assert!(xs.windows(2).all(|w| (w[0] - w[1]).abs() <= 1), "smoothly: {xs:?}");
    assert!((0..60).all(|n| xs[n] == xs[n + 60]), "once in a second");
}

#[test]
fn t21_07_filled_slots_are_bright_and_empty_ones_and_the_separator_dim() {
    let play = open();
    for name in ["skewer", "tea towel", "toothpick", "whisk", "oven mitt"] {
        assert!(play.find(name, 6).is_some(), "{name} is bright");
    }
    let dim: Vec<_> = (0..8).filter(|row| play.count((28, 21 + row * 8, 40, 5), 5) > 0).collect();
    assert_eq!(dim, [6, 7], "the empty slots");
    assert!(dim.iter().all(|row| play.count((28, 21 + row * 8, 40, 5), 6) == 0));
    assert!(!lines(&play, 5).is_empty(), "the separator");
    let light = |color: u8| RGB[usize::from(index(color))].iter().map(|part| u32::from(*part)).sum::<u32>();
    assert!(light(6) > light(5) + 150);
}

#[test]
fn t21_08_a_second_window_shows_the_stats() {
    let play = open();
    let frames = play.frames();
    let stats = play.find("atk 1", 6).expect("attack");
    let name = play.find("skewer", 6).expect("a name");
    let around = |(x, y): (i32, i32)| {
        let inside = |f: &&(i32, i32, i32, i32)| x > f.0 && x < f.0 + f.2 && y > f.1 && y < f.1 + f.3;
        *frames.iter().find(inside).unwrap_or_else(|| panic!("a frame around {x} {y}: {frames:?}"))
    };
    let (upper, lower) = (around(stats), around(name));
    assert!(upper != lower && upper.1 + upper.3 <= lower.1, "two windows, one above the other: {frames:?}");
    assert!(play.find("def 0-1", 6).is_some());
}

#[test]
fn t21_10_the_bag_shows_the_names_of_things() {
    let names = |item: u8| porklike::data::line("items", item);
    for item in 1..17 {
        let mut things = [0; 8];
        let slot = if item < 7 {
            0
        } else if item < 13 {
            1
        } else {
            5
        };
        things[slot] = item;
        let mut play = with(things);
        play.frame(X);
        play.wait(30);
        let (x, y) = play.find(names(item), 6).unwrap_or_else(|| panic!("{} is shown", names(item)));
        assert_eq!((x, y), (28, 21 + 8 * slot as i32), "{}", names(item));
    }
}

#[test]
fn the_menu_of_each_item_begins_at_its_first_action() {
    let mut play = at(2);
    play.taps("xdd");
    assert_eq!(play.get("/verb"), 2, "a food has three");
    play.taps("odx");
    assert_eq!((play.get("/slot"), play.get("/verb")), (json!(3), json!(0)), "a toothpick has two");
}

#[test]
fn t22_02_a_menu_pops_up_at_the_thing_with_what_can_be_done() {
    // Slot, item type: its menu. Equipped items cannot be equipped again.
    let rows: [(i64, &str, &[&str]); 6] = [
        (0, "a worn weapon", &["throw", "trash"]),
        (1, "a worn armour", &["throw", "trash"]),
        (2, "food", &["eat", "throw", "trash"]),
        (3, "a throwable", &["throw", "trash"]),
        (4, "a weapon", &["equip", "throw", "trash"]),
        (5, "an armour", &["equip", "throw", "trash"]),
    ];
    for (slot, what, verbs) in rows {
        let mut play = at(slot);
        play.tap(X);
        play.wait(20);
        assert_eq!(play.mode(), "Use");
        let shown: Vec<_> = play.rows().iter().map(|row| row.trim().to_string()).collect();
        assert_eq!(shown, verbs, "{what}");
        for (i, verb) in (0..).zip(verbs) {
            let (x, y) = play.find(verb, 6).unwrap_or_else(|| panic!("{verb} is on the screen"));
            assert_eq!(y, 21 + 8 * (slot as i32 + i), "{what}: the first is in line with the thing");
            assert!(x > 76, "beside the names");
        }
    }
    let mut play = at(6);
    play.tap(X);
    assert_ne!(play.mode(), "Use", "an empty slot has no menu");
    // The last slot's menu is also fully on the screen.
    let mut play = with([0, 0, 0, 0, 0, 0, 0, 17]);
    play.taps("x");
    assert_eq!(play.get("/slot"), 7, "the first thing");
    play.tap(X);
    play.wait(20);
    assert!(["eat", "throw", "trash"].iter().all(|verb| play.find(verb, 6).is_some()));
}

#[test]
fn t23_04_the_bag_stays_open_after_what_takes_no_turn() {
    // Slot, presses in the menu, item then equipped; equipping and discarding keep it open.
    for (slot, keys, worn, left) in [(4, "x", 3, 2), (3, "dx", 2, 0)] {
        let mut play = at(slot);
        play.tap(X);
        play.taps(keys);
        play.wait(20);
        assert_eq!(play.mode(), "Bag");
        assert_eq!(
            (play.get("/world/bag/0"), play.get(&format!("/world/bag/{slot}"))),
            (json!(worn), json!(left))
        );
        assert_eq!(play.get("/world/stats/turns"), 0);
        // The display is updated: the equipped weapon is in the first row.
        let name = porklike::data::line("items", worn);
        assert_eq!(play.find(name, 6).map(|(_, y)| y), Some(21), "{name}");
        assert_eq!(play.find("toothpick", 6).is_some(), left > 0);
    }
    // Eating takes a turn, and closes it.
    let mut play = at(2);
    play.tap(X);
    play.tap(X);
    assert_eq!((play.mode().as_str(), play.get("/world/stats/turns")), ("Play", json!(1)));
}

#[test]
fn t23_08_the_stats_are_those_of_what_is_worn() {
    for (weapon, armour, atk, def) in [
        (0, 0, "atk 1", "def 0-0"),
        (6, 12, "atk 2", "def 0-3"),
        (4, 10, "atk 1", "def 0-2"),
        (1, 9, "atk 1", "def 0-1"),
    ] {
        let mut play = with([weapon, armour, 0, 0, 0, 0, 0, 0]);
        play.frame(X);
        play.wait(30);
        assert!(
            play.find(atk, 6).is_some() && play.find(def, 6).is_some(),
            "{weapon} {armour}: {:?}",
            play.windows()
        );
    }
}

#[test]
fn t47_04_the_stats_tell_of_blessing_and_curse_before_attack_and_defence() {
    for (bless, status) in [(0, "ok"), (1, "bless"), (-1, "curse")] {
        let mut play = with(THINGS);
        play.set("/world/mobs/0/bless", json!(bless));
        play.wait(2);
        play.frame(X);
        play.wait(30);
        let (x, y) = play.find(status, 6).unwrap_or_else(|| panic!("{status} is shown"));
        let [atk, def] = ["atk 1", "def 0-1"].map(|text| play.find(text, 6).expect("the stats"));
        assert!(y == atk.1 && x < atk.0 && atk.0 < def.0, "{status}, then attack, then defence");
    }
}

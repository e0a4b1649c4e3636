//! Windows and menus: how they open and shut, the title, the bag, the use menu, the aim. Positions are read from the
//! screen, what was chosen from the state.

use crate::play::{DOWN, LEFT, O, Play, RIGHT, UP, X};
use porklike::show::window::{Window, clear_of, sway};
use rasher::{Boot, Date, Machine};
use serde_json::json;

/// A bag: skewer and tea towel worn, then a food, a toothpick, a whisk.
fn bag(play: &mut Play) {
    play.set("/world/bag", json!([2, 8, 17, 13, 3, 0, 0, 0]));
    play.wait(1);
}

/// The rows of the window on top.
fn rows(play: &Play) -> Vec<String> {
    let menus = play.get("/menus");
    let top = menus.as_array().expect("a list").last().expect("a window").clone();
    top["rows"].as_array().expect("rows").iter().map(|row| row.as_str().expect("a text").into()).collect()
}

/// The text of a row without control codes.
fn plain(row: &str) -> String {
    let mut chars = row.chars();
    let mut out = String::new();
    while let Some(c) = chars.next() {
        match c {
            '\x0c' => _ = chars.next(),
            _ => out.push(c),
        }
    }
    out
}

#[test]
fn a_window_opens_in_six_frames_and_snaps_shut() {
    let p8 = Machine::new(Boot::default());
    let mut window = Window::new(&p8, 10, 20, 0, "one / two / three");
    assert_eq!(
        (window.rows.len(), window.w, window.h),
        (3, 29, 27),
        "19 and 21 pixels, 4 and a frame on each side"
    );
    let height = |window: &Window| {
        let mut p8 = Machine::new(Boot::default());
        window.draw(&mut p8, 0);
        (0..128).filter(|y| p8.pget(10, *y) == 6).count()
    };
    let mut grows = Vec::new();
    for _ in 0..7 {
        assert!(window.tick());
        grows.push(height(&window));
    }
    assert_eq!(grows, [4, 9, 13, 18, 22, 27, 27], "a sixth of 27 more each frame");
    window.close();
    let mut shrinks = Vec::new();
    while window.tick() {
        shrinks.push(height(&window));
        assert!(shrinks.len() < 20, "{shrinks:?}");
    }
    // Three quarters each frame, rounded down, while at least 2 are left.
    assert_eq!(shrinks, [20, 15, 11, 8, 6, 4, 3, 2]);
}

#[test]
fn a_message_goes_by_itself() {
    let p8 = Machine::new(Boot::default());
    let mut message = Window::new(&p8, 0, 58, 0, "puff!");
    message.life = 120;
    let frames = (1..400).find(|_| !message.tick()).expect("it goes");
    assert_eq!(frames, 125, "in the 120th it begins: 13 > 9 > 6 > 4 > 3 > 2 > 1");
}

#[test]
fn a_message_has_the_width_of_its_text_in_the_middle() {
    let mut play = Play::among(&[(7, 8, 9, json!({}))]);
    play.set("/world/mobs/0/at", json!({ "x": 7, "y": 12 }));
    play.set("/world/mobs/1/at", json!({ "x": 7, "y": 11 }));
    play.hold(O, 2);
    play.frame(O | UP);
    play.wait(30);
    // "too heavy": 9 letters, 35 pixels, 4 and a frame on both sides.
    let row = play.pixels(0, 58, 128, 1);
    let frame: Vec<_> = (0..128).filter(|x| row[*x] == 6).collect();
    assert_eq!((frame.len(), frame[0], frame[frame.len() - 1]), (45, 42, 86));
    assert_eq!(play.get("/scene/notes/0/y"), 58);
}

#[test]
fn a_dialog_waits_and_its_button_bounces_and_hides() {
    let mut play = Play::new();
    play.taps("uuulll");
    play.tap(UP);
    play.wait(200);
    assert_eq!(play.get("/scene/notes/0/button"), true, "200 frames later it is still there");
    let hero = play.hero();
    play.frame(LEFT);
    play.wait(20);
    assert_eq!(play.hero(), hero, "an arrow is no answer");
    // The button's white at the lower right corner: it moves up and down.
    let top = |play: &Play| {
        (60..100).find(|y| play.pixels(100, *y, 12, 1).iter().filter(|c| **c == 7).count() >= 4)
    };
    let mut tops: Vec<_> = (0..60)
        .map(|_| {
            play.wait(1);
            top(&play)
        })
        .collect();
    tops.sort_unstable();
    tops.dedup();
    assert!(tops.len() >= 4 && tops[0].is_some(), "{tops:?}");
    play.frame(X);
    assert_eq!(top(&play), None, "no button while it shuts");
    assert_eq!(play.effects(), [58]);
    play.wait(20);
    assert_eq!((play.get("/scene/notes"), play.mode().as_str()), (json!([]), "Play"));
}

#[test]
fn each_tablet_has_its_own_words() {
    let mut play = Play::new();
    play.taps("uuulll");
    play.tap(UP);
    assert_eq!(play.get("/scene/notes/0/rows/0"), "a bun without ham");
    play.tap(X);
    play.wait(20);
    play.taps("rrrrrr");
    play.tap(UP);
    assert_eq!(play.get("/scene/notes/0/rows/1"), "tap o   stand still");
    for floor in 1..9 {
        let mut play = Play::among(&[]);
        play.set("/world/floor", json!(floor));
        play.set("/world/mobs/0/at", json!({ "x": 4, "y": 10 }));
        play.wait(2);
        play.tap(UP);
        let first = porklike::data::line(&format!("f{floor}"), 0);
        assert!(!first.is_empty());
        assert_eq!(play.get("/scene/notes/0/rows/0"), first);
    }
}

#[test]
fn text_has_a_black_outline_on_any_ground() {
    let mut p8 = Machine::new(Boot::default());
    p8.cls(12);
    porklike::paint::print_outlined(&mut p8, "h", 20, 20, 7);
    // The letter h: three columns; all eight neighbours of each of its pixels are white or black.
    let mut white = 0;
    for (x, y) in
        (0..128 * 128).map(|i| (i % 128, i / 128)).filter(|(x, y)| p8.pget(*x, *y) == 7).collect::<Vec<_>>()
    {
        white += 1;
        for (dx, dy) in (0..9).map(|i| (i % 3 - 1, i / 3 - 1)) {
            assert!([0, 7].contains(&p8.pget(x + dx, y + dy)), "beside {x} {y}");
        }
    }
    assert!(white >= 9);
    assert_eq!(p8.pget(10, 20), 12);
}

#[test]
fn pointer_and_button_sway_by_a_sine() {
    // One turn a second: up, back, down, back.
    assert_eq!([0, 15, 30, 45, 60].map(|clock| sway(clock, 2)), [0, -2, 0, 2, 0]);
    let mut play = Play::title();
    // The pointer is white and left of the words of the menu.
    let left =
        |play: &Play| (34..46).find(|x| play.pixels(*x, 76, 1, 8).iter().filter(|c| **c == 7).count() > 3);
    let mut seen: Vec<_> = (0..60)
        .map(|_| {
            play.wait(1);
            left(&play)
        })
        .collect();
    seen.sort_unstable();
    seen.dedup();
    assert!(seen.len() >= 3, "{seen:?}");
}

#[test]
fn a_cursor_goes_round() {
    let p8 = Machine::new(Boot::default());
    let mut window = Window::new(&p8, 0, 0, 0, "a / b / c");
    window.move_cursor(1);
    assert_eq!(window.cursor, None, "a window without a cursor has none to move");
    let narrow = window.row_at(0).0;
    window.cursor = Some(0);
    assert_eq!(window.row_at(0).0, narrow + 8, "the pointer has its room on the left");
    let mut at = Vec::new();
    for by in [1, 1, 1, -1, -1] {
        window.move_cursor(by);
        at.push(window.cursor);
    }
    assert_eq!(at, [1, 2, 0, 2, 1].map(Some));
}

#[test]
fn windows_keep_clear_of_the_hero() {
    // hero's line, wished for, height: nothing of it may lie on the hero's 8 lines; on the screen if there is room.
    for hero in (0..128).step_by(8) {
        for h in [13, 30, 50] {
            let y = clear_of(hero, 64 - h / 2, h);
            assert!(y + h <= hero || y >= hero + 8, "hero at {hero}, window of {h} at {y}");
            assert!((1..=127 - h).contains(&y), "hero at {hero}, window of {h} at {y}");
        }
    }
    assert_eq!(clear_of(8, 58, 13), 58, "it stays where it is wished for when it can");
}

#[test]
fn the_title_has_three_ways_to_begin() {
    let mut play = Play::title();
    assert_eq!(
        (play.mode().as_str(), rows(&play)),
        ("Title", vec!["climb".into(), "daily".into(), "seed".into()])
    );
    play.frame(DOWN);
    assert_eq!(play.get("/menus/0/cursor"), 1);
    play.frame(0);
    play.frame(UP);
    play.wait(2);
    play.frame(X);
    assert_eq!((play.mode().as_str(), play.floor()), ("Play", 0));
    for seed in [7, 8] {
        let mut play = Play::titled(seed, Date::default());
        play.frame(X);
        assert_eq!(play.get("/world/seed"), seed, "the console's seed is the first tower's");
    }
}

#[test]
fn the_day_has_a_seed_of_its_own() {
    // 2026-11-21 12:00 UTC, and the same in a zone 14 hours ahead: the player's own day counts.
    for (offset, due) in [(0, 0x2026_1121_u32), (14 * 3600, 0x2026_1122)] {
        let mut play = Play::titled(3, Date { unix: 1_795_262_400, offset });
        play.frame(DOWN);
        play.frame(0);
        play.frame(X);
        assert_eq!(play.get("/world/seed"), json!(due), "{offset}");
        assert_eq!(play.get("/daily"), true);
    }
}

#[test]
fn a_seed_can_be_typed() {
    let mut play = Play::title();
    play.frame(UP);
    play.frame(0);
    play.frame(X);
    assert_eq!(play.mode(), "Seed");
    play.set("/seed", json!(0));
    // 0 up is 1; right, down from 0 is f; left twice is the last digit.
    for key in [UP, RIGHT, DOWN, LEFT, LEFT, UP, UP] {
        play.frame(key);
        play.frame(0);
    }
    assert_eq!(play.get("/seed"), json!(0x1f00_0002));
    assert_eq!(plain(rows(&play)[2].as_str()), "1f000002");
    play.frame(O);
    assert_eq!((play.mode().as_str(), rows(&play)[2].as_str()), ("Title", "seed"));
    play.wait(2);
    play.frame(X);
    play.wait(2);
    play.set("/seed", json!(0x1f00_0002));
    play.frame(X);
    assert_eq!((play.mode().as_str(), play.get("/world/seed")), ("Play", json!(0x1f00_0002)));
}

#[test]
fn the_bag_shows_what_is_worn_and_what_is_carried() {
    let mut play = Play::new();
    bag(&mut play);
    play.frame(X);
    assert_eq!((play.mode().as_str(), play.effects()), ("Bag", vec![57]));
    let shown: Vec<_> = rows(&play).iter().map(|row| plain(row)).collect();
    assert_eq!(shown[..2], ["skewer", "tea towel"]);
    assert_eq!(shown[3..], ["toothpick", "whisk", "...", "...", "..."]);
    assert!(shown[2].contains(' '), "a food has two words: {}", shown[2]);
    assert!(rows(&play)[5].starts_with("\x0c5"), "empty slots are dim");
    assert!(!rows(&play)[4].contains('\x0c'), "full ones bright");
    play.wait(10);
    assert!(play.count((8, 36, 80, 3), 5) >= 70, "a line below the equipment");
    play.frame(O);
    assert_eq!((play.mode().as_str(), play.effects()), ("Play", vec![58]));
    play.wait(20);
    assert_eq!(play.get("/scene/notes"), json!([]), "all windows have shut");
    assert_eq!(play.get("/world/stats/turns"), 0, "looking costs no turn");
}

#[test]
fn the_stats_are_those_of_what_is_worn() {
    // bag, bless, text: attack 1 + weapon, the armour's range, and the state of the hero
    let rows = [
        ([0, 0, 0, 0, 0, 0, 0, 0], 0, "ok    atk 1  def 0-0"),
        ([6, 12, 0, 0, 0, 0, 0, 0], 0, "ok    atk 3  def 0-3"),
        ([1, 9, 0, 0, 0, 0, 0, 0], -1, "curse atk 2  def 1-1"),
        ([3, 11, 0, 0, 0, 0, 0, 0], 1, "bless atk 1  def 1-2"),
    ];
    for (items, bless, text) in rows {
        let mut play = Play::new();
        play.set("/world/bag", json!(items));
        play.set("/world/mobs/0/bless", json!(bless));
        play.wait(1);
        play.tap(X);
        assert_eq!(play.get("/menus/0/rows/0"), text);
    }
}

#[test]
fn the_hint_tells_what_is_known_of_a_food() {
    let mut play = Play::new();
    bag(&mut play);
    play.tap(X);
    play.taps("dd");
    assert_eq!(play.get("/menus/1/rows/0"), "???");
    play.set("/world/known", json!(1 << 17));
    play.wait(1);
    assert_eq!(play.get("/menus/1/rows/0"), "heals 1");
    play.taps("uu");
    assert_eq!(play.get("/menus/1/rows"), json!(["reaches two tiles", "atk 2"]));
    play.tap(DOWN);
    assert_eq!(play.get("/menus/1/rows/1"), "def 0-1");
}

#[test]
fn the_use_menu_has_only_what_fits() {
    // presses down in the bag, verbs: worn things are not equipped again
    let rows_due = [
        (0, "throw burn"),
        (1, "throw burn"),
        (2, "eat throw burn"),
        (3, "throw burn"),
        (4, "equip throw burn"),
    ];
    for (downs, verbs) in rows_due {
        let mut play = Play::new();
        bag(&mut play);
        play.tap(X);
        (0..downs).for_each(|_| play.tap(DOWN));
        play.tap(X);
        assert_eq!((play.mode().as_str(), rows(&play).join(" ").as_str()), ("Use", verbs));
        let (y, row) = (play.get("/menus/3/y"), 23 + 7 * downs + if downs > 1 { 4 } else { 0 });
        assert_eq!(y, json!(row - 4), "beside its row");
        play.tap(O);
        assert_eq!(play.mode(), "Bag");
    }
    let mut play = Play::new();
    play.tap(X);
    play.tap(X);
    assert_eq!(play.mode(), "Bag", "an empty slot has no menu");
}

#[test]
fn equipping_keeps_the_bag_open_and_costs_no_turn() {
    let mut play = Play::new();
    bag(&mut play);
    play.tap(X);
    play.taps("dddd");
    play.taps("xx");
    assert_eq!(
        (play.mode().as_str(), play.get("/world/bag/0"), play.get("/world/bag/4")),
        ("Bag", json!(3), json!(2))
    );
    assert_eq!(rows(&play)[0], "whisk");
    assert_eq!(play.get("/menus/0/rows/0"), "ok    atk 1  def 0-1");
    assert_eq!(play.get("/world/stats/turns"), 0);
    assert!(play.effects().is_empty() || !play.effects().contains(&43), "it does not sound like a wall");
}

#[test]
fn eating_closes_the_bag_and_tells_what_it_did() {
    let mut play = Play::new();
    bag(&mut play);
    play.set("/world/mobs/0/hp", json!(3));
    play.tap(X);
    play.taps("ddx");
    play.frame(X);
    play.wait(3);
    assert_eq!(
        (play.mode().as_str(), play.get("/world/bag/2"), play.get("/world/mobs/0/hp")),
        ("Play", json!(0), json!(4))
    );
    assert!(play.count((50, 80, 30, 24), 11) >= 4, "+1, green, over his head");
    let said: Vec<_> =
        play.get("/scene/notes").as_array().expect("windows").iter().map(|n| n["rows"][0].clone()).collect();
    assert!(said.contains(&json!("eaten. heals 1")), "{said:?}");
    assert_eq!(play.get("/world/stats/turns"), 1, "it costs a turn");
}

#[test]
fn burning_destroys_a_thing_in_smoke() {
    let mut play = Play::new();
    bag(&mut play);
    play.tap(X);
    play.taps("dddxd");
    play.frame(X);
    play.wait(3);
    assert!(play.effects().contains(&61), "{:?}", play.effects());
    play.settle();
    assert_eq!((play.mode().as_str(), play.get("/world/bag/3")), ("Play", json!(0)));
    let smoke = play
        .get("/world/smoke/tiles")
        .as_array()
        .expect("a list")
        .iter()
        .filter(|turns| **turns != 0)
        .count();
    assert_eq!(smoke, 5);
}

/// Aims the toothpick among some creatures.
fn aims(mobs: &[(u8, i32, i32, serde_json::Value)]) -> Play {
    let mut play = Play::among(mobs);
    bag(&mut play);
    play.tap(X);
    play.taps("dddx");
    play.tap(X);
    assert_eq!(play.mode(), "Aim");
    play.wait(30);
    play
}

#[test]
fn the_aim_turns_with_the_arrows_and_o_goes_back() {
    let mut play = aims(&[]);
    for (key, dir) in [(LEFT, "Left"), (RIGHT, "Right"), (UP, "Up"), (DOWN, "Down")] {
        play.tap(key);
        assert_eq!(play.get("/mode"), json!({ "Aim": [3, dir] }));
    }
    assert_eq!(play.get("/menus/0/rows/0"), "toothpick");
    play.tap(O);
    assert_eq!((play.mode().as_str(), play.get("/world/bag/3")), ("Bag", json!(13)));
}

#[test]
fn the_line_is_dotted_outlined_and_marches_to_a_cross() {
    let mut play = aims(&[]);
    play.tap(DOWN);
    // Down from 7 9 to the wall below 7 14: dots on column 60, black on both sides.
    let column = |play: &Play, x: i32| play.pixels(x, 84, 1, 24);
    let first = column(&play, 60);
    assert_eq!(first.iter().filter(|c| **c == 7).count(), 12, "every other two pixels: {first:?}");
    assert!(first.iter().all(|c| [0, 7].contains(c)));
    assert!([59, 61].iter().all(|x| column(&play, *x).iter().all(|c| *c == 0)));
    play.wait(8);
    let later = column(&play, 60);
    assert!(first.iter().zip(&later).all(|(a, b)| a != b), "8 frames later it is turned over");
    let cross = play.pixels(58, 114, 5, 5);
    assert_eq!(cross.iter().filter(|c| **c == 7).count(), 9, "a cross of 5 by 5 on the last tile");
}

#[test]
fn the_line_ends_at_the_first_creature_and_that_one_flashes() {
    let mut play = Play::among(&[(7, 7, 12, json!({}))]);
    play.set("/world/bag", json!([0, 0, 6, 0, 0, 0, 0, 0]));
    play.wait(1);
    play.tap(X);
    play.taps("ddxd");
    play.tap(X);
    play.wait(20);
    play.tap(DOWN);
    let mut white = Vec::new();
    for _ in 0..32 {
        play.wait(1);
        white.push(play.count((56, 98, 8, 4), 7));
    }
    assert!(white.iter().any(|n| *n > 14) && white.iter().any(|n| *n < 10), "{white:?}");
    assert!(play.pixels(60, 106, 1, 10).iter().all(|c| *c != 7), "no line beyond it");
}

#[test]
fn a_thrown_thing_flies_hits_and_is_gone() {
    let mut play = aims(&[(7, 7, 12, json!({ "hunts": true }))]);
    play.tap(DOWN);
    play.frame(X);
    assert!(play.effects().contains(&54), "it is thrown");
    assert_eq!((play.mode().as_str(), play.get("/world/bag/3")), ("Play", json!(0)));
    assert!(play.hero_on_screen().y > 72, "he leans into it");
    play.wait(6);
    let icon = play.sprite(188);
    let seen: Vec<i32> = (72..104)
        .filter(|y| {
            let pixels = play.pixels(56, *y, 8, 8);
            icon.iter().zip(&pixels).all(|(due, seen)| *due == 1 || due == seen)
        })
        .collect();
    assert_eq!(seen.len(), 1, "it is in the air: {seen:?} {}", play.get("/scene/flight"));
    assert_eq!(play.get("/scene/world/mobs/1/hp"), 6, "not there yet");
    play.wait(10);
    assert_eq!(play.effects(), [51], "it hits: {:?}", play.effects());
    assert_eq!(play.get("/scene/world/mobs/1/hp"), 4, "a toothpick does 2");
}

//! Windows and menus: how they open and shut, the title, the bag, the aim. Positions are read from the
//! screen, what was chosen from the state.

use super::play::{DOWN, LEFT, O, Play, RIGHT, UP, X};
use porklike::anim::sway;
use porklike::tile;
use rasher::{Boot, Date, Machine};
use serde_json::json;

/// A bag: skewer and tea towel worn, then a food, a toothpick, a whisk.
fn bag(play: &mut Play) {
    play.set("/world/bag", json!([2, 8, 17, 13, 3, 0, 0, 0]));
    play.wait(1);
}

/// The rows of the window on top.
fn rows(play: &Play) -> Vec<String> {
    play.rows()
}

/// The text of a row without control codes: colours (`\f`, or `ᶜ` in data files) and `\^u`, `\^-u`.
fn plain(row: &str) -> String {
    let text = row.replace("\x06y7\x06u", "").replace('ᶜ', "\x0c");
    let mut parts = text.split('\x0c');
    let first: String = parts.next().unwrap_or_default().into();
    (first + &parts.map(|part| &part[1..]).collect::<String>()).trim_end().into()
}

#[test]
fn a_window_opens_and_shuts_by_a_third_each_frame() {
    // Three rows: 3 * 8, and 2 above and below, from line 54 on. A third of what is missing to the middle of that pixel is gone each frame: worked
    // out by hand. What is as high as two pixels is gone.
    let mut play = Play::title();
    play.set("/windows", json!([]));
    // The yard's tablet has the frame's colour, and lies behind its left edge.
    play.set("/world/grid/tiles/182", json!(1));
    play.wait(1);
    play.event(rasher::Event::Menu { index: 1, buttons: 0x70 });
    let window = json!({ "menu": "Over", "text": "one\ntwo\nthree", "life": -1, "height": 0 });
    play.set("/windows", json!([window]));
    let height = |play: &Play| (54..100).filter(|y| play.count((50, *y, 1, 1), 6) > 0).count();
    let grows: Vec<_> = (0..12)
        .map(|_| {
            play.wait(1);
            height(&play)
        })
        .collect();
    assert_eq!(grows, [9, 15, 20, 22, 24, 25, 26, 27, 27, 28, 28, 28]);
    play.set("/windows/0/life", json!(0));
    let shrinks: Vec<_> = (0..8)
        .map(|_| {
            play.wait(1);
            height(&play)
        })
        .collect();
    assert_eq!(shrinks, [19, 12, 8, 5, 4, 2, 2, 0]);
    assert_eq!(play.windows(), Vec::<serde_json::Value>::new(), "and nothing of it is left");
}

#[test]
fn a_message_goes_by_itself() {
    let mut play = Play::among(&[(7, 8, 9, json!({}))]);
    play.hold(O, 2);
    play.frame(O | RIGHT);
    play.settle_but(|play| play.said() != ["stands firm"]);
    play.wait(119);
    assert_eq!(play.said(), ["stands firm"], "for 120 frames");
    play.wait(1);
    assert!(play.said().is_empty());
    play.wait(10);
    assert!(play.windows().is_empty());
}

#[test]
fn a_message_has_the_width_of_its_text_in_the_middle() {
    let mut play = Play::among(&[(7, 8, 9, json!({}))]);
    play.set("/world/mobs/0/at", json!({ "x": 7, "y": 12 }));
    play.set("/world/mobs/1/at", json!({ "x": 7, "y": 11 }));
    play.wait(60);
    play.hold(O, 2);
    play.frame(O | UP);
    play.wait(30);
    // "stands firm": 11 letters, 43 pixels, 4 and a frame on both sides; below the hit points.
    let row = play.pixels(0, 19, 128, 1);
    let frame: Vec<_> = (0..128).filter(|x| row[*x] == 6).collect();
    assert_eq!((frame.len(), frame[0], frame[frame.len() - 1]), (53, 38, 90));
}

#[test]
fn a_dialog_waits_and_its_button_bounces_and_hides() {
    let mut play = Play::new();
    play.taps("ul");
    play.tap(UP);
    play.wait(200);
    assert!(play.top().is_some(), "200 frames later it is still there");
    let hero = play.hero();
    play.frame(LEFT);
    play.wait(20);
    assert_eq!(play.hero(), hero, "an arrow is no answer");
    // The button's white at the lower right corner: it moves up and down.
    let (x, y) = {
        let rows = play.rows();
        let w = play.console.machine().text_width(rows.join("\n")) + 9;
        (64 - w / 2 + w, 20 + rows.len() as i32 * 8 + 4)
    };
    let top = |play: &Play| {
        (y - 10..y + 10).find(|y| play.pixels(x - 8, *y, 8, 1).iter().filter(|c| **c == 7).count() >= 4)
    };
    let mut tops: Vec<_> = (0..60)
        .map(|_| {
            play.wait(1);
            top(&play)
        })
        .collect();
    tops.sort_unstable();
    tops.dedup();
    assert!(tops.len() == 2 && tops[0].is_some(), "{tops:?}");
    play.frame(X);
    assert_eq!(top(&play), None, "no button while it shuts");
    assert_eq!(play.effects(), [57]);
    play.wait(20);
    assert_eq!((play.windows().len(), play.mode().as_str()), (0, "Play"));
}

/// The arrow to press for the next step to the nearest tile of a kind; breakable things and doors are walked into.
fn key_to(play: &Play, tile: u8) -> Option<u8> {
    const KEYS: [(u8, i64, i64); 4] = [(LEFT, -1, 0), (RIGHT, 1, 0), (UP, 0, -1), (DOWN, 0, 1)];
    const SIDE: i64 = 16;
    let tiles: Vec<u8> = serde_json::from_value(play.get("/world/grid/tiles")).expect("numbers");
    let at = |x: i64, y: i64| tiles.get((y * SIDE + x) as usize).copied().filter(|_| (0..SIDE).contains(&x));
    let passes = |tile: u8| {
        let is_broken = [tile::CROCK, tile::POT, tile::POT_TWIN, tile::DOOR].contains(&tile);
        is_broken || play.console.machine().fget(tile.into()) & 1 == 0
    };
    let mut queue = std::collections::VecDeque::from([(play.hero(), 0)]);
    let mut seen = std::collections::BTreeSet::from([play.hero()]);
    while let Some(((x, y), first)) = queue.pop_front() {
        for (key, dx, dy) in KEYS {
            let (next, first) = ((x + dx, y + dy), if first == 0 { key } else { first });
            match at(next.0, next.1) {
                Some(there) if there == tile => return Some(first),
                Some(there) if passes(there) && seen.insert(next) => queue.push_back((next, first)),
                _ => {}
            }
        }
    }
    None
}

/// From the yard up to floor 8 by presses alone, past each floor's tablet. The hero is healed all the time, else nothing is set.
#[test]
fn each_tablet_has_its_own_words_on_the_way_up() {
    let mut play = Play::new();
    for floor in 0..9 {
        let words = porklike::data::line(&format!("tablet{floor}"), 0);
        assert!(!words.is_empty(), "floor {floor}");
        let mut read = false;
        for _ in 0..600 {
            if play.floor() > floor || floor == 8 && read {
                break;
            }
            // Hurt, so that no onion dazes him, but far from death.
            play.set("/world/mobs/0/max", json!(99));
            play.set("/world/mobs/0/hp", json!(50));
            if play.top().is_some() {
                read |= rows(&play)[0] == words;
                play.frame(X);
                play.wait(20);
                play.settle();
                continue;
            }
            let goal = if read { tile::STAIRS_UP } else { tile::TABLET };
            let key = key_to(&play, goal).unwrap_or_else(|| panic!("floor {floor}: no way to {goal}"));
            play.tap(key);
        }
        assert!(read, "floor {floor}: {words:?} was not read");
    }
}

/// O held for a third of a second, without an arrow: the hero, then all that he sees, each with hit points and attack.
#[test]
fn o_held_lists_who_is_in_sight() {
    // A hurt crouton and a terrine are seen, a pea at the other end of the yard is not.
    let mut play = Play::among(&[(2, 9, 9, json!({ "hp": 1 })), (7, 7, 7, json!({})), (1, 1, 9, json!({}))]);
    play.set("/windows", json!([]));
    play.hold(O, 19);
    assert_eq!(play.get("/windows"), json!([]), "not yet");
    play.hold(O, 10);
    let text = play.get("/windows/0/text").as_str().expect("a note").to_string();
    let plain = ["\x0c8", "\x0c7", "ᶜ8", "ᶜ7", "ᶜ6"].iter().fold(text, |text, code| text.replace(code, ""));
    assert_eq!(
        plain,
        "♥5 you\n♥1 crouton • dies loud\n♥6 terrine ••• slow, firm\n    crock break or push it\n    ferns hide, and burn"
    );
    play.wait(20);
    assert_eq!(play.get("/world/stats/turns"), 0, "it is no wait");
    play.wait(250);
    assert_eq!(play.get("/windows"), json!([]), "it goes by itself");
    for kind in 1..11 {
        let dots = porklike::data::line("look", kind).matches('•').count() as i32;
        assert_eq!(dots, porklike::data::beast(kind, porklike::data::Stat::Atk), "kind {kind}");
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
fn pointer_and_button_sway() {
    // By a pixel, once a second.
    assert_eq!([0, 29, 30, 59, 60].map(sway), [0, 0, 1, 1, 0]);
    let mut play = Play::new();
    play.tap(X);
    play.wait(20);
    // The pointer is white and left of the names in the bag.
    let left =
        |play: &Play| (5..16).find(|x| play.pixels(*x, 36, 1, 8).iter().filter(|c| **c == 7).count() > 3);
    let mut seen: Vec<_> = (0..60)
        .map(|_| {
            play.wait(1);
            left(&play)
        })
        .collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 2, "{seen:?}");
}

#[test]
fn a_cursor_goes_round() {
    let mut play = Play::new();
    bag(&mut play);
    play.tap(X);
    let mut at = Vec::new();
    for key in [DOWN, DOWN, DOWN, DOWN, DOWN, DOWN, UP, UP] {
        play.frame(key);
        play.frame(0);
        at.push(play.get("/slot").as_i64());
    }
    assert_eq!(at, [3, 4, 5, 6, 7, 0, 7, 6].map(Some), "from the first thing carried on");
    // The row that it is at is white.
    play.taps("ddd");
    play.wait(20);
    let white = |row: i32| play.count((28, 21 + 8 * row, 60, 5), 7);
    assert!(white(0) == 0 && white(1) > 20 && white(2) == 0);
}

#[test]
fn notes_keep_clear_of_the_hero() {
    // The highest note (five rows) with the hero in every row, and on the way when he is put elsewhere.
    let mut play = Play::among(&[]);
    let (top, bottom) = (|play: &Play| play.pixels(64, 0, 1, 128), 128);
    for y in (0..16).chain((0..16).rev()) {
        play.set("/world/mobs/0/at", json!({ "x": 8, "y": y }));
        let text = "one\ntwo\nthree\nfour\nfive";
        let note = json!({ "menu": "Note", "text": text, "life": 90, "height": 44 << 16 });
        play.set("/windows", json!([note]));
        play.wait(60);
        // Its frame is the only grey over the dark of the middle column.
        let column = top(&play);
        let lines: Vec<_> = (0..bottom).filter(|y| column[*y as usize] == 6).collect();
        let (first, last) = (lines[0], lines[lines.len() - 1]);
        assert!(last - first >= 40, "{lines:?}");
        assert!(last < y * 8 || first >= y * 8 + 8, "hero in row {y}, a note from {first} to {last}");
    }
}

#[test]
fn the_title_tells_the_keys_and_begins() {
    let title = Play::title();
    assert_eq!(title.mode(), "Title");
    let shown: Vec<_> = rows(&title).iter().map(|row| plain(row)).collect();
    assert_eq!(shown[shown.len() - 1], "🅾\u{fe0f} begins");
    assert!(["➡", "🅾", "❎"].iter().all(|key| shown.iter().any(|row| row.contains(key))), "{shown:?}");
    for key in [O, X] {
        for seed in [7, 8] {
            let mut play = Play::titled(seed, Date::default());
            play.frame(key);
            assert_eq!((play.mode().as_str(), play.floor()), ("Play", 0));
            assert_eq!(play.get("/world/seed"), seed, "the tower's seed is the console's");
        }
    }
}

#[test]
fn the_bag_shows_what_is_worn_and_what_is_carried() {
    let mut play = Play::new();
    bag(&mut play);
    play.frame(X);
    assert_eq!((play.mode().as_str(), play.effects()), ("Bag", vec![57]));
    let shown: Vec<_> = rows(&play).iter().map(|row| plain(row).trim().to_string()).collect();
    assert_eq!(shown[..2], ["skewer", "tea towel"]);
    assert_eq!(shown[3..8], ["toothpick", "whisk", "...", "...", "..."]);
    assert!(shown[2].contains(' '), "a food has two words: {}", shown[2]);
    // No slot has a colour of its own: the line below it would have it, too.
    assert!(rows(&play)[..8].iter().all(|row| !row.contains('ᶜ')));
    play.wait(20);
    let lines = [35, 83].map(|y| play.count((8, y, 80, 1), 6));
    assert_eq!(lines, [80; 2], "lines below the equipment and below the bag");
    play.frame(O);
    assert_eq!((play.mode().as_str(), play.effects()), ("Play", vec![58]));
    play.wait(20);
    assert!(play.windows().is_empty(), "all windows have shut");
    assert_eq!(play.get("/world/stats/turns"), 0, "looking costs no turn");
}

#[test]
fn the_stats_are_those_of_what_is_worn() {
    // bag, bless, text: attack 1 + weapon, the armour's range, and the state of the hero
    let rows = [
        ([0, 0, 0, 0, 0, 0, 0, 0], 0, "ok    atk 1  def 0-0"),
        ([6, 12, 0, 0, 0, 0, 0, 0], 0, "ok    atk 4  def 0-3"),
        ([1, 9, 0, 0, 0, 0, 0, 0], -1, "curse atk 1  def 0-1"),
        ([3, 11, 0, 0, 0, 0, 0, 0], 1, "bless atk 1  def 0-2"),
    ];
    for (items, bless, text) in rows {
        let mut play = Play::new();
        play.set("/world/bag", json!(items));
        play.set("/world/mobs/0/bless", json!(bless));
        play.wait(1);
        play.tap(X);
        assert_eq!(play.rows()[9], text);
    }
}

#[test]
fn the_hint_tells_what_is_known_of_a_food() {
    let mut play = Play::new();
    bag(&mut play);
    play.tap(X);
    assert_eq!(rows(&play)[8], "???");
    play.set("/world/known", json!(1 << 17));
    play.wait(1);
    assert_eq!(rows(&play)[8], "heals 1");
    play.taps("uu");
    assert_eq!(rows(&play)[8], "atk 2 afar: atk 1");
    play.tap(DOWN);
    assert_eq!(rows(&play)[8], "def 0-1 soft steps");
    play.tap(UP);
    play.tap(UP);
    assert_eq!(rows(&play)[8], "", "nothing is known of nothing");
}

#[test]
fn the_bag_says_what_can_be_done() {
    // Row of the bag, verbs: the first is what the thing is for, an arrow to a side shows the next. Worn things are not equipped again.
    let due: [(usize, &[&str]); 6] = [
        (0, &["throw", "burn"]),
        (1, &["throw", "burn"]),
        (2, &["eat", "throw", "burn"]),
        (3, &["throw", "burn"]),
        (4, &["equip", "throw", "burn"]),
        (5, &[]),
    ];
    for (row, verbs) in due {
        let mut play = Play::new();
        bag(&mut play);
        play.tap(X);
        (0..(row + 6) % 8).for_each(|_| play.tap(DOWN));
        for turn in 0..5 {
            let told = rows(&play).get(10).cloned().unwrap_or_default();
            let verb =
                verbs.get(turn % verbs.len().max(1)).map_or(String::new(), |verb| format!("❎ {verb}"));
            assert!(told.starts_with(&verb) && told.is_empty() == verbs.is_empty(), "row {row}: {told}");
            play.tap([LEFT, RIGHT][turn % 2]);
        }
        play.tap(DOWN);
        let first = due.get(row + 1).and_then(|next| next.1.first());
        let told = rows(&play).get(10).cloned().unwrap_or_default();
        assert!(first.is_none_or(|verb| told.starts_with(&format!("❎ {verb}"))), "row {row}: {told}");
    }
    let mut play = Play::new();
    play.tap(X);
    play.tap(X);
    assert_eq!(play.mode(), "Play", "at an empty slot the button that opened the bag closes it");
}

#[test]
fn the_first_thing_is_eaten_or_worn_by_two_presses_and_thrown_by_four() {
    for (thing, slot, due) in [(17, 2, 0), (1, 0, 1)] {
        let mut play = Play::new();
        play.set("/world/bag", json!([0, 0, thing, 0, 0, 0, 0, 0]));
        play.wait(1);
        play.taps("xx");
        assert_eq!(play.get(&format!("/world/bag/{slot}")), json!(due), "thing {thing}");
    }
    for (thing, keys) in [(13, "xxlx"), (17, "xrxlx")] {
        let mut play = Play::new();
        play.set("/world/bag", json!([0, 0, thing, 0, 0, 0, 0, 0]));
        play.wait(1);
        play.taps(keys);
        assert_eq!(
            (play.get("/world/bag/2"), play.get("/world/stats/meals")),
            (json!(0), json!(0)),
            "{keys}"
        );
    }
}

#[test]
fn equipping_keeps_the_bag_open_and_costs_no_turn() {
    let mut play = Play::new();
    bag(&mut play);
    play.tap(X);
    play.taps("ddx");
    assert_eq!(
        (play.mode().as_str(), play.get("/world/bag/0"), play.get("/world/bag/4")),
        ("Bag", json!(3), json!(2))
    );
    play.wait(1);
    assert_eq!((rows(&play)[0].trim(), rows(&play)[9].as_str()), ("whisk", "ok    atk 1  def 0-1"));
    assert_eq!(play.get("/world/stats/turns"), 0);
    assert!(play.effects().is_empty() || !play.effects().contains(&43), "it does not sound like a wall");
}

#[test]
fn eating_closes_the_bag_and_tells_what_it_did() {
    let mut play = Play::new();
    bag(&mut play);
    play.set("/world/mobs/0/hp", json!(3));
    play.tap(X);
    play.frame(X);
    play.wait(10);
    assert_eq!(
        (play.mode().as_str(), play.get("/world/bag/2"), play.get("/world/mobs/0/hp")),
        ("Play", json!(0), json!(4))
    );
    assert!(play.count((50, 80, 60, 24), 11) >= 4, "+1, green, over his head");
    assert_eq!(play.said(), ["eaten: heals 1"]);
    assert_eq!(play.get("/world/stats/turns"), 1, "it costs a turn");
}

#[test]
fn burning_destroys_a_thing_in_smoke() {
    let mut play = Play::new();
    bag(&mut play);
    play.tap(X);
    play.taps("dr");
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
    play.taps("xdx");
    assert_eq!(play.mode(), "Aim");
    play.wait(30);
    play
}

#[test]
fn the_aim_turns_with_the_arrows_and_o_goes_back() {
    let mut play = aims(&[]);
    for (key, dir) in [(LEFT, 0), (RIGHT, 1), (UP, 2), (DOWN, 3)] {
        play.tap(key);
        assert_eq!((play.mode().as_str(), play.get("/aim")), ("Aim", json!(dir)));
    }
    assert_eq!((rows(&play), play.get("/slot")), (vec!["toothpick".into()], json!(3)));
    play.tap(O);
    assert_eq!((play.mode().as_str(), play.get("/world/bag/3")), ("Bag", json!(13)));
}

#[test]
fn the_line_is_dotted_outlined_and_ends_in_a_cross() {
    let mut play = aims(&[]);
    play.tap(DOWN);
    // Down from 7 9 to the wall below 7 14: a mark on each tile, and a cross on the last.
    let marks = |play: &Play| (10..15).map(|y| play.count((57, y * 8, 6, 8), 7)).collect::<Vec<_>>();
    assert_eq!(marks(&play), [9, 9, 9, 9, 5]);
    // Black all round each mark: a ring of 5 by 5.
    assert_eq!(play.count((57, 82, 5, 5), 0), 16);
}

#[test]
fn the_line_shows_while_the_key_of_the_menu_is_still_down() {
    let mut play = aims(&[]);
    play.tap(O);
    play.tap(DOWN);
    for _ in 0..40 {
        play.frame(X);
    }
    assert_eq!((play.mode().as_str(), play.get("/aim")), ("Aim", json!(1)));
    assert_eq!(play.count((112, 72, 8, 8), 7), 5, "the cross where a skewer lands");
}

#[test]
fn the_aim_tells_what_it_will_do() {
    // kind, what differs, thing: weapons strike with their attack, a curse adds one; armour, food and pepper do not strike.
    let rows = [
        (7, json!({}), 13, "-2"),
        (7, json!({ "bless": -1 }), 13, "-3"),
        (7, json!({}), 1, "-1"),
        (7, json!({}), 16, "-3"),
        (7, json!({}), 8, "+"),
        (7, json!({}), 14, "+"),
    ];
    for (kind, differs, thing, mark) in rows {
        // A damage stands over its head, the cross on the tile.
        let (x, y) = if mark == "+" { (58, 98) } else { (56, 88) };
        let mut play = Play::among(&[(kind, 7, 12, differs)]);
        play.set("/world/bag", json!([0, 0, thing, 0, 0, 0, 0, 0]));
        play.wait(1);
        play.tap(X);
        while !play.rows()[10].starts_with("❎ throw") {
            play.tap(RIGHT);
        }
        play.tap(X);
        play.tap(DOWN);
        play.wait(40);
        let before = play.console.machine().clone();
        let mut after = before.clone();
        after.print_at(mark, x, y, 7);
        let same = (0x6000..0x8000_u32).all(|at| before.peek(at as u16) == after.peek(at as u16));
        assert!(same, "{mark} stands over whom {thing} will hit");
    }
}

#[test]
fn the_line_ends_at_the_first_creature_and_that_one_flashes() {
    let mut play = Play::among(&[(7, 7, 12, json!({}))]);
    play.set("/world/bag", json!([0, 0, 6, 0, 0, 0, 0, 0]));
    play.wait(1);
    play.taps("xrx");
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
    play.wait(3);
    assert!(play.effects().contains(&54), "it is thrown: {:?}", play.effects());
    assert_eq!((play.mode().as_str(), play.get("/world/bag/3")), ("Play", json!(0)));
    assert!(play.get("/actors/0/left").as_i64() > Some(0), "he leans into it");
    play.wait(6);
    let icon = play.sprite(188);
    let seen: Vec<i32> = (72..104)
        .filter(|y| {
            let pixels = play.pixels(56, *y, 8, 8);
            icon.iter().zip(&pixels).all(|(due, seen)| *due == 1 || due == seen)
        })
        .collect();
    assert_eq!(seen.len(), 1, "it is in the air: {seen:?}");
    assert_eq!(play.get("/shown/mobs/1/hp"), 6, "not there yet");
    let hit = (0..20).find(|_| {
        play.wait(1);
        play.effects().contains(&51)
    });
    assert!(hit.is_some(), "it hits");
    assert_eq!(play.get("/shown/mobs/1/hp"), 4, "a toothpick does 2");
}

//! Windows and menus: how they open and close, the bag, the aim. Positions are read from the screen, choices from the
//! state.

use super::play::{DOWN, LEFT, O, Play, RIGHT, UP, X};
use rasher::Date;
use serde_json::json;
use tests::floors::tile;

/// A bag: skewer and tea towel equipped, then a food, a toothpick, a whisk.
fn bag(play: &mut Play) {
    play.set("/world/bag", json!([2, 8, 17, 13, 3, 0, 0, 0]));
    play.wait(1);
}

/// The rows of the window on top.
fn rows(play: &Play) -> Vec<String> {
    play.rows()
}

#[test]
fn t08_03_a_window_snaps_shut() {
    // Three rows: 3 * 8, and 2 above and below. Each frame a third of the remaining distance to the middle of
    // that pixel goes: worked out by hand. At two pixels high it disappears.
    let mut play = Play::new();
    let window = json!({ "menu": "Note", "text": "one\ntwo\nthree", "life": 90, "height": 0 });
    play.set("/windows", json!([window]));
    // The yard's tablet has the frame's colour, and is behind the left edge.
    play.lay(6, 11, 1);
    // Its left edge: five letters, four and a half pixels on both sides, in the middle.
    let x = 64 - (5 * 4 + 9) / 2;
    let height = |play: &Play| play.count((x, 40, 1, 60), 6);
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

/// From the yard up to floor 8 with presses only, past each floor's tablet. The hero is healed all the time; nothing
/// else is set.
#[test]
fn t08_09_each_tablet_has_its_own_message() {
    let mut play = Play::new();
    for floor in 0..9 {
        let words = porklike::data::line(&format!("tablet{floor}"), 0);
        assert!(!words.is_empty(), "floor {floor}");
        let mut read = false;
        for _ in 0..600 {
            if play.floor() > floor || floor == 8 && read {
                break;
            }
            // Hurt, so that no onion stuns him, but far from death.
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
            let key = play.way_to(goal).unwrap_or_else(|| panic!("floor {floor}: no way to {goal}"));
            play.tap(key);
        }
        assert!(read, "floor {floor}: {words:?} was not read");
    }
}

/// O held for a third of a second, without an arrow: the hero and every creature he sees, with hit points and attack.
#[test]
fn o_held_lists_who_is_in_sight() {
    // A hurt crouton and a terrine are seen; a pea at the other end of the yard is not.
    let hunts = json!({ "hunts": true });
    let mut play = Play::among(&[(2, 9, 9, json!({ "hp": 1 })), (7, 7, 7, hunts), (1, 1, 9, json!({}))]);
    play.set("/windows", json!([]));
    play.hold(O, 19);
    assert_eq!(play.get("/windows"), json!([]), "not yet");
    play.hold(O, 10);
    let text = play.get("/windows/0/text").as_str().expect("a note").to_string();
    // You, who sleeps, who hunts.
    for (name, color) in [("you", '7'), ("crouton", 'c'), ("terrine", '8')] {
        assert!(text.contains(&format!("\x0c{color}{name}")), "{name}: {text:?}");
    }
    let plain =
        ["\x0c8", "\x0c7", "\x0cc", "ᶜ8", "ᶜ7", "ᶜ6"].iter().fold(text, |text, code| text.replace(code, ""));
    assert_eq!(plain.trim_end(), "♥5 you\n♥1 crouton • dies loudly\n♥5 terrine ••• slow, heavy");
    play.wait(20);
    assert_eq!(play.get("/world/stats/turns"), 0, "it is no wait");
    play.wait(250);
    assert_eq!(play.get("/windows"), json!([]), "it goes by itself");
    // The next press shuts it at once.
    play.hold(O, 40);
    play.frame(LEFT);
    assert_eq!(play.get("/windows/0/life"), 0);
    for kind in 1..12 {
        let dots = porklike::data::line("look", kind).matches('•').count() as i32;
        assert_eq!(dots, porklike::data::beast(kind, porklike::data::Stat::Atk), "kind {kind}");
    }
}

#[test]
fn t08_06_text_has_an_outline() {
    let mut play = Play::among(&[(1, 8, 9, json!({ "hunts": true }))]);
    play.frame(O);
    play.settle_but(|play| play.find("-1", 8).is_none());
    let (left, top) = play.find("-1", 8).expect("the damage is shown");
    let p8 = play.console.machine();
    let is_red = |x, y| p8.pget(x, y) == 8;
    let letters = (0..7 * 5).map(|i| (left + i % 7, top + i / 7)).filter(|(x, y)| is_red(*x, *y));
    // All eight neighbours of each of their pixels are red or black.
    let letters: Vec<_> = letters.collect();
    for (x, y) in &letters {
        for (dx, dy) in (0..9).map(|i| (i % 3 - 1, i / 3 - 1)) {
            assert!([0, 8].contains(&p8.pget(x + dx, y + dy)), "beside {x} {y}");
        }
    }
    assert!(letters.len() >= 9);
}

#[test]
fn a_press_shortens_a_message() {
    let mut play = Play::among(&[(7, 8, 9, json!({}))]);
    for (key, least, most) in [(0, 80, 120), (LEFT, 30, 41)] {
        play.hold(O, 2);
        play.frame(O | RIGHT);
        play.settle_but(|play| play.said() != ["won't budge"]);
        play.frame(key);
        let shown = (0..200).take_while(|_| {
            play.frame(0);
            !play.said().is_empty()
        });
        let shown = shown.count();
        assert!((least..=most).contains(&shown), "key {key}: {shown} frames");
        play.wait(30);
    }
}

#[test]
fn a_run_begins_with_the_keys_shown_in_the_tower_of_the_console() {
    for seed in [7, 8] {
        let play = Play::seeded(seed, Date::default());
        assert_eq!((play.mode().as_str(), play.floor()), ("Play", 0));
        assert_eq!(play.get("/world/seed"), seed, "the tower's seed is the console's");
        let keys: Vec<_> = play.windows().iter().flat_map(super::play::rows).collect();
        for says in ["move, attack", "wait", "shove", "bag"] {
            assert!(keys.iter().any(|row| row.ends_with(says)), "{says}: {keys:?}");
        }
    }
}

#[test]
fn the_hint_shows_what_is_known_of_a_food() {
    let mut play = Play::new();
    bag(&mut play);
    play.tap(X);
    assert_eq!(rows(&play)[8], "???");
    play.set("/world/known", json!(1 << 17));
    play.wait(1);
    assert_eq!(rows(&play)[8], "heals 1");
    play.taps("uu");
    assert_eq!(rows(&play)[8], "atk 1, reach, ambush x3");
    play.tap(DOWN);
    assert_eq!(rows(&play)[8], "def 0-1, quiet steps");
    play.tap(UP);
    play.tap(UP);
    assert_eq!(rows(&play).len(), 8, "nothing is known of nothing");
}

#[test]
fn eating_closes_the_bag_and_reports_its_effect() {
    let mut play = Play::new();
    bag(&mut play);
    play.set("/world/mobs/0/hp", json!(3));
    play.taps("xx");
    play.frame(X);
    play.wait(10);
    assert_eq!(
        (play.mode().as_str(), play.get("/world/bag/2"), play.get("/world/mobs/0/hp")),
        ("Play", json!(0), json!(4))
    );
    assert!(play.count((50, 88, 60, 16), 11) >= 4, "+1, green, over his head");
    assert_eq!(play.said(), ["eaten: heals 1"]);
    assert_eq!(play.get("/world/stats/turns"), 1, "it costs a turn");
}

/// Aims the toothpick among some creatures.
fn aims(mobs: &[(u8, i32, i32, serde_json::Value)]) -> Play {
    let mut play = Play::among(mobs);
    bag(&mut play);
    play.taps("xdxx");
    assert_eq!(play.mode(), "Aim");
    play.wait(30);
    play
}

#[test]
fn the_line_shows_while_the_key_of_the_menu_is_still_down() {
    let mut play = aims(&[]);
    play.tap(RIGHT);
    play.tap(O);
    play.tap(X);
    for _ in 0..40 {
        play.frame(X);
    }
    assert_eq!((play.mode().as_str(), play.get("/aim")), ("Aim", json!(1)));
    assert_eq!(play.count((112, 72, 8, 8), 7), 5, "the cross where it lands");
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
    assert_eq!(play.get("/shown/mobs/1/hp"), 5, "not there yet");
    let hit = (0..20).find(|_| {
        play.wait(1);
        play.effects().contains(&51)
    });
    assert!(hit.is_some(), "it hits");
    assert_eq!(play.get("/shown/mobs/1/hp"), 3, "a toothpick does 2");
}

/// A chest shows two things. The arrows choose, X takes one, and O leaves it shut without a turn.
#[test]
fn a_chest_offers_two_things_and_o_leaves_it_shut() {
    for tile in [12, 14, 40] {
        let mut play = Play::among(&[]);
        for path in ["/world/floor", "/shown/floor"] {
            play.set(path, json!(3));
        }
        play.lay(8, 9, tile);
        play.wait(60);
        play.tap(RIGHT);
        play.wait(40);
        assert_eq!(
            (play.mode().as_str(), play.rows().len()),
            ("Bag", 3),
            "two things and what the first one does"
        );
        let offer: Vec<u8> = serde_json::from_value(play.get("/offer")).expect("numbers");
        let (turns, hint) = (play.get("/world/stats/turns"), play.rows()[2].clone());
        play.tap(DOWN);
        assert_ne!(play.rows()[2], hint, "the cursor moves");
        play.tap(O);
        play.wait(30);
        assert_eq!((play.mode().as_str(), play.get("/world/stats/turns")), ("Play", turns.clone()));
        assert_eq!(play.get("/world/bag"), json!([0, 0, 0, 0, 0, 0, 0, 0]));
        // The bag is still the bag, and the offer is the same.
        play.tap(X);
        play.wait(30);
        assert!(play.rows().len() >= 8, "the bag");
        play.tap(O);
        play.wait(30);
        play.tap(RIGHT);
        play.wait(30);
        assert_eq!(play.get("/offer"), json!(offer));
        play.tap(DOWN);
        play.tap(UP);
        play.tap(DOWN);
        play.tap(X);
        play.wait(60);
        assert_eq!(play.get("/world/bag/2"), json!(offer[1]), "the second thing");
        assert_eq!(play.tile(8, 9), i64::from(tile) + 1);
        assert_eq!(play.get("/world/stats/turns").as_i64(), turns.as_i64().map(|turns| turns + 1));
    }
}

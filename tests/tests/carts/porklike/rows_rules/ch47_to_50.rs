//! Chapters 47 to 50: creatures that stun or curse, blessings and curses in combat, slow creatures, known food.

use crate::porklike::play::{Play, X};
use crate::porklike::room::{R, room};
use porklike::data::Thing;
use porklike::dir::Cell;
use serde_json::json;
use tests::bots::porklike::{eat, throw};

#[test]
fn t47_01_each_creature_stuns_the_hero_once() {
    // A charge of 1: the first attack stuns instead of hurting; attacks in the round he misses, and later,
    // are normal.
    let mut room = room("@N\n..");
    assert_eq!(room.wait(), "|; n bumps left; @ stunned; |; n bumps left; @ hurt 1 has 4");
    assert_eq!(room.wait(), "|; n bumps left; @ hurt 1 has 3", "no stun lock");
    // Another one has its own charge.
    let mut other = self::room("N@N\n...");
    other.world.mobs[1].spent = true;
    let told = other.wait();
    assert!(told.starts_with("|; n bumps right; @ hurt 1 has 4; n bumps left; @ stunned; |"), "{told}");
}

/// The terrine's first attack, of 3, and its second, on a hero who is cursed (-1) or blessed (1).
fn two_blows(bless: i32) -> Vec<String> {
    let mut room = room("@T");
    (room.mob('@').hp, room.mob('@').max, room.mob('@').bless) = (9, 9, bless);
    room.rounds(3)
}

#[test]
fn t47_02_a_blessing_is_between_curse_and_bless_and_goes_with_the_floor() {
    let mut room = room("@.<").bag(&[(2, 21), (3, 21), (4, 22), (5, 22), (6, 22)]);
    let mut states = Vec::new();
    for slot in 2..7 {
        room.act(eat(slot));
        states.push(room.mob('@').bless);
    }
    assert_eq!(states, [-1, -1, 0, 1, 1]);
    room.step(R);
    room.step(R);
    assert_eq!(room.mob('@').bless, 0, "cleared on the next floor");
    // The word floats over the target, which flashes.
    for (food, before, word) in [
        (Thing::Curse, 0, "cursed"),
        (Thing::Bless, 0, "blessed"),
        (Thing::Curse, 1, "cursed"),
        (Thing::Bless, -1, "blessed"),
        (Thing::Curse, -1, "cursed"),
    ] {
        let mut play = Play::among(&[]);
        play.set("/world/mobs/0/bless", json!(before));
        play.set("/world/bag/2", json!(food as u8));
        play.wait(1);
        play.taps("xx");
        play.frame(X);
        play.wait(2);
        let words = play.get("/specks");
        assert!(
            words.as_array().is_some_and(|words| words.iter().any(|it| it["text"] == word)),
            "{word} at {before}: {words}"
        );
        assert!(play.get("/actors/0/flash").as_i64() > Some(0), "{word} at {before}");
    }
}

#[test]
fn t47_03_a_curse_doubles_one_hit_and_a_blessing_halves_it() {
    assert_eq!(
        two_blows(-1),
        ["t bumps left; @ hurt 6 has 3; @ bless 0", "", "t bumps left; @ hurt 3 has 0; @ dies"]
    );
    assert_eq!(two_blows(1), ["t bumps left; @ hurt 1 has 8; @ bless 0", "", "t bumps left; @ hurt 3 has 5"]);
    // It depends on the target: here the creature, attacked with 2.
    for (bless, first) in [(-1, "t hurt 4 has 26"), (1, "t hurt 1 has 29")] {
        let mut room = room("@T.").bag(&[(0, Thing::Blade as u8)]);
        (room.mob('t').hp, room.mob('t').bless) = (30, bless);
        assert!(room.step(R).starts_with(&format!("@ bumps right; {first}; t bless 0; |")));
        assert!(room.step(R).starts_with("@ bumps right; t hurt 2 "), "it works for one hit");
    }
}

#[test]
fn t47_04_the_stats_show_ok_curse_or_bless_before_the_values() {
    for (bless, word) in [(0, "ok"), (-1, "curse"), (1, "bless")] {
        let mut play = Play::among(&[]);
        play.set("/world/mobs/0/bless", json!(bless));
        play.wait(1);
        play.tap(X);
        let windows = play.windows();
        let stats = windows.iter().find(|window| window["menu"] == "Stats").expect("the window of the stats");
        let words: Vec<&str> = stats["text"].as_str().expect("a text").split_whitespace().collect();
        assert_eq!(words, [word, "atk", "1", "def", "0-0"]);
    }
}

#[test]
fn t47_05_a_slow_creature_moves_every_other_turn() {
    let mut room = room("@..T.");
    assert_eq!(room.rounds(6), ["t left", "", "t left", "", "t bumps left; @ hurt 3 has 2", ""]);
    // Each has its own flag, which is reset when it loses or notices the hero: so it acts in the turn after
    // it has moved.
    let mut loses = self::room("@..T...");
    assert_eq!(loses.rounds(1), ["t left"]);
    loses.world.smoke.set(Cell::at(1, 0), 9);
    assert_eq!(loses.rounds(4), ["", "t loses; t left", "t hunts", "t bumps left; @ hurt 3 has 2"]);
    let mut stunned = self::room("@..T...").bag(&[(2, 7)]);
    stunned.rounds(1);
    assert!(stunned.act(throw(2, R)).ends_with("t stunned; t loses; |"));
    assert_eq!(stunned.rounds(2), ["t hunts", "t left"], "a stun makes it lose him, too");
}

#[test]
fn t47_06_a_bad_egg_curses_once_and_is_killed_by_a_blessing() {
    let mut room = room("@E.");
    assert_eq!(
        room.rounds(3),
        [
            "e bumps left; @ hurt 1 has 4; @ bless -1",
            "e bumps left; @ hurt 2 has 2; @ bless 0",
            "e bumps left; @ hurt 1 has 1"
        ],
        "it hits as normal, and its charge is spent"
    );
    let mut blessed = self::room("@.E.").bag(&[(2, Thing::Bless as u8)]);
    let told = blessed.act(throw(2, R));
    assert!(told.contains("e dies") && !told.contains("bless 1"), "killed instead of blessed: {told}");
    let mut other = self::room("@.C.").bag(&[(2, Thing::Bless as u8)]);
    assert!(other.act(throw(2, R)).contains("c eats bless; c bless 1"), "others are blessed");
}

#[test]
fn t50_15_the_bag_shows_what_a_food_does_once_it_was_eaten() {
    let mut play = Play::among(&[]);
    play.set("/world/bag/2", json!(Thing::Rise as u8));
    play.set("/world/bag/3", json!(Thing::Rise as u8));
    play.wait(1);
    play.tap(X);
    assert_eq!(play.rows()[8], "???");
    play.taps("xx");
    // Its slot is empty now: the cursor is on the first thing there is.
    play.tap(X);
    assert_eq!((play.get("/slot"), play.rows()[8].as_str()), (json!(3), "max hp +1"));
}

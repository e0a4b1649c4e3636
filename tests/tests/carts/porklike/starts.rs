//! The buns as which a run may start: what unlocks them, how they are chosen, and what they bring.

use super::play::{DOWN, O, Play, UP, X, rom};
use porklike::data::{BUNS, Class, KINDS, Part, item, line};
use rasher::{Boot, Console, Event, Records, program};
use serde_json::json;
use std::collections::BTreeMap;

/// A console whose player has reached a floor at best, and won so often. Its first frame may have an event.
fn with_best(floor: i32, wins: i32, event: Option<Event>) -> Play {
    let mut records = Records::default();
    records.raise("floor", floor);
    records.raise("wins", wins);
    let saves = BTreeMap::from([(Records::best_id("porklike"), records.bytes())]);
    let boot = Boot { rom: rom(), seed: 7, saves, ..Boot::default() };
    let mut play = Play { console: Console::boot(program(porklike::Game::default()), boot) };
    event.into_iter().for_each(|event| play.event(event));
    play.wait(20);
    play
}

/// The hit points, the most of them, and the bag.
fn bun(play: &Play) -> Vec<i64> {
    let hero = play.get("/world/mobs/0");
    let bag = play.get("/world/bag");
    let bag = bag.as_array().expect("eight slots").iter();
    [&hero["hp"], &hero["max"]].into_iter().chain(bag).map(|n| n.as_i64().expect("a number")).collect()
}

fn row(at: usize) -> Vec<i64> {
    let [hp, _, bag @ ..] = BUNS[at].map(i64::from);
    [hp, hp].into_iter().chain(bag).collect()
}

#[test]
fn deeds_unlock_buns_and_the_title_says_which_is_next() {
    for (floor, wins, count) in
        [(0, 0, 1), (3, 0, 1), (4, 0, 2), (7, 0, 2), (8, 0, 3), (9, 0, 3), (9, 1, 4), (9, 8, 4)]
    {
        let mut play = with_best(floor, wins, None);
        let title = play.windows().last().expect("a window")["text"].clone();
        let title = title.as_str().expect("a text");
        let next = line("deeds", count);
        assert!(title.contains("shove") && title.ends_with(next), "floor {floor}, {wins} wins: {title}");
        assert_eq!(play.top().is_some(), count > 1, "it waits for a choice where there is one");
        // Down through all of them, and back to the first.
        for at in (1..usize::from(count)).chain([0]).filter(|_| count > 1) {
            play.tap(DOWN);
            assert_eq!(bun(&play), row(at), "floor {floor}, {wins} wins");
        }
        play.tap(UP);
        assert_eq!(bun(&play), row(usize::from(count) - 1));
    }
}

#[test]
fn a_run_begins_as_the_bun_that_was_chosen_and_the_next_one_too() {
    let mut play = with_best(9, 1, None);
    play.taps("dd");
    play.tap(X);
    play.wait(30);
    assert_eq!((bun(&play), play.top()), (row(2), None));
    // All its food is known.
    assert!((17..23).all(|food| play.get("/world/known").as_u64().expect("bits") >> food & 1 > 0));
    let hero = play.hero();
    play.tap(DOWN);
    assert_ne!(play.hero(), hero, "the arrows walk again");
    let lose = |play: &mut Play| {
        play.set("/world/mobs/0/hp", json!(0));
        play.set("/world/end", json!(false));
        play.settle_but(|play| play.mode() != "Over");
        play.wait(80);
    };
    lose(&mut play);
    assert!(play.rows().iter().any(|row| row == line("buns", 2)), "the end names it: {:?}", play.rows());
    play.frame(X);
    play.settle_but(|play| play.mode() != "Play");
    play.wait(30);
    assert_eq!((play.floor(), bun(&play)), (1, row(2)), "straight to the fight");
    lose(&mut play);
    play.tap(DOWN);
    play.frame(O);
    play.settle_but(|play| play.mode() != "Play");
    play.wait(30);
    assert_eq!((play.floor(), bun(&play)), (1, row(3)), "or as another one");
}

#[test]
fn the_run_of_the_day_has_the_first_one_only() {
    let mut play = with_best(9, 1, Some(Event::Daily(20_261_130)));
    for key in [DOWN, UP, UP] {
        play.tap(key);
        assert_eq!(bun(&play), row(0));
    }
}

/// The first is the tutorial's hero; each other one has fewer hit points and something to use, all of it known.
#[test]
fn buns_trade_hit_points_for_things() {
    assert_eq!(BUNS[0][0], KINDS[0][2]);
    assert!(BUNS[0][1..].iter().all(|n| *n == 0));
    for [hp, known, bag @ ..] in &BUNS[1..] {
        assert!((1..BUNS[0][0]).contains(hp));
        let things: Vec<u8> = bag.iter().filter(|thing| **thing > 0).map(|thing| *thing as u8).collect();
        assert!(!things.is_empty());
        let kept = |thing: &&u8| item(**thing, Part::Class) != Class::Throwable as i32;
        assert_eq!(things.iter().filter(kept).fold(0, |bits, thing| bits | 1 << thing), *known);
        for slot in [0, 1] {
            assert!(bag[slot] == 0 || item(bag[slot] as u8, Part::Class) == slot as i32);
        }
    }
}

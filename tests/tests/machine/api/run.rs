//! The current run: its seed, its end, its results, interruptions. All of it is our decision.

use super::machine;
use super::probe::{Fast, Probe, after, boot, probe};
use rasher::{Boot, Console, Effect, Event, Input, Machine, Records, ability, button, next_seed, program};
use std::collections::BTreeMap;

#[test]
fn seed_is_another_one_for_the_run_after_an_end() {
    let mut m = Machine::new(Boot { seed: 7, ..Boot::default() });
    m.run_begins();
    assert_eq!(m.seed(), 7, "a run that did not end is begun again");
    m.run_over();
    assert_eq!(m.seed(), 7, "the end screen can still tell it");
    m.run_begins();
    assert_eq!(m.seed(), next_seed(7));
    m.run_begins();
    assert_eq!(m.seed(), next_seed(7));
    let mut seeds: Vec<u64> =
        (0..1000).scan(7, |seed, _| Some(std::mem::replace(seed, next_seed(*seed)))).collect();
    assert!(seeds.iter().all(|seed| *seed < rasher::SEEDS), "a person can type them");
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 1000);
}

#[test]
fn run_begins_seeds_rnd_by_the_runs_seed() {
    let fresh = |seed| Machine::new(Boot { seed, ..Boot::default() });
    let mut m = fresh(7);
    (0..5).for_each(|_| _ = m.rnd(1));
    m.run_begins();
    assert_eq!(m.rnd(1), fresh(7).rnd(1), "whatever the title has drawn");
    m.run_over();
    m.run_begins();
    assert_eq!(m.rnd(1), fresh(next_seed(7)).rnd(1), "as a run that was begun from that seed");
}

/// 60 updates each: a button pressed in the first second after the end counts only after its release.
#[test]
fn run_over_lets_no_button_count_for_a_second() {
    for (fps, held, counts) in
        [(60, 10..200, None), (60, 61..200, Some(61)), (60, 60..200, Some(60)), (30, 29..99, None)]
    {
        let mut console = if fps == 60 { boot(Fast::default()) } else { boot(Probe::default()) };
        console.frame(&Input::default());
        console.machine_mut().run_over();
        let first = (0..200).find(|frame| {
            console.frame(&Input::buttons(if held.contains(frame) { button::O } else { 0 }));
            console.machine_mut().btn(4)
        });
        assert_eq!(first, counts, "{fps}, {held:?}");
    }
    let mut console = boot(Fast::default());
    console.machine_mut().run_over();
    let effects = after(&mut console, &[0, button::PAUSE]);
    assert!(effects.contains(&Effect::Pause), "but the menu opens");
}

#[test]
fn disturb_cuts_what_is_held_until_it_is_pressed_again() {
    let mut console = boot(Probe::default());
    let frame = |console: &mut Console, held: u8| {
        let mut input = Input::buttons(held);
        input.players[1] = held;
        console.frame(&input);
        (console.machine_mut().btn(4), console.machine_mut().btn_of(4, 1))
    };
    assert_eq!(frame(&mut console, button::O), (true, true));
    console.machine_mut().disturb();
    assert!(!console.machine_mut().btn(4), "at once");
    for _ in 0..40 {
        assert_eq!(frame(&mut console, button::O), (false, false));
    }
    assert_eq!(frame(&mut console, button::O | button::LEFT), (false, false));
    assert!(console.machine_mut().btn(0), "another button counts");
    frame(&mut console, 0);
    assert_eq!(frame(&mut console, button::O), (true, true));
    assert_eq!(probe(&console).pressed, [1, 44], "and is a press");
}

#[test]
fn disturb_cuts_held_keys_too_and_notifies_the_host() {
    let mut console = boot(Probe::default());
    console.machine_mut().poke(0x5f2d, 1);
    let mut input = Input::default();
    input.keys.set(26, true);
    console.frame(&input);
    assert!(console.machine_mut().stat_key(26));
    console.machine_mut().disturb();
    let fresh = console.digest();
    assert_eq!(console.frame(&input), [Effect::Disturbed]);
    assert!(!console.machine_mut().stat_key(26));
    console.frame(&Input::default());
    console.frame(&input);
    assert!(console.machine_mut().stat_key(26));
    assert_ne!(console.digest(), fresh);
}

fn saved(effects: &[Effect]) -> Vec<(String, Records)> {
    let table = |effect: &Effect| match effect {
        Effect::Save { id, data } => Some((id.clone(), Records::read(data))),
        _ => None,
    };
    effects.iter().filter_map(table).collect()
}

#[test]
fn score_keeps_the_highest_of_each_name() {
    let mut console = boot(Probe::default());
    let fresh = console.digest();
    let m = console.machine_mut();
    assert!(m.score("floor", 3) && !m.score("floor", 2) && m.score("turns", -412) && m.score("turns", -301));
    let effects = after(&mut console, &[0]);
    let tables = saved(&effects);
    assert_eq!(tables.len(), 1, "the newest of a frame has all of them: {effects:?}");
    assert_eq!(tables[0].0, "untitled.best");
    assert_eq!(tables[0].1.line(), "floor 3, turns 301");
    assert_ne!(console.digest(), fresh, "it is part of the state");
    assert_eq!(console.machine().best("floor"), 3);
    assert!(console.machine_mut().score("high", num::num!(12.75)), "a Num is floored");
    assert_eq!(console.machine().best("high"), 12);
}

#[test]
fn best_is_what_was_kept_of_the_cart() {
    let mut records = Records::default();
    records.raise("wins", 4);
    let saves = BTreeMap::from([(Records::best_id("untitled"), records.bytes())]);
    let mut m = Machine::new(Boot { saves, ..Boot::default() });
    assert_eq!((m.best("wins"), m.best("floor")), (4, 0));
    assert!(!m.score("wins", 4) && m.score("wins", 5));
    assert_eq!(m.best("wins"), 5);
    assert_eq!(machine().best("wins"), 0);
}

#[test]
fn best_takes_in_what_was_reached_since() {
    let mut console = boot(Probe::default());
    console.machine_mut().score("floor", 3);
    let mut later = Records::default();
    later.raise("floor", 2);
    later.raise("wins", 1);
    let event = Event::Records(later.bytes().as_slice().into());
    let broken = Event::Records(vec![1, 2, 3].into());
    console.frame(&Input { events: vec![event, broken], ..Input::default() });
    assert_eq!((console.machine().best("floor"), console.machine().best("wins")), (3, 1));
}

#[test]
fn allow_never_gives_more_than_the_run_of_the_day_does() {
    let mut console = boot(Probe::default());
    let daily = |day| Input { events: vec![Event::Daily(day)], ..Input::default() };
    console.frame(&daily(20261122));
    console.machine_mut().allow(ability::ALL);
    let allows = |console: &Console| {
        [ability::REWIND, ability::SLOTS, ability::FAST, ability::SLOW]
            .map(|bit| console.machine().allows(bit))
    };
    assert_eq!(allows(&console), [false, false, true, false]);
    console.machine_mut().score("floor", 2);
    let effects = after(&mut console, &[0]);
    let ids: Vec<(String, u32)> = saved(&effects).into_iter().map(|(id, table)| (id, table.day())).collect();
    assert_eq!(ids, [("untitled.best".to_string(), 0), ("untitled.day".to_string(), 20261122)]);
    // Its result no longer belongs to another day.
    console.frame(&daily(20261123));
    assert_eq!(console.machine().records()[1].line(), "");
    console.machine_mut().run_over();
    console.machine_mut().run_begins();
    assert_eq!(allows(&console), [true; 4], "the next run is one like any other");
    console.machine_mut().score("floor", 9);
    assert_eq!(saved(&after(&mut console, &[0])).len(), 1);
}

/// Any input and any calls: the recording matches what happened.
#[test]
fn a_run_state_is_in_copies_and_saved_states() {
    let mut console = boot(Probe::default());
    console.machine_mut().score("floor", 2);
    console.frame(&Input { events: vec![Event::Daily(20261122)], ..Input::buttons(button::O) });
    console.machine_mut().disturb();
    console.machine_mut().run_over();
    console.frame(&Input::buttons(button::O));
    let bytes = console.save_state(console.machine().rom()).expect("a state");
    let like = Console::boot(program(Probe::default()), Boot::default());
    let mut again = like.load_state(&bytes, console.machine().rom()).expect("the same build's");
    let mut restored = console.snapshot(None).restore();
    for held in [button::O, 0, button::O] {
        let digest = {
            console.frame(&Input::buttons(held));
            console.digest()
        };
        for other in [&mut again, &mut restored] {
            other.frame(&Input::buttons(held));
            assert_eq!(other.digest(), digest);
        }
    }
}

//! A run from the yard to its end: stairs and their light, death, win, saved data.

use super::play::{O, Play, RIGHT, UP, X, brightness};
use rasher::{Boot, Console, Effect, Input};
use serde_json::json;

#[test]
fn t14_02_the_game_fades_in_at_its_start() {
    let mut console = Console::boot(
        rasher::program(porklike::Game::default()),
        Boot { rom: crate::porklike::play::rom(), ..Boot::default() },
    );
    console.frame(&Input::default());
    let mut play = Play { console };
    let mut lights = vec![brightness(&play)];
    for _ in 0..12 {
        play.wait(1);
        lights.push(brightness(&play));
    }
    assert!(lights.is_sorted() && lights[0] < lights[12] / 4, "{lights:?}");
    let mut steps = lights.clone();
    steps.dedup();
    assert_eq!(steps.len(), 6, "from the fifth step to the full light: {lights:?}");
}

#[test]
fn t14_01_the_screen_fades_out_and_in() {
    let mut play = Play::new();
    play.taps("uuuuuu");
    play.frame(UP);
    let mut lights = vec![brightness(&play)];
    let mut heard = Vec::new();
    while !play.waits() {
        // Keys do not count meanwhile.
        play.frame(if [4, 14].contains(&lights.len()) { RIGHT } else { 0 });
        heard.extend(play.effects());
        lights.push(brightness(&play));
        assert!(lights.len() < 60);
    }
    let dark = lights.iter().position(|light| *light == 0).expect("it is dark for a moment");
    assert!(lights[..=dark].is_sorted_by(|a, b| a >= b), "out: {lights:?}");
    assert!(lights[dark..].is_sorted(), "and back: {lights:?}");
    assert!((32..=35).contains(&lights.len()), "8 frames of a step, 12 out, 12 in: {}", lights.len());
    assert!(heard.contains(&60), "the motif, twice");
    assert_eq!(play.floor(), 1);
    assert_eq!(play.get("/world/stats/steps"), 7, "and no key was kept");
    assert_eq!(play.said(), ["larder 1"], "a message names the floor");
    play.wait(200);
    assert_eq!(play.said(), ["larder 1"], "for four seconds");
    play.wait(60);
    assert!(play.windows().is_empty());
}

#[test]
fn each_floor_has_its_own_colors() {
    // Display colours for the floor's colour 1, the wall's 2, leaves 3, tops 13: 128 and more is the second
    // bank.
    let rows = [
        (0, [129, 1, 131, 13]),
        (1, [129, 131, 139, 3]),
        (3, [129, 131, 139, 3]),
        (4, [130, 132, 3, 134]),
        (6, [130, 132, 3, 134]),
        (7, [128, 133, 134, 136]),
        (8, [128, 133, 134, 136]),
        (9, [128, 132, 139, 9]),
    ];
    for (floor, colors) in rows {
        let mut play = Play::new();
        play.set("/world/floor", json!(floor));
        play.set("/shown/floor", json!(floor));
        play.wait(3);
        let shown = [1, 2, 3, 13].map(|c| play.console.machine().memory().get(0x5f10 + c));
        assert_eq!(shown, colors, "floor {floor}");
        let rest = [0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15];
        assert_eq!(
            rest.map(|c| play.console.machine().memory().get(0x5f10 + u16::from(c))),
            rest,
            "floor {floor}"
        );
    }
}

#[test]
fn the_ham_ends_the_run_in_triumph() {
    let mut play = Play::won();
    assert_eq!(play.stat(54), 28, "the tune of a won run");
    let lettering =
        (0..16).all(|i| play.shows(152 + i % 8 + i / 8 * 16, 32 + i % 8 * 8, 4 + i / 8 * 8, false, &[]));
    assert!(lettering, "HAM ROLL");
    // The bun with the ham, three times as large, ends up at line 26.
    let is_down = |play: &Play| {
        let p8 = play.console.machine();
        (0..64).all(|i| {
            let color = p8.sget(72 + i % 8, 120 + i / 8);
            color == 1 || p8.pget(52 + 1 + i % 8 * 3, 26 + 1 + i / 8 * 3) == color
        })
    };
    play.set("/clock", json!(10));
    play.wait(1);
    assert!(!is_down(&play), "the ham is in the air");
    play.wait(70);
    assert!(is_down(&play), "it comes down");
}

#[test]
fn what_a_run_came_to_is_kept() {
    let kept = |play: &Play| ["floor", "wins"].map(|name| play.console.machine().best(name));
    assert_eq!(kept(&Play::beaten()), [0, 0], "best floor, how often won");
    let mut play = Play::won();
    assert_eq!(kept(&play), [9, 1]);
    // A lost run afterwards changes nothing.
    play.wait(60);
    play.frame(X);
    play.wait(60);
    assert_eq!(play.mode(), "Play");
    play.set("/world/end", json!(false));
    play.wait(60);
    assert_eq!((play.mode().as_str(), kept(&play)), ("Over", [9, 1]));
}

#[test]
fn the_console_is_notified_of_the_end_once() {
    let mut play = Play::doomed();
    // On the first floor, so that there is something to save.
    for path in ["/world/floor", "/shown/floor"] {
        play.set(path, json!(1));
    }
    play.frame(O);
    let effects: Vec<_> = (0..300).flat_map(|_| play.console.frame(&Input::default())).collect();
    assert_eq!(
        effects.iter().filter(|effect| **effect == Effect::RunOver).count(),
        1,
        "nothing to take up again"
    );
}

#[test]
fn t12_04_the_debug_display_shows_what_monsters_think() {
    let target = json!({ "x": 3, "y": 4 });
    let mut play =
        Play::among(&[(1, 12, 9, json!({ "hunts": true })), (2, 2, 9, json!({ "target": target }))]);
    play.wait(1);
    let lines: Vec<&str> = play.console.machine().debug_lines().iter().map(|line| &*line.text).collect();
    let [hunter, waiter] = lines[..] else { panic!("a line each: {lines:?}") };
    assert_eq!([hunter, waiter], ["pea hunts 7,9", "crouton waits 3,4"], "who, in which state, its target");
}

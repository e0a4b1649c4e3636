//! A run from the title to its end: stairs and their light, death, win, what is kept.

use super::play::{O, Play, RIGHT, UP, X};
use rasher::{Boot, Console, Effect, Input};
use serde_json::json;

/// The sum of all that the sixteen colours are shown as: what moves meanwhile does not count.
fn brightness(play: &Play) -> u32 {
    let shown = |c| rasher::palette::index(play.console.machine().memory().get(0x5f10 + c));
    (0..16_u16).flat_map(|c| rasher::palette::RGB[usize::from(shown(c))]).map(u32::from).sum()
}

/// A hero with one hit point beside a pea that hunts him: whatever he does, he is beaten.
fn doomed() -> Play {
    let mut play = Play::among(&[(1, 8, 9, json!({ "hunts": true }))]);
    play.set("/world/mobs/0/hp", json!(1));
    play.wait(2);
    play
}

/// The screen of the end of that run.
fn beaten() -> Play {
    let mut play = doomed();
    play.tap(O);
    play.wait(220);
    assert_eq!(play.mode(), "Over");
    play
}

/// The hero before the ham, then the end of the run.
fn won() -> Play {
    let mut play = Play::new();
    play.set("/world/floor", json!(8));
    play.set("/shown/floor", json!(8));
    play.set("/world/grid/tiles/199", json!(18));
    play.wait(2);
    play.tap(UP);
    play.settle();
    assert_eq!(play.floor(), 9, "stairs lead to the hook");
    for _ in 0..9 {
        play.tap(UP);
    }
    play.wait(60);
    assert_eq!((play.mode().as_str(), play.get("/world/end")), ("Over", json!(true)));
    play
}

#[test]
fn the_game_comes_out_of_the_dark() {
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
fn the_light_goes_out_on_the_stairs_and_comes_back() {
    let mut play = Play::new();
    play.taps("uuuuuu");
    play.frame(UP);
    let mut lights = vec![brightness(&play)];
    let mut heard = Vec::new();
    while !play.waits() {
        // Keys count for nothing meanwhile.
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
    // What a display shows for the floor's colour 1, the wall's 2, leaves 3, tops 13: 128 and more is the second bank.
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
fn death_freezes_then_fades_then_is_told() {
    let mut play = doomed();
    play.frame(O);
    play.frame(0);
    play.settle_but(|play| play.get("/stop").as_i64() < Some(80));
    // The flash ends and the shaking with it.
    play.wait(25);
    let light = brightness(&play);
    assert_eq!(play.get("/specks/0/text"), "-1", "the number that killed");
    for _ in 0..55 {
        play.frame(0);
        assert_eq!(brightness(&play), light, "90 frames of standing still");
        assert!(play.shows(238, 56, 72, false, &[]), "the hero, beaten, never blinks");
    }
    assert_eq!(play.get("/specks"), json!([]), "it stands for 50 frames, as any does");
    assert!(play.count((4, 4, 43, 13), 8) > 9, "the heart of the hit points, of which none is left");
    let mut lights = Vec::new();
    while play.mode() == "Play" {
        play.frame(0);
        lights.push(brightness(&play));
        assert!(lights.len() < 80);
    }
    assert!(
        lights.len() >= 12 && lights.is_sorted_by(|a, b| a >= b) && lights.last() == Some(&0),
        "{lights:?}"
    );
    assert_eq!(play.stat(54), 22, "the tune of a lost run");
}

#[test]
fn the_screen_of_a_lost_run_tells_what_happened() {
    let play = beaten();
    // TOASTED, as it lies in the sheet, black being black and 1 see-through.
    let toasted =
        (0..16).all(|i| play.shows(144 + i % 8 + i / 8 * 16, 32 + i % 8 * 8, 4 + i / 8 * 8, false, &[]));
    assert!(toasted);
    assert_eq!(play.get("/world/stats/killer"), 1);
    let mut p8 = play.console.machine().clone();
    // The same words printed by hand at the places that the screen has them at.
    let rows = [
        ("peas won this round", 10, 57, 9),
        ("a pea", 10, 65, 6),
        ("floor", 10, 81, 6),
        ("0", 54, 81, 7),
        ("turns", 70, 81, 6),
        ("1", 114, 81, 7),
        ("kills", 10, 89, 6),
        ("steps", 70, 89, 6),
        ("meals", 10, 97, 6),
        ("seed", 10, 105, 6),
        ("00000007", 46, 105, 7),
        ("🅾️ title", 10, 113, 6),
    ];
    let before = p8.clone();
    for (text, x, y, color) in rows {
        p8.print_at(text, x, y, color);
    }
    let differs = (0x6000..0x8000).filter(|at| p8.peek(*at) != before.clone().peek(*at)).count();
    assert_eq!(differs, 0, "each word stands where it was looked for");
}

#[test]
fn a_key_leads_from_the_end_back_to_the_title() {
    let mut play = beaten();
    let seed = play.get("/world/seed");
    play.frame(X);
    let mut lights = Vec::new();
    while play.mode() == "Over" {
        play.frame(0);
        lights.push(brightness(&play));
        assert!(lights.len() < 40);
    }
    assert!(lights.len() >= 12 && lights.last() == Some(&0), "it fades: {lights:?}");
    play.wait(30);
    assert_eq!(play.mode(), "Title");
    // Nothing of the last run is left.
    play.frame(X);
    play.wait(30);
    assert_eq!((play.get("/world/stats/steps"), play.get("/world/bag")), (json!(0), json!(vec![0; 8])));
    assert_eq!(
        (play.hero(), play.get("/world/mobs/0/hp"), play.get("/world/end")),
        ((7, 13), json!(5), json!(null))
    );
    assert_ne!(play.get("/world/seed"), seed, "and the tower is another");
    assert_eq!(play.stat(54), 0, "the bass of the yard");
    assert_eq!(play.console.machine().memory().get(0x3101) & 0x80, 0x80, "which goes round again");
}

#[test]
fn the_ham_ends_the_run_in_triumph() {
    let mut play = won();
    assert_eq!(play.stat(54), 24, "the tune of a won run");
    let lettering =
        (0..16).all(|i| play.shows(152 + i % 8 + i / 8 * 16, 32 + i % 8 * 8, 4 + i / 8 * 8, false, &[]));
    assert!(lettering, "HAM ROLL");
    let rays = |play: &Play| play.pixels(20, 40, 24, 8);
    let first = rays(&play);
    play.wait(10);
    assert_ne!(first, rays(&play), "the rays turn");
    // The bun with the ham, three times as large, is down at line 26 in the end.
    let is_down = |play: &Play| {
        let p8 = play.console.machine();
        (0..64).all(|i| {
            let color = p8.sget(120 + i % 8, 112 + i / 8);
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
    assert_eq!(kept(&beaten()), [0, 0], "best floor, how often won");
    let mut play = won();
    assert_eq!(kept(&play), [9, 1]);
    // A lost run after it changes nothing.
    play.wait(60);
    play.frame(X);
    play.wait(60);
    play.frame(X);
    play.wait(60);
    play.set("/world/end", json!(false));
    play.wait(60);
    assert_eq!((play.mode().as_str(), kept(&play)), ("Over", [9, 1]));
}

#[test]
fn the_end_is_told_to_the_console_once() {
    let mut play = doomed();
    // On the first floor, so that there is something to keep.
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
fn the_logo_sways_and_floats_off_when_the_climb_begins() {
    let mut play = Play::title();
    play.wait(40);
    // Its lowest row of wood is a straight line of colour 5 or 4 over 90 pixels: found anywhere in the upper half.
    let row = |play: &Play| {
        (0..60).rev().find(|y| play.pixels(18, *y, 92, 1).iter().filter(|c| **c == 5).count() > 80)
    };
    let mut rows: Vec<_> = (0..60)
        .map(|_| {
            play.wait(1);
            row(&play).expect("the logo is there")
        })
        .collect();
    rows.sort_unstable();
    rows.dedup();
    assert_eq!(rows.len(), 2, "it sways a pixel up and down: {rows:?}");
    play.frame(X);
    let mut ups = Vec::new();
    for _ in 0..60 {
        play.wait(1);
        ups.push(row(&play));
    }
    // For some frames the note with the floor's name lies over that row.
    let seen: Vec<_> = ups.iter().flatten().collect();
    assert!(seen.len() > 5 && seen.is_sorted_by(|a, b| a > b) && ups[59].is_none(), "{ups:?}");
}

#[test]
fn the_debug_display_shows_what_monsters_think() {
    let target = json!({ "x": 3, "y": 4 });
    let mut play =
        Play::among(&[(1, 12, 9, json!({ "hunts": true })), (2, 2, 9, json!({ "target": target }))]);
    play.wait(1);
    let lines: Vec<&str> = play.console.machine().debug_lines().iter().map(|line| &*line.text).collect();
    let [hunter, waiter] = lines[..] else { panic!("a line each: {lines:?}") };
    assert_eq!([hunter, waiter], ["7,9", "3,4"]);
    // Behind the file and the line of code the display has 19 letters; and it ends above the hero: 7 pixels a line, and 12 besides.
    assert!("15,15".len() <= 19);
    for y in 1..15 {
        play.set("/world/mobs/0/at", json!({ "x": 7, "y": y }));
        play.wait(1);
        let lines = play.console.machine().debug_lines().len() as i32;
        assert!(lines == 0 || 12 + 7 * lines <= 8 * y, "{lines} lines over a hero in row {y}");
        assert!(y < 4 || lines == 2, "row {y}");
    }
}

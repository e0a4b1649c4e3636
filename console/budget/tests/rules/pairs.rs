//! Ten small programs in the usual style of both languages: they check the rule for Rust.
//!
//! ```text
//! tests/pairs/NN_name.lua    counted by PICO-8's rule       --+
//! tests/pairs/NN_name.rs     counted by ours                --+-- the sums differ by at most 15 %
//! ```
//!
//! The Rust programs are compiled here and run for a few frames, so they really use the API.

#[path = "../pairs/10_anim.rs"]
mod anim;
#[path = "../pairs/01_ball.rs"]
mod ball;
#[path = "../pairs/05_flood.rs"]
mod flood;
#[path = "../pairs/04_inventory.rs"]
mod inventory;
#[path = "../pairs/02_menu.rs"]
mod menu;
#[path = "../pairs/03_mobs.rs"]
mod mobs;
#[path = "../pairs/06_particles.rs"]
mod particles;
#[path = "../pairs/09_scroll.rs"]
mod scroll;
#[path = "../pairs/07_textbox.rs"]
mod textbox;
#[path = "../pairs/08_tween.rs"]
mod tween;

use rasher::{Boot, Console, Input, Program, program};

const NAMES: [&str; 10] = [
    "01_ball",
    "02_menu",
    "03_mobs",
    "04_inventory",
    "05_flood",
    "06_particles",
    "07_textbox",
    "08_tween",
    "09_scroll",
    "10_anim",
];

fn report(file: &str) -> rasher_budget::BudgetReport {
    let read = |path: &str| std::fs::read(format!("{}/tests/pairs/{path}", env!("CARGO_MANIFEST_DIR"))).ok();
    let report = match file.ends_with(".lua") {
        true => rasher_budget::measure_lua(file, &read(file).expect("a program")),
        false => rasher_budget::measure(file, &read),
    };
    report.unwrap_or_else(|error| panic!("{error}"))
}

/// What is free as a token is also free as text, so sizes match as well: at most 15 % apart on the sum.
#[test]
fn both_languages_take_the_same_room() {
    let sum = |language: &str| -> usize {
        NAMES.iter().map(|name| report(&format!("{name}.{language}")).compressed).sum()
    };
    let (lua, rust) = (sum("lua"), sum("rs"));
    println!("compressed     lua {lua:5} rust {rust:5} {:4} %", rust * 100 / lua);
    assert!((lua * 85..=lua * 115).contains(&(rust * 100)), "{lua} bytes of Lua, {rust} of Rust");
}

/// The target for the rule: at most 15 % apart on the sum.
#[test]
fn both_languages_cost_alike() {
    let pairs =
        NAMES.map(|name| (report(&format!("{name}.lua")).tokens, report(&format!("{name}.rs")).tokens));
    for (name, (lua, rust)) in NAMES.iter().zip(pairs) {
        println!("{name:14} lua {lua:5} rust {rust:5} {:4} %", rust * 100 / lua);
        assert!((lua * 65 / 100..=lua * 135 / 100).contains(&rust), "{name}: {lua} in Lua, {rust} in Rust");
    }
    let (lua, rust) = pairs.iter().fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
    println!("sum            lua {lua:5} rust {rust:5} {:4} %", rust * 100 / lua);
    assert!((lua * 85..=lua * 115).contains(&(rust * 100)), "{lua} tokens of Lua, {rust} of Rust");
}

/// Presses all buttons in turn for ten seconds: these are programs, not only text.
#[test]
fn the_programs_run() {
    let programs: [Box<dyn Program>; 10] = [
        program(ball::Ball::default()),
        program(menu::Menu::default()),
        program(mobs::Game::default()),
        program(inventory::Inventory::default()),
        program(flood::Flood::default()),
        program(particles::Particles::default()),
        program(textbox::Game::default()),
        program(tween::Cards::default()),
        program(scroll::Walk::default()),
        program(anim::Fight::default()),
    ];
    for (name, program) in NAMES.iter().zip(programs) {
        let mut console = Console::boot(program, Boot::default());
        let first = console.digest();
        for frame in 0..600u32 {
            console.frame(&Input::buttons(1 << (frame / 7 % 6)));
        }
        assert_ne!(console.digest(), first, "{name} stands still");
    }
}

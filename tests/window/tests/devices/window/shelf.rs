//! The boot screen in the window: it moves with keys, pointer and wheel, and starts carts.
//!
//! The expectation is the same screen drawn without a window, at rest. Waiting times are printed but not checked: a
//! test machine is as slow as it is.

use super::screen::{Folder, Player, Screen, Shot, picture};
use super::{WINDOW, rasher as binary};
use rasher::button::{LEFT, RIGHT};
use rasher::{Boot, Console, Input, PIXELS, Records, program};
use std::collections::BTreeMap;
use studio::{BootScreen, ButtonHints};

/// The boot screen at rest, with the pointer on it; for each cart the picture when it is selected.
fn shelves(saves: &BTreeMap<String, Box<[u8; 256]>>) -> Vec<Box<[u8; PIXELS]>> {
    let hints = ButtonHints::new(["z", "x", "enter"].map(String::from));
    let carts = player::Library::of(shelf::CARTS.iter().map(Into::into).collect());
    let shown = carts.shown(saves, rasher::Date::default());
    let screen = BootScreen::new(shown).with_hints(hints).with_pages(
        studio::ShelfPage::Carts,
        studio::ShelfPage::ALL.to_vec(),
        false,
    );
    let mut console = Console::boot(program(screen), Boot::default());
    let mut shown = |input: &Input| {
        console.frame(input);
        (0..40).for_each(|_| drop(console.frame(&Input::default())));
        picture(&console)
    };
    let (idle, right) = (Input::default(), Input::buttons(rasher::button::RIGHT));
    (0..shelf::CARTS.len()).map(|i| shown(if i == 0 { &idle } else { &right })).collect()
}

/// Any picture of a cart's first ten seconds: in the first four the console's line about keys covers them.
fn begins(name: &str, seed: u64) -> impl Fn(&Shot) -> bool {
    let mut console = shelf::find(name).expect("on the shelf").boot(seed).expect("good data");
    let mut pictures: Vec<Box<[u8; PIXELS]>> = Vec::new();
    for _ in 0..600 {
        console.frame(&Input::default());
        pictures.push(picture(&console));
    }
    pictures.dedup();
    move |shot| pictures.iter().any(|picture| shot.compare(picture, WINDOW.0, WINDOW.1).is_ok())
}

fn times(said: &str) {
    let lines = said.lines().filter(|line| line.contains("first picture"));
    let lines: Vec<&str> = lines.collect();
    assert_eq!(lines.len(), 2, "the shelf and the cart: {said}");
    lines.iter().for_each(|line| println!("{line}"));
}

#[test]
fn the_shelf_moves_by_key_pointer_and_wheel_and_begins_what_is_clicked() {
    let (screen, home) = (Screen::start(), Folder::new("boot"));
    // Kasidin's result is shown: cave 3.
    let mut records = Records::default();
    records.raise("cave", 3);
    let (id, saved) = (Records::best_id("kasidin"), records.bytes());
    let folder = store::Home::find(Some(&home.0)).expect("a folder that is named");
    store::CartData::default().write(&folder, &id, &saved).expect("written");
    let shelves = shelves(&BTreeMap::from([(id, saved)]));
    let plain = self::shelves(&BTreeMap::new());
    assert!(shelves[3] != plain[3] && shelves[2] == plain[2], "the result is a part of the picture");

    let mut window = screen.play(&binary(), &home.0, &["--seed", "3", "--stats"]);
    window.shows(&shelves[0], WINDOW, "the first cart");
    window.keys(&["Right"]);
    window.shows(&shelves[1], WINDOW, "the second, by key");
    window.keys(&["Up", "Left"]);
    window.shows(&shelves[4], WINDOW, "the last, around the end");
    // Boxes are 24 columns apart, the first begins at 5; four window pixels are one.
    let on = |window: &Player<'_>, cart: u32| window.point(4 * (24 * cart + 15), 4 * 110);
    on(&window, 3);
    window.shows(&shelves[3], WINDOW, "Kasidin, by pointer, with what was reached");
    window.turn(false);
    window.shows(&shelves[4], WINDOW, "the wheel goes on");
    window.turn(true);
    window.shows(&shelves[3], WINDOW, "and back");
    window.turn(true);
    window.shows(&shelves[2], WINDOW, "and further");
    window.click(4 * (24 + 15), 4 * 110);
    window.waits_for("picorogue's first seconds", begins("picorogue", 3));
    times(&window.quits());
}

#[test]
fn the_shelf_begins_a_cart_by_enter_and_esc_opens_its_menu() {
    let (screen, home) = (Screen::start(), Folder::new("boot-enter"));
    let shelves = shelves(&BTreeMap::new());
    let mut window = screen.play(&binary(), &home.0, &["--seed", "3", "--stats", "--renderer", "soft"]);
    window.keys(&["Down"]);
    window.shows(&shelves[1], WINDOW, "the second cart");
    window.keys(&["Escape"]);
    window.waits_for("the pause menu", |shot| shot.compare(&shelves[1], 512, 512).is_err());
    window.keys(&["Escape"]);
    window.shows(&shelves[1], WINDOW, "the shelf again");
    window.keys(&["Return"]);
    window.waits_for("picorogue's first seconds", begins("picorogue", 3));
    times(&window.quits());
}

/// picorogue's first floor after these steps, with buttons; nothing on it moves by itself.
fn floor(steps: &[u8]) -> Box<[u8; PIXELS]> {
    let mut console = shelf::find("picorogue").expect("on the shelf").boot(3).expect("good data");
    let mut press = |held: u8| {
        console.frame(&Input::buttons(held));
        console.frame(&Input::default());
    };
    press(rasher::button::O);
    steps.iter().for_each(|held| press(*held));
    picture(&console)
}

/// Esc opens the menu even in a cart that reads the keyboard; the menu leads back to the shelf, and the run is kept.
#[test]
fn from_a_cart_one_comes_back_to_the_shelf_and_the_run_is_kept() {
    let (screen, home) = (Screen::start(), Folder::new("boot-back"));
    let shelves = shelves(&BTreeMap::new());
    let mut window = screen.play(&binary(), &home.0, &["--seed", "3", "--renderer", "soft"]);
    window.shows(&shelves[0], WINDOW, "the first cart");
    window.keys(&["Right", "Return"]);
    window.waits_for("picorogue's first seconds", begins("picorogue", 3));
    window.keys(&["z"]);
    std::thread::sleep(std::time::Duration::from_secs(2));
    window.keys(&["Left", "Right", "Left"]);
    // The last row but one.
    window.keys(&["Escape", "Up", "Up", "z"]);
    window.shows(&shelves[1], WINDOW, "the shelf, at the cart that was left");
    assert!(home.0.join("runs/picorogue.run").is_file(), "its run is kept");
    window.keys(&["Escape", "Up", "Up"]);
    window.waits_for("the menu", |shot| shot.compare(&shelves[1], 512, 512).is_err());
    window.keys(&["Escape"]);
    window.shows(&shelves[1], WINDOW, "the shelf again");
    // A run of less than a minute is not asked about: it is the second row of the menu.
    window.keys(&["Return"]);
    window.waits_for("picorogue's first seconds", begins("picorogue", 3));
    window.keys(&["Escape", "Down", "z"]);
    window.shows(&floor(&[LEFT, RIGHT, LEFT]), WINDOW, "the floor, three turns later");
    window.quits();
}

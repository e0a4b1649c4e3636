//! The boot screen over the carts of the shelf, and over carts that do not exist.

use super::Page;
use rasher::{Boot, Console, Input, Records, button, program};
use std::collections::BTreeMap;
use studio::{BootScreen, Label, Shown as Listed};
use tests::golden::{Screen, Shown};
use tests::shelved;

pub const PAGES: &[Page] = &[
    ("boot-first", || boot(shelf_of(&[]), 0, 30)),
    ("boot-slides", || boot(shelf_of(&[]), 3, 5)),
    ("boot-best", || boot(shelf_with("ghosts", &[("points", 1240), ("seconds", -185)]), 2, 30)),
    ("boot-won", || boot(shelf_of(&[("smokehouse", &[(1, 5), (2, 2), (3, 1)])]), 0, 30)),
    ("boot-goblin", || boot(shelf_with("goblin", &[("floor", 4)]), 4, 30)),
    ("boot-kasidin", || boot(shelf_of(&[]), 3, 30)),
    ("boot-one", || boot(shelf_of(&[]).into_iter().take(1).collect(), 0, 30)),
    ("boot-long", || boot(many(), 8, 30)),
];

/// Numbers that are saved under an id.
type Saved<'a> = (&'a str, &'a [(usize, i32)]);

/// The carts that ship, with these saved numbers.
fn shelf_of(saved: &[Saved<'_>]) -> Vec<Listed> {
    let mut saves = BTreeMap::new();
    for (id, numbers) in saved {
        let mut bytes = Box::new([0; 256]);
        for (at, number) in *numbers {
            bytes[at * 4..at * 4 + 4].copy_from_slice(&(number << 16).to_le_bytes());
        }
        saves.insert((*id).to_string(), bytes);
    }
    tool::shown(shelf::CARTS, &saves)
}

/// The carts that ship, with these results of one.
fn shelf_with(cart: &str, results: &[(&str, i32)]) -> Vec<Listed> {
    let mut records = Records::default();
    results.iter().for_each(|(name, value)| _ = records.raise(name, *value));
    tool::shown(shelf::CARTS, &BTreeMap::from([(Records::best_id(cart), records.bytes())]))
}

/// The carts that ship, and nine more without a label.
fn many() -> Vec<Listed> {
    let mut carts = shelf_of(&[]);
    let titles = [
        "Chess",
        "Mines",
        "A Very Long Title of a Cart",
        "Snake",
        "Orbit",
        "Pond",
        "Letters",
        "Rope",
        "Last",
    ];
    carts.extend(titles.map(|title| Listed {
        name: title.to_lowercase(),
        title: title.to_string(),
        about: "one line about it, which may well be longer than the screen is wide, by far".to_string(),
        best: if title == "Snake" {
            "a best result that does not fit in its line".to_string()
        } else {
            String::new()
        },
        today: if title == "Snake" { "length 412".to_string() } else { String::new() },
        label: Label::plain(title),
    }));
    carts
}

/// So many carts to the right; the last step is as many frames ago.
fn boot(carts: Vec<Listed>, right: usize, frames: usize) -> Screen {
    let mut console = Console::boot(program(BootScreen::new(carts)), Boot::default());
    console.frame(&Input::default());
    for _ in 0..right {
        (0..30).for_each(|_| drop(console.frame(&Input::default())));
        console.frame(&Input::buttons(button::RIGHT));
    }
    (0..frames).for_each(|_| drop(console.frame(&Input::default())));
    console.screen()
}

/// The line that the boot screen says of a game is that of the game: the recorded ones are all won.
#[test]
fn the_best_result_is_that_of_the_game_that_was_played() {
    for (name, says, field) in [
        ("picorogue", "floor 10, wins 1, turns {}", "turn"),
        ("ghosts", "points {}, seconds ", "score"),
        ("kasidin", "cave 5, wins 1, turns {}", "turn"),
        ("goblin", "floor 5, wins 1, turns {}", "turn"),
    ] {
        let console = shelved::recorded(name);
        let line = console.machine().records()[0].line();
        let says = says.replace("{}", &shelved::field(&console, field).to_string());
        assert!(line.starts_with(&says), "{name}: {line:?} is not {says:?}");
    }
}

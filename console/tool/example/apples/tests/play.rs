//! Plays the game without a window. A caught apple must not also fall: until the bug is fixed, the last test fails.

use my_game::Apples;
use rasher::{Console, Input, button};

/// The game at its start.
fn start() -> Console {
    desktop::cart!(Apples).boot(5).expect("it has no data files")
}

/// A field of the game, by its name.
fn field(console: &Console, path: &[&str]) -> i64 {
    console.program().field(path).and_then(|value| value.as_i64()).unwrap_or(-1)
}

/// A frame in which the basket moves under the lowest apple.
fn frame(console: &mut Console) {
    let apples = usize::try_from(field(console, &["apples", "len"])).unwrap_or(0);
    let names: Vec<String> = (0..apples).map(|n| n.to_string()).collect();
    let lowest = names.iter().max_by_key(|n| field(console, &["apples", n, "y"]));
    let x = lowest.map_or(64, |n| field(console, &["apples", n, "x"]));
    let held = match x - field(console, &["basket"]) {
        5.. => button::RIGHT,
        ..=-5 => button::LEFT,
        _ => 0,
    };
    console.frame(&Input::buttons(held));
}

#[test]
fn an_apple_above_the_basket_is_a_point() {
    let mut console = start();
    (0..300).for_each(|_| frame(&mut console));
    assert!(field(&console, &["score"]) > 2);
    assert_eq!(field(&console, &["hearts"]), 3);
}

#[test]
fn a_caught_spark_costs_no_heart() {
    let mut console = start();
    (0..2030).for_each(|_| frame(&mut console));
    assert_eq!(field(&console, &["hearts"]), 3);
}

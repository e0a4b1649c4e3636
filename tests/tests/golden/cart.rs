//! Moments of the carts: of the painter, who uses every call, and of Smokehouse.

use crate::Page;
use rasher::{Boot, Console, Input, button};
use tests::carts;
use tests::golden::{Screen, Shown};
use tests::random::Hands;

const L: u8 = button::LEFT;
const R: u8 = button::RIGHT;
const U: u8 = button::UP;
const D: u8 = button::DOWN;

pub const PAGES: &[Page] = &[
    ("cart-ball", || test_cart("ball", 400)),
    ("cart-painter", || test_cart("painter", 31)),
    ("cart-typist", || test_cart("typist", 300)),
    ("smokehouse-start", || smokehouse(&[])),
    ("smokehouse-walk", || smokehouse_at(&[R, R], 3)),
    ("smokehouse-tablet", || smokehouse_at(&[R, R, R, U], 8)),
    ("smokehouse-door", || smokehouse(&[R, R, R, R, U, R, R, R])),
    ("smokehouse-stairs", || smokehouse_at(&[U], 13)),
    ("smokehouse-yard", || smokehouse(&[U, D, L, L])),
];

fn test_cart(name: &str, frames: usize) -> Screen {
    let cart = carts::find(name);
    let mut console = Console::boot((cart.make)(), cart.boot(2));
    let mut hands = Hands::new(2);
    (0..frames).for_each(|_| _ = console.frame(&hands.input()));
    console.screen()
}

/// Smokehouse after these presses, each with time to come to rest.
fn smokehouse(presses: &[u8]) -> Screen {
    smokehouse_at(presses, 60)
}

/// The same, so many frames after the last press.
fn smokehouse_at(presses: &[u8], after: usize) -> Screen {
    let cart = shelf::find("porklike").expect("it is on the shelf");
    let rom = tool::find_rom(cart, &tool::Source::default()).expect("its files are right").rom;
    let boot = Boot { rom: rom.into(), seed: 7, ..Boot::default() };
    let mut console = Console::boot((cart.make)(), boot);
    let rest = |console: &mut Console, n: usize| (0..n).for_each(|_| _ = console.frame(&Input::default()));
    rest(&mut console, 120);
    for (i, pressed) in presses.iter().enumerate() {
        console.frame(&Input::buttons(*pressed));
        rest(&mut console, if i + 1 == presses.len() { after } else { 60 });
    }
    console.screen()
}

//! A shelf cart in a console: what the key tests of the small carts have in common.
//!
//! | call | what it returns or does |
//! |---|---|
//! | `console` | the cart, just started |
//! | `playing` | the cart in the middle of a game |
//! | `field` | a field of its state, by name |
//! | `shows` | whether a text is on the screen |
//! | `press`, `letter` | press and release a button, type a letter |
//! | `recorded` | the last frame of its game in `tests/replays` |
//! | `state` | its state, as the cart's own type |
//! | `moment` | the first frame of a game that satisfies a condition |
//! | `until` | the same for a condition that stays true, by a search |
//! | `any_input` | random input on many seeds: a panic fails |

use crate::golden::Shown;
use crate::random::RandomPlayer;
use crate::table::here;
use rasher::{Boot, Cart, Console, Event, Input, Machine};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;
use timeline::{Recording, Replay};

/// A cart, started with this seed.
pub fn console(name: &str, seed: u64) -> Console {
    shelf::find(name).unwrap().boot(seed).unwrap()
}

/// A cart's console in that game, after one frame.
pub fn playing(name: &str, game: impl Cart) -> Console {
    let rom = Arc::new(shelf::find(name).unwrap().rom().unwrap());
    let mut it = Console::boot(rasher::program(game), Boot { rom, ..Boot::default() });
    it.frame(&Input::default());
    it
}

/// A field of the game.
pub fn field(console: &Console, name: &str) -> Value {
    console.program().inspect()[name].clone()
}

/// The current state of the game.
///
/// # Panics
/// When it is not that cart's.
pub fn state<G: DeserializeOwned>(console: &Console) -> G {
    serde_json::from_value(console.program().inspect()).expect("what it was written as")
}

/// The first frame of the game played by these inputs, from number `from` on and then every `each` frames, whose
/// state satisfies the condition.
///
/// # Panics
/// When there is none.
pub fn moment<G: DeserializeOwned>(
    mut console: Console,
    inputs: &[Input],
    (from, each): (usize, usize),
    is: impl Fn(&G) -> bool,
) -> Console {
    for (i, input) in inputs.iter().enumerate() {
        console.frame(input);
        if i >= from && (i - from).is_multiple_of(each) && is(&state(&console)) {
            return console;
        }
    }
    panic!("there is no such moment in this game");
}

/// The first frame of the game played by these inputs in which a condition is true that then stays true. Reading a
/// game's state takes five times as long as its frame, so only each 64th is asked, and then those between.
///
/// # Panics
/// When there is none.
pub fn until(mut console: Console, inputs: &[Input], is: impl Fn(&Console) -> bool) -> Console {
    for some in inputs.chunks(64) {
        let before = console.clone();
        some.iter().for_each(|input| _ = console.frame(input));
        if is(&console) {
            console = before;
            some.iter().find(|input| {
                console.frame(input);
                is(&console)
            });
            return console;
        }
    }
    panic!("there is no such moment in this game");
}

/// Whether a text is on the screen, in the console's font, in any one colour that is not also around its letters.
pub fn shows(console: &Console, text: &str) -> bool {
    let mut blank = Machine::new(Boot::default());
    blank.cls(0);
    blank.print_at(text, 0, 0, 7);
    let (width, screen) = (blank.text_width(text), console.screen());
    let cells: Vec<(i32, i32)> = (0..5).flat_map(|y| (0..width).map(move |x| (x, y))).collect();
    let (ink, paper): (Vec<_>, Vec<_>) = cells.into_iter().partition(|(x, y)| blank.pget(*x, *y) == 7);
    let at = |x: i32, y: i32| (x < 128 && y < 128).then(|| screen[(x + y * 128) as usize]);
    (0..128 * 128).any(|i| {
        let (x0, y0) = (i % 128, i / 128);
        let color = ink.first().and_then(|(x, y)| at(x0 + x, y0 + y));
        let same = |(x, y): &(i32, i32)| at(x0 + x, y0 + y) == color;
        color.is_some() && ink.iter().all(same) && !paper.iter().any(same)
    })
}

/// Presses and releases a button.
pub fn press(console: &mut Console, held: u8) {
    console.frame(&Input::buttons(held));
    console.frame(&Input::default());
}

pub fn letter(console: &mut Console, letter: u8) {
    console.frame(&Input { events: vec![Event::Char(letter)], ..Input::default() });
}

/// The last frame of a cart's stored recording.
pub fn recorded(name: &str) -> Console {
    let bytes = std::fs::read(here().join(format!("replays/{name}.rec"))).unwrap();
    let recording = Recording::from_bytes(&bytes).unwrap();
    let cart = shelf::find(name).unwrap();
    let replay = Replay::new(&recording, (cart.make)(), Arc::new(cart.rom().unwrap())).unwrap();
    replay.finish().unwrap()
}

/// Random input, for this many frames on each of this many seeds.
pub fn any_input(name: &str, seeds: u64, frames: usize) {
    (0..seeds).into_par_iter().for_each(|seed| {
        let mut it = console(name, seed);
        let mut player = RandomPlayer::new(seed);
        (0..frames).for_each(|_| _ = it.frame(&player.input()));
    });
}

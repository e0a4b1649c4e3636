//! Times of Smokehouse's frames, as shares of a sixtieth of a second.
//!
//! ```text
//! cargo bench -p tests --bench smokehouse
//! ```
//!
//! One row is an update and draw of the cart, called through its hooks: no sound, no picture, no console. The game
//! continues from call to call. The target is less than 1 %. The last row is a console's whole frame with a random
//! player and sound.

use porklike::Game;
use rasher::{Boot, Cart, Console, Input, Machine};
use std::sync::Arc;
use tests::bench::Table;
use tests::random::RandomPlayer;

/// Nanoseconds of a frame at 60 a second.
const FRAME: f64 = 1e9 / 60.0;

/// A console with the game in it, at its title.
fn title() -> Console {
    let cart = shelf::find("porklike").expect("it is on the shelf");
    let rom = Arc::new(cart.rom().expect("its files are right"));
    Console::boot((cart.make)(), Boot { rom, seed: 7, ..Boot::default() })
}

/// Game and machine after these keys, each followed by this many frames.
fn after(keys: &[u8], rest: usize) -> (Game, Machine) {
    let mut console = title();
    for key in [&[0; 60], keys].concat() {
        console.frame(&Input::buttons(key));
        (0..rest).for_each(|_| _ = console.frame(&Input::default()));
    }
    let state = console.program().save().expect("a state");
    (serde_json::from_slice(&state).expect("the same state"), console.machine().clone())
}

fn main() {
    let mut table = Table::new("frames");
    let climb = [32, 0, 0, 4, 4, 4, 4, 4, 4, 4];
    let scenes: [(&str, &[u8], usize); 3] =
        [("title", &[], 1), ("a floor of the tower", &climb, 40), ("the bag", &[32, 0, 0, 32], 20)];
    for (name, keys, rest) in scenes {
        let (mut game, mut p8) = after(keys, rest);
        table.one(name, 1.0, |_| {
            game._update60(&mut p8);
            game._draw(&mut p8);
        });
    }
    let (mut console, mut player) = (title(), RandomPlayer::pad(7));
    table.one("random input: a whole frame, with sound", 1.0, |_| _ = console.frame(&player.input()));
    table.print();
    for row in table.rows() {
        println!("{:<40} {:>6.2} % of a frame", row.name, row.ns / FRAME * 100.0);
    }
}

//! Times of Ghostlight's frames, as shares of a sixtieth of a second.
//!
//! ```text
//! cargo bench -p tests --bench lantern
//! ```
//!
//! A row is one update and one draw of the cart, called through its hooks without a console. The last row is a
//! dungeon's update without the draw: compared with the dungeon's first row it shows the cost of the light. The whole
//! map is a block for each of 2,464 tiles.

use ghosts::Game;
use rasher::{Boot, Cart, Machine};
use std::sync::Arc;
use tests::bench::Table;
use tests::bots::ghosts::game;

/// Nanoseconds of a frame at 60 a second.
const FRAME: f64 = 1e9 / 60.0;

fn main() {
    let rom =
        Arc::new(shelf::find("ghosts").expect("it is on the shelf").rom().expect("its files are right"));
    let mut p8 = Machine::new(Boot { rom, seed: 7, ..Boot::default() });
    let mut title = Game::default();
    title._init(&mut p8);
    let mut table = Table::new("frames");
    let map = Game { map: true, ..game(7) };
    for (name, mut game) in [("title", title), ("a dungeon", game(7)), ("the whole map", map)] {
        table.one(name, 1.0, |_| {
            game.lives = 3;
            game._update60(&mut p8);
            game._draw(&mut p8);
        });
    }
    let mut still = game(7);
    table.one("a dungeon, update alone", 1.0, |_| {
        still.lives = 3;
        still._update60(&mut p8);
    });
    table.print();
    for row in table.rows() {
        println!("{:<40} {:>6.2} % of a frame", row.name, row.ns / FRAME * 100.0);
    }
}

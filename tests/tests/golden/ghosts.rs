//! Ghostlight's screens: the title, each lit level, a flash, a low light, the map, both ends.

use super::Page;
use rasher::{Console, Input, button};
use tests::bots;
use tests::golden::{Screen, Shown};

pub const PAGES: &[Page] = &[
    ("ghosts-title", || played(3, 30, 0)),
    ("ghosts-cellars", || played(20, 1900, 0)),
    ("ghosts-flash", || flashed(3)),
    ("ghosts-crypt", || played(20, 4300, 0)),
    ("ghosts-vault", || played(20, 6900, 0)),
    ("ghosts-map", || played(3, 6000, button::X)),
    ("ghosts-lost", || played(0, 40_000, 0)),
    ("ghosts-dawn", || played(20, 40_000, 0)),
];

/// A console in which the bot has played this many frames, followed by two with that button. Seed 0 plays a lost
/// game, the others a won one.
fn played(seed: u32, frames: usize, then: u8) -> Screen {
    let seed = bots::ghosts::seed(seed, seed > 0);
    let mut console: Console = shelf::find("ghosts").unwrap().boot(seed.into()).unwrap();
    for input in bots::ghosts::inputs(seed).iter().take(frames) {
        console.frame(input);
    }
    console.frame(&Input::buttons(then));
    console.frame(&Input::default());
    console.screen()
}

/// The sixth frame of the bot's first flash.
fn flashed(seed: u32) -> Screen {
    let won = bots::ghosts::seed(seed, true);
    let first = bots::ghosts::inputs(won).iter().position(|input| input.players[0] & button::O != 0);
    played(seed, first.unwrap_or_default() + 5, 0)
}

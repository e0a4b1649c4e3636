//! Ghostlight's screens: the title, each lit level, a flash, a low light, the map, both ends.

use super::Page;
use ghosts::Game;
use ghosts::dungeon::Place;
use ghosts::ghost::Ghost;
use ghosts::night::{BURNS, Candle};
use ghosts::play::{FULL, LEAST};
use kit::Cell;
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
    ("ghosts-torches", || night(1, |game| game.clock = 200)),
    ("ghosts-candle", || {
        night(3, |game| {
            let at = Cell::at(game.cell().x + 5, game.cell().y);
            game.candles.push(Candle { at, left: BURNS });
            game.reach = LEAST;
        })
    }),
    ("ghosts-kinds", || {
        night(7, |game| {
            let her = game.cell();
            game.ghosts.clear();
            for (i, kind) in (0..).zip(0..7) {
                let at = Cell::at(her.x - 4 + i % 4 * 3, her.y - 2 + i / 4 * 4);
                game.ghosts.push(Ghost {
                    kind,
                    at,
                    from: at,
                    age: 0,
                    rush: 0,
                    dir: 0,
                    squished: false,
                    worth: 0,
                });
            }
        })
    }),
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

/// The start of that night, changed, by full light.
fn night(night: i32, change: impl FnOnce(&mut Game)) -> Screen {
    let mut game = bots::ghosts::game(3);
    game.go_on();
    while game.night < night {
        game.treasures.fill(Place::Home);
        game.step(0, false);
    }
    (game.reach, game.clock) = (FULL, 300);
    change(&mut game);
    tests::shelved::playing("ghosts", game).screen()
}

/// The sixth frame of the bot's first flash.
fn flashed(seed: u32) -> Screen {
    let won = bots::ghosts::seed(seed, true);
    let first = bots::ghosts::inputs(won).iter().position(|input| input.players[0] & button::O != 0);
    played(seed, first.unwrap_or_default() + 5, 0)
}

//! Small carts, one for each thing that a console does.
//!
//! | cart | rate | what it is for |
//! |---|---|---|
//! | `ball`, `ball60` | 30, 60 | buttons and their repeat, the generator, a little state |
//! | `painter` | 30 | every drawing call with any arguments, every draw register |
//! | `saver` | 30 | cart data by `dset` and `poke`, and what else is asked of the host |
//! | `crasher` | 30 | panics: in `_init`, in a frame, on a button |
//! | `menu` | 30 | items of the pause menu, their callbacks and masks |
//! | `typist` | 60 | mouse, keys, typed text, clipboard, date, changed data |
//!
//! Their rules never change, and so their replays in `tests/replays` never do. To test something else, add a
//! cart.

mod ball;
mod crasher;
mod menu;
mod painter;
mod saver;
mod typist;

use crate::random::Dice;
use rasher::{Boot, Program, Rom, program};
use std::sync::Arc;

pub use ball::Ball;
pub use crasher::Crasher;
pub use painter::{Painter, paint};

/// One of them.
#[derive(Clone, Copy)]
pub struct TestCart {
    /// Its name.
    pub name: &'static str,
    /// Makes it in its first state.
    pub make: fn() -> Box<dyn Program>,
}

/// All of them.
pub const CARTS: &[TestCart] = &[
    TestCart { name: "ball", make: || program(ball::Ball::default()) },
    TestCart { name: "ball60", make: || program(ball::Ball60::default()) },
    TestCart { name: "painter", make: || program(painter::Painter::default()) },
    TestCart { name: "saver", make: || program(saver::Saver::default()) },
    TestCart { name: "crasher", make: || program(crasher::Crasher::default()) },
    TestCart { name: "menu", make: || program(menu::Menu::default()) },
    TestCart { name: "typist", make: || program(typist::Typist::default()) },
];

/// The cart of that name.
///
/// # Panics
/// When there is none.
#[track_caller]
pub fn find(name: &str) -> &'static TestCart {
    CARTS.iter().find(|cart| cart.name == name).unwrap_or_else(|| panic!("no test cart {name}"))
}

impl TestCart {
    /// Its data: noise where sprites, map and flags are, the same noise for ever.
    pub fn rom(&self) -> Arc<Rom> {
        let mut rom = Rom::empty(self.name);
        let mut dice = Dice::new(4711);
        rom.data[..0x3100].iter_mut().for_each(|byte| *byte = dice.byte());
        Arc::new(rom)
    }

    /// How it starts with a seed.
    pub fn boot(&self, seed: u64) -> Boot {
        Boot { rom: self.rom(), seed, ..Boot::default() }
    }
}

//! Small carts, one for each area of the console.
//!
//! | cart | rate | what it is for |
//! |---|---|---|
//! | `ball`, `ball60` | 30, 60 | buttons and their repeat, the generator, a little state |
//! | `painter` | 30 | every drawing call with any arguments, every draw register |
//! | `saver` | 30 | cart data by `dset` and `poke`, and other requests to the host |
//! | `crasher` | 30 | panics: in `_init`, in a frame, on a button |
//! | `menu` | 30 | items of the pause menu, their callbacks and masks |
//! | `band` | 60 | every sound call, any notes, every sound register |
//! | `typist` | 60 | mouse, keys, typed text, clipboard, date, changed data |
//! | `spender` | 60 | the meter: skipped pictures and updates, `stat` 0 to 9 |
//! | `toy` | 30 | not Rust (`toy/busy.toy`): flips and exhausted cycles in every hook, drawing that changes the state |
//!
//! Their rules never change, and neither do their replays in `tests/replays`. To test something else, add a cart.

mod ball;
mod band;
mod crasher;
mod menu;
mod painter;
mod saver;
mod spender;
mod typist;

use crate::random::Dice;
use crate::toy::{self, Toy};
use rasher::{Boot, Program, Rom, RustSource, program};
use std::fs;
use std::path::Path;
use std::sync::Arc;

pub use ball::Ball;
pub use crasher::Crasher;
pub use painter::{Painter, paint};

#[derive(Clone, Copy)]
pub struct TestCart {
    pub name: &'static str,
    /// Creates it in its initial state.
    pub make: fn() -> Box<dyn Program>,
    /// How much of its ROM is noise: only sprites, map and flags, or sounds too.
    noise: usize,
}

/// End of sprites, map and flags.
const DRAWN: usize = rasher::memory::MUSIC as usize;

pub const CARTS: &[TestCart] = &[
    TestCart { name: "ball", make: || program(ball::Ball::default()), noise: DRAWN },
    TestCart { name: "ball60", make: || program(ball::Ball60::default()), noise: DRAWN },
    TestCart { name: "painter", make: || program(painter::Painter::default()), noise: DRAWN },
    TestCart { name: "saver", make: || program(saver::Saver::default()), noise: DRAWN },
    TestCart { name: "crasher", make: || program(crasher::Crasher::default()), noise: DRAWN },
    TestCart { name: "menu", make: || program(menu::Menu::default()), noise: DRAWN },
    TestCart { name: "band", make: || program(band::Band::default()), noise: rasher::memory::ROM_SIZE },
    TestCart { name: "typist", make: || program(typist::Typist::default()), noise: DRAWN },
    TestCart { name: "spender", make: || program(spender::Spender::default()), noise: DRAWN },
    TestCart { name: "toy", make: || Toy::boxed(toy::BUSY), noise: DRAWN },
];

/// The cart with this name.
///
/// # Panics
/// When there is none.
#[track_caller]
pub fn find(name: &str) -> &'static TestCart {
    CARTS.iter().find(|cart| cart.name == name).unwrap_or_else(|| panic!("no test cart {name}"))
}

impl TestCart {
    /// Its program with the source of these carts, as the loader gives it to debuggers.
    ///
    /// # Panics
    /// If the source cannot be read.
    pub fn with_source(&self) -> Box<dyn Program> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        let names = ["ball", "crasher"].map(|name| format!("tests/src/carts/{name}.rs"));
        let text = |name: &String| fs::read_to_string(root.join(name)).expect("a file");
        let texts = names.map(|name| (name.clone(), text(&name)));
        let mut program = (self.make)();
        program.set_source(Arc::new(RustSource::new(&root.to_string_lossy(), &texts)));
        program
    }

    /// Its data: always the same noise.
    pub fn rom(&self) -> Arc<Rom> {
        let mut rom = Rom::empty(self.name);
        let mut dice = Dice::new(4711);
        rom.data[..self.noise].iter_mut().for_each(|byte| *byte = dice.byte());
        Arc::new(rom)
    }

    /// Its start with a seed.
    pub fn boot(&self, seed: u64) -> Boot {
        Boot { rom: self.rom(), seed, ..Boot::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::RandomPlayer;
    use rasher::Console;

    /// The painter's screen and the band's sound are worth a digest: neither becomes a single colour or silence.
    #[test]
    fn painter_and_band_do_not_fall_asleep() {
        let (mut painted, mut heard) = (0, 0);
        for seed in 0..4 {
            let [mut painter, mut band] =
                ["painter", "band"].map(|name| Console::boot((find(name).make)(), find(name).boot(seed)));
            let mut player = RandomPlayer::new(seed);
            for frame in 0..600 {
                let input = player.input();
                let before = painter.machine().memory().clone();
                painter.frame(&input);
                band.frame(&input);
                if frame >= 300 {
                    let screen = |memory: &rasher::memory::Memory| memory.bytes()[0x6000..].to_vec();
                    painted += usize::from(screen(&before) != screen(painter.machine().memory()));
                    heard += usize::from(band.machine().samples().iter().any(|s| s.unsigned_abs() > 200));
                }
            }
        }
        assert!(painted > 1000, "the painter changes the screen in {painted} of 1200 frames");
        assert!(heard > 600, "the band is heard in {heard} of 1200 frames");
    }
}

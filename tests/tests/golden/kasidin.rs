//! Kasidin's screens: title, story, a cave and its map, lava that comes, the king, both ends.

use crate::Page;
use rasher::{Console, Input};
use tests::bots;
use tests::golden::{Screen, Shown};

pub const PAGES: &[Page] = &[
    ("kasidin-title", || played(7, "")),
    ("kasidin-story", || played(7, "x")),
    ("kasidin-cave", || played(7, "xxrrddllu")),
    ("kasidin-aim", || played(7, "xxrrddx")),
    ("kasidin-map", || played(7, "xxrrddxx")),
    ("kasidin-lava", || bot(bots::kasidin::WON, 1660)),
    ("kasidin-king", || bot(bots::kasidin::WON, 5312)),
    ("kasidin-won", || bot(bots::kasidin::WON, usize::MAX)),
    ("kasidin-dead", || bot(0, usize::MAX)),
];

/// The cart, after a second and these keys: `l r u d o x`, nine frames each.
fn played(seed: u64, keys: &str) -> Screen {
    let mut console: Console = shelf::find("kasidin").unwrap().boot(seed).unwrap();
    let held = keys.chars().flat_map(|key| {
        let held = "lrudox".find(key).map_or(0, |button| 1 << button);
        [held, 0, 0, 0, 0, 0, 0, 0, 0]
    });
    for held in [0; 60].into_iter().chain(held) {
        console.frame(&Input::buttons(held));
    }
    console.screen()
}

/// A game of the bot, at that frame.
fn bot(seed: u32, frame: usize) -> Screen {
    let mut console = shelf::find("kasidin").unwrap().boot(seed.into()).unwrap();
    for input in bots::kasidin::inputs(seed, seed).iter().take(frame) {
        console.frame(input);
    }
    console.screen()
}

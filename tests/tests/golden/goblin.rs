//! Goblin's screens: title, the dungeon, a fight, the pointer, the bag, both ends.

use crate::Page;
use rasher::{Console, Input, Mouse};
use tests::bots;
use tests::golden::Shown;

pub const PAGES: &[Page] = &[
    ("goblin-title", || started(7, "").screen()),
    ("goblin-seed", || started(123_456, "rrruu").screen()),
    ("goblin-start", || started(7, "x").screen()),
    ("goblin-pointer", || {
        // On the snake that sleeps.
        let mut console = delved(2, 4712);
        let mouse = Mouse { x: 49, y: 64, ..Mouse::default() };
        (0..20).for_each(|_| _ = console.frame(&Input { mouse, ..Input::default() }));
        console.screen()
    }),
    ("goblin-fight", || delved(2, 4712).screen()),
    ("goblin-bag", || {
        let mut console = delved(2, 1500);
        [32, 0, 8, 0, 8, 0].into_iter().for_each(|held| _ = console.frame(&Input::buttons(held)));
        console.screen()
    }),
    ("goblin-moss", || delved(2, 3500).screen()),
    ("goblin-plum", || delved(2, 4700).screen()),
    ("goblin-drum", || delved(2, 6000).screen()),
    ("goblin-dead", || delved(0, usize::MAX).screen()),
    ("goblin-won", || delved(bots::goblin::winner(), usize::MAX).screen()),
];

/// The cart, after a second and these keys: `l r u d o x`, two frames each.
fn started(seed: u64, keys: &str) -> Console {
    let mut console = shelf::find("goblin").unwrap().boot(seed).unwrap();
    let held = keys.chars().flat_map(|key| ["lrudox".find(key).map_or(0, |button| 1 << button), 0]);
    for held in [0; 60].into_iter().chain(held).chain([0; 4]) {
        console.frame(&Input::buttons(held));
    }
    console
}

/// The delver's game of that seed, after so many frames or at its end.
fn delved(seed: u32, frames: usize) -> Console {
    let mut console = shelf::find("goblin").unwrap().boot(1).unwrap();
    bots::goblin::inputs(seed).iter().take(frames).for_each(|input| _ = console.frame(input));
    console
}

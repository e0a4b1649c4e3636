//! picorogue's screens: title, a floor, its modes, both ends.

use crate::Page;
use picorogue::TRAPS;
use rasher::{Console, Input};
use tests::bots;
use tests::golden::{Screen, Shown};

pub const PAGES: &[Page] = &[
    ("picorogue-title", || played(7, "")),
    ("picorogue-modes", || played(7, "ddxddxdddx")),
    ("picorogue-towers", || played(7, "d")),
    ("picorogue-tower", || played(7, "dx")),
    ("picorogue-floor", || played(7, "xrrddo")),
    ("picorogue-fog", || played(11, "ddddxuuuuxrrddllxu")),
    ("picorogue-all", || played(5, "ddxdxdxdxdxdxdxxrdl")),
    ("picorogue-weather", || played(21, "uxdxlrx")),
    ("picorogue-starved", || played(9, &("dddxuuux".to_owned() + &"x".repeat(40) + &" ".repeat(25)))),
    ("picorogue-blast", || {
        // Onto the nearest plate, and then to the end; fourteen frames later the fire has its second colour.
        let mut held = bots::picorogue::begins(TRAPS);
        let mut game = bots::picorogue::game(20, TRAPS);
        let plates: Vec<i32> = game.things.iter().map(|it| it.at).collect();
        bots::picorogue::play(&mut game, 500, |game| {
            let action = bots::picorogue::fool(game, |cell| plates.contains(&cell));
            held.push(bots::picorogue::pressed(action));
            action
        });
        let mut console = shelf::find("picorogue").unwrap().boot(20).unwrap();
        let idle = |frames| vec![Input::default(); frames];
        for input in idle(60).into_iter().chain(bots::picorogue::presses(held)).chain(idle(8)) {
            console.frame(&input);
        }
        console.screen()
    }),
    ("picorogue-won", || {
        let mut console = shelf::find("picorogue").unwrap().boot(20).unwrap();
        bots::picorogue::inputs(20, 0).iter().for_each(|input| _ = console.frame(input));
        console.screen()
    }),
];

/// The cart, after a second and these keys: `l r u d o x`, two frames each.
fn played(seed: u64, keys: &str) -> Screen {
    let mut console: Console = shelf::find("picorogue").unwrap().boot(seed).unwrap();
    let held = keys.chars().flat_map(|key| ["lrudox".find(key).map_or(0, |button| 1 << button), 0]);
    for held in [0; 60].into_iter().chain(held).chain([0; 4]) {
        console.frame(&Input::buttons(held));
    }
    console.screen()
}

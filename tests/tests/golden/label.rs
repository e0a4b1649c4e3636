//! The carts' labels: a scene of play, drawn by the cart itself, with the cart's own logo.
//!
//! ```text
//!   a typical frame of the game ──> its screen ──> logo, outlined in black, above ──> cart/NAME/label.png
//! ```
//!
//! The boot screen shows the upper 72 rows, a cartridge all of it. If a scene changes with the rules of its game,
//! choose another moment that shows the game well.

use rasher::{Console, Input, Machine};
use std::fs;
use tests::bots;
use tests::golden::{Screen, Shown};
use tests::shell::root;
use tests::table::{Mode, say};

/// A label: the cart, and what draws it.
type Picture = (&'static str, fn() -> Screen);

const LABELS: [Picture; 5] = [
    ("porklike", || {
        titled(&crate::cart::feast(), 0, |p8, x, y| {
            // Dark blue is the colour around its sprites.
            p8.palt(0, false);
            p8.palt(1, true);
            p8.sspr(0, 48, 96, 24, x + 16, y + 2);
        })
    }),
    ("picorogue", || {
        titled(&played("picorogue", 22, &bots::picorogue::inputs(22, 43), 620), 16, |p8, x, y| {
            let text = "\x06w\x06tpicorogue";
            p8.print_at(text, x + 64 - p8.text_width(text) / 2, y + 3, 10);
        })
    }),
    ("ghosts", || {
        let seed = bots::ghosts::seed(3, true);
        let inputs = bots::ghosts::inputs(seed);
        titled(&played("ghosts", seed.into(), &inputs, 3357), 14, |p8, x, y| {
            p8.sspr(0, 64, 128, 16, x, y + 3)
        })
    }),
    ("kasidin", || {
        titled(&crate::kasidin::king(), 9, |p8, x, y| {
            p8.sspr(0, 40, 96, 24, x + 16, y + 2);
        })
    }),
    ("goblin", || {
        titled(&crate::goblin::moment(|game| game.floor == 3 && game.watched.len() > 2), 0, |p8, x, y| {
            p8.sspr(20, 50, 88, 15, x + 20, y + 4);
        })
    }),
];

/// A cart's game at a frame.
fn played(name: &str, seed: u64, inputs: &[Input], frame: usize) -> Console {
    let mut console = shelf::find(name).unwrap().boot(seed).unwrap();
    inputs.iter().take(frame).for_each(|input| _ = console.frame(input));
    console
}

/// The screen without its upper rows, where some carts have counters, with a logo on it, outlined in black.
fn titled(console: &Console, blank: i32, logo: impl Fn(&mut Machine, i32, i32)) -> Screen {
    let mut p8 = console.machine().clone();
    p8.camera(0, 0);
    p8.clip_reset();
    p8.fillp(0);
    p8.pal_reset_one(0);
    p8.rectfill(0, 0, 127, blank - 1, 0);
    (1..16).for_each(|color| _ = p8.pal(color, 0));
    (0..9).for_each(|at| logo(&mut p8, at % 3 - 1, at / 3 - 1));
    p8.pal_reset_one(0);
    logo(&mut p8, 0, 0);
    p8.screen()
}

#[test]
fn labels_are_scenes_of_their_games() {
    let bless = Mode::from_env().expect("nothing is blessed on a server") == Mode::Bless;
    let mut complaints = Vec::new();
    for cart in shelf::CARTS {
        let (_, draw) = LABELS.iter().find(|(name, _)| *name == cart.name).expect("each cart has a label");
        let screen = draw();
        let name = cart.label.expect("each cart of the shelf has a label").name;
        let path = root().join(name);
        let old = fs::read(&path).ok().and_then(|bytes| format::read_png(&bytes, name).ok());
        if old.is_some_and(|old| old.indices == screen[..]) {
            continue;
        }
        if bless {
            fs::write(&path, format::png(&screen[..], 128, 128, 1)).unwrap();
            say(&format!("drew {name}"));
        } else {
            complaints.push(format!("{name} is not the scene of {} that this test draws", cart.title));
        }
    }
    assert!(
        complaints.is_empty(),
        "\n{}\n  BLESS=1 cargo test -p tests --test golden draws them",
        complaints.join("\n")
    );
}

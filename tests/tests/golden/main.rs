//! Golden pictures: pages that a person can judge at a glance, and a digest to notice any change.
//!
//! ```text
//! draw.rs    shapes, patterns, clip and camera        text.rs     moving text, a custom font, scrolling
//! sprite.rs  sprites, stretches, map, tline           display.rs  palettes, raster modes, screen modes
//! player.rs  the modes of the player's screen  libretro_core.rs  the menu and error of the libretro core
//! studio.rs  menu, messages, view                     cart.rs     moments of the carts
//! debug.rs   every panel of the debugger              boot.rs     the boot screen
//! edit.rs    the editors
//! label.rs   the carts' labels
//! picorogue.rs, ghosts.rs, kasidin.rs, goblin.rs  their screens
//! cartridge.rs  cartridge pictures                   floors.rs   the catalogue of Smokehouse's floors, as text
//! ```
//!
//! The rules themselves are tested elsewhere, case by case and against slow references; here the expectation is a
//! picture checked by eye. To add one: write a function and a row in [`PAGES`], run `BLESS=1 cargo test -p tests
//! --test golden`, then look at the picture in `tests/golden`, enlarged.

mod boot;
mod cart;
mod cartridge;
mod comfort;
mod debug;
mod display;
mod draw;
mod edit;
mod floors;
mod ghosts;
mod goblin;
mod kasidin;
mod label;
mod libretro_core;
mod picorogue;
mod player;
mod sprite;
mod studio;
mod text;

use rasher::{Boot, Machine};
use rayon::prelude::*;
use std::sync::OnceLock;
use tests::golden::{Goldens, Screen, Shown};
use tests::table::here;

/// A page: its name and its drawing function.
type Page = (&'static str, fn() -> Screen);

/// All of them, by subject.
const PAGES: &[&[Page]] = &[
    draw::PAGES,
    sprite::PAGES,
    text::PAGES,
    display::PAGES,
    studio::PAGES,
    comfort::PAGES,
    player::PAGES,
    libretro_core::PAGES,
    boot::PAGES,
    cart::PAGES,
    picorogue::PAGES,
    ghosts::PAGES,
    kasidin::PAGES,
    goblin::PAGES,
    cartridge::PAGES,
    debug::PAGES,
];

/// All pages, drawn once for all tests: some play a whole game first.
fn pages() -> &'static [(&'static str, Screen)] {
    static ALL: OnceLock<Vec<(&str, Screen)>> = OnceLock::new();
    ALL.get_or_init(|| PAGES.par_iter().copied().flatten().map(|(name, page)| (*name, page())).collect())
}

/// The picture that `draw` makes on a fresh machine.
fn drawn(draw: impl FnOnce(&mut Machine)) -> Screen {
    let mut p8 = Machine::new(Boot::default());
    draw(&mut p8);
    p8.screen()
}

#[test]
fn pages_are_as_they_were_looked_at() {
    let goldens = Goldens::project().unwrap();
    let complaints: Vec<String> =
        pages().iter().filter_map(|(name, screen)| goldens.check(name, &**screen).err()).collect();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n\n"));
}

/// Other files of this crate have goldens too: each name is quoted in the source of some test.
#[test]
fn every_golden_is_asked_for() {
    let mut sources = String::new();
    let mut folders = vec![here().join("tests")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                sources += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    let names: Vec<&str> = sources.split('"').collect();
    let complaints = Goldens::project().unwrap().unused(&names).unwrap();
    assert!(
        complaints.is_empty(),
        "\n{}\n  BLESS=1 cargo test -p tests --test golden removes them",
        complaints.join("\n")
    );
    let mut pages: Vec<&str> = pages().iter().map(|(name, _)| *name).collect();
    let count = pages.len();
    pages.sort_unstable();
    pages.dedup();
    assert_eq!(pages.len(), count, "two pages have one name");
}

/// A page that shows almost nothing tests almost nothing.
#[test]
fn no_page_is_blank() {
    for (name, screen) in pages() {
        let common = (0..32).map(|color| screen.iter().filter(|c| **c == color).count()).max();
        assert!(common < Some(128 * 128 - 200), "{name} is almost one colour");
    }
}

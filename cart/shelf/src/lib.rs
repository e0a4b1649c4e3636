//! The shelf: the carts that ship with the console, each in one line.
//!
//! ```text
//! Entry ── name, title, one line, version
//!       ── files   sprites/NAME.png, .map, .flags, sfx/NAME.sfx, .music, embedded
//!       ── make    the program in its first state
//! ```
//!
//! The only crate that knows all carts. A new one is a folder in `cart/`, its files in `sprites/` and `sfx/`, and an
//! entry here.
#![deny(clippy::float_arithmetic)]

use format::{DataFile, DataFiles};
use rasher::Program;

/// A cart.
#[derive(Clone, Copy)]
pub struct Entry {
    /// What one types.
    pub name: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Raised with each change of rules: recordings belong to a version.
    pub version: u32,
    /// The data files as they were when the binary was built.
    pub files: DataFiles<'static>,
    /// Makes the program in its first state.
    pub make: fn() -> Box<dyn Program>,
}

/// The file of that name below the root, as it is when the binary is built.
macro_rules! file {
    ($name:expr) => {
        Some(DataFile {
            name: $name,
            bytes: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../", $name)),
        })
    };
}

/// The data files of a cart.
macro_rules! files {
    ($cart:literal) => {
        DataFiles {
            sheet: file!(concat!("sprites/", $cart, ".png")),
            map: file!(concat!("sprites/", $cart, ".map")),
            flags: file!(concat!("sprites/", $cart, ".flags")),
            sfx: file!(concat!("sfx/", $cart, ".sfx")),
            music: file!(concat!("sfx/", $cart, ".music")),
        }
    };
}

/// All carts, in the order of the boot screen.
pub const CARTS: &[Entry] = &[Entry {
    name: "porklike",
    title: "Smokehouse",
    about: "a raw bun climbs a tower for the golden ham",
    version: 2,
    files: files!("porklike"),
    make: || rasher::program(porklike::Game::default()),
}];

/// The cart of that name.
pub fn find(name: &str) -> Option<&'static Entry> {
    CARTS.iter().find(|cart| cart.name == name)
}

//! The shelf: the carts that ship with the console, each in one line.
//!
//! ```text
//! Entry ── name, title, one line, version
//!       ── files   sprites/NAME.png, .map, .flags, sfx/NAME.sfx, .music, embedded
//!       ── label   cart/NAME/label.png, a scene of play with the logo on it
//!       ── best    what it saves of the best that a player has reached, as a line of text (best.rs)
//!       ── make    the program in its first state
//! ```
//!
//! The examples of `cart/examples` are entries too, on a page of their own: [`EXAMPLES`].
//!
//! The only crate that knows all carts. A new one is a folder in `cart/`, its files in `sprites/` and `sfx/`, and an
//! entry here. A cart with a folder of its own, as `rasher new` makes it, is an [`Entry`] too: [`cart!`] makes it.
#![deny(clippy::float_arithmetic)]

mod best;
mod new;

pub use examples::Example;
pub use loader::{Best, Entry};
pub use new::{BLANK, new_cartridge, with_title};

#[doc(hidden)]
pub use format::{DataFile, DataFiles};
#[doc(hidden)]
pub use rasher::program;

/// The data files of a cart below a folder, as they are when the binary is built. Each must be there.
#[doc(hidden)]
#[macro_export]
macro_rules! files {
    ($root:expr, $cart:expr) => {
        $crate::DataFiles {
            sheet: $crate::files!(@ $root, concat!("sprites/", $cart, ".png")),
            map: $crate::files!(@ $root, concat!("sprites/", $cart, ".map")),
            flags: $crate::files!(@ $root, concat!("sprites/", $cart, ".flags")),
            sfx: $crate::files!(@ $root, concat!("sfx/", $cart, ".sfx")),
            music: $crate::files!(@ $root, concat!("sfx/", $cart, ".music")),
        }
    };
    (@ $root:expr, $name:expr) => {
        Some($crate::DataFile { name: $name, bytes: include_bytes!(concat!($root, "/", $name)) })
    };
}

/// The cart of the calling crate, from the type of its state, which starts as its `Default`.
///
/// `cart!(Game, "Night moth")` sets the title that windows and cartridges show; without one it is the crate's name. The
/// cart's name, line and version come from the crate: `PACKAGE`, its description, and its major version, which you
/// raise when the rules change. Its files, `sprites/PACKAGE.png`, `.map` and `.flags`, `sfx/PACKAGE.sfx` and `.music`,
/// are embedded.
#[macro_export]
macro_rules! cart {
    ($state:ty) => {
        $crate::cart!($state, env!("CARGO_PKG_NAME"))
    };
    ($state:ty, $title:expr) => {
        $crate::Entry {
            name: env!("CARGO_PKG_NAME"),
            title: $title,
            about: env!("CARGO_PKG_DESCRIPTION"),
            version: $crate::number(env!("CARGO_PKG_VERSION_MAJOR")),
            files: $crate::files!(env!("CARGO_MANIFEST_DIR"), env!("CARGO_PKG_NAME")),
            label: None,
            best: None,
            package: Some(env!("CARGO_MANIFEST_DIR")),
            state: stringify!($state),
            example: false,
            make: || $crate::program(<$state as Default>::default()),
        }
    };
}

/// A number that cargo wrote.
#[doc(hidden)]
pub const fn number(digits: &str) -> u32 {
    match u32::from_str_radix(digits, 10) {
        Ok(number) => number,
        Err(_) => 0,
    }
}

/// The label of a cart of the shelf.
macro_rules! label {
    ($cart:literal) => {
        Some(DataFile {
            name: concat!("cart/", $cart, "/label.png"),
            bytes: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../", $cart, "/label.png")),
        })
    };
}

/// All carts, in the order of the boot screen.
// A `static`, as are the two lists below: the closures of a `const` are compiled again in each crate that reads it, and with
// them all that a cart's state can do as text and bytes. With those two as constants the workspace's crates take 840 s of
// processor time instead of 241.
pub static CARTS: &[Entry] = &[
    Entry {
        name: "porklike",
        title: "Smokehouse",
        about: "a raw bun climbs a tower for the golden ham",
        version: 21,
        files: files!(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), "porklike"),
        label: label!("porklike"),
        best: Some(best::SMOKEHOUSE),
        package: None,
        state: "",
        example: false,
        make: || rasher::program(porklike::Game::default()),
    },
    Entry {
        name: "picorogue",
        title: "picorogue",
        about: "ten floors of # and ., six ways to die",
        version: 9,
        files: files!(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), "picorogue"),
        label: label!("picorogue"),
        best: None,
        package: None,
        state: "",
        example: false,
        make: || rasher::program(picorogue::Game::default()),
    },
    Entry {
        name: "ghosts",
        title: "Ghostlight",
        about: "a lantern, three dungeons, and their ghosts",
        version: 8,
        files: files!(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), "ghosts"),
        label: label!("ghosts"),
        best: None,
        package: None,
        state: "",
        example: false,
        make: || rasher::program(ghosts::Game::default()),
    },
    Entry {
        name: "kasidin",
        title: "Kasidin",
        about: "five caves down to the king who shut off the lava",
        version: 8,
        files: files!(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), "kasidin"),
        label: label!("kasidin"),
        best: None,
        package: None,
        state: "",
        example: false,
        make: || rasher::program(kasidin::Game::default()),
    },
    Entry {
        name: "goblin",
        title: "Goblin",
        about: "five floors down for the tribe's drum, then back up",
        version: 7,
        files: files!(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), "goblin"),
        label: label!("goblin"),
        best: None,
        package: None,
        state: "",
        example: false,
        make: || rasher::program(goblin::Game::default()),
    },
];

macro_rules! examples {
    ($($name:ident $title:literal $about:literal)*) => {
        /// The examples, in their order: `cart/examples`.
        pub static EXAMPLES: &[Entry] = &[$(Entry {
            name: stringify!($name),
            title: $title,
            about: $about,
            version: 1,
            files: files!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/", stringify!($name)), stringify!($name)),
            // The picture that its test expects.
            label: Some(DataFile {
                name: concat!("cart/examples/", stringify!($name), "/tests/picture.png"),
                bytes: include_bytes!(concat!(
                    env!("CARGO_MANIFEST_DIR"), "/../examples/", stringify!($name), "/tests/picture.png"
                )),
            }),
            best: None,
            package: None,
            state: "",
            example: true,
            make: || rasher::program(examples::$name::Game::default()),
        }),*];
    };
}

examples::each_example!(examples);

/// The carts of the shelf and the examples: all that has a name.
pub static ALL: &[Entry] = &{
    let mut all = [CARTS[0]; CARTS.len() + EXAMPLES.len()];
    let mut i = 1;
    while i < all.len() {
        all[i] = if i < CARTS.len() { CARTS[i] } else { EXAMPLES[i - CARTS.len()] };
        i += 1;
    }
    all
};

/// The cart of that name, as a constant, so that a program contains no other one. Without a name, the first cart.
pub const fn only(name: Option<&str>) -> Option<Entry> {
    let Some(name) = name else { return Some(CARTS[0]) };
    let mut i = 0;
    while i < ALL.len() {
        if same(ALL[i].name.as_bytes(), name.as_bytes()) {
            return Some(ALL[i]);
        }
        i += 1;
    }
    None
}

/// `==`, which no constant can be made with yet.
const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// The files of an example, by its name.
pub fn example(name: &str) -> Option<&'static Example> {
    examples::EXAMPLES.iter().find(|example| example.name == name)
}

/// The cart of that name.
pub fn find(name: &str) -> Option<&'static Entry> {
    ALL.iter().find(|cart| cart.name == name)
}

//! The options of each command: clap parses them from the command line, and tests fill them in. Doc comments are the text of `--help`.
//!
//! ```text
//! window.rs   run, play, view      debug.rs   debug, replay, diff, bisect, trace      sound.rs   render, parts of export
//! ```
//!
//! `cli.rs` fills in `home`, which is global, and the cart where a program has only one.

mod debug;
mod sound;
mod window;

pub use debug::{BisectOptions, DebugOptions, DiffOptions, LineOptions, RunFiles, TraceOptions};
pub use sound::{PartOptions, RenderOptions, SoundFileOptions};
pub(crate) use window::seed;
pub use window::{CartOptions, HungRun, PlayOptions, PlaySoundOptions, Renderer, RunSource};

use crate::example;
use shelf::Entry;
use std::ffi::OsString;
use std::path::PathBuf;
use window::DATA;

/// Without `home`, cart data are neither read nor kept. The seed defaults to 0.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct RunOptions {
    #[cfg_attr(feature = "cli", command(flatten))]
    pub play: PlayOptions,
    /// Run without a window, as fast as possible
    #[cfg_attr(feature = "cli", arg(long))]
    pub headless: bool,
    /// Press the buttons of FILE: a script with lines such as `12 right` or `1 o`, or a recording
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE", requires = "headless"))]
    pub input: Option<PathBuf>,
    /// Write the last frame's picture to OUT
    #[cfg_attr(feature = "cli", arg(long, value_name = "OUT", requires = "headless"))]
    pub png: Option<PathBuf>,
    /// Enlarge the picture N times
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=16)))]
    pub scale: u8,
    /// Print the digest of the last frame's state
    #[cfg_attr(feature = "cli", arg(long, requires = "headless"))]
    pub digest: bool,
    /// Lua: print how many lines were reached, and which lines and functions were not
    #[cfg_attr(feature = "cli", arg(long, requires = "headless"))]
    pub coverage: bool,
}

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct TestOptions {
    /// A cart of the shelf, or a cartridge: FILE.p8, .p8.png or .p8.rom; optional in a cart's own program. With FILTER, only tests with
    /// that in their names run
    #[cfg_attr(feature = "cli", arg(value_name = "NAME [FILTER]", num_args = 0..=2))]
    pub words: Vec<OsString>,
    // Set from `words`.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub cart: PathBuf,
    #[cfg_attr(feature = "cli", arg(skip))]
    pub filter: String,
    /// Run the tests in DIR instead of the `tests` folder next to the cart
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR"))]
    pub tests: Option<PathBuf>,
    /// Accept all pictures that are new or differ; look at them afterwards
    #[cfg_attr(feature = "cli", arg(long))]
    pub bless: bool,
    /// Write a JUnit XML report to FILE, for CI servers
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    pub junit: Option<PathBuf>,
    /// Lua: print how many lines were reached, and which were not; fail below MIN percent
    #[cfg_attr(feature = "cli", arg(long, value_name = "MIN", num_args = 0..=1, require_equals = true, default_missing_value = "0", value_parser = clap::value_parser!(u8).range(0..=100)))]
    pub coverage: Option<u8>,
    /// Press random buttons for SECONDS, from the cart's start and from the end of each test; the first error, false `always` line,
    /// endless call or frame over its budget becomes the test monkey-1.test
    #[cfg_attr(feature = "cli", arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=86_400), conflicts_with_all = ["bless", "coverage"]))]
    pub monkey: Option<u32>,
    /// Repeat the search of --monkey that printed this seed
    #[cfg_attr(feature = "cli", arg(long, value_name = "SEED", value_parser = seed, requires = "monkey"))]
    pub seed: Option<u64>,
    /// Lua: fail if PICO-8 would refuse the code, or run out of memory
    #[cfg_attr(feature = "cli", arg(long))]
    pub strict: bool,
    /// Run N tests in parallel [default: one per processor]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..)))]
    pub jobs: Option<u8>,
    /// Print one JSON object instead of text
    #[cfg_attr(feature = "cli", arg(long))]
    pub json: bool,
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR|FILE", help = DATA))]
    pub data: Option<PathBuf>,
}

impl TestOptions {
    /// Splits `words` into cart and filter; none if the cart is missing.
    pub fn take_words(&mut self, carts: &[Entry]) -> Option<()> {
        let is_cart = |word: &OsString| {
            carts.iter().any(|cart| *word == *cart.name) || store::is_cartridge(word.as_ref())
        };
        let mut words = std::mem::take(&mut self.words).into_iter().peekable();
        self.cart = match carts {
            [only] if words.peek().is_none_or(|word| !is_cart(word)) => only.name.into(),
            _ => words.next()?.into(),
        };
        self.filter = words.next().unwrap_or_default().to_string_lossy().into_owned();
        Some(())
    }
}

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct ReplayOptions {
    #[cfg_attr(feature = "cli", command(flatten))]
    pub run: RunFiles,
    /// Write the last frame's picture to OUT, enlarged 4 times
    #[cfg_attr(feature = "cli", arg(long, value_name = "OUT"))]
    pub png: Option<PathBuf>,
}

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct ImportOptions {
    /// A picture of at most 128x128 pixels, or enlarged from that: PNG, BMP, GIF, WebP, QOI or JPEG; an Aseprite file, whose frames are
    /// placed side by side; a map of Tiled (.tmx, .tmj) or LDtk (.ldtk); a recording (.wav), of which one period becomes a waveform
    /// instrument; a tune (.mid), which becomes patterns and sounds; or a cartridge
    #[cfg_attr(feature = "cli", arg(value_name = "FILE"))]
    pub picture: PathBuf,
    /// The cart to import into: writes sprites/NAME.png, sprites/NAME.map or all data files; or a cart's folder, or its file next to such
    /// folders. Sounds are added to those of a cart, or of a cartridge
    #[cfg_attr(feature = "cli", arg(value_name = "NAME", value_parser = lossy_parser()))]
    pub name: String,
    /// Write FILE instead
    #[cfg_attr(feature = "cli", arg(short, long, value_name = "FILE"))]
    pub output: Option<PathBuf>,
    /// Overwrite existing files, or the sound
    #[cfg_attr(feature = "cli", arg(long))]
    pub overwrite: bool,
    /// WAV: the waveform instrument, 0 to 7 [default: the first free one]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=7)))]
    pub sound: Option<u8>,
    /// WAV: write all of it as samples for serial(0x808), to a Lua file with a player, or as a sheet with -o FILE.png
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "sound"))]
    pub pcm: bool,
    /// Write into DIR instead of searching for a folder with sprites and sfx
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR"))]
    pub data: Option<PathBuf>,
}

/// Accepts words that are not UTF-8.
fn lossy_parser() -> impl clap::builder::TypedValueParser<Value = String> {
    use clap::builder::TypedValueParser;
    clap::builder::OsStringValueParser::new().map(|word| word.to_string_lossy().into_owned())
}

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct PackOptions {
    /// The cartridge: FILE.p8.png (a picture), .p8 (text) or .p8.rom (bytes) [default: NAME.p8.png]
    #[cfg_attr(feature = "cli", arg(short, long, value_name = "FILE"))]
    pub output: Option<PathBuf>,
    /// The label: a 128x128 PNG in the console's colours, or the number of a frame of a run without input [default: the cartridge's label,
    /// or frame 60]
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE|FRAME"))]
    pub label: Option<String>,
    /// Leave out the code of a cart in Rust: its data, for consoles that have the cart
    #[cfg_attr(feature = "cli", arg(long))]
    pub without_code: bool,
    /// Add the sources of a cart in Rust; `rasher unpack` writes them as files
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "without_code"))]
    pub source: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    pub cart: CartOptions,
}

/// A system to build for, on x86-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum System {
    Linux,
    Windows,
}

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct BuildOptions {
    /// A cart of the shelf (see `rasher list`), or a FILE.p8, .p8.png or .p8.rom; a cart's own program builds itself by default
    #[cfg_attr(feature = "cli", arg(value_name = "NAME"))]
    pub cart: Option<PathBuf>,
    /// Write the program to FILE instead of NAME
    #[cfg_attr(feature = "cli", arg(short, long, value_name = "FILE"))]
    pub out: Option<PathBuf>,
    /// Build for another system
    #[cfg_attr(feature = "cli", arg(long = "target", value_name = "SYSTEM", value_enum))]
    pub system: Option<System>,
}

/// An address of the web: a link to anything else could run a script.
#[cfg(feature = "cli")]
fn address(text: &str) -> Result<String, String> {
    match text.starts_with("https://") || text.starts_with("http://") {
        true => Ok(text.to_string()),
        false => Err("expected an address that starts with https://".to_string()),
    }
}

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct ExportOptions {
    /// A cart of the shelf, or a FILE.p8, .p8.png or .p8.rom, whose page has only this cart. Without it, the page is the console with
    /// everything, where carts can be dropped
    #[cfg_attr(feature = "cli", arg(value_name = "NAME"))]
    pub cart: Option<PathBuf>,
    /// Write the page to FILE instead of NAME.html
    #[cfg_attr(feature = "cli", arg(short, long, value_name = "FILE"))]
    pub out: Option<PathBuf>,
    /// Add the editors (F2) and the debugger (F12) to the cart's page
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "PartOptions"))]
    pub tools: bool,
    /// Show the author's name on the page
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME", conflicts_with = "PartOptions"))]
    pub author: Option<String>,
    /// Link to the cart's source, or to any page about it
    #[cfg_attr(feature = "cli", arg(long, value_name = "URL", value_parser = address, conflicts_with = "PartOptions"))]
    pub source: Option<String>,
    /// Write NAME.zip for itch.io, with the page as index.html
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "PartOptions"))]
    pub itch: bool,
    /// Show this recorded run of the cart until a key is pressed
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE", conflicts_with = "PartOptions"))]
    pub replay: Option<PathBuf>,
    // Without any of these, a page is exported.
    #[cfg_attr(feature = "cli", command(flatten))]
    pub part: PartOptions,
    /// Enlarge a picture N times
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=16)))]
    pub scale: u8,
    #[cfg_attr(feature = "cli", command(flatten))]
    pub file: SoundFileOptions,
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR|FILE", help = DATA))]
    pub data: Option<PathBuf>,
}

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct ShareOptions {
    /// A cartridge in Lua, which the console's page plays; or a recording, a bug report, a save slot or the NAME of a cart for its last
    /// run, which the page of its cart shows
    #[cfg_attr(feature = "cli", arg(value_name = "FILE|NAME"))]
    pub file: PathBuf,
    /// The address of the page; without it, only the part from # on is printed
    #[cfg_attr(feature = "cli", arg(long, value_name = "URL", value_parser = address))]
    pub page: Option<String>,
    /// Also draw a QR code of the link, for a phone's camera
    #[cfg_attr(feature = "cli", arg(long, requires = "page"))]
    pub qr: bool,
}

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct SiteOptions {
    /// The folder with the carts; with --check, a site or its index.json
    #[cfg_attr(feature = "cli", arg(value_name = "FOLDER"))]
    pub folder: PathBuf,
    /// Write the site to DIR, a new folder or an earlier site [default: site]
    #[cfg_attr(feature = "cli", arg(short, long, value_name = "DIR"))]
    pub out: Option<PathBuf>,
    /// The site's title [default: the folder's name]
    #[cfg_attr(feature = "cli", arg(long, value_name = "TEXT"))]
    pub title: Option<String>,
    /// A sentence below the title
    #[cfg_attr(feature = "cli", arg(long, value_name = "TEXT"))]
    pub about: Option<String>,
    /// Where the site will be published, for previews of links and the feed
    #[cfg_attr(feature = "cli", arg(long, value_name = "URL", value_parser = address))]
    pub url: Option<String>,
    /// Play on this page of the console, made by `rasher export`, instead of a copy of it in the site
    #[cfg_attr(feature = "cli", arg(long, value_name = "URL", value_parser = address))]
    pub player: Option<String>,
    /// Check an index and the files that it names; nothing is written
    #[cfg_attr(feature = "cli", arg(long, conflicts_with_all = ["out", "title", "about", "url", "player"]))]
    pub check: bool,
}

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct NewOptions {
    /// The folder; its name is the cart's name
    #[cfg_attr(feature = "cli", arg(value_name = "PATH", required_unless_present = "examples"))]
    pub path: Option<PathBuf>,
    /// Depend on the console in this repository, instead of the checkout that this binary was built from
    #[cfg_attr(feature = "cli", arg(long, value_name = "URL"))]
    pub git: Option<String>,
    /// Depend on the published version of the console
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "git"))]
    pub registry: bool,
    /// Start from this example instead of the template's small game
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(example::names())))]
    pub example: Option<String>,
    /// List the examples
    #[cfg_attr(feature = "cli", arg(long, conflicts_with_all = ["path", "git", "example", "lua", "blank"]))]
    pub examples: bool,
    /// Create a cart in Lua: a .p8 that includes its code, with sheet and sounds in separate files
    #[cfg_attr(feature = "cli", arg(long, conflicts_with_all = ["git", "registry"]))]
    pub lua: bool,
    /// Create a blank cart in Lua, without the template's game
    #[cfg_attr(feature = "cli", arg(long, requires = "lua", conflicts_with = "example"))]
    pub blank: bool,
}

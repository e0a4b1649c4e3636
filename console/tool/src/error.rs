//! What can go wrong in a command. Each error says which file or word it is about, what was found, and what was
//! expected or can be done.

use format::FormatError;
use rasher::text::in_message;
use std::path::PathBuf;
use store::shown;
use timeline::{ConditionError, Crash, MissingField, ReplayError};

/// What a file or a person has said, as a part of a message.
fn plain(text: &str) -> String {
    in_message(text, 1000)
}

#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// No cart of that name.
    #[error("no cart {name:?} on the shelf; there are: {shelf}")]
    NoCart { name: String, shelf: String },
    /// A file cannot be read or written.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// A data file is wrong.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A source cannot be measured.
    #[error(transparent)]
    Budget(#[from] budget::BudgetError),
    /// This program has no encoder for that.
    #[error("{}: this program was built without Vorbis, expected a name that ends in .wav", shown(path))]
    NoVorbis { path: PathBuf },
    #[error("{}: Vorbis: {why}", shown(path))]
    Vorbis { path: PathBuf, why: String },
    /// The source of a cart is not here.
    #[error(
        "{0}: its source cart/{0} is not in the current folder or one above it; give a path instead",
        plain(name)
    )]
    NoSource { name: String },
    /// Nothing is kept of a cart.
    #[error("{}: no run of {} is kept there, and no file has that name", shown(folder), plain(cart))]
    NoRun { cart: String, folder: PathBuf },
    /// The cart of a run is not at hand.
    #[error(
        "{}: no cart {name:?} on the shelf, and no {name}.p8, .p8.png or .p8.rom beside this run of it or here; name the cartridge too",
        shown(path)
    )]
    NoCartOfRun { path: PathBuf, name: String },
    /// A run is of another cart than the one that is named.
    #[error("{}: a run of {recorded:?} with other data, not of {}", shown(path), shown(found))]
    OtherCart {
        path: PathBuf,
        recorded: String,
        /// The cartridge that was named.
        found: PathBuf,
    },
    /// A cartridge's code has been changed since a run of it was recorded.
    #[error(
        "{}: recorded with other code than that of {}: frame 0 differs already",
        shown(path),
        shown(cart)
    )]
    OtherCode { path: PathBuf, cart: PathBuf },
    /// A recording does not replay.
    #[error("{}: {source}", shown(path))]
    Replay { path: PathBuf, source: Box<ReplayError> },
    /// The standard output cannot be written.
    #[error("standard output: cannot write: {source}")]
    Stdout { source: std::io::Error },
    /// Raw bytes would go to a terminal.
    #[error("{0}")]
    RawTerminal(&'static str),
    /// What an editor sent, or took, was no message of the protocol.
    #[error("the Debug Adapter Protocol: {}", plain(why))]
    Wire {
        /// What was found and expected.
        why: String,
    },
    /// There is no such line.
    #[error("{text:?}: {why}")]
    Line {
        text: String,
        /// Why there is none.
        why: String,
    },
    /// A report is only written if the person says so.
    #[error(
        "{}: the report was not written, since nobody can be asked here; add --yes to write it",
        shown(path)
    )]
    Unanswered { path: PathBuf },
    /// A moment cannot be changed so.
    #[error("{text:?}: {why}")]
    Edit {
        text: String,
        /// Why not.
        why: String,
    },
    /// A run has no such frame.
    #[error("{}: found no frame {frame}, expected one from 0 to {head}", shown(path))]
    NoFrame {
        path: PathBuf,
        frame: u64,
        /// The last one.
        head: u64,
    },
    /// A condition that never begins to hold.
    #[error("{}: in no frame {condition:?} begins to hold{}", shown(path), missing.as_ref().map(|m| format!("; {m}")).unwrap_or_default())]
    Never {
        path: PathBuf,
        condition: String,
        /// A field that it asks for and the last moment does not have.
        missing: Option<Box<MissingField>>,
    },
    /// A condition asks for a field that the cart does not have.
    #[error("{text:?}: {missing}")]
    NoField { text: String, missing: Box<MissingField> },
    /// A condition or path on the command line is none.
    #[error("{what} {text:?}: {source}")]
    Word { what: &'static str, text: String, source: ConditionError },
    #[error(transparent)]
    Crash(#[from] Crash),
    /// A line of a button script is wrong.
    #[error("{}:{line}: found {found:?}, expected {}", plain(file), plain(expected))]
    Script {
        file: String,
        /// Its line, from 1.
        line: usize,
        found: String,
        expected: &'static str,
    },
    /// A line of a test is wrong.
    #[error("{}:{line}: {}", plain(file), plain(why))]
    TestLine {
        file: String,
        /// Its line, from 1.
        line: usize,
        /// What was found and expected.
        why: String,
    },
    /// There is no test to run.
    #[error("{}: found no test{}, expected files such as {}; one is a text with lines such as 60 right and expect hp == 3: rasher help test", shown(folder), if filter.is_empty() { String::new() } else { format!(" with {filter:?} in its name") }, shown(&folder.join("walk.test")))]
    NoTests {
        /// Where they are looked for.
        folder: PathBuf,
        /// What their names must have in them.
        filter: String,
    },
    /// Pictures are to be accepted where nobody looks at them.
    #[error("--bless: found CI in the environment; pictures are accepted by who has looked at them")]
    Unseen,
    /// A cart in Lua is to be run.
    #[error(
        "{}: a cart in Lua, and this is done for carts in Rust; rasher view {} shows its data",
        shown(path),
        shown(path)
    )]
    Lua { path: PathBuf },
    /// A cart's code is no program.
    #[error("{}: {source}", shown(path))]
    Syntax {
        path: PathBuf,
        /// What is wrong with it, and where.
        source: ::script::CodeError,
    },
    /// Several things are named, and they are not all folders.
    #[error(
        "{}: expected a folder of cartridges; one NAME is played, or several folders stand on the shelf",
        shown(path)
    )]
    NotFolders {
        /// The first that is none, or that stands beside a cart.
        path: PathBuf,
    },
    /// A file holds the data, and others are asked for.
    #[error(
        "{}: has data of its own, and --data {} names others; give one of them",
        shown(path),
        shown(data)
    )]
    TwoSources { path: PathBuf, data: PathBuf },
    /// A file of no known kind is to be written.
    #[error("{}: found a name that ends otherwise, expected .p8.png, .p8 or .p8.rom", shown(path))]
    Ending { path: PathBuf },
    /// A label is not of the size of the screen.
    #[error("{}: found {width}x{height} pixels, expected 128x128", shown(path))]
    Label { path: PathBuf, width: usize, height: usize },
    /// A `--data` folder without files of the cart.
    #[error("{}: no sprites/{name}.png, .map or .flags and no sfx/{name}.sfx or .music in it", shown(folder))]
    NoFiles {
        /// The folder that was named.
        folder: PathBuf,
        name: String,
    },
    /// A `--data` folder without data.
    #[error("{}: neither a folder sprites nor a folder sfx in it", shown(path))]
    NoData { path: PathBuf },
    /// No call of that name.
    #[error("no call or command {name:?}{}", near.as_ref().map(|n| format!("; did you mean {n}?")).unwrap_or_default())]
    NoCall { name: String, near: Option<String> },
    /// A name that no cart can have.
    #[error("{found:?} is no name for a cart: {why}{}", near.as_ref().map(|n| format!("; {n} would do")).unwrap_or_default())]
    Name {
        found: String,
        /// What is wrong with it.
        why: &'static str,
        /// A name like it that is good.
        near: Option<String>,
    },
    #[error("{}: is there already; nothing is written over it", shown(path))]
    There { path: PathBuf },
    /// A file is there already that may be replaced, if that is said.
    #[error("{}: is there already; --overwrite replaces it, -o FILE writes another", shown(path))]
    Kept { path: PathBuf },
    /// No folder of data files.
    #[error(
        "no folder at or above the current one holds sprites and sfx; say where with --data DIR, or -o {name}.png"
    )]
    NoFolder { name: String },
    /// A new cart would be one of the console's own crates.
    #[error(
        "{}: the checkout takes every folder there for one of its own crates; make it elsewhere, such as ../{name}",
        shown(path)
    )]
    Member { path: PathBuf, name: String },
    /// The folder of a cart has none in it.
    #[error(
        "{}: found no cart's manifest, expected one with lines like rasher = {{ path = \"...\" }} or git = \"...\"",
        shown(path)
    )]
    NoCartFolder { path: PathBuf },
    /// No cart is named, and there is none that must be meant.
    #[error("which cart? give its NAME (see `rasher list`), or the path of its folder or file")]
    Unnamed,
    /// Cargo did not build the program.
    #[error("cargo {found}")]
    Cargo { found: String },
    /// Rust's library for a target is not installed.
    #[error("Rust's library for {target} is not installed: `rustup target add {target}` installs it")]
    NoTarget { target: &'static str },
    /// There is no player that a cart could be put behind.
    #[error("no player: {why}")]
    NoPlayer { why: String },
    /// A cart's window is among what every target gets.
    #[error(
        "{}: a page has no window, so the line of `rasher-desktop` belongs under [target.'cfg(not(target_arch = \"wasm32\"))'.dependencies]",
        shown(path)
    )]
    WindowEverywhere { path: PathBuf },
    /// A cartridge that is no game by itself was to become a page.
    #[error(
        "{}: these are the data of a cart in Rust, whose code is not in it; export the cart by its name",
        shown(path)
    )]
    Stamped { path: PathBuf },
    /// A cart in Lua that does not start.
    #[error("{}: {fault}", shown(path))]
    Unplayable { path: PathBuf, fault: String },
    /// A page's bytes could not be packed.
    #[error("the page could not be packed: {why}")]
    Pack { why: String },
    /// No address of a repository.
    #[error("--git {found:?}: expected the address of a repository, without quotes")]
    Url { found: String },
    /// The checkout that the binary was made from is gone.
    #[error(
        "{}: the checkout that this binary was made from is not there any more (a new cart may have one with --git URL)",
        shown(path)
    )]
    NoCheckout { path: PathBuf },
}

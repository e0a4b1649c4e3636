//! Errors of commands.

use format::FormatError;
use rasher::text::in_message;
use std::path::PathBuf;
use store::shown;
use timeline::{ConditionError, Crash, MissingField, ReplayError};

/// Where the sources are.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// Text from a file or the command line, safe in a message.
fn plain(text: &str) -> String {
    in_message(text, 1000)
}

impl ToolError {
    pub fn argument(text: impl ToString, why: impl ToString) -> ToolError {
        ToolError::Argument { text: text.to_string(), why: why.to_string() }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    #[error(transparent)]
    Store(#[from] store::StoreError),
    #[error(transparent)]
    Load(#[from] loader::LoadError),
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error(transparent)]
    Budget(#[from] budget::BudgetError),
    #[error("{}: this program was built without Vorbis; expected a name that ends in .wav", shown(path))]
    NoVorbis { path: PathBuf },
    #[error("{}: Vorbis: {why}", shown(path))]
    Vorbis { path: PathBuf, why: String },
    #[error("{0}: found no source in cart/{0} here or in a folder above; give its path instead", plain(name))]
    NoSource { name: String },
    #[error("{}: found no saved run of {}, and no file of that name", shown(folder), plain(cart))]
    NoRun { cart: String, folder: PathBuf },
    #[error(
        "{}: found a run of {recorded:?} with different data, expected one of {}",
        shown(path),
        shown(found)
    )]
    OtherCart { path: PathBuf, recorded: String, found: PathBuf },
    #[error("{}: recorded with different code than {}: frame 0 already differs", shown(path), shown(cart))]
    OtherCode { path: PathBuf, cart: PathBuf },
    #[error("{}: {source}", shown(path))]
    Replay { path: PathBuf, source: Box<ReplayError> },
    #[error(
        "{}: too long for a link, expected at most {most} characters; export a page with --replay instead",
        shown(path)
    )]
    LongLink { path: PathBuf, most: usize },
    #[error("standard output: cannot write: {source}")]
    Stdout { source: std::io::Error },
    #[error("{0}")]
    RawTerminal(&'static str),
    #[error("the Debug Adapter Protocol: {}", plain(why))]
    DapIo { why: String },
    // An argument, and the problem.
    #[error("{text:?}: {why}")]
    Argument { text: String, why: String },
    #[error(
        "{}: no report was written, as there is no terminal to ask on; add --yes to write it",
        shown(path)
    )]
    NeedsYes { path: PathBuf },
    #[error("{}: found no frame {frame}, expected one from 0 to {head}", shown(path))]
    NoFrame { path: PathBuf, frame: u64, head: u64 },
    #[error("{}: {condition:?} becomes true in no frame{}", shown(path), why.as_ref().map(|why| format!("; {why}")).unwrap_or_default())]
    NeverTrue { path: PathBuf, condition: String, why: Option<String> },
    #[error("{text:?}: {missing}")]
    NoField { text: String, missing: Box<MissingField> },
    #[error("{option} {text:?}: {source}")]
    Condition { option: &'static str, text: String, source: ConditionError },
    #[error(transparent)]
    Crash(#[from] Crash),
    // A line, from 1, of a button script or a test.
    #[error("{}:{line}: {}", plain(file), plain(why))]
    FileLine { file: String, line: usize, why: String },
    #[error("{}: found no test{}, expected files such as {}, with lines such as `60 right` and `expect hp == 3` (see `rasher help test`)", shown(folder), if filter.is_empty() { String::new() } else { format!(" with {filter:?} in its name") }, shown(&folder.join("walk.test")))]
    NoTests { folder: PathBuf, filter: String },
    #[error(
        "--bless: does not work on a CI server (the variable CI is set); accept pictures where you can look at them"
    )]
    BlessOnCi,
    #[error(
        "{}: expected a folder of cartridges; give one NAME to play, or only folders for the shelf",
        shown(path)
    )]
    NotFolders { path: PathBuf },
    #[error("{}: expected a name that ends in .p8.png, .p8 or .p8.rom", shown(path))]
    CartridgeExtension { path: PathBuf },
    #[error("{}: found {width}x{height} pixels, expected 128x128", shown(path))]
    LabelSize { path: PathBuf, width: usize, height: usize },
    #[error("found no call or command {name:?}{}", near.as_ref().map(|n| format!("; did you mean {n}?")).unwrap_or_default())]
    UnknownTopic { name: String, near: Option<String> },
    #[error("{found:?} cannot be the name of a cart: {why}{}", near.as_ref().map(|n| format!("; try {n}")).unwrap_or_default())]
    CartName { found: String, why: &'static str, near: Option<String> },
    #[error(
        "{}: found other files, expected a new folder or an earlier site; name another one with -o DIR",
        shown(path)
    )]
    NotASite { path: PathBuf },
    #[error(
        "{}: found {found} bytes as a cartridge, expected at most {most}; a catalogue has no larger carts",
        shown(path)
    )]
    LargeCart { path: PathBuf, found: usize, most: usize },
    #[error("{}: {} loads #{}, which is not in it", shown(path), plain(cart), plain(id))]
    NotListed { path: PathBuf, cart: String, id: String },
    #[error("{}: already exists, and is not overwritten", shown(path))]
    Exists { path: PathBuf },
    #[error(
        "{}: already exists; use --overwrite to replace it, or -o FILE to write another file",
        shown(path)
    )]
    OutputExists { path: PathBuf },
    #[error("found no folder with sprites and sfx here or above; use --data DIR, or -o {name}.png")]
    NoDataFolder { name: String },
    #[error(
        "{}: this folder belongs to the checkout's own workspace; create the cart elsewhere, such as ../{name}",
        shown(path)
    )]
    InsideWorkspace { path: PathBuf, name: String },
    #[error(
        "{}: expected a cart's manifest with lines such as rasher = {{ path = \"...\" }} or git = \"...\"",
        shown(path)
    )]
    NotACart { path: PathBuf },
    #[error("expected the NAME of a cart (see `rasher list`), or the path of its folder or file")]
    CartRequired,
    #[error("cargo {found}")]
    Cargo { found: String },
    #[error("Rust's library for {target} is not installed; run `rustup target add {target}`")]
    NoTarget { target: &'static str },
    #[error("found no player to build with: {why}")]
    NoPlayer { why: String },
    #[error(
        "{}: modules have no window; move the line of `rasher-desktop` to [target.'cfg(not(target_arch = \"wasm32\"))'.dependencies]",
        shown(path)
    )]
    WindowDependency { path: PathBuf },
    #[error("{name}: {source}")]
    Module { name: String, source: wasm::ModuleError },
    #[error(
        "{name}: its module has {found} bytes packed, expected at most {most}; use fewer crates, or smaller tables. Its code, in bytes: {crates}"
    )]
    LargeModule { name: String, found: usize, most: usize, crates: String },
    #[error(
        "{name}: its module has {module} bytes packed and its sources {sources}, expected at most {most} together; pack it without --source"
    )]
    LargeSources { name: String, module: usize, sources: usize, most: usize },
    #[error("{path}: --source adds the sources of a cart in Rust to its picture; this one has none", path = path.display())]
    NoRustSource { path: PathBuf },
    #[error("cannot compress it: {why}")]
    Compress { why: String },
    #[error("--git {found:?}: expected the address of a repository, without quotes")]
    Url { found: String },
    #[error(
        "this needs the console's sources: run `git clone {REPOSITORY}`, and use `cargo run --` there instead of `rasher` (a new cart can use --git {REPOSITORY})"
    )]
    NoCheckout,
}

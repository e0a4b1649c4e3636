//! Errors of commands.

use format::FormatError;
use rasher::text::in_message;
use std::path::PathBuf;
use store::shown;
use timeline::{ConditionError, Crash, MissingField, ReplayError};

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
    #[error("{}: this program was built without Vorbis, expected a name that ends in .wav", shown(path))]
    NoVorbis { path: PathBuf },
    #[error("{}: Vorbis: {why}", shown(path))]
    Vorbis { path: PathBuf, why: String },
    #[error(
        "{0}: its source cart/{0} is not in the current folder or one above it; give a path instead",
        plain(name)
    )]
    NoSource { name: String },
    #[error("{}: no run of {} is kept there, and no file has that name", shown(folder), plain(cart))]
    NoRun { cart: String, folder: PathBuf },
    #[error("{}: a run of {recorded:?} with other data, not of {}", shown(path), shown(found))]
    OtherCart { path: PathBuf, recorded: String, found: PathBuf },
    #[error(
        "{}: recorded with other code than that of {}: frame 0 differs already",
        shown(path),
        shown(cart)
    )]
    OtherCode { path: PathBuf, cart: PathBuf },
    #[error("{}: {source}", shown(path))]
    Replay { path: PathBuf, source: Box<ReplayError> },
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
        "{}: the report was not written, since nobody can be asked here; add --yes to write it",
        shown(path)
    )]
    NeedsYes { path: PathBuf },
    #[error("{}: found no frame {frame}, expected one from 0 to {head}", shown(path))]
    NoFrame { path: PathBuf, frame: u64, head: u64 },
    #[error("{}: in no frame {condition:?} begins to hold{}", shown(path), missing.as_ref().map(|m| format!("; {m}")).unwrap_or_default())]
    NeverTrue { path: PathBuf, condition: String, missing: Option<Box<MissingField>> },
    #[error("{text:?}: {missing}")]
    NoField { text: String, missing: Box<MissingField> },
    #[error("{option} {text:?}: {source}")]
    Condition { option: &'static str, text: String, source: ConditionError },
    #[error(transparent)]
    Crash(#[from] Crash),
    // A line, from 1, of a button script or a test.
    #[error("{}:{line}: {}", plain(file), plain(why))]
    FileLine { file: String, line: usize, why: String },
    #[error("{}: found no test{}, expected files such as {}; one is a text with lines such as 60 right and expect hp == 3: rasher help test", shown(folder), if filter.is_empty() { String::new() } else { format!(" with {filter:?} in its name") }, shown(&folder.join("walk.test")))]
    NoTests { folder: PathBuf, filter: String },
    #[error("--bless: found CI in the environment; pictures are accepted by who has looked at them")]
    BlessOnCi,
    #[error(
        "{}: expected a folder of cartridges; one NAME is played, or several folders stand on the shelf",
        shown(path)
    )]
    NotFolders { path: PathBuf },
    #[error("{}: found a name that ends otherwise, expected .p8.png, .p8 or .p8.rom", shown(path))]
    CartridgeExtension { path: PathBuf },
    #[error("{}: found {width}x{height} pixels, expected 128x128", shown(path))]
    LabelSize { path: PathBuf, width: usize, height: usize },
    #[error("no call or command {name:?}{}", near.as_ref().map(|n| format!("; did you mean {n}?")).unwrap_or_default())]
    UnknownTopic { name: String, near: Option<String> },
    #[error("{found:?} is no name for a cart: {why}{}", near.as_ref().map(|n| format!("; {n} would do")).unwrap_or_default())]
    CartName { found: String, why: &'static str, near: Option<String> },
    #[error("{}: is there already; nothing is written over it", shown(path))]
    Exists { path: PathBuf },
    #[error("{}: is there already; --overwrite replaces it, -o FILE writes another", shown(path))]
    OutputExists { path: PathBuf },
    #[error(
        "no folder at or above the current one holds sprites and sfx; say where with --data DIR, or -o {name}.png"
    )]
    NoDataFolder { name: String },
    #[error(
        "{}: the checkout takes every folder there for one of its own crates; make it elsewhere, such as ../{name}",
        shown(path)
    )]
    InsideWorkspace { path: PathBuf, name: String },
    #[error(
        "{}: found no cart's manifest, expected one with lines like rasher = {{ path = \"...\" }} or git = \"...\"",
        shown(path)
    )]
    NotACart { path: PathBuf },
    #[error("which cart? give its NAME (see `rasher list`), or the path of its folder or file")]
    CartRequired,
    #[error("cargo {found}")]
    Cargo { found: String },
    #[error("Rust's library for {target} is not installed: `rustup target add {target}` installs it")]
    NoTarget { target: &'static str },
    #[error("no player: {why}")]
    NoPlayer { why: String },
    #[error(
        "{}: a page has no window, so the line of `rasher-desktop` belongs under [target.'cfg(not(target_arch = \"wasm32\"))'.dependencies]",
        shown(path)
    )]
    WindowDependency { path: PathBuf },
    #[error("the page could not be packed: {why}")]
    Compress { why: String },
    #[error("--git {found:?}: expected the address of a repository, without quotes")]
    Url { found: String },
    #[error(
        "{}: the checkout that this binary was made from is not there any more (a new cart may have one with --git URL)",
        shown(path)
    )]
    NoCheckout { path: PathBuf },
}

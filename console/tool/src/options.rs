//! What a command is asked to do, as plain data: the command line makes these of its words, and a program or a test may
//! fill them in itself.
//!
//! ```text
//! a window      PlayOptions                    a recording   ReplayOptions, DebugOptions, DiffOptions, BisectOptions, TraceOptions
//! no window     RunOptions, TestOptions,       a picture     ImportOptions
//!               PackOptions                    sound         RenderOptions, ListenOptions
//! ```
//!
//! `data` is where a cart's data files are looked for in place of the usual places: a folder with `sprites` and `sfx`, or a
//! cartridge. `home` is the folder of a person's own files in place of the platform's.

use crate::error::ToolError;
use crate::sound::{Piece, SoundFile};
use shelf::Entry;
use std::path::{Path, PathBuf};

/// What draws into the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Renderer {
    /// The graphics card, else the processor.
    #[default]
    Auto,
    Gpu,
    Soft,
}

/// How a cart is played in a window.
#[derive(Clone, Debug, Default)]
pub struct PlayOptions {
    /// A cart of the shelf, a cartridge's file or a bug report's; none for the boot screen.
    pub cart: Option<PathBuf>,
    /// Folders of cartridges that stand on the shelf, beside those that are set.
    pub folders: Vec<PathBuf>,
    /// The seed of the run; else the clock's.
    pub seed: Option<u64>,
    /// Where a recording of the run is written when it ends.
    pub record: Option<PathBuf>,
    /// The frames after which the window is closed.
    pub frames: Option<u64>,
    /// Goes on with the run that was left, without asking.
    pub resume: bool,
    /// Begins a new run without asking.
    pub fresh: bool,
    /// The recording or bug report that the debugger compares the run with.
    pub against: Option<PathBuf>,
    pub renderer: Renderer,
    /// Milliseconds that the sound device holds.
    pub sound_buffer: Option<u8>,
    /// Prints the spread of frame times at the end.
    pub stats: bool,
    /// Bytes that the cart sends by `serial` go to the standard output as they are.
    pub serial: bool,
    pub data: Option<PathBuf>,
    /// Where a person's files are.
    pub home: Option<PathBuf>,
    /// The run that does not come back from its last frame, in a program whose place this one takes.
    pub hung: Option<HungRun>,
}

/// A run that does not come back from its last frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HungRun {
    /// A recording of it, which goes when it was read.
    pub file: PathBuf,
    /// Before that frame the debugger is to open; else the menu.
    pub debugger: bool,
}

impl PlayOptions {
    /// The same, where a name that is a folder's opens the shelf with it. The name of a cart means that cart.
    ///
    /// # Errors
    /// When more than one thing is named and they are not all folders.
    pub fn with_folders(mut self, carts: &[Entry]) -> Result<PlayOptions, ToolError> {
        let is_folder = |name: &Path| carts.iter().all(|cart| Path::new(cart.name) != name) && name.is_dir();
        if let Some(name) = self.cart.take_if(|name| is_folder(name)) {
            self.folders.insert(0, name);
        }
        let wrong = self.folders.iter().find(|folder| self.cart.is_some() || !folder.is_dir());
        if let Some(path) = wrong {
            return Err(ToolError::NotFolders { path: path.clone() });
        }
        // What is marked of a cart is kept by its whole path.
        for folder in &mut self.folders {
            *folder = std::path::absolute(&*folder).unwrap_or_else(|_| folder.clone());
        }
        Ok(self)
    }

    /// What runs need that are looked at or held against the one that is played.
    pub fn run_source(&self) -> RunSource {
        let cart = self.cart.clone().filter(|cart| store::is_cartridge(cart));
        RunSource { cart, data: self.data.clone(), home: self.home.clone() }
    }
}

/// How a cart's tests are run.
#[derive(Clone, Debug, Default)]
pub struct TestOptions {
    /// A cart of the shelf, or a cartridge's file.
    pub cart: PathBuf,
    /// A part of the names of the tests that are run; empty for all.
    pub filter: String,
    /// Where they lie, else beside the cart.
    pub tests: Option<PathBuf>,
    pub bless: bool,
    /// Where a report for servers is written.
    pub junit: Option<PathBuf>,
    /// Tells the lines of a cart in Lua that were reached; so many hundredths at least, or it fails.
    pub coverage: Option<u8>,
    /// How many run at once; else one for each processor.
    pub jobs: Option<u8>,
    /// Prints one JSON object instead of text.
    pub json: bool,
    pub data: Option<PathBuf>,
}

/// How a cart is run without a window.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// A cart of the shelf, or a cartridge's file.
    pub cart: PathBuf,
    /// The seed of the run; else 0.
    pub seed: Option<u64>,
    /// Where a recording of the run is written.
    pub record: Option<PathBuf>,
    /// How many frames are run; else as many as the input has, or a second.
    pub frames: Option<u64>,
    /// A button script or a recording, whose buttons are pressed.
    pub input: Option<PathBuf>,
    /// Where the last picture is written.
    pub png: Option<PathBuf>,
    /// How many times it is enlarged, 1 to 16.
    pub scale: u8,
    /// Prints the digest of the last state.
    pub digest: bool,
    /// Prints which lines of a cart in Lua were reached, and which were not.
    pub coverage: bool,
    /// Bytes that the cart sends by `serial` go to the standard output as they are.
    pub serial: bool,
    pub data: Option<PathBuf>,
    /// Where cart data are read and kept; without it they are neither.
    pub home: Option<PathBuf>,
}

/// What a recorded run needs beside its file.
#[derive(Clone, Debug, Default)]
pub struct RunSource {
    /// The cartridge that it is a run of; else the cart of its name on the shelf, or the cartridge beside it.
    pub cart: Option<PathBuf>,
    pub data: Option<PathBuf>,
    /// Where a person's files are: a cart's name stands for the run of it that was kept there.
    pub home: Option<PathBuf>,
}

/// How a recording is replayed.
#[derive(Clone, Debug, Default)]
pub struct ReplayOptions {
    pub file: PathBuf,
    /// Where the last picture is written.
    pub png: Option<PathBuf>,
    /// What it needs beside its file.
    pub source: RunSource,
}

/// How a picture becomes the sheet of a cart.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    pub picture: PathBuf,
    /// What the cart's files are called.
    pub name: String,
    /// The file that is written; else the sheet of that name in the data folder.
    pub output: Option<PathBuf>,
    /// A file that is there already is replaced.
    pub overwrite: bool,
    pub data: Option<PathBuf>,
}

/// How a sound or tune is written to a file.
#[derive(Clone, Debug)]
pub struct RenderOptions {
    /// A cart of the shelf, or a cartridge's file.
    pub cart: PathBuf,
    pub piece: Piece,
    /// How long it is, and its rate.
    pub file: SoundFile,
    /// The file, a `.wav` or `.ogg`.
    pub out: PathBuf,
    /// Writes each of the four channels to a file of its own.
    pub channels: bool,
    pub data: Option<PathBuf>,
}

/// How a sound or tune is played without the game.
#[derive(Clone, Debug)]
pub struct ListenOptions {
    /// A cart of the shelf, or a cartridge's file.
    pub cart: PathBuf,
    pub piece: Piece,
    /// The seconds after which it ends.
    pub seconds: Option<u32>,
    /// Ends with the sound, instead of waiting for its file to be saved again.
    pub once: bool,
    pub silent: bool,
    /// Prints a line for each note instead of rewriting the last ones.
    pub plain: bool,
    pub data: Option<PathBuf>,
}

/// How a cart is written as a cartridge.
#[derive(Clone, Debug, Default)]
pub struct PackOptions {
    /// A cart of the shelf, or a cartridge's file.
    pub cart: PathBuf,
    /// The cartridge; else NAME.p8.png.
    pub output: Option<PathBuf>,
    /// What is on the label: a PNG's path, or the number of a frame.
    pub label: Option<String>,
    pub data: Option<PathBuf>,
}

/// A system that programs are built for, with the processor that most of its computers have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    Linux,
    Windows,
}

/// How a cart becomes a program of its own.
#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    /// A cart of the shelf, or a cartridge's file; else the only cart.
    pub cart: Option<PathBuf>,
    pub out: Option<PathBuf>,
    /// What it runs on; else what this program does.
    pub system: Option<System>,
}

/// How a cart becomes a page.
#[derive(Clone, Debug, Default)]
pub struct ExportOptions {
    /// A cart of the shelf, or a cartridge's file; else the only cart, or the page on which carts are dropped.
    pub cart: Option<PathBuf>,
    pub out: Option<PathBuf>,
    /// A recording that the page shows.
    pub replay: Option<PathBuf>,
}

/// A part of a cart's data that other programs open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportPart {
    Sheet,
    Map,
    /// Sprites from one to another, side by side.
    Animation(u8, u8),
    /// A sound, or the music from a pattern on.
    Piece(Piece),
}

/// How a part of a cart's data becomes a file.
#[derive(Clone, Debug)]
pub struct PartOptions {
    /// A cart of the shelf, or a cartridge's file.
    pub cart: PathBuf,
    pub part: ExportPart,
    /// How many times a picture is enlarged.
    pub scale: usize,
    /// How long a sound or tune is, and its rate.
    pub file: SoundFile,
    /// The file; else the cart's name with that of the part.
    pub out: Option<PathBuf>,
    pub data: Option<PathBuf>,
}

/// How a moment of a recorded run is looked at.
#[derive(Clone, Debug, Default)]
pub struct DebugOptions {
    /// A recording, a bug report, a kept run or a save slot; or a cart's name.
    pub file: PathBuf,
    /// The frame; else the end, or the report's frame.
    pub goto: Option<u64>,
    /// The condition that begins to hold in the frame that is looked for.
    pub until: Option<String>,
    pub back: bool,
    /// Fields that get another value: `PATH=VALUE`.
    pub set: Vec<String>,
    /// Memory that gets other bytes.
    pub poke: Vec<(u16, Vec<u8>)>,
    /// The buttons that the first player holds in the next frame, such as `left+o`.
    pub press: Option<String>,
    /// Where the run, with what was changed, is written as a recording.
    pub branch: Option<PathBuf>,
    pub print: Vec<String>,
    /// Fields or memory whose values up to there are printed.
    pub history: Vec<String>,
    /// Memory that is printed: an address, and how many bytes.
    pub mem: Option<(u16, usize)>,
    /// Prints what changed since the frame before.
    pub changes: bool,
    /// Prints the calls that drew the frame.
    pub calls: bool,
    /// Prints the calls that painted this pixel.
    pub pixel: Option<(u8, u8)>,
    /// Where the picture is written.
    pub png: Option<PathBuf>,
    /// How many times it is enlarged, 1 to 16.
    pub scale: u8,
    /// Where the seconds before are written as an animation.
    pub movie: Option<PathBuf>,
    /// How many seconds that are.
    pub seconds: u32,
    /// Where a bug report is written.
    pub report: Option<PathBuf>,
    /// It is written without a question.
    pub yes: bool,
    /// Speaks the Debug Adapter Protocol on the standard input and output instead.
    pub dap: bool,
    /// What is asked of the lines of a cart in Lua.
    pub lines: LineOptions,
    /// Prints one JSON object instead of text.
    pub json: bool,
    /// What it needs beside its file.
    pub source: RunSource,
}

/// The moment before a line, and what is asked of it. Places are written as `game.p8:12`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineOptions {
    /// Lines at which it stops: a place, or a place, ` if ` and an expression.
    pub breakpoints: Vec<String>,
    /// The step of the frame, from 0.
    pub line: Option<u32>,
    /// The field whose last writer is looked for.
    pub writer: Option<String>,
    /// Steps from there, by their names.
    pub steps: Vec<String>,
    /// Prints the calls under way with their variables.
    pub stack: bool,
    /// Expressions whose values are printed.
    pub eval: Vec<String>,
    /// Prints all steps of the frame.
    pub lines: bool,
    /// What would have been written: a place, `: ` and expressions.
    pub log: Vec<String>,
    /// Prints where the time went in so many frames.
    pub profile: Option<u64>,
}

/// How two runs are compared at one frame.
#[derive(Clone, Debug, Default)]
pub struct DiffOptions {
    /// A recording, a bug report, a kept run or a save slot; or a cart's name.
    pub a: PathBuf,
    pub b: PathBuf,
    /// The frame; else the last that both have.
    pub goto: Option<u64>,
    /// Prints one JSON object instead of text.
    pub json: bool,
    /// What it needs beside its file.
    pub source: RunSource,
}

/// What a run is compared with.
#[derive(Clone, Debug)]
pub enum BisectWith {
    /// Another run, whose whole state shall be equal.
    State(PathBuf),
    /// Another run, of which the pictures alone shall be equal.
    Picture(PathBuf),
    /// The trace of another build.
    Trace(PathBuf),
}

/// How the first frame that differs is looked for.
#[derive(Clone, Debug)]
pub struct BisectOptions {
    /// A recording, a bug report, a kept run or a save slot; or a cart's name.
    pub a: PathBuf,
    /// What it is compared with.
    pub with: BisectWith,
    /// Prints one JSON object instead of text.
    pub json: bool,
    /// What it needs beside its file.
    pub source: RunSource,
}

/// How a run is written down for another build.
#[derive(Clone, Debug, Default)]
pub struct TraceOptions {
    /// A recording, a bug report, a kept run or a save slot; or a cart's name.
    pub file: PathBuf,
    /// Where it is written; else it is printed.
    pub out: Option<PathBuf>,
    /// What it needs beside its file.
    pub source: RunSource,
}

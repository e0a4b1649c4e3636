//! The command line: one table of commands and options, from which `--help` is made.
//!
//! ```text
//! rasher                     the boot screen            rasher run NAME --headless ...   without a window
//! rasher NAME                plays a cart               rasher replay FILE
//! rasher run NAME            the same                   rasher list | where | paths | help CALL
//! rasher view NAME           its data files             rasher render NAME --music 0 --wav out.wav
//! rasher play NAME --sfx 8   a sound alone              rasher new PATH, rasher pack NAME
//! rasher debug FILE --until "hp < 3"                    rasher diff | bisect A B, trace FILE
//! rasher manual -o manual.html
//! ```
//!
//! What was typed becomes a [`Command`] here; what it means is decided in the modules that carry it out.

mod debug;

pub use debug::{BisectArgs, DebugArgs, DiffArgs, TraceArgs};

use crate::sound::Piece;
use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;

/// Where a cart's data files are looked for.
#[derive(Clone, Debug, Default, Args)]
pub struct SourceArgs {
    /// Take data files from DIR/sprites and DIR/sfx instead of looking for them, or all data from a cartridge
    #[arg(long, value_name = "DIR|FILE")]
    pub data: Option<PathBuf>,
}

/// Where a person's own files live.
#[derive(Clone, Debug, Default, Args)]
pub struct HomeArgs {
    /// Keep settings, saves, recordings and screenshots under DIR
    #[arg(long, value_name = "DIR")]
    pub home: Option<PathBuf>,
}

/// How a cart is played in a window.
#[derive(Clone, Debug, Default, Args)]
pub struct Play {
    /// A cart of the shelf (see `rasher list`), a cartridge: FILE.p8, .p8.png or .p8.rom, or a bug report: FILE.report;
    /// none for the boot screen
    #[arg(value_name = "NAME")]
    pub cart: Option<String>,
    /// Start the run from this seed (decimal, or 0x and hex digits)
    #[arg(long, value_name = "SEED", value_parser = seed)]
    pub seed: Option<u64>,
    /// Write a recording of the run to FILE when it ends
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Leave after N frames
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=timeline::FRAMES_MAX))]
    pub frames: Option<u64>,
    /// Go on where the last run was left, with the cart as it is now, without asking
    #[arg(long, conflicts_with = "seed")]
    pub resume: bool,
    /// Start a new run without asking whether to go on with the last one
    #[arg(long, conflicts_with = "resume")]
    pub fresh: bool,
    /// In the debugger: hold the run against this recording or bug report
    #[arg(long, value_name = "FILE")]
    pub against: Option<PathBuf>,
    /// Draw by the graphics card, or without one
    #[arg(long, value_name = "HOW", value_parser = ["auto", "gpu", "soft"], default_value = "auto")]
    pub renderer: String,
    /// Let the sound device hold MS milliseconds: more where sound crackles, less for a shorter way to the ear
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u8).range(4..=200))]
    pub sound_buffer: Option<u8>,
    /// Print the spread of frame times at the end
    #[arg(long)]
    pub stats: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "its own type says it")]
    pub source: SourceArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "its own type says it")]
    pub home: HomeArgs,
}

/// How a cart is run without a window.
#[derive(Clone, Debug, Default, Args)]
pub struct Headless {
    #[command(flatten)]
    #[allow(missing_docs, reason = "its own type says it")]
    pub play: Play,
    /// Run without a window, as fast as it goes
    #[arg(long)]
    pub headless: bool,
    /// Press buttons as FILE says: lines like `12 right` or `1 o`, or a recording
    #[arg(long, value_name = "FILE", requires = "headless")]
    pub input: Option<PathBuf>,
    /// Write the last picture to OUT
    #[arg(long, value_name = "OUT", requires = "headless")]
    pub png: Option<PathBuf>,
    /// Enlarge the picture N times
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub scale: u8,
    /// Print the digest of the last state
    #[arg(long, requires = "headless")]
    pub digest: bool,
}

/// How a recording is replayed.
#[derive(Clone, Debug, Args)]
pub struct ReplayArgs {
    /// The recording
    pub file: PathBuf,
    /// Write the last picture to OUT, four times enlarged
    #[arg(long, value_name = "OUT")]
    pub png: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "its own type says it")]
    pub source: SourceArgs,
}

/// What is heard: a sound, or the music.
#[derive(Clone, Copy, Debug, Default, Args)]
#[group(required = true, multiple = false)]
pub struct PieceArgs {
    /// The sound N alone, 0 to 63
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..64))]
    pub sfx: Option<u8>,
    /// The music from pattern N on, 0 to 63
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..64))]
    pub music: Option<u8>,
}

impl PieceArgs {
    /// The one that was named; clap lets nothing else pass.
    pub fn piece(self) -> Piece {
        match self.sfx {
            Some(n) => Piece::Sfx(n),
            None => Piece::Music(self.music.unwrap_or(0)),
        }
    }
}

/// How a sound or tune is written to a file.
#[derive(Clone, Debug, Args)]
pub struct RenderArgs {
    /// A cart of the shelf (see `rasher list`), or a cartridge: FILE.p8, .p8.png or .p8.rom
    #[arg(value_name = "NAME")]
    pub cart: String,
    #[command(flatten)]
    #[allow(missing_docs, reason = "its own type says it")]
    pub piece: PieceArgs,
    /// Write so many seconds, at most an hour; else to the end of the sound, or five minutes of music that has none
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub seconds: Option<u32>,
    /// The file: 16 bits, one channel, 22,050 samples a second
    #[arg(long, value_name = "OUT")]
    pub wav: PathBuf,
    /// Write each of the four channels to a file of its own: OUT-0.wav to OUT-3.wav
    #[arg(long)]
    pub channels: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "its own type says it")]
    pub source: SourceArgs,
}

/// How a sound or tune is played without the game.
#[derive(Clone, Debug, Args)]
pub struct ListenArgs {
    /// A cart of the shelf (see `rasher list`), or a cartridge: FILE.p8, .p8.png or .p8.rom
    #[arg(value_name = "NAME")]
    pub cart: String,
    #[command(flatten)]
    #[allow(missing_docs, reason = "its own type says it")]
    pub piece: PieceArgs,
    /// Leave after so many seconds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub seconds: Option<u32>,
    /// Leave when the sound is over, instead of waiting for its file to be saved again
    #[arg(long)]
    pub once: bool,
    /// Open no sound device: the notes pass at the same pace
    #[arg(long)]
    pub silent: bool,
    /// Print a line for each note instead of rewriting the last ones
    #[arg(long)]
    pub plain: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "its own type says it")]
    pub source: SourceArgs,
}

/// How a cart is written as a cartridge.
#[derive(Clone, Debug, Args)]
pub struct PackArgs {
    /// A cart of the shelf (see `rasher list`), or a cartridge: FILE.p8, .p8.png or .p8.rom
    #[arg(value_name = "NAME")]
    pub cart: String,
    /// The cartridge: FILE.p8.png (a picture), .p8 (text) or .p8.rom (bytes); else NAME.p8.png
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What is on the label: a 128x128 PNG in the console's colours, or the number of a frame of a run without input
    /// (else 60, or the label that a cartridge has)
    #[arg(long, value_name = "FILE|FRAME")]
    pub label: Option<String>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "its own type says it")]
    pub source: SourceArgs,
}

#[derive(Parser)]
#[command(
    name = "rasher",
    version,
    about = "A fantasy console, and the roguelikes that ship with it",
    after_help = "Without a window: run NAME --headless, replay, debug, diff, bisect, trace, render, play, pack, new, list, where, \
                  paths, manual, help.",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Sub>,
    #[command(flatten)]
    play: Play,
}

#[derive(Subcommand)]
enum Sub {
    /// Play a cart; with --headless run it without a window
    Run(Headless),
    /// Show the sheet, map and flags of a cart or a cartridge, and follow a cart's files as they are saved
    View(Play),
    /// Play a recording again without a window and compare its digests
    Replay(ReplayArgs),
    /// Write a cart's sound or music to a WAV file
    Render(RenderArgs),
    /// Play a cart's sound or music without the game, show the notes, follow the files as they are saved
    Play(ListenArgs),
    /// Write a cart as a cartridge: a picture that holds its data, or .p8 text
    Pack(PackArgs),
    /// Build a cart as a program of its own, which starts it at once and needs no other file
    Build {
        /// A cart of the shelf (see `rasher list`); a cart's own program builds itself
        #[arg(value_name = "NAME")]
        cart: Option<String>,
        /// Write the program to FILE instead of NAME
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Make the folder of a new cart, which runs at once
    New {
        /// The folder; its last part is the cart's name
        #[arg(value_name = "PATH")]
        path: PathBuf,
        /// Take the console from this repository, not from the checkout that this binary was made from
        #[arg(long, value_name = "URL")]
        git: Option<String>,
    },
    /// Look at a moment of a recorded run: fields, memory, picture; search for a condition
    Debug(DebugArgs),
    /// Compare two recorded runs at one frame
    Diff(DiffArgs),
    /// Find the first frame in which two recorded runs differ
    Bisect(BisectArgs),
    /// Write a digest of each frame of a recorded run, for `bisect --trace` in another build
    Trace(TraceArgs),
    /// Count tokens, characters and compressed size of a cart's source against the limits
    Budget {
        /// A cart of the shelf, a crate's folder, or a FILE.rs, .lua, .p8, .p8.png or .p8.rom
        #[arg(value_name = "NAME|PATH")]
        cart: String,
    },
    /// List the carts of the shelf
    List,
    /// Tell where a cart's data files come from
    Where {
        /// The cart
        cart: String,
        #[command(flatten)]
        source: SourceArgs,
    },
    /// Tell where settings, saves, recordings and screenshots live
    Paths {
        #[command(flatten)]
        home: HomeArgs,
    },
    /// Write the manual of all calls, with examples, pictures and sounds, as one HTML page
    Manual {
        /// The file; without it the page goes to the standard output
        #[arg(short, long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Explain a call of the console or a command, or list them all
    Help {
        /// A call, such as spr, or a command, such as replay
        call: Option<String>,
    },
}

/// A window or a sound device that is wanted.
#[derive(Clone, Debug)]
pub enum Window {
    /// A cart, or the boot screen.
    Play(Play),
    /// A cart's data files.
    View(Play),
    /// No window, but a sound device: [`crate::listen`] plays into it.
    Listen(ListenArgs),
}

/// What shall be done.
#[derive(Clone, Debug)]
pub enum Command {
    /// Something in a window, or for the ear.
    Window(Window),
    /// A run without one.
    Run(Headless),
    /// A replay.
    Replay(ReplayArgs),
    /// A sound to a file.
    Render(RenderArgs),
    /// A cart as a cartridge.
    Pack(PackArgs),
    /// A program of its own.
    Build {
        /// The cart.
        cart: Option<String>,
        /// Where it is put.
        out: Option<PathBuf>,
    },
    /// A new cart.
    New {
        /// Its folder.
        path: PathBuf,
        /// Where it takes the console from.
        git: Option<String>,
    },
    /// A moment of a run.
    Debug(DebugArgs),
    /// Two runs at one frame.
    Diff(DiffArgs),
    /// The first frame that differs.
    Bisect(BisectArgs),
    /// A run for another build.
    Trace(TraceArgs),
    /// What a cart's source costs.
    Budget {
        /// A name or path.
        cart: String,
    },
    /// The shelf.
    List,
    /// Where data files come from.
    Where {
        /// The cart.
        cart: String,
        /// Where to look.
        source: SourceArgs,
    },
    /// Where a person's files live.
    Paths {
        /// `--home`.
        home: HomeArgs,
    },
    /// The manual.
    Manual {
        /// `--out`.
        out: Option<PathBuf>,
    },
    /// Help on a call, or all.
    Help {
        /// The call.
        call: Option<String>,
    },
}

/// Reads the command line; the first argument is the program's name.
///
/// # Errors
/// clap's: what was wrong, or the help that was asked for; it knows its exit code.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Command, clap::Error> {
    let cli = Cli::try_parse_from(args)?;
    Ok(match cli.command {
        None => Command::Window(Window::Play(cli.play)),
        Some(Sub::Run(run)) if run.headless => {
            if run.play.cart.is_none() {
                return Err(missing_cart());
            }
            if run.play.resume {
                return Err(headless_resume());
            }
            Command::Run(run)
        }
        Some(Sub::Run(run)) => Command::Window(Window::Play(run.play)),
        Some(Sub::View(play)) => {
            if play.cart.is_none() {
                return Err(missing_cart());
            }
            Command::Window(Window::View(play))
        }
        Some(Sub::Replay(replay)) => Command::Replay(replay),
        Some(Sub::Render(render)) => Command::Render(render),
        Some(Sub::Debug(debug)) => Command::Debug(debug),
        Some(Sub::Diff(diff)) => Command::Diff(diff),
        Some(Sub::Bisect(bisect)) => Command::Bisect(bisect),
        Some(Sub::Trace(trace)) => Command::Trace(trace),
        Some(Sub::Play(listen)) => Command::Window(Window::Listen(listen)),
        Some(Sub::Pack(pack)) => Command::Pack(pack),
        Some(Sub::Build { cart, out }) => Command::Build { cart, out },
        Some(Sub::New { path, git }) => Command::New { path, git },
        Some(Sub::Budget { cart }) => Command::Budget { cart },
        Some(Sub::List) => Command::List,
        Some(Sub::Where { cart, source }) => Command::Where { cart, source },
        Some(Sub::Paths { home }) => Command::Paths { home },
        Some(Sub::Manual { out }) => Command::Manual { out },
        Some(Sub::Help { call }) => Command::Help { call },
    })
}

/// The text of `rasher --help`.
pub fn help() -> String {
    use clap::CommandFactory;
    Cli::command().render_long_help().to_string()
}

/// The text of `rasher COMMAND --help`, if there is such a command.
pub fn help_of(name: &str) -> Option<String> {
    use clap::CommandFactory;
    let mut all = Cli::command();
    all.build();
    all.find_subcommand_mut(name).map(|command| command.render_long_help().to_string())
}

/// The names of the commands.
pub fn names() -> Vec<String> {
    use clap::CommandFactory;
    Cli::command().get_subcommands().map(|command| command.get_name().to_string()).collect()
}

fn missing_cart() -> clap::Error {
    use clap::CommandFactory;
    let kind = clap::error::ErrorKind::MissingRequiredArgument;
    Cli::command().error(kind, "which cart? give its NAME (see `rasher list`)")
}

fn headless_resume() -> clap::Error {
    use clap::CommandFactory;
    let kind = clap::error::ErrorKind::ArgumentConflict;
    Cli::command().error(
        kind,
        "--resume goes on in a window; --headless with --input RECORDING lives a recording again",
    )
}

fn seed(text: &str) -> Result<u64, String> {
    let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    number.map_err(|e| format!("{e}; expected a number below 2^64, decimal or 0x and hex digits"))
}

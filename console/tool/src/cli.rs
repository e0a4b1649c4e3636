//! The command line: one table of commands and options, from which `--help` is made.
//!
//! ```text
//! rasher                     the boot screen            rasher run NAME --headless ...   without a window
//! rasher FOLDER FOLDER       carts to choose from
//! rasher NAME                plays a cart               rasher replay FILE
//!                                                      rasher replay game.p8 FILE: of that cart
//! rasher test NAME           its tests                  rasher test game.p8 walk: those with that in their names
//! rasher run NAME            the same                   rasher list | where | paths | help CALL
//! rasher view NAME           its data files             rasher render NAME --music 0 --wav out.wav
//! rasher play NAME --sfx 8   a sound alone              rasher new PATH, rasher pack NAME
//! rasher import PICTURE NAME a picture as a sheet       rasher unpack game.p8.png DIR
//! rasher debug FILE --until "hp < 3"                    rasher diff | bisect A B, trace FILE
//! rasher link PATH           a cart's folder that came from elsewhere
//! rasher manual -o manual.html                         rasher export NAME -o game.html
//! ```
//!
//! The words become a [`Command`], made of plain data: nothing outside of this module and its children knows clap. In the program of
//! a single cart a NAME may be left out: that cart is meant.

mod debug;
mod part;
mod play;
mod sound;
mod test;

use crate::CommandOutput;
use crate::example;
use crate::link::ConsoleFrom;
use crate::options::{
    BisectOptions, BuildOptions, DebugOptions, DiffOptions, ExportOptions, ImportOptions, ListenOptions,
    PackOptions, PartOptions, PlayOptions, RenderOptions, ReplayOptions, RunOptions, System, TestOptions,
    TraceOptions,
};
use clap::{CommandFactory, Parser, Subcommand};
use debug::{BisectArgs, DebugArgs, DiffArgs, TraceArgs};
use part::PartArgs;
use play::{DataArgs, ImportArgs, PackArgs, PlayArgs, ReplayArgs, RunArgs};
use shelf::Entry;
use sound::{ListenArgs, RenderArgs};
use std::ffi::OsString;
use std::path::PathBuf;
use test::TestArgs;

#[derive(Parser)]
#[command(
    name = "rasher",
    version,
    about = "A fantasy console, and the roguelikes that ship with it",
    after_help = "Without a window: run NAME --headless, test, replay, debug, diff, bisect, trace, render, play, pack, unpack, import, new, link, list, where, \
                  paths, manual, help.",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Sub>,
    #[command(flatten)]
    play: PlayArgs,
    /// Keep and find settings, saves, runs, recordings and screenshots under DIR
    #[arg(long, value_name = "DIR", global = true)]
    home: Option<PathBuf>,
}

/// The page about tests, without what means nothing in a terminal.
fn test_help() -> String {
    let lines = include_str!("../TESTS.md").lines();
    let shown = lines.filter(|line| !line.starts_with("```") && !line.starts_with("!["));
    shown.fold(String::new(), |text, line| text + line + "\n")
}

#[derive(Subcommand)]
enum Sub {
    /// Play a cart, and take up what is saved of it; with --headless run it without a window
    #[command(visible_alias = "watch")]
    Run(RunArgs),
    /// Run the tests of a cart without a window: buttons that are pressed, and pictures, fields and texts that must come of it
    #[command(after_help = test_help())]
    Test(TestArgs),
    /// Show the sheet, map and flags of a cart or a cartridge, and follow a cart's files as they are saved
    View(PlayArgs),
    /// Play a recording again without a window and compare its digests
    Replay(ReplayArgs),
    /// Write a cart's sound or music to a WAV file
    Render(RenderArgs),
    /// Play a cart's sound or music without the game, show the notes, follow the files as they are saved
    Play(ListenArgs),
    /// Write a cart as a cartridge: a picture that holds its data, or .p8 text
    Pack(PackArgs),
    /// Unpack a cartridge into a folder: sheet, map, flags, sounds and code as files, which play and pack as they are
    Unpack {
        /// The cartridge: FILE.p8, .p8.png or .p8.rom
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The folder; no file in it is written over
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Make a picture of any program the sheet of a cart, in the nearest of the 16 colours, and say what was not exact; or a map of Tiled or
    /// LDtk its map, or a cartridge's data its files
    Import(ImportArgs),
    /// Build a cart as a program of its own, which starts it at once and needs no other file
    Build {
        /// A cart of the shelf (see `rasher list`), or a FILE.p8, .p8.png or .p8.rom; a cart's own program builds itself
        #[arg(value_name = "NAME")]
        cart: Option<PathBuf>,
        /// Write the program to FILE instead of NAME
        #[arg(short, long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Build it for another system
        #[arg(long, value_name = "SYSTEM", value_parser = ["linux", "windows"])]
        target: Option<String>,
    },
    /// Write a cart as one web page, which plays it without network, or a part of its data as a file; without NAME a page on which carts are dropped
    Export {
        /// A cart of the shelf, or a FILE.p8, .p8.png or .p8.rom
        #[arg(value_name = "NAME")]
        cart: Option<PathBuf>,
        /// Write the page to FILE instead of NAME.html
        #[arg(short, long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Show this recorded run of the cart, until somebody takes it over
        #[arg(long, value_name = "FILE", conflicts_with = "KindArgs")]
        replay: Option<PathBuf>,
        #[command(flatten)]
        part: PartArgs,
    },
    /// Make the folder of a new cart, which runs at once
    New {
        /// The folder; its last part is the cart's name
        #[arg(value_name = "PATH", required_unless_present = "examples")]
        path: Option<PathBuf>,
        /// Take the console from this repository, not from the checkout that this binary was made from
        #[arg(long, value_name = "URL")]
        git: Option<String>,
        /// Take the console from the registry, by its version
        #[arg(long, conflicts_with = "git")]
        registry: bool,
        /// Begin with this example instead of the template's small game
        #[arg(long, value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(example::names()))]
        example: Option<String>,
        /// List the examples
        #[arg(long, conflicts_with_all = ["path", "git", "example", "lua"])]
        examples: bool,
        /// Make a cart in Lua: a .p8 that names its code, with sheet and sounds as files beside it
        #[arg(long, conflicts_with_all = ["git", "registry"])]
        lua: bool,
    },
    /// Let a cart's folder that came from elsewhere take the console from this checkout
    Link {
        /// The cart's folder
        #[arg(value_name = "PATH")]
        path: PathBuf,
    },
    /// Look at a moment of a recorded run: fields, memory, picture; search for a condition
    Debug(Box<DebugArgs>),
    /// Compare two recorded runs at one frame
    Diff(DiffArgs),
    /// Find the first frame in which two recorded runs differ
    Bisect(BisectArgs),
    /// Write a digest of each frame of a recorded run, for `bisect --trace` in another build
    Trace(TraceArgs),
    /// Count tokens, characters and compressed size of a cart's source against the limits
    Budget {
        /// A cart of the shelf, a crate's folder, or a FILE.rs, .lua, .p8, .p8.png or .p8.rom; without it the cart of
        /// this folder
        #[arg(value_name = "NAME|PATH")]
        cart: Option<PathBuf>,
    },
    /// List the carts of the shelf
    List,
    /// Show where a cart's data files come from
    Where {
        /// The cart
        #[arg(value_name = "NAME")]
        cart: Option<PathBuf>,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Show where settings, saves, recordings and screenshots are kept
    Paths,
    /// Write the manual of all calls, with examples, pictures and sounds, as one HTML page
    Manual {
        /// The file; without it the page goes to the standard output
        #[arg(short, long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Write the types of all calls for the Lua language server instead, as rasher.lua
        #[arg(long)]
        lua: bool,
    },
    /// Explain a call of the console or a command, or list them all
    Help {
        /// A call, such as spr, a command, such as replay, or words to look for
        #[arg(value_name = "WORDS")]
        words: Vec<String>,
    },
}

/// A command that needs a window or a sound device.
#[derive(Clone, Debug)]
pub enum Window {
    /// A cart, or the boot screen.
    Play(PlayOptions),
    /// A cart's data files.
    View(PlayOptions),
    /// No window, but a sound device: [`crate::listen`] plays into it.
    Listen(ListenOptions),
}

/// What to do.
#[derive(Clone, Debug)]
pub enum Command {
    /// Needs a window or a sound device.
    Window(Window),
    /// Run a cart without a window.
    Run(RunOptions),
    /// Run a cart's tests.
    Test(TestOptions),
    /// Replay a recording.
    Replay(ReplayOptions),
    /// Write a sound to a file.
    Render(RenderOptions),
    /// Write a cart as a cartridge.
    Pack(PackOptions),
    /// Unpack a cartridge into files.
    Unpack {
        /// The cartridge.
        file: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
    /// Make a picture a sheet.
    Import(ImportOptions),
    /// Build a cart's own program.
    Build(BuildOptions),
    /// Write a cart as a page.
    Export(ExportOptions),
    /// Write a part of a cart's data as a file.
    ExportPart(PartOptions),
    /// Make a new cart.
    New {
        /// Its folder.
        path: PathBuf,
        /// Where it takes the console from; else the checkout that this binary was made from.
        console: Option<ConsoleFrom>,
        /// The example that it begins with.
        example: Option<String>,
    },
    /// Make a new cart in Lua.
    NewLua {
        /// Its folder.
        path: PathBuf,
        /// The example that it begins with.
        example: Option<String>,
    },
    /// List the examples that a new cart may begin with.
    Examples,
    /// Look at a moment of a run.
    Debug(Box<DebugOptions>),
    /// Compare two runs at one frame.
    Diff(DiffOptions),
    /// Find the first frame that differs.
    Bisect(BisectOptions),
    /// Write a run's digests for another build.
    Trace(TraceOptions),
    /// Let a cart's folder find the console.
    Link {
        /// The folder.
        path: PathBuf,
    },
    /// Measure a cart's source.
    Budget {
        /// A name or path; else the only cart, or that of the current folder.
        cart: Option<PathBuf>,
    },
    /// List the shelf.
    List,
    /// Show where data files come from.
    Where {
        /// The cart.
        cart: PathBuf,
        /// `--data`.
        data: Option<PathBuf>,
        /// `--home`.
        home: Option<PathBuf>,
    },
    /// Show where a person's files are kept.
    Paths {
        /// `--home`.
        home: Option<PathBuf>,
    },
    /// Write the manual.
    Manual {
        /// `--out`.
        out: Option<PathBuf>,
        /// `--lua`.
        lua: bool,
    },
    /// Explain a call or a command, find words in their texts, or list them.
    Help {
        /// The call, or the words.
        words: Vec<String>,
    },
}

/// Reads the command line; the first argument is the program's name.
///
/// # Errors
/// What to print instead of running a command, and the exit code: what was wrong, or the help that was asked for.
pub fn parse(
    carts: &'static [Entry],
    args: impl IntoIterator<Item = OsString>,
) -> Result<Command, CommandOutput> {
    read(carts, args).map_err(|error| {
        let text = error.render().to_string();
        let (out, err) = if error.use_stderr() { (String::new(), text) } else { (text, String::new()) };
        CommandOutput { code: error.exit_code() as u8, out, err, ..CommandOutput::default() }
    })
}

fn read(carts: &'static [Entry], args: impl IntoIterator<Item = OsString>) -> Result<Command, clap::Error> {
    let cli = Cli::try_parse_from(home_last(args))?;
    let home = cli.home;
    // A program with one cart means that one.
    let only = match carts {
        [only] => Some(PathBuf::from(only.name)),
        _ => None,
    };
    let named = |cart: Option<PathBuf>| cart.or(only.clone()).ok_or_else(missing_cart);
    Ok(match cli.command {
        None => Command::Window(Window::Play(play(carts, cli.play, home)?)),
        Some(Sub::Run(run)) if run.headless => {
            let cart = named(run.play.cart.clone())?;
            if run.play.resume {
                return Err(headless_resume());
            }
            if !run.play.folders.is_empty() {
                return Err(wrong("without a window there is no shelf: run one NAME"));
            }
            Command::Run(run.options(cart, home))
        }
        Some(Sub::Run(run)) => Command::Window(Window::Play(play(carts, run.play, home)?)),
        Some(Sub::View(play)) if !play.folders.is_empty() => {
            return Err(wrong("one NAME is viewed"));
        }
        Some(Sub::View(mut play)) => {
            play.cart = Some(named(play.cart)?);
            Command::Window(Window::View(play.options(home)))
        }
        Some(Sub::Test(test)) => Command::Test(test.options(carts).ok_or_else(missing_cart)?),
        Some(Sub::Replay(replay)) => Command::Replay(replay.options(home)?),
        Some(Sub::Render(render)) => {
            let cart = named(render.cart.clone())?;
            Command::Render(render.options(cart))
        }
        Some(Sub::Debug(debug)) => Command::Debug(Box::new(debug.options(home)?)),
        Some(Sub::Diff(diff)) => Command::Diff(diff.options(home)?),
        Some(Sub::Bisect(bisect)) => Command::Bisect(bisect.options(home)?),
        Some(Sub::Trace(trace)) => Command::Trace(trace.options(home)?),
        Some(Sub::Play(listen)) => {
            let cart = named(listen.cart.clone())?;
            Command::Window(Window::Listen(listen.options(cart)))
        }
        Some(Sub::Pack(pack)) => {
            let cart = named(pack.cart.clone())?;
            Command::Pack(pack.options(cart))
        }
        Some(Sub::Unpack { file, folder }) => Command::Unpack { file, folder },
        Some(Sub::Import(import)) => Command::Import(import.options()),
        Some(Sub::Build { cart, out, target }) => {
            let system =
                target.map(|target| if target == "windows" { System::Windows } else { System::Linux });
            Command::Build(BuildOptions { cart, out, system })
        }
        Some(Sub::Export { cart, out, replay, part }) => match part.part() {
            Some(kind) => Command::ExportPart(part.options(named(cart)?, kind, out)),
            None => Command::Export(ExportOptions { cart, out, replay }),
        },
        Some(Sub::New { path: None, .. }) => Command::Examples,
        Some(Sub::New { path: Some(path), example, lua: true, .. }) => {
            if let Some(none) = example.as_deref().filter(|name| example::example(name, true).is_none()) {
                return Err(wrong(&format!("the example {none} is in Rust alone")));
            }
            Command::NewLua { path, example }
        }
        Some(Sub::New { path: Some(path), git, registry, example, lua: false, .. }) => {
            let console = git.map(ConsoleFrom::Git).or(registry.then_some(ConsoleFrom::Registry));
            Command::New { path, console, example }
        }
        Some(Sub::Link { path }) => Command::Link { path },
        Some(Sub::Budget { cart }) => Command::Budget { cart },
        Some(Sub::List) => Command::List,
        Some(Sub::Where { cart, data }) => Command::Where { cart: named(cart)?, data: data.data, home },
        Some(Sub::Paths) => Command::Paths { home },
        Some(Sub::Manual { out, lua }) => Command::Manual { out, lua },
        Some(Sub::Help { words }) => Command::Help { words },
    })
}

/// A cart or folders, in a window.
fn play(carts: &[Entry], play: PlayArgs, home: Option<PathBuf>) -> Result<PlayOptions, clap::Error> {
    play.options(home).with_folders(carts).map_err(|e| wrong(&e.to_string()))
}

/// The words with a `--home DIR` that stands before a command behind it: there clap takes a command for a cart.
fn home_last(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let words = match args.get(1).and_then(|word| word.to_str()) {
        Some("--home") => 2,
        Some(word) if word.starts_with("--home=") => 1,
        _ => return args,
    };
    let is_command = |word: &OsString| names().iter().any(|name| word == name.as_str());
    if args.get(1 + words).is_some_and(is_command) {
        args[1..=1 + words].rotate_left(words);
    }
    args
}

/// The text of `rasher --help`.
pub fn help() -> String {
    Cli::command().render_long_help().to_string()
}

/// The text of `rasher COMMAND --help`, if there is such a command.
pub fn help_of(name: &str) -> Option<String> {
    let mut all = Cli::command();
    all.build();
    all.find_subcommand_mut(name).map(|command| command.render_long_help().to_string())
}

/// The names of the commands.
pub fn names() -> Vec<String> {
    Cli::command().get_subcommands().map(|command| command.get_name().to_string()).collect()
}

fn missing_cart() -> clap::Error {
    let kind = clap::error::ErrorKind::MissingRequiredArgument;
    Cli::command().error(kind, "which cart? give its NAME (see `rasher list`)")
}

/// Words that do not go together.
fn wrong(text: &str) -> clap::Error {
    Cli::command().error(clap::error::ErrorKind::WrongNumberOfValues, text)
}

fn headless_resume() -> clap::Error {
    let kind = clap::error::ErrorKind::ArgumentConflict;
    Cli::command().error(
        kind,
        "--resume continues a run in a window; --headless with --input RECORDING runs a recording again",
    )
}

/// A number from 0 to 2^64 - 1, decimal or hex.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    number.map_err(|e| format!("{e}; expected a number below 2^64, decimal or 0x and hex digits"))
}

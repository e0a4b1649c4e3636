//! The command line, from which `--help` is made.
//!
//! ```text
//! words ── home_last ── clap ──> Command, of the structs in options/ ── read: what clap cannot check, --home, the only cart ──> Command
//! ```
//!
//! A program with a single cart needs no NAME.

use crate::CommandOutput;
use crate::example;
use crate::options::{
    BisectOptions, BuildOptions, CartOptions, DebugOptions, DiffOptions, ExportOptions, ImportOptions,
    NewOptions, PackOptions, PlayOptions, PlaySoundOptions, RenderOptions, ReplayOptions, RunOptions,
    TestOptions, TraceOptions,
};
use clap::{CommandFactory, Parser, Subcommand};
use shelf::Entry;
use std::ffi::OsString;
use std::path::PathBuf;

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
    command: Option<Command>,
    #[command(flatten)]
    play: PlayOptions,
    /// Keep and find settings, saves, runs, recordings and screenshots under DIR
    #[arg(long, value_name = "DIR", global = true)]
    home: Option<PathBuf>,
}

/// The chapter about tests, without Markdown's fences and pictures.
fn test_help() -> String {
    let lines = include_str!("../TESTS.md").lines();
    let shown = lines.filter(|line| !line.starts_with("```") && !line.starts_with("!["));
    shown.fold(String::new(), |text, line| text + line + "\n")
}

#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Play a cart, and take up what is saved of it; with --headless run it without a window
    #[command(visible_alias = "watch")]
    Run(RunOptions),
    /// Run the tests of a cart without a window: buttons that are pressed, and pictures, fields and texts that must come of it
    #[command(after_help = test_help())]
    Test(TestOptions),
    /// Show the sheet, map and flags of a cart or a cartridge, and follow a cart's files as they are saved
    View(PlayOptions),
    /// Play a recording again without a window and compare its digests
    Replay(ReplayOptions),
    /// Write a cart's sound or music to a WAV file
    Render(RenderOptions),
    /// Play a cart's sound or music without the game, show the notes, follow the files as they are saved
    Play(PlaySoundOptions),
    /// Write a cart as a cartridge: a picture that holds its data, or .p8 text
    Pack(PackOptions),
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
    Import(ImportOptions),
    /// Build a cart as a program of its own, which starts it at once and needs no other file
    Build(BuildOptions),
    /// Write a cart as one web page, which plays it without network, or a part of its data as a file; without NAME a page on which carts are dropped
    Export(ExportOptions),
    /// Make the folder of a new cart, which runs at once
    New(NewOptions),
    /// Let a cart's folder that came from elsewhere take the console from this checkout
    Link {
        /// The cart's folder
        #[arg(value_name = "PATH")]
        path: PathBuf,
    },
    /// Look at a moment of a recorded run: fields, memory, picture; search for a condition
    #[command(mut_arg("files", |arg| arg.required(false).required_unless_present("dap")))]
    Debug(Box<DebugOptions>),
    /// Compare two recorded runs at one frame
    #[command(mut_arg("files", |arg| arg.num_args(2..=3).help(
        "Two recordings, bug reports, save slots or kept runs, or carts' NAMEs: the runs of them that were kept last. With a cartridge \
         before them runs of that cart"
    )))]
    Diff(DiffOptions),
    /// Find the first frame in which two recorded runs differ
    #[command(mut_arg("files", |arg| arg.num_args(1..=3).help(
        "Two recordings, bug reports, save slots or kept runs, or carts' NAMEs: the runs of them that were kept last; with --trace one. \
         With a cartridge before them runs of that cart"
    )))]
    Bisect(BisectOptions),
    /// Write a digest of each frame of a recorded run, for `bisect --trace` in another build
    Trace(TraceOptions),
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
    #[command(mut_arg("cart", |arg| arg.help("The cart")))]
    Where {
        #[command(flatten)]
        cart: CartOptions,
        #[arg(skip)]
        home: Option<PathBuf>,
    },
    /// Show where settings, saves, recordings and screenshots are kept
    Paths {
        #[arg(skip)]
        home: Option<PathBuf>,
    },
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

/// Parses the command line; the first argument is the program's name.
///
/// # Errors
/// What to print instead of running a command: an error or the help, with the exit code.
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

const NO_CART: &str = "which cart? give its NAME (see `rasher list`)";
const HEADLESS_RESUME: &str =
    "--resume continues a run in a window; --headless with --input RECORDING runs a recording again";
const ONE: &str = "expected one run, with a cartridge (.p8, .p8.png, .p8.rom) before it or none";
const TWO: &str = "two runs are required, with a cartridge (.p8, .p8.png, .p8.rom) before them or none";

/// Parses the words, checks what clap cannot, and fills in `--home` and the only cart.
fn read(carts: &'static [Entry], args: impl IntoIterator<Item = OsString>) -> Result<Command, clap::Error> {
    let Cli { command, play, home } = Cli::try_parse_from(home_last(args))?;
    let mut command = command.unwrap_or(Command::Run(RunOptions { play, ..RunOptions::default() }));
    let name = |cart: &mut Option<PathBuf>| match (&cart, carts) {
        (Some(_), _) => Ok(()),
        (None, [only]) => {
            *cart = Some(only.name.into());
            Ok(())
        }
        (None, _) => Err(wrong(NO_CART)),
    };
    let check = |good: bool, text: &str| if good { Ok(()) } else { Err(wrong(text)) };
    match &mut command {
        Command::Run(RunOptions { play, headless: true, .. }) => {
            name(&mut play.cart)?;
            if play.resume {
                return Err(wrong(HEADLESS_RESUME));
            }
            check(play.folders.is_empty(), "without a window there is no shelf: run one NAME")?;
            play.home = home;
        }
        Command::Run(RunOptions { play, .. }) => {
            play.home = home;
            *play = play.clone().with_folders(carts).map_err(|e| wrong(&e.to_string()))?;
        }
        Command::View(play) => {
            check(play.folders.is_empty(), "one NAME is viewed")?;
            name(&mut play.cart)?;
            play.home = home;
        }
        Command::Test(test) => test.take_words(carts).ok_or_else(|| wrong(NO_CART))?,
        Command::Replay(ReplayOptions { run, .. }) | Command::Trace(TraceOptions { run, .. }) => {
            check(run.resolve(home, 1..=1), ONE)?;
        }
        Command::Debug(debug) => {
            let least = usize::from(!debug.run.files.is_empty());
            check(debug.run.resolve(home, least..=1), ONE)?;
        }
        Command::Diff(diff) => check(diff.runs.resolve(home, 2..=2), TWO)?,
        Command::Bisect(bisect) if bisect.trace.is_some() => {
            check(bisect.runs.resolve(home, 1..=1), "expected one run, to be compared with the trace")?;
        }
        Command::Bisect(bisect) => check(bisect.runs.resolve(home, 2..=2), TWO)?,
        Command::Render(RenderOptions { cart, .. })
        | Command::Play(PlaySoundOptions { cart, .. })
        | Command::Pack(PackOptions { cart, .. }) => name(&mut cart.cart)?,
        Command::Export(export) if export.part.is_any() => name(&mut export.cart)?,
        Command::New(NewOptions { path: Some(_), lua: true, example: Some(name), .. })
            if example::example(name, true).is_none() =>
        {
            return Err(wrong(&format!("the example {name} is in Rust alone")));
        }
        Command::Where { cart, home: place } => {
            name(&mut cart.cart)?;
            *place = home;
        }
        Command::Paths { home: place } => *place = home,
        _ => {}
    }
    Ok(command)
}

/// Moves a `--home DIR` before the command to behind it: before it, clap takes the command for a cart's name.
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

pub fn help() -> String {
    Cli::command().render_long_help().to_string()
}

/// The text of `rasher NAME --help`.
pub fn help_of(name: &str) -> Option<String> {
    let mut all = Cli::command();
    all.build();
    all.find_subcommand_mut(name).map(|command| command.render_long_help().to_string())
}

pub fn names() -> Vec<String> {
    Cli::command().get_subcommands().map(|command| command.get_name().to_string()).collect()
}

/// An error of the command line; its kind only sets the exit code.
fn wrong(text: &str) -> clap::Error {
    Cli::command().error(clap::error::ErrorKind::WrongNumberOfValues, text)
}

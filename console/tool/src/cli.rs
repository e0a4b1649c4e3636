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
    ShareOptions, SiteOptions, TestOptions, TraceOptions,
};
use clap::{CommandFactory, Parser, Subcommand};
use shelf::Entry;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Parser)]
#[command(
    name = "rasher",
    version,
    about = "A fantasy console that comes with roguelikes",
    after_help = "Only `run` and `view` open a window, and `run NAME --headless` does not.",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: PlayOptions,
    /// Store settings, saves, runs, recordings and screenshots in DIR
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
    /// Play a cart and reload its files when they are saved; with --headless, run it without a window
    #[command(visible_alias = "watch")]
    Run(RunOptions),
    /// Run a cart's tests without a window: scripts that press buttons and check pictures, fields and text
    #[command(after_help = test_help())]
    Test(TestOptions),
    /// Show the sheet, map and flags of a cart, and reload them when they are saved
    View(PlayOptions),
    /// Replay a recording without a window and check its digests
    Replay(ReplayOptions),
    /// Write a cart's sound or music to a WAV or OGG file
    Render(RenderOptions),
    /// Play a cart's sound or music without the game, show its notes, and reload it when it is saved
    Play(PlaySoundOptions),
    /// Write a cart as a cartridge: a picture with its data inside, or .p8 text
    Pack(PackOptions),
    /// Unpack a cartridge into a folder of files (sheet, map, flags, sounds, code) that you can edit, play and pack again
    Unpack {
        /// The cartridge: FILE.p8, .p8.png or .p8.rom
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The folder; existing files are not overwritten
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Import a picture as a cart's sheet, in the nearest of the 16 colours; a Tiled or LDtk map as its map; or all data of a cartridge
    Import(ImportOptions),
    /// Write a sheet that has other colours in the nearest of the 16
    Fix {
        /// The cart: its name, folder or file; or the sheet's file
        #[arg(value_name = "NAME")]
        cart: String,
        /// The folder with sprites, instead of searching for it
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
    /// Build a cart as a standalone program
    Build(BuildOptions),
    /// Write a cart as a web page that works offline, or a part of its data as a file; without NAME, a page that plays dropped carts
    Export(ExportOptions),
    /// Print a cart in Lua or a recorded run as the end of an address, which a page opens
    Share(ShareOptions),
    /// Write a static site of a folder of carts, which is a catalogue for the shelf too; or check one
    Site(SiteOptions),
    /// Create a new cart in a folder, ready to run
    New(NewOptions),
    /// Point a cart's Cargo.toml at this checkout of the console, after either was moved
    Link {
        /// The cart's folder
        #[arg(value_name = "PATH")]
        path: PathBuf,
    },
    /// Inspect a moment of a recorded run: fields, memory, picture; search for a condition
    #[command(mut_arg("files", |arg| arg.required(false).required_unless_present("dap")))]
    Debug(Box<DebugOptions>),
    /// Compare two recorded runs at one frame
    #[command(mut_arg("files", |arg| arg.num_args(2..=3).help(
        "Two recordings, bug reports, save slots or kept runs, or the NAMEs of carts for their last runs; put a cartridge first if they \
         are runs of it"
    )))]
    Diff(DiffOptions),
    /// Find the first frame in which two recorded runs differ, or two versions of a cart in one run: OLD.p8 NEW.p8 RUN
    #[command(mut_arg("files", |arg| arg.num_args(1..=3).help(
        "Two recordings, bug reports, save slots or kept runs, or the NAMEs of carts for their last runs; only one with --trace. Put a \
         cartridge first if they are runs of it, or two of them to compare their code in one run"
    )))]
    Bisect(BisectOptions),
    /// Write digests of each frame of a recorded run, for `bisect --trace` with another build
    Trace(TraceOptions),
    /// Count the tokens, characters and compressed size of a cart's source, against the limits
    Budget {
        /// A cart of the shelf, a crate's folder, or a FILE.rs, .lua, .p8, .p8.png or .p8.rom [default: the current folder's cart]
        #[arg(value_name = "NAME|PATH")]
        cart: Option<PathBuf>,
    },
    /// List the carts on the shelf
    List,
    /// Show where a cart's data files are found
    #[command(mut_arg("cart", |arg| arg.help("The cart")))]
    Where {
        #[command(flatten)]
        cart: CartOptions,
        #[arg(skip)]
        home: Option<PathBuf>,
    },
    /// Show where settings, saves, recordings and screenshots are stored
    Paths {
        #[arg(skip)]
        home: Option<PathBuf>,
    },
    /// Write the manual as one HTML page: tutorial, chapters, and all calls with examples, pictures and sounds
    Manual {
        /// The file [default: standard output]
        #[arg(short, long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Write rasher.lua instead, the types of all calls for the Lua language server
        #[arg(long)]
        lua: bool,
    },
    /// Write the extension for VS Code: highlighting, and the debugger with the cart's picture
    Vscode {
        /// The file [default: rasher.vsix]
        #[arg(short, long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Explain a call or a command, or list them all
    Help {
        /// A call such as spr, a command such as replay, or words to search for
        #[arg(value_name = "WORDS")]
        words: Vec<String>,
    },
}

/// Parses the command line, with the program's name. Fails with what to print instead, an error or the help, and the exit code.
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

const NO_CART: &str = "expected the NAME of a cart; `rasher list` lists them";
const HEADLESS_RESUME: &str =
    "--resume needs a window; to replay a recording without one, use --headless --input RECORDING";
const ONE: &str = "expected one run, optionally after its cartridge (.p8, .p8.png, .p8.rom)";
const TWO: &str = "expected two runs, optionally after their cartridge (.p8, .p8.png, .p8.rom)";

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
            let one = "--headless needs the NAME of one cart, as there is no shelf to choose from";
            check(play.folders.is_empty(), one)?;
            play.home = home;
        }
        Command::Run(RunOptions { play, .. }) => {
            play.home = home;
            *play = play.clone().with_folders(carts).map_err(|e| wrong(&e.to_string()))?;
        }
        Command::View(play) => {
            check(play.folders.is_empty(), "expected one NAME to view")?;
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
            check(bisect.runs.resolve(home, 1..=1), "expected one run to compare with the trace")?;
        }
        Command::Bisect(bisect) => check(bisect.runs.resolve(home, 2..=2), TWO)?,
        Command::Render(RenderOptions { cart, .. })
        | Command::Play(PlaySoundOptions { cart, .. })
        | Command::Pack(PackOptions { cart, .. }) => name(&mut cart.cart)?,
        Command::Export(export) if export.part.is_any() => name(&mut export.cart)?,
        Command::New(NewOptions { path: Some(_), lua: true, example: Some(name), .. })
            if example::example(name, true).is_none() =>
        {
            return Err(wrong(&format!("the example {name} is only in Rust; leave out --lua")));
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

/// The whole command line, from which man pages and completions are made.
pub fn command() -> clap::Command {
    Cli::command()
}

pub fn help() -> String {
    Cli::command().render_long_help().to_string()
}

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

//! Every command of the console that needs no window, as a library.
//!
//! ```text
//! cli.rs     the command line: one table of commands and options, read by clap
//! options.rs what a command is asked to do, as plain data
//! script.rs  buttons written down, for --input         run.rs     rasher run --headless
//! test/      rasher test: a cart's own tests
//! coverage.rs  which lines of a cart were reached
//! debug.rs   rasher debug                             compare.rs rasher diff, bisect, trace
//! open.rs    a cart by its name on the command line     recorded.rs  a run in a file, and its cart
//! terminal.rs  what carts and files say, escaped where it is printed
//! replay.rs  rasher replay                            info.rs    list, where, paths, help
//! find.rs    words that help looks for
//! sound/     rasher render, rasher play               new.rs     rasher new, its template/; new_lua.rs
//! link.rs    rasher link: where a cart finds the console   build_cache.rs   what is built already, for a new cart
//! build.rs   rasher build            export.rs  rasher export; module.rs  what its pages play with
//! parts.rs   parts of a cart's data, by rasher export      exchange.rs  import and export at the prompt
//! manual/    rasher manual                            budget.rs  rasher budget
//! pack.rs    rasher pack, unpack.rs rasher unpack                             import.rs  rasher import
//! error.rs   what can go wrong, with file, place, found and expected
//! ```
//!
//! The binary calls [`main`]. Commands without a window end there; the others come back as a
//! [`Window`] for whoever can open one. Nothing here decides what a frame does.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

mod budget;
mod build;
mod build_cache;
#[cfg(feature = "cli")]
pub mod cli;
mod compare;
mod coverage;
mod dap;
mod debug;
mod error;
mod example;
mod exchange;
mod export;
mod find;
mod history;
mod import;
#[cfg(feature = "cli")]
mod info;
mod lines;
mod link;
mod manual;
mod module;
mod new;
mod new_lua;
mod open;
mod options;
mod pack;
mod parts;
mod progress;
mod recorded;
mod replay;
mod run;
mod script;
mod sound;
mod stub;
mod terminal;
mod test;
mod unpack;

pub use dap::{DapServer, serve_dap};
pub use error::ToolError;
pub use exchange::{exported, imported};
pub use import::{ImportedMap, aseprite_frames, ldtk_map, tiled_map};
pub use manual::{lesson_program, lua_example, lua_forms, page as manual_page};
pub use options::{HungRun, PlayOptions, PlaySoundOptions, Renderer, RunSource, TestOptions};
pub use recorded::Recorded;
pub use script::parse as parse_script;
pub use sound::{AudioSink, Jukebox, Paced, Piece, Resampler, SoundFile, play_sound};
pub use terminal::{check_raw, escape_bytes, escape_controls, print_error};
pub use test::{TestFile, difference_picture, test as test_cart};

#[cfg(feature = "cli")]
use cli::Command;
#[cfg(feature = "cli")]
use link::ConsoleSource;
#[cfg(feature = "cli")]
use options::NewOptions;
use shelf::Entry;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use terminal::Printed;

/// A command that needs a window or a sound device.
#[derive(Clone, Debug)]
pub enum Window {
    /// A cart, or the boot screen.
    Play(PlayOptions),
    /// A cart's data files.
    View(PlayOptions),
    /// No window, but a sound device: [`play_sound`] plays into it.
    PlaySound(PlaySoundOptions),
}

/// What became of the command line.
pub enum Outcome {
    /// A command ran, or could not; the exit code tells.
    Done(ExitCode),
    /// A window or a sound device is needed.
    Window(Box<Window>),
}

/// Letters of a line that a cart may give rise to in each frame, and bytes of all such lines.
const LINE_MAX: usize = 200;
const WARNINGS_MAX: usize = 16 << 10;

/// What a command prints, and its exit code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandOutput {
    /// 0 done, 1 a command failed, 2 the command line could not be read.
    pub code: u8,
    pub out: String,
    /// For the standard error output.
    pub err: String,
    /// The text has colours for a terminal; text from files is escaped already.
    pub painted: bool,
    /// Bytes of the errors that were printed while the command ran.
    pub printed: usize,
}

impl CommandOutput {
    fn done(out: String) -> Self {
        CommandOutput { out, ..CommandOutput::default() }
    }

    /// Adds an error; the command has failed.
    fn fail(&mut self, error: &impl Display) {
        self.warn(error);
        self.code = 1;
    }

    /// Adds an error that does not end the command.
    fn warn(&mut self, error: &impl Display) {
        self.err.push_str(&format!("rasher: {error}\n"));
    }

    /// Prints what was told since the last time, while the command runs.
    fn print_new_errors(&mut self, err: &mut dyn Write) {
        if self.printed < self.err.len() {
            // Where that is gone nothing can be said.
            _ = err.write_all(escape_controls(&self.err[self.printed..]).as_bytes());
            self.printed = self.err.len();
        }
    }

    /// Tells what may come again in each frame, and of a thousand such lines some.
    fn warn_once(&mut self, error: &impl Display) {
        let line: String = error.to_string().chars().take(LINE_MAX).collect();
        let line = format!("rasher: {line}\n");
        if self.err.len() < WARNINGS_MAX && !self.err.contains(&line) {
            self.err.push_str(&line);
        }
    }
}

/// Reads the command line and runs what needs no window, with the carts that there are; nothing is printed.
///
/// # Errors
/// When a window or a sound device is needed, which the caller must open.
#[cfg(feature = "cli")]
pub fn command(
    carts: &'static [Entry],
    args: impl IntoIterator<Item = OsString>,
) -> Result<CommandOutput, Box<Window>> {
    let mut printed = Vec::new();
    let report = command_to(carts, args, &mut printed, &mut io::sink())?;
    Ok(CommandOutput { out: String::from_utf8_lossy(&printed).into_owned() + &report.out, ..report })
}

/// [`command`]; what a run prints goes to `out` while it lasts, and is not in the report; what it tells goes to `err` as well.
#[cfg(feature = "cli")]
fn command_to(
    carts: &'static [Entry],
    args: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<CommandOutput, Box<Window>> {
    let command = match cli::parse(carts, args) {
        Ok(command) => command,
        Err(output) => return Ok(output),
    };
    let done = match command {
        Command::Run(options) if !options.headless => return Err(Box::new(Window::Play(options.play))),
        Command::View(options) => return Err(Box::new(Window::View(options))),
        Command::Play(options) => return Err(Box::new(Window::PlaySound(options))),
        Command::Run(options) => run::run(carts, &options, out, err),
        // A server has nobody who looks at pictures.
        Command::Test(options) if options.bless && std::env::var_os("CI").is_some() => {
            Ok(test::refused(&[ToolError::Unseen]))
        }
        Command::Test(options) => Ok(test::test(carts, &options)),
        Command::Replay(options) => replay::replay(carts, &options).map(CommandOutput::done),
        Command::Render(options) => sound::render(carts, &options),
        Command::Debug(options) if options.dap => {
            dap::dap(carts, &options).map(|()| CommandOutput::default())
        }
        Command::Debug(options) => debug::debug(carts, &options).map(CommandOutput::done),
        Command::Diff(options) => compare::diff(carts, &options),
        Command::Bisect(options) => compare::bisect(carts, &options),
        Command::Trace(options) => compare::trace(carts, &options),
        Command::Pack(options) => pack::pack(carts, &options),
        Command::Unpack { file, folder } => unpack::unpack(&file, &folder).map(CommandOutput::done),
        Command::Import(options) => import::import(&options).map(CommandOutput::done),
        Command::Build(options) => build::build(carts, &options),
        Command::Export(options) if options.part.is_any() => parts::export(carts, &options),
        Command::Export(options) => export::export(carts, &options),
        Command::Link { path } => link::link(&path).map(CommandOutput::done),
        Command::New(NewOptions { path: None, .. }) => Ok(CommandOutput::done(example::list())),
        Command::New(NewOptions { path: Some(path), git, registry, example, lua, .. }) => {
            let example = example.as_deref().and_then(|name| example::example(name, lua));
            let console = git.map(ConsoleSource::Git).or(registry.then_some(ConsoleSource::Registry));
            let made = match lua {
                true => new_lua::new_lua(&path, example.as_ref()),
                false => new::new(&path, console, example.as_ref()),
            };
            made.map(CommandOutput::done)
        }
        Command::Budget { cart } => budget::budget(carts, cart.as_deref()),
        Command::List => info::list(carts).map(CommandOutput::done),
        Command::Where { cart, home } => info::origin(carts, &cart, home.as_deref()).map(CommandOutput::done),
        Command::Paths { home } => info::paths(home.as_deref()).map(CommandOutput::done),
        Command::Manual { out, lua: false } => manual::manual(out.as_deref()),
        Command::Manual { out, lua: true } => stub::write(out.as_deref()),
        Command::Help { words } => info::help(&words).map(CommandOutput::done),
    };
    Ok(done.unwrap_or_else(|error| {
        let mut report = CommandOutput::default();
        report.fail(&error);
        report
    }))
}

/// Reads the command line, runs what needs no window and prints what it says.
#[cfg(feature = "cli")]
pub fn main(carts: &'static [Entry], args: impl IntoIterator<Item = OsString>) -> Outcome {
    // Line by line it would be a call of the system for each.
    let mut out = io::BufWriter::new(io::stdout());
    let mut report = match command_to(carts, args, &mut out, &mut io::stderr()) {
        Err(window) => return Outcome::Window(window),
        Ok(report) => report,
    };
    let text = if report.painted { report.out.as_str().into() } else { escape_controls(&report.out) };
    let mut code = report.code;
    let printed = terminal::write_all(&mut out, text.as_bytes());
    // What could not be written is not to be tried again when it is dropped.
    _ = out.into_parts();
    report.print_new_errors(&mut io::stderr());
    // A run has said it already.
    if let Printed::Failed(source) = printed
        && code == 0
    {
        print_error(&format!("rasher: {}", ToolError::Stdout { source }));
        code = 1;
    }
    Outcome::Done(ExitCode::from(code))
}

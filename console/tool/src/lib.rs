//! Every command of the console that needs no window, as a library.
//!
//! ```text
//! cli.rs     the command line: one table of commands and options, read by clap
//! data.rs    a cart's ROM from the disk or from what is embedded: where, and why there
//! home.rs    where a person's own files live          saves.rs   cart data on disk
//! script.rs  buttons written down, for --input        run.rs     rasher run --headless
//! replay.rs  rasher replay                            info.rs    list, where, paths, help
//! disk.rs    files read with a bound, written aside and renamed
//! error.rs   what can go wrong, with file, place, found and expected
//! ```
//!
//! The binary calls [`main`]. Commands without a window end there; the others come back as a
//! [`Window`] for whoever can open one. Nothing here decides what a frame does.

pub mod cli;
mod data;
mod disk;
mod error;
mod home;
mod info;
mod replay;
mod run;
mod saves;
mod script;

pub use cli::{Play, Window};
pub use data::{Found, Origin, Source, cart, find_rom, rom_in};
pub use disk::{print, read, write};
pub use error::ToolError;
pub use home::Home;
pub use run::now;
pub use saves::{read_saves, write_save};
pub use script::parse as parse_script;

use std::ffi::OsString;
use std::process::ExitCode;

/// What the command line came to.
pub enum Outcome {
    /// A command ran, or could not; the exit code tells.
    Done(ExitCode),
    /// A window is wanted.
    Window(Window),
}

/// Reads the command line, runs what needs no window and prints the errors of that.
/// Exit codes: 0 done, 1 a command failed, 2 the command line could not be read.
pub fn main(args: impl IntoIterator<Item = OsString>) -> Outcome {
    let command = match cli::parse(args) {
        Ok(command) => command,
        Err(error) => {
            // A closed pipe is the reader's wish, not an error of ours.
            _ = error.print();
            return Outcome::Done(ExitCode::from(error.exit_code() as u8));
        }
    };
    let done = match command {
        cli::Command::Window(window) => return Outcome::Window(window),
        cli::Command::Run(options) => run::run(&options),
        cli::Command::Replay(options) => replay::replay(&options),
        cli::Command::List => info::list(),
        cli::Command::Where { cart, source } => info::find(&cart, &source),
        cli::Command::Paths { home } => info::paths(&home),
        cli::Command::Help { call } => info::help(call.as_deref()),
    };
    Outcome::Done(match done {
        Ok(text) => {
            disk::print(&text);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("rasher: {error}");
            ExitCode::FAILURE
        }
    })
}

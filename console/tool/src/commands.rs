//! Runs a command line: parses it, calls the command's function and prints what it returns.

use crate::cli::{self, Command};
use crate::error::ToolError;
use crate::link::ConsoleSource;
use crate::options::NewOptions;
use crate::terminal::{self, WriteOutcome, escape_controls, print_error};
use crate::{
    CommandOutput, Window, budget, build, compare, dap, debug, example, export, fix, import, info, link,
    manual, new, pack, parts, run, share, site, sound, stub, test, vscode,
};
use shelf::Entry;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs a command line on these carts and returns what it prints. Fails if it needs a window or a sound device.
pub fn command(
    carts: &'static [Entry],
    args: impl IntoIterator<Item = OsString>,
) -> Result<CommandOutput, Box<Window>> {
    let mut printed = Vec::new();
    let report = command_to(carts, args, &mut printed, &mut io::sink())?;
    Ok(CommandOutput { out: String::from_utf8_lossy(&printed).into_owned() + &report.out, ..report })
}

/// [`command`], but prints to `out` and `err` while a cart runs; only the rest is in the result.
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
        // A server cannot look at the pictures.
        Command::Test(options) if options.bless && std::env::var_os("CI").is_some() => {
            Ok(test::refused(&[ToolError::BlessOnCi]))
        }
        Command::Test(options) => Ok(test::test(carts, &options)),
        Command::Replay(options) => compare::replay(carts, &options).map(CommandOutput::done),
        Command::Render(options) => sound::render(carts, &options),
        Command::Debug(options) if options.dap => {
            dap::dap(carts, &options).map(|()| CommandOutput::default())
        }
        Command::Debug(options) => debug::debug(carts, &options).map(CommandOutput::done),
        Command::Diff(options) => compare::diff(carts, &options),
        Command::Bisect(options) => compare::bisect(carts, &options),
        Command::Trace(options) => compare::trace(carts, &options),
        Command::Pack(options) => pack::pack(carts, &options),
        Command::Unpack { file, folder } => pack::unpack(&file, &folder).map(CommandOutput::done),
        Command::Import(options) => import::import(&options).map(CommandOutput::done),
        Command::Fix { cart, data } => fix::fix(&cart, data).map(CommandOutput::done),
        Command::Build(options) => build::build(carts, &options),
        Command::Export(options) if options.part.is_any() => parts::export(carts, &options),
        Command::Export(options) => export::export(carts, &options),
        Command::Share(options) => share::share(carts, &options),
        Command::Site(options) => site::site(carts, &options),
        Command::Link { path } => link::link(&path).map(CommandOutput::done),
        Command::New(NewOptions { path: None, .. }) => Ok(CommandOutput::done(example::list())),
        Command::New(NewOptions { path: Some(path), git, registry, example, lua, blank, .. }) => {
            let example = example.as_deref().and_then(|name| example::example(name, lua));
            let example = if blank { Some(new::blank()) } else { example };
            let console = git.map(ConsoleSource::Git).or(registry.then_some(ConsoleSource::Registry));
            let made = match lua {
                true => new::new_lua(&path, example.as_ref()),
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
        Command::Vscode { out } => vscode::write(out.as_deref()),
        Command::Help { words } => info::help(&words).map(CommandOutput::done),
    };
    Ok(done.unwrap_or_else(|error| {
        let mut report = CommandOutput::default();
        report.fail(&error);
        report
    }))
}

/// Runs a command line and prints its output. Fails if it needs a window or a sound device, which the caller must open.
pub fn main(
    carts: &'static [Entry],
    args: impl IntoIterator<Item = OsString>,
) -> Result<ExitCode, Box<Window>> {
    // Flushed once a frame, as one system call a line would be slow.
    let mut out = io::BufWriter::new(io::stdout());
    let mut report = command_to(carts, args, &mut out, &mut io::stderr())?;
    let text = if report.painted { report.out.as_str().into() } else { escape_controls(&report.out) };
    let mut code = report.code;
    let printed = terminal::write_all(&mut out, text.as_bytes());
    // Dropping the writer would try again to write what failed.
    _ = out.into_parts();
    report.print_new_errors(&mut io::stderr());
    // A headless run has reported it already.
    if let WriteOutcome::Failed(source) = printed
        && code == 0
    {
        print_error(&format!("rasher: {}", ToolError::Stdout { source }));
        code = 1;
    }
    Ok(ExitCode::from(code))
}

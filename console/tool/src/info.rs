//! Commands that tell: `list`, `where`, `paths`, `help`.

use crate::cli::{self, HomeArgs, SourceArgs};
use crate::data::{Origin, Source, cart, find_rom, paths as data_paths};
use crate::error::ToolError;
use crate::home::Home;
use rasher::api::{CALLS, Call, Status};
use shelf::Entry;
use std::fmt::Write;

pub fn list(carts: &[Entry]) -> Result<String, ToolError> {
    let wide = carts.iter().map(|c| c.name.len()).max().unwrap_or(0);
    Ok(carts.iter().map(|c| format!("{:wide$}  {}: {}\n", c.name, c.title, c.about)).collect())
}

pub fn find(carts: &'static [Entry], name: &str, source: &SourceArgs) -> Result<String, ToolError> {
    let found = find_rom(cart(carts, name)?, &Source::new(source.data.clone()))?;
    Ok(match &found.origin {
        Origin::Embedded => format!("{name}: embedded in the binary\n"),
        Origin::Folder(folder) => {
            let mut out = format!("{name}: {}\n", folder.display());
            for path in data_paths(folder, name) {
                let there = if path.is_file() { "" } else { "  (not there)" };
                _ = writeln!(out, "  {}{there}", path.display());
            }
            out
        }
    })
}

pub fn paths(home: &HomeArgs) -> Result<String, ToolError> {
    let home = Home::find(home.home.as_deref())?;
    Ok(home.all().iter().map(|(name, path)| format!("{name:12} {}\n", path.display())).collect())
}

pub fn help(call: Option<&str>) -> Result<String, ToolError> {
    let Some(name) = call else {
        let mut out = cli::help();
        out.push_str("\nCalls of the console (rasher help CALL tells more):\n");
        for call in CALLS.iter().filter(|c| c.status == Status::Rust) {
            _ = writeln!(out, "  {:28} {}", call.name, call.help);
        }
        return Ok(out);
    };
    let found: Vec<&Call> = CALLS.iter().filter(|c| c.is(name)).collect();
    let command = cli::help_of(name);
    if found.is_empty() && command.is_none() {
        let commands = cli::names();
        let calls = CALLS.iter().flat_map(|c| c.name.split(' '));
        let near = calls
            .chain(commands.iter().map(String::as_str))
            .map(|n| (strsim::levenshtein(n, name), n))
            .filter(|(d, _)| *d <= 2)
            .min()
            .map(|(_, n)| n.to_string());
        return Err(ToolError::NoCall { name: name.chars().take(32).collect(), near });
    }
    // `load`, say, is a call alone; `run` is a command, and a call of the Lua language.
    Ok(command.into_iter().chain(found.into_iter().map(describe)).collect())
}

fn describe(call: &Call) -> String {
    let mut out = format!("{} {}\n  {}\n", call.name, call.args, call.help);
    match call.status {
        Status::Rust if call.rust.is_empty() => {}
        Status::Rust => _ = writeln!(out, "  Rust: {}", call.rust.join(", ")),
        Status::Lua => out.push_str("  part of the Lua language; Rust carts do without it\n"),
        Status::Format => out.push_str("  a file format\n"),
        Status::Shell => out.push_str("  a prompt's: not in this version\n"),
    }
    out
}

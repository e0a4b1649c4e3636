//! `rasher build NAME`: a cart as a program of its own, which starts it at once and needs no other file.
//!
//! ```text
//! a cart of the shelf   cargo build --release --example standalone, RASHER_CART=NAME, in the checkout
//! a cart of its own     cargo build --release, in its folder: the program is one already
//!        └── the executable that cargo names ── copied aside, renamed ──> NAME, or --out FILE
//! game.p8, .p8.png ───┐
//! a cart of the shelf ┴── a player with the cart behind it (`loader::AppendedCart`) ──> game         the latter where there is no checkout
//!        └── the player: this program; for another system rasher-windows.lzma or rasher-linux.lzma, which come with the packages, beside
//!            the program or in the current folder; else what cargo builds in the checkout
//! ```
//!
//! A cart in Rust is compiled rather than put together from this binary, so no other cart is in it, and what is signed stays whole.

use crate::CommandOutput;
use crate::error::ToolError;
use crate::link::checkout;
use crate::module::{has_target, unpack};
use crate::open::{beside_name, open_embedded};
use crate::options::{BuildOptions, System};
use loader::{AppendedCart, entry_named};
use shelf::Entry;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

impl System {
    fn name(self) -> &'static str {
        match self {
            System::Linux => "linux",
            System::Windows => "windows",
        }
    }

    fn target(self) -> &'static str {
        match self {
            System::Linux => "x86_64-unknown-linux-gnu",
            System::Windows => "x86_64-pc-windows-gnu",
        }
    }

    fn ending(self) -> &'static str {
        match self {
            System::Linux => "",
            System::Windows => ".exe",
        }
    }

    fn is_here(self) -> bool {
        (std::env::consts::OS, std::env::consts::ARCH) == (self.name(), "x86_64")
    }
}

pub fn build(carts: &'static [Entry], options: &BuildOptions) -> Result<CommandOutput, ToolError> {
    let system = options.system.filter(|system| !system.is_here());
    let name = options.cart.as_deref();
    let out = |called: &str| {
        let ending = system.map_or(std::env::consts::EXE_SUFFIX, System::ending);
        options.out.clone().unwrap_or_else(|| beside_name(name.unwrap_or(Path::new("")), called, ending))
    };
    let is_alone = matches!(carts, [only] if only.package.is_some());
    let of_file = name.is_some_and(store::is_cartridge);
    if of_file || !is_alone && name.is_some() && checkout().is_err() {
        let loaded = open_embedded(carts, name.unwrap_or(Path::new("")))?;
        let mut report = CommandOutput::default();
        loaded.bundle_remarks().for_each(|remark| report.warn(&remark));
        let cart = AppendedCart::new(loaded)?;
        let out = out(&cart.name);
        let whole = cart.append_to(player(system)?);
        // For its permissions: what is written over keeps them.
        store::copy(&own()?, &out)?;
        store::write(&out, &whole)?;
        report.out = said(&out, whole.len() as u64);
        return Ok(report);
    }
    let entry = match (name, carts) {
        (None, [only]) if is_alone => only,
        _ => entry_named(carts, &name.unwrap_or(Path::new("")).to_string_lossy())?,
    };
    let mut cargo = cargo();
    match entry.package {
        Some(folder) => _ = cargo.args(["build", "--bins"]).current_dir(folder),
        None => {
            cargo.args(["build", "-p", "rasher-desktop", "--example", "standalone"]);
            cargo.env("RASHER_CART", entry.name).current_dir(checkout()?);
        }
    }
    let out = out(entry.name);
    let bytes = store::copy(&built(cargo, system)?, &out)?;
    Ok(CommandOutput { out: said(&out, bytes), ..CommandOutput::default() })
}

fn said(out: &Path, bytes: u64) -> String {
    format!("{}: {}.{} MB\n", out.display(), bytes / 1_000_000, bytes / 100_000 % 10)
}

fn own() -> Result<PathBuf, ToolError> {
    std::env::current_exe()
        .map_err(|e| ToolError::NoPlayer { why: format!("this program cannot be found: {e}") })
}

/// A player for a system, in bytes: this program, one that a package has beside it, or one that cargo builds.
fn player(system: Option<System>) -> Result<Vec<u8>, ToolError> {
    let own = own()?;
    let Some(system) = system else { return Ok(store::read(&own)?) };
    let packed = format!("rasher-{}.lzma", system.name());
    for place in [own.with_file_name(&packed), PathBuf::from(&packed)] {
        if let Some(packed) = store::read_if_there(&place)? {
            return unpack(&packed);
        }
    }
    let Ok(checkout) = checkout() else {
        let why =
            format!("{packed} is neither beside this program nor here; it comes with the packages of Rasher");
        return Err(ToolError::NoPlayer { why });
    };
    let mut cargo = cargo();
    cargo.args(["build", "-p", "rasher-desktop", "--bin", "rasher"]).current_dir(checkout);
    Ok(store::read(&built(cargo, Some(system))?)?)
}

fn built(mut cargo: Command, system: Option<System>) -> Result<PathBuf, ToolError> {
    cargo.args(["--release", "--message-format=json-render-diagnostics"]);
    if let Some(system) = system {
        has_target(system.target())?;
        cargo.args(["--target", system.target()]);
    }
    // What cargo has to say of its progress and of errors goes to the terminal.
    let done = cargo.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let done = done.map_err(|source| ToolError::Cargo { found: format!("cannot be started: {source}") })?;
    if !done.status.success() {
        return Err(ToolError::Cargo { found: format!("ended with {}", done.status) });
    }
    executable(&String::from_utf8_lossy(&done.stdout))
        .ok_or_else(|| ToolError::Cargo { found: "named no executable".into() })
}

/// The cargo that built this program, if it says so, else that of the path.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
}

/// The last executable that cargo's messages name.
fn executable(messages: &str) -> Option<PathBuf> {
    let all = messages.lines().rev().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    all.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_executable_is_the_last_that_cargo_names() {
        // As cargo writes its messages: an artifact has the key, with null for a library.
        let messages = "{\"reason\":\"compiler-artifact\",\"executable\":null}\nnot JSON\n\
            {\"reason\":\"compiler-artifact\",\"executable\":\"/a/moth\"}\n{\"reason\":\"build-finished\"}\n";
        assert_eq!(executable(messages), Some("/a/moth".into()));
        assert_eq!(executable("{\"executable\":null}"), None);
    }
}

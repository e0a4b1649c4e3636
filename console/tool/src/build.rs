//! `rasher build NAME`: a cart as a program that needs no other file.
//!
//! ```text
//! a cart of the shelf   cargo build --release --example standalone, RASHER_CART=NAME, in the checkout
//! a package             cargo build --release, in its folder
//!        └── the executable that cargo reports ──> NAME, or --out FILE
//! game.p8, .p8.png; without a checkout a cart of the shelf, too
//!        └── a player with the cart appended (`loader::AppendedCart`)
//!            this program; for another system rasher-SYSTEM.lzma next to it or in the current folder, or what cargo builds
//! ```
//!
//! A Rust cart is compiled, not appended to this binary, so that its program contains no other cart.

use crate::CommandOutput;
use crate::error::ToolError;
use crate::link::checkout;
use crate::module::{cargo, has_target, run_cargo, unpack};
use crate::open::{beside_name, open_embedded};
use crate::options::{BuildOptions, System};
use loader::{AppendedCart, entry_named};
use shelf::Entry;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A system's name, the target for it and the extension of its programs.
fn details(system: System) -> [&'static str; 3] {
    match system {
        System::Linux => ["linux", "x86_64-unknown-linux-gnu", ""],
        System::Windows => ["windows", "x86_64-pc-windows-gnu", ".exe"],
    }
}

pub fn build(carts: &'static [Entry], options: &BuildOptions) -> Result<CommandOutput, ToolError> {
    let here = (std::env::consts::OS, std::env::consts::ARCH);
    let system = options.system.filter(|system| here != (details(*system)[0], "x86_64"));
    let name = options.cart.as_deref();
    let out = |called: &str| {
        let ending = system.map_or(std::env::consts::EXE_SUFFIX, |system| details(system)[2]);
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
        // Copied for its permissions, which the write below keeps.
        store::copy(&this_program()?, &out)?;
        store::write(&out, &whole)?;
        report.out = size_line(&out, whole.len() as u64);
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
    let bytes = store::copy(&build_release(cargo, system)?, &out)?;
    Ok(CommandOutput::done(size_line(&out, bytes)))
}

fn size_line(out: &Path, bytes: u64) -> String {
    format!("{}: {}.{} MB\n", out.display(), bytes / 1_000_000, bytes / 100_000 % 10)
}

fn this_program() -> Result<PathBuf, ToolError> {
    std::env::current_exe().map_err(|e| ToolError::NoPlayer { why: format!("cannot find this program: {e}") })
}

fn player(system: Option<System>) -> Result<Vec<u8>, ToolError> {
    let own = this_program()?;
    let Some(system) = system else { return Ok(store::read(&own)?) };
    let packed = format!("rasher-{}.lzma", details(system)[0]);
    for place in [own.with_file_name(&packed), PathBuf::from(&packed)] {
        if let Some(packed) = store::read_if_there(&place)? {
            return unpack(&packed);
        }
    }
    let Ok(checkout) = checkout() else {
        let why = format!(
            "expected {packed} next to this program or in the current folder; Rasher's packages contain it"
        );
        return Err(ToolError::NoPlayer { why });
    };
    let mut cargo = cargo();
    cargo.args(["build", "-p", "rasher-desktop", "--bin", "rasher"]).current_dir(checkout);
    Ok(store::read(&build_release(cargo, Some(system))?)?)
}

fn build_release(mut cargo: Command, system: Option<System>) -> Result<PathBuf, ToolError> {
    cargo.args(["--release", "--message-format=json-render-diagnostics"]);
    if let Some(system) = system {
        let [_, target, _] = details(system);
        has_target(target)?;
        cargo.args(["--target", target]);
    }
    let messages = run_cargo(cargo, "")?;
    executable(&String::from_utf8_lossy(&messages))
        .ok_or_else(|| ToolError::Cargo { found: "built no executable".into() })
}

fn executable(messages: &str) -> Option<PathBuf> {
    let all = messages.lines().rev().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    all.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_executable_counts() {
        // For a library the key is null.
        let messages = "{\"reason\":\"compiler-artifact\",\"executable\":null}\nnot JSON\n\
            {\"reason\":\"compiler-artifact\",\"executable\":\"/a/moth\"}\n{\"reason\":\"build-finished\"}\n";
        assert_eq!(executable(messages), Some("/a/moth".into()));
        assert_eq!(executable("{\"executable\":null}"), None);
    }
}

//! `rasher build NAME`: a cart as a program of its own, which starts it at once and needs no other file.
//!
//! ```text
//! a cart of the shelf   cargo build --release --example standalone, RASHER_CART=NAME, in the checkout
//! a cart of its own     cargo build --release, in its folder: the program is one already
//!        └── the executable that cargo names ── copied aside, renamed ──> NAME, or --out FILE
//! ```
//!
//! It is compiled rather than put together from this binary, so no other cart is in it, and what is signed stays whole.

use crate::data::cart;
use crate::error::ToolError;
use crate::link::checkout;
use shelf::Entry;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Builds the cart and puts the executable where it is wanted.
pub fn build(carts: &'static [Entry], name: Option<&str>, out: Option<&Path>) -> Result<String, ToolError> {
    let entry = match (name, carts) {
        (None, [only]) if only.package.is_some() => only,
        _ => cart(carts, name.unwrap_or_default())?,
    };
    let mut cargo = cargo();
    cargo.args(["build", "--release", "--message-format=json-render-diagnostics"]);
    match entry.package {
        Some(folder) => _ = cargo.arg("--bins").current_dir(folder),
        None => {
            cargo.args(["-p", "rasher-desktop", "--example", "standalone"]).env("RASHER_CART", entry.name);
            cargo.current_dir(checkout()?);
        }
    }
    // What cargo has to say of its progress and of errors goes to the terminal.
    let done = cargo.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let done = done.map_err(|source| ToolError::Cargo { found: format!("cannot be started: {source}") })?;
    if !done.status.success() {
        return Err(ToolError::Cargo { found: format!("ended with {}", done.status) });
    }
    let built = executable(&String::from_utf8_lossy(&done.stdout))
        .ok_or_else(|| ToolError::Cargo { found: "named no executable".into() })?;
    let out = match out {
        Some(out) => out.to_path_buf(),
        None => PathBuf::from(format!("{}{}", entry.name, std::env::consts::EXE_SUFFIX)),
    };
    let bytes = store::copy(&built, &out)?;
    Ok(format!("{}: {}.{} MB\n", out.display(), bytes / 1_000_000, bytes / 100_000 % 10))
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

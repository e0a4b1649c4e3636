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
use crate::new::checkout;
use shelf::Entry;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use store::StoreError;

/// Builds the cart and puts the executable where it is wanted.
pub fn build(carts: &'static [Entry], name: Option<&str>, out: Option<&Path>) -> Result<String, ToolError> {
    let entry = match (name, carts) {
        (None, [only]) if only.package.is_some() => only,
        _ => cart(carts, name.unwrap_or_default())?,
    };
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
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
    let bytes = copy(&built, &out)?;
    Ok(format!("{}: {}.{} MB\n", out.display(), bytes / 1_000_000, bytes / 100_000 % 10))
}

/// The last executable that cargo's messages name.
fn executable(messages: &str) -> Option<PathBuf> {
    let all = messages.lines().rev().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    all.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next()
}

/// Copies a file with its permissions: aside first, then renamed. Its bytes.
fn copy(from: &Path, to: &Path) -> Result<u64, ToolError> {
    if to.is_dir() {
        return Err(ToolError::There { path: to.into() });
    }
    let mut name = to.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let aside = to.with_file_name(name);
    let copied = std::fs::copy(from, &aside).map_err(StoreError::system(&aside, "write"));
    let done = copied.and_then(|bytes| {
        std::fs::rename(&aside, to).map_err(StoreError::system(to, "write"))?;
        Ok(bytes)
    });
    if done.is_err() {
        // What was written aside is of no use to anyone; that it cannot be removed changes nothing.
        _ = std::fs::remove_file(&aside);
    }
    Ok(done?)
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

    #[test]
    fn a_file_is_replaced_whole_and_a_folder_never() {
        let dir = std::env::temp_dir().join(format!("rasher-build-{}", std::process::id()));
        _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(dir.join("folder")).expect("the test's own folder");
        std::fs::write(dir.join("from"), [7; 1000]).expect("written");
        assert_eq!(copy(&dir.join("from"), &dir.join("to")).expect("copied"), 1000);
        assert_eq!(copy(&dir.join("from"), &dir.join("to")).expect("copied over"), 1000);
        assert!(copy(&dir.join("from"), &dir.join("folder")).is_err());
        assert!(copy(&dir.join("none"), &dir.join("to")).is_err());
        assert_eq!(std::fs::read(dir.join("to")).expect("it stands"), [7; 1000]);
        assert_eq!(std::fs::read_dir(&dir).expect("listed").count(), 3, "nothing is left beside them");
        std::fs::remove_dir_all(dir).expect("the test's own folder");
    }
}

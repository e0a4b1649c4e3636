//! `rasher new PATH`: the folder of a new cart, ready to run.
//!
//! ```text
//! template/ (a cart that works, embedded) ── my_game becomes the name ──> .NAME.PID.new/ ── renamed ──> NAME/
//!   Cargo.toml     its paths lead to the checkout that this binary was made from, or to --git URL
//!   Cargo.lock     the checkout's       .cargo/config.toml   the checkout's target folder
//! ```
//!
//! With lock and target folder shared, and the same profiles, all outside crates are built already: a first build is
//! the console's own crates and the cart. Nothing is ever written over; what fails leaves no folder behind.

use crate::error::ToolError;
use std::fs;
use std::path::{Path, PathBuf};
use store::StoreError;

/// The name in the template.
const TEMPLATE: &str = "my_game";
/// Letters of a name: those of a folder's, a crate's and a cart's name.
const NAME_MAX: usize = 40;

/// The files of the template with their paths in it.
macro_rules! template {
    ($($path:literal)*) => {
        &[$(($path, include_bytes!(concat!("../template/", $path)))),*]
    };
}

const FILES: &[(&str, &[u8])] = template! {
    ".gitignore" "Cargo.toml" "README.md" "src/lib.rs" "src/main.rs" "tests/play.rs"
    "sprites/my_game.png" "sprites/my_game.map" "sprites/my_game.flags" "sfx/my_game.sfx" "sfx/my_game.music"
};

/// Names that are taken: by the crates that a cart is linked with; by cargo; by Rust; by Windows.
const TAKEN: &str = "desktop ghosts goblin kasidin picorogue porklike rasher serde \
    alloc core proc_macro std test build deps examples incremental \
    as async await break const continue crate do dyn else enum extern false fn for gen if impl in let loop macro \
    match mod move mut pub ref return self static struct super trait true try type unsafe use where while yield \
    abstract become box final override priv typeof unsized virtual \
    aux con nul prn";

/// Where a new cart finds the console.
enum ConsoleFrom<'a> {
    /// In the checkout that this binary was made from.
    Checkout(PathBuf),
    /// In a repository.
    Git(&'a str),
}

/// Makes the folder `path`, whose last part is the cart's name.
pub fn new(path: &Path, git: Option<&str>) -> Result<String, ToolError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    check(&name)?;
    let console = match git {
        Some(url) if url.is_empty() || url.contains(['"', '\\']) || url.contains(char::is_control) => {
            return Err(ToolError::Url { found: url.into() });
        }
        Some(url) => ConsoleFrom::Git(url),
        None => ConsoleFrom::Checkout(checkout()?),
    };
    // What a link leads to may be missing; the link is there all the same.
    if fs::symlink_metadata(path).is_ok() {
        return Err(ToolError::There { path: path.into() });
    }
    let aside = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let made = write(&aside, &name, &console)
        .and_then(|()| Ok(fs::rename(&aside, path).map_err(StoreError::system(path, "make the folder"))?));
    if let Err(error) = made {
        // What was written aside is of no use to anyone; that it cannot be removed changes nothing.
        _ = fs::remove_dir_all(&aside);
        return Err(error);
    }
    // The folders of the profile that this binary is of hold what a first build can use.
    let profile = if cfg!(debug_assertions) { "" } else { " --release" };
    let shown = path.display();
    Ok(format!(
        "{shown}: a new cart\n  cd {shown}\n  cargo run{profile}               play it\n  \
         cargo run{profile} -- --resume   go on where you were, after a change of code\n  \
         cargo test              play it without a window\n"
    ))
}

/// Is it a name that a crate, its files and a cart can have?
fn check(name: &str) -> Result<(), ToolError> {
    letters(name)?;
    if TAKEN.split_whitespace().any(|taken| taken == name) {
        return Err(bad(name, "the word is taken, by Rust, cargo or a crate of the console"));
    }
    Ok(())
}

fn good(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'
}

/// Is it made as the names of carts and their files are?
pub(crate) fn letters(name: &str) -> Result<(), ToolError> {
    if !name.chars().all(good) || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err(bad(name, "expected small letters, digits and _, a letter first"));
    }
    if name.len() > NAME_MAX {
        return Err(bad(name, "expected at most 40 letters"));
    }
    Ok(())
}

/// The error, with a name like it that would do.
fn bad(name: &str, why: &'static str) -> ToolError {
    let near: String =
        name.to_lowercase().chars().map(|c| if good(c) { c } else { '_' }).take(NAME_MAX).collect();
    let near = near.trim_start_matches(|c: char| !c.is_ascii_lowercase()).to_string();
    let near = Some(near).filter(|near| near != name && !near.is_empty() && check(near).is_ok());
    ToolError::Name { found: name.chars().take(NAME_MAX).collect(), why, near }
}

/// The checkout that this binary was made from, if it still stands there.
pub(crate) fn checkout() -> Result<PathBuf, ToolError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("/"));
    match root.join("console/machine/Cargo.toml").is_file() {
        true => Ok(root.into()),
        false => Err(ToolError::NoCheckout { path: root.into() }),
    }
}

fn write(folder: &Path, name: &str, console: &ConsoleFrom<'_>) -> Result<(), ToolError> {
    for (path, bytes) in FILES {
        let file = folder.join(path.replace(TEMPLATE, name));
        match std::str::from_utf8(bytes) {
            Ok(text) if *path == "Cargo.toml" => {
                store::write_with_folders(&file, manifest(text, name, console).as_bytes())?
            }
            Ok(text) => store::write_with_folders(&file, text.replace(TEMPLATE, name).as_bytes())?,
            Err(_) => store::write_with_folders(&file, bytes)?,
        }
    }
    if let ConsoleFrom::Checkout(root) = console {
        if let Some(lock) = store::read_if_there(&root.join("Cargo.lock"))? {
            store::write_with_folders(&folder.join("Cargo.lock"), &lock)?;
        }
        let config = format!(
            "# What the console's checkout has built is used again.\n[build]\ntarget-dir = \"{}/target\"\n",
            quoted(root)
        );
        store::write_with_folders(&folder.join(".cargo/config.toml"), config.as_bytes())?;
    }
    Ok(())
}

/// The template's manifest with the cart's name, and its console where that is.
fn manifest(text: &str, name: &str, console: &ConsoleFrom<'_>) -> String {
    let text = text.replace(TEMPLATE, name);
    let line = |line: &str| match (line.split_once("path = \"../../"), console) {
        (Some((head, rest)), ConsoleFrom::Checkout(root)) => {
            format!("{head}path = \"{}/console/{rest}\n", quoted(root))
        }
        (Some((head, _)), ConsoleFrom::Git(url)) => format!("{head}git = \"{url}\" }}\n"),
        (None, _) => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// A path within the quotes of a manifest; cargo takes `/` on every system.
fn quoted(path: &Path) -> String {
    path.display().to_string().replace('\\', "/").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_crates() {
        for name in ["my_game", "a", "pong2", "night_of_the_9_moles"] {
            assert!(check(name).is_ok(), "{name}");
        }
        // Rust's words, cargo's rules for package names, and files that Windows cannot have.
        let cases = [
            ("", None),
            ("My-Game", Some("my_game")),
            ("my game", Some("my_game")),
            ("9lives", Some("lives")),
            ("_x", Some("x")),
            ("\u{e9}t\u{e9}", Some("t_")),
            ("rasher", None),
            ("match", None),
            ("test", None),
            ("nul", None),
            ("..", None),
        ];
        for (name, want) in cases {
            let Err(ToolError::Name { near, .. }) = check(name) else { panic!("{name:?} is taken for good") };
            assert_eq!(near.as_deref(), want, "{name:?}");
        }
        assert!(check(&"a".repeat(NAME_MAX)).is_ok() && check(&"a".repeat(NAME_MAX + 1)).is_err());
    }

    #[test]
    fn every_dependency_on_the_console_finds_it() {
        let (_, bytes) = FILES.iter().find(|(path, _)| *path == "Cargo.toml").unwrap();
        let text = std::str::from_utf8(bytes).unwrap();
        let paths = text.matches("path = ").count();
        assert_eq!(paths, 2, "desktop and rasher");
        let here = manifest(text, "moth", &ConsoleFrom::Checkout("/home/a \"b\"".into()));
        assert_eq!(here.matches("path = \"/home/a \\\"b\\\"/console/").count(), paths, "{here}");
        let git = manifest(text, "moth", &ConsoleFrom::Git("https://example.org/rasher"));
        assert_eq!(git.matches("git = \"https://example.org/rasher\" }").count(), paths, "{git}");
        for text in [here, git] {
            assert!(
                text.contains("name = \"moth\"") && !text.contains(TEMPLATE) && !text.contains("../.."),
                "{text}"
            );
        }
    }
}

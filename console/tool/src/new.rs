//! `rasher new PATH`: the folder of a new cart, ready to run.
//!
//! ```text
//! template/ (a cart that works, embedded) ── my_game becomes the name ──> .NAME.PID.new/ ── renamed ──> NAME/
//!   Cargo.toml     takes the console from the checkout that this binary was made from (link.rs), from --git URL, or from the --registry
//!   Cargo.lock     the checkout's       target/   what it has built of outside crates (build_cache.rs)
//! ```
//!
//! An example (example.rs) has its own files in place of some of the template's.
//!
//! With that, and the same profiles, a first build is the console's own crates and the cart. No file names a place but by the way
//! from the folder to it. Nothing is ever written over; what fails leaves no folder behind.

use crate::build_cache::share_build;
use crate::error::ToolError;
use crate::example::{self, CartExample};
use crate::link::{ConsoleSource, checkout, relative_path, set_console_source};
use std::fs;
use std::path::Path;
use store::StoreError;

pub(crate) const TEMPLATE: &str = "my_game";
const TITLE: &str = "My game";
const ABOUT: &str = "a firefly in a night meadow catches sparks";
/// The same as a sentence.
const ABOUT_LINE: &str = "A firefly in a night meadow catches sparks.";
/// Letters of a name: those of a folder's, a crate's and a cart's name.
const NAME_MAX: usize = 40;

macro_rules! template {
    ($($path:literal)*) => {
        &[$(($path, include_bytes!(concat!("../template/", $path)))),*]
    };
}

pub(crate) const FILES: &[(&str, &[u8])] = template! {
    ".gitignore" "Cargo.toml" "README.md" "src/lib.rs" "src/main.rs" "tests/play.rs" "tests/first.test" "tests/first.png"
    "sprites/my_game.png" "sprites/my_game.map" "sprites/my_game.flags" "sfx/my_game.sfx" "sfx/my_game.music"
};

/// Names that are taken: by the crates that a cart is linked with; by cargo; by Rust; by Windows.
const TAKEN: &str = "desktop ghosts goblin kasidin picorogue porklike rasher serde \
    alloc core proc_macro std test build deps examples incremental \
    as async await break const continue crate do dyn else enum extern false fn for gen if impl in let loop macro \
    match mod move mut pub ref return self static struct super trait true try type unsafe use where while yield \
    abstract become box final override priv typeof unsized virtual \
    aux con nul prn";

/// Makes the folder `path`, whose last part is the cart's name, with the template's cart or an example.
pub fn new(
    path: &Path,
    console: Option<ConsoleSource>,
    example: Option<&CartExample>,
) -> Result<String, ToolError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    check_new_name(&name)?;
    let (console, root) = match console {
        Some(ConsoleSource::Git(url))
            if url.is_empty() || url.contains(['"', '\\']) || url.contains(char::is_control) =>
        {
            return Err(ToolError::Url { found: url });
        }
        Some(console) => (console, None),
        None => {
            let root = checkout()?;
            (ConsoleSource::Checkout(relative_path(path, &root)), Some(root))
        }
    };
    is_free(path)?;
    if let ConsoleSource::Checkout(way) = &console
        && root.as_ref().is_some_and(|root| is_member(path, root, way))
    {
        return Err(ToolError::Member { path: path.into(), name: name.into() });
    }
    create_folder(path, &name, |aside| write(aside, &name, &console, root.as_deref(), example))?;
    let shown = path.display();
    let place = match &console {
        ConsoleSource::Checkout(way) => format!(
            "It takes the console from {way}. Wherever it is moved or sent to: `cargo run -- link PATH`, in the checkout there.\n"
        ),
        ConsoleSource::Git(url) => format!("It takes the console from {url}.\n"),
        ConsoleSource::Registry => {
            format!("It takes the console from the registry, version {}.\n", env!("CARGO_PKG_VERSION"))
        }
    };
    Ok(format!(
        "{shown}: a new cart\n  cd {shown}\n  cargo run               play it; after a change of code it begins anew\n  \
         cargo run -- --resume   go on where you were, with the code as it is now\n  \
         cargo test              play it without a window\n  \
         cargo run -- test       the same by the texts in tests, buttons and what must come of them\n{place}"
    ))
}

pub(crate) fn is_free(path: &Path) -> Result<(), ToolError> {
    // What a link leads to may be missing; the link is there all the same.
    match fs::symlink_metadata(path) {
        Ok(_) => Err(ToolError::There { path: path.into() }),
        Err(_) => Ok(()),
    }
}

/// Makes a folder whole or not at all: written aside, then renamed.
pub(crate) fn create_folder(
    path: &Path,
    name: &str,
    write: impl FnOnce(&Path) -> Result<(), ToolError>,
) -> Result<(), ToolError> {
    let aside = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let made = write(&aside)
        .and_then(|()| Ok(fs::rename(&aside, path).map_err(StoreError::system(path, "make the folder"))?));
    // What was written aside is of no use to anyone; that it cannot be removed changes nothing.
    made.inspect_err(|_| _ = fs::remove_dir_all(&aside))
}

/// Would it be one of the packages that the checkout's own manifest takes in by their place?
fn is_member(path: &Path, root: &Path, way: &str) -> bool {
    let folder = path.parent().and_then(|above| above.canonicalize().ok());
    way == "../.."
        && folder.is_some_and(|folder| {
            ["console", "cart"].iter().any(|own| folder.ends_with(own) && folder.starts_with(root))
        })
}

/// Is it a name that a crate, its files and a cart can have?
fn check_new_name(name: &str) -> Result<(), ToolError> {
    check_name(name)?;
    if TAKEN.split_whitespace().any(|taken| taken == name) {
        return Err(name_error(name, "the word is taken, by Rust, cargo or a crate of the console"));
    }
    Ok(())
}

fn good(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'
}

/// Is it made as the names of carts and their files are?
pub(crate) fn check_name(name: &str) -> Result<(), ToolError> {
    if !name.chars().all(good) || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err(name_error(name, "expected small letters, digits and _, a letter first"));
    }
    if name.len() > NAME_MAX {
        return Err(name_error(name, "expected at most 40 letters"));
    }
    Ok(())
}

/// The error, with a name like it that would do.
fn name_error(name: &str, why: &'static str) -> ToolError {
    let near: String =
        name.to_lowercase().chars().map(|c| if good(c) { c } else { '_' }).take(NAME_MAX).collect();
    let near = near.trim_start_matches(|c: char| !c.is_ascii_lowercase()).to_string();
    let near = Some(near).filter(|near| near != name && !near.is_empty() && check_new_name(near).is_ok());
    ToolError::Name { found: name.chars().take(NAME_MAX).collect(), why, near }
}

fn write(
    folder: &Path,
    name: &str,
    console: &ConsoleSource,
    root: Option<&Path>,
    example: Option<&CartExample>,
) -> Result<(), ToolError> {
    for (path, bytes) in files(FILES, example) {
        let file = folder.join(path.replace(TEMPLATE, name));
        match std::str::from_utf8(bytes) {
            Ok(text) if path == "Cargo.toml" => {
                let text = text.replace(ABOUT, example.map_or(ABOUT, |example| example.about));
                store::write_with_folders(
                    &file,
                    set_console_source(&with_name(&text, name), console).0.as_bytes(),
                )?
            }
            _ if path.ends_with(".report") => {
                store::write_with_folders(&file, &example::report(bytes, name)?)?
            }
            Ok(text) => store::write_with_folders(
                &file,
                with_name(&with_description(text, example), name).as_bytes(),
            )?,
            Err(_) => store::write_with_folders(&file, bytes)?,
        }
    }
    if let Some(root) = root {
        if let Some(lock) = store::read_if_there(&root.join("Cargo.lock"))? {
            store::write_with_folders(&folder.join("Cargo.lock"), &lock)?;
        }
        share_build(root, &folder.join("target"));
    }
    Ok(())
}

/// The files of a new cart: the example's, and what it has not of the template's.
pub(crate) fn files<'a>(
    template: &'a [(&'a str, &'a [u8])],
    example: Option<&'a CartExample>,
) -> impl Iterator<Item = (&'a str, &'a [u8])> {
    let own = example.map_or(&[][..], |example| &example.files);
    let without = example.map_or(&[][..], |example| example.without);
    let others = template
        .iter()
        .filter(move |(path, _)| own.iter().all(|(own, _)| own != path) && !without.contains(path));
    own.iter().map(|(path, bytes)| (path.as_str(), *bytes)).chain(others.copied())
}

/// A text of the template that says what the cart is, and names its tests: those of the example.
pub(crate) fn with_description(text: &str, example: Option<&CartExample>) -> String {
    let Some(example) = example else { return text.to_string() };
    let of_example = text.replace(ABOUT, example.about);
    let (first, rest) = example.about.split_at(1);
    let of_example = of_example.replace(ABOUT_LINE, &format!("{}{rest}.", first.to_uppercase()));
    match example.without.is_empty() {
        true => of_example,
        false => of_example.replace("`first.test`, `first.png`", "`play.test`, `picture.png`"),
    }
}

/// A text of the template with the cart's name, and the title that is made of it: `night_moth`, `Night moth`.
pub(crate) fn with_name(text: &str, name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    let title: String = first.into_iter().chain(letters).collect();
    text.replace(TITLE, title.trim_end()).replace(TEMPLATE, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_crates() {
        for name in ["my_game", "a", "pong2", "night_of_the_9_moles"] {
            assert!(check_new_name(name).is_ok(), "{name}");
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
            let Err(ToolError::Name { near, .. }) = check_new_name(name) else {
                panic!("{name:?} is taken for good")
            };
            assert_eq!(near.as_deref(), want, "{name:?}");
        }
        assert!(
            check_new_name(&"a".repeat(NAME_MAX)).is_ok()
                && check_new_name(&"a".repeat(NAME_MAX + 1)).is_err()
        );
    }

    #[test]
    fn every_dependency_on_the_console_finds_it() {
        let (_, bytes) = FILES.iter().find(|(path, _)| *path == "Cargo.toml").unwrap();
        let text = with_name(std::str::from_utf8(bytes).unwrap(), "moth");
        assert_eq!(text.matches("path = ").count(), 2, "desktop and rasher");
        let (here, lines) = set_console_source(&text, &ConsoleSource::Checkout("../a \"b\"".into()));
        assert_eq!((lines, here.matches("path = \"../a \\\"b\\\"/console/").count()), (2, 2), "{here}");
        let (git, lines) =
            set_console_source(&text, &ConsoleSource::Git("https://example.org/rasher".into()));
        assert_eq!((lines, git.matches("git = \"https://example.org/rasher\" }").count()), (2, 2), "{git}");
        for text in [here, git] {
            assert!(
                text.contains("name = \"moth\"") && !text.contains(TEMPLATE) && !text.contains("../../"),
                "{text}"
            );
        }
    }

    #[test]
    fn a_title_is_made_of_the_name() {
        for (name, title) in [("moth", "Moth"), ("night_moth", "Night moth"), ("a_", "A"), ("pong2", "Pong2")]
        {
            assert_eq!(with_name("My game, my_game", name), format!("{title}, {name}"));
        }
    }
}

//! `rasher new PATH`: the folder of a new cart in Rust, ready to run.
//!
//! ```text
//! template/, or in part an example (example.rs) ── my_game becomes the name ──> .NAME.PID.new/ ── renamed ──> NAME/
//!   Cargo.toml     finds the console in the checkout of this binary (link.rs), in --git URL or in the --registry
//!   Cargo.lock     the checkout's       target/   outside crates that it has built (build_cache.rs)
//! ```
//!
//! So a first build compiles only the console's own crates and the cart. Nothing is overwritten; a failure leaves no folder.
//!
//! `--lua`: NAME.p8, which includes NAME.lua, tests, files for editors (stub.rs), and the template's pictures and sounds.

use crate::build_cache::share_build;
use crate::error::ToolError;
use crate::example::{self, CartExample};
use crate::link::{ConsoleSource, checkout, relative_path, set_console_source};
use crate::stub::stub;
use std::borrow::Cow;
use std::fs;
use std::path::Path;
use store::StoreError;

pub(crate) const TEMPLATE: &str = "my_game";
const TITLE: &str = "My game";
const ABOUT: &str = "a firefly in a night meadow catches sparks";
const ABOUT_LINE: &str = "A firefly in a night meadow catches sparks.";
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

/// Reserved names: crates that a cart is linked with, cargo, Rust, Windows.
const TAKEN: &str = "desktop ghosts goblin kasidin picorogue porklike rasher serde \
    alloc core proc_macro std test build deps examples incremental \
    as async await break const continue crate do dyn else enum extern false fn for gen if impl in let loop macro \
    match mod move mut pub ref return self static struct super trait true try type unsafe use where while yield \
    abstract become box final override priv typeof unsized virtual \
    aux con nul prn";

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
        && root.as_ref().is_some_and(|root| is_in_workspace(path, root, way))
    {
        return Err(ToolError::InsideWorkspace { path: path.into(), name: name.into() });
    }
    create_folder(path, &name, |folder| write(folder, &name, &console, root.as_deref(), example))?;
    let shown = path.display();
    let place = match &console {
        ConsoleSource::Checkout(way) => format!(
            "It uses the console in {way}. After you move either, run `cargo run -- link PATH` in the checkout.\n"
        ),
        ConsoleSource::Git(url) => format!("It uses the console in {url}.\n"),
        ConsoleSource::Registry => {
            format!("It uses version {} of the console from the registry.\n", env!("CARGO_PKG_VERSION"))
        }
    };
    Ok(format!(
        "{shown}: a new cart\n  cd {shown}\n  cargo run               play; saved code and files are reloaded\n  \
         cargo run -- --resume   resume the last run with the current code\n  \
         cargo test              test it in Rust, without a window\n  \
         cargo run -- test       run the test scripts in tests/\n{place}"
    ))
}

pub(crate) fn is_free(path: &Path) -> Result<(), ToolError> {
    // Dangling links count, too.
    match fs::symlink_metadata(path) {
        Ok(_) => Err(ToolError::Exists { path: path.into() }),
        Err(_) => Ok(()),
    }
}

/// Makes a folder completely or not at all: under a temporary name, then renamed.
pub(crate) fn create_folder(
    path: &Path,
    name: &str,
    write: impl FnOnce(&Path) -> Result<(), ToolError>,
) -> Result<(), ToolError> {
    let temporary = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let made = write(&temporary).and_then(|()| {
        Ok(fs::rename(&temporary, path).map_err(StoreError::system(path, "make the folder"))?)
    });
    made.inspect_err(|_| _ = fs::remove_dir_all(&temporary))
}

fn is_in_workspace(path: &Path, root: &Path, way: &str) -> bool {
    let folder = path.parent().and_then(|above| above.canonicalize().ok());
    way == "../.."
        && folder.is_some_and(|folder| {
            ["console", "cart"].iter().any(|own| folder.ends_with(own) && folder.starts_with(root))
        })
}

fn check_new_name(name: &str) -> Result<(), ToolError> {
    check_name(name)?;
    if TAKEN.split_whitespace().any(|taken| taken == name) {
        return Err(name_error(name, "the word is reserved by Rust, cargo or the console"));
    }
    Ok(())
}

fn good(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'
}

pub(crate) fn check_name(name: &str) -> Result<(), ToolError> {
    if !name.chars().all(good) || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err(name_error(name, "expected lower-case letters, digits and _, starting with a letter"));
    }
    if name.len() > NAME_MAX {
        return Err(name_error(name, "expected at most 40 characters"));
    }
    Ok(())
}

fn name_error(name: &str, why: &'static str) -> ToolError {
    let near: String =
        name.to_lowercase().chars().map(|c| if good(c) { c } else { '_' }).take(NAME_MAX).collect();
    let near = near.trim_start_matches(|c: char| !c.is_ascii_lowercase()).to_string();
    let near = Some(near).filter(|near| near != name && !near.is_empty() && check_new_name(near).is_ok());
    ToolError::CartName { found: name.chars().take(NAME_MAX).collect(), why, near }
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
        let bytes: Cow<'_, [u8]> = match std::str::from_utf8(bytes) {
            Ok(text) if path == "Cargo.toml" => {
                let text = text.replace(ABOUT, example.map_or(ABOUT, |example| example.about));
                set_console_source(&with_name(&text, name), console).0.into_bytes().into()
            }
            _ if path.ends_with(".report") => example::report(bytes, name)?.into(),
            Ok(text) => with_name(&with_description(text, example), name).into_bytes().into(),
            Err(_) => bytes.into(),
        };
        store::write_with_folders(&file, &bytes)?;
    }
    if let Some(root) = root {
        if let Some(lock) = store::read_if_there(&root.join("Cargo.lock"))? {
            store::write_with_folders(&folder.join("Cargo.lock"), &lock)?;
        }
        share_build(root, &folder.join("target"));
    }
    Ok(())
}

/// The example's files, and those of the template that it does not replace.
pub(crate) fn files<'a>(
    template: &'a [(&'a str, &'a [u8])],
    example: Option<&'a CartExample>,
) -> impl Iterator<Item = (&'a str, &'a [u8])> {
    let own = example.map_or(&[][..], |example| &example.files);
    let without = example.map_or(&[][..], |example| &example.without);
    let others = template
        .iter()
        .filter(move |(path, _)| own.iter().all(|(own, _)| own != path) && !without.contains(path));
    own.iter().map(|(path, bytes)| (path.as_str(), *bytes)).chain(others.copied())
}

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

/// Replaces the template's name and title; the title of `night_moth` is `Night moth`.
pub(crate) fn with_name(text: &str, name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    let title: String = first.into_iter().chain(letters).collect();
    text.replace(TITLE, title.trim_end()).replace(TEMPLATE, name)
}

const LUA_FILES: &[(&str, &[u8])] = &[
    (".gitignore", include_bytes!("../template/lua/.gitignore")),
    (".luarc.json", include_bytes!("../template/lua/.luarc.json")),
    (".vscode/tasks.json", include_bytes!("../template/lua/.vscode/tasks.json")),
    (".vscode/launch.json", include_bytes!("../template/lua/.vscode/launch.json")),
    (".vscode/rasher.code-snippets", include_bytes!("../template/lua/.vscode/rasher.code-snippets")),
    ("my_game.p8", include_bytes!("../template/lua/my_game.p8")),
    ("my_game.lua", include_bytes!("../template/lua/my_game.lua")),
    ("README.md", include_bytes!("../template/lua/README.md")),
    ("tests/first.test", include_bytes!("../template/lua/tests/first.test")),
    ("tests/first.png", include_bytes!("../template/lua/tests/first.png")),
    ("tests/meadow.test", include_bytes!("../template/lua/tests/meadow.test")),
];

pub fn blank() -> CartExample {
    let without = LUA_FILES.iter().chain(FILES).map(|(path, _)| *path);
    let is_content = |path: &&str| {
        path.ends_with(".md") || ["tests/", "sprites/", "sfx/"].iter().any(|it| path.starts_with(it))
    };
    CartExample {
        about: "a blank cart",
        files: vec![("my_game.lua".to_string(), shelf::BLANK.as_bytes())],
        without: without.filter(is_content).collect(),
    }
}

pub fn new_lua(path: &Path, example: Option<&CartExample>) -> Result<String, ToolError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    check_name(&name)?;
    is_free(path)?;
    let data = FILES.iter().filter(|(path, _)| path.starts_with("sprites/") || path.starts_with("sfx/"));
    let template: Vec<(&str, &[u8])> = LUA_FILES.iter().chain(data).copied().collect();
    create_folder(path, &name, |folder| {
        store::write_with_folders(&folder.join("rasher.lua"), stub().as_bytes())?;
        let words = name.replace('_', " ");
        for (path, bytes) in files(&template, example) {
            let head = |text: &'_ str| match path == "my_game.lua" && example.is_some() {
                true => shelf::with_title(text, &name),
                false => {
                    let text = with_description(text, example).replace("-- my game", &format!("-- {words}"));
                    with_name(&text, &name)
                }
            };
            let text = std::str::from_utf8(bytes).map(head);
            let bytes = text.as_ref().map_or(bytes, |text| text.as_bytes());
            store::write_with_folders(&folder.join(path.replace(TEMPLATE, &name)), bytes)?;
        }
        Ok(())
    })?;
    let cart = path.join(format!("{name}.p8"));
    let cart = cart.display();
    Ok(format!(
        "{}: a new cart in Lua\n  rasher {cart}          play; saved files are reloaded\n  \
         rasher test {cart}     run its tests\n  \
         rasher pack {cart}     pack it into one file\n",
        path.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_valid_for_crates_and_files() {
        for name in ["my_game", "a", "pong2", "night_of_the_9_moles", &"a".repeat(NAME_MAX)] {
            assert!(check_new_name(name).is_ok(), "{name}");
        }
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
            (&"a".repeat(NAME_MAX + 1), Some(&"a".repeat(NAME_MAX))),
        ];
        for (name, want) in cases {
            let Err(ToolError::CartName { near, .. }) = check_new_name(name) else {
                panic!("{name:?} is accepted")
            };
            assert_eq!(near.as_deref(), want, "{name:?}");
        }
    }

    #[test]
    fn a_title_is_the_name_in_words() {
        for (name, title) in [("night_moth", "Night moth"), ("a_", "A"), ("pong2", "Pong2")] {
            assert_eq!(with_name("My game, my_game", name), format!("{title}, {name}"));
        }
    }
}

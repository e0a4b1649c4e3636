//! Where a cart's folder finds the console: lines of its manifest, and `rasher link PATH`, which sets them.
//!
//! ```text
//! desktop = { package = "rasher-desktop", path = "../rasher/console/desktop" }     a checkout, seen from the folder
//! desktop = { package = "rasher-desktop", git = "https://..." }                    a repository
//! desktop = { package = "rasher-desktop", version = "0.1.0" }                      the registry
//! ```
//!
//! A path is relative, so that a cart and a checkout which lie beside each other may be moved together, or be put beside each other
//! by whoever gets the cart. Cargo knows no place in a manifest but a fixed one; for every other place there is this command.

use crate::build_cache::share_build;
use crate::error::ToolError;
use std::path::{Component, Path, PathBuf};

/// Where a cart finds the console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConsoleSource {
    /// In a checkout, at this path from the cart's folder, with `/` between its parts.
    Checkout(String),
    Git(String),
    Registry,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

pub fn link(folder: &Path) -> Result<String, ToolError> {
    let path = folder.join("Cargo.toml");
    let no_cart = || ToolError::NoCartFolder { path: path.clone() };
    let bytes = store::read_if_there(&path)?.ok_or_else(no_cart)?;
    let text = String::from_utf8(bytes).map_err(|_| no_cart())?;
    let root = checkout()?;
    let place = relative_path(folder, &root);
    let (linked, lines) = set_console_source(&text, &ConsoleSource::Checkout(place.clone()));
    if lines == 0 {
        return Err(no_cart());
    }
    store::write(&path, linked.as_bytes())?;
    if !folder.join("target").exists() {
        share_build(&root, &folder.join("target"));
    }
    Ok(format!("{}: takes the console from {place}\n", folder.display()))
}

/// The checkout that this binary was made from, if it still stands there.
pub fn checkout() -> Result<PathBuf, ToolError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("/"));
    match root.join("console/machine/Cargo.toml").is_file() {
        true => Ok(root.into()),
        false => Err(ToolError::NoCheckout { path: root.into() }),
    }
}

/// The way from a folder, which need not be there yet, to another: `../rasher`. Between two drives there is none but the whole path.
pub fn relative_path(folder: &Path, to: &Path) -> String {
    let (folder, to) = (resolve_links(folder), resolve_links(to));
    let (here, there): (Vec<_>, Vec<_>) = (folder.components().collect(), to.components().collect());
    let same = here.iter().zip(&there).take_while(|(a, b)| a == b).count();
    let way: PathBuf = match same {
        0 => to.clone(),
        _ => here[same..].iter().map(|_| Component::ParentDir).chain(there[same..].iter().copied()).collect(),
    };
    // Cargo takes `/` on every system.
    way.display().to_string().replace('\\', "/")
}

/// A path without links, as far as it is there; `..` behind that is worked out as text.
fn resolve_links(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.into());
    let there = whole.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    let Some((above, mut real)) = there else { return whole };
    for part in whole.strip_prefix(above).unwrap_or(Path::new("")).components() {
        match part {
            Component::ParentDir => _ = real.pop(),
            part => real.push(part),
        }
    }
    real
}

/// A manifest whose dependencies on crates of the console have that place, and how many there are.
pub fn set_console_source(manifest: &str, console: &ConsoleSource) -> (String, usize) {
    let mut lines = 0;
    let mut line = |line: &str| match with_console_source(line, console) {
        Some(aimed) => {
            lines += 1;
            aimed
        }
        None => line.into(),
    };
    let text = manifest.split_inclusive('\n').map(&mut line).collect();
    (text, lines)
}

/// A line `NAME = { ..., path = "..." }` or `git` of one of the console's crates, with the new place.
fn with_console_source(line: &str, console: &ConsoleSource) -> Option<String> {
    let (name, rest) = line.split_once('=')?;
    let named = rest.split_once("package = \"").and_then(|(_, rest)| rest.split('"').next());
    let folder = match named.unwrap_or(name.trim()) {
        "rasher" => "machine",
        name => name.strip_prefix("rasher-")?,
    };
    let (before, rest) = ["path = \"", "git = \"", "version = \""]
        .iter()
        .find_map(|key| line.split_once(key))
        .filter(|(head, _)| head.contains('{'))?;
    let (_, mut after) = rest.split_once('"').map(|(place, after)| (place, after.to_string()))?;
    // They say which state of a repository; a place has one.
    for key in [", branch = \"", ", tag = \"", ", rev = \""] {
        if let Some((head, tail)) = after.split_once(key)
            && let Some((_, tail)) = tail.split_once('"')
        {
            after = format!("{head}{tail}");
        }
    }
    let place = match console {
        ConsoleSource::Checkout(root) => {
            format!("path = {}", toml_text(&format!("{root}/console/{folder}")))
        }
        ConsoleSource::Git(url) => format!("git = \"{url}\""),
        ConsoleSource::Registry => format!("version = \"{VERSION}\""),
    };
    Some(format!("{before}{place}{after}"))
}

/// A text as TOML has it between quotes: JSON's form, but for one character.
pub(crate) fn toml_text(text: &str) -> String {
    serde_json::json!(text).to_string().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_console_are_aimed_and_no_other() {
        let checkout = || ConsoleSource::Checkout("../rasher".into());
        let git = || ConsoleSource::Git("https://example.org/r".into());
        let cases = [
            (
                "rasher = { path = \"../../machine\" }\n",
                checkout(),
                "rasher = { path = \"../rasher/console/machine\" }\n",
            ),
            (
                "desktop = { package = \"rasher-desktop\", path = \"/x y/desktop\" }",
                checkout(),
                "desktop = { package = \"rasher-desktop\", path = \"../rasher/console/desktop\" }",
            ),
            (
                "rasher = { git = \"https://a.b/c\", rev = \"0a1b\", features = [\"x\", \"y\"] }\r\n",
                checkout(),
                "rasher = { path = \"../rasher/console/machine\", features = [\"x\", \"y\"] }\r\n",
            ),
            ("rasher = { path = \"m\" }", git(), "rasher = { git = \"https://example.org/r\" }"),
            ("rasher = { path = \"m\" }", ConsoleSource::Registry, "rasher = { version = \"0.1.0\" }"),
            ("rasher = { version = \"9\" }", checkout(), "rasher = { path = \"../rasher/console/machine\" }"),
        ];
        for (line, console, want) in cases {
            assert_eq!(set_console_source(line, &console), (want.to_string(), 1), "{line}");
        }
        // Whatever a folder is called, it stays one text.
        let wild = ConsoleSource::Checkout("../a \"b\"\\c\n[patch]\u{7f}\u{e9}\u{ad}".into());
        let (line, _) = set_console_source("rasher = { path = \"m\" }", &wild);
        let want = "rasher = { path = \"../a \\\"b\\\"\\\\c\\n[patch]\\u007f\u{e9}\u{ad}/console/machine\" }";
        assert_eq!(line, want);
        for line in [
            "serde = { version = \"1\" }",
            "rasher = \"1\"",
            "path = \"../rasher\"",
            "",
            "[workspace]",
            "= { path = \"",
        ] {
            assert_eq!(set_console_source(line, &checkout()), (line.to_string(), 0), "{line}");
        }
    }

    #[test]
    fn the_way_from_one_folder_to_another_is_relative() {
        let dir = std::env::temp_dir().join(format!("rasher-link-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("a/rasher/console")).expect("the test's own folder");
        let cases = [
            ("a/moth", "a/rasher", "../rasher"),
            ("a/b/c/moth", "a/rasher", "../../../rasher"),
            ("a/rasher/mine/moth", "a/rasher", "../.."),
            ("a/b/../moth", "a/rasher", "../rasher"),
            ("moth", "a/rasher", "../a/rasher"),
        ];
        for (folder, to, want) in cases {
            assert_eq!(relative_path(&dir.join(folder), &dir.join(to)), want, "from {folder} to {to}");
        }
        std::fs::remove_dir_all(dir).expect("the test's own folder");
    }
}

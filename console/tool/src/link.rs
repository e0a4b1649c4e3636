//! Where a cart's manifest finds the console, and `rasher link PATH`, which changes it.
//!
//! ```text
//! desktop = { package = "rasher-desktop", path = "../rasher/console/desktop" }     a checkout
//! desktop = { package = "rasher-desktop", git = "https://..." }                    a repository
//! desktop = { package = "rasher-desktop", version = "0.1.0" }                      the registry
//! ```
//!
//! Paths are relative, so that a cart and a checkout can be moved together. After any other move, link the cart again.

use crate::build_cache::share_build;
use crate::error::ToolError;
use std::path::{Component, Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConsoleSource {
    /// A checkout, by its path from the cart's folder, with `/`.
    Checkout(String),
    Git(String),
    Registry,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

pub fn link(folder: &Path) -> Result<String, ToolError> {
    let path = folder.join("Cargo.toml");
    let no_cart = || ToolError::NotACart { path: path.clone() };
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
    Ok(format!("{}: uses the console in {place}\n", folder.display()))
}

pub fn checkout() -> Result<PathBuf, ToolError> {
    Ok(store::checkout().ok_or(ToolError::NoCheckout)?.into())
}

/// The path from a folder, which need not exist, to another: `../rasher`. Between drives it is absolute.
pub fn relative_path(folder: &Path, to: &Path) -> String {
    let (folder, to) = (resolve_links(folder), resolve_links(to));
    let (here, there): (Vec<_>, Vec<_>) = (folder.components().collect(), to.components().collect());
    let same = here.iter().zip(&there).take_while(|(a, b)| a == b).count();
    let way: PathBuf = match same {
        0 => to.clone(),
        _ => here[same..].iter().map(|_| Component::ParentDir).chain(there[same..].iter().copied()).collect(),
    };
    // Cargo accepts `/` on every system.
    way.display().to_string().replace('\\', "/")
}

/// A path with the links of its existing part resolved; `..` in the rest is resolved as text.
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

/// Changes the source of all dependencies on the console in a manifest; returns how many there were.
pub fn set_console_source(manifest: &str, console: &ConsoleSource) -> (String, usize) {
    let mut lines = 0;
    let mut set = |line: &str| {
        let changed = with_console_source(line, console);
        lines += usize::from(changed.is_some());
        changed.unwrap_or_else(|| line.into())
    };
    let text = manifest.split_inclusive('\n').map(&mut set).collect();
    (text, lines)
}

/// Changes a line `NAME = { ..., path = "..." }`, `git` or `version`, if it is one of the console's crates.
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
    // They belong to the old repository.
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

/// A quoted string of TOML, which is JSON's except for one character.
pub(crate) fn toml_text(text: &str) -> String {
    serde_json::json!(text).to_string().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_dependencies_on_the_console_change() {
        let quoted = |text: &str| text.replace('\'', "\"");
        let changed = |line: &str, console: &ConsoleSource| set_console_source(&quoted(line), console);
        let checkout = ConsoleSource::Checkout("../rasher".into());
        let git = ConsoleSource::Git("https://example.org/r".into());
        let (machine, desktop) = ("path = '../rasher/console/machine'", "../rasher/console/desktop");
        let old = "git = 'https://a.b/c', rev = '0a1b'";
        let cases = [
            ("rasher = { path = '../../m' }\n", &checkout, "path = '../../m'", machine),
            ("desktop = { package = 'rasher-desktop', path = '/x y' }", &checkout, "/x y", desktop),
            (&format!("rasher = {{ {old}, features = ['x', 'y'] }}\r\n"), &checkout, old, machine),
            ("rasher = { path = 'm' }", &git, "path = 'm'", "git = 'https://example.org/r'"),
            ("rasher = { path = 'm' }", &ConsoleSource::Registry, "path = 'm'", "version = '0.1.0'"),
            ("rasher = { version = '9' }", &checkout, "version = '9'", machine),
        ];
        for (line, console, from, to) in cases {
            assert_eq!(changed(line, console), (quoted(&line.replace(from, to)), 1), "{line}");
        }
        // Any folder's name stays one string.
        let wild = ConsoleSource::Checkout("../a \"b\"\\c\n[patch]\u{7f}\u{e9}\u{ad}".into());
        let want = "rasher = { path = \"../a \\\"b\\\"\\\\c\\n[patch]\\u007f\u{e9}\u{ad}/console/machine\" }";
        assert_eq!(changed("rasher = { path = 'm' }", &wild).0, want);
        let others = ["serde = { version = '1' }", "rasher = '1'", "path = '../rasher'", "", "= { path = '"];
        for line in others {
            assert_eq!(changed(line, &checkout), (quoted(line), 0), "{line}");
        }
    }

    #[test]
    fn paths_between_folders_are_relative() {
        let dir = std::env::temp_dir().join(format!("rasher-link-{}", std::process::id()));
        let rasher = dir.join("a/rasher");
        std::fs::create_dir_all(rasher.join("console")).unwrap();
        let cases = [
            ("a/moth", "../rasher"),
            ("a/b/c/moth", "../../../rasher"),
            ("a/rasher/mine/moth", "../.."),
            ("a/b/../moth", "../rasher"),
            ("moth", "../a/rasher"),
        ];
        for (folder, want) in cases {
            assert_eq!(relative_path(&dir.join(folder), &rasher), want, "from {folder}");
        }
        std::fs::remove_dir_all(dir).unwrap();
    }
}

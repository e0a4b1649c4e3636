//! The source of a cart in Rust, if this machine has it: of a shipped cart in the checkout that this program was built in, of an own cart
//! in its package.
//!
//! ```text
//! package   files, by the names that the compiler gave them
//! -         cart/porklike/src/draw.rs                        below the checkout
//! -         cart/examples/src/../ball/ball.rs                an example is a module by its path
//! P         src/lib.rs, games/moth/src/lib.rs                below the workspace that has the package P
//! ```

use crate::file::read_at_most;
use loader::Entry;
use rasher::RustSource;
use std::path::{Path, PathBuf};

const FILE_MAX: u64 = 1 << 20;
const FILES_MAX: usize = 500;
const DEPTH_MAX: usize = 8;

/// The checkout that this program was built in, if it is still there. A package is built with `RASHER_PACKAGE`: it has none, and
/// contains no name of its builder's folders.
pub fn checkout() -> Option<&'static Path> {
    const CRATE: Option<&str> =
        if option_env!("RASHER_PACKAGE").is_none() { Some(env!("CARGO_MANIFEST_DIR")) } else { None };
    let root = Path::new(CRATE?).ancestors().nth(2)?;
    root.join("console/machine/Cargo.toml").is_file().then_some(root)
}

pub(crate) fn rust_source(entry: &Entry) -> Option<RustSource> {
    let (root, folder) = match (entry.package, entry.example) {
        (Some(package), _) => (workspace(Path::new(package)), Path::new(package).join("src")),
        (None, true) => (checkout()?, checkout()?.join("cart/examples").join(entry.name)),
        (None, false) => (checkout()?, checkout()?.join("cart").join(entry.name).join("src")),
    };
    let mut files = Vec::new();
    add(&folder, DEPTH_MAX, &mut files);
    files.sort();
    let text = |path: &PathBuf| {
        let text = String::from_utf8(read_at_most(path, FILE_MAX).ok()?).ok()?;
        let name = path.strip_prefix(root).ok()?.display().to_string();
        Some((if entry.example { name.replacen("examples", "examples/src/..", 1) } else { name }, text))
    };
    let texts: Vec<_> = files.iter().filter_map(text).collect();
    (!texts.is_empty()).then(|| RustSource::new(&root.to_string_lossy(), &texts))
}

/// The folder of the workspace that a package belongs to, as cargo finds it: from the package upwards.
fn workspace(package: &Path) -> &Path {
    let is_root = |folder: &&Path| {
        read_at_most(&folder.join("Cargo.toml"), FILE_MAX)
            .is_ok_and(|text| String::from_utf8_lossy(&text).lines().any(|line| line.trim() == "[workspace]"))
    };
    package.ancestors().find(is_root).unwrap_or(package)
}

fn add(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        // A link could lead out of the folder, or around in it.
        let (Ok(kind), path) = (entry.file_type(), entry.path()) else { continue };
        if kind.is_dir() {
            add(&path, depth, files);
        } else if kind.is_file()
            && path.extension().is_some_and(|ending| ending == "rs")
            && files.len() < FILES_MAX
        {
            files.push(path);
        }
    }
}

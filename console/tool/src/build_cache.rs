//! A new cart's target folder, filled with what the checkout has built.
//!
//! ```text
//! target/debug/.fingerprint/NAME-HASH ── NAME is an outside crate in Cargo.lock ──┐
//!              build/NAME-HASH                                                    ├──> the cart's target/debug, target/release
//!              deps/*-HASH.*                                                      ┘    by hard links; small files are copied
//! ```
//!
//! With the same profile, features and compiler, cargo gives an outside crate the same hash in every folder. Small files are copied, as
//! cargo rewrites those in place. If cargo's layout changes, nothing is found and cargo builds everything.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Size up to which a file is copied: cargo rewrites only text files of a few hundred bytes.
const SMALL: u64 = 1 << 16;

/// Shares the outside crates that the checkout at `root` has built. On an error the folder is removed, because cargo
/// would use half a library.
pub fn share_build(root: &Path, to: &Path) {
    let lock = fs::read_to_string(root.join("Cargo.lock")).unwrap_or_default();
    let outside = outside(&lock);
    let from = root.join("target");
    let done = ["debug", "release"]
        .into_iter()
        .try_for_each(|profile| share(&from.join(profile), &to.join(profile), &outside));
    if done.is_err() {
        _ = fs::remove_dir_all(to);
    }
}

/// The lock file's packages that have a source: those outside the workspace.
fn outside(lock: &str) -> BTreeSet<&str> {
    let packages = lock.split("[[package]]").filter(|package| package.contains("\nsource = "));
    packages.filter_map(|package| package.split_once("name = \"")?.1.split('"').next()).collect()
}

fn parts(name: &str) -> Option<(&str, &str)> {
    name.rsplit_once('-').filter(|(_, hash)| hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Shares one profile. Fingerprints come last, as they mark a crate as built.
fn share(from: &Path, to: &Path, outside: &BTreeSet<&str>) -> io::Result<()> {
    let names = |folder: &str| -> Vec<String> {
        let entries = fs::read_dir(from.join(folder)).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
    };
    let known = |name: &String| parts(name).is_some_and(|(name, _)| outside.contains(name));
    let prints: Vec<String> = names(".fingerprint").into_iter().filter(known).collect();
    let hashes: BTreeSet<&str> = prints.iter().filter_map(|name| Some(parts(name)?.1)).collect();
    let built = |name: &String| {
        let stem = name.split('.').next().unwrap_or_default();
        parts(stem).is_some_and(|(_, hash)| hashes.contains(hash))
    };
    for name in names("deps").iter().filter(|name| built(name)) {
        copy(&from.join("deps").join(name), &to.join("deps").join(name))?;
    }
    for name in names("build").iter().filter(|name| known(name)) {
        copy(&from.join("build").join(name), &to.join("build").join(name))?;
    }
    for name in &prints {
        copy(&from.join(".fingerprint").join(name), &to.join(".fingerprint").join(name))?;
    }
    Ok(())
}

/// Copies a file or folder with its modification times, which cargo compares.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let meta = fs::symlink_metadata(from)?;
    if meta.is_dir() {
        fs::create_dir_all(to)?;
        return fs::read_dir(from)?.try_for_each(|entry| {
            let name = entry?.file_name();
            copy(&from.join(&name), &to.join(&name))
        });
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    // Across file systems this fails, and nothing is shared: copies would be a gigabyte.
    if meta.len() > SMALL {
        return fs::hard_link(from, to);
    }
    fs::copy(from, to)?;
    let file = File::options().write(true).open(to)?;
    file.set_modified(meta.modified()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_ends_in_a_hash() {
        assert_eq!(parts("a-b-0123456789abcdef"), Some(("a-b", "0123456789abcdef")));
        assert!(["a-b", "ab", "a-0123456789abcdeg", ""].iter().all(|name| parts(name).is_none()));
    }

    #[test]
    fn built_crates_are_shared_and_removing_them_keeps_the_originals() {
        let dir = std::env::temp_dir().join(format!("rasher-seed-{}", std::process::id()));
        _ = fs::remove_dir_all(&dir);
        let (root, to) = (dir.join("checkout"), dir.join("cart/target"));
        let files = |name: &str, hash: &str| {
            [
                (format!(".fingerprint/{name}-{hash}/lib-{name}"), 16),
                (format!("deps/lib{name}-{hash}.rlib"), SMALL as usize + 1),
                (format!("build/{name}-{hash}/out/a.rs"), 3),
            ]
        };
        let (own, outside) = (files("rasher", "00000000000000aa"), files("serde", "00000000000000bb"));
        let original = |path: &str| root.join("target/debug").join(path);
        for (path, len) in own.iter().chain(&outside) {
            fs::create_dir_all(original(path).parent().unwrap()).unwrap();
            fs::write(original(path), vec![7; *len]).unwrap();
        }
        let lock = "[[package]]\nname = \"serde\"\nversion = \"1\"\nsource = \"r\"\n";
        fs::write(root.join("Cargo.lock"), lock).unwrap();
        share_build(&root, &to);
        let time = |path: std::path::PathBuf| fs::metadata(path).unwrap().modified().unwrap();
        for (path, _) in &outside {
            assert_eq!(time(original(path)), time(to.join("debug").join(path)), "{path}");
        }
        assert!(own.iter().all(|(path, _)| !to.join("debug").join(path).exists()), "cargo builds its own");
        fs::remove_dir_all(&to).unwrap();
        assert!(outside.iter().all(|(path, len)| fs::read(original(path)).unwrap().len() == *len));
        share_build(&dir.join("nowhere"), &to);
        assert!(!to.exists(), "without a checkout there is nothing to share");
        fs::remove_dir_all(dir).unwrap();
    }
}

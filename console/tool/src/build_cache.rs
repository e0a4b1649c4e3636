//! What the checkout has built already, for the target folder of a cart of its own.
//!
//! ```text
//! target/debug/.fingerprint/NAME-HASH ── NAME is an outside crate, by Cargo.lock ──┐
//!              build/NAME-HASH          as .fingerprint                            ├──> the cart's target/debug, release
//!              deps/*-HASH.*            a HASH of these                            ┘    links; small files are copies
//! ```
//!
//! Cargo calls an outside crate the same in every folder, if profile, features and compiler are the same; so it takes what
//! lies here for built, and a first build is the console's own crates. The folder is the cart's own: `cargo clean` in it removes
//! names, and the checkout's files stay. Small files are copied, since cargo writes those anew in place. Where the layout is not
//! the one that is known, nothing is found, and cargo builds all.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Bytes up to which a file is copied. What cargo writes in place is text of a few hundred bytes.
const SMALL: u64 = 1 << 16;

/// Gives the target folder `to` what the checkout at `root` has built of outside crates. What fails leaves no folder: half of a
/// library would be taken for a whole one.
pub fn share_build(root: &Path, to: &Path) {
    let lock = fs::read_to_string(root.join("Cargo.lock")).unwrap_or_default();
    let outside = outside(&lock);
    let from = root.join("target");
    let done = ["debug", "release"]
        .into_iter()
        .try_for_each(|profile| share(&from.join(profile), &to.join(profile), &outside));
    if done.is_err() {
        // It was for speed alone.
        _ = fs::remove_dir_all(to);
    }
}

/// The packages of a lock file that come from elsewhere.
fn outside(lock: &str) -> BTreeSet<&str> {
    let packages = lock.split("[[package]]").filter(|package| package.contains("\nsource = "));
    packages.filter_map(|package| package.split_once("name = \"")?.1.split('"').next()).collect()
}

fn parts(name: &str) -> Option<(&str, &str)> {
    name.rsplit_once('-').filter(|(_, hash)| hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// One profile's. The files that say that something is built come last.
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

/// A file or folder with the times of its files, by which cargo tells what is newer.
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
    // Another file system has no links to this one, and copies of all would be a gigabyte: then nothing is shared.
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
    fn outside_crates_are_those_with_a_source() {
        let lock = "version = 4\n\n[[package]]\nname = \"a-b\"\nversion = \"1\"\nsource = \"registry+x\"\n\n\
                    [[package]]\nname = \"rasher\"\nversion = \"0.1.0\"\ndependencies = [\n \"a-b\",\n]\n";
        assert_eq!(outside(lock), BTreeSet::from(["a-b"]));
        assert_eq!(outside(""), BTreeSet::new());
        assert_eq!(parts("a-b-0123456789abcdef"), Some(("a-b", "0123456789abcdef")));
        assert!(["a-b", "ab", "a-0123456789abcdeg", ""].iter().all(|name| parts(name).is_none()));
    }

    #[test]
    fn what_is_built_is_shared_and_what_is_removed_there_stays_here() {
        let dir = std::env::temp_dir().join(format!("rasher-seed-{}", std::process::id()));
        _ = fs::remove_dir_all(&dir);
        let (root, to) = (dir.join("checkout"), dir.join("cart/target"));
        let put = |path: &str, len: usize| {
            let path = root.join("target/debug").join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, vec![7; len]).expect("written");
        };
        let (mine, theirs) = ("00000000000000aa", "00000000000000bb");
        for (name, hash) in [("rasher", mine), ("serde", theirs)] {
            put(&format!(".fingerprint/{name}-{hash}/lib-{name}"), 16);
            put(&format!("deps/lib{name}-{hash}.rlib"), SMALL as usize + 1);
            put(&format!("build/{name}-{hash}/out/a.rs"), 3);
        }
        fs::write(
            root.join("Cargo.lock"),
            "[[package]]\nname = \"serde\"\nversion = \"1\"\nsource = \"r\"\n",
        )
        .expect("written");
        share_build(&root, &to);
        let old =
            fs::metadata(root.join("target/debug/build/serde-00000000000000bb/out/a.rs")).expect("there");
        let new = fs::metadata(to.join("debug/build/serde-00000000000000bb/out/a.rs")).expect("shared");
        assert_eq!(old.modified().expect("a time"), new.modified().expect("a time"));
        assert!(to.join("debug/deps/libserde-00000000000000bb.rlib").is_file());
        assert!(to.join("debug/.fingerprint/serde-00000000000000bb/lib-serde").is_file());
        assert!(!to.join("debug/deps/librasher-00000000000000aa.rlib").exists(), "its own it builds itself");
        fs::remove_dir_all(&to).expect("removed");
        let kept = fs::read(root.join("target/debug/deps/libserde-00000000000000bb.rlib")).expect("it stays");
        assert_eq!(kept.len() as u64, SMALL + 1);
        share_build(&dir.join("nowhere"), &to);
        assert!(!to.exists(), "without a checkout there is nothing to share");
        fs::remove_dir_all(dir).expect("the test's own folder");
    }
}

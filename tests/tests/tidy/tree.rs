//! The files of the repository: those that git tracks or would track, otherwise those on the disk.
//!
//! A checkout without git (an archive, a copied folder) is checked too: its folders are walked, except for what
//! `.gitignore` excludes.

use std::path::{Path, PathBuf};
use std::process::Command;

/// One text file: its path from the root with `/` between its parts, and its content.
pub struct Source {
    pub path: String,
    pub text: String,
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie one folder below the root").into()
}

/// Paths of all files, sorted, from the root with `/` between their parts.
pub fn paths() -> Vec<String> {
    let mut paths = from_git().unwrap_or_else(from_disk);
    paths.sort();
    paths
}

/// All files that are text.
pub fn sources() -> Vec<Source> {
    let read = |path: String| {
        let text = String::from_utf8(std::fs::read(root().join(&path)).ok()?).ok()?;
        Some(Source { path, text })
    };
    paths().into_iter().filter_map(read).collect()
}

/// One file that must exist.
pub fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Tracked files and new ones that are not ignored; none if git is missing or refuses this folder.
fn from_git() -> Option<Vec<String>> {
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let output = Command::new("git").args(list).current_dir(root()).output().ok()?;
    let text =
        String::from_utf8(output.stdout).ok().filter(|text| output.status.success() && !text.is_empty())?;
    // A file may be deleted on the disk but still be in the index.
    let there = |path: &&str| !path.is_empty() && root().join(path).is_file();
    Some(text.split('\0').filter(there).map(String::from).collect())
}

fn from_disk() -> Vec<String> {
    let (mut found, mut folders) = (Vec::new(), vec![String::new()]);
    while let Some(folder) = folders.pop() {
        let entries =
            std::fs::read_dir(root().join(&folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
        for entry in entries {
            let entry = entry.unwrap_or_else(|error| panic!("{folder}: {error}"));
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            let kind = entry.file_type().unwrap_or_else(|error| panic!("{path}: {error}"));
            if kind.is_file() {
                found.push(path);
            } else if kind.is_dir() && name != "target" && name != ".git" && path != "tests/out" {
                folders.push(path);
            }
        }
    }
    found
}

/// Both listings contain this file, and the disk has every file that git has.
#[test]
fn the_disk_has_what_git_has() {
    let disk = from_disk();
    assert!(disk.iter().any(|path| path == "tests/tests/tidy/tree.rs"), "{disk:?}");
    let git = from_git().unwrap_or_else(|| disk.clone());
    let lacking: Vec<_> = git.iter().filter(|path| !disk.contains(path)).collect();
    assert!(lacking.is_empty(), "git lists files that the walk over the disk leaves out: {lacking:?}");
}

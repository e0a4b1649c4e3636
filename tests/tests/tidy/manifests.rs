//! What each crate must declare in its manifest, first lines and bans, so that the compiler enforces the rules.
//!
//! | what | where | for whom |
//! |---|---|---|
//! | `version`, `edition`, `rust-version`, `license`, `publish` inherited | `Cargo.toml` | all; crates that carts need are ready for a registry instead: `publish = true` |
//! | lints inherited, among them `unsafe_code = "forbid"` | `Cargo.toml` | all but `libretro`, which has its own and denies it except in two files |
//! | `cargo run` starts the console: the one default member is the crate with the binary | root `Cargo.toml` | - |
//! | overflow checked in every profile | root `Cargo.toml` | all |
//! | `#![no_std]` | `src/lib.rs` | std "no" in the table of `ARCHITECTURE.md` |
//! | `clippy::float_arithmetic` denied | `src/lib.rs` | devices "none" in that table |
//! | `test = false` and `doctest = false` only if there is nothing to run: each saves a build and a link | `Cargo.toml` | all |
//! | bans on clocks, hash order, locks, disks and threads, each with its reason | `.clippy.toml` | the same |
//!
//! Clippy checks that the bans are obeyed.

use crate::edges::{self, Row};
use crate::tree;

const INHERITED: &[&str] = &["version", "edition", "rust-version", "license", "publish"];

/// The crates that a cart needs: `cargo package` finds the other packed crates only if they may be published.
const PUBLISHED: [&str; 5] = [
    "console/calls/Cargo.toml",
    "console/describe/Cargo.toml",
    "console/guest/Cargo.toml",
    "console/machine/Cargo.toml",
    "console/num/Cargo.toml",
];

/// The crates that may have unsafe code: a C interface has pointers, a module's imports have addresses.
const FOREIGN: [&str; 2] = ["console/guest/Cargo.toml", "console/libretro/Cargo.toml"];
/// The files that have it; so do tests that load the core as a front end.
const POINTERS: [&str; 4] = [
    "console/guest/src/lib.rs",
    "console/libretro/src/lib.rs",
    "console/libretro/src/front.rs",
    "console/libretro/tests/front/front_end.rs",
];

/// The bans of every crate without devices. A crate may ban more.
const BANS: &[&str] = &[
    "std::collections::HashMap",
    "std::collections::HashSet",
    "std::time::Instant",
    "std::time::SystemTime",
    "std::sync::Mutex",
    "std::sync::RwLock",
    "std::cell::RefCell",
    "std::fs::File",
    "std::thread::spawn",
    "std::env::var",
];

/// The manifest of one crate.
fn manifest(path: &str, text: &str) -> Vec<String> {
    let has = |line: &str| text.lines().any(|it| it.trim() == line);
    let due = INHERITED.iter().map(|key| match (*key, PUBLISHED.contains(&path)) {
        ("publish", true) => "publish = true".into(),
        (key, _) => format!("{key}.workspace = true"),
    });
    let missing = due.filter(|line| !has(line));
    let mut complaints: Vec<String> = missing.map(|line| format!("{path}: lacks `{line}`")).collect();
    let lints = section(text, "[lints]").any(|line| line.trim() == "workspace = true")
        || has("lints.workspace = true");
    let own = FOREIGN.contains(&path) && has("unsafe_code = \"deny\"");
    if !lints && !own {
        complaints.push(format!("{path}: lacks `workspace = true` under `[lints]`"));
    }
    complaints
}

/// The manifest of the workspace.
fn workspace(text: &str) -> Vec<String> {
    let due = [
        ("[workspace]", "default-members = [\"console/desktop\"]"),
        ("[workspace.package]", "edition = \"2024\""),
        ("[workspace.lints.rust]", "unsafe_code = \"forbid\""),
        ("[profile.dev]", "overflow-checks = true"),
        ("[profile.release]", "overflow-checks = true"),
    ];
    let lacks = due.iter().filter(|(head, line)| !section(text, head).any(|it| it.trim() == *line));
    let mut complaints: Vec<String> =
        lacks.map(|(head, line)| format!("Cargo.toml: lacks `{line}` under `{head}`")).collect();
    let off = text.lines().filter(|line| line.trim() == "overflow-checks = false");
    complaints.extend(off.map(|_| "Cargo.toml: a profile switches overflow checks off".into()));
    complaints
}

/// Tests and examples in the sources of a crate whose manifest declares that there are none.
fn silenced<'a>(path: &str, text: &str, sources: impl Iterator<Item = &'a tree::Source>) -> Vec<String> {
    let off = |key: &str| section(text, "[lib]").any(|line| line.trim() == format!("{key} = false"));
    let (test, doctest) = (off("test"), off("doctest"));
    let silent = |source: &tree::Source| {
        if test && source.text.lines().any(|line| line.trim() == "#[test]") {
            Some(format!("{path}: `test = false`, and {} has a test", source.path))
        } else if doctest && has_example(&source.text) {
            Some(format!("{path}: `doctest = false`, and {} has an example", source.path))
        } else {
            None
        }
    };
    sources.filter_map(silent).collect()
}

/// Whether a doc comment opens a block of code that is not plain text.
fn has_example(text: &str) -> bool {
    let comments = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("//!").or_else(|| line.strip_prefix("///"))
    });
    let mut fences = comments.filter_map(|line| line.trim().strip_prefix("```"));
    // Every other fence closes what the one before it opened.
    fences.by_ref().step_by(2).any(|language| language != "text")
}

/// The lines under a header, up to the next one.
fn section<'a>(text: &'a str, head: &str) -> impl Iterator<Item = &'a str> {
    let after = text.lines().skip_while(move |line| line.trim() != head).skip(1);
    after.take_while(|line| !line.starts_with('['))
}

/// The first lines of a crate's `lib.rs`, and the bans in its `.clippy.toml`, by its row of the table.
fn walls(row: &Row, folder: &str, lib: &str, bans: Option<&str>) -> Vec<String> {
    let mut complaints = Vec::new();
    let says = |words: &str| lib.lines().any(|line| line.starts_with("#![") && line.contains(words));
    if !row.std && !says("no_std") {
        complaints.push(format!("{folder}/src/lib.rs: lacks `#![no_std]`"));
    }
    if !row.pure {
        return complaints;
    }
    if !says("clippy::float_arithmetic") {
        complaints.push(format!("{folder}/src/lib.rs: lacks `#![deny(clippy::float_arithmetic)]`"));
    }
    let Some(bans) = bans else {
        complaints.push(format!("{folder}/.clippy.toml: is not there; copy it from console/num"));
        return complaints;
    };
    for ban in BANS {
        let line = bans.lines().find(|line| line.contains(&format!("path = \"{ban}\"")));
        match line.map(|line| line.split_once("reason = \"").is_some_and(|(_, reason)| reason.len() > 10)) {
            Some(true) => {}
            Some(false) => complaints.push(format!("{folder}/.clippy.toml: bans {ban} without a reason")),
            None => complaints.push(format!("{folder}/.clippy.toml: does not ban {ban}")),
        }
    }
    complaints
}

#[test]
fn every_manifest_inherits() {
    let mut complaints = workspace(&tree::read("Cargo.toml"));
    let sources = tree::sources();
    for package in edges::packages() {
        let path = format!("{}/Cargo.toml", package.folder);
        let text = tree::read(&path);
        complaints.extend(manifest(&path, &text));
        let folder = format!("{}/src/", package.folder);
        let inside =
            |source: &&tree::Source| source.path.ends_with(".rs") && source.path.starts_with(&folder);
        complaints.extend(silenced(&path, &text, sources.iter().filter(inside)));
    }
    crate::none(complaints);
}

#[test]
fn every_wall_holds() {
    let rows = edges::rows(&tree::read("ARCHITECTURE.md")).unwrap_or_else(|error| panic!("{error}"));
    let mut complaints = Vec::new();
    for package in edges::packages() {
        let Some(row) = package.row(&rows) else { continue };
        let lib = tree::read(&format!("{}/src/lib.rs", package.folder));
        let bans = std::fs::read_to_string(tree::root().join(&package.folder).join(".clippy.toml")).ok();
        complaints.extend(walls(row, &package.folder, &lib, bans.as_deref()));
    }
    crate::none(complaints);
}

#[test]
fn unsafe_code_is_allowed_where_pointers_are_met() {
    // Assembled, or this file would be one of them.
    let words = concat!("allow(", "unsafe_code)");
    let allowed = tree::sources().into_iter().filter(|source| source.text.contains(words));
    let mut found: Vec<String> = allowed.map(|source| source.path).collect();
    found.sort();
    let mut expected = POINTERS.map(String::from);
    expected.sort();
    assert_eq!(found, expected);
}

/// Without it, two checkouts may build different programs.
#[test]
fn the_lock_file_is_kept() {
    assert!(tree::paths().iter().any(|path| path == "Cargo.lock"), "Cargo.lock is not in the repository");
}

#[test]
fn broken_manifests_are_found() {
    let good = "[package]\nname = \"num\"\nversion.workspace = true\nedition.workspace = true\n\
                rust-version.workspace = true\nlicense.workspace = true\npublish.workspace = true\n\n\
                [lints]\nworkspace = true\n";
    crate::none(manifest("Cargo.toml", good));
    let edition = good.replace("edition.workspace = true", "edition = \"2021\"");
    crate::one(manifest("Cargo.toml", &edition), "lacks `edition.workspace = true`");
    crate::one(manifest("Cargo.toml", &good.replace("[lints]", "[badges]")), "under `[lints]`");
}

#[test]
fn tests_that_would_not_run_are_found() {
    let source = |text: &str| tree::Source { path: "src/a.rs".into(), text: text.into() };
    let check = |manifest: &str, text: &str| silenced("Cargo.toml", manifest, [source(text)].iter());
    let (off, test) = ("[lib]\ntest = false\ndoctest = false\n", "#[test]\nfn a() {}\n");
    let (picture, example) = ("//! ```text\n//! a\n//! ```\n", "/// ```\n/// a();\n/// ```\n");
    crate::none(check(off, picture));
    crate::none(check("[lib]\n", &[test, example].concat()));
    crate::none(check("[[bin]]\ntest = false\n", test));
    crate::one(check(off, test), "`test = false`, and src/a.rs has a test");
    crate::one(check(off, &[picture, example].concat()), "`doctest = false`, and src/a.rs has an example");
}

#[test]
fn broken_workspaces_are_found() {
    let good = tree::read("Cargo.toml");
    crate::none(workspace(&good));
    crate::one(workspace(&good.replace("unsafe_code = \"forbid\"", "unsafe_code = \"deny\"")), "unsafe_code");
    let unchecked = good.replacen("overflow-checks = true", "overflow-checks = false", 1);
    let complaints = workspace(&unchecked).join("\n");
    assert!(
        complaints.contains("switches overflow checks off") && complaints.contains("lacks"),
        "{complaints}"
    );
}

#[test]
fn broken_walls_are_found() {
    let row = Row { name: "num".into(), may: vec![], std: false, outside: None, pure: true };
    let lib = "//! Numbers.\n#![no_std]\n#![deny(clippy::float_arithmetic)]\nmod ops;\n";
    let bans: String =
        BANS.iter().map(|ban| format!("{{ path = \"{ban}\", reason = \"it differs by run\" }}\n")).collect();
    let check = |lib: &str, bans: Option<&str>| walls(&row, "console/num", lib, bans);
    crate::none(check(lib, Some(&bans)));
    crate::one(check(&lib.replace("#![no_std]", "// #![no_std]"), Some(&bans)), "lacks `#![no_std]`");
    crate::one(check(&lib.replace("float_arithmetic", "todo"), Some(&bans)), "float_arithmetic");
    crate::one(check(lib, None), ".clippy.toml: is not there");
    crate::one(
        check(lib, Some(&bans.replace("std::time::Instant", "Instant"))),
        "does not ban std::time::Instant",
    );
    let silent = bans.replacen("it differs by run", "", 1);
    crate::one(check(lib, Some(&silent)), "bans std::collections::HashMap without a reason");
}

//! Rules for every source file, and text that no file may contain.
//!
//! | rule | for |
//! |---|---|
//! | at most [`LONGEST`] lines, unless it is listed in [`TABLES`] | `.rs` |
//! | its first line is `//!` with the file's subject | `.rs`, but [`SHOWN`] |
//! | no markers of unfinished work, no disabled tests, no stubs | all but `LICENSE-*` and `Cargo.lock` |
//! | no words about how the work was done, no paths of one machine | the same |
//! | nothing that exists on one system only ([`SYSTEMS`]) | `.rs` outside `console/desktop`, its tests and [`MODES`] |
//!
//! The markers and words are assembled from halves below, so that this file passes its own rules.

use crate::tree::{self, Source};

/// A longer file has two subjects.
const LONGEST: usize = 600;

/// Files that may be longer because they are one table: path and reason.
const TABLES: &[(&str, &str)] =
    &[("console/machine/src/module/methods.rs", "generated: a method for each call")];

/// Files that the manual shows whole: they contain only the code to show.
const SHOWN: &str = "console/machine/src/api/example/";

/// Markers of unfinished work: write an issue instead, or do it now.
const MARKS: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
    concat!("#[ig", "nore"),
    concat!("to", "do!("),
];

/// The repository describes the program as it is, not when, how or on which machine it was made.
const WORDS: &[&str] = &[
    concat!("this ses", "sion"),
    concat!("last ses", "sion"),
    concat!("next ses", "sion"),
    concat!("later ses", "sion"),
    concat!("earlier ses", "sion"),
    concat!("previous ses", "sion"),
    concat!("helper ", "agent"),
    concat!("sub", "agent"),
    concat!("language ", "model"),
    concat!("fact ", "sheet"),
    concat!("work", "tree"),
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
];

/// File modes and owners: the only source outside the window's crate that may ask which system it runs on.
const MODES: &str = "console/store/src/access.rs";

/// Code for one system. Only the window's crate may ask which one it runs on.
const SYSTEMS: &[&str] =
    &["target_os", "target_family", "cfg(unix)", "cfg(windows)", "cfg!(unix)", "std::os::", "libc::"];

/// Every place in a Rust source that depends on the system.
fn systems(Source { path, text }: &Source) -> Vec<String> {
    let mut complaints = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let found = SYSTEMS.iter().filter(|system| line.contains(*system));
        complaints.extend(found.map(|system| {
            format!(
                "{path}:{}: {system:?} belongs into console/desktop; elsewhere all systems are alike",
                index + 1
            )
        }));
    }
    complaints
}

/// Length and first line of a Rust source.
fn shape(Source { path, text }: &Source) -> Vec<String> {
    let mut complaints = Vec::new();
    let lines = text.lines().count();
    if lines > LONGEST && !TABLES.iter().any(|(table, _)| table == path) {
        complaints.push(format!(
            "{path}: {lines} lines, {LONGEST} are allowed; part it by subject, or list it as a table with its reason"
        ));
    }
    if !text.starts_with("//!") && !path.starts_with(SHOWN) {
        complaints.push(format!("{path}:1: a source file opens with `//!` and says what it is about"));
    }
    complaints
}

/// Markers and words, each with its line.
fn words(Source { path, text }: &Source) -> Vec<String> {
    let mut complaints = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let place = format!("{path}:{}", index + 1);
        let marks = MARKS.iter().filter(|mark| contains_word(line, mark));
        complaints.extend(
            marks.map(|mark| format!("{place}: {mark:?} is work left over: do it, or write an issue")),
        );
        let lower = line.to_lowercase();
        let found = WORDS.iter().filter(|word| contains_word(&lower, word));
        complaints
            .extend(found.map(|word| format!("{place}: {word:?} is about how the work was done, or where")));
    }
    complaints
}

/// Whether the text contains the word, not directly next to another letter or digit; a plural `s` counts as the same
/// word.
fn contains_word(text: &str, word: &str) -> bool {
    let glued = |a: Option<char>, b: Option<char>| matches!((a, b), (Some(a), Some(b)) if a.is_alphanumeric() && b.is_alphanumeric());
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        let after = after.strip_prefix('s').unwrap_or(after);
        !glued(before.chars().last(), word.chars().next())
            && !glued(word.chars().last(), after.chars().next())
    })
}

fn spoken(source: &Source) -> bool {
    // The letters of the maps are tiles and creatures.
    let has_words = !["Cargo.lock", "tests/golden/floors.txt"].contains(&&*source.path);
    has_words && !source.path.starts_with("LICENSE-")
}

#[test]
fn every_source_has_its_shape() {
    let sources = tree::sources();
    let rust: Vec<_> = sources.iter().filter(|source| source.path.ends_with(".rs")).collect();
    assert!(rust.len() > 10, "only {} sources were found", rust.len());
    crate::none(rust.into_iter().flat_map(shape).collect());
    for (table, reason) in TABLES {
        let lines = sources
            .iter()
            .find(|source| source.path == *table)
            .map_or(0, |source| source.text.lines().count());
        assert!(lines > LONGEST, "{table} ({reason}) is listed as a long table and has {lines} lines");
    }
}

#[test]
fn only_the_window_knows_systems() {
    let ours = |source: &&Source| {
        let window =
            ["console/desktop/", "tests/window/"].iter().any(|folder| source.path.starts_with(folder));
        source.path.ends_with(".rs") && !window && ![THIS, MODES].contains(&&*source.path)
    };
    crate::none(tree::sources().iter().filter(ours).flat_map(systems).collect());
}

/// Sources that name clap outside the command line and its options.
fn clap(source: &Source) -> Option<String> {
    let named = source.path.ends_with(".rs") && contains_word(&source.text, "clap::");
    let homes = ["console/tool/src/cli", "console/tool/src/options"];
    let inside = homes
        .iter()
        .any(|home| source.path.strip_prefix(home).is_some_and(|rest| rest.starts_with(['.', '/'])));
    (named && !inside && source.path != THIS).then(|| format!("{}: clap belongs into {homes:?}", source.path))
}

#[test]
fn only_the_command_line_knows_clap() {
    crate::none(tree::sources().iter().filter_map(clap).collect());
    crate::one(clap(&source("use clap::Args;")).into_iter().collect(), "console/num/src/lib.rs");
}

#[test]
fn no_file_speaks_of_the_workshop() {
    crate::none(tree::sources().iter().filter(|source| spoken(source)).flat_map(words).collect());
}

/// This file names what it forbids.
const THIS: &str = "tests/tests/tidy/text.rs";

fn source(text: &str) -> Source {
    Source { path: "console/num/src/lib.rs".into(), text: text.into() }
}

#[test]
fn broken_shapes_are_found() {
    crate::none(shape(&source(&("//! Numbers.\n".repeat(LONGEST)))));
    crate::one(shape(&source(&"//! Numbers.\n".repeat(LONGEST + 1))), "601 lines");
    crate::one(shape(&source("use core::fmt;\n//! Numbers.\n")), "opens with `//!`");
    crate::one(shape(&source("")), "opens with `//!`");
}

#[test]
fn broken_systems_are_found() {
    for system in SYSTEMS {
        crate::one(systems(&source(&format!("//! Files.\nuse {system}fs;"))), "lib.rs:2: ");
    }
    crate::none(systems(&source("//! The same on every operating system.\n")));
}

#[test]
fn broken_words_are_found() {
    for mark in MARKS {
        crate::one(words(&source(&format!("fine\n    // {mark} later"))), &format!("lib.rs:2: {mark:?}"));
    }
    for word in WORDS {
        crate::one(words(&source(&format!("// see {} 3", word.to_uppercase()))), "lib.rs:1: ");
    }
    let plural = concat!("later ses", "sions");
    crate::one(words(&source(plural)), "how the work was done");
    // Longer words that contain one, and names of fields or variables, are allowed.
    crate::none(words(&source(concat!(
        "a game ses",
        "sion, mastodons, ",
        "MAX",
        "XX, artwork/x, ",
        "todo_list"
    ))));
}

//! Keeps the protocol between the player and its hosts small, and checks that each side handles all of it: counts the
//! variants reachable from `HostEvent` and `TickOutput`, and finds each `match` over requests or events that drops
//! the rest with `_`.
//!
//! ```text
//! TickOutput, HostEvent ── types in fields and variants, of the front end's crates alone ──> enums, each once ──> their variants
//! ```
//!
//! Values of the core (a recording, an input, an effect) count as one value each, as on the disk.

use crate::tree::{self, Source};
use std::collections::{BTreeMap, BTreeSet};

const MOST: usize = 122;
const ROOTS: [&str; 2] = ["HostEvent", "TickOutput"];
const CRATES: [&str; 4] = ["player", "studio", "editors", "debugger"];

/// A type's variants, if it is an enum, and the names in it.
struct Type {
    variants: usize,
    names: BTreeSet<String>,
}

fn without_comments(text: &str) -> String {
    let code = |line: &str| line.split("//").next().unwrap_or_default().to_string();
    text.lines().map(code).filter(|line| !line.trim_start().starts_with("#[")).collect::<Vec<_>>().join("\n")
}

fn names(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with(char::is_uppercase)).map(str::to_string).collect()
}

/// The body of a type, up to the bracket that closes it.
fn body(text: &str) -> &str {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        depth += i32::from("({[".contains(c)) - i32::from(")}]".contains(c));
        if depth == 0 && (c == ';' || ")}".contains(c)) {
            return &text[..at];
        }
    }
    text
}

/// The top-level parts between commas.
fn parts(body: &str) -> Vec<&str> {
    let (mut depth, mut from, mut all) = (0, 0, Vec::new());
    for (at, c) in body.char_indices() {
        depth += i32::from("({[<".contains(c)) - i32::from(")}]>".contains(c));
        if c == ',' && depth == 0 {
            all.push(&body[from..at]);
            from = at + 1;
        }
    }
    all.push(&body[from..]);
    all.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn types(text: &str) -> Vec<(String, Type)> {
    let text = without_comments(text);
    let mut all = Vec::new();
    for (word, is_enum) in [("enum ", true), ("struct ", false), ("type ", false)] {
        for (at, _) in text.match_indices(word) {
            let before = text[..at].lines().next_back().unwrap_or_default().trim();
            let rest = &text[at + word.len()..];
            let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
            if end == 0 || !(before.is_empty() || before.starts_with("pub")) {
                continue;
            }
            let body = body(&rest[end..]);
            let inner = body.split_once('{').map_or(body, |(_, inner)| inner);
            let kinds = if is_enum { parts(inner) } else { Vec::new() };
            // A variant's own name is not a type.
            let inner = if is_enum {
                kinds.iter().map(|kind| kind.trim_start_matches(char::is_alphanumeric)).collect::<String>()
            } else {
                inner.to_string()
            };
            all.push((rest[..end].to_string(), Type { variants: kinds.len(), names: names(&inner) }));
        }
    }
    all
}

/// The enums reachable from the roots, with their variants.
fn reached(sources: &[Source]) -> BTreeMap<String, usize> {
    let mut known: BTreeMap<String, Type> = BTreeMap::new();
    // If two crates use the same name, the player's counts.
    for of in CRATES {
        let folder = format!("console/{of}/src/");
        for source in sources.iter().filter(|source| source.path.starts_with(&folder)) {
            for (name, of) in types(source.text.split("mod tests {").next().unwrap_or_default()) {
                known.entry(name).or_insert(of);
            }
        }
    }
    let (mut found, mut next) = (BTreeMap::new(), ROOTS.map(str::to_string).to_vec());
    while let Some(name) = next.pop() {
        if let Some(of) = known.get(&name)
            && found.insert(name, of.variants).is_none()
        {
            next.extend(of.names.iter().cloned());
        }
    }
    found.retain(|_, variants| *variants > 0);
    found
}

#[test]
fn the_protocol_has_few_variants() {
    let found = reached(&tree::sources());
    let all: usize = found.values().sum();
    assert!(found.contains_key("Request") && found.contains_key("Response") && all > 60, "{found:?}");
    assert!(all < MOST, "{all} variants, at most {MOST}: {found:?}");
}

#[test]
fn variants_are_counted_through_fields_and_aliases() {
    let text = "pub enum HostEvent { A(Inner), B { at: [u8; 4], to: Reply }, C }\n/// No { type.\npub struct Inner(Box<Deep>);\n\
                enum Deep { One, Two(u8, u8), Three }\npub type Reply = Result<Done, ()>;\nenum Done { Yes }\nenum Other { X, Y }\n";
    let source = Source { path: "console/player/src/a.rs".to_string(), text: text.to_string() };
    let found = reached(&[source]);
    let want = [("Deep", 3), ("Done", 1), ("HostEvent", 3)].map(|(name, n)| (name.to_string(), n));
    assert_eq!(found.into_iter().collect::<Vec<_>>(), want);
}

/// The enums whose variants must all be handled, and not dropped unseen.
const HANDLED: [&str; 3] = ["Request::", "HostEvent::", "DebugRequest::"];

/// `_` arms that do nothing (in a crate's own sources: any `_` arm) in a `match` over one of these enums. Sources are
/// formatted, so the arms of a `match` start in the same column.
fn dropped(Source { path, text }: &Source) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let column = |line: &str| line.len() - line.trim_start().len();
    let is_arm =
        |line: &str| HANDLED.iter().any(|name| line.trim_start().trim_start_matches("| ").starts_with(name));
    let mut complaints = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let end = line.trim_start();
        let drops = end.starts_with("_ => {}") || end.starts_with("_ =>") && path.contains("/src/");
        let arms =
            lines[..at].iter().rev().take_while(|other| other.is_empty() || column(other) >= column(line));
        if drops && arms.filter(|other| column(other) == column(line)).any(|other| is_arm(other)) {
            complaints.push(format!("{path}:{}: drops variants of the protocol; name them", at + 1));
        }
    }
    complaints
}

#[test]
fn no_variant_is_dropped_unseen() {
    let sources = tree::sources();
    let rust = sources
        .iter()
        .filter(|source| source.path.ends_with(".rs") && !source.path.ends_with("tidy/protocol.rs"));
    crate::none(rust.flat_map(dropped).collect());
    let source = |path: &str, arm: &str| {
        let text = format!("match it {{\n    Request::Quit => {{\n        go();\n    }}\n    {arm}\n}}\n");
        Source { path: path.to_string(), text }
    };
    crate::one(dropped(&source("tests/a.rs", "_ => {}")), "tests/a.rs:5");
    crate::one(dropped(&source("console/web/src/a.rs", "_ => false,")), "a.rs:5");
    crate::none(dropped(&source("tests/a.rs", "_ => None,")));
    crate::none(dropped(&source("console/web/src/a.rs", "other => keep(other),")));
}

//! What a PICO-8 author writes first either compiles, or rustc's own message names the right form.
//!
//! ```text
//! forms/pass.rs   compiles without an error
//! forms/fail.rs   p8.cls(); //~ cls(0)      this line has an error whose message contains "cls(0)"; no other line has one
//! ```
//!
//! If a call has too many or too few arguments, rustc shows the line that defines the method, where a comment lists
//! its variants: near the start, because rustc cuts lines of more than 140 columns. If a type does not fit, the
//! missing trait names the right one. The rlib is the one linked with this binary: the newest next to it.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn rlib() -> PathBuf {
    let me = std::env::current_exe().expect("a running program has a path");
    let folder = me.parent().expect("it lies in a folder");
    let files = folder.read_dir().expect("cargo put it there").flatten();
    let found = files.filter(|file| {
        let name = file.file_name();
        let name = name.to_string_lossy();
        name.starts_with("librasher-") && name.ends_with(".rlib")
    });
    let newest = found.max_by_key(|file| file.metadata().and_then(|it| it.modified()).ok());
    newest.unwrap_or_else(|| panic!("no librasher-*.rlib in {}", folder.display())).path()
}

/// Errors of a file, by line.
fn errors(file: &str) -> (String, BTreeMap<usize, String>) {
    let (rlib, path) = (rlib(), Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/machine/forms").join(file));
    let out = Command::new("rustc")
        .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--error-format=json", "--extern"])
        .arg(format!("rasher={}", rlib.display()))
        .arg("-L")
        .arg(format!("dependency={}", rlib.parent().expect("it lies in a folder").display()))
        .args(["--out-dir", env!("CARGO_TARGET_TMPDIR")])
        .arg(&path)
        // The rlib has its sources' paths relative to here; rustc shows no line of a file it cannot find.
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .output()
        .expect("cargo runs tests with rustc at hand");
    let mut found: BTreeMap<usize, String> = BTreeMap::new();
    for line in String::from_utf8_lossy(&out.stderr).lines() {
        let message: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        let text = message["rendered"].as_str().unwrap_or_default();
        if message["level"] != "error" || message["spans"].as_array().is_none_or(Vec::is_empty) {
            continue;
        }
        let spans = message["spans"].as_array().into_iter().flatten();
        let primary =
            spans.filter(|span| span["is_primary"] == true).find_map(|span| span["line_start"].as_u64());
        found.entry(primary.unwrap_or(0) as usize).or_default().push_str(text);
    }
    assert_eq!(out.status.success(), found.is_empty(), "{file}: rustc ends with {}", out.status);
    (std::fs::read_to_string(&path).expect("rustc read it too"), found)
}

#[test]
fn forms_that_are_the_same_compile() {
    let (_, found) = errors("pass.rs");
    assert!(found.is_empty(), "{}", found.into_values().collect::<String>());
}

#[test]
fn messages_name_the_sibling() {
    let (source, found) = errors("fail.rs");
    let mut complaints = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        match (line.split_once("//~ "), found.get(&number)) {
            // rustc quotes the line, including the expectation.
            (Some((_, due)), Some(text)) if !text.replace(&format!("//~ {due}"), "").contains(due) => {
                complaints.push(format!("line {number}: no {due:?} in\n{text}"));
            }
            (Some(_), None) => complaints.push(format!("line {number} compiles: {line}")),
            (None, Some(text)) => complaints.push(format!("line {number}: {text}")),
            _ => {}
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(found.len() >= 20, "only {} forms", found.len());
}

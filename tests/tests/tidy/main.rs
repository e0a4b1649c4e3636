//! Rules for the repository as a whole, which no single crate can check for itself.
//!
//! | file | what it checks |
//! |---|---|
//! | `circles.rs` | modules of a crate that import each other |
//! | `edges.rs` | dependencies between crates, against the table in `ARCHITECTURE.md`; what pure crates reach |
//! | `manifests.rs` | `no_std`, `forbid(unsafe_code)`, bans with reasons, what every `Cargo.toml` inherits |
//! | `structs.rs` | structs of the player with too many fields |
//! | `text.rs` | length and first line of each source file; forbidden markers and words |
//! | `docs.rs` | paths and links in the documents; the README's two commands and install lines, and the calls in it and in `console/COMMANDS.md` |
//! | `protocol.rs` | the number of variants that the player and its hosts exchange; that none is dropped unseen |
//! | `limits.rs` | the tables of limits in `console/LIMITS.md` against the constants |
//! | `tree.rs` | the files themselves, from git or from the disk |
//!
//! Each check is a function from text to a list of complaints. It runs twice: over the repository, where the list
//! must be empty, and over a broken example in its own file, where it must not be.
//!
//! Formatting and lints are checked by `cargo fmt --check` and clippy in `.ci/run`.

mod circles;
mod docs;
mod edges;
mod limits;
mod manifests;
mod protocol;
mod structs;
mod text;
mod tree;

/// Fails with all complaints at once, one per line, so that one run shows everything there is to fix.
#[track_caller]
fn none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{} complaint(s):\n  {}\n", complaints.len(), complaints.join("\n  "));
}

/// For the broken examples: exactly one complaint, which contains this text.
#[track_caller]
fn one(complaints: Vec<String>, says: &str) {
    assert_eq!(complaints.len(), 1, "one complaint is due, about {says:?}: {complaints:#?}");
    assert!(complaints[0].contains(says), "{:?} does not say {says:?}", complaints[0]);
}

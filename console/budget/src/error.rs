//! Why a source cannot be measured. Each error says file and line, what was found, what was expected.

use rasher::text::in_message;

/// What is wrong with a cart's source, or with what it depends on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BudgetError {
    /// A file that is named does not exist or cannot be read.
    #[error("{}: not found; {} wants it", shown(file), shown(wanted))]
    Missing {
        file: String,
        /// Who names it: `src/lib.rs:12`, or `the command`.
        wanted: String,
    },
    /// A source breaks the rules of its language.
    #[error("{}:{line}: found {}, expected {}", shown(file), shown(found), shown(expected))]
    Source {
        file: String,
        /// The line, from 1.
        line: usize,
        found: String,
        expected: String,
    },
    /// A file of the cart, or all of them, is larger than anything that can be within the limits.
    #[error("{}: found {found} bytes, expected at most {most}", shown(file))]
    TooLarge {
        file: String,
        /// Its bytes.
        found: usize,
        /// The most that is read.
        most: usize,
    },
    /// A crate that is neither the console's nor one of the few that a cart may use, and whose source is not here.
    #[error(
        "{}: depends on the crate {}, whose source does not count; expected a path to its source, or one of: {}",
        shown(manifest),
        quote(name),
        allowed.join(", ")
    )]
    ForeignCrate {
        /// The manifest that names it.
        manifest: String,
        name: String,
        allowed: &'static [&'static str],
    },
    /// Neither a Rust crate nor a source of a kind that is known.
    #[error(
        "{}: expected a crate's folder, or a file that ends in .rs, .lua, .p8, .p8.png or .p8.rom",
        shown(path)
    )]
    Kind { path: String },
}

/// A name or words that a source has a part in.
fn shown(text: &str) -> String {
    in_message(text, 240)
}

/// Text from outside, fit for a message: in quotes, at most 24 characters of it, nothing that cannot be seen.
pub(crate) fn quote(text: &str) -> String {
    format!("\"{}\"", in_message(text, 24))
}

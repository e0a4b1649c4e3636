//! Errors of a source that cannot be measured.

use rasher::text::in_message;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BudgetError {
    #[error("{}: not found; named by {}", shown(file), shown(wanted))]
    Missing {
        file: String,
        /// What names it: `src/lib.rs:12`, or `the command`.
        wanted: String,
    },
    #[error("{}:{line}: found {}, expected {}", shown(file), shown(found), shown(expected))]
    Source { file: String, line: usize, found: String, expected: String },
    #[error("{}: found {found} bytes, expected at most {most}", shown(file))]
    TooLarge { file: String, found: usize, most: usize },
    #[error(
        "{}: depends on the crate {}, whose source cannot be counted; expected a path to its source, or one of: {}",
        shown(manifest),
        quote(name),
        allowed.join(", ")
    )]
    ForeignCrate { manifest: String, name: String, allowed: &'static [&'static str] },
    #[error(
        "{}: expected a crate's folder, or a file that ends in .rs, .lua, .p8, .p8.png or .p8.rom",
        shown(path)
    )]
    Kind { path: String },
}

fn shown(text: &str) -> String {
    in_message(text, 240)
}

pub(crate) fn quote(text: &str) -> String {
    format!("\"{}\"", in_message(text, 24))
}

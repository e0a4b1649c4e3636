//! `rasher new PATH --example NAME`: a cart with something to find in it, in place of the template's firefly.
//!
//! | example | what is in it | what it is for |
//! |---|---|---|
//! | `apples` | a bug made on purpose, and the bug report of somebody who lost by it | the session with the debugger, `console/studio/README.md` |
//!
//! Its files take the place of the template's that have the same names; the others stay.

use crate::error::ToolError;
use timeline::Report;

/// A cart with something to find in it.
pub struct Example {
    /// Its name.
    pub name: &'static str,
    /// A line about it.
    pub about: &'static str,
    /// Its files, by their paths in the folder.
    pub files: &'static [(&'static str, &'static [u8])],
}

/// The files of an example with their paths in it.
macro_rules! files {
    ($name:literal $($path:literal)*) => {
        &[$(($path, include_bytes!(concat!("../example/", $name, "/", $path)))),*]
    };
}

/// All of them.
pub const EXAMPLES: &[Example] = &[Example {
    name: "apples",
    about: "apples fall, a basket catches them; with a bug made on purpose",
    files: files!("apples" "README.md" "src/apples.rs" "src/lib.rs" "src/main.rs" "tests/play.rs" "tests/first.test" "lost.report"),
}];

/// The example of that name.
pub fn example(name: &str) -> Option<&'static Example> {
    EXAMPLES.iter().find(|example| example.name == name)
}

/// A bug report of an example, as one of the cart that it becomes.
///
/// # Errors
/// When it is none.
pub fn report(bytes: &[u8], cart: &str) -> Result<Vec<u8>, ToolError> {
    let mut report = Report::from_bytes(bytes)
        .map_err(|e| ToolError::Edit { text: "lost.report".to_string(), why: e.to_string() })?;
    report.recording.start.cart = cart.to_string();
    report.rom.name = cart.to_string();
    Ok(report.to_bytes())
}

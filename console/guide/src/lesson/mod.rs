//! The tutorial's steps against a reader's own code: which are done, which names are missing, and the edit that makes one.
//!
//! ```text
//! chapters ── step.rs ──> steps ─┬─ check(code, n) ──> Ok, or "your _draw has no cls yet"
//!                                └─ apply(code, n) ──> the lines to replace, or the reader's line in the way
//!
//! outline.rs   functions of a program and what they do       merge.rs   the reader's lines and those of a step
//! ```
//!
//! Checks read the syntax tree, so a reader's spacing, order, comments and numbers do not matter. Code is P8SCII; lines count from 0 in
//! ranges, and from 1 in messages.

mod apply;
mod merge;
mod outline;
mod step;

pub use apply::{LineEdit, applied};
pub use step::Step;

#[cfg(test)]
mod tests;

use outline::{Feature, Function, functions, named};
use step::Change;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lessons {
    pub steps: Vec<Step>,
}

impl Default for Lessons {
    fn default() -> Lessons {
        Lessons { steps: step::steps() }
    }
}

impl Lessons {
    /// Is the step in this code? If not, a sentence about the first thing that is missing.
    pub fn check(&self, code: &[u8], n: usize) -> Result<(), String> {
        let mine = read(code)?;
        match self.is_done(&mine, n) {
            true => Ok(()),
            false => self.steps[n].missing(&mine).map_or(Ok(()), Err),
        }
    }

    /// Whether this code has each of the steps. None if it does not parse, as code that is being typed.
    pub fn done(&self, code: &[u8]) -> Option<Vec<bool>> {
        let mine = read(code).ok()?;
        Some((0..self.steps.len()).map(|n| self.is_done(&mine, n)).collect())
    }

    /// A later step may replace what this one has added: then the rest of it is enough.
    fn is_done(&self, mine: &[Function], n: usize) -> bool {
        let lasts = |later: &Step| {
            self.steps[n].changes.iter().all(|change| {
                let (then, mine) = (named(&later.functions, &change.name), named(mine, &change.name));
                let lasting = change.features.iter().filter(|it| then.is_some_and(|then| then.has(it)));
                mine.is_some_and(|mine| lasting.into_iter().all(|it| mine.has(it)))
            })
        };
        self.steps[n..].iter().any(|later| later.missing(mine).is_none() && lasts(later))
    }
}

fn read(code: &[u8]) -> Result<Vec<Function>, String> {
    functions(code).map_err(|error| {
        let found = rasher::text::decode(&lua::message_bytes(&error.found));
        let expected = error.expected_at(|line| format!("line {line}"));
        format!("line {} does not parse: found {found}, expected {expected}", error.line)
    })
}

impl Step {
    fn missing(&self, mine: &[Function]) -> Option<String> {
        self.changes.iter().find_map(|change| change.missing(mine))
    }
}

/// A cart with `_update` runs 30 times a second, one with `_update60` 60 times.
const TWICE: (&str, &str) = ("_update60", "_update");

impl Change {
    fn missing(&self, mine: &[Function]) -> Option<String> {
        let name = &self.name;
        let Some(mine_here) = named(mine, name) else {
            let has_slow = named(mine, TWICE.1).is_some_and(|it| !it.features.is_empty());
            return Some(match name == TWICE.0 && has_slow {
                true => "your _update runs 30 times a second: rename it to _update60".to_string(),
                false => format!("there is no function {name} yet"),
            });
        };
        let missing = self.features.iter().find(|it| !mine_here.has(it))?;
        Some(match missing {
            Feature::Calls(call) => format!("your {name} has no {call} yet"),
            Feature::CallsWith(call, n) => format!("your {name} has no {call}({n}) yet"),
            Feature::Sets(path) => format!("your {name} does not set {} yet", spoken(path)),
            Feature::Uses(path) => format!("your {name} does not use {} yet", spoken(path)),
        })
    }
}

fn spoken(path: &str) -> String {
    path.strip_prefix('.').map_or(path.to_string(), |field| format!("a field {field}"))
}

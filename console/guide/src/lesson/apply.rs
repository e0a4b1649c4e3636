//! The edit that puts a step into a reader's code.
//!
//! ```text
//! the reader has no such function       it is added at the end
//! it is as it was before the step       it is replaced
//! the reader has changed other lines    both are merged
//! the reader has changed these lines    refused, with the line: nothing of the reader's is overwritten
//! ```
//!
//! The empty functions of a blank cart count as none.

use super::outline::{Function, functions, named};
use super::step::{Change, text_of};
use super::{Lessons, TWICE, merge, read};
use std::ops::Range;

/// Replaces whole lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineEdit {
    /// From 0; empty: an insertion before that line.
    pub lines: Range<usize>,
    /// Ends with LF.
    pub text: Vec<u8>,
}

/// That of a blank cart.
const BLANK_DRAW: &[u8] = b"function _draw() cls() end";

impl Lessons {
    /// The edits for a step, from the last lines to the first; none if the code has the step. The error names the line in the way and the next step.
    pub fn apply(&self, code: &[u8], n: usize) -> Result<Vec<LineEdit>, String> {
        let mine = read(code)?;
        if self.is_done(&mine, n) {
            return Ok(Vec::new());
        }
        let step = &self.steps[n];
        if code.trim_ascii().is_empty() && n == 0 {
            return Ok(vec![LineEdit { lines: 0..merge::lines(code).len(), text: step.program.clone() }]);
        }
        let mut edits = Vec::new();
        for change in &step.changes {
            if change.missing(&mine).is_some() {
                edits.push(change.edit(code, &mine)?);
            }
        }
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.lines.start));
        let text = applied(code, &edits);
        // Tests apply every step; a reader's code may still be stranger than these.
        match functions(&text) {
            Ok(_) => Ok(edits),
            Err(_) => Err("your code is too different: write this step yourself".to_string()),
        }
    }
}

/// The code with edits of [`Lessons::apply`].
pub fn applied(code: &[u8], edits: &[LineEdit]) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = merge::lines(code).into_iter().map(<[u8]>::to_vec).collect();
    for edit in edits {
        let new = merge::lines(&edit.text).into_iter().map(<[u8]>::to_vec);
        let range = edit.lines.start.min(lines.len())..edit.lines.end.min(lines.len());
        lines.splice(range, new);
    }
    [lines.join(&b'\n'), b"\n".to_vec()].concat()
}

impl Change {
    fn edit(&self, code: &[u8], mine: &[Function]) -> Result<LineEdit, String> {
        let name = &self.name;
        let blank_update = named(mine, TWICE.1).filter(|it| name == TWICE.0 && it.features.is_empty());
        let Some(function) = named(mine, name).or(blank_update) else {
            if name == TWICE.0 && named(mine, TWICE.1).is_some() {
                return Err("your _update runs 30 times a second: rename it to _update60 first".to_string());
            }
            if self.before.is_some() {
                return Err(format!("there is no function {name} yet: an earlier step adds it"));
            }
            let end = merge::lines(code).len();
            return Ok(LineEdit { lines: end..end, text: [b"\n", &self.after[..]].concat() });
        };
        let shared = mine.iter().find(|it| *it != function && overlap(&it.lines, &function.lines));
        if let Some(other) = shared {
            let line = function.lines.start.max(other.lines.start) + 1;
            return Err(format!("line {line} has two functions: put each on lines of its own"));
        }
        let text = text_of(code, function);
        let empty = format!("function {}() end", function.name);
        let is_blank =
            [empty.as_bytes(), BLANK_DRAW].iter().any(|it| merge::tokens(it) == merge::tokens(&text));
        let base = match &self.before {
            Some(before) => before,
            None if is_blank => &text,
            // Only what both have is known to be the step's.
            None => {
                return Err(format!(
                    "line {} begins a {name} of your own: write this step into it",
                    function.lines.start + 1
                ));
            }
        };
        let merged = merge::merge(&text, base, &self.after);
        let text = merged.map_err(|at| {
            format!(
                "line {} of your {name} is your own: write this step yourself",
                function.lines.start + at + 1
            )
        })?;
        Ok(LineEdit { lines: function.lines.clone(), text })
    }
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

//! The steps of the tutorial, from the code in its chapters.
//!
//! ```text
//! block of code in a chapter ── put into the program of the step before ──> Step { program }
//! functions of both programs ── those that differ ──> Change { name, before, after, features }
//! ```
//!
//! A block that starts and ends with whole lines of a function replaces what is there. A block whose first line the program does not have is
//! added at its end. So a chapter needs only its text.

use super::merge;
use super::outline::{Feature, Function, functions, named};
use crate::chapter::lessons;
use crate::markdown::{Block, blocks};

/// What a step does to one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub name: String,
    /// None: the step adds the function.
    pub before: Option<Vec<u8>>,
    pub after: Vec<u8>,
    /// What the step adds to the function.
    pub features: Vec<Feature>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// From 1.
    pub chapter: usize,
    /// The place of its code among the chapter's blocks.
    pub block: usize,
    pub changes: Vec<Change>,
    /// The whole program after the step, in P8SCII.
    pub program: Vec<u8>,
    pub functions: Vec<Function>,
}

/// All steps, in order.
pub fn steps() -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (n, chapter) in (1..).zip(lessons()) {
        for (at, block) in blocks(chapter.text).iter().enumerate() {
            let Block::Code { language: "lua", text } = block else { continue };
            let new: Vec<u8> = rasher::text::encode(text).collect();
            let last = steps.last();
            let program = put(last.map_or(&[], |step| &step.program[..]), &new);
            // A test parses each of them.
            let found = functions(&program).unwrap_or_default();
            let changes = changes(
                (last.map_or(&[], |it| &it.program[..]), last.map_or(&[], |it| &it.functions[..])),
                (&program, &found),
            );
            steps.push(Step { chapter: n, block: at, changes, functions: found, program });
        }
    }
    steps
}

fn put(program: &[u8], block: &[u8]) -> Vec<u8> {
    let (mut lines, new) = (merge::lines(program), merge::lines(block));
    let places: Vec<usize> = (0..lines.len()).filter(|at| lines[*at] == new[0]).collect();
    let end =
        |from: usize| Some(from + 1 + lines[from + 1..].iter().position(|line| Some(line) == new.last())?);
    match places[..] {
        [from]
            if !program.is_empty()
                && let Some(to) = end(from) =>
        {
            drop(lines.splice(from..=to, new))
        }
        _ if program.is_empty() => lines = new,
        _ => lines.extend([&b""[..]].into_iter().chain(new)),
    }
    [lines.join(&b'\n'), b"\n".to_vec()].concat()
}

pub fn text_of<'a>(program: &'a [u8], function: &Function) -> Vec<u8> {
    let lines: Vec<&'a [u8]> = merge::lines(program);
    let range = function.lines.start.min(lines.len())..function.lines.end.min(lines.len());
    [lines[range].join(&b'\n'), b"\n".to_vec()].concat()
}

fn changes(old: (&[u8], &[Function]), new: (&[u8], &[Function])) -> Vec<Change> {
    let change = |function: &Function| {
        let known = named(old.1, &function.name);
        let (before, after) = (known.map(|it| text_of(old.0, it)), text_of(new.0, function));
        let added =
            function.features.iter().filter(|it| known.is_none_or(|known| !known.features.contains(it)));
        let features = added.cloned().collect();
        let is_same = before.as_ref().is_some_and(|before| merge::tokens(before) == merge::tokens(&after));
        (!is_same).then(|| Change { name: function.name.clone(), before, after, features })
    };
    let mut changes: Vec<Change> = new.1.iter().filter_map(change).collect();
    // Numbers are the reader's to choose, unless a step adds nothing else.
    let is_number = |it: &Feature| matches!(it, Feature::CallsWith(..));
    if !changes.iter().flat_map(|change| &change.features).all(is_number) {
        changes.iter_mut().for_each(|change| change.features.retain(|it| !is_number(it)));
    }
    changes
}

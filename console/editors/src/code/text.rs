//! The text of a cart's files in P8SCII, with their undo history.
//!
//! ```text
//! Splice { file, at, old, new } ── CodeStep { name, splices, caret before and after } ──> undo, redo
//! ```
//!
//! A step has the old and the new bytes, so undo only restores bytes. All files have one history: a word that is replaced in three
//! of them is one step. Letters typed in a row are joined.

use super::source::{CodeSource, differing};
use crate::types::SourceFile;
use crate::undo::{RecentSteps, UndoStack, Weight};
use rasher::Digest;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::Range;

/// Ticks between two letters of a step, at most.
const JOINED: u64 = 60;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caret {
    pub file: usize,
    pub at: usize,
    pub anchor: usize,
}

impl Caret {
    pub fn at(file: usize, at: usize) -> Caret {
        Caret { file, at, anchor: at }
    }

    fn mapped(self, to: impl Fn(usize) -> usize) -> Caret {
        Caret { anchor: to(self.anchor), at: to(self.at), ..self }
    }

    pub fn after(self, range: &Range<usize>, new: usize) -> Caret {
        self.mapped(|at| moved(at, range.clone(), new))
    }

    pub fn range(&self) -> Range<usize> {
        self.at.min(self.anchor)..self.at.max(self.anchor)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Splice {
    pub file: usize,
    pub at: usize,
    pub old: Vec<u8>,
    pub new: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    Typed,
    Erased,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeStep {
    name: Cow<'static, str>,
    splices: Vec<Splice>,
    before: Caret,
    after: Caret,
    #[serde(skip)]
    frame: u64,
    #[serde(skip)]
    join: Option<Join>,
}

#[derive(Clone, Debug, Default)]
pub struct CodeText {
    pub files: Vec<CodeSource>,
    history: UndoStack<CodeStep>,
    pub version: u64,
    /// Breakpoints: a file and a byte, which moves with the text around it.
    marks: Vec<(usize, usize)>,
}

impl CodeText {
    pub fn new(files: Vec<SourceFile>) -> CodeText {
        CodeText { files: files.into_iter().map(CodeSource::new).collect(), ..CodeText::default() }
    }

    pub fn marks(&self) -> Vec<(usize, usize)> {
        let line =
            |(file, at): &(usize, usize)| (*file, self.files.get(*file).map_or(0, |it| it.line_of(*at)));
        let mut all: Vec<_> = self.marks.iter().map(line).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    pub fn set_marks(&mut self, lines: &[(usize, usize)]) {
        let at = |(file, line): &(usize, usize)| Some((*file, self.files.get(*file)?.line(*line).start));
        self.marks = lines.iter().filter_map(at).collect();
    }

    fn replace(&mut self, file: usize, range: Range<usize>, new: &[u8]) -> Option<Vec<u8>> {
        let source = self.files.get_mut(file)?;
        let end = range.end.min(source.text.len());
        let start = range.start.min(end);
        let old = source.text.splice(start..end, new.iter().copied()).collect();
        source.index();
        for (_, at) in self.marks.iter_mut().filter(|mark| mark.0 == file && mark.1 >= start) {
            *at = if *at >= end { *at - (end - start) + new.len() } else { start };
        }
        Some(old)
    }

    pub fn is_changed(&self) -> bool {
        self.files.iter().any(CodeSource::is_changed)
    }

    pub fn steps(&self) -> (usize, usize) {
        (self.history.done.len(), self.history.undone.len())
    }

    pub fn file_named(&self, name: &str) -> Option<usize> {
        self.files.iter().position(|file| file.name == name)
    }

    /// Each file's name with its text, and with what the file has.
    pub fn texts(&self) -> impl Iterator<Item = ((String, Vec<u8>), (String, Vec<u8>))> {
        let of = |name: &String, text: &Vec<u8>| (name.clone(), text.clone());
        self.files.iter().map(move |file| (of(&file.name, &file.text), of(&file.name, &file.disk)))
    }

    pub fn unsaved(&self) -> Vec<(SourceFile, Vec<u8>)> {
        let changed = self.files.iter().filter(|file| file.is_changed());
        let pair = |file: &CodeSource| {
            (SourceFile { name: file.name.clone(), text: file.text.clone() }, file.disk.clone())
        };
        changed.map(pair).collect()
    }

    pub fn bring_back(&mut self, files: &[(SourceFile, Vec<u8>)], frame: u64) -> Vec<SourceFile> {
        let (mut changes, mut now) = (Vec::new(), Vec::new());
        for (SourceFile { name, text }, had) in files {
            if let Some(file) = self.file_named(name) {
                let (old, new) = differing(&self.files[file].text, text);
                changes.push((file, old, text[new].to_vec()));
                let disk = std::mem::replace(&mut self.files[file].disk, had.clone());
                now.push(SourceFile { name: name.clone(), text: disk });
            }
        }
        let caret = self.history.done.last().map_or(Caret::default(), |step| step.after);
        self.apply("restore unsaved work", changes, (caret, caret), frame, None);
        now
    }

    pub fn newest(&self) -> RecentSteps<CodeStep> {
        self.history.newest(None)
    }

    pub fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        for file in &self.files {
            digest.bytes(file.name.as_bytes());
            digest.bytes(&file.disk);
        }
        digest.finish()
    }

    /// Restores unsaved texts and their steps. False, and nothing changes, if there are steps already or these do not lead to the texts. One
    /// step from the files' contents replaces the steps that were left off.
    pub fn resume(&mut self, files: &[(SourceFile, Vec<u8>)], kept: &RecentSteps<CodeStep>) -> bool {
        if self.is_changed() || self.steps() != (0, 0) {
            return false;
        }
        let unsaved = |file: &CodeSource| {
            let found = files.iter().find(|(it, _)| it.name == file.name);
            found.map_or_else(|| file.text.clone(), |(it, _)| it.text.clone())
        };
        let texts: Vec<Vec<u8>> = self.files.iter().map(unsaved).collect();
        let (mut after, mut before) = (texts.clone(), texts.clone());
        let UndoStack { done, undone } = &kept.history;
        let leads = undone.iter().rev().all(|step| step.walk(false, &mut after))
            && done.iter().rev().all(|step| step.walk(true, &mut before));
        if !leads {
            return false;
        }
        for (file, text) in texts.iter().enumerate() {
            let (old, new) = differing(&self.files[file].text, text);
            self.replace(file, old, &text[new]);
        }
        let mut splices = Vec::new();
        for (file, (source, text)) in self.files.iter().zip(&before).enumerate().filter(|_| kept.is_cut) {
            let (old, new) = differing(&source.disk, text);
            let (at, old, new) = (old.start, source.disk[old].to_vec(), text[new].to_vec());
            splices.extend((old != new).then_some(Splice { file, at, old, new }));
        }
        self.history = kept.history.clone();
        if !splices.is_empty() {
            let (before, name) = (Caret::default(), "restore unsaved work".into());
            let step = CodeStep { name, splices, before, after: before, frame: 0, join: None };
            self.history.done.insert(0, step);
        }
        self.version += 1;
        true
    }

    pub fn saved(&mut self, files: &[SourceFile]) {
        for SourceFile { name, text } in files {
            if let Some(file) = self.files.iter_mut().find(|file| file.name == *name) {
                file.disk.clone_from(text);
            }
        }
    }

    pub fn apply(
        &mut self,
        name: &'static str,
        changes: Vec<(usize, Range<usize>, Vec<u8>)>,
        (before, after): (Caret, Caret),
        frame: u64,
        join: Option<Join>,
    ) -> bool {
        let mut splices = Vec::new();
        for (file, range, new) in changes {
            let len = self.files.get(file).map_or(0, |source| source.text.len());
            let at = range.start.min(range.end).min(len);
            let Some(old) = self.replace(file, at..range.end, &new) else { continue };
            if old != new {
                splices.push(Splice { file, at, old, new });
            }
        }
        if splices.is_empty() {
            return false;
        }
        self.version += 1;
        let step = CodeStep { name: name.into(), splices, before, after, frame, join };
        let joins =
            self.history.undone.is_empty() && self.history.done.last().is_some_and(|last| last.takes(&step));
        self.history.undone.clear();
        match self.history.done.last_mut().filter(|_| joins) {
            Some(last) => last.append(step),
            None => self.history.done.push(step),
        }
        true
    }

    pub fn amend(&mut self, file: usize, range: Range<usize>, new: &[u8], after: Caret) {
        let at = range.start;
        let Some(old) = self.replace(file, range, new) else { return };
        if let Some(step) = self.history.done.last_mut() {
            step.splices.push(Splice { file, at, old, new: new.to_vec() });
            (step.after, step.join) = (after, None);
        }
        self.version += 1;
    }

    pub fn walk(&mut self, back: bool) -> Option<(Cow<'static, str>, Caret)> {
        let history = &mut self.history;
        let step = if back { history.done.pop() } else { history.undone.pop() }?;
        for (file, at, from, to) in step.replacements(back) {
            self.replace(file, at..at + from.len(), to);
        }
        self.version += 1;
        let found = (step.name.clone(), if back { step.before } else { step.after });
        if back { &mut self.history.undone } else { &mut self.history.done }.push(step);
        Some(found)
    }

    pub fn moved(&self, caret: Caret) -> Caret {
        let splices = self.history.done.last().map_or(&[][..], |step| &step.splices);
        let here = || splices.iter().filter(|splice| splice.file == caret.file);
        let to = |at: usize| here().fold(at, |at, it| moved(at, it.at..it.at + it.old.len(), it.new.len()));
        caret.mapped(to)
    }

    /// The files were changed by another program. Returns the names of files in which both changed the same lines; without any the changes
    /// are merged in one step. `decided` resolves such lines: true for the files' text.
    pub fn outside(&mut self, theirs: &[SourceFile], frame: u64, decided: Option<bool>) -> Vec<String> {
        let (mut changes, mut both) = (Vec::new(), Vec::new());
        for SourceFile { name, text } in theirs {
            let Some(file) = self.file_named(name) else { continue };
            let source = &self.files[file];
            if *text == source.disk || *text == source.text {
                continue;
            }
            let (mine, other) = (differing(&source.disk, &source.text), differing(&source.disk, text));
            if !source.is_changed() || decided == Some(true) {
                let (old, new) = differing(&source.text, text);
                changes.push((file, old, text[new].to_vec()));
            } else if mine.0.end < other.0.start {
                // My change is before theirs and moves it.
                let by = mine.1.end as isize - mine.0.end as isize;
                let at = |n: usize| n.saturating_add_signed(by);
                changes.push((file, at(other.0.start)..at(other.0.end), text[other.1].to_vec()));
            } else if other.0.end < mine.0.start {
                changes.push((file, other.0, text[other.1].to_vec()));
            } else if decided.is_none() {
                both.push(name.clone());
            }
        }
        if both.is_empty() {
            let caret = self.history.done.last().map_or(Caret::default(), |step| step.after);
            self.apply("reload from disk", changes, (caret, caret), frame, None);
            self.saved(theirs);
            for file in theirs {
                if !self.files.iter().any(|known| known.name == file.name) {
                    self.files.push(CodeSource::new(file.clone()));
                }
            }
        }
        both
    }
}

/// A place in a text after a range was replaced by so many bytes.
fn moved(at: usize, range: Range<usize>, new: usize) -> usize {
    match at {
        at if at >= range.end => at - range.len() + new,
        at => at.min(range.start + new),
    }
}

impl Weight for CodeStep {
    fn weight(&self) -> usize {
        // Varints: the seven numbers of a step and three of a splice are below 2^21 in any cart.
        let splices = self.splices.iter().map(|it| 12 + it.old.len() + it.new.len());
        32 + self.name.len() + splices.sum::<usize>()
    }
}

impl CodeStep {
    /// Its splices in the order in which they are undone or redone: file, place, the bytes there and the new ones.
    fn replacements(&self, back: bool) -> Vec<(usize, usize, &[u8], &[u8])> {
        let all = self.splices.iter().map(|Splice { file, at, old, new }| match back {
            true => (*file, *at, &new[..], &old[..]),
            false => (*file, *at, &old[..], &new[..]),
        });
        if back { all.rev().collect() } else { all.collect() }
    }

    fn walk(&self, back: bool, texts: &mut [Vec<u8>]) -> bool {
        self.replacements(back).into_iter().all(|(file, at, from, to)| {
            let Some(text) = texts.get_mut(file) else { return false };
            let is_right = text.get(at..).is_some_and(|rest| rest.starts_with(from));
            if is_right {
                text.splice(at..at + from.len(), to.iter().copied());
            }
            is_right
        })
    }

    fn takes(&self, next: &CodeStep) -> bool {
        let ([last], [first]) = (&self.splices[..], &next.splices[..]) else { return false };
        let near = next.frame.saturating_sub(self.frame) < JOINED && last.file == first.file;
        let whole = |bytes: &[u8]| bytes.iter().any(|byte| matches!(byte, b' ' | b'\n'));
        near && self.join == next.join
            && match self.join {
                Some(Join::Typed) => {
                    first.old.is_empty() && first.at == last.at + last.new.len() && !whole(&last.new)
                }
                Some(Join::Erased) => {
                    first.new.is_empty()
                        && last.new.is_empty()
                        && (first.at + first.old.len() == last.at || first.at == last.at)
                        && !whole(&last.old)
                }
                None => false,
            }
    }

    fn append(&mut self, next: CodeStep) {
        let (Some(last), Some(first)) = (self.splices.first_mut(), next.splices.into_iter().next()) else {
            return;
        };
        if self.join == Some(Join::Typed) {
            last.new.extend(first.new);
        } else if first.at == last.at {
            last.old.extend(first.old);
        } else {
            last.old.splice(0..0, first.old);
            last.at = first.at;
        }
        (self.after, self.frame) = (next.after, next.frame);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(code: &str) -> Vec<SourceFile> {
        vec![SourceFile { name: "a.p8".into(), text: code.into() }]
    }

    /// Our decision, as of data: changes of different lines are merged and can be undone; changes of the same line lead to a question.
    #[test]
    fn a_file_that_changes_outside_takes_nothing_away() {
        let mut it = CodeText::new(file("one\ntwo\nthree\nfour\n"));
        it.apply("type", vec![(0, 0..3, b"ONE".into())], Default::default(), 0, None);
        let text = |it: &CodeText| String::from_utf8_lossy(it.files.first().unwrap().text()).into_owned();
        assert!(it.outside(&file("one\ntwo\nthree\nFOUR\nfive\n"), 1, None).is_empty());
        assert_eq!(text(&it), "ONE\ntwo\nthree\nFOUR\nfive\n");
        assert_eq!((it.steps(), it.is_changed()), ((2, 0), true));
        assert_eq!(it.outside(&file("1\ntwo\nthree\nFOUR\nfive\n"), 2, None), ["a.p8"]);
        assert_eq!(text(&it), "ONE\ntwo\nthree\nFOUR\nfive\n", "nothing is taken unasked");
        assert!(it.clone().outside(&file("1\ntwo\n"), 2, Some(false)).is_empty());
        it.outside(&file("1\ntwo\n"), 2, Some(true));
        assert_eq!((&*text(&it), it.is_changed()), ("1\ntwo\n", false));
        (0..3).for_each(|_| _ = it.walk(true));
        assert_eq!(text(&it), "one\ntwo\nthree\nfour\n");
    }
}

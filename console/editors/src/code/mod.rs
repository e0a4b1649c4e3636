//! The code editor: all files and tabs of a cart in Lua.
//!
//! ```text
//! source.rs    a file's lines, tabs    text.rs     steps, undo         caret.rs     moves, words
//! typing.rs    typing, whole lines     kana.rs     kana, Latin letters complete.rs  completion, help about calls
//! command.rs   the table of commands   find.rs     popups and keys     popup.rs     their areas and pictures
//! meter.rs     costs, errors           gesture.rs  the mouse           view.rs      status line and picture
//! steps.rs     edits by lines of the whole program
//! ```
//!
//! Text is P8SCII, a byte per sign. The files come in by [`EditInput::Sources`](super::EditInput) and go out whole to be saved; the store
//! keeps the lines that did not change. Faults of a run come in, breakpoints go out.

mod caret;
mod command;
mod complete;
mod find;
mod gesture;
mod kana;
mod meter;
mod popup;
mod source;
mod steps;
#[cfg(test)]
mod tests;
mod text;
mod typing;
mod view;

pub(super) use caret::sign_width;
pub(super) use source::differing;
pub(super) use text::CodeStep;
pub(super) use view::color as code_color;

use super::context::{Context, LIT};
use super::editor::Editor;
use super::types::{EditEffect, EditInput, SourceFile};
use super::undo::RecentSteps;
use kana::Kana;
use lua::PieceKind;
use meter::{CodeError, FunctionCost, TokenMeter};
use std::collections::BTreeMap;
use std::ops::Range;
use text::{Caret, CodeText};

/// The digest of the files and the newest steps from there.
pub(super) type CodeHistory = (Option<u64>, RecentSteps<CodeStep>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Popup {
    /// `second`: the field of the replacement has the keys.
    Find {
        replaces: bool,
        second: bool,
    },
    Line(Vec<u8>),
    Outline {
        typed: Vec<u8>,
        cursor: usize,
    },
    Signs(u8),
    /// Completions of the word that begins at `from`. `chosen`: by a key, and not only offered.
    Words {
        from: usize,
        words: Vec<Vec<u8>>,
        cursor: usize,
        chosen: bool,
    },
    Help(Vec<String>),
}

#[derive(Clone, Debug, Default)]
pub struct CodeEditor {
    pub(super) text: CodeText,
    /// Why there is no code.
    pub missing: String,
    caret: Caret,
    /// The pixel that moves up and down keep to.
    goal: Option<i32>,
    top: usize,
    left: i32,
    /// Carets and first lines of tabs that were left.
    left_at: BTreeMap<(usize, usize), (Caret, usize)>,
    shades: Vec<Vec<PieceKind>>,
    seen: Option<u64>,
    outline: Vec<FunctionCost>,
    meter: TokenMeter,
    syntax: Option<CodeError>,
    /// What PICO-8 would refuse.
    refusals: Vec<CodeError>,
    fault: Option<CodeError>,
    popup: Option<Popup>,
    /// Breakpoints of files that are still being read.
    later_stops: Vec<(String, u32)>,
    sought: Vec<u8>,
    with: Vec<u8>,
    /// The search text is the last one: the first letter replaces it.
    is_last: bool,
    back: Vec<Caret>,
    puny: bool,
    kana: Option<Kana>,
    /// Letters that may become kana: their end, and how many they are.
    begun: (usize, usize),
    /// The ticks at which the caret moved, the text changed, a letter was typed.
    moved: u64,
    touched: u64,
    typed: Option<u64>,
    drags: bool,
    scrolls: bool,
    held: Range<usize>,
    /// The last click: tick, place, and its number in a row of clicks.
    clicked: Option<(u64, (i32, i32), u8)>,
    /// The indentation of a new line, and the version of the text: it is removed if nothing is typed behind it.
    blank: Option<(u64, usize, Range<usize>)>,
    copied_line: Vec<u8>,
    /// Lines that another program has changed, by file, and the tick until which they are lit.
    changed: (Vec<(usize, usize)>, u64),
}

impl CodeEditor {
    pub fn files(&self) -> Vec<SourceFile> {
        let file = |it: &source::CodeSource| SourceFile { name: it.name.clone(), text: it.text().to_vec() };
        self.text.files.iter().map(file).collect()
    }

    /// Takes the files' texts, at first and after another program has saved them. Returns the names of files in which both changed the same
    /// lines; `decided` as in [`CodeText::outside`].
    pub fn sources(&mut self, files: &[SourceFile], frame: u64, decided: Option<bool>) -> Vec<String> {
        if self.text.files.is_empty() {
            self.text = CodeText::new(files.to_vec());
            // A cartridge that only includes files has nothing to edit.
            let names_alone = self.text.files.first().is_some_and(|it| only_includes(it.text()));
            self.caret.file = usize::from(names_alone && files.len() > 1);
            self.refresh();
            let stops = std::mem::take(&mut self.later_stops);
            self.set_stops(&stops);
            return Vec::new();
        }
        let (version, before) = (self.text.version, self.files());
        let both = self.text.outside(files, frame, decided);
        if self.text.version != version {
            self.caret = self.text.moved(self.caret);
            let changed = self.text.files.iter().enumerate().flat_map(|(file, source)| {
                let old = before.iter().find(|it| it.name == source.name);
                let lines = old.map_or(Vec::new(), |old| source::new_lines(&old.text, source));
                lines.into_iter().map(move |line| (file, line))
            });
            self.changed = (changed.collect(), frame + LIT);
        }
        self.refresh();
        self.keep_caret();
        both
    }

    pub fn past(&self) -> CodeHistory {
        (Some(self.text.digest()), self.text.newest())
    }

    /// Restores unsaved texts, with the contents that their files had, and their steps. Where the files have changed since, all of it is one
    /// step. Returns the files' contents and the names of those changed in the same lines.
    pub fn bring_back(
        &mut self,
        files: &[(SourceFile, Vec<u8>)],
        past: &CodeHistory,
        frame: u64,
    ) -> (Vec<SourceFile>, Vec<String>) {
        let is_resumed = past.0 == Some(self.text.digest()) && self.text.resume(files, &past.1);
        let now = if is_resumed { Vec::new() } else { self.text.bring_back(files, frame) };
        let both = self.text.outside(&now, frame, None);
        self.refresh();
        self.keep_caret();
        (now, both)
    }

    /// Replaces whole texts in one step. False if nothing differs.
    pub fn replace_texts(&mut self, name: &'static str, files: &[(String, Vec<u8>)], frame: u64) -> bool {
        let changes = files.iter().filter_map(|(name, text)| {
            let file = self.text.file_named(name)?;
            let (old, new) = source::differing(self.text.files[file].text(), text);
            Some((file, old, text[new].to_vec()))
        });
        let changes: Vec<_> = changes.collect();
        let after = changes.iter().find(|(_, old, new)| !old.is_empty() || !new.is_empty());
        let caret = after.map_or(self.caret, |(file, old, _)| Caret::at(*file, old.start));
        let done = self.text.apply(name, changes, (self.caret, caret), frame, None);
        if done {
            (self.caret, self.popup, self.touched) = (caret, None, frame);
        }
        self.refresh();
        self.keep_caret();
        done
    }

    fn absent(&self) -> String {
        match self.missing.is_empty() {
            true => "reading the code".to_string(),
            false => self.missing.clone(),
        }
    }

    pub fn set_fault(&mut self, fault: Option<(&str, u32, &str)>) {
        self.fault = fault.and_then(|(file, line, message)| self.error_at(file, line, message.to_string()));
    }

    pub fn show_fault(&mut self, cx: &mut Context) {
        if self.fault.is_some() {
            self.go_to_error(cx);
        }
    }

    pub fn stops(&self) -> Vec<(String, u32)> {
        if self.text.files.is_empty() {
            return self.later_stops.clone();
        }
        self.text.marks().into_iter().filter_map(|(file, line)| self.named(file, line)).collect()
    }

    pub fn set_stops(&mut self, stops: &[(String, u32)]) {
        if self.text.files.is_empty() {
            self.later_stops = stops.to_vec();
            return;
        }
        let lines: Vec<_> = stops.iter().filter_map(|(file, line)| self.place(file, *line)).collect();
        self.text.set_marks(&lines);
    }

    pub(super) fn toggle_stop(&mut self, line: usize, cx: &mut Context) {
        let mark = (self.caret.file, line);
        let mut marks = self.text.marks();
        match marks.iter().position(|it| *it == mark) {
            Some(n) => drop(marks.remove(n)),
            None => marks.push(mark),
        }
        self.text.set_marks(&marks);
        cx.effects.push(EditEffect::Stops(self.stops()));
    }
}

fn only_includes(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    lines.all(|line| line.starts_with(b"#include") || line.starts_with(b"--") && line != source::TAB_LINE)
}

impl Editor for CodeEditor {
    fn input(&mut self, input: &EditInput, cx: &mut Context) {
        match input {
            EditInput::Key(key) => self.typed(key, cx),
            EditInput::Pasted(text) => self.pasted(text, cx),
            EditInput::Pointer(..) => self.dragged(cx),
            EditInput::Button(1, true) => self.pressed(cx),
            EditInput::Button(1, false) => (self.drags, self.scrolls) = (false, false),
            EditInput::Wheel(steps) => self.wheel(*steps, cx),
            EditInput::Size(..) => self.follow(cx),
            EditInput::Tick => {
                self.pull(cx);
                self.offer(cx);
                self.measure(cx);
            }
            _ => {}
        }
    }

    fn finish(&mut self, _cx: &mut Context) {
        (self.drags, self.scrolls) = (false, false);
    }

    fn cancel(&mut self, _cx: &mut Context) -> bool {
        let selects = !self.caret.range().is_empty() && self.popup.is_none();
        if selects {
            self.caret.anchor = self.caret.at;
        }
        self.popup.take().is_some() || selects
    }

    fn walk(&mut self, back: bool, cx: &mut Context) -> bool {
        self.popup = None;
        let Some((name, caret)) = self.text.walk(back) else {
            cx.say(if back { "nothing to undo" } else { "nothing to redo" });
            return true;
        };
        self.caret = caret;
        self.goal = None;
        (self.moved, self.touched) = (cx.frame, cx.frame);
        self.refresh();
        self.follow(cx);
        let line = self.line() - self.tab().start.min(self.line()) + 1;
        cx.say(format!("{}: {name}, line {line}", if back { "undid" } else { "redid" }));
        true
    }

    fn steps(&self, _cx: &Context) -> (usize, usize) {
        self.text.steps()
    }
}

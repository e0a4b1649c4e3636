//! The code editor: the code of a cart in Lua, all its files and tabs.
//!
//! ```text
//! text.rs      bytes, steps, undo      caret.rs    moves, words        typing.rs  what is typed, whole lines
//! command.rs   the table of commands   find.rs     what opens over it  complete.rs  words, help about calls
//! meter.rs     costs, errors           gesture.rs  the mouse           view.rs    the picture
//! kana.rs      kana by Latin letters
//! ```
//!
//! CodeText is P8SCII, as the console has it: a sign is a byte. The files come in by [`EditInput::Sources`](super::EditInput), and go out whole to
//! be saved; what did not change in them is kept by whoever writes. What a run stopped at comes in as a fault, breakpoints go out.

mod caret;
mod command;
mod complete;
mod find;
mod gesture;
mod kana;
mod meter;
#[cfg(test)]
mod tests;
mod text;
mod typing;
mod view;

pub(super) use text::CodeStep;

use super::command::rows;
use super::context::{Context, Editor};
use super::history::RecentSteps;
use super::input::EditInput;
use super::pen::Pen;
use super::types::{CommandRow, EditEffect, EditPlace, Side, SourceFile};
use find::Popup;
use kana::Kana;
use lua::PieceKind;
use meter::{CodeError, FunctionCost, TokenMeter};
use std::collections::BTreeMap;
use std::ops::Range;
use text::{Caret, CodeText};

/// The newest steps, and of what the files held then, which is none of an older draft.
pub(super) type CodeHistory = (Option<u64>, RecentSteps<CodeStep>);

#[derive(Clone, Debug, Default)]
pub struct CodeEditor {
    text: CodeText,
    /// Why there is none.
    missing: String,
    caret: Caret,
    /// The pixel that moves up and down keep to.
    goal: Option<i32>,
    /// The first line that is seen, from the tab's first; pixels that the view is moved by.
    top: usize,
    left: i32,
    /// Where the caret stood in tabs that were left.
    left_at: BTreeMap<(usize, usize), (Caret, usize)>,
    /// What the bytes of each file are, and of which version of the text.
    shades: Vec<Vec<PieceKind>>,
    seen: Option<u64>,
    outline: Vec<FunctionCost>,
    meter: TokenMeter,
    /// What is no program, and what stopped the cart.
    syntax: Option<CodeError>,
    fault: Option<CodeError>,
    popup: Option<Popup>,
    /// Texts that were unsaved, of files that are still being read, and the steps that led there.
    later: Vec<(SourceFile, Vec<u8>)>,
    later_past: CodeHistory,
    later_stops: Vec<(String, u32)>,
    sought: Vec<u8>,
    with: Vec<u8>,
    /// What is sought is that of the last time: what is typed takes its place.
    is_last: bool,
    back: Vec<Caret>,
    puny: bool,
    /// Letters become kana: the last of those that are none yet end at that byte, and so many they are.
    kana: Option<Kana>,
    begun: (usize, usize),
    /// When the caret moved, the text changed, a letter was typed.
    moved: u64,
    touched: u64,
    typed: Option<u64>,
    /// A button holds the end of the selection, or the bar; what is selected whatever the selection becomes.
    drags: bool,
    scrolls: bool,
    held: Range<usize>,
    /// The last click, and the how maniest in a row it was.
    clicked: Option<(u64, (i32, i32), u8)>,
    /// What a new line was set in by, and of which version of the text: it goes if nobody writes behind it.
    blank: Option<(u64, usize, Range<usize>)>,
    /// A line that was copied without being selected.
    copied_line: Vec<u8>,
}

impl CodeEditor {
    /// Is there something that the files do not have?
    pub fn is_changed(&self) -> bool {
        self.text.is_changed()
    }

    pub fn is_empty(&self) -> bool {
        self.text.files().is_empty()
    }

    /// The files' texts as they are now.
    pub fn files(&self) -> Vec<SourceFile> {
        let file = |it: &text::CodeSource| SourceFile { name: it.name.clone(), text: it.text().to_vec() };
        self.text.files().iter().map(file).collect()
    }

    /// What is to be saved: each file, and what it is known to hold.
    pub fn unsaved(&self) -> Vec<(SourceFile, Vec<u8>)> {
        self.text.unsaved()
    }

    /// Texts that were unsaved when the console ended, of files that have not come.
    pub fn waiting(&self) -> &[(SourceFile, Vec<u8>)] {
        &self.later
    }

    pub fn version(&self) -> u64 {
        self.text.version()
    }

    pub fn saved(&mut self, files: &[SourceFile]) {
        self.text.saved(files);
    }

    /// The files hold these texts: at first, and when somebody else has saved them. The names of those that were changed here as well, in
    /// the same lines; `decided` as [`CodeText::outside`] has it.
    pub fn sources(&mut self, files: &[SourceFile], frame: u64, decided: Option<bool>) -> Vec<String> {
        if self.text.files().is_empty() {
            self.text = CodeText::new(files.to_vec());
            // A cartridge that only names the files of its code is not what a person wants to write in.
            let names_alone = self.text.file(0).is_some_and(|it| only_includes(it.text()));
            self.caret.file = usize::from(names_alone && files.len() > 1);
            self.refresh();
            let stops = std::mem::take(&mut self.later_stops);
            self.set_stops(&stops);
            let (later, past) = (std::mem::take(&mut self.later), std::mem::take(&mut self.later_past));
            return self.bring_back(&later, &past, frame).1;
        }
        let before = self.text.version();
        let both = self.text.outside(files, frame, decided);
        if self.text.version() != before {
            // One goes on writing where one was.
            self.caret = self.text.moved(self.caret);
        }
        self.refresh();
        self.keep_caret();
        both
    }

    /// The newest steps, and of what the files hold.
    pub fn past(&self) -> CodeHistory {
        if self.text.files().is_empty() {
            return self.later_past.clone();
        }
        (Some(self.text.digest()), self.text.newest())
    }

    /// Texts that were unsaved when the console ended, with what their files had, and their past. Where the files hold that still, the
    /// steps can be undone again; else it is all one step. Files that are not here yet get theirs as they come. What the files hold
    /// now, and the names of those that were changed meanwhile in the same lines.
    pub fn bring_back(
        &mut self,
        files: &[(SourceFile, Vec<u8>)],
        past: &CodeHistory,
        frame: u64,
    ) -> (Vec<SourceFile>, Vec<String>) {
        let (here, later): (Vec<_>, Vec<_>) = files
            .iter()
            .cloned()
            .partition(|(file, _)| self.text.files().iter().any(|known| known.name == file.name));
        let whole = later.is_empty() && past.0 == Some(self.text.digest());
        let now = if whole && self.text.resume(&here, &past.1) {
            Vec::new()
        } else {
            self.text.bring_back(&here, frame)
        };
        let both = self.text.outside(&now, frame, None);
        self.later = later;
        self.later_past = if self.text.files().is_empty() { past.clone() } else { CodeHistory::default() };
        self.refresh();
        self.keep_caret();
        (now, both)
    }

    /// There is no code to be seen, and why.
    pub fn miss(&mut self, why: &str) {
        self.missing = why.to_string();
    }

    fn absent(&self) -> String {
        match self.missing.is_empty() {
            true => "the code is being read".to_string(),
            false => self.missing.clone(),
        }
    }

    /// What stopped the cart, at which place of which file; or nothing any more.
    pub fn set_fault(&mut self, fault: Option<(&str, u32, &str)>) {
        self.fault = fault.and_then(|(file, line, message)| self.wrong(file, line, message.to_string()));
    }

    pub fn show_fault(&mut self, cx: &mut Context) {
        if self.fault.is_some() {
            self.go_to_error(cx);
        }
    }

    /// The lines with breakpoints, as places name them.
    pub fn stops(&self) -> Vec<(String, u32)> {
        if self.text.files().is_empty() {
            return self.later_stops.clone();
        }
        self.text.marks().into_iter().filter_map(|(file, line)| self.named(file, line)).collect()
    }

    pub fn set_stops(&mut self, stops: &[(String, u32)]) {
        if self.text.files().is_empty() {
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

/// Is there nothing but the names of other files?
fn only_includes(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    lines.all(|line| line.starts_with(b"#include") || line.starts_with(b"--") && line != text::TAB_LINE)
}

impl Editor for CodeEditor {
    fn side(&self) -> Side {
        Side::Picture
    }

    fn rows(&self) -> Vec<CommandRow> {
        rows(command::TABLE)
    }

    fn run(&mut self, row: usize, cx: &mut Context) {
        if let Some((command, ..)) = command::TABLE.get(row) {
            self.command(*command, cx);
        }
    }

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

    fn finish(&mut self, _desk: &mut Context) {
        (self.drags, self.scrolls) = (false, false);
    }

    fn cancel(&mut self, _desk: &mut Context) -> bool {
        let selects = !self.caret.range().is_empty() && self.popup.is_none();
        if selects {
            self.caret.anchor = self.caret.at;
        }
        self.popup.take().is_some() || selects
    }

    fn show(&mut self, _place: EditPlace, _desk: &mut Context) {}

    fn walk(&mut self, back: bool, cx: &mut Context) -> bool {
        self.popup = None;
        let walked = if back { self.text.undo() } else { self.text.redo() };
        let Some((name, caret)) = walked else {
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

    fn steps(&self, _desk: &Context) -> (usize, usize) {
        self.text.steps()
    }

    fn status(&self, cx: &Context) -> String {
        self.status_text(cx)
    }

    fn screen(&self, cx: &Context) -> Option<(i32, i32)> {
        self.screen_place(cx)
    }

    fn draw(&self, pen: &mut Pen<'_>, cx: &Context) {
        self.draw_code(pen, cx);
    }
}

//! The caret: moves, words, scrolling.
//!
//! ```text
//! line 12 |  local x=12        columns are bytes; a sign of P8SCII is 4 or 8 pixels wide, a tab ends at a multiple of 8
//! ```
//!
//! The caret stays in its tab: other tabs have commands of their own, or are reached by a search or a jump.

use super::CodeEditor;
use super::source::CodeSource;
use super::text::Caret;
use crate::context::Context;
use lua::{LexemeKind, PieceKind};
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Left,
    Right,
    Up,
    Down,
    WordLeft,
    WordRight,
    Home,
    End,
    PageUp,
    PageDown,
    Top,
    Bottom,
    FunctionUp,
    FunctionDown,
}

pub(super) const COLUMN: i32 = 4;
const TAB: i32 = 8;

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

pub(crate) fn sign_width(byte: u8, x: i32) -> i32 {
    match byte {
        b'\t' => TAB - x.rem_euclid(TAB),
        0x80.. => 2 * COLUMN,
        _ => COLUMN,
    }
}

pub(super) fn x_of(line: &[u8], column: usize) -> i32 {
    line.iter().take(column).fold(0, |x, byte| x + sign_width(*byte, x))
}

pub(super) fn column_at(line: &[u8], x: i32) -> usize {
    let mut at = 0;
    for (column, byte) in line.iter().enumerate() {
        let width = sign_width(*byte, at);
        if x < at + (width + 1) / 2 {
            return column;
        }
        at += width;
    }
    line.len()
}

impl CodeEditor {
    pub(super) fn source(&self) -> Option<&CodeSource> {
        self.text.files.get(self.caret.file)
    }

    pub(super) fn line(&self) -> usize {
        self.source().map_or(0, |source| source.line_of(self.caret.at))
    }

    pub(super) fn tab(&self) -> Range<usize> {
        let Some(source) = self.source() else { return 0..1 };
        let tabs = source.tabs();
        tabs[source.tab_of(self.line()).min(tabs.len() - 1)].clone()
    }

    pub(super) fn tab_bytes(&self) -> Range<usize> {
        let (tab, Some(source)) = (self.tab(), self.source()) else { return 0..0 };
        if tab.is_empty() {
            // Two lines -->8 in a row, or one at the begin.
            let at = source.line(tab.start).start;
            return at..at;
        }
        source.line(tab.start).start..source.line(tab.end - 1).end
    }

    pub(super) fn keep_caret(&mut self) {
        self.caret.file = self.caret.file.min(self.text.files.len().saturating_sub(1));
        let Some(source) = self.source() else { return };
        let len = source.text().len();
        let mut caret =
            Caret { at: self.caret.at.min(len), anchor: self.caret.anchor.min(len), ..self.caret };
        let line = source.line_of(caret.at);
        if source.line_text(line) == super::source::TAB_LINE {
            let at = source.line(line + 1).start.min(len);
            caret = Caret::at(caret.file, at);
        }
        self.caret = caret;
        let tab = self.tab_bytes();
        self.caret.at = self.caret.at.clamp(tab.start, tab.end);
        self.caret.anchor = self.caret.anchor.clamp(tab.start, tab.end);
    }

    pub(super) fn go(&mut self, to: Move, select: bool, cx: &mut Context) {
        let selected = self.caret.range();
        let at = match to {
            Move::Left if !select && !selected.is_empty() => selected.start,
            Move::Right if !select && !selected.is_empty() => selected.end,
            _ => self.target(to, cx),
        };
        if !matches!(to, Move::Up | Move::Down | Move::PageUp | Move::PageDown) {
            self.goal = None;
        }
        self.caret.at = at;
        if !select {
            self.caret.anchor = at;
        }
        self.moved = cx.frame;
    }

    pub(super) fn target(&mut self, to: Move, cx: &Context) -> usize {
        let (bytes, at) = (self.tab_bytes(), self.caret.at);
        let by = match to {
            Move::Up => -1,
            Move::Down => 1,
            Move::PageUp => -(self.rows_shown(cx) as isize),
            Move::PageDown => self.rows_shown(cx) as isize,
            _ => 0,
        };
        if by != 0 {
            return self.vertical(self.line().saturating_add_signed(by));
        }
        let Some(source) = self.source() else { return 0 };
        let (text, line) = (source.text(), source.line(source.line_of(at)));
        match to {
            Move::Left => at.saturating_sub(1).max(bytes.start),
            Move::Right => (at + 1).min(bytes.end),
            Move::WordLeft => word_left(text, at, bytes.start),
            Move::WordRight => word_right(text, at, bytes.end),
            Move::Home => {
                // The first word, or the begin of its indentation.
                let indent = text[line.clone()].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                if at == line.start + indent { line.start } else { line.start + indent }
            }
            Move::End => line.end,
            Move::Top => bytes.start,
            Move::Bottom => bytes.end,
            Move::FunctionUp | Move::FunctionDown => {
                let here = self.line();
                let mut lines = self.outline.iter().filter(|it| it.file == self.caret.file).map(|it| it.line);
                let (found, edge) = match to {
                    Move::FunctionUp => (lines.rfind(|line| *line < here), bytes.start),
                    _ => (lines.find(|line| *line > here), bytes.end),
                };
                let found = found.map(|line| source.line(line).start);
                found.filter(|at| bytes.contains(at)).unwrap_or(edge)
            }
            Move::Up | Move::Down | Move::PageUp | Move::PageDown => at,
        }
    }

    fn vertical(&mut self, line: usize) -> usize {
        let (tab, now, at) = (self.tab(), self.line(), self.caret.at);
        let Some(source) = self.source() else { return 0 };
        let here = source.line(now);
        let x = self.goal.unwrap_or_else(|| x_of(source.line_text(now), at - here.start));
        let last = tab.end.saturating_sub(1).max(tab.start);
        let to = line.clamp(tab.start, last);
        let found = match to == now {
            // Up in the first line goes to its start, down in the last line to its end.
            true if line < to || line == 0 && now == 0 => here.start,
            true => here.end,
            false => source.line(to).start + column_at(source.line_text(to), x),
        };
        self.goal = Some(x);
        found
    }

    pub(super) fn word_at(&self, at: usize) -> Range<usize> {
        let Some(text) = self.source().map(CodeSource::text) else { return 0..0 };
        let at = at.min(text.len());
        let before = text[..at].iter().rev().take_while(|byte| is_word(**byte)).count();
        let after = text[at..].iter().take_while(|byte| is_word(**byte)).count();
        at - before..at + after
    }

    pub(super) fn piece_at(&self, at: usize) -> Range<usize> {
        let word = self.word_at(at);
        let Some(source) = self.source().filter(|_| word.is_empty()) else { return word };
        let (text, line) = (source.text(), source.line(source.line_of(at)));
        let Some(of) = text[at..line.end].first().or(text[line.start..at].last()) else { return word };
        let of = class(*of);
        at - run(text[line.start..at].iter().rev(), of)..at + run(text[at..line.end].iter(), of)
    }

    pub(super) fn brackets(&self) -> Option<[usize; 2]> {
        const PAIRS: [(u8, u8); 3] = [(b'(', b')'), (b'[', b']'), (b'{', b'}')];
        // Bytes within which a partner is searched.
        const FAR: usize = 1 << 14;
        let (text, at) = (self.source()?.text(), self.caret.at);
        let is_code = |at: usize| matches!(self.shade_at(at), Some(PieceKind::Lexeme(kind)) if kind != LexemeKind::Text);
        let pair = |at: usize| PAIRS.iter().find(|(a, b)| is_code(at) && (text[at] == *a || text[at] == *b));
        let near = [at.checked_sub(1), Some(at).filter(|at| *at < text.len())];
        let (here, (open, close)) = near.into_iter().flatten().find_map(|at| Some((at, *pair(at)?)))?;
        let mut depth = 0i32;
        let mut closes = |at: &usize| {
            depth += match text[*at] {
                byte if byte == open && is_code(*at) => 1,
                byte if byte == close && is_code(*at) => -1,
                _ => 0,
            };
            depth == 0
        };
        let found = match text[here] == open {
            true => (here..text.len().min(here + FAR)).find(&mut closes),
            false => (here.saturating_sub(FAR)..=here).rev().find(&mut closes),
        };
        Some([here, found?])
    }

    pub(super) fn follow(&mut self, cx: &Context) {
        self.leave_blank();
        self.follow_within(3, cx);
    }

    pub(super) fn follow_within(&mut self, air: usize, cx: &Context) {
        self.keep_caret();
        let (tab, rows) = (self.tab(), self.rows_shown(cx));
        let line = self.line() - tab.start.min(self.line());
        let air = air.min(rows.saturating_sub(1) / 2);
        let last = tab.len().max(1);
        let least = (line + air + 1).min(last).saturating_sub(rows);
        self.top = self.top.clamp(least, line.saturating_sub(air).max(least));
        let Some(source) = self.source() else { return };
        let here = source.line(self.line());
        let x = x_of(source.line_text(self.line()), self.caret.at - here.start);
        let room = self.text_area(cx).w - COLUMN;
        // Horizontally by eight columns at a time.
        let step = 8 * COLUMN;
        while x < self.left + 4 * COLUMN && self.left > 0 {
            self.left -= step;
        }
        while x > self.left + room - 4 * COLUMN {
            self.left += step;
        }
    }
}

/// The class of a byte for moves by words: a line's end, a blank, part of a word, a sign.
fn class(byte: u8) -> u8 {
    match byte {
        b'\n' => 0,
        b' ' | b'\t' => BLANKS,
        byte if is_word(byte) => 2,
        _ => 3,
    }
}

const BLANKS: u8 = 1;

fn run<'a>(bytes: impl Iterator<Item = &'a u8>, of: u8) -> usize {
    bytes.take_while(|byte| class(**byte) == of).count()
}

/// Back over blanks, then over a run. Stops at the begin and the end of a line.
fn word_left(text: &[u8], at: usize, least: usize) -> usize {
    let at = at.max(least);
    let begin = at - run(text[least..at].iter().rev(), BLANKS);
    match text[least..begin].last() {
        None => begin,
        Some(b'\n') if begin < at => begin,
        Some(b'\n') => at - 1,
        Some(byte) => begin - run(text[least..begin].iter().rev(), class(*byte)),
    }
}

/// Moves past the word, then past blanks. Stops at the end of a line, then after the next line's indentation.
fn word_right(text: &[u8], at: usize, most: usize) -> usize {
    let at = at.min(most);
    let end = match text[at..most].first() {
        None => return at,
        Some(b'\n') => at + 1,
        Some(byte) => at + run(text[at..most].iter(), class(*byte)),
    };
    end + run(text[end..most].iter(), BLANKS)
}

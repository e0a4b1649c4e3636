//! Typing, and commands on whole lines.
//!
//! A new line is indented like the one before, and deeper after the begin of a block, by the file's usual step; a line that closes a block
//! is unindented. A line left with nothing but indentation is emptied. Shift and a letter type a sign, as on PICO-8: shift+L is the left
//! button.

use super::CodeEditor;
use super::caret::{Move, is_word};
use super::kana::{self, Kana, KanaMatch};
use super::source::CodeSource;
use super::text::{Caret, Join};
use crate::context::Context;
use crate::types::{EditEffect, EditKey};
use lua::{LexemeKind, PieceKind};
use rasher::text;
use std::collections::BTreeMap;
use std::ops::Range;

const SIGNS: u8 = 0x80;
/// Characters that are pasted at once, at most: four times those of a cart.
const PASTED: usize = 1 << 18;

impl CodeEditor {
    pub(super) fn typed(&mut self, key: &EditKey, cx: &mut Context) {
        // Where AltGr is Ctrl and Alt, it types; only Ctrl or only Alt never does.
        if key.control != key.alt {
            return;
        }
        let mut bytes: Vec<u8> = format::encode_code(&key.text);
        bytes.retain(|byte| *byte >= b' ' && *byte != 0x7f);
        if !self.puny
            && key.shift
            && let [letter @ b'A'..=b'Z'] = bytes[..]
        {
            bytes = vec![SIGNS + (letter - b'A')];
        }
        if bytes.is_empty() || self.popup_typed(&bytes, cx) {
            return;
        }
        if self.text.files.is_empty() {
            return cx.refuse(self.absent());
        }
        if let Some(letter) = key.text.chars().find(|letter| !has_sign(*letter)) {
            return cx.refuse(format!("no sign for {letter}: Ctrl+I lists the available ones"));
        }
        self.popup = None;
        match (self.kana, &bytes[..]) {
            (Some(kana), [letter @ b'a'..=b'z']) => self.type_kana(*letter, kana, cx),
            _ => {
                self.insert("typing", &bytes, Some(Join::Typed), cx);
                self.typed = Some(cx.frame);
            }
        }
        self.follow(cx);
    }

    fn type_kana(&mut self, letter: u8, kana: Kana, cx: &Context) {
        let (end, begun) = self.begun;
        let goes_on = self.caret.range().is_empty() && end == self.caret.at;
        let begun = if goes_on { begun } else { 0 };
        let mut letters = match self.source() {
            Some(source) => source.text()[self.caret.at - begun..self.caret.at].to_vec(),
            None => return,
        };
        letters.push(letter);
        let begun = match kana::read(&letters, kana) {
            KanaMatch::Kana(signs, rest) => {
                self.caret.anchor -= begun;
                let signs = [&signs, &letters[letters.len() - rest..]].concat();
                self.insert("kana", &signs, None, cx);
                rest
            }
            other => {
                self.insert("typing", &[letter], Some(Join::Typed), cx);
                if other == KanaMatch::Begun { letters.len() } else { 0 }
            }
        };
        self.begun = (self.caret.at, begun);
    }

    pub(super) fn insert(&mut self, name: &'static str, bytes: &[u8], join: Option<Join>, cx: &Context) {
        let range = self.caret.range();
        let after = Caret::at(self.caret.file, range.start + bytes.len());
        self.change(name, vec![(self.caret.file, range, bytes.to_vec())], after, join, cx);
    }

    pub(super) fn change(
        &mut self,
        name: &'static str,
        changes: Vec<(usize, Range<usize>, Vec<u8>)>,
        after: Caret,
        join: Option<Join>,
        cx: &Context,
    ) -> bool {
        let changed = self.text.apply(name, changes, (self.caret, after), cx.frame, join);
        self.caret = after;
        (self.goal, self.moved, self.touched) = (None, cx.frame, cx.frame);
        self.refresh();
        changed
    }

    pub(super) fn new_line(&mut self, cx: &Context) {
        let Some(source) = self.source() else { return };
        let range = self.caret.range();
        let number = source.line_of(range.start);
        let begin = source.line(number).start;
        let line = &source.text()[begin..range.start];
        let indent = &line[..indent(line)];
        // A line that closes a block is unindented, if it was indented by this rule.
        let unit = unit(source);
        let outer = self.closes(number, range.start).filter(|outer| [outer, &unit[..]].concat() == indent);
        let mut bytes = vec![b'\n'];
        bytes.extend(outer.as_deref().unwrap_or(indent));
        let opens = [&b"then"[..], b"do", b"else", b"repeat", b"{", b"("].iter().any(|word| {
            let head = line.trim_ascii_end().strip_suffix(*word);
            head.is_some_and(|head| !is_word(word[0]) || !head.last().is_some_and(|byte| is_word(*byte)))
        });
        let is_function =
            line.trim_ascii_end().ends_with(b")") && line.windows(8).any(|it| it == b"function");
        if opens || is_function {
            bytes.extend(unit);
        }
        let indented = bytes.len() - 1;
        let head = match outer {
            _ if self.is_blank(begin) => Vec::new(),
            Some(outer) => [&outer[..], &line[indent.len()..]].concat(),
            None => line.to_vec(),
        };
        let new = [head, bytes].concat();
        let (file, end) = (self.caret.file, begin + new.len());
        self.change("new line", vec![(file, begin..range.end, new)], Caret::at(file, end), None, cx);
        self.blank = (indented > 0).then(|| (self.text.version, file, end - indented..end));
    }

    fn is_blank(&self, begin: usize) -> bool {
        self.blank.as_ref().is_some_and(|(version, file, range)| {
            (*version, *file, range.start) == (self.text.version, self.caret.file, begin)
        })
    }

    /// Empties a line that was indented and left without a letter, as part of the step that made it.
    pub(super) fn leave_blank(&mut self) {
        let Some((version, file, range)) = self.blank.clone() else { return };
        let is_here = self.caret.file == file
            && self.source().is_some_and(|it| it.line_of(self.caret.at) == it.line_of(range.start));
        if version == self.text.version && is_here {
            return;
        }
        self.blank = None;
        if version == self.text.version {
            if self.caret.file == file {
                self.caret = self.caret.after(&range, 0);
            }
            self.text.amend(file, range, b"", self.caret);
            self.refresh();
        }
    }

    /// The indentation of the line that opens the block which this one closes, read up to a byte; none if it closes none.
    fn closes(&self, number: usize, end: usize) -> Option<Vec<u8>> {
        let (source, shades) = (self.source()?, self.shades.get(self.caret.file)?);
        let tab = source.tabs().into_iter().find(|tab| tab.contains(&number))?;
        let (begin, text) = (source.line(tab.start).start, source.text());
        let first = source.line(number).start;
        // The begins of open blocks, and whether the `then` of an `elseif` is still to come.
        let (mut open, mut is_elseif, mut at) = (Vec::new(), false, begin);
        while at < end {
            let is_code =
                matches!(shades.get(at), Some(PieceKind::Lexeme(kind)) if *kind != LexemeKind::Text);
            let word = text[at..end].iter().take_while(|byte| is_code && is_word(**byte)).count();
            let piece = &text[at..at + word.max(1)];
            let closes = matches!(piece, b"end" | b"until" | b"}" | b")" | b"else" | b"elseif");
            if is_code && at >= first {
                // The first word of the line decides.
                let line: usize = if closes { open.pop()? } else { return None };
                let line = source.line_text(source.line_of(line));
                return Some(line[..indent(line)].to_vec());
            }
            match piece {
                _ if !is_code => {}
                b"then" if is_elseif => is_elseif = false,
                b"function" | b"do" | b"then" | b"repeat" | b"{" | b"(" => open.push(at),
                b"end" | b"until" | b"}" | b")" => _ = open.pop(),
                b"elseif" => is_elseif = true,
                _ => {}
            }
            at += piece.len();
        }
        None
    }

    pub(super) fn erase(&mut self, to: Move, cx: &mut Context) {
        let mut range = self.caret.range();
        if range.is_empty() {
            let target = if to == Move::Left { self.stop_before() } else { self.target(to, cx) };
            range = self.caret.at.min(target)..self.caret.at.max(target);
        }
        let after = Caret::at(self.caret.file, range.start);
        let join = (range.len() == 1).then_some(Join::Erased);
        self.change("erase", vec![(after.file, range, Vec::new())], after, join, cx);
    }

    fn stop_before(&self) -> usize {
        let (at, tab) = (self.caret.at, self.tab_bytes());
        let Some(source) = self.source() else { return at };
        let line = &source.text()[source.line(self.line()).start..at];
        let is_indented = !line.is_empty() && line.iter().all(|byte| *byte == b' ');
        at.saturating_sub(if is_indented { past_stop(line.len(), source) } else { 1 }).max(tab.start)
    }

    fn lines(&self) -> Range<usize> {
        let Some(source) = self.source() else { return 0..0 };
        let range = self.caret.range();
        let (first, mut last) = (source.line_of(range.start), source.line_of(range.end));
        if last > first && source.line(last).start == range.end {
            last -= 1;
        }
        first..last + 1
    }

    fn each_line(&mut self, name: &'static str, cx: &Context, change: impl Fn(&[u8]) -> Vec<u8>) {
        let lines = self.lines();
        let Some(source) = self.source() else { return };
        let bytes = source.line(lines.start).start..source.line(lines.end - 1).end;
        let new: Vec<Vec<u8>> = lines.clone().map(|n| change(source.line_text(n))).collect();
        let new = new.join(&b'\n');
        let one = lines.len() == 1 && self.caret.range().is_empty();
        let (file, end) = (self.caret.file, bytes.start + new.len());
        let behind = bytes.end - self.caret.at.min(bytes.end);
        let after = match one {
            true => Caret::at(file, end.saturating_sub(behind).max(bytes.start)),
            false => Caret { file, anchor: bytes.start, at: end },
        };
        self.change(name, vec![(file, bytes, new)], after, None, cx);
    }

    pub(super) fn indent(&mut self, more: bool, cx: &mut Context) {
        let Some(source) = self.source() else { return };
        let unit = unit(source);
        if more && self.caret.range().is_empty() {
            let column = self.caret.at - source.line(self.line()).start;
            let unit = if unit[0] == b' ' { &unit[column % unit.len()..] } else { &unit[..] };
            return self.insert("indent", unit, None, cx);
        }
        self.each_line(if more { "indent" } else { "unindent" }, cx, |line| match line.first() {
            None => Vec::new(),
            _ if more => [&unit[..], line].concat(),
            Some(b'\t') => line[1..].to_vec(),
            Some(_) => {
                let blanks = line.iter().take_while(|byte| **byte == b' ').count();
                line[blanks.min(past_stop_of(blanks, unit.len()))..].to_vec()
            }
        });
    }

    pub(super) fn comment(&mut self, cx: &mut Context) {
        let Some(source) = self.source() else { return };
        let has_code = |line: &&[u8]| !line.trim_ascii().is_empty();
        let all = self.lines().map(|n| source.line_text(n)).filter(has_code);
        let is_comment = all.clone().next().is_some()
            && all.clone().all(|line| line.trim_ascii_start().starts_with(b"--"));
        self.each_line("comment", cx, |line| {
            let (head, rest) = line.split_at(indent(line));
            match rest.strip_prefix(b"--") {
                Some(rest) if is_comment => [head, rest].concat(),
                _ if is_comment || rest.is_empty() => line.to_vec(),
                _ => [head, b"--", rest].concat(),
            }
        });
    }

    pub(super) fn duplicate(&mut self, cx: &mut Context) {
        let range = self.caret.range();
        let Some(source) = self.source() else { return };
        let (at, copy) = match range.is_empty() {
            true => (source.line(self.line()).end, [b"\n", source.line_text(self.line())].concat()),
            false => (range.end, source.text()[range.clone()].to_vec()),
        };
        let after = match range.is_empty() {
            true => Caret::at(self.caret.file, self.caret.at + copy.len()),
            false => Caret { file: self.caret.file, anchor: at, at: at + copy.len() },
        };
        self.change("duplicate", vec![(after.file, at..at, copy)], after, None, cx);
    }

    pub(super) fn move_lines(&mut self, up: bool, cx: &mut Context) {
        let (lines, tab) = (self.lines(), self.tab());
        if if up { lines.start == tab.start } else { lines.end >= tab.end } {
            return;
        }
        let Some(source) = self.source() else { return };
        let all = if up { lines.start - 1..lines.end } else { lines.start..lines.end + 1 };
        let bytes = source.line(all.start).start..source.line(all.end - 1).end;
        let mut texts: Vec<&[u8]> = all.clone().map(|n| source.line_text(n)).collect();
        let other = if up { texts[0] } else { texts[texts.len() - 1] };
        let by = other.len() + 1;
        let last = texts.len() - 1;
        texts.rotate_left(if up { 1 } else { last });
        let new = texts.join(&b'\n');
        let moved = |at: usize| if up { at.saturating_sub(by) } else { at + by };
        let after = Caret { at: moved(self.caret.at), anchor: moved(self.caret.anchor), ..self.caret };
        self.change("move lines", vec![(after.file, bytes, new)], after, None, cx);
    }

    pub(super) fn select_all(&mut self) {
        let bytes = self.tab_bytes();
        (self.caret.anchor, self.caret.at) = (bytes.start, bytes.end);
    }

    pub(super) fn copy(&mut self, cut: bool, cx: &mut Context) {
        let Some(source) = self.source() else { return };
        let mut range = self.caret.range();
        let mut bytes = source.text()[range.clone()].to_vec();
        let is_line = range.is_empty();
        if is_line {
            let (line, tab) = (source.line(self.line()), self.tab_bytes());
            bytes = [source.line_text(self.line()), b"\n"].concat();
            range = line.start..(line.end + 1).min(tab.end.max(line.end));
        }
        cx.say(format!("{} {} characters", if cut { "cut" } else { "copied" }, range.len()));
        cx.effects.push(EditEffect::Copy(text::decode(&bytes)));
        self.copied_line = if is_line { bytes } else { Vec::new() };
        if cut {
            let after = Caret::at(self.caret.file, range.start);
            self.change("cut", vec![(after.file, range, Vec::new())], after, None, cx);
        }
    }

    pub(super) fn pasted(&mut self, text: &str, cx: &mut Context) {
        // Letters without a sign become question marks, as in a cart's output.
        let unknown = text.chars().filter(|letter| !has_sign(*letter)).count();
        let mut bytes: Vec<u8> = text::encode(text).collect();
        bytes.retain(|byte| *byte != b'\r');
        if bytes.len() > PASTED {
            return cx.refuse(format!("not pasted: {} characters, at most {PASTED}", bytes.len()));
        }
        if self.popup_typed(&bytes, cx) {
            return;
        }
        // A line that was copied without a selection is pasted above the caret's line.
        if bytes == self.copied_line && self.caret.range().is_empty() {
            let begin = self.source().map_or(0, |it| it.line(self.line()).start);
            let (file, after) = (self.caret.file, Caret::at(self.caret.file, self.caret.at + bytes.len()));
            self.change("paste", vec![(file, begin..begin, bytes)], after, None, cx);
        } else {
            self.insert("paste", &bytes, None, cx);
        }
        if unknown > 0 {
            let plural = if unknown == 1 { " was" } else { "s were" };
            cx.say(format!("{unknown} letter{plural} pasted as \"?\": no sign for them"));
        }
        self.follow(cx);
    }

    pub(super) fn new_tab(&mut self, cx: &mut Context) {
        let Some(source) = self.source() else { return };
        if !source.name.ends_with(".p8") && !source.name.ends_with(".png") && !source.name.ends_with(".rom") {
            return cx.refuse("only cartridges have tabs, not included files");
        }
        let end = source.text().len();
        let new = b"\n-->8\n".to_vec();
        let after = Caret::at(self.caret.file, end + new.len());
        self.change("new tab", vec![(after.file, end..end, new)], after, None, cx);
    }

    pub(super) fn turn_tab(&mut self, forward: bool, cx: &mut Context) {
        let all = self.tabs();
        let now = all.iter().position(|tab| self.is_in(tab)).unwrap_or(0);
        let by = if forward { 1 } else { all.len() - 1 };
        if let Some((file, tab)) = all.get((now + by) % all.len()) {
            self.open_tab(*file, *tab, cx);
        }
    }

    pub(super) fn open_tab(&mut self, file: usize, tab: usize, cx: &mut Context) {
        if self.tabs().iter().any(|it| *it == (file, tab) && self.is_in(it)) {
            return;
        }
        let place =
            (self.caret.file, self.text.files.get(self.caret.file).map_or(0, |it| it.tab_of(self.line())));
        self.left_at.insert(place, (self.caret, self.top));
        let Some(source) = self.text.files.get(file) else { return };
        let lines = source.tabs().get(tab).cloned().unwrap_or(0..1);
        let begin = Caret::at(file, source.line(lines.start).start);
        let known = self.left_at.get(&(file, tab)).copied();
        let known = known.filter(|(caret, _)| lines.contains(&source.line_of(caret.at)));
        (self.caret, self.top) = known.unwrap_or((begin, 0));
        self.follow(cx);
    }

    pub(super) fn tabs(&self) -> Vec<(usize, usize)> {
        let of = |(n, source): (usize, &CodeSource)| (0..source.tabs().len()).map(move |tab| (n, tab));
        self.text.files.iter().enumerate().flat_map(of).collect()
    }

    pub(super) fn is_in(&self, (file, tab): &(usize, usize)) -> bool {
        self.caret.file == *file && self.source().is_some_and(|it| it.tab_of(self.line()) == *tab)
    }
}

fn has_sign(letter: char) -> bool {
    letter == '?' || text::encode(letter.encode_utf8(&mut [0; 4])).next() != Some(b'?')
}

fn unit(source: &CodeSource) -> Vec<u8> {
    // Lines that are counted, and bytes of a step, at most.
    const LINES: usize = 1000;
    const MOST: usize = 8;
    let (mut before, mut steps) = (&b""[..], BTreeMap::<&[u8], usize>::new());
    for line in (0..source.lines().min(LINES)).map(|n| source.line_text(n)) {
        let here = &line[..indent(line)];
        if here.len() == line.len() {
            continue;
        }
        if let Some(step) = here.strip_prefix(before).filter(|step| (1..=MOST).contains(&step.len())) {
            *steps.entry(step).or_default() += 1;
        }
        before = here;
    }
    let most = steps.into_iter().max_by_key(|(step, times)| (*times, std::cmp::Reverse(step.len())));
    most.map_or_else(|| b" ".to_vec(), |(step, _)| step.to_vec())
}

/// How many of so many blanks are behind the last multiple of the step.
fn past_stop(blanks: usize, source: &CodeSource) -> usize {
    let unit = unit(source);
    past_stop_of(blanks, if unit[0] == b' ' { unit.len() } else { 1 })
}

fn past_stop_of(blanks: usize, unit: usize) -> usize {
    blanks.saturating_sub(1) % unit.max(1) + 1
}

fn indent(line: &[u8]) -> usize {
    line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

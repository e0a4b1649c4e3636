//! Popups: find and replace, go to a line, functions, signs, completion, help.
//!
//! ```text
//! find: mob_          3/17     Enter next, Shift+Enter before, Tab to the other field, Enter there replaces
//! line: 120_
//! function: upd_               up, down, Enter
//! ```
//!
//! An open one gets keys before the text; Esc closes it.

use super::caret::{Move, is_word};
use super::command::CodeCommand;
use super::popup::FIRST_SIGN;
use super::text::Caret;
use super::{CodeEditor, Popup};
use crate::context::Context;

/// What a command does to the open popup: it stays, closes, or gets nothing and closes or stays.
enum PopupResult {
    Open,
    Closed,
    Ignored,
    Kept,
}

impl CodeEditor {
    pub(super) fn open_find(&mut self, replaces: bool) {
        let range = self.caret.range();
        if let Some(text) = self.source().map(|it| it.text())
            && !range.is_empty()
            && !text[range.clone()].contains(&b'\n')
        {
            self.sought = text[range].to_vec();
        }
        self.is_last = true;
        self.popup = Some(Popup::Find { replaces, second: false });
    }

    pub(super) fn open_line(&mut self) {
        self.popup = Some(Popup::Line(Vec::new()));
    }

    pub(super) fn hits(&self) -> Vec<(usize, usize)> {
        let sought = &self.sought;
        if sought.is_empty() {
            return Vec::new();
        }
        let mut all = Vec::new();
        for (file, source) in self.text.files.iter().enumerate() {
            let (text, mut at) = (source.text(), 0);
            while let Some(found) = find(&text[at..], sought) {
                all.push((file, at + found));
                at += found + sought.len();
            }
        }
        all
    }

    pub(super) fn find_next(&mut self, forward: bool, cx: &mut Context) {
        let hits = self.hits();
        let selected = self.caret.range();
        let here = (self.caret.file, if forward { selected.end } else { selected.start });
        let found = match forward {
            true => hits.iter().find(|hit| **hit >= here).or(hits.first()),
            false => hits.iter().rfind(|hit| **hit < here).or(hits.last()),
        };
        let Some((file, at)) = found.copied() else {
            return cx.refuse(match self.sought.is_empty() {
                true => "nothing to find: Ctrl+F".to_string(),
                false => format!("not found: {}", rasher::text::decode(&self.sought)),
            });
        };
        self.caret = Caret { file, anchor: at, at: at + self.sought.len() };
        self.follow(cx);
    }

    pub(super) fn hit_count(&self) -> String {
        let hits = self.hits();
        let here = hits.iter().position(|hit| *hit == (self.caret.file, self.caret.range().start));
        let here = here.filter(|_| self.caret.range().len() == self.sought.len());
        format!("{}/{}", here.map_or("-".to_string(), |n| (n + 1).to_string()), hits.len())
    }

    fn replace_one(&mut self, cx: &mut Context) {
        let here = (self.caret.file, self.caret.range().start);
        if self.caret.range().len() == self.sought.len() && self.hits().contains(&here) {
            let with = self.with.clone();
            self.insert("replace", &with, None, cx);
        }
        self.find_next(true, cx);
    }

    pub(super) fn replace_all(&mut self, cx: &mut Context) {
        let hits = self.hits();
        if hits.is_empty() {
            return cx.refuse("nothing to replace: Ctrl+H");
        }
        // From the last to the first, so that the others do not move.
        let len = self.sought.len();
        let changes = hits.iter().rev().map(|(file, at)| (*file, *at..at + len, self.with.clone())).collect();
        let grown = self.with.len() as isize - len as isize;
        let before = hits.iter().filter(|hit| **hit < (self.caret.file, self.caret.at)).count() as isize;
        let before = before - hits.iter().filter(|hit| hit.0 < self.caret.file).count() as isize;
        let at = self.caret.at.saturating_add_signed(before * grown);
        let after = Caret::at(self.caret.file, at);
        self.change("replace all", changes, after, None, cx);
        let plural = if hits.len() == 1 { "" } else { "s" };
        cx.say(format!("replaced {} time{plural}", hits.len()));
        self.popup = None;
    }

    pub(super) fn outline_matching(&self, typed: &[u8]) -> Vec<usize> {
        let holds = |n: &usize| typed.is_empty() || find(&self.outline[*n].name, typed).is_some();
        (0..self.outline.len()).filter(holds).collect()
    }

    pub(super) fn popup_command(&mut self, command: CodeCommand, cx: &mut Context) -> bool {
        let Some(mut popup) = self.popup.take() else { return false };
        let result = self.popup_result(&mut popup, command, cx);
        if matches!(result, PopupResult::Open | PopupResult::Kept) {
            self.popup = Some(popup);
        }
        matches!(result, PopupResult::Open | PopupResult::Closed)
    }

    fn popup_result(&mut self, popup: &mut Popup, command: CodeCommand, cx: &mut Context) -> PopupResult {
        use CodeCommand as C;
        use PopupResult as R;
        let by: isize = match command {
            C::Go(Move::Up) => -1,
            C::Go(Move::Down) => 1,
            C::Go(Move::PageUp) => -8,
            C::Go(Move::PageDown) => 8,
            _ => 0,
        };
        match popup {
            Popup::Find { replaces, second } => return self.find_command(replaces, second, command, cx),
            Popup::Line(typed) => match command {
                C::Enter => {
                    self.go_to_typed_line(typed, cx);
                    return R::Closed;
                }
                C::Erase(_) => _ = typed.pop(),
                _ => return R::Ignored,
            },
            Popup::Outline { typed, cursor } => {
                let found = self.outline_matching(typed);
                match command {
                    C::Enter => {
                        if let Some(n) = found.get(*cursor) {
                            let (file, line) = (self.outline[*n].file, self.outline[*n].line);
                            self.jump(file, line, cx);
                        }
                        return R::Closed;
                    }
                    C::Erase(_) => {
                        typed.pop();
                        *cursor = 0;
                    }
                    _ if by != 0 => {
                        *cursor = cursor.saturating_add_signed(by).min(found.len().saturating_sub(1));
                    }
                    _ => return R::Ignored,
                }
            }
            Popup::Signs(sign) => {
                let by = match command {
                    C::Go(Move::Left) => -1,
                    C::Go(Move::Right) => 1,
                    C::Go(Move::Up) => -16,
                    C::Go(Move::Down) => 16,
                    C::Enter => {
                        self.insert("sign", &[*sign], None, cx);
                        0
                    }
                    _ => return R::Ignored,
                };
                *sign = (i32::from(*sign) + by).clamp(i32::from(FIRST_SIGN), 255) as u8;
            }
            Popup::Words { from, words, cursor, chosen } => match command {
                C::Indent | C::Enter if *chosen || command == C::Indent => {
                    self.take_word(*from, &words[*cursor], cx);
                    return R::Closed;
                }
                _ if by != 0 => {
                    *cursor = cursor.saturating_add_signed(by).min(words.len() - 1);
                    *chosen = true;
                }
                _ => return R::Ignored,
            },
            // Any key closes it.
            Popup::Help(lines) if command == C::Help => {
                // The first line begins with the call's names.
                let name = lines.first().and_then(|line| line.split(' ').next());
                cx.reads = name.map(str::to_string);
                return R::Closed;
            }
            Popup::Help(_) => return R::Ignored,
        }
        R::Open
    }

    fn find_command(
        &mut self,
        replaces: &mut bool,
        second: &mut bool,
        command: CodeCommand,
        cx: &mut Context,
    ) -> PopupResult {
        use CodeCommand as C;
        match command {
            C::Enter if *second => self.replace_one(cx),
            C::Enter => self.find_next(true, cx),
            C::Indent | C::Outdent if *replaces => *second = !*second,
            C::Erase(to) => {
                let field = if *second { &mut self.with } else { &mut self.sought };
                // The whole word, or the text of the last search.
                if to == Move::WordLeft || self.is_last && !*second {
                    field.clear();
                }
                field.pop();
                self.is_last &= *second;
            }
            C::Go(Move::Left | Move::Right | Move::Home | Move::End) => self.is_last = false,
            C::Go(to) => self.find_next(!matches!(to, Move::Up | Move::PageUp), cx),
            C::Paste => return PopupResult::Kept,
            C::ReplaceAll if *replaces => {
                self.replace_all(cx);
                return PopupResult::Closed;
            }
            // Opens the field first.
            C::ReplaceAll => (*replaces, *second) = (true, true),
            C::Next(forward) => self.find_next(forward, cx),
            C::Find | C::Replace => (*replaces, *second) = (command == C::Replace, false),
            _ => return PopupResult::Ignored,
        }
        PopupResult::Open
    }

    pub(super) fn popup_typed(&mut self, bytes: &[u8], cx: &mut Context) -> bool {
        let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
        match &mut self.popup {
            Some(Popup::Find { second: true, .. }) => self.with.extend(line),
            Some(Popup::Find { .. }) => {
                if std::mem::take(&mut self.is_last) {
                    self.sought.clear();
                }
                self.sought.extend(line);
                // Selects the first hit from the caret on.
                self.caret = Caret::at(self.caret.file, self.caret.range().start);
                if !self.hits().is_empty() {
                    self.find_next(true, cx);
                }
            }
            Some(Popup::Line(typed)) => typed.extend(line.iter().filter(|byte| byte.is_ascii_digit())),
            Some(Popup::Outline { typed, cursor }) => {
                typed.extend(line);
                *cursor = 0;
            }
            Some(Popup::Signs(_) | Popup::Words { .. } | Popup::Help(_)) | None => return false,
        }
        true
    }

    fn go_to_typed_line(&mut self, typed: &[u8], cx: &mut Context) {
        let number = std::str::from_utf8(typed).ok().and_then(|text| text.parse::<usize>().ok());
        let Some(number) = number.filter(|number| *number > 0) else {
            return cx.refuse("expected a line number");
        };
        let tab = self.tab();
        let line = (tab.start + number - 1).min(tab.end.saturating_sub(1)).max(tab.start);
        self.jump(self.caret.file, line, cx);
    }

    pub(super) fn jump(&mut self, file: usize, line: usize, cx: &mut Context) {
        let Some(source) = self.text.files.get(file) else { return };
        let line = source.line(line);
        let indent = source.text()[line.clone()].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let at = line.start + indent;
        self.back.push(self.caret);
        self.caret = Caret::at(file, at);
        self.goal = None;
        self.follow(cx);
    }

    pub(super) fn go_back(&mut self, cx: &mut Context) {
        match self.back.pop() {
            Some(caret) => self.caret = caret,
            None => cx.say("nowhere to go back to"),
        }
    }

    pub(super) fn go_to_definition(&mut self, cx: &mut Context) {
        let word = self.word_at(self.caret.at);
        let word = self.source().map_or(Vec::new(), |it| it.text()[word].to_vec());
        if word.is_empty() {
            return cx.refuse("no word at the cursor");
        }
        let is_it = |name: &[u8]| {
            name == word || name.rsplit(|byte| matches!(byte, b'.' | b':')).next() == Some(&word[..])
        };
        let function = self.outline.iter().find(|it| is_it(&it.name)).map(|it| (it.file, it.line));
        let assignment = || {
            let mut files = self.text.files.iter().enumerate();
            files
                .find_map(|(n, it)| Some((n, (0..it.lines()).find(|line| sets(it.line_text(*line), &word))?)))
        };
        match function.or_else(assignment) {
            Some((file, line)) => self.jump(file, line, cx),
            None => cx.refuse(format!("no definition of {}", rasher::text::decode(&word))),
        }
    }
}

fn sets(line: &[u8], word: &[u8]) -> bool {
    (0..line.len()).filter(|at| line[*at..].starts_with(word)).any(|at| {
        let (before, after) = (&line[..at], &line[at + word.len()..]);
        let is_whole = ![before.last(), after.first()].into_iter().flatten().any(|byte| is_word(*byte));
        let rest = after.trim_ascii_start();
        is_whole && rest.starts_with(b"=") && !rest.starts_with(b"==")
    })
}

pub(super) fn find(text: &[u8], sought: &[u8]) -> Option<usize> {
    text.windows(sought.len().max(1)).position(|it| it.eq_ignore_ascii_case(sought))
}

//! What opens over the text: find and replace, a line's number, the functions, the signs, the words that complete one.
//!
//! ```text
//! find: mob_          3/17     Enter next, Shift+Enter before, Tab to the other field, Enter there replaces
//! line: 120_
//! function: upd_               up, down, Enter
//! ```
//!
//! While one is open it hears the keys before the text does; Esc closes it.

use super::CodeEditor;
use super::caret::{Move, is_word};
use super::command::CodeCommand;
use super::text::Caret;
use crate::context::Context;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Popup {
    /// Find, and with true replace; with the second true what is typed goes into the field of what is put in place.
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
    /// Words that complete the one before the caret: where that begins, the words, which is chosen, and whether somebody chose it.
    Words {
        from: usize,
        words: Vec<Vec<u8>>,
        cursor: usize,
        chosen: bool,
    },
    /// Help about a call, in lines.
    Help(Vec<String>),
}

/// The first and last sign that can be put in, 16 in a row.
pub(super) const FIRST_SIGN: u8 = 0x80;

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

    pub(super) fn open_outline(&mut self) {
        self.popup = Some(Popup::Outline { typed: Vec::new(), cursor: 0 });
    }

    pub(super) fn open_signs(&mut self) {
        self.popup = Some(Popup::Signs(FIRST_SIGN));
    }

    /// Where what is sought stands: files and bytes, in order.
    pub(super) fn hits(&self) -> Vec<(usize, usize)> {
        let sought = &self.sought;
        if sought.is_empty() {
            return Vec::new();
        }
        let mut all = Vec::new();
        for (file, source) in self.text.files().iter().enumerate() {
            let (text, mut at) = (source.text(), 0);
            while let Some(found) = find(&text[at..], sought) {
                all.push((file, at + found));
                at += found + sought.len();
            }
        }
        all
    }

    /// Selects the next hit, or the one before.
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
        self.select_hit(file, at);
        self.follow(cx);
    }

    fn select_hit(&mut self, file: usize, at: usize) {
        self.caret = Caret { file, anchor: at, at: at + self.sought.len() };
    }

    /// `3/17`: which hit is selected, of how many.
    pub(super) fn hits_told(&self) -> String {
        let hits = self.hits();
        let here = hits.iter().position(|hit| *hit == (self.caret.file, self.caret.range().start));
        let here = here.filter(|_| self.caret.range().len() == self.sought.len());
        format!("{}/{}", here.map_or("-".to_string(), |n| (n + 1).to_string()), hits.len())
    }

    /// Replaces the selected hit, and goes to the next one.
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
        // From the last to the first, so that no place moves before its turn.
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

    /// The functions that the outline shows: their numbers.
    pub(super) fn outline_matching(&self, typed: &[u8]) -> Vec<usize> {
        let holds = |n: &usize| typed.is_empty() || find(&self.outline[*n].name, typed).is_some();
        (0..self.outline.len()).filter(holds).collect()
    }

    /// A command while something is open; true if it was for that.
    pub(super) fn popup_command(&mut self, command: CodeCommand, cx: &mut Context) -> bool {
        use CodeCommand as C;
        let Some(popup) = self.popup.take() else { return false };
        let by = match command {
            C::Go(Move::Up) => -1,
            C::Go(Move::Down) => 1,
            C::Go(Move::PageUp) => -8,
            C::Go(Move::PageDown) => 8,
            _ => 0,
        };
        match popup {
            Popup::Find { replaces, second } => {
                return self.find_command(command, by, replaces, second, cx);
            }
            Popup::Line(mut typed) => match command {
                C::Enter => self.go_to_typed_line(&typed, cx),
                C::Erase(_) => {
                    typed.pop();
                    self.popup = Some(Popup::Line(typed));
                }
                _ => return false,
            },
            Popup::Outline { typed, cursor } => {
                return self.outline_command(command, by, typed, cursor, cx);
            }
            Popup::Signs(sign) => {
                let by = match command {
                    C::Go(Move::Left) => -1,
                    C::Go(Move::Right) => 1,
                    C::Go(Move::Up) => -16,
                    C::Go(Move::Down) => 16,
                    C::Enter => {
                        self.insert("sign", &[sign], None, cx);
                        self.popup = Some(Popup::Signs(sign));
                        return true;
                    }
                    _ => return false,
                };
                let to = (i32::from(sign) + by).clamp(i32::from(FIRST_SIGN), 255);
                self.popup = Some(Popup::Signs(to as u8));
            }
            Popup::Words { from, words, cursor, chosen } => match command {
                C::Indent => self.take_word(from, &words[cursor], cx),
                C::Enter if chosen => self.take_word(from, &words[cursor], cx),
                _ if by != 0 => {
                    let cursor = cursor.saturating_add_signed(by).min(words.len() - 1);
                    self.popup = Some(Popup::Words { from, words, cursor, chosen: true });
                }
                _ => return false,
            },
            // Any key closes it.
            Popup::Help(_) => return command == C::Help,
        }
        true
    }

    fn find_command(
        &mut self,
        command: CodeCommand,
        by: isize,
        replaces: bool,
        second: bool,
        cx: &mut Context,
    ) -> bool {
        use CodeCommand as C;
        let open = Popup::Find { replaces, second };
        match command {
            C::Enter if second => self.replace_one(cx),
            C::Enter => self.find_next(true, cx),
            C::Indent | C::Outdent if replaces => {
                self.popup = Some(Popup::Find { replaces, second: !second });
                return true;
            }
            C::Erase(to) => {
                let field = if second { &mut self.with } else { &mut self.sought };
                // The whole word, or what is left of the last time.
                if to == Move::WordLeft || self.is_last && !second {
                    field.clear();
                }
                field.pop();
                self.is_last &= second;
            }
            C::Go(Move::Left | Move::Right | Move::Home | Move::End) => self.is_last = false,
            C::Go(_) => self.find_next(by >= 0, cx),
            C::Paste => {
                self.popup = Some(open);
                return false;
            }
            C::ReplaceAll if replaces => {
                self.replace_all(cx);
                return true;
            }
            // By what is to be seen first.
            C::ReplaceAll => {
                self.popup = Some(Popup::Find { replaces: true, second: true });
                return true;
            }
            C::Next(forward) => self.find_next(forward, cx),
            C::Find | C::Replace => {
                self.popup = Some(Popup::Find { replaces: command == C::Replace, second: false });
                return true;
            }
            _ => return false,
        }
        self.popup = Some(open);
        true
    }

    fn outline_command(
        &mut self,
        command: CodeCommand,
        by: isize,
        mut typed: Vec<u8>,
        cursor: usize,
        cx: &mut Context,
    ) -> bool {
        use CodeCommand as C;
        let found = self.outline_matching(&typed);
        let last = found.len().saturating_sub(1);
        match command {
            C::Enter => {
                if let Some(n) = found.get(cursor) {
                    let (file, line) = (self.outline[*n].file, self.outline[*n].line);
                    self.jump(file, line, cx);
                }
            }
            C::Erase(_) => {
                typed.pop();
                self.popup = Some(Popup::Outline { typed, cursor: 0 });
            }
            _ if by != 0 => {
                let cursor = cursor.saturating_add_signed(by).min(last);
                self.popup = Some(Popup::Outline { typed, cursor });
            }
            _ => return false,
        }
        true
    }

    /// What is typed or pasted while something is open; true if it was for that.
    pub(super) fn popup_typed(&mut self, bytes: &[u8], cx: &mut Context) -> bool {
        let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
        match &mut self.popup {
            Some(Popup::Find { second: true, .. }) => self.with.extend(line),
            Some(Popup::Find { .. }) => {
                if std::mem::take(&mut self.is_last) {
                    self.sought.clear();
                }
                self.sought.extend(line);
                // Seen while it is typed: the first hit from where the caret stood.
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
            return cx.refuse("expected the number of a line");
        };
        let tab = self.tab();
        let line = (tab.start + number - 1).min(tab.end.saturating_sub(1)).max(tab.start);
        self.jump(self.caret.file, line, cx);
    }

    /// Goes to a line; the place before is gone back to by its command.
    pub(super) fn jump(&mut self, file: usize, line: usize, cx: &mut Context) {
        let Some(source) = self.text.file(file) else { return };
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
            None => cx.say("nothing was jumped from"),
        }
    }

    pub(super) fn go_to_definition(&mut self, cx: &mut Context) {
        let word = self.word_at(self.caret.at);
        let Some(word) = self.source().map(|it| it.text()[word].to_vec()).filter(|word| !word.is_empty())
        else {
            return cx.refuse("no word stands here");
        };
        let named = |name: &[u8]| {
            name == word || name.rsplit(|byte| matches!(byte, b'.' | b':')).next() == Some(&word[..])
        };
        match self.outline.iter().find(|it| named(&it.name)).map(|it| (it.file, it.line)) {
            Some((file, line)) => self.jump(file, line, cx),
            None => {
                // No function: where it is set first.
                let found = self.text.files().iter().enumerate().find_map(|(file, source)| {
                    let line = (0..source.lines()).find(|n| sets(source.line_text(*n), &word))?;
                    Some((file, line))
                });
                match found {
                    Some((file, line)) => self.jump(file, line, cx),
                    None => cx.refuse(format!("nothing here names {}", rasher::text::decode(&word))),
                }
            }
        }
    }
}

/// Is the word set in that line: does it stand there before a single `=`?
fn sets(line: &[u8], word: &[u8]) -> bool {
    let mut at = 0;
    while let Some(found) = find(&line[at..], word) {
        let (begin, end) = (at + found, at + found + word.len());
        let whole = line[begin..end] == *word
            && !line[..begin].last().is_some_and(|byte| is_word(*byte))
            && !line.get(end).is_some_and(|byte| is_word(*byte));
        let rest = line[end..].trim_ascii_start();
        if whole && rest.first() == Some(&b'=') && rest.get(1) != Some(&b'=') {
            return true;
        }
        at = end;
    }
    false
}

/// Where one text stands in another, letters of any size.
pub(super) fn find(text: &[u8], sought: &[u8]) -> Option<usize> {
    text.windows(sought.len().max(1)).position(|it| it.eq_ignore_ascii_case(sought))
}

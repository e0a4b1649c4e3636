//! Completion, and help about calls from the machine's table of calls.
//!
//! ```text
//! rec_           rect rectfill        calls, keywords, words of the cart, the nearest first
//! spr(1,64,_     spr(n, x, y, [w=1, h=1, flip_x, flip_y])   the current argument is bright
//! sfx(ba_        8 bass of the yard                          named sounds, by number or name; music(_: patterns and their sounds
//! sfx(8_         sfx(n, channel, ...)  8: bass of the yard   the name of a number
//! ```

use super::caret::is_word;
use super::text::Caret;
use super::{CodeEditor, Popup};
use crate::context::Context;
use crate::document::Document;
use crate::sound::notes::sound;
use lua::{KEYWORDS, LexemeKind, PieceKind};
use rasher::api::{CALLS, Call, CallForm};
use std::collections::BTreeSet;

const LETTERS: usize = 2;
const REST: u64 = 6;
const WORDS: usize = 40;

/// The calls of a cart in Lua, without row 0: only Rust carts have `score` and `best`.
fn calls() -> impl Iterator<Item = &'static Call> {
    CALLS.iter().filter(|call| call.row != 0)
}

fn forms(name: &[u8]) -> impl Iterator<Item = &'static CallForm> + use<'_> {
    let all = calls().flat_map(|call| call.forms);
    all.filter(move |form| form.name.as_bytes() == name)
}

pub(super) fn is_call(name: &[u8]) -> bool {
    calls().any(|call| call.name.as_bytes().split(|byte| *byte == b' ').any(|it| it == name))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CallHelp {
    pub name: String,
    pub arguments: Vec<String>,
    pub current: usize,
    pub help: &'static str,
}

impl CodeEditor {
    pub(super) fn offer(&mut self, cx: &mut Context) {
        if self.typed.is_some_and(|since| cx.frame.saturating_sub(since) >= REST) {
            self.typed = None;
            if self.popup.is_none() {
                self.complete(false, cx);
            }
        }
    }

    pub(super) fn complete(&mut self, asked: bool, cx: &mut Context) {
        let word = self.word_at(self.caret.at);
        let Some(text) = self.source().map(|it| it.text()) else { return };
        let (from, at) = (word.start, self.caret.at);
        let typed = &text[from..at];
        let is_dull = self.shade_at(from) == Some(PieceKind::Comment)
            || self.shade_at(from) == Some(PieceKind::Lexeme(LexemeKind::Text))
            || typed.first().is_some_and(u8::is_ascii_digit);
        let behind = word.end > at;
        let shade = self.shade_at(from);
        if !behind && shade != Some(PieceKind::Comment) && shade != Some(PieceKind::Lexeme(LexemeKind::Text))
        {
            let words = self.sounds(from, typed, cx);
            if !words.is_empty() {
                self.popup = Some(Popup::Words { from, words, cursor: 0, chosen: asked });
                return;
            }
        }
        if !asked && (is_dull || behind || typed.len() < LETTERS) {
            return;
        }
        let is_field = from > 0 && matches!(text[from - 1], b'.' | b':') && !text[..from].ends_with(b"..");
        let words = self.words(typed, is_field, from);
        if words.is_empty() || !asked && words[0] == typed {
            if asked {
                cx.say("no completions");
            }
            return;
        }
        self.popup = Some(Popup::Words { from, words, cursor: 0, chosen: asked });
    }

    /// The sounds or patterns that the first argument of `sfx` or `music` may be: the number, then the name.
    fn sounds(&self, from: usize, typed: &[u8], cx: &Context) -> Vec<Vec<u8>> {
        let Some(text) = self.source().map(|it| it.text()) else { return Vec::new() };
        let call = self.call_here().filter(|call| call.current == 0 && text[..from].ends_with(b"("));
        let cart = cx.cart();
        let all: Vec<(usize, String)> = match call.as_ref().map(|call| &*call.name) {
            Some("sfx") => cart.names().into_iter().map(|(n, name)| (n.into(), name)).collect(),
            Some("music") => (0..64).filter_map(|n| Some((n, in_pattern(cart, n)?))).collect(),
            _ => return Vec::new(),
        };
        let typed = rasher::text::decode(typed).to_lowercase();
        let fits = |(n, name): &(usize, String)| {
            n.to_string().starts_with(&typed) || name.to_lowercase().contains(&typed)
        };
        let known = |(n, _): &(usize, String)| n.to_string() != typed || typed.is_empty();
        let all: Vec<_> = all.into_iter().filter(fits).filter(known).take(WORDS).collect();
        // A number without a name says nothing.
        if all.iter().all(|(_, name)| name.is_empty()) {
            return Vec::new();
        }
        all.iter().map(|(n, name)| rasher::text::encode(&format!("{n} {name}")).collect()).collect()
    }

    fn words(&self, typed: &[u8], is_field: bool, from: usize) -> Vec<Vec<u8>> {
        let begins =
            |word: &[u8]| word.len() >= typed.len() && word[..typed.len()].eq_ignore_ascii_case(typed);
        let mut known = BTreeSet::new();
        let mut words: Vec<Vec<u8>> = Vec::new();
        let mut offer = |word: &[u8]| {
            if begins(word) && known.insert(word.to_vec()) {
                words.push(word.to_vec());
            }
        };
        if !is_field {
            let mut names: Vec<&str> = calls().flat_map(|call| call.name.split(' ')).collect();
            names.sort_unstable_by_key(|name| (name.len(), *name));
            names.into_iter().for_each(|name| offer(name.as_bytes()));
            KEYWORDS.iter().for_each(|word| offer(word.as_bytes()));
        }
        // Words of the cart, the nearest first.
        let mut near: Vec<(usize, &[u8])> = Vec::new();
        for (file, source) in self.text.files.iter().enumerate() {
            for (at, word) in names(source.text()) {
                let field = at > 0 && matches!(source.text()[at - 1], b'.' | b':');
                let own = file == self.caret.file && at == from;
                if !own && field == is_field && begins(word) {
                    let far = if file == self.caret.file { at.abs_diff(from) } else { usize::MAX };
                    near.push((far, word));
                }
            }
        }
        near.sort_unstable();
        near.into_iter().for_each(|(_, word)| offer(word));
        words.truncate(WORDS);
        words
    }

    pub(super) fn take_word(&mut self, from: usize, word: &[u8], cx: &mut Context) {
        let end = self.word_at(self.caret.at).end;
        // Of a sound only the number.
        let is_sound = word.first().is_some_and(u8::is_ascii_digit);
        let word = if is_sound { word.split(|byte| *byte == b' ').next().unwrap_or(word) } else { word };
        let after = Caret::at(self.caret.file, from + word.len());
        self.change("complete", vec![(after.file, from..end, word.to_vec())], after, None, cx);
        self.typed = None;
    }

    pub(super) fn call_here(&self) -> Option<CallHelp> {
        let source = self.source()?;
        let line = source.line(self.line());
        let before = &source.text()[line.start..self.caret.at.max(line.start)];
        let (mut depth, mut current) = (0usize, 0);
        for (at, byte) in before.iter().enumerate().rev() {
            match byte {
                b')' | b'}' | b']' => depth += 1,
                b'(' if depth == 0 => {
                    let name = before[..at].iter().rev().take_while(|byte| is_word(**byte)).count();
                    return help(&before[at - name..at], current);
                }
                b'(' | b'{' | b'[' => depth = depth.saturating_sub(1),
                b',' if depth == 0 => current += 1,
                _ => {}
            }
        }
        None
    }

    /// The name of the sound, or the names of a pattern's sounds, whose number is the first argument.
    pub fn named_sound(&self, cx: &Context) -> Option<String> {
        let (call, text) = (self.call_here().filter(|call| call.current == 0)?, self.source()?.text());
        let word = self.word_at(self.caret.at);
        if !text[..word.start].trim_ascii_end().ends_with(b"(") {
            return None;
        }
        let number = std::str::from_utf8(&text[word]).ok()?.parse().ok().filter(|n| *n < 64)?;
        let name = match &*call.name {
            "sfx" => cx.cart().name(number).to_string(),
            "music" => in_pattern(cx.cart(), number)?,
            _ => return None,
        };
        (!name.is_empty()).then(|| format!("{number}: {name}"))
    }

    pub(super) fn help(&mut self, cx: &mut Context) {
        let word = self.word_at(self.caret.at);
        let word = self.source().map(|it| it.text()[word].to_vec()).unwrap_or_default();
        let name = match self.call_here() {
            Some(call) if !is_call(&word) => call.name.into_bytes(),
            _ => word,
        };
        let Some(call) = calls().find(|call| call.name.split(' ').any(|it| it.as_bytes() == name)) else {
            let shown = rasher::text::decode(&name);
            return cx.refuse(if shown.is_empty() {
                "no word at the cursor".into()
            } else {
                format!("{shown} is not a call of the console")
            });
        };
        let mut lines = vec![
            format!("{}  ({})", call.name, call.section.to_lowercase()),
            call.help.to_string(),
            String::new(),
        ];
        for form in call.forms {
            let arguments: Vec<String> = form.arguments.iter().map(ToString::to_string).collect();
            lines.push(format!("{}({})", form.name, arguments.join(", ")));
        }
        lines.extend([String::new(), "Ctrl+U: its page in the manual".to_string()]);
        self.popup = Some(Popup::Help(lines));
    }
}

/// The names of a pattern's sounds; none of an empty pattern.
fn in_pattern(cart: &Document, pattern: usize) -> Option<String> {
    let sounds: Vec<usize> = (0..4).filter_map(|channel| sound(cart, pattern, channel)).collect();
    let named = sounds.iter().map(|n| cart.name(*n)).filter(|name| !name.is_empty());
    (!sounds.is_empty()).then(|| named.collect::<Vec<_>>().join(", "))
}

fn help(name: &[u8], current: usize) -> Option<CallHelp> {
    let longest = forms(name).max_by_key(|form| (form.arguments.len() > current, form.arguments.len()))?;
    let call = calls().find(|call| call.forms.iter().any(|form| form.name == longest.name))?;
    Some(CallHelp {
        name: longest.name.to_string(),
        arguments: longest.arguments.iter().map(ToString::to_string).collect(),
        current,
        help: call.help,
    })
}

fn names(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < text.len() {
            let begin = at + text[at..].iter().take_while(|byte| !is_word(**byte)).count();
            let end = begin + text[begin..].iter().take_while(|byte| is_word(**byte)).count();
            at = end.max(at + 1);
            if end > begin && !text[begin].is_ascii_digit() {
                return Some((begin, &text[begin..end]));
            }
        }
        None
    })
}

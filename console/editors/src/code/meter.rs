//! Costs, functions and errors of the code, measured while nothing is typed.
//!
//! ```text
//! 6 ticks after the last change    tokens, characters, the first syntax error       some milliseconds for the largest cart
//! 60                               compressed bytes, by an effect                   up to 124 ms
//! ```

use super::CodeEditor;
use super::caret::is_word;
use super::source::CodeSource;
use crate::context::Context;
use crate::types::EditEffect;
use budget::SourceLimit;
use loader::{LoadError, ReadError, ReadErrorKind, resolve_includes};
use lua::PieceKind;
use rasher::Code;
use std::path::Path;

/// Ticks of rest before tokens are counted, and before the code is compressed.
const COUNT: u64 = 6;
const PACK: u64 = 60;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TokenMeter {
    pub tokens: Option<usize>,
    pub chars: Option<usize>,
    pub packed: Option<usize>,
    counted: Option<u64>,
    compressed: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FunctionCost {
    pub name: Vec<u8>,
    pub file: usize,
    pub line: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CodeError {
    pub file: usize,
    pub line: usize,
    pub message: String,
}

impl CodeEditor {
    pub(super) fn refresh(&mut self) {
        if self.seen == Some(self.text.version) {
            return;
        }
        self.seen = Some(self.text.version);
        self.shades = self.text.files.iter().map(|source| shades(source.text())).collect();
        let files = self.text.files.iter().enumerate();
        self.outline = files.flat_map(|(n, source)| functions(n, source, &self.shades[n])).collect();
    }

    pub(super) fn shade_at(&self, at: usize) -> Option<PieceKind> {
        self.shades.get(self.caret.file)?.get(at).copied()
    }

    pub(super) fn measure(&mut self, cx: &mut Context) {
        self.measure_after(cx.frame.saturating_sub(self.touched), cx);
    }

    pub(crate) fn costs(&mut self, cx: &mut Context) -> Option<[(SourceLimit, usize); 3]> {
        self.measure_after(PACK, cx);
        let TokenMeter { tokens, chars, packed, .. } = self.meter;
        if packed.is_none() && self.program().is_ok() {
            return None;
        }
        let all = [SourceLimit::Tokens, SourceLimit::Characters, SourceLimit::Compressed];
        let counts = [tokens, chars, packed].map(Option::unwrap_or_default);
        Some(std::array::from_fn(|n| (all[n], counts[n])))
    }

    fn measure_after(&mut self, rest: u64, cx: &mut Context) {
        let version = self.text.version;
        if self.text.files.is_empty() {
            return;
        }
        if rest >= COUNT && self.meter.counted != Some(version) {
            self.meter.counted = Some(version);
            let code = self.program();
            let code = code.as_ref().ok();
            self.meter.chars = code.map(|it| it.text.len());
            self.meter.tokens = code.and_then(|it| budget::lua_tokens(&it.text).ok());
            let place = |line: u32| {
                let (from, file, first) = code?.pieces.iter().rfind(|(from, ..)| *from <= line)?;
                Some((file, line - from + first))
            };
            let refusals = code.map_or_else(Vec::new, |it| budget::lua_refusals(&it.text));
            let refusals = refusals.into_iter().filter_map(|(line, why)| {
                let (file, line) = place(line)?;
                self.error_at(file, line, why.to_string())
            });
            self.refusals = refusals.collect();
            self.syntax = code.and_then(|it| {
                let error = lua::parse(&it.text).err()?;
                let (file, line) = place(error.line)?;
                let expected = error.expected_at(|opened| match place(opened) {
                    Some((other, line)) if other == file => format!("line {line}"),
                    Some((other, line)) => format!("{other}:{line}"),
                    None => "the code".to_string(),
                });
                let found = rasher::text::decode(&lua::message_bytes(&error.found));
                self.error_at(file, line, format!("found {found}, expected {expected}"))
            });
        }
        if rest >= PACK && self.meter.compressed != Some(version) {
            self.meter.compressed = Some(version);
            match self.program() {
                Ok(it) => cx.effects.push(EditEffect::Pack(version, it.text.into_vec())),
                Err(_) => self.meter.packed = None,
            }
        }
    }

    pub fn packed(&mut self, version: u64, bytes: usize) {
        if version == self.text.version {
            self.meter.packed = Some(bytes);
        }
    }

    pub(crate) fn program(&self) -> Result<Code, LoadError> {
        let [first, ..] = &self.text.files[..] else { return Ok(Code::default()) };
        resolve_includes(Path::new(&first.name), first.text(), &mut |path| {
            let name = path.to_string_lossy();
            let Some(source) = self.text.files.iter().find(|source| source.name == *name) else {
                return Err(ReadError { kind: ReadErrorKind::Missing, message: name.into_owned() });
            };
            let text = rasher::text::decode(source.text());
            Ok(match format::is_cartridge(&name) {
                // As text for any kind of cartridge: only its code is read.
                true => format!("{HEAD}{text}\n").into_bytes().into(),
                false => text.into_bytes().into(),
            })
        })
    }

    pub(super) fn error_at(&self, file: &str, line: u32, message: String) -> Option<CodeError> {
        let (file, line) = self.place(file, line)?;
        Some(CodeError { file, line, message })
    }

    pub(super) fn place(&self, name: &str, line: u32) -> Option<(usize, usize)> {
        let (name, tab) = match name.rsplit_once(" tab ") {
            Some((name, tab)) => (name, tab.parse().ok()?),
            None => (name, 0),
        };
        let files = &self.text.files;
        let brief = |name: &str| name.rsplit('/').next().unwrap_or(name).to_string();
        let exact = files.iter().position(|source| source.name == name);
        let file = exact.or_else(|| files.iter().position(|source| brief(&source.name) == brief(name)))?;
        let tab = files[file].tabs().get(tab)?.clone();
        let line = tab.start + (line.max(1) as usize - 1);
        Some((file, line.min(tab.end.saturating_sub(1)).max(tab.start)))
    }

    pub(super) fn named(&self, file: usize, line: usize) -> Option<(String, u32)> {
        let source = self.text.files.get(file)?;
        let tabs = source.tabs();
        let tab = source.tab_of(line);
        let name = if tabs.len() > 1 { format!("{} tab {tab}", source.name) } else { source.name.clone() };
        Some((name, (line - tabs.get(tab)?.start.min(line)) as u32 + 1))
    }

    /// The marked lines: errors first, then code that only PICO-8 refuses.
    pub(super) fn errors(&self) -> impl Iterator<Item = &CodeError> + Clone {
        [&self.fault, &self.syntax].into_iter().flatten().chain(&self.refusals)
    }

    pub(super) fn go_to_error(&mut self, cx: &mut Context) {
        let here = (self.caret.file, self.line());
        let all = || self.errors();
        let next = all().find(|wrong| (wrong.file, wrong.line) != here).or_else(|| all().next()).cloned();
        match next {
            Some(CodeError { file, line, message }) => {
                self.jump(file, line, cx);
                cx.refuse(message);
            }
            None => cx.say("no errors"),
        }
    }
}

const HEAD: &str = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n";

fn shades(text: &[u8]) -> Vec<PieceKind> {
    let mut shades = Vec::with_capacity(text.len());
    for (kind, len) in lua::pieces(text) {
        shades.resize(shades.len() + len, kind);
    }
    shades
}

fn functions(file: usize, source: &CodeSource, shades: &[PieceKind]) -> Vec<FunctionCost> {
    const WORD: &[u8] = b"function";
    let text = source.text();
    let is_part = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(|byte| is_word(*byte));
    let is_code = |at: usize| {
        !matches!(shades.get(at), Some(PieceKind::Comment | PieceKind::Lexeme(lua::LexemeKind::Text)))
    };
    let begins = (0..text.len()).filter(|at| text[*at..].starts_with(WORD) && is_code(*at));
    let begins = begins.filter(|at| !is_part(Some(at + WORD.len())) && !is_part(at.checked_sub(1)));
    let name = |begin: usize| {
        let rest = text[begin + WORD.len()..].trim_ascii_start();
        let len = rest.iter().take_while(|byte| is_word(**byte) || matches!(byte, b'.' | b':')).count();
        if len > 0 {
            return Some(rest[..len].to_vec());
        }
        // name=function()
        let before = text[..begin].trim_ascii_end().strip_suffix(b"=")?.trim_ascii_end();
        let len = before.iter().rev().take_while(|byte| is_word(**byte) || **byte == b'.').count();
        (len > 0).then(|| before[before.len() - len..].to_vec())
    };
    let cost = |begin| Some(FunctionCost { name: name(begin)?, file, line: source.line_of(begin) });
    begins.filter_map(cost).collect()
}

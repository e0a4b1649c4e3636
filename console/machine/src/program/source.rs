//! The source of a Rust program, which only its author's machine has: files by the names that the compiler gave them.

use super::SourceLine;
use crate::fault::Position;
use alloc::string::{String, ToString};
use alloc::{sync::Arc, vec::Vec};

/// The PICO-8 names of the traced calls. A call of another method is no line to stop at.
const TRACED: &[&str] = &[
    "camera",
    "circ",
    "circfill",
    "clip",
    "cls",
    "color",
    "cursor",
    "fillp",
    "line",
    "map",
    "memcpy",
    "memset",
    "oval",
    "ovalfill",
    "pal",
    "palt",
    "poke",
    "poke2",
    "poke4",
    "print",
    "pset",
    "rect",
    "rectfill",
    "reload",
    "rrect",
    "rrectfill",
    "spr",
    "sspr",
    "tline",
];

/// Files and lines, with the lines of calls of the machine marked.
#[derive(Clone, Debug, Default)]
pub struct RustSource {
    /// The folder that file names begin in.
    pub root: String,
    pub(crate) files: Arc<[String]>,
    pub(crate) lines: Vec<SourceLine>,
    /// Where functions begin, in order, and their names.
    functions: Vec<(Position, String)>,
}

impl RustSource {
    /// From the names of files below a folder, as in the places of calls, and their texts.
    pub fn new(root: &str, texts: &[(String, String)]) -> RustSource {
        let files = texts.iter().map(|(name, _)| name.clone()).collect();
        let mut source = RustSource { root: root.into(), files, ..RustSource::default() };
        for (file, (_, text)) in (0..).zip(texts) {
            for (line, text) in (1..).zip(text.lines()) {
                let position = Position { file, line };
                let code = text.trim_start();
                let is_comment = code.starts_with("//");
                if let (false, Some(name)) = (is_comment, function(code)) {
                    source.functions.push((position, name));
                }
                let has_code = !is_comment && has_call(code);
                source.lines.push(SourceLine { position, text: text.to_string(), has_code });
            }
        }
        source
    }

    /// Its files' names, by their numbers in positions.
    pub fn files(&self) -> Arc<[String]> {
        Arc::clone(&self.files)
    }

    pub fn lines(&self) -> &[SourceLine] {
        &self.lines
    }

    /// The names of functions, and the numbers of their first lines among all lines, from 1.
    pub fn functions(&self) -> impl Iterator<Item = (String, u32)> {
        let number = |at: &Position| self.lines.partition_point(|line| line.position <= *at) as u32;
        self.functions.iter().map(move |(at, name)| (name.clone(), number(at)))
    }

    /// The file of a line, by its number among all lines, from 0.
    pub fn file(&self, line: usize) -> Option<&str> {
        self.files.get(self.lines.get(line)?.position.file as usize).map(String::as_str)
    }

    /// Where the only function of a name begins.
    pub fn function_named(&self, name: &str) -> Option<Position> {
        let mut named = self.functions.iter().filter(|(_, own)| own == name).map(|(at, _)| *at);
        named.next().filter(|_| named.next().is_none())
    }

    /// The function around a position: where it begins, and its name.
    pub fn function(&self, at: Position) -> Option<(Position, &str)> {
        let before = self.functions.partition_point(|(first, _)| *first <= at).checked_sub(1)?;
        let (first, name) = self.functions.get(before).filter(|(first, _)| first.file == at.file)?;
        Some((*first, name))
    }
}

/// The name of the function that begins on a line.
fn function(code: &str) -> Option<String> {
    let (before, rest) = code.split_once("fn ")?;
    let is_head = before.split_whitespace().all(|word| {
        word.starts_with("pub")
            || matches!(word, "const" | "async" | "unsafe" | "extern" | "in" | "crate)" | "super)")
    });
    let name = rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
    (is_head && !name.is_empty()).then(|| name.to_string())
}

/// Is there a call of a traced method, such as `.spr(` or `.spr_ext(`?
fn has_call(code: &str) -> bool {
    code.split('.').skip(1).any(|rest| {
        let name = rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
        let is_it = |traced: &&str| {
            name.strip_prefix(*traced).is_some_and(|end| end.is_empty() || end.starts_with('_'))
        };
        rest[name.len()..].starts_with('(') && TRACED.iter().any(is_it)
    })
}

/// For the check that [`TRACED`] has every traced call.
pub(crate) const fn is_traced(name: &str) -> bool {
    let mut n = 0;
    while n < TRACED.len() {
        if crate::api::same(TRACED[n], name) {
            return true;
        }
        n += 1;
    }
    false
}

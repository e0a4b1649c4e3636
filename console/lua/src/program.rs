//! A compiled program, which never changes: instructions, functions, texts.
//!
//! ```text
//! code    library's functions | cart's functions         one list: a place in it has 16 bits
//! lines   the line of each word
//! protos  [Proto]                                        what closures are made of
//! texts   all names and texts; in a heap, text i is texts[i], and is never freed
//! ```

use crate::Value;
use crate::digest::{WordDigest, of_bytes};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::{string::String, vec::Vec};
use core::fmt::Write;

#[derive(Debug)]
pub struct Program {
    pub(crate) code: Vec<u64>,
    pub(crate) lines: Vec<u32>,
    pub(crate) protos: Vec<Proto>,
    pub(crate) texts: Vec<Vec<u8>>,
    /// Texts of code that was added to a running program: their numbers in the heap, in order, and their bytes.
    pub(crate) pinned: Vec<(u32, Vec<u8>)>,
    /// The library's functions that are written in the language: name and function.
    pub(crate) prelude: Vec<(u32, u32)>,
    /// The names of the other functions of library and host, by number.
    pub(crate) natives: Vec<u32>,
    /// Functions that exist even in a cart's own environment that lacks them, by name.
    pub(crate) anywhere: BTreeMap<u32, Value>,
    /// The number of the library's functions; the cart's come after them.
    pub(crate) cart: u32,
    pub(crate) main: u32,
    pub(crate) digest: u64,
}

pub(crate) const NO_PARENT: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(crate) struct Proto {
    pub parent: u32,
    pub start: u32,
    pub end: u32,
    pub params: u8,
    pub is_vararg: bool,
    pub registers: u8,
    pub upvalues: Vec<Upvalue>,
    pub name: Vec<u8>,
    pub line: u32,
    pub locals: Vec<LocalRange>,
    /// In the library: not in traces.
    pub is_hidden: bool,
    pub slots: Vec<u8>,
}

#[derive(Clone, Debug)]
pub(crate) struct Upvalue {
    pub from: UpvalueSource,
    pub name: Vec<u8>,
    pub owner: u32,
    /// Is it in a cell? Otherwise closures have copies.
    pub is_cell: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum UpvalueSource {
    Local(u8),
    Upvalue(u8),
}

#[derive(Clone, Debug)]
pub(crate) struct LocalRange {
    pub name: Vec<u8>,
    pub register: u8,
    pub start: u32,
    pub end: u32,
}

impl Program {
    /// The digest of the program with this code, added to or in place of the one with digest `before`.
    pub(crate) fn digest_with(&self, code: &[u8], before: u64) -> u64 {
        let mut digest = WordDigest::new();
        digest.word(of_bytes(code));
        digest.word(before);
        for (id, text) in &self.pinned {
            digest.word(u64::from(*id));
            digest.word(of_bytes(text));
        }
        digest.finish()
    }

    /// The cart's lines that have instructions; an `end` that returns is one of them.
    pub fn code_lines(&self) -> BTreeSet<u32> {
        let protos = self.protos.iter().skip(self.main as usize).filter(|proto| !proto.is_hidden);
        protos.flat_map(|proto| &self.lines[proto.start as usize..proto.end as usize]).copied().collect()
    }

    pub(crate) fn proto_at(&self, place: u32) -> Option<&Proto> {
        let after = self.protos.partition_point(|proto| proto.start <= place);
        self.protos.get(after.checked_sub(1)?)
    }

    /// For each instruction, whether a line that `is_marked` has it. Hidden functions have no lines.
    pub fn marked(&self, mut is_marked: impl FnMut(u32) -> bool) -> Vec<bool> {
        let mut known = (0, false);
        let mut marks: Vec<bool> = self
            .lines
            .iter()
            .map(|line| {
                if *line != known.0 {
                    known = (*line, is_marked(*line));
                }
                known.1
            })
            .collect();
        for (at, proto) in self.protos.iter().enumerate().filter(|(_, proto)| proto.is_hidden) {
            let end = self.protos.get(at + 1).map_or(marks.len(), |next| next.start as usize);
            marks[proto.start as usize..end].fill(false);
        }
        marks
    }

    pub fn instructions(&self) -> usize {
        self.code.len() - self.protos[self.main as usize].start as usize
    }

    /// The cart's instructions, one a line, for work on the compiler.
    pub fn listing(&self) -> String {
        let mut out = String::new();
        for proto in &self.protos[self.main as usize..] {
            let name = String::from_utf8_lossy(&proto.name);
            let _ = writeln!(out, "function {name} line {} registers {}", proto.line, proto.registers);
            for place in proto.start..proto.end {
                let word = self.code[place as usize];
                let [op, a, b, c] =
                    [crate::op::op(word), crate::op::a(word), crate::op::b(word), crate::op::c(word)];
                let (name, d) = (crate::op::NAMES[usize::from(op)], crate::op::d(word));
                let _ =
                    writeln!(out, "{place:5} [{}] {name:16} {a} {b} {c} {d:#x}", self.lines[place as usize]);
            }
        }
        out
    }

    pub(crate) fn text(&self, id: u32) -> &[u8] {
        let pinned = || {
            let at = self.pinned.binary_search_by_key(&id, |(pinned, _)| *pinned).ok()?;
            self.pinned.get(at).map(|(_, text)| text)
        };
        self.texts.get(id as usize).or_else(pinned).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn known(&self) -> BTreeMap<Vec<u8>, u32> {
        let own = (0..).zip(&self.texts).map(|(id, text)| (text.clone(), id));
        own.chain(self.pinned.iter().map(|(id, text)| (text.clone(), *id))).collect()
    }

    pub(crate) fn text_value(id: u32) -> Value {
        Value::object(crate::value::tag::TEXT, id)
    }
}

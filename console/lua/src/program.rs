//! A compiled program, which never changes: instructions, functions, texts.
//!
//! ```text
//! code    library's functions | cart's functions         one list: a place in it is a number of 16 bits
//! lines   the line of each word
//! protos  [Proto]                                        what a closure is made of
//! texts   those of all names and texts; in a heap, text i is texts[i], and stays
//! ```

use crate::Value;
use crate::digest::{Digest, of_bytes};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

/// A program, ready to run.
#[derive(Debug)]
pub struct Program {
    pub(crate) code: Vec<u64>,
    pub(crate) lines: Vec<u32>,
    pub(crate) protos: Vec<Proto>,
    pub(crate) texts: Vec<Vec<u8>>,
    /// Texts of code that was put in the place of other code: their numbers in the heap, in order, and their bytes.
    pub(crate) pinned: Vec<(u32, Vec<u8>)>,
    /// The functions of the library that are written in the language: name and function.
    pub(crate) prelude: Vec<(u32, u32)>,
    /// The functions of library and host that are not: by number, the text of the name.
    pub(crate) natives: Vec<u32>,
    /// What names stand for in an environment of the cart's own that lacks them, by the number of the text.
    pub(crate) anywhere: BTreeMap<u32, Value>,
    /// How many functions are the library's: the cart's come behind them.
    pub(crate) cart: u32,
    /// The cart's first function.
    pub(crate) main: u32,
    pub(crate) digest: u64,
}

/// The function around one that has none.
pub(crate) const NO_PARENT: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(crate) struct Proto {
    /// The number of the function around it.
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
    /// One of the library: not in traces.
    pub is_hidden: bool,
    /// The register of each local.
    pub slots: Vec<u8>,
}

/// A variable of a function around.
#[derive(Clone, Debug)]
pub(crate) struct Upvalue {
    pub from: UpvalueSource,
    pub name: Vec<u8>,
    /// The function that declares it.
    pub owner: u32,
    /// Does it live in a cell? Else closures have copies.
    pub is_cell: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum UpvalueSource {
    Local(u8),
    Upvalue(u8),
}

/// Where a local is in sight.
#[derive(Clone, Debug)]
pub(crate) struct LocalRange {
    pub name: Vec<u8>,
    pub register: u8,
    pub start: u32,
    pub end: u32,
}

impl Program {
    /// What tells it apart that has this code, with or in the place of what was before.
    pub(crate) fn digest_with(&self, code: &[u8], before: u64) -> u64 {
        let mut digest = Digest::new();
        digest.word(of_bytes(code));
        digest.word(before);
        for (id, text) in &self.pinned {
            digest.word(u64::from(*id));
            digest.word(of_bytes(text));
        }
        digest.finish()
    }

    /// The lines of the cart that have instructions; an `end` that returns is one of them.
    pub fn code_lines(&self) -> BTreeSet<u32> {
        let protos = self.protos.iter().skip(self.main as usize).filter(|proto| !proto.is_hidden);
        protos.flat_map(|proto| &self.lines[proto.start as usize..proto.end as usize]).copied().collect()
    }

    /// The function that a word is of.
    pub(crate) fn proto_at(&self, place: u32) -> Option<&Proto> {
        let after = self.protos.partition_point(|proto| proto.start <= place);
        self.protos.get(after.checked_sub(1)?)
    }

    /// How many instructions the cart has.
    pub fn instructions(&self) -> usize {
        self.code.len() - self.protos[self.main as usize].start as usize
    }

    /// The cart's instructions, one a line, for whoever works on the compiler.
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

    /// The bytes of a text.
    pub(crate) fn text(&self, id: u32) -> &[u8] {
        let pinned = || {
            let at = self.pinned.binary_search_by_key(&id, |(pinned, _)| *pinned).ok()?;
            self.pinned.get(at).map(|(_, text)| text)
        };
        self.texts.get(id as usize).or_else(pinned).map_or(&[], Vec::as_slice)
    }

    /// The numbers of all texts.
    pub(crate) fn known(&self) -> BTreeMap<Vec<u8>, u32> {
        let own = (0..).zip(&self.texts).map(|(id, text)| (text.clone(), id));
        own.chain(self.pinned.iter().map(|(id, text)| (text.clone(), *id))).collect()
    }

    /// A name as a value.
    pub(crate) fn text_value(id: u32) -> Value {
        Value::object(crate::value::tag::TEXT, id)
    }
}

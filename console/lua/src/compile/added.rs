//! Code that is added to a running program: reloaded code, and expressions that a debugger evaluates.

use super::{CodeWriter, error};
use crate::ast::Ast;
use crate::error::SyntaxError;
use crate::heap::Heap;
use crate::program::Program;
use alloc::{collections::BTreeMap, string::ToString, vec::Vec};

/// A program with added code; the texts of both are in one heap.
pub(crate) struct AddedCode {
    /// Its main function is still that of the old program.
    pub program: Program,
    pub known: BTreeMap<Vec<u8>, u32>,
    pub main: u32,
}

impl AddedCode {
    /// Adds code after the first `functions` of a program.
    pub fn new(
        heap: &mut Heap,
        old: &Program,
        functions: usize,
        ast: &Ast,
        is_hidden: bool,
    ) -> Result<AddedCode, SyntaxError> {
        let mut pinned = old.pinned.clone();
        let mut known = old.known();
        for text in &ast.texts {
            if !known.contains_key(&text[..]) {
                let id = heap.intern(text);
                known.insert(text.to_vec(), id);
                pinned.push((id, text.to_vec()));
            }
        }
        pinned.sort();
        let mut out = CodeWriter::after(old, functions, known);
        let main = out.add(ast, is_hidden)?;
        if out.texts.len() != old.texts.len() {
            // Every text of a program is in its tree.
            return Err(error(1, "a text of its own".to_string(), "none"));
        }
        let CodeWriter { code, lines, protos, texts, known, .. } = out;
        let program = Program {
            code,
            lines,
            protos,
            texts,
            pinned,
            prelude: old.prelude.clone(),
            natives: old.natives.clone(),
            anywhere: old.anywhere.clone(),
            cart: old.cart,
            main: old.main,
            digest: old.digest,
        };
        Ok(AddedCode { program, known, main })
    }
}

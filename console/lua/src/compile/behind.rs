//! Code behind that of a program that runs: reloaded code, and what a debugger evaluates.

use super::CodeWriter;
use crate::ast::Ast;
use crate::error::SyntaxError;
use crate::heap::Heap;
use crate::program::Program;
use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;

/// Code behind that of another program, with the texts of both in one heap.
pub(crate) struct Behind {
    /// The other program with that code, whose own it still takes for its main function.
    pub program: Program,
    /// The numbers of all texts.
    pub known: BTreeMap<Vec<u8>, u32>,
    pub main: u32,
}

impl Behind {
    /// Behind the first `functions` of a program.
    pub fn new(
        heap: &mut Heap,
        old: &Program,
        functions: usize,
        ast: &Ast,
        is_hidden: bool,
    ) -> Result<Behind, SyntaxError> {
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
        let mut out = CodeWriter::behind(old, functions, known);
        let main = out.add(ast, is_hidden)?;
        if out.texts.len() != old.texts.len() {
            // Every text of a program is one of its tree.
            return Err(SyntaxError {
                line: 1,
                found: "a text of its own".to_string(),
                expected: "none".to_string(),
                opened: None,
            });
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
        Ok(Behind { program, known, main })
    }
}

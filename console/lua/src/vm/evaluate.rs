//! Expressions that a debugger asks for, on a copy of a program that has stopped.
//!
//! ```text
//! hp<3 and boss  ── "return hp<3 and boss" behind the program's code ── its globals are { what is in sight in a call }, behind them
//!                                                                       those of the program ── run ──> results
//! ```
//!
//! A local of the call hides a global of its name, also where it is nil: those are locals of the expression. `...` is the call's. The copy is
//! for that one expression: its calls under way are gone.

use super::Vm;
use crate::Value;
use crate::compile::Behind;
use crate::error::SyntaxError;
use crate::heap::{After, FREE_CLOSURE, WINDOW, stack_size};
use crate::value::tag;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// Variables that are nil and hide a global: a function has 200 locals at most, and needs some registers beside them.
const NILS: usize = 150;

/// Is it a name as one writes it? Those of the compiler's own locals are none.
fn is_name(name: &[u8]) -> bool {
    name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80)
}

impl Vm {
    /// A copy that works out expressions, which are P8SCII and parted by commas, when it is run; [`Vm::results`] are their values. Names
    /// are those in sight in the call with this number ([`super::CallInfo::depth`]), then the locals around the program's functions, then
    /// the globals.
    ///
    /// # Errors
    /// When it is no list of expressions, or has no room behind the program's code.
    pub fn expression(&self, depth: Option<usize>, text: &[u8]) -> Result<Vm, SyntaxError> {
        let (locals, upvalues) = depth.map_or_else(Default::default, |depth| self.variables(depth));
        // The innermost comes last, and stays.
        let variables = self.file_locals().into_iter().chain(upvalues).chain(locals);
        let variables: BTreeMap<Vec<u8>, Value> = variables.map(|it| (it.name, it.value)).collect();
        // A table has no field that is nil, so it would not hide a global: a local of the expression does.
        let nils = variables.iter().filter(|(name, value)| value.is_nil() && is_name(name)).take(NILS);
        let mut code = Vec::new();
        nils.for_each(|(name, _)| code.extend([b"local ", name.as_slice(), b" "].concat()));
        code.extend([b"return ", text].concat());
        let varargs = depth.map_or(&[][..], |depth| self.varargs(depth));
        self.with_scope(&variables, varargs, &code)
    }

    /// A copy that runs code behind the program's, with those variables before its globals and those arguments.
    fn with_scope(
        &self,
        variables: &BTreeMap<Vec<u8>, Value>,
        args: &[Value],
        code: &[u8],
    ) -> Result<Vm, SyntaxError> {
        let mut copy = self.clone();
        let scope = copy.heap.table();
        for (name, value) in variables {
            let name = copy.heap.text(name);
            // A text is a key.
            let _ = copy.heap.set(scope, name, *value);
        }
        let meta = copy.heap.table();
        let index = copy.heap.text(b"__index");
        let _ = copy.heap.set(meta, index, self.env);
        copy.heap.set_metatable(scope, meta);
        copy.put_behind(args, code)?;
        copy.env = scope;
        Ok(copy)
    }

    /// A copy that does statements, which are P8SCII, when it is run, outside of all calls; [`Vm::absorb`] takes over what they did. Names
    /// are the locals around the program's functions, then the globals.
    ///
    /// # Errors
    /// When they are no program, or have no room behind the program's code.
    pub fn statement(&self, text: &[u8]) -> Result<Vm, SyntaxError> {
        let variables = self.file_locals().into_iter().map(|it| (it.name, it.value)).collect();
        self.with_scope(&variables, &[], text)
    }

    /// Takes over what a copy by [`Vm::statement`] did when it was run: its heap and what it set. If it `has_code`, functions that it made
    /// and that are still reached keep the code behind the program's, where names are those of globals; true if there are any.
    /// Otherwise the code that did it is gone.
    pub fn absorb(&mut self, mut done: Vm, has_code: bool) -> bool {
        let scope = core::mem::replace(&mut done.env, self.env);
        let mut set = BTreeMap::new();
        let mut key = Value::NIL;
        while let Ok(Some((name, value))) = done.heap.next(scope, key) {
            if let Some(name) = done.heap.bytes(name) {
                set.insert(name.to_vec(), value);
            }
            key = name;
        }
        for name in self.file_locals().into_iter().map(|it| it.name) {
            let value = set.remove(&name).unwrap_or(Value::NIL);
            done.set_file_local(&name, value);
        }
        for (name, value) in set {
            done.set_global(&name, value);
        }
        // The copy's stack, of another length, counts no longer.
        let stacks = [stack_size(self.stack.len()), stack_size(done.stack.len())];
        self.heap = done.heap;
        self.heap.used = self.heap.used + stacks[0] - stacks[1];
        let old = has_code.then(|| core::mem::replace(&mut self.program, done.program));
        // What the code was made of lies about, and no program has it.
        self.collect();
        let Some(old) = old else { return false };
        let new = old.protos.len() as u32..FREE_CLOSURE;
        if !self.heap.closures.iter().any(|closure| new.contains(&closure.proto)) {
            self.program = old;
            self.collect();
            return false;
        }
        self.guesses = vec![0; self.program.code.len()];
        true
    }

    /// Puts code behind the program's, and begins to call it.
    fn put_behind(&mut self, args: &[Value], code: &[u8]) -> Result<(), SyntaxError> {
        let (old, ast) = (Arc::clone(&self.program), crate::parse(code)?);
        let behind = Behind::new(&mut self.heap, &old, old.protos.len(), &ast, true)?;
        let Behind { mut program, main, .. } = behind;
        program.digest = program.digest_with(code, old.digest);
        self.program = Arc::new(program);
        self.guesses = vec![0; self.program.code.len()];
        let closure = self.heap.closure(main, &self.program.protos[main as usize]);
        (self.failed, self.current, self.top) = (false, 0, 0);
        self.frames.clear();
        self.resize_stack(WINDOW * 2 + args.len());
        self.stack[0] = Value::object(tag::FUNCTION, closure);
        self.stack[1..=args.len()].copy_from_slice(args);
        // A stack with nothing but them has room for any function.
        let _ = self.enter(closure, 0, args.len(), 0, -1, After::Store);
        Ok(())
    }

    /// What the expressions of [`Vm::expression`] are, right after the run that was its end.
    pub fn results(&self) -> Vec<Value> {
        self.stack.get(..self.top as usize).unwrap_or_default().to_vec()
    }
}

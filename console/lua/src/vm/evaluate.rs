//! Evaluates expressions for a debugger, on a copy of a stopped program.
//!
//! ```text
//! hp<3 and boss  ── "return hp<3 and boss" added to the program's code ── its globals are { all names visible in a call }, then
//!                                                                         those of the program ── run ──> results
//! ```
//!
//! A local of the call hides a global of its name, even if it is nil: then it is a local of the expression. `...` is the call's. The copy is
//! only for that expression: its running calls are gone.

use super::Vm;
use crate::Value;
use crate::compile::AddedCode;
use crate::error::SyntaxError;
use crate::heap::{After, FREE_CLOSURE, WINDOW, stack_size};
use crate::value::tag;
use alloc::{collections::BTreeMap, sync::Arc, vec, vec::Vec};

/// Nil variables that hide a global: a function has at most 200 locals, and needs some registers in addition.
const NILS: usize = 150;

/// Is it a name in the source? Names of the compiler's own locals are not.
fn is_name(name: &[u8]) -> bool {
    name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80)
}

impl Vm {
    /// A copy that evaluates expressions when it is run: P8SCII, separated by commas; [`Vm::results`] are their values. Names are looked up
    /// in the call with that number ([`super::CallInfo::depth`]), then in the locals around the program's functions, then in the globals.
    pub fn expression(&self, depth: Option<usize>, text: &[u8]) -> Result<Vm, SyntaxError> {
        let (locals, upvalues) = depth.map_or_else(Default::default, |depth| self.variables(depth));
        // The innermost comes last, and replaces others.
        let variables = self.file_locals().into_iter().chain(upvalues).chain(locals);
        let variables: BTreeMap<Vec<u8>, Value> = variables.map(|it| (it.name, it.value)).collect();
        // A table has no nil fields, so it cannot hide a global; a local of the expression can.
        let nils = variables.iter().filter(|(name, value)| value.is_nil() && is_name(name)).take(NILS);
        let mut code = Vec::new();
        nils.for_each(|(name, _)| code.extend([b"local ", name.as_slice(), b" "].concat()));
        code.extend([b"return ", text].concat());
        let varargs = depth.map_or(&[][..], |depth| self.varargs(depth));
        self.with_scope(&variables, varargs, &code)
    }

    /// A copy that runs added code, which sees those variables before the globals, with those arguments.
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
        copy.add_code(args, code)?;
        copy.env = scope;
        Ok(copy)
    }

    /// A copy that runs statements in P8SCII outside of all calls; [`Vm::absorb`] takes over their effects. Names are looked up in the locals
    /// around the program's functions, then in the globals.
    pub fn statement(&self, text: &[u8]) -> Result<Vm, SyntaxError> {
        let variables = self.file_locals().into_iter().map(|it| (it.name, it.value)).collect();
        self.with_scope(&variables, &[], text)
    }

    /// Takes over the effects of a copy by [`Vm::statement`]: its heap and its assignments. If it `has_code`, functions that it made and that
    /// are still reachable keep the added code, in which names are globals; true if there are any. Otherwise the added code is dropped.
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
        // The copy's stack, of another length, no longer counts.
        let stacks = [stack_size(self.stack.len()), stack_size(done.stack.len())];
        self.heap = done.heap;
        self.heap.used = self.heap.used + stacks[0] - stacks[1];
        let old = has_code.then(|| core::mem::replace(&mut self.program, done.program));
        // The added code's objects are garbage now.
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

    fn add_code(&mut self, args: &[Value], code: &[u8]) -> Result<(), SyntaxError> {
        let (old, ast) = (Arc::clone(&self.program), crate::parse(code)?);
        let added = AddedCode::new(&mut self.heap, &old, old.protos.len(), &ast, true)?;
        let AddedCode { mut program, main, .. } = added;
        program.digest = program.digest_with(code, old.digest);
        self.program = Arc::new(program);
        self.guesses = vec![0; self.program.code.len()];
        let closure = self.heap.closure(main, &self.program.protos[main as usize]);
        (self.failed, self.current, self.top) = (false, 0, 0);
        self.frames.clear();
        self.resize_stack(WINDOW * 2 + args.len());
        self.stack[0] = Value::object(tag::FUNCTION, closure);
        self.stack[1..=args.len()].copy_from_slice(args);
        // A stack with only these values has room for any function.
        let _ = self.enter(closure, 0, args.len(), 0, -1, After::Store);
        Ok(())
    }

    /// The values of [`Vm::expression`]'s expressions, right after the run that ended it.
    pub fn results(&self) -> Vec<Value> {
        self.stack.get(..self.top as usize).unwrap_or_default().to_vec()
    }
}

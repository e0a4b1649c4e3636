//! Replaces the code of a running program: functions are replaced, everything else stays.
//!
//! ```text
//! old code   f   t.draw   #1 of f    local function g        each old function may have a counterpart in the new code: the function of
//!            |      |        |              |                the same name in the counterpart of its parent; of several functions of
//! new code   f   t.draw   #1 of f    local function g   h    one name, if their number is equal, in their order
//! ```
//!
//! | what | becomes |
//! |---|---|
//! | a closure whose function has a counterpart | the counterpart's, for all its references |
//! | its upvalues | those of the same name, in it or in any closure of the program itself; nil if the code that makes one has not run |
//! | a new function that the top of the code assigns to a global or a global's field | made and assigned |
//! | a running call | continues in the old code |
//! | a closure whose function is gone | keeps the old code |
//! | globals, tables, coroutines | stay |
//!
//! Code outside of functions is not run. While the old code is in use the new code is placed after it, up to the limit of instructions;
//! otherwise it replaces the old one. Texts of new code get the numbers that the heap gives them ([`Program::pinned`]).

use crate::ast::{Ast, Expr, FunctionId, Statement, TextId};
use crate::compile::AddedCode;
use crate::error::SyntaxError;
use crate::heap::{FREE_CLOSURE, Heap};
use crate::parse;
use crate::program::{NO_PARENT, Program, Proto};
use crate::value::tag;
use crate::{Value, Vm};
use alloc::{borrow::ToOwned, collections::BTreeMap, sync::Arc, vec, vec::Vec};

type LocalName = (u32, Vec<u8>);

impl Vm {
    /// Replaces the program's code; `code` is P8SCII. Nothing is changed if it is not a program, or has no room next to the old one.
    pub fn reload(&mut self, code: &[u8]) -> Result<(), SyntaxError> {
        let ast = parse(code)?;
        let mut next = self.clone();
        next.collect();
        next.take_code(code, &ast)?;
        next.collect();
        *self = next;
        Ok(())
    }

    fn take_code(&mut self, code: &[u8], ast: &Ast) -> Result<(), SyntaxError> {
        let old = Arc::clone(&self.program);
        let pairs = pairs(&old, ast);
        let runs = !self.frames.is_empty() || self.heap.threads.iter().any(|it| !it.frames.is_empty());
        let is_kept = |proto: u32| proto >= old.cart && proto != FREE_CLOSURE && !pairs.contains_key(&proto);
        let keeps = runs || self.heap.closures.iter().any(|closure| is_kept(closure.proto));

        let functions = if keeps { old.protos.len() } else { old.cart as usize };
        let AddedCode { mut program, known, main } =
            AddedCode::new(&mut self.heap, &old, functions, ast, false)?;
        let before = if keeps { old.digest } else { old.natives.len() as u64 };
        (program.main, program.digest) = (main, program.digest_with(code, before));
        let program = Arc::new(program);
        self.guesses = vec![0; program.code.len()];
        let (scope, cells) = Default::default();
        let mut change = CodeChange { old: &old, new: &program, pairs: &pairs, scope, cells };
        change.note(&self.heap);
        for closure in 0..self.heap.closures.len() as u32 {
            let proto = self.heap.closures[closure as usize].proto;
            if let Some(function) = pairs.get(&proto).filter(|_| proto != FREE_CLOSURE) {
                let made = change.closure(&mut self.heap, Some(closure), main + function);
                // The object with the known index is the new one; running calls keep the old one.
                self.heap.closures.swap(closure as usize, made as usize);
                let threads = self.heap.threads.iter_mut().flat_map(|thread| &mut thread.frames);
                for frame in self.frames.iter_mut().chain(threads).filter(|frame| frame.closure == closure) {
                    frame.closure = made;
                }
            }
        }
        let assigned =
            Globals { ast, known: &known, env: self.env, scope: &change.scope }.assigned(&self.heap);
        for ((table, key), function) in assigned {
            if !pairs.values().any(|matched| *matched == function) {
                let made = change.closure(&mut self.heap, None, main + function);
                // A text is a key.
                let _ = self.heap.set(table, key, Value::object(tag::FUNCTION, made));
            }
        }
        self.program = program;
        self.heap.note_shared();
        Ok(())
    }
}

/// The functions of the running code that have a counterpart: their numbers, and those of their counterparts in
/// the tree.
fn pairs(old: &Program, ast: &Ast) -> BTreeMap<u32, u32> {
    let mut pairs = BTreeMap::from([(old.main, 0)]);
    let mut before: BTreeMap<(u32, &[u8]), Vec<u32>> = BTreeMap::new();
    for (number, proto) in (0..).zip(&old.protos).skip(old.main as usize) {
        if proto.parent != NO_PARENT {
            before.entry((proto.parent, &proto.name)).or_default().push(number);
        }
    }
    let mut after: BTreeMap<(u32, &[u8]), Vec<u32>> = BTreeMap::new();
    for (number, function) in (0..).zip(&ast.functions) {
        if let Some(parent) = function.parent {
            after.entry((parent.index() as u32, &function.name)).or_default().push(number);
        }
    }
    // A function's number is higher than its parent's, whose counterpart is known by then.
    for ((parent, name), numbers) in &before {
        let Some(counterpart) = pairs.get(parent) else { continue };
        let Some(others) = after.get(&(*counterpart, *name)) else { continue };
        if others.len() == numbers.len() {
            pairs.extend(numbers.iter().copied().zip(others.iter().copied()));
        }
    }
    pairs
}

struct CodeChange<'a> {
    old: &'a Program,
    new: &'a Program,
    pairs: &'a BTreeMap<u32, u32>,
    /// The locals of the old program itself that closures have: a value, or a cell.
    scope: BTreeMap<Vec<u8>, (Value, bool)>,
    cells: BTreeMap<LocalName, Value>,
}

impl CodeChange<'_> {
    fn note(&mut self, heap: &Heap) {
        for closure in heap.closures.iter().filter(|closure| closure.proto != FREE_CLOSURE) {
            for (upvalue, at) in self.old.protos[closure.proto as usize].upvalues.iter().zip(0..) {
                if upvalue.owner == self.old.main {
                    let value = heap.upvalue(closure.upvalues, at);
                    self.scope.entry(upvalue.name.clone()).or_insert((value, upvalue.is_cell));
                }
            }
        }
    }

    /// A closure of the new code, with the variables of an old one.
    fn closure(&mut self, heap: &mut Heap, old: Option<u32>, number: u32) -> u32 {
        let proto: &Proto = &self.new.protos[number as usize];
        let values: Vec<Value> = proto
            .upvalues
            .iter()
            .map(|upvalue| {
                let found = old.and_then(|old| self.found(heap, old, &upvalue.name, upvalue.owner));
                let in_program =
                    || self.scope.get(&upvalue.name).filter(|_| upvalue.owner == self.new.main).copied();
                let (value, was_cell) = found.or_else(in_program).unwrap_or((Value::NIL, false));
                match (was_cell, upvalue.is_cell) {
                    (true, false) => heap.cell_value(value),
                    // Closures share the cells of the main chunk. A function that is called often has its own cells in each
                    // call.
                    (false, true) if upvalue.owner == self.new.main => *self
                        .cells
                        .entry((upvalue.owner, upvalue.name.clone()))
                        .or_insert_with(|| heap.cell(value)),
                    (false, true) => heap.cell(value),
                    _ => value,
                }
            })
            .collect();
        let made = heap.closure(number, proto);
        let own = heap.closures[made as usize].upvalues;
        values.into_iter().zip(0..).for_each(|(value, at)| heap.set_upvalue(own, at, value));
        made
    }

    /// The upvalue of an old closure with that name, if its function has `owner` as its counterpart.
    fn found(&self, heap: &Heap, old: u32, name: &[u8], owner: u32) -> Option<(Value, bool)> {
        let closure = heap.closures[old as usize];
        let upvalues = &self.old.protos[closure.proto as usize].upvalues;
        let is_it = |it: &&crate::program::Upvalue| {
            it.name == name && self.pairs.get(&it.owner).is_some_and(|number| self.new.main + number == owner)
        };
        let (upvalue, at) = upvalues.iter().zip(0..).find(|(it, _)| is_it(it))?;
        Some((heap.upvalue(closure.upvalues, at), upvalue.is_cell))
    }
}

/// Finds functions that the top of the code assigns.
struct Globals<'a> {
    ast: &'a Ast,
    known: &'a BTreeMap<Vec<u8>, u32>,
    env: Value,
    scope: &'a BTreeMap<Vec<u8>, (Value, bool)>,
}

impl Globals<'_> {
    /// Table and key, and the function's number in the tree.
    fn assigned(&self, heap: &Heap) -> Vec<((Value, Value), u32)> {
        let statements = self.ast.functions[0].body.statements.iter();
        let assigned = statements.filter_map(|(_, statement)| {
            let Statement::Assign(targets, values) = statement else { return None };
            let ([target], [value]) = (self.ast.list(targets), self.ast.list(values)) else { return None };
            let Expr::Function(function) = self.ast.expr(*value) else { return None };
            let place = match self.ast.expr(*target) {
                Expr::Global(name) => (self.env, self.key(name)?),
                Expr::Index(table, key) => match (self.ast.expr(table), self.ast.expr(key)) {
                    (Expr::Global(name), Expr::Text(key)) => {
                        (heap.get(self.env, self.key(name)?), self.key(key)?)
                    }
                    (Expr::Local(local), Expr::Text(key)) => {
                        let locals = &self.ast.functions[0].locals;
                        let name = self.ast.text(locals.get(local.index())?.name);
                        let (value, is_cell) = *self.scope.get(name)?;
                        (if is_cell { heap.cell_value(value) } else { value }, self.key(key)?)
                    }
                    _ => return None,
                },
                _ => return None,
            };
            (place.0.tag() == tag::TABLE).then_some((place, FunctionId::index(function) as u32))
        });
        assigned.collect()
    }

    fn key(&self, text: TextId) -> Option<Value> {
        self.known.get(&self.ast.text(text).to_owned()).map(|id| Program::text_value(*id))
    }
}

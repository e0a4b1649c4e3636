//! The compiler: from a tree to instructions of a register machine.
//!
//! | file | what it holds |
//! |---|---|
//! | `mod.rs` | a program with its library; functions, registers, locals and cells, words and their lines |
//! | `added.rs` | code added to a running program |
//! | `value.rs` | where an expression's value is, and how it gets into a register; lists of jumps |
//! | `expr.rs` | expressions |
//! | `statement.rs` | statements |
//!
//! The method is that of Lua 5.2's own compiler: one pass, which postpones the decision on where a value goes. It
//! produces the same instructions, since a cart's budget counts them. Two things differ. A local that is captured and
//! assigned is in a cell from the start, so no closure ever refers to a stack. Constants are inside the instructions.
//!
//! Left operands may nest as deep as a source is long, and are walked without recursion; everything else is at most
//! [`crate::ast::MAX_DEPTH`] deep.

mod added;
mod expr;
mod statement;
mod value;

use crate::Value;
use crate::ast::{Ast, Captured, Expr, Function, FunctionId, LocalId, Statement};
use crate::digest::of_bytes;
use crate::error::SyntaxError;
use crate::library::NATIVES;
use crate::op;
use crate::parse::parse;
use crate::program::{LocalRange, NO_PARENT, Program, Proto, Upvalue, UpvalueSource};
use crate::value::tag;
pub(crate) use added::AddedCode;
use alloc::{borrow::ToOwned, collections::BTreeMap, format, string::String, sync::Arc, vec, vec::Vec};

/// Registers of a function: Lua 5.2's own limit, which fits a field of a word.
const MAX_REGISTERS: u32 = 250;
/// Words of a program: a place in it has 16 bits, and its cost 32.
pub(crate) const MAX_WORDS: usize = 0xffff;
const MAX_FUNCTIONS: usize = 0xffff;

type Result<T> = core::result::Result<T, SyntaxError>;

/// Compiles a program, which is P8SCII. `natives` are the names of the host's functions, by number.
pub fn compile(code: &[u8], natives: &[&str]) -> Result<Arc<Program>> {
    compile_for(code, natives, &[])
}

/// [`compile`] for a host with functions that exist in any environment: a name of `anywhere` refers to its function where `_ENV` is a
/// table of the cart's own that lacks it.
pub fn compile_for(code: &[u8], natives: &[&str], anywhere: &[&str]) -> Result<Arc<Program>> {
    let ast = parse(code)?;
    let mut out = CodeWriter::default();
    for event in crate::heap::EVENTS {
        out.text(event.as_bytes());
    }
    let names = NATIVES.iter().map(|native| native.name).chain(natives.iter().copied());
    let natives: Vec<u32> = names.map(|name| out.text(name.as_bytes())).collect();
    let prelude = self::prelude(&mut out)?;
    let prelude_at = |name: u32| prelude.iter().position(|(known, _)| *known == name);
    let native_at = |name: u32| natives.iter().position(|known| *known == name);
    let mut functions = BTreeMap::new();
    for name in anywhere {
        let name = out.text(name.as_bytes());
        let closure = prelude_at(name).map(|id| Value::object(tag::FUNCTION, id as u32));
        let native = native_at(name).map(|id| Value::object(tag::NATIVE, id as u32));
        functions.extend(closure.or(native).map(|function| (name, function)));
    }
    let main = out.add(&ast, false)?;
    let digest = of_bytes(code) ^ natives.len() as u64;
    let CodeWriter { code, lines, protos, texts, .. } = out;
    let (pinned, cart, anywhere) = (Vec::new(), main, functions);
    Ok(Arc::new(Program {
        code,
        lines,
        protos,
        texts,
        pinned,
        prelude,
        natives,
        anywhere,
        cart,
        main,
        digest,
    }))
}

/// Compiles the part of the library that is written in the language. Returns each function's name and number.
fn prelude(out: &mut CodeWriter) -> Result<Vec<(u32, u32)>> {
    let ast = parse(include_bytes!("../library/prelude.lua"))?;
    for (id, native) in NATIVES.iter().enumerate() {
        out.fixed.insert(native.name.as_bytes().to_vec(), Value::object(tag::NATIVE, id as u32));
    }
    let mut found = Vec::new();
    for (_, statement) in &ast.functions[0].body.statements {
        if let Statement::Assign(targets, values) = statement
            && let (Some(target), Some(value)) = (ast.list(targets).first(), ast.list(values).first())
            && let (Expr::Global(name), Expr::Function(function)) = (ast.expr(*target), ast.expr(*value))
        {
            let closure = Value::object(tag::FUNCTION, found.len() as u32);
            out.fixed.insert(ast.text(name).to_vec(), closure);
            found.push((out.text(ast.text(name)), function.index() as u32));
        }
    }
    let first = out.add(&ast, true)?;
    out.fixed.clear();
    Ok(found.into_iter().map(|(name, function)| (name, first + function)).collect())
}

#[derive(Default)]
pub(crate) struct CodeWriter {
    pub code: Vec<u64>,
    pub lines: Vec<u32>,
    pub protos: Vec<Proto>,
    pub texts: Vec<Vec<u8>>,
    pub known: BTreeMap<Vec<u8>, u32>,
    /// The values of undeclared names in the library's code; empty for a cart's.
    pub fixed: BTreeMap<Vec<u8>, Value>,
}

impl CodeWriter {
    /// Continues after the first functions of a program, with the numbers of the known texts.
    pub fn after(program: &Program, functions: usize, known: BTreeMap<Vec<u8>, u32>) -> CodeWriter {
        let words = program.protos.get(functions).map_or(program.code.len(), |proto| proto.start as usize);
        CodeWriter {
            code: program.code[..words].to_vec(),
            lines: program.lines[..words].to_vec(),
            protos: program.protos[..functions].to_vec(),
            texts: program.texts.clone(),
            known,
            fixed: BTreeMap::new(),
        }
    }

    /// The number of a text; equal texts have the same.
    pub fn text(&mut self, bytes: &[u8]) -> u32 {
        if let Some(id) = self.known.get(bytes) {
            return *id;
        }
        let id = self.texts.len() as u32;
        self.texts.push(bytes.to_owned());
        self.known.insert(bytes.to_owned(), id);
        id
    }

    /// Compiles all functions of a tree; returns the number of the first.
    pub fn add(&mut self, ast: &Ast, is_hidden: bool) -> Result<u32> {
        let first = self.protos.len() as u32;
        if self.protos.len() + ast.functions.len() > MAX_FUNCTIONS {
            let found = format!("{} functions", ast.functions.len());
            return Err(error(ast.functions[0].last_line, found, "fewer"));
        }
        for index in 0..ast.functions.len() {
            let proto = Compiler::new(self, ast, FunctionId::new(index), first, is_hidden).function()?;
            self.protos.push(proto);
        }
        Ok(first)
    }
}

fn error(line: u32, found: String, expected: &str) -> SyntaxError {
    SyntaxError { line, found, expected: expected.to_owned(), opened: None }
}

#[derive(Clone, Copy, Debug, Default)]
struct LocalSlot {
    register: u8,
    is_cell: bool,
}

struct Compiler<'a> {
    out: &'a mut CodeWriter,
    ast: &'a Ast,
    function: &'a Function,
    first: u32,
    is_hidden: bool,
    start: usize,
    line: u32,
    /// Registers in use; locals have those below `active`.
    free: u32,
    active: u32,
    most: u32,
    /// The last place that a jump goes to. Instructions are not merged across it.
    last_target: usize,
    slots: Vec<LocalSlot>,
    ranges: Vec<LocalRange>,
    open: Vec<usize>,
    labels: Vec<Option<usize>>,
    gotos: Vec<(usize, usize)>,
    /// Jumps of the `break`s of the enclosing loops.
    breaks: Vec<Vec<usize>>,
}

impl<'a> Compiler<'a> {
    fn new(
        out: &'a mut CodeWriter,
        ast: &'a Ast,
        id: FunctionId,
        first: u32,
        is_hidden: bool,
    ) -> Compiler<'a> {
        let function = &ast.functions[id.index()];
        let start = out.code.len();
        Compiler {
            out,
            ast,
            function,
            first,
            is_hidden,
            start,
            line: function.line,
            free: 0,
            active: 0,
            most: 2,
            last_target: start,
            slots: vec![LocalSlot::default(); function.locals.len()],
            ranges: Vec::new(),
            open: Vec::new(),
            labels: vec![None; function.labels.len()],
            gotos: Vec::new(),
            breaks: Vec::new(),
        }
    }

    fn function(mut self) -> Result<Proto> {
        let params: Vec<LocalId> = (0..self.function.params as usize).map(LocalId::new).collect();
        self.reserve(params.len() as u32)?;
        self.declare(&params)?;
        self.block(&self.function.body)?;
        self.line = self.function.last_line;
        self.emit(op::RETURN, 0, 1, 0, 0)?;
        self.close(0);
        for (place, label) in core::mem::take(&mut self.gotos) {
            // The parser has checked that each label exists.
            let target = self.labels.get(label).copied().flatten().unwrap_or(self.start);
            self.patch(place, target);
        }
        let mut upvalues = Vec::new();
        for upvalue in &self.function.upvalues {
            let (function, local) = (upvalue.origin.0, upvalue.origin.1);
            let declared = &self.ast.functions[function.index()].locals[local.index()];
            let from = match upvalue.from {
                // The enclosing function is compiled first: its number is lower.
                Captured::Local(local) => UpvalueSource::Local(self.register_of(local)),
                Captured::Upvalue(id) => UpvalueSource::Upvalue(id.index() as u8),
            };
            upvalues.push(Upvalue {
                from,
                name: self.ast.text(declared.name).to_vec(),
                owner: self.first + function.index() as u32,
                is_cell: declared.is_captured && declared.is_assigned,
            });
        }
        let parent = self.function.parent.map_or(NO_PARENT, |parent| self.first + parent.index() as u32);
        Ok(Proto {
            parent,
            start: self.start as u32,
            end: self.out.code.len() as u32,
            params: self.function.params as u8,
            is_vararg: self.function.is_vararg,
            registers: self.most as u8,
            upvalues,
            name: self.function.name.clone(),
            line: self.function.line,
            locals: self.ranges,
            is_hidden: self.is_hidden,
            slots: self.slots.iter().map(|slot| slot.register).collect(),
        })
    }

    fn register_of(&self, local: LocalId) -> u8 {
        let around = self.function.parent.map_or(0, FunctionId::index);
        let proto = &self.out.protos[self.first as usize + around];
        proto.slots[local.index()]
    }

    fn error<T>(&self, found: String, expected: &str) -> Result<T> {
        Err(error(self.line, found, expected))
    }

    fn here(&self) -> usize {
        self.out.code.len()
    }

    fn emit(&mut self, op: u8, a: u8, b: u8, c: u8, d: u32) -> Result<usize> {
        if self.here() >= MAX_WORDS {
            return self.error("a longer program".to_owned(), "at most 65535 instructions");
        }
        self.out.code.push(op::word(op, a, b, c, d));
        self.out.lines.push(self.line);
        Ok(self.here() - 1)
    }

    fn reserve(&mut self, count: u32) -> Result<u8> {
        let first = self.free;
        self.free += count;
        if self.free > MAX_REGISTERS {
            let what = "a function or expression with too many values at once";
            return self.error(what.to_owned(), "at most 250 registers");
        }
        self.most = self.most.max(self.free + 1);
        Ok(first as u8)
    }

    fn release(&mut self, register: u8) {
        if u32::from(register) >= self.active && u32::from(register) + 1 == self.free {
            self.free -= 1;
        }
    }

    /// Turns the values in the next registers into these locals.
    fn declare(&mut self, locals: &[LocalId]) -> Result<()> {
        for id in locals {
            let local = &self.function.locals[id.index()];
            let slot =
                LocalSlot { register: self.active as u8, is_cell: local.is_captured && local.is_assigned };
            self.slots[id.index()] = slot;
            self.active += 1;
            if slot.is_cell {
                self.emit(op::NEW_CELL, slot.register, slot.register, 0, 0)?;
            }
            self.open_range(*id, slot);
        }
        Ok(())
    }

    fn open_range(&mut self, id: LocalId, slot: LocalSlot) {
        let start = self.here() as u32;
        self.open.push(self.ranges.len());
        self.ranges.push(LocalRange {
            name: self.ast.text(self.function.locals[id.index()].name).to_vec(),
            register: slot.register,
            start,
            end: start,
        });
    }

    /// Ends the ranges of locals in registers from `active` on.
    fn close(&mut self, active: u32) {
        let here = self.here() as u32;
        while let Some(range) = self.open.last().map(|last| &mut self.ranges[*last]) {
            if u32::from(range.register) < active {
                break;
            }
            range.end = here;
            self.open.pop();
        }
        self.active = active;
        self.free = active;
    }
}

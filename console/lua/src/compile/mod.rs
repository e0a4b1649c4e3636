//! The compiler: a tree to instructions for a machine with registers.
//!
//! | file | what it holds |
//! |---|---|
//! | `mod.rs` | a program with its library; functions, registers, locals and cells, words and their lines |
//! | `behind.rs` | code behind that of a program that runs |
//! | `value.rs` | where the value of an expression is, and how it comes into a register; lists of jumps |
//! | `expr.rs` | expressions |
//! | `statement.rs` | statements |
//!
//! The method is that of Lua 5.2's own compiler, which makes code in one pass by putting off where a value goes. It makes the
//! same instructions, since a cart's budget counts them. Two things differ: a local that is captured and assigned lives in a
//! cell from its birth, so that no closure ever looks into a stack; constants stand in the instruction.
//!
//! Left sides of operators may nest as deep as a source is long, and are walked without recursion; all else is at most
//! [`crate::ast::MAX_DEPTH`] deep.

mod behind;
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
use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
pub(crate) use behind::Behind;

/// Registers of a function: Lua 5.2's own limit, and a field of a word has no more.
const MAX_REGISTERS: u32 = 250;
/// Words of a program: a place in it fits into 16 bits, and its cost into 32.
pub(crate) const MAX_WORDS: usize = 0xffff;
const MAX_FUNCTIONS: usize = 0xffff;

type Result<T> = core::result::Result<T, SyntaxError>;

/// Compiles a program, which is P8SCII. `natives` are the names of the host's functions, by number.
///
/// # Errors
/// When it is none, or passes a limit of the language: line, what was found, what would be right.
pub fn compile(code: &[u8], natives: &[&str]) -> Result<Arc<Program>> {
    compile_for(code, natives, &[])
}

/// [`compile`] for a host some of whose functions, or the library's, are there whatever the environment: a name of `anywhere`
/// stands for its function where `_ENV` is a table of the cart's own that has nothing under it.
///
/// # Errors
/// As for [`compile`].
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

/// Compiles the part that is written in the language: by function, the text of its name and its number.
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

/// What is made of all trees of a program.
#[derive(Default)]
pub(crate) struct CodeWriter {
    pub code: Vec<u64>,
    pub lines: Vec<u32>,
    pub protos: Vec<Proto>,
    pub texts: Vec<Vec<u8>>,
    pub known: BTreeMap<Vec<u8>, u32>,
    /// What names without a declaration stand for in the code of the library; none in a cart's.
    pub fixed: BTreeMap<Vec<u8>, Value>,
}

impl CodeWriter {
    /// What comes behind the first functions of a program, with the numbers of the texts that are known.
    pub fn behind(program: &Program, functions: usize, known: BTreeMap<Vec<u8>, u32>) -> CodeWriter {
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

    /// The number of a text, the same for equal ones.
    pub fn text(&mut self, bytes: &[u8]) -> u32 {
        if let Some(id) = self.known.get(bytes) {
            return *id;
        }
        let id = self.texts.len() as u32;
        self.texts.push(bytes.to_owned());
        self.known.insert(bytes.to_owned(), id);
        id
    }

    /// Compiles all functions of a tree; the number of the first.
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
struct Slot {
    register: u8,
    is_cell: bool,
}

struct Compiler<'a> {
    out: &'a mut CodeWriter,
    ast: &'a Ast,
    function: &'a Function,
    /// The number of the tree's first function.
    first: u32,
    is_hidden: bool,
    start: usize,
    line: u32,
    /// Registers in use; those below `active` by locals.
    free: u32,
    active: u32,
    most: u32,
    /// The last place that a jump goes to: what stands before it is not merged with what follows.
    last_target: usize,
    slots: Vec<Slot>,
    ranges: Vec<LocalRange>,
    /// Ranges of the locals in sight.
    open: Vec<usize>,
    labels: Vec<Option<usize>>,
    gotos: Vec<(usize, usize)>,
    /// Jumps of the `break`s of the loops around.
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
            slots: vec![Slot::default(); function.locals.len()],
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
            // The parser found each label.
            let target = self.labels.get(label).copied().flatten().unwrap_or(self.start);
            self.patch(place, target);
        }
        let mut upvalues = Vec::new();
        for upvalue in &self.function.upvalues {
            let (function, local) = (upvalue.origin.0, upvalue.origin.1);
            let declared = &self.ast.functions[function.index()].locals[local.index()];
            let from = match upvalue.from {
                // The function around is compiled before: its number is lower.
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

    /// The register in which the function around has a local.
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

    /// Room for so many values above those in use.
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

    /// The values in the lowest registers that no local has become those locals.
    fn declare(&mut self, locals: &[LocalId]) -> Result<()> {
        for id in locals {
            let local = &self.function.locals[id.index()];
            let slot = Slot { register: self.active as u8, is_cell: local.is_captured && local.is_assigned };
            self.slots[id.index()] = slot;
            self.active += 1;
            if slot.is_cell {
                self.emit(op::NEW_CELL, slot.register, slot.register, 0, 0)?;
            }
            self.open_range(*id, slot);
        }
        Ok(())
    }

    fn open_range(&mut self, id: LocalId, slot: Slot) {
        let start = self.here() as u32;
        self.open.push(self.ranges.len());
        self.ranges.push(LocalRange {
            name: self.ast.text(self.function.locals[id.index()].name).to_vec(),
            register: slot.register,
            start,
            end: start,
        });
    }

    /// Locals of registers from `active` on go out of sight.
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

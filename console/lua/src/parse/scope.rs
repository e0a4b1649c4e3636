//! Functions, blocks, locals, upvalues and labels while a program is parsed.
//!
//! ```text
//! name ── innermost first: visible locals of this function     ──> Local
//!      └─ then those of the enclosing functions, outwards      ──> Upvalue, of each function in between too
//!      └─ none                                                 ──> global
//!
//! goto ── labels of its block, then of the enclosing blocks of its function; never into the scope of a local
//! ```
//!
//! A label that only labels and `;` follow in its block is after the scope of the block's locals, as in Lua 5.2.

use super::Parser;
use crate::ast::{
    Block, Captured, Function, FunctionId, GotoId, LabelId, Local, LocalId, MAX_LOCALS, MAX_UPVALUES,
    OuterVariable, TextId, UpvalueId,
};
use crate::error::SyntaxError;
use alloc::{format, vec::Vec};

#[derive(Clone, Copy, Debug)]
pub(super) enum NameBinding {
    Local(LocalId),
    Upvalue(UpvalueId),
    Global,
}

#[derive(Default)]
pub(super) struct Scope {
    functions: Vec<Function>,
    /// The unfinished ones, the innermost last.
    open: Vec<OpenFunction>,
}

struct OpenFunction {
    id: FunctionId,
    visible: Vec<LocalId>,
    blocks: Vec<OpenBlock>,
}

struct OpenBlock {
    /// Number of visible locals at its beginning.
    visible: usize,
    is_loop: bool,
    labels: Vec<(TextId, LabelId, usize)>,
    gotos: Vec<PendingGoto>,
}

struct PendingGoto {
    id: GotoId,
    name: TextId,
    visible: usize,
    line: u32,
}

impl Scope {
    pub fn begin(&mut self, name: Vec<u8>, line: u32) -> FunctionId {
        let id = FunctionId::new(self.functions.len());
        self.functions.push(Function {
            parent: self.open.last().map(|open| open.id),
            name,
            params: 0,
            is_vararg: false,
            locals: Vec::new(),
            upvalues: Vec::new(),
            labels: Vec::new(),
            gotos: Vec::new(),
            body: Block::default(),
            line,
            last_line: line,
        });
        self.open.push(OpenFunction { id, visible: Vec::new(), blocks: Vec::new() });
        self.open_block(false);
        id
    }

    /// Ends a function. Its parameters are its first locals.
    pub fn end(&mut self, id: FunctionId, body: Block, last_line: u32) -> Result<(), SyntaxError> {
        self.close_block()?;
        self.open.pop();
        let function = &mut self.functions[id.index()];
        (function.body, function.last_line) = (body, last_line);
        Ok(())
    }

    pub fn into_functions(self) -> Vec<Function> {
        self.functions
    }

    fn here(&mut self) -> &mut OpenFunction {
        self.open.last_mut().expect("the program itself is open until its end")
    }

    fn function(&mut self) -> &mut Function {
        let id = self.here().id;
        &mut self.functions[id.index()]
    }

    pub fn set_vararg(&mut self, is_vararg: bool, params: u32) {
        let function = self.function();
        (function.is_vararg, function.params) = (is_vararg, params);
    }

    pub fn is_vararg(&mut self) -> bool {
        self.function().is_vararg
    }

    pub fn declare(&mut self, name: TextId) -> LocalId {
        let locals = &mut self.function().locals;
        locals.push(Local { name, is_captured: false, is_assigned: false });
        LocalId::new(locals.len() - 1)
    }

    pub fn show(&mut self, locals: &[LocalId], line: u32) -> Result<(), SyntaxError> {
        let visible = &mut self.here().visible;
        visible.extend_from_slice(locals);
        if visible.len() > MAX_LOCALS {
            let (found, expected) = (
                format!("{} local variables", visible.len()),
                format!("at most {MAX_LOCALS} in sight in one function"),
            );
            return Err(Parser::error(line, found, &expected));
        }
        Ok(())
    }

    pub fn open_block(&mut self, is_loop: bool) {
        let open = self.here();
        let visible = open.visible.len();
        open.blocks.push(OpenBlock { visible, is_loop, labels: Vec::new(), gotos: Vec::new() });
    }

    /// Ends the innermost block and its locals; its unresolved gotos are passed to the enclosing block.
    pub fn close_block(&mut self) -> Result<(), SyntaxError> {
        let open = self.here();
        let Some(block) = open.blocks.pop() else { return Ok(()) };
        open.visible.truncate(block.visible);
        for goto in block.gotos {
            let goto = PendingGoto { visible: goto.visible.min(block.visible), ..goto };
            if self.here().blocks.is_empty() {
                let expected = "a label that is visible there";
                return Err(Parser::error(goto.line, "goto without its label".into(), expected));
            }
            self.jump(goto)?;
        }
        Ok(())
    }

    pub fn in_loop(&mut self) -> bool {
        self.here().blocks.iter().any(|block| block.is_loop)
    }

    pub fn goto(&mut self, name: TextId, line: u32) -> Result<GotoId, SyntaxError> {
        let gotos = &mut self.function().gotos;
        // The label is set when it is found.
        gotos.push(LabelId::new(usize::MAX));
        let id = GotoId::new(gotos.len() - 1);
        let visible = self.here().visible.len();
        self.jump(PendingGoto { id, name, visible, line })?;
        Ok(id)
    }

    fn block(&mut self) -> &mut OpenBlock {
        self.here().blocks.last_mut().expect("a function has a block until its end")
    }

    fn jump(&mut self, goto: PendingGoto) -> Result<(), SyntaxError> {
        let block = self.block();
        match block.labels.iter().find(|(name, ..)| *name == goto.name).copied() {
            Some((_, label, visible)) => self.land(&goto, label, visible),
            None => {
                block.gotos.push(goto);
                Ok(())
            }
        }
    }

    fn land(&mut self, goto: &PendingGoto, label: LabelId, visible: usize) -> Result<(), SyntaxError> {
        if goto.visible < visible {
            let expected = "a label before the local's declaration, or at the end of its block";
            return Err(Parser::error(goto.line, "goto into the scope of a local variable".into(), expected));
        }
        self.function().gotos[goto.id.index()] = label;
        Ok(())
    }

    /// A label of the innermost block. `at_end`: only labels and `;` follow in it.
    pub fn label(&mut self, name: TextId, at_end: bool, line: u32) -> Result<LabelId, SyntaxError> {
        if self.block().labels.iter().any(|(known, ..)| *known == name) {
            return Err(Parser::error(line, "a label twice in its block".into(), "another name"));
        }
        let labels = &mut self.function().labels;
        labels.push(name);
        let label = LabelId::new(labels.len() - 1);
        let visible = if at_end { self.block().visible } else { self.here().visible.len() };
        let block = self.block();
        block.labels.push((name, label, visible));
        let (due, gotos) = core::mem::take(&mut block.gotos).into_iter().partition(|goto| goto.name == name);
        block.gotos = gotos;
        let due: Vec<PendingGoto> = due;
        due.iter().try_for_each(|goto| self.land(goto, label, visible))?;
        Ok(label)
    }

    pub fn find(&mut self, name: TextId, line: u32) -> Result<NameBinding, SyntaxError> {
        let found = (0..self.open.len()).rev().find_map(|depth| {
            let open = &self.open[depth];
            let locals = &self.functions[open.id.index()].locals;
            let local = open.visible.iter().rev().find(|local| locals[local.index()].name == name)?;
            Some((depth, *local))
        });
        let Some((depth, local)) = found else { return Ok(NameBinding::Global) };
        if depth + 1 == self.open.len() {
            return Ok(NameBinding::Local(local));
        }
        let origin = (self.open[depth].id, local);
        self.functions[origin.0.index()].locals[local.index()].is_captured = true;
        let mut from = Captured::Local(local);
        let mut upvalue = UpvalueId::new(0);
        for inner in depth + 1..self.open.len() {
            let upvalues = &mut self.functions[self.open[inner].id.index()].upvalues;
            let place =
                upvalues.iter().position(|upvalue| upvalue.origin == origin).unwrap_or(upvalues.len());
            if place == upvalues.len() {
                upvalues.push(OuterVariable { from, origin });
            }
            if upvalues.len() > MAX_UPVALUES {
                let found = format!("{} variables of functions around", upvalues.len());
                return Err(Parser::error(line, found, &format!("at most {MAX_UPVALUES}")));
            }
            upvalue = UpvalueId::new(place);
            from = Captured::Upvalue(upvalue);
        }
        Ok(NameBinding::Upvalue(upvalue))
    }

    pub fn assign(&mut self, binding: NameBinding) {
        let here = self.here().id;
        let (function, local) = match binding {
            NameBinding::Local(local) => (here, local),
            NameBinding::Upvalue(upvalue) => self.functions[here.index()].upvalues[upvalue.index()].origin,
            NameBinding::Global => return,
        };
        self.functions[function.index()].locals[local.index()].is_assigned = true;
    }
}

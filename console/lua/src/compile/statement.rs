//! Statements.
//!
//! ```text
//! while c do b end         start: c, if not ──> end   b   jump start   end:
//! for i=a,b,c do b end     a b c   FOR_PREPARE ──> end   body: b   FOR_LOOP ──> body   end:
//! for k,v in x do b end    x (three values)   jump next   body: b   next: FOR_CALL   FOR_NEXT ──> body
//! ```
//!
//! An `if` that contains only `break` or `goto` is one jump, as in Lua 5.2.

use super::value::{ConstKey, Operand, Place};
use super::{Compiler, LocalSlot, Result};
use crate::Value;
use crate::ast::{BinaryOp, Block, Captured, ExprId, FunctionId, LocalId, Statement};
use crate::op::{self, FREE};
use alloc::vec::Vec;
use core::mem::take;
use num::Num;

impl Compiler<'_> {
    pub(super) fn block(&mut self, block: &Block) -> Result<()> {
        let active = self.active;
        self.statements(block)?;
        self.close(active);
        Ok(())
    }

    fn statements(&mut self, block: &Block) -> Result<()> {
        for (line, statement) in &block.statements {
            self.line = *line;
            self.statement(statement)?;
            self.free = self.active;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Result<()> {
        match statement {
            Statement::Local(names, values) => {
                let values = self.ast.list(values).to_vec();
                self.list_of(&values, names.len() as u32)?;
                self.declare(names)
            }
            Statement::LocalFunction(name, function) => self.local_function(*name, *function),
            Statement::Assign(targets, values) => {
                let (targets, values) = (self.ast.list(targets).to_vec(), self.ast.list(values).to_vec());
                self.assign(&targets, &values)
            }
            Statement::Compound(op, target, value) => self.compound(*op, *target, *value),
            Statement::Call(call) => {
                let e = self.expr(*call)?;
                self.values(&e, 1)
            }
            Statement::Do(block) => self.block(block),
            Statement::While(condition, block) => {
                let start = self.target();
                let exits = self.condition(*condition)?;
                self.looped(|it| {
                    it.block(block)?;
                    let back = it.jump()?;
                    it.patch(back, start);
                    it.patch_here(&exits);
                    Ok(())
                })
            }
            Statement::Repeat(block, condition) => {
                let active = self.active;
                let start = self.target();
                self.looped(|it| {
                    it.statements(block)?;
                    let again = it.condition(*condition)?;
                    it.patch_all(&again, start);
                    it.close(active);
                    Ok(())
                })
            }
            Statement::If(arms, otherwise) => self.if_statement(arms, otherwise.as_ref()),
            Statement::NumericFor { variable, from, to, step, body } => {
                self.numeric_for(*variable, [Some(*from), Some(*to), *step], body)
            }
            Statement::GenericFor { variables, iterator, body } => {
                let iterator = self.ast.list(iterator).to_vec();
                self.generic_for(variables, &iterator, body)
            }
            Statement::Return(values) => {
                let values = self.ast.list(values).to_vec();
                self.return_statement(&values)
            }
            Statement::Break => {
                let jump = self.jump()?;
                self.breaks(&[jump]);
                Ok(())
            }
            Statement::Goto(goto) => {
                let jump = self.jump()?;
                self.gotos.push((jump, self.function.gotos[goto.index()].index()));
                Ok(())
            }
            Statement::Label(label) => {
                self.labels[label.index()] = Some(self.target());
                Ok(())
            }
        }
    }

    fn breaks(&mut self, jumps: &[usize]) {
        // The parser has checked that each break is in a loop.
        if let Some(breaks) = self.breaks.last_mut() {
            breaks.extend_from_slice(jumps);
        }
    }

    /// Compiles a loop; its breaks go to the place after it.
    fn looped(&mut self, inner: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.breaks.push(Vec::new());
        inner(self)?;
        let breaks = self.breaks.pop().unwrap_or_default();
        self.patch_here(&breaks);
        Ok(())
    }

    /// The jumps that are taken if a condition is false.
    fn condition(&mut self, condition: ExprId) -> Result<Vec<usize>> {
        let mut e = self.expr(condition)?;
        self.go_if_true(&mut e)?;
        Ok(take(&mut e.when_false))
    }

    fn local_function(&mut self, name: LocalId, function: FunctionId) -> Result<()> {
        self.reserve(1)?;
        self.declare(&[name])?;
        let slot = self.slots[name.index()];
        let mut e = Operand::new(self.closure(function)?);
        if slot.is_cell {
            let from = self.load_any(&mut e)?;
            self.emit(op::SET_CELL, from, slot.register, FREE, 0)?;
            return Ok(());
        }
        self.load_to(&mut e, slot.register)?;
        let upvalues = &self.ast.functions[function.index()].upvalues;
        if let Some(own) = upvalues.iter().position(|upvalue| upvalue.from == Captured::Local(name)) {
            self.emit(op::KNOW_SELF, slot.register, own as u8, 0, 0)?;
        }
        Ok(())
    }

    fn place(&mut self, target: ExprId) -> Result<Place> {
        Ok(self.expr(target)?.place)
    }

    fn assign(&mut self, targets: &[ExprId], values: &[ExprId]) -> Result<()> {
        let mut places: Vec<Place> = Vec::new();
        for target in targets {
            let place = self.place(*target)?;
            if let Place::Register(local) = place {
                self.keep_apart(&mut places, local)?;
            }
            places.push(place);
        }
        if values.len() == places.len() {
            // The last value is stored directly.
            if let (Some((last, before)), Some(place)) = (values.split_last(), places.pop()) {
                for value in before {
                    let mut e = self.expr(*value)?;
                    self.load_next(&mut e)?;
                }
                let mut e = self.expr(*last)?;
                self.one_value(&mut e);
                self.store(place, &mut e)?;
            }
        } else {
            self.list_of(values, places.len() as u32)?;
        }
        while let Some(place) = places.pop() {
            let register = (self.free - 1) as u8;
            self.store(place, &mut Operand::new(Place::Register(register)))?;
            self.free = u32::from(register);
        }
        Ok(())
    }

    /// Copies a local that is assigned in a statement that also assigns fields of its old table, or by its old key.
    fn keep_apart(&mut self, places: &mut [Place], local: u8) -> Result<()> {
        let uses = |place: &Place| matches!(place, Place::Field(table, key) if *table == local || *key == ConstKey::Register(local));
        if !places.iter().any(uses) {
            return Ok(());
        }
        let copy = self.reserve(1)?;
        self.emit(op::MOVE, copy, local, 0, 0)?;
        for place in places {
            if let Place::Field(table, key) = place {
                *table = if *table == local { copy } else { *table };
                *key = if *key == ConstKey::Register(local) { ConstKey::Register(copy) } else { *key };
            }
        }
        Ok(())
    }

    /// `a += b`: the target is evaluated once.
    fn compound(&mut self, op: BinaryOp, target: ExprId, value: ExprId) -> Result<()> {
        let line = self.line;
        let place = self.place(target)?;
        // The target's registers stay reserved until the value is stored.
        let active = core::mem::replace(&mut self.active, self.free);
        let mut left = Operand::new(place);
        self.prepare_left(op, &mut left)?;
        let mut result = if op == BinaryOp::Concat {
            self.concat(left, value, line)?
        } else {
            let right = self.expr(value)?;
            self.binary(op, left, right, line)?
        };
        self.store(place, &mut result)?;
        self.active = active;
        Ok(())
    }

    fn if_statement(&mut self, arms: &[(ExprId, Block)], otherwise: Option<&Block>) -> Result<()> {
        let mut ends = Vec::new();
        for (i, (condition, block)) in arms.iter().enumerate() {
            self.line = self.ast.line(*condition);
            if let [(_, leaves @ (Statement::Break | Statement::Goto(_)))] = block.statements.as_slice() {
                let mut e = self.expr(*condition)?;
                self.go_if_false(&mut e)?;
                let jumps = take(&mut e.when_true);
                match leaves {
                    Statement::Goto(goto) => {
                        let label = self.function.gotos[goto.index()].index();
                        // When it tests a value, this jump keeps nothing.
                        self.patch_all(&jumps, 0);
                        self.gotos.extend(jumps.iter().map(|jump| (*jump, label)));
                    }
                    _ => self.breaks(&jumps),
                }
                continue;
            }
            let exits = self.condition(*condition)?;
            self.free = self.active;
            self.block(block)?;
            if i + 1 < arms.len() || otherwise.is_some() {
                ends.push(self.jump()?);
            }
            self.patch_here(&exits);
        }
        if let Some(block) = otherwise {
            self.block(block)?;
        }
        self.patch_here(&ends);
        Ok(())
    }

    fn numeric_for(&mut self, variable: LocalId, bounds: [Option<ExprId>; 3], body: &Block) -> Result<()> {
        let (line, active) = (self.line, self.active);
        let base = self.free as u8;
        for bound in bounds {
            let mut e = match bound {
                Some(bound) => self.expr(bound)?,
                None => Operand::new(Place::Constant(Value::number(Num::ONE))),
            };
            self.load_next(&mut e)?;
        }
        self.active = self.free;
        let own = self.reserve(1)?;
        // A variable that is never assigned is the loop's own counter.
        let is_own = self.function.locals[variable.index()].is_assigned;
        let register = if is_own { own } else { base };
        self.line = line;
        let prepare = self.emit(op::FOR_PREPARE, base, 0, register, 0)?;
        let start = self.target();
        if is_own {
            self.declare(&[variable])?;
        } else {
            let slot = LocalSlot { register, is_cell: false };
            self.slots[variable.index()] = slot;
            self.active += 1;
            self.open_range(variable, slot);
        }
        self.looped(|it| {
            it.block(body)?;
            it.line = line;
            it.emit(op::FOR_LOOP, base, 0, register, start as u32)?;
            Ok(())
        })?;
        self.patch_here(&[prepare]);
        self.close(active);
        Ok(())
    }

    fn generic_for(&mut self, variables: &[LocalId], iterator: &[ExprId], body: &Block) -> Result<()> {
        let (line, active) = (self.line, self.active);
        let base = self.free as u8;
        self.list_of(iterator, 3)?;
        self.active = self.free;
        self.line = line;
        let enter = self.jump()?;
        let count = variables.len() as u32;
        // The iterator's call needs its function and two arguments there.
        self.reserve(count.max(3))?;
        self.free = self.active + count;
        let start = self.target();
        self.declare(variables)?;
        self.looped(|it| {
            it.block(body)?;
            it.patch_here(&[enter]);
            it.line = line;
            it.emit(op::FOR_CALL, base, 0, count as u8, 0)?;
            it.emit(op::FOR_NEXT, base, 0, 0, start as u32)?;
            Ok(())
        })?;
        self.close(active);
        Ok(())
    }

    fn return_statement(&mut self, values: &[ExprId]) -> Result<()> {
        let line = self.line;
        let first = self.active as u8;
        match values {
            [] => self.emit(op::RETURN, first, 1, 0, 0)?,
            [value] => {
                let mut e = self.expr(*value)?;
                match e.place {
                    Place::Call(place) => {
                        self.values(&e, 0)?;
                        let word = self.out.code[place];
                        self.out.code[place] = word & !0xff | u64::from(op::TAIL_CALL);
                        self.line = line;
                        self.emit(op::RETURN, op::a(word), 0, 0, 0)?
                    }
                    Place::Vararg(_) => {
                        self.values(&e, 0)?;
                        self.emit(op::RETURN, first, 0, 0, 0)?
                    }
                    _ => {
                        let register = self.load_any(&mut e)?;
                        self.emit(op::RETURN, register, 2, 0, 0)?
                    }
                }
            }
            values => {
                let last = self.list(values)?;
                if last.is_open() {
                    self.values(&last, 0)?;
                }
                self.line = line;
                let count = if last.is_open() { 0 } else { values.len() as u8 + 1 };
                self.emit(op::RETURN, first, count, 0, 0)?
            }
        };
        Ok(())
    }
}

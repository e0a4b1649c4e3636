//! Where an expression's value is, and how it gets into a register.
//!
//! ```text
//! constant, local, cell, upvalue, global, field ──> Pending: an instruction whose target is still open ──> Register
//! comparison ──> Jump, taken if it is true         `and`, `or`, `not` ──> lists of jumps for true and for false
//! ```
//!
//! A list of jumps is patched when the value's destination is known: to a place, or to the instructions that make a boolean.

use super::{Compiler, Result};
use crate::Value;
use crate::op::{self, FREE};
use crate::value::tag;
use alloc::vec::Vec;
use core::mem::take;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    Constant(Value),
    Register(u8),
    Cell(u8),
    /// In an upvalue; true: in a cell there.
    Upvalue(u8, bool),
    Env,
    Global(u32),
    Field(u8, ConstKey),
    /// An instruction whose target register is open.
    Pending(usize),
    /// A jump that is taken if the value is true.
    Jump(usize),
    Call(usize),
    Vararg(usize),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ConstKey {
    Register(u8),
    Text(u32),
    /// A name, in a cart's own environment.
    Name(u32),
    Number(u32),
}

/// A value, and the jumps that leave its computation.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub place: Place,
    pub when_true: Vec<usize>,
    pub when_false: Vec<usize>,
}

impl Operand {
    pub fn new(place: Place) -> Operand {
        Operand { place, when_true: Vec::new(), when_false: Vec::new() }
    }

    pub fn has_jumps(&self) -> bool {
        !self.when_true.is_empty() || !self.when_false.is_empty()
    }

    /// A call or `...`, whose number of values is still open?
    pub fn is_open(&self) -> bool {
        matches!(self.place, Place::Call(_) | Place::Vararg(_))
    }

    /// The constant, if no jumps lead to another value.
    pub fn constant(&self) -> Option<Value> {
        match self.place {
            Place::Constant(value) if !self.has_jumps() => Some(value),
            _ => None,
        }
    }
}

impl Compiler<'_> {
    fn set_a(&mut self, place: usize, a: u8) {
        self.out.code[place] = self.out.code[place] & !0xff00 | u64::from(a) << 8;
    }

    pub(super) fn set_b(&mut self, place: usize, b: u8) {
        self.out.code[place] = self.out.code[place] & !0xff_0000 | u64::from(b) << 16;
    }

    pub(super) fn set_c(&mut self, place: usize, c: u8) {
        self.out.code[place] = self.out.code[place] & !0xff00_0000 | u64::from(c) << 24;
    }

    pub(super) fn patch(&mut self, jump: usize, target: usize) {
        self.out.code[jump] = self.out.code[jump] & 0xffff_ffff | (target as u64) << 32;
    }

    pub(super) fn patch_all(&mut self, jumps: &[usize], target: usize) {
        for jump in jumps {
            self.patch_jump(*jump, target, None);
        }
    }

    pub(super) fn patch_here(&mut self, jumps: &[usize]) {
        if !jumps.is_empty() {
            self.last_target = self.here();
            self.patch_all(jumps, self.here());
        }
    }

    /// Marks the next instruction as a jump target.
    pub(super) fn target(&mut self) -> usize {
        self.last_target = self.here();
        self.here()
    }

    pub(super) fn jump(&mut self) -> Result<usize> {
        self.emit(op::JUMP, 0, 0, 0, 0)
    }

    /// Patches a jump. Its test keeps the value in that register, if it can.
    fn patch_jump(&mut self, jump: usize, target: usize, register: Option<u8>) {
        if let Some(test) = self.value_test(jump) {
            let word = self.out.code[test];
            self.out.code[test] = match register {
                Some(register) if register != op::b(word) => {
                    op::word(op::TEST_SET, op::a(word), op::b(word), register, 0)
                }
                _ => op::word(op::TEST, op::a(word), op::b(word), 0, 0),
            };
        }
        self.patch(jump, target);
    }

    /// The `TEST_SET` before a jump, which can keep the value.
    fn value_test(&self, jump: usize) -> Option<usize> {
        let test = jump.checked_sub(1)?;
        (test >= self.start && op::op(self.out.code[test]) == op::TEST_SET).then_some(test)
    }

    pub(super) fn nils(&mut self, from: u8, count: u32) -> Result<()> {
        let last = from + count as u8 - 1;
        // Merged with nils just before, unless a jump leads here.
        if self.here() > self.last_target
            && let Some(word) = self.out.code.get(self.here() - 1).copied()
            && op::op(word) == op::NIL
            && op::a(word) <= from
            && from <= op::b(word) + 1
        {
            let place = self.here() - 1;
            self.set_b(place, op::b(word).max(last));
            return Ok(());
        }
        self.emit(op::NIL, from, last, 0, 0)?;
        Ok(())
    }

    pub(super) fn one_value(&mut self, e: &mut Operand) {
        match e.place {
            Place::Call(place) => {
                self.set_c(place, 2);
                e.place = Place::Register(op::a(self.out.code[place]));
            }
            Place::Vararg(place) => {
                self.set_b(place, 2);
                e.place = Place::Pending(place);
            }
            _ => {}
        }
    }

    /// Sets the number of values of a call or `...`, plus 1; 0: all.
    pub(super) fn values(&mut self, e: &Operand, count: u8) -> Result<()> {
        match e.place {
            Place::Call(place) => self.set_c(place, count),
            Place::Vararg(place) => {
                self.set_b(place, count);
                let register = self.free as u8;
                self.set_a(place, register);
                self.reserve(1)?;
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn pending(&mut self, op: u8, b: u8, c: u8, d: u32) -> Result<Operand> {
        Ok(Operand::new(Place::Pending(self.emit(op, 0, b, c, d)?)))
    }

    /// Turns a variable into a register or an instruction that reads it.
    pub(super) fn discharge(&mut self, e: &mut Operand) -> Result<()> {
        let place = match e.place {
            Place::Cell(register) => self.emit(op::GET_CELL, 0, register, 0, 0)?,
            Place::Upvalue(index, false) => self.emit(op::GET_UPVALUE, 0, index, 0, 0)?,
            Place::Upvalue(index, true) => self.emit(op::GET_UPVALUE_CELL, 0, index, 0, 0)?,
            Place::Env => self.emit(op::GET_ENV, 0, 0, 0, 0)?,
            Place::Global(name) => self.emit(op::GET_GLOBAL, 0, 0, 0, name)?,
            Place::Field(table, key) => {
                if let ConstKey::Register(key) = key {
                    self.release_two(table, key);
                } else {
                    self.release(table);
                }
                match key {
                    ConstKey::Register(key) => self.emit(op::GET_INDEX, 0, table, key, 0)?,
                    ConstKey::Text(text) => self.emit(op::GET_FIELD, 0, table, 0, text)?,
                    ConstKey::Name(text) => self.emit(op::GET_FIELD, 0, table, op::NAME, text)?,
                    ConstKey::Number(bits) => self.emit(op::GET_NUMBER, 0, table, 0, bits)?,
                }
            }
            Place::Call(_) | Place::Vararg(_) => {
                self.one_value(e);
                return Ok(());
            }
            _ => return Ok(()),
        };
        e.place = Place::Pending(place);
        Ok(())
    }

    fn release_two(&mut self, a: u8, b: u8) {
        self.release(a.max(b));
        self.release(a.min(b));
    }

    pub(super) fn release_operand(&mut self, e: &Operand) {
        if let Place::Register(register) = e.place {
            self.release(register);
        }
    }

    pub(super) fn release_operands(&mut self, a: &Operand, b: &Operand) {
        match (a.place, b.place) {
            (Place::Register(a), Place::Register(b)) => self.release_two(a, b),
            _ => {
                self.release_operand(a);
                self.release_operand(b);
            }
        }
    }

    /// Loads a constant; free if PUC has it in its list.
    fn constant(&mut self, register: u8, value: Value, free: u8) -> Result<()> {
        match value.tag() {
            tag::NIL if free == 0 => return self.nils(register, 1),
            tag::TRUE | tag::FALSE if free == 0 => {
                self.emit(op::BOOL, register, 0, value.tag(), value.index())?
            }
            _ => self.emit(op::CONST, register, free, value.tag(), value.index())?,
        };
        Ok(())
    }

    /// Loads the value, except for jumps, into that register.
    fn discharge_to(&mut self, e: &mut Operand, register: u8) -> Result<()> {
        self.discharge(e)?;
        match e.place {
            Place::Constant(value) => self.constant(register, value, 0)?,
            Place::Pending(place) => self.set_a(place, register),
            Place::Register(from) if from != register => {
                self.emit(op::MOVE, register, from, 0, 0)?;
            }
            Place::Jump(_) => return Ok(()),
            _ => {}
        }
        e.place = Place::Register(register);
        Ok(())
    }

    fn discharge_to_any(&mut self, e: &mut Operand) -> Result<()> {
        if !matches!(e.place, Place::Register(_)) {
            let register = self.reserve(1)?;
            self.discharge_to(e, register)?;
        }
        Ok(())
    }

    pub(super) fn load_to(&mut self, e: &mut Operand, register: u8) -> Result<()> {
        self.discharge_to(e, register)?;
        if let Place::Jump(jump) = e.place {
            e.when_true.push(jump);
        }
        if e.has_jumps() {
            let needs = |list: &[usize]| list.iter().any(|jump| self.value_test(*jump).is_none());
            let (mut no, mut yes) = (0, 0);
            if needs(&e.when_true) || needs(&e.when_false) {
                let around = if matches!(e.place, Place::Jump(_)) { None } else { Some(self.jump()?) };
                self.target();
                no = self.emit(op::BOOL_SKIP, register, 0, 0, 0)?;
                self.target();
                yes = self.emit(op::BOOL, register, 0, tag::TRUE, 0)?;
                if let Some(around) = around {
                    self.patch_here(&[around]);
                }
            }
            let end = self.target();
            for (list, constant) in [(take(&mut e.when_false), no), (take(&mut e.when_true), yes)] {
                for jump in list {
                    match self.value_test(jump) {
                        Some(_) => self.patch_jump(jump, end, Some(register)),
                        None => self.patch(jump, constant),
                    }
                }
            }
        }
        e.place = Place::Register(register);
        Ok(())
    }

    pub(super) fn load_next(&mut self, e: &mut Operand) -> Result<u8> {
        self.discharge(e)?;
        self.release_operand(e);
        let register = self.reserve(1)?;
        self.load_to(e, register)?;
        Ok(register)
    }

    pub(super) fn load_any(&mut self, e: &mut Operand) -> Result<u8> {
        self.discharge(e)?;
        if let Place::Register(register) = e.place {
            if !e.has_jumps() {
                return Ok(register);
            }
            if u32::from(register) >= self.active {
                self.load_to(e, register)?;
                return Ok(register);
            }
        }
        self.load_next(e)
    }

    /// Loads an operand. A constant costs nothing.
    pub(super) fn load_operand(&mut self, e: &mut Operand) -> Result<u8> {
        if let Some(value) = e.constant() {
            let register = self.reserve(1)?;
            self.constant(register, value, FREE)?;
            e.place = Place::Register(register);
            return Ok(register);
        }
        self.load_any(e)
    }

    /// Loads a table for a field access: PUC accesses fields of upvalues directly.
    pub(super) fn load_table(&mut self, e: &mut Operand) -> Result<u8> {
        let is_upvalue = matches!(e.place, Place::Upvalue(..) | Place::Env) && !e.has_jumps();
        let register = self.load_any(e)?;
        if is_upvalue {
            let place = self.here() - 1;
            self.set_c(place, FREE);
        }
        Ok(register)
    }

    /// Loads everything but a constant, so that the following code does not change it.
    pub(super) fn load_value(&mut self, e: &mut Operand) -> Result<()> {
        if e.has_jumps() {
            self.load_any(e)?;
        } else {
            self.discharge(e)?;
        }
        Ok(())
    }

    pub(super) fn store(&mut self, target: Place, e: &mut Operand) -> Result<()> {
        match target {
            Place::Register(register) => {
                self.release_operand(e);
                return self.load_to(e, register);
            }
            Place::Cell(cell) => {
                // PUC computes directly into the local, or moves from another local.
                let before = self.here();
                let from = self.load_any(e)?;
                let free = if self.here() == before { 0 } else { FREE };
                self.emit(op::SET_CELL, from, cell, free, 0)?;
            }
            Place::Upvalue(index, _) => {
                let from = self.load_any(e)?;
                self.emit(op::SET_UPVALUE, from, index, 0, 0)?;
            }
            Place::Env => {
                let from = self.load_any(e)?;
                self.emit(op::SET_ENV, from, 0, 0, 0)?;
            }
            Place::Global(name) => {
                let from = self.load_operand(e)?;
                self.emit(op::SET_GLOBAL, from, 0, 0, name)?;
            }
            Place::Field(table, key) => {
                let from = self.load_operand(e)?;
                match key {
                    ConstKey::Register(key) => self.emit(op::SET_INDEX, from, table, key, 0)?,
                    ConstKey::Text(text) | ConstKey::Name(text) => {
                        self.emit(op::SET_FIELD, from, table, 0, text)?
                    }
                    ConstKey::Number(bits) => self.emit(op::SET_NUMBER, from, table, 0, bits)?,
                };
            }
            _ => {}
        }
        self.release_operand(e);
        Ok(())
    }

    fn invert(&mut self, jump: usize) {
        if let Some(test) = jump.checked_sub(1) {
            self.out.code[test] ^= 1 << 8;
        }
    }

    fn jump_on(&mut self, e: &mut Operand, when: bool) -> Result<usize> {
        if let Place::Pending(place) = e.place {
            let word = self.out.code[place];
            if op::op(word) == op::NOT && place + 1 == self.here() {
                self.out.code.pop();
                self.out.lines.pop();
                self.emit(op::TEST, u8::from(!when), op::b(word), 0, 0)?;
                return self.jump();
            }
        }
        self.discharge_to_any(e)?;
        self.release_operand(e);
        let Place::Register(register) = e.place else { return self.jump() };
        // The value may be needed: this test can keep it.
        self.emit(op::TEST_SET, u8::from(when), register, 0, 0)?;
        self.jump()
    }

    /// Continues if the value is true; the jumps of `when_false` are left.
    pub(super) fn go_if_true(&mut self, e: &mut Operand) -> Result<()> {
        self.discharge(e)?;
        match e.place {
            Place::Jump(jump) => {
                self.invert(jump);
                e.when_false.push(jump);
            }
            Place::Constant(value) if value.is_true() => {}
            _ => {
                let jump = self.jump_on(e, false)?;
                e.when_false.push(jump);
            }
        }
        self.patch_here(&take(&mut e.when_true));
        Ok(())
    }

    /// Continues if the value is false; the jumps of `when_true` are left.
    pub(super) fn go_if_false(&mut self, e: &mut Operand) -> Result<()> {
        self.discharge(e)?;
        match e.place {
            Place::Jump(jump) => e.when_true.push(jump),
            Place::Constant(value) if !value.is_true() => {}
            _ => {
                let jump = self.jump_on(e, true)?;
                e.when_true.push(jump);
            }
        }
        self.patch_here(&take(&mut e.when_false));
        Ok(())
    }

    pub(super) fn negate(&mut self, e: &mut Operand) -> Result<()> {
        self.discharge(e)?;
        match e.place {
            Place::Constant(value) => e.place = Place::Constant(Value::boolean(!value.is_true())),
            Place::Jump(jump) => self.invert(jump),
            _ => {
                self.discharge_to_any(e)?;
                self.release_operand(e);
                let Place::Register(register) = e.place else { return Ok(()) };
                e.place = Place::Pending(self.emit(op::NOT, 0, register, 0, 0)?);
            }
        }
        core::mem::swap(&mut e.when_true, &mut e.when_false);
        // Tests must not keep their value, which is inverted now.
        for jump in e.when_true.iter().chain(&e.when_false) {
            if let Some(test) = self.value_test(*jump) {
                let word = self.out.code[test];
                self.out.code[test] = op::word(op::TEST, op::a(word), op::b(word), 0, 0);
            }
        }
        Ok(())
    }
}

//! Expressions.
//!
//! Numbers are computed at once where both sides are constants, but for what would divide by zero, as in Lua 5.2.
//!
//! ```text
//! a.b(c) + d * 2     left sides downwards: [+] [call] [field] a      then upwards, each with its right side
//! ```

use super::value::{Key, Operand, Place};
use super::{Compiler, Result};
use crate::Value;
use crate::arith;
use crate::ast::{BinaryOp, Expr, ExprId, ExprList, Field, FieldList, FunctionId, UnaryOp};
use crate::op;
use crate::program::Program;
use alloc::vec::Vec;
use num::Num;

/// Items of a table that are stored at once.
const BATCH: u32 = 50;

impl Compiler<'_> {
    /// The expression on whose value this one is built first; none where there is none.
    fn left_of(&self, id: ExprId) -> Option<ExprId> {
        match self.ast.expr(id) {
            Expr::Index(left, _)
            | Expr::Call(left, _)
            | Expr::Method(left, ..)
            | Expr::And(left, _)
            | Expr::Or(left, _)
            | Expr::Binary(_, left, _) => Some(left),
            _ => None,
        }
    }

    /// Where the value of an expression is.
    pub(super) fn expr(&mut self, id: ExprId) -> Result<Operand> {
        let mut spine = Vec::new();
        let mut leaf = id;
        while let Some(left) = self.left_of(leaf) {
            spine.push(leaf);
            leaf = left;
        }
        let mut e = self.leaf(leaf)?;
        while let Some(id) = spine.pop() {
            let line = self.ast.line(id);
            match self.ast.expr(id) {
                Expr::Index(table, key) => {
                    self.index(&mut e, key, line)?;
                    if let Place::Field(table_at, Key::Text(name)) = e.place
                        && self.is_env(table)
                    {
                        e.place = Place::Field(table_at, Key::Name(name));
                    }
                }
                Expr::Call(_, args) => {
                    let function = self.load_next(&mut e)?;
                    e = self.call(function, 0, &args, line)?;
                }
                Expr::Method(_, name, args) => {
                    let object = self.load_any(&mut e)?;
                    self.release_operand(&e);
                    let function = self.reserve(2)?;
                    let name = self.out.text(self.ast.text(name));
                    self.line = line;
                    self.emit(op::METHOD, function, object, 0, name)?;
                    e = self.call(function, 1, &args, line)?;
                }
                Expr::And(_, right) => {
                    self.go_if_true(&mut e)?;
                    let mut right = self.expr(right)?;
                    self.discharge(&mut right)?;
                    right.when_false.extend(e.when_false);
                    e = right;
                }
                Expr::Or(_, right) => {
                    self.go_if_false(&mut e)?;
                    let mut right = self.expr(right)?;
                    self.discharge(&mut right)?;
                    right.when_true.extend(e.when_true);
                    e = right;
                }
                Expr::Binary(BinaryOp::Concat, _, right) => e = self.concat(e, right, line)?,
                Expr::Binary(op, _, right) => {
                    self.prepare_left(op, &mut e)?;
                    let right = self.expr(right)?;
                    e = self.binary(op, e, right, line)?;
                }
                _ => {}
            }
        }
        Ok(e)
    }

    /// Is that a variable of the cart's own called `_ENV`?
    fn is_env(&self, id: ExprId) -> bool {
        let local = match self.ast.expr(id) {
            Expr::Local(local) => &self.function.locals[local.index()],
            Expr::Upvalue(upvalue) => {
                let (function, local) = self.function.upvalues[upvalue.index()].origin;
                &self.ast.functions[function.index()].locals[local.index()]
            }
            _ => return false,
        };
        self.ast.text(local.name) == b"_ENV"
    }

    fn leaf(&mut self, id: ExprId) -> Result<Operand> {
        self.line = self.ast.line(id);
        let place = match self.ast.expr(id) {
            Expr::Nil => Place::Constant(Value::NIL),
            Expr::True => Place::Constant(Value::TRUE),
            Expr::False => Place::Constant(Value::FALSE),
            Expr::Number(number) => Place::Constant(Value::number(number)),
            Expr::Text(text) => Place::Constant(Program::text_value(self.out.text(self.ast.text(text)))),
            Expr::Vararg => Place::Vararg(self.emit(op::VARARG, 0, 0, 0, 0)?),
            Expr::Function(function) => self.closure(function)?,
            Expr::Local(local) => {
                let slot = self.slots[local.index()];
                if slot.is_cell { Place::Cell(slot.register) } else { Place::Register(slot.register) }
            }
            Expr::Upvalue(upvalue) => {
                let (function, local) = self.function.upvalues[upvalue.index()].origin;
                let local = &self.ast.functions[function.index()].locals[local.index()];
                Place::Upvalue(upvalue.index() as u8, local.is_captured && local.is_assigned)
            }
            Expr::Env => Place::Env,
            Expr::Global(name) => {
                let name = self.ast.text(name);
                match self.out.fixed.get(name) {
                    Some(value) => Place::Constant(*value),
                    None => Place::Global(self.out.text(name)),
                }
            }
            Expr::Paren(inner) => {
                let mut e = self.expr(inner)?;
                self.one_value(&mut e);
                // A comparison in brackets is still one; a variable in brackets is its value.
                self.discharge(&mut e)?;
                return Ok(e);
            }
            Expr::Unary(op, operand) => return self.unary(op, operand, self.ast.line(id)),
            Expr::Table(fields) => self.table(&fields, self.ast.line(id))?,
            // The rest has a left side, and is no leaf.
            _ => Place::Constant(Value::NIL),
        };
        Ok(Operand::new(place))
    }

    pub(super) fn closure(&mut self, function: FunctionId) -> Result<Place> {
        let proto = self.first + function.index() as u32;
        Ok(Place::Pending(self.emit(op::CLOSURE, 0, 0, 0, proto)?))
    }

    fn index(&mut self, e: &mut Operand, key: ExprId, line: u32) -> Result<()> {
        let table = self.load_table(e)?;
        let mut key = self.expr(key)?;
        self.load_value(&mut key)?;
        let key = match key.place {
            Place::Constant(value) if value.as_number().is_some() => Key::Number(value.index()),
            Place::Constant(value) if value.tag() == crate::value::tag::TEXT => Key::Text(value.index()),
            _ => Key::Register(self.load_operand(&mut key)?),
        };
        self.line = line;
        *e = Operand::new(Place::Field(table, key));
        Ok(())
    }

    /// The arguments of a call and the call; `given` of them are there.
    pub(super) fn call(&mut self, function: u8, given: u8, args: &ExprList, line: u32) -> Result<Operand> {
        let list: Vec<ExprId> = self.ast.list(args).to_vec();
        let count = if list.is_empty() {
            given
        } else {
            let last = self.list(&list)?;
            let open = matches!(last.place, Place::Call(_) | Place::Vararg(_));
            if open {
                self.values(&last, 0)?;
                u8::MAX
            } else {
                (self.free - u32::from(function) - 1) as u8
            }
        };
        self.line = line;
        let b = if count == u8::MAX { 0 } else { count + 1 };
        let place = self.emit(op::CALL, function, b, 2, 0)?;
        self.free = u32::from(function) + 1;
        self.most = self.most.max(self.free + 3);
        Ok(Operand::new(Place::Call(place)))
    }

    /// Expressions into the registers that come next; a call or `...` at the end is left open.
    fn list(&mut self, list: &[ExprId]) -> Result<Operand> {
        let mut last = Operand::new(Place::Constant(Value::NIL));
        for (i, id) in list.iter().enumerate() {
            last = self.expr(*id)?;
            if i + 1 < list.len() || !matches!(last.place, Place::Call(_) | Place::Vararg(_)) {
                self.load_next(&mut last)?;
            }
        }
        Ok(last)
    }

    /// So many values of a list in the registers that come next.
    pub(super) fn list_of(&mut self, list: &[ExprId], wanted: u32) -> Result<()> {
        let mut there = list.len() as u32;
        let first = self.free;
        if let Some((last, before)) = list.split_last() {
            for id in before {
                let mut e = self.expr(*id)?;
                self.load_next(&mut e)?;
            }
            let mut e = self.expr(*last)?;
            if matches!(e.place, Place::Call(_) | Place::Vararg(_)) {
                let extra = (wanted + 1).saturating_sub(there);
                let is_call = matches!(e.place, Place::Call(_));
                // Too many values make a function too large, which `reserve` says.
                self.reserve(extra.saturating_sub(1))?;
                self.free -= extra.saturating_sub(1);
                self.values(&e, extra as u8 + 1)?;
                if is_call {
                    self.reserve(1)?;
                }
                // Behind its first value, or without any.
                self.free = first + there - 1 + extra;
                self.most = self.most.max(self.free + 1);
                there = there - 1 + extra;
            } else {
                self.load_next(&mut e)?;
            }
        }
        if there < wanted {
            let register = self.reserve(wanted - there)?;
            self.nils(register, wanted - there)?;
        }
        self.free = first + wanted;
        Ok(())
    }

    fn table(&mut self, fields: &FieldList, line: u32) -> Result<Place> {
        let fields: Vec<Field> = self.ast.table(fields).to_vec();
        let items = fields.iter().filter(|field| matches!(field, Field::Item(_))).count();
        let pairs = fields.len() - items;
        let (items, pairs) = (items.min(0x7fff) as u32, pairs.min(0x7fff) as u32);
        let place = self.emit(op::NEW_TABLE, 0, 0, 0, 0)?;
        let mut e = Operand::new(Place::Pending(place));
        let table = self.load_next(&mut e)?;
        let (mut waiting, mut stored) = (0u32, 0u32);
        let mut is_open = false;
        for (i, field) in fields.iter().enumerate() {
            match field {
                Field::Pair(key, value) => {
                    let free = self.free;
                    let mut target = Operand::new(Place::Register(table));
                    self.index(&mut target, *key, line)?;
                    let mut value = self.expr(*value)?;
                    self.store(target.place, &mut value)?;
                    self.free = free;
                }
                Field::Item(value) => {
                    let mut e = self.expr(*value)?;
                    waiting += 1;
                    if i + 1 == fields.len() && matches!(e.place, Place::Call(_) | Place::Vararg(_)) {
                        self.values(&e, 0)?;
                        is_open = true;
                    } else {
                        self.load_next(&mut e)?;
                    }
                }
            }
            let is_last = i + 1 == fields.len();
            if waiting > 0 && (is_last || waiting == BATCH) {
                let count = if is_open { 0 } else { waiting as u8 };
                self.emit(op::SET_LIST, table, count, 0, stored)?;
                stored += waiting;
                waiting = 0;
                self.free = u32::from(table) + 1;
            }
        }
        let items = if is_open { items - 1 } else { items };
        self.out.code[place] = op::word(op::NEW_TABLE, table, 0, 0, items << 16 | pairs);
        Ok(Place::Register(table))
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId, line: u32) -> Result<Operand> {
        let mut e = self.expr(operand)?;
        if op == UnaryOp::Not {
            self.negate(&mut e)?;
            return Ok(e);
        }
        if let Place::Constant(value) = e.place
            && !e.has_jumps()
            && let Some(number) = value.as_number().and_then(|number| arith::unary(op, number))
        {
            return Ok(Operand::new(Place::Constant(Value::number(number))));
        }
        // A constant takes an instruction of its own here, as there.
        let register = self.load_any(&mut e)?;
        self.release_operand(&e);
        self.line = line;
        let place = match op {
            UnaryOp::Neg => self.emit(op::NEG, 0, register, 0, 0)?,
            UnaryOp::Len => self.emit(op::LEN, 0, register, 0, 0)?,
            other => self.emit(op::UNARY, 0, register, 0, other as u32)?,
        };
        Ok(Operand::new(Place::Pending(place)))
    }

    /// `a .. b .. c` is one instruction over registers side by side.
    pub(super) fn concat(&mut self, mut left: Operand, right: ExprId, line: u32) -> Result<Operand> {
        let first = self.load_next(&mut left)?;
        let mut right = self.expr(right)?;
        self.load_value(&mut right)?;
        self.line = line;
        if let Place::Pending(place) = right.place
            && op::op(self.out.code[place]) == op::CONCAT
            && place + 1 == self.here()
        {
            self.release(first);
            self.set_b(place, first);
            self.out.lines[place] = line;
            return Ok(Operand::new(Place::Pending(place)));
        }
        let last = self.load_next(&mut right)?;
        self.release(last);
        self.release(first);
        Ok(Operand::new(Place::Pending(self.emit(op::CONCAT, 0, first, last, 0)?)))
    }

    /// The left side of an operator is out of the way of the right one.
    pub(super) fn prepare_left(&mut self, op: BinaryOp, e: &mut Operand) -> Result<()> {
        if op == BinaryOp::Concat {
            self.load_next(e)?;
            return Ok(());
        }
        // A local in a cell is read where the operator stands, as PUC reads the local's register there: the right side may
        // have changed it.
        let waits = matches!(e.place, Place::Constant(_) | Place::Cell(_)) && !e.has_jumps();
        if !waits {
            self.load_any(e)?;
        }
        Ok(())
    }

    /// `left op right`, but `..`.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        mut l: Operand,
        mut r: Operand,
        line: u32,
    ) -> Result<Operand> {
        use BinaryOp::*;
        let constant = |e: &Operand| match e.place {
            Place::Constant(value) if !e.has_jumps() => Some(value),
            _ => None,
        };
        let number = |e: &Operand| constant(e).and_then(Value::as_number);
        if let (Some(a), Some(b)) = (number(&l), number(&r))
            && !(matches!(op, Div | Mod | Idiv) && b == Num::ZERO)
            && let Some(number) = arith::binary(op, a, b)
        {
            return Ok(Operand::new(Place::Constant(Value::number(number))));
        }
        let bits = |number: Num| number.bits() as u32;
        if matches!(op, Lt | Gt | Le | Ge | Eq | Ne) {
            return self.comparison(op, l, r, line);
        }
        let with_constant = match op {
            Add => Some(op::ADD_K),
            Mul => Some(op::MUL_K),
            And => Some(op::AND_K),
            Sub => Some(op::SUB_K),
            Div => Some(op::DIV_K),
            Mod => Some(op::MOD_K),
            Idiv => Some(op::IDIV_K),
            _ => None,
        };
        if let (Some(word), Some(k)) = (with_constant, number(&r)) {
            let register = self.load_operand(&mut l)?;
            self.release_operand(&l);
            self.line = line;
            return Ok(Operand::new(Place::Pending(self.emit(word, 0, register, 0, bits(k))?)));
        }
        if let (Add | Mul | And, Some(word), Some(k)) = (op, with_constant, number(&l)) {
            let register = self.load_operand(&mut r)?;
            self.release_operand(&r);
            self.line = line;
            return Ok(Operand::new(Place::Pending(self.emit(word, 0, register, 1, bits(k))?)));
        }
        let (a, b) = self.two_operands(&mut l, &mut r)?;
        self.line = line;
        let place = match op {
            Add => self.emit(op::ADD, 0, a, b, 0)?,
            Sub => self.emit(op::SUB, 0, a, b, 0)?,
            Mul => self.emit(op::MUL, 0, a, b, 0)?,
            other => self.emit(op::BINARY, 0, a, b, other as u32)?,
        };
        Ok(Operand::new(Place::Pending(place)))
    }

    /// Both sides in registers, which are free again; the right one is computed already.
    fn two_operands(&mut self, l: &mut Operand, r: &mut Operand) -> Result<(u8, u8)> {
        let b = self.load_operand(r)?;
        let a = self.load_operand(l)?;
        self.release_operands(l, r);
        Ok((a, b))
    }

    fn comparison(&mut self, op: BinaryOp, mut l: Operand, mut r: Operand, line: u32) -> Result<Operand> {
        use BinaryOp::*;
        let constant = |e: &Operand| match e.place {
            Place::Constant(value) if !e.has_jumps() => Some(value),
            _ => None,
        };
        let expected = u8::from(op != Ne);
        if let Eq | Ne = op {
            if constant(&l).is_some() {
                core::mem::swap(&mut l, &mut r);
            }
            if let Some(value) = constant(&r) {
                let register = self.load_operand(&mut l)?;
                self.release_operand(&l);
                self.line = line;
                self.emit(op::EQ_K, expected, register, value.tag(), value.index())?;
            } else {
                let (a, b) = self.two_operands(&mut l, &mut r)?;
                self.line = line;
                self.emit(op::EQ, expected, a, b, 0)?;
            }
        } else {
            let number = |e: &Operand| constant(e).and_then(Value::as_number).map(|n| n.bits() as u32);
            // A constant stands to the right.
            let mut op = op;
            if number(&r).is_none() && number(&l).is_some() {
                core::mem::swap(&mut l, &mut r);
                op = match op {
                    Lt => Gt,
                    Le => Ge,
                    Gt => Lt,
                    _ => Le,
                };
            }
            if let Some(bits) = number(&r) {
                let register = self.load_operand(&mut l)?;
                self.release_operand(&l);
                self.line = line;
                let word = match op {
                    Lt => op::LT_K,
                    Le => op::LE_K,
                    Gt => op::GT_K,
                    _ => op::GE_K,
                };
                self.emit(word, expected, register, 0, bits)?;
            } else {
                let (a, b) = self.two_operands(&mut l, &mut r)?;
                self.line = line;
                match op {
                    Lt => self.emit(op::LT, expected, a, b, 0)?,
                    Le => self.emit(op::LE, expected, a, b, 0)?,
                    Gt => self.emit(op::LT, expected, b, a, 0)?,
                    _ => self.emit(op::LE, expected, b, a, 0)?,
                };
            }
        }
        let jump = self.jump()?;
        Ok(Operand::new(Place::Jump(jump)))
    }
}

//! Expressions.
//!
//! Operators with two constants are computed at once, except divisions by zero, as in Lua 5.2.
//!
//! ```text
//! a.b(c) + d * 2     left operands downwards: [+] [call] [field] a      then upwards, each with its right operand
//! ```

use super::value::{ConstKey, Operand, Place};
use super::{Compiler, Result};
use crate::Value;
use crate::arith;
use crate::ast::{BinaryOp, Expr, ExprId, ExprList, Field, FieldList, FunctionId, UnaryOp};
use crate::op;
use crate::program::Program;
use alloc::vec::Vec;
use num::Num;

/// Items of a table that are stored by one instruction.
const BATCH: u32 = 50;

impl Compiler<'_> {
    /// The left operand, which is evaluated first.
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
                    if let Place::Field(table_at, ConstKey::Text(name)) = e.place
                        && self.is_env(table)
                    {
                        e.place = Place::Field(table_at, ConstKey::Name(name));
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

    /// Is it a cart's own variable called `_ENV`?
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
                // A comparison in brackets is still a comparison; a variable in brackets is only a value.
                self.discharge(&mut e)?;
                return Ok(e);
            }
            Expr::Unary(op, operand) => return self.unary(op, operand, self.ast.line(id)),
            Expr::Table(fields) => self.table(&fields, self.ast.line(id))?,
            // All other expressions have a left operand.
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
            Place::Constant(value) if value.as_number().is_some() => ConstKey::Number(value.index()),
            Place::Constant(value) if value.tag() == crate::value::tag::TEXT => ConstKey::Text(value.index()),
            _ => ConstKey::Register(self.load_operand(&mut key)?),
        };
        self.line = line;
        *e = Operand::new(Place::Field(table, key));
        Ok(())
    }

    /// Compiles a call and its arguments, of which `given` are in registers already.
    pub(super) fn call(&mut self, function: u8, given: u8, args: &ExprList, line: u32) -> Result<Operand> {
        let list: Vec<ExprId> = self.ast.list(args).to_vec();
        let count = if list.is_empty() {
            given
        } else {
            let last = self.list(&list)?;
            match last.is_open() {
                true => {
                    self.values(&last, 0)?;
                    u8::MAX
                }
                false => (self.free - u32::from(function) - 1) as u8,
            }
        };
        self.line = line;
        let b = if count == u8::MAX { 0 } else { count + 1 };
        let place = self.emit(op::CALL, function, b, 2, 0)?;
        self.free = u32::from(function) + 1;
        self.most = self.most.max(self.free + 3);
        Ok(Operand::new(Place::Call(place)))
    }

    /// Puts expressions into the next registers; a call or `...` at the end is left open.
    pub(super) fn list(&mut self, list: &[ExprId]) -> Result<Operand> {
        let mut last = Operand::new(Place::Constant(Value::NIL));
        for (i, id) in list.iter().enumerate() {
            last = self.expr(*id)?;
            if i + 1 < list.len() || !last.is_open() {
                self.load_next(&mut last)?;
            }
        }
        Ok(last)
    }

    /// Puts exactly `wanted` values of a list into the next registers.
    pub(super) fn list_of(&mut self, list: &[ExprId], wanted: u32) -> Result<()> {
        let mut there = list.len() as u32;
        let first = self.free;
        let last = self.list(list)?;
        if last.is_open() {
            let extra = (wanted + 1).saturating_sub(there);
            // With too many values the function is too large, and `reserve` fails.
            self.reserve(extra.saturating_sub(1))?;
            self.free -= extra.saturating_sub(1);
            self.values(&last, extra as u8 + 1)?;
            if let Place::Call(_) = last.place {
                self.reserve(1)?;
            }
            // After its first value, or without any.
            there = there - 1 + extra;
            self.free = first + there;
            self.most = self.most.max(self.free + 1);
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
                    if i + 1 == fields.len() && e.is_open() {
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
        if let Some(number) =
            e.constant().and_then(Value::as_number).and_then(|number| arith::unary(op, number))
        {
            return Ok(Operand::new(Place::Constant(Value::number(number))));
        }
        // A constant takes its own instruction, as in Lua.
        let register = self.load_any(&mut e)?;
        self.release_operand(&e);
        self.line = line;
        match op {
            UnaryOp::Neg => self.pending(op::NEG, register, 0, 0),
            UnaryOp::Len => self.pending(op::LEN, register, 0, 0),
            other => self.pending(op::UNARY, register, 0, other as u32),
        }
    }

    /// `a .. b .. c` is one instruction over consecutive registers.
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
        self.pending(op::CONCAT, first, last, 0)
    }

    pub(super) fn prepare_left(&mut self, op: BinaryOp, e: &mut Operand) -> Result<()> {
        if op == BinaryOp::Concat {
            self.load_next(e)?;
            return Ok(());
        }
        // A local in a cell is read at the operator, as PUC reads the local's register there: the right operand may have changed it.
        let waits = matches!(e.place, Place::Constant(_) | Place::Cell(_)) && !e.has_jumps();
        if !waits {
            self.load_any(e)?;
        }
        Ok(())
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        mut l: Operand,
        mut r: Operand,
        line: u32,
    ) -> Result<Operand> {
        use BinaryOp::*;
        let number = |e: &Operand| e.constant().and_then(Value::as_number);
        if let (Some(a), Some(b)) = (number(&l), number(&r))
            && !(matches!(op, Div | Mod | Idiv) && b == Num::ZERO)
            && let Some(number) = arith::binary(op, a, b)
        {
            return Ok(Operand::new(Place::Constant(Value::number(number))));
        }
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
        let operand = match (op, number(&l), number(&r)) {
            (_, _, Some(k)) => Some((&mut l, k, 0)),
            (Add | Mul | And, Some(k), _) => Some((&mut r, k, 1)),
            _ => None,
        };
        if let (Some(word), Some((e, k, is_left))) = (with_constant, operand) {
            let register = self.load_operand(e)?;
            self.release_operand(e);
            self.line = line;
            return self.pending(word, register, is_left, k.bits() as u32);
        }
        let (a, b) = self.two_operands(&mut l, &mut r)?;
        self.line = line;
        match op {
            Add => self.pending(op::ADD, a, b, 0),
            Sub => self.pending(op::SUB, a, b, 0),
            Mul => self.pending(op::MUL, a, b, 0),
            other => self.pending(op::BINARY, a, b, other as u32),
        }
    }

    /// Both operands in registers, which are released; the right one is computed already.
    fn two_operands(&mut self, l: &mut Operand, r: &mut Operand) -> Result<(u8, u8)> {
        let b = self.load_operand(r)?;
        let a = self.load_operand(l)?;
        self.release_operands(l, r);
        Ok((a, b))
    }

    fn comparison(&mut self, op: BinaryOp, mut l: Operand, mut r: Operand, line: u32) -> Result<Operand> {
        use BinaryOp::*;
        let expected = u8::from(op != Ne);
        if let Eq | Ne = op {
            if l.constant().is_some() {
                core::mem::swap(&mut l, &mut r);
            }
            if let Some(value) = r.constant() {
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
            let number = |e: &Operand| e.constant().and_then(Value::as_number);
            // A constant is the right operand.
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
            let (with_constant, word, is_mirrored) = match op {
                Lt => (op::LT_K, op::LT, false),
                Le => (op::LE_K, op::LE, false),
                Gt => (op::GT_K, op::LT, true),
                _ => (op::GE_K, op::LE, true),
            };
            if let Some(k) = number(&r) {
                let register = self.load_operand(&mut l)?;
                self.release_operand(&l);
                self.line = line;
                self.emit(with_constant, expected, register, 0, k.bits() as u32)?;
            } else {
                let (a, b) = self.two_operands(&mut l, &mut r)?;
                self.line = line;
                let (a, b) = if is_mirrored { (b, a) } else { (a, b) };
                self.emit(word, expected, a, b, 0)?;
            }
        }
        let jump = self.jump()?;
        Ok(Operand::new(Place::Jump(jump)))
    }
}

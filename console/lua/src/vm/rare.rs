//! Runs one instruction that is not plain.
//!
//! | instruction | why it is here |
//! |---|---|
//! | accesses, operators, comparisons | an operand is not a number, or a metatable may matter |
//! | calls | of control functions, of functions with `...`, or the stack grows |
//! | returns | the caller wants all values, or one decides |
//! | `..`, `...`, lists | always |
//!
//! The frame's place is after the instruction. An instruction that allocates makes room first, and then is repeated.

use super::operate::for_begins;
use super::{Flow, Signal, Vm};
use crate::Value;
use crate::ast::{BinaryOp, UnaryOp};
use crate::heap::After;
use crate::native::{Host, Raise};
use crate::op::{self, CYCLES};
use crate::program::Program;
use crate::value::tag;

const fn number(bits: u32) -> Value {
    Value(bits as u64)
}

impl Vm {
    /// `left` are the cycles that are left after it.
    pub(super) fn rare<H: Host>(&mut self, host: &mut H, program: &Program, left: &mut i64) -> Flow {
        let Some(frame) = self.frames.last() else { return Ok(Signal::Go) };
        let (base, pc) = (frame.base as usize, frame.pc as usize);
        let word = program.code.get(pc.wrapping_sub(1)).copied().unwrap_or(0);
        let place = |field: u8| base + usize::from(field);
        let (a, b, c) = (place(op::a(word)), place(op::b(word)), place(op::c(word)));
        let name = Value::object(tag::TEXT, op::d(word));
        macro_rules! room {
            () => {
                if self.heap.is_due() {
                    return self.again(left);
                }
            };
        }
        if self.heap.collects_soon() {
            return self.again(left);
        }
        match op::op(word) {
            op::GET_GLOBAL => self.name(host, self.env, name, a),
            op::SET_GLOBAL => self.set_index(host, self.env, name, self.stack[a]),
            op::GET_FIELD if op::c(word) == op::NAME => self.name(host, self.stack[b], name, a),
            op::GET_FIELD => self.index(host, self.stack[b], name, a),
            op::GET_NUMBER => self.index(host, self.stack[b], number(op::d(word)), a),
            op::GET_INDEX => self.index(host, self.stack[b], self.stack[c], a),
            op::SET_FIELD => {
                room!();
                self.set_index(host, self.stack[b], name, self.stack[a])
            }
            op::SET_NUMBER => {
                room!();
                self.set_index(host, self.stack[b], number(op::d(word)), self.stack[a])
            }
            op::SET_INDEX => {
                room!();
                self.set_index(host, self.stack[b], self.stack[c], self.stack[a])
            }
            op::METHOD => {
                let object = self.stack[b];
                self.stack[base + usize::from(op::a(word).wrapping_add(1))] = object;
                self.index(host, object, name, a)
            }
            op::ADD => self.arithmetic(host, BinaryOp::Add, self.stack[b], self.stack[c], a),
            op::SUB => self.arithmetic(host, BinaryOp::Sub, self.stack[b], self.stack[c], a),
            op::MUL => self.arithmetic(host, BinaryOp::Mul, self.stack[b], self.stack[c], a),
            op::BINARY => {
                let operator = Vm::binary_op(op::d(word));
                self.arithmetic(host, operator, self.stack[b], self.stack[c], a)
            }
            op::ADD_K => self.with_constant(host, BinaryOp::Add, word, a, b),
            op::SUB_K => self.with_constant(host, BinaryOp::Sub, word, a, b),
            op::MUL_K => self.with_constant(host, BinaryOp::Mul, word, a, b),
            op::AND_K => self.with_constant(host, BinaryOp::And, word, a, b),
            op::DIV_K => self.with_constant(host, BinaryOp::Div, word, a, b),
            op::MOD_K => self.with_constant(host, BinaryOp::Mod, word, a, b),
            op::IDIV_K => self.with_constant(host, BinaryOp::Idiv, word, a, b),
            op::NEG => self.unary(host, UnaryOp::Neg, self.stack[b], a),
            op::LEN => self.unary(host, UnaryOp::Len, self.stack[b], a),
            op::UNARY => {
                let operator = UnaryOp::ALL.get(op::d(word) as usize).copied().unwrap_or(UnaryOp::Neg);
                self.unary(host, operator, self.stack[b], a)
            }
            op::CONCAT => {
                room!();
                self.concat(host, a, b, c)
            }
            op::EQ => {
                let outcome = self.equal(host, self.stack[b], self.stack[c]);
                self.tested(program, outcome, left)
            }
            op::EQ_K => {
                let outcome = self.equal(host, self.stack[b], Value::object(op::c(word), op::d(word)));
                self.tested(program, outcome, left)
            }
            operator @ (op::LT | op::LE) => {
                let outcome = self.less(host, operator == op::LE, self.stack[b], self.stack[c]);
                self.tested(program, outcome, left)
            }
            operator @ (op::LT_K | op::LE_K | op::GT_K | op::GE_K) => {
                let (x, k) = (self.stack[b], number(op::d(word)));
                let (x, y) = if matches!(operator, op::GT_K | op::GE_K) { (k, x) } else { (x, k) };
                let outcome = self.less(host, matches!(operator, op::LE_K | op::GE_K), x, y);
                self.tested(program, outcome, left)
            }
            op::CALL => {
                let count = self.given(word, a + 1);
                let (called, want) = (self.stack[a], i32::from(op::c(word)) - 1);
                if let Some(closure) = called.as_object(tag::FUNCTION) {
                    return self.enter(closure, a, count, a, want, After::Store).map(|()| Signal::Go);
                }
                room!();
                match called.as_object(tag::NATIVE) {
                    Some(native) => self.native(host, native, a, count, a, want, After::Store),
                    None => self.call_at(host, a, count, a, want, After::Store),
                }
            }
            op::TAIL_CALL => {
                room!();
                let count = self.given(word, a + 1);
                self.tail_call(host, a, count)
            }
            op::RETURN => {
                let count = self.given(word, a);
                self.leave(host, a, count)
            }
            op::FOR_PREPARE => {
                *left -= CYCLES;
                if for_begins(&self.heap, &mut self.stack[a..a + 3], &mut self.extra)? {
                    self.stack[c] = self.stack[a];
                } else {
                    self.keep(op::d(word) as usize);
                }
                Ok(Signal::Go)
            }
            op::FOR_CALL => {
                room!();
                self.stack.copy_within(a..a + 3, a + 3);
                self.call_at(host, a + 3, 2, a + 3, i32::from(op::c(word)), After::Store)
            }
            op::SET_LIST => {
                let count = match op::b(word) {
                    0 => (self.top as usize).saturating_sub(a + 1),
                    count => usize::from(count),
                };
                self.set_list(self.stack[a], a + 1, count, op::d(word))
            }
            op::VARARG => {
                let want = i32::from(op::b(word)) - 1;
                let count = self.frames.last().map_or(0, |frame| frame.varargs as usize);
                self.put(a, want, base - count, count).map(|()| Signal::Go)
            }
            _ => Ok(Signal::Go),
        }
    }

    fn keep(&mut self, pc: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc as u32;
        }
    }

    /// Collects garbage and repeats the instruction.
    #[cold]
    fn again(&mut self, left: &mut i64) -> Flow {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc -= 1;
        }
        *left += CYCLES;
        self.left = *left;
        self.make_room()
    }

    /// The number of values that an instruction takes from a place on.
    pub(super) fn given(&self, word: u64, from: usize) -> usize {
        match op::b(word) {
            0 => (self.top as usize).saturating_sub(from),
            count => usize::from(count) - 1,
        }
    }

    /// An operator with a constant, which may be the left operand.
    fn with_constant<H: Host>(
        &mut self,
        host: &mut H,
        operator: BinaryOp,
        word: u64,
        to: usize,
        from: usize,
    ) -> Flow {
        let (x, k) = (self.stack[from], number(op::d(word)));
        let (x, y) = if op::c(word) == 0 { (x, k) } else { (k, x) };
        self.arithmetic(host, operator, x, y, to)
    }

    /// Takes or skips the jump after a comparison, unless a metamethod decides.
    fn tested(&mut self, program: &Program, outcome: Result<Option<bool>, Raise>, left: &mut i64) -> Flow {
        if let Some(outcome) = outcome?
            && let Some(frame) = self.frames.last_mut()
        {
            let word = |pc: u32| program.code.get(pc as usize).copied().unwrap_or(0);
            let taken = outcome == (op::a(word(frame.pc.wrapping_sub(1))) != 0);
            frame.pc = if taken { op::d(word(frame.pc)) } else { frame.pc + 1 };
            // The distance is counted from behind the jump, as for a plain comparison.
            *left -= CYCLES;
        }
        Ok(Signal::Go)
    }
}

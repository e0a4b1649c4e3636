//! The loop over instructions.
//!
//! ```text
//! 'frame: registers, upvalues and place of the running function   <── calls, returns, all that is not plain
//!    loop: word ──> match                                          plain cases end here
//! ```
//!
//! Cycles are counted as a distance: `fuel` is what is left plus twice the place, so that only jumps, calls and returns change
//! it. The budget is looked at when a jump goes back and when a frame begins; so nothing runs on without end.
//!
//! Operands are bytes and registers an array of 256, so that no access is checked. Additions spell out that they wrap.

use super::operate::{bits, for_begins, next_pair, num, product};
use super::step::Observer;
use super::{Flow, Host, Raise, Signal, Stop, Vm};
use crate::Value;
use crate::ast::{BinaryOp, UnaryOp};
use crate::heap::{After, Frame, WINDOW};
use crate::library;
use crate::op::{self, CYCLES};
use crate::value::tag;
use alloc::sync::Arc;

const fn number(bits: u32) -> Value {
    Value(bits as u64)
}

impl Vm {
    /// The place at which the running frame goes on.
    #[inline]
    fn keep(&mut self, pc: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc as u32;
        }
    }

    /// Collects, before an instruction that allocates.
    #[cold]
    fn make_room(&mut self) -> Result<(), Raise> {
        self.collect();
        if self.heap.is_full() { Err(Raise::new("out of memory")) } else { Ok(()) }
    }

    #[allow(clippy::too_many_lines)]
    pub(super) fn execute<O: Observer, H: Host>(
        &mut self,
        host: &mut H,
        fuel_left: &mut i64,
        observer: &mut O,
    ) -> Stop {
        if !self.is_busy() {
            return Stop::Done;
        }
        let program = Arc::clone(&self.program);
        let code = program.code.as_slice();
        let mut pc = self.frames.last().map_or(0, |frame| frame.pc as usize);
        let mut fuel = fuel_left.wrapping_add(CYCLES * pc as i64);
        let mut goes_on = O::IS_ON && observer.goes_on();
        'frame: loop {
            let Some(frame) = self.frames.last() else {
                *fuel_left = fuel - CYCLES * pc as i64;
                return Stop::Done;
            };
            let (base, at) = (frame.base as usize, frame.pc as usize);
            let upvalues = self.heap.closures[frame.closure as usize].upvalues;
            fuel = fuel.wrapping_add(CYCLES * (at as i64 - pc as i64));
            pc = at;
            if fuel < CYCLES * pc as i64 && !(O::IS_ON && goes_on) {
                *fuel_left = fuel - CYCLES * pc as i64;
                return Stop::Fuel;
            }
            goes_on = false;
            let Some(regs) = self.stack.get_mut(base..).and_then(<[Value]>::first_chunk_mut::<WINDOW>) else {
                return Stop::Done;
            };
            let heap = &mut self.heap;
            let guesses = self.guesses.as_mut_slice();

            macro_rules! r {
                ($field:ident, $word:expr) => {
                    regs[op::$field($word) as usize]
                };
            }
            // What is not plain: the frame's place is saved, and it goes on from the frames.
            macro_rules! slow {
                ($flow:expr) => {{
                    self.keep(pc);
                    self.left = fuel.wrapping_sub(CYCLES * pc as i64);
                    let flow: Flow = $flow;
                    fuel -= core::mem::take(&mut self.extra);
                    match flow {
                        Ok(Signal::Go) => {}
                        Ok(signal @ (Signal::Pause | Signal::Over)) => {
                            *fuel_left = fuel - CYCLES * pc as i64;
                            return if signal == Signal::Pause { Stop::Pause } else { Stop::Done };
                        }
                        Err(raise) => {
                            if let Some(stop) = self.fail(raise) {
                                *fuel_left = fuel - CYCLES * pc as i64;
                                return stop;
                            }
                        }
                    }
                    continue 'frame;
                }};
            }
            // A comparison that a metamethod may decide.
            macro_rules! slow_test {
                ($word:expr, $outcome:expr) => {{
                    self.keep(pc);
                    let outcome = $outcome;
                    fuel -= core::mem::take(&mut self.extra);
                    match outcome {
                        Ok(Some(outcome)) => {
                            let jump = code.get(pc).copied().unwrap_or(0);
                            let taken = outcome == (op::a($word) != 0);
                            self.keep(if taken { op::d(jump) as usize } else { pc + 1 });
                            // The distance is counted from behind the jump, as for a plain comparison.
                            pc += 1;
                            continue 'frame;
                        }
                        Ok(None) => continue 'frame,
                        Err(raise) => {
                            if let Some(stop) = self.fail(raise) {
                                *fuel_left = fuel - CYCLES * pc as i64;
                                return stop;
                            }
                            continue 'frame;
                        }
                    }
                }};
            }
            macro_rules! jump {
                ($target:expr) => {{
                    let target = $target as usize;
                    fuel = fuel.wrapping_add(CYCLES * (target as i64 - pc as i64));
                    let back = target < pc;
                    pc = target;
                    if back && fuel < CYCLES * pc as i64 {
                        self.keep(pc);
                        *fuel_left = fuel - CYCLES * pc as i64;
                        return Stop::Fuel;
                    }
                }};
            }
            macro_rules! branch {
                ($word:expr, $outcome:expr) => {{
                    let outcome: bool = $outcome;
                    if outcome == (op::a($word) != 0) {
                        let jump = code.get(pc).copied().unwrap_or(0);
                        pc += 1;
                        jump!(op::d(jump));
                    } else {
                        pc += 1;
                    }
                }};
            }
            // Before an instruction that allocates: it is repeated after the collection.
            macro_rules! room {
                () => {
                    if heap.is_due() {
                        pc -= 1;
                        slow!(self.make_room().map(|()| Signal::Go));
                    }
                };
            }
            macro_rules! arithmetic {
                ($word:expr, $op:ident, $x:ident, $y:ident, $fast:expr) => {{
                    let ($x, $y) = (r!(b, $word), r!(c, $word));
                    if ($x.0 | $y.0) >> 32 == 0 {
                        let ($x, $y) = ($x.0 as u32, $y.0 as u32);
                        r!(a, $word) = number($fast);
                    } else {
                        slow!(self.arithmetic(host, BinaryOp::$op, $x, $y, base + op::a($word) as usize));
                    }
                }};
            }
            macro_rules! with_constant {
                ($word:expr, $op:ident, $x:ident, $y:ident, $fast:expr) => {{
                    let ($x, k) = (r!(b, $word), number(op::d($word)));
                    if $x.0 >> 32 == 0 {
                        let ($x, $y) = ($x.0 as u32, op::d($word));
                        r!(a, $word) = number($fast);
                    } else {
                        let (x, y) = if op::c($word) == 0 { ($x, k) } else { (k, $x) };
                        slow!(self.arithmetic(host, BinaryOp::$op, x, y, base + op::a($word) as usize));
                    }
                }};
            }
            macro_rules! compare_constant {
                ($word:expr, $op:tt, $or_equal:expr, $swapped:expr) => {{
                    let (x, k) = (r!(b, $word), number(op::d($word)));
                    if x.0 >> 32 == 0 {
                        branch!($word, (x.0 as u32 as i32) $op (op::d($word) as i32));
                    } else {
                        let (x, y) = if $swapped { (k, x) } else { (x, k) };
                        slow_test!($word, self.less(host, $or_equal, x, y));
                    }
                }};
            }

            loop {
                if O::IS_ON && observer.stops(&program, self.frames.len(), pc) {
                    self.keep(pc);
                    *fuel_left = fuel - CYCLES * pc as i64;
                    return Stop::Break;
                }
                let Some(word) = code.get(pc).copied() else { return Stop::Done };
                pc += 1;
                match op::op(word) {
                    op::MOVE => r!(a, word) = r!(b, word),
                    op::CONST => {
                        r!(a, word) = Value::object(op::c(word), op::d(word));
                        fuel += 1 + i64::from(op::b(word));
                    }
                    op::BOOL => r!(a, word) = Value::object(op::c(word), op::d(word)),
                    op::BOOL_SKIP => {
                        r!(a, word) = Value::boolean(op::b(word) != 0);
                        pc += 1;
                        fuel += CYCLES;
                    }
                    op::NIL => {
                        let (first, end) = (op::a(word) as usize, op::b(word) as usize);
                        if first <= end {
                            regs[first..=end].fill(Value::NIL);
                        }
                    }
                    op::GET_UPVALUE => {
                        r!(a, word) = heap.upvalue(upvalues, op::b(word));
                        fuel += CYCLES * i64::from(op::c(word));
                    }
                    op::GET_UPVALUE_CELL => {
                        r!(a, word) = heap.cell_value(heap.upvalue(upvalues, op::b(word)));
                        fuel += CYCLES * i64::from(op::c(word));
                    }
                    op::SET_UPVALUE => heap.set_cell(heap.upvalue(upvalues, op::b(word)), r!(a, word)),
                    op::GET_CELL => {
                        r!(a, word) = heap.cell_value(r!(b, word));
                        fuel += CYCLES;
                    }
                    op::SET_CELL => {
                        heap.set_cell(r!(b, word), r!(a, word));
                        fuel += CYCLES * i64::from(op::c(word));
                    }
                    op::NEW_CELL => {
                        room!();
                        r!(a, word) = heap.cell(r!(b, word));
                        fuel += CYCLES;
                    }
                    op::GET_ENV => {
                        r!(a, word) = self.env;
                        fuel += CYCLES * i64::from(op::c(word));
                    }
                    op::SET_ENV => self.env = r!(a, word),
                    op::GET_GLOBAL => {
                        let key = Value::object(tag::TEXT, op::d(word));
                        if let Some(table) = self.env.as_object(tag::TABLE)
                            && let Some(place) = heap.field(table, key, &mut guesses[pc - 1])
                            && !heap.word(place).is_nil()
                        {
                            r!(a, word) = heap.word(place);
                        } else {
                            slow!(self.name(host, self.env, key, base + op::a(word) as usize));
                        }
                    }
                    op::SET_GLOBAL => {
                        let key = Value::object(tag::TEXT, op::d(word));
                        if let Some(table) = self.env.as_object(tag::TABLE)
                            && let Some(place) = heap.field(table, key, &mut guesses[pc - 1])
                            && !heap.word(place).is_nil()
                        {
                            heap.set_word(place, r!(a, word));
                        } else {
                            let value = r!(a, word);
                            slow!(self.set_index(host, self.env, key, value));
                        }
                    }
                    op::GET_FIELD => {
                        let (object, key) = (r!(b, word), Value::object(tag::TEXT, op::d(word)));
                        if let Some(table) = object.as_object(tag::TABLE)
                            && let Some(place) = heap.field(table, key, &mut guesses[pc - 1])
                            && !heap.word(place).is_nil()
                        {
                            r!(a, word) = heap.word(place);
                        } else {
                            let to = base + op::a(word) as usize;
                            slow!(match op::c(word) {
                                op::NAME => self.name(host, object, key, to),
                                _ => self.index(host, object, key, to),
                            });
                        }
                    }
                    op::GET_NUMBER | op::GET_INDEX => {
                        let object = r!(b, word);
                        let key =
                            if op::op(word) == op::GET_NUMBER { number(op::d(word)) } else { r!(c, word) };
                        if let Some(table) = object.as_object(tag::TABLE)
                            && let Some(value) = heap.element(table, key)
                            && !value.is_nil()
                        {
                            r!(a, word) = value;
                        } else if let Some(table) = object.as_object(tag::TABLE)
                            && heap.meta_at(table).is_none()
                            && key.tag() != tag::LONG
                        {
                            r!(a, word) = heap.get_at(table, key);
                        } else {
                            slow!(self.index(host, object, key, base + op::a(word) as usize));
                        }
                    }
                    op::SET_FIELD => {
                        let (object, key) = (r!(b, word), Value::object(tag::TEXT, op::d(word)));
                        if let Some(table) = object.as_object(tag::TABLE)
                            && let Some(place) = heap.field(table, key, &mut guesses[pc - 1])
                            && !heap.word(place).is_nil()
                        {
                            heap.set_word(place, r!(a, word));
                        } else {
                            room!();
                            let value = r!(a, word);
                            slow!(self.set_index(host, object, key, value));
                        }
                    }
                    op::SET_NUMBER | op::SET_INDEX => {
                        let (object, value) = (r!(b, word), r!(a, word));
                        let key =
                            if op::op(word) == op::SET_NUMBER { number(op::d(word)) } else { r!(c, word) };
                        if object
                            .as_object(tag::TABLE)
                            .is_none_or(|table| !heap.set_element(table, key, value))
                        {
                            room!();
                            slow!(self.set_index(host, object, key, value));
                        }
                    }
                    op::NEW_TABLE => {
                        room!();
                        let (array, others) = (op::d(word) >> 16, op::d(word) & 0xffff);
                        r!(a, word) = Value::object(tag::TABLE, heap.new_table(array, others));
                    }
                    op::METHOD => {
                        let (object, key) = (r!(b, word), Value::object(tag::TEXT, op::d(word)));
                        let to = op::a(word) as usize;
                        regs[to.wrapping_add(1) & 0xff] = object;
                        let meta = object
                            .as_object(tag::TABLE)
                            .and_then(|table| heap.method(table, key, &mut guesses[pc - 1]));
                        match meta {
                            Some(value) => regs[to] = value,
                            None => slow!(self.index(host, object, key, base + to)),
                        }
                    }
                    op::ADD => arithmetic!(word, Add, x, y, x.wrapping_add(y)),
                    op::SUB => arithmetic!(word, Sub, x, y, x.wrapping_sub(y)),
                    op::MUL => arithmetic!(word, Mul, x, y, product(x, y)),
                    op::ADD_K => with_constant!(word, Add, x, y, x.wrapping_add(y)),
                    op::SUB_K => with_constant!(word, Sub, x, y, x.wrapping_sub(y)),
                    op::MUL_K => with_constant!(word, Mul, x, y, product(x, y)),
                    op::AND_K => with_constant!(word, And, x, y, x & y),
                    op::DIV_K => with_constant!(word, Div, x, y, bits(num(x) / num(y))),
                    op::MOD_K => {
                        with_constant!(word, Mod, x, y, bits(crate::arith::remainder(num(x), num(y))))
                    }
                    op::IDIV_K => with_constant!(word, Idiv, x, y, bits(num(x).idiv(num(y)))),
                    op::BINARY => {
                        let (x, y, op) = (r!(b, word), r!(c, word), Vm::binary_op(op::d(word)));
                        if (x.0 | y.0) >> 32 == 0
                            && let Some(result) = crate::arith::binary(op, num(x.0 as u32), num(y.0 as u32))
                        {
                            r!(a, word) = Value::number(result);
                        } else {
                            slow!(self.arithmetic(host, op, x, y, base + op::a(word) as usize));
                        }
                    }
                    op::NEG => {
                        let x = r!(b, word);
                        if x.0 >> 32 == 0 {
                            r!(a, word) = number((x.0 as u32).wrapping_neg());
                        } else {
                            slow!(self.unary(host, UnaryOp::Neg, x, base + op::a(word) as usize));
                        }
                    }
                    op::NOT => r!(a, word) = Value::boolean(!r!(b, word).is_true()),
                    op::LEN => {
                        let x = r!(b, word);
                        match x.as_object(tag::TABLE) {
                            Some(table) if heap.meta_at(table).is_none() => {
                                r!(a, word) = number(heap.len_at(table) << 16);
                            }
                            _ => slow!(self.unary(host, UnaryOp::Len, x, base + op::a(word) as usize)),
                        }
                    }
                    op::UNARY => {
                        let op = UnaryOp::ALL.get(op::d(word) as usize).copied().unwrap_or(UnaryOp::Neg);
                        let x = r!(b, word);
                        slow!(self.unary(host, op, x, base + op::a(word) as usize));
                    }
                    op::CONCAT => {
                        room!();
                        let place = |field: u8| base + usize::from(field);
                        let (to, first, end) = (place(op::a(word)), place(op::b(word)), place(op::c(word)));
                        slow!(self.concat(host, to, first, end));
                    }
                    op::JUMP => jump!(op::d(word)),
                    op::TEST => branch!(word, r!(b, word).is_true()),
                    op::TEST_SET => {
                        let value = r!(b, word);
                        if value.is_true() == (op::a(word) != 0) {
                            r!(c, word) = value;
                        }
                        branch!(word, value.is_true());
                    }
                    op::EQ => {
                        let (x, y) = (r!(b, word), r!(c, word));
                        if x == y {
                            branch!(word, true);
                        } else if (x.0 >> 56 == u64::from(tag::TABLE) && y.0 >> 56 == u64::from(tag::TABLE))
                            || x.tag() == tag::LONG
                            || y.tag() == tag::LONG
                        {
                            slow_test!(word, self.equal(host, x, y));
                        } else {
                            branch!(word, false);
                        }
                    }
                    op::EQ_K => {
                        let (x, y) = (r!(b, word), Value::object(op::c(word), op::d(word)));
                        branch!(word, x == y || x.tag() == tag::LONG && heap.raw_equal(x, y));
                    }
                    op::LT | op::LE => {
                        let (x, y) = (r!(b, word), r!(c, word));
                        let or_equal = op::op(word) == op::LE;
                        if (x.0 | y.0) >> 32 == 0 {
                            let (x, y) = (x.0 as u32 as i32, y.0 as u32 as i32);
                            branch!(word, if or_equal { x <= y } else { x < y });
                        } else {
                            slow_test!(word, self.less(host, or_equal, x, y));
                        }
                    }
                    op::LT_K => compare_constant!(word, <, false, false),
                    op::LE_K => compare_constant!(word, <=, true, false),
                    op::GT_K => compare_constant!(word, >, false, true),
                    op::GE_K => compare_constant!(word, >=, true, true),
                    op::CALL => {
                        let (a, b, want) =
                            (op::a(word) as usize, op::b(word) as usize, i32::from(op::c(word)) - 1);
                        let function = base + a;
                        let count =
                            if b == 0 { (self.top as usize).saturating_sub(function + 1) } else { b - 1 };
                        if let Some(closure) = regs[a].as_object(tag::FUNCTION) {
                            let callee = heap.closures[closure as usize];
                            let to = function + 1;
                            if callee.is_vararg || to + WINDOW > self.stack.len() {
                                slow!(
                                    self.enter(closure, function, count, function, want, After::Store)
                                        .map(|()| Signal::Go)
                                );
                            }
                            // As `enter` does it, without a call: calls of small functions are what carts do most.
                            let given = count.min(usize::from(callee.params));
                            // Eight at once, which is all that most functions have; what lies above them is nobody's.
                            let (from, end) = (to + given, to + usize::from(callee.registers));
                            match self.stack.get_mut(from..).and_then(<[Value]>::first_chunk_mut::<8>) {
                                Some(first) if end <= from + 8 => *first = [Value::NIL; 8],
                                _ => self.stack[from..end].fill(Value::NIL),
                            }
                            if let Some(own) = self.frames.last_mut() {
                                own.pc = pc as u32;
                            }
                            self.frames.push(Frame {
                                closure,
                                base: to as u32,
                                pc: callee.entry,
                                ret: function as u32,
                                want,
                                after: After::Store,
                                varargs: 0,
                            });
                            continue 'frame;
                        }
                        room!();
                        slow!(self.call_at(host, function, count, function, want, After::Store));
                    }
                    op::TAIL_CALL => {
                        room!();
                        let (a, b) = (op::a(word) as usize, op::b(word) as usize);
                        let count =
                            if b == 0 { (self.top as usize).saturating_sub(base + a + 1) } else { b - 1 };
                        slow!(self.tail_call(host, base + a, count));
                    }
                    op::RETURN => {
                        let (a, b) = (op::a(word) as usize, op::b(word) as usize);
                        let pos = base + a;
                        let count = if b == 0 { (self.top as usize).saturating_sub(pos) } else { b - 1 };
                        // As `leave` does it for a plain call.
                        if let [_, .., frame] = self.frames.as_slice()
                            && frame.after == After::Store
                            && frame.want >= 0
                        {
                            let (to, want) = (frame.ret as usize, frame.want as usize);
                            if want == 1 {
                                self.stack[to] = if count > 0 { self.stack[pos] } else { Value::NIL };
                            } else {
                                let there = count.min(want);
                                self.stack.copy_within(pos..pos + there, to);
                                self.stack[to + there..to + want].fill(Value::NIL);
                            }
                            self.frames.pop();
                            continue 'frame;
                        }
                        slow!(self.leave(host, pos, count));
                    }
                    op::FOR_PREPARE => {
                        let a = op::a(word) as usize;
                        fuel -= CYCLES;
                        let begins = match for_begins(heap, &mut regs[a..a + 3]) {
                            Ok(begins) => begins,
                            Err(raise) => slow!(Err(raise)),
                        };
                        if begins {
                            r!(c, word) = regs[a];
                        } else {
                            jump!(op::d(word));
                        }
                    }
                    op::FOR_LOOP => {
                        let a = op::a(word) as usize;
                        let [at, to, step] =
                            [regs[a], regs[a + 1], regs[a + 2]].map(|value| value.0 as u32 as i32);
                        let (next, overflows) = at.overflowing_add(step);
                        if !overflows && if step > 0 { next <= to } else { next >= to } {
                            regs[a] = number(next as u32);
                            r!(c, word) = regs[a];
                            jump!(op::d(word));
                        }
                    }
                    op::FOR_CALL => {
                        room!();
                        let (a, want) = (op::a(word) as usize, i32::from(op::c(word)));
                        if regs[a] == Value::object(tag::NATIVE, library::NEXT)
                            && let Some(table) = regs[a + 1].as_object(tag::TABLE)
                        {
                            if let Some(frame) = self.frames.last_mut() {
                                frame.pc = pc as u32;
                            }
                            if let Err(raise) = next_pair(heap, table, &mut regs[a + 2..], want) {
                                slow!(Err(raise));
                            }
                            continue;
                        }
                        [regs[a + 3], regs[a + 4], regs[a + 5]] = [regs[a], regs[a + 1], regs[a + 2]];
                        let function = base + a + 3;
                        slow!(self.call_at(host, function, 2, function, want, After::Store));
                    }
                    op::FOR_NEXT => {
                        let a = op::a(word) as usize;
                        if !regs[a + 3].is_nil() {
                            regs[a + 2] = regs[a + 3];
                            jump!(op::d(word));
                        }
                    }
                    op::SET_LIST => {
                        let (table, b) = (r!(a, word), op::b(word) as usize);
                        let from = base + op::a(word) as usize + 1;
                        let count = if b == 0 { (self.top as usize).saturating_sub(from) } else { b };
                        slow!(self.set_list(table, from, count, op::d(word)));
                    }
                    op::CLOSURE => {
                        room!();
                        let id = op::d(word);
                        let proto = &program.protos[id as usize];
                        let made = if proto.upvalues.is_empty() {
                            heap.shared_closure(id, proto)
                        } else {
                            heap.closure_in(id, proto, &regs[..], upvalues)
                        };
                        r!(a, word) = Value::object(tag::FUNCTION, made);
                    }
                    op::KNOW_SELF => {
                        let value = r!(a, word);
                        if let Some(closure) = value.as_object(tag::FUNCTION) {
                            let own = heap.closures[closure as usize];
                            if op::b(word) < own.count {
                                heap.set_upvalue(own.upvalues, op::b(word), value);
                            }
                        }
                        fuel += CYCLES;
                    }
                    op::VARARG => {
                        let (a, b) = (op::a(word) as usize, op::b(word) as usize);
                        let want = b as i32 - 1;
                        let count = self.frames.last().map_or(0, |frame| frame.varargs as usize);
                        slow!(self.put(base + a, want, base - count, count).map(|()| Signal::Go));
                    }
                    _ => return Stop::Done,
                }
            }
        }
    }
}

//! The loop over plain instructions: numbers, registers, existing fields, calls of the program's functions.
//!
//! ```text
//! 'frame: registers of the running function    <── calls and returns
//!    loop: word ──> match                          everything that is not plain leaves the loop: Exit
//! ```
//!
//! Cycles are counted as a distance: `fuel` is the number of cycles left plus twice the position in the code, so that only jumps, calls
//! and returns change it.
//!
//! Operands are bytes, and registers an array of 256, so accesses need no bounds checks. Additions wrap explicitly. Nothing here is generic
//! over the host, and almost nothing is called, so that place, registers and budget stay in the processor's registers; that is worth
//! as much as everything else here together. Natives are called from here through the host's vtable: leaving and re-entering the loop
//! took 44 % of a flood of `pset`.

use super::Exit;
use super::operate::{bits, next_pair, num, product};
use super::step::Observer;
use super::{GLOBALS, Vm};
use crate::Value;
use crate::heap::{After, Frame, WINDOW};
use crate::library;
use crate::native::{NATIVE_CYCLES, NativeKind, Natives, Site};
use crate::op::{self, CYCLES};
use crate::program::Program;
use crate::value::tag;

const fn number(bits: u32) -> Value {
    Value(bits as u64)
}

#[inline(always)]
const fn are_numbers(x: Value, y: Value) -> bool {
    (x.0 | y.0) >> 32 == 0
}

impl Vm {
    /// Runs up to an instruction that is not plain. `left` are the cycles that are left; they are not checked first if the run `goes_on` from a
    /// line that stopped it.
    #[inline(always)]
    #[allow(clippy::too_many_lines)]
    pub(super) fn plain<O: Observer>(
        &mut self,
        observer: &mut O,
        natives: &mut Natives<'_>,
        program: &Program,
        left: &mut i64,
        mut goes_on: bool,
    ) -> Exit {
        let code = program.code.as_slice();
        let Vm { heap, stack, frames, guesses, env, top, .. } = self;
        // Only natives grow it.
        let mut room = stack.len();
        let Some(frame) = frames.last() else { return Exit::Done };
        let (mut base, mut pc) = (frame.base as usize, frame.pc as usize);
        let mut upvalues = heap.closures[frame.closure as usize].upvalues;
        let mut fuel = left.wrapping_add(CYCLES * pc as i64);
        let exit = 'run: {
            'frame: loop {
                if fuel < CYCLES.wrapping_mul(pc as i64) && !(O::IS_ON && goes_on) {
                    break 'run Exit::Fuel;
                }
                goes_on = false;
                let Some(regs) = stack.get_mut(base..).and_then(<[Value]>::first_chunk_mut::<WINDOW>) else {
                    break 'run Exit::Done;
                };

                macro_rules! r {
                    ($field:ident, $word:expr) => {
                        regs[op::$field($word) as usize]
                    };
                    ($field:ident + $more:literal, $word:expr) => {
                        regs[op::$field($word).wrapping_add($more) as usize]
                    };
                }
                macro_rules! rare {
                    () => {
                        break 'run Exit::Rare
                    };
                }
                // Before an instruction that allocates, which is repeated after the collection.
                macro_rules! room {
                    () => {
                        if heap.is_due() {
                            pc = pc.wrapping_sub(1);
                            break 'run Exit::Room;
                        }
                    };
                }
                macro_rules! spent {
                    () => {
                        if fuel < CYCLES.wrapping_mul(pc as i64) {
                            break 'run Exit::Fuel;
                        }
                    };
                }
                macro_rules! jump {
                    ($target:expr) => {{
                        let target = $target as usize;
                        fuel =
                            fuel.wrapping_add(CYCLES.wrapping_mul((target as i64).wrapping_sub(pc as i64)));
                        let back = target < pc;
                        pc = target;
                        if back {
                            spent!();
                        }
                    }};
                }
                macro_rules! branch {
                    ($word:expr, $outcome:expr) => {{
                        let outcome: bool = $outcome;
                        if outcome == (op::a($word) != 0) {
                            let jump = code.get(pc).copied().unwrap_or(0);
                            pc = pc.wrapping_add(1);
                            jump!(op::d(jump));
                        } else {
                            pc = pc.wrapping_add(1);
                        }
                    }};
                }
                macro_rules! arithmetic {
                    ($word:expr, $x:ident, $y:ident, $fast:expr) => {{
                        let ($x, $y) = (r!(b, $word), r!(c, $word));
                        if !are_numbers($x, $y) {
                            rare!();
                        }
                        let ($x, $y) = ($x.0 as u32, $y.0 as u32);
                        r!(a, $word) = number($fast);
                    }};
                }
                macro_rules! with_constant {
                    ($word:expr, $x:ident, $y:ident, $fast:expr) => {{
                        let $x = r!(b, $word);
                        if $x.0 >> 32 != 0 {
                            rare!();
                        }
                        let ($x, $y) = ($x.0 as u32, op::d($word));
                        r!(a, $word) = number($fast);
                    }};
                }
                macro_rules! compare_constant {
                    ($word:expr, $op:tt) => {{
                        let x = r!(b, $word);
                        if x.0 >> 32 != 0 {
                            rare!();
                        }
                        branch!($word, (x.0 as u32 as i32) $op (op::d($word) as i32));
                    }};
                }
                // The place of an existing field; the guess is the instruction's.
                macro_rules! field {
                    ($table:expr, $word:expr) => {{
                        let key = Value::object(tag::TEXT, op::d($word));
                        let Some(guess) = guesses.get_mut(pc.wrapping_sub(1)) else { rare!() };
                        heap.field($table, key, guess).filter(|place| !heap.word(*place).is_nil())
                    }};
                }
                // A field of the table, or of the one in its metatable.
                macro_rules! inherited {
                    ($table:expr, $word:expr) => {{
                        if heap.meta_at($table).is_none() {
                            Value::NIL
                        } else {
                            let key = Value::object(tag::TEXT, op::d($word));
                            let Some(guess) = guesses.get_mut(pc.wrapping_sub(1)) else { rare!() };
                            let Some(value) = heap.method($table, key, guess) else { rare!() };
                            value
                        }
                    }};
                }
                // Calls a function of the program in a register, with its arguments after it. The values that it leaves above its registers are
                // in the state of a stopped run, and so must not depend on the capacity of a list.
                macro_rules! enter {
                    ($a:expr, $closure:expr, $count:expr, $want:expr, $most:expr) => {{
                        let callee = heap.closures[$closure as usize];
                        let function = base.wrapping_add($a);
                        let to = function.wrapping_add(1);
                        if callee.is_vararg || to.wrapping_add(WINDOW) > room {
                            rare!();
                        }
                        let given = $count.min(usize::from(callee.params));
                        // Eight at once, which is enough for most functions; the values above its registers are unused.
                        let from = to.wrapping_add(given);
                        let end = to.wrapping_add(usize::from(callee.registers));
                        match stack.get_mut(from..).and_then(<[Value]>::first_chunk_mut::<8>) {
                            Some(first) if $most && end <= from.wrapping_add(8) => *first = [Value::NIL; 8],
                            _ if from < end => stack[from..end].fill(Value::NIL),
                            _ => {}
                        }
                        if let Some(own) = frames.last_mut() {
                            own.pc = pc as u32;
                        }
                        frames.push(Frame {
                            closure: $closure,
                            base: to as u32,
                            pc: callee.entry,
                            ret: function as u32,
                            want: $want,
                            after: After::Store,
                            varargs: 0,
                        });
                        let at = callee.entry as usize;
                        fuel = fuel.wrapping_add(CYCLES.wrapping_mul((at as i64).wrapping_sub(pc as i64)));
                        (base, pc, upvalues) = (to, at, callee.upvalues);
                        continue 'frame;
                    }};
                }

                loop {
                    if O::IS_ON && observer.stops(program, frames.len(), pc) {
                        break 'run Exit::Break;
                    }
                    let Some(word) = code.get(pc).copied() else { break 'run Exit::Done };
                    pc = pc.wrapping_add(1);
                    match op::op(word) {
                        op::MOVE => r!(a, word) = r!(b, word),
                        op::CONST => {
                            r!(a, word) = Value::object(op::c(word), op::d(word));
                            fuel = fuel.wrapping_add(1 + i64::from(op::b(word)));
                        }
                        op::BOOL => r!(a, word) = Value::object(op::c(word), op::d(word)),
                        op::BOOL_SKIP => {
                            r!(a, word) = Value::boolean(op::b(word) != 0);
                            pc = pc.wrapping_add(1);
                            fuel = fuel.wrapping_add(CYCLES);
                        }
                        op::NIL => {
                            let (first, end) = (op::a(word) as usize, op::b(word) as usize);
                            if first <= end {
                                regs[first..=end].fill(Value::NIL);
                            }
                        }
                        op::GET_UPVALUE => {
                            r!(a, word) = heap.upvalue(upvalues, op::b(word));
                            fuel = fuel.wrapping_add(CYCLES * i64::from(op::c(word)));
                        }
                        op::GET_UPVALUE_CELL => {
                            r!(a, word) = heap.cell_value(heap.upvalue(upvalues, op::b(word)));
                            fuel = fuel.wrapping_add(CYCLES * i64::from(op::c(word)));
                        }
                        op::SET_UPVALUE => heap.set_cell(heap.upvalue(upvalues, op::b(word)), r!(a, word)),
                        op::GET_CELL => {
                            r!(a, word) = heap.cell_value(r!(b, word));
                            fuel = fuel.wrapping_add(CYCLES);
                        }
                        op::SET_CELL => {
                            heap.set_cell(r!(b, word), r!(a, word));
                            fuel = fuel.wrapping_add(CYCLES * i64::from(op::c(word)));
                        }
                        op::NEW_CELL => {
                            room!();
                            r!(a, word) = heap.cell(r!(b, word));
                            fuel = fuel.wrapping_add(CYCLES);
                        }
                        op::GET_ENV => {
                            r!(a, word) = *env;
                            fuel = fuel.wrapping_add(CYCLES * i64::from(op::c(word)));
                        }
                        op::SET_ENV => *env = r!(a, word),
                        op::GET_GLOBAL => {
                            let Some(table) = env.as_object(tag::TABLE) else { rare!() };
                            match field!(table, word) {
                                Some(place) => r!(a, word) = heap.word(place),
                                None if *env == GLOBALS && heap.meta_at(table).is_none() => {
                                    r!(a, word) = Value::NIL;
                                    spent!();
                                }
                                None => rare!(),
                            }
                        }
                        op::SET_GLOBAL => {
                            let Some(table) = env.as_object(tag::TABLE) else { rare!() };
                            match field!(table, word) {
                                Some(place) => heap.set_word(place, r!(a, word)),
                                None => rare!(),
                            }
                        }
                        op::GET_FIELD => {
                            let Some(table) = r!(b, word).as_object(tag::TABLE) else { rare!() };
                            match field!(table, word) {
                                Some(place) => r!(a, word) = heap.word(place),
                                None if op::c(word) != op::NAME => {
                                    r!(a, word) = inherited!(table, word);
                                    spent!();
                                }
                                None => rare!(),
                            }
                        }
                        op::SET_FIELD => {
                            let Some(table) = r!(b, word).as_object(tag::TABLE) else { rare!() };
                            match field!(table, word) {
                                Some(place) => heap.set_word(place, r!(a, word)),
                                None if heap.meta_at(table).is_none() => {
                                    room!();
                                    let key = Value::object(tag::TEXT, op::d(word));
                                    heap.set_field(table, key, r!(a, word));
                                    fuel = fuel.wrapping_sub(heap.take_due());
                                    spent!();
                                }
                                None => rare!(),
                            }
                        }
                        op::GET_NUMBER | op::GET_INDEX => {
                            let Some(table) = r!(b, word).as_object(tag::TABLE) else { rare!() };
                            let key = if op::op(word) == op::GET_NUMBER {
                                number(op::d(word))
                            } else {
                                r!(c, word)
                            };
                            match heap.element(table, key) {
                                Some(value) if !value.is_nil() => r!(a, word) = value,
                                _ if heap.meta_at(table).is_none() && key.tag() != tag::LONG => {
                                    r!(a, word) = heap.get_at(table, key);
                                }
                                _ => rare!(),
                            }
                        }
                        op::SET_NUMBER | op::SET_INDEX => {
                            let Some(table) = r!(b, word).as_object(tag::TABLE) else { rare!() };
                            let key = if op::op(word) == op::SET_NUMBER {
                                number(op::d(word))
                            } else {
                                r!(c, word)
                            };
                            if !heap.set_element(table, key, r!(a, word)) {
                                rare!();
                            }
                        }
                        op::NEW_TABLE => {
                            room!();
                            let (array, others) = (op::d(word) >> 16, op::d(word) & 0xffff);
                            r!(a, word) = Value::object(tag::TABLE, heap.new_table(array, others));
                        }
                        op::METHOD => {
                            let (object, key) = (r!(b, word), Value::object(tag::TEXT, op::d(word)));
                            let Some(table) = object.as_object(tag::TABLE) else { rare!() };
                            let Some(guess) = guesses.get_mut(pc.wrapping_sub(1)) else { rare!() };
                            let Some(method) = heap.method(table, key, guess) else { rare!() };
                            r!(a + 1, word) = object;
                            r!(a, word) = method;
                        }
                        op::ADD => arithmetic!(word, x, y, x.wrapping_add(y)),
                        op::SUB => arithmetic!(word, x, y, x.wrapping_sub(y)),
                        op::MUL => arithmetic!(word, x, y, product(x, y)),
                        op::ADD_K => with_constant!(word, x, y, x.wrapping_add(y)),
                        op::SUB_K => with_constant!(word, x, y, x.wrapping_sub(y)),
                        op::MUL_K => with_constant!(word, x, y, product(x, y)),
                        op::AND_K => with_constant!(word, x, y, x & y),
                        op::DIV_K => with_constant!(word, x, y, bits(num(x) / num(y))),
                        op::MOD_K => {
                            with_constant!(word, x, y, bits(crate::arith::remainder(num(x), num(y))))
                        }
                        op::IDIV_K => with_constant!(word, x, y, bits(num(x).idiv(num(y)))),
                        op::BINARY => {
                            let (x, y, op) = (r!(b, word), r!(c, word), Vm::binary_op(op::d(word)));
                            if !are_numbers(x, y) {
                                rare!();
                            }
                            match crate::arith::binary(op, num(x.0 as u32), num(y.0 as u32)) {
                                Some(result) => r!(a, word) = Value::number(result),
                                None => rare!(),
                            }
                        }
                        op::NEG => {
                            let x = r!(b, word);
                            if x.0 >> 32 != 0 {
                                rare!();
                            }
                            r!(a, word) = number((x.0 as u32).wrapping_neg());
                        }
                        op::NOT => r!(a, word) = Value::boolean(!r!(b, word).is_true()),
                        op::LEN => {
                            let x = r!(b, word);
                            if let Some(table) = x.as_object(tag::TABLE)
                                && heap.meta_at(table).is_none()
                            {
                                r!(a, word) = number(heap.len_at(table) << 16);
                            } else if x.tag() == tag::TEXT {
                                r!(a, word) = number((heap.text_bytes(x.index()).len() as u32) << 16);
                                spent!();
                            } else {
                                rare!();
                            }
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
                            } else if let (Some(one), Some(other)) =
                                (x.as_object(tag::TABLE), y.as_object(tag::TABLE))
                            {
                                if heap.meta_at(one).is_some() && heap.meta_at(other).is_some() {
                                    rare!();
                                }
                                branch!(word, false);
                                spent!();
                            } else if x.tag() == tag::LONG || y.tag() == tag::LONG {
                                rare!();
                            } else {
                                branch!(word, false);
                            }
                        }
                        op::EQ_K => {
                            let (x, y) = (r!(b, word), Value::object(op::c(word), op::d(word)));
                            if x.tag() == tag::LONG && heap.have_one_length(x, y) {
                                rare!();
                            }
                            branch!(word, x == y);
                        }
                        op::LT | op::LE => {
                            let (x, y) = (r!(b, word), r!(c, word));
                            if !are_numbers(x, y) {
                                rare!();
                            }
                            let (x, y) = (x.0 as u32 as i32, y.0 as u32 as i32);
                            branch!(word, if op::op(word) == op::LE { x <= y } else { x < y });
                        }
                        op::LT_K => compare_constant!(word, <),
                        op::LE_K => compare_constant!(word, <=),
                        op::GT_K => compare_constant!(word, >),
                        op::GE_K => compare_constant!(word, >=),
                        op::CALL => {
                            let (a, b) = (op::a(word) as usize, op::b(word) as usize);
                            let want = i32::from(op::c(word)).wrapping_sub(1);
                            let first = base.wrapping_add(a).wrapping_add(1);
                            let count = if b == 0 { (*top as usize).saturating_sub(first) } else { b - 1 };
                            if let Some(closure) = regs[a].as_object(tag::FUNCTION) {
                                enter!(a, closure, count, want, true);
                            }
                            let Some(native) = regs[a].as_object(tag::NATIVE) else { rare!() };
                            room!();
                            if first.wrapping_add(count).wrapping_add(1 + WINDOW) > room {
                                rare!();
                            }
                            let native = native as usize;
                            let run = library::NATIVES.get(native).map(|native| native.run);
                            // A function of numbers with numbers.
                            if let Some(NativeKind::Numbers(run)) = run
                                && let Some(args) = regs
                                    .get_mut(a.wrapping_add(1)..)
                                    .and_then(<[Value]>::first_chunk_mut::<4>)
                                && count <= 3
                                && want <= 1
                            {
                                let [x, y, z] =
                                    [0, 1, 2].map(|i| if i < count { args[i] } else { number(0) });
                                if (x.0 | y.0 | z.0) >> 32 == 0 {
                                    let result =
                                        Value::number(run(num(x.0 as u32), num(y.0 as u32), num(z.0 as u32)));
                                    // As after any native.
                                    args[count] = result;
                                    if want != 0 {
                                        regs[a] = result;
                                        *top = if want < 0 { first as u32 } else { *top };
                                    }
                                    fuel = fuel.wrapping_sub(NATIVE_CYCLES);
                                    spent!();
                                    continue;
                                }
                            }
                            if matches!(run, Some(NativeKind::Control(_))) {
                                rare!();
                            }
                            let left = fuel.wrapping_sub(CYCLES.wrapping_mul(pc as i64));
                            let site = Site { program, pc, function: base.wrapping_add(a), count, left };
                            let (spent, is_all) = site.call_in_loop(natives, heap, stack, (native, want));
                            fuel = fuel.wrapping_sub(spent);
                            if !is_all {
                                break 'run Exit::Called;
                            }
                            room = stack.len();
                            continue 'frame;
                        }
                        op::RETURN => {
                            let (a, b) = (op::a(word) as usize, op::b(word) as usize);
                            let [.., caller, frame] = frames.as_slice() else { rare!() };
                            if frame.after != After::Store || frame.want < 0 {
                                rare!();
                            }
                            let (to, want) = (frame.ret as usize, frame.want as usize);
                            let at = caller.pc as usize;
                            let (caller, closure) = (caller.base as usize, caller.closure as usize);
                            let pos = base.wrapping_add(a);
                            let count = if b == 0 { (*top as usize).saturating_sub(pos) } else { b - 1 };
                            if want == 1 {
                                let value = if count > 0 { regs[a] } else { Value::NIL };
                                stack[to] = value;
                            } else if want > 0 {
                                let there = count.min(want);
                                stack.copy_within(pos..pos + there, to);
                                stack[to + there..to + want].fill(Value::NIL);
                            }
                            frames.pop();
                            fuel =
                                fuel.wrapping_add(CYCLES.wrapping_mul((at as i64).wrapping_sub(pc as i64)));
                            (base, pc, upvalues) = (caller, at, heap.closures[closure].upvalues);
                            continue 'frame;
                        }
                        op::FOR_PREPARE => {
                            let [at, to, step] = [r!(a, word), r!(a + 1, word), r!(a + 2, word)];
                            if (at.0 | to.0 | step.0) >> 32 != 0 {
                                rare!();
                            }
                            fuel = fuel.wrapping_sub(CYCLES);
                            let [from, to, step] = [at, to, step].map(|value| value.0 as u32 as i32);
                            // A step of 0 has no round, as measured.
                            if if step > 0 { from <= to } else { step < 0 && from >= to } {
                                r!(c, word) = at;
                            } else {
                                jump!(op::d(word));
                            }
                        }
                        op::FOR_LOOP => {
                            let [at, to, step] = [r!(a, word), r!(a + 1, word), r!(a + 2, word)]
                                .map(|value| value.0 as u32 as i32);
                            let (next, overflows) = at.overflowing_add(step);
                            if !overflows && if step > 0 { next <= to } else { next >= to } {
                                r!(a, word) = number(next as u32);
                                r!(c, word) = number(next as u32);
                                jump!(op::d(word));
                            }
                        }
                        op::FOR_CALL => {
                            room!();
                            let (a, want) = (op::a(word) as usize, i32::from(op::c(word)));
                            if let Some(closure) = regs[a].as_object(tag::FUNCTION) {
                                [r!(a + 3, word), r!(a + 4, word), r!(a + 5, word)] =
                                    [r!(a, word), r!(a + 1, word), r!(a + 2, word)];
                                enter!(a.wrapping_add(3), closure, 2usize, want, false);
                            }
                            if regs[a] != Value::object(tag::NATIVE, library::NEXT) {
                                rare!();
                            }
                            let Some(table) = r!(a + 1, word).as_object(tag::TABLE) else { rare!() };
                            let Some(places) = regs.get_mut(a + 2..) else { rare!() };
                            if !next_pair(heap, table, places, want) {
                                rare!();
                            }
                            fuel = fuel.wrapping_sub(heap.take_due());
                        }
                        op::FOR_NEXT => {
                            let key = r!(a + 3, word);
                            if !key.is_nil() {
                                r!(a + 2, word) = key;
                                jump!(op::d(word));
                            }
                        }
                        op::CLOSURE => {
                            room!();
                            let id = op::d(word);
                            let Some(proto) = program.protos.get(id as usize) else { rare!() };
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
                            fuel = fuel.wrapping_add(CYCLES);
                        }
                        _ => rare!(),
                    }
                }
            }
        };
        if let Some(frame) = frames.last_mut() {
            frame.pc = pc as u32;
        }
        *left = fuel.wrapping_sub(CYCLES.wrapping_mul(pc as i64));
        exit
    }
}

//! Calls, locals and names, for error messages, traces and debuggers.
//!
//! An operand's name is found as in Lua 5.2: by the last instruction before that wrote its register.

use super::Vm;
use crate::Value;
use crate::ast::BinaryOp;
use crate::error::in_message;
use crate::heap::{FREE_CLOSURE, Frame};
use crate::native::{Raise, text_of};
use crate::op;
use crate::program::Proto;
use crate::value::{ValueKind, tag};
use alloc::{format, string::String, vec::Vec};

/// Instructions before an error that are searched for an operand's name.
const LOOK_BACK: u32 = 1 << 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallInfo {
    /// As it is written in its declaration; may be empty.
    pub function: Vec<u8>,
    /// The line of the call that it makes, or of its next instruction.
    pub line: u32,
    /// The line of its `function`; 0 for the program's own code, outside of all functions.
    pub declared: u32,
    /// Its number, from the outermost, 0.
    pub depth: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: Vec<u8>,
    pub value: Value,
}

impl Vm {
    fn proto_of(&self, frame: &Frame) -> &Proto {
        self.heap.proto_of(frame.closure, &self.program)
    }

    /// Frames and stacks of the running coroutine, of its resumer, and so on to the program itself.
    fn coroutines(&self) -> impl Iterator<Item = (&[Frame], &[Value])> {
        let resumer = |thread: &u32| (*thread != 0).then(|| self.heap.threads[*thread as usize].resumer);
        core::iter::successors(Some(self.current), resumer).map(|thread| {
            match &self.heap.threads[thread as usize] {
                _ if thread == self.current => (self.frames.as_slice(), self.stack.as_slice()),
                it => (it.frames.as_slice(), it.stack.as_slice()),
            }
        })
    }

    /// The running calls, the innermost first, without the library's: those of the running coroutine, then those of its resumer, and so on.
    pub fn calls(&self) -> impl Iterator<Item = CallInfo> {
        let last = self.depth();
        let frames = self.coroutines().flat_map(|(frames, _)| frames.iter().rev());
        (0..last)
            .rev()
            .zip(frames)
            .filter_map(move |(depth, frame)| self.call_info(frame, depth, depth + 1 == last))
    }

    pub(super) fn call_info(&self, frame: &Frame, depth: usize, is_innermost: bool) -> Option<CallInfo> {
        let proto = self.proto_of(frame);
        let place = self.place(frame, is_innermost);
        let line = self.program.lines.get(place as usize).copied().unwrap_or(proto.line);
        let is_main = proto.start == self.program.protos[self.program.main as usize].start;
        let declared = if is_main { 0 } else { proto.line };
        let info = CallInfo { function: proto.name.clone(), line, declared, depth };
        (!proto.is_hidden).then_some(info)
    }

    /// `trace([coroutine], [message])`: the message and the running calls, the innermost first, as in Lua's `debug.traceback`, with lines of
    /// the program; a dead coroutine has none. A message that is not a text is returned as it is.
    pub(super) fn trace(&mut self, first: Value, second: Value) -> Value {
        let thread = first.as_object(tag::THREAD);
        let message = if thread.is_some() { second } else { first };
        if !matches!(message.kind(), ValueKind::Nil | ValueKind::Number | ValueKind::Text) {
            return message;
        }
        let calls: Vec<CallInfo> = match thread {
            Some(thread) if thread != self.current => {
                let frames = &self.heap.threads[thread as usize].frames;
                (0..frames.len())
                    .zip(frames)
                    .rev()
                    .filter_map(|(depth, frame)| self.call_info(frame, depth, false))
                    .collect()
            }
            _ => self.calls().collect(),
        };
        self.extra += calls.iter().map(|call| 4 + call.function.len() as i64 / 4).sum::<i64>();
        let mut text = if message.is_nil() { Vec::new() } else { text_of(&self.heap, message, usize::MAX) };
        if !message.is_nil() {
            text.push(b'\n');
        }
        text.extend(b"stack traceback:");
        for (at, call) in calls.iter().enumerate() {
            // The ends of a deep trace, as many calls as Lua shows.
            match calls.len() {
                all if all > 22 && at == 12 => text.extend(b"\n\t..."),
                all if all > 22 && at > 12 && at + 10 < all => {}
                _ => {
                    text.extend(format!("\n\t{}: in ", call.line).bytes());
                    match (call.declared, call.function.as_slice()) {
                        (0, _) => text.extend(b"main chunk"),
                        (line, b"") => text.extend(format!("function <{line}>").bytes()),
                        (_, name) => text.extend([b"function '", name, b"'"].concat()),
                    }
                }
            }
        }
        self.extra += text.len() as i64 / 8;
        self.heap.text(&text)
    }

    /// The instruction that a call is in, or its next one.
    fn place(&self, frame: &Frame, is_innermost: bool) -> u32 {
        // All but the innermost are after the instruction that they are in.
        if is_innermost && !self.failed { frame.pc } else { frame.pc.saturating_sub(1) }
    }

    /// The depth of the running call, including the calls of coroutines that wait for it.
    pub fn depth(&self) -> usize {
        self.coroutines().map(|(frames, _)| frames.len()).sum()
    }

    fn call_at_depth(&self, depth: usize) -> Option<(&Frame, &[Value])> {
        let mut above = self.depth();
        self.coroutines().find_map(|(frames, stack)| {
            above -= frames.len();
            Some((frames.get(depth.checked_sub(above)?)?, stack))
        })
    }

    /// The locals of the program itself, outside its functions, that functions use: each name once, in the order of the functions.
    pub fn file_locals(&self) -> Vec<Variable> {
        let mut found: Vec<Variable> = Vec::new();
        for (name, upvalues, at) in self.file_upvalues() {
            if found.iter().all(|known| known.name != name) {
                found.push(Variable { name: name.to_vec(), value: self.variable(upvalues, at) });
            }
        }
        found
    }

    pub fn file_local(&self, name: &[u8]) -> Option<Value> {
        let (_, upvalues, at) = self.file_upvalues().find(|(known, ..)| *known == name)?;
        Some(self.variable(upvalues, at))
    }

    /// Assigns one of [`Vm::file_locals`]; false if there is none of that name.
    pub fn set_file_local(&mut self, name: &[u8], value: Value) -> bool {
        let places: Vec<_> = self.file_upvalues().filter(|(known, ..)| *known == name).collect();
        let places: Vec<_> = places.into_iter().map(|(_, upvalues, at)| (upvalues, at)).collect();
        for (upvalues, at) in &places {
            let held = self.heap.upvalue(*upvalues, *at);
            if held.tag() == tag::CELL {
                self.heap.set_cell(held, value);
            } else {
                self.heap.set_upvalue(*upvalues, *at, value);
            }
        }
        !places.is_empty()
    }

    /// The upvalues of all closures that are locals of the program itself: name, block and place in it.
    fn file_upvalues(&self) -> impl Iterator<Item = (&[u8], u32, u8)> {
        let closures = self.heap.closures.iter().filter(|closure| closure.proto != FREE_CLOSURE);
        closures.flat_map(|closure| {
            let upvalues = self.program.protos[closure.proto as usize].upvalues.iter().zip(0..);
            let own = upvalues.filter(|(upvalue, _)| upvalue.owner == self.program.main);
            own.map(|(upvalue, at)| (upvalue.name.as_slice(), closure.upvalues, at))
        })
    }

    fn variable(&self, upvalues: u32, at: u8) -> Value {
        self.uncelled(self.heap.upvalue(upvalues, at))
    }

    fn uncelled(&self, value: Value) -> Value {
        if value.tag() == tag::CELL { self.heap.cell_value(value) } else { value }
    }

    pub fn variables(&self, depth: usize) -> (Vec<Variable>, Vec<Variable>) {
        let Some((frame, stack)) = self.call_at_depth(depth) else { return (Vec::new(), Vec::new()) };
        self.variables_of(frame, stack, depth + 1 == self.depth())
    }

    /// The locals and upvalues of a call on a stack.
    pub(super) fn variables_of(
        &self,
        frame: &Frame,
        stack: &[Value],
        is_innermost: bool,
    ) -> (Vec<Variable>, Vec<Variable>) {
        let proto = self.proto_of(frame);
        let place = self.place(frame, is_innermost);
        let locals = proto.locals.iter().filter(|range| range.start <= place && place < range.end);
        let locals = locals.map(|range| Variable {
            name: range.name.clone(),
            value: self.uncelled(
                stack.get(frame.base as usize + usize::from(range.register)).copied().unwrap_or_default(),
            ),
        });
        (locals.collect(), self.upvalues_of(frame.closure))
    }

    pub(super) fn upvalues_of(&self, closure: u32) -> Vec<Variable> {
        let it = self.heap.closures[closure as usize];
        let upvalues = self.program.protos[it.proto as usize].upvalues.iter().zip(0..it.count);
        let variable = |(upvalue, index): (&crate::program::Upvalue, u8)| Variable {
            name: upvalue.name.clone(),
            value: self.variable(it.upvalues, index),
        };
        upvalues.map(variable).collect()
    }

    /// The arguments of a call after its parameters: its `...`.
    pub fn varargs(&self, depth: usize) -> &[Value] {
        let Some((frame, stack)) = self.call_at_depth(depth) else { return &[] };
        // They are right below register 0.
        &stack[(frame.base - frame.varargs) as usize..frame.base as usize]
    }

    pub(super) fn type_of(&self, value: Value) -> &'static str {
        value.kind().name()
    }

    /// A value in an error message, as in Lua 5.2: `local 'x' (a nil value)`, or `a nil value` without a name.
    fn named(&self, name: &str, value: Value) -> String {
        let kind = self.type_of(value);
        if name.is_empty() { format!("a {kind} value") } else { format!("{name}(a {kind} value)") }
    }

    pub(super) fn bad_operand(&self, what: &str, value: Value) -> Raise {
        Raise::Message(format!("attempt to {what} {}", self.named(&self.operand_name(value), value)))
    }

    pub(super) fn bad_index(&self, value: Value, key: Value) -> Raise {
        let name = self.operand_name(value);
        let of = match self.heap.bytes(key) {
            Some(key) if name.is_empty() => format!("field '{}' of ", in_message(key)),
            _ => String::new(),
        };
        Raise::Message(format!("attempt to index {of}{}", self.named(&name, value)))
    }

    pub(super) fn cannot(&self, what: &str, place: usize, value: Value) -> Raise {
        let register = self.frames.last().and_then(|frame| place.checked_sub(frame.base as usize));
        let name = register.map_or(String::new(), |register| self.register_name(register));
        Raise::Message(format!("attempt to {what} {}", self.named(&name, value)))
    }

    /// The running instruction's name for a value in one of its registers.
    fn operand_name(&self, value: Value) -> String {
        let Some(frame) = self.frames.last() else { return String::new() };
        let Some(word) = self.program.code.get((frame.pc as usize).wrapping_sub(1)).copied() else {
            return String::new();
        };
        let registers = match op::op(word) {
            op::SET_INDEX | op::SET_FIELD | op::SET_NUMBER => [op::b(word), op::b(word)],
            op::CONCAT => {
                let there = |register: &u8| self.stack.get(frame.base as usize + usize::from(*register));
                let found = (op::b(word)..=op::c(word)).find(|register| there(register) == Some(&value));
                return found.map_or(String::new(), |register| self.register_name(register.into()));
            }
            op::GET_INDEX | op::ADD | op::SUB | op::MUL | op::BINARY | op::LT | op::LE => {
                [op::b(word), op::c(word)]
            }
            _ => [op::b(word), op::b(word)],
        };
        let is = |register: &u8| self.stack.get(frame.base as usize + usize::from(*register)) == Some(&value);
        registers.iter().find(|r| is(r)).map_or(String::new(), |r| self.register_name((*r).into()))
    }

    /// The name of a register of the running function: `local 'a' `, `field 'b' `; may be empty.
    fn register_name(&self, register: usize) -> String {
        let Some(frame) = self.frames.last() else { return String::new() };
        let proto = self.proto_of(frame);
        let pc = frame.pc.saturating_sub(1);
        let text = |id: u32| in_message(self.program.text(id));
        let in_sight = |range: &&crate::program::LocalRange| {
            usize::from(range.register) == register && range.start <= pc && pc < range.end
        };
        if let Some(local) = proto.locals.iter().rev().find(in_sight) {
            return format!("local '{}' ", in_message(&local.name));
        }
        // A value from further away is not an expression's.
        let code = &self.program.code[proto.start.max(pc.saturating_sub(LOOK_BACK)) as usize..pc as usize];
        let upvalue = |index: u8| {
            let name = proto.upvalues.get(usize::from(index)).map_or(&[][..], |upvalue| &upvalue.name);
            format!("upvalue '{}' ", in_message(name))
        };
        let written = code.iter().rev().find(|word| {
            let first = usize::from(op::a(**word));
            match op::op(**word) {
                op::METHOD => register == first || register == first + 1,
                op::NIL => (first..=usize::from(op::b(**word))).contains(&register),
                op::CALL | op::TAIL_CALL => register >= first,
                op::FOR_CALL => register >= first + 3,
                other => writes_a(other) && register == first,
            }
        });
        match written.map(|word| (op::op(*word), *word)) {
            Some((op::GET_GLOBAL, word)) => format!("global '{}' ", text(op::d(word))),
            Some((op::GET_FIELD, word)) => format!("field '{}' ", text(op::d(word))),
            Some((op::METHOD, word)) => format!("method '{}' ", text(op::d(word))),
            Some((op::GET_UPVALUE | op::GET_UPVALUE_CELL, word)) => upvalue(op::b(word)),
            Some((op::MOVE, word)) if usize::from(op::b(word)) < register => {
                self.register_name(op::b(word).into())
            }
            Some((op::GET_NUMBER | op::GET_INDEX, _)) => "field '?' ".into(),
            Some((op::GET_CELL, word)) => {
                let local = proto.locals.iter().rev().find(|range| range.register == op::b(word));
                local.map_or(String::new(), |local| format!("local '{}' ", in_message(&local.name)))
            }
            _ => String::new(),
        }
    }

    pub(super) fn binary_op(number: u32) -> BinaryOp {
        BinaryOp::ALL.get(number as usize).copied().unwrap_or(BinaryOp::Add)
    }
}

fn writes_a(op: u8) -> bool {
    !matches!(
        op,
        op::SET_UPVALUE
            | op::SET_CELL
            | op::SET_ENV
            | op::SET_GLOBAL
            | op::SET_FIELD
            | op::SET_NUMBER
            | op::SET_INDEX
            | op::JUMP
            | op::RETURN
            | op::SET_LIST
            | op::KNOW_SELF
    ) && !op::is_test(op)
}

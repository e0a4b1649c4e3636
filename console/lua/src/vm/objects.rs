//! The heap as a debugger reads it, without changing it: identities, entries, functions, coroutines.
//!
//! ```text
//! identity   tag 8 bits | generation 16 | place in the heap 32      equal in every copy and at every moment, while the object exists
//! ```
//!
//! No metamethod is called. A generation changes when a place is used again. It is not saved: objects of a state read from bytes have
//! identities of their own, so no history follows another object; a function's is its number in the program.

use super::inspect::Variable;
use super::{CallInfo, Vm};
use crate::heap::{CoroutineStatus, FREE_CLOSURE, Frame, Heap, SHORT, hash};
use crate::value::{Value, ValueKind, tag};
use alloc::vec::Vec;

/// A function as it was declared; one of the library has no line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionInfo<'a> {
    pub name: &'a [u8],
    pub line: Option<u32>,
}

impl Heap {
    /// The identity of a table, function or coroutine.
    pub fn identity(&self, value: Value) -> Option<u64> {
        if !matches!(value.tag(), tag::TABLE | tag::FUNCTION | tag::NATIVE | tag::THREAD) {
            return None;
        }
        let generation = self.generation(value.tag(), value.index());
        Some(u64::from(value.tag()) << 48 | u64::from(generation) << 32 | u64::from(value.index()))
    }

    /// The object with an identity, if it exists.
    pub fn identified(&self, id: u64) -> Option<Value> {
        let index = id as u32;
        let is_there = match (id >> 48) as u8 {
            tag::TABLE => self.has_table(index),
            tag::FUNCTION => self.closures.get(index as usize).is_some_and(|it| it.proto != FREE_CLOSURE),
            tag::THREAD => {
                self.threads.get(index as usize).is_some_and(|it| it.status != CoroutineStatus::Free)
            }
            _ => false,
        };
        let value = Value::object((id >> 48) as u8, index);
        (is_there && self.identity(value) == Some(id)).then_some(value)
    }

    /// A table's entries in the order of `next`.
    pub fn entries(&self, table: Value) -> Vec<(Value, Value)> {
        let mut entries = Vec::with_capacity(self.len(table) as usize);
        let mut key = Value::NIL;
        while let Ok(Some(pair)) = self.next(table, key) {
            key = pair.0;
            entries.push(pair);
        }
        entries
    }

    /// The numbers of its entries in the array and of all others.
    pub fn counts(&self, table: Value) -> (usize, usize) {
        table.as_object(tag::TABLE).map_or((0, 0), |table| self.counts_at(table))
    }

    /// The entry of a text key.
    pub fn text_entry(&self, table: Value, text: &[u8]) -> Option<(Value, Value)> {
        if text.len() <= SHORT {
            let key = Value::object(tag::TEXT, self.find_interned(text, hash(text))?);
            return Some((key, self.get(table, key))).filter(|(_, value)| !value.is_nil());
        }
        // A long text is not interned.
        let mut key = Value::NIL;
        while let Ok(Some(pair)) = self.next(table, key) {
            if self.bytes(pair.0) == Some(text) {
                return Some(pair);
            }
            key = pair.0;
        }
        None
    }
}

impl Vm {
    pub fn function(&self, value: Value) -> Option<FunctionInfo<'_>> {
        if let Some(native) = value.as_object(tag::NATIVE) {
            let name =
                self.program.natives.get(native as usize).map_or(&b""[..], |id| self.program.text(*id));
            return Some(FunctionInfo { name, line: None });
        }
        let closure = self.heap.closures.get(value.as_object(tag::FUNCTION)? as usize)?;
        let proto = self.program.protos.get(closure.proto as usize)?;
        Some(FunctionInfo { name: &proto.name, line: (!proto.is_hidden).then_some(proto.line) })
    }

    /// The variables that a function captured.
    pub fn captured(&self, function: Value) -> Vec<Variable> {
        function.as_object(tag::FUNCTION).map_or_else(Vec::new, |closure| self.upvalues_of(closure))
    }

    /// How a coroutine is doing, and its calls, the innermost first. Their numbers count from its first call.
    pub fn coroutine(&self, value: Value) -> Option<(&'static str, Vec<CallInfo>)> {
        let thread = value.as_object(tag::THREAD)?;
        let status = match self.heap.threads.get(thread as usize)?.status {
            CoroutineStatus::Suspended => "suspended",
            CoroutineStatus::Running => "running",
            CoroutineStatus::Normal => "normal",
            CoroutineStatus::Dead | CoroutineStatus::Free => "dead",
        };
        let (frames, _) = self.stack_of(thread);
        let is_current = thread == self.current;
        let info = |(depth, frame): (usize, &Frame)| {
            self.call_info(frame, depth, is_current && depth + 1 == frames.len())
        };
        Some((status, frames.iter().enumerate().rev().filter_map(info).collect()))
    }

    /// The line and the message of the error that ended a coroutine.
    pub fn coroutine_error(&self, value: Value) -> Option<(u32, &[u8])> {
        let thread = value.as_object(tag::THREAD)?;
        let (line, message) = &**self.heap.threads.get(thread as usize)?.error.as_ref()?;
        Some((*line, message))
    }

    /// The locals and upvalues of a coroutine's call.
    pub fn coroutine_variables(&self, value: Value, depth: usize) -> (Vec<Variable>, Vec<Variable>) {
        let Some(thread) = value.as_object(tag::THREAD).filter(|_| value.kind() == ValueKind::Thread) else {
            return (Vec::new(), Vec::new());
        };
        let (frames, stack) = self.stack_of(thread);
        let is_innermost = thread == self.current && depth + 1 == frames.len();
        frames.get(depth).map_or_else(Default::default, |frame| self.variables_of(frame, stack, is_innermost))
    }

    fn stack_of(&self, thread: u32) -> (&[Frame], &[Value]) {
        match &self.heap.threads[thread as usize] {
            _ if thread == self.current => (self.frames.as_slice(), self.stack.as_slice()),
            it => (it.frames.as_slice(), it.stack.as_slice()),
        }
    }
}

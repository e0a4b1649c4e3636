//! Natives: functions that are not written in the language, and their calls.
//!
//! ```text
//! stack    .. | function | arguments | results ..      NativeCall reads the arguments and appends results
//! ```
//!
//! The library's natives are in `library/`, the host's are behind [`Host`]. `vm/call.rs` calls both.

use crate::Value;
use crate::heap::{Event, Heap, InvalidKey, MEMORY, WINDOW, stack_size};
use crate::op;
use crate::program::Program;
use crate::value::tag;
use alloc::string::{String, ToString};
use alloc::{format, vec::Vec};
use core::cell::Cell;
use num::Num;

pub(crate) type NativeResult = Result<(), Raise>;
#[derive(Clone, Copy)]
pub(crate) struct Native {
    pub name: &'static str,
    pub run: NativeKind,
}

#[derive(Clone, Copy)]
pub(crate) enum NativeKind {
    Plain(fn(&mut NativeCall<'_>) -> NativeResult),
    Numbers(NumberFunction),
    Control(Control),
}

/// Functions that only the virtual machine can run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Control {
    Protect,
    Error,
    Resume,
    Yield,
    Trace,
}

/// A function of up to three numbers; missing ones are 0.
pub(crate) type NumberFunction = fn(Num, Num, Num) -> Num;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Return,
    Pause,
    /// Pause the run, and make the same call again when it continues: it is not finished.
    Again,
    /// Replace the first argument by the text of its `__tostring`, and make the same call again. Only if
    /// [`NativeCall::has_text_method`].
    AgainAsText,
    /// Return the size of all objects in KiB as the original counts them, after a collection if true.
    Memory(bool),
}

pub trait Host {
    /// Calls a native by its number in the list that the program was compiled with. The program may catch an error.
    fn call(&mut self, native: u16, call: &mut NativeCall<'_>) -> Result<Answer, Raise>;

    /// `@a`, `%a`, `$a`: a number of 1, 2 or 4 bytes from the machine's memory. It costs only its instruction.
    fn peek(&mut self, address: Num, bytes: u8) -> Num;
}

/// An error that passes through the calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Raise {
    Message(String),
    Value(Value),
}

impl Raise {
    pub fn new(message: &str) -> Raise {
        Raise::Message(message.to_string())
    }
}

pub(crate) const CROWDED: &str = "more than 100 keys of a table, or texts, have the same hash";

/// Values of a stack, of 8 bytes each: as many fill the memory.
pub(crate) const MAX_STACK: usize = WINDOW + MEMORY as usize / 8;

/// Cycles of a call of a native, in addition to its instruction.
pub(crate) const NATIVE_CYCLES: i64 = 2;

#[derive(Debug)]
pub struct NativeCall<'a> {
    pub(crate) heap: &'a mut Heap,
    pub(crate) stack: &'a mut Vec<Value>,
    base: usize,
    count: usize,
    results: usize,
    spent: Cell<i64>,
    left: i64,
    program: &'a Program,
    /// The place after the call's instruction; 0 if no function of the program calls.
    pc: usize,
    /// Only for the library: the results are a function and its arguments, to be called instead.
    pub(crate) goes_on: bool,
}

/// The result of a call: the answer, the number of results after its arguments, and whether they are a call that replaces it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Called {
    pub answer: Answer,
    pub results: usize,
    pub goes_on: bool,
}

/// For calls of natives in the loop over plain instructions: the host, and the result of a call that needs more work.
pub(crate) struct Natives<'a> {
    pub host: &'a mut dyn Host,
    pub called: Option<Result<Called, Raise>>,
}

/// A call of a native: the program, the place after the instruction, the native's place on the stack, the number of arguments after it, and
/// the cycles that are left.
pub(crate) struct Site<'a> {
    pub program: &'a Program,
    pub pc: usize,
    pub function: usize,
    pub count: usize,
    pub left: i64,
}

impl Site<'_> {
    #[inline(always)]
    pub fn call(
        &self,
        heap: &mut Heap,
        stack: &mut Vec<Value>,
        run: impl FnOnce(&mut NativeCall<'_>) -> Result<Answer, Raise>,
    ) -> (Result<Called, Raise>, i64) {
        let before = stack.len();
        let mut call = NativeCall {
            heap,
            stack,
            base: self.function + 1,
            count: self.count,
            results: 0,
            spent: Cell::new(NATIVE_CYCLES),
            left: self.left,
            program: self.program,
            pc: self.pc,
            goes_on: false,
        };
        let answer = run(&mut call);
        let NativeCall { mut results, goes_on, spent, .. } = call;
        if matches!(answer, Ok(Answer::AgainAsText)) {
            results = self.count;
        }
        let spent = spent.get().saturating_add(heap.take_due());
        // Many results grow the stack.
        if stack.len() != before {
            heap.used = heap.used + stack_size(stack.len()) - stack_size(before);
        }
        let answer = answer.and_then(|answer| match heap.is_crowded() {
            true => Err(Raise::new(CROWDED)),
            false => Ok(Called { answer, results, goes_on }),
        });
        (answer, spent)
    }
}

impl NativeCall<'_> {
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// An argument, from 0; nil if it is missing.
    #[inline]
    pub fn get(&self, index: usize) -> Value {
        if index < self.count { self.stack[self.base + index] } else { Value::NIL }
    }

    /// An argument as a number; a text may be one.
    #[inline]
    pub fn number(&self, index: usize) -> Option<Num> {
        self.as_number(self.get(index))
    }

    #[inline]
    pub fn as_number(&self, value: Value) -> Option<Num> {
        match value.as_number() {
            None => self.number_in(value),
            number => number,
        }
    }

    #[cold]
    fn number_in(&self, value: Value) -> Option<Num> {
        self.read_number(self.heap.bytes(value)?, 0)
    }

    /// The number in a text, and charges for reading it.
    pub(crate) fn read_number(&self, bytes: &[u8], flags: u32) -> Option<Num> {
        let (number, cycles) = read_number(bytes, flags);
        self.spend(cycles);
        number
    }

    #[inline]
    pub fn bytes(&self, index: usize) -> Option<&[u8]> {
        self.heap.bytes(self.get(index))
    }

    /// Appends a result. Does nothing if the stack is full.
    #[inline]
    pub fn ret(&mut self, value: Value) {
        let place = self.base + self.count + self.results;
        match self.stack.get_mut(place) {
            Some(slot) => *slot = value,
            None if place < MAX_STACK => self.stack.push(value),
            None => return,
        }
        self.results += 1;
    }

    pub fn ret_text(&mut self, bytes: &[u8]) {
        self.spend(bytes.len() as i64 / 8);
        let text = self.heap.text(bytes);
        self.ret(text);
    }

    #[inline]
    pub fn heap(&mut self) -> &mut Heap {
        self.heap
    }

    /// The line of the call; 0 if no function of the program calls.
    #[inline]
    pub fn line(&self) -> u32 {
        self.program.lines.get(self.pc.wrapping_sub(1)).copied().unwrap_or(0)
    }

    /// Cycles that are left of the budget when the call begins.
    #[inline]
    pub fn left(&self) -> i64 {
        self.left
    }

    /// Replaces an argument, for when the same call is made again.
    pub fn replace(&mut self, index: usize, value: Value) {
        if index < self.count {
            self.stack[self.base + index] = value;
        }
    }

    /// At most `most` bytes of an argument's text by `tostr`.
    pub fn text(&self, index: usize, most: usize) -> Vec<u8> {
        text_of(self.heap, self.get(index), most)
    }

    /// Whether an instruction makes this call, so that it can be made again.
    pub fn can_repeat(&self) -> bool {
        let word = self.program.code.get(self.pc.wrapping_sub(1)).copied().unwrap_or(0);
        matches!(op::op(word), op::CALL | op::TAIL_CALL)
    }

    /// Whether the first argument has a `__tostring` that can be called for it.
    pub fn has_text_method(&mut self) -> bool {
        let value = self.get(0);
        value.tag() == tag::TABLE && self.can_repeat() && !self.heap.event(value, Event::ToString).is_nil()
    }

    /// The key and value after a key of a table, as in [`Heap::next`].
    pub fn next(&mut self, table: Value, key: Value) -> Result<Option<(Value, Value)>, InvalidKey> {
        let Some(index) = table.as_object(tag::TABLE) else { return Ok(None) };
        self.read_key(key);
        let (next, skipped) = self.heap.next_at(index, key)?;
        self.heap.charge_skipped(skipped);
        Ok(next)
    }

    /// Charges for hashing a key: a long text costs its length.
    pub(crate) fn read_key(&self, key: Value) {
        if key.tag() == tag::LONG {
            self.spend(self.heap.bytes(key).map_or(0, <[u8]>::len) as i64 / 8);
        }
    }

    #[inline]
    pub fn spend(&self, cycles: i64) {
        self.spent.set(self.spent.get().saturating_add(cycles.max(0)));
    }
}

/// At most `most` bytes of a value's text by `tostr`.
pub(crate) fn text_of(heap: &Heap, value: Value, most: usize) -> Vec<u8> {
    if let Some(bytes) = heap.bytes(value) {
        return bytes[..bytes.len().min(most)].to_vec();
    }
    match (value.as_number(), value) {
        (Some(number), _) => number.tostr(0).into_bytes(),
        (_, Value::TRUE) => b"true".to_vec(),
        (_, Value::FALSE) => b"false".to_vec(),
        _ => format!("[{}]", value.kind().name()).into_bytes(),
    }
}

/// The number in a text, and the cycles of reading it; a number as it is usually written is free.
pub(crate) fn read_number(bytes: &[u8], flags: u32) -> (Option<Num>, i64) {
    if bytes.len() > LONGEST_NUMBER {
        return (None, 0);
    }
    (Num::tonum(bytes, flags), bytes.len().saturating_sub(16) as i64 / 2)
}

/// Bytes of a text that may be a number.
const LONGEST_NUMBER: usize = 4 << 10;

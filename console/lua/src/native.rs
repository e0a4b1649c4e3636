//! Natives: functions that are not written in the language, and what they are called with.
//!
//! ```text
//! stack    .. | function | arguments | results ..      Call reads the arguments and puts results behind them
//! ```
//!
//! The library's natives are in `library/`; those of the host are behind [`Host`]. `vm/call.rs` calls both.

use crate::Value;
use crate::heap::{Heap, InvalidKey, stack_size};
use crate::program::Program;
use crate::value::tag;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::Cell;
use num::Num;

pub(crate) type Done = Result<(), Raise>;

/// A function that is not written in the language.
#[derive(Clone, Copy)]
pub(crate) struct Native {
    pub name: &'static str,
    pub run: Run,
}

#[derive(Clone, Copy)]
pub(crate) enum Run {
    Plain(fn(&mut Call<'_>) -> Done),
    Numbers(Numbers),
    Control(Control),
}

/// What only the machine can do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Control {
    Protect,
    Error,
    Resume,
    Yield,
    Trace,
}

/// A function of up to three numbers; what is not given is 0.
pub(crate) type Numbers = fn(Num, Num, Num) -> Num;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Return,
    /// It returns, and the run pauses.
    Pause,
    /// The run pauses, and goes on with the same call: what was asked for is not over yet.
    Again,
}

/// What a program runs upon.
pub trait Host {
    /// Calls a native by its number in the list that the program was compiled with.
    ///
    /// # Errors
    /// With what is wrong about the call: the program may catch it.
    fn call(&mut self, native: u16, call: &mut Call<'_>) -> Result<Answer, Raise>;

    /// `@a`, `%a`, `$a`: a number of 1, 2 or 4 bytes from the memory of the machine. It has the price of its instruction.
    fn peek(&mut self, address: Num, bytes: u8) -> Num;
}

/// An error on its way through the calls.
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

/// Values of a stack: three eighths of the memory's limit.
pub(crate) const MAX_STACK: usize = 100_000;

/// Cycles of a call of a native, besides its instruction.
pub(crate) const NATIVE_CYCLES: i64 = 2;

/// A call of a native: its arguments, its results, and the heap.
#[derive(Debug)]
pub struct Call<'a> {
    pub(crate) heap: &'a mut Heap,
    pub(crate) stack: &'a mut Vec<Value>,
    base: usize,
    count: usize,
    results: usize,
    spent: Cell<i64>,
    left: i64,
    program: &'a Program,
    /// The place behind the call's instruction; 0 where no function of the program calls.
    pc: usize,
    /// The library's: results are a function and its arguments, which take the place of this call.
    pub(crate) goes_on: bool,
}

/// What a call came to: its answer, how many results lie behind its arguments, and whether they are a call that takes its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Called {
    pub answer: Answer,
    pub results: usize,
    pub goes_on: bool,
}

/// What the loop over plain instructions calls natives with: the host, and what a call came to that is not over with that.
pub(crate) struct Natives<'a> {
    pub host: &'a mut dyn Host,
    pub called: Option<Result<Called, Raise>>,
}

/// Where a native is called: the program, the place behind the instruction, the place of the native on the stack, how many arguments lie
/// behind it, and the cycles that are left.
pub(crate) struct Site<'a> {
    pub program: &'a Program,
    pub pc: usize,
    pub function: usize,
    pub count: usize,
    pub left: i64,
}

impl Site<'_> {
    /// Makes the call and does it: what it came to, and the cycles that it took.
    #[inline(always)]
    pub fn call(
        &self,
        heap: &mut Heap,
        stack: &mut Vec<Value>,
        run: impl FnOnce(&mut Call<'_>) -> Result<Answer, Raise>,
    ) -> (Result<Called, Raise>, i64) {
        let before = stack.len();
        let mut call = Call {
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
        let Call { results, goes_on, spent, .. } = call;
        let spent = spent.get().saturating_add(heap.take_due());
        // Many results make the stack longer.
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

impl Call<'_> {
    /// How many arguments there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// An argument, from 0; nil if it is not there.
    #[inline]
    pub fn get(&self, index: usize) -> Value {
        if index < self.count { self.stack[self.base + index] } else { Value::NIL }
    }

    /// An argument as a number: one, or a text that is one.
    #[inline]
    pub fn number(&self, index: usize) -> Option<Num> {
        self.as_number(self.get(index))
    }

    /// A value as a number: one, or a text that is one.
    #[inline]
    pub fn as_number(&self, value: Value) -> Option<Num> {
        match value.as_number() {
            None => self.number_in(value),
            number => number,
        }
    }

    /// The number that a text is.
    #[cold]
    fn number_in(&self, value: Value) -> Option<Num> {
        self.read_number(self.heap.bytes(value)?, 0)
    }

    /// The number that a text is, for its price.
    pub(crate) fn read_number(&self, bytes: &[u8], flags: u32) -> Option<Num> {
        let (number, cycles) = read_number(bytes, flags);
        self.spend(cycles);
        number
    }

    /// An argument's bytes, if it is a text.
    #[inline]
    pub fn bytes(&self, index: usize) -> Option<&[u8]> {
        self.heap.bytes(self.get(index))
    }

    /// Another result. Nothing happens when the stack is full.
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

    /// A text as a result.
    pub fn ret_text(&mut self, bytes: &[u8]) {
        self.spend(bytes.len() as i64 / 8);
        let text = self.heap.text(bytes);
        self.ret(text);
    }

    #[inline]
    pub fn heap(&mut self) -> &mut Heap {
        self.heap
    }

    /// The line of the call; 0 where no function of the program calls.
    #[inline]
    pub fn line(&self) -> u32 {
        self.program.lines.get(self.pc.wrapping_sub(1)).copied().unwrap_or(0)
    }

    /// Cycles of the budget that are left where the call begins.
    #[inline]
    pub fn left(&self) -> i64 {
        self.left
    }

    /// Puts another value in place of an argument, for when the same call comes again.
    pub fn replace(&mut self, index: usize, value: Value) {
        if index < self.count {
            self.stack[self.base + index] = value;
        }
    }

    /// An argument as the text that `tostr` makes of it, as far as `most` bytes.
    pub fn text(&self, index: usize, most: usize) -> Vec<u8> {
        text_of(self.heap, self.get(index), most)
    }

    /// A table's key and value after a key, as [`Heap::next`] has it.
    ///
    /// # Errors
    /// When the table does not have that key.
    pub fn next(&mut self, table: Value, key: Value) -> Result<Option<(Value, Value)>, InvalidKey> {
        let Some(index) = table.as_object(tag::TABLE) else { return Ok(None) };
        self.read_key(key);
        let (next, skipped) = self.heap.next_at(index, key)?;
        self.heap.charge_skipped(skipped);
        Ok(next)
    }

    /// Charges for a key that is hashed: a long text costs its length.
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

/// A value as `tostr` has it, as far as `most` bytes.
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

/// The number that a text is, and the cycles of reading it; a number as it is written takes none.
pub(crate) fn read_number(bytes: &[u8], flags: u32) -> (Option<Num>, i64) {
    if bytes.len() > LONGEST_NUMBER {
        return (None, 0);
    }
    (Num::tonum(bytes, flags), bytes.len().saturating_sub(16) as i64 / 2)
}

/// Bytes of the longest text that is a number.
const LONGEST_NUMBER: usize = 4 << 10;

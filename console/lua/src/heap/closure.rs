//! Closures, cells and coroutines.
//!
//! ```text
//! Closure ── proto ──> the program's function      upvalues ──> block of words: values, or cells of shared variables
//! Coroutine ── stack, frames: its own, while it does not run; the running one's are the machine's
//! ```
//!
//! A variable that is captured and never assigned is copied into each closure; one that is assigned is in a cell from the start. So nothing
//! ever points into a stack, and nothing has to be closed.

use super::Heap;
use super::blocks::class_of;
use crate::program::{Program, Proto, UpvalueSource};
use crate::value::{Value, tag};
use alloc::{boxed::Box, vec::Vec};

/// Size of a closure for `stat(0)`, without its upvalues.
const CLOSURE_SIZE: u32 = 16;
const UPVALUE_SIZE: u32 = 4;
pub(super) const CELL_SIZE: u32 = 20;
/// A coroutine without its stack, whose size is that of its values.
const THREAD_SIZE: u32 = 500;
/// A running call without its values: Lua 5.2's `CallInfo` with pointers of 32 bits.
const CALL_SIZE: u32 = 40;

/// Registers that a frame may address; a stack has as many above the base of the running frame.
pub(crate) const WINDOW: usize = 256;

/// The proto of a freed closure.
pub(crate) const FREE: u32 = u32::MAX;

/// A function with its upvalues, and the parts of its proto that calls need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Closure {
    pub proto: u32,
    /// The block of its upvalues; of a freed one the next free one, plus 1.
    pub upvalues: u32,
    pub count: u8,
    pub params: u8,
    pub registers: u8,
    pub is_vararg: bool,
    pub entry: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum CoroutineStatus {
    #[default]
    Free,
    /// Not begun, or yielded.
    Suspended,
    Running,
    Normal,
    Dead,
}

/// How a call's results are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum After {
    #[default]
    Store,
    /// The first decides a jump.
    Test,
    TestNot,
    /// The first is an operand of a concatenation, which continues.
    Concat,
    /// They go to the caller of `pcall`, after `true`.
    Protected,
    /// The first is an argument, as text, of the call that the caller makes again. Its arguments end at `want`.
    Again,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    pub closure: u32,
    /// The place of its register 0 on the stack.
    pub base: u32,
    pub pc: u32,
    /// The place of its results on the stack.
    pub ret: u32,
    /// The number of results; below 0: all.
    pub want: i32,
    pub after: After,
    /// The number of arguments after its parameters; they are below register 0.
    pub varargs: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Coroutine {
    pub stack: Vec<Value>,
    /// The part of the stack that is in use while it does not run.
    pub live: u32,
    pub frames: Vec<Frame>,
    pub status: CoroutineStatus,
    /// The coroutine that resumed it. In a freed coroutine, the next free one, plus 1.
    pub resumer: u32,
    /// The place and number of the values of the next resume.
    pub ret: u32,
    pub want: i32,
    /// The place and number of yielded values, for its resumer.
    pub out: u32,
    pub out_want: i32,
    /// As a table's.
    pub generation: u16,
    /// The line and the message of the error that ended it, for debuggers: a program cannot read it, and a saved state has none.
    pub error: Option<Box<(u32, Vec<u8>)>>,
}

impl Heap {
    pub(crate) fn closure(&mut self, index: u32, proto: &Proto) -> u32 {
        let count = proto.upvalues.len() as u8;
        let mut upvalues = 0;
        if count > 0 {
            upvalues = self.words.alloc(class_of::<u64>(u32::from(count)));
            self.words.items[upvalues as usize..][..usize::from(count)].fill(Value::NIL.0);
        }
        self.used += CLOSURE_SIZE + UPVALUE_SIZE * u32::from(count);
        let closure = Closure::new(index, upvalues, proto);
        match self.free_closure.checked_sub(1) {
            Some(index) => {
                self.free_closure = self.closures[index as usize].upvalues;
                self.closures[index as usize] = closure;
                index
            }
            None => {
                self.closures.push(closure);
                self.closures.len() as u32 - 1
            }
        }
    }

    /// The closure of a function without upvalues: the existing one, or a new one. Lua 5.2 too returns the existing closure if a new one
    /// would have the same variables; objects with such methods share them.
    pub(crate) fn shared_closure(&mut self, index: u32, proto: &Proto) -> u32 {
        if let Some(closure) = self.shared.get(index as usize).and_then(|place| place.checked_sub(1)) {
            return closure;
        }
        let made = self.closure(index, proto);
        self.share(made);
        made
    }

    fn share(&mut self, closure: u32) {
        let it = self.closures[closure as usize];
        if it.proto != FREE && it.count == 0 {
            let proto = it.proto as usize;
            self.shared.resize(self.shared.len().max(proto + 1), 0);
            self.shared[proto] = closure + 1;
        }
    }

    /// Finds the shared closures: after a collection, and when closures come from elsewhere.
    pub(crate) fn note_shared(&mut self) {
        self.shared.clear();
        (0..self.closures.len() as u32).rev().for_each(|closure| self.share(closure));
    }

    pub(crate) fn closure_in(&mut self, index: u32, proto: &Proto, registers: &[Value], around: u32) -> u32 {
        let made = self.closure(index, proto);
        let own = self.closures[made as usize].upvalues;
        for (i, upvalue) in proto.upvalues.iter().enumerate() {
            let value = match upvalue.from {
                UpvalueSource::Local(register) => registers[usize::from(register)],
                UpvalueSource::Upvalue(index) => self.upvalue(around, index),
            };
            self.set_upvalue(own, i as u8, value);
        }
        made
    }

    #[inline]
    pub(crate) fn upvalue(&self, upvalues: u32, index: u8) -> Value {
        Value(self.words.items[upvalues as usize + usize::from(index)])
    }

    #[inline]
    pub(crate) fn set_upvalue(&mut self, upvalues: u32, index: u8, value: Value) {
        self.words.items[upvalues as usize + usize::from(index)] = value.0;
    }

    pub(crate) fn cell(&mut self, value: Value) -> Value {
        self.used += CELL_SIZE;
        let index = match self.free_cell.checked_sub(1) {
            Some(index) => {
                self.free_cell = self.cells[index as usize].index();
                self.cells[index as usize] = value;
                index
            }
            None => {
                self.cells.push(value);
                self.cells.len() as u32 - 1
            }
        };
        Value::object(tag::CELL, index)
    }

    /// The content of a cell. The compiler guarantees that it is one; anything else is nil.
    #[inline]
    pub(crate) fn cell_value(&self, cell: Value) -> Value {
        match cell.as_object(tag::CELL) {
            Some(index) => self.cells[index as usize],
            None => Value::NIL,
        }
    }

    #[inline]
    pub(crate) fn set_cell(&mut self, cell: Value, value: Value) {
        if let Some(index) = cell.as_object(tag::CELL) {
            self.cells[index as usize] = value;
        }
    }

    pub(crate) fn thread(&mut self, function: Value) -> u32 {
        let mut thread = Coroutine {
            generation: self.first_generation,
            stack: [function].into(),
            live: 1,
            status: CoroutineStatus::Suspended,
            want: -1,
            ..Coroutine::default()
        };
        self.used += THREAD_SIZE;
        match self.free_thread.checked_sub(1) {
            Some(index) => {
                self.free_thread = self.threads[index as usize].resumer;
                thread.generation = self.threads[index as usize].generation;
                self.threads[index as usize] = thread;
                index
            }
            None => {
                self.threads.push(thread);
                self.threads.len() as u32 - 1
            }
        }
    }

    pub(super) fn size_of_closure(&self, closure: &Closure) -> u32 {
        CLOSURE_SIZE + UPVALUE_SIZE * u32::from(closure.count)
    }

    pub(crate) fn proto_of<'a>(&self, closure: u32, program: &'a Program) -> &'a Proto {
        &program.protos[self.closures[closure as usize].proto as usize]
    }
}

impl Coroutine {
    pub(super) fn free(next: u32, generation: u16) -> Coroutine {
        Coroutine { resumer: next, generation, ..Coroutine::default() }
    }

    pub fn size(&self) -> u32 {
        THREAD_SIZE + stack_size(self.stack.len()) + calls_size(&self.frames)
    }
}

/// The size of calls for `stat(0)`: each level of a recursion adds it to its place on the stack.
pub(crate) fn calls_size(frames: &[Frame]) -> u32 {
    CALL_SIZE * frames.len() as u32
}

/// A stack's size for `stat(0)`. The room for a frame above its used part does not count.
pub(crate) fn stack_size(len: usize) -> u32 {
    super::SLOT_SIZE * len.saturating_sub(WINDOW) as u32
}

impl Closure {
    pub(super) fn free(next: u32) -> Closure {
        Closure { proto: FREE, upvalues: next, ..Closure::default() }
    }

    pub fn new(index: u32, upvalues: u32, proto: &Proto) -> Closure {
        Closure {
            proto: index,
            upvalues,
            count: proto.upvalues.len() as u8,
            params: proto.params,
            registers: proto.registers,
            is_vararg: proto.is_vararg,
            entry: proto.start,
        }
    }
}

//! The whole state as bytes, and back.
//!
//! ```text
//! "RLUA" format program's digest | numbers of the machine | heap: lists, heads of what is free | coroutines | stack, frames
//! ```
//!
//! The heap's words and texts stand as they lie in memory, so that two states near each other have bytes near each other:
//! lowest addresses are used first, what is free is zero but for its link. The program itself is not in it; its digest says
//! which one is wanted. What only speed depends on is left out.
//!
//! Bytes from outside may be anything. All that the interpreter relies on is checked here once: every index, every block, every
//! chain, every frame. So it may index without fear, and a state that is not refused runs.
//!
//! | file | what it does |
//! |---|---|
//! | `mod.rs` | writing, and reading in order |
//! | `check.rs` | what must hold of what was read |

mod check;

use crate::Value;
use crate::bytes::{FORMAT, Reader, Result, StateError, Writer};
use crate::digest;
use crate::heap::{After, Frame, Heap, Status, Thread};
use crate::program::Program;
use crate::vm::Vm;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

const MAGIC: &[u8; 4] = b"RLUA";
/// Values of all stacks together: some thousand coroutines.
const MAX_STACKS: usize = 1 << 21;

fn put_frames(out: &mut Writer<'_>, frames: &[Frame]) {
    out.u32(frames.len() as u32);
    for frame in frames {
        for n in [frame.closure, frame.base, frame.pc, frame.ret, frame.want as u32, frame.varargs] {
            out.u32(n);
        }
        out.u8(frame.after as u8);
    }
}

fn get_frames(input: &mut Reader<'_>) -> Result<Vec<Frame>> {
    let count = input.count(25)?;
    let mut frames = Vec::with_capacity(count);
    for _ in 0..count {
        let (closure, base, pc) = (input.u32()?, input.u32()?, input.u32()?);
        let (ret, want, varargs) = (input.u32()?, input.i32()?, input.u32()?);
        let after = match input.u8()? {
            0 => After::Store,
            1 => After::Test,
            2 => After::TestNot,
            3 => After::Concat,
            4 => After::Protected,
            _ => return Err(StateError::Damaged("a frame")),
        };
        frames.push(Frame { closure, base, pc, ret, want, after, varargs });
    }
    Ok(frames)
}

/// A stack: its length, and what of it is in use.
fn put_stack(out: &mut Writer<'_>, stack: &[Value], live: usize) {
    out.u32(stack.len() as u32);
    out.u32(live as u32);
    stack[..live].iter().for_each(|value| out.u64(value.0));
}

fn get_stack(input: &mut Reader<'_>, room: &mut usize) -> Result<(Vec<Value>, u32)> {
    let length = input.u32()? as usize;
    let live = input.count(8)?;
    *room = room.checked_sub(length).ok_or(StateError::Damaged("stacks"))?;
    if live > length {
        return Err(StateError::Damaged("a stack"));
    }
    let mut stack = Vec::with_capacity(length);
    for _ in 0..live {
        stack.push(Value(input.u64()?));
    }
    stack.resize(length, Value::NIL);
    Ok((stack, live as u32))
}

impl Vm {
    /// The whole state as bytes. The same state has the same bytes.
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.save_in_pieces(&mut |piece| bytes.extend_from_slice(piece));
        bytes
    }

    /// The bytes of [`Vm::save`], piece by piece: for whoever needs them only in passing.
    pub fn save_in_pieces(&self, each: &mut dyn FnMut(&[u8])) {
        let mut out = Writer::new(each);
        out.array(*MAGIC);
        out.u32(FORMAT);
        out.u64(self.program.digest);
        out.u32(self.current);
        out.u64(self.env.0);
        let live = self.live();
        // The top is of use only to an instruction that takes a list.
        out.u32(self.list_end());
        out.u8(u8::from(self.failed));
        out.u32(self.age);
        out.u64(self.extra as u64);
        self.heap.write(&mut out);
        out.u32(self.heap.threads.len() as u32);
        for thread in &self.heap.threads {
            out.u8(thread.status as u8);
            put_stack(&mut out, &thread.stack, thread.live as usize);
            put_frames(&mut out, &thread.frames);
            for n in [thread.resumer, thread.ret, thread.want as u32, thread.out, thread.out_want as u32] {
                out.u32(n);
            }
        }
        put_stack(&mut out, &self.stack, live);
        put_frames(&mut out, &self.frames);
        out.flush();
    }

    /// A digest of the whole state.
    pub fn digest(&self) -> u64 {
        digest::of_bytes(&self.save())
    }

    /// A state that [`Vm::save`] wrote, of the same program.
    ///
    /// # Errors
    /// When the bytes are no such state; what is not refused runs without harm.
    pub fn restore(program: Arc<Program>, bytes: &[u8]) -> Result<Vm> {
        let mut input = Reader(bytes);
        if input.take::<4>()? != *MAGIC || input.u32()? != FORMAT {
            return Err(StateError::Format);
        }
        if input.u64()? != program.digest {
            return Err(StateError::Program);
        }
        let (current, env, top) = (input.u32()?, Value(input.u64()?), input.u32()?);
        let (failed, age, extra) = (input.flag()?, input.u32()?, input.u64()? as i64);
        let mut heap = Heap::read(&mut input, &program)?;
        let count = input.count(33)?;
        let mut room = MAX_STACKS;
        for _ in 0..count {
            let status = match input.u8()? {
                0 => Status::Free,
                1 => Status::Suspended,
                2 => Status::Running,
                3 => Status::Normal,
                4 => Status::Dead,
                _ => return Err(StateError::Damaged("a coroutine")),
            };
            let (stack, live) = get_stack(&mut input, &mut room)?;
            let frames = get_frames(&mut input)?;
            let (resumer, ret, want) = (input.u32()?, input.u32()?, input.i32()?);
            let (out, out_want) = (input.u32()?, input.i32()?);
            heap.threads.push(Thread { stack, live, frames, status, resumer, ret, want, out, out_want });
        }
        let (stack, _) = get_stack(&mut input, &mut room)?;
        let frames = get_frames(&mut input)?;
        if !input.0.is_empty() {
            return Err(StateError::Length);
        }
        let guesses = vec![0; program.code.len()];
        let mut vm = Vm {
            program,
            heap,
            stack,
            frames,
            current,
            env,
            top,
            failed,
            age,
            guesses,
            extra,
            left: 0,
            answered: Value::NIL,
        };
        check::machine(&mut vm)?;
        Ok(vm)
    }
}

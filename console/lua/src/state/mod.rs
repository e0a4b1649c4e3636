//! The whole state as bytes, and back.
//!
//! ```text
//! "RLUA" format program's digest | numbers of the machine | heap: lists, heads of free lists | coroutines | stack, frames
//! ```
//!
//! The heap's words and texts are stored as in memory, so that similar states have similar bytes: lowest addresses are used first, and
//! free blocks are zero except for their link. The program is not included; its digest identifies it. Data that only affect speed are
//! left out.
//!
//! Bytes from outside may be anything. Everything that the interpreter relies on is checked once, here: every index, block, chain and
//! frame. So it may index without checks, and any state that is accepted runs.
//!
//! | file | what it does |
//! |---|---|
//! | `mod.rs` | writing, and reading in order |
//! | `check.rs` | checks of what was read |

mod check;

use crate::Value;
use crate::bytes::{FORMAT, Reader, RestoreError, Result, Writer};
use crate::digest;
use crate::heap::{After, Coroutine, CoroutineStatus, Frame, Heap};
use crate::program::Program;
use crate::vm::Vm;
use alloc::{sync::Arc, vec, vec::Vec};

const MAGIC: &[u8; 4] = b"RLUA";
/// Values of all stacks together: some thousand coroutines.
const MAX_STACKS: usize = 1 << 21;
const AFTERS: [After; 6] =
    [After::Store, After::Test, After::TestNot, After::Concat, After::Protected, After::Again];
const STATUSES: [CoroutineStatus; 5] = [
    CoroutineStatus::Free,
    CoroutineStatus::Suspended,
    CoroutineStatus::Running,
    CoroutineStatus::Normal,
    CoroutineStatus::Dead,
];

fn put_frames(out: &mut Writer<'_>, frames: &[Frame]) {
    out.u32(frames.len() as u32);
    for frame in frames {
        out.u32s([frame.closure, frame.base, frame.pc, frame.ret, frame.want as u32, frame.varargs]);
        out.u8(frame.after as u8);
    }
}

fn get_frames(input: &mut Reader<'_>) -> Result<Vec<Frame>> {
    let frame = |input: &mut Reader<'_>| {
        let [closure, base, pc, ret, want, varargs] = input.u32s()?;
        let after = *AFTERS.get(usize::from(input.u8()?)).ok_or(RestoreError::Damaged("a frame"))?;
        Ok(Frame { closure, base, pc, ret, want: want as i32, after, varargs })
    };
    (0..input.count(25)?).map(|_| frame(input)).collect()
}

/// A stack: its length, and the part of it that is in use.
fn put_stack(out: &mut Writer<'_>, stack: &[Value], live: usize) {
    out.u32(stack.len() as u32);
    out.u32(live as u32);
    stack[..live].iter().for_each(|value| out.u64(value.0));
}

fn get_stack(input: &mut Reader<'_>, room: &mut usize) -> Result<(Vec<Value>, u32)> {
    let length = input.u32()? as usize;
    let live = input.count(8)?;
    *room = room.checked_sub(length).ok_or(RestoreError::Damaged("stacks"))?;
    if live > length {
        return Err(RestoreError::Damaged("a stack"));
    }
    let mut stack = Vec::with_capacity(length);
    for _ in 0..live {
        stack.push(Value(input.u64()?));
    }
    stack.resize(length, Value::NIL);
    Ok((stack, live as u32))
}

impl Vm {
    /// The whole state as bytes; equal states have equal bytes.
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.save_in_pieces(&mut |piece| bytes.extend_from_slice(piece));
        bytes
    }

    pub fn save_in_pieces(&self, each: &mut dyn FnMut(&[u8])) {
        let mut out = Writer::new(each);
        out.array(*MAGIC);
        out.u32(FORMAT);
        out.u64(self.program.digest);
        out.u32(self.current);
        out.u64(self.env.0);
        let live = self.live();
        // The top matters only to an instruction that takes a list.
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
            out.u32s([thread.resumer, thread.ret, thread.want as u32, thread.out, thread.out_want as u32]);
        }
        put_stack(&mut out, &self.stack, live);
        put_frames(&mut out, &self.frames);
        out.flush();
    }

    pub fn digest(&self) -> u64 {
        digest::of_bytes(&self.save())
    }

    /// Restores a state of the same program. Any state that is accepted runs without harm.
    pub fn restore(program: Arc<Program>, bytes: &[u8]) -> Result<Vm> {
        let mut input = Reader(bytes);
        if input.take::<4>()? != *MAGIC || input.u32()? != FORMAT {
            return Err(RestoreError::Format);
        }
        if input.u64()? != program.digest {
            return Err(RestoreError::Program);
        }
        let (current, env, top) = (input.u32()?, Value(input.u64()?), input.u32()?);
        let (failed, age, extra) = (input.flag()?, input.u32()?, input.u64()? as i64);
        let mut heap = Heap::read(&mut input, &program)?;
        let count = input.count(33)?;
        let mut room = MAX_STACKS;
        for _ in 0..count {
            let status = STATUSES.get(usize::from(input.u8()?)).copied();
            let status = status.ok_or(RestoreError::Damaged("a coroutine"))?;
            let (stack, live) = get_stack(&mut input, &mut room)?;
            let frames = get_frames(&mut input)?;
            let [resumer, ret, want, out, out_want] = input.u32s()?;
            let (want, out_want) = (want as i32, out_want as i32);
            let generation = 0;
            heap.threads.push(Coroutine {
                stack,
                live,
                frames,
                status,
                resumer,
                ret,
                want,
                out,
                out_want,
                generation,
                error: None,
            });
        }
        let (stack, _) = get_stack(&mut input, &mut room)?;
        let frames = get_frames(&mut input)?;
        if !input.0.is_empty() {
            return Err(RestoreError::Length);
        }
        heap.begin_generations(digest::of_bytes(bytes) as u16);
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

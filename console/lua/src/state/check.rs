//! Checks a state that was read.
//!
//! | part | check |
//! |---|---|
//! | values | a valid tag, and an index of an existing object |
//! | frames | places inside their function, registers inside the stack, room for results in the caller |
//! | what a frame's results decide | what the caller's instruction says |
//! | coroutines | a chain of resumers that ends at the program; the running one is its head |

use crate::Value;
use crate::bytes::{RestoreError, Result};
use crate::heap::{After, CoroutineStatus, Frame, Heap, WINDOW};
use crate::native::MAX_STACK;
use crate::op;
use crate::program::Program;
use crate::value::tag;
use crate::vm::{GLOBALS, INTERRUPT, REGISTRY, Vm};

fn ensure(holds: bool, what: &'static str) -> Result<()> {
    if holds { Ok(()) } else { Err(RestoreError::Damaged(what)) }
}

pub(super) fn machine(vm: &mut Vm) -> Result<()> {
    let natives = vm.program.natives.len();
    let (heap, program) = (&vm.heap, &vm.program);
    ensure(heap.has(vm.env, natives) && heap.has(GLOBALS, natives), "the globals")?;
    ensure(heap.has(REGISTRY, natives), "the registry")?;
    ensure((vm.top as usize) <= vm.stack.len() && vm.age < 60, "the machine")?;
    ensure((0..1 << 40).contains(&vm.extra), "cycles")?;
    heap.check_values(natives)?;
    stack(heap, &vm.stack, natives)?;
    frames(heap, program, &vm.frames, vm.stack.len())?;
    for thread in &heap.threads {
        stack(heap, &thread.stack, natives)?;
        frames(heap, program, &thread.frames, thread.stack.len())?;
        let places = [thread.ret, thread.out].iter().all(|place| (*place as usize) < MAX_STACK);
        let wanted = (-1..=255).contains(&thread.want) && (INTERRUPT..=255).contains(&thread.out_want);
        let resumer = heap.threads.get(thread.resumer as usize);
        // An interrupt restores the end of a list.
        let returns = thread.out_want == INTERRUPT
            && matches!(thread.status, CoroutineStatus::Running | CoroutineStatus::Normal);
        let list = !returns || resumer.is_some_and(|it| thread.out as usize <= it.stack.len());
        let resumer = thread.status == CoroutineStatus::Free || resumer.is_some();
        ensure(places && wanted && resumer && list, "a coroutine")?;
        let has_stack = !thread.frames.is_empty() || !thread.stack.is_empty();
        ensure(thread.status != CoroutineStatus::Suspended || has_stack, "a suspended coroutine")?;
    }
    let mut at = vm.current;
    for _ in 0..=heap.threads.len() {
        let thread = heap.threads.get(at as usize);
        let expected = if at == vm.current { CoroutineStatus::Running } else { CoroutineStatus::Normal };
        let Some(thread) = thread.filter(|thread| thread.status == expected) else {
            return Err(RestoreError::Damaged("who runs"));
        };
        if at == vm.current {
            ensure(thread.stack.is_empty() && thread.frames.is_empty(), "who runs")?;
        }
        if at == 0 {
            vm.heap.count_used(&vm.stack);
            return ensure(vm.heap.is_sane(), "memory");
        }
        let resumer = heap.threads.get(thread.resumer as usize);
        ensure(resumer.is_some_and(|it| !it.frames.is_empty()), "who resumed")?;
        at = thread.resumer;
    }
    Err(RestoreError::Damaged("who runs"))
}

fn stack(heap: &Heap, stack: &[Value], natives: usize) -> Result<()> {
    let good = |value: &Value| match value.as_object(tag::CELL) {
        Some(cell) => heap.cells.get(cell as usize).is_some_and(|cell| cell.tag() != tag::FREE),
        None => heap.has(*value, natives),
    };
    ensure(stack.iter().all(good), "a stack")
}

fn frames(heap: &Heap, program: &Program, frames: &[Frame], stack: usize) -> Result<()> {
    let last = frames.len().wrapping_sub(1);
    for (i, frame) in frames.iter().enumerate() {
        let closure = heap.closures.get(frame.closure as usize);
        let proto = closure.and_then(|closure| program.protos.get(closure.proto as usize));
        let Some(proto) = proto else { return Err(RestoreError::Damaged("a frame")) };
        // All but the last are after an instruction that called.
        let first = if i == last { proto.start } else { proto.start + 1 };
        ensure((first..proto.end).contains(&frame.pc), "a frame's place")?;
        let below = if proto.is_vararg {
            u32::from(proto.params).saturating_add(frame.varargs)
        } else {
            frame.varargs
        };
        ensure(below < frame.base && (proto.is_vararg || frame.varargs == 0), "a frame's arguments")?;
        ensure(frame.base as usize + WINDOW <= stack, "a frame's registers")?;
        let most = if frame.after == After::Again { stack - WINDOW } else { 255 };
        let wanted = (-1..=most as i32).contains(&frame.want);
        ensure(wanted && frame.ret as usize + WINDOW <= stack, "a frame's results")?;
        let caller = i.checked_sub(1).map(|caller| frames[caller]);
        let before = caller.map_or(0, |caller| program.code[caller.pc as usize - 1]);
        let next = caller.map_or(0, |caller| program.code[caller.pc as usize]);
        let fits = match frame.after {
            After::Store | After::Protected => true,
            After::Again => matches!(op::op(next), op::CALL | op::TAIL_CALL) && frame.want > frame.ret as i32,
            After::Test | After::TestNot => op::is_test(op::op(before)) && op::op(next) == op::JUMP,
            After::Concat => {
                let base = caller.map_or(0, |caller| caller.base);
                let operands = base + u32::from(op::b(before))..=base + u32::from(op::c(before));
                op::op(before) == op::CONCAT && operands.contains(&frame.ret)
            }
        };
        ensure(fits, "what a frame decides")?;
    }
    Ok(())
}

//! Calls: frames, natives, and the use of results.
//!
//! ```text
//! stack    .. | function | arguments ........ |                     a function without `...`: its register 0 is the first argument
//!          .. | function | arguments | more .. | parameters | ...   with `...`: its registers are after all arguments
//! native   .. | function | arguments | results ..                   then the results are copied to their place
//! ```
//!
//! The frame's [`After`] decides what happens to a call's results: they go to registers of the caller, decide a jump,
//! or continue a concatenation.

use super::{Flow, Signal, Vm, copying};
use crate::Value;
use crate::heap::{After, Event, Frame, Heap, WINDOW, calls_size, stack_size};
use crate::library;
use crate::native::{
    Answer, Called, Control, Host, MAX_STACK, NativeCall, NativeKind, Natives, Raise, Site, text_of,
};
use crate::op;
use crate::program::Program;
use crate::value::tag;
use alloc::vec::Vec;

const MAX_CALLS: u32 = 100;

impl Site<'_> {
    /// Calls a native from the loop over plain instructions, which has checked the room on the stack and in the heap. Returns the cycles of
    /// the call, and whether it is complete: with one result or none, as wanted. Otherwise `natives` has its result.
    // Not inlined, so that its registers do not burden the loop.
    #[inline(never)]
    pub(super) fn call_in_loop(
        &self,
        natives: &mut Natives<'_>,
        heap: &mut Heap,
        stack: &mut Vec<Value>,
        (id, want): (usize, i32),
    ) -> (i64, bool) {
        let (called, spent) = match id.checked_sub(library::NATIVES.len()) {
            Some(id) => self.call(heap, stack, |call| natives.host.call(id as u16, call)),
            None => self.call(heap, stack, |call| match library::NATIVES[id].run {
                NativeKind::Plain(run) => run(call).map(|()| Answer::Return),
                NativeKind::Numbers(run) => {
                    library::call_numbers(run, call);
                    Ok(Answer::Return)
                }
                NativeKind::Control(_) => Ok(Answer::Return),
            }),
        };
        match called {
            Ok(Called { answer: Answer::Return, results, goes_on: false }) if want == 0 || want == 1 => {
                if want == 1 {
                    let pos = self.function + 1 + self.count;
                    stack[self.function] = if results > 0 { stack[pos] } else { Value::NIL };
                }
                (spent, true)
            }
            called => {
                natives.called = Some(called);
                (spent, false)
            }
        }
    }
}

impl Vm {
    /// Makes room for a frame above a place of the stack.
    #[inline]
    fn ensure(&mut self, place: usize) -> Result<(), Raise> {
        if place + WINDOW <= self.stack.len() { Ok(()) } else { self.grow(place + WINDOW) }
    }

    #[cold]
    fn grow(&mut self, len: usize) -> Result<(), Raise> {
        if len > MAX_STACK {
            return Err(Raise::new("stack overflow"));
        }
        self.resize_stack(len);
        if self.would_pass(0) {
            // Not here, where values of a call that begins are not yet in any frame.
            self.heap.collect_soon();
        }
        Ok(())
    }

    /// Whether so many more bytes would exceed the memory. The running calls are not in `used`, as each call and return would have to
    /// change that.
    pub(super) fn would_pass(&self, bytes: u32) -> bool {
        self.heap.would_pass(bytes.saturating_add(calls_size(&self.frames)))
    }

    pub(super) fn resize_stack(&mut self, len: usize) {
        let before = stack_size(self.stack.len());
        self.stack.resize(len, Value::NIL);
        self.heap.used = self.heap.used + stack_size(len) - before;
    }

    #[inline]
    pub(super) fn enter(
        &mut self,
        closure: u32,
        function: usize,
        count: usize,
        ret: usize,
        want: i32,
        after: After,
    ) -> Result<(), Raise> {
        let it = self.heap.closures[closure as usize];
        let (params, registers) = (usize::from(it.params), usize::from(it.registers));
        let mut base = function + 1;
        let mut varargs = 0;
        if it.is_vararg {
            let given = count.max(params);
            base += given;
            self.ensure(base)?;
            let args = function + 1;
            self.stack[args + count..args + given].fill(Value::NIL);
            self.stack.copy_within(args..args + params, base);
            self.stack[args..args + params].fill(Value::NIL);
            self.stack[base + params..base + registers].fill(Value::NIL);
            varargs = given - params;
            // They are right below register 0.
        } else {
            if base + WINDOW > self.stack.len() {
                self.ensure(base)?;
            }
            self.stack[base + count.min(params)..base + registers].fill(Value::NIL);
        }
        self.frames.push(Frame {
            closure,
            base: base as u32,
            pc: it.entry,
            ret: ret as u32,
            want,
            after,
            varargs: varargs as u32,
        });
        Ok(())
    }

    /// Calls the value at a place of the stack, with so many arguments after it.
    pub(super) fn call_at<H: Host>(
        &mut self,
        host: &mut H,
        function: usize,
        mut count: usize,
        ret: usize,
        want: i32,
        after: After,
    ) -> Flow {
        for more in 0..MAX_CALLS {
            let value = self.stack[function];
            match value.tag() {
                tag::FUNCTION => {
                    self.enter(value.index(), function, count, ret, want, after)?;
                    return Ok(Signal::Go);
                }
                tag::NATIVE => return self.native(host, value.index(), function, count, ret, want, after),
                _ => {}
            }
            let handler = self.heap.event(value, Event::Call);
            if handler.is_nil() {
                return Err(self.cannot("call", function, value));
            }
            self.ensure(function + count + 2)?;
            self.extra += i64::from(more.min(1)) + copying(count);
            self.stack.copy_within(function..=function + count, function + 1);
            self.stack[function] = handler;
            count += 1;
        }
        Err(Raise::new("too many functions behind __call"))
    }

    pub(super) fn tail_call<H: Host>(&mut self, host: &mut H, function: usize, count: usize) -> Flow {
        let (Some(frame), Some(closure)) = (self.frames.last().copied(), self.callee(function)) else {
            return self.call_at(host, function, count, function, -1, After::Store);
        };
        let own = self.heap.closures[frame.closure as usize];
        let below = if own.is_vararg { usize::from(own.params) + frame.varargs as usize } else { 0 };
        let start = frame.base as usize - 1 - below;
        self.extra += copying(count);
        self.stack.copy_within(function..=function + count, start);
        self.frames.pop();
        self.enter(closure, start, count, frame.ret as usize, frame.want, frame.after)?;
        Ok(Signal::Go)
    }

    fn callee(&self, function: usize) -> Option<u32> {
        self.stack[function].as_object(tag::FUNCTION)
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn native<H: Host>(
        &mut self,
        host: &mut H,
        id: u32,
        function: usize,
        count: usize,
        ret: usize,
        want: i32,
        after: After,
    ) -> Flow {
        let run = library::NATIVES.get(id as usize).map(|native| native.run);
        let called = match run {
            Some(NativeKind::Control(control)) => {
                return self.control(host, control, function, count, ret, want, after);
            }
            Some(NativeKind::Plain(run)) => {
                self.called(function, count, |call| run(call).map(|()| Answer::Return))
            }
            Some(NativeKind::Numbers(run)) => self.called(function, count, |call| {
                library::call_numbers(run, call);
                Ok(Answer::Return)
            }),
            None => {
                let number = (id as usize - library::NATIVES.len()) as u16;
                self.called(function, count, |call| host.call(number, call))
            }
        };
        self.answered(host, called?, function + 1 + count, ret, want, after)
    }

    fn called(
        &mut self,
        function: usize,
        count: usize,
        run: impl FnOnce(&mut NativeCall<'_>) -> Result<Answer, Raise>,
    ) -> Result<Called, Raise> {
        self.ensure(function + count + 2)?;
        let pc = self.frames.last().map_or(0, |frame| frame.pc as usize);
        let left = self.left.saturating_sub(self.extra);
        let site = Site { program: &self.program, pc, function, count, left };
        let (called, spent) = site.call(&mut self.heap, &mut self.stack, run);
        self.extra = self.extra.saturating_add(spent);
        called
    }

    /// Completes a call that the loop over plain instructions has made for the instruction before the place.
    #[cold]
    pub(super) fn called_in_loop<H: Host>(
        &mut self,
        host: &mut H,
        program: &Program,
        called: Option<Result<Called, Raise>>,
    ) -> Flow {
        let (Some(called), Some(frame)) = (called, self.frames.last()) else { return Ok(Signal::Go) };
        let word = program.code.get((frame.pc as usize).wrapping_sub(1)).copied().unwrap_or(0);
        let function = frame.base as usize + usize::from(op::a(word));
        let count = self.given(word, function + 1);
        let want = i32::from(op::c(word)) - 1;
        self.answered(host, called?, function + 1 + count, function, want, After::Store)
    }

    /// Completes a call with its answer; its results are at `pos`.
    fn answered<H: Host>(
        &mut self,
        host: &mut H,
        called: Called,
        pos: usize,
        ret: usize,
        want: i32,
        after: After,
    ) -> Flow {
        let Called { answer, results, goes_on } = called;
        if answer == Answer::Again
            && let Some(frame) = self.frames.last_mut()
        {
            frame.pc -= 1;
            return Ok(Signal::Pause);
        }
        match answer {
            Answer::AgainAsText => return self.call_as_text(host, pos - results, pos),
            Answer::Memory(collects) => {
                if collects {
                    self.collect();
                }
                self.extra += self.heap.objects() as i64 / 4;
                self.ensure(pos + 1)?;
                self.stack[pos] = Value::number(self.heap.original_size(&self.frames));
                return self.complete(host, after, ret, want, pos, 1);
            }
            _ => {}
        }
        if goes_on {
            return self.call_at(host, pos, results.saturating_sub(1), ret, want, after);
        }
        match self.complete(host, after, ret, want, pos, results)? {
            Signal::Go if answer == Answer::Pause => Ok(Signal::Pause),
            signal => Ok(signal),
        }
    }

    /// Calls `__tostring` of the argument at a place. Its text takes that place, and the instruction runs again with `top`, the end of
    /// its arguments.
    fn call_as_text<H: Host>(&mut self, host: &mut H, place: usize, top: usize) -> Flow {
        self.ensure(top + 2)?;
        let value = self.stack[place];
        self.stack[top] = self.heap.event(value, Event::ToString);
        self.stack[top + 1] = value;
        if let Some(frame) = self.frames.last_mut() {
            frame.pc -= 1;
        }
        self.call_at(host, top, 1, place, top as i32, After::Again)
    }

    #[allow(clippy::too_many_arguments)]
    fn control<H: Host>(
        &mut self,
        host: &mut H,
        control: Control,
        function: usize,
        count: usize,
        ret: usize,
        want: i32,
        after: After,
    ) -> Flow {
        let arg = |vm: &Vm, i: usize| if i < count { vm.stack[function + 1 + i] } else { Value::NIL };
        match control {
            Control::Error => Err(Raise::Value(arg(self, 0))),
            _ if after != After::Store || self.frames.is_empty() => {
                Err(Raise::new("pcall, coresume and yield can be called by functions only"))
            }
            Control::Protect => {
                if count == 0 {
                    return Err(Raise::new("pcall needs a function"));
                }
                // The results are above their place, so that there is room for `true` before them.
                match self.call_at(host, function + 1, count - 1, ret, want, After::Protected) {
                    Err(raise) => self.deliver_failure(raise, ret, want),
                    done => done,
                }
            }
            Control::Resume => self.resume(host, arg(self, 0), function, count, ret, want),
            Control::Yield => self.suspend(function + 1, count, ret, want),
            Control::Trace => {
                let traced = self.trace(arg(self, 0), arg(self, 1));
                self.give(ret, want, &[traced])
            }
        }
    }

    pub(super) fn complete<H: Host>(
        &mut self,
        host: &mut H,
        after: After,
        ret: usize,
        want: i32,
        pos: usize,
        count: usize,
    ) -> Flow {
        if self.frames.is_empty() && self.current != 0 {
            return self.finish_thread(pos, count);
        }
        match after {
            After::Store => self.put(ret, want, pos, count)?,
            After::Protected => self.put_protected(ret, want, pos, count)?,
            After::Again => {
                let value = if count > 0 { self.stack[pos] } else { Value::NIL };
                let text = match self.heap.bytes(value) {
                    Some(_) => value,
                    None => self.heap.text(&text_of(&self.heap, value, usize::MAX)),
                };
                (self.stack[ret], self.top) = (text, want as u32);
            }
            After::Test | After::TestNot => {
                let value = if count > 0 { self.stack[pos] } else { Value::NIL };
                self.decide(value.is_true() == (after == After::Test));
            }
            After::Concat => {
                self.stack[ret] = if count > 0 { self.stack[pos] } else { Value::NIL };
                let Some(frame) = self.frames.last() else { return Ok(Signal::Go) };
                let word = self.program.code[frame.pc as usize - 1];
                let base = frame.base as usize;
                let (to, first) = (base + usize::from(op::a(word)), base + usize::from(op::b(word)));
                return self.concat(host, to, first, ret);
            }
        }
        Ok(Signal::Go)
    }

    fn put_protected(&mut self, ret: usize, want: i32, pos: usize, count: usize) -> Result<(), Raise> {
        // The results are above their place, so there is room for `true` before them.
        if want == 0 {
            return Ok(());
        }
        self.put(ret + 1, if want < 0 { -1 } else { want - 1 }, pos, count)?;
        self.stack[ret] = Value::TRUE;
        Ok(())
    }

    #[inline]
    pub(super) fn put(&mut self, ret: usize, want: i32, pos: usize, count: usize) -> Result<(), Raise> {
        if want < 0 {
            self.ensure(ret + count)?;
            self.extra += copying(count);
            self.stack.copy_within(pos..pos + count, ret);
            self.top = (ret + count) as u32;
            return Ok(());
        }
        match want {
            0 => {}
            1 => self.stack[ret] = if count > 0 { self.stack[pos] } else { Value::NIL },
            _ => {
                let there = count.min(want as usize);
                self.stack.copy_within(pos..pos + there, ret);
                self.stack[ret + there..ret + want as usize].fill(Value::NIL);
            }
        }
        Ok(())
    }

    /// Takes or skips the jump after the running test.
    fn decide(&mut self, outcome: bool) {
        let Some(frame) = self.frames.last_mut() else { return };
        let test = self.program.code[frame.pc as usize - 1];
        if outcome == (op::a(test) != 0) {
            frame.pc = op::d(self.program.code[frame.pc as usize]);
            self.extra += op::CYCLES;
        } else {
            frame.pc += 1;
        }
    }

    /// Returns from the running function with so many values from a place on.
    pub(super) fn leave<H: Host>(&mut self, host: &mut H, pos: usize, count: usize) -> Flow {
        let Some(frame) = self.frames.pop() else { return Ok(Signal::Go) };
        self.complete(host, frame.after, frame.ret as usize, frame.want, pos, count)
    }
}

//! Coroutines and errors.
//!
//! ```text
//! resume   stack and frames of the running coroutine go into its thread, the other's come out; its arguments are its yield's results
//! yield    the reverse; its arguments are the resume's results, after `true`
//! interrupt   a function runs on its own coroutine, over a paused one, which continues when it returns
//! error    goes to the next protected call of this coroutine; without one the coroutine is dead, and its resume returns false and the
//!          error; without a resumer the program ends
//! ```

use super::{Error, Flow, MESSAGE, Signal, Stop, Vm, copying};
use crate::Value;
use crate::error::message_bytes;
use crate::heap::{After, CoroutineStatus, WINDOW, calls_size};
use crate::native::{Host, Raise, text_of};
use crate::value::tag;
use alloc::{boxed::Box, vec::Vec};
use core::mem::take;

/// Maximum number of calls in an error's trace, innermost first: infinite recursion has thousands.
const TRACED: usize = 256;

const ERROR: i64 = 256;

/// Bytes of the message that a dead coroutine keeps: a cart may leave thousands.
const KEPT: usize = 120;

/// The number of results that an interrupt's coroutine is marked with.
pub(crate) const INTERRUPT: i32 = -2;

impl Vm {
    /// Begins to call a function of the program while another call is paused: [`Vm::run`] runs it up to [`Stop::Done`], and the next run
    /// continues the paused call. False, without an effect, if no call is paused, or it is not a function of the program.
    pub fn interrupt(&mut self, function: Value, args: &[Value]) -> bool {
        let Some(closure) = function.as_object(tag::FUNCTION) else { return false };
        if !self.is_busy() || self.is_interrupted() || args.len() >= WINDOW {
            return false;
        }
        let own = self.current;
        let top = self.list_end();
        let thread = self.heap.thread(function);
        self.heap.threads[own as usize].status = CoroutineStatus::Normal;
        self.switch(thread, top);
        let it = &mut self.heap.threads[thread as usize];
        (it.resumer, it.out, it.out_want) = (own, top, INTERRUPT);
        self.resize_stack(WINDOW * 2);
        self.stack[0] = function;
        self.stack[1..=args.len()].copy_from_slice(args);
        // An empty stack has room for any function.
        let _ = self.enter(closure, 0, args.len(), 0, 1, After::Store);
        true
    }

    /// Whether a function of [`Vm::interrupt`] is running.
    pub fn is_interrupted(&self) -> bool {
        let mut at = self.current;
        // A chain of resumers is no longer than there are coroutines.
        for _ in 0..self.heap.threads.len() {
            match self.heap.threads.get(at as usize) {
                Some(thread) if at != 0 && thread.out_want == INTERRUPT => return true,
                Some(thread) if at != 0 => at = thread.resumer,
                _ => return false,
            }
        }
        false
    }

    /// Whether the interrupt's own coroutine is running, rather than one that it has resumed.
    fn is_interrupt(&self) -> bool {
        self.current != 0 && self.heap.threads[self.current as usize].out_want == INTERRUPT
    }

    /// Stores the running coroutine's stack and frames in its thread and loads another's. The first one's next
    /// instruction takes the list up to `list`; 0 if it waits for a call's results, which will be that list: `top` is
    /// that of an earlier one.
    fn switch(&mut self, to: u32, list: u32) {
        let live = list.max(self.registers_end() as u32);
        let stored = calls_size(&self.frames);
        let own = &mut self.heap.threads[self.current as usize];
        (own.stack, own.frames, own.live) = (take(&mut self.stack), take(&mut self.frames), live);
        let other = &mut self.heap.threads[to as usize];
        (self.stack, self.frames) = (take(&mut other.stack), take(&mut other.frames));
        self.heap.used = self.heap.used + stored - calls_size(&self.frames);
        other.live = 0;
        other.status = CoroutineStatus::Running;
        self.current = to;
    }

    /// Copies values from the stack of a coroutine that does not run to a place of the running one's, after the values of `first`.
    fn bring(&mut self, from: u32, pos: usize, count: usize, ret: usize, want: i32, first: &[Value]) -> Flow {
        let count = if want < 0 { count } else { count.min((want as usize).saturating_sub(first.len())) };
        let all = first.len() + count;
        self.extra += copying(count);
        let room = if want < 0 { all } else { all.max(want as usize) };
        if self.stack.len() < ret + room + WINDOW {
            self.resize_stack(ret + room + WINDOW);
        }
        let first = if want < 0 { first } else { &first[..first.len().min(want as usize)] };
        self.stack[ret..][..first.len()].copy_from_slice(first);
        let source = &self.heap.threads[from as usize].stack[pos..pos + count];
        self.stack[ret + first.len()..][..count].copy_from_slice(source);
        self.stack[ret + first.len() + count..ret + room].fill(Value::NIL);
        if want < 0 {
            self.top = (ret + first.len() + count) as u32;
        }
        Ok(Signal::Go)
    }

    pub(super) fn resume<H: Host>(
        &mut self,
        host: &mut H,
        thread: Value,
        function: usize,
        count: usize,
        ret: usize,
        want: i32,
    ) -> Flow {
        let Some(index) = thread.as_object(tag::THREAD) else {
            return Err(Raise::new("bad argument to coresume: a coroutine is expected"));
        };
        let it = &self.heap.threads[index as usize];
        if it.status != CoroutineStatus::Suspended {
            let what = if it.status == CoroutineStatus::Dead { "dead" } else { "non-suspended" };
            let message = self.heap.text(alloc::format!("cannot resume {what} coroutine").as_bytes());
            return self.give(ret, want, &[Value::FALSE, message]);
        }
        let begins = it.frames.is_empty();
        let (to, wanted) = (it.ret as usize, it.want);
        let own = self.current;
        self.heap.threads[own as usize].status = CoroutineStatus::Normal;
        // Nothing above its frames is in use while it does not run; the arguments are read before anything happens there.
        self.switch(index, 0);
        let it = &mut self.heap.threads[index as usize];
        (it.resumer, it.out, it.out_want) = (own, ret as u32, want);
        let args = (function + 2, count - 1);
        if !begins {
            return self.bring(own, args.0, args.1, to, wanted, &[]);
        }
        self.bring(own, args.0, args.1, 1, -1, &[])?;
        let done = self.call_at(host, 0, args.1, 0, -1, After::Store);
        match done {
            Err(raise) if self.frames.is_empty() => self.fail_thread(raise),
            done => done,
        }
    }

    pub(super) fn give(&mut self, ret: usize, want: i32, values: &[Value]) -> Flow {
        let count = if want < 0 { values.len() } else { want as usize };
        for i in 0..count {
            self.stack[ret + i] = values.get(i).copied().unwrap_or(Value::NIL);
        }
        if want < 0 {
            self.top = (ret + count) as u32;
        }
        Ok(Signal::Go)
    }

    /// `yield`: continues the resumer; that is the host where no coroutine runs, and then it continues without values.
    pub(super) fn suspend(&mut self, pos: usize, count: usize, ret: usize, want: i32) -> Flow {
        if self.is_interrupt() || self.frames.is_empty() {
            return Err(Raise::new("attempt to yield from outside a coroutine"));
        }
        if self.current == 0 {
            self.give(ret, want, &[])?;
            return Ok(Signal::Pause);
        }
        let own = self.current;
        let it = &mut self.heap.threads[own as usize];
        (it.ret, it.want, it.status) = (ret as u32, want, CoroutineStatus::Suspended);
        let (resumer, out, out_want) = (it.resumer, it.out as usize, it.out_want);
        self.switch(resumer, 0);
        self.bring(own, pos, count, out, out_want, &[Value::TRUE])
    }

    pub(super) fn finish_thread(&mut self, pos: usize, count: usize) -> Flow {
        let own = self.current;
        if own == 0 {
            return Ok(Signal::Go);
        }
        let it = &mut self.heap.threads[own as usize];
        it.status = CoroutineStatus::Dead;
        let (resumer, out, out_want) = (it.resumer, it.out as usize, it.out_want);
        if out_want == INTERRUPT {
            self.answered = if count > 0 { self.stack[pos] } else { Value::NIL };
            self.switch(resumer, 0);
            self.top = out as u32;
            self.bury(own);
            return Ok(Signal::Over);
        }
        self.switch(resumer, 0);
        self.bring(own, pos, count, out, out_want, &[Value::TRUE])?;
        self.bury(own);
        Ok(Signal::Go)
    }

    fn bury(&mut self, thread: u32) {
        let it = &mut self.heap.threads[thread as usize];
        let before = it.size();
        (it.stack, it.frames, it.live) = (Vec::new(), Vec::new(), 0);
        let after = it.size();
        self.heap.used = self.heap.used + after - before;
    }

    fn fail_thread(&mut self, raise: Raise) -> Flow {
        let own = self.current;
        let value = self.raised(raise);
        let last = self.frames.iter().enumerate().next_back();
        let line =
            last.and_then(|(depth, frame)| self.call_info(frame, depth, false)).map_or(0, |call| call.line);
        let error = (line, text_of(&self.heap, value, KEPT));
        let it = &mut self.heap.threads[own as usize];
        (it.status, it.error) = (CoroutineStatus::Dead, Some(Box::new(error)));
        let (resumer, out, out_want) = (it.resumer, it.out as usize, it.out_want);
        self.switch(resumer, 0);
        self.bury(own);
        self.bring(own, 0, 0, out, out_want, &[Value::FALSE, value])
    }

    fn raised(&mut self, raise: Raise) -> Value {
        match raise {
            Raise::Value(value) => value,
            Raise::Message(message) => self.heap.text(&message_bytes(&message)),
        }
    }

    /// A protected call failed: returns false and the error.
    pub(super) fn deliver_failure(&mut self, raise: Raise, ret: usize, want: i32) -> Flow {
        let value = self.raised(raise);
        self.give(ret, want, &[Value::FALSE, value])
    }

    /// Continues where an error is caught, or stops the program.
    pub(super) fn fail(&mut self, raise: Raise) -> Option<Stop> {
        // Its message was made from the code around it.
        self.extra += ERROR;
        let protected = self.frames.iter().rposition(|frame| frame.after == After::Protected);
        if let Some(at) = protected {
            let frame = self.frames[at];
            self.frames.truncate(at);
            let _ = self.deliver_failure(raise, frame.ret as usize, frame.want);
            return None;
        }
        if self.current != 0 && !self.is_interrupt() {
            let _ = self.fail_thread(raise);
            return None;
        }
        Some(self.give_up(match raise {
            Raise::Message(message) => message_bytes(&message),
            Raise::Value(value) => text_of(&self.heap, value, MESSAGE),
        }))
    }

    pub(super) fn give_up(&mut self, message: Vec<u8>) -> Stop {
        self.failed = true;
        Stop::Error(Error { message, trace: self.calls().take(TRACED).collect() })
    }
}

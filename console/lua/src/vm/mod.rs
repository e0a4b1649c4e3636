//! The virtual machine: a running program, as a value.
//!
//! ```text
//! Vm ─┬─ heap       tables, texts, closures, cells, coroutines that do not run
//!     ├─ stack      of the running coroutine; a frame's registers are 256 values of it
//!     ├─ frames     its running calls; a call in the language is not a call in Rust
//!     └─ globals, budget, guesses (hints for the places of fields, not a part of the state)
//!
//! run ──> Stop: Done | Pause (by the host) | Fuel | Break | Error       and continues from there
//! ```
//!
//! | file | what it does |
//! |---|---|
//! | `run.rs` | a run: plain instructions, a rare one, plain ones again |
//! | `plain.rs` | the loop over plain instructions |
//! | `rare.rs` | an instruction that is not plain |
//! | `step.rs` | observers of each instruction; where a line begins, for steps |
//! | `coverage.rs` | which lines and functions were reached |
//! | `call.rs` | calls, returns, natives, the use of results |
//! | `operate.rs` | operators and accesses that are not plain: texts as numbers, metamethods, concatenation |
//! | `thread.rs` | coroutines, errors |
//! | `inspect.rs` | calls, locals and names for error messages and debuggers |
//! | `evaluate.rs` | expressions for debuggers |

mod call;
mod coverage;
mod evaluate;
mod inspect;
mod objects;
mod operate;
mod plain;
mod rare;
mod run;
mod step;
mod thread;

use crate::Value;
use crate::heap::{CoroutineStatus, Frame, Heap, Roots, WINDOW};
use crate::native::{Host, Raise};
use crate::op;
use crate::program::Program;
use crate::value::tag;
use alloc::{sync::Arc, vec, vec::Vec};
pub use coverage::{CoveredFunction, InstructionCoverage};
pub use inspect::{CallInfo, Variable};
pub use objects::FunctionInfo;
pub use step::StepLimits;
use step::{NoObserver, Steps};
pub(crate) use thread::INTERRUPT;

/// A running program. A clone continues in the same way.
#[derive(Clone, Debug)]
pub struct Vm {
    pub(crate) program: Arc<Program>,
    pub(crate) heap: Heap,
    pub(crate) stack: Vec<Value>,
    pub(crate) frames: Vec<Frame>,
    /// The running coroutine; the program itself is 0.
    pub(crate) current: u32,
    pub(crate) env: Value,
    /// The end of an open list of values.
    pub(crate) top: u32,
    pub(crate) failed: bool,
    /// Frames of the host since the last collection at the end of a frame: the 60th collects.
    pub(crate) age: u32,
    /// By instruction, the last known node of its field. Affects only speed.
    pub(crate) guesses: Vec<u16>,
    /// Cycles that are due in addition to those of instructions.
    pub(crate) extra: i64,
    /// Cycles left when a native is called; not part of the state.
    pub(crate) left: i64,
    /// The result of the last [`Vm::interrupt`]; not part of the state.
    pub(crate) answered: Value,
}

/// Why a run ended. The state is complete in each case, and all but `Done` and `Error` can continue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    Done,
    /// A native of the host requested it.
    Pause,
    Fuel,
    /// A watched line begins.
    Break,
    Error(Error),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// A text, or any value as text, in the bytes of the program.
    pub message: Vec<u8>,
    /// The running calls, the innermost first, at most 256.
    pub trace: Vec<CallInfo>,
}

/// Cycles of copying so many values on the stack: most calls copy fewer than one cycle's worth.
const fn copying(values: usize) -> i64 {
    values as i64 / 16
}

pub(crate) const MESSAGE: usize = 2 << 10;

/// The table of the globals is the first object of all, and is never freed.
pub(crate) const GLOBALS: Value = Value::object(tag::TABLE, 0);

/// Why the loop over plain instructions ended. The frame's place is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// The instruction before the place is not plain.
    Rare,
    /// A native was called, and its call is not complete.
    Called,
    /// The instruction at the place allocates, and a collection is due.
    Room,
    Fuel,
    Break,
    Done,
}

/// A table of the host's own, which no program can reach: the second object of all, never freed.
pub(crate) const REGISTRY: Value = Value::object(tag::TABLE, 1);

type Flow = Result<Signal, Raise>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signal {
    Go,
    Pause,
    /// The function of [`Vm::interrupt`] returned.
    Over,
}

impl Vm {
    /// A program that is ready to run, with the library and the host's natives among its globals.
    pub fn new(program: Arc<Program>) -> Vm {
        let mut heap = Heap::new();
        for text in &program.texts {
            heap.intern(text);
        }
        let env = heap.table();
        heap.table();
        for (id, name) in program.natives.iter().enumerate() {
            // A text is a key.
            let _ = heap.set(env, Program::text_value(*name), Value::object(tag::NATIVE, id as u32));
        }
        for (name, proto) in &program.prelude {
            let closure = heap.closure(*proto, &program.protos[*proto as usize]);
            let closure = Value::object(tag::FUNCTION, closure);
            let _ = heap.set(env, Program::text_value(*name), closure);
        }
        let main = heap.thread(Value::NIL);
        heap.threads[main as usize].status = CoroutineStatus::Running;
        heap.threads[main as usize].stack = Vec::new();
        heap.threads[main as usize].live = 0;
        let mut vm = Vm {
            guesses: vec![0; program.code.len()],
            program,
            heap,
            stack: vec![Value::NIL; WINDOW],
            frames: Vec::new(),
            current: main,
            env,
            top: 0,
            failed: false,
            age: 0,
            extra: 0,
            left: 0,
            answered: Value::NIL,
        };
        let main = vm.program.main;
        let main = vm.heap.closure(main, &vm.program.protos[main as usize]);
        vm.call(Value::object(tag::FUNCTION, main), &[]);
        vm
    }

    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    pub fn heap(&mut self) -> &mut Heap {
        &mut self.heap
    }

    pub fn objects(&self) -> &Heap {
        &self.heap
    }

    /// The table of the globals, even if the program changes `_ENV`.
    pub fn globals(&self) -> Value {
        GLOBALS
    }

    /// A table of the host's own, which no program can reach.
    pub fn registry(&self) -> Value {
        REGISTRY
    }

    pub fn global(&mut self, name: &[u8]) -> Value {
        let name = self.heap.text(name);
        self.heap.get(GLOBALS, name)
    }

    pub fn set_global(&mut self, name: &[u8], value: Value) {
        let name = self.heap.text(name);
        // A text is a key.
        let _ = self.heap.set(GLOBALS, name, value);
    }

    pub fn is_busy(&self) -> bool {
        !self.failed && (!self.frames.is_empty() || self.current != 0)
    }

    /// Begins to call a function of the program; [`Vm::run`] runs it. False, without an effect, while another call is running, or if it is
    /// not a function of the program.
    pub fn call(&mut self, function: Value, args: &[Value]) -> bool {
        self.begin(function, args, 0)
    }

    /// [`Vm::call`] for the function's first result; see [`Vm::result`].
    pub fn call_for_result(&mut self, function: Value, args: &[Value]) -> bool {
        self.begin(function, args, 1)
    }

    /// The result of [`Vm::call_for_result`], right after the run that ended it.
    pub fn result(&self) -> Value {
        self.stack.first().copied().unwrap_or(Value::NIL)
    }

    /// The first result of [`Vm::interrupt`]'s function, right after the run that ended it.
    pub fn answer(&self) -> Value {
        self.answered
    }

    fn begin(&mut self, function: Value, args: &[Value], want: i32) -> bool {
        let Some(closure) = function.as_object(tag::FUNCTION) else { return false };
        if self.is_busy() || args.len() >= WINDOW {
            return false;
        }
        (self.failed, self.current, self.top) = (false, 0, 0);
        self.frames.clear();
        self.resize_stack(WINDOW * 2);
        self.stack[0] = function;
        self.stack[1..=args.len()].copy_from_slice(args);
        // An empty stack has room for any function.
        let _ = self.enter(closure, 0, args.len(), 0, want, crate::heap::After::Store);
        true
    }

    /// Runs until something stops it. `fuel` are the cycles that it may use, 2^23 a second on the original; used ones are subtracted, and the
    /// last piece of work may take it below 0.
    pub fn run<H: Host>(&mut self, host: &mut H, fuel: &mut i64) -> Stop {
        self.execute(host, fuel, &mut NoObserver)
    }

    pub fn step<H: Host>(&mut self, host: &mut H, fuel: &mut i64, watch: &StepLimits<'_>) -> Stop {
        let mut steps = Steps::new(self, watch);
        self.execute(host, fuel, &mut steps)
    }

    /// Runs like [`Vm::run`], and records the reached instructions in `coverage`, which belongs to this program.
    pub fn run_covered<H: Host>(
        &mut self,
        host: &mut H,
        fuel: &mut i64,
        coverage: &mut InstructionCoverage,
    ) -> Stop {
        self.execute(host, fuel, coverage)
    }

    /// The size of all objects: `stat(0)` before its collection.
    pub fn bytes(&self) -> u32 {
        self.heap.used
    }

    /// A frame of the host ends; every 60th collects.
    pub fn end_of_frame(&mut self) {
        self.age = (self.age + 1) % 60;
        if self.age == 0 {
            self.collect();
        }
    }

    pub fn collect(&mut self) {
        let live = self.live();
        let (live, rest) = self.stack.split_at_mut(live);
        rest.fill(Value::NIL);
        self.heap.collect(&Roots {
            values: &[GLOBALS, REGISTRY, self.env],
            stack: live,
            frames: &self.frames,
            thread: self.current,
            texts: self.program.texts.len() as u32,
            pinned: &self.program.pinned,
            closures: self.program.prelude.len() as u32,
        });
    }

    /// The used part of the stack. Values above it are never read before they are written, so a copy may omit them.
    pub(crate) fn live(&self) -> usize {
        self.registers_end().max(self.list_end() as usize).min(self.stack.len())
    }

    /// The end of the registers of all running calls. Values above the registers of a function may be registers of its callers, which are
    /// read after it returns, if only as a part of the state.
    pub(super) fn registers_end(&self) -> usize {
        let mut end = 0;
        for frame in self.frames.iter().rev() {
            let base = frame.base as usize;
            // No earlier frame reaches higher, since each begins above the previous one.
            if base + WINDOW <= end {
                break;
            }
            end = end.max(base + usize::from(self.heap.closures[frame.closure as usize].registers));
        }
        end
    }

    /// The end of the list that the next instruction takes; 0 if it takes none. Only valid between two instructions of the running function:
    /// one that waits for a call's results has no list yet, and `top` is that of an earlier list.
    pub(crate) fn list_end(&self) -> u32 {
        if self.takes_list() { self.top } else { 0 }
    }

    fn takes_list(&self) -> bool {
        let place = self.frames.last().map_or(u32::MAX, |frame| frame.pc);
        let word = self.program.code.get(place as usize).copied().unwrap_or(0);
        op::takes_list(op::op(word)) && op::b(word) == 0
    }
}

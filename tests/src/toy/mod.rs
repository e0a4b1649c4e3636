//! A toy language: a stack machine that is a program of the console but not written in Rust.
//!
//! ```text
//! source text ── code.rs ──> Code: instructions, each with file and line       shared, never changes
//!                              └─ Toy = Code + State ── impl Program            State: globals, stack, calls, pc
//! ```
//!
//! ```text
//! file main.toy          ; lines from here on count as this file's
//! fn _update             ; a function; _init _update _update60 _draw _menu are hooks
//!   x 1 add =x           ; words from left to right: a number or a global is pushed, =x stores
//! again:                 ; a label of this function
//!   1 unless again       ; goes there when 0 was popped; goto always does
//!   call helper          ; ends with the next fn or with ret
//!   fault it broke       ; the rest of the line is the message
//!   flip
//! ```
//!
//! It does everything the console requires of a language: it reports its line before each call, pays for its
//! instructions, can end a frame in the middle of a call and resume there, reports faults with its own positions, and
//! is always a value. Each instruction costs 20 cycles, so that a frame's budget is a few thousand of them.

mod code;

pub use code::Code;

use code::{Do, Op};
use rasher::{Digest, Fault, Flow, Hook, Machine, Place, Position, Program, StateError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A program that does everything in turn: the test cart `toy`.
pub const BUSY: &str = include_str!("busy.toy");

const COST: u32 = 20;
/// The most values on the stack and waiting calls.
const DEEP: usize = 64;

/// A program in the toy language.
#[derive(Clone, Debug)]
pub struct Toy {
    code: Arc<Code>,
    state: State,
}

/// All that runs, as data.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    globals: BTreeMap<String, i32>,
    stack: Vec<i32>,
    /// The return address of each call, and whether the console called.
    calls: Vec<Call>,
    pc: usize,
    /// Whether the running callback asks to keep the menu open.
    keep: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Call {
    back: usize,
    hook: bool,
}

impl Toy {
    /// The program of a source.
    ///
    /// # Panics
    /// When the source is invalid, with file, line and word.
    #[track_caller]
    pub fn new(source: &str) -> Toy {
        let code = Code::parse(source).unwrap_or_else(|e| panic!("{e}"));
        let globals = code.globals.iter().map(|name| (name.clone(), 0)).collect();
        Toy { code: Arc::new(code), state: State { globals, ..State::default() } }
    }

    /// The same, as the console's program type.
    #[track_caller]
    pub fn boxed(source: &str) -> Box<dyn Program> {
        Box::new(Toy::new(source))
    }

    /// Starts a function that the console calls, above whatever is in progress, and runs it.
    fn begin(&mut self, p8: &mut Machine, name: &str) -> Result<Flow, Fault> {
        let Some(start) = self.code.functions.get(name) else { return Ok(Flow::Done) };
        self.state.calls.push(Call { back: self.state.pc, hook: true });
        self.state.pc = *start;
        self.run(p8)
    }

    /// Runs to the end of the hook or of the frame.
    fn run(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        let code = Arc::clone(&self.code);
        while !self.state.calls.is_empty() {
            if p8.cycles_left() == 0 {
                return Ok(Flow::Spent);
            }
            p8.spend(COST);
            let Some((op, position)) = code.ops.get(self.state.pc) else { break };
            self.state.pc += 1;
            // The toy reports its line before each instruction; a real interpreter would before calls of the
            // machine.
            p8.set_position(*position);
            match self.step(p8, op) {
                Ok(None) => {}
                Ok(Some(flow)) => return Ok(flow),
                Err(message) => return Err(self.fault(p8, message, *position)),
            }
        }
        Ok(Flow::Done)
    }

    /// One instruction; returns how the hook or the frame ends, if it does.
    fn step(&mut self, p8: &mut Machine, op: &Op) -> Result<Option<Flow>, String> {
        let state = &mut self.state;
        match op {
            Op::Push(n) => state.push(*n)?,
            Op::Load(name) => state.push(state.globals[name])?,
            Op::Store(name) => {
                let n = state.pop()?;
                state.globals.insert(name.clone(), n);
            }
            Op::Goto(to) => state.pc = *to,
            Op::Unless(to) => {
                if state.pop()? == 0 {
                    state.pc = *to;
                }
            }
            Op::Call(to) => {
                if state.calls.len() >= DEEP {
                    return Err("calls too deep".to_string());
                }
                state.calls.push(Call { back: state.pc, hook: false });
                state.pc = *to;
            }
            Op::Ret => {
                let call = state.calls.pop().ok_or("nothing called this")?;
                state.pc = call.back;
                if call.hook {
                    let keep = std::mem::take(&mut state.keep);
                    return Ok(Some(if keep { Flow::KeepMenu } else { Flow::Done }));
                }
            }
            Op::Fault(message) => return Err(message.clone()),
            Op::Flip => return Ok(Some(Flow::Flip)),
            Op::Do(word) => state.call(p8, *word)?,
        }
        Ok(None)
    }

    /// A fault here, with the position of each calling function.
    fn fault(&self, p8: &Machine, message: String, position: Position) -> Fault {
        let calls = self.state.calls.iter().rev().take_while(|call| !call.hook);
        let stack = calls.map(|call| self.code.ops[call.back - 1].1);
        Fault {
            message,
            place: p8.place(position),
            stack: stack.map(|p| p8.place(p)).collect(),
            ..Fault::default()
        }
    }

    /// The rate is fixed once `_init` has finished.
    fn settle(&self, p8: &mut Machine, flow: Flow) -> Flow {
        if flow == Flow::Done {
            p8.set_fps(if self.code.functions.contains_key("_update60") { 60 } else { 30 });
        }
        flow
    }

    /// A position in the source, for tests: the first line with these words.
    pub fn place(&self, words: &str) -> Place {
        let (file, line) = self.code.line_of(words);
        Place::new(file.to_string(), line)
    }
}

impl State {
    fn push(&mut self, n: i32) -> Result<(), String> {
        if self.stack.len() >= DEEP {
            return Err("the stack is full".to_string());
        }
        self.stack.push(n);
        Ok(())
    }

    fn pop(&mut self) -> Result<i32, String> {
        self.stack.pop().ok_or_else(|| "the stack is empty".to_string())
    }

    /// Arguments, the last of which is on top.
    fn args<const N: usize>(&mut self) -> Result<[i32; N], String> {
        let mut args = [0; N];
        for arg in args.iter_mut().rev() {
            *arg = self.pop()?;
        }
        Ok(args)
    }

    fn call(&mut self, p8: &mut Machine, word: Do) -> Result<(), String> {
        let one = |is: bool| i32::from(is);
        match word {
            Do::Add => {
                let [a, b] = self.args()?;
                self.push(a.wrapping_add(b))?;
            }
            Do::Mod => {
                let [a, b] = self.args()?;
                self.push(a.checked_rem_euclid(b).ok_or("modulo zero")?)?;
            }
            Do::Less => {
                let [a, b] = self.args()?;
                self.push(one(a < b))?;
            }
            Do::Equal => {
                let [a, b] = self.args()?;
                self.push(one(a == b))?;
            }
            Do::Drop => _ = self.pop()?,
            Do::Cls => {
                let [c] = self.args()?;
                p8.cls(c);
            }
            Do::Pset => {
                let [x, y, c] = self.args()?;
                p8.pset(x, y, c);
            }
            Do::Rectfill => {
                let [x0, y0, x1, y1, c] = self.args()?;
                p8.rectfill(x0, y0, x1, y1, c);
            }
            Do::Spr => {
                let [n, x, y] = self.args()?;
                p8.spr(n, x, y);
            }
            Do::Print => {
                let [n, x, y, c] = self.args()?;
                p8.print_at(n, x, y, c);
            }
            Do::Debug => {
                let [n] = self.args()?;
                p8.debug(n);
            }
            Do::Printh => {
                let [n] = self.args()?;
                p8.printh(&n.to_string());
            }
            Do::Btn => {
                let [b] = self.args()?;
                self.push(one(p8.btn(b)))?;
            }
            Do::Btnp => {
                let [b] = self.args()?;
                self.push(one(p8.btnp(b)))?;
            }
            Do::Rnd => {
                let [n] = self.args()?;
                self.push(p8.rnd(n).flr())?;
            }
            // Hundredths of a frame, and of a second.
            Do::Cpu => self.push((p8.stat(1).num() * rasher::Num::from(100)).flr())?,
            Do::Time => self.push((p8.time() * rasher::Num::from(100)).flr())?,
            Do::Spend => {
                let [n] = self.args()?;
                p8.spend(n.max(0) as u32);
            }
            Do::Strict => _ = p8.strict(true),
            Do::Menuitem => {
                let [n] = self.args()?;
                p8.menuitem(n, Some("toy"));
            }
            Do::Keep => self.keep = true,
        }
        Ok(())
    }
}

impl Program for Toy {
    fn boot(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        let flow = self.begin(p8, "_init")?;
        Ok(self.settle(p8, flow))
    }

    fn update(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        self.begin(p8, if p8.fps() == 60 { "_update60" } else { "_update" })
    }

    fn draw(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        self.begin(p8, "_draw")
    }

    fn menu(&mut self, p8: &mut Machine, index: u8, _buttons: u8) -> Result<Flow, Fault> {
        self.state.globals.insert("item".to_string(), i32::from(index));
        self.begin(p8, "_menu")
    }

    fn resume(&mut self, p8: &mut Machine, hook: Hook) -> Result<Flow, Fault> {
        let flow = self.run(p8)?;
        Ok(if hook == Hook::Init { self.settle(p8, flow) } else { flow })
    }

    fn source_files(&self) -> Arc<[String]> {
        self.code.files.clone().into()
    }

    fn save(&self) -> Result<Vec<u8>, StateError> {
        serde_json::to_vec(&self.state).map_err(|e| StateError { reason: e.to_string() })
    }

    fn load(&mut self, state: &[u8]) -> Result<(), StateError> {
        let refuse = |reason: String| StateError { reason };
        let state: State = serde_json::from_slice(state).map_err(|e| refuse(e.to_string()))?;
        let ops = self.code.ops.len();
        let inside = |pc: usize| pc <= ops;
        if !inside(state.pc)
            || !state.calls.iter().all(|call| inside(call.back) && (call.hook || call.back > 0))
        {
            return Err(refuse(format!("a call beyond the program's {ops} instructions")));
        }
        if state.calls.len() > DEEP || state.stack.len() > DEEP {
            return Err(refuse(format!(
                "{} calls, {} values; at most {DEEP}",
                state.calls.len(),
                state.stack.len()
            )));
        }
        if !state.globals.keys().eq(self.state.globals.keys()) {
            return Err(refuse("globals of another program".to_string()));
        }
        self.state = state;
        Ok(())
    }

    fn save_bytes(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        out.extend(self.save()?);
        Ok(())
    }

    fn load_bytes(&mut self, state: &[u8]) -> Result<(), StateError> {
        self.load(state)
    }

    fn digest(&self, d: &mut Digest) {
        let state = self.save().unwrap_or_else(|error| error.reason.into_bytes());
        d.bulk(&state);
    }

    fn memory_size(&self) -> u64 {
        16 * (self.state.globals.len() + self.state.stack.len() + self.state.calls.len()) as u64
    }

    fn inspect(&self) -> serde_json::Value {
        serde_json::to_value(&self.state).unwrap_or_default()
    }

    fn clone_box(&self) -> Box<dyn Program> {
        Box::new(self.clone())
    }
}

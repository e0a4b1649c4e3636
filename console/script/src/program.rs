//! A cart in Lua as a program of the machine.
//!
//! ```text
//! boot    the code itself ── done ──> _init ── done ──> the rate: 60 with _update60, else 30
//! update  _update60 or _update          draw  _draw          menu  the item's function
//!            └─ each: flip() ──> Flow::Flip      cycles used up ──> Flow::Spent      an error ──> Fault: line, calls
//! resume  continues the hook that ended a frame in its middle
//!
//! A menu item's function is called while another hook waits at a flip, which continues afterwards. A cart with its own main loop never
//! returns from its code.
//!
//! The machine's cycles for drawing and the language's for its instructions come from one budget: the language's are reported to the
//! machine at the end of a run and before each call.

mod lines;
mod snapshot;

use crate::bind::{self, Binding};
use crate::sources::{CompileError, SourceMap};
use crate::view::LuaView;
use crate::{calls, glyphs, tree};
use alloc::string::{String, ToString};
use alloc::{boxed::Box, format, sync::Arc, vec::Vec};
use lines::LineWatcher;
use lua::{Answer, Host, NativeCall, Program as Code, Raise, Stop, Value, ValueKind, Vm};
use num::Num;
use rasher::{
    CallFrame, Coverage, Covered, Digest, Fault, Flow, Hook, LineWatch, Machine, Place, Program,
    ProgramSnapshot, Rules, SourceLine, StateError, StateView,
};
use snapshot::LuaSnapshot;

/// By the first rules, the global with the functions of menu items, which are now out of a program's reach.
const MENU: &[u8] = b"\0menu";

/// Compiles a cart's code, which is P8SCII with all its tabs; `sources` are the files and lines for faults and calls.
pub fn lua_cart(code: &[u8], sources: impl Into<SourceMap>) -> Result<Box<dyn Program>, CompileError> {
    compiled(code, sources.into()).map(|program| Box::new(program) as Box<dyn Program>)
}

pub fn natives() -> Vec<&'static str> {
    bind::bindings().into_iter().map(|(name, _)| name).collect()
}

/// Texts of `print` that are collected, and bytes of each.
const PRINTED: usize = 500;

/// Functions of the language that PICO-8 does not have.
const ABSENT: [&[u8]; 2] = [b"pcall", b"error"];

/// Calls of PICO-8's prompt that do nothing in a program; listed by a public cart that ran on 0.2.6.
const PROMPT: [&str; 14] = [
    "resume",
    "backup",
    "bbsreq",
    "exit",
    "help",
    "install_demos",
    "install_games",
    "keyconfig",
    "login",
    "logout",
    "radio",
    "scoresub",
    "shutdown",
    "splore",
];

fn compiled(code: &[u8], sources: SourceMap) -> Result<LuaProgram, CompileError> {
    let (text, source) = (Digest::of(code), code.into());
    let natives = bind::bindings();
    let names: Vec<&str> = natives.iter().map(|(name, _)| *name).collect();
    let code = lua::compile_for(code, &names, bind::ANYWHERE).map_err(|e| sources.error(e))?;
    let mut vm = Vm::new(Arc::clone(&code));
    for name in ABSENT {
        vm.set_global(name, Value::NIL);
    }
    for (glyph, bits) in glyphs::GLYPHS {
        vm.set_global(&[*glyph], Value::number(Num::from_bits(*bits as i32)));
    }
    let natives = natives.into_iter().map(|(_, native)| native).collect();
    Ok(LuaProgram {
        shared: ProgramParts { code, natives, sources: sources.into(), text, source },
        vm,
        watched: LineWatcher::default(),
        stage: Stage::Code,
        coverage: None,
    })
}

/// How far the start has come. The numbers are part of a saved state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Code,
    Init,
    Frames,
}

/// Everything that does not change while a program runs.
#[derive(Clone)]
pub(crate) struct ProgramParts {
    pub(crate) code: Arc<Code>,
    pub(crate) natives: Arc<[Binding]>,
    pub(crate) sources: Arc<SourceMap>,
    pub(crate) text: u64,
    pub(crate) source: Arc<[u8]>,
}

#[derive(Clone)]
pub(crate) struct LuaProgram {
    pub(crate) shared: ProgramParts,
    pub(crate) vm: Vm,
    pub(crate) watched: LineWatcher,
    pub(crate) stage: Stage,
    /// Which instructions were reached, if requested; not a part of the state.
    pub(crate) coverage: Option<lua::InstructionCoverage>,
}

/// The host of the language: calls the machine, and reports cycles to it.
pub(crate) struct MachineHost<'a> {
    p8: &'a mut Machine,
    natives: &'a [Binding],
    sources: &'a SourceMap,
    /// The piece of the sources in which the last call was.
    piece: usize,
    callbacks: Value,
    /// Collects the output of `print`, if requested.
    pub printed: Option<&'a mut Vec<String>>,
    /// The budget at the start, and the part of it that was reported to the machine, or came from it.
    budget: i64,
    reported: i64,
}

impl<'a> MachineHost<'a> {
    pub fn new(p8: &'a mut Machine, parts: &'a ProgramParts, callbacks: Value, budget: i64) -> Self {
        let (natives, sources) = (&parts.natives[..], &*parts.sources);
        MachineHost { p8, natives, sources, piece: 0, callbacks, printed: None, budget, reported: 0 }
    }

    /// Reports the cycles that the language has used when so much of the budget is left.
    pub fn report(&mut self, left: i64) {
        let own = (self.budget - left - self.reported).clamp(0, i64::from(u32::MAX));
        self.p8.spend(own as u32);
        self.reported += own;
    }
}

impl Host for MachineHost<'_> {
    fn call(&mut self, native: u16, call: &mut NativeCall<'_>) -> Result<Answer, Raise> {
        self.p8.set_position(self.sources.position(call.line(), &mut self.piece));
        self.report(call.left());
        let before = self.p8.cycles_left();
        let Some(native) = self.natives.get(usize::from(native)) else { return Ok(Answer::Return) };
        if let (Some(printed), Binding::Print) = (&mut self.printed, native)
            && call.count() > 0
            && printed.len() < PRINTED
            && !calls::asks_for_text(self.p8, call)
            && !calls::has_waited(call)
        {
            printed.push(rasher::text::decode(&call.text(0, PRINTED)));
        }
        let answer = native.call(self.p8, call, self.callbacks);
        let drawn = before.saturating_sub(self.p8.cycles_left()) as i64;
        call.spend(drawn);
        self.reported += drawn;
        answer
    }

    fn peek(&mut self, address: Num, bytes: u8) -> Num {
        let (at, before) = (address.flr() as u16, self.p8.frame_cycles());
        let value = match bytes {
            1 => Num::from(i32::from(self.p8.peek(at))),
            2 => Num::from(i32::from(self.p8.peek2(at))),
            _ => self.p8.peek4(at),
        };
        // The language counts it as an instruction; the machine has charged for it as a call.
        self.reported += (self.p8.frame_cycles() - before) as i64;
        value
    }
}

impl LuaProgram {
    fn run(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        let mut left = i64::try_from(p8.cycles_left()).unwrap_or(i64::MAX / 2).min(i64::MAX / 2);
        // A run that a watch stops is never continued: a flip ends the frame.
        let Some(stop) = self.run_watched(p8, &mut left) else { return Ok(Flow::Flip) };
        match stop {
            Stop::Done | Stop::Break => Ok(Flow::Done),
            Stop::Pause => {
                self.vm.end_of_frame();
                Ok(Flow::Flip)
            }
            Stop::Fuel => Ok(Flow::Spent),
            Stop::Error(error) => Err(self.fault(p8, &error)),
        }
    }

    fn fault(&self, p8: &Machine, error: &lua::Error) -> Fault {
        let place = |line| p8.place(self.shared.sources.position(line, &mut 0));
        let mut stack: Vec<Place> = error.trace.iter().map(|call| place(call.line)).collect();
        let at = if stack.is_empty() { Place::default() } else { stack.remove(0) };
        Fault { message: rasher::text::decode(&error.message), place: at, stack, ..Fault::default() }
    }

    fn begin(&mut self, name: &[u8]) -> bool {
        let function = self.vm.global(name);
        self.vm.call(function, &[])
    }

    fn has(&mut self, name: &[u8]) -> bool {
        self.vm.global(name).kind() == ValueKind::Function
    }

    fn set_rate(&mut self, p8: &mut Machine) {
        p8.set_fps(if self.has(b"_update60") { 60 } else { 30 });
    }

    fn start(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        loop {
            if self.stage == Stage::Frames {
                return Ok(Flow::Done);
            }
            match self.run(p8)? {
                Flow::Done => {}
                flow => return Ok(flow),
            }
            if self.stage == Stage::Code && self.begin(b"_init") {
                self.stage = Stage::Init;
            } else {
                self.set_rate(p8);
                self.stage = Stage::Frames;
            }
        }
    }

    fn hook(&mut self, p8: &mut Machine, name: &[u8]) -> Result<Flow, Fault> {
        if self.begin(name) { self.run(p8) } else { Ok(Flow::Done) }
    }

    /// Runs a menu item's function. If it returns true, the menu stays open.
    fn run_item(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        let interrupts = self.vm.is_interrupted();
        let flow = self.run(p8)?;
        let answer = if interrupts { self.vm.answer() } else { self.vm.result() };
        Ok(if flow == Flow::Done && answer.is_true() { Flow::KeepMenu } else { flow })
    }

    fn pieces(&self, each: &mut dyn FnMut(&[u8])) {
        each(&[self.stage as u8]);
        self.vm.save_in_pieces(each);
    }

    fn restored(&self, state: &[u8]) -> Result<(Vm, Stage), StateError> {
        let (stage, rest) = state.split_first().ok_or_else(|| wrong("the state is too short"))?;
        let known = [Stage::Code, Stage::Init, Stage::Frames].get(usize::from(*stage)).copied();
        let stage = known.ok_or_else(|| wrong(format!("found {stage}, expected a stage from 0 to 2")))?;
        Ok((Vm::restore(Arc::clone(&self.shared.code), rest).map_err(wrong)?, stage))
    }
}

fn wrong(reason: impl core::fmt::Display) -> StateError {
    StateError { reason: reason.to_string() }
}

impl Program for LuaProgram {
    fn boot(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        // Carts are balanced for the original's cycles, which pace loops without a flip and skip pictures.
        p8.strict(true);
        match p8.rules() {
            Rules::One => {
                self.vm.set_global(MENU, self.vm.registry());
                self.vm.set_global(&[glyphs::SOLID], Value::number(Num::ZERO));
            }
            Rules::Two => {
                let nothing = self.vm.global(b"holdframe");
                PROMPT.iter().for_each(|name| self.vm.set_global(name.as_bytes(), nothing));
            }
        }
        self.start(p8)
    }

    fn update(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        // `_set_fps` changes the rate of the existing function: UnDUNE II has only `_update60`, and slows down for its dialogs.
        let (usual, other): (&[u8], &[u8]) = match p8.fps() {
            60 => (b"_update60", b"_update"),
            _ => (b"_update", b"_update60"),
        };
        let name = if self.has(usual) { usual } else { other };
        self.hook(p8, name)
    }

    fn draw(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        let flow = self.hook(p8, b"_draw")?;
        if flow == Flow::Done {
            self.vm.end_of_frame();
        }
        Ok(flow)
    }

    fn menu(&mut self, p8: &mut Machine, index: u8, buttons: u8) -> Result<Flow, Fault> {
        let function = self.vm.objects().get(self.vm.registry(), Value::number(Num::from(i32::from(index))));
        let buttons = [Value::number(Num::from(i32::from(buttons)))];
        // A call that waits at a flip continues afterwards.
        if !self.vm.interrupt(function, &buttons) && !self.vm.call_for_result(function, &buttons) {
            return Ok(Flow::Done);
        }
        self.run_item(p8)
    }

    fn resume(&mut self, p8: &mut Machine, hook: Hook) -> Result<Flow, Fault> {
        match (hook, self.stage) {
            (Hook::Init, Stage::Code | Stage::Init) => self.start(p8),
            (Hook::Menu(_), _) => self.run_item(p8),
            _ => {
                let flow = self.run(p8)?;
                if flow == Flow::Done && hook == Hook::Draw {
                    self.vm.end_of_frame();
                }
                Ok(flow)
            }
        }
    }

    fn reload(&mut self, p8: &mut Machine, code: &rasher::Code) -> Result<(), Fault> {
        let sources = SourceMap::from(code);
        self.vm.reload(&code.text).map_err(|error| sources.error(error).fault())?;
        (self.shared.code, self.shared.text) = (Arc::clone(self.vm.program()), code.digest());
        (self.shared.source, self.shared.sources) = (code.text.as_ref().into(), sources.into());
        self.watched.mark(&self.shared.code, &self.shared.sources);
        self.coverage = self.coverage.take().map(|_| lua::InstructionCoverage::new(&self.shared.code));
        if self.stage == Stage::Frames {
            self.set_rate(p8);
        }
        Ok(())
    }

    fn change(&mut self, code: &rasher::Code) -> Result<(), Fault> {
        let next = compiled(&code.text, SourceMap::from(code)).map_err(CompileError::fault)?;
        // Observers stay.
        let coverage = self.coverage.take().map(|_| lua::InstructionCoverage::new(&next.shared.code));
        let watched = core::mem::take(&mut self.watched);
        *self = LuaProgram { coverage, watched, ..next };
        self.watched.mark(&self.shared.code, &self.shared.sources);
        Ok(())
    }

    fn runs(&self, code: u64) -> Option<bool> {
        Some(self.shared.text == code)
    }

    fn cover(&mut self) {
        self.coverage = Some(lua::InstructionCoverage::new(&self.shared.code));
    }

    fn coverage(&self) -> Option<Coverage> {
        let coverage = self.coverage.as_ref()?;
        let covered = |name: &[u8], line, reached| Covered {
            name: rasher::text::decode(name),
            place: self.shared.sources.place(line),
            reached,
        };
        let lines = coverage.lines().into_iter().map(|(line, reached)| covered(b"", line, reached));
        let functions = coverage.functions().into_iter().map(|it| covered(&it.name, it.line, it.reached));
        Some(Coverage { lines: lines.collect(), functions: functions.collect() })
    }

    fn unbooted(&self) -> Option<Box<dyn Program>> {
        let program = compiled(&self.shared.source, SourceMap::clone(&self.shared.sources)).ok()?;
        Some(Box::new(program))
    }

    fn source_files(&self) -> Arc<[String]> {
        Arc::clone(&self.shared.sources.files)
    }

    fn source(&self) -> Vec<SourceLine> {
        self.source_lines()
    }

    fn save(&self) -> Result<Vec<u8>, StateError> {
        let mut bytes = Vec::new();
        self.pieces(&mut |piece| bytes.extend_from_slice(piece));
        let digits = bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        Ok(format!("\"{digits}\"").into_bytes())
    }

    fn load(&mut self, state: &[u8]) -> Result<(), StateError> {
        let text: String = serde_json::from_slice(state).map_err(wrong)?;
        let digits = text.as_bytes().chunks(2).map(|pair| {
            let pair = core::str::from_utf8(pair).ok()?;
            u8::from_str_radix(pair, 16).ok()
        });
        let bytes: Option<Vec<u8>> = digits.collect();
        self.load_bytes(&bytes.ok_or_else(|| wrong("found other characters, expected hexadecimal digits"))?)
    }

    fn save_bytes(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        self.pieces(&mut |piece| out.extend_from_slice(piece));
        Ok(())
    }

    fn load_bytes(&mut self, state: &[u8]) -> Result<(), StateError> {
        (self.vm, self.stage) = self.restored(state)?;
        Ok(())
    }

    fn loaded(&self, state: &[u8]) -> Result<Box<dyn Program>, StateError> {
        let (vm, stage) = self.restored(state)?;
        Ok(Box::new(LuaProgram {
            shared: self.shared.clone(),
            vm,
            watched: self.watched.clone(),
            stage,
            coverage: self.coverage.clone(),
        }))
    }

    fn digest(&self, d: &mut Digest) {
        d.bulk_of(|each| self.pieces(each));
    }

    fn snapshot(&self, like: Option<&dyn ProgramSnapshot>) -> Arc<dyn ProgramSnapshot> {
        Arc::new(LuaSnapshot::new(self, like))
    }

    fn is_swept(&self) -> bool {
        self.vm.is_swept()
    }

    fn memory_size(&self) -> u64 {
        u64::from(self.vm.bytes())
    }

    fn inspect(&self) -> serde_json::Value {
        let view = LuaView::new(&self.vm, &self.shared.sources);
        view.json(view.root())
    }

    fn view(&self) -> Option<Box<dyn StateView + '_>> {
        Some(Box::new(LuaView::new(&self.vm, &self.shared.sources)))
    }

    fn field(&self, path: &[&str]) -> Option<serde_json::Value> {
        let view: &dyn StateView = &LuaView::new(&self.vm, &self.shared.sources);
        view.field(path)
    }

    fn set_field(&mut self, path: &[&str], value: &serde_json::Value) -> Option<Result<(), StateError>> {
        Some(tree::set_field(&mut self.vm, path, value))
    }

    fn watch_lines(&mut self, watch: Option<Box<LineWatch>>) -> Option<Box<LineWatch>> {
        let before = core::mem::replace(&mut self.watched.watch, watch);
        self.watched.mark(&self.shared.code, &self.shared.sources);
        before
    }

    fn line_watch(&self) -> Option<&LineWatch> {
        self.watched.watch.as_deref()
    }

    fn calls(&self) -> Vec<CallFrame> {
        self.call_frames()
    }

    fn run_text(
        &mut self,
        p8: &mut Machine,
        text: &str,
        printed: &mut Vec<String>,
    ) -> Result<Vec<serde_json::Value>, String> {
        LuaProgram::run_text(self, p8, text, printed)
    }

    fn evaluate(
        &self,
        p8: &Machine,
        call: usize,
        expressions: &str,
    ) -> Result<Vec<serde_json::Value>, String> {
        self.values(p8, call, expressions)
    }

    fn clone_box(&self) -> Box<dyn Program> {
        Box::new(self.clone())
    }
}

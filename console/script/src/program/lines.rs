//! Running a program in Lua line by line, and inspecting it, for debuggers.
//!
//! ```text
//! run by lines   vm.step ── a line begins ──> LineWatch::line ── no ──> continue, with the cycles that a plain run has there
//!                                                             └─ yes ─> the frame ends here, by a flip that is never continued
//! ```
//!
//! A watch is not part of the program, so a copy has none.

use super::{LuaProgram, MachineHost};
use crate::sources::{SourceMap, found};
use crate::view::shown as json;
use alloc::string::{String, ToString};
use alloc::{boxed::Box, format, sync::Arc, vec::Vec};
use lua::{Stop, Vm};
use rasher::{CallFrame, LineMoment, LineWatch, Machine, Position, SourceLine};
use serde_json::{Map, Value as Json};

/// Cycles that an expression may take: a second of the original's.
const EXPRESSION: i64 = 1 << 23;

/// A program's watch, which its copies do not have.
#[derive(Default)]
pub struct LineWatcher {
    pub watch: Option<Box<LineWatch>>,
    /// The instructions of the lines for which a watch scans.
    marks: Vec<bool>,
}

impl Clone for LineWatcher {
    fn clone(&self) -> Self {
        LineWatcher::default()
    }
}

impl LineWatcher {
    /// Marks the watch's lines in the code as it is now.
    pub fn mark(&mut self, code: &lua::Program, sources: &SourceMap) {
        let Some(watch) = self.watch.as_ref().filter(|watch| watch.scans()) else { return };
        self.marks = code.marked(|line| {
            let Position { file, line } = sources.position(line, &mut 0);
            sources.files.get(file as usize).is_some_and(|file| watch.has_point_at(file, line))
        });
    }
}

impl LuaProgram {
    /// [`Vm::run`], line by line if there is a watch. None where the watch stops it.
    pub(crate) fn run_watched(&mut self, p8: &mut Machine, left: &mut i64) -> Option<Stop> {
        let callbacks = self.vm.registry();
        let Some(mut watch) = self.watched.watch.take() else {
            let mut host = MachineHost::new(p8, &self.shared, callbacks, *left);
            let stop = match &mut self.coverage {
                Some(coverage) => self.vm.run_covered(&mut host, left, coverage),
                None => self.vm.run(&mut host, left),
            };
            host.report(*left);
            return Some(stop);
        };
        let marks = core::mem::take(&mut self.watched.marks);
        let depth = (!watch.scans()).then_some(usize::MAX);
        let mut steps = lua::StepLimits { depth, marks: &marks, goes_on: false };
        let stop = loop {
            let mut host = MachineHost::new(p8, &self.shared, callbacks, *left);
            let stop = self.vm.step(&mut host, left, &steps);
            host.report(*left);
            if stop != Stop::Break {
                break Some(stop);
            }
            steps.goes_on = true;
            let Some(call) = self.vm.calls().next() else { continue };
            let position = |line| self.shared.sources.position(line, &mut 0);
            let moment = LineMoment {
                program: self,
                machine: p8,
                position: position(call.line),
                function: match call.declared {
                    0 => Position::default(),
                    line => position(line),
                },
                depth: self.vm.depth() as u32,
            };
            if watch.line(&moment) {
                break None;
            }
        };
        (self.watched.watch, self.watched.marks) = (Some(watch), marks);
        stop
    }

    pub(crate) fn call_frames(&self) -> Vec<CallFrame> {
        let shown = |list: Vec<lua::Variable>| {
            let named = |it: lua::Variable| {
                (rasher::text::decode(&it.name), json(&self.vm, &self.shared.sources, it.value))
            };
            list.into_iter().map(named).collect()
        };
        let frame = |call: lua::CallInfo| {
            let (locals, upvalues) = self.vm.variables(call.depth);
            let is_main = call.declared == 0;
            let mut locals: Vec<(String, Json)> = shown(locals);
            let varargs = (1..).zip(self.vm.varargs(call.depth));
            let varargs: Map<String, Json> = varargs
                .map(|(at, value): (u32, _)| (at.to_string(), json(&self.vm, &self.shared.sources, *value)))
                .collect();
            if !varargs.is_empty() {
                locals.push(("...".into(), Json::Object(varargs)));
            }
            CallFrame {
                function: if is_main { "main chunk".into() } else { rasher::text::decode(&call.function) },
                position: self.shared.sources.position(call.line, &mut 0),
                locals,
                upvalues: shown(upvalues),
            }
        };
        self.vm.calls().map(frame).collect()
    }

    /// Runs a copy for at most a second, and returns the values of its expressions.
    fn run_copy(
        &self,
        copy: Result<Vm, lua::SyntaxError>,
        p8: &mut Machine,
        printed: Option<&mut Vec<String>>,
    ) -> Result<(Vm, Vec<Json>), String> {
        let mut copy =
            copy.map_err(|error| format!("found {}, expected {}", found(&error), error.expected))?;
        let (callbacks, mut left) = (copy.registry(), EXPRESSION);
        let mut host = MachineHost { printed, ..MachineHost::new(p8, &self.shared, callbacks, left) };
        match copy.run(&mut host, &mut left) {
            Stop::Done => {
                let values = copy.results().into_iter().map(|value| json(&copy, &self.shared.sources, value));
                let values = values.collect();
                Ok((copy, values))
            }
            Stop::Error(error) => Err(rasher::text::decode(&error.message)),
            Stop::Fuel => Err("it takes longer than a second".to_string()),
            Stop::Pause | Stop::Break => Err("it waits for the next frame".to_string()),
        }
    }

    pub(crate) fn values(&self, p8: &Machine, call: usize, expressions: &str) -> Result<Vec<Json>, String> {
        let depth = self.vm.calls().nth(call).map(|call| call.depth);
        let text: Vec<u8> = rasher::text::encode(expressions).collect();
        let (_, values) = self.run_copy(self.vm.expression(depth, &text), &mut p8.clone(), None)?;
        Ok(values)
    }

    /// Runs statements, or evaluates expressions, while no call is running. Returns the expressions' values, and collects what is printed.
    pub(crate) fn run_text(
        &mut self,
        p8: &mut Machine,
        text: &str,
        printed: &mut Vec<String>,
    ) -> Result<Vec<Json>, String> {
        if self.vm.calls().next().is_some() {
            return Err("a call is running: resume runs it to its end".to_string());
        }
        let text: Vec<u8> = rasher::text::encode(text).collect();
        let is_code = |lexeme: &lua::Lexeme<'_>| lexeme.text == b"function";
        let has_code = lua::lex(&text).is_ok_and(|all| all.iter().any(is_code));
        let value = [&b"return "[..], &text].concat();
        let copy = self.vm.statement(&value).or_else(|_| self.vm.statement(&text));
        let mut machine = p8.clone();
        let (copy, values) = self.run_copy(copy, &mut machine, Some(printed))?;
        if self.vm.absorb(copy, has_code) {
            self.shared.code = Arc::clone(self.vm.program());
            self.coverage = self.coverage.take().map(|_| lua::InstructionCoverage::new(&self.shared.code));
        }
        *p8 = machine;
        Ok(values)
    }

    pub(crate) fn source_lines(&self) -> Vec<SourceLine> {
        let coded = self.vm.program().code_lines();
        let mut piece = 0;
        let line = |(number, text): (u32, &[u8])| SourceLine {
            position: self.shared.sources.position(number, &mut piece),
            text: rasher::text::decode(text.strip_suffix(b"\r").unwrap_or(text)),
            has_code: coded.contains(&number),
        };
        (1..).zip(self.shared.source.split(|byte| *byte == b'\n')).map(line).collect()
    }
}

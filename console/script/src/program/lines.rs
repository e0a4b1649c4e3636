//! A program in Lua by lines: what debuggers ask of it.
//!
//! ```text
//! run by lines   vm.step ── a line begins ──> LineWatch::line ── no ──> on, at the cycles that a plain run has there
//!                                                             └─ yes ─> the frame ends here, by a flip that nobody goes on from
//! ```
//!
//! A watch is no part of the program: a copy has none.

use super::{Binding, LuaProgram, MENU};
use crate::sources::found;
use crate::tree;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use lua::{Stop, Vm};
use rasher::{CallFrame, LineMoment, LineWatch, Machine, Position, SourceLine};
use serde_json::{Map, Value as Json};

/// Cycles that an expression may take: a second of the original's.
const EXPRESSION: i64 = 1 << 23;

/// The watch of a program, which its copies do not have.
#[derive(Default)]
pub struct Watched(pub Option<Box<LineWatch>>);

impl Clone for Watched {
    fn clone(&self) -> Self {
        Watched(None)
    }
}

impl LuaProgram {
    /// [`Vm::run`], line by line if somebody watches. None where the watch stops it.
    pub(crate) fn run_watched(&mut self, p8: &mut Machine, left: &mut i64) -> Option<Stop> {
        let callbacks = self.vm.global(MENU);
        let Some(mut watch) = self.watched.0.take() else {
            let mut binding = Binding::new(p8, &self.shared.natives, &self.shared.sources, callbacks, *left);
            let stop = match &mut self.coverage {
                Some(coverage) => self.vm.run_covered(&mut binding, left, coverage),
                None => self.vm.run(&mut binding, left),
            };
            binding.tell(*left);
            return Some(stop);
        };
        let mut steps = lua::StepLimits { depth: Some(usize::MAX), ..lua::StepLimits::default() };
        let stop = loop {
            let mut binding = Binding::new(p8, &self.shared.natives, &self.shared.sources, callbacks, *left);
            let stop = self.vm.step(&mut binding, left, &steps);
            binding.tell(*left);
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
        self.watched.0 = Some(watch);
        stop
    }

    pub(crate) fn call_frames(&self) -> Vec<CallFrame> {
        let shown = |list: Vec<lua::Variable>| {
            let named = |it: lua::Variable| {
                (rasher::text::decode(&it.name), tree::shown(self.vm.objects(), it.value))
            };
            list.into_iter().map(named).collect()
        };
        let frame = |call: lua::CallInfo| {
            let (locals, upvalues) = self.vm.variables(call.depth);
            let is_main = call.declared == 0;
            let mut locals: Vec<(String, Json)> = shown(locals);
            let varargs = (1..).zip(self.vm.varargs(call.depth));
            let varargs: Map<String, Json> = varargs
                .map(|(at, value): (u32, _)| (at.to_string(), tree::shown(self.vm.objects(), *value)))
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

    /// The values of expressions, worked out on copies.
    pub(crate) fn values(&self, p8: &Machine, call: usize, expressions: &str) -> Result<Vec<Json>, String> {
        let depth = self.vm.calls().nth(call).map(|call| call.depth);
        let text: Vec<u8> = rasher::text::encode(expressions).collect();
        let mut copy: Vm = self
            .vm
            .expression(depth, &text)
            .map_err(|error| format!("found {}, expected {}", found(&error), error.expected))?;
        let mut machine = p8.clone();
        let mut left = EXPRESSION;
        let callbacks = copy.global(MENU);
        let mut binding =
            Binding::new(&mut machine, &self.shared.natives, &self.shared.sources, callbacks, left);
        match copy.run(&mut binding, &mut left) {
            Stop::Done => {
                Ok(copy.results().into_iter().map(|value| tree::shown(copy.objects(), value)).collect())
            }
            Stop::Error(error) => Err(rasher::text::decode(&error.message)),
            Stop::Fuel => Err("it takes longer than a second".to_string()),
            Stop::Pause | Stop::Break => Err("it waits for the next frame".to_string()),
        }
    }

    /// Does statements, or works out expressions, where no call is under way; gives the expressions' values, and tells what is printed.
    pub(crate) fn run_text(
        &mut self,
        p8: &mut Machine,
        text: &str,
        printed: &mut Vec<String>,
    ) -> Result<Vec<Json>, String> {
        if self.vm.calls().next().is_some() {
            return Err(
                "it stands in the middle of a call: resume lets it go on to the end of it".to_string()
            );
        }
        let text: Vec<u8> = rasher::text::encode(text).collect();
        let is_code = |lexeme: &lua::Lexeme<'_>| lexeme.text == b"function";
        let has_code = lua::lex(&text).is_ok_and(|all| all.iter().any(is_code));
        let value = [&b"return "[..], &text].concat();
        let copy = self.vm.statement(&value).or_else(|_| self.vm.statement(&text));
        let mut copy =
            copy.map_err(|error| format!("found {}, expected {}", found(&error), error.expected))?;
        let (mut machine, mut left) = (p8.clone(), EXPRESSION);
        let callbacks = copy.global(MENU);
        let mut binding =
            Binding::new(&mut machine, &self.shared.natives, &self.shared.sources, callbacks, left)
                .telling(printed);
        match copy.run(&mut binding, &mut left) {
            Stop::Done => {
                let values =
                    copy.results().into_iter().map(|value| tree::shown(copy.objects(), value)).collect();
                if self.vm.absorb(copy, has_code) {
                    self.shared.code = Arc::clone(self.vm.program());
                    self.coverage = self.coverage.take().map(|_| lua::Coverage::new(&self.shared.code));
                }
                *p8 = machine;
                Ok(values)
            }
            Stop::Error(error) => Err(rasher::text::decode(&error.message)),
            Stop::Fuel => Err("it takes longer than a second".to_string()),
            Stop::Pause | Stop::Break => Err("it waits for the next frame".to_string()),
        }
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

    pub(crate) fn watch(&mut self, watch: Option<Box<LineWatch>>) -> Option<Box<LineWatch>> {
        core::mem::replace(&mut self.watched.0, watch)
    }
}

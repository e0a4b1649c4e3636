//! The calls of a Rust program as its lines: a step is a call of the machine, at the line of code that makes it.
//!
//! ```text
//! _update  state before it │ cls ─ spr ─ spr ...       a hook cannot be stopped: the machine is copied at a call, and the
//! _draw    state before it │ map ─ print ...           program's state is the one from before the hook
//! ```
//!
//! `_draw` does not change the state, so only that of `_update` is older than the call. A panic is the last step.

use crate::Machine;
use crate::fault::Position;
use crate::program::{CallFrame, Hook, LineMoment, LineQuery, LineWatch, Program};
use alloc::string::{String, ToString};
use alloc::{boxed::Box, vec, vec::Vec};

pub(crate) struct CallWatch {
    pub watch: LineWatch,
    /// The program before the current hook.
    pub program: Box<dyn Program>,
    hook: Hook,
    /// The machine at the call where the watch stopped, and the calls that led there.
    pub stopped: Option<(Box<Machine>, Vec<CallFrame>)>,
}

impl CallWatch {
    pub fn new(query: LineQuery, program: Box<dyn Program>) -> CallWatch {
        CallWatch { watch: LineWatch::new(query), program, hook: Hook::Update, stopped: None }
    }

    pub fn begin(&mut self, hook: Hook, program: &dyn Program) {
        self.watch.begin(&*self.program);
        if self.stopped.is_none() {
            (self.hook, self.program) = (hook, program.clone_box());
        }
    }

    pub fn call(&mut self, machine: &mut Machine, file: &str, line: u32) {
        if self.stopped.is_some() || self.watch.scans() && !self.watch.has_point_at(file, line) {
            return;
        }
        let position = machine.position_of(file, line);
        let function = self.function(position).map_or(Position { line: 0, ..position }, |(first, _)| first);
        let program = &*self.program;
        if self.watch.line(&LineMoment { program, machine, position, function, depth: 1 }) {
            let calls = self.calls(machine, position);
            self.stopped = Some((Box::new(machine.clone()), calls));
        }
    }

    fn function(&self, at: Position) -> Option<(Position, &str)> {
        self.program.rust_source().and_then(|source| source.function(at))
    }

    /// The call, and what the build knows of its callers.
    fn calls(&self, machine: &mut Machine, position: Position) -> Vec<CallFrame> {
        let frame = |function: &str, position| CallFrame {
            function: function.to_string(),
            position,
            locals: Vec::new(),
            upvalues: Vec::new(),
        };
        let hook = self.hook.to_string();
        let source = self.program.rust_source();
        let name = self.function(position).map_or(&*hook, |(_, name)| name);
        let mut calls = vec![frame(name, position)];
        for (n, (name, place)) in self.watch.backtrace().iter().enumerate() {
            let name = name.trim_end_matches("::{{closure}}").split("::<").next().unwrap_or_default();
            let own = name.rsplit("::").next().unwrap_or_default();
            let is_first = n == 0 && (place.line() == position.line || own == calls[0].function);
            let at = match place.line() {
                // Without line tables a caller is shown where it begins.
                0 => source.and_then(|source| source.function_named(own)).unwrap_or_default(),
                line => machine.position_of(place.file(), line),
            };
            if !is_first {
                calls.push(frame(own, at));
            }
        }
        calls
    }
}

impl Machine {
    /// The position of a line by the name of its file, which gets a number if it has none. A backtrace may have the folders before it, too.
    fn position_of(&mut self, file: &str, line: u32) -> Position {
        let is_it = |known: &String| {
            file.strip_suffix(known.as_str())
                .is_some_and(|folders| folders.is_empty() || folders.ends_with('/'))
        };
        let number = self.files.iter().position(is_it).unwrap_or_else(|| {
            let files = self.files.iter().cloned();
            self.files = files.chain([file.to_string()]).collect();
            self.files.len() - 1
        });
        Position { file: number as u32, line }
    }
}

//! Frames run line by line, on a copy.

use crate::console::Console;
use crate::fault::Fault;
use crate::input::Input;
use crate::program::{CallFrame, Flow, LineQuery, LineWatch};
use alloc::{boxed::Box, string::String, vec::Vec};
use serde_json::Value;

pub struct LineRun {
    /// The console where it stopped in the frame, else at the end of the frame or at the fault.
    pub console: Console,
    pub watch: LineWatch,
    /// The calls where it stopped, innermost first.
    pub stack: Vec<CallFrame>,
    /// Why the frame did not reach its end.
    pub fault: Option<Fault>,
    /// With [`LineQuery::until`], the number of calls of [`Console::trace`] made before it stopped.
    pub calls: usize,
}

impl LineRun {
    /// Whether the frame ran to its end.
    pub fn is_whole(&self) -> bool {
        self.watch.stopped.is_none() && self.fault.is_none()
    }
}

/// Runs hooks, and returns a panic as a fault.
pub type Catch = fn(&mut dyn FnMut() -> Result<Flow, Fault>) -> Result<Flow, Fault>;

impl Console {
    /// Runs a frame line by line, on a copy. A program without lines runs to the end of the frame.
    pub fn run_lines(&self, input: &Input, query: LineQuery) -> LineRun {
        self.run_lines_with(input, query, |run| run())
    }

    /// [`Console::run_lines`] for a host that catches panics: the calls before one are kept.
    pub fn run_lines_with(&self, input: &Input, query: LineQuery, catch: Catch) -> LineRun {
        let mut console = self.clone();
        if query.until.is_some() {
            console.count_calls();
        }
        console.watch_lines(Some(query));
        let ended = catch(&mut || console.hooks(input));
        console.end_watch(ended, self.is_unbooted)
    }

    fn end_watch(mut self, ended: Result<Flow, Fault>, is_boot: bool) -> LineRun {
        let watch = self.program.watch_lines(None).map(|watch| *watch);
        let (calls, of_calls) = self.take_calls();
        let (watch, stopped) = match of_calls {
            Some(mut of_calls) => {
                if let Err(fault) = &ended {
                    of_calls.call(&mut self.machine, fault.place.file(), fault.place.line());
                }
                let program = of_calls.program;
                (of_calls.watch, of_calls.stopped.map(|(machine, stack)| (machine, program, stack)))
            }
            None => (watch.unwrap_or_default(), None),
        };
        // A boot is not a frame of its own.
        if let (Ok(flow), None, false) = (&ended, watch.stopped, is_boot) {
            self.machine.end_frame(*flow);
        }
        let (mut stack, mut fault) = (self.program.calls(), ended.err());
        if let Some((machine, program, calls)) = stopped {
            (self.machine, self.program, stack) = (*machine, program, calls);
            fault = None;
        }
        LineRun { console: self, watch, stack, fault, calls }
    }

    /// Watches the lines of the next frames of this console, not of its copies; none ends that.
    pub fn watch_lines(&mut self, query: Option<LineQuery>) {
        match query {
            Some(query) if !self.program.suspends() => self.watch_calls(query),
            query => {
                if self.machine.tap.line_watch().is_some() {
                    self.take_calls();
                }
                self.program.watch_lines(query.map(|query| Box::new(LineWatch::new(query))));
            }
        }
    }

    /// The current watch.
    pub fn line_watch(&self) -> Option<&LineWatch> {
        self.program.line_watch().or_else(|| self.machine.tap.line_watch())
    }

    /// How often these frames reached a point of a query that [scans](LineQuery::scans).
    pub fn lines_reached(&self) -> u64 {
        self.line_watch().map_or(0, |watch| watch.reached)
    }

    /// The values of comma-separated expressions in the program's language, in a call counted from the innermost
    /// one, or a message for the user.
    pub fn evaluate(&self, call: usize, expressions: &str) -> Result<Vec<Value>, String> {
        self.program.evaluate(&self.machine, call, expressions)
    }
}

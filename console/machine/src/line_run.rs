//! Frames run line by line, on a copy.

use crate::console::Console;
use crate::fault::Fault;
use crate::input::Input;
use crate::program::{LineQuery, LineWatch};
use alloc::{boxed::Box, string::String, vec::Vec};
use serde_json::Value;

pub struct LineRun {
    /// The console where it stopped in the frame, else at the end of the frame or at the fault.
    pub console: Console,
    pub watch: LineWatch,
    /// Why the frame did not reach its end.
    pub fault: Option<Fault>,
    /// With [`LineQuery::until`], the number of calls of [`Console::trace`] made before it stopped.
    pub calls: usize,
}

impl Console {
    /// Runs a frame line by line, on a copy. A program without lines runs to the end of the frame.
    pub fn run_lines(&self, input: &Input, query: LineQuery) -> LineRun {
        let mut console = self.clone();
        if query.until.is_some() {
            console.count_calls();
        }
        console.program.watch_lines(Some(Box::new(LineWatch::new(query))));
        let ended = console.tapped_frame(input);
        let watch = console.program.watch_lines(None).map(|watch| *watch).unwrap_or_default();
        // A boot is not a frame of its own.
        if let (Ok(flow), None, false) = (&ended, watch.stopped, self.is_unbooted) {
            console.machine.end_frame(*flow);
        }
        LineRun { calls: console.counted_calls(), console, watch, fault: ended.err() }
    }

    /// Watches the lines of the next frames of this console, not of its copies; none ends that.
    pub fn watch_lines(&mut self, query: Option<LineQuery>) {
        self.program.watch_lines(query.map(|query| Box::new(LineWatch::new(query))));
    }

    /// How often these frames reached a point of a query that [scans](LineQuery::scans).
    pub fn lines_reached(&self) -> u64 {
        self.program.line_watch().map_or(0, |watch| watch.reached)
    }

    /// The values of comma-separated expressions in the program's language, in a call counted from the innermost
    /// one, or a message for the user.
    pub fn evaluate(&self, call: usize, expressions: &str) -> Result<Vec<Value>, String> {
        self.program.evaluate(&self.machine, call, expressions)
    }
}

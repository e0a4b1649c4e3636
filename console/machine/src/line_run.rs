//! Frames that are run by lines: on a copy, which the lines that begin are shown to.

use crate::console::Console;
use crate::fault::Fault;
use crate::input::Input;
use crate::program::{LineQuery, LineWatch};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// A frame that was run by lines.
pub struct LineRun {
    /// The console where it stopped, in the middle of the frame; else at its end. A fault leaves it where it is.
    pub console: Console,
    /// What was found.
    pub watch: LineWatch,
    /// Why the frame could not be run to its end.
    pub fault: Option<Fault>,
    /// How many of the calls of [`Console::trace`] were made by then, where it was asked to stop before a step ([`LineQuery::until`]).
    pub calls: usize,
}

impl Console {
    /// Runs a frame by lines, on a copy. A program that has no lines runs it to its end.
    pub fn run_lines(&self, input: &Input, query: LineQuery) -> LineRun {
        let mut console = self.clone();
        if query.until.is_some() {
            console.count_calls();
        }
        console.program.watch_lines(Some(Box::new(LineWatch::new(query))));
        let ended = console.tapped_frame(input);
        let watch = console.program.watch_lines(None).map(|watch| *watch).unwrap_or_default();
        // A boot is no frame of its own: nothing follows it.
        if let (Ok(flow), None, false) = (&ended, watch.stopped, self.is_unbooted) {
            console.machine.end_frame(*flow);
        }
        LineRun { calls: console.counted_calls(), console, watch, fault: ended.err() }
    }

    /// What expressions of the program's language, parted by commas, are worth now, in a call counted from the innermost. Nothing changes by it.
    ///
    /// # Errors
    /// Why there is no value, for people.
    pub fn evaluate(&self, call: usize, expressions: &str) -> Result<Vec<Value>, String> {
        self.program.evaluate(&self.machine, call, expressions)
    }
}

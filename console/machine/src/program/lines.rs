//! Lines of a frame: the state of a program between two of its lines.
//!
//! ```text
//! frame   step 0        step 1        step 2        ...       a step is a line that begins: place and depth of calls
//!         game.p8:12    game.p8:40    game.p8:41                deeper: into a call     not deeper: over it     less: out of it
//! ```
//!
//! [`crate::Console::run_lines`] runs the frame on a copy with a [`LineQuery`], up to some step. The copy then has
//! memory, picture, globals and calls as they are there. Stepping forward or back is just another step number. A watch
//! is not part of the value and costs the program no cycles. Programs support it by [`Program::watch_lines`],
//! [`Program::calls`] and [`Program::evaluate`]. The lines of a Rust program are those of its calls of the machine
//! (`trace/lines.rs`).

use super::Program;
use crate::Machine;
use crate::fault::{Place, Position};
use alloc::string::{String, ToString};
use alloc::{sync::Arc, vec::Vec};
use serde_json::Value;

/// Most recorded steps; later ones are only counted. A frame at 30 a second has at most 140,000 instructions.
pub const STEPS_MAX: usize = 200_000;
pub const LOGS_MAX: usize = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStep {
    pub position: Position,
    /// First line of its function; line 0 in the main chunk.
    pub function: Position,
    pub depth: u32,
    /// Cycles since the frame's first step.
    pub cycles: u64,
}

/// A call on the stack of a stopped program.
#[derive(Clone, Debug, PartialEq)]
pub struct CallFrame {
    /// The function's declared name; `main chunk` outside of functions, empty if anonymous.
    pub function: String,
    pub position: Position,
    /// Visible locals, in the order of their declaration.
    pub locals: Vec<(String, Value)>,
    /// Captured variables of enclosing functions.
    pub upvalues: Vec<(String, Value)>,
}

/// A line of a program's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    pub position: Position,
    /// The text in Unicode, without the line end.
    pub text: String,
    /// Whether a step can start there; other lines have no instructions.
    pub has_code: bool,
}

/// A line at which a run stops, in any program with a file of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    pub place: Place,
    /// A condition in the program's language; empty for none.
    pub condition: String,
}

/// A line at which expressions are logged, in any program with a file of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logpoint {
    pub place: Place,
    /// Comma-separated expressions in the program's language.
    pub expressions: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    pub step: u32,
    pub logpoint: usize,
    pub text: String,
}

/// A breakpoint's condition, computed on the live state: the program's language runs it on a copy, which takes 0.1 ms.
pub trait LineCondition: core::fmt::Debug + Send + Sync {
    /// None if only the language can compute it.
    fn holds(&self, moment: &LineMoment<'_>) -> Option<bool>;
}

/// A condition that failed to evaluate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionError {
    pub step: u32,
    pub breakpoint: usize,
    pub why: String,
}

/// What to look for in the lines of a frame.
#[derive(Clone, Debug, Default)]
pub struct LineQuery {
    pub until: Option<u32>,
    /// Stop before the first of these lines, from step [`LineQuery::from`] on, whose condition is true. A failing
    /// condition is false; the first error of each is kept.
    pub breakpoints: Vec<Breakpoint>,
    /// For each of these breakpoints; may be shorter.
    pub conditions: Vec<Option<Arc<dyn LineCondition>>>,
    /// Only count in [`LineWatch::reached`] how often a breakpoint or logpoint is reached. A line may count again in its middle, after a jump or
    /// a call.
    pub scans: bool,
    /// The first step at which breakpoints count.
    pub from: u32,
    /// Collect the steps of breakpoints instead of stopping.
    pub collects: bool,
    /// Paths in the state: stop before the first line, from step [`LineQuery::from`] on, where a value changed, or collect these lines.
    pub fields: Vec<Vec<String>>,
    pub logpoints: Vec<Logpoint>,
    pub keeps_steps: bool,
    /// The native calls, innermost first, for the stack of a Rust program: names, and places where the build has them.
    pub backtrace: Option<fn() -> NativeCalls>,
}

pub type NativeCalls = Vec<(String, Place)>;

/// The results of a [`LineQuery`] so far.
#[derive(Clone, Debug, Default)]
pub struct LineWatch {
    query: LineQuery,
    pub steps: Vec<LineStep>,
    /// Number of steps until it stopped or the frame ended.
    pub count: u32,
    pub stopped: Option<u32>,
    /// Of a scan: breakpoints whose condition was true or failed for the first time, and logpoints.
    pub reached: u64,
    pub hits: Vec<u32>,
    pub errors: Vec<ConditionError>,
    /// Steps before which a field had changed.
    pub changes: Vec<u32>,
    pub logs: Vec<LogLine>,
    /// The fields' values at the previous line.
    values: Option<Vec<Option<Value>>>,
    /// Cycles left at the previous step, and cycles of all steps before it.
    left: u64,
    cycles: u64,
}

pub struct LineMoment<'a> {
    pub program: &'a dyn Program,
    pub machine: &'a Machine,
    pub position: Position,
    pub function: Position,
    pub depth: u32,
}

impl LineMoment<'_> {
    fn is_at(&self, place: &Place) -> bool {
        place.line() == self.position.line && self.machine.file(self.position) == Some(place.file())
    }
}

impl LineWatch {
    pub fn new(query: LineQuery) -> LineWatch {
        LineWatch { query, ..LineWatch::default() }
    }

    /// Whether the last line changed a field: no later line has seen it. `program` is the frame's at its end.
    pub fn changed_at_end(&self, program: &dyn Program) -> bool {
        self.values.as_ref().is_some_and(|seen| *seen != self.read(program))
    }

    fn read(&self, program: &dyn Program) -> Vec<Option<Value>> {
        let read = |path: &Vec<String>| {
            let names: Vec<&str> = path.iter().map(String::as_str).collect();
            program.field(&names)
        };
        self.query.fields.iter().map(read).collect()
    }

    /// Remembers the fields' values before the first line, for a program whose state cannot be read at each line.
    pub(crate) fn begin(&mut self, program: &dyn Program) {
        if !self.query.fields.is_empty() && self.values.is_none() {
            self.values = Some(self.read(program));
        }
    }

    pub(crate) fn backtrace(&self) -> NativeCalls {
        self.query.backtrace.map(|backtrace| backtrace()).unwrap_or_default()
    }

    /// Whether only the lines of [`LineWatch::has_point_at`] are of interest.
    pub fn scans(&self) -> bool {
        self.query.scans
    }

    pub fn has_point_at(&self, file: &str, line: u32) -> bool {
        let points = self.query.breakpoints.iter().map(|point| &point.place);
        let mut places = points.chain(self.query.logpoints.iter().map(|point| &point.place));
        places.any(|place| place.line() == line && place.file() == file)
    }

    /// Called by programs at each line; true to stop there.
    pub fn line(&mut self, moment: &LineMoment<'_>) -> bool {
        if self.query.scans {
            let (errors, logs) = (self.errors.len(), !self.query.logpoints.is_empty());
            let is_hit = self.is_hit(moment, 0) || self.errors.len() > errors;
            self.reached += u64::from(is_hit || logs);
            return false;
        }
        let step = self.count;
        let left = moment.machine.cycles_left();
        // A new hook may have more left than the last one had at its end.
        self.cycles += self.left.saturating_sub(left);
        self.left = left;
        if self.query.keeps_steps && self.steps.len() < STEPS_MAX {
            let LineMoment { position, function, depth, .. } = *moment;
            let cycles = self.cycles;
            self.steps.push(LineStep { position, function, depth, cycles });
        }
        if self.query.until == Some(step) || self.is_hit(moment, step) || self.has_changed(moment, step) {
            self.stopped = Some(step);
            return true;
        }
        self.log(moment, step);
        self.count += 1;
        false
    }

    fn is_hit(&mut self, moment: &LineMoment<'_>, step: u32) -> bool {
        if step < self.query.from {
            return false;
        }
        let mut is_hit = false;
        for (breakpoint, point) in self.query.breakpoints.iter().enumerate() {
            if is_hit || !moment.is_at(&point.place) {
                continue;
            }
            let quick = self.query.conditions.get(breakpoint).and_then(Option::as_ref);
            if let Some(holds) = quick.and_then(|condition| condition.holds(moment)) {
                is_hit = holds;
                continue;
            }
            is_hit = point.condition.is_empty()
                || match moment.program.evaluate(moment.machine, 0, &point.condition) {
                    Ok(values) => !matches!(values.first(), None | Some(Value::Null | Value::Bool(false))),
                    Err(why) => {
                        if self.errors.iter().all(|error| error.breakpoint != breakpoint) {
                            self.errors.push(ConditionError { step, breakpoint, why });
                        }
                        false
                    }
                };
        }
        if is_hit && self.query.collects {
            self.hits.push(step);
        }
        is_hit && !self.query.collects
    }

    fn has_changed(&mut self, moment: &LineMoment<'_>, step: u32) -> bool {
        if self.query.fields.is_empty() {
            return false;
        }
        let now = self.read(moment.program);
        let changed = self.values.as_ref().is_some_and(|before| *before != now);
        self.values = Some(now);
        if changed {
            self.changes.push(step);
        }
        changed && !self.query.collects && step >= self.query.from
    }

    fn log(&mut self, moment: &LineMoment<'_>, step: u32) {
        for (logpoint, point) in self.query.logpoints.iter().enumerate() {
            if moment.is_at(&point.place) && self.logs.len() < LOGS_MAX {
                let text = match moment.program.evaluate(moment.machine, 0, &point.expressions) {
                    Ok(values) => values.iter().map(shown).collect::<Vec<_>>().join(" "),
                    Err(why) => why,
                };
                self.logs.push(LogLine { step, logpoint, text });
            }
        }
    }
}

/// A value as `print` shows it: text without quotes.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "nil".into(),
        other => other.to_string(),
    }
}

pub(crate) fn no_expressions() -> String {
    "Rust carts have no expressions to evaluate".to_string()
}

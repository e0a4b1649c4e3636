//! Lines of a frame: where a program of another language stands between two of its lines, and what can be asked there.
//!
//! ```text
//! frame   step 0        step 1        step 2        ...       a step is a line that begins: place and depth of calls
//!         game.p8:12    game.p8:40    game.p8:41                deeper: into a call     not deeper: over it     less: out of it
//! ```
//!
//! [`crate::Console::run_lines`] runs the frame on a copy, with a [`LineQuery`], up to the step that is waited for: that copy is the
//! moment, with memory, picture, globals and calls as they stand there. Forward and back are the same: another number. A watch is no part of
//! the value: a copy has none, no digest takes it, and what it does costs the program no cycles.
//!
//! A program says what it can by [`Program::watch_lines`], [`Program::calls`] and [`Program::evaluate`]; one in Rust can nothing of it.

use super::Program;
use crate::Machine;
use crate::fault::{Place, Position};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// Steps of a frame that are kept; those after them are only counted. A frame at 30 a second has 140 thousand instructions at most.
pub const STEPS_MAX: usize = 200_000;
/// Lines of logpoints that are kept.
pub const LOGS_MAX: usize = 10_000;

/// A line that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStep {
    /// The line.
    pub position: Position,
    /// The line of the function that it is in; line 0 outside of all functions.
    pub function: Position,
    /// Calls under way.
    pub depth: u32,
    /// Cycles since the frame's first step.
    pub cycles: u64,
}

/// A call under way in a program that stands at a line.
#[derive(Clone, Debug, PartialEq)]
pub struct CallFrame {
    /// The function's name as it is written where it is declared, `main chunk` outside of all functions; empty if it has none.
    pub function: String,
    /// The line that it is in.
    pub position: Position,
    /// Its locals in sight, in the order of their declaration.
    pub locals: Vec<(String, Value)>,
    /// What it has of the functions around it.
    pub upvalues: Vec<(String, Value)>,
}

/// A line of a program's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// Where it stands.
    pub position: Position,
    /// The line, in Unicode, without its end.
    pub text: String,
    /// Can a step begin there? Others have no instructions.
    pub has_code: bool,
}

/// A line at which a run stops, in whatever program has a file of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    /// The line.
    pub place: Place,
    /// An expression of the program's language that must hold; empty for always.
    pub condition: String,
}

/// A line at which expressions are written down, in whatever program has a file of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logpoint {
    /// The line.
    pub place: Place,
    /// Expressions of the program's language, parted by commas.
    pub expressions: String,
}

/// What a logpoint wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The step.
    pub step: u32,
    /// The number of its logpoint.
    pub logpoint: usize,
    /// The values, or why there are none.
    pub text: String,
}

/// A condition that could not be worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionError {
    /// The step.
    pub step: u32,
    /// The number of its breakpoint.
    pub breakpoint: usize,
    /// Why, for people.
    pub why: String,
}

/// What is looked for in the lines of a frame.
#[derive(Clone, Debug, Default)]
pub struct LineQuery {
    /// It stops before this step.
    pub until: Option<u32>,
    /// It stops before the first of these lines, from step [`LineQuery::from`] on, whose condition holds. One that cannot be worked out
    /// does not hold; the first error of each is kept.
    pub breakpoints: Vec<Breakpoint>,
    /// See [`LineQuery::breakpoints`].
    pub from: u32,
    /// It does not stop at breakpoints, but notes their steps.
    pub collects: bool,
    /// A place of the state: it stops before the first line by which the value there is another one than at the line before; if it
    /// collects, it notes these.
    pub field: Option<Vec<String>>,
    /// What is written down.
    pub logpoints: Vec<Logpoint>,
    /// Whether steps are kept.
    pub keeps_steps: bool,
}

/// What was found until now.
#[derive(Clone, Debug, Default)]
pub struct LineWatch {
    query: LineQuery,
    /// The steps, if they are kept.
    pub steps: Vec<LineStep>,
    /// How many there were until it stopped or the frame ended.
    pub count: u32,
    /// The step before which it stopped.
    pub stopped: Option<u32>,
    /// Steps that breakpoints hit, if they are collected.
    pub hits: Vec<u32>,
    /// Conditions that could not be worked out, the first time of each.
    pub errors: Vec<ConditionError>,
    /// The steps before which the field had changed.
    pub changes: Vec<u32>,
    /// What was written down.
    pub logs: Vec<LogLine>,
    /// The field's value at the line before.
    value: Option<Option<Value>>,
    /// Cycles that were left at the step before, and those of all steps before that one.
    left: u64,
    cycles: u64,
}

/// Where a program stands when a line begins.
pub struct LineMoment<'a> {
    /// The program.
    pub program: &'a dyn Program,
    /// Its machine.
    pub machine: &'a Machine,
    /// The line.
    pub position: Position,
    /// See [`LineStep::function`].
    pub function: Position,
    /// Calls under way.
    pub depth: u32,
}

impl LineMoment<'_> {
    fn is_at(&self, place: &Place) -> bool {
        place.line() == self.position.line && self.machine.file(self.position) == Some(place.file())
    }
}

impl LineWatch {
    /// Nothing is found yet.
    pub fn new(query: LineQuery) -> LineWatch {
        LineWatch { query, ..LineWatch::default() }
    }

    /// The value of [`LineQuery::field`] at the last line, if one has begun; none in it where there was no such place.
    pub fn last_value(&self) -> Option<Option<Value>> {
        self.value.clone()
    }

    /// A line begins: does it stop there? Called by programs.
    pub fn line(&mut self, moment: &LineMoment<'_>) -> bool {
        let step = self.count;
        let left = moment.machine.cycles_left();
        // A hook that begins may have more left than the one before had at its end.
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
        let Some(path) = &self.query.field else { return false };
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        let now = moment.program.field(&names);
        let changed = self.value.as_ref().is_some_and(|before| *before != now);
        self.value = Some(now);
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

/// A value as `print` has it: a text without quotes.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "nil".into(),
        other => other.to_string(),
    }
}

/// What a program without expressions says of them.
pub(crate) fn no_expressions() -> String {
    "carts in Rust have no expressions to work out".to_string()
}

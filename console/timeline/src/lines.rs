//! Time by lines: the moments between two lines of a frame, forward and back, for programs that have lines.
//!
//! ```text
//! moment n-1 ── the frame that leads to n:  step 0   step 1   step 2 ... ──> moment n          LinePlace { frame: n, step }
//!    boot ── frame 0, `_init` and the code outside of all functions ──> moment 0
//!
//! into   the step before or after          over   the next one, or the one before, that is not deeper          out   one less deep
//! ```
//!
//! The lines of a Rust cart are those of its calls of the machine.
//!
//! No lines are kept: a frame runs again on a copy with a [`LineQuery`] ([`Console::run_lines`]), then the frames next to it if it has no
//! such step. `line_job.rs` searches many frames.

use crate::guard::{Crash, catch};
use crate::native::native_calls;
use crate::past::Past;
use rasher::{Console, Input, LineQuery, LineRun, LineStep, Place, Position};
use std::collections::BTreeMap;

/// A line that begins: the frame that leads to this moment (0: the boot), and the step in it, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinePlace {
    pub frame: u64,
    pub step: u32,
}

impl LinePlace {
    pub fn end(frame: u64) -> LinePlace {
        LinePlace { frame, step: u32::MAX }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    Into,
    /// To the next line of this call or of a caller.
    Over,
    Out,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCost {
    pub steps: u64,
    pub cycles: u64,
}

/// A function as it was called along one way: a node of the tree of calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallCost {
    /// The first line of the function; line 0 is the code outside of all functions.
    pub function: Place,
    /// The number of its caller in [`Profile::calls`], which comes before it; none for a hook.
    pub caller: Option<usize>,
    /// The cycles of its own lines.
    pub own: u64,
}

/// Calls deeper than this, and ways of calling beyond so many, count as their caller's own lines.
const DEPTH_MAX: usize = 64;
const CALLS_MAX: usize = 2000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    pub frames: u64,
    pub lines: BTreeMap<Place, LineCost>,
    /// By the first line of a function: the cost of its own lines. Line 0 is the code outside of all functions.
    pub functions: BTreeMap<Place, LineCost>,
    pub calls: Vec<CallCost>,
}

impl Profile {
    /// Lines or functions, the most expensive first.
    pub fn dearest(costs: &BTreeMap<Place, LineCost>) -> Vec<(Place, LineCost)> {
        let mut list: Vec<_> = costs.iter().map(|(place, cost)| (place.clone(), *cost)).collect();
        list.sort_by(|(a, x), (b, y)| y.cycles.cmp(&x.cycles).then_with(|| a.cmp(b)));
        list
    }

    /// The cycles of each of [`Profile::calls`] with all that it called.
    pub fn totals(&self) -> Vec<u64> {
        let mut totals: Vec<u64> = self.calls.iter().map(|call| call.own).collect();
        for (n, call) in self.calls.iter().enumerate().rev() {
            if let Some(caller) = call.caller {
                totals[caller] += totals[n];
            }
        }
        totals
    }

    /// The cycles of a function with all that it called; within a recursion each counts once.
    pub fn total(&self, function: &Place) -> u64 {
        let is_outermost = |call: &CallCost| {
            let mut callers = std::iter::successors(call.caller, |n| self.calls[*n].caller);
            call.function == *function && callers.all(|n| self.calls[n].function != *function)
        };
        self.calls
            .iter()
            .zip(self.totals())
            .filter(|(call, _)| is_outermost(call))
            .map(|(_, total)| total)
            .sum()
    }

    fn call(&mut self, caller: Option<usize>, function: Place) -> usize {
        let known = self.calls.iter().position(|call| call.caller == caller && call.function == function);
        match (known, caller) {
            (Some(known), _) => known,
            (None, Some(caller)) if self.calls.len() >= CALLS_MAX => caller,
            (None, _) => {
                self.calls.push(CallCost { function, caller, own: 0 });
                self.calls.len() - 1
            }
        }
    }

    /// Adds the steps of a frame. `files` are those of the program.
    pub(crate) fn add(&mut self, steps: &[LineStep], files: &[String]) {
        self.frames += 1;
        let (mut by_line, mut by_function) = (BTreeMap::new(), BTreeMap::new());
        // The calls that are open at a step: depth, function, number of the node.
        let (mut open, mut nodes) = (Vec::<(u32, Position, usize)>::new(), BTreeMap::new());
        for (at, step) in steps.iter().enumerate() {
            let cycles = steps.get(at + 1).map_or(0, |next| next.cycles.saturating_sub(step.cycles));
            let line: &mut LineCost = by_line.entry(step.position).or_default();
            for cost in [line, by_function.entry(step.function).or_default()] {
                cost.steps += 1;
                cost.cycles += cycles;
            }
            let is_over = |(depth, function, _): &(u32, Position, usize)| {
                *depth > step.depth || *depth == step.depth && *function != step.function
            };
            while open.last().is_some_and(is_over) {
                open.pop();
            }
            if open.last().is_none_or(|(depth, ..)| *depth < step.depth) && open.len() < DEPTH_MAX {
                let caller = open.last().map(|(.., node)| *node);
                let place = || file_place(files, step.function);
                let node =
                    *nodes.entry((caller, step.function)).or_insert_with(|| self.call(caller, place()));
                open.push((step.depth, step.function, node));
            }
            if let Some((.., node)) = open.last() {
                self.calls[*node].own += cycles;
            }
        }
        for (all, frame) in [(&mut self.lines, by_line), (&mut self.functions, by_function)] {
            for (position, cost) in frame {
                let sum = all.entry(file_place(files, position)).or_default();
                sum.steps += cost.steps;
                sum.cycles += cost.cycles;
            }
        }
    }
}

fn file_place(files: &[String], Position { file, line }: Position) -> Place {
    Place::new(files.get(file as usize).map_or("?", String::as_str).to_string(), line)
}

impl Past {
    /// The console before the frame that leads to a moment, and that frame's input. None if there is no such frame.
    pub fn before(&self, frame: u64) -> Result<Option<(Console, Input)>, Crash> {
        let Some(before) = frame.checked_sub(1) else {
            return Ok(self.unbooted().map(|console| (console, Input::default())));
        };
        let Some(input) = self.input(before) else { return Ok(None) };
        Ok(Some((self.walk_to(before)?.console().clone(), input)))
    }

    /// Runs the frame that leads to a moment by lines; none where [`Past::before`] has none.
    pub fn run_lines(&self, frame: u64, query: LineQuery) -> Result<Option<LineRun>, Crash> {
        let Some((console, input)) = self.before(frame)? else { return Ok(None) };
        Ok(Some(console.run_lines_with(&input, query, catch)))
    }

    /// The moment before a line, or at the end of the frame if it has no such step; none like [`Past::before`].
    pub fn line_moment(&self, place: LinePlace) -> Result<Option<LineRun>, Crash> {
        let query =
            LineQuery { until: Some(place.step), backtrace: Some(native_calls), ..LineQuery::default() };
        self.run_lines(place.frame, query)
    }

    pub fn line_steps(&self, frame: u64) -> Result<Vec<LineStep>, Crash> {
        let query = LineQuery { keeps_steps: true, ..LineQuery::default() };
        Ok(self.run_lines(frame, query)?.map(|run| run.watch.steps).unwrap_or_default())
    }

    /// The step after or before a place. None at the start and end of the run, and without lines.
    pub fn next_line(&self, from: LinePlace, kind: StepKind, back: bool) -> Result<Option<LinePlace>, Crash> {
        let steps = self.line_steps(from.frame)?;
        let at = from.step as usize;
        let depth = steps.get(at).map_or(u32::MAX, |step| step.depth);
        let fits = |step: &LineStep| match kind {
            StepKind::Into => true,
            StepKind::Over => step.depth <= depth,
            StepKind::Out => step.depth < depth,
        };
        let found = if back {
            steps[..at.min(steps.len())].iter().rposition(fits)
        } else {
            steps.iter().skip(at + 1).position(fits).map(|n| at + 1 + n)
        };
        if let Some(step) = found {
            return Ok(Some(LinePlace { frame: from.frame, step: step as u32 }));
        }
        // The next or previous frame: its first or last step at any depth, as in another hook.
        let mut frame = from.frame;
        loop {
            let Some(beside) = (if back { frame.checked_sub(1) } else { Some(frame + 1) }) else {
                return Ok(None);
            };
            frame = beside;
            if frame > 0 && self.input(frame - 1).is_none() {
                return Ok(None);
            }
            let steps = self.line_steps(frame)?;
            let outermost = steps.iter().map(|step| step.depth).min();
            let step = match (back, kind) {
                (false, _) => (!steps.is_empty()).then_some(0),
                (true, StepKind::Into) => steps.len().checked_sub(1),
                (true, _) => steps.iter().rposition(|step| Some(step.depth) == outermost),
            };
            if let Some(step) = step {
                return Ok(Some(LinePlace { frame, step: step as u32 }));
            }
        }
    }

    /// The line that makes a call of [`Past::trace`], by its number and place; none without lines.
    pub fn call_line(&self, frame: u64, call: usize, at: &Place) -> Result<Option<LinePlace>, Crash> {
        let Some((console, _)) = self.before(frame)? else { return Ok(None) };
        let files = console.program().source_files();
        let steps = self.line_steps(frame)?;
        let is_there = |step: &LineStep| {
            let file = files.get(step.position.file as usize).map(String::as_str);
            step.position.line == at.line() && file == Some(at.file())
        };
        let all = || 0..steps.len() as u32;
        let mut there: Vec<u32> = all().filter(|n| is_there(&steps[*n as usize])).collect();
        if there.is_empty() {
            there = all().collect();
        }
        // The last of them before which at most so many calls were made; a line in a loop is found in a few runs of the frame.
        let (mut first, mut end) = (0, there.len());
        while first + 1 < end {
            let middle = first.midpoint(end);
            let place = LinePlace { frame, step: there[middle] };
            let made = self.line_moment(place)?.map_or(usize::MAX, |run| run.calls);
            if made <= call { first = middle } else { end = middle }
        }
        Ok(there.get(first).map(|step| LinePlace { frame, step: *step }))
    }

    /// The line that gave a field the value it has before a line or at its frame's end; none if no line of the frame did.
    pub fn writer(&self, at: LinePlace, path: &[String]) -> Result<Option<LinePlace>, Crash> {
        let query = LineQuery { fields: vec![path.to_vec()], collects: true, ..LineQuery::default() };
        let Some(run) = self.run_lines(at.frame, query)? else { return Ok(None) };
        // A Rust cart's state is only seen between hooks.
        if !run.console.program().suspends() {
            return Ok(None);
        }
        let changed = run.watch.changes.iter().rfind(|step| **step <= at.step).copied();
        // What no later line has seen, the last line did.
        let seen = at.step < run.watch.count || !run.watch.changed_at_end(run.console.program());
        let step = if seen { changed } else { Some(run.watch.count) };
        Ok(step.and_then(|step| step.checked_sub(1)).map(|step| LinePlace { frame: at.frame, step }))
    }
}

//! `rasher debug FILE --break game.p8:12 --stack`: a moment between two lines of a Lua cart, without a window.
//!
//! ```text
//! a moment ──┬ --writer player.hp      the line that wrote it last               --break FILE:LINE[ if EXPR] [--back]
//!            ├ --line N                a step of the frame, from 0
//!            └ --step into|over|out|back|back-over|back-out                      one after the other
//!  ──> the moment before a line ──┬ --stack      calls, locals, what they have of the functions around
//!                                 ├ --eval EXPR  values, in the innermost call
//!                                 ├ --lines      all steps of the frame
//!                                 ├ --log 'FILE:LINE: EXPR'   what that would have written in all frames until then
//!                                 └ --profile N  where the time went in the last N frames, by line and by function
//! ```
//!
//! What `--print`, `--mem`, `--changes`, `--calls`, `--pixel` and `--png` tell is then told of that moment, too. The steps of frame 0 are
//! those of the code outside of all functions and of `_init`.

use crate::error::ToolError;
use crate::options::LineOptions;
use rasher::{Breakpoint, CallFrame, LineRun, LineStep, Logpoint, Place};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use timeline::{BreakpointHit, LineCost, LinePlace, Path, Profile, Run, Source, Sources, StepKind};

/// Lines of a profile that are told as text.
const SHOWN: usize = 20;

#[derive(Default)]
pub struct LineReport {
    /// The moment before a line, if one was asked for.
    pub moment: Option<LineRun>,
    pub frame: Option<u64>,
    text: String,
    json: Map<String, Value>,
}

impl LineReport {
    /// The moment that is asked for, and all that is asked of it. The run stands at the moment before; it goes where the line is.
    pub fn of(run: &mut Run, options: &LineOptions, back: bool) -> Result<LineReport, ToolError> {
        let mut lines = LineReport::default();
        if *options == LineOptions::default() {
            return Ok(lines);
        }
        let wrong = |text: &str, why: String| ToolError::Argument { text: text.into(), why };
        let place = lines.place(run, options, back)?;
        if let Some(place) = place {
            let past = &run.branch().past;
            let moment = past.line_moment(place)?;
            let steps = past.line_steps(place.frame)?;
            let step = steps.get(place.step as usize);
            let (Some(moment), Some(step)) = (moment, step) else {
                let why = format!("frame {} has {} steps", place.frame, steps.len());
                return Err(wrong(&place.step.to_string(), why));
            };
            // The frame may have begun another cart, which has another source.
            let source = Source::of(moment.console.program());
            lines.add_place(&source, place, steps.len(), step);
            (lines.moment, lines.frame) = (Some(moment), Some(place.frame));
            run.goto(place.frame)?;
        }
        let console = lines.moment.as_ref().map_or(run.console(), |moment| &moment.console);
        if options.stack {
            let program = console.program();
            lines.add_stack(&Source::of(program), &program.calls());
        }
        for text in &options.eval {
            let console = lines.moment.as_ref().map_or(run.console(), |moment| &moment.console);
            let values = console.evaluate(0, text);
            lines.add_values(text, values);
        }
        let end = run.now();
        if options.lines {
            let steps = run.branch().past.line_steps(end)?;
            lines.add_lines(&Source::of(run.console().program()), &steps);
        }
        if !options.log.is_empty() {
            let sources = Sources::of(run.console());
            let points =
                options.log.iter().map(|text| sources.logpoint(text).map_err(|why| wrong(text, why)));
            let points = points.collect::<Result<Vec<_>, _>>()?;
            let logs = run.branch().past.logs(0, end, &points)?;
            lines.add_logs(&points, &logs);
        }
        if let Some(frames) = options.profile {
            let profile = run.branch().past.profile((end + 1).saturating_sub(frames), end)?;
            lines.add_profile(&Sources::of(run.console()), &profile);
        }
        Ok(lines)
    }

    /// The line that is asked for; none where none is.
    fn place(
        &mut self,
        run: &Run,
        options: &LineOptions,
        back: bool,
    ) -> Result<Option<LinePlace>, ToolError> {
        let wrong = |text: &str, why: String| ToolError::Argument { text: text.into(), why };
        let (past, now) = (&run.branch().past, run.now());
        // The frame that the cart stopped in is one that can be walked, too.
        let last = run.branch().crash().filter(|_| run.is_at_head()).map_or(now, |crash| crash.frame);
        let mut place = options.line.map(|step| LinePlace { frame: last, step });
        if let Some(text) = &options.writer {
            let path = Path::parse(text).map_err(|error| wrong(text, error.to_string()))?;
            place =
                Some(writer(run, last, &path)?.ok_or_else(|| wrong(text, "no line has written it".into()))?);
        }
        if !options.breakpoints.is_empty() {
            let sources = Sources::of(run.console());
            let points = options.breakpoints.iter();
            let points = points.map(|text| sources.breakpoint(text).map_err(|why| wrong(text, why)));
            let points = points.collect::<Result<Vec<_>, _>>()?;
            let from = match (place, back) {
                (None, true) => Some(LinePlace::end(last)),
                (None, false) => (now > 0).then_some(LinePlace::end(now)),
                (place, _) => place,
            };
            let found = past.find_breakpoint(from, back, &points)?;
            self.add_errors(&points, &found);
            let texts = options.breakpoints.join(", ");
            let why = self.text.lines().fold("it is not met".to_string(), |why, line| why + "; " + line);
            place = Some(found.place.ok_or_else(|| wrong(&texts, why))?);
        }
        for step in &options.steps {
            let from = place.unwrap_or(LinePlace::end(last));
            let (kind, back) = step_kind(step).map_err(|why| wrong(step, why))?;
            let next = past.next_line(from, kind, back)?;
            place = Some(next.ok_or_else(|| wrong(step, "the run ends there".into()))?);
        }
        Ok(place)
    }

    fn add_errors(&mut self, points: &[Breakpoint], found: &BreakpointHit) {
        for (frame, error) in &found.errors {
            let Breakpoint { place, condition } = &points[error.breakpoint];
            _ = writeln!(self.text, "{place} if {condition}: in frame {frame} {}", error.why);
        }
        if !found.errors.is_empty() {
            let told = found.errors.iter().map(|(frame, error)| {
                let Breakpoint { place, condition } = &points[error.breakpoint];
                json!({
                    "file": place.file(), "line": place.line(), "condition": condition, "frame": frame,
                    "error": error.why,
                })
            });
            self.json.insert("condition_errors".into(), told.collect());
        }
    }

    /// The console at the line, or where the run is.
    pub fn console<'a>(&'a self, run: &'a Run) -> &'a rasher::Console {
        self.moment.as_ref().map_or(run.console(), |moment| &moment.console)
    }

    pub fn write(self, text: &mut String, json: &mut Value) {
        text.push_str(&self.text);
        if let Some(fields) = json.as_object_mut() {
            fields.extend(self.json);
        }
    }

    fn add_place(&mut self, source: &Source, place: LinePlace, steps: usize, step: &LineStep) {
        let (at, text) = (source.place(step.position), source.text(step.position));
        _ = writeln!(self.text, "before {at}, step {} of {steps} in frame {}", place.step, place.frame);
        _ = writeln!(self.text, "{:>6}  {text}", step.position.line);
        let line = json!({
            "frame": place.frame, "step": place.step, "steps": steps, "file": source.file(step.position),
            "line": step.position.line, "text": text, "depth": step.depth,
        });
        self.json.insert("line".into(), line);
    }

    fn add_stack(&mut self, source: &Source, calls: &[CallFrame]) {
        for (n, call) in calls.iter().enumerate() {
            let name = function_name(&call.function);
            let from = if n == 0 { "in" } else { "called by" };
            _ = writeln!(self.text, "{from} {name}  {}", source.place(call.position));
            for (name, value) in call.locals.iter().chain(&call.upvalues) {
                _ = writeln!(self.text, "    {name} = {value}");
            }
        }
        let stack = calls.iter().map(|call| {
            let named = |list: &[(String, Value)]| list.iter().cloned().collect::<Map<_, _>>();
            json!({
                "function": call.function, "file": source.file(call.position), "line": call.position.line,
                "locals": named(&call.locals), "upvalues": named(&call.upvalues),
            })
        });
        self.json.insert("stack".into(), stack.collect());
    }

    fn add_values(&mut self, text: &str, values: Result<Vec<Value>, String>) {
        let told = match &values {
            Ok(values) => values.iter().map(Value::to_string).collect::<Vec<_>>().join("  "),
            Err(why) => why.clone(),
        };
        _ = writeln!(self.text, "{text} = {told}");
        let told = match values {
            Ok(values) => json!({ "expression": text, "values": values }),
            Err(why) => json!({ "expression": text, "error": why }),
        };
        let list = self.json.entry("values").or_insert_with(|| json!([]));
        list.as_array_mut().into_iter().for_each(|list| list.push(told.clone()));
    }

    fn add_lines(&mut self, source: &Source, steps: &[LineStep]) {
        for (n, step) in steps.iter().enumerate() {
            let indent = "  ".repeat(step.depth.min(16) as usize);
            let at = source.place(step.position).to_string();
            _ = writeln!(self.text, "{n:>6} {at:<20} {indent}{}", source.text(step.position).trim());
        }
        let all = steps.iter().map(|step| {
            json!({
                "file": source.file(step.position), "line": step.position.line, "depth": step.depth,
                "cycles": step.cycles,
            })
        });
        self.json.insert("lines".into(), all.collect());
    }

    fn add_logs(&mut self, points: &[Logpoint], logs: &[(u64, rasher::LogLine)]) {
        for (frame, line) in logs {
            let at = &points[line.logpoint].place;
            _ = writeln!(self.text, "frame {frame} {at}: {}", line.text);
        }
        let all = logs.iter().map(|(frame, line)| {
            let place = &points[line.logpoint].place;
            json!({
                "frame": frame, "step": line.step, "file": place.file(), "line": place.line(),
                "text": line.text,
            })
        });
        self.json.insert("logs".into(), all.collect());
    }

    fn add_profile(&mut self, sources: &Sources, profile: &Profile) {
        let lines = Profile::dearest(&profile.lines);
        let functions = Profile::dearest(&profile.functions);
        let all: u64 = lines.iter().map(|(_, cost)| cost.cycles).sum();
        let share = |cycles: u64| cycles as f64 * 100.0 / all.max(1) as f64;
        _ = writeln!(self.text, "{} frames, {all} cycles", profile.frames);
        for (list, name) in [(&functions, "function of"), (&lines, "line")] {
            for (at, cost) in list.iter().take(SHOWN) {
                let text = if at.line() == 0 { "outside of all functions" } else { sources.text(at).trim() };
                let LineCost { steps, cycles } = cost;
                _ = writeln!(
                    self.text,
                    "{:>5.1} %  {cycles:>10} cycles  {steps:>8} steps  {name} {at}  {text}",
                    share(*cycles)
                );
            }
        }
        let told = |list: Vec<(Place, LineCost)>| -> Vec<Value> {
            let one = |(place, cost): (Place, LineCost)| {
                json!({
                    "file": place.file(), "line": place.line(), "steps": cost.steps,
                    "cycles": cost.cycles,
                })
            };
            list.into_iter().map(one).collect()
        };
        let profile = json!({ "frames": profile.frames, "functions": told(functions), "lines": told(lines) });
        self.json.insert("profile".into(), profile);
    }
}

pub fn function_name(name: &str) -> &str {
    if name.is_empty() { "a function" } else { name }
}

fn step_kind(name: &str) -> Result<(StepKind, bool), String> {
    Ok(match name {
        "into" => (StepKind::Into, false),
        "over" => (StepKind::Over, false),
        "out" => (StepKind::Out, false),
        "back" => (StepKind::Into, true),
        "back-over" => (StepKind::Over, true),
        "back-out" => (StepKind::Out, true),
        _ => return Err("expected into, over, out, back, back-over or back-out".into()),
    })
}

/// The line that gave a field the value that it has in a frame, the last that did.
pub fn writer(run: &Run, frame: u64, path: &Path) -> Result<Option<LinePlace>, ToolError> {
    let past = &run.branch().past;
    let names = path.names();
    if let Some(place) = past.writer(LinePlace::end(frame), names)? {
        return Ok(Some(place));
    }
    let probe = timeline::Changes(|console: &rasher::Console| path.value(console));
    match past.find_before(frame, &probe, |_| true) {
        timeline::SearchResult::At(frame) => Ok(past.writer(LinePlace::end(frame), names)?),
        // What is so since the start, the boot wrote.
        _ => Ok(past.writer(LinePlace::end(0), names)?),
    }
}

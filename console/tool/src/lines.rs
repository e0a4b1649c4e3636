//! `rasher debug FILE --break game.p8:12 --stack`: a moment between two lines of a cart.
//!
//! ```text
//! a moment ──┬ --writer player.hp      the last line that wrote it               --break FILE:LINE[ if EXPR] [--back]
//!            ├ --line N                step N of the frame
//!            └ --step into|over|out|back|back-over|back-out                      each in turn
//!  ──> the moment before a line ── --stack, --eval EXPR, --lines, --log 'FILE:LINE: EXPR', --profile N
//! ```
//!
//! `--print`, `--mem`, `--changes`, `--calls`, `--pixel` and `--png` then use that moment, too. The steps of frame 0 are those of the
//! code outside of functions and of `_init`.

use crate::error::ToolError;
use crate::options::LineOptions;
use rasher::{Breakpoint, CallFrame, LineRun, LineStep, Logpoint, Place};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use timeline::{BreakpointHit, LineCost, LinePlace, Path, Profile, Run, Source, Sources, StepKind};

const SHOWN: usize = 20;

#[derive(Default)]
pub struct LineReport {
    pub moment: Option<LineRun>,
    pub frame: Option<u64>,
    text: String,
    json: Map<String, Value>,
}

impl LineReport {
    /// Goes to the requested line and collects the requested output. The run is at the moment to start from.
    pub fn of(run: &mut Run, options: &LineOptions, back: bool) -> Result<LineReport, ToolError> {
        let mut lines = LineReport::default();
        if *options == LineOptions::default() {
            return Ok(lines);
        }
        let place = lines.place(run, options, back)?;
        if let Some(place) = place {
            let past = &run.branch().past;
            let moment = past.line_moment(place)?;
            let steps = past.line_steps(place.frame)?;
            let step = steps.get(place.step as usize);
            let (Some(moment), Some(step)) = (moment, step) else {
                let why = format!("frame {} has only {} steps", place.frame, steps.len());
                return Err(ToolError::argument(place.step, why));
            };
            // The frame may have started another cart.
            let source = Source::of(moment.console.program());
            lines.add_place(&source, place, steps.len(), step);
            (lines.moment, lines.frame) = (Some(moment), Some(place.frame));
            run.goto(place.frame)?;
        }
        let console = lines.console(run);
        if options.stack {
            let program = console.program();
            let calls = lines.moment.as_ref().map_or_else(|| program.calls(), |moment| moment.stack.clone());
            let source = Source::of(program);
            lines.add_stack(&source, &calls);
        }
        for text in &options.eval {
            lines.add_values(text, lines.console(run).evaluate(0, text));
        }
        let end = run.now();
        if options.lines {
            let steps = run.branch().past.line_steps(end)?;
            lines.add_lines(&Source::of(run.console().program()), &steps);
        }
        if !options.log.is_empty() {
            let sources = Sources::of(run.console());
            let point = |text: &String| sources.logpoint(text).map_err(|why| ToolError::argument(text, why));
            let points = options.log.iter().map(point).collect::<Result<Vec<_>, _>>()?;
            let logs = run.branch().past.logs(0, end, &points)?;
            lines.add_logs(&points, &logs);
        }
        if let Some(frames) = options.profile {
            let profile = run.branch().past.profile((end + 1).saturating_sub(frames), end)?;
            lines.add_profile(&Sources::of(run.console()), &profile);
        }
        Ok(lines)
    }

    fn place(
        &mut self,
        run: &Run,
        options: &LineOptions,
        back: bool,
    ) -> Result<Option<LinePlace>, ToolError> {
        let (past, now) = (&run.branch().past, run.now());
        // The frame of a crash can be stepped through, too.
        let last = run.branch().crash().filter(|_| run.is_at_head()).map_or(now, |crash| crash.frame);
        let mut place = options.line.map(|step| LinePlace { frame: last, step });
        if let Some(text) = &options.writer {
            let path = Path::parse(text).map_err(|error| ToolError::argument(text, error))?;
            let found = writer(run, last, &path)?;
            let why = match run.console().program().suspends() {
                true => "no line wrote it",
                false => "a Rust cart's state is only seen between hooks: --history finds the frame",
            };
            place = Some(found.ok_or_else(|| ToolError::argument(text, why))?);
        }
        if !options.breakpoints.is_empty() {
            let sources = Sources::of(run.console());
            let point =
                |text: &String| sources.breakpoint(text).map_err(|why| ToolError::argument(text, why));
            let points = options.breakpoints.iter().map(point).collect::<Result<Vec<_>, _>>()?;
            let from = match (place, back) {
                (None, true) => Some(LinePlace::end(last)),
                (None, false) => (now > 0).then_some(LinePlace::end(now)),
                (place, _) => place,
            };
            let found = past.find_breakpoint(from, back, &points)?;
            self.add_errors(&points, &found);
            let texts = options.breakpoints.join(", ");
            let why =
                self.text.lines().fold("it is never reached".to_string(), |why, line| why + "; " + line);
            place = Some(found.place.ok_or_else(|| ToolError::argument(texts, why))?);
        }
        for step in &options.steps {
            let from = place.unwrap_or(LinePlace::end(last));
            let (kind, back) = step_kind(step).map_err(|why| ToolError::argument(step, why))?;
            let next = past.next_line(from, kind, back)?;
            place = Some(next.ok_or_else(|| ToolError::argument(step, "the run ends there"))?);
        }
        Ok(place)
    }

    fn add_errors(&mut self, points: &[Breakpoint], found: &BreakpointHit) {
        let mut list = Vec::new();
        for (frame, error) in &found.errors {
            let Breakpoint { place, condition } = &points[error.breakpoint];
            _ = writeln!(self.text, "{place} if {condition}: in frame {frame} {}", error.why);
            list.push(json!({
                "file": place.file(), "line": place.line(), "condition": condition, "frame": frame,
                "error": error.why,
            }));
        }
        if !list.is_empty() {
            self.json.insert("condition_errors".into(), list.into());
        }
    }

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
        let named = |list: &[(String, Value)]| list.iter().cloned().collect::<Map<_, _>>();
        let mut list = Vec::new();
        for (n, call) in calls.iter().enumerate() {
            let from = if n == 0 { "in" } else { "called by" };
            let name = function_name(&call.function);
            _ = writeln!(self.text, "{from} {name}  {}", source.place(call.position));
            for (name, value) in call.locals.iter().chain(&call.upvalues) {
                _ = writeln!(self.text, "    {name} = {value}");
            }
            list.push(json!({
                "function": call.function, "file": source.file(call.position), "line": call.position.line,
                "locals": named(&call.locals), "upvalues": named(&call.upvalues),
            }));
        }
        self.json.insert("stack".into(), list.into());
    }

    fn add_values(&mut self, text: &str, values: Result<Vec<Value>, String>) {
        let (shown, value) = match values {
            Ok(values) => (
                values.iter().map(Value::to_string).collect::<Vec<_>>().join("  "),
                json!({ "expression": text, "values": values }),
            ),
            Err(why) => (why.clone(), json!({ "expression": text, "error": why })),
        };
        _ = writeln!(self.text, "{text} = {shown}");
        let list = self.json.entry("values").or_insert_with(|| json!([]));
        list.as_array_mut().into_iter().for_each(|list| list.push(value.clone()));
    }

    fn add_lines(&mut self, source: &Source, steps: &[LineStep]) {
        let mut list = Vec::new();
        for (n, step) in steps.iter().enumerate() {
            let indent = "  ".repeat(step.depth.min(16) as usize);
            let at = source.place(step.position).to_string();
            _ = writeln!(self.text, "{n:>6} {at:<20} {indent}{}", source.text(step.position).trim());
            list.push(json!({
                "file": source.file(step.position), "line": step.position.line, "depth": step.depth,
                "cycles": step.cycles,
            }));
        }
        self.json.insert("lines".into(), list.into());
    }

    fn add_logs(&mut self, points: &[Logpoint], logs: &[(u64, rasher::LogLine)]) {
        let mut list = Vec::new();
        for (frame, line) in logs {
            let place = &points[line.logpoint].place;
            _ = writeln!(self.text, "frame {frame} {place}: {}", line.text);
            list.push(json!({
                "frame": frame, "step": line.step, "file": place.file(), "line": place.line(),
                "text": line.text,
            }));
        }
        self.json.insert("logs".into(), list.into());
    }

    fn add_profile(&mut self, sources: &Sources, profile: &Profile) {
        let [functions, lines] = [&profile.functions, &profile.lines].map(Profile::dearest);
        let all: u64 = lines.iter().map(|(_, cost)| cost.cycles).sum();
        _ = writeln!(self.text, "{} frames, {all} cycles", profile.frames);
        let mut add = |list: Vec<(Place, LineCost)>, name: &str| -> Value {
            for (at, LineCost { steps, cycles }) in list.iter().take(SHOWN) {
                let text = if at.line() == 0 { "outside of functions" } else { sources.text(at).trim() };
                let percent = *cycles as f64 * 100.0 / all.max(1) as f64;
                _ = write!(self.text, "{percent:>5.1} %  {cycles:>10} cycles  {steps:>8} steps  ");
                if name == FUNCTION {
                    _ = write!(self.text, "{:>10} with calls  ", profile.total(at));
                }
                _ = writeln!(self.text, "{name} {at}  {text}");
            }
            let one = |(place, cost): &(Place, LineCost)| {
                let mut one = json!({
                    "file": place.file(), "line": place.line(), "steps": cost.steps, "cycles": cost.cycles,
                });
                if name == FUNCTION {
                    one["total_cycles"] = profile.total(place).into();
                }
                one
            };
            list.iter().map(one).collect()
        };
        let (functions, lines) = (add(functions, FUNCTION), add(lines, "line"));
        let profile = json!({ "frames": profile.frames, "functions": functions, "lines": lines });
        self.json.insert("profile".into(), profile);
    }
}

/// What the text of a profile calls a function.
const FUNCTION: &str = "function of";

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

/// The last line that wrote a field up to a frame.
pub fn writer(run: &Run, frame: u64, path: &Path) -> Result<Option<LinePlace>, ToolError> {
    let past = &run.branch().past;
    let names = path.names();
    if let Some(place) = past.writer(LinePlace::end(frame), names)? {
        return Ok(Some(place));
    }
    let probe = timeline::Changes(|console: &rasher::Console| path.value(console));
    match past.find(frame, true, &probe, |_| true) {
        timeline::SearchResult::At(frame) => Ok(past.writer(LinePlace::end(frame), names)?),
        // An unchanged value was written at the boot.
        _ => Ok(past.writer(LinePlace::end(0), names)?),
    }
}

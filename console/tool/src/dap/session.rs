//! A session: the run, the place where it stands, and what each request does.
//!
//! ```text
//! place      LinePlace { frame, step }       the moment before a line        end of a frame: LinePlace::end
//! continue   the next place that a breakpoint stops at, else the end         reverseContinue   the one before, else the start
//! ```
//!
//! A step is a request for another place; the moment there is worked out when it is stopped at. Past the end of a run that was recorded
//! there is nothing; a new one goes on without buttons, [`MORE`] frames at most for one request.

use super::files::Files;
use super::values::Values;
use crate::lines::function_name;
use rasher::{Breakpoint, CallFrame, Input, LineRun, Logpoint};
use serde_json::{Value, json};
use std::path::PathBuf;
use timeline::{Crash, LinePlace, Run, Source, StepKind};

/// Frames that a request runs past the end of a new run: a minute.
const MORE: u64 = 3600;
/// Frames between two looks for a breakpoint there.
const SLICE: u64 = 30;
/// The only thread.
const THREAD: u64 = 1;

/// A session.
pub struct Session {
    run: Run,
    source: Source,
    files: Files,
    /// Does the run go on past its end?
    grows: bool,
    place: LinePlace,
    /// The console there, and its calls.
    moment: Option<LineRun>,
    calls: Vec<CallFrame>,
    /// Breakpoints and logpoints by the file that the editor named.
    points: Vec<(Value, Vec<Breakpoint>, Vec<Logpoint>)>,
    values: Values,
    stops_on_entry: bool,
}

/// What a request makes of the place, and why it stops there.
type Went = Result<&'static str, String>;

impl Session {
    /// At the start of a run. `cartridge` is where its code came from.
    pub fn new(run: Run, cartridge: Option<PathBuf>, grows: bool) -> Session {
        let source = Source::of(run.console().program());
        let files = Files::of(&source, cartridge.as_deref());
        Session {
            run,
            source,
            files,
            grows,
            place: LinePlace::end(0),
            moment: None,
            calls: Vec::new(),
            points: Vec::new(),
            values: Values::default(),
            stops_on_entry: false,
        }
    }

    /// Answers a request: its body, or why there is none, and events that follow it.
    pub fn request(&mut self, request: &Value) -> (Result<Value, String>, Vec<Value>) {
        let mut events = Vec::new();
        let command = request["command"].as_str().unwrap_or_default();
        (self.answer(command, &request["arguments"], &mut events), events)
    }

    fn answer(&mut self, command: &str, arguments: &Value, events: &mut Vec<Value>) -> Result<Value, String> {
        let number = |name: &str| arguments[name].as_u64().unwrap_or(0);
        match command {
            "initialize" => Ok(capabilities()),
            "launch" | "attach" => {
                self.stops_on_entry = arguments["stopOnEntry"].as_bool().unwrap_or(false);
                // From now on breakpoints have lines to stand at.
                events.push(event("initialized", json!({})));
                Ok(json!({}))
            }
            "setBreakpoints" => Ok(self.set_breakpoints(arguments)),
            "setExceptionBreakpoints" => Ok(json!({ "breakpoints": [] })),
            "configurationDone" => {
                let went = if self.stops_on_entry { self.enter() } else { self.go(false, events) };
                self.stop(went, events);
                Ok(json!({}))
            }
            "threads" => Ok(json!({ "threads": [{ "id": THREAD, "name": "cart" }] })),
            "stackTrace" => Ok(self.stack(number("startFrame"), number("levels"))),
            "scopes" => Ok(self.scopes(number("frameId"))),
            "variables" => Ok(json!({ "variables": self.variables(number("variablesReference")) })),
            "evaluate" => {
                self.evaluate(number("frameId"), arguments["expression"].as_str().unwrap_or_default())
            }
            "source" => Ok(self.text(
                number("sourceReference").max(arguments["source"]["sourceReference"].as_u64().unwrap_or(0)),
            )),
            "loadedSources" => {
                let all = (0..self.source.files().len() as u32).map(|file| self.files.source(file));
                Ok(json!({ "sources": all.collect::<Vec<_>>() }))
            }
            "continue" | "reverseContinue" => {
                let went = self.go(command == "reverseContinue", events);
                self.stop(went, events);
                Ok(json!({ "allThreadsContinued": true }))
            }
            "next" | "stepIn" | "stepOut" | "stepBack" => {
                let (kind, back) = match command {
                    "next" => (StepKind::Over, false),
                    "stepIn" => (StepKind::Into, false),
                    "stepOut" => (StepKind::Out, false),
                    _ => (StepKind::Over, true),
                };
                let went = self.step(kind, back);
                self.stop(went, events);
                Ok(json!({}))
            }
            // Between two requests it stands anyway.
            "pause" => {
                events.push(stopped("pause", None));
                Ok(json!({}))
            }
            "disconnect" | "terminate" => {
                events.push(event("terminated", json!({})));
                Ok(json!({}))
            }
            other => Err(format!("{other}: no such request here")),
        }
    }

    /// Takes the breakpoints and logpoints of a file, in place of those that it had.
    fn set_breakpoints(&mut self, arguments: &Value) -> Value {
        let named = arguments["source"].clone();
        let (mut breakpoints, mut logpoints, mut told) = (Vec::new(), Vec::new(), Vec::new());
        for asked in arguments["breakpoints"].as_array().into_iter().flatten() {
            let line = asked["line"].as_u64().and_then(|line| u32::try_from(line).ok()).unwrap_or(0);
            let text = |name: &str| asked[name].as_str().unwrap_or_default().trim().to_string();
            let found = self.files.position(&named, line);
            let found = found.and_then(|at| self.source.nearest(at.file, at.line));
            let Some(position) = found else {
                told.push(json!({ "verified": false, "line": line, "message": "no code of the cart there" }));
                continue;
            };
            told.push(json!({ "verified": true, "line": self.files.line(position) }));
            match text("logMessage") {
                message if message.is_empty() => {
                    breakpoints.push(Breakpoint { position, condition: text("condition") });
                }
                message => logpoints.push(Logpoint { position, expressions: expressions(&message) }),
            }
        }
        self.points.retain(|(known, ..)| known["path"] != named["path"] || known["name"] != named["name"]);
        self.points.push((named, breakpoints, logpoints));
        json!({ "breakpoints": told })
    }

    /// To the first line of the run.
    fn enter(&mut self) -> Went {
        self.step(StepKind::Into, false).map(|_| "entry")
    }

    fn next(&self, kind: StepKind, back: bool) -> Result<Option<LinePlace>, Crash> {
        self.run.branch().past.next_line(self.place, kind, back)
    }

    fn step(&mut self, kind: StepKind, back: bool) -> Went {
        let mut left = MORE;
        loop {
            if let Some(place) = self.next(kind, back).map_err(|crash| crash.to_string())? {
                self.place = place;
                return Ok("step");
            }
            if back || !self.grow(1.min(left)) {
                return Ok(self.end(back));
            }
            left -= 1;
        }
    }

    /// To the next breakpoint, or to where the run ends.
    fn go(&mut self, back: bool, events: &mut Vec<Value>) -> Went {
        let points: Vec<Breakpoint> = self.points.iter().flat_map(|(_, points, _)| points.clone()).collect();
        let (start, mut left) = (self.place, MORE);
        let reason = loop {
            let past = &self.run.branch().past;
            let found = match points.is_empty() {
                true => None,
                false => past.find_breakpoint(self.place, back, &points).map_err(|e| e.to_string())?,
            };
            if let Some(place) = found {
                self.place = place;
                break "breakpoint";
            }
            let slice = SLICE.min(left);
            let head = self.run.branch().head();
            if back || slice == 0 || !self.grow(slice) {
                break self.end(back);
            }
            left -= slice;
            // What was looked through is not looked through again.
            self.place = LinePlace::end(head);
        };
        if !back {
            self.log(start, events);
        }
        Ok(reason)
    }

    /// The start of the run or its end: the line at which the cart stopped, or the end of the last frame.
    fn end(&mut self, back: bool) -> &'static str {
        if back {
            self.place = LinePlace::end(0);
            _ = self.enter();
            return "entry";
        }
        let head = self.run.branch().head();
        if self.run.branch().crash().is_some() {
            let steps = self.run.branch().past.line_steps(head + 1).unwrap_or_default();
            self.place = LinePlace { frame: head + 1, step: steps.len().saturating_sub(1) as u32 };
            return "exception";
        }
        self.place = LinePlace::end(head);
        "pause"
    }

    /// Runs a new run on; false where it does not go on.
    fn grow(&mut self, frames: u64) -> bool {
        let head = self.run.branch().head();
        if !self.grows || self.run.branch().crash().is_some() || self.run.goto(head).is_err() {
            return false;
        }
        for _ in 0..frames {
            if self.run.frame(&Input::default()).is_err() {
                break;
            }
        }
        frames > 0
    }

    /// What logpoints write on the way that was gone.
    fn log(&mut self, from: LinePlace, events: &mut Vec<Value>) {
        let points: Vec<Logpoint> = self.points.iter().flat_map(|(.., points)| points.clone()).collect();
        if points.is_empty() {
            return;
        }
        let to = self.place;
        let logs = self.run.branch().past.logs(from.frame, to.frame, &points).unwrap_or_default();
        for (frame, line) in logs {
            let at = LinePlace { frame, step: line.step };
            if from <= at && at < to {
                let position = points[line.logpoint].position;
                events.push(event(
                    "output",
                    json!({
                        "category": "console", "output": format!("frame {frame}: {}\n", line.text),
                        "source": self.files.source(position.file), "line": self.files.line(position),
                    }),
                ));
            }
        }
    }

    /// Stands at the place, and says so.
    fn stop(&mut self, went: Went, events: &mut Vec<Value>) {
        self.values.clear();
        let (reason, text) = match went {
            Ok(reason) => (reason, None),
            Err(why) => ("exception", Some(why)),
        };
        self.moment = self.run.branch().past.line_moment(self.place).ok().flatten();
        self.calls = self.moment.as_ref().map(|at| at.console.program().calls()).unwrap_or_default();
        let fault = self.run.branch().crash().filter(|_| reason == "exception");
        let text = text.or_else(|| fault.map(|crash| crash.fault.message.clone()));
        events.push(stopped(reason, text));
    }

    fn stack(&self, start: u64, levels: u64) -> Value {
        let levels = if levels == 0 { u64::MAX } else { levels };
        let frame = |(id, call): (usize, &CallFrame)| {
            json!({
                "id": id, "name": function_name(&call.function), "line": self.files.line(call.position), "column": 1,
                "source": self.files.source(call.position.file),
            })
        };
        let mut frames: Vec<Value> = self.calls.iter().enumerate().map(frame).collect();
        if frames.is_empty() {
            let name = format!("end of frame {}", self.place.frame);
            frames.push(json!({ "id": 0, "name": name, "line": 0, "column": 0 }));
        }
        let total = frames.len();
        let frames: Vec<Value> = frames
            .into_iter()
            .skip(start as usize)
            .take(usize::try_from(levels).unwrap_or(usize::MAX))
            .collect();
        json!({ "stackFrames": frames, "totalFrames": total })
    }

    /// Scopes of a call: three numbers for each, beside 0.
    fn scopes(&self, call: u64) -> Value {
        let scope = |name: &str, number: u64, expensive: bool| json!({ "name": name, "variablesReference": number, "expensive": expensive });
        let first = call.min(1 << 16) * 3 + 1;
        json!({ "scopes": [
            scope("Locals", first, false), scope("Upvalues", first + 1, false), scope("Globals", first + 2, true),
        ] })
    }

    fn variables(&mut self, number: u64) -> Vec<Value> {
        if number >= super::values::FIRST {
            return self.values.open(number);
        }
        let Some(at) = number.checked_sub(1) else { return Vec::new() };
        let call = usize::try_from(at / 3).ok().and_then(|call| self.calls.get(call));
        let list: Vec<(String, Value)> = match (at % 3, call) {
            (0, Some(call)) => call.locals.clone(),
            (1, Some(call)) => call.upvalues.clone(),
            (2, _) => {
                let tree = self.moment.as_ref().map(|at| at.console.program().inspect());
                let tree = tree.unwrap_or_else(|| self.run.console().program().inspect());
                let fields = tree.as_object().cloned().unwrap_or_default();
                rasher::members(&fields)
                    .into_iter()
                    .map(|(name, value)| (name.clone(), value.clone()))
                    .collect()
            }
            _ => Vec::new(),
        };
        list.iter().map(|(name, value)| self.values.variable(name, value)).collect()
    }

    fn evaluate(&mut self, call: u64, expression: &str) -> Result<Value, String> {
        let console = self.moment.as_ref().map_or(self.run.console(), |at| &at.console);
        let values = console.evaluate(usize::try_from(call).unwrap_or(0), expression)?;
        let (text, number) = match &values[..] {
            [] => ("nothing".to_string(), 0),
            [value] => self.values.shown(value),
            many => (many.iter().map(|value| self.values.shown(value).0).collect::<Vec<_>>().join("  "), 0),
        };
        Ok(json!({ "result": text, "variablesReference": number }))
    }

    /// The text of a file that lies nowhere.
    fn text(&self, number: u64) -> Value {
        let file = number.checked_sub(1).and_then(|file| u32::try_from(file).ok());
        let lines = file.into_iter().flat_map(|file| self.source.lines_of(file));
        let mut text = String::new();
        let mut next = 1;
        for line in lines {
            // Lines that other files were put in the place of are empty.
            while next < line.position.line {
                text.push('\n');
                next += 1;
            }
            text.push_str(&line.text);
            text.push('\n');
            next += 1;
        }
        json!({ "content": text, "mimeType": "text/x-lua" })
    }
}

/// A logpoint's message as expressions: `hp is {hp}` is `"hp is "..tostr(hp)`. One without braces is a list of expressions itself.
fn expressions(message: &str) -> String {
    if !message.contains('{') {
        return message.to_string();
    }
    let (mut parts, mut rest) = (Vec::new(), message);
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    while let Some((before, (inside, after))) =
        rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        if !before.is_empty() {
            parts.push(quoted(before));
        }
        parts.push(format!("tostr({inside})"));
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(quoted(rest));
    }
    parts.join("..")
}

fn event(name: &str, body: Value) -> Value {
    json!({ "type": "event", "event": name, "body": body })
}

fn stopped(reason: &str, text: Option<String>) -> Value {
    let mut body = json!({ "reason": reason, "threadId": THREAD, "allThreadsStopped": true });
    if let Some(text) = text {
        (body["description"], body["text"]) = (text.clone().into(), text.into());
    }
    event("stopped", body)
}

/// What requests are answered.
pub fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsStepBack": true,
        "supportsConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsEvaluateForHovers": true,
        "supportsLoadedSourcesRequest": true,
        "supportsTerminateRequest": true,
        "supportsDelayedStackTraceLoading": true,
    })
}

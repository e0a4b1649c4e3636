//! A session: the run, its current place, and what each request does.
//!
//! ```text
//! place      LinePlace { frame, step }       the moment before a line        LinePlace::end: the end of a frame
//! continue   to the next place where a breakpoint stops, else to the end     reverseContinue   to the one before, else the start
//! ```
//!
//! A request only moves the place; its state is computed when the session stops there. Continue runs in slices, so that `pause` can
//! interrupt it. A recorded run ends with its last frame; a new run is extended without buttons, by [`MORE`] frames at most per request.

use super::files::SourceFiles;
use super::values::{Page, Scope, Values};
use crate::lines::function_name;
use rasher::{Breakpoint, CallFrame, Console, Input, LineRun, Logpoint, Place};
use serde_json::{Value, json};
use std::path::PathBuf;
use timeline::{Crash, LineFound, LineJob, LinePlace, LineSearch, Run, Source, Sources, StepKind};

/// The most frames that `continue` may add to a new run: one hour at 60 per second.
const MORE: u64 = 216_000;
/// Frames that a step may add to it, if they run no line.
const STEP: u64 = 3600;
/// Frames searched or added between checks for `pause`.
const SLICE: u64 = 60;
const THREAD: u64 = 1;

pub struct Session {
    run: Run,
    sources: Sources,
    files: SourceFiles,
    grows: bool,
    place: LinePlace,
    is_fresh: bool,
    search: Option<Search>,
    moment: Option<LineRun>,
    calls: Vec<CallFrame>,
    /// Breakpoints and logpoints by file, as the editor named it.
    points: Vec<(Value, Vec<Breakpoint>, Vec<Logpoint>)>,
    values: Values,
    stops_on_entry: bool,
}

struct Search {
    back: bool,
    /// The place where it began; none for the start of the run.
    start: Option<LinePlace>,
    /// The search through the frames run so far, and the place where that began.
    job: Option<LineJob>,
    from: Option<LinePlace>,
    left: u64,
    reported: Vec<usize>,
}

/// Why the session stops: a reason of the protocol, or an error.
type Stop = Result<&'static str, String>;

impl Session {
    pub fn new(run: Run, cartridge: Option<PathBuf>, grows: bool) -> Session {
        let sources = Sources::of(run.console());
        let files = SourceFiles::of(&sources, cartridge.as_deref());
        Session {
            run,
            sources,
            files,
            grows,
            place: LinePlace::end(0),
            is_fresh: true,
            search: None,
            moment: None,
            calls: Vec::new(),
            points: Vec::new(),
            values: Values::default(),
            stops_on_entry: false,
        }
    }

    /// Handles a request: returns the response's body or error message; adds the events that follow it.
    pub fn request(
        &mut self,
        command: &str,
        arguments: &Value,
        events: &mut Vec<Value>,
    ) -> Result<Value, String> {
        let number = |name: &str| arguments[name].as_u64().unwrap_or(0);
        match command {
            "initialize" => Ok(capabilities()),
            "launch" | "attach" => {
                self.stops_on_entry = arguments["stopOnEntry"].as_bool().unwrap_or(false);
                // From here on breakpoints can be verified.
                events.push(event("initialized", json!({})));
                Ok(json!({}))
            }
            "setBreakpoints" => Ok(self.set_breakpoints(arguments)),
            "setExceptionBreakpoints" => Ok(json!({ "breakpoints": [] })),
            "configurationDone" => {
                if self.stops_on_entry {
                    let stop = self.enter();
                    self.stop(stop, events);
                } else {
                    self.start_search(false);
                }
                Ok(json!({}))
            }
            "threads" => Ok(json!({ "threads": [{ "id": THREAD, "name": "cart" }] })),
            "stackTrace" => Ok(self.stack(number("startFrame"), number("levels"))),
            "scopes" => Ok(self.scopes(number("frameId"))),
            "variables" => {
                let page = Page {
                    start: number("start") as usize,
                    count: arguments["count"].as_u64().map(|count| count as usize),
                    indexed: arguments["filter"].as_str().map(|filter| filter == "indexed"),
                };
                Ok(json!({ "variables": self.variables(number("variablesReference"), &page) }))
            }
            "evaluate" => {
                self.evaluate(number("frameId"), arguments["expression"].as_str().unwrap_or_default())
            }
            "source" => Ok(self.text(
                number("sourceReference").max(arguments["source"]["sourceReference"].as_u64().unwrap_or(0)),
            )),
            "loadedSources" => Ok(json!({ "sources": self.files.all() })),
            "continue" | "reverseContinue" => {
                self.start_search(command == "reverseContinue");
                Ok(json!({ "allThreadsContinued": true }))
            }
            "next" | "stepIn" | "stepOut" | "stepBack" => {
                let (kind, back) = match command {
                    "next" => (StepKind::Over, false),
                    "stepIn" => (StepKind::Into, false),
                    "stepOut" => (StepKind::Out, false),
                    _ => (StepKind::Over, true),
                };
                let stop = self.step(kind, back);
                self.stop(stop, events);
                Ok(json!({}))
            }
            "pause" => {
                match self.search.take() {
                    Some(search) => self.pause(&search, events),
                    None => events.push(stopped("pause", None)),
                }
                Ok(json!({}))
            }
            "exceptionInfo" => {
                let crash = self.run.branch().crash().ok_or("the cart has not stopped")?;
                let text = &crash.fault.message;
                Ok(json!({ "exceptionId": "error", "description": text, "breakMode": "unhandled" }))
            }
            "disconnect" | "terminate" => {
                events.push(event("terminated", json!({})));
                Ok(json!({}))
            }
            other => Err(format!("{other}: this request is not supported")),
        }
    }

    fn set_breakpoints(&mut self, arguments: &Value) -> Value {
        let named = arguments["source"].clone();
        let (mut breakpoints, mut logpoints, mut verified) = (Vec::new(), Vec::new(), Vec::new());
        for requested in arguments["breakpoints"].as_array().into_iter().flatten() {
            let line = requested["line"].as_u64().and_then(|line| u32::try_from(line).ok()).unwrap_or(0);
            let text = |name: &str| requested[name].as_str().unwrap_or_default().trim().to_string();
            let nearest = |place: &Place| {
                let at = |source: &Source| {
                    let position = source.position(place)?;
                    Some(source.place(source.nearest(position.file, position.line)?))
                };
                self.sources.iter().find_map(at)
            };
            let Some(place) = self.files.places(&named, line).iter().find_map(nearest) else {
                let message = "the cart has no code on this line";
                verified.push(json!({ "verified": false, "line": line, "message": message }));
                continue;
            };
            verified.push(json!({ "verified": true, "line": self.files.line(&place) }));
            match text("logMessage") {
                message if message.is_empty() => {
                    breakpoints.push(Breakpoint { place, condition: text("condition") });
                }
                message => logpoints.push(Logpoint { place, expressions: expressions(&message) }),
            }
        }
        self.points.retain(|(known, ..)| known["path"] != named["path"] || known["name"] != named["name"]);
        self.points.push((named, breakpoints, logpoints));
        json!({ "breakpoints": verified })
    }

    fn enter(&mut self) -> Stop {
        self.place = LinePlace { frame: 0, step: 0 };
        if self.run.branch().past.line_steps(0).is_ok_and(|steps| !steps.is_empty()) {
            return Ok("entry");
        }
        self.place = LinePlace::end(0);
        self.step(StepKind::Into, false).map(|_| "entry")
    }

    fn step(&mut self, kind: StepKind, back: bool) -> Stop {
        let mut left = STEP;
        loop {
            let past = &self.run.branch().past;
            if let Some(place) = past.next_line(self.place, kind, back).map_err(|crash| crash.to_string())? {
                self.place = place;
                return Ok("step");
            }
            if back || !self.extend(1.min(left)) {
                return Ok(self.go_to_end(back));
            }
            left -= 1;
        }
    }

    fn start_search(&mut self, back: bool) {
        let from = (!self.is_fresh || back).then_some(self.place);
        self.search = Some(Search { back, start: from, job: None, from, left: MORE, reported: Vec::new() });
    }

    pub fn is_working(&self) -> bool {
        self.search.is_some()
    }

    pub fn work(&mut self) -> Vec<Value> {
        let mut events = Vec::new();
        let Some(mut search) = self.search.take() else { return events };
        let stop = match self.search_slice(&mut search, &mut events) {
            Ok(None) => {
                self.search = Some(search);
                return events;
            }
            Ok(Some(reason)) => Ok(reason),
            Err(crash) => Err(crash.to_string()),
        };
        if !search.back {
            self.log(search.start, &mut events);
        }
        self.stop(stop, &mut events);
        events
    }

    /// Searches a slice of frames; returns why it stops there, if it does.
    fn search_slice(
        &mut self,
        search: &mut Search,
        events: &mut Vec<Value>,
    ) -> Result<Option<&'static str>, Crash> {
        let points: Vec<Breakpoint> = self.points.iter().flat_map(|(_, points, _)| points.clone()).collect();
        let past = &self.run.branch().past;
        if !points.is_empty() {
            let Search { back, from, .. } = *search;
            let target = || LineSearch::Breakpoint { from, back, points: points.clone() };
            let job = search.job.get_or_insert_with(|| LineJob::new(past, target()));
            let Some(found) = job.step(past, SLICE, |_| true)? else { return Ok(None) };
            let LineFound::Place(hit) = found else { return Ok(None) };
            for (frame, error) in hit.errors {
                if !search.reported.contains(&error.breakpoint) {
                    search.reported.push(error.breakpoint);
                    let Breakpoint { place, condition } = &points[error.breakpoint];
                    // It counts as false.
                    let text = format!("{place} if {condition}: in frame {frame} {}\n", error.why);
                    events.push(self.output("important", text, place));
                }
            }
            if let Some(place) = hit.place {
                self.place = place;
                return Ok(Some("breakpoint"));
            }
        }
        let head = self.run.branch().head();
        let slice = SLICE.min(search.left);
        if search.back || slice == 0 || !self.extend(slice) {
            if slice == 0 {
                let text = "ran an hour of play without a stop; continue resumes from here\n";
                events.push(event("output", json!({ "category": "console", "output": text })));
            }
            return Ok(Some(self.go_to_end(search.back)));
        }
        search.left -= slice;
        (search.from, search.job) = (Some(LinePlace::end(head)), None);
        Ok(None)
    }

    /// Stops a search at the first line of the frame that it has reached.
    fn pause(&mut self, search: &Search, events: &mut Vec<Value>) {
        let head = self.run.branch().head();
        let frame = search.job.as_ref().map_or(head, LineJob::reached).min(head);
        let has_lines = self.run.branch().past.line_steps(frame).is_ok_and(|steps| !steps.is_empty());
        self.place = if has_lines { LinePlace { frame, step: 0 } } else { LinePlace::end(frame) };
        self.stop(Ok("pause"), events);
    }

    fn output(&self, category: &str, output: String, place: &Place) -> Value {
        event(
            "output",
            json!({
                "category": category, "output": output, "source": self.files.source(place.file()),
                "line": self.files.line(place),
            }),
        )
    }

    /// Goes to the start of the run or its end, which is the line of a crash or the end of the last frame.
    fn go_to_end(&mut self, back: bool) -> &'static str {
        if back {
            _ = self.enter();
            return "entry";
        }
        if let Some(crash) = self.run.branch().crash() {
            let frame = crash.frame;
            let steps = self.run.branch().past.line_steps(frame).unwrap_or_default();
            self.place = LinePlace { frame, step: steps.len().saturating_sub(1) as u32 };
            return "exception";
        }
        self.place = LinePlace::end(self.run.branch().head());
        "pause"
    }

    /// Adds frames to a new run; false if it cannot be extended.
    fn extend(&mut self, frames: u64) -> bool {
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

    fn log(&mut self, from: Option<LinePlace>, events: &mut Vec<Value>) {
        let points: Vec<Logpoint> = self.points.iter().flat_map(|(.., points)| points.clone()).collect();
        if points.is_empty() {
            return;
        }
        let to = self.place;
        let first = from.map_or(0, |from| from.frame);
        let logs = self.run.branch().past.logs(first, to.frame, &points).unwrap_or_default();
        for (frame, line) in logs {
            let at = LinePlace { frame, step: line.step };
            if from.is_none_or(|from| from <= at) && at < to {
                let place = &points[line.logpoint].place;
                events.push(self.output("console", format!("frame {frame}: {}\n", line.text), place));
            }
        }
    }

    fn stop(&mut self, stop: Stop, events: &mut Vec<Value>) {
        self.values = Values::default();
        self.is_fresh = false;
        let (reason, text) = match stop {
            Ok(reason) => (reason, None),
            Err(why) => ("exception", Some(why)),
        };
        self.moment = self.run.branch().past.line_moment(self.place).ok().flatten();
        self.calls = self.moment.as_ref().map(|at| at.console.program().calls()).unwrap_or_default();
        let fault = self.run.branch().crash().filter(|_| reason == "exception");
        let text = text.or_else(|| fault.map(|crash| crash.fault.message.clone()));
        events.push(stopped(reason, text));
    }

    fn console(&self) -> &Console {
        self.moment.as_ref().map_or(self.run.console(), |at| &at.console)
    }

    fn stack(&self, start: u64, levels: u64) -> Value {
        let levels = usize::try_from(levels).ok().filter(|levels| *levels > 0).unwrap_or(usize::MAX);
        let frame = |(id, call): (usize, &CallFrame)| {
            let place = self.console().machine().place(call.position);
            json!({
                "id": id, "name": function_name(&call.function), "line": self.files.line(&place), "column": 1,
                "source": self.files.source(place.file()),
            })
        };
        let mut frames: Vec<Value> = self.calls.iter().enumerate().map(frame).collect();
        if frames.is_empty() {
            let name = format!("end of frame {}", self.place.frame);
            frames.push(json!({ "id": 0, "name": name, "line": 0, "column": 0 }));
        }
        let total = frames.len();
        let frames: Vec<Value> = frames.into_iter().skip(start as usize).take(levels).collect();
        json!({ "stackFrames": frames, "totalFrames": total })
    }

    /// The scopes of a call: each call has three numbers, the first call from 1 on.
    fn scopes(&self, call: u64) -> Value {
        let scope = |name: &str, number: u64, expensive: bool| json!({ "name": name, "variablesReference": number, "expensive": expensive });
        let first = call.min(1 << 16) * 3 + 1;
        json!({ "scopes": [
            scope("Locals", first, false), scope("Upvalues", first + 1, false), scope("Globals", first + 2, true),
        ] })
    }

    fn variables(&mut self, number: u64, page: &Page) -> Vec<Value> {
        let console = self.moment.as_ref().map_or(self.run.console(), |at| &at.console);
        if number >= super::values::FIRST {
            return self.values.members(console, number, page);
        }
        let Some(at) = number.checked_sub(1) else { return Vec::new() };
        let call = usize::try_from(at / 3).unwrap_or(usize::MAX);
        let scope = [Scope::Locals(call), Scope::Upvalues(call), Scope::Globals][(at % 3) as usize];
        self.values.scope(console, scope, page)
    }

    fn evaluate(&mut self, call: u64, expression: &str) -> Result<Value, String> {
        let values = self.console().evaluate(usize::try_from(call).unwrap_or(0), expression)?;
        let (text, number) = match &values[..] {
            [] => ("nothing".to_string(), 0),
            [value] => self.values.result(value.clone()),
            many => {
                let texts = many.iter().map(|value| self.values.result(value.clone()).0);
                (texts.collect::<Vec<_>>().join("  "), 0)
            }
        };
        Ok(json!({ "result": text, "variablesReference": number }))
    }

    fn text(&self, number: u64) -> Value {
        let name = self.files.name(number).unwrap_or_default();
        let found = self.sources.iter().find_map(|source| Some((source, source.file_named(name)?)));
        let lines = found.into_iter().flat_map(|(source, file)| source.lines_of(file));
        let mut text = String::new();
        let mut next = 1;
        for line in lines {
            // Lines replaced by included files are empty.
            let skipped = line.position.line.saturating_sub(next);
            text += &"\n".repeat(skipped as usize);
            text.push_str(&line.text);
            text.push('\n');
            next += skipped + 1;
        }
        json!({ "content": text, "mimeType": "text/x-lua" })
    }
}

/// Converts a logpoint's message to expressions: `hp is {hp}` to `"hp is "..tostr(hp)`. Without braces it is a list of expressions.
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

pub fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsStepBack": true,
        "supportsConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsEvaluateForHovers": true,
        "supportsLoadedSourcesRequest": true,
        "supportsTerminateRequest": true,
        "supportsExceptionInfoRequest": true,
        "supportsDelayedStackTraceLoading": true,
    })
}

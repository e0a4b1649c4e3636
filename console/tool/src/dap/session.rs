//! A session: the run, its current place, and what each request does.
//!
//! ```text
//! place      LinePlace { frame, step }       the moment before a line        LinePlace::end: the end of a frame
//! continue   to the next place where a breakpoint stops, else to the end     reverseContinue   to the one before, else the start
//! ```
//!
//! A request only moves the place; its state is computed when the session stops there. Continue runs in slices, so that `pause` can
//! interrupt it (`search.rs`). A recorded run ends with its last frame; a new run is extended without buttons, for an hour of play at most
//! per request. `points.rs` has the breakpoints, `assign.rs` changes the state, `look.rs` reads source, memory and names.

use super::files::SourceFiles;
use super::live::LiveRun;
use super::points::Points;
use super::values::{Page, SCOPES, Scope, Values};
use crate::lines::function_name;
use rasher::{CallFrame, Console, LineRun, Place};
use serde_json::{Value, json};
use std::path::PathBuf;
use timeline::{LineJob, LinePlace, Past, Path, Run, Sources, StepKind};

/// Frames that a step may add to a new run, if they run no line.
const STEP: u64 = 3600;
const THREAD: u64 = 1;

pub struct Session {
    pub(super) run: Run,
    pub(super) sources: Sources,
    pub(super) files: SourceFiles,
    pub(super) grows: bool,
    pub(super) place: LinePlace,
    pub(super) is_fresh: bool,
    pub(super) search: Option<Search>,
    moment: Option<LineRun>,
    pub(super) calls: Vec<CallFrame>,
    pub(super) points: Points,
    pub(super) values: Values,
    /// The run before the first edit, whose buttons the branch is given.
    pub(super) future: Option<Past>,
    /// Shown by the editor next to the reason of the next stop.
    pub(super) why: Option<String>,
    /// Where `goto` can go, by number.
    pub(super) targets: Vec<LinePlace>,
    stops_on_entry: bool,
    /// The window that plays this run.
    pub(super) live: Option<Box<dyn LiveRun>>,
    /// The window plays another run.
    pub(super) is_lost: bool,
}

/// A `continue` under way (`search.rs`).
pub(super) struct Search {
    pub back: bool,
    /// The place where it began; none for the start of the run.
    pub start: Option<LinePlace>,
    /// The search through the frames run so far, and the place where that began.
    pub job: Option<LineJob>,
    pub from: Option<LinePlace>,
    pub left: u64,
    pub reported: Vec<usize>,
}

/// Why the session stops: a reason of the protocol, or an error.
pub(super) type Stop = Result<&'static str, String>;

impl Session {
    pub fn new(run: Run, cartridge: Option<PathBuf>, grows: bool) -> Session {
        let sources = Sources::of(run.console());
        let files = SourceFiles::of(&sources, cartridge.as_deref(), run.console().program().rust_source());
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
            points: Points::default(),
            values: Values::default(),
            future: None,
            why: None,
            targets: Vec::new(),
            stops_on_entry: false,
            live: None,
            is_lost: false,
        }
    }

    /// A session at the end of a copy of a window's run.
    pub fn attached(run: Run, cartridge: Option<PathBuf>, live: Box<dyn LiveRun>) -> Session {
        let place = LinePlace::end(run.branch().head());
        Session { place, is_fresh: false, live: Some(live), ..Session::new(run, cartridge, false) }
    }

    /// The window plays a run that cannot be opened: the session stops at the end of its copy.
    pub fn lose_window(&mut self, events: &mut Vec<Value>) {
        (self.is_lost, self.search) = (false, None);
        let reason = self.go_to_end(false);
        self.stop(Ok(reason), events);
    }

    /// Takes over the breakpoints of a session that this one replaces.
    pub fn follow(&mut self, before: Session) {
        (self.points, self.stops_on_entry) = (before.points, before.stops_on_entry);
        self.points.forget_from(0);
    }

    /// Handles a request: returns the response's body or error message; adds the events that follow it.
    pub fn request(
        &mut self,
        command: &str,
        arguments: &Value,
        events: &mut Vec<Value>,
    ) -> Result<Value, String> {
        let number = |name: &str| arguments[name].as_u64().unwrap_or(0);
        let text = |name: &str| arguments[name].as_str().unwrap_or_default().to_string();
        match command {
            "initialize" => Ok(capabilities()),
            "launch" | "attach" => {
                self.stops_on_entry = arguments["stopOnEntry"].as_bool().unwrap_or(false);
                // From here on breakpoints can be verified.
                events.push(event("initialized", json!({})));
                Ok(json!({}))
            }
            "setBreakpoints" => Ok(self.points.set_lines(&self.files, &self.sources, arguments)),
            "setFunctionBreakpoints" => Ok(self.points.set_functions(&self.files, &self.sources, arguments)),
            "setDataBreakpoints" => Ok(self.points.set_fields(arguments)),
            "dataBreakpointInfo" => Ok(self.data_point(number("variablesReference"), &text("name"))),
            "breakpointLocations" => Ok(self.locations(arguments)),
            "gotoTargets" => self.goto_targets(arguments),
            "goto" => {
                let target = self.targets.get(number("targetId") as usize).ok_or("no such target")?;
                self.place = *target;
                self.stop(Ok("goto"), events);
                Ok(json!({}))
            }
            "completions" => Ok(self.completions(number("frameId"), &text("text"), number("column"))),
            // Ours: the picture of this place, for the extension's panel.
            "picture" => Ok(self.picture()),
            "readMemory" => self.read_memory(arguments),
            "writeMemory" => self.change(events, |it| it.memory_written(arguments)),
            "setVariable" => self.change(events, |it| {
                it.set_variable(number("variablesReference"), &text("name"), &text("value"))
            }),
            "setExpression" => self.change(events, |it| {
                it.set_expression(number("frameId"), &text("expression"), &text("value"))
            }),
            "setExceptionBreakpoints" => Ok(json!({ "breakpoints": [] })),
            "restart" | "configurationDone" => {
                if self.live.is_some() && self.stops_on_entry {
                    self.stop(Ok("entry"), events);
                } else if self.stops_on_entry {
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
                let (expression, is_console) = (text("expression"), arguments["context"] == "repl");
                match self.evaluate(number("frameId"), &expression) {
                    // Text that is not an expression may be a statement.
                    Err(why) if is_console && self.is_statement(&expression) => self
                        .change(events, |it| it.run_statement(number("frameId"), &expression))
                        .map_err(|other| if other.is_empty() { why } else { other }),
                    done => done,
                }
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

    pub(super) fn enter(&mut self) -> Stop {
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

    pub(super) fn output(&self, category: &str, output: String, place: &Place) -> Value {
        event(
            "output",
            json!({
                "category": category, "output": output, "source": self.files.source(place.file()),
                "line": self.files.line(place),
            }),
        )
    }

    /// Reads the state at a place, where the session stays.
    pub(super) fn settle(&mut self, place: LinePlace) {
        self.place = place;
        self.moment = self.run.branch().past.line_moment(place).ok().flatten();
        self.calls = self.moment.as_ref().map(|at| at.stack.clone()).unwrap_or_default();
    }

    pub(super) fn stop(&mut self, stop: Stop, events: &mut Vec<Value>) {
        self.values = Values::default();
        self.is_fresh = false;
        self.live.iter_mut().for_each(|live| live.hold(true));
        let (reason, text) = match stop {
            Ok(reason) => (reason, None),
            Err(why) => ("exception", Some(why)),
        };
        self.settle(self.place);
        let fault = self.run.branch().crash().filter(|_| reason == "exception");
        let text =
            text.or_else(|| self.why.take()).or_else(|| fault.map(|crash| crash.fault.message.clone()));
        events.push(stopped(reason, text));
    }

    pub(super) fn console(&self) -> &Console {
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
            frames.push(self.end_of_frame());
        }
        let total = frames.len();
        let frames: Vec<Value> = frames.into_iter().skip(start as usize).take(levels).collect();
        json!({ "stackFrames": frames, "totalFrames": total })
    }

    /// The scopes of a call, without empty upvalues: each call has four numbers, the first call from 1 on.
    fn scopes(&self, call: u64) -> Value {
        let first = call.min(1 << 16) * SCOPES + 1;
        let scope = |(name, at): (&str, u64)| json!({ "name": name, "variablesReference": first + at, "expensive": at > 1 });
        let is_empty = |at: u64| at == 1 && self.values.is_empty(self.console(), first + at);
        let scopes = [("Locals", 0), ("Upvalues", 1), ("Globals", 2), ("Memory", 3)].into_iter();
        json!({ "scopes": scopes.filter(|(_, at)| !is_empty(*at)).map(scope).collect::<Vec<_>>() })
    }

    fn variables(&mut self, number: u64, page: &Page) -> Vec<Value> {
        let console = self.moment.as_ref().map_or(self.run.console(), |at| &at.console);
        self.values.variables(console, number, page)
    }

    /// The scope of a variable with members, and the path to it.
    pub(super) fn place_of(&self, number: u64) -> Option<(Scope, Vec<String>)> {
        self.values.place(number)
    }

    fn evaluate(&mut self, call: u64, expression: &str) -> Result<Value, String> {
        // A field is read in its place, however large it is. The value of another expression is a copy with limits.
        if let Ok(path) = Path::parse(expression) {
            let scope = self.scope_of(call, &path).unwrap_or(Scope::Globals);
            let console = self.moment.as_ref().map_or(self.run.console(), |at| &at.console);
            if let Some(mut field) = self.values.field(console, scope, path.names()) {
                field["result"] = field["value"].take();
                return Ok(field);
            }
        }
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
        let language = if self.run.console().program().suspends() { "lua" } else { "rust" };
        json!({ "content": text, "mimeType": format!("text/x-{language}") })
    }
}

pub fn event(name: &str, body: Value) -> Value {
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
        "supportsFunctionBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsDataBreakpoints": true,
        "supportsSetVariable": true,
        "supportsSetExpression": true,
        "supportsCompletionsRequest": true,
        "completionTriggerCharacters": ["."],
        "supportsBreakpointLocationsRequest": true,
        "supportsGotoTargetsRequest": true,
        "supportsReadMemoryRequest": true,
        "supportsWriteMemoryRequest": true,
        "supportsRestartRequest": true,
    })
}

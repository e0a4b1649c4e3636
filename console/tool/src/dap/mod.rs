//! `rasher debug FILE --dap`: the Debug Adapter Protocol on standard input and output, for editors such as VS Code.
//!
//! ```text
//! Content-Length: 119\r\n\r\n{"seq":3,"type":"request","command":"stepBack", ...}        in
//!     └─ wire.rs ──> DapServer ──> session.rs: requests in, responses and events out ──> wire.rs ──> out
//!                                      values.rs   variables by number    files.rs   source files and lines
//! ```
//!
//! In a window (`--dap-port`), the run is a copy of the window's own and runs the same inputs as they come (`live.rs`).
//!
//! The run is a recorded one or, for a cartridge, its last kept run, else a new one, which continues without buttons as far as requests need
//! it. <https://microsoft.github.io/debug-adapter-protocol/specification> describes the protocol; the cart is its only thread.

mod assign;
mod files;
mod live;
mod look;
mod points;
mod search;
mod session;
mod values;
mod wire;

use crate::error::ToolError;
use crate::open::open_in;
use crate::options::{DebugOptions, RunSource};
use crate::recorded::Recorded;
pub use live::LiveRun;
use serde_json::{Value, json};
use session::Session;
use shelf::Entry;
use std::io::{BufReader, stdin, stdout};
use std::path::{Path, PathBuf};
use store::is_cartridge;
use timeline::Run;
pub use wire::serve as serve_dap;

pub fn dap(carts: &'static [Entry], options: &DebugOptions) -> Result<(), ToolError> {
    let mut server = DapServer::new(carts, options.run.source.clone());
    if let Some(file) = options.run.files.first() {
        server.open(file)?;
    }
    let (input, output) = (BufReader::new(stdin()), stdout().lock());
    serve_dap(&mut server, input, output).map_err(|error| ToolError::DapIo { why: error.to_string() })
}

/// What needs no stop. An editor may ask for it at any time, and a request that waits keeps those after it waiting.
const AT_WORK: [&str; 12] = [
    "pause",
    "disconnect",
    "terminate",
    "threads",
    "setBreakpoints",
    "setFunctionBreakpoints",
    "setDataBreakpoints",
    "setExceptionBreakpoints",
    "breakpointLocations",
    "loadedSources",
    "source",
    "picture",
];

pub struct DapServer {
    carts: &'static [Entry],
    source: RunSource,
    session: Option<Session>,
    /// What `launch` was given, for `restart`.
    launched: Value,
    seq: u64,
    is_over: bool,
    /// The run of a window, while no session has it.
    live: Option<Box<dyn LiveRun>>,
}

impl DapServer {
    /// A server without a run: the editor's `launch` opens `program` or its recording `run`.
    pub fn new(carts: &'static [Entry], source: RunSource) -> DapServer {
        DapServer { carts, source, session: None, launched: Value::Null, seq: 0, is_over: false, live: None }
    }

    /// A server for the run of a window that plays.
    pub fn attached(carts: &'static [Entry], source: RunSource, live: Box<dyn LiveRun>) -> DapServer {
        DapServer { live: Some(live), ..DapServer::new(carts, source) }
    }

    /// Opens a copy of the window's run as it is now.
    fn attach(&mut self) -> Result<(), ToolError> {
        let Some(mut live) = self.live.take().or_else(|| self.session.as_mut()?.live.take()) else {
            return Ok(());
        };
        match live::copy(self.carts, &self.source, &mut *live) {
            Ok((run, file)) => {
                self.session = Some(Session::attached(run, file, live));
                Ok(())
            }
            Err(error) => {
                self.live = Some(live);
                Err(error)
            }
        }
    }

    pub fn open(&mut self, file: &Path) -> Result<(), ToolError> {
        let session = match Recorded::read(self.carts, file, &self.source) {
            Ok(recorded) => {
                let file = recorded.cart.origin.file().map(Path::to_path_buf);
                Session::new(recorded.run_until(|_, _| false)?, file, false)
            }
            Err(ToolError::NoRun { .. }) if self.source.cart.is_some() || self.is_shelved(file) => {
                let path = self.source.cart.clone().unwrap_or_else(|| file.to_path_buf());
                let (data, home) = (self.source.data.as_deref(), self.source.home.as_deref());
                let (program, boot) = open_in(self.carts, &path, data, home)?.runnable()?.cart.boot();
                let run = match Run::start(program.clone(), boot.clone()) {
                    Err(crash) if program.suspends() && !program.source().is_empty() => {
                        Run::stopped(program, boot, crash)
                    }
                    run => run?,
                };
                Session::new(run, Some(path), true)
            }
            Err(error) => return Err(error),
        };
        self.session = Some(session);
        Ok(())
    }

    fn is_shelved(&self, file: &Path) -> bool {
        self.carts.iter().any(|entry| file == Path::new(entry.name))
    }

    fn launch(&mut self, arguments: &Value) -> Result<(), ToolError> {
        if self.is_attached() {
            return self.attach();
        }
        let path = |name: &str| arguments[name].as_str().filter(|path| !path.is_empty()).map(PathBuf::from);
        let Some(program) = path("program") else { return Ok(()) };
        if is_cartridge(&program) {
            self.source.cart = Some(program.clone());
        }
        self.open(&path("run").unwrap_or(program))
    }

    /// Opens the cart or run again, as its files are now, with the same breakpoints.
    fn restart(&mut self, changed: &Value) -> Result<(), String> {
        if changed.is_object() {
            self.launched = changed.clone();
        }
        let mut before = self.session.take();
        self.live = self.live.take().or_else(|| before.as_mut()?.live.take());
        let opened = self.launch(&self.launched.clone()).map_err(|error| error.to_string());
        match (before, &mut self.session) {
            (Some(before), Some(session)) => session.follow(before),
            (before, session) => *session = before,
        }
        opened
    }

    /// Whether a window plays the run: then a search waits for its frames.
    pub fn is_attached(&self) -> bool {
        self.live.is_some() || self.session.as_ref().is_some_and(|session| session.live.is_some())
    }

    pub fn is_working(&self) -> bool {
        self.session.as_ref().is_some_and(Session::is_working)
    }

    /// Continues a search through frames; returns its events once it is over.
    pub fn work(&mut self) -> Vec<Value> {
        let mut events = self.session.as_mut().map(Session::work).unwrap_or_default();
        if self.session.as_ref().is_some_and(|session| session.is_lost) {
            let opened = self.restart(&Value::Null);
            let text = match &opened {
                Ok(()) => "the window plays another run now, which is followed from here",
                Err(why) => why,
            };
            let text = format!("{text}\n");
            events.push(session::event("output", json!({ "category": "console", "output": text })));
            if let Some(session) = &mut self.session {
                match opened {
                    Ok(()) => session.start_search(false),
                    // The copy stays, without its window: `restart` tries again.
                    Err(_) => session.lose_window(&mut events),
                }
            }
        }
        self.numbered(events)
    }

    /// Whether the request is answered during a search; the others wait for its end.
    pub(crate) fn is_answered_at_work(&self, request: &Value) -> bool {
        let command = request["command"].as_str();
        command.is_some_and(|command| AT_WORK.contains(&command) || self.is_attached())
    }

    /// Whether the request needs a stop, which a window that plays may never reach. Answered later, it would surprise.
    fn is_too_early(&self, command: &str) -> bool {
        let is_free = AT_WORK.contains(&command) || command == "restart";
        !is_free && self.is_attached() && self.is_working()
    }

    fn numbered(&mut self, mut messages: Vec<Value>) -> Vec<Value> {
        for message in &mut messages {
            self.seq += 1;
            message["seq"] = self.seq.into();
        }
        messages
    }

    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Handles a request; returns the response, then events. A search only starts here: [`DapServer::work`] continues it.
    pub fn request(&mut self, request: &Value) -> Vec<Value> {
        let command = request["command"].as_str().unwrap_or_default();
        let opened = match command {
            "launch" | "attach" => {
                self.launched = request["arguments"].clone();
                self.launch(&request["arguments"]).map_err(|error| error.to_string())
            }
            "restart" => self.restart(&request["arguments"]["arguments"]),
            _ => Ok(()),
        };
        self.is_over |= command == "disconnect";
        let is_too_early = self.is_too_early(command);
        let mut events = Vec::new();
        let body = match (opened, &mut self.session) {
            (Err(why), _) => Err(why),
            _ if is_too_early => Err("the game runs: pause it first".to_string()),
            (_, Some(session)) => session.request(command, &request["arguments"], &mut events),
            (_, None) if command == "initialize" => Ok(session::capabilities()),
            (_, None) if self.is_over => Ok(json!({})),
            (_, None) => Err("nothing is open: `launch` must name a \"program\"".to_string()),
        };
        self.respond(&request["seq"], command, body, events)
    }

    /// The answer to a message that is not JSON.
    pub(crate) fn malformed(&mut self, why: &str) -> Vec<Value> {
        self.respond(&json!(0), "", Err(why.to_string()), Vec::new())
    }

    fn respond(
        &mut self,
        seq: &Value,
        command: &str,
        body: Result<Value, String>,
        events: Vec<Value>,
    ) -> Vec<Value> {
        let mut response = json!({ "type": "response", "request_seq": seq, "command": command });
        response["success"] = body.is_ok().into();
        match body {
            Ok(body) => response["body"] = body,
            Err(why) => response["message"] = why.into(),
        }
        self.numbered([response].into_iter().chain(events).collect())
    }
}

//! `rasher debug FILE --dap`: the Debug Adapter Protocol on the standard input and output, for editors such as VS Code.
//!
//! ```text
//! Content-Length: 119\r\n\r\n{"seq":3,"type":"request","command":"stepBack", ...}        in
//!     └─ wire.rs ──> session.rs: a run, a place in it ──> responses and events ──> wire.rs ──> out
//! ```
//!
//! | file | what it does |
//! |---|---|
//! | `wire.rs` | messages out of bytes and back |
//! | `mod.rs` | the server, from before a run is open; numbers of messages |
//! | `session.rs` | requests: breakpoints, steps and continue in both directions, stack |
//! | `values.rs` | variables that open, by number |
//! | `files.rs` | where a program's files lie on the disk, and which line is which |
//!
//! The run is a recorded one, or of a cartridge alone the one that was kept last; without one it begins anew and goes on, without
//! buttons, as far as it is asked to. A cart that does not come through its `_init` is one whose lines before the error can be walked. A session is a value: requests in, messages out; only `wire.rs` reads and writes. The protocol is
//! that of <https://microsoft.github.io/debug-adapter-protocol/specification>, of which the requests of a session are answered that such
//! editors make; there is one thread, the cart.

mod files;
mod session;
mod values;
mod wire;

use crate::error::ToolError;
use crate::open::open_in;
use crate::options::{DebugOptions, RunSource};
use crate::recorded::Recorded;
use serde_json::{Value, json};
use session::Session;
use shelf::Entry;
use std::io::{BufReader, stdin, stdout};
use std::path::{Path, PathBuf};
use store::is_cartridge;
use timeline::Run;
pub use wire::serve as serve_dap;

/// Answers until the input ends or the session does.
pub fn dap(carts: &'static [Entry], options: &DebugOptions) -> Result<(), ToolError> {
    let mut server = DapServer::new(carts, options.run.source.clone());
    if let Some(file) = options.run.files.first() {
        server.open(file)?;
    }
    let (input, output) = (BufReader::new(stdin()), stdout().lock());
    serve_dap(&mut server, input, output).map_err(|error| ToolError::Wire { why: error.to_string() })
}

/// The server: a session, as soon as there is one.
pub struct DapServer {
    carts: &'static [Entry],
    source: RunSource,
    session: Option<Session>,
    seq: u64,
    is_over: bool,
}

impl DapServer {
    /// Nothing is open: the editor's `launch` will say what, by `program` and, if there is a recording, `run`.
    pub fn new(carts: &'static [Entry], source: RunSource) -> DapServer {
        DapServer { carts, source, session: None, seq: 0, is_over: false }
    }

    /// Opens a recorded run, or of a cartridge the one that was kept last, or else a new one.
    pub fn open(&mut self, file: &Path) -> Result<(), ToolError> {
        let session = match Recorded::read(self.carts, file, &self.source) {
            Ok(recorded) => Session::new(
                recorded.run_until(|_, _| false)?,
                recorded.cart.origin.file().map(Path::to_path_buf),
                false,
            ),
            Err(ToolError::NoRun { .. }) if self.source.cart.is_some() => {
                let path: PathBuf = self.source.cart.clone().unwrap_or_default();
                let (data, home) = (self.source.data.as_deref(), self.source.home.as_deref());
                let (program, boot) = open_in(self.carts, &path, data, home)?.runnable()?.cart.boot();
                let run = match Run::start(program.clone(), boot.clone()) {
                    Err(crash) if !program.source().is_empty() => Run::stopped(program, boot, crash),
                    run => run?,
                };
                Session::new(run, Some(path), true)
            }
            Err(error) => return Err(error),
        };
        self.session = Some(session);
        Ok(())
    }

    fn launch(&mut self, arguments: &Value) -> Result<(), ToolError> {
        let path = |name: &str| arguments[name].as_str().filter(|path| !path.is_empty()).map(PathBuf::from);
        let Some(program) = path("program") else { return Ok(()) };
        if is_cartridge(&program) {
            self.source.cart = Some(program.clone());
        }
        self.open(&path("run").unwrap_or(program))
    }

    pub fn is_working(&self) -> bool {
        self.session.as_ref().is_some_and(Session::is_working)
    }

    /// Some of that search; the events once it is over.
    pub fn work(&mut self) -> Vec<Value> {
        let events = self.session.as_mut().map(Session::work).unwrap_or_default();
        self.numbered(events)
    }

    /// Is that a request which is answered while a search goes on? Others wait for its end.
    pub(crate) fn is_answered_at_work(request: &Value) -> bool {
        matches!(
            request["command"].as_str(),
            Some(
                "pause"
                    | "disconnect"
                    | "terminate"
                    | "threads"
                    | "setBreakpoints"
                    | "setExceptionBreakpoints"
            )
        )
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

    /// Answers a request: the response first, then events. What goes through many frames only begins: [`DapServer::work`] goes on.
    pub fn request(&mut self, request: &Value) -> Vec<Value> {
        let command = request["command"].as_str().unwrap_or_default();
        let opened = match command {
            "launch" | "attach" => self.launch(&request["arguments"]).map_err(|error| error.to_string()),
            _ => Ok(()),
        };
        self.is_over |= command == "disconnect";
        let (body, events) = match (opened, &mut self.session) {
            (Err(why), _) => (Err(why), Vec::new()),
            (_, Some(session)) => session.request(request),
            (_, None) if command == "initialize" => (Ok(session::capabilities()), Vec::new()),
            (_, None) if self.is_over => (Ok(json!({})), Vec::new()),
            (_, None) => (Err("nothing is open: launch says what, by \"program\"".to_string()), Vec::new()),
        };
        let mut response = json!({ "type": "response", "request_seq": request["seq"], "command": command });
        response["success"] = body.is_ok().into();
        match body {
            Ok(body) => response["body"] = body,
            Err(why) => response["message"] = why.into(),
        }
        self.numbered([response].into_iter().chain(events).collect())
    }
}

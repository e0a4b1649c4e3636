//! `rasher debug FILE`: a moment of a recorded run, without a window.
//!
//! ```text
//! FILE ── replay ── --goto N | --until "hp < 3" [--back] ──> a moment ├ --set --poke --press   changes it
//!                                                                    ├ --branch OUT          the rest of the run after the changes
//!                                                                    ├ --print PATH          fields         --mem ADDR  bytes
//!                                                                    ├ --history WHAT        history.rs     --stack ... lines.rs
//!                                                                    ├ --changes             since the frame before
//!                                                                    ├ --calls, --pixel X,Y  what drew the frame, a pixel
//!                                                                    └ --png, --movie, --report OUT
//! ```
//!
//! Results are text or one JSON object, in this order. A condition that is never true is an error, for scripts.

use crate::calls::{call_json, call_line, difference_json};
use crate::error::ToolError;
use crate::history::{self, Histories};
use crate::lines::LineReport;
use crate::options::DebugOptions;
use crate::recorded::Recorded;
use crate::run::picture;
use crate::script;
use crate::terminal::{self, Progress};
use player::Film;
use rasher::{Console, Edit, Fault, Trace};
use serde_json::{Value, json};
use shelf::Entry;
use std::fmt::Write;
use std::io::IsTerminal;
use timeline::{Becomes, Condition, Crash, Difference, Path, Report, Run, SearchResult};

pub fn debug(carts: &'static [Entry], options: &DebugOptions) -> Result<String, ToolError> {
    let word = |option: &'static str, text: &str, source: timeline::ConditionError| ToolError::Condition {
        option,
        text: text.into(),
        source,
    };
    let until = options
        .until
        .as_deref()
        .map(|text| Condition::parse(text).map_err(|source| word("--until", text, source)));
    let until = until.transpose()?;
    let fields =
        options.print.iter().map(|text| Path::parse(text).map_err(|source| word("--print", text, source)));
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    let recorded = options.run.read(carts, 0)?;
    let histories = Histories::parse(&options.history);
    let mut histories = histories.map_err(|(text, source)| word("--history", &text, source))?;
    let mut run = moment(&recorded, options, until.as_ref(), &mut histories)?;
    let histories = histories.json(&run)?;
    edit(options, &mut run)?;
    let back = options.back && until.is_none();
    if !options.lines.breakpoints.is_empty() && !back && options.goto.is_none() && until.is_none() {
        // Without a moment, breakpoints are searched from the start.
        run.goto(0)?;
    }
    let lines = LineReport::of(&mut run, &options.lines, back)?;
    report(options, &run, &fields, histories, lines)
}

/// The run at the requested moment; later frames run only if the search needs them.
fn moment(
    recorded: &Recorded,
    options: &DebugOptions,
    until: Option<&Condition>,
    histories: &mut Histories,
) -> Result<Run, ToolError> {
    let path = &recorded.path;
    let none = |frame, head| ToolError::NoFrame { path: path.clone(), frame, head };
    let from = options.goto.unwrap_or(0);
    if from > recorded.recording.frames() {
        return Err(none(from, recorded.recording.frames()));
    }
    let mut missing = None;
    let mut progress = Progress::new(options.goto.unwrap_or(recorded.recording.frames()));
    // Returns true to stop, at a field that does not exist.
    let mut look = |frame, console: &Console| {
        if frame == 0 {
            let asked = until.and_then(|condition| condition.missing(console));
            let asked = asked.filter(|missing| missing.at_top);
            let asked = asked.map(|missing| (options.until.clone().unwrap_or_default(), missing));
            missing = asked.or_else(|| histories.missing(console));
        }
        progress.at(frame);
        histories.note(frame, console);
        missing.is_some()
    };
    let mut run = match (until, options.goto) {
        // A condition that is true from the start is found there.
        (Some(condition), _) if !options.back => recorded
            .run_until(|frame, console| look(frame, console) || frame >= from && condition.holds(console))?,
        (_, Some(to)) => recorded.run_until(|frame, console| look(frame, console) || frame == to)?,
        (_, None) => recorded.run_until(&mut look)?,
    };
    drop(progress);
    if let Some((text, missing)) = missing {
        return Err(ToolError::NoField { text, missing: Box::new(missing) });
    }
    if (options.back || until.is_none()) && options.goto.is_none() {
        run.goto(recorded.frame)?;
    }
    if run.now() < from {
        return Err(none(from, run.branch().head()));
    }
    let Some(condition) = until else { return Ok(run) };
    let found = match options.back {
        true => {
            let probe = Becomes(|console: &Console| condition.holds(console));
            run.branch().past.find(run.now(), true, &probe, |_| true)
        }
        false if condition.holds(run.console()) => SearchResult::At(run.now()),
        false => {
            run.branch().crash().map_or(SearchResult::Nowhere, |crash| SearchResult::Crash(crash.clone()))
        }
    };
    match found {
        SearchResult::At(frame) => run.goto(frame)?,
        SearchResult::Crash(crash) => return Err(crash.into()),
        SearchResult::Nowhere | SearchResult::Stopped => {
            let missing = until.and_then(|until| until.missing(run.console())).map(Box::new);
            let condition = options.until.clone().unwrap_or_default();
            return Err(ToolError::NeverTrue { path: path.clone(), condition, missing });
        }
    }
    Ok(run)
}

/// Changes the moment; with `--branch` runs the rest of the recording from there.
fn edit(options: &DebugOptions, run: &mut Run) -> Result<(), ToolError> {
    for text in &options.set {
        let (path, value) =
            text.split_once('=').ok_or_else(|| ToolError::argument(text, "expected PATH=VALUE"))?;
        let path = Path::parse(path).map_err(|e| ToolError::argument(text, e))?;
        let edit = run.console().state_edit(&path.pointer(), value);
        edit.and_then(|edit| run.edit(edit)).map_err(|e| ToolError::argument(text, e))?;
    }
    for (addr, bytes) in &options.poke {
        let edit = Edit::Memory { addr: *addr, bytes: bytes.as_slice().into() };
        run.edit(edit).map_err(|e| ToolError::argument(format!("{addr:#06x}"), e))?;
    }
    let Some(out) = &options.branch else { return Ok(()) };
    let (id, mut next) = (run.branch().id, run.branch().past.input(run.now()).unwrap_or_default());
    if let Some(buttons) = &options.press {
        let held = script::held(buttons);
        next.players[0] =
            held.map_err(|name| ToolError::argument(name, format!("expected {}, or none", script::BUTTONS)))?;
    }
    // A crash after the change is recorded, too.
    let now = run.now();
    if run.frame(&next).is_ok() {
        _ = run.replay_branch(id);
    }
    store::write(out, &run.recording().to_bytes())?;
    run.goto(now + 1)?;
    Ok(())
}

/// Prints what a report contains and asks whether to write it, unless `--yes` was given: reports are meant to be sent.
fn may_write(out: &std::path::Path, report: &Report, yes: bool) -> Result<bool, ToolError> {
    terminal::print_error(&format!("{} will contain:", out.display()));
    report.contents().iter().for_each(|(name, what)| terminal::print_error(&format!("  {name:<8}{what}")));
    if yes {
        return Ok(true);
    }
    if !std::io::stdin().is_terminal() {
        return Err(ToolError::NeedsYes { path: out.into() });
    }
    terminal::print_error("Write it? [y/N]");
    let mut answer = String::new();
    let read = std::io::stdin().read_line(&mut answer);
    Ok(read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes"))
}

fn report(
    options: &DebugOptions,
    run: &Run,
    fields: &[Path],
    histories: Value,
    lines: LineReport,
) -> Result<String, ToolError> {
    write_files(options, run, &lines)?;
    let findings = Findings::of(options, run, fields, &lines)?;
    if options.json {
        let mut out = findings.json(options, run, histories);
        lines.write(&mut String::new(), &mut out);
        return Ok(format!("{out}\n"));
    }
    let mut out = findings.text(options, run, &histories);
    lines.write(&mut out, &mut Value::Null);
    Ok(out)
}

fn write_files(options: &DebugOptions, run: &Run, lines: &LineReport) -> Result<(), ToolError> {
    if let Some(out) = &options.report {
        let report = Report::of(run, env!("CARGO_PKG_VERSION"));
        if may_write(out, &report, options.yes)? {
            store::write(out, &report.to_bytes())?;
        } else {
            terminal::print_error("No report was written");
        }
    }
    if let Some(out) = &options.png {
        store::write(out, &picture(lines.console(run), options.scale))?;
    }
    if let Some(out) = &options.movie {
        let animated = out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
        let film = Film { seconds: options.seconds, since: None, scale: options.scale, animated };
        store::write(out, &film.take(&run.branch().past, run.now(), run.console().fps())?)?;
    }
    Ok(())
}

/// The output about the moment, or about the frame up to a line.
struct Findings {
    digest: String,
    halfway: Option<String>,
    fields: Vec<(String, Value)>,
    memory: Option<(u16, Vec<u8>)>,
    changes: Option<Difference>,
    calls: Option<Vec<Value>>,
    /// Calls that the trace dropped.
    dropped: usize,
    painters: Option<Vec<Value>>,
}

impl Findings {
    fn of(
        options: &DebugOptions,
        run: &Run,
        fields: &[Path],
        lines: &LineReport,
    ) -> Result<Findings, ToolError> {
        let (console, past) = (lines.console(run), &run.branch().past);
        let frame = lines.frame.unwrap_or(run.now());
        let before = if options.changes { past.before(frame)? } else { None };
        let trace = if options.calls || options.pixel.is_some() { past.trace(frame)? } else { None };
        let made = lines.moment.as_ref().map_or(usize::MAX, |moment| moment.calls);
        let calls = |wanted: bool, of: &dyn Fn(&Trace) -> Vec<usize>| -> Option<Vec<Value>> {
            let trace = trace.as_ref().filter(|_| wanted)?;
            Some(of(trace).into_iter().filter(|n| *n < made).map(|n| call_json(trace, n)).collect())
        };
        let (x, y) = options.pixel.unwrap_or_default();
        let dropped = trace.as_ref().map_or(0, |trace| {
            let kept = trace.calls.len();
            (kept + trace.more).min(made).saturating_sub(kept)
        });
        let state = console.program().inspect();
        let bytes = console.machine().memory().bytes();
        let memory = |(addr, len)| (addr, bytes[usize::from(addr)..].iter().take(len).copied().collect());
        Ok(Findings {
            digest: format!("{:016x}", console.digest()),
            halfway: console.suspended_hook().map(|hook| hook.to_string()),
            fields: fields.iter().map(|field| (field.to_string(), field.find(&state))).collect(),
            memory: options.mem.map(memory),
            changes: before.map(|(before, _)| Difference::between(&before, console)),
            calls: calls(options.calls, &|trace| (0..trace.calls.len()).collect()),
            dropped,
            painters: calls(options.pixel.is_some(), &|trace| trace.painters(x, y).collect()),
        })
    }

    fn json(self, options: &DebugOptions, run: &Run, histories: Value) -> Value {
        let mut out = json!({ "frame": run.now(), "frames": run.branch().head(), "digest": self.digest });
        let mut add = |name: &str, value: Option<Value>| {
            value.into_iter().for_each(|value| out[name] = value);
        };
        add("halfway", self.halfway.map(Value::from));
        add("crash", run.branch().crash().map(crash_json));
        let fields: serde_json::Map<_, _> = self.fields.into_iter().collect();
        add("fields", Some(fields).filter(|fields| !fields.is_empty()).map(Value::from));
        add("history", Some(histories).filter(|_| !options.history.is_empty()));
        add("memory", self.memory.map(|(addr, bytes)| json!({ "addr": addr, "bytes": bytes })));
        add("changes", self.changes.as_ref().map(difference_json));
        add("calls_left_out", self.calls.as_ref().map(|_| self.dropped.into()));
        add("calls", self.calls.map(Value::from));
        add("painters", self.painters.map(Value::from));
        out
    }

    fn text(&self, options: &DebugOptions, run: &Run, histories: &Value) -> String {
        let (now, head) = (run.now(), run.branch().head());
        let mut out = format!("frame {now} of {head} digest {}\n", self.digest);
        if let Some(hook) = &self.halfway {
            _ = writeln!(out, "in the middle of {hook}");
        }
        if let Some(crash) = run.branch().crash() {
            _ = writeln!(out, "{crash}");
        }
        for (name, value) in &self.fields {
            _ = writeln!(out, "{name} = {}", serde_json::to_string_pretty(value).unwrap_or_default());
        }
        history::text(histories, &mut out);
        if let Some((addr, bytes)) = &self.memory {
            for (row, bytes) in bytes.chunks(16).enumerate() {
                let hex: Vec<String> = bytes.iter().map(|b| format!("{b:02x}")).collect();
                _ = writeln!(out, "0x{:04x}  {}", usize::from(*addr) + row * 16, hex.join(" "));
            }
        }
        if let Some(changes) = &self.changes {
            out.push_str(&changes.to_string());
        }
        for call in self.calls.iter().flatten() {
            _ = writeln!(out, "{}", call_line(call));
        }
        if options.calls && self.dropped > 0 {
            _ = writeln!(out, "and {} more", self.dropped);
        }
        if let (Some(painters), Some((x, y))) = (&self.painters, options.pixel) {
            _ = writeln!(out, "pixel {x},{y}: {} calls painted it", painters.len());
            painters.iter().for_each(|call| _ = writeln!(out, "{}", call_line(call)));
        }
        out
    }
}

fn crash_json(crash: &Crash) -> Value {
    let Fault { message, place, stack } = &crash.fault;
    let mut out = json!({ "frame": crash.frame, "place": place.to_string(), "message": message });
    if !stack.is_empty() {
        let calls = stack.iter().map(|place| json!({ "file": place.file(), "line": place.line() }));
        out["stack"] = calls.collect();
    }
    out
}

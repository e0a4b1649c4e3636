//! `rasher debug FILE`: a moment of a recorded run, without a window.
//!
//! ```text
//! FILE (recording or bug report) ── run again ──── --goto N | --until "hp < 3" [--back] ──> a moment
//!                                                                                           ├ --set --poke --press: changed
//!                                                                                           ├ --branch OUT   the rest, so changed
//!                                                                                           ├ --print PATH   fields
//!                                                                                           ├ --history WHAT all values until then
//!                                                                                           ├ --mem ADDR     bytes
//!                                                                                           ├ --stack ...    lines of Lua: lines.rs
//!                                                                                           ├ --changes      since the frame before
//!                                                                                           ├ --calls        what drew the frame
//!                                                                                           ├ --pixel X,Y    what painted there
//!                                                                                           ├ --png OUT      the picture
//!                                                                                           ├ --movie OUT    the seconds before
//!                                                                                           └ --report OUT   a bug report
//! ```
//!
//! The results are printed in this order, as text or as one JSON object. A frame that cannot be found is an error with exit
//! code 1, so that a script can ask whether something ever happens.

use crate::error::ToolError;
use crate::history::{self, Histories};
use crate::lines::LineReport;
use crate::options::DebugOptions;
use crate::progress::Progress;
use crate::recorded::Recorded;
use crate::run::picture;
use crate::script;
use crate::terminal;
use player::Film;
use rasher::{Console, Edit, Fault, Trace};
use serde_json::{Value, json};
use shelf::Entry;
use std::fmt::Write;
use std::io::IsTerminal;
use timeline::{Becomes, Condition, Crash, Difference, Path, Report, Run, SearchResult};

pub fn debug(carts: &'static [Entry], options: &DebugOptions) -> Result<String, ToolError> {
    let word = |what: &'static str, text: &str, source: timeline::ConditionError| ToolError::Word {
        what,
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
        // Forward is from the start, as no moment was asked for.
        run.goto(0)?;
    }
    let lines = LineReport::of(&mut run, &options.lines, back)?;
    report(options, &run, &fields, histories, lines)
}

/// The run at the moment that is asked for. What comes after it is run only where that is needed to find it.
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
    // True if there is nothing to look for.
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
        // Where it holds from the start it begins to hold in no frame; that is the frame that is meant.
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
            run.branch().past.find_before(run.now(), &probe, |_| true)
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
            return Err(ToolError::Never { path: path.clone(), condition, missing });
        }
    }
    Ok(run)
}

/// Changes the moment, and runs the rest of the recording from there if that is asked for.
fn edit(options: &DebugOptions, run: &mut Run) -> Result<(), ToolError> {
    let wrong = |text: &str, why: String| ToolError::Argument { text: text.into(), why };
    for text in &options.set {
        let (path, value) = text.split_once('=').ok_or_else(|| wrong(text, "expected PATH=VALUE".into()))?;
        let path = Path::parse(path).map_err(|e| wrong(text, e.to_string()))?;
        let edit = run.console().state_edit(&path.pointer(), value);
        edit.and_then(|edit| run.edit(edit)).map_err(|e| wrong(text, e.to_string()))?;
    }
    for (addr, bytes) in &options.poke {
        let edit = Edit::Memory { addr: *addr, bytes: bytes.as_slice().into() };
        run.edit(edit).map_err(|e| wrong(&format!("{addr:#06x}"), e.to_string()))?;
    }
    let Some(out) = &options.branch else { return Ok(()) };
    let (id, mut next) = (run.branch().id, run.branch().past.input(run.now()).unwrap_or_default());
    if let Some(buttons) = &options.press {
        let held = script::held(buttons);
        next.players[0] =
            held.map_err(|name| wrong(name, format!("expected {}, or none", script::BUTTONS)))?;
    }
    // A run that panics after the change is still written: the recording ends with that frame.
    let now = run.now();
    if run.frame(&next).is_ok() {
        _ = run.follow(id);
    }
    store::write(out, &run.recording().to_bytes())?;
    run.goto(now + 1)?;
    Ok(())
}

/// Says what is in a report, and asks whether it is to be written, unless that was said: a report is made to be sent.
fn may_write(out: &std::path::Path, report: &Report, yes: bool) -> Result<bool, ToolError> {
    terminal::print_error(&format!("{} will contain:", out.display()));
    report.contents().iter().for_each(|(name, what)| terminal::print_error(&format!("  {name:<8}{what}")));
    if yes {
        return Ok(true);
    }
    if !std::io::stdin().is_terminal() {
        return Err(ToolError::Unanswered { path: out.into() });
    }
    terminal::print_error("write it? [y/N]");
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
            terminal::print_error("no report was written");
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

/// What is printed of the moment; at a line, the frame up to there.
struct Findings {
    digest: String,
    halfway: Option<String>,
    fields: Vec<(String, Value)>,
    memory: Option<(u16, Vec<u8>)>,
    changes: Option<Difference>,
    calls: Option<Vec<Value>>,
    /// Calls beyond those that the trace keeps.
    more: usize,
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
        let more = trace.as_ref().map_or(0, |trace| {
            let kept = trace.calls.len();
            (kept + trace.more).min(made).saturating_sub(kept)
        });
        let state = console.program().inspect();
        let bytes = console.machine().memory().bytes();
        let memory = |(addr, len)| (addr, bytes[usize::from(addr)..].iter().take(len).copied().collect());
        Ok(Findings {
            digest: format!("{:016x}", console.digest()),
            halfway: console.halfway().map(|hook| hook.to_string()),
            fields: fields.iter().map(|field| (field.to_string(), field.find(&state))).collect(),
            memory: options.mem.map(memory),
            changes: before.map(|(before, _)| Difference::between(&before, console)),
            calls: calls(options.calls, &|trace| (0..trace.calls.len()).collect()),
            more,
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
        add("calls_left_out", self.calls.as_ref().map(|_| self.more.into()));
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
        if options.calls && self.more > 0 {
            _ = writeln!(out, "and {} more", self.more);
        }
        if let (Some(painters), Some((x, y))) = (&self.painters, options.pixel) {
            _ = writeln!(out, "pixel {x},{y}: {} calls painted it", painters.len());
            painters.iter().for_each(|call| _ = writeln!(out, "{}", call_line(call)));
        }
        out
    }
}

/// Why a run ended: the frame, where and why, and the calls that led there if the language tells them.
fn crash_json(crash: &Crash) -> Value {
    let Fault { message, place, stack } = &crash.fault;
    let mut out = json!({ "frame": crash.frame, "place": place.to_string(), "message": message });
    if !stack.is_empty() {
        let calls = stack.iter().map(|place| json!({ "file": place.file(), "line": place.line() }));
        out["stack"] = calls.collect();
    }
    out
}

/// A call of a frame: its number from 0, name, names of its arguments, what was given for them, line of the cart, hook and how many pixels it painted.
pub(crate) fn call_json(trace: &Trace, n: usize) -> Value {
    let call = &trace.calls[n];
    json!({
        "n": n, "name": call.name, "arguments": call.arguments, "args": call.args,
        "file": call.place.file(), "line": call.place.line(),
        "hook": if call.in_draw { "draw" } else { "update" }, "pixels": trace.pixels(n),
    })
}

pub(crate) fn call_line(call: &Value) -> String {
    let text = |name: &str| call[name].as_str().unwrap_or_default();
    let told = format!("{}({})", text("name"), text("args"));
    format!(
        "{:>4} {:<6} {told:<44} {:>5} px  {}:{}",
        call["n"],
        text("hook"),
        call["pixels"],
        text("file"),
        call["line"]
    )
}

/// A difference as JSON: fields with both values, regions with how much of them differs.
pub fn difference_json(difference: &Difference) -> Value {
    let fields: Vec<Value> = difference
        .fields
        .iter()
        .map(|f| json!({ "path": f.path, "before": f.before, "after": f.after }))
        .collect();
    let regions: Vec<Value> = difference
        .regions
        .iter()
        .map(
            |r| json!({ "name": r.region.name, "start": r.region.start, "first": r.first, "bytes": r.bytes }),
        )
        .collect();
    json!({ "fields": fields, "regions": regions })
}

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
use rasher::{Console, Edit, Fault};
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
    let until = options.until.as_deref();
    let until = until.map(|text| Condition::parse(text).map_err(|source| word("--until", text, source)));
    let until = until.transpose()?;
    let field = |text: &String| match Condition::parse(text) {
        Ok(condition) => Ok((text.clone(), condition)),
        Err(source) => Err(word("--print", text, source)),
    };
    let fields = options.print.iter().map(field).collect::<Result<Vec<_>, _>>()?;
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
    write_files(options, &run, &lines)?;
    let (mut text, mut json) = findings(options, &run, &fields, histories, &lines)?;
    lines.write(&mut text, &mut json);
    Ok(if options.json { format!("{json}\n") } else { text })
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
    let (mut missing, mut endless) = (None, None);
    let mut progress = Progress::new(options.goto.unwrap_or(recorded.recording.frames()));
    // Returns true to stop, at a field that does not exist.
    let mut look = |frame, console: &Console| {
        if frame == 0 {
            let asked = until.and_then(|condition| condition.missing(console));
            let asked = asked.filter(|missing| missing.at_top);
            let asked = asked.map(|missing| (options.until.clone().unwrap_or_default(), missing));
            missing = asked.or_else(|| histories.missing(console));
            endless = until.and_then(|condition| condition.endless(console));
        }
        progress.at(frame);
        histories.note(frame, console);
        missing.is_some() || endless.is_some()
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
    if let Some(why) = endless {
        return Err(ToolError::argument(options.until.clone().unwrap_or_default(), why));
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
            let missing = condition.missing(run.console()).map(|missing| missing.to_string());
            let why = missing.or_else(|| condition.result(run.console()).err());
            let condition = options.until.clone().unwrap_or_default();
            return Err(ToolError::NeverTrue { path: path.clone(), condition, why });
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

fn findings(
    options: &DebugOptions,
    run: &Run,
    fields: &[(String, Condition)],
    histories: Value,
    lines: &LineReport,
) -> Result<(String, Value), ToolError> {
    let (console, past) = (lines.console(run), &run.branch().past);
    let (now, head, digest) = (run.now(), run.branch().head(), format!("{:016x}", console.digest()));
    let mut out = format!("frame {now} of {head} digest {digest}\n");
    let mut json = json!({ "frame": now, "frames": head, "digest": digest });
    if let Some(hook) = console.suspended_hook() {
        _ = writeln!(out, "in the middle of {hook}");
        json["halfway"] = hook.to_string().into();
    }
    if let Some(crash) = run.branch().crash() {
        _ = writeln!(out, "{crash}");
        json["crash"] = crash_json(crash);
    }
    for (text, field) in fields {
        match field.whole(console) {
            Ok(Value::Null) => _ = writeln!(out, "{text} = nil"),
            Ok(value) => {
                let shown = serde_json::to_string_pretty(&value).unwrap_or_default();
                _ = writeln!(out, "{text} = {shown}");
                if shown.contains(&format!("\"{}", rasher::CUT)) {
                    _ = writeln!(
                        out,
                        "({} is a table that is not shown here: --print its own path)",
                        rasher::CUT
                    );
                }
                json["fields"][text] = value;
            }
            Err(error) => {
                _ = writeln!(out, "{text}: {error}");
                json["errors"][text] = error.into();
            }
        }
    }
    history::text(&histories, &mut out);
    if !options.history.is_empty() {
        json["history"] = histories;
    }
    if let Some((addr, len)) = options.mem {
        let memory = &console.machine().memory().bytes()[usize::from(addr)..];
        let bytes = &memory[..len.min(memory.len())];
        for (row, bytes) in bytes.chunks(16).enumerate() {
            let hex: Vec<String> = bytes.iter().map(|b| format!("{b:02x}")).collect();
            _ = writeln!(out, "0x{:04x}  {}", usize::from(addr) + row * 16, hex.join(" "));
        }
        json["memory"] = json!({ "addr": addr, "bytes": bytes });
    }
    let frame = lines.frame.unwrap_or(now);
    if options.changes
        && let Some((before, _)) = past.before(frame)?
    {
        let changes = Difference::between(&before, console);
        out.push_str(&changes.to_string());
        json["changes"] = difference_json(&changes);
    }
    let wants_calls = options.calls || options.pixel.is_some();
    let Some(trace) = (if wants_calls { past.trace(frame)? } else { None }) else { return Ok((out, json)) };
    // Up to a line, only the calls before it were made.
    let made = lines.moment.as_ref().map_or(usize::MAX, |moment| moment.calls);
    let list = |out: &mut String, calls: Vec<usize>| -> Value {
        let calls: Vec<Value> = calls.into_iter().map(|n| call_json(&trace, n)).collect();
        calls.iter().for_each(|call| _ = writeln!(out, "{}", call_line(call)));
        calls.into()
    };
    if options.calls {
        let kept = trace.calls.len();
        json["calls"] = list(&mut out, (0..kept.min(made)).collect());
        let dropped = (kept + trace.more).min(made).saturating_sub(kept);
        json["calls_left_out"] = dropped.into();
        if dropped > 0 {
            _ = writeln!(out, "and {dropped} more");
        }
    }
    if let Some((x, y)) = options.pixel {
        let painters: Vec<usize> = trace.painters(x, y).filter(|n| *n < made).collect();
        _ = writeln!(out, "pixel {x},{y}: {} calls painted it", painters.len());
        json["painters"] = list(&mut out, painters);
    }
    Ok((out, json))
}

fn crash_json(crash: &Crash) -> Value {
    let Fault { message, place, stack, .. } = &crash.fault;
    let mut out = json!({ "frame": crash.frame, "place": place.to_string(), "message": message });
    if !stack.is_empty() {
        let calls = stack.iter().map(|place| json!({ "file": place.file(), "line": place.line() }));
        out["stack"] = calls.collect();
    }
    out
}

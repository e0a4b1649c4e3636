//! `rasher replay`, which checks the digests of a run, and `diff`, `bisect`, `trace`, which compare two.
//!
//! ```text
//! diff A B              at one frame: how they started, and what differs there
//! bisect A B            run in step up to the first frame that differs
//! bisect OLD NEW A      two versions of the cart: `versions.rs`
//! trace A -o A.trace    a line a frame, for another build of the cart ...
//! bisect A --trace F    ... to be compared with
//! ```
//!
//! The exit code is 1 if the runs differ, as with `diff` and `cmp`.

use crate::CommandOutput;
use crate::calls::difference_json;
use crate::error::ToolError;
use crate::options::{BisectOptions, DiffOptions, ReplayOptions, TraceOptions};
use crate::recorded::Recorded;
use crate::run::picture;
use crate::versions::versions;
use serde_json::json;
use shelf::Entry;
use std::fmt::Write;
use timeline::{
    Comparison, Difference, Start, TRACE_HEAD, Tracer, compare, compare_trace_lines, same_picture, same_state,
};

fn starts(a: &Start, b: &Start) -> Vec<(&'static str, String, String)> {
    let mut rows = Vec::new();
    let mut row = |name, a: String, b: String| {
        if a != b {
            rows.push((name, a, b));
        }
    };
    row("cart", a.cart.clone(), b.cart.clone());
    row("version", a.version.to_string(), b.version.to_string());
    row("data", format!("{:016x}", a.rom), format!("{:016x}", b.rom));
    row("seed", a.seed.to_string(), b.seed.to_string());
    row("date", a.date.unix.to_string(), b.date.unix.to_string());
    row("parameter", a.param.clone(), b.param.clone());
    row("cart data", format!("{:?}", a.saves), format!("{:?}", b.saves));
    rows
}

fn compared(equal: bool, out: String) -> CommandOutput {
    CommandOutput { code: u8::from(!equal), out, ..CommandOutput::default() }
}

pub fn diff(carts: &'static [Entry], options: &DiffOptions) -> Result<CommandOutput, ToolError> {
    let (a, b) = (options.runs.read(carts, 0)?, options.runs.read(carts, 1)?);
    let both = a.recording.frames().min(b.recording.frames()).min(options.goto.unwrap_or(u64::MAX));
    let (mut a, mut b) = (a.run_until(|frame, _| frame == both)?, b.run_until(|frame, _| frame == both)?);
    let last = a.branch().head().min(b.branch().head());
    let frame = options.goto.unwrap_or(last);
    if frame > last {
        let path = options.runs.path(usize::from(a.branch().head() != last)).into();
        return Err(ToolError::NoFrame { path, frame, head: last });
    }
    a.goto(frame)?;
    b.goto(frame)?;
    let rows = starts(&a.branch().past.recording().start, &b.branch().past.recording().start);
    let difference = Difference::between(a.console(), b.console());
    let equal = same_state(a.console(), b.console());
    if options.json {
        let start: serde_json::Map<_, _> =
            rows.into_iter().map(|(name, a, b)| (name.to_string(), json!([a, b]))).collect();
        let out = json!({
            "frame": frame, "equal": equal, "start": start, "difference": difference_json(&difference),
            "frames": [a.branch().head(), b.branch().head()],
        });
        return Ok(compared(equal, format!("{out}\n")));
    }
    let mut out = format!("frame {frame} of {} and {}\n", a.branch().head(), b.branch().head());
    for (name, a, b) in rows {
        _ = writeln!(out, "start {name}  {a} -> {b}");
    }
    out.push_str(&difference.to_string());
    out.push_str(match (equal, difference.is_empty()) {
        (true, _) => "equal\n",
        (false, true) => "they differ only in buttons, sound or clock\n",
        (false, false) => "",
    });
    Ok(compared(equal, out))
}

pub fn bisect(carts: &'static [Entry], options: &BisectOptions) -> Result<CommandOutput, ToolError> {
    if let (Some(old), None) = (&options.runs.source.cart, &options.trace)
        && let Some(at) = options.runs.files.iter().position(|file| store::is_cartridge(file))
        && let [_, _] = options.runs.files[..]
    {
        return versions(carts, options, [old, options.runs.path(at)], options.runs.path(1 - at));
    }
    let a = options.runs.read(carts, 0)?;
    match &options.trace {
        None => {
            let b = options.runs.read(carts, 1)?;
            let same = if options.picture { same_picture } else { same_state };
            let comparison =
                compare(a.run()?.branch(), b.replay()?, same, |_| true).map_err(|e| b.wrong(e))?;
            Ok(comparison_output(comparison, options.json))
        }
        Some(path) => {
            let text = store::read(path)?;
            let text = String::from_utf8_lossy(&text);
            let mut lines = text.lines();
            let head = lines.next().unwrap_or_default();
            if head != TRACE_HEAD {
                let found: String = head.chars().take(20).collect();
                let why = format!("found {found:?}, expected {TRACE_HEAD}");
                return Err(ToolError::FileLine { file: path.display().to_string(), line: 1, why });
            }
            let (mut parting, mut frames) = (None, 0);
            each_line(&a, |frame, line| {
                let Some(theirs) = lines.next() else { return false };
                parting = compare_trace_lines(frame, line, theirs);
                frames = frame;
                parting.is_none()
            })?;
            let (value, text) = match &parting {
                Some(p) => (
                    json!({ "equal": false, "frame": p.frame, "names": p.names }),
                    format!("frame {} differs in: {}", p.frame, p.names.join(" ")),
                ),
                None => (json!({ "equal": true, "frames": frames }), format!("{frames} frames are equal")),
            };
            let out = if options.json { value.to_string() } else { text };
            Ok(compared(parting.is_none(), out + "\n"))
        }
    }
}

fn comparison_output(comparison: Comparison, as_json: bool) -> CommandOutput {
    let (equal, value, text) = match comparison {
        Comparison::Diverge(parting) => {
            let value = json!({
                "equal": false, "frame": parting.frame, "by_input": parting.by_input,
                "difference": difference_json(&parting.difference),
            });
            let why = if parting.by_input { ", whose input differs too" } else { "" };
            (false, value, format!("frame {} differs{why}:\n{}", parting.frame, parting.difference))
        }
        Comparison::Ends { after } => (
            false,
            json!({ "equal": false, "ends": after }),
            format!("{after} frames are equal, then one run ends\n"),
        ),
        Comparison::Equal { frames } | Comparison::Stopped { after: frames } => {
            (true, json!({ "equal": true, "frames": frames }), format!("{frames} frames are equal\n"))
        }
    };
    compared(equal, if as_json { format!("{value}\n") } else { text })
}

/// Calls `each` with the lines of a run's trace until it returns false.
fn each_line(run: &Recorded, mut each: impl FnMut(u64, &str) -> bool) -> Result<(), ToolError> {
    let mut replay = run.replay()?;
    let (mut tracer, mut line) = (Tracer::default(), String::new());
    for frame in 0.. {
        line.clear();
        tracer.line(frame, replay.console(), &mut line);
        if !each(frame, &line) || !replay.frame().map_err(|e| run.wrong(e))? {
            break;
        }
    }
    Ok(())
}

pub fn trace(carts: &'static [Entry], options: &TraceOptions) -> Result<CommandOutput, ToolError> {
    let run = options.run.read(carts, 0)?;
    let mut text = format!("{TRACE_HEAD}\n");
    let mut frames = 0;
    each_line(&run, |frame, line| {
        text.push_str(line);
        frames = frame + 1;
        true
    })?;
    match &options.out {
        Some(path) => {
            store::write(path, text.as_bytes())?;
            Ok(CommandOutput::done(format!("{frames} frames in {}\n", path.display())))
        }
        None => Ok(CommandOutput::done(text)),
    }
}

pub fn replay(carts: &'static [Entry], options: &ReplayOptions) -> Result<String, ToolError> {
    let recorded = options.run.read(carts, 0)?;
    let console = recorded.replay()?.finish().map_err(|e| recorded.wrong(e))?;
    if let Some(out) = &options.png {
        store::write(out, &picture(&console, 4))?;
    }
    Ok(format!(
        "{}: {} frames of {}, {} digests equal\nframe {} digest {:016x}\n",
        recorded.path.display(),
        recorded.recording.frames(),
        recorded.cart.rom.name,
        recorded.recording.checks().len(),
        console.machine().frame(),
        console.digest(),
    ))
}

//! `rasher diff A B`, `rasher bisect A B`, `rasher trace A`: two runs compared.
//!
//! ```text
//! diff A B              both at one frame: how they began, and what differs there
//! bisect A B            run side by side: the first frame that differs, and what differs in it
//! trace A -o A.trace    one line a frame, for another build of the same cart ...
//! bisect A --trace F    ... to be compared with: the first frame in which this build differs
//! ```
//!
//! The exit code is 0 for equal runs and 1 for runs that diverge, as with `diff` and `cmp`.

use crate::CommandOutput;
use crate::debug::difference_json;
use crate::error::ToolError;
use crate::options::{BisectOptions, DiffOptions, TraceOptions};
use crate::recorded::Recorded;
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

fn ended(equal: bool, out: String) -> CommandOutput {
    CommandOutput { code: u8::from(!equal), out, ..CommandOutput::default() }
}

pub fn diff(carts: &'static [Entry], options: &DiffOptions) -> Result<CommandOutput, ToolError> {
    let (a, b) = (options.runs.read(carts, 0)?, options.runs.read(carts, 1)?);
    // No more of either is run than both have.
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
        return Ok(ended(equal, format!("{out}\n")));
    }
    let mut out = format!("frame {frame} of {} and {}\n", a.branch().head(), b.branch().head());
    for (name, a, b) in rows {
        _ = writeln!(out, "start {name}  {a} -> {b}");
    }
    out.push_str(&difference.to_string());
    out.push_str(match (equal, difference.is_empty()) {
        (true, _) => "equal\n",
        (false, true) => "they differ in buttons, sound or clock alone\n",
        (false, false) => "",
    });
    Ok(ended(equal, out))
}

pub fn bisect(carts: &'static [Entry], options: &BisectOptions) -> Result<CommandOutput, ToolError> {
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
                let (file, why) =
                    (path.display().to_string(), format!("found {found:?}, expected {TRACE_HEAD}"));
                return Err(ToolError::FileLine { file, line: 1, why });
            }
            let mut parting = None;
            let mut frames = 0;
            each_line(&a, |frame, line| {
                let Some(theirs) = lines.next() else { return false };
                parting = compare_trace_lines(frame, line, theirs);
                frames = frame;
                parting.is_none()
            })?;
            let equal = parting.is_none();
            let out = match (&parting, options.json) {
                (Some(p), true) => json!({ "equal": false, "frame": p.frame, "names": p.names }).to_string(),
                (None, true) => json!({ "equal": true, "frames": frames }).to_string(),
                (Some(p), false) => format!("frame {} differs in: {}", p.frame, p.names.join(" ")),
                (None, false) => format!("{frames} frames are equal"),
            };
            Ok(ended(equal, out + "\n"))
        }
    }
}

fn comparison_output(comparison: Comparison, as_json: bool) -> CommandOutput {
    match comparison {
        Comparison::Diverge(parting) if as_json => {
            let out = json!({
                "equal": false, "frame": parting.frame, "by_input": parting.by_input,
                "difference": difference_json(&parting.difference),
            });
            ended(false, format!("{out}\n"))
        }
        Comparison::Diverge(parting) => {
            let why = if parting.by_input { ", whose input differs too" } else { "" };
            ended(false, format!("frame {} differs{why}:\n{}", parting.frame, parting.difference))
        }
        Comparison::Ends { after } if as_json => {
            ended(false, format!("{}\n", json!({ "equal": false, "ends": after })))
        }
        Comparison::Ends { after } => {
            ended(false, format!("{after} frames are equal; then one of them ends\n"))
        }
        Comparison::Equal { frames } if as_json => {
            ended(true, format!("{}\n", json!({ "equal": true, "frames": frames })))
        }
        // Nobody stops it here.
        Comparison::Equal { frames } | Comparison::Stopped { after: frames } => {
            ended(true, format!("{frames} frames are equal\n"))
        }
    }
}

/// The lines of a run's trace, each with its end, until `each` says false.
fn each_line(run: &Recorded, mut each: impl FnMut(u64, &str) -> bool) -> Result<(), ToolError> {
    let mut replay = run.replay()?;
    let (mut tracer, mut line) = (Tracer::new(), String::new());
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
            Ok(ended(true, format!("{frames} frames in {}\n", path.display())))
        }
        None => Ok(ended(true, text)),
    }
}

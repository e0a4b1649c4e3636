//! The report as text and as a JSON object.
//!
//! ```text
//! ok    caught    181 frames, at most 6.2 % of a frame's budget
//! FAIL  meadow    120 frames, at most 6.2 % of a frame's budget
//!   tests/meadow.test:5: picture meadow.png: 812 of 16384 pixels differ
//!     look at tests/failed/meadow-meadow.png
//!     look at tests/failed/meadow-meadow-diff.png
//!     if the new one is right, --bless accepts it
//!   the cart printed: caught one
//!   its run, for the debugger: tests/failed/meadow.rec
//! 2 tests: 1 passed, 1 failed
//! ```

use super::checks::percent;
use super::play::{Failure, TestResult};
use rasher::Coverage;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

impl Failure {
    /// `tests/meadow.test:5: expect fly.x == 30: found fly.x = 60`
    pub fn place(&self, file: &Path) -> String {
        let text = if self.text.is_empty() { String::new() } else { format!("{}: ", self.text) };
        format!("{}:{}: {text}{}", file.display(), self.line, self.why)
    }
}

pub fn text(results: &[TestResult]) -> String {
    let mut out = String::new();
    let wide = results.iter().map(|result| result.name.chars().count()).max().unwrap_or(0);
    for result in results {
        let word = if result.is_passed() { "ok  " } else { "FAIL" };
        let (name, frames) = (&result.name, result.frames);
        let cost = percent(result.cost);
        _ = writeln!(out, "{word}  {name:wide$}  {frames} frames, at most {cost} of a frame's budget");
        for file in &result.blessed {
            _ = writeln!(out, "  accepted {}: look at it", file.display());
        }
        if result.is_passed() {
            continue;
        }
        for failure in &result.failures {
            _ = writeln!(out, "  {}", failure.place(&result.file).replace('\n', "\n    "));
            failure.files.iter().for_each(|file| _ = writeln!(out, "    look at {}", file.display()));
            if !failure.files.is_empty() {
                out.push_str("    if the new one is right, --bless accepts it\n");
            }
        }
        result.printed.iter().for_each(|line| _ = writeln!(out, "  the cart printed: {line}"));
        if let Some(recording) = &result.recording {
            _ = writeln!(out, "  its run, for the debugger: {}", recording.display());
        }
    }
    let passed = results.iter().filter(|result| result.is_passed()).count();
    let (all, failed) = (results.len(), results.len() - passed);
    _ = writeln!(out, "{all} test{}: {passed} passed, {failed} failed", if all == 1 { "" } else { "s" });
    out
}

pub fn json(cart: &str, results: &[TestResult], coverage: Option<&Coverage>) -> Value {
    let paths = |paths: &[std::path::PathBuf]| -> Value {
        paths.iter().map(|path| Value::from(path.display().to_string())).collect()
    };
    let tests = results.iter().map(|result| {
        let failures = result.failures.iter().map(|failure| {
            let Failure { line, text, why, files } = failure;
            json!({ "line": line, "text": text, "found": why, "files": paths(files) })
        });
        json!({
            "name": result.name, "file": result.file.display().to_string(), "passed": result.is_passed(),
            "frames": result.frames, "cost_thousandths": result.cost, "seconds": result.took.as_secs_f64(),
            "failures": failures.collect::<Vec<_>>(), "printed": result.printed, "accepted": paths(&result.blessed),
            "recording": result.recording.as_ref().map(|path| path.display().to_string()),
        })
    });
    let passed = results.iter().filter(|result| result.is_passed()).count();
    let mut out = json!({
        "cart": cart, "passed": passed, "failed": results.len() - passed, "tests": tests.collect::<Vec<_>>(),
    });
    if let Some(coverage) = coverage {
        let missed = coverage.lines.iter().filter(|line| !line.reached);
        let missed = missed.map(|line| json!({ "file": line.place.file(), "line": line.place.line() }));
        out["coverage"] = json!({
            "reached": coverage.reached(), "lines": coverage.lines.len(), "missed": missed.collect::<Vec<_>>(),
        });
    }
    out
}

//! The report as text, as a JSON object, and as JUnit's XML, which Jenkins, GitLab and GitHub read.
//!
//! ```text
//! ok    caught    181 frames, at most 6.2 % of a frame's budget
//! FAIL  meadow    120 frames, at most 6.2 % of a frame's budget
//!   tests/meadow.test:5: picture meadow.png: 812 of 16384 pixels differ
//!     see tests/failed/meadow-meadow.png
//!   to debug it: rasher tests/failed/meadow.report
//! 2 tests: 1 passed, 1 failed
//! ```

use super::checks::percent;
use super::result::{Failure, TestResult};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use rasher::Coverage;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io;
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
            _ = writeln!(out, "  accepted {}: check it", file.display());
        }
        if result.is_passed() {
            continue;
        }
        for failure in &result.failures {
            _ = writeln!(out, "  {}", failure.place(&result.file).replace('\n', "\n    "));
            failure.files.iter().for_each(|file| _ = writeln!(out, "    see {}", file.display()));
            if !failure.files.is_empty() {
                out.push_str("    if the new picture is right, accept it with --bless\n");
            }
        }
        result.printed.iter().for_each(|line| _ = writeln!(out, "  the cart printed: {line}"));
        if let Some(command) = &result.debug {
            _ = writeln!(out, "  to debug it: {command}");
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
            let Failure { line, frame, text, why, files } = failure;
            json!({ "line": line, "frame": frame, "text": text, "found": why, "files": paths(files) })
        });
        json!({
            "name": result.name, "file": result.file.display().to_string(), "passed": result.is_passed(),
            "frames": result.frames, "cost_thousandths": result.cost, "seconds": result.took.as_secs_f64(),
            "failures": failures.collect::<Vec<_>>(), "printed": result.printed, "accepted": paths(&result.blessed),
            "report": result.report.as_ref().map(|path| path.display().to_string()),
            "debug": result.debug,
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

/// JUnit's XML: a test case has a `failure` for each failed line, and the cart's last output and the command that opens the failed run as `system-out`.
pub fn xml(cart: &str, results: &[TestResult]) -> Vec<u8> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 1);
    // Writing to a Vec cannot fail.
    _ = document(&mut writer, cart, results);
    let mut out = writer.into_inner();
    out.push(b'\n');
    out
}

fn document(out: &mut Writer<Vec<u8>>, cart: &str, results: &[TestResult]) -> io::Result<()> {
    let failed = results.iter().filter(|result| !result.is_passed()).count();
    let seconds: f64 = results.iter().map(|result| result.took.as_secs_f64()).sum();
    let (tests, failures, time) = (results.len().to_string(), failed.to_string(), format!("{seconds:.3}"));
    let cart = plain(cart);
    let counts = [("tests", &*tests), ("failures", &*failures), ("errors", "0"), ("time", &*time)];
    let named = |element: &'static str, name: &str| {
        BytesStart::new(element).with_attributes([("name", name)].into_iter().chain(counts))
    };
    out.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    out.write_event(Event::Start(named("testsuites", "rasher test")))?;
    out.write_event(Event::Start(named("testsuite", &cart)))?;
    for result in results {
        case(out, &cart, result)?;
    }
    out.write_event(Event::End(BytesEnd::new("testsuite")))?;
    out.write_event(Event::End(BytesEnd::new("testsuites")))
}

fn case(out: &mut Writer<Vec<u8>>, cart: &str, result: &TestResult) -> io::Result<()> {
    let (name, file) = (plain(&result.name), plain(&result.file.display().to_string()));
    let time = format!("{:.3}", result.took.as_secs_f64());
    let attributes = [("name", &*name), ("classname", cart), ("file", &*file), ("time", &*time)];
    out.write_event(Event::Start(BytesStart::new("testcase").with_attributes(attributes)))?;
    for failure in &result.failures {
        let message = plain(&failure.why);
        let mut text = failure.place(&result.file);
        failure.files.iter().for_each(|file| text.push_str(&format!("\nsee {}", file.display())));
        let start = BytesStart::new("failure").with_attributes([("message", &*message), ("type", "failed")]);
        element(out, start, &text)?;
    }
    let mut output = result.printed.join("\n");
    if let Some(command) = &result.debug {
        output.push_str(&format!("\nto debug it: {command}"));
    }
    if !output.is_empty() {
        element(out, BytesStart::new("system-out"), output.trim_start())?;
    }
    out.write_event(Event::End(BytesEnd::new("testcase")))
}

fn element(out: &mut Writer<Vec<u8>>, start: BytesStart<'_>, text: &str) -> io::Result<()> {
    let end = start.to_end().into_owned();
    out.write_event(Event::Start(start.borrow()))?;
    out.write_event(Event::Text(BytesText::new(&plain(text))))?;
    out.write_event(Event::End(end))
}

/// Replaces characters that XML 1.0 does not allow.
fn plain(text: &str) -> String {
    let good = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    text.chars().map(|c| if good(c) { c } else { '\u{fffd}' }).collect()
}

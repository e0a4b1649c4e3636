//! The report for servers, in JUnit's XML as Jenkins, GitLab and GitHub read it.
//!
//! ```text
//! testsuites ── testsuite: the cart ── testcase: a test ──┬ failure: a line that failed
//!                                                         └ system-out: the last output of the cart, the recording's path
//! ```
//!
//! Characters that XML does not allow become U+FFFD.

use super::play::TestResult;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use std::io;

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
        failure.files.iter().for_each(|file| text.push_str(&format!("\nlook at {}", file.display())));
        let start = BytesStart::new("failure").with_attributes([("message", &*message), ("type", "failed")]);
        element(out, start, &text)?;
    }
    let mut output = result.printed.join("\n");
    if let Some(recording) = &result.recording {
        output.push_str(&format!("\nits run, for the debugger: {}", recording.display()));
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

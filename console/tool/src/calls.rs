//! Traced calls and differences as JSON, and a call as a line of text.

use rasher::Trace;
use serde_json::{Value, json};
use timeline::{Difference, RegionChange};

/// A call of a frame: its number from 0, its names and arguments, the line of the cart, its hook and the pixels it painted.
pub fn call_json(trace: &Trace, n: usize) -> Value {
    let call = &trace.calls[n];
    json!({
        "n": n, "name": call.name, "arguments": call.arguments, "args": call.args,
        "file": call.place.file(), "line": call.place.line(),
        "hook": if call.in_draw { "draw" } else { "update" }, "pixels": trace.pixels(n),
    })
}

pub fn call_line(call: &Value) -> String {
    let text = |name: &str| call[name].as_str().unwrap_or_default();
    let written = format!("{}({})", text("name"), text("args"));
    let (n, pixels, line) = (&call["n"], &call["pixels"], &call["line"]);
    format!("{n:>4} {:<6} {written:<44} {pixels:>5} px  {}:{line}", text("hook"), text("file"))
}

pub fn difference_json(difference: &Difference) -> Value {
    let fields = difference
        .fields
        .iter()
        .map(|f| json!({ "path": f.path, "before": f.before, "after": f.after }))
        .collect::<Value>();
    let region = |r: &RegionChange| json!({ "name": r.region.name, "start": r.region.start, "first": r.first, "bytes": r.bytes });
    json!({ "fields": fields, "regions": difference.regions.iter().map(region).collect::<Value>() })
}

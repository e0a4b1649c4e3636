//! `rasher debug FILE --history WHAT`: all values that a field or memory had up to the moment.
//!
//! ```text
//! history of mem[0x5f28]: 2 values
//!       0  0
//!      41  12
//! written last in frame 41 by camera(12,0)  cart/porklike/src/show/map.rs:88
//! ```
//!
//! Values are recorded while the recording runs to the moment. A change without a call is the console's own.

use crate::calls::{call_json, call_line};
use crate::error::ToolError;
use rasher::Console;
use serde_json::{Value, json};
use std::fmt::Write;
use timeline::{ChangeNotes, Condition, ConditionError, MissingField, Run};

pub struct Histories(Vec<Notes>);

struct Notes {
    text: String,
    what: Condition,
    notes: ChangeNotes,
    values: Vec<(u64, Value)>,
}

impl Histories {
    pub fn parse(texts: &[String]) -> Result<Histories, (String, ConditionError)> {
        let notes = |text: &String| {
            let what = Condition::parse(text).map_err(|error| (text.clone(), error))?;
            let notes = ChangeNotes::new(what.clone());
            Ok(Notes { text: text.clone(), what, notes, values: Vec::new() })
        };
        texts.iter().map(notes).collect::<Result<_, _>>().map(Histories)
    }

    pub fn missing(&self, console: &Console) -> Option<(String, MissingField)> {
        let missing = |notes: &Notes| {
            let missing = notes.what.missing(console).filter(|missing| missing.at_top)?;
            Some((notes.text.clone(), missing))
        };
        self.0.iter().find_map(missing)
    }

    pub fn note(&mut self, frame: u64, console: &Console) {
        for Notes { notes, values, .. } in &mut self.0 {
            values.extend(notes.look(console).map(|value| (frame, value.clone())));
        }
    }

    pub fn json(&mut self, run: &Run) -> Result<Value, ToolError> {
        let mut all = Vec::new();
        for Notes { text, what, values, .. } in &mut self.0 {
            values.retain(|(frame, _)| *frame <= run.now());
            let list = values.iter().map(|(frame, value)| json!({ "frame": frame, "value": value }));
            let mut history = json!({ "of": text, "values": list.collect::<Vec<_>>() });
            let last = values.last().map_or(0, |(frame, _)| *frame);
            if let Some((addr, bytes)) = what.memory()
                && let Some(trace) = run.branch().past.trace(last)?
            {
                let call = trace.writers(addr, bytes).last().map(|n| call_json(&trace, n));
                history["written"] = json!({ "frame": last, "call": call });
            }
            all.push(history);
        }
        Ok(all.into())
    }
}

pub fn text(histories: &Value, out: &mut String) {
    for history in histories.as_array().into_iter().flatten() {
        let values = history["values"].as_array().map_or(&[][..], Vec::as_slice);
        let of = history["of"].as_str().unwrap_or_default();
        _ = writeln!(out, "history of {of}: {} values", values.len());
        for value in values {
            let frame = value["frame"].as_u64().unwrap_or_default();
            _ = writeln!(out, "{frame:>8}  {}", value["value"]);
        }
        if let Some(written) = history.get("written") {
            let by = match &written["call"] {
                Value::Null => "the console itself".to_string(),
                call => call_line(call).trim_start().to_string(),
            };
            _ = writeln!(out, "last written in frame {} by {by}", written["frame"]);
        }
    }
}

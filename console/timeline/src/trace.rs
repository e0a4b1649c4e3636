//! A run as lines of text, which another build's run can be compared with without this build's console.
//!
//! ```text
//! rasher trace 2
//! 0 91c3f2d04b7718ae SHEET=5b1f03aa SHARED=00c1d2e7 ... t=9d20e1b4 mobs=4417c0de
//! 1 0d5e88b1c2f4a673 PADS=1f00a2b3 SCREEN=77d1090c t=e1b49d20
//! │ └ digest         └ regions of memory and fields at the top of the state that changed in this frame: all of them in line 0
//! └ frames run
//! ```
//!
//! Up to the first line whose digest differs both runs were equal, so what was not listed is equal still: the names that differ
//! stand in the two lines. A line costs the digest, the state as text, and a look at memory; what did not change is
//! neither hashed nor written.

use crate::difference::regions;
use rasher::memory::SIZE;
use rasher::{Console, Digest};
use std::fmt::Write;

/// The first line of a trace. A trace of version 1 had no such line, and every name in each of its lines.
pub const TRACE_HEAD: &str = "rasher trace 2";

/// Writes the lines of a trace, one for each frame in order.
#[derive(Clone, Debug, Default)]
pub struct Tracer {
    /// Memory and state after the frame before; empty before the first line.
    memory: Vec<u8>,
    state: Vec<u8>,
    fields: Vec<(Vec<u8>, u32)>,
}

impl Tracer {
    /// Nothing written yet.
    pub fn new() -> Tracer {
        Tracer::default()
    }

    /// Adds the line of the moment after `frame` frames, with its end of line.
    pub fn line(&mut self, frame: u64, console: &Console, out: &mut String) {
        // Writing to a string cannot fail.
        _ = write!(out, "{frame} {:016x}", console.digest());
        let memory = console.machine().memory().bytes();
        for region in regions() {
            let range = usize::from(region.start)..usize::from(region.start) + region.len as usize;
            let bytes = &memory[range.clone()];
            if self.memory.get(range) != Some(bytes) {
                _ = write!(out, " {}={:08x}", region.name, short(bytes));
            }
        }
        self.memory.resize(SIZE, 0);
        self.memory.copy_from_slice(&memory[..]);
        // A state without a text is told by why it has none.
        let state = console.program().save().unwrap_or_else(|error| error.reason.into_bytes());
        if self.fields.is_empty() || state != self.state {
            self.changed_fields(&state, out);
            self.state = state;
        }
        out.push('\n');
    }

    /// Lists the fields that are not as they were.
    fn changed_fields(&mut self, state: &[u8], out: &mut String) {
        let now: Vec<(&[u8], u32)> = members(state).into_iter().map(|(n, value)| (n, short(value))).collect();
        let name = |name: &[u8]| String::from_utf8_lossy(name).replace(' ', "_");
        for (i, (field, digest)) in now.iter().enumerate() {
            // Fields of a struct stay in their places.
            let is_same = |(old, value): &(Vec<u8>, u32)| old == field && value == digest;
            if !self.fields.get(i).is_some_and(is_same) && !self.fields.iter().any(is_same) {
                _ = write!(out, " {}={digest:08x}", name(field));
            }
        }
        for (old, _) in &self.fields {
            if !now.iter().any(|(field, _)| field == old) {
                _ = write!(out, " {}=-", name(old));
            }
        }
        self.fields = now.into_iter().map(|(field, digest)| (field.to_vec(), digest)).collect();
    }
}

fn short(bytes: &[u8]) -> u32 {
    Digest::of(bytes) as u32
}

/// Names and values at the top of a JSON object as serde_json writes it; of anything else the whole, as `state`.
fn members(text: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut all = Vec::new();
    let (mut depth, mut start, mut at) = (0, 1, 0);
    let mut value = None;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => {
                at += 1;
                while text.get(at).is_some_and(|&b| b != b'"') {
                    at += 1 + usize::from(text[at] == b'\\');
                }
            }
            b':' if depth == 1 && value.is_none() => value = Some(at + 1),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        if (byte == b',' && depth == 1) || (byte == b'}' && depth == 0) {
            if let Some(value) = value.take() {
                // The name stands between quotes, before the colon.
                all.push((text.get(start + 1..value - 2).unwrap_or_default(), &text[value..at]));
            }
            start = at + 1;
        }
        at += 1;
    }
    if text.first() == Some(&b'{') { all } else { vec![(b"state", text)] }
}

/// Where a run differs from another's trace, and the names of the regions and fields that differ there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceParting {
    /// The first frame that differs.
    pub frame: u64,
    /// Regions and fields.
    pub names: Vec<String>,
}

/// Compares a line of this build with the same frame's line of another's trace. All lines before were equal.
pub fn compare_trace_lines(frame: u64, ours: &str, theirs: &str) -> Option<TraceParting> {
    let digest = |line: &str| line.split_whitespace().nth(1).map(str::to_string);
    if digest(ours) == digest(theirs) {
        return None;
    }
    let parts = |line: &'_ str| line.split_whitespace().skip(2).map(str::to_string).collect::<Vec<_>>();
    let (ours, theirs) = (parts(ours), parts(theirs));
    let name = |part: &String| part.split('=').next().unwrap_or_default().to_string();
    let lone = |a: &[String], b: &[String]| -> Vec<String> {
        a.iter().filter(|part| !b.contains(part)).map(name).collect()
    };
    let mut names = lone(&ours, &theirs);
    names.extend(lone(&theirs, &ours).into_iter().filter(|n| !names.contains(n)).collect::<Vec<_>>());
    Some(TraceParting { frame, names })
}

#[cfg(test)]
mod tests {
    use super::members;

    /// By hand; the texts are as serde_json writes them.
    #[test]
    fn members_are_those_at_the_top() {
        let cases: [(&str, &[(&str, &str)]); 6] = [
            ("{}", &[]),
            (r#"{"t":1}"#, &[("t", "1")]),
            (
                r#"{"a":{"b":[1,2],"c":"x"},"d":[{"e":3},4]}"#,
                &[("a", r#"{"b":[1,2],"c":"x"}"#), ("d", r#"[{"e":3},4]"#)],
            ),
            (r#"{"a":"}{,\"\\","b":null}"#, &[("a", r#""}{,\"\\""#), ("b", "null")]),
            (r#"["a",1]"#, &[("state", r#"["a",1]"#)]),
            ("7", &[("state", "7")]),
        ];
        for (text, expected) in cases {
            let found = members(text.as_bytes());
            let expected: Vec<_> = expected.iter().map(|(n, v)| (n.as_bytes(), v.as_bytes())).collect();
            assert_eq!(found, expected, "{text}");
        }
        // Texts of other authors' errors: anything, but no panic.
        for text in ["", "{", "}", "{:", "{\"", "{\"\\", "{\"a", ":}", "{,}", "{:}", "}}{{,,::", "{a:1}"] {
            members(text.as_bytes());
        }
    }
}

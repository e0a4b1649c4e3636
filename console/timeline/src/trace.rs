//! A run as lines of text, so that another build's run can be compared with it without this build's console.
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
//! stand in the two lines. A line costs the digest of the whole and of each field, and a look at memory; what did
//! not change there is neither hashed nor written.

use crate::difference::regions;
use rasher::memory::SIZE;
use rasher::{Console, Digest};
use std::fmt::Write;

/// The first line of a trace. A trace of version 1 had no such line, and every name in each of its lines.
pub const TRACE_HEAD: &str = "rasher trace 2";

/// Writes the lines of a trace, one for each frame in order.
#[derive(Clone, Debug, Default)]
pub struct Tracer {
    /// Memory and fields after the frame before; empty before the first line.
    memory: Vec<u8>,
    fields: Vec<(String, u64)>,
}

impl Tracer {
    /// Adds the line of the moment after `frame` frames, with its end of line.
    pub fn line(&mut self, frame: u64, console: &Console, out: &mut String) {
        // Writing to a string cannot fail.
        _ = write!(out, "{frame} {:016x}", console.digest());
        let memory = console.machine().memory().bytes();
        for region in regions() {
            let range = usize::from(region.start)..usize::from(region.start) + region.len as usize;
            let bytes = &memory[range.clone()];
            if self.memory.get(range) != Some(bytes) {
                _ = write!(out, " {}={:08x}", region.name, Digest::of(bytes) as u32);
            }
        }
        self.memory.resize(SIZE, 0);
        self.memory.copy_from_slice(&memory[..]);
        self.changed_fields(console, out);
        out.push('\n');
    }

    fn changed_fields(&mut self, console: &Console, out: &mut String) {
        let name = |name: &str| name.replace(' ', "_");
        let mut at = 0;
        let fields = &mut self.fields;
        console.program().field_digests(&mut |field, digest| {
            // Fields of a struct keep their places. If they change in a frame, all are listed again.
            let is_same = fields.get(at).is_some_and(|(old, _)| old == field);
            if !is_same {
                for (old, _) in fields.drain(at.min(fields.len())..) {
                    _ = write!(out, " {}=-", name(&old));
                }
                fields.push((field.to_string(), !digest));
            }
            if let Some((_, old)) = fields.get_mut(at)
                && *old != digest
            {
                _ = write!(out, " {}={:08x}", name(field), digest as u32);
                *old = digest;
            }
            at += 1;
        });
        for (old, _) in self.fields.drain(at..) {
            _ = write!(out, " {}=-", name(&old));
        }
    }
}

/// Where a run differs from another's trace, and the names of the regions and fields that differ there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceParting {
    pub frame: u64,
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

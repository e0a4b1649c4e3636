//! Steps: where a line begins.
//!
//! ```text
//! last   place and line of each frame        a line begins: another line, a jump back, a new frame
//! ```
//!
//! Where a call returns into the middle of a line, none begins. The library's own functions have no lines.

use super::Vm;
use crate::Program;
use alloc::vec::Vec;

/// What stops a run that steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch<'a> {
    /// Lines at whose beginning it stops.
    pub lines: &'a [u32],
    /// It stops at each new line of a frame that is not deeper than this, counted from 0; none: at no line but those.
    pub depth: Option<usize>,
}

/// Where a frame was last in a run that steps: place and line.
pub(super) type Position = (usize, u32);

impl Vm {
    /// Where the frames are before the first step: no line begins there.
    pub(super) fn positions(&self) -> Vec<Position> {
        let line = |place: u32| self.program.lines.get(place as usize).copied().unwrap_or(0);
        self.frames.iter().map(|frame| (frame.pc as usize, line(frame.pc))).collect()
    }
}

/// Does a line begin here that is waited for? Where a call returns into the middle of one, none begins.
pub(super) fn is_watched(
    program: &Program,
    frames: usize,
    watch: &Watch<'_>,
    pc: usize,
    last: &mut Vec<Position>,
) -> bool {
    if program.proto_at(pc as u32).is_none_or(|proto| proto.is_hidden) {
        return false;
    }
    let depth = frames - 1;
    let line = program.lines.get(pc).copied().unwrap_or(0);
    last.truncate(frames);
    let is_new = match last.get(depth) {
        Some((place, old)) => line != *old || pc < *place,
        None => true,
    };
    // The place behind: a loop of one instruction begins its line anew.
    last.resize(frames, (pc + 1, line));
    last[depth] = (pc + 1, line);
    is_new && (watch.depth.is_some_and(|most| depth <= most) || watch.lines.contains(&line))
}

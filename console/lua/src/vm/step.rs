//! Who looks on at each instruction, and steps: where a line begins.
//!
//! ```text
//! execute::<Nobody>     no test in the loop        ::<Steps>  may stop it        ::<Coverage>  takes notes
//!
//! last   place and line of each frame        a line begins: another line, a jump back, a new frame
//! ```
//!
//! Where a call returns into the middle of a line, none begins. The library's own functions have no lines.

use super::Exit;
use super::Vm;
use crate::Program;
use crate::native::Natives;
use alloc::vec::Vec;

/// What stops a run that steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepLimits<'a> {
    /// Lines at whose beginning it stops.
    pub lines: &'a [u32],
    /// It stops at each new line of a frame that is not deeper than this, counted from 0; none: at no line but those.
    pub depth: Option<usize>,
    /// The run goes on from such a line: nothing is looked at there but the instruction itself, so that cycles are used up where they
    /// are without steps.
    pub goes_on: bool,
}

/// Who looks on while a program runs. For each the loop over instructions is compiled once.
pub(super) trait Observer {
    /// Is it asked at all?
    const IS_ON: bool;

    /// The instruction at `pc` comes next, in the last of so many frames. Does the run stop before it?
    fn stops(&mut self, program: &Program, frames: usize, pc: usize) -> bool;

    /// [`Vm::plain`] with this observer. The host is asked by a table of its functions, so that it is compiled here.
    fn run_plain(
        &mut self,
        vm: &mut Vm,
        natives: &mut Natives<'_>,
        program: &Program,
        left: &mut i64,
        goes_on: bool,
    ) -> Exit;

    /// Does the run go on at this instruction, from where it was stopped before it? Asked once at the start.
    fn goes_on(&self) -> bool {
        false
    }
}

pub(super) struct Nobody;

impl Observer for Nobody {
    const IS_ON: bool = false;

    fn stops(&mut self, _: &Program, _: usize, _: usize) -> bool {
        false
    }

    fn run_plain(
        &mut self,
        vm: &mut Vm,
        natives: &mut Natives<'_>,
        program: &Program,
        left: &mut i64,
        goes_on: bool,
    ) -> Exit {
        vm.plain(self, natives, program, left, goes_on)
    }
}

pub(super) struct Steps<'a> {
    watch: &'a StepLimits<'a>,
    /// Where each frame was last: place and line.
    last: Vec<(usize, u32)>,
}

impl<'a> Steps<'a> {
    /// No line begins where the frames are before the first step, but that of a call that has not begun yet. A call is in the line of the
    /// instruction before its place: behind it the next line may begin.
    pub fn new(vm: &Vm, watch: &'a StepLimits<'a>) -> Steps<'a> {
        let line = |place: u32| vm.program.lines.get(place as usize).copied().unwrap_or(0);
        let begins = |place: u32| vm.program.proto_at(place).is_some_and(|proto| proto.start == place);
        let mut last: Vec<(usize, u32)> =
            vm.frames.iter().map(|frame| (frame.pc as usize, line(frame.pc.saturating_sub(1)))).collect();
        if let (Some(place), Some(frame)) = (last.last_mut(), vm.frames.last()) {
            if watch.goes_on {
                place.1 = line(frame.pc);
            } else if begins(frame.pc) {
                last.pop();
            }
        }
        Steps { watch, last }
    }
}

impl Observer for Steps<'_> {
    const IS_ON: bool = true;

    fn goes_on(&self) -> bool {
        self.watch.goes_on
    }

    /// Does a line begin here that is waited for? Where a call returns into the middle of one, none begins.
    fn stops(&mut self, program: &Program, frames: usize, pc: usize) -> bool {
        let Steps { watch, last } = self;
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

    fn run_plain(
        &mut self,
        vm: &mut Vm,
        natives: &mut Natives<'_>,
        program: &Program,
        left: &mut i64,
        goes_on: bool,
    ) -> Exit {
        vm.plain(self, natives, program, left, goes_on)
    }
}

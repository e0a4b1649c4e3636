//! Observers of each instruction, and steps: where a line begins.
//!
//! ```text
//! execute::<NoObserver>  no test in the loop        ::<Steps>  may stop it        ::<InstructionCoverage>  takes notes
//!
//! last   place and line of each frame        a line begins: another line, a jump back, a new frame
//! ```
//!
//! A return into the middle of a line does not begin it. The library's functions have no lines.

use super::Exit;
use super::Vm;
use crate::Program;
use crate::native::Natives;
use alloc::vec::Vec;

#[derive(Clone, Copy, Debug, Default)]
pub struct StepLimits<'a> {
    /// Instructions of lines at which it stops ([`crate::Program::marked`]).
    pub marks: &'a [bool],
    /// It stops at each new line of frames up to this depth, counted from 0. None: only at marked ones, and there also in the middle, after a
    /// jump or a call.
    pub depth: Option<usize>,
    /// The run continues from such a line: only the instruction itself is checked there, so that cycles run out at the same place as without
    /// steps.
    pub goes_on: bool,
}

/// An observer of a running program. The loop over instructions is compiled once for each.
pub(super) trait Observer {
    const IS_ON: bool;

    /// The instruction at `pc` is next, in the last of so many frames. Does the run stop before it?
    fn stops(&mut self, program: &Program, frames: usize, pc: usize) -> bool;

    /// [`Vm::plain`] with this observer. It calls the host through a vtable, so that it is compiled in this crate.
    fn run_plain(
        &mut self,
        vm: &mut Vm,
        natives: &mut Natives<'_>,
        program: &Program,
        left: &mut i64,
        goes_on: bool,
    ) -> Exit;

    /// Does the run continue at an instruction at which it was stopped? Called once at the start.
    fn goes_on(&self) -> bool {
        false
    }
}

/// In each observer: a provided method would be compiled in the host's crate.
macro_rules! run_plain {
    () => {
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
    };
}
pub(super) use run_plain;

pub(super) struct NoObserver;

impl Observer for NoObserver {
    const IS_ON: bool = false;

    fn stops(&mut self, _: &Program, _: usize, _: usize) -> bool {
        false
    }

    run_plain!();
}

pub(super) struct Steps<'a> {
    watch: &'a StepLimits<'a>,
    last: Vec<(usize, u32)>,
    /// The instruction before, and whether the next one is where the run stopped before.
    before: usize,
    goes_on: bool,
}

impl<'a> Steps<'a> {
    /// At first only a call that has not begun yet begins a line. A call is on the line of the instruction before its place: the next line may
    /// begin after it.
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
        Steps { watch, last, before: usize::MAX / 2, goes_on: watch.goes_on }
    }
}

impl Steps<'_> {
    /// A test of one byte for most instructions: a replay with it takes at most twice as long.
    #[inline]
    fn stops_at_mark(&mut self, program: &Program, pc: usize) -> bool {
        let before = core::mem::replace(&mut self.before, pc);
        let goes_on = core::mem::replace(&mut self.goes_on, false);
        if goes_on || self.watch.marks.get(pc) != Some(&true) {
            return false;
        }
        let follows = pc == before + 1 && program.lines.get(before) == program.lines.get(pc);
        !follows || program.proto_at(pc as u32).is_some_and(|proto| proto.start as usize == pc)
    }
}

impl Observer for Steps<'_> {
    const IS_ON: bool = true;

    fn goes_on(&self) -> bool {
        self.watch.goes_on
    }

    /// Does a watched line begin here? A return into the middle of a line does not begin it.
    fn stops(&mut self, program: &Program, frames: usize, pc: usize) -> bool {
        let Steps { watch, last, .. } = self;
        let Some(most) = watch.depth else { return self.stops_at_mark(program, pc) };
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
        // The next place: a loop of one instruction begins its line again.
        last.resize(frames, (pc + 1, line));
        last[depth] = (pc + 1, line);
        is_new && (depth <= most || watch.marks.get(pc) == Some(&true))
    }

    run_plain!();
}

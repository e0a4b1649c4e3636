//! Which lines and functions of a program were reached.
//!
//! ```text
//! run_covered ── each instruction ──> reached[pc]          lines: those with an instruction that some way leads to
//!                                                          1  local function f()   reached      the closure is made
//!                                                          2    if a then return b end          its own line, reached in part: reached
//!                                                          4  end                  no line
//! ```
//!
//! The notes are no part of the program's state: they are beside the [`super::Vm`], and a run is the same with and without them. They
//! say nothing of how often a line ran.

use super::Exit;
use super::Vm;
use super::step::Observer;
use crate::Program;
use crate::native::Natives;
use crate::op;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// Which instructions of a program were reached.
#[derive(Clone, Debug)]
pub struct Coverage {
    program: Arc<Program>,
    reached: Vec<bool>,
}

/// A function of a program, and whether it was called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredFunction {
    /// Its name as the code has it; empty where it has none.
    pub name: Vec<u8>,
    /// The line on which it begins.
    pub line: u32,
    /// Was it called?
    pub reached: bool,
}

impl Observer for Coverage {
    const IS_ON: bool = true;

    fn stops(&mut self, _: &Program, _: usize, pc: usize) -> bool {
        if let Some(reached) = self.reached.get_mut(pc) {
            *reached = true;
        }
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

impl Coverage {
    /// Nothing of the program is reached.
    pub fn new(program: &Arc<Program>) -> Coverage {
        Coverage { program: Arc::clone(program), reached: vec![false; program.code.len()] }
    }

    /// Each line that can be reached, in order, and whether it was. A line is reached as soon as one of its instructions is.
    pub fn lines(&self) -> Vec<(u32, bool)> {
        let code = &self.program.code;
        let mut lines = BTreeMap::new();
        for proto in self.program.protos.iter().skip(self.program.main as usize) {
            let words = &code[proto.start as usize..proto.end as usize];
            let mut is_target = vec![false; words.len()];
            for word in words.iter().filter(|word| jumps(op::op(**word))) {
                if let Some(target) = is_target.get_mut((op::d(*word) - proto.start) as usize) {
                    *target = true;
                }
            }
            // What stands behind these is not reached by itself: the jump of a test, which is read at once, and the return of a call.
            let pairs = |at: &usize| {
                let op = op::op(words[*at]);
                op::is_test(op) || op == op::TAIL_CALL
            };
            let mut is_live = true;
            // The last word is the return that stands for the function's end.
            for at in 0..words.len() - 1 {
                let first = at.checked_sub(1).filter(pairs);
                is_live |= is_target[at];
                if is_live {
                    let was_reached = |at: usize| self.reached[proto.start as usize + at];
                    let line = self.program.lines[proto.start as usize + at];
                    *lines.entry(line).or_insert(false) |= was_reached(at) || first.is_some_and(was_reached);
                }
                let goes_on = first.is_some_and(|first| op::is_test(op::op(words[first])));
                is_live &= goes_on || !matches!(op::op(words[at]), op::JUMP | op::RETURN);
            }
        }
        lines.into_iter().collect()
    }

    /// Each function, in the order of the code, and whether it was called. The code itself is none of them.
    pub fn functions(&self) -> Vec<CoveredFunction> {
        let protos = self.program.protos.iter().skip(self.program.main as usize + 1);
        let covered = |proto: &crate::program::Proto| CoveredFunction {
            name: proto.name.clone(),
            line: proto.line,
            reached: self.reached[proto.start as usize],
        };
        protos.map(covered).collect()
    }
}

/// Is `d` a place to go on?
fn jumps(op: u8) -> bool {
    matches!(op, op::JUMP | op::FOR_PREPARE | op::FOR_LOOP | op::FOR_NEXT)
}

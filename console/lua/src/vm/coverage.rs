//! Which lines and functions of a program were reached.
//!
//! ```text
//! run_covered ── each instruction ──> reached[pc]          lines: those with an instruction that can be reached
//!                                                          1  local function f()   reached      the closure is made
//!                                                          2    if a then return b end          a line of which a part is reached: reached
//!                                                          4  end                  no line
//! ```
//!
//! Coverage is not a part of the program's state: it is kept outside the [`super::Vm`], and a run is the same with and without it. It does
//! not count how often a line ran.

use super::Exit;
use super::Vm;
use super::step::{Observer, run_plain};
use crate::Program;
use crate::native::Natives;
use crate::op;
use alloc::{collections::BTreeMap, sync::Arc, vec, vec::Vec};

#[derive(Clone, Debug)]
pub struct InstructionCoverage {
    program: Arc<Program>,
    reached: Vec<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredFunction {
    /// As the code has it; may be empty.
    pub name: Vec<u8>,
    pub line: u32,
    pub reached: bool,
}

impl Observer for InstructionCoverage {
    const IS_ON: bool = true;

    fn stops(&mut self, _: &Program, _: usize, pc: usize) -> bool {
        if let Some(reached) = self.reached.get_mut(pc) {
            *reached = true;
        }
        false
    }

    run_plain!();
}

impl InstructionCoverage {
    pub fn new(program: &Arc<Program>) -> InstructionCoverage {
        InstructionCoverage { program: Arc::clone(program), reached: vec![false; program.code.len()] }
    }

    /// All lines that can be reached, in order, and whether they were: at least one of their instructions.
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
            // The next word after these is not reached separately: a test's jump, which is read at once, and a call's return.
            let pairs = |at: &usize| {
                let op = op::op(words[*at]);
                op::is_test(op) || op == op::TAIL_CALL
            };
            let mut is_live = true;
            // The last word is the return for the function's end.
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

    /// All functions in the order of the code, without the code itself.
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

/// Is `d` a jump target?
fn jumps(op: u8) -> bool {
    matches!(op, op::JUMP | op::FOR_PREPARE | op::FOR_LOOP | op::FOR_NEXT)
}

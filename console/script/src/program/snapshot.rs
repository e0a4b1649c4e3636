//! A snapshot of a program in Lua: its state as the difference from another moment ([`lua::VmSnapshot`]), its code shared.

use super::lines::LineWatcher;
use super::{LuaProgram, ProgramParts, Stage};
use alloc::boxed::Box;
use core::any::Any;
use rasher::{Program, ProgramSnapshot};

pub(crate) struct LuaSnapshot {
    vm: lua::VmSnapshot,
    shared: ProgramParts,
    stage: Stage,
    coverage: Option<lua::InstructionCoverage>,
}

impl LuaSnapshot {
    /// If `like` is a snapshot of the same program, only the difference from it is stored.
    pub fn new(program: &LuaProgram, like: Option<&dyn ProgramSnapshot>) -> LuaSnapshot {
        LuaSnapshot {
            vm: program.vm.snapshot(like.and_then(of_lua)),
            shared: program.shared.clone(),
            stage: program.stage,
            coverage: program.coverage.clone(),
        }
    }
}

fn of_lua(snapshot: &dyn ProgramSnapshot) -> Option<&lua::VmSnapshot> {
    let any: &dyn Any = snapshot;
    any.downcast_ref::<LuaSnapshot>().map(|it| &it.vm)
}

impl ProgramSnapshot for LuaSnapshot {
    fn restore(&self) -> Box<dyn Program> {
        Box::new(LuaProgram {
            shared: self.shared.clone(),
            vm: self.vm.restore(),
            watched: LineWatcher::default(),
            stage: self.stage,
            coverage: self.coverage.clone(),
        })
    }

    fn size(&self, like: Option<&dyn ProgramSnapshot>) -> usize {
        self.vm.size(like.and_then(of_lua)) + size_of::<LuaSnapshot>()
    }
}

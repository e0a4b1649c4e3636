//! A program in Lua put aside: its state as what differs from another moment ([`lua::Snapshot`]), its code shared.

use super::lines::Watched;
use super::{LuaProgram, Shared, Stage};
use alloc::boxed::Box;
use core::any::Any;
use rasher::{Program, ProgramSnapshot};

/// A moment of a program.
pub(crate) struct LuaSnapshot {
    vm: lua::Snapshot,
    shared: Shared,
    stage: Stage,
    coverage: Option<lua::Coverage>,
}

impl LuaSnapshot {
    /// Of a program, as what differs from another snapshot of it, if that is one.
    pub fn new(program: &LuaProgram, like: Option<&dyn ProgramSnapshot>) -> LuaSnapshot {
        LuaSnapshot {
            vm: program.vm.snapshot(like.and_then(of_lua)),
            shared: program.shared.clone(),
            stage: program.stage,
            coverage: program.coverage.clone(),
        }
    }
}

fn of_lua(snapshot: &dyn ProgramSnapshot) -> Option<&lua::Snapshot> {
    let any: &dyn Any = snapshot;
    any.downcast_ref::<LuaSnapshot>().map(|it| &it.vm)
}

impl ProgramSnapshot for LuaSnapshot {
    fn restore(&self) -> Box<dyn Program> {
        Box::new(LuaProgram {
            shared: self.shared.clone(),
            vm: self.vm.restore(),
            watched: Watched::default(),
            stage: self.stage,
            coverage: self.coverage.clone(),
        })
    }

    fn size(&self, like: Option<&dyn ProgramSnapshot>) -> usize {
        self.vm.size(like.and_then(of_lua)) + size_of::<LuaSnapshot>()
    }
}

//! Modules in wasmi, an interpreter: for the window, tests and libretro. The imports are in `link.rs`.

use crate::check::{Layout, PAGE};
use crate::engine::{Engine, Export, Instance, NESTED, OUTSIDE, POINTER, out_of_memory};
use crate::fault::{MEMORY_KIB, ModuleError, Trap};
use crate::limits::Limits;
use crate::link::{Ended, Linked, link};
use crate::places::Places;
use rasher::Machine;
use std::mem::swap;
use std::sync::Arc;
use wasmi::{
    Config, CustomFuelCosts, EnforcedLimits, Linker, Memory, Module, Store, TrapCode, TypedFunc, Val,
};

/// The most that one export may burn: 60 ms in an empty loop. The dearest hook of the shelf, a tower of Goblin, burns 177 M.
pub(crate) const FUEL: u64 = 1 << 28;
/// Calls inside each other.
const CALLS: usize = 4096;

pub(crate) struct Interpreter {
    module: Module,
    linker: Linker<Linked>,
    stack: usize,
    places: Arc<Places>,
}

struct Scratch {
    store: Store<Linked>,
    memory: Memory,
    pointer: wasmi::Global,
    stack: usize,
    start: TypedFunc<(), ()>,
    hook: TypedFunc<(i32, i32, i32), i32>,
    state: TypedFunc<(), i64>,
    room: TypedFunc<i32, i32>,
    load: TypedFunc<(), i32>,
    load_named: Option<TypedFunc<(), i32>>,
}

impl Interpreter {
    pub(crate) fn new(
        bytes: &[u8],
        layout: &Layout,
        places: Arc<Places>,
    ) -> Result<Interpreter, ModuleError> {
        let mut config = Config::default();
        config.consume_fuel(true).floats(false).allow_start_fn(false).set_max_recursion_depth(CALLS);
        config.enforced_limits(EnforcedLimits::strict());
        // With the default of 64, an endless copy takes four times as long as an empty loop.
        config.fuel_cost(CustomFuelCosts {
            bytes_copied_per_fuel: 16,
            fuel_per_bytes_translated: 7,
            fuel_per_bytes_validated: 2,
        });
        let engine = wasmi::Engine::new(&config);
        let invalid = |error: wasmi::Error| ModuleError::Invalid { at: 0, why: error.to_string() };
        let module = Module::new(&engine, bytes).map_err(invalid)?;
        let mut linker = Linker::new(&engine);
        link(&mut linker).map_err(invalid)?;
        Ok(Interpreter { module, linker, stack: layout.stack as usize, places })
    }

    fn scratch(&self) -> Result<Scratch, ModuleError> {
        let invalid = |error: wasmi::Error| ModuleError::Invalid { at: 0, why: error.to_string() };
        let mut store = Store::new(self.module.engine(), Linked::new(&self.places));
        store.limiter(|linked| &mut linked.limits);
        let instance = self.linker.instantiate_and_start(&mut store, &self.module).map_err(invalid)?;
        let missing = |name| ModuleError::Export { name, why: "is missing" };
        let memory = instance.get_memory(&store, calls::MEMORY).ok_or_else(|| missing(calls::MEMORY))?;
        let pointer =
            instance.get_global(&store, calls::STACK_POINTER).ok_or_else(|| missing(calls::STACK_POINTER))?;
        store.data_mut().memory = Some(memory);
        macro_rules! export {
            ($name:expr) => {
                instance.get_typed_func(&store, $name).map_err(|_| ModuleError::Export {
                    name: $name,
                    why: "is missing or has other arguments",
                })?
            };
        }
        Ok(Scratch {
            start: export!(calls::START),
            hook: export!(calls::HOOK),
            state: export!(calls::STATE),
            room: export!(calls::ROOM),
            load: export!(calls::LOAD),
            load_named: instance.get_typed_func(&store, calls::LOAD_NAMED).ok(),
            store,
            memory,
            pointer,
            stack: self.stack,
        })
    }
}

impl Engine for Interpreter {
    fn instance(&self) -> Result<Box<dyn Instance>, Trap> {
        Ok(Box::new(self.scratch().map_err(|error| Trap::new(error.to_string()))?))
    }
}

impl Scratch {
    fn trap(&self, error: &wasmi::Error) -> Trap {
        let host = &self.store.data().host;
        let place = host.place();
        if let Some(ended) = error.downcast_ref::<Ended>() {
            return match ended {
                Ended::Panicked(trap) => trap.clone(),
                Ended::Wrong(what) => Trap { message: (*what).to_string(), place },
            };
        }
        let size = self.memory.data_size(&self.store);
        let is_full = size > self.stack + MEMORY_KIB * 1024 - 2 * PAGE;
        let message = match error.as_trap_code() {
            Some(TrapCode::OutOfFuel) => "ran too long, after this call".to_string(),
            Some(TrapCode::GrowthOperationLimited) => "asked for memory too often".to_string(),
            Some(TrapCode::StackOverflow) => NESTED.to_string(),
            Some(TrapCode::UnreachableCodeReached) if is_full => out_of_memory(),
            // The stack ends at address 0, so one that is full leaves the memory.
            Some(TrapCode::MemoryOutOfBounds) => OUTSIDE.to_string(),
            _ => error.to_string(),
        };
        Trap { message, place }
    }
}

impl Instance for Scratch {
    fn write(&mut self, image: &[u8]) -> bool {
        let (stack, size) = (self.stack, self.memory.data_size(&self.store));
        let wanted = stack + image.len();
        // Memory never shrinks, and the allocator of a larger one would act differently.
        if size > wanted {
            return false;
        }
        let more = (wanted - size).div_ceil(PAGE) as u64;
        if more > 0 && self.memory.grow(&mut self.store, more).is_err() {
            return false;
        }
        let memory = self.memory.data_mut(&mut self.store);
        if memory.len() != wanted {
            return false;
        }
        let (below, above) = memory.split_at_mut(stack);
        below.fill(0);
        above.copy_from_slice(image);
        true
    }

    fn run(&mut self, p8: &mut Machine, export: Export) -> Result<i64, Trap> {
        swap(p8, &mut self.store.data_mut().host.machine);
        self.store.data_mut().limits = Limits::default();
        let ready = self.store.set_fuel(FUEL);
        let result = ready.and_then(|()| match export {
            Export::Start => self.start.call(&mut self.store, ()).map(|()| 0),
            Export::Hook(which, a, b) => self.hook.call(&mut self.store, (which, a, b)).map(i64::from),
            Export::State => self.state.call(&mut self.store, ()),
            Export::Room(len) => self.room.call(&mut self.store, len).map(i64::from),
            Export::Load => self.load.call(&mut self.store, ()).map(i64::from),
            Export::LoadNamed => match &self.load_named {
                Some(load) => load.call(&mut self.store, ()).map(i64::from),
                None => Ok(-1),
            },
        });
        swap(p8, &mut self.store.data_mut().host.machine);
        p8.set_position(rasher::Position::default());
        let result = result.map_err(|error| self.trap(&error))?;
        match self.pointer.get(&self.store) {
            Val::I32(pointer) if pointer as u32 as usize == self.stack => Ok(result),
            _ => Err(Trap::new(POINTER)),
        }
    }

    fn read(&self, image: &mut Vec<u8>) {
        image.clear();
        image.extend_from_slice(self.memory.data(&self.store).get(self.stack..).unwrap_or_default());
    }

    fn bytes(&mut self, at: u32, len: u32) -> Option<&[u8]> {
        let at = at as usize;
        self.memory.data(&self.store).get(at..at.checked_add(len as usize)?)
    }

    fn put(&mut self, at: u32, bytes: &[u8]) -> bool {
        let room = self.memory.data_mut(&mut self.store).get_mut(at as usize..);
        let room = room.and_then(|room| room.get_mut(..bytes.len()));
        room.map(|room| room.copy_from_slice(bytes)).is_some()
    }

    fn burned(&self) -> u64 {
        self.store.get_fuel().map_or(0, |left| FUEL - left)
    }

    fn error(&mut self) -> String {
        std::mem::take(&mut self.store.data_mut().host.state_error)
    }
}

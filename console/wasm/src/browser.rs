//! Modules in the browser's own engine: the console is a module itself there, and the worker's script (`page/worker.js`)
//! compiles and runs the cart's next to it.
//!
//! ```text
//! Scratch::run ──> script: instance.hook(...) ──> cart's module ── its imports ──> row of `calls`, a function below
//!      HOST: machine of this call <────────────────────────────────────────────────────┘    no JavaScript between
//! image, texts ──> script: bytes copied between both memories
//! ```
//!
//! Functions of the console get into the other module as numbers of its table. An import cannot end a call here: it
//! keeps the reason, does nothing from then on, and the call fails when it returns. If the engine's stack is full
//! inside of an import, the console is lost in the middle of its work: it panics, so that the page starts another one
//! before that frame. A call that takes too long is ended by the page, with its worker.

use crate::check::{Layout, PAGE, PAGES_MAX};
use crate::engine::{Engine, Export, Instance, Memory, NESTED, OUTSIDE, POINTER, out_of_memory};
use crate::fault::{ModuleError, Trap};
use crate::imports::{Host, Wrong, argument, panicked, result};
use crate::places::Places;
use rasher::{Machine, Program};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::sync::Arc;

/// The function of the script: what to do, a handle, and numbers or addresses of the console's memory.
pub type Script = extern "C" fn(order: i32, on: i32, a: i32, b: i32, c: i32, d: i32) -> i64;

/// What the script does, by its number there.
#[derive(Clone, Copy)]
enum Order {
    /// Bytes, length, numbers of imports, count. A handle of the code, or -1.
    Compile,
    /// On a code: a handle of an instance, or -1.
    Instance,
    /// On a handle.
    Drop,
    /// Size of an instance's memory.
    Size,
    /// Pages; false if it cannot.
    Grow,
    /// From, to in the console's memory, length; false outside of the instance's memory.
    Read,
    /// To, from in the console's memory, length.
    Write,
    /// Fills the memory up to an address with 0.
    Clear,
    /// Export and its three arguments. How it ended; one that is missing returns -1.
    Run,
    /// What the last export returned.
    Result,
    /// Room, length: the last error's text. Its length.
    Error,
}

thread_local! {
    static SCRIPT: OnceCell<(Script, MakeProgram)> = const { OnceCell::new() };
    /// Of the export that runs.
    static HOST: Cell<Option<Box<Running>>> = const { Cell::new(None) };
}

type MakeProgram = fn(&[u8]) -> Result<Box<dyn Program>, ModuleError>;

pub(crate) fn set_script(script: Script, make: MakeProgram) {
    SCRIPT.with(|own| _ = own.set((script, make)));
}

/// A module's program. Fails if it is no module of a cart, or one that this page cannot play.
pub fn program(module: &[u8]) -> Result<Box<dyn Program>, ModuleError> {
    let make = SCRIPT.with(|script| script.get().map(|(_, make)| *make));
    make.map_or(Err(ModuleError::NoEngine), |make| make(module))
}

fn order(order: Order, on: i32, [a, b, c, d]: [i32; 4]) -> i64 {
    SCRIPT.with(|script| script.get().map_or(-1, |(script, _)| script(order as i32, on, a, b, c, d)))
}

fn address<T>(of: &[T]) -> i32 {
    of.as_ptr() as usize as i32
}

fn last_error() -> String {
    let mut text = [0u8; 300];
    let len = order(Order::Error, 0, [text.as_mut_ptr() as usize as i32, text.len() as i32, 0, 0]);
    String::from_utf8_lossy(text.get(..len as usize).unwrap_or_default()).into_owned()
}

/// Something of the script's.
struct Handle(i32);

impl Drop for Handle {
    fn drop(&mut self) {
        order(Order::Drop, self.0, [0; 4]);
    }
}

pub(crate) struct Browser {
    code: Handle,
    stack: usize,
    places: Arc<Places>,
}

/// The module with a largest memory, beyond which the allocator of a module fails.
fn limited(module: &[u8], layout: &Layout) -> Vec<u8> {
    let (place, first) = &layout.memory;
    // Both are below 128, one byte each.
    let section = [5, 4, 1, 1, *first as u8, PAGES_MAX as u8];
    [&module[..place.start], &section, &module[place.end..]].concat()
}

impl Browser {
    pub(crate) fn new(bytes: &[u8], layout: &Layout, places: Arc<Places>) -> Result<Browser, ModuleError> {
        let imports: Vec<u32> = layout.imports.iter().map(|name| function(name)).collect();
        let module = limited(bytes, layout);
        let from = [address(&module), module.len() as i32, address(&imports), imports.len() as i32];
        match order(Order::Compile, 0, from) as i32 {
            -1 => Err(ModuleError::Invalid { at: 0, why: last_error() }),
            code => Ok(Browser { code: Handle(code), stack: layout.stack as usize, places }),
        }
    }
}

impl Engine for Browser {
    fn instance(&self) -> Result<Box<dyn Instance>, Trap> {
        let handle = match order(Order::Instance, self.code.0, [0; 4]) as i32 {
            -1 => return Err(Trap::new(last_error())),
            handle => Handle(handle),
        };
        let host = Some(Box::new(Running {
            host: Host::new(&self.places),
            memory: ModuleMemory(handle.0),
            ended: None,
        }));
        Ok(Box::new(Scratch { handle, host, stack: self.stack, bytes: Vec::new() }))
    }
}

/// What the imports of a call work on.
struct Running {
    host: Host,
    memory: ModuleMemory,
    /// Why it fails once it returns.
    ended: Option<Trap>,
}

struct ModuleMemory(i32);

impl ModuleMemory {
    fn size(&self) -> usize {
        order(Order::Size, self.0, [0; 4]) as usize
    }
}

impl Memory for ModuleMemory {
    fn read(&self, at: usize, len: usize) -> Option<Cow<'_, [u8]>> {
        // The largest memory: more would not fit this one.
        let mut bytes = vec![0u8; Some(len).filter(|len| *len <= PAGES_MAX * PAGE)?];
        let to = bytes.as_mut_ptr() as usize as i32;
        let is_inside = order(Order::Read, self.0, [at as i32, to, len as i32, 0]) == 1;
        is_inside.then_some(Cow::Owned(bytes))
    }

    fn put(&mut self, at: usize, bytes: &[u8]) -> bool {
        order(Order::Write, self.0, [at as i32, address(bytes), bytes.len() as i32, 0]) == 1
    }
}

struct Scratch {
    handle: Handle,
    /// None while an export runs.
    host: Option<Box<Running>>,
    stack: usize,
    bytes: Vec<u8>,
}

impl Instance for Scratch {
    fn write(&mut self, image: &[u8]) -> bool {
        let mut memory = ModuleMemory(self.handle.0);
        let (size, wanted) = (memory.size(), self.stack + image.len());
        // Memory never shrinks, and the allocator of a larger one would act differently.
        if size > wanted || !(wanted - size).is_multiple_of(PAGE) {
            return false;
        }
        let more = (wanted - size) / PAGE;
        if more > 0 && order(Order::Grow, self.handle.0, [more as i32, 0, 0, 0]) != 1 {
            return false;
        }
        order(Order::Clear, self.handle.0, [self.stack as i32, 0, 0, 0]);
        memory.put(self.stack, image)
    }

    fn run(&mut self, p8: &mut Machine, export: Export) -> Result<i64, Trap> {
        let Some(mut running) = self.host.take() else { return Err(Trap::new(NESTED)) };
        std::mem::swap(p8, &mut running.host.machine);
        HOST.set(Some(running));
        let call = match export {
            Export::Start => [0, 0, 0, 0],
            Export::Hook(which, a, b) => [1, which, a, b],
            Export::State => [2, 0, 0, 0],
            Export::Room(len) => [3, len, 0, 0],
            Export::Load => [4, 0, 0, 0],
            Export::LoadNamed => [5, 0, 0, 0],
        };
        let how = order(Order::Run, self.handle.0, call);
        // An import has it: it was left in the middle of a machine's call.
        let mut running = HOST.take().unwrap_or_else(|| panic!("{NESTED}"));
        std::mem::swap(p8, &mut running.host.machine);
        p8.set_position(rasher::Position::default());
        let (ended, place) = (running.ended.take(), running.host.place());
        let is_full = running.memory.size() > self.stack + (PAGES_MAX - 6) * PAGE;
        self.host = Some(running);
        if let Some(trap) = ended {
            return Err(trap);
        }
        let message = match how {
            0 => return Ok(order(Order::Result, self.handle.0, [0; 4])),
            1 => NESTED.to_string(),
            2 if is_full => out_of_memory(),
            3 => OUTSIDE.to_string(),
            4 => return Err(Trap::new(POINTER)),
            _ => last_error(),
        };
        Err(Trap { message, place })
    }

    fn read(&self, image: &mut Vec<u8>) {
        let memory = ModuleMemory(self.handle.0);
        let len = memory.size().saturating_sub(self.stack);
        *image = memory.read(self.stack, len).unwrap_or_default().into_owned();
    }

    fn bytes(&mut self, at: u32, len: u32) -> Option<&[u8]> {
        self.bytes = ModuleMemory(self.handle.0).read(at as usize, len as usize)?.into_owned();
        Some(&self.bytes)
    }

    fn put(&mut self, at: u32, bytes: &[u8]) -> bool {
        ModuleMemory(self.handle.0).put(at as usize, bytes)
    }

    fn burned(&self) -> u64 {
        0
    }

    fn error(&mut self) -> String {
        self.host.as_mut().map(|running| std::mem::take(&mut running.host.state_error)).unwrap_or_default()
    }
}

/// Runs an import, unless the call has failed.
fn with<R: Default>(work: impl FnOnce(&mut Host, &mut ModuleMemory) -> Result<R, Wrong>) -> R {
    let Some(mut running) = HOST.take() else { return R::default() };
    let mut value = R::default();
    if running.ended.is_none() {
        match work(&mut running.host, &mut running.memory) {
            Ok(result) => value = result,
            Err(Wrong(what)) => running.ended = Some(Trap { place: running.host.place(), ..Trap::new(what) }),
        }
    }
    HOST.set(Some(running));
    value
}

macro_rules! define {
    ($($name:ident($($arg:ident: $kind:ident($($part:ident)*)),*) -> $result:ident;)*) => {
        /// The calls as a module imports them.
        mod rows {
            use super::*;

            $(#[allow(unused_variables, reason = "calls without texts")]
            pub extern "C" fn $name($($($part: i32,)*)* place: i32) -> calls::result_type!($result) {
                with(|host, memory| {
                    host.at(memory, place);
                    Ok(result!(host $result host.machine.$name($(argument!(memory $kind $($part)*)),*)))
                })
            })*
        }

        /// The number of an import in the console's table of functions.
        fn function(name: &str) -> u32 {
            let function = match name {
                $(stringify!($name) => rows::$name as *const (),)*
                calls::STAT_TEXT => stat_text as *const (),
                calls::STATE_ERROR => state_error as *const (),
                calls::PANICKED => end_panicked as *const (),
                _ => no_update60 as *const (),
            };
            function as usize as u32
        }
    };
}
calls::each_call!(define);

extern "C" fn stat_text(at: i32, len: i32) {
    with(|host, memory| host.copy_stat_text(memory, at, len));
}

extern "C" fn state_error(at: i32, len: i32) {
    with(|host, memory| host.take_state_error(memory, at, len));
}

extern "C" fn no_update60() {
    with(|host, _| {
        host.machine.has_no_update60();
        Ok(())
    });
}

/// The module runs into an instruction that traps when this returns.
extern "C" fn end_panicked(at: i32, len: i32, file_at: i32, file_len: i32, line: i32, _column: i32) {
    let trap = with(|_, memory| Ok(Some(panicked(memory, [at, len, file_at, file_len, line])?)));
    let Some(mut running) = HOST.take() else { return };
    running.ended = running.ended.or(trap);
    HOST.set(Some(running));
}

//! The imports of a module in wasmi, which burn fuel.

use crate::engine::Memory;
use crate::fault::Trap;
use crate::imports::{Host, Wrong, argument, panicked, result};
use crate::limits::Limits;
use crate::places::Places;
use std::borrow::Cow;
use std::fmt::{Display, Formatter};
use std::sync::Arc;
use wasmi::errors::HostError;
use wasmi::{Caller, Error, Linker};

/// Fuel of any call, and of each cycle that it charges: a call with the picture's size in pixels takes 30 us.
const FUEL_OF_CALL: u64 = 64;
const FUEL_OF_CYCLE: u64 = 8;

/// What the imports work on.
pub(crate) struct Linked {
    pub host: Host,
    pub memory: Option<wasmi::Memory>,
    pub limits: Limits,
}

impl Linked {
    pub(crate) fn new(places: &Arc<Places>) -> Linked {
        Linked { host: Host::new(places), memory: None, limits: Limits::default() }
    }
}

struct Bytes<'m>(&'m mut [u8]);

impl Memory for Bytes<'_> {
    fn read(&self, at: usize, len: usize) -> Option<Cow<'_, [u8]>> {
        self.0.get(at..at.saturating_add(len)).map(Cow::Borrowed)
    }

    fn put(&mut self, at: usize, bytes: &[u8]) -> bool {
        let room = self.0.get_mut(at..at.saturating_add(bytes.len()));
        room.map(|room| room.copy_from_slice(bytes)).is_some()
    }
}

/// An import that does not return.
#[derive(Debug)]
pub(crate) enum Ended {
    Panicked(Trap),
    Wrong(&'static str),
}

impl Display for Ended {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Ended::Panicked(trap) => trap.fmt(f),
            Ended::Wrong(what) => f.write_str(what),
        }
    }
}

impl HostError for Ended {}

impl From<Wrong> for Error {
    fn from(Wrong(what): Wrong) -> Error {
        Error::host(Ended::Wrong(what))
    }
}

/// Memory and host of a caller.
fn parts<'c>(caller: &'c mut Caller<'_, Linked>) -> Result<(Bytes<'c>, &'c mut Host), Error> {
    let memory = caller.data().memory.ok_or(Wrong("a call while the module is loaded"))?;
    let (memory, linked) = memory.data_and_store_mut(caller);
    Ok((Bytes(memory), &mut linked.host))
}

/// Burns the fuel of a call that charged the machine so many cycles.
fn pay(caller: &mut Caller<'_, Linked>, before: u64) -> Result<(), Error> {
    let cycles = caller.data().host.machine.charged().wrapping_sub(before);
    let price = cycles.saturating_mul(FUEL_OF_CYCLE).saturating_add(FUEL_OF_CALL);
    let left = caller.get_fuel()?;
    match left.checked_sub(price) {
        Some(left) => caller.set_fuel(left),
        None => Err(Wrong("ran too long, after this call").into()),
    }
}

macro_rules! define {
    ($($name:ident($($arg:ident: $kind:ident($($part:ident)*)),*) -> $result:ident;)*) => {
        fn link_calls(linker: &mut Linker<Linked>) -> Result<(), Error> {
            $(linker.func_wrap(
                calls::MODULE,
                stringify!($name),
                |mut caller: Caller<'_, Linked>, $($($part: i32,)*)* place: i32| -> Result<calls::result_type!($result), Error> {
                    let before = caller.data().host.machine.charged();
                    let (mut memory, host) = parts(&mut caller)?;
                    #[allow(unused_variables, reason = "calls without texts")]
                    let memory = &mut memory;
                    host.at(memory, place);
                    let value = result!(host $result host.machine.$name($(argument!(memory $kind $($part)*)),*));
                    pay(&mut caller, before)?;
                    Ok(value)
                },
            )?;)*
            Ok(())
        }
    };
}
calls::each_call!(define);

pub(crate) fn link(linker: &mut Linker<Linked>) -> Result<(), Error> {
    link_calls(linker)?;
    linker.func_wrap(
        calls::MODULE,
        calls::STAT_TEXT,
        |mut caller: Caller<'_, Linked>, at: i32, len: i32| -> Result<(), Error> {
            let (mut memory, host) = parts(&mut caller)?;
            Ok(host.copy_stat_text(&mut memory, at, len)?)
        },
    )?;
    linker.func_wrap(calls::MODULE, calls::NO_UPDATE60, |mut caller: Caller<'_, Linked>| {
        caller.data_mut().host.machine.has_no_update60();
    })?;
    linker.func_wrap(
        calls::MODULE,
        calls::PANICKED,
        |mut caller: Caller<'_, Linked>,
         at: i32,
         len: i32,
         file_at: i32,
         file_len: i32,
         line: i32,
         _column: i32|
         -> Result<(), Error> {
            let (memory, _) = parts(&mut caller)?;
            Err(Error::host(Ended::Panicked(panicked(&memory, [at, len, file_at, file_len, line])?)))
        },
    )?;
    linker.func_wrap(
        calls::MODULE,
        calls::STATE_ERROR,
        |mut caller: Caller<'_, Linked>, at: i32, len: i32| -> Result<(), Error> {
            let (memory, host) = parts(&mut caller)?;
            Ok(host.take_state_error(&memory, at, len)?)
        },
    )?;
    Ok(())
}

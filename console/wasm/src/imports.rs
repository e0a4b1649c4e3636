//! The imports of a module in wasmi: each row of `calls` as a call of the machine.

use crate::fault::Trap;
use crate::limits::Limits;
use crate::places::Places;
use num::Num;
use rasher::text::{Bytes, Text};
use rasher::{Boot, Color, Machine, Place, Position, Stat};
use std::fmt::{Display, Formatter};
use std::sync::Arc;
use wasmi::errors::HostError;
use wasmi::{Caller, Error, Linker, Memory};

/// Fuel of any call, and of each cycle that it charges: a call with the picture's size in pixels takes 30 us.
const FUEL_OF_CALL: u64 = 64;
const FUEL_OF_CYCLE: u64 = 8;

/// What the imports work on.
pub(crate) struct Host {
    /// The console's machine while an export runs; else a spare one.
    pub machine: Machine,
    pub memory: Option<Memory>,
    pub limits: Limits,
    /// Of the last call.
    pub position: Position,
    places: Arc<Places>,
    /// Places of recent calls, by their addresses: most frames make the same calls.
    recent: Box<[(i32, Position); RECENT]>,
    stat_text: Vec<u8>,
    pub state_error: String,
}

const RECENT: usize = 256;

/// An import that does not return.
#[derive(Debug)]
pub(crate) enum Ended {
    Panicked(Trap),
    /// An argument that no module made by the tool has.
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

impl Host {
    pub(crate) fn new(places: &Arc<Places>) -> Host {
        Host {
            machine: Machine::new(Boot::default()),
            memory: None,
            limits: Limits::default(),
            position: Position::default(),
            places: Arc::clone(places),
            recent: Box::new([(0, Position::default()); RECENT]),
            stat_text: Vec::new(),
            state_error: String::new(),
        }
    }

    /// Sets the place of a call.
    fn at(&mut self, memory: &[u8], location: i32) {
        let recent = &mut self.recent[(location as usize >> 4) % RECENT];
        if recent.0 != location {
            *recent = (location, self.places.position(memory, location));
            self.machine.set_files(self.places.files());
        }
        self.position = recent.1;
        self.machine.set_position(recent.1);
    }
}

fn wrong(what: &'static str) -> Error {
    Error::host(Ended::Wrong(what))
}

fn bytes(memory: &[u8], at: i32, len: i32) -> Result<&[u8], Error> {
    let (at, len) = (at as u32 as usize, len as u32 as usize);
    memory.get(at..at.saturating_add(len)).ok_or_else(|| wrong("an address outside of the memory"))
}

fn room(memory: &mut [u8], at: i32, len: i32) -> Result<&mut [u8], Error> {
    let (at, len) = (at as u32 as usize, len as u32 as usize);
    memory.get_mut(at..at.saturating_add(len)).ok_or_else(|| wrong("an address outside of the memory"))
}

fn utf8(memory: &[u8], at: i32, len: i32) -> Result<&str, Error> {
    std::str::from_utf8(bytes(memory, at, len)?).map_err(|_| wrong("a text that is not UTF-8"))
}

/// A text of the module's memory.
enum ModuleText<'m> {
    P8scii(&'m [u8]),
    Unicode(&'m str),
}

impl Text for ModuleText<'_> {
    fn p8scii(&self) -> Bytes<'_> {
        match self {
            ModuleText::P8scii(bytes) => bytes.p8scii(),
            ModuleText::Unicode(text) => text.p8scii(),
        }
    }
}

/// A row's argument as the machine takes it.
macro_rules! argument {
    ($memory:ident Int $value:ident) => {
        $value
    };
    ($memory:ident Addr $value:ident) => {
        $value as u16
    };
    ($memory:ident Byte $value:ident) => {
        $value as u8
    };
    ($memory:ident Cycles $value:ident) => {
        $value as u32
    };
    ($memory:ident Bool $value:ident) => {
        $value != 0
    };
    ($memory:ident Num $value:ident) => {
        Num::from_bits($value)
    };
    ($memory:ident Color $given:ident $value:ident) => {
        if $given == 0 { Color::PEN } else { Color::from(Num::from_bits($value)) }
    };
    ($memory:ident IntOrNil $given:ident $value:ident) => {
        ($given != 0).then_some($value)
    };
    ($memory:ident BoolOrNil $given:ident $value:ident) => {
        ($given != 0).then_some($value != 0)
    };
    ($memory:ident Str $at:ident $len:ident) => {
        utf8($memory, $at, $len)?
    };
    ($memory:ident StrOrNil $at:ident $len:ident) => {
        if $at == 0 { None } else { Some(utf8($memory, $at, $len)?) }
    };
    ($memory:ident Bytes $at:ident $len:ident) => {
        bytes($memory, $at, $len)?
    };
    ($memory:ident Out $at:ident $len:ident) => {
        room($memory, $at, $len)?
    };
    ($memory:ident Text $unicode:ident $at:ident $len:ident) => {
        match $unicode {
            0 => ModuleText::P8scii(bytes($memory, $at, $len)?),
            _ => ModuleText::Unicode(utf8($memory, $at, $len)?),
        }
    };
}

/// The machine's result as a row has it.
macro_rules! result {
    ($host:ident Nothing $value:expr) => {
        $value
    };
    ($host:ident Int $value:expr) => {
        $value
    };
    ($host:ident Bool $value:expr) => {
        i32::from($value)
    };
    ($host:ident Num $value:expr) => {
        $value.bits()
    };
    ($host:ident Byte $value:expr) => {
        i32::from($value)
    };
    ($host:ident Bits $value:expr) => {
        i32::from($value)
    };
    ($host:ident Short $value:expr) => {
        i32::from($value)
    };
    ($host:ident Four $value:expr) => {
        i32::from_le_bytes($value)
    };
    ($host:ident Long $value:expr) => {
        $value as i64
    };
    ($host:ident Pair $value:expr) => {
        pair($value)
    };
    ($host:ident Triple $value:expr) => {{
        let (a, b, c) = $value;
        i32::from_le_bytes([a as u8, b as u8, c as u8, 0])
    }};
    ($host:ident IndexOrNil $value:expr) => {
        $value.map_or(-1, i64::from)
    };
    ($host:ident Stat $value:expr) => {{
        let stat = $value;
        $host.stat(stat)
    }};
}

fn pair((low, high): (i32, i32)) -> i64 {
    i64::from(low as u32) | i64::from(high) << 32
}

impl Host {
    fn stat(&mut self, stat: Stat) -> i64 {
        match stat {
            Stat::Nil => 0,
            Stat::Num(number) => pair((number.bits(), 1)),
            Stat::Bool(truth) => pair((truth.into(), 2)),
            Stat::Text(text) => {
                self.stat_text = text.into_bytes();
                pair((self.stat_text.len() as i32, 3))
            }
        }
    }
}

/// Memory and host of a caller, with the call's place set.
fn parts<'c>(caller: &'c mut Caller<'_, Host>, location: i32) -> Result<(&'c mut [u8], &'c mut Host), Error> {
    let memory = caller.data().memory.ok_or_else(|| wrong("a call while the module is loaded"))?;
    let (memory, host) = memory.data_and_store_mut(caller);
    host.at(memory, location);
    Ok((memory, host))
}

/// Burns the fuel of a call that charged the machine so many cycles.
fn pay(caller: &mut Caller<'_, Host>, before: u64) -> Result<(), Error> {
    let cycles = caller.data().machine.charged().wrapping_sub(before);
    let price = cycles.saturating_mul(FUEL_OF_CYCLE).saturating_add(FUEL_OF_CALL);
    let left = caller.get_fuel()?;
    match left.checked_sub(price) {
        Some(left) => caller.set_fuel(left),
        None => Err(wrong("ran too long, after this call")),
    }
}

macro_rules! define {
    ($($name:ident($($arg:ident: $kind:ident($($part:ident)*)),*) -> $result:ident;)*) => {
        fn link_calls(linker: &mut Linker<Host>) -> Result<(), Error> {
            $(linker.func_wrap(
                calls::MODULE,
                stringify!($name),
                |mut caller: Caller<'_, Host>, $($($part: i32,)*)* place: i32| -> Result<calls::result_type!($result), Error> {
                    let before = caller.data().machine.charged();
                    #[allow(unused_variables, reason = "calls without texts")]
                    let (memory, host) = parts(&mut caller, place)?;
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

pub(crate) fn link(linker: &mut Linker<Host>) -> Result<(), Error> {
    link_calls(linker)?;
    let memory_of = |caller: &Caller<'_, Host>| caller.data().memory.ok_or_else(|| wrong("no memory yet"));
    linker.func_wrap(
        calls::MODULE,
        calls::STAT_TEXT,
        move |mut caller: Caller<'_, Host>, at: i32, len: i32| -> Result<(), Error> {
            let (memory, host) = memory_of(&caller)?.data_and_store_mut(&mut caller);
            let to = room(memory, at, len)?;
            to.fill(0);
            let text = std::mem::take(&mut host.stat_text);
            to.iter_mut().zip(text).for_each(|(to, byte)| *to = byte);
            Ok(())
        },
    )?;
    linker.func_wrap(calls::MODULE, calls::NO_UPDATE60, |mut caller: Caller<'_, Host>| {
        caller.data_mut().machine.has_no_update60();
    })?;
    linker.func_wrap(
        calls::MODULE,
        calls::PANICKED,
        move |mut caller: Caller<'_, Host>,
              at: i32,
              len: i32,
              file_at: i32,
              file_len: i32,
              line: i32,
              _column: i32|
              -> Result<(), Error> {
            let (memory, _) = memory_of(&caller)?.data_and_store_mut(&mut caller);
            let text =
                |at, len| Ok::<_, Error>(String::from_utf8_lossy(bytes(memory, at, len)?).into_owned());
            let message: String = text(at, len)?.chars().take(MESSAGE_MAX).collect();
            let place = Place::new(text(file_at, file_len.clamp(0, 512))?, line.max(0) as u32);
            Err(Error::host(Ended::Panicked(Trap { message, place })))
        },
    )?;
    linker.func_wrap(
        calls::MODULE,
        calls::STATE_ERROR,
        move |mut caller: Caller<'_, Host>, at: i32, len: i32| -> Result<(), Error> {
            let (memory, host) = memory_of(&caller)?.data_and_store_mut(&mut caller);
            host.state_error = utf8(memory, at, len)?.chars().take(MESSAGE_MAX).collect();
            Ok(())
        },
    )?;
    Ok(())
}

/// Letters of a panic's message.
const MESSAGE_MAX: usize = 1000;

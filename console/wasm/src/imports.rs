//! The imports of a module: arguments and results of each row of `calls`, for wasmi (`link.rs`) and for a page (`browser.rs`).
//!
//! ```text
//! row(i32, ...) ── argument! ──> Machine::row(Int, Text, ...) ── result! ──> i32 or i64
//!                     └── texts, bytes and places from the module's memory: Memory
//! ```

use crate::engine::Memory;
use crate::fault::Trap;
use crate::places::Places;
use rasher::text::{Bytes, Text};
use rasher::{Boot, Machine, Place, Position, Stat};
use std::borrow::Cow;
use std::sync::Arc;

/// An argument that no module made by the tool has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wrong(pub &'static str);

/// What the imports work on.
pub(crate) struct Host {
    /// The console's machine while an export runs; else a spare one.
    pub machine: Machine,
    /// Of the last call.
    pub position: Position,
    places: Arc<Places>,
    /// Places of recent calls, by their addresses: most frames make the same calls.
    recent: Box<[(i32, Position); RECENT]>,
    stat_text: Vec<u8>,
    pub state_error: String,
}

const RECENT: usize = 256;

impl Host {
    pub(crate) fn new(places: &Arc<Places>) -> Host {
        Host {
            machine: Machine::new(Boot::default()),
            position: Position::default(),
            places: Arc::clone(places),
            recent: Box::new([(0, Position::default()); RECENT]),
            stat_text: Vec::new(),
            state_error: String::new(),
        }
    }

    /// Sets the place of a call.
    pub(crate) fn at(&mut self, memory: &impl Memory, location: i32) {
        let recent = &mut self.recent[(location as usize >> 4) % RECENT];
        if recent.0 != location {
            *recent = (location, self.places.position(memory, location));
            self.machine.set_files(self.places.files());
        }
        self.position = recent.1;
        self.machine.set_position(recent.1);
    }
}

const OUTSIDE: Wrong = Wrong("an address outside of the memory");

pub(crate) fn bytes(memory: &impl Memory, at: i32, len: i32) -> Result<Cow<'_, [u8]>, Wrong> {
    memory.read(at as u32 as usize, len as u32 as usize).ok_or(OUTSIDE)
}

pub(crate) fn utf8(memory: &impl Memory, at: i32, len: i32) -> Result<Cow<'_, str>, Wrong> {
    let wrong = Wrong("a text that is not UTF-8");
    Ok(match bytes(memory, at, len)? {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map_err(|_| wrong)?.into(),
        Cow::Owned(bytes) => String::from_utf8(bytes).map_err(|_| wrong)?.into(),
    })
}

/// Room for bytes of the machine, which are in the memory once this is dropped.
pub(crate) struct Room<'m, M: Memory> {
    memory: &'m mut M,
    at: usize,
    pub bytes: Vec<u8>,
}

impl<'m, M: Memory> Room<'m, M> {
    pub(crate) fn new(memory: &'m mut M, at: i32, len: i32) -> Result<Room<'m, M>, Wrong> {
        let bytes = bytes(memory, at, len)?.into_owned();
        Ok(Room { memory, at: at as u32 as usize, bytes })
    }
}

impl<M: Memory> Drop for Room<'_, M> {
    fn drop(&mut self) {
        self.memory.put(self.at, &self.bytes);
    }
}

/// A text of the module's memory.
pub(crate) enum ModuleText<'m> {
    P8scii(Cow<'m, [u8]>),
    Unicode(Cow<'m, str>),
}

impl Text for ModuleText<'_> {
    fn p8scii(&self) -> Bytes<'_> {
        match self {
            ModuleText::P8scii(bytes) => (**bytes).p8scii(),
            ModuleText::Unicode(text) => (**text).p8scii(),
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
        num::Num::from_bits($value)
    };
    ($memory:ident Color $given:ident $value:ident) => {
        if $given == 0 { rasher::Color::PEN } else { rasher::Color::from(num::Num::from_bits($value)) }
    };
    ($memory:ident IntOrNil $given:ident $value:ident) => {
        ($given != 0).then_some($value)
    };
    ($memory:ident BoolOrNil $given:ident $value:ident) => {
        ($given != 0).then_some($value != 0)
    };
    ($memory:ident Str $at:ident $len:ident) => {
        &*$crate::imports::utf8($memory, $at, $len)?
    };
    ($memory:ident StrOrNil $at:ident $len:ident) => {
        if $at == 0 { None } else { Some($crate::imports::utf8($memory, $at, $len)?) }.as_deref()
    };
    ($memory:ident Bytes $at:ident $len:ident) => {
        &*$crate::imports::bytes($memory, $at, $len)?
    };
    ($memory:ident Out $at:ident $len:ident) => {
        &mut $crate::imports::Room::new($memory, $at, $len)?.bytes
    };
    ($memory:ident Text $unicode:ident $at:ident $len:ident) => {
        match $unicode {
            0 => $crate::imports::ModuleText::P8scii($crate::imports::bytes($memory, $at, $len)?),
            _ => $crate::imports::ModuleText::Unicode($crate::imports::utf8($memory, $at, $len)?),
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
        $crate::imports::pair($value)
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

pub(crate) use {argument, result};

pub(crate) fn pair((low, high): (i32, i32)) -> i64 {
    i64::from(low as u32) | i64::from(high) << 32
}

impl Host {
    pub(crate) fn stat(&mut self, stat: Stat) -> i64 {
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

    /// The place of the last call.
    pub(crate) fn place(&self) -> Place {
        self.places.place(self.position)
    }

    pub(crate) fn copy_stat_text(
        &mut self,
        memory: &mut impl Memory,
        at: i32,
        len: i32,
    ) -> Result<(), Wrong> {
        let mut room = Room::new(memory, at, len)?;
        room.bytes.fill(0);
        let text = std::mem::take(&mut self.stat_text);
        room.bytes.iter_mut().zip(text).for_each(|(to, byte)| *to = byte);
        Ok(())
    }

    pub(crate) fn take_state_error(&mut self, memory: &impl Memory, at: i32, len: i32) -> Result<(), Wrong> {
        self.state_error = utf8(memory, at, len)?.chars().take(MESSAGE_MAX).collect();
        Ok(())
    }
}

/// A panic of the cart: message, file, and line.
pub(crate) fn panicked(
    memory: &impl Memory,
    [at, len, file_at, file_len, line]: [i32; 5],
) -> Result<Trap, Wrong> {
    let text = |at, len| Ok(String::from_utf8_lossy(&bytes(memory, at, len)?).into_owned());
    let message: String = text(at, len)?.chars().take(MESSAGE_MAX).collect();
    let place = Place::new(text(file_at, file_len.clamp(0, 512))?, line.max(0) as u32);
    Ok(Trap { message, place })
}

/// Letters of a panic's message.
const MESSAGE_MAX: usize = 1000;

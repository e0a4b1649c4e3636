//! The calls that a cart's module imports from the console, as rows for both sides.
//!
//! ```text
//! spr(n: Int(n), x: Int(x), y: Int(y)) -> Nothing;
//! │   │  │   └ the integers that carry it          └ result
//! │   │  └ the argument's type
//! │   └ the argument
//! └ the method of `Machine`, and the import's name in the module `rasher`
//!
//! each_call!(declare) ──> guest: declares the imports          a module: `rasher` under cfg(rasher_module)
//!                    └──> wasm, web: define them               the console
//! ```
//!
//! All integers are `i32`. Each import has one more, the last: the address of the compiler's `Location` of the call.
//!
//! | argument | integers |
//! |---|---|
//! | `Int` `Addr` `Byte` `Cycles` `Bool` | the value; `Addr` and `Byte` count by their lowest 16 and 8 bits |
//! | `Num` | its 32 bits |
//! | `Color` | 1 and its 32 bits; 0 for the pen |
//! | `IntOrNil` `BoolOrNil` | 1 and the value; 0 for none |
//! | `Str` `Bytes` `Out` | address and length: text in UTF-8, bytes, room for the result |
//! | `StrOrNil` | the same; address 0 for none |
//! | `Text` | 1 if in UTF-8, 0 if in P8SCII; address and length |
//!
//! | result | as |
//! |---|---|
//! | `Int` `Byte` `Bits` `Short` `Bool` `Num` | an `i32` |
//! | `Triple` `Four` | an `i32`: three or four bytes, the first lowest |
//! | `Pair` | an `i64`: the first in its lowest 32 bits |
//! | `Long` | an `i64` |
//! | `IndexOrNil` | an `i64`: the index, or -1 |
//! | `Stat` | an `i64`: bits 32 and up are 0 nil, 1 number, 2 truth value, 3 text; the lowest 32 are the value, or the length of a text, which [`STAT_TEXT`] then gets |
//!
//! People share modules, so a row may be added but never changed.

#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]

mod rows;

/// Bytes of a module in a file.
pub const MODULE_MAX: usize = 512 << 10;
/// Bytes of a module that a console plays: one that is built fast, to be replaced, is four times as large.
pub const PLAYED_MAX: usize = 4 * MODULE_MAX;

/// Whether code is a module, and no text.
pub fn is_module(code: &[u8]) -> bool {
    code.starts_with(b"\0asm")
}

/// The integer type of a row's result.
#[macro_export]
macro_rules! result_type {
    (Nothing) => {
        ()
    };
    (Pair) => {
        i64
    };
    (Long) => {
        i64
    };
    (IndexOrNil) => {
        i64
    };
    (Stat) => {
        i64
    };
    ($other:ident) => {
        i32
    };
}

/// The module name of all imports.
pub const MODULE: &str = "rasher";

/// Version of the rows: a console plays modules of its own version and older ones.
pub const VERSION: u16 = 1;

/// Import `(at, len)`: copies the last `stat`'s text into this room.
pub const STAT_TEXT: &str = "stat_text";
/// Import `()`: the cart has no `_update60`.
pub const NO_UPDATE60: &str = "no_update60";
/// Import `(message_at, message_len, file_at, file_len, line, column)`: the cart panicked; does not return.
pub const PANICKED: &str = "panicked";
/// Import `(reason_at, reason_len)`: why the state could not be saved or loaded.
pub const STATE_ERROR: &str = "state_error";

/// What the export [`HOOK`] runs.
pub mod hook {
    pub const INIT: i32 = 0;
    pub const UPDATE: i32 = 1;
    pub const UPDATE60: i32 = 2;
    pub const DRAW: i32 = 3;
    /// With the item's index and the buttons; the result is whether the menu stays open.
    pub const MENU: i32 = 4;
}

/// Export `()`: makes the cart; the first call of an instance, unless a memory is copied into it.
pub const START: &str = "start";
/// Export `(hook, a, b) -> i32`.
pub const HOOK: &str = "hook";
/// Export `() -> i64`: writes the state; address in the lowest 32 bits, and length, or -1 after [`STATE_ERROR`].
pub const STATE: &str = "state";
/// Export `(len) -> i32`: the address of room for a state.
pub const ROOM: &str = "room";
/// Export `() -> i32`: reads a state from that room; 1, or 0 after [`STATE_ERROR`].
pub const LOAD: &str = "load";
/// Export `() -> i32` of a module that is built to be replaced: reads a stream of [`STATE`] from that room, by names; as
/// [`LOAD`].
pub const LOAD_NAMED: &str = "load_named";
/// Export: the global that is the stack pointer; at its first value whenever no export runs.
pub const STACK_POINTER: &str = "__stack_pointer";
/// Export: the memory: the stack from 0 to the stack pointer, and everything else above it.
pub const MEMORY: &str = "memory";

/// The stream that [`STATE`] writes: each value begins with its tag. Lengths and numbers of variants are LEB128; a
/// name is a length and UTF-8.
pub mod tag {
    pub const BOOL: u8 = 0;
    /// Then its bytes, little-endian.
    pub const I8: u8 = 1;
    pub const I16: u8 = 2;
    pub const I32: u8 = 3;
    pub const I64: u8 = 4;
    pub const I128: u8 = 5;
    pub const U8: u8 = 6;
    pub const U16: u8 = 7;
    pub const U32: u8 = 8;
    pub const U64: u8 = 9;
    pub const U128: u8 = 10;
    /// A character, as four bytes.
    pub const CHAR: u8 = 13;
    /// Length and bytes.
    pub const TEXT: u8 = 14;
    pub const BYTES: u8 = 15;
    pub const UNIT: u8 = 16;
    pub const NONE: u8 = 17;
    /// Then the value.
    pub const SOME: u8 = 18;
    /// Number and name.
    pub const VARIANT: u8 = 19;
    /// Name and value.
    pub const NEWTYPE: u8 = 20;
    /// Number, name and value.
    pub const NEWTYPE_VARIANT: u8 = 21;
    /// Length and elements.
    pub const LIST: u8 = 22;
    /// Length, keys and values in turn.
    pub const MAP: u8 = 23;
    /// Elements and [`END`].
    pub const TUPLE: u8 = 24;
    /// Names and values in turn, and an empty name.
    pub const STRUCT: u8 = 25;
    /// Number and name, then as above.
    pub const TUPLE_VARIANT: u8 = 26;
    pub const STRUCT_VARIANT: u8 = 27;
    /// A list or map whose length was not known: elements, or keys and values in turn, and [`END`].
    pub const STREAM: u8 = 28;
    pub const STREAM_MAP: u8 = 29;
    pub const END: u8 = 30;
}

//! A value of the language: eight bytes, copied freely.
//!
//! ```text
//! 63      56 55              32 31                0
//!   tag      0 (in a node's key: the chain)  payload
//!
//! number 00  true 01  text 02  long text 03  table 04  function 05  native 06  thread 07  cell 08    nil 80  false 81
//! ```
//!
//! A number's tag is 0, so two operands are numbers if the upper halves of both are 0. Nil and false have the sign bit, so a condition is
//! one comparison. A cell is in a register or closure instead of a variable that several functions share; no program ever sees one. All
//! other values are indices into the heap, not pointers, so a heap is cloned as bytes.

use num::Num;

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Value(pub(crate) u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    Nil,
    Boolean,
    Number,
    Text,
    Table,
    /// A function of the program or a native.
    Function,
    Thread,
}

impl ValueKind {
    pub fn name(self) -> &'static str {
        match self {
            ValueKind::Nil => "nil",
            ValueKind::Boolean => "boolean",
            ValueKind::Number => "number",
            ValueKind::Text => "string",
            ValueKind::Table => "table",
            ValueKind::Function => "function",
            ValueKind::Thread => "thread",
        }
    }
}

pub(crate) mod tag {
    pub const TRUE: u8 = 0x01;
    pub const TEXT: u8 = 0x02;
    pub const LONG: u8 = 0x03;
    pub const TABLE: u8 = 0x04;
    pub const FUNCTION: u8 = 0x05;
    pub const NATIVE: u8 = 0x06;
    pub const THREAD: u8 = 0x07;
    pub const CELL: u8 = 0x08;
    pub const FREE: u8 = 0x09;
    pub const NIL: u8 = 0x80;
    pub const FALSE: u8 = 0x81;
}

impl Value {
    pub const NIL: Value = Value::object(tag::NIL, 0);
    pub const TRUE: Value = Value::object(tag::TRUE, 0);
    pub const FALSE: Value = Value::object(tag::FALSE, 0);

    pub(crate) const fn object(tag: u8, index: u32) -> Value {
        Value((tag as u64) << 56 | index as u64)
    }

    #[inline]
    pub const fn number(number: Num) -> Value {
        Value(number.bits() as u32 as u64)
    }

    #[inline]
    pub const fn boolean(is: bool) -> Value {
        if is { Value::TRUE } else { Value::FALSE }
    }

    #[inline]
    pub const fn as_number(self) -> Option<Num> {
        if self.0 >> 32 == 0 { Some(Num::from_bits(self.0 as u32 as i32)) } else { None }
    }

    /// The value as a word, for a debugger that keeps its place in the heap it is from.
    pub const fn bits(self) -> u64 {
        self.0
    }

    pub const fn from_bits(bits: u64) -> Value {
        Value(bits)
    }

    #[inline]
    pub const fn is_true(self) -> bool {
        self.0 as i64 >= 0
    }

    #[inline]
    pub const fn is_nil(self) -> bool {
        self.0 == Value::NIL.0
    }

    #[inline]
    pub(crate) const fn tag(self) -> u8 {
        (self.0 >> 56) as u8
    }

    #[inline]
    pub(crate) const fn index(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(crate) const fn as_object(self, tag: u8) -> Option<u32> {
        if self.0 >> 32 == (tag as u64) << 24 { Some(self.0 as u32) } else { None }
    }

    pub const fn kind(self) -> ValueKind {
        match self.tag() {
            0 => ValueKind::Number,
            tag::TRUE | tag::FALSE => ValueKind::Boolean,
            tag::TEXT | tag::LONG => ValueKind::Text,
            tag::TABLE => ValueKind::Table,
            tag::FUNCTION | tag::NATIVE => ValueKind::Function,
            tag::THREAD => ValueKind::Thread,
            _ => ValueKind::Nil,
        }
    }
}

impl Default for Value {
    fn default() -> Value {
        Value::NIL
    }
}

impl core::fmt::Debug for Value {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.as_number() {
            Some(number) => write!(f, "{number}"),
            None => write!(f, "{} {}", self.kind().name(), self.index()),
        }
    }
}

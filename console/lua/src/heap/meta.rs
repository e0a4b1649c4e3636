//! Metatables: the events, and the lookup of their functions.
//!
//! A bit of a metatable caches that it has nothing for an event, until it is changed. As in Lua 5.2, only the first eight events have one,
//! which are looked up at each access.

use super::Heap;
use crate::ast::{BinaryOp, UnaryOp};
use crate::value::{Value, tag};

macro_rules! events {
    ($($name:ident = $text:literal,)*) => {
        /// What a metatable may have a function for; its number is that of its name's text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Event { $($name,)* }

        pub(crate) const EVENTS: &[&str] = &[$($text,)*];
    };
}

events! {
    Index = "__index", NewIndex = "__newindex", Eq = "__eq", Len = "__len", Call = "__call",
    Lt = "__lt", Le = "__le", Mode = "__mode", Concat = "__concat", Neg = "__unm",
    Add = "__add", Sub = "__sub", Mul = "__mul", Div = "__div", Idiv = "__idiv", Mod = "__mod", Pow = "__pow",
    And = "__and", Or = "__or", Xor = "__xor", Not = "__not",
    Shl = "__shl", Shr = "__shr", Lshr = "__lshr", Rotl = "__rotl", Rotr = "__rotr",
    Peek = "__peek", Peek2 = "__peek2", Peek4 = "__peek4",
    ToString = "__tostring", Pairs = "__pairs", Ipairs = "__ipairs", Metatable = "__metatable",
}

impl Event {
    pub fn of_binary(op: BinaryOp) -> Event {
        match op {
            BinaryOp::Add => Event::Add,
            BinaryOp::Sub => Event::Sub,
            BinaryOp::Mul => Event::Mul,
            BinaryOp::Div => Event::Div,
            BinaryOp::Idiv => Event::Idiv,
            BinaryOp::Mod => Event::Mod,
            BinaryOp::Pow => Event::Pow,
            BinaryOp::And => Event::And,
            BinaryOp::Or => Event::Or,
            BinaryOp::Xor => Event::Xor,
            BinaryOp::Shl => Event::Shl,
            BinaryOp::Shr => Event::Shr,
            BinaryOp::Lshr => Event::Lshr,
            BinaryOp::Rotl => Event::Rotl,
            BinaryOp::Rotr => Event::Rotr,
            BinaryOp::Concat => Event::Concat,
            BinaryOp::Lt | BinaryOp::Gt => Event::Lt,
            BinaryOp::Le | BinaryOp::Ge => Event::Le,
            BinaryOp::Ne | BinaryOp::Eq => Event::Eq,
        }
    }

    pub fn of_unary(op: UnaryOp) -> Event {
        match op {
            UnaryOp::Neg => Event::Neg,
            UnaryOp::BitNot | UnaryOp::Not => Event::Not,
            UnaryOp::Len => Event::Len,
            UnaryOp::Peek => Event::Peek,
            UnaryOp::Peek2 => Event::Peek2,
            UnaryOp::Peek4 => Event::Peek4,
        }
    }

    fn bit(self) -> Option<u8> {
        1u8.checked_shl(self as u32)
    }
}

impl Heap {
    /// `getmetatable(value)`, ignoring `__metatable`; nil if it has none.
    pub fn metatable(&self, value: Value) -> Value {
        let table = value.as_object(tag::TABLE).and_then(|table| self.meta_at(table));
        table.map_or(Value::NIL, |table| Value::object(tag::TABLE, table))
    }

    /// `setmetatable(table, meta)`; nil removes it. Does nothing if the first is not a table.
    pub fn set_metatable(&mut self, table: Value, meta: Value) {
        if let Some(table) = table.as_object(tag::TABLE) {
            self.tables[table as usize].meta = meta.as_object(tag::TABLE).map_or(0, |meta| meta + 1);
        }
    }

    #[inline]
    pub(crate) fn meta_at(&self, table: u32) -> Option<u32> {
        self.tables[table as usize].meta.checked_sub(1)
    }

    /// A table's metamethod for an event; nil if there is none.
    #[inline]
    pub(crate) fn event_at(&mut self, table: u32, event: Event) -> Value {
        match self.meta_at(table) {
            Some(meta) => self.event_in(meta, event),
            None => Value::NIL,
        }
    }

    /// A named field of a table, or of the table in its `__index`; none if a longer lookup is needed.
    #[inline(never)]
    pub(crate) fn method(&mut self, table: u32, key: Value, guess: &mut u16) -> Option<Value> {
        // Most methods belong to the class, so the guess is an index into the class.
        let own = self.own_field(table, key, guess).map_or(Value::NIL, |place| self.word(place));
        if !own.is_nil() {
            return Some(own);
        }
        let class = self.event_at(table, Event::Index).as_object(tag::TABLE)?;
        let place = self.field(class, key, guess)?;
        Some(self.word(place)).filter(|value| !value.is_nil())
    }

    fn event_in(&mut self, meta: u32, event: Event) -> Value {
        let bit = event.bit().unwrap_or(0);
        if self.tables[meta as usize].absent & bit != 0 {
            return Value::NIL;
        }
        let key = Value::object(tag::TEXT, event as u32);
        let mut hint = self.tables[meta as usize].hint;
        let found = self.field(meta, key, &mut hint).map_or(Value::NIL, |place| self.word(place));
        self.tables[meta as usize].hint = hint;
        if found.is_nil() {
            self.tables[meta as usize].absent |= bit;
        }
        found
    }

    pub(crate) fn event(&mut self, value: Value, event: Event) -> Value {
        value.as_object(tag::TABLE).map_or(Value::NIL, |table| self.event_at(table, event))
    }
}

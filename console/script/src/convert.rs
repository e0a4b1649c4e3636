//! Arguments and results: conversion between values of the language and of the machine's methods.
//!
//! ```text
//! missing          the default of the table's row; without one 0, false, the empty text
//! nil              0, false; of a text, and where the row's default is nil, as if missing
//! "12"             a number, where a number is expected
//! a table, true    0, where a number is expected
//! ```
//!
//! The rules are PICO-8's, by section 3.1 of its manual and by measurement; a number is floored to the method's type (`rasher::api` has
//! the table of types).

use alloc::string::String;
use lua::{NativeCall, Value};
use num::Num;

/// Converts an argument to a type of the table; none if it is missing, and for a text or a truth value also if it is nil.
pub mod kind {
    use super::*;

    fn number(call: &NativeCall<'_>, at: usize) -> Option<Num> {
        (at < call.count()).then(|| call.number(at).unwrap_or(Num::ZERO))
    }

    macro_rules! kinds {
        ($($(#[$doc:meta])* $name:ident -> $out:ty, |$number:ident| $made:expr;)*) => {
            $(
                $(#[$doc])*
                #[allow(non_snake_case, reason = "functions with the names of the table's types")]
                #[inline]
                pub fn $name(call: &NativeCall<'_>, at: usize) -> Option<$out> {
                    number(call, at).map(|$number| $made)
                }
            )*
        };
    }

    kinds! {
        Num -> num::Num, |n| n;
        Int -> i32, |n| n.flr();
        Addr -> u16, |n| n.flr() as u16;
        Bits -> u16, |n| n.flr() as u16;
        Byte -> u8, |n| n.flr() as u8;
        Cycles -> u32, |n| n.flr().max(0) as u32;
        Color -> rasher::Color, |n| rasher::Color::from(n);
    }

    #[allow(non_snake_case, reason = "a function with the name of the table's type")]
    pub fn Bool(call: &NativeCall<'_>, at: usize) -> Option<bool> {
        let value = call.get(at);
        (!value.is_nil()).then(|| value.is_true())
    }

    /// A text, or a number as text, in Unicode; cut at a name's length, but not so early that the machine would accept a longer one.
    #[allow(non_snake_case, reason = "a function with the name of the table's type")]
    pub fn Text(call: &NativeCall<'_>, at: usize) -> Option<String> {
        text(call, at, rasher::NAME_MAX)
    }

    /// A text of at most `most` letters and one more.
    pub fn text(call: &NativeCall<'_>, at: usize, most: usize) -> Option<String> {
        let value = call.get(at);
        (!value.is_nil()).then(|| {
            let text = call.text(at, most + 1);
            call.spend(decoding(text.len()));
            rasher::text::decode(&text)
        })
    }

    /// Cycles of converting so many letters to Unicode or back; a line for the terminal takes none.
    pub fn decoding(letters: usize) -> i64 {
        letters.saturating_sub(64) as i64 / 4
    }
}

/// A method's result, as values of the language.
pub trait Give {
    fn give(self, call: &mut NativeCall<'_>);
}

impl Give for () {
    fn give(self, _: &mut NativeCall<'_>) {}
}

impl Give for Num {
    fn give(self, call: &mut NativeCall<'_>) {
        call.ret(Value::number(self));
    }
}

impl Give for bool {
    fn give(self, call: &mut NativeCall<'_>) {
        call.ret(Value::boolean(self));
    }
}

macro_rules! whole {
    ($($kind:ty)*) => {
        $(impl Give for $kind {
            fn give(self, call: &mut NativeCall<'_>) {
                call.ret(Value::number(Num::from(i32::from(self))));
            }
        })*
    };
}

whole! { i32 i16 u16 u8 }

impl Give for (i32, i32) {
    fn give(self, call: &mut NativeCall<'_>) {
        self.0.give(call);
        self.1.give(call);
    }
}

impl Give for (i32, i32, i32) {
    fn give(self, call: &mut NativeCall<'_>) {
        (self.0, self.1).give(call);
        self.2.give(call);
    }
}

impl Give for [u8; 4] {
    fn give(self, call: &mut NativeCall<'_>) {
        self.into_iter().for_each(|n| n.give(call));
    }
}

impl Give for rasher::Stat {
    fn give(self, call: &mut NativeCall<'_>) {
        match self {
            rasher::Stat::Nil => call.ret(Value::NIL),
            rasher::Stat::Num(n) => n.give(call),
            rasher::Stat::Bool(is) => is.give(call),
            rasher::Stat::Text(text) => {
                call.spend(kind::decoding(text.len()));
                call.ret_text(&rasher::text::encode(&text).collect::<alloc::vec::Vec<u8>>())
            }
        }
    }
}

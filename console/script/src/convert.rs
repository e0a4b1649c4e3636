//! Arguments and results: what becomes of a value on its way to a method, and of what the method gives.
//!
//! ```text
//! missing, nil     the default of the table's row; where it has none 0, false, the empty text
//! "12"             a number, where one is wanted
//! a table, true    0, where a number is wanted
//! ```
//!
//! The rules are PICO-8's, as section 3.1 of its manual and measured values have them; a number is floored to what the method
//! takes (`rasher::api` has the table of types).

use alloc::string::String;
use lua::{Call, Value};
use num::Num;

/// What an argument of the table's types becomes; none where it is missing or nil.
pub mod kind {
    use super::*;

    fn number(call: &Call<'_>, at: usize) -> Option<Num> {
        let value = call.get(at);
        if value.is_nil() { None } else { Some(call.number(at).unwrap_or(Num::ZERO)) }
    }

    macro_rules! kinds {
        ($($(#[$doc:meta])* $name:ident -> $out:ty, |$number:ident| $made:expr;)*) => {
            $(
                $(#[$doc])*
                #[allow(non_snake_case, reason = "functions with the names of the table's types")]
                #[inline]
                pub fn $name(call: &Call<'_>, at: usize) -> Option<$out> {
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
    pub fn Bool(call: &Call<'_>, at: usize) -> Option<bool> {
        let value = call.get(at);
        (!value.is_nil()).then(|| value.is_true())
    }

    /// A text, or a number as one, in Unicode: a name, so of a longer one so much that the machine tells of it.
    #[allow(non_snake_case, reason = "a function with the name of the table's type")]
    pub fn Text(call: &Call<'_>, at: usize) -> Option<String> {
        text(call, at, rasher::NAME_MAX)
    }

    /// A text of so many letters at most, and one more.
    pub fn text(call: &Call<'_>, at: usize, most: usize) -> Option<String> {
        let value = call.get(at);
        (!value.is_nil()).then(|| {
            let text = call.text(at, most + 1);
            call.spend(decoding(text.len()));
            rasher::text::decode(&text)
        })
    }

    /// Cycles of turning so many letters into Unicode or back: a line for the terminal takes none.
    pub fn decoding(letters: usize) -> i64 {
        letters.saturating_sub(64) as i64 / 4
    }
}

/// What a method gives, as values of the language.
pub trait Give {
    /// Puts it into the call's results.
    fn give(self, call: &mut Call<'_>);
}

impl Give for () {
    fn give(self, _: &mut Call<'_>) {}
}

impl Give for Num {
    fn give(self, call: &mut Call<'_>) {
        call.ret(Value::number(self));
    }
}

impl Give for bool {
    fn give(self, call: &mut Call<'_>) {
        call.ret(Value::boolean(self));
    }
}

macro_rules! whole {
    ($($kind:ty)*) => {
        $(impl Give for $kind {
            fn give(self, call: &mut Call<'_>) {
                call.ret(Value::number(Num::from(i32::from(self))));
            }
        })*
    };
}

whole! { i32 i16 u16 u8 }

impl Give for (i32, i32) {
    fn give(self, call: &mut Call<'_>) {
        self.0.give(call);
        self.1.give(call);
    }
}

impl Give for (i32, i32, i32) {
    fn give(self, call: &mut Call<'_>) {
        (self.0, self.1).give(call);
        self.2.give(call);
    }
}

impl Give for [u8; 4] {
    fn give(self, call: &mut Call<'_>) {
        self.into_iter().for_each(|n| n.give(call));
    }
}

impl Give for rasher::Stat {
    fn give(self, call: &mut Call<'_>) {
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

//! The forms of a call: arguments with types and defaults, results, and the method.
//!
//! ```text
//! spr = Machine::spr(n: Int, x: Int, y: Int);                        a form of PICO-8's spr, and its method
//! fget = Machine::fget_bit(n: Int, f: Int) -> Bool;                  a form with a result
//! poke = lua(addr: Addr, values: Rest);                              a form that only Lua has (nil, lists)
//! pal = Machine::pal_table;                                          a method with its own signature
//! ```
//!
//! | type | from a Lua value | in Rust |
//! |---|---|---|
//! | `Num` | a number, or text that reads as one | `Num` |
//! | `Int` | the same, floored | `i32` |
//! | `Addr`, `Bits` | the same, its lowest 16 bits | `u16` |
//! | `Byte` | the same, its lowest 8 bits | `u8` |
//! | `Cycles` | the same, 0 if negative | `u32` |
//! | `Color` | a number with its pattern in the high bits; 0 if it reads as none | [`crate::Color`] |
//! | `Bool` | false and nil are false | `bool` |
//! | `Text` | text, or a number as text | `&str` |
//! | `List` | a table | a slice |
//! | `Any` | anything | as the method's text says |
//! | `Callback` | a function | a hook |
//! | `Rest` | any number of numbers | a slice |
//!
//! The default of a trailing argument is a number, `true`, `false`, `nil` (the method takes an `Option`), `pen`,
//! `empty` (the text), or the name of an earlier argument. In Lua a missing one without a default is nil: 0 or false.
//!
//! The compiler checks each form against its method: types, results, argument names and their order.

use crate::api::Stat;
use crate::described::Item;
use alloc::string::{String, ToString};
use alloc::{format, vec::Vec};
use num::Num;

#[derive(Clone, Copy, Debug)]
pub struct CallForm {
    pub name: &'static str,
    /// The method with this form, if Rust has one.
    pub method: Option<&'static Item>,
    pub arguments: &'static [Argument],
    /// Types of the results, in order.
    pub results: &'static [ValueKind],
}

#[derive(Clone, Copy, Debug)]
pub struct Argument {
    pub name: &'static str,
    /// How the given value is converted.
    pub kind: ValueKind,
    /// The value if it is missing; none for a required argument.
    pub default: Option<DefaultValue>,
}

/// The value of a missing argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultValue {
    /// `None`: the method has its own rule.
    Nil,
    Pen,
    Empty,
    Bool(bool),
    Num(Num),
    /// The value of another argument of the form.
    Argument(&'static str),
}

impl CallForm {
    /// Whether it is `other`, or `other` with more arguments at its end.
    fn extends(&self, other: &CallForm) -> bool {
        self.name == other.name
            && self.arguments.len() >= other.arguments.len()
            && self.arguments.iter().zip(other.arguments).all(|(a, b)| a.name == b.name)
    }

    /// The arguments as text, the first `given` of them required: `n x y [w=1 h=1 flip_x flip_y]`.
    fn list(&self, given: usize) -> String {
        let optional = |(i, argument): &(usize, &Argument)| *i >= given || argument.default.is_some();
        let words = |wanted: bool| {
            let some = self.arguments.iter().enumerate().filter(|pair| optional(pair) == wanted);
            some.map(|(_, argument)| argument.to_string()).collect::<Vec<_>>().join(" ")
        };
        match (words(false), words(true)) {
            (given, other) if other.is_empty() => given,
            (given, other) if given.is_empty() => format!("[{other}]"),
            (given, other) => format!("{given} [{other}]"),
        }
    }
}

impl core::fmt::Display for Argument {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let name = self.name;
        match self.default {
            _ if self.kind == ValueKind::Rest => write!(f, "{name} .."),
            // Addresses, and lengths as large as one, in hex as in the manual.
            Some(DefaultValue::Num(n)) if self.kind == ValueKind::Addr || n.flr() >= 0x1000 => {
                write!(f, "{name}=0x{:x}", n.flr())
            }
            Some(DefaultValue::Num(n)) => write!(f, "{name}={n}"),
            Some(DefaultValue::Argument(other)) => write!(f, "{name}={other}"),
            Some(DefaultValue::Bool(true)) => write!(f, "{name}=true"),
            _ => f.write_str(name),
        }
    }
}

/// The forms of a row in one line, without prefixes of others: `n [flag]`. A row with several names shows each.
pub(super) fn usage(forms: &[CallForm]) -> String {
    let longest = forms.iter().enumerate().filter(|(i, form)| {
        let longer = |(j, other): (usize, &CallForm)| {
            *i != j && other.extends(form) && (other.arguments.len() > form.arguments.len() || j < *i)
        };
        !forms.iter().enumerate().any(longer)
    });
    let longest: Vec<&CallForm> = longest.map(|(_, form)| form).collect();
    if longest.iter().all(|form| form.arguments.is_empty()) {
        return String::new();
    }
    // An argument is optional if a shorter form goes without it.
    let list = |form: &CallForm| {
        let shorter = forms.iter().filter(|other| form.extends(other));
        form.list(shorter.map(|other| other.arguments.len()).min().unwrap_or(form.arguments.len()))
    };
    if longest.iter().all(|form| form.name == longest[0].name) {
        let lists = longest.into_iter().map(list).filter(|list| !list.is_empty());
        return lists.collect::<Vec<_>>().join(" | ");
    }
    longest.into_iter().map(|form| format!("{}({})", form.name, list(form))).collect::<Vec<_>>().join(" ")
}

/// Types of arguments and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    Num,
    Int,
    Addr,
    Bits,
    Byte,
    Cycles,
    Color,
    Bool,
    Text,
    List,
    Any,
    Callback,
    Rest,
}

/// Result types, for the rules below.
pub(super) mod kind {
    pub struct Num;
    pub struct Int;
    pub struct Bool;
    pub struct Any;
}

/// A value of each type as a method takes it, for test calls that only have to compile.
#[allow(non_snake_case, reason = "named after the types")]
pub(super) mod given {
    use crate::api::Color as Colour;

    macro_rules! given {
        ($($name:ident $of:ty = $value:expr;)*) => { $(pub fn $name() -> $of { $value })* };
    }
    given! {
        Num num::Num = num::Num::ZERO;
        Int i32 = 0;
        Addr u16 = 0;
        Bits u16 = 0;
        Byte u8 = 0;
        Cycles u32 = 0;
        Color Colour = Colour::PEN;
        Bool bool = false;
        Text &'static str = "";
        Any &'static str = "";
        List &'static [u8] = &[];
    }
}

/// Implemented by the result types of methods, for the types of a form.
pub(super) trait Gives<Kinds> {}
impl Gives<()> for () {}
impl Gives<(kind::Num,)> for Num {}
impl Gives<(kind::Int,)> for i32 {}
impl Gives<(kind::Int,)> for i16 {}
impl Gives<(kind::Int,)> for u16 {}
impl Gives<(kind::Int,)> for u8 {}
impl Gives<(kind::Bool,)> for bool {}
impl Gives<(kind::Any,)> for Stat {}
impl<T> Gives<(kind::Any,)> for Option<&T> {}
impl Gives<(kind::Int, kind::Int)> for (i32, i32) {}
impl Gives<(kind::Int, kind::Int, kind::Int)> for (i32, i32, i32) {}
impl Gives<(kind::Int, kind::Int, kind::Int, kind::Int)> for [u8; 4] {}

pub(super) fn gives<Kinds, T: Gives<Kinds>>(_: T) {}

/// Fails to compile if argument names differ from the method's. A number's receiver is the form's first argument.
pub(crate) const fn agree(method: &Item, names: &[&str]) {
    let own = (names.len() > method.parameters.len()) as usize;
    assert!(names.len() == method.parameters.len() + own, "the method has another number of arguments");
    let mut i = 0;
    while i < method.parameters.len() {
        assert!(same(names[i + own], method.parameters[i]), "an argument has another name in the method");
        i += 1;
    }
}

/// `a == b` in constants.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The described item of a method, type or macro.
macro_rules! item {
    (Num $name:ident) => {
        &num::described::Num::$name
    };
    (NumTypes $name:ident) => {
        &num::described::Types::$name
    };
    (NumMacros $name:ident) => {
        &num::described::Macros::$name
    };
    ($of:ident $name:ident) => {
        &described::$of::$name
    };
}
pub(super) use item;

/// The methods of a row's forms.
macro_rules! items {
    ([$($out:tt)*]) => { &[$($out)*] };
    ([$($out:tt)*] $pico:ident = lua ($($args:tt)*) $(-> $($result:ident)+)?; $($rest:tt)*) => {
        items!([$($out)*] $($rest)*)
    };
    ([$($out:tt)*] $pico:ident = $of:ident::$method:ident $(($($args:tt)*))? $(-> $($result:ident)+)?; $($rest:tt)*) => {
        items!([$($out)* item!($of $method),] $($rest)*)
    };
}
pub(super) use items;

macro_rules! names {
    ([$($out:tt)*]) => { &[$($out)*] };
    ([$($out:tt)*] $pico:ident = lua ($($args:tt)*) $(-> $($result:ident)+)?; $($rest:tt)*) => {
        names!([$($out)*] $($rest)*)
    };
    ([$($out:tt)*] $pico:ident = $of:ident::$method:ident $(($($args:tt)*))? $(-> $($result:ident)+)?; $($rest:tt)*) => {
        names!([$($out)* stringify!($pico),] $($rest)*)
    };
}
pub(super) use names;

/// The forms of a row that have arguments.
macro_rules! forms {
    ([$($out:tt)*]) => { &[$($out)*] };
    ([$($out:tt)*] $pico:ident = lua ($($args:tt)*) $(-> $($result:ident)+)?; $($rest:tt)*) => {
        forms!([$($out)* form!($pico lua ($($args)*) $($($result)+)?),] $($rest)*)
    };
    ([$($out:tt)*] $pico:ident = $of:ident::$method:ident ($($args:tt)*) $(-> $($result:ident)+)?; $($rest:tt)*) => {
        forms!([$($out)* form!($pico $of $method ($($args)*) $($($result)+)?),] $($rest)*)
    };
    ([$($out:tt)*] $pico:ident = $of:ident::$method:ident; $($rest:tt)*) => { forms!([$($out)*] $($rest)*) };
}
pub(super) use forms;

macro_rules! default_value {
    (nil) => { DefaultValue::Nil };
    (pen) => { DefaultValue::Pen };
    (empty) => { DefaultValue::Empty };
    (true) => { DefaultValue::Bool(true) };
    (false) => { DefaultValue::Bool(false) };
    ($name:ident) => { DefaultValue::Argument(stringify!($name)) };
    (($($number:tt)*)) => { DefaultValue::Num(num!($($number)*)) };
    ($number:tt) => { DefaultValue::Num(num!($number)) };
}
pub(super) use default_value;

/// An argument for the test call; nil becomes an `Option`.
macro_rules! tried {
    ($kind:ident nil) => {
        Some(given::$kind()).filter(|_| false)
    };
    ($kind:ident $($default:tt)?) => {
        given::$kind()
    };
}
pub(super) use tried;

macro_rules! form {
    ($pico:ident $of:ident $method:ident ($($arg:ident: $kind:ident $(= $default:tt)?),*) $($result:ident)*) => {{
        const ITEM: &Item = item!($of $method);
        const _: () = agree(ITEM, &[$(stringify!($arg)),*]);
        #[allow(dead_code, reason = "only has to compile")]
        fn try_it(p8: &mut Machine) {
            gives::<($(kind::$result,)*), _>(tried_call!(p8 $of $method $([$kind $($default)?])*));
        }
        CallForm { method: Some(ITEM), ..form!($pico lua ($($arg: $kind $(= $default)?),*) $($result)*) }
    }};
    ($pico:ident lua ($($arg:ident: $kind:ident $(= $default:tt)?),*) $($result:ident)*) => {
        CallForm {
            name: stringify!($pico),
            method: None,
            arguments: &[$(Argument {
                name: stringify!($arg),
                kind: ValueKind::$kind,
                default: [$(Some(default_value!($default)),)? None][0],
            }),*],
            results: &[$(ValueKind::$result),*],
        }
    };
}
pub(super) use form;

macro_rules! tried_call {
    ($p8:ident Num $method:ident $([$($value:tt)*])*) => {{
        let _ = $p8;
        Num::$method($(tried!($($value)*)),*)
    }};
    ($p8:ident $of:ident $method:ident $([$($value:tt)*])*) => {
        $of::$method($p8, $(tried!($($value)*)),*)
    };
}
pub(super) use tried_call;

//! The forms of a call: arguments with their types and defaults, results, and the method that has this form.
//!
//! ```text
//! spr = Machine::spr(n: Int, x: Int, y: Int);                        a form of PICO-8's spr, and its method
//! fget = Machine::fget_bit(n: Int, f: Int) -> Bool;                  a form with a result
//! poke = lua(addr: Addr, values: Rest);                              a form that only a language with nil and lists has
//! pal = Machine::pal_table;                                          a method with a shape of its own
//! ```
//!
//! | type | from a value of PICO-8's language | in Rust |
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
//! | `Any` | anything | what the method says |
//! | `Callback` | a function | a hook |
//! | `Rest` | any number of numbers | a slice |
//!
//! A default stands for a missing argument at the end: a number, `true`, `false`, `nil` (the method has an `Option`), `pen`,
//! `empty` (the text), or the name of an argument before it. What PICO-8 makes of an argument without a default that is
//! missing is nil's value: 0, false.
//!
//! The compiler holds a form against its method: the call must take values of these types in this order and give such
//! results, and the arguments must have the names that they have there.

use crate::api::Stat;
use crate::described::Item;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use num::Num;

/// One way to call.
#[derive(Clone, Copy, Debug)]
pub struct CallForm {
    /// PICO-8's name.
    pub name: &'static str,
    /// The method that has this form; none where Rust has it otherwise.
    pub method: Option<&'static Item>,
    /// In order.
    pub arguments: &'static [Argument],
    /// Types of what it gives, in order.
    pub results: &'static [ValueKind],
}

/// An argument of a form.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// As the method calls it.
    pub name: &'static str,
    /// What becomes of the value that is given.
    pub kind: ValueKind,
    /// What it is when it is missing; none where it has to be given.
    pub default: Option<DefaultValue>,
}

/// What stands for an argument that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultValue {
    /// Nothing: the method has a rule for that.
    Nil,
    /// Whatever the pen holds.
    Pen,
    /// A text without characters.
    Empty,
    /// True or false.
    Bool(bool),
    /// A number.
    Num(Num),
    /// What another argument of the form is.
    Argument(&'static str),
}

impl CallForm {
    /// Is it the other form with more arguments at its end, or the same?
    fn extends(&self, other: &CallForm) -> bool {
        self.name == other.name
            && self.arguments.len() >= other.arguments.len()
            && self.arguments.iter().zip(other.arguments).all(|(a, b)| a.name == b.name)
    }

    /// The arguments, where the first `given` have to be there: `n x y [w=1 h=1 flip_x flip_y]`.
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
            // An address, or a length as great as one: as the manual writes them.
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

/// The forms of a row in one line, without those that another one continues: `n [flag]`. Where
/// the row has several names, each stands before its own.
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
    // What the shortest form that this one continues does without may be left out.
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

/// The types of arguments and results; the table at the head of this file says what each means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A 16.16 number.
    Num,
    /// A whole number: the floor of what is given.
    Int,
    /// An address.
    Addr,
    /// 16 bits.
    Bits,
    /// 8 bits.
    Byte,
    /// A number of cycles.
    Cycles,
    /// A colour with its pattern.
    Color,
    /// True or false.
    Bool,
    /// A text.
    Text,
    /// A table of values.
    List,
    /// A value of any type.
    Any,
    /// A function.
    Callback,
    /// Numbers, as many as there are.
    Rest,
}

/// Types that results have, for the rules below.
pub(super) mod kind {
    pub struct Num;
    pub struct Int;
    pub struct Bool;
    pub struct Any;
}

/// A value of each type, as a method takes it: what the compiler tries the calls with.
#[allow(non_snake_case, reason = "functions with the names of the types")]
pub(super) mod given {
    use crate::api::Color as Colour;

    pub fn Num() -> num::Num {
        num::Num::ZERO
    }
    pub fn Int() -> i32 {
        0
    }
    pub fn Addr() -> u16 {
        0
    }
    pub fn Bits() -> u16 {
        0
    }
    pub fn Byte() -> u8 {
        0
    }
    pub fn Cycles() -> u32 {
        0
    }
    pub fn Color() -> Colour {
        Colour::PEN
    }
    pub fn Bool() -> bool {
        false
    }
    pub fn Text() -> &'static str {
        ""
    }
    pub fn Any() -> &'static str {
        ""
    }
    pub fn List() -> &'static [u8] {
        &[]
    }
}

/// Results of a method, as the types of a form.
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

/// Compiles when the value has the types.
pub(super) fn gives<Kinds, T: Gives<Kinds>>(_: T) {}

/// Does not compile when an argument has another name in the method. The receiver of a number is the form's first argument.
pub(crate) const fn agree(method: &Item, names: &[&str]) {
    let own = (names.len() > method.parameters.len()) as usize;
    assert!(names.len() == method.parameters.len() + own, "the method has another number of arguments");
    let mut i = 0;
    while i < method.parameters.len() {
        assert!(same(names[i + own], method.parameters[i]), "an argument has another name in the method");
        i += 1;
    }
}

/// Are two texts the same? For constants, where `==` cannot be.
pub(super) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// What the source says of a method, type or macro.
macro_rules! item {
    (Machine $name:ident) => {
        &described::Machine::$name
    };
    (Cart $name:ident) => {
        &described::Cart::$name
    };
    (Num $name:ident) => {
        &num::described::Num::$name
    };
    (Type $name:ident) => {
        &described::Types::$name
    };
    (NumType $name:ident) => {
        &num::described::Types::$name
    };
    (Macro $name:ident) => {
        &described::Macros::$name
    };
    (NumMacro $name:ident) => {
        &num::described::Macros::$name
    };
}
pub(super) use item;

/// Each method of a row's forms.
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

/// PICO-8's name of each of those.
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

/// The value that a call is tried with: nil is an `Option`.
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
        #[allow(dead_code, reason = "it compiles: that is all there is to know")]
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

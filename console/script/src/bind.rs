//! The binding, made from the machine's table of calls: for each form with a method, a function that takes the arguments, calls the
//! method and returns its results.
//!
//! ```text
//! spr = Machine::spr(n: Int, x: Int, y: Int);
//! spr = Machine::spr_ext(n: Int, x: Int, y: Int, w: Num = 1, ...);
//!     ──> Native { name: "spr", forms: [(3, |p8, call| ..), (7, |p8, call| ..)] }
//! ```
//!
//! Of the forms of one name the shortest that takes all given arguments is called; arguments beyond the longest are ignored. A call in
//! `calls.rs` replaces the table's forms.

use crate::calls::{self, ByHand};
use crate::convert::{Give, kind};
use alloc::vec::Vec;
use lua::{Answer, NativeCall, Raise, Value};
use num::num;
use rasher::{Color, Machine};

/// Functions that exist even in a cart's own `_ENV`: PICO-8 makes them locals around a cart's code. By FAKE-08's cart `nested_env_test`,
/// for `deli` by shrinko8's test cart, and for `cos`, `poke` and `sin` by a published tweet cart. PICO-8 may have more.
pub const ANYWHERE: &[&str] = &[
    "circ", "circfill", "clip", "cos", "deli", "fget", "fset", "line", "oval", "ovalfill", "pal", "pget",
    "poke", "pset", "rect", "rectfill", "sin", "spr", "sspr",
];

/// A form of the table: PICO-8's name, the number of its arguments, and the function.
pub struct BoundForm {
    pub name: &'static str,
    pub takes: usize,
    pub run: Bound,
}

pub type Bound = fn(&mut Machine, &mut NativeCall<'_>);

pub enum Binding {
    ByHand(ByHand),
    /// Separate from `ByHand`, since the prompt shows its text too.
    Print,
    /// Needs the table of the items' functions.
    MenuItem,
    /// The form for each number of arguments from 0 on; the last one for any larger number.
    Forms(Vec<Bound>),
}

macro_rules! default_of {
    ($kind:ident $call:ident $at:ident) => {
        kind::$kind($call, $at).unwrap_or_default()
    };
    ($kind:ident $call:ident $at:ident nil) => {
        if $call.get($at).is_nil() { None } else { kind::$kind($call, $at) }
    };
    ($kind:ident $call:ident $at:ident pen) => {
        kind::$kind($call, $at).unwrap_or(Color::PEN)
    };
    ($kind:ident $call:ident $at:ident empty) => {
        kind::$kind($call, $at).unwrap_or_default()
    };
    ($kind:ident $call:ident $at:ident $other:ident) => {
        kind::$kind($call, $at).unwrap_or($other)
    };
    (Num $call:ident $at:ident $number:tt) => {
        kind::Num($call, $at).unwrap_or(num!($number))
    };
    (Color $call:ident $at:ident $number:tt) => {
        kind::Color($call, $at).unwrap_or(Color::from($number))
    };
    ($kind:ident $call:ident $at:ident $number:tt) => {
        kind::$kind($call, $at).unwrap_or($number)
    };
}

/// The method's argument: a text is borrowed.
macro_rules! passed {
    (Text $arg:ident) => {
        $arg.as_str()
    };
    (Text $arg:ident empty) => {
        $arg.as_str()
    };
    (Text $arg:ident nil) => {
        $arg.as_deref()
    };
    ($kind:ident $arg:ident $($default:tt)?) => {
        $arg
    };
}

macro_rules! collect {
    ([$($out:tt)*]) => { &[$($out)*] };
    // Calls that are bound by hand, or have no method of the machine.
    ([$($out:tt)*] $pico:ident = lua ($($args:tt)*) $(-> $($result:ident)+)?; $($rest:tt)*) => {
        collect!([$($out)*] $($rest)*)
    };
    ([$($out:tt)*] $pico:ident = $of:ident::$method:ident; $($rest:tt)*) => {
        collect!([$($out)*] $($rest)*)
    };
    ([$($out:tt)*] $pico:ident = Machine::rnd_of ($($args:tt)*) $(-> $($result:ident)+)?; $($rest:tt)*) => {
        collect!([$($out)*] $($rest)*)
    };
    ([$($out:tt)*] $pico:ident = Machine::debug ($($args:tt)*); $($rest:tt)*) => {
        collect!([$($out)*] $($rest)*)
    };
    ([$($out:tt)*] $pico:ident = Machine::$method:ident ($($arg:ident: $kind:ident $(= $default:tt)?),*)
        $(-> $($result:ident)+)?; $($rest:tt)*) => {
        collect!([$($out)* BoundForm {
            name: stringify!($pico),
            takes: { const NAMES: &[&str] = &[$(stringify!($arg)),*]; NAMES.len() },
            run: |p8, call| {
                #[allow(unused_mut, unused_assignments, unused_variables, reason = "a form without arguments")]
                let given = {
                    let args: &NativeCall<'_> = call;
                    let mut at = 0;
                    $(let $arg = default_of!($kind args at $($default)?); at += 1;)*
                    Machine::$method(p8, $(passed!($kind $arg $($default)?)),*)
                };
                given.give(call);
            },
        },] $($rest)*)
    };
    ([$($out:tt)*] $pico:ident = $of:ident::$method:ident ($($args:tt)*) $(-> $($result:ident)+)?; $($rest:tt)*) => {
        collect!([$($out)*] $($rest)*)
    };
}

macro_rules! bind {
    ($($section:literal { $($row:literal $name:literal $status:ident { $($forms:tt)* } $help:literal;)* })*) => {
        static FORMS: &[BoundForm] = collect!([] $($($($forms)*)*)*);
    };
}

rasher::each_call!(bind);

/// All names that the console adds to the language, in the order of the table.
pub fn bindings() -> Vec<(&'static str, Binding)> {
    let mut bindings: Vec<(&'static str, Binding)> =
        calls::BY_HAND.iter().map(|(name, run)| (*name, Binding::ByHand(*run))).collect();
    bindings.extend([("print", Binding::Print), ("menuitem", Binding::MenuItem)]);
    let mut forms: Vec<(&'static str, Vec<&BoundForm>)> = Vec::new();
    for form in FORMS.iter().filter(|form| bindings.iter().all(|(name, _)| *name != form.name)) {
        match forms.iter_mut().find(|(name, _)| *name == form.name) {
            Some((_, forms)) => forms.push(form),
            None => forms.push((form.name, [form].into())),
        }
    }
    // An older name that published carts call.
    if let Some((_, map)) = forms.iter().find(|(name, _)| *name == "map") {
        let map = map.clone();
        forms.push(("mapdraw", map));
    }
    bindings.extend(forms.into_iter().map(|(name, forms)| (name, Binding::Forms(by_count(forms)))));
    // Calls that only this console has would break carts that use their names: `score = score or 0`.
    let ours = |name: &str| {
        rasher::api::CALLS.iter().any(|call| call.row == 0 && call.forms.iter().any(|form| form.name == name))
    };
    bindings.retain(|(name, _)| !ours(name));
    bindings
}

/// The form for each number of arguments: the shortest that takes them.
fn by_count(mut forms: Vec<&BoundForm>) -> Vec<Bound> {
    forms.sort_by_key(|form| form.takes);
    let most = forms.last().map_or(0, |form| form.takes);
    let fits = |count| forms.iter().find(|form| form.takes >= count).map(|form| form.run);
    (0..=most).filter_map(fits).collect()
}

impl Binding {
    #[inline]
    pub fn call(
        &self,
        p8: &mut Machine,
        call: &mut NativeCall<'_>,
        callbacks: Value,
    ) -> Result<Answer, Raise> {
        match self {
            Binding::ByHand(run) => run(p8, call),
            Binding::Print => calls::print(p8, call),
            Binding::MenuItem => calls::menuitem(p8, call, callbacks),
            Binding::Forms(forms) => {
                if let Some(run) = forms.get(call.count()).or(forms.last()) {
                    run(p8, call);
                }
                Ok(Answer::Return)
            }
        }
    }
}

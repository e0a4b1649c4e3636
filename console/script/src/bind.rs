//! The binding, made from the machine's table of calls: for each form that has a method a function that takes the arguments,
//! calls the method and gives its results.
//!
//! ```text
//! spr = Machine::spr(n: Int, x: Int, y: Int);
//! spr = Machine::spr_ext(n: Int, x: Int, y: Int, w: Num = 1, ...);
//!     ──> Native { name: "spr", forms: [(3, |p8, call| ..), (7, |p8, call| ..)] }
//! ```
//!
//! Of the forms of one name the shortest is called that takes all arguments that are given; what is beyond the longest does not
//! count. A call of `calls.rs` goes before the table's forms.

use crate::calls::{self, ByHand};
use crate::convert::{Give, kind};
use alloc::vec::Vec;
use lua::{Answer, Call, Raise, Value};
use num::num;
use rasher::{Color, Machine};

/// Functions that are there in an `_ENV` of the cart's own that lacks them: PICO-8 has them as locals around a cart's code. Those of
/// FAKE-08's cart `nested_env_test`, which says of `print`, `printh`, `rrect`, `rrectfill`, `map` and `camera` that they are not,
/// `deli`, by shrinko8's test cart, and `cos`, `poke`, `sin`, by a published tweet cart, which keeps `rnd` for itself. PICO-8 may
/// have more.
pub const ANYWHERE: &[&str] = &[
    "circ", "circfill", "clip", "cos", "deli", "fget", "fset", "line", "oval", "ovalfill", "pal", "pget",
    "poke", "pset", "rect", "rectfill", "sin", "spr", "sspr",
];

/// A form: PICO-8's name, how many arguments it takes, what it does.
pub struct Form {
    pub name: &'static str,
    pub takes: usize,
    pub run: Bound,
}

/// A method with its arguments taken from a call.
pub type Bound = fn(&mut Machine, &mut Call<'_>);

/// What a name of the language does.
pub enum Native {
    ByHand(ByHand),
    /// `print`, whose text the prompt is told too.
    Print,
    /// `menuitem`, which needs the table of the functions.
    MenuItem,
    /// The form for each number of arguments, from none on; the last one for all above it.
    Forms(Vec<Bound>),
}

macro_rules! default_of {
    ($kind:ident $call:ident $at:ident) => {
        kind::$kind($call, $at).unwrap_or_default()
    };
    ($kind:ident $call:ident $at:ident nil) => {
        kind::$kind($call, $at)
    };
    ($kind:ident $call:ident $at:ident pen) => {
        kind::$kind($call, $at).unwrap_or(Color::PEN)
    };
    ($kind:ident $call:ident $at:ident empty) => {
        kind::$kind($call, $at).unwrap_or_default()
    };
    ($kind:ident $call:ident $at:ident true) => {
        kind::$kind($call, $at).unwrap_or(true)
    };
    ($kind:ident $call:ident $at:ident false) => {
        kind::$kind($call, $at).unwrap_or(false)
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

/// A text goes on as one that is borrowed.
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
    // What has a shape of its own, or is no call of the machine.
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
        collect!([$($out)* Form {
            name: stringify!($pico),
            takes: { const NAMES: &[&str] = &[$(stringify!($arg)),*]; NAMES.len() },
            run: |p8, call| {
                #[allow(unused_mut, unused_assignments, unused_variables, reason = "a form without arguments")]
                let given = {
                    let args: &Call<'_> = call;
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
        /// The forms of the table that a method has.
        static FORMS: &[Form] = collect!([] $($($($forms)*)*)*);
    };
}

rasher::each_call!(bind);

/// All names that the console adds to the language, and what they do, in the order of the table: PICO-8's.
pub fn natives() -> Vec<(&'static str, Native)> {
    let mut natives: Vec<(&'static str, Native)> =
        calls::BY_HAND.iter().map(|(name, run)| (*name, by_hand(name, *run))).collect();
    natives.push(("menuitem", Native::MenuItem));
    let mut forms: Vec<(&'static str, Vec<&Form>)> = Vec::new();
    for form in FORMS.iter().filter(|form| natives.iter().all(|(name, _)| *name != form.name)) {
        match forms.iter_mut().find(|(name, _)| *name == form.name) {
            Some((_, forms)) => forms.push(form),
            None => forms.push((form.name, [form].into())),
        }
    }
    // An older name, which published carts call.
    if let Some((_, map)) = forms.iter().find(|(name, _)| *name == "map") {
        let map = map.clone();
        forms.push(("mapdraw", map));
    }
    natives.extend(forms.into_iter().map(|(name, forms)| (name, Native::Forms(by_count(forms)))));
    // What only this console has would stand in the way of carts that call something of their own so: `score = score or 0`.
    let ours = |name: &str| {
        rasher::api::CALLS.iter().any(|call| call.row == 0 && call.forms.iter().any(|form| form.name == name))
    };
    natives.retain(|(name, _)| !ours(name));
    natives
}

fn by_hand(name: &str, run: ByHand) -> Native {
    if name == "print" { Native::Print } else { Native::ByHand(run) }
}

/// The form for each number of arguments: the shortest that takes so many.
fn by_count(mut forms: Vec<&Form>) -> Vec<Bound> {
    forms.sort_by_key(|form| form.takes);
    let most = forms.last().map_or(0, |form| form.takes);
    let fits = |count| forms.iter().find(|form| form.takes >= count).map(|form| form.run);
    (0..=most).filter_map(fits).collect()
}

impl Native {
    #[inline]
    pub fn call(&self, p8: &mut Machine, call: &mut Call<'_>, callbacks: Value) -> Result<Answer, Raise> {
        match self {
            Native::ByHand(run) => run(p8, call),
            Native::Print => calls::print(p8, call),
            Native::MenuItem => calls::menuitem(p8, call, callbacks),
            Native::Forms(forms) => {
                if let Some(run) = forms.get(call.count()).or(forms.last()) {
                    run(p8, call);
                }
                Ok(Answer::Return)
            }
        }
    }
}

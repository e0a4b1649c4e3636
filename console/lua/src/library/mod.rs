//! The library of the language itself: what needs no machine.
//!
//! | file | functions |
//! |---|---|
//! | `mod.rs` | `type`, `assert`, metatables, coroutines; the list of all natives |
//! | `table.rs` | `add`, `deli`, `next`, `pairs`, `ipairs`, `pack`, `unpack`, `select`, raw access |
//! | `text.rs` | `tostr`, `tostring`, `tonum`, `chr`, `ord`, `sub`, `split` |
//! | `math.rs` | `flr`, `mid`, `sin`, `band` and their like |
//! | `prelude.lua` | `all`, `foreach`, `count`, `del`: what calls functions, in the language itself |
//!
//! `pcall` and `error` are not among PICO-8's names; a host that wants to be like it takes them out of the globals.

mod math;
mod table;
mod text;

use crate::Value;
use crate::heap::{Event, Heap, Status};
use crate::native::{Call, Control, Done, Native, Numbers, Raise, Run};
use crate::value::tag;
use alloc::format;
use num::Num;

/// The number of `next`, which a generic `for` knows.
pub(crate) const NEXT: u32 = 0;
const INEXT: u32 = 1;

const fn plain(name: &'static str, run: fn(&mut Call<'_>) -> Done) -> Native {
    Native { name, run: Run::Plain(run) }
}

const fn numbers(name: &'static str, run: Numbers) -> Native {
    Native { name, run: Run::Numbers(run) }
}

const fn control(name: &'static str, control: Control) -> Native {
    Native { name, run: Run::Control(control) }
}

/// The library's functions, by number.
pub(crate) const NATIVES: &[Native] = &[
    plain("next", table::next),
    plain("inext", table::inext),
    control("pcall", Control::Protect),
    control("error", Control::Error),
    control("coresume", Control::Resume),
    control("yield", Control::Yield),
    plain("cocreate", cocreate),
    plain("costatus", costatus),
    plain("type", type_name),
    plain("assert", assert),
    plain("setmetatable", setmetatable),
    plain("getmetatable", getmetatable),
    plain("add", table::add),
    plain("deli", table::deli),
    plain("pairs", table::pairs),
    plain("ipairs", table::ipairs),
    plain("pack", table::pack),
    plain("unpack", table::unpack),
    plain("select", table::select),
    plain("rawget", table::rawget),
    plain("rawset", table::rawset),
    plain("rawequal", table::rawequal),
    plain("rawlen", table::rawlen),
    plain("tostr", text::tostr),
    plain("tostring", text::tostring),
    plain("tonum", text::tonum),
    plain("chr", text::chr),
    plain("ord", text::ord),
    plain("sub", text::sub),
    plain("split", text::split),
    numbers("flr", math::flr),
    numbers("ceil", math::ceil),
    numbers("abs", math::abs),
    numbers("sgn", math::sgn),
    numbers("min", math::min),
    numbers("max", math::max),
    numbers("mid", math::mid),
    plain("sqrt", math::sqrt),
    numbers("sin", math::sin),
    numbers("cos", math::cos),
    numbers("atan2", math::atan2),
    numbers("band", math::band),
    numbers("bor", math::bor),
    numbers("bxor", math::bxor),
    numbers("bnot", math::bnot),
    numbers("shl", math::shl),
    numbers("shr", math::shr),
    numbers("lshr", math::lshr),
    numbers("rotl", math::rotl),
    numbers("rotr", math::rotr),
    control("trace", Control::Trace),
];

/// A function of numbers, as any native is called.
pub(crate) fn call_numbers(run: Numbers, call: &mut Call<'_>) {
    let [x, y, z] = [0, 1, 2].map(|index| number_or(call, index, Num::ZERO));
    call.ret(Value::number(run(x, y, z)));
}

fn type_name(call: &mut Call<'_>) -> Done {
    if call.count() > 0 {
        call.ret_text(call.get(0).kind().name().as_bytes());
    }
    Ok(())
}

fn assert(call: &mut Call<'_>) -> Done {
    if !call.get(0).is_true() {
        return Err(match call.count() {
            0 | 1 => Raise::new("assertion failed!"),
            _ => Raise::Value(call.get(1)),
        });
    }
    call.spend(call.count() as i64 / 16);
    (0..call.count()).for_each(|i| call.ret(call.get(i)));
    Ok(())
}

fn setmetatable(call: &mut Call<'_>) -> Done {
    let (table, meta) = (call.get(0), call.get(1));
    if table.tag() != tag::TABLE {
        return Err(bad_argument(call, 0, "setmetatable", "table"));
    }
    if !meta.is_nil() && meta.tag() != tag::TABLE {
        return Err(bad_argument(call, 1, "setmetatable", "nil or table"));
    }
    if !call.heap.event(table, Event::Metatable).is_nil() {
        return Err(Raise::new("cannot change a protected metatable"));
    }
    call.heap.set_metatable(table, meta);
    call.ret(table);
    Ok(())
}

fn getmetatable(call: &mut Call<'_>) -> Done {
    let value = call.get(0);
    let shown = call.heap.event(value, Event::Metatable);
    let meta = call.heap.metatable(value);
    call.ret(if shown.is_nil() { meta } else { shown });
    Ok(())
}

fn cocreate(call: &mut Call<'_>) -> Done {
    let function = call.get(0);
    if !matches!(function.tag(), tag::FUNCTION | tag::NATIVE) {
        return Err(bad_argument(call, 0, "cocreate", "function"));
    }
    let thread = call.heap.thread(function);
    call.ret(Value::object(tag::THREAD, thread));
    Ok(())
}

fn costatus(call: &mut Call<'_>) -> Done {
    let Some(thread) = call.get(0).as_object(tag::THREAD) else {
        return Err(bad_argument(call, 0, "costatus", "coroutine"));
    };
    let name: &[u8] = match call.heap.threads[thread as usize].status {
        Status::Suspended => b"suspended",
        Status::Running => b"running",
        Status::Normal => b"normal",
        Status::Dead | Status::Free => b"dead",
    };
    call.ret_text(name);
    Ok(())
}

fn bad_argument(call: &Call<'_>, index: usize, function: &str, expected: &str) -> Raise {
    let found = if index < call.count() { call.get(index).kind().name() } else { "no value" };
    Raise::Message(format!("bad argument #{} to '{function}' ({expected} expected, got {found})", index + 1))
}

/// An argument as a number; a default where it is nil or none.
fn number_or(call: &Call<'_>, index: usize, default: Num) -> Num {
    call.number(index).unwrap_or(default)
}

fn table_of(call: &Call<'_>, index: usize, function: &str) -> Result<Value, Raise> {
    let value = call.get(index);
    if value.tag() == tag::TABLE { Ok(value) } else { Err(bad_argument(call, index, function, "table")) }
}

/// A length as a number.
fn length(heap: &Heap, table: Value) -> Value {
    Value::number(Num::int(heap.len(table) as i32))
}

//! The library of the language: functions that need no machine.
//!
//! | file | functions |
//! |---|---|
//! | `mod.rs` | `type`, `assert`, metatables, coroutines; functions of numbers; the list of all natives |
//! | `table.rs` | `add`, `deli`, `next`, `pairs`, `ipairs`, `pack`, `unpack`, `select`, raw access |
//! | `text.rs` | `tostr`, `tostring`, `tonum`, `chr`, `ord`, `sub`, `split` |
//! | `prelude.lua` | `all`, `foreach`, `count`, `del`: functions that call functions, in the language itself |
//!
//! `pcall` and `error` are not PICO-8's; a host that imitates it removes them from the globals.

mod table;
mod text;

use crate::Value;
use crate::heap::{CoroutineStatus, Event, Heap};
use crate::native::{Control, Native, NativeCall, NativeKind, NativeResult, NumberFunction, Raise};
use crate::value::tag;
use alloc::format;
use num::Num;

/// The number of `next`, for which a generic `for` has a fast path.
pub(crate) const NEXT: u32 = 0;
const INEXT: u32 = 1;

const fn plain(name: &'static str, run: fn(&mut NativeCall<'_>) -> NativeResult) -> Native {
    Native { name, run: NativeKind::Plain(run) }
}

const fn numbers(name: &'static str, run: NumberFunction) -> Native {
    Native { name, run: NativeKind::Numbers(run) }
}

const fn control(name: &'static str, control: Control) -> Native {
    Native { name, run: NativeKind::Control(control) }
}

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
    numbers("flr", |x, _, _| x.floor()),
    numbers("ceil", |x, _, _| x.ceil()),
    numbers("abs", |x, _, _| x.abs()),
    numbers("sgn", |x, _, _| x.sgn()),
    numbers("min", |x, y, _| x.min(y)),
    numbers("max", |x, y, _| x.max(y)),
    numbers("mid", Num::mid),
    plain("sqrt", sqrt),
    numbers("sin", |x, _, _| x.sin()),
    numbers("cos", |x, _, _| x.cos()),
    numbers("atan2", |x, y, _| Num::atan2(x, y)),
    numbers("band", |x, y, _| x & y),
    numbers("bor", |x, y, _| x | y),
    numbers("bxor", |x, y, _| x ^ y),
    numbers("bnot", |x, _, _| !x),
    numbers("shl", |x, y, _| x.shl(y)),
    numbers("shr", |x, y, _| x.shr(y)),
    numbers("lshr", |x, y, _| x.lshr(y)),
    numbers("rotl", |x, y, _| x.rotl(y)),
    numbers("rotr", |x, y, _| x.rotr(y)),
    control("trace", Control::Trace),
];

/// Calls a function of numbers. An argument that is neither a number nor a text that is one counts as 0, as in PICO-8.
pub(crate) fn call_numbers(run: NumberFunction, call: &mut NativeCall<'_>) {
    let [x, y, z] = [0, 1, 2].map(|index| number_or(call, index, Num::ZERO));
    call.ret(Value::number(run(x, y, z)));
}

/// As measured, a root costs 48 cycles, that of 0 costs 32.
fn sqrt(call: &mut NativeCall<'_>) -> NativeResult {
    let x = number_or(call, 0, Num::ZERO);
    call.spend(if x == Num::ZERO { 32 } else { 48 });
    call.ret(Value::number(x.sqrt()));
    Ok(())
}

fn type_name(call: &mut NativeCall<'_>) -> NativeResult {
    if call.count() > 0 {
        call.ret_text(call.get(0).kind().name().as_bytes());
    }
    Ok(())
}

fn assert(call: &mut NativeCall<'_>) -> NativeResult {
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

fn setmetatable(call: &mut NativeCall<'_>) -> NativeResult {
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

fn getmetatable(call: &mut NativeCall<'_>) -> NativeResult {
    let value = call.get(0);
    let shown = call.heap.event(value, Event::Metatable);
    let meta = call.heap.metatable(value);
    call.ret(if shown.is_nil() { meta } else { shown });
    Ok(())
}

fn cocreate(call: &mut NativeCall<'_>) -> NativeResult {
    let function = call.get(0);
    if !matches!(function.tag(), tag::FUNCTION | tag::NATIVE) {
        return Err(bad_argument(call, 0, "cocreate", "function"));
    }
    let thread = call.heap.thread(function);
    call.ret(Value::object(tag::THREAD, thread));
    Ok(())
}

fn costatus(call: &mut NativeCall<'_>) -> NativeResult {
    let Some(thread) = call.get(0).as_object(tag::THREAD) else {
        return Err(bad_argument(call, 0, "costatus", "coroutine"));
    };
    let name: &[u8] = match call.heap.threads[thread as usize].status {
        CoroutineStatus::Suspended => b"suspended",
        CoroutineStatus::Running => b"running",
        CoroutineStatus::Normal => b"normal",
        CoroutineStatus::Dead | CoroutineStatus::Free => b"dead",
    };
    call.ret_text(name);
    Ok(())
}

fn bad_argument(call: &NativeCall<'_>, index: usize, function: &str, expected: &str) -> Raise {
    let found = if index < call.count() { call.get(index).kind().name() } else { "no value" };
    Raise::Message(format!("bad argument #{} to '{function}' ({expected} expected, got {found})", index + 1))
}

fn number_or(call: &NativeCall<'_>, index: usize, default: Num) -> Num {
    call.number(index).unwrap_or(default)
}

fn table_of(call: &NativeCall<'_>, index: usize, function: &str) -> Result<Value, Raise> {
    let value = call.get(index);
    if value.tag() == tag::TABLE { Ok(value) } else { Err(bad_argument(call, index, function, "table")) }
}

fn length(heap: &Heap, table: Value) -> Value {
    Value::number(Num::int(heap.len(table) as i32))
}

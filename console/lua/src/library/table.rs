//! Functions of tables.
//!
//! | call | rule |
//! |---|---|
//! | `add(t,v,[i])` | appends, or inserts before item i, which is floored and clamped to 1 .. #t+1; returns v; nothing for `add(nil)` and `add(t)` |
//! | `deli(t,[i])` | removes item i, or the last without i; nothing for a given nil, and outside |
//! | `pairs(nil)` | returns an iterator that ends at once |
//! | `unpack(t,[i],[j])`, `pack(...)`, `select(n,...)` | Lua 5.2's |

use super::{INEXT, NEXT, bad_argument, length, number_or, table_of};
use crate::Value;
use crate::heap::Event;
use crate::native::{NativeCall, NativeResult, Raise};
use crate::value::tag;
use num::Num;

/// Values that `unpack` returns for a quarter of a cycle each.
const MANY: i64 = 256;

fn int(n: i32) -> Value {
    Value::number(Num::int(n))
}

pub(super) fn next(call: &mut NativeCall<'_>) -> NativeResult {
    if call.get(0).is_nil() {
        return Ok(());
    }
    let table = table_of(call, 0, "next")?;
    match call.next(table, call.get(1)).map_err(|_| Raise::new("invalid key to 'next'"))? {
        Some((key, value)) => {
            call.ret(key);
            call.ret(value);
        }
        None => call.ret(Value::NIL),
    }
    Ok(())
}

pub(super) fn inext(call: &mut NativeCall<'_>) -> NativeResult {
    if call.get(0).is_nil() {
        return Ok(());
    }
    let table = table_of(call, 0, "inext")?;
    let key = Value::number(number_or(call, 1, Num::ZERO) + Num::ONE);
    let value = call.heap.get(table, key);
    if value.is_nil() {
        call.ret(Value::NIL);
    } else {
        call.ret(key);
        call.ret(value);
    }
    Ok(())
}

/// Iterator, table, first key; or a metamethod's.
fn iterate(call: &mut NativeCall<'_>, event: Event, iterator: u32, first: Value) -> NativeResult {
    let table = call.get(0);
    let handler = call.heap.event(table, event);
    if !handler.is_nil() {
        call.goes_on = true;
        call.ret(handler);
        call.ret(table);
        return Ok(());
    }
    if !table.is_nil() && table.tag() != tag::TABLE {
        return Err(bad_argument(call, 0, if iterator == NEXT { "pairs" } else { "ipairs" }, "table"));
    }
    call.ret(Value::object(tag::NATIVE, iterator));
    call.ret(table);
    call.ret(first);
    Ok(())
}

pub(super) fn pairs(call: &mut NativeCall<'_>) -> NativeResult {
    iterate(call, Event::Pairs, NEXT, Value::NIL)
}

pub(super) fn ipairs(call: &mut NativeCall<'_>) -> NativeResult {
    iterate(call, Event::Ipairs, INEXT, int(0))
}

pub(super) fn add(call: &mut NativeCall<'_>) -> NativeResult {
    let (table, value) = (call.get(0), call.get(1));
    if table.is_nil() || call.count() < 2 {
        return Ok(());
    }
    let table = table_of(call, 0, "add").map(|_| table)?;
    let len = call.heap.len(table) as i32;
    let place = match call.number(2) {
        Some(place) => place.flr().clamp(1, len.saturating_add(1)),
        None => len.saturating_add(1),
    };
    call.spend(i64::from(len - place + 1) * 2);
    for i in (place..=len).rev() {
        let moved = call.heap.get(table, int(i));
        let _ = call.heap.set(table, int(i + 1), moved);
    }
    let _ = call.heap.set(table, int(place), value);
    call.ret(value);
    Ok(())
}

pub(super) fn deli(call: &mut NativeCall<'_>) -> NativeResult {
    let table = call.get(0);
    if table.is_nil() {
        return Ok(());
    }
    let table = table_of(call, 0, "deli").map(|_| table)?;
    let len = call.heap.len(table) as i32;
    let place = match call.number(1) {
        Some(place) => place.flr(),
        None if call.count() < 2 => len,
        None => return Ok(()),
    };
    if place < 1 || place > len {
        return Ok(());
    }
    let gone = call.heap.get(table, int(place));
    call.spend(i64::from(len - place) * 2);
    for i in place..len {
        let moved = call.heap.get(table, int(i + 1));
        let _ = call.heap.set(table, int(i), moved);
    }
    let _ = call.heap.set(table, int(len), Value::NIL);
    call.ret(gone);
    Ok(())
}

pub(super) fn pack(call: &mut NativeCall<'_>) -> NativeResult {
    // With room for `n`; otherwise its insertion moves items after a nil out of the array.
    let table = Value::object(tag::TABLE, call.heap.new_table(call.count() as u32, 1));
    call.spend(call.count() as i64 / 4);
    for i in 0..call.count() {
        let _ = call.heap.set(table, int(i as i32 + 1), call.get(i));
    }
    let name = call.heap.text(b"n");
    let _ = call.heap.set(table, name, int(call.count() as i32));
    call.ret(table);
    Ok(())
}

pub(super) fn unpack(call: &mut NativeCall<'_>) -> NativeResult {
    let table = table_of(call, 0, "unpack")?;
    let first = number_or(call, 1, Num::ONE).flr();
    let last = match call.number(2) {
        Some(last) => last.flr(),
        None => call.heap.len(table) as i32,
    };
    let count = i64::from(last) - i64::from(first);
    // With many values, each also has to be copied and may be outside the array.
    call.spend(count / 4 + (count - MANY).max(0) / 2);
    for i in first..=last {
        let value = call.heap.get(table, int(i));
        call.ret(value);
    }
    Ok(())
}

pub(super) fn select(call: &mut NativeCall<'_>) -> NativeResult {
    if call.bytes(0) == Some(b"#") {
        call.ret(int(call.count() as i32 - 1));
        return Ok(());
    }
    let Some(n) = call.number(0) else { return Err(bad_argument(call, 0, "select", "number")) };
    let given = call.count() as i32 - 1;
    let n = n.flr();
    let first = if n < 0 { given + n + 1 } else { n };
    if first < 1 {
        return Err(Raise::new("bad argument #1 to 'select' (index out of range)"));
    }
    call.spend(i64::from(given - first) / 16);
    for i in first..=given {
        call.ret(call.get(i as usize));
    }
    Ok(())
}

pub(super) fn rawget(call: &mut NativeCall<'_>) -> NativeResult {
    let table = table_of(call, 0, "rawget")?;
    call.read_key(call.get(1));
    let value = call.heap.get(table, call.get(1));
    call.ret(value);
    Ok(())
}

pub(super) fn rawset(call: &mut NativeCall<'_>) -> NativeResult {
    let table = table_of(call, 0, "rawset")?;
    let (key, value) = (call.get(1), call.get(2));
    call.read_key(key);
    call.heap.set(table, key, value).map_err(|_| Raise::new("index is nil"))?;
    call.ret(table);
    Ok(())
}

pub(super) fn rawequal(call: &mut NativeCall<'_>) -> NativeResult {
    if call.heap.have_one_length(call.get(0), call.get(1)) {
        call.read_key(call.get(0));
    }
    let equal = call.heap.raw_equal(call.get(0), call.get(1));
    call.ret(Value::boolean(equal));
    Ok(())
}

pub(super) fn rawlen(call: &mut NativeCall<'_>) -> NativeResult {
    let value = match call.bytes(0) {
        Some(bytes) => int(bytes.len() as i32),
        None => {
            let table = table_of(call, 0, "rawlen")?;
            length(call.heap, table)
        }
    };
    call.ret(value);
    Ok(())
}

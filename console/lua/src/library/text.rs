//! Functions of texts, and of numbers as text.
//!
//! | call | rule |
//! |---|---|
//! | `tostr(v,[flags])` | flag 1 (or true): hex, addresses; flag 2: the raw word; `tostr()` is empty, `tostr(nil)` is `[nil]` |
//! | `tostring(v)` | `tostr(v)`, but `nil` of nil, and addresses |
//! | `tonum(v,[flags])` | no value if it is not a number, or 0 with flag 4; true is 1, false 0 |
//! | `ord(s,[i],[n])` | n codes from character i on; none for missing ones |
//! | `sub(s,a,[b])` | negative places count from the end; if b is neither a number nor nil, the character at a |
//! | `split(s,[sep],[conv])` | sep: its first character, or a number of characters; pieces that are numbers are converted unless conv is false |
//!
//! A number is read as its text. A text of more than 4,096 bytes is not a number.

use super::number_or;
use crate::Value;
use crate::heap::Event;
use crate::native::{NativeCall, NativeResult, Raise, read_number, text_of};
use crate::value::tag;
use alloc::{borrow::Cow, format, string::String, vec, vec::Vec};
use num::Num;

fn flags(call: &NativeCall<'_>) -> u32 {
    match call.get(1) {
        Value::TRUE => 1,
        _ => number_or(call, 1, Num::ZERO).flr() as u32,
    }
}

/// Pieces of a `split`: a cart's code has no longer text, and a table has no more integer keys.
const MOST_PIECES: usize = 1 << 16;

fn text<'a>(call: &'a NativeCall<'_>, index: usize) -> Option<Cow<'a, [u8]>> {
    match call.get(index).as_number() {
        Some(number) => Some(number.tostr(0).into_bytes().into()),
        None => call.bytes(index).map(Cow::Borrowed),
    }
}

pub(super) fn tostr(call: &mut NativeCall<'_>) -> NativeResult {
    if call.count() == 0 {
        call.ret_text(b"");
        return Ok(());
    }
    let (value, flags) = (call.get(0), flags(call));
    shown(call, value, flags)
}

fn shown(call: &mut NativeCall<'_>, value: Value, flags: u32) -> NativeResult {
    let handler = call.heap.event(value, Event::ToString);
    if !handler.is_nil() {
        call.goes_on = true;
        call.ret(handler);
        call.ret(value);
        return Ok(());
    }
    if call.bytes(0).is_some() {
        call.ret(value);
        return Ok(());
    }
    let is_object = matches!(value.tag(), tag::TABLE | tag::FUNCTION | tag::NATIVE | tag::THREAD);
    let out: String = match value.as_number() {
        Some(number) => number.tostr(flags),
        None if flags & 1 != 0 && is_object => {
            format!("{}: 0x{:08x}", value.kind().name(), u32::from(value.tag()) << 24 | value.index())
        }
        None => {
            let bytes = text_of(call.heap, value, usize::MAX);
            call.ret_text(&bytes);
            return Ok(());
        }
    };
    call.ret_text(out.as_bytes());
    Ok(())
}

/// Undocumented in PICO-8, which has Lua's own: nil is `nil`, and an object shows its address.
pub(super) fn tostring(call: &mut NativeCall<'_>) -> NativeResult {
    let value = call.get(0);
    if value.is_nil() {
        call.ret_text(b"nil");
        return Ok(());
    }
    shown(call, value, u32::from(value.as_number().is_none()))
}

pub(super) fn tonum(call: &mut NativeCall<'_>) -> NativeResult {
    let flags = flags(call);
    let value = call.get(0);
    let number = match value {
        Value::TRUE => Some(Num::ONE),
        Value::FALSE => Some(Num::ZERO),
        _ if value.as_number().is_some() => value.as_number(),
        _ => call.bytes(0).and_then(|bytes| call.read_number(bytes, flags)),
    };
    let number = if flags & 4 != 0 { Some(number.unwrap_or(Num::ZERO)) } else { number };
    if let Some(number) = number {
        call.ret(Value::number(number));
    }
    Ok(())
}

pub(super) fn chr(call: &mut NativeCall<'_>) -> NativeResult {
    let bytes: Vec<u8> = (0..call.count()).map(|i| number_or(call, i, Num::ZERO).flr() as u8).collect();
    call.ret_text(&bytes);
    Ok(())
}

pub(super) fn ord(call: &mut NativeCall<'_>) -> NativeResult {
    let Some(bytes) = text(call, 0) else { return Ok(()) };
    let first = number_or(call, 1, Num::ONE).flr();
    let count = number_or(call, 2, Num::ONE).flr();
    let start = if first < 0 { bytes.len() as i64 + i64::from(first) } else { i64::from(first) - 1 };
    if start < 0 || count < 1 {
        return Ok(());
    }
    call.spend(i64::from(count) / 4);
    let bytes: Vec<u8> = bytes.iter().skip(start as usize).take(count as usize).copied().collect();
    for byte in &bytes {
        call.ret(Value::number(Num::int(i32::from(*byte))));
    }
    Ok(())
}

pub(super) fn sub(call: &mut NativeCall<'_>) -> NativeResult {
    let Some(bytes) = text(call, 0) else { return Ok(()) };
    let len = bytes.len() as i64;
    let place = |n: i32| if n < 0 { (len + i64::from(n) + 1).max(0) } else { i64::from(n) };
    let first = place(number_or(call, 1, Num::ONE).flr()).max(1);
    let last = match (call.number(2), call.get(2)) {
        (Some(last), _) => place(last.flr()),
        (None, Value::NIL) => len,
        _ => first,
    };
    let last = last.min(len);
    let piece = if first > last { Vec::new() } else { bytes[first as usize - 1..last as usize].to_vec() };
    call.ret_text(&piece);
    Ok(())
}

pub(super) fn split(call: &mut NativeCall<'_>) -> NativeResult {
    let Some(bytes) = text(call, 0).map(Cow::into_owned) else { return Ok(()) };
    let converts = call.get(2) != Value::FALSE;
    let separator = call.bytes(1).map(|bytes| bytes.first().copied());
    fn some<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Vec<&'a [u8]> {
        pieces.take(MOST_PIECES + 1).collect()
    }
    let pieces: Vec<&[u8]> = match (separator, call.get(1).as_number()) {
        (Some(Some(separator)), _) => some(bytes.split(|byte| *byte == separator)),
        (Some(None), _) => some(bytes.chunks(1)),
        (None, Some(n)) => some(bytes.chunks(n.flr().max(1) as usize)),
        (None, None) => some(bytes.split(|byte| *byte == b',')),
    };
    if pieces.len() > MOST_PIECES {
        return Err(Raise::Message(format!("split into more than {MOST_PIECES} pieces")));
    }
    let pieces = if pieces.is_empty() { vec![&[][..]] } else { pieces };
    call.spend(bytes.len() as i64 / 4 + pieces.len() as i64 * 2);
    let out = call.heap.table();
    for (i, piece) in pieces.iter().enumerate() {
        let number = if converts { read_number(piece, 0).0 } else { None };
        let value = match number {
            Some(number) => Value::number(number),
            None => call.heap.text(piece),
        };
        let _ = call.heap.set(out, Value::number(Num::int(i as i32 + 1)), value);
    }
    call.ret(out);
    Ok(())
}

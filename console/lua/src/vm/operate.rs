//! Operators and accesses that are not plain.
//!
//! | operands | what happens |
//! |---|---|
//! | texts that are numbers | arithmetic uses them as numbers, comparisons do not |
//! | a table with a function for the event | a frame is pushed; its `after` tells what happens to the result |
//! | anything else | an error that names the operand |

use super::{Flow, GLOBALS, Signal, Vm};
use crate::Value;
use crate::arith;
use crate::ast::{BinaryOp, UnaryOp};
use crate::heap::{After, Event, MEMORY, WINDOW};
use crate::native::{Host, Raise, read_number};
use crate::value::tag;
use alloc::{format, vec::Vec};
use num::Num;

/// Bytes of the longest text of a number: `-32767.9999`.
const NUMBER: usize = 11;

const MAX_LOOKUPS: u32 = 100;

/// Tables of a chain that are free; each further one costs a cycle.
const FREE_LOOKUPS: u32 = 8;

impl Vm {
    pub(super) fn number_of(&mut self, value: Value) -> Option<Num> {
        if let Some(number) = value.as_number() {
            return Some(number);
        }
        let (number, cycles) = read_number(self.heap.bytes(value)?, 0);
        self.extra += cycles;
        number
    }

    fn metamethod<H: Host>(
        &mut self,
        host: &mut H,
        handler: Value,
        args: &[Value],
        ret: usize,
        want: i32,
        after: After,
    ) -> Flow {
        let Some(frame) = self.frames.last() else { return Ok(Signal::Go) };
        let registers = usize::from(self.heap.closures[frame.closure as usize].registers);
        let place = frame.base as usize + registers;
        // A frame has at most 251 registers, and its window has 256.
        self.stack[place] = handler;
        self.stack[place + 1..][..args.len()].copy_from_slice(args);
        self.call_at(host, place, args.len(), ret, want, after)
    }

    /// `x op y` into a place of the stack.
    pub(super) fn arithmetic<H: Host>(
        &mut self,
        host: &mut H,
        op: BinaryOp,
        x: Value,
        y: Value,
        to: usize,
    ) -> Flow {
        if let (Some(a), Some(b)) = (self.number_of(x), self.number_of(y))
            && let Some(number) = arith::binary(op, a, b)
        {
            self.stack[to] = Value::number(number);
            return Ok(Signal::Go);
        }
        let event = Event::of_binary(op);
        let mut handler = self.heap.event(x, event);
        if handler.is_nil() {
            handler = self.heap.event(y, event);
        }
        if handler.is_nil() {
            let culprit = if self.number_of(x).is_none() { x } else { y };
            return Err(self.bad_operand("perform arithmetic on", culprit));
        }
        self.metamethod(host, handler, &[x, y], to, 1, After::Store)
    }

    pub(super) fn unary<H: Host>(&mut self, host: &mut H, op: UnaryOp, x: Value, to: usize) -> Flow {
        if op == UnaryOp::Len {
            return self.length(host, x, to);
        }
        if let Some(number) = self.number_of(x) {
            let result = match op {
                UnaryOp::Peek => host.peek(number, 1),
                UnaryOp::Peek2 => host.peek(number, 2),
                UnaryOp::Peek4 => host.peek(number, 4),
                other => arith::unary(other, number).unwrap_or_default(),
            };
            self.stack[to] = Value::number(result);
            return Ok(Signal::Go);
        }
        let handler = self.heap.event(x, Event::of_unary(op));
        if handler.is_nil() {
            return Err(self.bad_operand("perform arithmetic on", x));
        }
        self.metamethod(host, handler, &[x, x], to, 1, After::Store)
    }

    fn length<H: Host>(&mut self, host: &mut H, x: Value, to: usize) -> Flow {
        if let Some(bytes) = self.heap.bytes(x) {
            self.stack[to] = Value::number(Num::int(bytes.len() as i32));
            return Ok(Signal::Go);
        }
        let handler = self.heap.event(x, Event::Len);
        if !handler.is_nil() {
            return self.metamethod(host, handler, &[x, x], to, 1, After::Store);
        }
        if x.tag() != tag::TABLE {
            return Err(self.bad_operand("get length of", x));
        }
        self.stack[to] = Value::number(Num::int(self.heap.len(x) as i32));
        Ok(Signal::Go)
    }

    pub(super) fn index<H: Host>(&mut self, host: &mut H, object: Value, key: Value, to: usize) -> Flow {
        let mut object = object;
        self.charge_key(key);
        for lookup in 0..MAX_LOOKUPS {
            self.extra += i64::from(lookup >= FREE_LOOKUPS);
            let handler = match object.as_object(tag::TABLE) {
                Some(table) => {
                    let value = self.heap.get_at(table, key);
                    let handler =
                        if value.is_nil() { self.heap.event_at(table, Event::Index) } else { Value::NIL };
                    if handler.is_nil() {
                        self.stack[to] = value;
                        return Ok(Signal::Go);
                    }
                    handler
                }
                None if self.heap.bytes(object).is_some() => {
                    self.stack[to] = self.character(object, key);
                    return Ok(Signal::Go);
                }
                None => return Err(self.bad_index(object, key)),
            };
            if matches!(handler.tag(), tag::FUNCTION | tag::NATIVE) {
                return self.metamethod(host, handler, &[object, key], to, 1, After::Store);
            }
            object = handler;
        }
        Err(Raise::new("loop in gettable"))
    }

    /// A name in an environment, into a place of the stack. A missing name gives the function that exists everywhere, if there is one and the
    /// environment is not the globals.
    pub(super) fn name<H: Host>(&mut self, host: &mut H, env: Value, name: Value, to: usize) -> Flow {
        let frames = self.frames.len();
        let flow = self.index(host, env, name, to)?;
        // A metamethod's frame stores its result there later.
        if env != GLOBALS && self.frames.len() == frames && self.stack[to].is_nil() {
            self.stack[to] = self.program.anywhere.get(&name.index()).copied().unwrap_or(Value::NIL);
        }
        Ok(flow)
    }

    /// `s[i]`: a character, from the end if i is negative; nil if it is missing.
    fn character(&mut self, text: Value, key: Value) -> Value {
        let byte = key.as_number().and_then(|number| {
            let bytes = self.heap.bytes(text)?;
            let index = match number.flr() {
                index @ 1.. => index as usize - 1,
                0 => return None,
                back => bytes.len().checked_sub(back.unsigned_abs() as usize)?,
            };
            bytes.get(index).copied()
        });
        byte.map_or(Value::NIL, |byte| self.heap.text(&[byte]))
    }

    pub(super) fn set_index<H: Host>(
        &mut self,
        host: &mut H,
        object: Value,
        key: Value,
        value: Value,
    ) -> Flow {
        let mut object = object;
        self.charge_key(key);
        for lookup in 0..MAX_LOOKUPS {
            self.extra += i64::from(lookup >= FREE_LOOKUPS);
            let Some(table) = object.as_object(tag::TABLE) else {
                return Err(self.bad_index(object, key));
            };
            let handler = match self.heap.meta_at(table) {
                Some(_) if self.heap.get_at(table, key).is_nil() => {
                    self.heap.event_at(table, Event::NewIndex)
                }
                _ => Value::NIL,
            };
            if handler.is_nil() {
                // The table may grow; its size is checked before, since a collection is not possible in between.
                if self.heap.used > 2 * MEMORY {
                    return Err(Raise::new("out of memory"));
                }
                self.heap.set_at(table, key, value).map_err(|_| Raise::new("index is nil"))?;
                return Ok(Signal::Go);
            }
            if matches!(handler.tag(), tag::FUNCTION | tag::NATIVE) {
                return self.metamethod(host, handler, &[object, key, value], 0, 0, After::Store);
            }
            object = handler;
        }
        Err(Raise::new("loop in settable"))
    }

    /// A long text as a key costs its length.
    fn charge_key(&mut self, key: Value) {
        if key.tag() == tag::LONG {
            self.extra += self.heap.bytes(key).map_or(0, <[u8]>::len) as i64 / 8;
        }
    }

    /// `x == y` for different words; none if a metamethod decides.
    pub(super) fn equal<H: Host>(&mut self, host: &mut H, x: Value, y: Value) -> Result<Option<bool>, Raise> {
        if x.tag() == tag::LONG || y.tag() == tag::LONG {
            self.charge_key(x);
            return Ok(Some(self.heap.raw_equal(x, y)));
        }
        if x.tag() != tag::TABLE || y.tag() != tag::TABLE {
            return Ok(Some(false));
        }
        let handler = self.heap.event(x, Event::Eq);
        let other = self.heap.event(y, Event::Eq);
        // As in Lua 5.2, `__eq` is called only if both tables have the same one.
        if handler.is_nil() || !self.heap.raw_equal(handler, other) {
            return Ok(Some(false));
        }
        self.metamethod(host, handler, &[x, y], 0, 0, After::Test)?;
        Ok(None)
    }

    /// `x < y` or `x <= y`, if they are not two numbers; none if a metamethod decides.
    pub(super) fn less<H: Host>(
        &mut self,
        host: &mut H,
        or_equal: bool,
        x: Value,
        y: Value,
    ) -> Result<Option<bool>, Raise> {
        if let (Some(a), Some(b)) = (x.as_number(), y.as_number()) {
            return Ok(Some(if or_equal { a <= b } else { a < b }));
        }
        if let (Some(a), Some(b)) = (self.heap.bytes(x), self.heap.bytes(y)) {
            let (is, length) = (if or_equal { a <= b } else { a < b }, a.len().min(b.len()));
            self.extra += length as i64 / 8;
            return Ok(Some(is));
        }
        let find = |heap: &mut crate::Heap, event| {
            let handler = heap.event(x, event);
            if handler.is_nil() { heap.event(y, event) } else { handler }
        };
        let handler = find(&mut self.heap, if or_equal { Event::Le } else { Event::Lt });
        if !handler.is_nil() {
            self.metamethod(host, handler, &[x, y], 0, 0, After::Test)?;
            return Ok(None);
        }
        // Without `__le`, `x <= y` is `not (y < x)`.
        let handler = if or_equal { find(&mut self.heap, Event::Lt) } else { Value::NIL };
        if !handler.is_nil() {
            self.metamethod(host, handler, &[y, x], 0, 0, After::TestNot)?;
            return Ok(None);
        }
        let (a, b) = (self.type_of(x), self.type_of(y));
        Err(Raise::Message(match a == b {
            true => format!("attempt to compare two {a} values"),
            false => format!("attempt to compare {a} with {b}"),
        }))
    }

    /// Concatenates the values of places `first ..= last`, from the right, into a place.
    pub(super) fn concat<H: Host>(&mut self, host: &mut H, to: usize, first: usize, last: usize) -> Flow {
        let mut last = last;
        while last > first {
            let (x, y) = (self.stack[last - 1], self.stack[last]);
            if !self.is_text(x) || !self.is_text(y) {
                let mut handler = self.heap.event(x, Event::Concat);
                if handler.is_nil() {
                    handler = self.heap.event(y, Event::Concat);
                }
                if handler.is_nil() {
                    let culprit = if self.is_text(x) { y } else { x };
                    return Err(self.bad_operand("concatenate", culprit));
                }
                return self.metamethod(host, handler, &[x, y], last - 1, 1, After::Concat);
            }
            let mut from = last - 1;
            while from > first && self.is_text(self.stack[from - 1]) {
                from -= 1;
            }
            let size = |value: &Value| self.heap.bytes(*value).map_or(NUMBER, <[u8]>::len);
            let room = self.stack[from..=last].iter().map(size).sum::<usize>();
            let mut bytes = Vec::with_capacity(room.min(MEMORY as usize));
            for place in from..=last {
                let value = self.stack[place];
                match value.as_number() {
                    Some(number) => bytes.extend_from_slice(number.tostr(0).as_bytes()),
                    None => bytes.extend_from_slice(self.heap.bytes(value).unwrap_or_default()),
                }
                if bytes.len() > MEMORY as usize {
                    return Err(Raise::new("out of memory"));
                }
            }
            self.extra += bytes.len() as i64 / 8;
            if self.would_pass(bytes.len() as u32) {
                self.collect();
                if self.would_pass(bytes.len() as u32) {
                    return Err(Raise::new("out of memory"));
                }
            }
            self.stack[from] = self.heap.text(&bytes);
            last = from;
        }
        self.stack[to] = self.stack[first];
        Ok(Signal::Go)
    }

    fn is_text(&self, value: Value) -> bool {
        value.as_number().is_some() || self.heap.bytes(value).is_some()
    }

    pub(super) fn set_list(&mut self, table: Value, from: usize, count: usize, stored: u32) -> Flow {
        // Room for all of them first, so that values after a nil are in the array too, and `#` counts them.
        self.heap.reserve(table, stored as usize + count);
        for i in 0..count {
            let value = self.stack[from + i];
            // Places wrap like numbers.
            let key = Value::number(Num::int((stored as usize + i + 1) as i32));
            self.heap.set(table, key, value).map_err(|_| Raise::new("index is nil"))?;
        }
        self.extra += count as i64 / 8 + count.saturating_sub(WINDOW) as i64 / 4;
        Ok(Signal::Go)
    }
}

/// Begins a numeric `for`: converts its three values to numbers. Is there a first round?
pub(super) fn for_begins(heap: &crate::Heap, values: &mut [Value], extra: &mut i64) -> Result<bool, Raise> {
    for (value, what) in values.iter_mut().zip(["initial", "limit", "step"]) {
        let mut text = || {
            let (number, cycles) = read_number(heap.bytes(*value)?, 0);
            *extra += cycles;
            number
        };
        match value.as_number().or_else(&mut text) {
            Some(number) => *value = Value::number(number),
            None => return Err(Raise::Message(format!("'for' {what} value must be a number"))),
        }
    }
    let [at, to, step] = [values[0], values[1], values[2]].map(|value| value.0 as u32 as i32);
    // A step of 0 has no round, as measured.
    Ok(if step > 0 { at <= to } else { step < 0 && at >= to })
}

#[inline]
pub(super) fn num(bits: u32) -> Num {
    Num::from_bits(bits as i32)
}

#[inline]
pub(super) fn bits(number: Num) -> u32 {
    number.bits() as u32
}

#[inline]
pub(super) fn product(x: u32, y: u32) -> u32 {
    (i64::from(x as i32).wrapping_mul(i64::from(y as i32)) >> 16) as u32
}

/// Replaces the places after the first, which is a key, by the next key and value of a table. False if the table does not have the key.
pub(super) fn next_pair(heap: &mut crate::Heap, table: u32, places: &mut [Value], want: i32) -> bool {
    let Ok((next, skipped)) = heap.next_at(table, places[0]) else { return false };
    heap.charge_skipped(skipped);
    let (key, value) = next.unwrap_or_default();
    places[1] = key;
    if want > 1 {
        places[2] = value;
        let end = (1 + want as usize).min(places.len());
        places[3.min(end)..end].fill(Value::NIL);
    }
    true
}

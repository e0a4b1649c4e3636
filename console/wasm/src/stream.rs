//! A module's state as a serde value: digests, bytes, trees and sizes are made from it as from a native cart's.
//!
//! ```text
//! stream ── check ──> Stream ── Serialize ──> the machine's visitors, postcard, JSON
//!                       a part's place is known once the part before it ended: by a visit, or by `skip`
//! ```
//!
//! The stream comes from the module, so it is checked as a whole first: tags, lengths, nesting. `calls::tag` lists it.

use crate::names::Names;
use calls::tag;
use serde::ser::{
    Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleVariant,
};
use serde::{Serialize, Serializer};
use std::cell::Cell;

/// Values inside each other. Smokehouse nests 7.
const DEPTH: usize = 64;
/// Bytes of a stream. Smokehouse writes 24 KB.
pub(crate) const STREAM_MAX: usize = 4 << 20;

pub(crate) struct Stream<'a> {
    bytes: &'a [u8],
    /// None if whoever reads it ignores names: a digest takes half the time then.
    names: Option<&'a Names>,
    /// Where the last visited value begins and ends.
    visited: Cell<(usize, usize)>,
}

/// A value of a stream.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    of: &'a Stream<'a>,
    at: usize,
}

/// A place where a stream is not one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Broken(usize);

impl<'a> Stream<'a> {
    /// Checks the whole stream: one value and nothing after it.
    pub(crate) fn new(bytes: &'a [u8], names: Option<&'a Names>) -> Result<Stream<'a>, Broken> {
        let stream = Stream { bytes, names, visited: Cell::new((0, 0)) };
        match stream.skip(0, DEPTH) {
            Ok(end) if end == bytes.len() => Ok(stream),
            Ok(end) => Err(Broken(end)),
            Err(broken) => Err(broken),
        }
    }

    pub(crate) fn value(&self) -> Value<'_> {
        Value { of: self, at: 0 }
    }

    fn byte(&self, at: usize) -> Result<u8, Broken> {
        self.bytes.get(at).copied().ok_or(Broken(at))
    }

    /// A count, and where it ends.
    fn count(&self, mut at: usize) -> Result<(usize, usize), Broken> {
        let mut n = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte(at)?;
            at += 1;
            n |= usize::from(byte & 127) << shift;
            if byte < 128 {
                return Ok((n, at));
            }
        }
        Err(Broken(at))
    }

    fn slice(&self, at: usize) -> Result<(&'a [u8], usize), Broken> {
        let (len, at) = self.count(at)?;
        let end = at.checked_add(len).filter(|end| *end <= self.bytes.len()).ok_or(Broken(at))?;
        Ok((&self.bytes[at..end], end))
    }

    fn text(&self, at: usize) -> Result<(&'a str, usize), Broken> {
        let (bytes, end) = self.slice(at)?;
        Ok((std::str::from_utf8(bytes).map_err(|_| Broken(at))?, end))
    }

    /// Where a value ends.
    fn skip(&self, at: usize, depth: usize) -> Result<usize, Broken> {
        let depth = depth.checked_sub(1).ok_or(Broken(at))?;
        let tag = self.byte(at)?;
        let at = at + 1;
        let end = |n: usize| Some(at + n).filter(|end| *end <= self.bytes.len()).ok_or(Broken(at));
        let variant = |at| Ok(self.text(self.count(at)?.1)?.1);
        match tag {
            tag::BOOL | tag::I8 | tag::U8 => end(1),
            tag::I16 | tag::U16 => end(2),
            tag::I32 | tag::U32 | tag::CHAR => end(4),
            tag::I64 | tag::U64 => end(8),
            tag::I128 | tag::U128 => end(16),
            tag::TEXT => Ok(self.text(at)?.1),
            tag::BYTES => Ok(self.slice(at)?.1),
            tag::UNIT | tag::NONE => Ok(at),
            tag::SOME => self.skip(at, depth),
            tag::VARIANT => variant(at),
            tag::NEWTYPE => self.skip(self.text(at)?.1, depth),
            tag::NEWTYPE_VARIANT => self.skip(variant(at)?, depth),
            tag::LIST | tag::MAP => {
                let (n, mut at) = self.count(at)?;
                // Each value takes a byte at least, so a large count ends soon.
                for _ in 0..if tag == tag::MAP { 2 * n } else { n } {
                    at = self.skip(at, depth)?;
                }
                Ok(at)
            }
            tag::TUPLE | tag::STREAM | tag::STREAM_MAP => self.skip_to_end(at, depth),
            tag::TUPLE_VARIANT => self.skip_to_end(variant(at)?, depth),
            tag::STRUCT => self.skip_fields(at, depth),
            tag::STRUCT_VARIANT => self.skip_fields(variant(at)?, depth),
            _ => Err(Broken(at - 1)),
        }
    }

    fn skip_to_end(&self, mut at: usize, depth: usize) -> Result<usize, Broken> {
        while self.byte(at)? != tag::END {
            at = self.skip(at, depth)?;
        }
        Ok(at + 1)
    }

    fn skip_fields(&self, mut at: usize, depth: usize) -> Result<usize, Broken> {
        loop {
            let (name, after) = self.text(at)?;
            if name.is_empty() {
                return Ok(after);
            }
            at = self.skip(after, depth)?;
        }
    }
}

impl<'a> Value<'a> {
    pub(crate) fn tag(self) -> u8 {
        self.of.bytes.get(self.at).copied().unwrap_or(tag::UNIT)
    }

    /// The parts of a list, tuple, struct or variant with fields, with the names of fields; keys and values in turn.
    pub(crate) fn parts(self) -> impl Iterator<Item = (&'a str, Value<'a>)> {
        let (of, tag) = (self.of, self.tag());
        let mut at = self.inside();
        let is_named = matches!(tag, tag::STRUCT | tag::STRUCT_VARIANT);
        let mut left = match tag {
            tag::LIST | tag::MAP => {
                let (n, after) = of.count(at).unwrap_or_default();
                at = after;
                Some(if tag == tag::MAP { 2 * n } else { n })
            }
            tag::TUPLE | tag::STREAM | tag::STREAM_MAP | tag::TUPLE_VARIANT => None,
            tag::STRUCT | tag::STRUCT_VARIANT => None,
            tag::SOME | tag::NEWTYPE | tag::NEWTYPE_VARIANT => Some(1),
            _ => Some(0),
        };
        std::iter::from_fn(move || {
            let mut name = "";
            match &mut left {
                Some(left) => *left = left.checked_sub(1)?,
                None if is_named => {
                    let after;
                    (name, after) = of.text(at).ok()?;
                    at = after;
                    if name.is_empty() {
                        return None;
                    }
                }
                None if of.byte(at) == Ok(tag::END) => return None,
                None => {}
            }
            let part = Value { of, at };
            at = of.skip(at, DEPTH).ok()?;
            Some((name, part))
        })
    }

    /// Its bytes, which are a stream of their own.
    pub(crate) fn bytes(self) -> &'a [u8] {
        let end = self.of.skip(self.at, DEPTH).unwrap_or(self.at);
        self.of.bytes.get(self.at..end).unwrap_or_default()
    }

    /// Whether it has the fields of another one, with the same names and types, as far as both show them.
    pub(crate) fn is_like(self, other: Value<'_>) -> bool {
        let (tag, theirs) = (self.tag(), other.tag());
        let variant = |tag| {
            matches!(tag, tag::VARIANT | tag::NEWTYPE_VARIANT | tag::TUPLE_VARIANT | tag::STRUCT_VARIANT)
        };
        let optional = |tag| matches!(tag, tag::NONE | tag::SOME);
        if tag != theirs {
            return variant(tag) && variant(theirs) || optional(tag) && optional(theirs);
        }
        match tag {
            tag::LIST | tag::MAP | tag::STREAM | tag::STREAM_MAP => {
                self.parts().zip(other.parts()).take(2).all(|((_, a), (_, b))| a.is_like(b))
            }
            _ if variant(tag) => true,
            _ => {
                let mut theirs = other.parts();
                let same = |(name, value): (&str, Value<'_>)| {
                    theirs.next().is_some_and(|(other, like)| name == other && value.is_like(like))
                };
                self.parts().all(same) && theirs.next().is_none()
            }
        }
    }

    /// Number and name of a variant.
    pub(crate) fn variant(self) -> Option<(u32, &'a str)> {
        let is_one = matches!(
            self.tag(),
            tag::VARIANT | tag::NEWTYPE_VARIANT | tag::TUPLE_VARIANT | tag::STRUCT_VARIANT
        );
        let (n, at) = self.of.count(self.at + 1).ok().filter(|_| is_one)?;
        Some((n as u32, self.of.text(at).ok()?.0))
    }

    /// The name of a newtype.
    pub(crate) fn newtype(self) -> Option<&'a str> {
        (self.tag() == tag::NEWTYPE).then(|| self.of.text(self.at + 1).map_or("", |it| it.0))
    }

    pub(crate) fn name(self, name: &str) -> &'static str {
        self.of.names.map_or("", |names| names.get(name))
    }

    /// Where its parts begin, or the count of them.
    fn inside(self) -> usize {
        let (of, at) = (self.of, self.at + 1);
        let after = match self.tag() {
            tag::VARIANT | tag::NEWTYPE_VARIANT | tag::TUPLE_VARIANT | tag::STRUCT_VARIANT => {
                of.count(at).and_then(|(_, at)| of.text(at)).map(|it| it.1)
            }
            tag::NEWTYPE => of.text(at).map(|it| it.1),
            _ => Ok(at),
        };
        after.unwrap_or(of.bytes.len())
    }

    fn number<const N: usize>(self) -> [u8; N] {
        let bytes = self.of.bytes.get(self.at + 1..self.at + 1 + N);
        bytes.and_then(|bytes| bytes.try_into().ok()).unwrap_or([0; N])
    }

    /// Visits the part at `at` with `put`, and returns where it ends.
    fn visit<E: serde::ser::Error>(
        self,
        at: usize,
        put: impl FnOnce(Value<'a>) -> Result<(), E>,
    ) -> Result<usize, E> {
        put(Value { of: self.of, at })?;
        match self.of.visited.get() {
            (from, end) if from == at => Ok(end),
            _ => self.of.skip(at, DEPTH).map_err(|Broken(at)| broken(at)),
        }
    }

    /// Visits the elements from `at` on, and returns where their end is.
    fn elements<E: serde::ser::Error>(
        self,
        mut at: usize,
        mut put: impl FnMut(Value<'a>) -> Result<(), E>,
    ) -> Result<usize, E> {
        while !self.is_end(at) {
            at = self.visit(at, &mut put)?;
        }
        Ok(at + 1)
    }

    /// The same for fields.
    fn fields<E: serde::ser::Error>(
        self,
        mut at: usize,
        mut put: impl FnMut(&'static str, Value<'a>) -> Result<(), E>,
    ) -> Result<usize, E> {
        loop {
            let (name, after) = self.of.text(at).map_err(|Broken(at)| broken(at))?;
            if name.is_empty() {
                return Ok(after);
            }
            at = self.visit(after, |value| put(self.name(name), value))?;
        }
    }

    fn is_end(self, at: usize) -> bool {
        self.of.byte(at).is_ok_and(|byte| byte == tag::END)
    }
}

fn broken<E: serde::ser::Error>(at: usize) -> E {
    E::custom(format_args!("the state is damaged at byte {at}"))
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let failed = |Broken(at)| broken(at);
        let of = self.of;
        let mut at = self.inside();
        let mut end = None;
        let done = match self.tag() {
            tag::BOOL => to.serialize_bool(self.number::<1>() != [0]),
            tag::I8 => to.serialize_i8(i8::from_le_bytes(self.number())),
            tag::I16 => to.serialize_i16(i16::from_le_bytes(self.number())),
            tag::I32 => to.serialize_i32(i32::from_le_bytes(self.number())),
            tag::I64 => to.serialize_i64(i64::from_le_bytes(self.number())),
            tag::I128 => to.serialize_i128(i128::from_le_bytes(self.number())),
            tag::U8 => to.serialize_u8(u8::from_le_bytes(self.number())),
            tag::U16 => to.serialize_u16(u16::from_le_bytes(self.number())),
            tag::U32 => to.serialize_u32(u32::from_le_bytes(self.number())),
            tag::U64 => to.serialize_u64(u64::from_le_bytes(self.number())),
            tag::U128 => to.serialize_u128(u128::from_le_bytes(self.number())),
            tag::CHAR => {
                let letter = char::from_u32(u32::from_le_bytes(self.number()));
                to.serialize_char(letter.ok_or_else(|| broken(at))?)
            }
            tag::TEXT => to.serialize_str(of.text(at).map_err(failed)?.0),
            tag::BYTES => to.serialize_bytes(of.slice(at).map_err(failed)?.0),
            tag::UNIT => to.serialize_unit(),
            tag::NONE => to.serialize_none(),
            tag::SOME => to.serialize_some(&Value { of, at }),
            tag::VARIANT => {
                let (n, name) = self.variant().unwrap_or_default();
                to.serialize_unit_variant("", n, self.name(name))
            }
            tag::NEWTYPE => {
                let name = self.name(self.newtype().unwrap_or_default());
                to.serialize_newtype_struct(name, &Value { of, at })
            }
            tag::NEWTYPE_VARIANT => {
                let (n, name) = self.variant().unwrap_or_default();
                to.serialize_newtype_variant("", n, self.name(name), &Value { of, at })
            }
            list @ (tag::LIST | tag::STREAM) => {
                let mut length = None;
                if list == tag::LIST {
                    let (n, after) = of.count(at).map_err(failed)?;
                    (length, at) = (Some(n), after);
                }
                let (mut out, mut n) = (to.serialize_seq(length)?, 0);
                while length.map_or_else(|| !self.is_end(at), |length| n < length) {
                    at = self.visit(at, |value| out.serialize_element(&value))?;
                    n += 1;
                }
                end = Some(at + usize::from(length.is_none()));
                out.end()
            }
            map @ (tag::MAP | tag::STREAM_MAP) => {
                let mut length = None;
                if map == tag::MAP {
                    let (n, after) = of.count(at).map_err(failed)?;
                    (length, at) = (Some(n), after);
                }
                let (mut out, mut n) = (to.serialize_map(length)?, 0);
                while length.map_or_else(|| !self.is_end(at), |length| n < length) {
                    at = self.visit(at, |key| out.serialize_key(&key))?;
                    at = self.visit(at, |value| out.serialize_value(&value))?;
                    n += 1;
                }
                end = Some(at + usize::from(length.is_none()));
                out.end()
            }
            tag::TUPLE => {
                let mut out = to.serialize_tuple(self.parts().count())?;
                end = Some(self.elements(at, |value| out.serialize_element(&value))?);
                out.end()
            }
            tag::TUPLE_VARIANT => {
                let (n, name) = self.variant().unwrap_or_default();
                let mut out = to.serialize_tuple_variant("", n, self.name(name), self.parts().count())?;
                end = Some(self.elements(at, |value| out.serialize_field(&value))?);
                out.end()
            }
            tag::STRUCT => {
                let mut out = to.serialize_struct("", self.parts().count())?;
                end = Some(self.fields(at, |name, value| out.serialize_field(name, &value))?);
                out.end()
            }
            tag::STRUCT_VARIANT => {
                let (n, variant) = self.variant().unwrap_or_default();
                let mut out = to.serialize_struct_variant("", n, self.name(variant), self.parts().count())?;
                end = Some(self.fields(at, |name, value| out.serialize_field(name, &value))?);
                out.end()
            }
            _ => Err(S::Error::custom("the state has an unknown tag")),
        }?;
        if let Some(end) = end {
            of.visited.set((self.at, end));
        }
        Ok(done)
    }
}

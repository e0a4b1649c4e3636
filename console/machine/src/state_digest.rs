//! A program's state into a digest, straight from serde: no text and no allocation between.
//!
//! ```text
//! truth, number       its bytes, little-endian, as wide as its type; a character as four
//! text, bytes         length in eight bytes, then the bytes
//! none; some          0; 1, then the value
//! variant             its number in four bytes, then its fields
//! list, map           length in eight bytes, then the elements; one whose length is not known before: 2^64 - 1, the
//!                     elements each with a 1 before it, then 0
//! struct, tuple       its fields, in the order of their declaration; unit: nothing
//! ```
//!
//! All of it in bulk (`digest.rs`). Names of fields and types are not taken: within one program the same bytes are the same
//! state. Two versions of a program may share a digest where a field was only renamed, which changes nothing that it does.
//! What serde skips is not seen. A value that stops serde half-way is what was seen of it, and the error's words.

use crate::digest::{Bulk, Digest};
use crate::state_fields::Fields;
use alloc::string::{String, ToString};
use core::fmt::{Display, Write};
use serde::ser::{self, Serialize};

/// Takes a value.
pub(crate) fn digest(value: &(impl Serialize + ?Sized), into: &mut Digest) {
    let mut state = State(Bulk::new());
    if let Err(Stopped(reason)) = value.serialize(&mut state) {
        state.text(reason.as_bytes());
    }
    state.0.finish(into);
}

/// Tells name and digest of each field of a struct; of any other value the whole, as `state`.
pub(crate) fn fields(value: &impl Serialize, each: &mut dyn FnMut(&str, u64)) {
    if value.serialize(Fields { each }).is_err() {
        each("state", of(value));
    }
}

/// The digest of a value alone.
pub(crate) fn of(value: &(impl Serialize + ?Sized)) -> u64 {
    let mut d = Digest::new();
    digest(value, &mut d);
    d.finish()
}

struct State(Bulk);

impl State {
    fn length(&mut self, length: usize) {
        self.0.piece((length as u64).to_le_bytes());
    }

    fn text(&mut self, bytes: &[u8]) {
        self.length(bytes.len());
        self.0.bytes(bytes);
    }
}

/// A value's own serde code gave up.
#[derive(Debug)]
pub(crate) struct Stopped(pub String);

impl Display for Stopped {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Stopped {}

impl ser::Error for Stopped {
    fn custom<T: Display>(reason: T) -> Self {
        Stopped(reason.to_string())
    }
}

macro_rules! numbers {
    ($($name:ident $t:ty)*) => {
        $(#[inline]
        fn $name(self, n: $t) -> Result<(), Stopped> {
            self.0.piece(n.to_le_bytes());
            Ok(())
        })*
    };
}

macro_rules! nothing {
    ($($name:ident($($t:ty),*))*) => {
        $(fn $name(self, $(_: $t),*) -> Result<(), Stopped> {
            Ok(())
        })*
    };
}

impl<'a> ser::Serializer for &'a mut State {
    type Ok = ();
    type Error = Stopped;
    type SerializeSeq = List<'a>;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = List<'a>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers! {
        serialize_i8 i8 serialize_i16 i16 serialize_i32 i32 serialize_i64 i64
        serialize_u8 u8 serialize_u16 u16 serialize_u32 u32 serialize_u64 u64
    }

    nothing! { serialize_unit() serialize_unit_struct(&'static str) }

    fn serialize_i128(self, n: i128) -> Result<(), Stopped> {
        self.serialize_u128(n as u128)
    }

    fn serialize_u128(self, n: u128) -> Result<(), Stopped> {
        self.0.bytes(&n.to_le_bytes());
        Ok(())
    }

    fn serialize_f32(self, n: f32) -> Result<(), Stopped> {
        self.serialize_u32(n.to_bits())
    }

    fn serialize_f64(self, n: f64) -> Result<(), Stopped> {
        self.serialize_u64(n.to_bits())
    }

    fn serialize_bool(self, truth: bool) -> Result<(), Stopped> {
        self.serialize_u8(u8::from(truth))
    }

    fn serialize_char(self, c: char) -> Result<(), Stopped> {
        self.serialize_u32(u32::from(c))
    }

    fn serialize_str(self, text: &str) -> Result<(), Stopped> {
        self.text(text.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Stopped> {
        self.text(bytes);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Stopped> {
        self.serialize_u8(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Stopped> {
        self.0.piece([1]);
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, n: u32, _: &'static str) -> Result<(), Stopped> {
        self.serialize_u32(n)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Stopped> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        n: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Stopped> {
        self.0.piece(n.to_le_bytes());
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<List<'a>, Stopped> {
        Ok(List::new(self, length))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<List<'a>, Stopped> {
        Ok(List::new(self, length))
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Stopped> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Stopped> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Stopped> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        n: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Stopped> {
        self.0.piece(n.to_le_bytes());
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        n: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Stopped> {
        self.0.piece(n.to_le_bytes());
        Ok(self)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Stopped> {
        // Its length is known at the end only.
        let mut text = String::new();
        write!(text, "{value}").map_err(|e| Stopped(e.to_string()))?;
        self.serialize_str(&text)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// A list or map on its way.
struct List<'a> {
    state: &'a mut State,
    /// Was its length told before?
    told: bool,
}

impl<'a> List<'a> {
    fn new(state: &'a mut State, length: Option<usize>) -> List<'a> {
        state.0.piece(length.map_or(u64::MAX, |n| n as u64).to_le_bytes());
        List { state, told: length.is_some() }
    }

    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stopped> {
        if !self.told {
            self.state.0.piece([1]);
        }
        value.serialize(&mut *self.state)
    }

    fn close(self) {
        if !self.told {
            self.state.0.piece([0]);
        }
    }
}

impl ser::SerializeSeq for List<'_> {
    type Ok = ();
    type Error = Stopped;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stopped> {
        self.element(value)
    }

    fn end(self) -> Result<(), Stopped> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeMap for List<'_> {
    type Ok = ();
    type Error = Stopped;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Stopped> {
        self.element(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stopped> {
        value.serialize(&mut *self.state)
    }

    fn end(self) -> Result<(), Stopped> {
        self.close();
        Ok(())
    }
}

macro_rules! fields {
    ($($of:ident $put:ident($($name:ty)?))*) => {
        $(impl ser::$of for &mut State {
            type Ok = ();
            type Error = Stopped;
            #[inline]
            fn $put<T: Serialize + ?Sized>(&mut self, $(_: $name,)? value: &T) -> Result<(), Stopped> {
                value.serialize(&mut **self)
            }
            fn end(self) -> Result<(), Stopped> {
                Ok(())
            }
        })*
    };
}

fields! {
    SerializeTuple serialize_element()
    SerializeTupleStruct serialize_field()
    SerializeTupleVariant serialize_field()
    SerializeStruct serialize_field(&'static str)
    SerializeStructVariant serialize_field(&'static str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use alloc::vec;
    use alloc::vec::Vec;

    #[derive(serde::Serialize)]
    enum Kind {
        Plain,
        One(u8),
        Two(u8, u16),
        Named { a: i8 },
    }

    /// A list that does not say its length before.
    struct Stream(u8);

    impl Serialize for Stream {
        fn serialize<S: ser::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            use ser::SerializeSeq;
            let mut list = to.serialize_seq(None)?;
            (0..self.0).try_for_each(|n| list.serialize_element(&n))?;
            list.end()
        }
    }

    /// One that gives up after a byte.
    struct Broken;

    impl Serialize for Broken {
        fn serialize<S: ser::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(ser::Error::custom("no"))
        }
    }

    fn of(value: impl Serialize) -> u64 {
        let mut d = Digest::new();
        digest(&value, &mut d);
        d.finish()
    }

    /// Bytes by the table at the head of this file, written by hand.
    #[test]
    fn a_value_is_the_bytes_of_the_table() {
        let long = |n: u64| n.to_le_bytes().to_vec();
        let cases: [(u64, Vec<u8>); 16] = [
            (of(true), vec![1]),
            (of(0x1234u16), vec![0x34, 0x12]),
            (of(-2i32), vec![0xfe, 0xff, 0xff, 0xff]),
            (of(1u128 << 64), [long(0), long(1)].concat()),
            (of('a'), vec![97, 0, 0, 0]),
            (of("ham"), [long(3), b"ham".to_vec()].concat()),
            (of(None::<u8>), vec![0]),
            (of(Some(7u8)), vec![1, 7]),
            (of(Kind::Plain), vec![0, 0, 0, 0]),
            (of(Kind::One(9)), vec![1, 0, 0, 0, 9]),
            (of(Kind::Two(9, 8)), vec![2, 0, 0, 0, 9, 8, 0]),
            (of(Kind::Named { a: -1 }), vec![3, 0, 0, 0, 255]),
            (of(vec![5u8, 6]), [long(2), vec![5, 6]].concat()),
            (of(BTreeMap::from([(1u8, 2u8), (3, 4)])), [long(2), vec![1, 2, 3, 4]].concat()),
            (of(((), 1u8, [2u8, 3])), vec![1, 2, 3]),
            (of(Stream(2)), [long(u64::MAX), vec![1, 0, 1, 1, 0]].concat()),
        ];
        for (n, (found, bytes)) in cases.iter().enumerate() {
            let mut d = Digest::new();
            d.bulk(bytes);
            assert_eq!(*found, d.finish(), "case {n}");
        }
        assert_ne!(of((1u8, Broken)), of((2u8, Broken)), "what was seen of it counts");
        assert_ne!(of((1u8, Broken)), of(1u8));
    }
}

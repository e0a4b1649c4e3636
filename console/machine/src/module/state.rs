//! A cart's state out of its module, as one stream with names and types, and into it, as postcard's bytes.
//!
//! The console makes digests, saved bytes, trees and sizes from the stream, so a module has one serializer only.
//! `calls::tag` lists the stream's tags.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use calls::tag;
use core::fmt::Display;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::ser::{self, Serializer};

/// The stream of a cart's state; none after its own serde code failed, which the console then knows.
pub fn write(cart: &impl Serialize) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    match cart.serialize(&mut Stream { out: &mut out }) {
        Ok(()) => Some(out),
        Err(Failed(reason)) => {
            guest::report_state_error(&reason);
            None
        }
    }
}

/// A cart from postcard's bytes; none if they are of another type, which the console then knows.
pub fn load<C: DeserializeOwned>(bytes: &[u8]) -> Option<C> {
    match postcard::take_from_bytes(bytes) {
        Ok((cart, [])) => Some(cart),
        Ok((_, rest)) => {
            guest::report_state_error(&alloc::format!("{} bytes are left over", rest.len()));
            None
        }
        Err(error) => {
            guest::report_state_error(&error.to_string());
            None
        }
    }
}

#[derive(Debug)]
pub(super) struct Failed(pub(super) String);

impl Display for Failed {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Failed {}

impl ser::Error for Failed {
    fn custom<T: Display>(reason: T) -> Self {
        Failed(reason.to_string())
    }
}

type Result<T = ()> = core::result::Result<T, Failed>;

struct Stream<'a> {
    out: &'a mut Vec<u8>,
}

impl Stream<'_> {
    fn put(&mut self, tag: u8, bytes: &[u8]) {
        self.out.push(tag);
        self.out.extend_from_slice(bytes);
    }

    fn count(&mut self, mut n: usize) {
        while n > 127 {
            self.out.push(n as u8 | 128);
            n >>= 7;
        }
        self.out.push(n as u8);
    }

    fn name(&mut self, name: &str) {
        self.count(name.len());
        self.out.extend_from_slice(name.as_bytes());
    }

    fn variant(&mut self, tag: u8, n: u32, name: &str) {
        self.out.push(tag);
        self.count(n as usize);
        self.name(name);
    }
}

macro_rules! numbers {
    ($($name:ident $t:ty, $tag:ident;)*) => {
        $(fn $name(self, n: $t) -> Result {
            self.put(tag::$tag, &n.to_le_bytes());
            Ok(())
        })*
    };
}

impl<'s, 'a> Serializer for &'s mut Stream<'a> {
    type Ok = ();
    type Error = Failed;
    type SerializeSeq = Open<'s, 'a>;
    type SerializeTuple = Open<'s, 'a>;
    type SerializeTupleStruct = Open<'s, 'a>;
    type SerializeTupleVariant = Open<'s, 'a>;
    type SerializeMap = Open<'s, 'a>;
    type SerializeStruct = Open<'s, 'a>;
    type SerializeStructVariant = Open<'s, 'a>;

    numbers! {
        serialize_i8 i8, I8;
        serialize_i16 i16, I16;
        serialize_i32 i32, I32;
        serialize_i64 i64, I64;
        serialize_i128 i128, I128;
        serialize_u8 u8, U8;
        serialize_u16 u16, U16;
        serialize_u32 u32, U32;
        serialize_u64 u64, U64;
        serialize_u128 u128, U128;
    }

    fn serialize_f32(self, _: f32) -> Result {
        Err(Failed("carts have no floats".into()))
    }

    fn serialize_f64(self, _: f64) -> Result {
        Err(Failed("carts have no floats".into()))
    }

    fn serialize_bool(self, truth: bool) -> Result {
        self.put(tag::BOOL, &[truth.into()]);
        Ok(())
    }

    fn serialize_char(self, letter: char) -> Result {
        self.put(tag::CHAR, &u32::from(letter).to_le_bytes());
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Result {
        self.out.push(tag::TEXT);
        self.name(text);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result {
        self.out.push(tag::BYTES);
        self.count(bytes.len());
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    fn serialize_unit(self) -> Result {
        self.put(tag::UNIT, &[]);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result {
        self.serialize_unit()
    }

    fn serialize_none(self) -> Result {
        self.put(tag::NONE, &[]);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        self.put(tag::SOME, &[]);
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, n: u32, name: &'static str) -> Result {
        self.variant(tag::VARIANT, n, name);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result {
        self.out.push(tag::NEWTYPE);
        self.name(name);
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        n: u32,
        name: &'static str,
        value: &T,
    ) -> Result {
        self.variant(tag::NEWTYPE_VARIANT, n, name);
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Open<'s, 'a>> {
        Ok(Open::counted(self, [tag::LIST, tag::STREAM], length))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Open<'s, 'a>> {
        Ok(Open::counted(self, [tag::MAP, tag::STREAM_MAP], length))
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'s, 'a>> {
        self.out.push(tag::TUPLE);
        Ok(Open { stream: self, end: Some(tag::END) })
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Open<'s, 'a>> {
        self.serialize_tuple(length)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        n: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Open<'s, 'a>> {
        self.variant(tag::TUPLE_VARIANT, n, name);
        Ok(Open { stream: self, end: Some(tag::END) })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'s, 'a>> {
        self.out.push(tag::STRUCT);
        // The empty name ends it.
        Ok(Open { stream: self, end: Some(0) })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        n: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Open<'s, 'a>> {
        self.variant(tag::STRUCT_VARIANT, n, name);
        Ok(Open { stream: self, end: Some(0) })
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// A value with parts, and the byte that ends it, if its length was not known.
struct Open<'s, 'a> {
    stream: &'s mut Stream<'a>,
    end: Option<u8>,
}

impl<'s, 'a> Open<'s, 'a> {
    fn counted(stream: &'s mut Stream<'a>, [counted, other]: [u8; 2], length: Option<usize>) -> Self {
        let Some(length) = length else {
            stream.out.push(other);
            return Open { stream, end: Some(tag::END) };
        };
        stream.out.push(counted);
        stream.count(length);
        Open { stream, end: None }
    }
}

macro_rules! compounds {
    ($($of:ident { $($put:ident($($name:ident $t:ty)?);)* })*) => {
        $(impl ser::$of for Open<'_, '_> {
            type Ok = ();
            type Error = Failed;
            $(fn $put<T: Serialize + ?Sized>(&mut self, $($name: $t,)? value: &T) -> Result {
                $(self.stream.name($name);)?
                value.serialize(&mut *self.stream)
            })*
            fn end(self) -> Result {
                self.stream.out.extend(self.end);
                Ok(())
            }
        })*
    };
}

compounds! {
    SerializeSeq { serialize_element(); }
    SerializeTuple { serialize_element(); }
    SerializeTupleStruct { serialize_field(); }
    SerializeTupleVariant { serialize_field(); }
    SerializeStruct { serialize_field(name &'static str); }
    SerializeStructVariant { serialize_field(name &'static str); }
    SerializeMap { serialize_key(); serialize_value(); }
}

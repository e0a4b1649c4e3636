//! A read-only walk through a value by serde, for the digest, the size, the tree and a single field.
//!
//! ```text
//! value ── Serialize ──> Walker ──> number(bytes, value)       a number or truth value
//!                                   leaf(Leaf)                 a text, bytes, nothing, a variant without fields
//!                                   wrapped(Wrapper, value)    Some, a newtype, a variant with one value
//!                                   parts(Shape) ──> part(Part, value) .. end()
//! ```
//!
//! It reduces serde's thirty methods to these. All is inlined, so visitors do not pay for what they ignore.

use alloc::string::{String, ToString};
use core::fmt::{Display, Write};
use serde::ser::{self, Serialize};

#[derive(Debug)]
pub(crate) struct WalkError(pub String);

pub(crate) type Result<T> = core::result::Result<T, WalkError>;

impl Display for WalkError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for WalkError {}

impl ser::Error for WalkError {
    fn custom<T: Display>(reason: T) -> Self {
        WalkError(reason.to_string())
    }
}

/// A value without parts that is not a number.
pub(crate) enum Leaf<'a> {
    Text(&'a str),
    Bytes(&'a [u8]),
    Unit,
    None,
    /// A variant without fields: number and name.
    Variant(u32, &'static str),
}

pub(crate) enum Wrapper {
    Some,
    Newtype(&'static str),
    Variant(u32, &'static str),
}

/// A value with any number of parts.
pub(crate) enum Shape {
    /// With its length, if known in advance.
    List(Option<usize>),
    Map(Option<usize>),
    Tuple,
    Struct,
    TupleVariant(u32, &'static str),
    StructVariant(u32, &'static str),
}

#[derive(Clone, Copy)]
pub(crate) enum Part {
    Element,
    Field(&'static str),
    Key,
    Value,
}

pub(crate) trait Visitor: Sized {
    type Ok;
    type Parts: Parts<Ok = Self::Ok>;
    /// serde's code of some types asks whether the format is human-readable.
    const IS_READABLE: bool;

    /// A number as little-endian bytes and as itself; a truth value is one byte.
    fn number<const N: usize>(self, bytes: [u8; N], value: impl Serialize) -> Result<Self::Ok>;

    fn letter(self, letter: char) -> Result<Self::Ok> {
        self.number(u32::from(letter).to_le_bytes(), letter)
    }

    fn leaf(self, leaf: Leaf<'_>) -> Result<Self::Ok>;

    fn wrapped<T: Serialize + ?Sized>(self, by: Wrapper, value: &T) -> Result<Self::Ok>;

    fn parts(self, shape: Shape) -> Result<Self::Parts>;
}

pub(crate) trait Parts {
    type Ok;

    fn part<T: Serialize + ?Sized>(&mut self, part: Part, value: &T) -> Result<()>;

    fn end(self) -> Result<Self::Ok>;
}

pub(crate) struct Walker<V>(pub V);

macro_rules! numbers {
    ($($name:ident $t:ty)*) => {
        $(#[inline]
        fn $name(self, n: $t) -> Result<V::Ok> {
            self.0.number(n.to_le_bytes(), n)
        })*
    };
}

macro_rules! parts {
    ($($name:ident($($arg:pat, $t:ty),*) $shape:expr;)*) => {
        $(#[inline]
        fn $name(self, $($arg: $t),*) -> Result<Walker<V::Parts>> {
            self.0.parts($shape).map(Walker)
        })*
    };
}

macro_rules! leaves {
    ($($name:ident($($arg:pat, $t:ty),*) $leaf:expr;)*) => {
        $(#[inline]
        fn $name(self, $($arg: $t),*) -> Result<V::Ok> {
            self.0.leaf($leaf)
        })*
    };
}

impl<V: Visitor> ser::Serializer for Walker<V> {
    type Ok = V::Ok;
    type Error = WalkError;
    type SerializeSeq = Walker<V::Parts>;
    type SerializeTuple = Walker<V::Parts>;
    type SerializeTupleStruct = Walker<V::Parts>;
    type SerializeTupleVariant = Walker<V::Parts>;
    type SerializeMap = Walker<V::Parts>;
    type SerializeStruct = Walker<V::Parts>;
    type SerializeStructVariant = Walker<V::Parts>;

    numbers! {
        serialize_i8 i8 serialize_i16 i16 serialize_i32 i32 serialize_i64 i64 serialize_i128 i128
        serialize_u8 u8 serialize_u16 u16 serialize_u32 u32 serialize_u64 u64 serialize_u128 u128
        serialize_f32 f32 serialize_f64 f64
    }

    parts! {
        serialize_seq(length, Option<usize>) Shape::List(length);
        serialize_map(length, Option<usize>) Shape::Map(length);
        serialize_tuple(_, usize) Shape::Tuple;
        serialize_tuple_struct(_, &'static str, _, usize) Shape::Tuple;
        serialize_struct(_, &'static str, _, usize) Shape::Struct;
        serialize_tuple_variant(_, &'static str, n, u32, name, &'static str, _, usize)
            Shape::TupleVariant(n, name);
        serialize_struct_variant(_, &'static str, n, u32, name, &'static str, _, usize)
            Shape::StructVariant(n, name);
    }

    #[inline]
    fn serialize_bool(self, truth: bool) -> Result<V::Ok> {
        self.0.number([u8::from(truth)], truth)
    }

    fn serialize_char(self, letter: char) -> Result<V::Ok> {
        self.0.letter(letter)
    }

    leaves! {
        serialize_str(text, &str) Leaf::Text(text);
        serialize_bytes(bytes, &[u8]) Leaf::Bytes(bytes);
        serialize_unit() Leaf::Unit;
        serialize_unit_struct(_, &'static str) Leaf::Unit;
        serialize_none() Leaf::None;
        serialize_unit_variant(_, &'static str, n, u32, name, &'static str) Leaf::Variant(n, name);
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<V::Ok> {
        self.0.wrapped(Wrapper::Some, value)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<V::Ok> {
        self.0.wrapped(Wrapper::Newtype(name), value)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        n: u32,
        name: &'static str,
        value: &T,
    ) -> Result<V::Ok> {
        self.0.wrapped(Wrapper::Variant(n, name), value)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<V::Ok> {
        // `to_string` would panic on an error of the value's own code.
        let mut text = String::new();
        write!(text, "{value}").map_err(|e| WalkError(e.to_string()))?;
        self.serialize_str(&text)
    }

    fn is_human_readable(&self) -> bool {
        V::IS_READABLE
    }
}

macro_rules! compounds {
    ($($of:ident { $($put:ident($($name:ident $t:ty)?) $part:expr;)* })*) => {
        $(impl<P: Parts> ser::$of for Walker<P> {
            type Ok = P::Ok;
            type Error = WalkError;
            $(#[inline]
            fn $put<T: Serialize + ?Sized>(&mut self, $($name: $t,)? value: &T) -> Result<()> {
                self.0.part($part, value)
            })*
            fn end(self) -> Result<P::Ok> {
                self.0.end()
            }
        })*
    };
}

compounds! {
    SerializeSeq { serialize_element() Part::Element; }
    SerializeTuple { serialize_element() Part::Element; }
    SerializeTupleStruct { serialize_field() Part::Element; }
    SerializeTupleVariant { serialize_field() Part::Element; }
    SerializeStruct { serialize_field(name &'static str) Part::Field(name); }
    SerializeStructVariant { serialize_field(name &'static str) Part::Field(name); }
    SerializeMap { serialize_key() Part::Key; serialize_value() Part::Value; }
}

//! One place of the state: the way there through serde, past all that is not on it.
//!
//! ```text
//! mobs[2].hp    struct ── "mobs" ──> list ── the third ──> struct ── "hp" ──> its tree
//!                  └ other fields: not looked at      └ others: not looked at
//! ```
//!
//! What is found is what [`super::find_field`] finds in the whole tree, its slow twin; a search through an hour asks for it in each frame.

use super::tree::{number, tree};
use crate::state_digest::Stopped;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::ser::{self, Serialize, Serializer};
use serde_json::{Map, Value};

/// What stands there; none when there is no such place.
pub(crate) fn field<P: AsRef<str>>(state: &(impl Serialize + ?Sized), path: &[P]) -> Option<Value> {
    at(state, path).ok().flatten()
}

fn at<P: AsRef<str>, T: Serialize + ?Sized>(value: &T, path: &[P]) -> Result<Option<Value>, Stopped> {
    if path.is_empty() { Ok(tree(value)) } else { value.serialize(At(path)) }
}

/// On the way: names and indices that are left, one at least.
struct At<'a, P>(&'a [P]);

impl<'a, P: AsRef<str>> At<'a, P> {
    fn name(&self) -> &'a str {
        self.0[0].as_ref()
    }

    fn is_length(&self) -> bool {
        self.0.len() == 1 && self.name() == "len"
    }

    /// What stands at the place in what a variant holds, which has the variant's name.
    fn of_variant(self, variant: &str) -> Parts<'a, P> {
        let here = self.name() == variant;
        let variant = if here { Variant::OnTheWay } else { Variant::Elsewhere };
        let rest = if here { &self.0[1..] } else { self.0 };
        Parts { path: rest, variant, ..Parts::new(rest) }
    }

    fn parts(self) -> Parts<'a, P> {
        Parts::new(self.0)
    }
}

macro_rules! leaves {
    ($($name:ident($($t:ty),*))*) => {
        $(fn $name(self, $(_: $t),*) -> Result<Option<Value>, Stopped> {
            Ok(None)
        })*
    };
}

impl<'a, P: AsRef<str>> Serializer for At<'a, P> {
    type Ok = Option<Value>;
    type Error = Stopped;
    type SerializeSeq = Parts<'a, P>;
    type SerializeTuple = Parts<'a, P>;
    type SerializeTupleStruct = Parts<'a, P>;
    type SerializeTupleVariant = Parts<'a, P>;
    type SerializeMap = Parts<'a, P>;
    type SerializeStruct = Parts<'a, P>;
    type SerializeStructVariant = Parts<'a, P>;

    leaves! {
        serialize_bool(bool)
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_i128(i128)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64) serialize_u128(u128)
        serialize_f32(f32) serialize_f64(f64) serialize_none() serialize_unit() serialize_unit_struct(&'static str)
    }

    fn serialize_char(self, letter: char) -> Result<Option<Value>, Stopped> {
        self.serialize_str(letter.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<Option<Value>, Stopped> {
        Ok(self.is_length().then(|| text.chars().count().into()))
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Option<Value>, Stopped> {
        at(&bytes.to_vec(), self.0)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Option<Value>, Stopped> {
        self.serialize_str(variant)
    }

    fn collect_str<T: core::fmt::Display + ?Sized>(self, value: &T) -> Result<Option<Value>, Stopped> {
        self.serialize_str(&value.to_string())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Option<Value>, Stopped> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Option<Value>, Stopped> {
        if number(name, value).is_some() { Ok(None) } else { value.serialize(self) }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Option<Value>, Stopped> {
        if self.name() == variant {
            return at(value, &self.0[1..]);
        }
        // An object with one field.
        Ok(self.is_length().then(|| 1.into()))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a, P>, Stopped> {
        Ok(self.parts())
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'a, P>, Stopped> {
        Ok(self.parts())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'a, P>, Stopped> {
        Ok(self.parts())
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a, P>, Stopped> {
        Ok(self.parts())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'a, P>, Stopped> {
        Ok(self.parts())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a, P>, Stopped> {
        Ok(self.of_variant(variant))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a, P>, Stopped> {
        Ok(self.of_variant(variant))
    }

    fn is_human_readable(&self) -> bool {
        // As the tree is, whose fields these are.
        true
    }
}

/// The parts of a list, an object or a variant, one after the other.
struct Parts<'a, P> {
    /// What is left of the way; nothing where a variant is wanted whole.
    path: &'a [P],
    variant: Variant,
    /// Parts so far.
    count: usize,
    /// The key that comes before its value.
    is_key: bool,
    found: Option<Value>,
    whole: Whole,
}

#[derive(PartialEq)]
enum Variant {
    None,
    OnTheWay,
    Elsewhere,
}

/// What a variant holds that is wanted whole.
#[derive(Default)]
struct Whole {
    items: Vec<Value>,
    fields: Map<String, Value>,
}

impl<'a, P: AsRef<str>> Parts<'a, P> {
    fn new(path: &'a [P]) -> Self {
        Parts { path, variant: Variant::None, count: 0, is_key: false, found: None, whole: Whole::default() }
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stopped> {
        let n = self.count;
        self.count += 1;
        match (&self.variant, self.path.split_first()) {
            (Variant::Elsewhere, _) => {}
            (_, None) => self.whole.items.extend(tree(value)),
            (_, Some((name, rest))) if name.as_ref().parse() == Ok(n) => self.found = at(value, rest)?,
            _ => {}
        }
        Ok(())
    }

    fn named<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), Stopped> {
        self.count += 1;
        match (&self.variant, self.path.split_first()) {
            (Variant::Elsewhere, _) => {}
            (_, None) => _ = self.whole.fields.insert(key.to_string(), tree(value).unwrap_or_default()),
            (_, Some((name, rest))) if name.as_ref() == key => self.found = at(value, rest)?,
            _ => {}
        }
        Ok(())
    }

    fn close(mut self, is_list: bool) -> Option<Value> {
        let is_length = self.path.len() == 1 && self.path[0].as_ref() == "len";
        // What holds a variant is an object with one field, its name.
        let count = if self.variant == Variant::Elsewhere { 1 } else { self.count };
        if self.path.is_empty() {
            let Whole { items, fields } = core::mem::take(&mut self.whole);
            return Some(if is_list { Value::Array(items) } else { Value::Object(fields) });
        }
        self.found.or_else(|| is_length.then(|| count.into()))
    }
}

macro_rules! lists {
    ($($of:ident $put:ident)*) => {
        $(impl<P: AsRef<str>> ser::$of for Parts<'_, P> {
            type Ok = Option<Value>;
            type Error = Stopped;
            fn $put<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stopped> {
                self.element(value)
            }
            fn end(self) -> Result<Option<Value>, Stopped> {
                Ok(self.close(true))
            }
        })*
    };
}

lists! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

macro_rules! objects {
    ($($of:ident)*) => {
        $(impl<P: AsRef<str>> ser::$of for Parts<'_, P> {
            type Ok = Option<Value>;
            type Error = Stopped;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Stopped> {
                self.named(name, value)
            }
            fn end(self) -> Result<Option<Value>, Stopped> {
                Ok(self.close(false))
            }
        })*
    };
}

objects! { SerializeStruct SerializeStructVariant }

impl<P: AsRef<str>> ser::SerializeMap for Parts<'_, P> {
    type Ok = Option<Value>;
    type Error = Stopped;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Stopped> {
        // As JSON writes it: a text, or a number's text.
        let key = serde_json::to_value(key).unwrap_or_default();
        let wanted = self.path.first().map(AsRef::as_ref);
        self.is_key = match &key {
            Value::String(text) => wanted == Some(text.as_str()),
            other => wanted == Some(other.to_string().as_str()),
        };
        self.count += 1;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stopped> {
        if self.is_key {
            self.found = at(value, &self.path[1..])?;
        }
        Ok(())
    }

    fn end(self) -> Result<Option<Value>, Stopped> {
        Ok(self.close(false))
    }
}

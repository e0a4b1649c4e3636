//! The state as a tree: what serde tells of it, but numbers of the console by value instead of by bits.
//!
//! ```text
//! state ── serialize ──> Decimals(serializer)
//!                          ├ newtype "Num"   its decimal
//!                          └ anything else   the same, with all that is in it wrapped again
//! ```

use super::number::shown;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use num::Num;
use serde::ser::{self, Serialize, SerializeMap, Serializer};
use serde_json::Value;

/// The whole state; nothing where it has no such form.
pub(crate) fn tree(state: &(impl Serialize + ?Sized)) -> Option<Value> {
    serde_json::to_value(Shown(state, Types::Hidden)).ok()
}

/// The whole state with the names of newtypes: a value of one is an object with one field, its name in brackets, `{"(Energy)": 300}`.
pub(crate) fn typed_tree(state: &(impl Serialize + ?Sized)) -> Option<Value> {
    serde_json::to_value(Shown(state, Types::Named)).ok()
}

/// What becomes of a cart's own newtypes.
#[derive(Clone, Copy, PartialEq)]
enum Types {
    /// They are what they hold.
    Hidden,
    Named,
}

/// What stands at a place of a tree, names and indices from its top; none when there is no such place. `len`, where no field is called
/// so, is how many a list or an object has, or a text letters.
pub fn find_field(tree: &Value, path: &[impl AsRef<str>]) -> Option<Value> {
    let Some((name, rest)) = path.split_first() else { return Some(tree.clone()) };
    let name = name.as_ref();
    let next = match tree {
        Value::Object(fields) => fields.get(name),
        Value::Array(items) => name.parse().ok().and_then(|n: usize| items.get(n)),
        _ => None,
    };
    match (next, tree) {
        (Some(next), _) => find_field(next, rest),
        (None, _) if name != "len" || !rest.is_empty() => None,
        (None, Value::Array(items)) => Some(items.len().into()),
        (None, Value::Object(fields)) => Some(fields.len().into()),
        (None, Value::String(text)) => Some(text.chars().count().into()),
        _ => None,
    }
}

/// The fields of an object in the order in which people want them: numbers by their size, then names.
pub fn members(fields: &serde_json::Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut members: Vec<(&String, &Value)> = fields.iter().collect();
    // Names are in order already, and a sort keeps it; so only what looks like a number moves.
    members.sort_by_key(|(name, _)| name.parse::<u32>().unwrap_or(u32::MAX));
    members
}

/// The place of a field in what stands at a place: `mobs` and `hp` are `mobs.hp`, `mobs` and `3` are `mobs[3]`.
pub fn join_path(path: &str, name: &str) -> String {
    // A name such as 00 is not the index 0.
    let is_index = name.parse::<u64>().is_ok_and(|n| n.to_string() == name);
    match (path, is_index) {
        ("", _) => name.to_string(),
        (_, true) => format!("{path}[{name}]"),
        _ => format!("{path}.{name}"),
    }
}

/// The number of the console that a newtype holds; none when it is another newtype.
pub(super) fn number<T: Serialize + ?Sized>(name: &str, value: &T) -> Option<Num> {
    let bits = if name == "Num" { serde_json::to_value(value).ok()?.as_i64() } else { None };
    bits.and_then(|bits| bits.try_into().ok()).map(Num::from_bits)
}

/// A value whose numbers are to be shown.
struct Shown<'a, T: ?Sized>(&'a T, Types);

impl<T: Serialize + ?Sized> Serialize for Shown<'_, T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(Decimals(to, self.1))
    }
}

/// A serializer, or a part of one, that gets shown values.
struct Decimals<S>(S, Types);

macro_rules! plain {
    ($($name:ident($($arg:ident $t:ty),*))*) => {
        $(fn $name(self, $($arg: $t),*) -> Result<S::Ok, S::Error> {
            self.0.$name($($arg),*)
        })*
    };
}

macro_rules! parts {
    ($($name:ident($($arg:ident $t:ty),*) $part:ident)*) => {
        $(fn $name(self, $($arg: $t),*) -> Result<Self::$part, S::Error> {
            self.0.$name($($arg),*).map(|part| Decimals(part, self.1))
        })*
    };
}

impl<S: Serializer> Serializer for Decimals<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Decimals<S::SerializeSeq>;
    type SerializeTuple = Decimals<S::SerializeTuple>;
    type SerializeTupleStruct = Decimals<S::SerializeTupleStruct>;
    type SerializeTupleVariant = Decimals<S::SerializeTupleVariant>;
    type SerializeMap = Decimals<S::SerializeMap>;
    type SerializeStruct = Decimals<S::SerializeStruct>;
    type SerializeStructVariant = Decimals<S::SerializeStructVariant>;

    plain! {
        serialize_bool(v bool) serialize_char(v char) serialize_str(v &str) serialize_bytes(v &[u8])
        serialize_i8(v i8) serialize_i16(v i16) serialize_i32(v i32) serialize_i64(v i64) serialize_i128(v i128)
        serialize_u8(v u8) serialize_u16(v u16) serialize_u32(v u32) serialize_u64(v u64) serialize_u128(v u128)
        serialize_f32(v f32) serialize_f64(v f64) serialize_none() serialize_unit()
        serialize_unit_struct(name &'static str)
        serialize_unit_variant(name &'static str, n u32, variant &'static str)
    }

    parts! {
        serialize_seq(length Option<usize>) SerializeSeq
        serialize_map(length Option<usize>) SerializeMap
        serialize_tuple(length usize) SerializeTuple
        serialize_tuple_struct(name &'static str, length usize) SerializeTupleStruct
        serialize_struct(name &'static str, length usize) SerializeStruct
        serialize_tuple_variant(name &'static str, n u32, variant &'static str, length usize) SerializeTupleVariant
        serialize_struct_variant(name &'static str, n u32, variant &'static str, length usize) SerializeStructVariant
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.0.serialize_some(&Shown(value, self.1))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        match number(name, value) {
            Some(number) => shown(number).serialize(self.0),
            None if self.1 == Types::Named => {
                let mut named = self.0.serialize_map(Some(1))?;
                named.serialize_entry(&format!("({name})"), &Shown(value, self.1))?;
                named.end()
            }
            None => self.0.serialize_newtype_struct(name, &Shown(value, self.1)),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        n: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.0.serialize_newtype_variant(name, n, variant, &Shown(value, self.1))
    }

    fn collect_str<T: core::fmt::Display + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.0.serialize_str(&value.to_string())
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

macro_rules! elements {
    ($($of:ident $put:ident($($arg:ident $t:ty)?))*) => {
        $(impl<S: ser::$of> ser::$of for Decimals<S> {
            type Ok = S::Ok;
            type Error = S::Error;
            fn $put<T: Serialize + ?Sized>(&mut self, $($arg: $t,)? value: &T) -> Result<(), S::Error> {
                self.0.$put($($arg,)? &Shown(value, self.1))
            }
            fn end(self) -> Result<S::Ok, S::Error> {
                self.0.end()
            }
        })*
    };
}

elements! {
    SerializeSeq serialize_element()
    SerializeTuple serialize_element()
    SerializeTupleStruct serialize_field()
    SerializeTupleVariant serialize_field()
    SerializeStruct serialize_field(name &'static str)
    SerializeStructVariant serialize_field(name &'static str)
}

impl<S: ser::SerializeMap> ser::SerializeMap for Decimals<S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), S::Error> {
        // Names stay as they are written: by them an edit finds its place.
        self.0.serialize_key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        self.0.serialize_value(&Shown(value, self.1))
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.0.end()
    }
}

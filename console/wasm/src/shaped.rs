//! A JSON state with the types of the module's current one, so that postcard writes the bytes that the module reads.
//!
//! ```text
//! {"hp": 3, "mobs": [{"x": 1}]}   fields by name, in the module's order
//!           current state ─────>  each list's elements like its first one; each variant one that the state has there
//! ```
//!
//! A module reads bytes without names. What the current state does not show, such as the type of an empty list's
//! elements, cannot be written: that is an error, which names the field.

use crate::stream::Value;
use calls::tag;
use serde::ser::{
    Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleVariant,
};
use serde::{Serialize, Serializer};
use serde_json::Value as Json;

/// A value, and a value of the same type.
pub(crate) struct Shaped<'a> {
    pub value: &'a Json,
    pub like: Value<'a>,
}

impl Shaped<'_> {
    fn wrong<E: serde::ser::Error>(&self, expected: &str) -> E {
        let text = self.value.to_string();
        let shown = text.char_indices().nth(40).map_or(&*text, |(at, _)| &text[..at]);
        E::custom(format_args!("found {shown}, expected {expected}"))
    }

    fn list<E: serde::ser::Error>(&self) -> Result<&Vec<Json>, E> {
        self.value.as_array().ok_or_else(|| self.wrong("a list"))
    }

    /// The values of fields or elements, in the module's order.
    fn parts<E: serde::ser::Error>(&self, value: &Json) -> Result<Vec<(&str, Json)>, E> {
        let parts = self.like.parts().enumerate();
        let named = |(n, (name, _)): (usize, (&'_ str, Value<'_>))| {
            let part = if name.is_empty() { value.get(n) } else { value.get(name) };
            part.cloned().ok_or_else(|| self.wrong(&format!("the field {name:?}")))
        };
        let names: Vec<&str> = self.like.parts().map(|(name, _)| name).collect();
        let values: Result<Vec<Json>, E> = parts.map(named).collect();
        Ok(names.into_iter().zip(values?).collect())
    }

    /// The contents of the variant that the current state has.
    fn of_variant<E: serde::ser::Error>(&self, name: &str) -> Result<&Json, E> {
        let inside = self.value.as_object().filter(|object| object.len() == 1).and_then(|it| it.get(name));
        inside.ok_or_else(|| self.wrong(&format!("the variant {name}, as in the current state")))
    }
}

/// Serialises a number of the row's type.
macro_rules! number {
    ($self:ident, $to:ident, $($tag:ident $t:ty, $put:ident;)*) => {
        match $self.like.tag() {
            $(tag::$tag => {
                let number = serde_json::from_value::<$t>($self.value.clone());
                return $to.$put(number.map_err(|_| $self.wrong::<S::Error>(stringify!($t)))?);
            })*
            _ => {}
        }
    };
}

impl Serialize for Shaped<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        number! { self, to,
            BOOL bool, serialize_bool;
            I8 i8, serialize_i8;
            I16 i16, serialize_i16;
            I32 i32, serialize_i32;
            I64 i64, serialize_i64;
            I128 i128, serialize_i128;
            U8 u8, serialize_u8;
            U16 u16, serialize_u16;
            U32 u32, serialize_u32;
            U64 u64, serialize_u64;
            U128 u128, serialize_u128;
            CHAR char, serialize_char;
        }
        let like = self.like;
        let first = like.parts().next().map(|(_, value)| value);
        let name = like.variant().map(|(_, name)| name).unwrap_or_default();
        let number = like.variant().map(|(n, _)| n).unwrap_or_default();
        match like.tag() {
            tag::TEXT => to.serialize_str(self.value.as_str().ok_or_else(|| self.wrong("a text"))?),
            tag::BYTES => {
                let bytes = serde_json::from_value::<Vec<u8>>(self.value.clone());
                to.serialize_bytes(&bytes.map_err(|_| self.wrong::<S::Error>("bytes"))?)
            }
            tag::UNIT => to.serialize_unit(),
            tag::NONE if self.value.is_null() => to.serialize_none(),
            tag::SOME if self.value.is_null() => to.serialize_none(),
            tag::NONE => Err(self.wrong("null, as in the current state, which does not show the type")),
            tag::SOME => to.serialize_some(&Shaped { value: self.value, like: first.unwrap_or(like) }),
            tag::VARIANT if self.value.as_str() == Some(name) => {
                to.serialize_unit_variant("", number, like.name(name))
            }
            tag::VARIANT => Err(self.wrong(&format!("{name:?}, as in the current state"))),
            tag::NEWTYPE => {
                to.serialize_newtype_struct("", &Shaped { value: self.value, like: first.unwrap_or(like) })
            }
            tag::NEWTYPE_VARIANT => {
                let value = self.of_variant(name)?;
                let inner = Shaped { value, like: first.unwrap_or(like) };
                to.serialize_newtype_variant("", number, like.name(name), &inner)
            }
            tag::LIST | tag::STREAM => {
                let list = self.list()?;
                let elements: Vec<Value<'_>> = like.parts().map(|(_, value)| value).collect();
                let mut out = to.serialize_seq(Some(list.len()))?;
                for (n, value) in list.iter().enumerate() {
                    let like = elements.get(n).or(elements.first()).copied();
                    let like = like.ok_or_else(|| {
                        S::Error::custom("the list is empty now, which does not show its elements' type")
                    })?;
                    out.serialize_element(&Shaped { value, like })?;
                }
                out.end()
            }
            tag::MAP | tag::STREAM_MAP => {
                let object = self.value.as_object().ok_or_else(|| self.wrong::<S::Error>("an object"))?;
                let of: Vec<Value<'_>> = like.parts().map(|(_, value)| value).collect();
                let mut out = to.serialize_map(Some(object.len()))?;
                for (n, (key, value)) in object.iter().enumerate() {
                    let key = Json::from(key.as_str());
                    // The value of the same place is the likeliest to have the same variants.
                    let pairs = of.as_chunks::<2>().0;
                    let [like_key, like_value] = *pairs.get(n).or(pairs.first()).ok_or_else(|| {
                        S::Error::custom("the map is empty now, which does not show its types")
                    })?;
                    let number = key.as_str().and_then(|key| serde_json::from_str(key).ok());
                    let key =
                        if like_key.tag() == tag::TEXT { &key } else { number.as_ref().unwrap_or(&key) };
                    out.serialize_key(&Shaped { value: key, like: like_key })?;
                    out.serialize_value(&Shaped { value, like: like_value })?;
                }
                out.end()
            }
            tag::TUPLE => {
                let parts = self.parts::<S::Error>(self.value)?;
                let mut out = to.serialize_tuple(parts.len())?;
                for ((_, value), (_, like)) in parts.iter().zip(like.parts()) {
                    out.serialize_element(&Shaped { value, like })?;
                }
                out.end()
            }
            tag::STRUCT => {
                let parts = self.parts::<S::Error>(self.value)?;
                let mut out = to.serialize_struct("", parts.len())?;
                for ((_, value), (_, like)) in parts.iter().zip(like.parts()) {
                    out.serialize_field("", &Shaped { value, like })?;
                }
                out.end()
            }
            tag::TUPLE_VARIANT => {
                let parts = self.parts::<S::Error>(self.of_variant(name)?)?;
                let mut out = to.serialize_tuple_variant("", number, like.name(name), parts.len())?;
                for ((_, value), (_, like)) in parts.iter().zip(like.parts()) {
                    out.serialize_field(&Shaped { value, like })?;
                }
                out.end()
            }
            tag::STRUCT_VARIANT => {
                let parts = self.parts::<S::Error>(self.of_variant(name)?)?;
                let mut out = to.serialize_struct_variant("", number, like.name(name), parts.len())?;
                for ((_, value), (_, like)) in parts.iter().zip(like.parts()) {
                    out.serialize_field("", &Shaped { value, like })?;
                }
                out.end()
            }
            _ => Err(S::Error::custom("the state has an unknown tag")),
        }
    }
}

/// A state of another build with this one's fields: what both have by name, and this one's value of the rest. A part
/// that this one cannot take is left at its own value, too.
pub(crate) fn merged(other: &Json, own: Value<'_>) -> Json {
    let fits = |value: &Json| serde_json::to_value(Shaped { value, like: own }).is_ok();
    let kept = || serde_json::to_value(own).unwrap_or_default();
    match own.tag() {
        tag::STRUCT => {
            let field = |(name, value): (&str, Value<'_>)| {
                let merged = other.get(name).map(|other| merged(other, value));
                (name.to_string(), merged.unwrap_or_else(|| serde_json::to_value(value).unwrap_or_default()))
            };
            Json::Object(own.parts().map(field).collect())
        }
        tag::TUPLE => {
            let part = |(n, (_, value)): (usize, (&str, Value<'_>))| match other.get(n) {
                Some(other) => merged(other, value),
                None => serde_json::to_value(value).unwrap_or_default(),
            };
            Json::Array(own.parts().enumerate().map(part).collect())
        }
        _ if fits(other) => other.clone(),
        _ => kept(),
    }
}

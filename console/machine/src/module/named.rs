//! A cart from the stream that `state.rs` writes, by the names of fields and variants, so that it may come from other code.
//!
//! Modules that are built to be replaced while they run have it ([`calls::LOAD_NAMED`]). A field whose type has changed is an error,
//! a number only if it does not fit.

use super::state::Failed;
use alloc::string::ToString;
use calls::tag;
use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Expected, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};

/// A cart from a stream; none if it does not fit its types, which the console then knows.
pub fn load_named<C: DeserializeOwned>(bytes: &[u8]) -> Option<C> {
    let mut stream = Reader { rest: bytes };
    match C::deserialize(&mut stream) {
        Ok(cart) if stream.rest.is_empty() => Some(cart),
        Ok(_) => {
            guest::report_state_error("bytes are left over");
            None
        }
        Err(error) => {
            guest::report_state_error(&error.to_string());
            None
        }
    }
}

type Result<T> = core::result::Result<T, Failed>;

struct Reader<'de> {
    rest: &'de [u8],
}

impl<'de> Reader<'de> {
    fn take(&mut self, len: usize) -> Result<&'de [u8]> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or_else(|| Failed("it is cut".into()))?;
        self.rest = rest;
        Ok(taken)
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N]> {
        Ok(self.take(N)?.try_into().unwrap_or([0; N]))
    }

    fn peek(&self) -> u8 {
        self.rest.first().copied().unwrap_or(tag::END)
    }

    fn count(&mut self) -> Result<usize> {
        let (mut n, mut shift) = (0, 0);
        loop {
            let [byte] = self.bytes()?;
            n |= usize::from(byte & 127) << shift;
            shift += 7;
            if byte < 128 || shift > 28 {
                return Ok(n);
            }
        }
    }

    fn text(&mut self) -> Result<&'de str> {
        let len = self.count()?;
        core::str::from_utf8(self.take(len)?).map_err(|_| Failed("a text is not UTF-8".into()))
    }

    fn is_variant(&self) -> bool {
        let kinds = [tag::VARIANT, tag::NEWTYPE_VARIANT, tag::TUPLE_VARIANT, tag::STRUCT_VARIANT];
        kinds.contains(&self.peek())
    }
}

/// What ends a value with parts.
enum Ends {
    After(usize),
    /// [`tag::END`].
    Tag,
    /// An empty name; the last name that was read.
    Name,
}

struct Parts<'r, 'de> {
    of: &'r mut Reader<'de>,
    ends: Ends,
}

impl<'r, 'de> Parts<'r, 'de> {
    /// Visits the parts; what the visitor leaves is an error.
    fn visit<V>(
        of: &'r mut Reader<'de>,
        ends: Ends,
        visit: impl FnOnce(&mut Parts<'r, 'de>) -> Result<V>,
    ) -> Result<V> {
        let mut parts = Parts { of, ends };
        let value = visit(&mut parts)?;
        match parts.more()? {
            None => Ok(value),
            Some(_) => Err(Failed("it has more parts than its type".into())),
        }
    }

    /// The name of the next part, empty for one without; none at the end, again and again.
    fn more(&mut self) -> Result<Option<&'de str>> {
        let name = match &mut self.ends {
            Ends::After(0) => return Ok(None),
            Ends::After(left) => {
                *left -= 1;
                return Ok(Some(""));
            }
            Ends::Tag if self.of.peek() != tag::END => return Ok(Some("")),
            Ends::Tag => {
                self.of.take(1)?;
                None
            }
            Ends::Name => Some(self.of.text()?).filter(|name| !name.is_empty()),
        };
        if name.is_none() {
            self.ends = Ends::After(0);
        }
        Ok(name)
    }
}

impl<'de> SeqAccess<'de> for &mut Parts<'_, 'de> {
    type Error = Failed;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        match self.more()? {
            Some(_) => seed.deserialize(&mut *self.of).map(Some),
            None => Ok(None),
        }
    }
}

impl<'de> MapAccess<'de> for &mut Parts<'_, 'de> {
    type Error = Failed;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        match self.more()? {
            None => Ok(None),
            Some("") => seed.deserialize(&mut *self.of).map(Some),
            Some(name) => {
                let name: StrDeserializer<'_, Failed> = name.into_deserializer();
                seed.deserialize(name).map(Some)
            }
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        seed.deserialize(&mut *self.of)
    }
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Failed;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_variant() {
            return visitor.visit_enum(self);
        }
        let [tag] = self.bytes()?;
        macro_rules! number {
            ($visit:ident $t:ty) => {
                visitor.$visit(<$t>::from_le_bytes(self.bytes()?))
            };
        }
        match tag {
            tag::BOOL => visitor.visit_bool(self.bytes::<1>()? != [0]),
            tag::I8 => number!(visit_i8 i8),
            tag::I16 => number!(visit_i16 i16),
            tag::I32 => number!(visit_i32 i32),
            tag::I64 => number!(visit_i64 i64),
            tag::I128 => number!(visit_i128 i128),
            tag::U8 => number!(visit_u8 u8),
            tag::U16 => number!(visit_u16 u16),
            tag::U32 => number!(visit_u32 u32),
            tag::U64 => number!(visit_u64 u64),
            tag::U128 => number!(visit_u128 u128),
            tag::CHAR => {
                let letter = char::from_u32(u32::from_le_bytes(self.bytes()?));
                visitor.visit_char(letter.unwrap_or_default())
            }
            tag::TEXT => visitor.visit_borrowed_str(self.text()?),
            tag::BYTES => {
                let len = self.count()?;
                visitor.visit_borrowed_bytes(self.take(len)?)
            }
            tag::UNIT => visitor.visit_unit(),
            tag::NONE => visitor.visit_none(),
            tag::SOME => visitor.visit_some(self),
            tag::NEWTYPE => {
                self.text()?;
                visitor.visit_newtype_struct(self)
            }
            tag::LIST => {
                let len = self.count()?;
                Parts::visit(self, Ends::After(len), |parts| visitor.visit_seq(parts))
            }
            tag::TUPLE | tag::STREAM => Parts::visit(self, Ends::Tag, |parts| visitor.visit_seq(parts)),
            tag::MAP => {
                let len = self.count()?;
                Parts::visit(self, Ends::After(len), |parts| visitor.visit_map(parts))
            }
            tag::STREAM_MAP => Parts::visit(self, Ends::Tag, |parts| visitor.visit_map(parts)),
            tag::STRUCT => Parts::visit(self, Ends::Name, |parts| visitor.visit_map(parts)),
            other => Err(Failed(alloc::format!("found tag {other}"))),
        }
    }

    /// A field that has become optional keeps its value.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.peek() {
            tag::NONE | tag::SOME => self.deserialize_any(visitor),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        match self.peek() {
            tag::NEWTYPE => self.deserialize_any(visitor),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for &mut Reader<'de> {
    type Error = Failed;
    type Variant = Variant<'de, Self>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant)> {
        let [tag] = self.bytes()?;
        self.count()?;
        let name: StrDeserializer<'_, Failed> = self.text()?.into_deserializer();
        let value = seed.deserialize(name)?;
        Ok((value, Variant { of: self, tag, read: core::marker::PhantomData }))
    }
}

/// The contents of a variant whose name has been read.
struct Variant<'de, R> {
    of: R,
    tag: u8,
    read: core::marker::PhantomData<&'de ()>,
}

impl<'r, 'de> Variant<'de, &'r mut Reader<'de>> {
    fn of(self, tag: u8) -> Result<&'r mut Reader<'de>> {
        match self.tag == tag {
            true => Ok(self.of),
            false => Err(Failed("a variant has other contents now".into())),
        }
    }
}

impl<'de> VariantAccess<'de> for Variant<'de, &mut Reader<'de>> {
    type Error = Failed;

    fn unit_variant(self) -> Result<()> {
        self.of(tag::VARIANT).map(drop)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self.of(tag::NEWTYPE_VARIANT)?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        let of = self.of(tag::TUPLE_VARIANT)?;
        Parts::visit(of, Ends::Tag, |parts| visitor.visit_seq(parts))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value> {
        let of = self.of(tag::STRUCT_VARIANT)?;
        Parts::visit(of, Ends::Name, |parts| visitor.visit_map(parts))
    }
}

impl de::Error for Failed {
    fn custom<T: core::fmt::Display>(reason: T) -> Self {
        Failed(reason.to_string())
    }

    // Serde's own words format floats, which no module may contain.
    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Failed(alloc::format!("expected {expected}"))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Failed(alloc::format!("expected {expected}"))
    }
}

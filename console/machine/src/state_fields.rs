//! The fields at the top of a program's state, one digest each: what a trace lists when it changes.
//!
//! ```text
//! struct Game { t: .., mobs: .. }   ──> ("t", digest) ("mobs", digest)
//! anything else                     ──> refused: it has no names
//! ```
//!
//! Only the outermost struct is looked at here; the value of a field goes to `state_digest.rs` whole.

use crate::state_digest::{Stopped, of};
use alloc::string::ToString;
use serde::ser::{self, Impossible, Serialize};

/// Tells each field of a struct.
pub(crate) struct Fields<'a> {
    pub each: &'a mut dyn FnMut(&str, u64),
}

fn no_names<T>() -> Result<T, Stopped> {
    Err(Stopped("no struct".to_string()))
}

macro_rules! refused {
    ($($name:ident($($t:ty),*) $to:ty)*) => {
        $(fn $name(self, $(_: $t),*) -> Result<$to, Stopped> {
            no_names()
        })*
    };
}

type Never = Impossible<(), Stopped>;

impl<'a> ser::Serializer for Fields<'a> {
    type Ok = ();
    type Error = Stopped;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Self;
    type SerializeStructVariant = Never;

    refused! {
        serialize_bool(bool) () serialize_char(char) () serialize_str(&str) () serialize_bytes(&[u8]) ()
        serialize_i8(i8) () serialize_i16(i16) () serialize_i32(i32) () serialize_i64(i64) ()
        serialize_u8(u8) () serialize_u16(u16) () serialize_u32(u32) () serialize_u64(u64) ()
        serialize_f32(f32) () serialize_f64(f64) () serialize_none() () serialize_unit() ()
        serialize_unit_struct(&'static str) ()
        serialize_unit_variant(&'static str, u32, &'static str) ()
        serialize_seq(Option<usize>) Never serialize_tuple(usize) Never serialize_map(Option<usize>) Never
        serialize_tuple_struct(&'static str, usize) Never
        serialize_tuple_variant(&'static str, u32, &'static str, usize) Never
        serialize_struct_variant(&'static str, u32, &'static str, usize) Never
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<(), Stopped> {
        no_names()
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
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Stopped> {
        no_names()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Stopped> {
        Ok(self)
    }

    fn collect_str<T: core::fmt::Display + ?Sized>(self, _: &T) -> Result<(), Stopped> {
        no_names()
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

impl ser::SerializeStruct for Fields<'_> {
    type Ok = ();
    type Error = Stopped;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Stopped> {
        (self.each)(name, of(value));
        Ok(())
    }

    fn end(self) -> Result<(), Stopped> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::state_digest::{fields, of};
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;
    use serde::Serialize;

    #[derive(Serialize)]
    struct Game {
        t: u32,
        #[serde(skip)]
        seen: bool,
        mobs: Vec<u8>,
    }

    #[derive(Serialize)]
    struct Wrapped(Game);

    fn told(value: &impl Serialize) -> Vec<(String, u64)> {
        let mut all = Vec::new();
        fields(value, &mut |name, digest| all.push((name.to_string(), digest)));
        all
    }

    #[test]
    fn each_field_is_told_alone_and_what_has_no_names_whole() {
        // What serde shows is told, in the order of declaration; a wrapper is what it wraps.
        let game = Game { t: 7, seen: true, mobs: alloc::vec![1, 2] };
        let want = [("t".to_string(), of(&7u32)), ("mobs".to_string(), of(&alloc::vec![1u8, 2]))];
        assert!(game.seen, "there, and skipped");
        assert_eq!(told(&game), want);
        let other = told(&Game { t: 8, ..game });
        assert_eq!((other[0] != want[0], &other[1]), (true, &want[1]));
        assert_eq!(told(&Wrapped(Game { t: 7, seen: false, mobs: alloc::vec![1, 2] })), want);
        assert_eq!(told(&(1u8, 2u8)), [("state".to_string(), of(&(1u8, 2u8)))]);
        assert_eq!(told(&"text"), [("state".to_string(), of("text"))]);
    }
}

//! What a value would take in a Lua machine: the measure behind `stat(0)`.
//!
//! ```text
//! struct, tuple, list, map        a table: 56 bytes, and
//!   each unnamed element            16
//!   each named field or key         40, a key that is a text its text too
//! text, bytes                     25 and its length
//! number, truth, nothing, name    in its slot already
//! variant with fields             a table with one named field
//! ```
//!
//! The sizes are those of Lua 5.2 on 64 bits, without the room that its tables keep to grow. A Rust cart's own layout
//! differs by platform and knows no garbage, so its real bytes would tell nothing about the 2,048 KiB that the
//! original has; this does, to a factor of two or so. It counts by serde and allocates nothing, so fields that are
//! skipped there count nothing. Our decision, all of it.

use serde::ser::{self, Serialize};

const TABLE: u64 = 56;
const SLOT: u64 = 16;
const FIELD: u64 = 40;
const TEXT: u64 = 25;

/// Bytes that a value measures. A value that stops serde half-way measures what was seen of it.
pub(crate) fn memory_size(value: &impl Serialize) -> u64 {
    let mut sum = Sum(0);
    // What failed to be written has been counted as far as it went.
    let _ = value.serialize(&mut sum);
    sum.0
}

struct Sum(u64);

impl Sum {
    fn add(&mut self, bytes: u64) {
        self.0 = self.0.saturating_add(bytes);
    }

    fn put(&mut self, slot: u64, value: &(impl Serialize + ?Sized)) -> Result<(), Stopped> {
        self.add(slot);
        value.serialize(self)
    }
}

/// A value's own serde code gave up.
#[derive(Debug)]
struct Stopped;

impl core::fmt::Display for Stopped {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the value could not be measured")
    }
}

impl core::error::Error for Stopped {}

impl ser::Error for Stopped {
    fn custom<T: core::fmt::Display>(_: T) -> Self {
        Stopped
    }
}

macro_rules! in_the_slot {
    ($($name:ident($($t:ty),*))*) => {
        $(fn $name(self, $(_: $t),*) -> Result<(), Stopped> {
            Ok(())
        })*
    };
}

macro_rules! tables {
    ($($name:ident($($t:ty),*))*) => {
        $(fn $name(self, $(_: $t),*) -> Result<Self, Stopped> {
            self.add(TABLE);
            Ok(self)
        })*
    };
}

impl ser::Serializer for &mut Sum {
    type Ok = ();
    type Error = Stopped;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    in_the_slot! {
        serialize_bool(bool) serialize_char(char)
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_i128(i128)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64) serialize_u128(u128)
        serialize_f32(f32) serialize_f64(f64)
        serialize_none() serialize_unit() serialize_unit_struct(&'static str)
        serialize_unit_variant(&'static str, u32, &'static str)
    }

    tables! {
        serialize_seq(Option<usize>) serialize_map(Option<usize>) serialize_tuple(usize)
        serialize_tuple_struct(&'static str, usize) serialize_struct(&'static str, usize)
    }

    fn serialize_str(self, text: &str) -> Result<(), Stopped> {
        self.add(TEXT.saturating_add(text.len() as u64));
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Stopped> {
        self.add(TEXT.saturating_add(bytes.len() as u64));
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Stopped> {
        value.serialize(self)
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
        value: &T,
    ) -> Result<(), Stopped> {
        self.put(TABLE + FIELD, value)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Stopped> {
        self.add(TABLE + FIELD + TABLE);
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Stopped> {
        self.add(TABLE + FIELD + TABLE);
        Ok(self)
    }

    fn collect_str<T: core::fmt::Display + ?Sized>(self, value: &T) -> Result<(), Stopped> {
        struct Length<'a>(&'a mut Sum);
        impl core::fmt::Write for Length<'_> {
            fn write_str(&mut self, text: &str) -> core::fmt::Result {
                self.0.add(text.len() as u64);
                Ok(())
            }
        }
        self.add(TEXT);
        core::fmt::write(&mut Length(self), format_args!("{value}")).map_err(|_| Stopped)
    }
}

macro_rules! elements {
    ($($of:ident $put:ident $slot:ident)*) => {
        $(impl ser::$of for &mut Sum {
            type Ok = ();
            type Error = Stopped;
            fn $put<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stopped> {
                self.put($slot, value)
            }
            fn end(self) -> Result<(), Stopped> {
                Ok(())
            }
        })*
    };
}

elements! {
    SerializeSeq serialize_element SLOT
    SerializeTuple serialize_element SLOT
    SerializeTupleStruct serialize_field SLOT
    SerializeTupleVariant serialize_field SLOT
}

macro_rules! fields {
    ($($of:ident)*) => {
        $(impl ser::$of for &mut Sum {
            type Ok = ();
            type Error = Stopped;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), Stopped> {
                self.put(FIELD, value)
            }
            fn end(self) -> Result<(), Stopped> {
                Ok(())
            }
        })*
    };
}

fields! { SerializeStruct SerializeStructVariant }

impl ser::SerializeMap for &mut Sum {
    type Ok = ();
    type Error = Stopped;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Stopped> {
        self.put(FIELD, key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stopped> {
        self.put(0, value)
    }

    fn end(self) -> Result<(), Stopped> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::memory_size;
    use alloc::collections::BTreeMap;
    use alloc::vec;
    use serde::Serialize;

    #[derive(Serialize)]
    enum Kind {
        Plain,
        One(u8),
        Two(u8, &'static str),
        Named { a: u8 },
    }

    #[derive(Serialize)]
    struct Game {
        x: i32,
        name: &'static str,
        kinds: [Kind; 4],
    }

    /// Sums by the table at the head of this file.
    #[test]
    fn a_value_takes_what_the_table_says() {
        assert_eq!(memory_size(&7), 0, "a number is in its slot");
        assert_eq!(memory_size(&"four"), 29);
        assert_eq!(memory_size(&Some("four")), 29);
        assert_eq!(memory_size(&vec![1u8; 100]), 56 + 1600);
        assert_eq!(memory_size(&BTreeMap::from([("a", 1), ("b", 2)])), 56 + 2 * (40 + 26));
        let kinds = [Kind::Plain, Kind::One(1), Kind::Two(1, "x"), Kind::Named { a: 1 }];
        let sizes = kinds.each_ref().map(memory_size);
        assert_eq!(sizes, [0, 96, 96 + 56 + 32 + 26, 96 + 56 + 40]);
        let inner = 56 + 4 * 16 + sizes.iter().sum::<u64>();
        assert_eq!(memory_size(&Game { x: 1, name: "ham", kinds }), 56 + 3 * 40 + 28 + inner);
    }
}

//! The size of a value in a Lua machine, for `stat(0)`.
//!
//! ```text
//! struct, tuple, list, map        a table: 56 bytes, and
//!   each unnamed element            16
//!   each named field or key         40, a text key its text too
//! text, bytes                     25 and its length
//! number, truth, nothing, name    part of its slot
//! variant with fields             a table with one named field
//! ```
//!
//! These are the sizes of 64-bit Lua 5.2, without spare room in tables. A Rust cart's real size depends on the platform
//! and has no garbage, so it could not be compared with the original's 2,048 KiB; this can, to a factor of about two.
//! It counts through serde without allocating; skipped fields are free. Our decision.

use crate::walk::{Leaf, Part, Parts, Result, Shape, Visitor, Walker, Wrapper};
use serde::Serialize;

const TABLE: u64 = 56;
const SLOT: u64 = 16;
const FIELD: u64 = 40;
const TEXT: u64 = 25;

/// The size of a value in bytes; of one that serde cannot write, the size of the part before the error.
pub(crate) fn memory_size(value: &impl Serialize) -> u64 {
    let mut sum = Sum(0);
    let _ = value.serialize(Walker(&mut sum));
    sum.0
}

struct Sum(u64);

impl Sum {
    fn add(&mut self, bytes: u64) {
        self.0 = self.0.saturating_add(bytes);
    }
}

impl Visitor for &mut Sum {
    type Ok = ();
    type Parts = Self;
    const IS_READABLE: bool = true;

    fn number<const N: usize>(self, _: [u8; N], _: impl Serialize) -> Result<()> {
        Ok(())
    }

    fn leaf(self, leaf: Leaf<'_>) -> Result<()> {
        match leaf {
            Leaf::Text(text) => self.add(TEXT.saturating_add(text.len() as u64)),
            Leaf::Bytes(bytes) => self.add(TEXT.saturating_add(bytes.len() as u64)),
            Leaf::Unit | Leaf::None | Leaf::Variant(..) => {}
        }
        Ok(())
    }

    fn wrapped<T: Serialize + ?Sized>(self, by: Wrapper, value: &T) -> Result<()> {
        if let Wrapper::Variant(..) = by {
            self.add(TABLE + FIELD);
        }
        value.serialize(Walker(self))
    }

    fn parts(self, shape: Shape) -> Result<Self> {
        self.add(match shape {
            Shape::List(_) | Shape::Map(_) | Shape::Tuple | Shape::Struct => TABLE,
            Shape::TupleVariant(..) | Shape::StructVariant(..) => TABLE + FIELD + TABLE,
        });
        Ok(self)
    }
}

impl Parts for &mut Sum {
    type Ok = ();

    fn part<T: Serialize + ?Sized>(&mut self, part: Part, value: &T) -> Result<()> {
        self.add(match part {
            Part::Element => SLOT,
            Part::Field(_) | Part::Key => FIELD,
            Part::Value => 0,
        });
        value.serialize(Walker(&mut **self))
    }

    fn end(self) -> Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::memory_size;
    use alloc::{collections::BTreeMap, vec};

    #[derive(serde::Serialize)]
    enum Kind {
        Plain,
        One(u8),
        Two(u8, &'static str),
        Named { a: u8 },
    }

    #[derive(serde::Serialize)]
    struct Game {
        name: &'static str,
        kinds: [Kind; 4],
    }

    #[test]
    fn a_value_takes_what_the_table_says() {
        assert_eq!([memory_size(&7), memory_size(&"four"), memory_size(&Some("four"))], [0, 29, 29]);
        assert_eq!(memory_size(&vec![1u8; 100]), 56 + 1600);
        assert_eq!(memory_size(&BTreeMap::from([("a", 1), ("b", 2)])), 56 + 2 * (40 + 26));
        let kinds = [Kind::Plain, Kind::One(1), Kind::Two(1, "x"), Kind::Named { a: 1 }];
        let sizes = kinds.each_ref().map(memory_size);
        assert_eq!(sizes, [0, 96, 96 + 56 + 32 + 26, 96 + 56 + 40]);
        let inner = 56 + 4 * 16 + sizes.iter().sum::<u64>();
        assert_eq!(memory_size(&Game { name: "ham", kinds }), 56 + 2 * 40 + 28 + inner);
    }
}

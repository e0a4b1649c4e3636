//! The digest of a program's state, straight from serde, without text or allocation.
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
//! All of it in bulk (`digest.rs`). Names of fields and types are ignored, so renaming a field keeps the digest; so are
//! skipped fields. Of a value that serde cannot write, the part before the error counts, and the error message.

use crate::digest::{Bulk, Digest};
use crate::walk::{Leaf, Part, Parts, Result, Shape, Visitor, WalkError, Walker, Wrapper};
use serde::Serialize;

pub(crate) fn digest(value: &(impl Serialize + ?Sized), into: &mut Digest) {
    let mut state = StateDigest(Bulk::new());
    if let Err(WalkError(reason)) = value.serialize(Walker(&mut state)) {
        state.text(reason.as_bytes());
    }
    state.0.finish(into);
}

/// Calls `each` with name and digest of each field of a struct; any other value is one field, `state`.
pub(crate) fn fields(value: &impl Serialize, each: &mut dyn FnMut(&str, u64)) {
    if value.serialize(Walker(Fields(each))).is_err() {
        each("state", of(value));
    }
}

pub(crate) fn of(value: &(impl Serialize + ?Sized)) -> u64 {
    let mut d = Digest::new();
    digest(value, &mut d);
    d.finish()
}

struct StateDigest(Bulk);

impl StateDigest {
    fn length(&mut self, length: usize) {
        self.0.piece((length as u64).to_le_bytes());
    }

    fn text(&mut self, bytes: &[u8]) {
        self.length(bytes.len());
        self.0.bytes(bytes);
    }
}

impl<'a> Visitor for &'a mut StateDigest {
    type Ok = ();
    type Parts = DigestParts<'a>;
    const IS_READABLE: bool = false;

    #[inline]
    fn number<const N: usize>(self, bytes: [u8; N], _: impl Serialize) -> Result<()> {
        self.0.piece(bytes);
        Ok(())
    }

    #[inline]
    fn leaf(self, leaf: Leaf<'_>) -> Result<()> {
        match leaf {
            Leaf::Text(text) => self.text(text.as_bytes()),
            Leaf::Bytes(bytes) => self.text(bytes),
            Leaf::Unit => {}
            Leaf::None => self.0.piece([0]),
            Leaf::Variant(n, _) => self.0.piece(n.to_le_bytes()),
        }
        Ok(())
    }

    #[inline]
    fn wrapped<T: Serialize + ?Sized>(self, by: Wrapper, value: &T) -> Result<()> {
        match by {
            Wrapper::Some => self.0.piece([1]),
            Wrapper::Newtype(_) => {}
            Wrapper::Variant(n, _) => self.0.piece(n.to_le_bytes()),
        }
        value.serialize(Walker(self))
    }

    #[inline]
    fn parts(self, shape: Shape) -> Result<DigestParts<'a>> {
        let is_counted = match shape {
            Shape::List(length) | Shape::Map(length) => {
                self.0.piece(length.map_or(u64::MAX, |n| n as u64).to_le_bytes());
                length.is_some()
            }
            Shape::Tuple | Shape::Struct => true,
            Shape::TupleVariant(n, _) | Shape::StructVariant(n, _) => {
                self.0.piece(n.to_le_bytes());
                true
            }
        };
        Ok(DigestParts { state: self, is_counted })
    }
}

struct DigestParts<'a> {
    state: &'a mut StateDigest,
    is_counted: bool,
}

impl Parts for DigestParts<'_> {
    type Ok = ();

    #[inline]
    fn part<T: Serialize + ?Sized>(&mut self, part: Part, value: &T) -> Result<()> {
        if !self.is_counted && matches!(part, Part::Element | Part::Key) {
            self.state.0.piece([1]);
        }
        value.serialize(Walker(&mut *self.state))
    }

    #[inline]
    fn end(self) -> Result<()> {
        if !self.is_counted {
            self.state.0.piece([0]);
        }
        Ok(())
    }
}

struct Fields<'a>(&'a mut dyn FnMut(&str, u64));

fn no_names<T>() -> Result<T> {
    Err(WalkError("no struct".into()))
}

impl Visitor for Fields<'_> {
    type Ok = ();
    type Parts = Self;
    const IS_READABLE: bool = false;

    fn number<const N: usize>(self, _: [u8; N], _: impl Serialize) -> Result<()> {
        no_names()
    }

    fn leaf(self, _: Leaf<'_>) -> Result<()> {
        no_names()
    }

    fn wrapped<T: Serialize + ?Sized>(self, by: Wrapper, value: &T) -> Result<()> {
        if let Wrapper::Newtype(_) = by { value.serialize(Walker(self)) } else { no_names() }
    }

    fn parts(self, shape: Shape) -> Result<Self> {
        if let Shape::Struct = shape { Ok(self) } else { no_names() }
    }
}

impl Parts for Fields<'_> {
    type Ok = ();

    fn part<T: Serialize + ?Sized>(&mut self, part: Part, value: &T) -> Result<()> {
        if let Part::Field(name) = part {
            (self.0)(name, of(value));
        }
        Ok(())
    }

    fn end(self) -> Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{
        collections::BTreeMap,
        string::{String, ToString},
        vec,
        vec::Vec,
    };
    use serde::Serializer;

    #[derive(serde::Serialize)]
    enum Kind {
        Plain,
        One(u8),
        Two(u8, u16),
        Named { a: i8 },
    }

    /// A list of unknown length.
    struct Stream(u8);

    impl Serialize for Stream {
        fn serialize<S: Serializer>(&self, to: S) -> core::result::Result<S::Ok, S::Error> {
            use serde::ser::SerializeSeq;
            let mut list = to.serialize_seq(None)?;
            (0..self.0).try_for_each(|n| list.serialize_element(&n))?;
            list.end()
        }
    }

    struct Broken;

    impl Serialize for Broken {
        fn serialize<S: Serializer>(&self, _: S) -> core::result::Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("no"))
        }
    }

    #[test]
    fn a_value_is_the_bytes_of_the_table() {
        let long = |n: u64| n.to_le_bytes().to_vec();
        let cases: [(u64, Vec<u8>); 16] = [
            (of(&true), vec![1]),
            (of(&0x1234u16), vec![0x34, 0x12]),
            (of(&-2i32), vec![0xfe, 0xff, 0xff, 0xff]),
            (of(&(1u128 << 64)), [long(0), long(1)].concat()),
            (of(&'a'), vec![97, 0, 0, 0]),
            (of(&"ham"), [long(3), b"ham".to_vec()].concat()),
            (of(&None::<u8>), vec![0]),
            (of(&Some(7u8)), vec![1, 7]),
            (of(&Kind::Plain), vec![0, 0, 0, 0]),
            (of(&Kind::One(9)), vec![1, 0, 0, 0, 9]),
            (of(&Kind::Two(9, 8)), vec![2, 0, 0, 0, 9, 8, 0]),
            (of(&Kind::Named { a: -1 }), vec![3, 0, 0, 0, 255]),
            (of(&vec![5u8, 6]), [long(2), vec![5, 6]].concat()),
            (of(&BTreeMap::from([(1u8, 2u8), (3, 4)])), [long(2), vec![1, 2, 3, 4]].concat()),
            (of(&((), 1u8, [2u8, 3])), vec![1, 2, 3]),
            (of(&Stream(2)), [long(u64::MAX), vec![1, 0, 1, 1, 0]].concat()),
        ];
        for (n, (found, bytes)) in cases.iter().enumerate() {
            let mut d = Digest::new();
            d.bulk(bytes);
            assert_eq!(*found, d.finish(), "case {n}");
        }
        assert_ne!(of(&(1u8, Broken)), of(&(2u8, Broken)), "the part before the error counts");
        assert_ne!(of(&(1u8, Broken)), of(&1u8));
    }

    #[derive(Serialize)]
    struct Game {
        t: u32,
        #[serde(skip)]
        seen: bool,
        mobs: Vec<u8>,
    }

    #[derive(Serialize)]
    struct Wrapped(Game);

    fn all_fields(value: &impl Serialize) -> Vec<(String, u64)> {
        let mut all = Vec::new();
        fields(value, &mut |name, digest| all.push((name.to_string(), digest)));
        all
    }

    #[test]
    fn each_field_has_a_digest_and_a_value_without_names_is_one_field() {
        // Serde's fields count, in the order of declaration; a wrapper is what it wraps.
        let game = Game { t: 7, seen: true, mobs: alloc::vec![1, 2] };
        let want = [("t".to_string(), of(&7u32)), ("mobs".to_string(), of(&alloc::vec![1u8, 2]))];
        assert!(game.seen, "present but skipped");
        assert_eq!(all_fields(&game), want);
        let other = all_fields(&Game { t: 8, ..game });
        assert_eq!((other[0] != want[0], &other[1]), (true, &want[1]));
        assert_eq!(all_fields(&Wrapped(Game { t: 7, seen: false, mobs: alloc::vec![1, 2] })), want);
        assert_eq!(all_fields(&(1u8, 2u8)), [("state".to_string(), of(&(1u8, 2u8)))]);
        assert_eq!(all_fields(&"text"), [("state".to_string(), of("text"))]);
    }
}

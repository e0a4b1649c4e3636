//! One place of the state: the way there through serde, past all that is not on it.
//!
//! ```text
//! mobs[2].hp    struct ── "mobs" ──> list ── the third ──> struct ── "hp" ──> its tree
//!                  └ other fields: not looked at      └ others: not looked at
//! ```
//!
//! What is found is what [`super::find_field`] finds in the whole tree, its slow twin; a search through an hour asks for it in each frame.

use super::tree::{number, tree};
use crate::walk::{Leaf, Part, Parts, Result, Shape, Visitor, Walker, Wrapper};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::{Map, Value};

/// The value at a path; none when there is no such place.
pub(crate) fn field<P: AsRef<str>>(state: &(impl Serialize + ?Sized), path: &[P]) -> Option<Value> {
    at(state, path).ok().flatten()
}

fn at<P: AsRef<str>, T: Serialize + ?Sized>(value: &T, path: &[P]) -> Result<Option<Value>> {
    if path.is_empty() { Ok(tree(value)) } else { value.serialize(Walker(At(path))) }
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
}

impl<'a, P: AsRef<str>> Visitor for At<'a, P> {
    type Ok = Option<Value>;
    type Parts = Contents<'a, P>;
    // As the tree is, whose fields these are.
    const IS_READABLE: bool = true;

    fn number<const N: usize>(self, _: [u8; N]) -> Result<Option<Value>> {
        Ok(None)
    }

    fn letter(self, letter: char) -> Result<Option<Value>> {
        self.leaf(Leaf::Text(letter.encode_utf8(&mut [0; 4])))
    }

    fn leaf(self, leaf: Leaf<'_>) -> Result<Option<Value>> {
        match leaf {
            Leaf::Text(text) | Leaf::Variant(_, text) => {
                Ok(self.is_length().then(|| text.chars().count().into()))
            }
            Leaf::Bytes(bytes) => at(&bytes.to_vec(), self.0),
            Leaf::Unit | Leaf::None => Ok(None),
        }
    }

    fn wrapped<T: Serialize + ?Sized>(self, by: Wrapper, value: &T) -> Result<Option<Value>> {
        match by {
            Wrapper::Newtype(name) if number(name, value).is_some() => Ok(None),
            Wrapper::Some | Wrapper::Newtype(_) => value.serialize(Walker(self)),
            Wrapper::Variant(_, name) if self.name() == name => at(value, &self.0[1..]),
            // An object with one field.
            Wrapper::Variant(..) => Ok(self.is_length().then(|| 1.into())),
        }
    }

    fn parts(self, shape: Shape) -> Result<Contents<'a, P>> {
        let is_list = matches!(shape, Shape::List(_) | Shape::Tuple | Shape::TupleVariant(..));
        let (path, is_elsewhere) = match shape {
            // What a variant holds has the variant's name.
            Shape::TupleVariant(_, name) | Shape::StructVariant(_, name) if name == self.name() => {
                (&self.0[1..], false)
            }
            Shape::TupleVariant(..) | Shape::StructVariant(..) => (self.0, true),
            _ => (self.0, false),
        };
        let (items, fields) = (Vec::new(), Map::new());
        Ok(Contents { path, is_list, is_elsewhere, count: 0, is_key: false, found: None, items, fields })
    }
}

/// The parts of a list, an object or a variant, one after the other.
struct Contents<'a, P> {
    /// What is left of the way; nothing where a variant is wanted whole.
    path: &'a [P],
    is_list: bool,
    /// Are these the parts of a variant that is not on the way?
    is_elsewhere: bool,
    /// Parts so far.
    count: usize,
    /// Is the key that came last on the way?
    is_key: bool,
    found: Option<Value>,
    /// All parts, of a variant that is wanted whole.
    items: Vec<Value>,
    fields: Map<String, Value>,
}

impl<P: AsRef<str>> Parts for Contents<'_, P> {
    type Ok = Option<Value>;

    fn part<T: Serialize + ?Sized>(&mut self, part: Part, value: &T) -> Result<()> {
        let n = self.count;
        self.count += usize::from(!matches!(part, Part::Value));
        let next = self.path.split_first().map(|(name, rest)| (name.as_ref(), rest));
        let rest: &[P] = match (part, next) {
            _ if self.is_elsewhere => return Ok(()),
            (Part::Key, Some((name, _))) => {
                // As JSON writes it: a text, or a number's text.
                self.is_key = match serde_json::to_value(value).unwrap_or_default() {
                    Value::String(text) => name == text,
                    other => other.to_string().as_str() == name,
                };
                return Ok(());
            }
            (Part::Element | Part::Field(_), None) => &[],
            (Part::Element, Some((name, rest))) if name.parse() == Ok(n) => rest,
            (Part::Field(field), Some((name, rest))) if name == field => rest,
            (Part::Value, Some((_, rest))) if self.is_key => rest,
            _ => return Ok(()),
        };
        // Once for all: each call is made again for each type of a part.
        let found = at(value, rest)?;
        match (part, next) {
            (Part::Element, None) => self.items.extend(found),
            (Part::Field(name), None) => {
                drop(self.fields.insert(name.to_string(), found.unwrap_or_default()))
            }
            _ => self.found = found,
        }
        Ok(())
    }

    fn end(self) -> Result<Option<Value>> {
        if self.path.is_empty() {
            return Ok(Some(if self.is_list {
                Value::Array(self.items)
            } else {
                Value::Object(self.fields)
            }));
        }
        let is_length = self.path.len() == 1 && self.path[0].as_ref() == "len";
        // What holds a variant is an object with one field, its name.
        let count = if self.is_elsewhere { 1 } else { self.count };
        Ok(self.found.or_else(|| is_length.then(|| count.into())))
    }
}

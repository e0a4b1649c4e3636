//! One field of the state: the way there through serde, skipping everything else.
//!
//! ```text
//! mobs[2].hp    struct ── "mobs" ──> list ── the third ──> struct ── "hp" ──> its tree
//! ```
//!
//! Gives the same as [`super::find_field`] in the whole tree, fast enough for a search in each frame of an hour.

use super::tree::{number, tree};
use crate::walk::{Leaf, Part, Parts, Result, Shape, Visitor, Walker, Wrapper};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::{Map, Value};

pub(crate) fn field<P: AsRef<str>>(state: &(impl Serialize + ?Sized), path: &[P]) -> Option<Value> {
    at(state, path).ok().flatten()
}

fn at<P: AsRef<str>, T: Serialize + ?Sized>(value: &T, path: &[P]) -> Result<Option<Value>> {
    if path.is_empty() { Ok(tree(value)) } else { value.serialize(Walker(FieldVisitor(path))) }
}

/// The names and indices left, at least one.
struct FieldVisitor<'a, P>(&'a [P]);

impl<'a, P: AsRef<str>> FieldVisitor<'a, P> {
    fn name(&self) -> &'a str {
        self.0[0].as_ref()
    }

    fn is_length(&self) -> bool {
        self.0.len() == 1 && self.name() == "len"
    }
}

impl<'a, P: AsRef<str>> Visitor for FieldVisitor<'a, P> {
    type Ok = Option<Value>;
    type Parts = FieldParts<'a, P>;
    const IS_READABLE: bool = true;

    fn number<const N: usize>(self, _: [u8; N], _: impl Serialize) -> Result<Option<Value>> {
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

    fn parts(self, shape: Shape) -> Result<FieldParts<'a, P>> {
        let is_list = matches!(shape, Shape::List(_) | Shape::Tuple | Shape::TupleVariant(..));
        let (path, is_elsewhere) = match shape {
            // The contents of a variant are below the variant's name.
            Shape::TupleVariant(_, name) | Shape::StructVariant(_, name) if name == self.name() => {
                (&self.0[1..], false)
            }
            Shape::TupleVariant(..) | Shape::StructVariant(..) => (self.0, true),
            _ => (self.0, false),
        };
        let (items, fields) = (Vec::new(), Map::new());
        Ok(FieldParts { path, is_list, is_elsewhere, count: 0, is_key: false, found: None, items, fields })
    }
}

struct FieldParts<'a, P> {
    /// The path left; empty for the whole variant.
    path: &'a [P],
    is_list: bool,
    /// Whether these are the parts of a variant off the path.
    is_elsewhere: bool,
    count: usize,
    is_key: bool,
    found: Option<Value>,
    /// All parts of a wanted variant.
    items: Vec<Value>,
    fields: Map<String, Value>,
}

impl<P: AsRef<str>> Parts for FieldParts<'_, P> {
    type Ok = Option<Value>;

    fn part<T: Serialize + ?Sized>(&mut self, part: Part, value: &T) -> Result<()> {
        let n = self.count;
        self.count += usize::from(!matches!(part, Part::Value));
        let next = self.path.split_first().map(|(name, rest)| (name.as_ref(), rest));
        let rest: &[P] = match (part, next) {
            _ if self.is_elsewhere => return Ok(()),
            (Part::Key, Some((name, _))) => {
                // As JSON writes it: a text, or the text of a number.
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
        // One call for all cases: each is instantiated for each type of part.
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
        // A variant is an object with one field, its name.
        let count = if self.is_elsewhere { 1 } else { self.count };
        Ok(self.found.or_else(|| is_length.then(|| count.into())))
    }
}

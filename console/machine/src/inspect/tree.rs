//! The state as a tree: serde's fields, with [`Num`]s by value instead of by bits.

use super::number::shown;
use crate::walk::{Leaf, Part, Parts, Result, Shape, Visitor, WalkError, Walker, Wrapper};
use alloc::string::{String, ToString};
use alloc::{format, vec::Vec};
use core::cmp::Ordering;
use num::Num;
use serde::Serialize;
use serde_json::{Map, Value, to_value};

pub(crate) fn tree(state: &(impl Serialize + ?Sized)) -> Option<Value> {
    state.serialize(Walker(TreeVisitor { names_types: false })).ok()
}

/// [`tree`] with the names of newtypes: a value is an object with one field, the name in brackets, `{"(Energy)": 300}`.
pub(crate) fn typed_tree(state: &(impl Serialize + ?Sized)) -> Option<Value> {
    state.serialize(Walker(TreeVisitor { names_types: true })).ok()
}

/// The value at a path in a tree, by names and indices. `len`, unless a field, is the length of a list, an object or
/// a text.
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

/// The fields of an object in display order: numbers by their size, then names.
pub fn members(fields: &serde_json::Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut members: Vec<(&String, &Value)> = fields.iter().collect();
    members.sort_by(|(a, _), (b, _)| natural(a, b));
    members
}

/// The order of names for a reader: `x2` before `x10`.
pub fn natural(a: &str, b: &str) -> Ordering {
    fn digits(text: &str) -> (&str, &str) {
        text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
    }
    let (mut x, mut y) = (a, b);
    loop {
        let ((m, after_m), (n, after_n)) = (digits(x), digits(y));
        let order = if m.is_empty() || n.is_empty() {
            let (one, two) = (x.chars().next(), y.chars().next());
            (x, y) = match (one, two) {
                (Some(one), Some(two)) => (&x[one.len_utf8()..], &y[two.len_utf8()..]),
                // Equal but for leading zeros.
                _ => return one.cmp(&two).then_with(|| a.cmp(b)),
            };
            one.cmp(&two)
        } else {
            (x, y) = (after_m, after_n);
            let [m, n] = [m, n].map(|digits| digits.trim_start_matches('0'));
            m.len().cmp(&n.len()).then_with(|| m.cmp(n))
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// A path with one more name: `mobs` and `hp` are `mobs.hp`, `mobs` and `3` are `mobs[3]`, `mobs` and `a b` are `mobs["a b"]`.
pub fn join_path(path: &str, name: &str) -> String {
    let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.is_empty();
    // A name such as 00 is not the index 0.
    let is_index = name.parse::<u64>().is_ok_and(|n| n.to_string() == name);
    let is_number = name.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    match (path, name.chars().next()) {
        ("", _) => name.to_string(),
        _ if is_index || is_number && !is_word => format!("{path}[{name}]"),
        (_, Some('(')) => format!("{path}.{name}"),
        _ if is_word => format!("{path}.{name}"),
        (_, Some('"')) => format!("{path}[{name}]"),
        (_, Some('[')) => format!("{path}{name}"),
        _ => format!("{path}[{}]", Value::from(name)),
    }
}

/// The `Num` in a newtype of that name.
pub(super) fn number<T: Serialize + ?Sized>(name: &str, value: &T) -> Option<Num> {
    let bits = if name == "Num" { serde_json::to_value(value).ok()?.as_i64() } else { None };
    bits.and_then(|bits| bits.try_into().ok()).map(Num::from_bits)
}

fn written(value: &(impl Serialize + ?Sized)) -> Result<Value> {
    to_value(value).map_err(|error| WalkError(error.to_string()))
}

fn object(name: impl Into<String>, value: Value) -> Value {
    Value::Object(Map::from_iter([(name.into(), value)]))
}

#[derive(Clone, Copy)]
struct TreeVisitor {
    /// Whether a cart's newtypes are shown as objects with their name, rather than as the value they wrap.
    names_types: bool,
}

impl Visitor for TreeVisitor {
    type Ok = Value;
    type Parts = TreeParts;
    const IS_READABLE: bool = true;

    fn number<const N: usize>(self, _: [u8; N], value: impl Serialize) -> Result<Value> {
        written(&value)
    }

    fn leaf(self, leaf: Leaf<'_>) -> Result<Value> {
        Ok(match leaf {
            Leaf::Text(text) | Leaf::Variant(_, text) => text.into(),
            Leaf::Bytes(bytes) => bytes.into(),
            Leaf::Unit | Leaf::None => Value::Null,
        })
    }

    fn wrapped<T: Serialize + ?Sized>(self, by: Wrapper, value: &T) -> Result<Value> {
        if let Wrapper::Newtype(name) = by
            && let Some(number) = number(name, value)
        {
            return Ok(shown(number).into());
        }
        let inner = value.serialize(Walker(self))?;
        Ok(match by {
            Wrapper::Newtype(name) if self.names_types => object(format!("({name})"), inner),
            Wrapper::Variant(_, name) => object(name, inner),
            Wrapper::Some | Wrapper::Newtype(_) => inner,
        })
    }

    fn parts(self, shape: Shape) -> Result<TreeParts> {
        let contents = match shape {
            Shape::List(_) | Shape::Tuple | Shape::TupleVariant(..) => Value::Array(Vec::new()),
            Shape::Map(_) | Shape::Struct | Shape::StructVariant(..) => Value::Object(Map::new()),
        };
        let variant = match shape {
            Shape::TupleVariant(_, name) | Shape::StructVariant(_, name) => Some(name),
            _ => None,
        };
        Ok(TreeParts { tree: self, variant, contents, key: String::new() })
    }
}

struct TreeParts {
    tree: TreeVisitor,
    variant: Option<&'static str>,
    contents: Value,
    key: String,
}

impl Parts for TreeParts {
    type Ok = Value;

    fn part<T: Serialize + ?Sized>(&mut self, part: Part, value: &T) -> Result<()> {
        if let Part::Key = part {
            // As the state is written: an edit finds its field by these names.
            self.key = match written(value)? {
                Value::String(text) => text,
                key @ (Value::Number(_) | Value::Bool(_)) => key.to_string(),
                _ => return Err(WalkError("a key must be a text".into())),
            };
            return Ok(());
        }
        let value = value.serialize(Walker(self.tree))?;
        match (&mut self.contents, part) {
            (Value::Array(items), _) => items.push(value),
            (Value::Object(fields), Part::Field(name)) => _ = fields.insert(name.into(), value),
            (Value::Object(fields), _) => _ = fields.insert(core::mem::take(&mut self.key), value),
            _ => {}
        }
        Ok(())
    }

    fn end(self) -> Result<Value> {
        Ok(match self.variant {
            Some(name) => object(name, self.contents),
            None => self.contents,
        })
    }
}

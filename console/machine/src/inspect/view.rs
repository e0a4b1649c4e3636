//! A program's state read on demand: each value's own line, and its members a page at a time.
//!
//! ```text
//! StateView ── root ──> Handle ── node ──────> Node: kind, text, identity, number of members
//!                              ── children ──> names and Handles of one page, in display order
//!                              ── child ─────> the Handle of one name
//! ```
//!
//! A view borrows the program and reads it as it is: no copy of the state is made, and nothing is left out. Rust programs are read
//! from their serde tree ([`TreeView`]); other programs from their own heap, where an object has an identity and may contain itself.

use super::tree::members;
use alloc::borrow::{Cow, ToOwned};
use alloc::string::{String, ToString};
use alloc::{format, vec::Vec};
use num::Num;
use serde_json::Value;

/// Letters of a text in its line.
const TEXT_SHOWN: usize = 200;

/// A place in a state, valid as long as its view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Handle<'a> {
    Tree(&'a Value),
    /// A place in a program's own heap; only its view knows what the numbers mean.
    Heap {
        role: u8,
        bits: u64,
        at: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    Nil,
    Boolean,
    Number,
    Text,
    Table,
    Function,
    Coroutine,
    /// Rows that belong together, such as the upvalues of a function.
    Group,
}

/// What a value is, in one line.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub kind: NodeKind,
    /// A plain value as text, a function's name and place; empty for tables, which consist of their members.
    pub text: String,
    /// The name of a newtype.
    pub type_name: Option<String>,
    /// Tables, functions and coroutines are the same object in two moments if their identities are equal.
    pub id: Option<u64>,
    /// Members that count from the start, and all others.
    pub indexed: usize,
    pub named: usize,
    /// Rows below it that are not its own members, such as its metatable.
    pub extra: usize,
}

impl Node {
    pub fn plain(kind: NodeKind, text: impl Into<String>) -> Node {
        Node { kind, text: text.into(), type_name: None, id: None, indexed: 0, named: 0, extra: 0 }
    }

    /// A text, cut with its length if it is long.
    pub fn text(text: &str) -> Node {
        let cut = text.char_indices().nth(TEXT_SHOWN);
        let shown = cut.map_or_else(
            || text.to_owned(),
            |(at, _)| format!("{}.. ({} letters)", &text[..at], text.chars().count()),
        );
        Node::plain(NodeKind::Text, shown)
    }

    /// The number of rows below it.
    pub fn rows(&self) -> usize {
        self.indexed + self.named + self.extra
    }

    /// The counts of a table's members: `[30]` in its list, `{2}` by name.
    pub fn counts(&self) -> String {
        let counts = [(self.indexed, "[", "]"), (self.named, "{", "}")].into_iter();
        let shown = counts.filter(|(n, ..)| *n > 0).map(|(n, open, close)| format!("{open}{n}{close}"));
        let text = shown.collect::<Vec<_>>().join(" ");
        if text.is_empty() { "{}".into() } else { text }
    }
}

/// A value without members.
#[derive(Clone, Debug, PartialEq)]
pub enum Plain {
    Nil,
    Boolean(bool),
    Number(Num),
    /// A number of a Rust field.
    Wide(serde_json::Number),
    Text(String),
}

/// The name of a text key in a path: one that could be read as another key is quoted.
pub fn text_key(text: &str) -> String {
    let is_odd = |c: char| c.is_ascii_digit() || matches!(c, '-' | '"' | '(' | '[' | OBJECT);
    if text.is_empty() || text.starts_with(is_odd) { Value::from(text).to_string() } else { text.into() }
}

/// The text of a name by [`text_key`].
pub fn unquoted(name: &str) -> Cow<'_, str> {
    let text = name.starts_with('"').then(|| serde_json::from_str(name).ok()).flatten();
    text.map_or(Cow::Borrowed(name), Cow::Owned)
}

/// A member: its name in paths, and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Child<'a> {
    pub name: String,
    pub at: Handle<'a>,
}

pub trait StateView {
    fn root(&self) -> Handle<'_>;
    fn node(&self, at: Handle<'_>) -> Node;
    /// At most `count` members, from the one with that number on, in display order.
    fn children<'a>(&'a self, at: Handle<'a>, from: usize, count: usize) -> Vec<Child<'a>>;
    fn child<'a>(&'a self, at: Handle<'a>, name: &str) -> Option<Handle<'a>>;
    /// The number of the member of that name.
    fn position(&self, at: Handle<'_>, name: &str) -> Option<usize> {
        self.children(at, 0, usize::MAX).iter().position(|child| child.name == name)
    }
    /// The name of the member with that identity.
    fn name_of(&self, at: Handle<'_>, id: u64) -> Option<String> {
        let is_it = |child: &Child<'_>| self.id(child.at) == Some(id);
        self.children(at, 0, usize::MAX).into_iter().find(is_it).map(|child| child.name)
    }
    /// The identity of a value, as in its node.
    fn id(&self, at: Handle<'_>) -> Option<u64> {
        self.node(at).id
    }
    /// The object with that identity, while it exists.
    fn object(&self, _id: u64) -> Option<Handle<'_>> {
        None
    }
    /// The variables of a call, counted from the innermost, and whether only those captured from around it.
    fn call(&self, _call: usize, _captured: bool) -> Option<Handle<'_>> {
        None
    }
    /// A value without members, exactly.
    fn plain(&self, at: Handle<'_>) -> Option<Plain>;
    /// The operator `#`: the items of a list, the letters of a text.
    fn length(&self, at: Handle<'_>) -> Option<usize>;
    /// A value as JSON: plain values whole, tables and others to a limited depth and size, with notes where they are cut.
    fn json(&self, at: Handle<'_>) -> Value;
    /// The same to a depth and size that few states reach.
    fn whole(&self, at: Handle<'_>) -> Value {
        self.json(at)
    }
    /// Members visited so far, as a measure of the work.
    fn visited(&self) -> usize {
        0
    }
}

impl dyn StateView + '_ {
    /// The place at a path, and none if there is no such field.
    pub fn find(&self, path: &[impl AsRef<str>]) -> Option<Handle<'_>> {
        let (at, rest) = match path.split_first() {
            Some((first, rest)) if first.as_ref().starts_with(OBJECT) => {
                (self.object(first.as_ref()[1..].parse().ok()?)?, rest)
            }
            _ => (self.root(), path),
        };
        rest.iter().try_fold(at, |at, name| self.child(at, name.as_ref()))
    }

    /// The value at a path as JSON. `len` of a value without a field of that name is its number of members or letters.
    pub fn field(&self, path: &[impl AsRef<str>]) -> Option<Value> {
        if let Some(at) = self.find(path) {
            return Some(self.json(at));
        }
        let (_, path) = path.split_last().filter(|(last, _)| last.as_ref() == "len")?;
        let at = self.find(path)?;
        let node = self.node(at);
        match node.kind {
            NodeKind::Table => Some((node.indexed + node.named).into()),
            NodeKind::Text => self.length(at).map(Value::from),
            _ => None,
        }
    }
}

/// Begins the text of a table that [`StateView::json`] does not show, followed by its number of members.
pub const CUT: &str = "{..}";

/// Begins the first name of a path from an object instead of the root: the object's identity follows.
pub const OBJECT: char = '\u{1}';

/// A [`StateView`] of a tree by [`crate::Program::inspect_types`], with newtypes read through.
pub struct TreeView<'t>(pub &'t Value);

/// The name of a newtype and the value in it.
fn newtype(value: &Value) -> Option<(&str, &Value)> {
    let (name, inside) = value.as_object().filter(|fields| fields.len() == 1)?.iter().next()?;
    Some((name.strip_prefix('(')?.strip_suffix(')')?, inside))
}

fn inside(value: &Value) -> &Value {
    newtype(value).map_or(value, |(_, within)| inside(within))
}

fn without_types(value: &Value) -> Value {
    match inside(value) {
        Value::Array(items) => items.iter().map(without_types).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, value)| (name.clone(), without_types(value))).collect())
        }
        plain => plain.clone(),
    }
}

fn tree_of(at: Handle<'_>) -> &Value {
    match at {
        Handle::Tree(value) => value,
        Handle::Heap { .. } => &Value::Null,
    }
}

impl StateView for TreeView<'_> {
    fn root(&self) -> Handle<'_> {
        Handle::Tree(self.0)
    }

    fn node(&self, at: Handle<'_>) -> Node {
        let value = tree_of(at);
        let node = match inside(value) {
            Value::Null => Node::plain(NodeKind::Nil, "-"),
            Value::Bool(is) => Node::plain(NodeKind::Boolean, is.to_string()),
            Value::Number(number) => Node::plain(NodeKind::Number, number.to_string()),
            Value::String(text) => Node::text(text),
            Value::Array(items) => Node { indexed: items.len(), ..Node::plain(NodeKind::Table, "") },
            Value::Object(fields) => Node { named: fields.len(), ..Node::plain(NodeKind::Table, "") },
        };
        Node { type_name: newtype(value).map(|(name, _)| name.into()), ..node }
    }

    fn children<'a>(&'a self, at: Handle<'a>, from: usize, count: usize) -> Vec<Child<'a>> {
        match inside(tree_of(at)) {
            Value::Array(items) => {
                let child =
                    |(n, item): (usize, &'a Value)| Child { name: n.to_string(), at: Handle::Tree(item) };
                items.iter().enumerate().skip(from).take(count).map(child).collect()
            }
            Value::Object(fields) => {
                let child = |(name, field): (&String, &'a Value)| Child {
                    name: name.clone(),
                    at: Handle::Tree(field),
                };
                members(fields).into_iter().skip(from).take(count).map(child).collect()
            }
            _ => Vec::new(),
        }
    }

    fn child<'a>(&'a self, at: Handle<'a>, name: &str) -> Option<Handle<'a>> {
        match inside(tree_of(at)) {
            Value::Object(fields) => fields.get(&*unquoted(name)),
            Value::Array(items) => name.parse().ok().and_then(|n: usize| items.get(n)),
            _ => None,
        }
        .map(Handle::Tree)
    }

    fn plain(&self, at: Handle<'_>) -> Option<Plain> {
        Some(match inside(tree_of(at)) {
            Value::Null => Plain::Nil,
            Value::Bool(is) => Plain::Boolean(*is),
            Value::Number(number) => Plain::Wide(number.clone()),
            Value::String(text) => Plain::Text(text.clone()),
            Value::Array(_) | Value::Object(_) => return None,
        })
    }

    fn length(&self, at: Handle<'_>) -> Option<usize> {
        match inside(tree_of(at)) {
            Value::Array(items) => Some(items.len()),
            Value::Object(fields) => Some(fields.len()),
            Value::String(text) => Some(text.chars().count()),
            _ => None,
        }
    }

    fn json(&self, at: Handle<'_>) -> Value {
        without_types(tree_of(at))
    }
}

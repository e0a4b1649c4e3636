//! The state of a Lua program, read on demand from its live heap.
//!
//! ```text
//! root         the file's locals and globals by name       (functions)  the cart's own       (library)  those of the console
//!              (stack)  at a line: the running calls with their variables
//! table        its entries, numbers first, then            (metatable)
//! function     name and place; its upvalues
//! coroutine    status; its calls, the innermost first: locals, then (upvalues)
//!
//! names        3   x   "3" a text like a number   [true]   [table 12]
//! ```

#![expect(clippy::disallowed_types, reason = "a view keeps what it has read, and is no part of the console")]

mod json;

use crate::sources::SourceMap;
use alloc::collections::BTreeSet;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::{format, vec::Vec};
use core::cell::{Cell, RefCell};
use json::JsonWalk;
use lua::{CallInfo, Heap, Value, ValueKind, Variable, Vm};
use rasher::{Child, Handle, Node, NodeKind, Plain, StateView};
use serde_json::Value as Json;

/// Tables whose members a view keeps: those around a row of a panel.
const KNOWN: usize = 12;
const METATABLE: &str = "(metatable)";

/// What a [`Handle::Heap`] is. `bits` are those of a value, or of the coroutine of the call with the number `at`.
mod role {
    pub const VALUE: u8 = 0;
    pub const ROOT: u8 = 1;
    pub const FUNCTIONS: u8 = 2;
    pub const LIBRARY: u8 = 3;
    pub const LOCALS: u8 = 4;
    pub const UPVALUES: u8 = 5;
    /// Of a call of the running coroutine and those that wait for it.
    pub const OWN_LOCALS: u8 = 6;
    pub const OWN_UPVALUES: u8 = 7;
    /// The running calls, and one of them with all its variables.
    pub const STACK: u8 = 8;
    pub const CALL: u8 = 9;
}

/// A member: its place, and its key or name.
#[derive(Clone)]
struct Member {
    /// None for a number, which is its own name.
    name: Option<String>,
    key: Value,
    at: Handle<'static>,
}

impl Member {
    fn new(name: impl Into<String>, at: Handle<'static>) -> Member {
        Member { name: Some(name.into()), key: Value::NIL, at }
    }

    fn name(&self) -> String {
        let number = || self.key.as_number().unwrap_or_default().tostr(0);
        self.name.clone().unwrap_or_else(number)
    }

    fn is_named(&self, name: &str) -> bool {
        self.name.as_deref() == Some(name)
    }
}

type Members = Rc<[Member]>;

pub struct LuaView<'p> {
    vm: &'p Vm,
    sources: &'p SourceMap,
    visited: Cell<usize>,
    known: RefCell<Vec<(Handle<'static>, Members)>>,
}

fn group(role: u8) -> Handle<'static> {
    Handle::Heap { role, bits: 0, at: 0 }
}

fn of_value(value: Value) -> Handle<'static> {
    Handle::Heap { role: role::VALUE, bits: value.bits(), at: 0 }
}

fn named(list: Vec<Variable>) -> Vec<Member> {
    list.into_iter().map(|it| Member::new(rasher::text::decode(&it.name), of_value(it.value))).collect()
}

fn value_of(at: Handle<'_>) -> Option<Value> {
    match at {
        Handle::Heap { role: role::VALUE, bits, .. } => Some(Value::from_bits(bits)),
        _ => None,
    }
}

impl<'p> LuaView<'p> {
    pub fn new(vm: &'p Vm, sources: &'p SourceMap) -> LuaView<'p> {
        LuaView { vm, sources, visited: Cell::new(0), known: RefCell::default() }
    }

    fn heap(&self) -> &Heap {
        self.vm.objects()
    }

    /// The entries of a table in display order: numbers, then texts, then others. Only what is not a number is named, since tables of
    /// many entries are lists: 60,000 of them are in order after a few milliseconds.
    fn sorted(&self, table: Value) -> Vec<Member> {
        let heap = self.heap();
        let name = |key: Value| match heap.bytes(key) {
            Some(bytes) => rasher::text_key(&rasher::text::decode(bytes)),
            None if key.kind() == ValueKind::Boolean => format!("[{}]", key.is_true()),
            None => format!("[{} {}]", key.kind().name(), heap.identity(key).unwrap_or(0) as u32),
        };
        let (mut numbers, others): (Vec<_>, Vec<_>) =
            heap.entries(table).into_iter().partition(|(key, _)| key.as_number().is_some());
        numbers.sort_unstable_by_key(|(key, _)| key.as_number());
        let member =
            |name: Option<String>, (key, value): (Value, Value)| Member { name, key, at: of_value(value) };
        let mut others: Vec<_> = others.into_iter().map(|pair| member(Some(name(pair.0)), pair)).collect();
        let is_text = |member: &Member| heap.bytes(member.key).is_some();
        others.sort_by(|a, b| {
            let names = || rasher::natural(a.name.as_deref().unwrap_or(""), b.name.as_deref().unwrap_or(""));
            is_text(b).cmp(&is_text(a)).then_with(names)
        });
        numbers.into_iter().map(|pair| member(None, pair)).chain(others).collect()
    }

    fn root_members(&self, wanted: u8) -> Vec<Member> {
        let (heap, locals) = (self.heap(), self.vm.file_locals());
        let names: BTreeSet<&[u8]> = locals.iter().map(|local| &*local.name).collect();
        let is_local = |key: Value| heap.bytes(key).is_some_and(|name| names.contains(name));
        let group_of = |key: Value, value: Value| {
            let name = heap.bytes(key);
            match value.kind() {
                // A glyph's variable, or one that no source can name.
                _ if matches!(name, Some([0, ..] | [128..=153])) => role::LIBRARY,
                ValueKind::Function if self.vm.function(value).is_some_and(|it| it.line.is_none()) => {
                    role::LIBRARY
                }
                ValueKind::Function => role::FUNCTIONS,
                _ => role::ROOT,
            }
        };
        let file = locals.iter().filter(|local| group_of(Value::NIL, local.value) == wanted).cloned();
        let has_calls = wanted == role::ROOT && self.vm.calls().next().is_some();
        let mut members: Vec<_> =
            has_calls.then(|| Member::new("(stack)", group(role::STACK))).into_iter().collect();
        members.extend(named(file.collect()));
        let globals = self.sorted(self.vm.globals()).into_iter();
        members.extend(globals.filter(|global| {
            value_of(global.at).is_some_and(|value| group_of(global.key, value) == wanted)
                && !is_local(global.key)
        }));
        if wanted == role::ROOT {
            members.push(Member::new("(functions)", group(role::FUNCTIONS)));
            members.push(Member::new("(library)", group(role::LIBRARY)));
        }
        members
    }

    fn read(&self, at: Handle<'_>) -> Vec<Member> {
        let Handle::Heap { role, bits, at: call } = at else { return Vec::new() };
        let (vm, value) = (self.vm, Value::from_bits(bits));
        let upvalues = |role, captured: Vec<Variable>| {
            (!captured.is_empty()).then(|| Member::new("(upvalues)", Handle::Heap { role, bits, at: call }))
        };
        match (role, value.kind()) {
            (role::ROOT | role::FUNCTIONS | role::LIBRARY, _) => self.root_members(role),
            (role::LOCALS, _) => {
                let (locals, captured) = vm.coroutine_variables(value, call as usize);
                let mut members = named(locals);
                members.extend(upvalues(role::UPVALUES, captured));
                members
            }
            (role::UPVALUES, _) => named(vm.coroutine_variables(value, call as usize).1),
            (role::OWN_UPVALUES, _) => named(vm.variables(call as usize).1),
            (role::STACK, _) => {
                let at = |depth| Handle::Heap { role: role::CALL, bits: 0, at: depth };
                let calls = vm.calls().enumerate();
                calls.map(|(n, call)| Member::new(n.to_string(), at(call.depth as u32))).collect()
            }
            (role::OWN_LOCALS | role::CALL, _) => {
                let (locals, captured) = vm.variables(call as usize);
                let mut members = named(locals);
                let varargs = vm.varargs(call as usize).iter().enumerate();
                members
                    .extend(varargs.map(|(n, value)| Member::new(format!("...{}", n + 1), of_value(*value))));
                if role == role::CALL {
                    members.extend(upvalues(role::OWN_UPVALUES, captured));
                }
                members
            }
            (_, ValueKind::Table) => {
                let mut members = self.sorted(value);
                let meta = self.heap().metatable(value);
                members.extend((!meta.is_nil()).then(|| Member::new(METATABLE, of_value(meta))));
                members
            }
            (_, ValueKind::Function) => named(vm.captured(value)),
            (_, ValueKind::Thread) => {
                let calls = vm.coroutine(value).map_or(Vec::new(), |(_, calls)| calls).into_iter();
                let at = |depth| Handle::Heap { role: role::LOCALS, bits, at: depth };
                calls.enumerate().map(|(n, call)| Member::new(n.to_string(), at(call.depth as u32))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn members(&self, at: Handle<'_>) -> Members {
        if let Some((_, known)) = self.known.borrow().iter().find(|(known, _)| *known == at) {
            return Rc::clone(known);
        }
        let members: Members = self.read(at).into();
        self.visited.set(self.visited.get() + members.len());
        if let Handle::Heap { role, bits, at } = at {
            let mut known = self.known.borrow_mut();
            known.insert(0, (Handle::Heap { role, bits, at }, Rc::clone(&members)));
            known.truncate(KNOWN);
        }
        members
    }

    fn place(&self, line: u32) -> String {
        self.sources.place(line).to_string()
    }

    /// A function or coroutine in a few words, and how many calls it has.
    fn code_text(&self, value: Value) -> (String, usize) {
        if let Some((status, calls)) = self.vm.coroutine(value) {
            if let Some((line, message)) = self.vm.coroutine_error(value) {
                let message = rasher::text::decode(message);
                return (format!("coroutine {status}: {message} at {}", self.place(line)), 0);
            }
            let at = calls.first().map(|call| format!(" at {}", self.place(call.line))).unwrap_or_default();
            return (format!("coroutine {status}{at}"), calls.len());
        }
        let text = self.vm.function(value).map_or_else(String::new, |function| {
            let place = function.line.map_or("library".into(), |line| self.place(line));
            format!("{} {place}", rasher::text::decode(function.name))
        });
        (format!("function {}", text.trim_start()), 0)
    }
}

impl StateView for LuaView<'_> {
    fn root(&self) -> Handle<'_> {
        group(role::ROOT)
    }

    fn node(&self, at: Handle<'_>) -> Node {
        let Some(value) = value_of(at) else {
            let call_text = |call: &CallInfo| {
                format!("{} {}", rasher::text::decode(&call.function), self.place(call.line))
            };
            let text = match at {
                Handle::Heap { role: role::CALL, at, .. } => self
                    .vm
                    .calls()
                    .find(|call| call.depth == at as usize)
                    .as_ref()
                    .map_or(String::new(), call_text),
                Handle::Heap { role: role::LOCALS, bits, at } => {
                    let calls = self.vm.coroutine(Value::from_bits(bits)).map_or(Vec::new(), |it| it.1);
                    let call = calls.into_iter().find(|call| call.depth == at as usize);
                    call.as_ref().map_or(String::new(), call_text)
                }
                _ => String::new(),
            };
            return Node { named: self.members(at).len(), ..Node::plain(NodeKind::Group, text.trim_start()) };
        };
        let heap = self.heap();
        let node = match (value.kind(), self.plain(at)) {
            (_, Some(Plain::Number(number))) => Node::plain(NodeKind::Number, number.tostr(0)),
            (_, Some(Plain::Text(text))) => Node::text(&text),
            (ValueKind::Boolean, _) => Node::plain(NodeKind::Boolean, value.is_true().to_string()),
            (ValueKind::Table, _) => {
                let (indexed, named) = heap.counts(value);
                let extra = usize::from(!heap.metatable(value).is_nil());
                Node { indexed, named, extra, ..Node::plain(NodeKind::Table, "") }
            }
            (ValueKind::Function, _) => {
                let named = self.vm.captured(value).len();
                Node { named, ..Node::plain(NodeKind::Function, self.code_text(value).0) }
            }
            (ValueKind::Thread, _) => {
                let (text, indexed) = self.code_text(value);
                Node { indexed, ..Node::plain(NodeKind::Coroutine, text) }
            }
            _ => Node::plain(NodeKind::Nil, "nil"),
        };
        Node { id: heap.identity(value), ..node }
    }

    fn children<'a>(&'a self, at: Handle<'a>, from: usize, count: usize) -> Vec<Child<'a>> {
        let members = self.members(at);
        let page = members.iter().skip(from).take(count);
        page.map(|member| Child { name: member.name(), at: member.at }).collect()
    }

    fn child<'a>(&'a self, at: Handle<'a>, name: &str) -> Option<Handle<'a>> {
        let (heap, is_key) = (self.heap(), !name.starts_with(['(', '[']));
        if at == self.root() && is_key {
            let global = || Some(entry(heap, self.vm.globals(), name)?.1);
            return self.vm.file_local(&encode(name)).or_else(global).map(of_value);
        }
        match value_of(at) {
            Some(value) if is_key && value.kind() == ValueKind::Table => {
                entry(heap, value, name).map(|(_, value)| of_value(value))
            }
            // Of locals of one name the innermost is visible.
            _ => self.members(at).iter().rfind(|member| member.name() == name).map(|member| member.at),
        }
    }

    fn position(&self, at: Handle<'_>, name: &str) -> Option<usize> {
        let number = value_of(at).and_then(|table| entry(self.heap(), table, name)).map(|(key, _)| key);
        let is_it = |member: &Member| match &member.name {
            Some(own) => own == name,
            None => Some(member.key) == number,
        };
        self.members(at).iter().position(is_it)
    }

    fn name_of(&self, at: Handle<'_>, id: u64) -> Option<String> {
        let is_it = |member: &&Member| self.id(member.at) == Some(id);
        self.members(at).iter().find(is_it).map(Member::name)
    }

    fn id(&self, at: Handle<'_>) -> Option<u64> {
        self.heap().identity(value_of(at)?)
    }

    fn object(&self, id: u64) -> Option<Handle<'_>> {
        self.heap().identified(id).map(of_value)
    }

    fn call(&self, call: usize, captured: bool) -> Option<Handle<'_>> {
        let at = self.vm.calls().nth(call)?.depth as u32;
        let role = if captured { role::OWN_UPVALUES } else { role::OWN_LOCALS };
        Some(Handle::Heap { role, bits: 0, at })
    }

    fn plain(&self, at: Handle<'_>) -> Option<Plain> {
        let value = value_of(at)?;
        Some(match (value.kind(), value.as_number(), self.heap().bytes(value)) {
            (_, Some(number), _) => Plain::Number(number),
            (_, _, Some(text)) => Plain::Text(rasher::text::decode(text)),
            (ValueKind::Nil, ..) => Plain::Nil,
            (ValueKind::Boolean, ..) => Plain::Boolean(value.is_true()),
            _ => return None,
        })
    }

    fn length(&self, at: Handle<'_>) -> Option<usize> {
        let value = value_of(at)?;
        match self.heap().bytes(value) {
            Some(text) => Some(rasher::text::decode(text).chars().count()),
            None => (value.kind() == ValueKind::Table).then(|| self.heap().len(value) as usize),
        }
    }

    fn json(&self, at: Handle<'_>) -> Json {
        if let Some(value) = value_of(at) {
            return JsonWalk::new(self).json(value);
        }
        let (members, mut walk) = (self.members(at), JsonWalk::data(self));
        let data = |at| value_of(at).filter(|value| !is_code(*value));
        let values = members.iter().filter_map(|member| Some((member.name(), data(member.at)?)));
        values.map(|(name, value)| (name, walk.json(value))).collect()
    }

    fn whole(&self, at: Handle<'_>) -> Json {
        value_of(at).map_or_else(|| self.json(at), |value| JsonWalk::whole(self).json(value))
    }

    fn visited(&self) -> usize {
        self.visited.get()
    }
}

/// The entry of a table whose key has that name: key and value.
pub fn entry(heap: &Heap, table: Value, name: &str) -> Option<(Value, Value)> {
    let number = name.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let key = Value::number(rasher::Num::tonum(name, 0).filter(|_| number).unwrap_or_default());
    let value = heap.get(table, key);
    if number && !value.is_nil() {
        return Some((key, value));
    }
    heap.text_entry(table, &encode(&rasher::unquoted(name)))
}

pub fn is_code(value: Value) -> bool {
    matches!(value.kind(), ValueKind::Function | ValueKind::Thread)
}

pub fn encode(text: &str) -> Vec<u8> {
    rasher::text::encode(text).collect()
}

/// A value as JSON, as deep as a call's variables are shown.
pub fn shown(vm: &Vm, sources: &SourceMap, value: Value) -> Json {
    LuaView::new(vm, sources).json(of_value(value))
}

//! The variables as a tree: numbers, texts, booleans and tables by name, without functions and without the library's variables.
//!
//! ```text
//! local p={x=1}        p  { x 1 }            locals of the file that functions use come first: they hide globals of the same name
//! mobs={{hp=3},{hp=2}} mobs  { 1 { hp 3 }  2 { hp 2 } }          a list counts from 1, as in the source
//! ```
//!
//! [`field`] finds a value of the tree without building the rest; [`set_field`] replaces one. Tables are followed `DEEP` levels down, so a
//! table that contains itself comes to an end.

use alloc::format;
use alloc::string::{String, ToString};
use lua::{Heap, Value, ValueKind, Vm};
use rasher::StateError;
use serde_json::{Map, Value as Json};

const DEEP: usize = 6;
const MOST: usize = 4000;

pub fn tree(vm: &Vm) -> Json {
    let mut left = MOST;
    let mut named = Map::new();
    for local in vm.file_locals() {
        insert(vm.objects(), &mut named, rasher::text::decode(&local.name), local.value, DEEP, &mut left);
    }
    entries(vm.objects(), vm.globals(), DEEP, &mut left, &mut named);
    Json::Object(named)
}

pub fn shown(heap: &Heap, value: Value) -> Json {
    match value.kind() {
        ValueKind::Table => table(heap, value, DEEP - 1, &mut MOST.clone()),
        _ if is_code(value) => Json::String(format!("[{}]", value.kind().name())),
        _ => plain(heap, value),
    }
}

fn table(heap: &Heap, table: Value, deep: usize, left: &mut usize) -> Json {
    let mut named = Map::new();
    entries(heap, table, deep, left, &mut named);
    Json::Object(named)
}

fn pairs(heap: &Heap, table: Value) -> impl Iterator<Item = (Value, Value)> {
    let mut key = Value::NIL;
    core::iter::from_fn(move || {
        let pair = heap.next(table, key).ok()??;
        key = pair.0;
        Some(pair)
    })
}

fn entries(heap: &Heap, table: Value, deep: usize, left: &mut usize, named: &mut Map<String, Json>) {
    for (key, value) in pairs(heap, table) {
        if deep < DEEP || !is_ours(heap, key) {
            insert(heap, named, name(heap, key), value, deep, left);
        }
    }
}

fn insert(
    heap: &Heap,
    named: &mut Map<String, Json>,
    name: String,
    value: Value,
    deep: usize,
    left: &mut usize,
) {
    if is_code(value) || *left == 0 || named.contains_key(&name) {
        return;
    }
    *left -= 1;
    let shown = match value.kind() {
        ValueKind::Table if deep == 0 => Json::String("{..}".into()),
        ValueKind::Table => table(heap, value, deep - 1, left),
        _ => plain(heap, value),
    };
    named.insert(name, shown);
}

/// Whether it is a glyph's variable, or one that no source can name.
fn is_ours(heap: &Heap, key: Value) -> bool {
    matches!(heap.bytes(key), Some([0, ..] | [128..=153]))
}

fn name(heap: &Heap, key: Value) -> String {
    match (heap.bytes(key), key.as_number()) {
        (Some(bytes), _) => rasher::text::decode(bytes),
        (_, Some(number)) => number.tostr(0),
        _ => format!("[{}]", key.kind().name()),
    }
}

fn plain(heap: &Heap, value: Value) -> Json {
    match (heap.bytes(value), value.as_number(), value) {
        (Some(bytes), ..) => Json::String(rasher::text::decode(bytes)),
        (_, Some(number), _) => Json::Number(rasher::shown_number(number)),
        (.., Value::TRUE) => Json::Bool(true),
        (.., Value::FALSE) => Json::Bool(false),
        _ => Json::Null,
    }
}

pub fn field(vm: &Vm, path: &[&str]) -> Option<Json> {
    let Some((first, rest)) = path.split_first() else { return Some(tree(vm)) };
    let heap = vm.objects();
    let first = variable(vm, first)?;
    let (value, length) = rest.iter().enumerate().try_fold((first, None), |(value, _), (at, name)| {
        if let Some((_, value)) = entry(heap, value, name) {
            return Some((value, None));
        }
        let is_length = *name == "len" && at + 1 == rest.len();
        is_length.then(|| length(heap, value)).flatten().map(|length| (value, Some(length)))
    })?;
    match length {
        Some(length) => Some(length.into()),
        None if is_code(value) => None,
        // The tree's depth is counted from its top.
        None if value.kind() == ValueKind::Table && path.len() > DEEP => Some(Json::String("{..}".into())),
        None if value.kind() == ValueKind::Table => {
            Some(table(heap, value, DEEP - path.len(), &mut MOST.clone()))
        }
        None => Some(plain(heap, value)),
    }
}

/// A local of the file, or a global.
fn variable(vm: &Vm, name: &str) -> Option<Value> {
    let local = vm.file_local(&encode(name)).filter(|value| !is_code(*value));
    local.or_else(|| entry(vm.objects(), vm.globals(), name).map(|(_, value)| value))
}

fn encode(text: &str) -> alloc::vec::Vec<u8> {
    rasher::text::encode(text).collect()
}

fn is_code(value: Value) -> bool {
    matches!(value.kind(), ValueKind::Function | ValueKind::Thread)
}

/// The number of a table's entries in the tree, or of a text's letters.
fn length(heap: &Heap, value: Value) -> Option<usize> {
    if let Some(bytes) = heap.bytes(value) {
        return Some(rasher::text::decode(bytes).chars().count());
    }
    let is_table = value.kind() == ValueKind::Table;
    is_table.then(|| pairs(heap, value).filter(|(_, value)| !is_code(*value)).count())
}

/// The entry of a table that has that name in the tree: its key and its value.
fn entry(heap: &Heap, table: Value, wanted: &str) -> Option<(Value, Value)> {
    let is_number = wanted.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let is_it = |key: Value| match (heap.bytes(key), key.as_number()) {
        (Some(bytes), _) if wanted.is_ascii() => bytes == wanted.as_bytes(),
        (Some(bytes), _) => rasher::text::decode(bytes) == wanted,
        (_, Some(number)) => is_number && number.tostr(0) == wanted,
        _ => false,
    };
    pairs(heap, table).find(|(key, _)| is_it(*key)).filter(|(_, value)| !is_code(*value))
}

/// Replaces a value of the tree by JSON, whose objects and lists become new tables. Fails if the console has no such place or value.
pub fn set_field(vm: &mut Vm, path: &[&str], value: &Json) -> Result<(), StateError> {
    let missing = || StateError { reason: "no such field".to_string() };
    let (first, rest) = path.split_first().ok_or_else(missing)?;
    // Everything is checked before anything is changed.
    field(vm, path).ok_or_else(missing)?;
    let name = encode(first);
    let Some((last, way)) = rest.split_last() else {
        let made = made(vm, value)?;
        match vm.file_local(&name).filter(|value| !is_code(*value)) {
            Some(_) => _ = vm.set_file_local(&name, made),
            None => vm.set_global(&name, made),
        }
        return Ok(());
    };
    let heap = vm.objects();
    let first = variable(vm, first).ok_or_else(missing)?;
    let table = way.iter().try_fold(first, |table, name| entry(heap, table, name).map(|(_, value)| value));
    let table = table.ok_or_else(missing)?;
    let (key, _) = entry(heap, table, last).ok_or_else(missing)?;
    let made = made(vm, value)?;
    vm.heap().set(table, key, made).map_err(|_| missing())
}

fn made(vm: &mut Vm, value: &Json) -> Result<Value, StateError> {
    // Texts and numbers are always valid keys.
    Ok(match value {
        Json::Null => Value::NIL,
        Json::Bool(true) => Value::TRUE,
        Json::Bool(false) => Value::FALSE,
        Json::Number(decimal) => Value::number(rasher::number_of(decimal).ok_or_else(|| StateError {
            reason: format!("found {decimal}, expected a number from -32768 to 32767.99999"),
        })?),
        Json::String(text) => {
            let text = encode(text);
            vm.heap().text(&text)
        }
        Json::Array(items) => {
            let table = vm.heap().table();
            for (n, item) in (1..).zip(items) {
                let item = made(vm, item)?;
                _ = vm.heap().set(table, Value::number(num::Num::from(n)), item);
            }
            table
        }
        Json::Object(fields) => {
            let table = vm.heap().table();
            for (name, field) in fields {
                let key = match name.parse::<i16>() {
                    Ok(number) => Value::number(num::Num::from(i32::from(number))),
                    Err(_) => {
                        let name = encode(name);
                        vm.heap().text(&name)
                    }
                };
                let field = made(vm, field)?;
                _ = vm.heap().set(table, key, field);
            }
            table
        }
    })
}

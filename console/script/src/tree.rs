//! The globals as a tree: numbers, texts, truths and tables by name, in the order of the names. Functions are left out, and so is
//! what the library put there.

use alloc::format;
use alloc::string::String;
use lua::{Heap, Value, ValueKind};
use serde_json::{Map, Value as Json};

/// Tables in tables that are followed.
const DEEP: usize = 6;
/// Values of a tree.
const MOST: usize = 4000;

/// The tree of a table's entries.
pub fn tree(heap: &Heap, globals: Value) -> Json {
    let mut left = MOST;
    table(heap, globals, DEEP, &mut left)
}

fn table(heap: &Heap, table: Value, deep: usize, left: &mut usize) -> Json {
    let len = heap.len(table);
    let mut named = Map::new();
    let mut list = alloc::vec::Vec::new();
    let mut key = Value::NIL;
    while let Ok(Some((next, value))) = heap.next(table, key) {
        key = next;
        if matches!(value.kind(), ValueKind::Function | ValueKind::Thread)
            || deep == DEEP && is_ours(heap, next)
        {
            continue;
        }
        if *left == 0 {
            break;
        }
        *left -= 1;
        let shown = match value.kind() {
            ValueKind::Table if deep == 0 => Json::String("{..}".into()),
            ValueKind::Table => self::table(heap, value, deep - 1, left),
            _ => plain(heap, value),
        };
        match next.as_number() {
            Some(n) if n.flr() >= 1 && n.flr() as u32 == list.len() as u32 + 1 && named.is_empty() => {
                list.push(shown);
            }
            _ => {
                named.insert(name(heap, next), shown);
            }
        }
    }
    if named.is_empty() && (len as usize == list.len()) && !list.is_empty() {
        return Json::Array(list);
    }
    for (n, value) in list.into_iter().enumerate() {
        named.insert(format!("{}", n + 1), value);
    }
    Json::Object(named)
}

/// Is it a glyph's variable, or one that no source can name?
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

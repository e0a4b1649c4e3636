//! The cart's state as lines: fields by name, what changed, what is watched.

use super::page::View;
use rasher::Machine;
use serde_json::Value;
use timeline::Path;

/// Lines that a state may have; a cart with a map of its own in it shall not make every frame slow.
const MOST: usize = 4000;
/// Letters that fit beside each other.
const LETTERS: usize = 31;

/// A line of the tree.
pub struct Row {
    /// Its place, as a condition names it.
    pub path: String,
    /// How deep it stands.
    depth: usize,
    name: String,
    value: String,
}

/// The tree, line by line. A list of plain numbers is one line.
pub fn rows(state: &Value) -> Vec<Row> {
    let mut rows = Vec::new();
    add(&mut rows, String::new(), String::new(), 0, state);
    rows
}

fn plain(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().all(|item| !item.is_array() && !item.is_object()),
        Value::Object(fields) => {
            fields.len() <= 3 && fields.values().all(|v| !v.is_array() && !v.is_object())
        }
        _ => true,
    }
}

fn add(rows: &mut Vec<Row>, path: String, name: String, depth: usize, value: &Value) {
    if rows.len() >= MOST {
        return;
    }
    let joined = |name: &str| if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
    if depth > 0 && plain(value) {
        rows.push(Row { path, depth, name, value: short(value) });
        return;
    }
    if depth > 0 {
        let count = value.as_array().map(|items| format!("[{}]", items.len())).unwrap_or_default();
        rows.push(Row { path: path.clone(), depth, name, value: count });
    }
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                add(rows, joined(name), name.clone(), depth + 1, value);
            }
        }
        Value::Array(items) => {
            for (i, value) in items.iter().enumerate() {
                add(rows, format!("{path}[{i}]"), i.to_string(), depth + 1, value);
            }
        }
        other => rows.push(Row { path, depth, name: "state".to_string(), value: short(other) }),
    }
}

/// A value in few letters.
pub fn short(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(fields) => {
            let parts: Vec<String> = fields.iter().map(|(name, v)| format!("{name} {}", short(v))).collect();
            parts.join(" ")
        }
        Value::Array(items) => {
            let parts: Vec<String> = items.iter().take(16).map(short).collect();
            format!("[{}] {}", items.len(), parts.join(" "))
        }
        Value::Null => "-".to_string(),
        other => other.to_string(),
    }
}

fn cut(text: &str) -> String {
    text.chars().take(LETTERS).collect()
}

pub fn draw(view: &View<'_>, p8: &mut Machine, rows: &[Row]) {
    let changed = |path: &str| {
        let inside = |f: &timeline::FieldChange| f.path.starts_with(path) || path.starts_with(&f.path);
        !path.is_empty() && view.moment.changes.fields.iter().any(inside)
    };
    view.lines(p8, rows.len(), |n| {
        let row = &rows[n];
        let indent = " ".repeat(row.depth.saturating_sub(1).min(8));
        let color = if changed(&row.path) { 10 } else { 6 };
        (color, cut(&format!("{indent}{} {}", row.name, row.value)))
    });
}

pub fn watch(view: &View<'_>, p8: &mut Machine) {
    let pins = &view.debugger.pins;
    if pins.is_empty() {
        p8.print_at("w in the state pins a field", 2, super::canvas::HEAD + 1, 5);
        return;
    }
    view.lines(p8, pins.len(), |n| {
        let value = Path::parse(&pins[n]).map(|path| path.find(&view.moment.state)).unwrap_or_default();
        let changed = view.moment.changes.fields.iter().any(|f| f.path.starts_with(&pins[n]));
        (if changed { 10 } else { 7 }, cut(&format!("{} {}", pins[n], short(&value))))
    });
}

pub fn changes(view: &View<'_>, p8: &mut Machine) {
    let (fields, regions) = (&view.moment.changes.fields, &view.moment.changes.regions);
    view.lines(p8, fields.len() + regions.len(), |n| match fields.get(n) {
        Some(field) => {
            let value = |value: &Option<Value>| value.as_ref().map_or("-".to_string(), short);
            let tail: String =
                field.path.chars().rev().take(18).collect::<Vec<_>>().into_iter().rev().collect();
            (10, cut(&format!("{tail} {}>{}", value(&field.before), value(&field.after))))
        }
        None => {
            let change = &regions[n - fields.len()];
            let name = change.region.name.to_lowercase().replace('_', " ");
            (12, cut(&format!("{:04x} {name} {}b", change.first, change.bytes)))
        }
    });
}

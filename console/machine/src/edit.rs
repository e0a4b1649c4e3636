//! From a typed field value to the edit that sets it.
//!
//! ```text
//! typed      4.5        { "x": 1.5, "n": 2 }
//! written    294912     { "x": 98304, "n": 2 }       as the state is written, and in recordings
//! ```
//!
//! Only the program's types know which numbers are `Num`s. So the edit is tried on a copy: numbers that are then shown
//! differently from how they were typed are written the other way, and it is tried again.

use crate::input::Edit;
use crate::inspect::{find_field, is_same, number_of as number, parse_number};
use crate::program::{Program, StateError};
use alloc::string::{String, ToString};
use alloc::{boxed::Box, format, vec::Vec};
use serde_json::{Number, Value};

/// The edit that sets the field at a JSON pointer to a typed value.
pub(crate) fn edit(program: &dyn Program, path: &str, text: &str) -> Result<Edit, StateError> {
    let error = |reason: String| StateError { reason: format!("{path}: {reason}") };
    let typed = match (serde_json::from_str(text), parse_number(text)) {
        (Ok(typed), _) => typed,
        (_, Some(number)) => Value::Number(number),
        (Err(wrong), None) => return Err(error(wrong.to_string())),
    };
    let names = names(path);
    if let Some(set) = program.clone_box().set_field(&borrowed(&names), &typed) {
        set.map_err(|StateError { reason }| error(reason))?;
        return Ok(Edit::State { path: path.into(), value: typed.to_string() });
    }
    let state = written(program)?;
    if state.pointer(path).is_none() {
        return Err(error("no such field".to_string()));
    }
    let mut why = None;
    // First assume that only fractions are `Num`s, then that every number is.
    for guess in [false, true] {
        let mut value = typed.clone();
        numbers(&mut value, &mut |_, n| if guess || !is_whole(n) { raw(n) } else { None });
        for _ in 0..2 {
            let mut copy = program.clone_box();
            if let Err(refused) = put(copy.as_mut(), &state, path, &value) {
                // serde would complain about the raw word.
                let far = match &typed {
                    Value::Number(n) if !is_whole(n) && number(n).is_none() => Some(error(far(n))),
                    _ => None,
                };
                // The more precise message.
                why = Some(far.unwrap_or(refused));
                break;
            }
            let Some(wrong) = other_way(copy.as_ref(), path, &typed, &mut value) else {
                return Ok(Edit::State { path: path.into(), value: value.to_string() });
            };
            why.get_or_insert(error(wrong));
        }
    }
    Err(why.unwrap_or_else(|| error("the value does not fit".to_string())))
}

fn names(path: &str) -> Vec<String> {
    path.split('/').skip(1).map(|name| name.replace("~1", "/").replace("~0", "~")).collect()
}

fn borrowed(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

fn written(program: &dyn Program) -> Result<Value, StateError> {
    serde_json::from_slice(&program.save()?).map_err(|e| StateError { reason: e.to_string() })
}

/// Sets the field at a JSON pointer to a value in written form.
pub(crate) fn set(program: &mut dyn Program, path: &str, value: &str) -> Result<(), StateError> {
    let error = |e: serde_json::Error| StateError { reason: format!("{path}: {e}") };
    let value = serde_json::from_str(value).map_err(error)?;
    if let Some(set) = program.set_field(&borrowed(&names(path)), &value) {
        return set.map_err(|StateError { reason }| StateError { reason: format!("{path}: {reason}") });
    }
    let state = written(program)?;
    put(program, &state, path, &value)
}

fn put(program: &mut dyn Program, state: &Value, path: &str, value: &Value) -> Result<(), StateError> {
    let error = |reason: String| StateError { reason: format!("{path}: {reason}") };
    let mut state = state.clone();
    let field = state.pointer_mut(path).ok_or_else(|| error("no such field".to_string()))?;
    *field = value.clone();
    let text = serde_json::to_vec(&state).map_err(|e| error(e.to_string()))?;
    program.load(&text).map_err(|StateError { reason }| error(reason))
}

/// Rewrites the numbers that are shown differently from how they were typed, and returns a message about one of them.
fn other_way(program: &dyn Program, path: &str, typed: &Value, value: &mut Value) -> Option<String> {
    let shown = program.field(&borrowed(&names(path)))?;
    let mut wrong = None;
    numbers(value, &mut |at, written| {
        let (Some(Value::Number(typed)), Some(Value::Number(now))) =
            (find_field(typed, at), find_field(&shown, at))
        else {
            return None;
        };
        if is_same(&typed, &now) {
            return None;
        }
        wrong = Some(match number(&typed) {
            Some(_) => format!("found {typed}, which becomes {now}"),
            None => far(&typed),
        });
        if *written == typed { raw(&typed) } else { Some(typed) }
    });
    wrong
}

fn far(typed: &Number) -> String {
    format!("found {typed}, expected a number from -32768 to 32767.99999")
}

fn raw(decimal: &Number) -> Option<Number> {
    number(decimal).map(|number| number.bits().into())
}

fn is_whole(number: &Number) -> bool {
    number.is_i64() || number.is_u64()
}

/// Called for each number with its place; may return a replacement.
type Visit<'a> = dyn FnMut(&[Box<str>], &Number) -> Option<Number> + 'a;

fn numbers(value: &mut Value, each: &mut Visit<'_>) {
    fn walk(value: &mut Value, at: &mut Vec<Box<str>>, each: &mut Visit<'_>) {
        match value {
            Value::Number(number) => {
                if let Some(other) = each(at, number) {
                    *number = other;
                }
            }
            Value::Array(items) => {
                for (n, item) in items.iter_mut().enumerate() {
                    at.push(n.to_string().into());
                    walk(item, at, each);
                    at.pop();
                }
            }
            Value::Object(fields) => {
                for (name, field) in fields {
                    at.push(name.as_str().into());
                    walk(field, at, each);
                    at.pop();
                }
            }
            _ => {}
        }
    }
    walk(value, &mut Vec::new(), each);
}

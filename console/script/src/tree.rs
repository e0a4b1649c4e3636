//! Edits of the variables: a value at a path is replaced by JSON, whose objects and lists become new tables.

use crate::view::{encode, entry, is_code};
use alloc::format;
use alloc::string::ToString;
use lua::{Value, Vm};
use rasher::StateError;
use serde_json::Value as Json;

/// Fails, without an effect, if there is no such place or value. Functions and coroutines are not replaced.
pub fn set_field(vm: &mut Vm, path: &[&str], value: &Json) -> Result<(), StateError> {
    let missing = || StateError { reason: "no such field".to_string() };
    let (first, rest) = path.split_first().ok_or_else(missing)?;
    // Everything is checked before anything is changed.
    let heap = vm.objects();
    let variable = vm.file_local(&encode(first)).filter(|value| !is_code(*value));
    let variable = variable.or_else(|| Some(entry(heap, vm.globals(), first)?.1)).ok_or_else(missing)?;
    let old = rest.iter().try_fold(variable, |table, name| Some(entry(heap, table, name)?.1));
    old.filter(|old| !is_code(*old)).ok_or_else(missing)?;
    let name = encode(first);
    let Some((last, way)) = rest.split_last() else {
        let made = made(vm, value)?;
        match vm.file_local(&name).filter(|value| !is_code(*value)) {
            Some(_) => _ = vm.set_file_local(&name, made),
            None => vm.set_global(&name, made),
        }
        return Ok(());
    };
    let table = way.iter().try_fold(variable, |table, name| Some(entry(heap, table, name)?.1));
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

//! Variables of the protocol, and numbers for those that can be expanded.

use serde_json::{Value, json};

/// The expandable values shown since the last stop, numbered from [`FIRST`] on.
#[derive(Default)]
pub struct Values(Vec<Value>);

/// Lower numbers are scopes.
pub const FIRST: u64 = 1 << 20;
const SHOWN: usize = 200;

impl Values {
    pub fn variable(&mut self, name: &str, value: &Value) -> Value {
        let (text, number) = self.shown(value);
        json!({ "name": name, "value": text, "variablesReference": number, "type": kind(value) })
    }

    /// A value's text, and its number or 0.
    pub fn shown(&mut self, value: &Value) -> (String, u64) {
        let number = match value {
            Value::Object(fields) if !fields.is_empty() => {
                self.0.push(value.clone());
                FIRST + self.0.len() as u64 - 1
            }
            _ => 0,
        };
        let text = brief(value);
        let text = match text.char_indices().nth(SHOWN) {
            Some((at, _)) => format!("{}..", &text[..at]),
            None => text,
        };
        (text, number)
    }

    pub fn members(&mut self, number: u64) -> Vec<Value> {
        let at = number.checked_sub(FIRST).and_then(|at| usize::try_from(at).ok());
        let Some(Value::Object(fields)) = at.and_then(|at| self.0.get(at)).cloned() else {
            return Vec::new();
        };
        rasher::members(&fields).into_iter().map(|(name, value)| self.variable(name, value)).collect()
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "nil",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) | Value::Object(_) => "table",
    }
}

fn brief(value: &Value) -> String {
    match value {
        Value::Null => "nil".into(),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| match name.parse::<u32>() {
                Ok(_) => brief(value),
                Err(_) => format!("{name}={}", brief(value)),
            };
            let fields: Vec<String> = rasher::members(fields).into_iter().take(12).map(field).collect();
            format!("{{{}}}", fields.join(","))
        }
        other => other.to_string(),
    }
}

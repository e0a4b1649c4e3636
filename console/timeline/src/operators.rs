//! Operators of expressions on values of two widths.
//!
//! ```text
//! fields of Rust carts, memory, frame   whole numbers of 128 bits, else floats; text with text; a variant with its name
//! values of a Lua cart                  narrow: 16 bits before the point and 16 after it, as the console computes
//! ```

use lua::ast::BinaryOp;
use rasher::Num;
use serde_json::{Number, Value};
use std::cmp::Ordering;

/// A number as the console's language has it: 16 bits before the point, and 16 after it.
pub(crate) fn narrow(number: &Number) -> Num {
    match number.as_i64() {
        Some(whole) => Num::from_bits((whole << 16) as i32),
        None => rasher::number_of(number).or_else(|| Num::tonum(number.to_string(), 0)).unwrap_or_default(),
    }
}

pub(crate) fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Lt | Gt | Le | Ge | Ne | Eq)
}

pub(crate) fn is_in(op: BinaryOp, order: Ordering) -> bool {
    match op {
        BinaryOp::Eq => order.is_eq(),
        BinaryOp::Ne => order.is_ne(),
        BinaryOp::Lt => order.is_lt(),
        BinaryOp::Le => order.is_le(),
        BinaryOp::Gt => order.is_gt(),
        _ => order.is_ge(),
    }
}

pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "nil",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) | Value::Object(_) => "a table",
    }
}

pub(crate) fn order(a: &Number, b: &Number) -> Ordering {
    match (a.as_i128(), b.as_i128()) {
        (Some(a), Some(b)) => a.cmp(&b),
        // A number of JSON is an integer or a finite float, and both have a float near them.
        _ => a.as_f64().unwrap_or_default().total_cmp(&b.as_f64().unwrap_or_default()),
    }
}

/// None for values that have no order.
pub(crate) fn compare(a: &Value, op: BinaryOp, b: &Value) -> Option<bool> {
    let order = match (a, b) {
        (Value::Number(a), Value::Number(b)) => Some(order(a, b)),
        (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
        _ => None,
    };
    // A variant with data is an object with one field, its name.
    let is_variant = |a: &Value, b: &Value| match (a, b) {
        (Value::Object(fields), Value::String(name)) => fields.len() == 1 && fields.contains_key(name),
        _ => false,
    };
    let is_equal = || order.map_or(a == b || is_variant(a, b) || is_variant(b, a), Ordering::is_eq);
    match op {
        BinaryOp::Eq => Some(is_equal()),
        BinaryOp::Ne => Some(!is_equal()),
        op => order.map(|order| is_in(op, order)),
    }
}

/// Whole numbers to 128 bits, else floats: the fields of Rust carts have both.
#[expect(clippy::float_arithmetic, reason = "a field may be a float, and nothing here enters a run")]
pub(crate) fn arithmetic(a: &Value, op: BinaryOp, b: &Value) -> std::result::Result<Value, String> {
    let op = op.sign();
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    if let (Some(a), "..", Some(b)) = (text(a), op, text(b)) {
        return Ok((a + &b).into());
    }
    let error = || format!("attempt to compute {} {op} {}", kind(a), kind(b));
    let (Value::Number(x), Value::Number(y)) = (a, b) else { return Err(error()) };
    let whole = x.as_i128().zip(y.as_i128()).and_then(|(x, y)| match op {
        "+" => x.checked_add(y),
        "-" => x.checked_sub(y),
        "*" => x.checked_mul(y),
        "\\" => x.checked_div_euclid(y),
        "%" => x.checked_rem_euclid(y),
        "^" => x.checked_pow(y.try_into().ok()?),
        "&" => Some(x & y),
        "|" => Some(x | y),
        "^^" => Some(x ^ y),
        "<<" => x.checked_mul(1i128.checked_shl(y.try_into().ok()?)?),
        ">>" => x.checked_shr(y.try_into().ok()?),
        _ => None,
    });
    let (x, y) = (x.as_f64().unwrap_or_default(), y.as_f64().unwrap_or_default());
    let float = || match op {
        "+" => Some(x + y),
        "-" => Some(x - y),
        "*" => Some(x * y),
        "/" => Some(x / y),
        "\\" => Some((x / y).floor()),
        "%" => Some(x.rem_euclid(y)),
        _ => None,
    };
    let whole = whole.and_then(Number::from_i128);
    // A whole result of a division compares as a whole number.
    let number = whole.or_else(|| match float()? {
        float if float.fract() == 0.0 && float.abs() < 1e15 => Number::from_i128(float as i128),
        float => Number::from_f64(float),
    });
    number.map(Value::Number).ok_or_else(error)
}

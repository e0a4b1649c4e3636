//! Numbers as shown and typed.
//!
//! ```text
//! Num   shown  4.5   0.1   -0.00002   3        the shortest decimal that reads back as the same bits
//! typed        4.5   0x4.8   0b100.1   12   0x5f28   -3   1e3
//!              a fraction is truncated as in a literal: 0.33333333 is 21845/65536, shown as 0.33333
//! ```
//!
//! They are JSON numbers: whole ones are integers, and five decimals survive a 64-bit float.

use alloc::string::ToString;
use num::Num;
use serde_json::Number;

/// The shortest decimal that reads back as the same bits, without a point for whole numbers.
pub fn shown(number: Num) -> Number {
    // A literal of the console is valid JSON.
    number.to_literal().parse().unwrap_or_else(|_| number.flr().into())
}

/// The `Num` of a decimal, truncated like a literal; none if out of range.
pub fn number(decimal: &Number) -> Option<Num> {
    let text = decimal.to_string();
    let magnitude = text.strip_prefix('-').unwrap_or(&text);
    let (whole, fraction) = magnitude.split_once('.').unwrap_or((magnitude, ""));
    // JSON writes very small and far too large numbers with an exponent.
    if magnitude.contains("e-") {
        return Num::tonum(&text, 0);
    }
    let lowest = text.starts_with('-') && whole == "32768" && fraction.bytes().all(|c| c == b'0');
    let fits = lowest || whole.parse().is_ok_and(|whole: u16| whole < 0x8000);
    if fits { Num::tonum(&text, 0) } else { None }
}

/// Whether both are the same `Num`, or equal.
pub(crate) fn is_same(a: &Number, b: &Number) -> bool {
    a == b || number(a).is_some_and(|a| number(b) == Some(a))
}

/// Parses a number typed into a debugger: decimal, `0x` or `0b`, with optional sign and point. Fractions are truncated
/// to a [`Num`] and returned as shown. None if `text` is not a number.
///
/// ```
/// let shown = |text: &str| rasher::parse_number(text).map(|number| number.to_string());
/// assert_eq!(shown("0x1.8").as_deref(), Some("1.5"));
/// assert_eq!(shown("0.33333333").as_deref(), Some("0.33333"));
/// assert_eq!(shown("0x5f28").as_deref(), Some("24360"));
/// assert_eq!(shown("4.5.6"), None);
/// ```
pub fn parse_number(text: &str) -> Option<Number> {
    let text = text.trim();
    let (negative, magnitude) = match text.strip_prefix('-') {
        Some(magnitude) => (true, magnitude),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    // A field of any type may take whole numbers beyond a `Num`.
    let digits = |prefix: &str| magnitude.strip_prefix(prefix);
    let whole = match (digits("0x").or(digits("0X")), digits("0b").or(digits("0B"))) {
        (Some(hex), _) => read(hex, 16),
        (_, Some(bits)) => read(bits, 2),
        _ => read(magnitude, 10),
    };
    if let Some(whole) = whole {
        return if negative { Some(whole.checked_neg()?.into()) } else { Some(whole.into()) };
    }
    if let Ok(decimal) = text.parse::<Number>() {
        return Some(number(&decimal).map_or(decimal, shown));
    }
    Num::tonum(text, 0).map(shown)
}

fn read(digits: &str, base: u32) -> Option<i64> {
    let are_digits = digits.bytes().all(|c| c.is_ascii_alphanumeric());
    are_digits.then(|| i64::from_str_radix(digits, base).ok())?
}

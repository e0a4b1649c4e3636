//! Numbers as they are shown and typed.
//!
//! ```text
//! Num   shown  4.5   0.1   -0.00002   3        whole ones without a point; the shortest decimal that is read as the same bits
//! typed        4.5   0x4.8   0b100.1   12   0x5f28   -3   1e3
//!              a fraction is what the console makes of it: 0.33333333 is 21845/65536, which is shown as 0.33333
//! ```
//!
//! JSON's numbers hold them: a whole one is an integer, and five decimals survive a 64-bit float, which nobody calculates with here.

use alloc::string::ToString;
use num::Num;
use serde_json::Number;

/// What a number of the console is shown as in a tree: the shortest decimal that is read as the same bits, whole ones without a
/// point.
pub fn shown(number: Num) -> Number {
    // A literal of the console is one of JSON too.
    number.to_literal().parse().unwrap_or_else(|_| number.flr().into())
}

/// The number of the console that a decimal stands for, truncated as its literals are; none where it has no such number.
pub fn number(decimal: &Number) -> Option<Num> {
    let text = decimal.to_string();
    let magnitude = text.strip_prefix('-').unwrap_or(&text);
    let (whole, fraction) = magnitude.split_once('.').unwrap_or((magnitude, ""));
    // JSON's text of what is very small has an exponent, as has what is far too large.
    if magnitude.contains("e-") {
        return Num::tonum(&text, 0);
    }
    let lowest = text.starts_with('-') && whole == "32768" && fraction.bytes().all(|c| c == b'0');
    let fits = lowest || whole.parse().is_ok_and(|whole: u16| whole < 0x8000);
    if fits { Num::tonum(&text, 0) } else { None }
}

/// Are both the same number, to the console?
pub(crate) fn is_same(a: &Number, b: &Number) -> bool {
    a == b || number(a).is_some_and(|a| number(b) == Some(a))
}

/// Reads a number as a person types it where a state is looked at or changed: decimal, `0x` or `0b`, with a sign and a point if
/// wanted. A fraction is what the console makes of it, in the form in which it is shown. None if `text` is no number, all of it.
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
    // Whole ones may be larger than the console's: a field may be of any type.
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

/// Digits alone: a sign is not among them.
fn read(digits: &str, base: u32) -> Option<i64> {
    let are_digits = digits.bytes().all(|c| c.is_ascii_alphanumeric());
    are_digits.then(|| i64::from_str_radix(digits, base).ok())?
}

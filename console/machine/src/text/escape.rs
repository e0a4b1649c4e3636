//! Control codes in Rust source: [`p8!`](crate::p8!) has the escapes of a cart's strings.
//!
//! ```text
//!   \*  \#  \-  \|  \+  \^        1 to 6: the escapes that are P8SCII's own
//!   \a \b \t \n \v \f \r          7 to 13
//!   \0 \14 \015 \xHH              any byte, in up to three decimal digits or two hex digits
//!   \\ \" \'                      the character itself
//! ```
//!
//! Rust text has the codes as characters (`"\x06w"`, or `"⁶w"` as in cartridge files), byte strings as bytes
//! (`b"\x06w"`).

use super::charset;

#[doc = include_str!("p8.md")]
#[doc = example!(macro_p8)]
#[macro_export]
macro_rules! p8 {
    ($text:expr) => {{
        const LEN: usize = $crate::text::escaped_len($text);
        const BYTES: &[u8; LEN] = &$crate::text::unescape($text);
        BYTES
    }};
}

/// Length of [`unescape`]'s result.
#[doc(hidden)]
pub const fn escaped_len(text: &str) -> usize {
    let (mut at, mut len) = (0, 0);
    while let Some((byte, next)) = byte_at(text.as_bytes(), at) {
        if byte.is_some() {
            len += 1;
        }
        at = next;
    }
    len
}

/// The bytes of a text with escapes; `N` is [`escaped_len`].
#[doc(hidden)]
pub const fn unescape<const N: usize>(text: &str) -> [u8; N] {
    let mut bytes = [0; N];
    let (mut at, mut len) = (0, 0);
    while let Some((byte, next)) = byte_at(text.as_bytes(), at) {
        if let Some(byte) = byte {
            bytes[len] = byte;
            len += 1;
        }
        at = next;
    }
    bytes
}

/// The P8SCII byte of the character or escape at `at` (none of a variation selector), and the start of the next one.
const fn byte_at(text: &[u8], at: usize) -> Option<(Option<u8>, usize)> {
    let Some((c, next)) = charset::char_at(text, at) else { return None };
    if c != '\\' {
        return Some((charset::code(c), next));
    }
    assert!(next < text.len(), "p8!: the text ends in a single backslash");
    let (byte, next) = match text[next] {
        b'*' => (1, next + 1),
        b'#' => (2, next + 1),
        b'-' => (3, next + 1),
        b'|' => (4, next + 1),
        b'+' => (5, next + 1),
        b'^' => (6, next + 1),
        b'a' => (7, next + 1),
        b'b' => (8, next + 1),
        b't' => (9, next + 1),
        b'n' => (10, next + 1),
        b'v' => (11, next + 1),
        b'f' => (12, next + 1),
        b'r' => (13, next + 1),
        quoted @ (b'\\' | b'"' | b'\'') => (quoted, next + 1),
        b'x' => number(text, next + 1, 16, 2),
        b'0'..=b'9' => number(text, next, 10, 3),
        _ => panic!(
            "p8!: unknown escape, expected one of \\* \\# \\- \\| \\+ \\^ \\a \\b \\t \\n \\v \\f \\r \\0 \\x00"
        ),
    };
    Some((Some(byte), next))
}

/// A number of at most `longest` digits, and its end.
const fn number(text: &[u8], start: usize, base: u32, longest: usize) -> (u8, usize) {
    let (mut at, mut value) = (start, 0);
    while at < text.len() && at < start + longest {
        let Some(digit) = (text[at] as char).to_digit(base) else { break };
        value = value * base + digit;
        at += 1;
    }
    assert!(at > start && (base == 10 || at == start + longest), "p8!: \\x needs two hex digits");
    assert!(value < 256, "p8!: a byte is at most 255");
    (value as u8, at)
}

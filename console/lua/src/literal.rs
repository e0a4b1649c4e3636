//! The values of numbers and texts in a source.
//!
//! | written | byte | | written | byte |
//! |---|---|---|---|---|
//! | `\a \b \t \n \v \f \r` | 7 to 13 | | `\*` `\#` `\-` `\|` `\+` `\^` | P8SCII's control codes 1 to 6 |
//! | `\\` `\"` `\'` | themselves | | `\ddd` | up to three decimal digits, at most 255 |
//! | `\` and a line end | a line end | | `\xhh` | two hex digits |
//! | `\z` | nothing; skips white space | | | |
//!
//! Long brackets have no escapes; a line end right after the opening brackets is skipped. Numbers are those of [`Num::parse`].

use alloc::vec::Vec;
use num::Num;

/// A number's value; none if it has a point or prefix but no digit.
pub(crate) fn number(token: &[u8]) -> Option<Num> {
    Num::parse(core::str::from_utf8(token).ok()?)
}

/// A text's bytes, or the invalid escape.
pub(crate) fn text(token: &[u8]) -> Result<Vec<u8>, &[u8]> {
    match token {
        [quote @ (b'"' | b'\''), inner @ .., last] if quote == last => unescape(inner),
        _ => {
            let brackets = 2 + token.iter().skip(1).take_while(|byte| **byte == b'=').count();
            let inner = token.get(brackets..token.len().saturating_sub(brackets)).unwrap_or_default();
            let inner = inner.strip_prefix(b"\r\n").or_else(|| inner.strip_prefix(b"\n")).unwrap_or(inner);
            Ok(inner.to_vec())
        }
    }
}

fn unescape(mut rest: &[u8]) -> Result<Vec<u8>, &[u8]> {
    let mut out = Vec::with_capacity(rest.len());
    while let Some((first, after)) = rest.split_first() {
        if *first != b'\\' {
            out.push(*first);
            rest = after;
            continue;
        }
        let (byte, length) = match after {
            [b'z', blanks @ ..] => {
                rest = blanks.trim_ascii_start();
                continue;
            }
            [b'x', high, low, ..] => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => (high * 16 + low, 3),
                _ => return Err(&rest[..4]),
            },
            [b'0'..=b'9', ..] => {
                let digits = after.iter().take(3).take_while(|byte| byte.is_ascii_digit());
                let (value, length) =
                    digits.fold((0, 0), |(v, n), byte| (v * 10 + u32::from(byte - b'0'), n + 1));
                match u8::try_from(value) {
                    Ok(byte) => (byte, length),
                    Err(_) => return Err(&rest[..=length]),
                }
            }
            [letter, ..] => match plain(*letter) {
                Some(byte) => (byte, 1),
                None => return Err(&rest[..2]),
            },
            [] => return Err(rest),
        };
        out.push(byte);
        rest = &after[length..];
    }
    Ok(out)
}

fn plain(letter: u8) -> Option<u8> {
    const LETTERS: &[u8; 17] = b"abtnvfr*#-|+^\\\"'\n";
    const BYTES: &[u8; 17] = b"\x07\x08\t\n\x0b\x0c\r\x01\x02\x03\x04\x05\x06\\\"'\n";
    LETTERS.iter().position(|from| *from == letter).map(|at| BYTES[at])
}

fn hex(digit: u8) -> Option<u8> {
    (digit as char).to_digit(16).map(|value| value as u8)
}

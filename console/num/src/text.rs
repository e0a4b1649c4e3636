//! Numbers as text: literals, `tostr`, `tonum`, and [`num!`](crate::num!).
//!
//! ```text
//!   literal  =  digits [. digits]  |  0x hex [. hex]  |  0b bits [. bits]
//!               digits on one side of the point are optional
//! ```
//!
//! | rule | rests on |
//! |---|---|
//! | no exponent; a sign is not part of a literal | measured |
//! | `tonum` takes a sign, `-` or `+`, and the exponent of a decimal: `+5`, `1e3` | not measured; zepto8 and FAKE-08 agree |
//! | a literal is truncated to 1/65536: 0.0001 is 0x0.0006 | measured (manual: rounded) |
//! | whole parts wrap to 16 bits, fraction digits below 1/65536 are dropped | measured |
//! | text has at most 4 decimals, rounded half up; but less than 0.0001 is 0 | measured |
//! | a negative number keeps its sign when all its digits are 0: `-0` | measured |
//! | 0X and 0B mean 0x and 0b; a point at the end is allowed | open implementations |

use alloc::{format, string::String};
use core::{fmt, iter};
use rasher_describe::describe;

use crate::Num;

#[describe]
impl Num {
    /// Parses a literal of the console's language, without sign or blanks.
    ///
    /// ```
    /// # use rasher_num::{Num, num};
    /// assert_eq!(Num::parse("0x11.4"), Some(num!(17.25)));
    /// assert_eq!(Num::parse("32768"), Some(Num::MIN), "wraps");
    /// assert_eq!(Num::parse("1e3"), None);
    /// ```
    pub const fn parse(text: &str) -> Option<Num> {
        match read(text.as_bytes()) {
            Some(parts) => Some(parts.number()),
            None => None,
        }
    }

    /// `tonum(text, flags)`: parses a literal with an optional sign and blanks around it. A decimal may have an
    /// exponent, `1e3` or `25E-2` (as in other consoles; not measured).
    ///
    /// | flag | effect |
    /// |---|---|
    /// | 1 | an integer in hex digits without prefix; any other character, sign and point too, is a digit 0 |
    /// | 2 | the number is the raw word: shifted right by 16 |
    /// | 4 | 0 instead of none for other text |
    ///
    /// The magnitude is truncated, then negated. The text is a `str` or bytes.
    ///
    /// ```
    /// # use rasher_num::{Num, num};
    /// assert_eq!(Num::tonum(" -0x9000 ", 0), Some(num!(0x7000)));
    /// assert_eq!(Num::tonum("1e3", 0), Some(num!(1000)));
    /// assert_eq!(Num::tonum("ff", 1), Some(num!(255)));
    /// assert_eq!(Num::tonum("1114112", 2), Some(num!(17)));
    /// assert_eq!(Num::tonum("abc", 0), None);
    /// assert_eq!(Num::tonum("abc", 4), Some(num!(0)));
    /// ```
    pub fn tonum(text: impl AsRef<[u8]>, flags: u32) -> Option<Num> {
        let text = text.as_ref().trim_ascii();
        let (negative, digits) = match text {
            _ if flags & 1 != 0 => (false, text),
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] => (false, digits),
            digits => (false, digits),
        };
        let parts = match flags & 1 {
            0 => read(digits).or_else(|| read_exponent(digits)),
            _ => read_lenient_hex(digits),
        };
        let magnitude = parts.map(|parts| if flags & 2 == 0 { parts.number() } else { parts.word() });
        let number = magnitude.map(|magnitude| if negative { -magnitude } else { magnitude });
        if flags & 4 == 0 { number } else { Some(number.unwrap_or_default()) }
    }

    /// `tostr(x, flags)`: decimal text; flag 1 for hex, flag 2 for the raw word.
    ///
    /// ```
    /// # use rasher_num::num;
    /// assert_eq!(num!(17).tostr(0), "17");
    /// assert_eq!(num!(17).tostr(1), "0x0011.0000");
    /// assert_eq!(num!(17).tostr(2), "1114112");
    /// assert_eq!(num!(17).tostr(3), "0x00110000");
    /// ```
    pub fn tostr(self, flags: u32) -> String {
        match flags & 3 {
            0 => {
                let (sign, digits) = (if self < Num::ZERO { "-" } else { "" }, self.digits());
                format!("{sign}{}", digits.as_str())
            }
            1 => format!("0x{:04x}.{:04x}", self.bits() as u32 >> 16, self.bits() & 0xffff),
            2 => format!("{}", self.bits()),
            _ => format!("0x{:08x}", self.bits()),
        }
    }

    /// The shortest decimal that [`num!`](crate::num!) and [`Num::tonum`] read back as this number. It has at most five
    /// decimals, one more than [`Num::tostr`]. Debuggers show it, so that users can type it back in.
    ///
    /// ```
    /// # use rasher_num::{Num, num};
    /// assert_eq!(num!(4.5).to_literal(), "4.5");
    /// assert_eq!(num!(0.1).to_literal(), "0.1", "as written, though it is 6553/65536");
    /// assert_eq!((num!(1) / num!(3)).to_literal(), "0.33333");
    /// assert_eq!(Num::EPSILON.to_literal(), "0.00002");
    /// ```
    pub fn to_literal(self) -> String {
        let magnitude = self.bits().unsigned_abs();
        let (whole, fraction) = (magnitude >> 16, u64::from(magnitude & 0xffff));
        let sign = if self < Num::ZERO { "-" } else { "" };
        // Literals are truncated, so those from this fraction up to the next are this number. Five places suffice, as
        // 0.00001 is less than 1/65536.
        let (mut places, mut scale) = (0, 1u64);
        while (fraction * scale).div_ceil(0x1_0000) << 16 >= (fraction + 1) * scale {
            (places, scale) = (places + 1, scale * 10);
        }
        match (fraction * scale).div_ceil(0x1_0000) {
            0 => format!("{sign}{whole}"),
            decimals => format!("{sign}{whole}.{decimals:0places$}"),
        }
    }

    /// The magnitude as decimal text.
    fn digits(self) -> Digits {
        let magnitude = self.bits().unsigned_abs();
        let (whole, fraction) = (magnitude >> 16, magnitude & 0xffff);
        // Half up, but within 0.0001 of a whole number that one, as recorded: 0x0.0006 prints 0, 0x7fff.fffa 32768.
        let (mut whole, mut decimals) = match fraction {
            0..7 => (whole, 0),
            0xfffa.. => (whole + 1, 0),
            _ => (whole, (fraction * 10_000 + 0x8000) >> 16),
        };
        let mut digits = Digits { text: [0; LONGEST], start: LONGEST };
        if decimals != 0 {
            let mut places = 4;
            while decimals % 10 == 0 {
                (decimals, places) = (decimals / 10, places - 1);
            }
            for _ in 0..places {
                digits.push(b'0' + (decimals % 10) as u8);
                decimals /= 10;
            }
            digits.push(b'.');
        }
        loop {
            digits.push(b'0' + (whole % 10) as u8);
            whole /= 10;
            if whole == 0 {
                return digits;
            }
        }
    }
}

/// Length of the longest magnitude: `32767.9999`.
const LONGEST: usize = 10;

/// A magnitude's text by value, as the console prints numbers in every frame without allocating.
struct Digits {
    text: [u8; LONGEST],
    start: usize,
}

impl Digits {
    /// Adds a character in front.
    fn push(&mut self, character: u8) {
        self.start -= 1;
        self.text[self.start] = character;
    }

    fn as_str(&self) -> &str {
        str::from_utf8(&self.text[self.start..]).unwrap_or_default()
    }
}

/// Decimal text with at most four decimals: `tostr(x)`. Width, fill and `+` work as for integers.
impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad_integral(*self >= Num::ZERO, "", self.digits().as_str())
    }
}

/// Decimal text and exact bits: `Num(0.3333 = 0x0000.5555)`.
impl fmt::Debug for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Num({} = {})", self.tostr(0), self.tostr(1))
    }
}

/// A literal's magnitude: whole part modulo 2^32, fraction in 65536ths.
struct NumberParts {
    whole: u32,
    fraction: u16,
}

impl NumberParts {
    /// As a 16.16 number, with 16 bits of the whole part.
    const fn number(&self) -> Num {
        Num::from_bits((self.whole << 16) as i32 | self.fraction as i32)
    }

    /// As a raw word.
    const fn word(&self) -> Num {
        Num::from_bits(self.whole as i32)
    }
}

const fn read(text: &[u8]) -> Option<NumberParts> {
    match text {
        [b'0', b'x' | b'X', digits @ ..] => read_base(digits, 16),
        [b'0', b'b' | b'B', digits @ ..] => read_base(digits, 2),
        digits => read_base(digits, 10),
    }
}

/// `digits [. digits]` in base 2, 10 or 16, with at least one digit.
const fn read_base(text: &[u8], base: u32) -> Option<NumberParts> {
    // Multiples of 1/65536 have at most 16 places in these bases, so later digits never matter.
    const PLACES: u32 = 16;
    let mut whole: u32 = 0;
    let (mut above, mut places): (u128, u32) = (0, 0);
    let (mut point, mut digits) = (false, false);
    let mut i = 0;
    while i < text.len() {
        if text[i] == b'.' {
            if point {
                return None;
            }
            point = true;
        } else {
            let Some(digit) = (text[i] as char).to_digit(base) else { return None };
            digits = true;
            if !point {
                whole = whole.wrapping_mul(base).wrapping_add(digit);
            } else if places < PLACES {
                above = above * base as u128 + digit as u128;
                places += 1;
            }
        }
        i += 1;
    }
    if !digits {
        return None;
    }
    Some(NumberParts { whole, fraction: ((above << 16) / (base as u128).pow(places)) as u16 })
}

/// A decimal with an exponent, by moving its point.
fn read_exponent(text: &[u8]) -> Option<NumberParts> {
    /// Zeros that leave nothing of 32 bits before the point or 16 after it.
    const MOST_ZEROS: usize = 40;
    let at = text.iter().position(|c| matches!(c, b'e' | b'E'))?;
    let (mantissa, exponent) = (&text[..at], &text[at + 1..]);
    read_base(mantissa, 10)?;
    let (back, exponent) = match exponent {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if exponent.is_empty() || !exponent.iter().all(u8::is_ascii_digit) {
        return None;
    }
    // Saturates: no number has that many digits.
    let moved =
        exponent.iter().fold(0usize, |sum, c| sum.saturating_mul(10).saturating_add((c - b'0').into()));
    let point = mantissa.iter().position(|&c| c == b'.').unwrap_or(mantissa.len());
    let mut digits = mantissa.to_vec();
    if point < digits.len() {
        digits.remove(point);
    }
    let point = if back {
        let zeros = moved.saturating_sub(point).min(MOST_ZEROS);
        digits.splice(..0, iter::repeat_n(b'0', zeros));
        (zeros + point).saturating_sub(moved)
    } else {
        let zeros = moved.saturating_sub(digits.len() - point).min(MOST_ZEROS);
        digits.extend(iter::repeat_n(b'0', zeros));
        point.saturating_add(moved).min(digits.len())
    };
    digits.insert(point, b'.');
    read_base(&digits, 10)
}

/// The digits of `tonum(text, 1)`: hex, with 0 for all other characters.
fn read_lenient_hex(text: &[u8]) -> Option<NumberParts> {
    let digit = |c: &u8| char::from(*c).to_digit(16).unwrap_or(0);
    let whole = text.iter().fold(0u32, |sum, c| sum << 4 | digit(c));
    (!text.is_empty()).then_some(NumberParts { whole, fraction: 0 })
}

#[doc = include_str!("num.md")]
#[macro_export]
macro_rules! num {
    ($($literal:tt)+) => {
        const { $crate::literal(stringify!($($literal)+)) }
    };
}

/// Implements [`num!`](crate::num!), at compile time only: a panic is a compile error.
#[doc(hidden)]
pub const fn literal(tokens: &str) -> Num {
    const LONGEST: usize = 64;
    let tokens = tokens.as_bytes();
    let (mut text, mut len) = ([0; LONGEST], 0);
    let mut negative = false;
    let mut i = 0;
    while i < tokens.len() {
        match tokens[i] {
            b' ' | b'"' | b'_' => {}
            b'-' if len == 0 && !negative => negative = true,
            c => {
                assert!(len < LONGEST, "num!: a literal of more than 64 characters");
                text[len] = c;
                len += 1;
            }
        }
        i += 1;
    }
    match read(text.split_at(len).0) {
        Some(parts) if negative => Num::from_bits(parts.number().bits().wrapping_neg()),
        Some(parts) => parts.number(),
        None => panic!("num!: expected a number such as 3, -0.5, 0x1f or \"0x1f.8\""),
    }
}

//! P8SCII and Unicode: the 256 characters of the console.
//!
//! ```text
//!   0       '\0'                              16-31   ▮■□⁙⁘‖◀▶「」¥•、。゛゜
//!   1-8     ¹²³⁴⁵⁶⁷⁸                          32-126  ASCII: a-z draw the tall letters, A-Z the small ones
//!   9 10    tab, newline                      127     ○
//!   11 12   ᵇ ᶜ                               128-153 █▒🐱⬇️░✽●♥☉웃⌂⬅️😐♪🅾️◆…➡️★⧗⬆️ˇ∧❎▤▥
//!   13      carriage return                   154-203 hiragana    204-253 katakana
//!   14 15   ᵉ ᶠ                               254 255 ◜◝
//! ```
//!
//! These are the forms in cartridge files. ⬇️ ⬅️ 🅾️ ➡️ ⬆️ are written with the variation selector U+FE0F, which is
//! skipped when read. Reading also accepts control codes and 127 themselves (`'\x06'` is 6), and mathematical italic 𝘢
//! to 𝘻, which some programs use for the small letters.

use alloc::string::String;

const UNKNOWN: u8 = b'?';
/// Selects the emoji form of the character before it.
const SELECTOR: char = '\u{fe0f}';

const CONTROL: [char; 16] =
    ['\0', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '\t', '\n', 'ᵇ', 'ᶜ', '\r', 'ᵉ', 'ᶠ'];
const SYMBOLS: &str = "▮■□⁙⁘‖◀▶「」¥•、。゛゜";
const CIRCLE: char = '○';
const UPPER: &str = "█▒🐱⬇░✽●♥☉웃⌂⬅😐♪🅾◆…➡★⧗⬆ˇ∧❎▤▥\
    あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをんっゃゅょ\
    アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲンッャュョ◜◝";

/// The character of each code, without variation selector.
const CHARS: [char; 256] = {
    let mut chars = ['\0'; 256];
    let mut code = 0;
    while code < 128 {
        chars[code] = if code < 16 { CONTROL[code] } else { code as u8 as char };
        code += 1;
    }
    chars[127] = CIRCLE;
    fill(&mut chars, 16, SYMBOLS, 32);
    fill(&mut chars, 128, UPPER, 256);
    chars
};

/// Writes the characters of `text` at `code` and on; the last has to be the one before `end`.
const fn fill(chars: &mut [char; 256], mut code: usize, text: &str, end: usize) {
    let mut at = 0;
    while let Some((c, next)) = char_at(text.as_bytes(), at) {
        chars[code] = c;
        (code, at) = (code + 1, next);
    }
    assert!(code == end, "a line of the character table has too few or too many characters");
}

/// The characters that differ from their code, sorted for a binary search.
const SORTED: [(char, u8); COUNT] = {
    let mut sorted = [('\0', 0); COUNT];
    let (mut code, mut n) = (0, 0);
    while code < 256 {
        let c = CHARS[code];
        if c as usize != code {
            let mut at = n;
            while at > 0 && sorted[at - 1].0 as u32 > c as u32 {
                sorted[at] = sorted[at - 1];
                at -= 1;
            }
            assert!(at == 0 || sorted[at - 1].0 as u32 != c as u32, "a character has two codes");
            sorted[at] = (c, code as u8);
            n += 1;
        }
        code += 1;
    }
    assert!(n == COUNT);
    sorted
};
/// 12 control codes, 16 symbols, ○, and the upper half.
const COUNT: usize = 12 + 16 + 1 + 128;

/// The character of UTF-8 bytes at `at` and the start of the next one; none at the end.
pub(super) const fn char_at(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    if at >= bytes.len() {
        return None;
    }
    let first = bytes[at] as u32;
    let (mut value, len) = match first {
        0..0x80 => (first, 1),
        0x80..0xe0 => (first & 0x1f, 2),
        0xe0..0xf0 => (first & 0x0f, 3),
        _ => (first & 0x07, 4),
    };
    let mut i = 1;
    while i < len {
        value = value << 6 | bytes[at + i] as u32 & 0x3f;
        i += 1;
    }
    match char::from_u32(value) {
        Some(c) => Some((c, at + len)),
        None => None,
    }
}

/// The code of a character; none for the variation selector.
pub(super) const fn code(c: char) -> Option<u8> {
    if (c as u32) < 128 {
        return Some(c as u8);
    }
    if c as u32 == SELECTOR as u32 {
        return None;
    }
    let (mut low, mut high) = (0, COUNT);
    while low < high {
        let middle = (low + high) / 2;
        let (there, code) = SORTED[middle];
        if there as u32 == c as u32 {
            return Some(code);
        }
        if (there as u32) < c as u32 {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    match c {
        '𝘢'..='𝘻' => Some(b'A' + (c as u32 - '𝘢' as u32) as u8),
        _ => Some(UNKNOWN),
    }
}

/// The P8SCII bytes of a Rust text, without allocating. Characters that the console does not have become `?`.
///
/// ```
/// assert!(rasher::text::encode("a❎ \u{2b05}\u{fe0f}\u{2b05}").eq([97, 151, 32, 139, 139]));
/// ```
pub fn encode(text: &str) -> impl Iterator<Item = u8> + Clone + '_ {
    text.chars().filter_map(code)
}

/// The Unicode text of P8SCII bytes, as in cartridge files. [`encode`] is the inverse.
///
/// ```
/// assert_eq!(rasher::text::decode(&[6, b'w', 131]), "⁶w⬇\u{fe0f}");
/// ```
pub fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &b in bytes {
        text.push(CHARS[usize::from(b)]);
        // Five button glyphs exist as plain signs and as emoji; the console has the emoji.
        if let 131 | 139 | 142 | 145 | 148 = b {
            text.push(SELECTOR);
        }
    }
    text
}

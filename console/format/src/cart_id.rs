//! The id of a cart: a comment at the end of its code, which names its saves wherever its file is.
//!
//! ```text
//! print("hi")                        the code, whose lines keep their numbers
//! --cart id 0123456789abcdef         16 hexadecimal digits; the last such line counts
//! ```
//!
//! Editors do not show the line, so that undo and search do not touch it. A cart without one is known by the digest of its code.

const MARK: &[u8] = b"--cart id ";
const DIGITS: usize = 16;
/// Characters that the comment adds to a cart's code.
pub const CART_ID_CHARS: usize = 1 + MARK.len() + DIGITS;

/// The place of the comment with the line end before it, and the id.
fn find(code: &[u8]) -> Option<(std::ops::Range<usize>, &str)> {
    let mut end = code.len();
    loop {
        let start = code[..end].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let id = code[start..end].trim_ascii_end().strip_prefix(MARK).and_then(|id| str::from_utf8(id).ok());
        if let Some(id) = id.filter(|id| is_cart_id(id)) {
            return Some((start.saturating_sub(1)..end, id));
        }
        end = start.checked_sub(1)?;
    }
}

/// Whether it has the form of an id.
pub fn is_cart_id(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The id of a random number, as [`cart_id`] reads it.
pub fn new_cart_id(random: u64) -> String {
    format!("{random:016x}")
}

pub fn cart_id(code: &[u8]) -> Option<&str> {
    find(code).map(|(_, id)| id)
}

/// The code without the comment, as it was before [`with_cart_id`].
pub fn without_cart_id(code: &[u8]) -> Vec<u8> {
    let Some((place, _)) = find(code) else { return code.to_vec() };
    let (before, after) = (&code[..place.start], &code[place.end..]);
    // Readers of some cartridges add a line end to the last line.
    let after = if after == b"\n" { b"" } else { after };
    // A first line has no line end before it, so the one after it goes.
    let after = if place.start == 0 { after.strip_prefix(b"\n").unwrap_or(after) } else { after };
    without_cart_id(&[before, after].concat())
}

/// The code with this id instead of any that it has.
pub fn with_cart_id(code: &[u8], id: &str) -> Vec<u8> {
    let mut code = without_cart_id(code);
    code.push(b'\n');
    code.extend(MARK);
    code.extend(id.bytes());
    code
}

//! Bytes as text within a page: five signs for four bytes, where base64 has five and a third.
//!
//! ```text
//! a b c d   a big-endian number of 32 bits, five digits to the base of 85, the highest first     n bytes at the end: n + 1 digits
//! ```
//!
//! The digits are ASCII's printable signs without those that mean something to HTML, to scripts or to [`crate::page`]. `page.js` reads them.

const DIGITS: &[u8; 85] =
    b"!#$%()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz|~";

pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() / 4 * 5 + 5);
    for group in bytes.chunks(4) {
        let mut four = [0; 4];
        four[..group.len()].copy_from_slice(group);
        let number = u32::from_be_bytes(four);
        let digit = |n: u32| char::from(DIGITS[(number / 85u32.pow(4 - n) % 85) as usize]);
        text.extend((0..=group.len() as u32).map(digit));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow way back, as in the page: missing digits of the last group count as the highest.
    fn decode(text: &str) -> Vec<u8> {
        let value = |sign: u8| DIGITS.iter().position(|digit| *digit == sign).expect("a digit") as u64;
        let group = |signs: &[u8]| {
            let number = (0..5).fold(0, |n, at| n * 85 + signs.get(at).map_or(84, |sign| value(*sign)));
            (number as u32).to_be_bytes()[..signs.len() - 1].to_vec()
        };
        text.as_bytes().chunks(5).flat_map(group).collect()
    }

    #[test]
    fn bytes_come_back_and_nothing_ends_a_script() {
        let mut state = 7u32;
        let mut bytes = Vec::new();
        for length in 0..300 {
            assert_eq!(decode(&encode(&bytes)), bytes, "{length} bytes");
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            bytes.push((state >> 24) as u8);
        }
        for same in [0, 255] {
            assert_eq!(decode(&encode(&[same; 9])), [same; 9]);
        }
        assert!(DIGITS.is_sorted() && DIGITS.iter().all(|digit| digit.is_ascii_graphic()));
        assert!(b"\"&'<>\\`{}".iter().all(|sign| !DIGITS.contains(sign)));
        assert_eq!(DIGITS[84], b'~');
    }
}

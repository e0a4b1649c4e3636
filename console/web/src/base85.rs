//! Bytes as text within a page: five signs for four bytes, where base64 has five and a third.
//!
//! ```text
//! a b c d   a big-endian number of 32 bits, five digits to the base of 85, the highest first     n bytes at the end: n + 1 digits
//! ```
//!
//! The digits are the printable signs of ASCII in their order, without space and those that mean something to HTML, to scripts or to
//! [`crate::page`]: `" & ' < > \ {` and `}`, and the backquote. `page.js` reads them.

const LEFT_OUT: &[u8] = b"\"&'<>\\`{}";

const fn digits() -> [u8; 85] {
    let mut all = [0; 85];
    let (mut sign, mut n) = (b'!', 0);
    while n < all.len() {
        let mut is_digit = true;
        let mut k = 0;
        while k < LEFT_OUT.len() {
            is_digit &= LEFT_OUT[k] != sign;
            k += 1;
        }
        if is_digit {
            all[n] = sign;
            n += 1;
        }
        sign += 1;
    }
    all
}

const DIGITS: [u8; 85] = digits();

/// Bytes as text.
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
        assert!(LEFT_OUT.iter().all(|sign| !DIGITS.contains(sign)));
        assert_eq!(DIGITS[84], b'~');
    }
}

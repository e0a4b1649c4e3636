//! `\0pxa`, the compression of PICO-8 since 0.2.0: copies of earlier text, and characters by how recently they were used.
//!
//! ```text
//!  00 70 78 61  LL LL  CC CC      length of the code, length of all bytes; high byte first; then bits, lowest first
//!
//!  1  1..10  vvvv..               a character: n ones, a zero, 4 + n bits: place 2^(4+n) - 16 + v of the table
//!  0  11  ooooo        len        a copy from o + 1 back, up to 32
//!  0  10  oooooooooo   len        ... up to 1024; from 1 back it is no copy:
//!  0  10  0000000000   bytes 00   characters as 8 bits each, up to a 00; the table stays as it is
//!  0  0   o x 15       len        ... up to 32768
//!  len: groups of 3 bits, added to 3, up to the first that is not 7
//! ```
//!
//! The table holds all 256 characters, in the order of their codes at first; each one that is written as a character moves to the
//! front. This follows the description that the format's author published.
//!
//! The stated length of all bytes is not used: the bits show where they end.

use super::bits::{BitReader, BitWriter};
use super::recent::{COPY_MIN, Recent, WIDTHS, ones};
use super::squeeze::{SqueezedToken, parse};
use super::{PackedError, big_endian, copy_back};

pub(super) const MAGIC: [u8; 4] = *b"\0pxa";
const HEADER: usize = 8;

/// Compresses at most 65,535 characters.
pub(super) fn compress(code: &[u8]) -> Vec<u8> {
    let mut out = BitWriter::default();
    let mut recent = Recent::new();
    let mut at = 0;
    for token in parse(code) {
        match token {
            SqueezedToken::Char => {
                let place = recent.place(code[at]);
                recent.touch(place);
                let ones = ones(place);
                out.put(1, 1);
                out.put((1 << ones) - 1, ones + 1);
                out.put(place + 16 - (16 << ones), 4 + ones);
            }
            SqueezedToken::Copy { offset, .. } => {
                // The last width fits every offset.
                let width = WIDTHS.iter().find(|w| offset <= 1 << w.bits).unwrap_or(&WIDTHS[2]);
                out.put(width.mark, width.mark_bits);
                out.put(offset - 1, width.bits);
                let mut left = token.length() - COPY_MIN;
                while left >= 7 {
                    out.put(7, 3);
                    left -= 7;
                }
                out.put(left, 3);
            }
            SqueezedToken::Raw { length } => {
                out.put(WIDTHS[1].mark, WIDTHS[1].mark_bits);
                out.put(0, WIDTHS[1].bits);
                code[at..at + length].iter().for_each(|byte| out.put(usize::from(*byte), 8));
                out.put(0, 8);
            }
        }
        at += token.length();
    }
    // A larger total is far past the limit: it is never stored, and nothing reads it.
    let total = (HEADER + out.bytes.len()).min(0xffff) as u16;
    let length = (code.len() as u16).to_be_bytes();
    [&MAGIC[..], &length, &total.to_be_bytes(), &out.bytes].concat()
}

pub(super) fn decompress(area: &[u8]) -> Result<Vec<u8>, PackedError> {
    let total = big_endian(area, MAGIC.len())?;
    big_endian(area, MAGIC.len() + 2)?;
    let mut bits = BitReader::new(area, HEADER);
    let mut recent = Recent::new();
    let mut out = Vec::with_capacity(total);
    while out.len() < total {
        let at = bits.at();
        if bits.bit()? {
            let mut ones = 0;
            while bits.bit()? {
                ones += 1;
                if ones > 4 {
                    return Err(PackedError::new(at, "a character beyond place 255", "one of 256"));
                }
            }
            let place = bits.take(4 + ones)? + (16 << ones) - 16;
            if place > 255 {
                return Err(PackedError::new(at, format!("a character at place {place}"), "one of 256"));
            }
            out.push(recent.touch(place));
            continue;
        }
        let width = match bits.bit()? {
            false => 15,
            true if bits.bit()? => 5,
            true => 10,
        };
        let offset = bits.take(width)? + 1;
        if (width, offset) == (10, 1) {
            while out.len() < total {
                match bits.take(8)? {
                    0 => break,
                    byte => out.push(byte as u8),
                }
            }
            continue;
        }
        let mut length = COPY_MIN;
        loop {
            let group = bits.take(3)?;
            length += group;
            if group < 7 {
                break;
            }
        }
        copy_back(&mut out, offset, length, total, at)?;
    }
    Ok(out)
}

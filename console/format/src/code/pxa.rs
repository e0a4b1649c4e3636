//! `\0pxa`, the compression of PICO-8 since 0.2.0: copies of earlier text, and characters by how recent they are.
//!
//! ```text
//!  00 70 78 61  LL LL  CC CC      length of the code, length of all this; high byte first; then bits, lowest first
//!
//!  1  1..10  vvvv..               a character: n ones, a zero, 4 + n bits: place 2^(4+n) - 16 + v of the table
//!  0  11  ooooo        len        a copy from o + 1 back, up to 32
//!  0  10  oooooooooo   len        ... up to 1024; from 1 back it is no copy:
//!  0  10  0000000000   bytes 00   characters as 8 bits each, up to a 00; the table stays as it is
//!  0  0   o x 15       len        ... up to 32768
//!  len: groups of 3 bits, added to 3, up to the first that is not 7
//! ```
//!
//! The table holds all 256 characters, in the order of their codes at first; each that is written as a character
//! moves to the front. The format's author published it; this is written from its description.
//!
//! The stated length of the whole is not needed to read and is not believed: the bits say themselves where they end.

use super::bits::{BitReader, BitWriter};
use super::recent::{COPY_MIN, Recent, WIDTHS, ones};
use super::squeeze::{Step, parse};
use super::{CodeError, big_endian, copy_back};

/// What compressed code begins with.
pub(super) const MAGIC: [u8; 4] = *b"\0pxa";
/// Bytes before the bits.
const HEADER: usize = 8;
/// Compresses at most 65,535 characters.
pub(super) fn compress(code: &[u8]) -> Vec<u8> {
    let mut out = BitWriter::default();
    let mut recent = Recent::new();
    let mut at = 0;
    for step in parse(code) {
        match step {
            Step::Char => {
                let place = recent.place(code[at]);
                recent.touch(place);
                let ones = ones(place);
                out.put(1, 1);
                out.put((1 << ones) - 1, ones + 1);
                out.put(place + 16 - (16 << ones), 4 + ones);
            }
            Step::Copy { offset, .. } => {
                // The last width holds every offset of a copy.
                let width = WIDTHS.iter().find(|w| offset <= 1 << w.bits).unwrap_or(&WIDTHS[2]);
                out.put(width.mark, width.mark_bits);
                out.put(offset - 1, width.bits);
                let mut left = step.length() - COPY_MIN;
                while left >= 7 {
                    out.put(7, 3);
                    left -= 7;
                }
                out.put(left, 3);
            }
            Step::Raw { length } => {
                out.put(WIDTHS[1].mark, WIDTHS[1].mark_bits);
                out.put(0, WIDTHS[1].bits);
                code[at..at + length].iter().for_each(|byte| out.put(usize::from(*byte), 8));
                out.put(0, 8);
            }
        }
        at += step.length();
    }
    // What needs more than two bytes can say is far past the limit: nobody stores it, and nobody asks what it says.
    let total = (HEADER + out.bytes.len()).min(0xffff) as u16;
    let length = (code.len() as u16).to_be_bytes();
    [&MAGIC[..], &length, &total.to_be_bytes(), &out.bytes].concat()
}

/// The code in `area`, which begins with [`MAGIC`].
pub(super) fn decompress(area: &[u8]) -> Result<Vec<u8>, CodeError> {
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
                    return Err(CodeError::new(at, "a character beyond place 255", "one of 256"));
                }
            }
            let place = bits.take(4 + ones)? + (16 << ones) - 16;
            if place > 255 {
                return Err(CodeError::new(at, format!("a character at place {place}"), "one of 256"));
            }
            out.push(recent.touch(place));
            continue;
        }
        let width = if !bits.bit()? {
            15
        } else if bits.bit()? {
            5
        } else {
            10
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

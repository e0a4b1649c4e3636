//! Packs a cart's code into the 15,616 bytes that a cartridge picture has for it.
//!
//! ```text
//!  00 70 78 61 ..        "\0pxa"   pxa.rs reads it, squeeze.rs writes it        PICO-8 since 0.2.0
//!  3a 63 3a 00 ..        ":c:\0"   old.rs reads it; it is never written         PICO-8 0.1
//!  anything else         plain text, up to the first 00 or the end of the area
//!
//!  code ── pack_code ──> the shorter of plain text and "\0pxa"; plain if both are equal, as in PICO-8
//!       <─ unpack_code ─ any of the three
//! ```
//!
//! The limits are PICO-8's: 65,535 characters, the most that two bytes can count, and 0x3d00 stored bytes with the header, which is
//! what a cartridge has between its data (up to 0x42ff) and its end (0x7fff). The manual's 15,360 is an older figure; the layout
//! decides. A character is a byte of P8SCII here; `.p8` converts from Unicode.

mod bits;
mod matches;
mod old;
mod pxa;
mod recent;
mod squeeze;

use crate::error::{FilePlace, FormatError};
use crate::limit::{CODE_BYTES, CODE_CHARS, FormatLimit};

/// The code as a cartridge stores it: compressed, or plain where that is not longer and the code has no 00. Unpacking returns the same
/// bytes. Code past [`FormatLimit::CodeChars`] or [`FormatLimit::CodeBytes`] is refused.
pub fn pack_code(code: &[u8], file: &str) -> Result<Vec<u8>, FormatError> {
    if code.len() > CODE_CHARS {
        return Err(FormatLimit::CodeChars.error(file, code.len()));
    }
    let packed = pxa::compress(code);
    let stored = if plain_is_better(code, packed.len()) { code.to_vec() } else { packed };
    if stored.len() > CODE_BYTES {
        return Err(FormatLimit::CodeBytes.error(file, stored.len()));
    }
    Ok(stored)
}

/// Bytes that [`pack_code`] would store if there were no limits. Code of more than [`CODE_CHARS`] characters is measured in pieces of
/// that size.
pub fn packed_len(code: &[u8]) -> usize {
    let packed = code.chunks(CODE_CHARS).map(|piece| pxa::compress(piece).len()).sum();
    if plain_is_better(code, packed) { code.len() } else { packed }
}

fn plain_is_better(code: &[u8], packed: usize) -> bool {
    code.len() <= packed && !code.contains(&0)
}

/// The code stored at the beginning of `area`. Places in errors count from the area's first byte.
pub fn unpack_code(area: &[u8], file: &str) -> Result<Vec<u8>, FormatError> {
    unpack_at(area, 0, file)
}

pub(crate) fn unpack_at(area: &[u8], base: usize, file: &str) -> Result<Vec<u8>, FormatError> {
    let code = if area.starts_with(&pxa::MAGIC) {
        pxa::decompress(area)
    } else if area.starts_with(&old::MAGIC) {
        old::decompress(area)
    } else {
        let end = area.iter().position(|byte| *byte == 0).unwrap_or(area.len());
        Ok(area[..end].to_vec())
    };
    code.map_err(|PackedError { at, found, expected }| {
        FormatError::new(file, FilePlace::Byte { at: base.saturating_add(at) }, found, expected)
    })
}

#[derive(Debug)]
struct PackedError {
    at: usize,
    found: String,
    expected: String,
}

impl PackedError {
    fn new(at: usize, found: impl Into<String>, expected: impl Into<String>) -> Self {
        PackedError { at, found: found.into(), expected: expected.into() }
    }

    fn end(at: usize) -> Self {
        PackedError::new(at, "the end of the compressed code", "more of it")
    }
}

/// A number of two bytes in a header, the high byte first.
fn big_endian(area: &[u8], at: usize) -> Result<usize, PackedError> {
    let pair = area.get(at..at + 2).ok_or_else(|| PackedError::end(area.len()))?;
    Ok(usize::from(pair[0]) << 8 | usize::from(pair[1]))
}

/// Appends `length` bytes from `offset` back; the copy may read what it has just written.
fn copy_back(
    out: &mut Vec<u8>,
    offset: usize,
    length: usize,
    total: usize,
    at: usize,
) -> Result<(), PackedError> {
    if offset == 0 || offset > out.len() {
        let found = format!("a copy from {offset} characters back");
        return Err(PackedError::new(at, found, format!("at most the {} characters so far", out.len())));
    }
    let left = total - out.len();
    if length > left {
        let found = format!("a copy of {length} characters");
        return Err(PackedError::new(at, found, format!("at most the {left} that are left of {total}")));
    }
    for from in out.len() - offset..out.len() - offset + length {
        out.push(out[from]);
    }
    Ok(())
}

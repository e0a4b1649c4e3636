//! A cart's code as a cartridge picture stores it: in 15,616 bytes.
//!
//! ```text
//!  00 70 78 61 ..        "\0pxa"   pxa.rs reads it, squeeze.rs writes it        PICO-8 since 0.2.0
//!  3a 63 3a 00 ..        ":c:\0"   old.rs reads it; nobody writes it any more   PICO-8 0.1
//!  anything else         plain text, up to the first 00 or the end of the area
//!
//!  code ── pack_code ──> the shorter of plain text and "\0pxa"; plain if both are as long, as PICO-8 does
//!       <─ unpack_code ─ any of the three
//! ```
//!
//! The limits are PICO-8's: 65,535 characters, which is what two bytes can count, and 0x3d00 bytes stored, header
//! included, which is what a cartridge has between its data (up to 0x42ff) and its end (0x7fff). The manual's
//! 15,360 is an older figure; the layout decides.
//!
//! A character is a byte of P8SCII here. Unicode is `.p8`'s business.

mod bits;
mod matches;
mod old;
mod pxa;
mod recent;
mod squeeze;

use crate::error::{FilePlace, FormatError};
use crate::limit::{CODE_BYTES, CODE_CHARS, FormatLimit};

/// The code as a cartridge stores it: compressed, or plain where that is no longer and has no 00 in it.
///
/// The code that comes out again is the same to the byte; `file` is the name for errors.
///
/// # Errors
/// When the code has more than [`CODE_CHARS`] characters, or what is stored more than [`CODE_BYTES`] bytes:
/// [`FormatLimit::CodeChars`] and [`FormatLimit::CodeBytes`].
pub fn pack_code(code: &[u8], file: &str) -> Result<Vec<u8>, FormatError> {
    if code.len() > CODE_CHARS {
        return Err(FormatLimit::CodeChars.error(file, FilePlace::Whole, code.len()));
    }
    let packed = pxa::compress(code);
    let stored = if plain_is_better(code, packed.len()) { code.to_vec() } else { packed };
    if stored.len() > CODE_BYTES {
        return Err(FormatLimit::CodeBytes.error(file, FilePlace::Whole, stored.len()));
    }
    Ok(stored)
}

/// Bytes that [`pack_code`] would store, whatever the limits say: for who wants to tell how far past them a code is.
///
/// Code of more than [`CODE_CHARS`] characters cannot be stored in one piece; it is measured in pieces of so many.
pub fn packed_len(code: &[u8]) -> usize {
    let packed = code.chunks(CODE_CHARS).map(|piece| pxa::compress(piece).len()).sum();
    if plain_is_better(code, packed) { code.len() } else { packed }
}

fn plain_is_better(code: &[u8], packed: usize) -> bool {
    code.len() <= packed && !code.contains(&0)
}

/// The code that was stored in `area`: what stands behind it does not matter. `file` is the name for errors.
///
/// # Errors
/// When the compressed bytes end too early or say what cannot be; the place counts from the area's first byte.
pub fn unpack_code(area: &[u8], file: &str) -> Result<Vec<u8>, FormatError> {
    unpack_at(area, 0, file)
}

/// [`unpack_code`] of an area that begins at byte `base` of the file.
pub(crate) fn unpack_at(area: &[u8], base: usize, file: &str) -> Result<Vec<u8>, FormatError> {
    let code = if area.starts_with(&pxa::MAGIC) {
        pxa::decompress(area)
    } else if area.starts_with(&old::MAGIC) {
        old::decompress(area)
    } else {
        let end = area.iter().position(|byte| *byte == 0).unwrap_or(area.len());
        Ok(area[..end].to_vec())
    };
    code.map_err(|CodeError { at, found, expected }| {
        FormatError::new(file, FilePlace::Byte { at: base.saturating_add(at) }, found, expected)
    })
}

/// What is wrong with compressed code.
#[derive(Debug)]
struct CodeError {
    /// The byte of the area.
    at: usize,
    found: String,
    expected: String,
}

impl CodeError {
    fn new(at: usize, found: impl Into<String>, expected: impl Into<String>) -> Self {
        CodeError { at, found: found.into(), expected: expected.into() }
    }

    /// The area ends before the code does.
    fn end(at: usize) -> Self {
        CodeError::new(at, "the end of the compressed code", "more of it")
    }
}

/// Two bytes, the high one first, of a header.
fn big_endian(area: &[u8], at: usize) -> Result<usize, CodeError> {
    match area.get(at..at + 2) {
        Some(pair) => Ok(usize::from(pair[0]) << 8 | usize::from(pair[1])),
        None => Err(CodeError::end(area.len())),
    }
}

/// Copies `length` bytes from `offset` back to the end of `out`, where the copy may read what it wrote.
fn copy_back(
    out: &mut Vec<u8>,
    offset: usize,
    length: usize,
    total: usize,
    at: usize,
) -> Result<(), CodeError> {
    if offset == 0 || offset > out.len() {
        let found = format!("a copy from {offset} characters back");
        return Err(CodeError::new(at, found, format!("at most the {} characters so far", out.len())));
    }
    let left = total - out.len();
    if length > left {
        let found = format!("a copy of {length} characters");
        return Err(CodeError::new(at, found, format!("at most the {left} that are left of {total}")));
    }
    for from in out.len() - offset..out.len() - offset + length {
        out.push(out[from]);
    }
    Ok(())
}

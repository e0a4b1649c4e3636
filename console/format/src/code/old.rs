//! `:c:\0`, the compression of PICO-8 0.1, which many published cartridges have. It is only read, never written.
//!
//! ```text
//!  3a 63 3a 00  LL LL  00 00      length of the code, high byte first; then bytes
//!
//!  00 cc                          the character cc
//!  01 .. 3b                       a character of the table: newline, space, 0-9, a-z, !#%(){}[]<>+=/*:;.,~_
//!  bb cc, bb from 3c on           a copy of (cc >> 4) + 2 from (bb - 3c) * 16 + (cc & 15) back
//! ```
//!
//! Some of these codes end with NULs that their length includes, and some with a line that PICO-8 0.1 added for players older than
//! `_update60`. Both are removed, as newer versions do.

use super::{PackedError, big_endian, copy_back};

pub(super) const MAGIC: [u8; 4] = *b":c:\0";
const HEADER: usize = 8;
/// The characters with a one-byte code, from 1 on.
const TABLE: &[u8; 59] = b"\n 0123456789abcdefghijklmnopqrstuvwxyz!#%(){}[]<>+=/*:;.,~_";
const COPY: u8 = 0x3c;
/// Lines that versions of PICO-8 added at the end.
const ADDED: [&[u8]; 2] = [
    b"if(_update60)_update=function()_update60()_update60()end",
    b"if(_update60)_update=function()_update60()_update_buttons()_update60()end",
];

pub(super) fn decompress(area: &[u8]) -> Result<Vec<u8>, PackedError> {
    let total = big_endian(area, MAGIC.len())?;
    let mut out = Vec::with_capacity(total);
    let mut at = HEADER;
    let byte = |at: usize| area.get(at).copied().ok_or_else(|| PackedError::end(area.len()));
    while out.len() < total {
        let first = byte(at)?;
        match first {
            0 => out.push(byte(at + 1)?),
            1..COPY => {
                out.push(TABLE[usize::from(first) - 1]);
                at += 1;
                continue;
            }
            _ => {
                let second = usize::from(byte(at + 1)?);
                let offset = usize::from(first - COPY) * 16 + (second & 15);
                copy_back(&mut out, offset, (second >> 4) + 2, total, at)?;
            }
        }
        at += 2;
    }
    while out.last() == Some(&0) {
        out.pop();
    }
    if let Some(added) = ADDED.iter().find(|added| out.ends_with(added)) {
        out.truncate(out.len() - added.len());
    }
    Ok(out)
}

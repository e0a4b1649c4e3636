//! Reads and writes sounds and patterns of a `.p8` file.
//!
//! ```text
//! sfx    MM SS LL EE  then 32 x  PP I V F          in memory: 32 words of
//!        |  |  |  |              |  | | |             bit 15  14-12  11-9    8-6         5-0
//!        |  |  |  loop end       |  | | effect 0-7    own     effect volume  instrument  pitch
//!        |  |  |  loop end       |  | | effect 0-7    custom  effect volume  instrument  pitch
//!        |  |  loop start        |  | volume 0-7      then the bytes MM SS LL EE
//!        |  speed                |  instrument 0-7, 8-f for custom ones
//!
//! music  FF AABBCCDD    FF: bit n is bit 7 of byte n; AA to DD: bits 0-6 of bytes 0 to 3
//! ```
//!
//! An effect of 8 to f selects a custom instrument too: old files have it there, and zepto8 reads it so. Of a pitch above 3f and a volume
//! above 7, which published carts have, only the low bits count, as in zepto8.

use super::rows::RowReader;
use crate::error::FormatError;
use crate::sfx::{HEAD, RECORD, SfxNote};
use rasher::memory::{MUSIC, ROM_SIZE, SFX};

pub(super) fn sfx(data: &mut [u8; ROM_SIZE], n: usize) -> &mut [u8] {
    &mut data[usize::from(SFX) + n * RECORD..][..RECORD]
}

pub(super) fn music(data: &mut [u8; ROM_SIZE], n: usize) -> &mut [u8] {
    &mut data[usize::from(MUSIC) + n * 4..][..4]
}

pub(super) fn read_sfx(record: &mut [u8], row: &mut RowReader<'_>) -> Result<(), FormatError> {
    row.fill(4, RowReader::byte, |i, byte| record[HEAD + i] = byte)?;
    let note = |row: &mut RowReader<'_>| {
        let pitch = row.byte()? & 0x3f;
        let instrument = row.digit(16)?;
        let volume = row.digit(16)? & 7;
        let effect = row.digit(16)?;
        Ok(SfxNote { pitch, instrument: instrument | effect & 8, volume, effect }.word())
    };
    row.fill(32, note, |i, word| record[i * 2..][..2].copy_from_slice(&word.to_le_bytes()))
}

pub(super) fn write_sfx(record: &[u8]) -> String {
    let mut out: String = record[HEAD..].iter().map(|byte| format!("{byte:02x}")).collect();
    for pair in record[..HEAD].as_chunks::<2>().0 {
        let SfxNote { pitch, instrument, volume, effect } = SfxNote::from_word(u16::from_le_bytes(*pair));
        out += &format!("{pitch:02x}{instrument:x}{volume:x}{effect:x}");
    }
    out
}

pub(super) fn read_music(record: &mut [u8], row: &mut RowReader<'_>) -> Result<(), FormatError> {
    let flags = row.value(15, "flags")?;
    row.space();
    row.fill(4, RowReader::byte, |i, byte| record[i] = byte | (flags >> i & 1) << 7)
}

pub(super) fn write_music(record: &[u8]) -> String {
    let flags = record.iter().enumerate().fold(0, |flags, (i, byte)| flags | byte >> 7 << i);
    let bytes: String = record.iter().map(|byte| format!("{:02x}", byte & 0x7f)).collect();
    format!("{flags:02x} {bytes}")
}

/// Rows of records of `len` bytes, without those at the end that are as in an empty cart.
pub(super) fn rows(data: &[u8], empty: &[u8], len: usize, write: fn(&[u8]) -> String) -> String {
    let mut empty = empty.chunks(len);
    let records: Vec<_> = data.chunks(len).map(|record| (record, empty.next())).collect();
    let last = records.iter().rposition(|(record, empty)| Some(*record) != *empty);
    let count = last.map_or(0, |last| last + 1);
    data.chunks(len).take(count).map(|record| write(record) + "\n").collect()
}

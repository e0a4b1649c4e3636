//! Repairs checksums, so that mutations reach the code after the check.
//!
//! ```text
//! sealed    first line | body | u64 digest of all before                  recording, report, slot
//! packed    first line | body, not yet deflated                           the same, from the inside
//! chained   first line | u32 length, body, u64 digest of it and the one before | ...       run
//! marked    "rasher edit 1\n", u32 length, body, u64 digest of it | ...    history of edits
//! chunks    eight bytes | u32 length, name, data, u32 crc | ...           PNG
//! ```
//!
//! Authors of hostile files do the same.

use rasher::Digest;

/// A file with a digest at its end: replaces the last eight bytes.
pub fn sealed(bytes: &[u8]) -> Vec<u8> {
    let mut file = bytes[..bytes.len().saturating_sub(8)].to_vec();
    file.extend(Digest::of(&file).to_le_bytes());
    file
}

/// Builds a file from a first line and a body: deflates the body, and appends the digest.
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let line = bytes.iter().position(|b| *b == b'\n').map_or(0, |at| at + 1);
    let (head, body) = bytes.split_at(line);
    let mut file = [head, &miniz_oxide::deflate::compress_to_vec(body, 1), &[0; 8]].concat();
    file = sealed(&file);
    file
}

/// A run's blocks: each complete one gets its digest.
pub fn chained(bytes: &[u8]) -> Vec<u8> {
    let mut file = bytes.to_vec();
    let mut at = bytes.iter().position(|b| *b == b'\n').map_or(0, |at| at + 1);
    let mut before = 0;
    while let Some(length) = file.get(at..).and_then(<[u8]>::first_chunk::<4>) {
        let from = at + 4;
        let to = from.saturating_add(u32::from_le_bytes(*length) as usize);
        let Some(body) = file.get(from..to) else { break };
        let mut digest = Digest::new();
        digest.word(before);
        digest.bytes(body);
        before = digest.finish();
        let Some(told) = file.get_mut(to..to + 8) else { break };
        told.copy_from_slice(&before.to_le_bytes());
        at = to + 8;
    }
    file
}

/// The blocks of a history: each complete one gets its digest.
pub fn marked(bytes: &[u8]) -> Vec<u8> {
    const MARK: &[u8] = b"rasher edit 1\n";
    let (mut file, mut at) = (bytes.to_vec(), 0);
    while let Some(length) = file.get(at + MARK.len()..).and_then(<[u8]>::first_chunk::<4>) {
        let from = at + MARK.len() + 4;
        let to = from.saturating_add(u32::from_le_bytes(*length) as usize);
        let Some(body) = file.get(from..to) else { break };
        let digest = Digest::of(body);
        let Some(told) = file.get_mut(to..to + 8) else { break };
        told.copy_from_slice(&digest.to_le_bytes());
        at = to + 8;
    }
    file
}

/// A PNG's chunks: each complete one gets its checksum.
pub fn chunks(bytes: &[u8]) -> Vec<u8> {
    let mut file = bytes.to_vec();
    let mut at = 8;
    while let Some(length) = file.get(at..).and_then(<[u8]>::first_chunk::<4>) {
        let from = at + 4;
        let to = from.saturating_add(4).saturating_add(u32::from_be_bytes(*length) as usize);
        let Some(body) = file.get(from..to) else { break };
        let crc = crc32fast::hash(body);
        let Some(told) = file.get_mut(to..to + 4) else { break };
        told.copy_from_slice(&crc.to_be_bytes());
        at = to + 4;
    }
    file
}

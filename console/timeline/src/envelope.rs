//! The frame around all files of runs: a first line that names the file, and a digest.
//!
//! ```text
//! "rasher recording 3\n"        kind and format, readable in any program
//! body
//! u64 little-endian             digest of all bytes before it          a run has one in each block
//! ```
//!
//! The format is raised with every change of the body. Unknown formats are refused.

use miniz_oxide::inflate::TINFLStatus;
use rasher::Digest;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// The first line is that of another kind of file. `found`: the first bytes, made readable.
    #[error("not a {kind}: found {found:?}, expected \"rasher {kind} {newest}\"")]
    Other { kind: &'static str, newest: u32, found: String },
    #[error("a {kind} of format {found}{}", readable(read, *found))]
    Format { kind: &'static str, read: RangeInclusive<u32>, found: u32 },
    #[error("a damaged {kind}: its {bytes} bytes do not match its digest")]
    Damaged { kind: &'static str, bytes: usize },
    /// The body cannot be read, or contradicts itself.
    #[error("an invalid {kind}: {reason}")]
    Body { kind: &'static str, reason: String },
}

fn readable(read: &RangeInclusive<u32>, found: u32) -> String {
    let (oldest, newest) = (read.start(), read.end());
    match found > *newest {
        true => format!(", made by a newer version; this one reads formats up to {newest}"),
        false => format!("; this version reads formats {oldest} to {newest}"),
    }
}

/// The most bytes that a real file of this size inflates to. Deflate reaches 1,000 times the size, a game's input 10.
pub(crate) fn plausible(deflated: usize) -> u64 {
    (64 << 20) + 64 * deflated as u64
}

pub(crate) struct Envelope {
    pub kind: &'static str,
    /// The formats that are read. Each file is written in the oldest one that can hold its content.
    pub formats: RangeInclusive<u32>,
}

impl Envelope {
    fn magic(&self) -> String {
        format!("rasher {} ", self.kind)
    }

    pub fn begin(&self, format: u32) -> Vec<u8> {
        format!("{}{format}\n", self.magic()).into_bytes()
    }

    pub fn seal(&self, format: u32, body: &[u8]) -> Vec<u8> {
        let mut out = [self.begin(format).as_slice(), body].concat();
        out.extend(Digest::of(&out).to_le_bytes());
        out
    }

    /// [`Envelope::seal`] with a deflated body, at a level from 1 to 9.
    pub fn pack(&self, format: u32, body: &impl Serialize, level: u8) -> Vec<u8> {
        // Extending a Vec cannot fail, and every type of a body has a postcard form.
        let body = postcard::to_stdvec(body).expect("a body has a postcard form");
        self.seal(format, &miniz_oxide::deflate::compress_to_vec(&body, level))
    }

    pub fn inflate(&self, body: &[u8], most: usize) -> Result<Vec<u8>, FileError> {
        miniz_oxide::inflate::decompress_to_vec_with_limit(body, most)
            .map_err(|e| self.body(format!("it cannot be inflated: {:?}", e.status)))
    }

    /// Inflates the first `most` bytes of a body. Also returns whether that is all.
    pub fn inflate_start(&self, body: &[u8], most: usize) -> Result<(Vec<u8>, bool), FileError> {
        match miniz_oxide::inflate::decompress_to_vec_with_limit(body, most) {
            Ok(bytes) => Ok((bytes, true)),
            Err(e) if e.status == TINFLStatus::HasMoreOutput => Ok((e.output, false)),
            Err(e) => Err(self.body(format!("it cannot be inflated: {:?}", e.status))),
        }
    }

    pub fn take<'a, T: Deserialize<'a>>(&self, rest: &mut &'a [u8]) -> Result<T, FileError> {
        let (value, after) = postcard::take_from_bytes(rest).map_err(|e| self.body(e))?;
        *rest = after;
        Ok(value)
    }

    pub fn is_one(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(self.magic().as_bytes())
    }

    pub fn after_line<'a>(&self, bytes: &'a [u8]) -> Result<(u32, &'a [u8]), FileError> {
        let other = || FileError::Other {
            kind: self.kind,
            newest: *self.formats.end(),
            found: String::from_utf8_lossy(&bytes[..bytes.len().min(24)]).into_owned(),
        };
        let rest = bytes.strip_prefix(self.magic().as_bytes()).ok_or_else(other)?;
        let line = rest.iter().take(11).position(|b| *b == b'\n').ok_or_else(other)?;
        let number = std::str::from_utf8(&rest[..line]).ok().and_then(|n| n.parse().ok());
        let found = number.ok_or_else(other)?;
        if !self.formats.contains(&found) {
            return Err(FileError::Format { kind: self.kind, read: self.formats.clone(), found });
        }
        Ok((found, &rest[line + 1..]))
    }

    pub fn open<'a>(&self, bytes: &'a [u8]) -> Result<(u32, &'a [u8]), FileError> {
        let (format, rest) = self.after_line(bytes)?;
        let whole = rest
            .split_last_chunk::<8>()
            .filter(|(_, told)| Digest::of(&bytes[..bytes.len() - 8]) == u64::from_le_bytes(**told));
        whole.map(|(body, _)| (format, body)).ok_or_else(|| self.damaged(bytes))
    }

    pub fn damaged(&self, bytes: &[u8]) -> FileError {
        FileError::Damaged { kind: self.kind, bytes: bytes.len() }
    }

    pub fn body(&self, reason: impl ToString) -> FileError {
        FileError::Body { kind: self.kind, reason: reason.to_string() }
    }
}

//! Recordings as bytes.
//!
//! ```text
//! "rasher recording 2\n"        what it is and which format, readable in any program
//! body                          the recording, by serde in postcard's form
//! u64 little-endian             digest of all bytes before it
//! ```
//!
//! The number in the first line is raised with every change of the body. Format 2 adds a debugger's edits to the events
//! of format 1, which is read as it was. Files of other numbers are refused by name of the number, never guessed at.

use crate::recording::{FRAMES_MAX, Recording};
use rasher::Digest;

/// The format that this version writes. It reads all from 1 up to this one.
pub const FORMAT: u32 = 2;
const MAGIC: &str = "rasher recording ";

/// Why bytes are no recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordingError {
    /// The first line is not one of a recording.
    NotARecording {
        /// The first bytes, made readable.
        found: String,
    },
    /// The file is of another format.
    Format {
        /// Its number.
        found: u32,
    },
    /// Bytes are missing or changed.
    Damaged {
        /// Bytes in the file.
        bytes: usize,
    },
    /// The body cannot be read, or contradicts itself.
    Body {
        /// What is wrong.
        reason: String,
    },
}

impl std::fmt::Display for RecordingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotARecording { found } => {
                write!(f, "not a recording: it begins with {found:?}, expected \"{MAGIC}{FORMAT}\"")
            }
            Self::Format { found } if *found > FORMAT => write!(
                f,
                "a recording of format {found}, made by a newer version; this one reads formats up to {FORMAT}"
            ),
            Self::Format { found } => {
                write!(f, "a recording of format {found}; this version reads formats 1 to {FORMAT}")
            }
            Self::Damaged { bytes } => {
                write!(f, "a damaged recording: its {bytes} bytes do not have the digest that ends the file")
            }
            Self::Body { reason } => write!(f, "a recording that contradicts itself: {reason}"),
        }
    }
}

impl std::error::Error for RecordingError {}

impl Recording {
    /// The recording as a file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = format!("{MAGIC}{FORMAT}\n").into_bytes();
        // Extending a Vec cannot fail, and every type of the body has a postcard form.
        out = postcard::to_extend(self, out).expect("a recording has a postcard form");
        let digest = Digest::of(&out);
        out.extend(digest.to_le_bytes());
        out
    }

    /// Reads what [`Recording::to_bytes`] wrote.
    ///
    /// # Errors
    /// When the bytes are something else, of another format, damaged, or claim more than [`FRAMES_MAX`] frames.
    pub fn from_bytes(bytes: &[u8]) -> Result<Recording, RecordingError> {
        let not = || RecordingError::NotARecording {
            found: String::from_utf8_lossy(&bytes[..bytes.len().min(24)]).into_owned(),
        };
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or_else(not)?;
        let line = rest.iter().take(11).position(|b| *b == b'\n').ok_or_else(not)?;
        let number = std::str::from_utf8(&rest[..line]).ok().and_then(|n| n.parse().ok()).ok_or_else(not)?;
        if !(1..=FORMAT).contains(&number) {
            return Err(RecordingError::Format { found: number });
        }
        let damaged = RecordingError::Damaged { bytes: bytes.len() };
        let Some((all, digest)) = bytes.split_last_chunk::<8>() else { return Err(damaged) };
        let head = MAGIC.len() + line + 1;
        if all.len() < head || Digest::of(all) != u64::from_le_bytes(*digest) {
            return Err(damaged);
        }
        let body = |reason: String| RecordingError::Body { reason };
        let (recording, rest): (Recording, _) =
            postcard::take_from_bytes(&all[head..]).map_err(|e| body(e.to_string()))?;
        if !rest.is_empty() {
            return Err(body(format!("{} bytes follow the last check", rest.len())));
        }
        recording.validate()?;
        Ok(recording)
    }

    /// Do its parts belong together?
    pub(crate) fn validate(&self) -> Result<(), RecordingError> {
        let body = |reason: String| RecordingError::Body { reason };
        let frames = self.spans.iter().map(|s| u64::from(s.frames)).sum::<u64>();
        if frames != self.frames || frames > FRAMES_MAX {
            let told = self.frames;
            return Err(body(format!("{frames} frames, told {told}, at most {FRAMES_MAX}")));
        }
        if !self.events.is_sorted_by_key(|(frame, _)| *frame)
            || self.events.last().is_some_and(|(frame, _)| *frame >= frames)
        {
            return Err(body("its events are not in the order of its frames".into()));
        }
        // One out of order would be passed over in silence by a replay that says how many were equal.
        if !self.checks.is_sorted_by(|a, b| a.frame < b.frame)
            || self.checks.last().is_some_and(|check| check.frame > frames)
        {
            return Err(body("its digests are not in the order of its frames".into()));
        }
        Ok(())
    }
}

//! Recordings as bytes.
//!
//! ```text
//! "rasher recording 2\n"        what it is and which format
//! body                          the recording, by serde in postcard's form
//! u64 little-endian             digest of all bytes before it
//! ```
//!
//! Format 2 adds a debugger's edits to the events of format 1, which is read as it was.

use crate::envelope::{Envelope, FileError};
use crate::recording::{FRAMES_MAX, Recording};

/// The format that this version writes. It reads all from 1 up to this one.
pub const FORMAT: u32 = 2;
const FILE: Envelope = Envelope { kind: "recording", formats: 1..=FORMAT };

impl Recording {
    /// The recording as a file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Extending a Vec cannot fail, and every type of the body has a postcard form.
        FILE.seal(&postcard::to_stdvec(self).expect("a recording has a postcard form"))
    }

    /// Are these the bytes of a recording, of whatever format?
    pub fn is_one(bytes: &[u8]) -> bool {
        FILE.is_one(bytes)
    }

    /// Reads what [`Recording::to_bytes`] wrote.
    ///
    /// # Errors
    /// When the bytes are something else, of another format, damaged, or claim more than [`FRAMES_MAX`] frames.
    pub fn from_bytes(bytes: &[u8]) -> Result<Recording, FileError> {
        let body = FILE.open(bytes)?;
        let (recording, rest): (Recording, _) = postcard::take_from_bytes(body).map_err(|e| FILE.body(e))?;
        if !rest.is_empty() {
            return Err(FILE.body(format!("{} bytes follow the last check", rest.len())));
        }
        recording.validate()?;
        Ok(recording)
    }

    /// Do its parts belong together?
    pub(crate) fn validate(&self) -> Result<(), FileError> {
        let frames = self.spans.iter().map(|s| u64::from(s.frames)).sum::<u64>();
        if frames != self.frames || frames > FRAMES_MAX {
            let told = self.frames;
            return Err(FILE.body(format!("{frames} frames, told {told}, at most {FRAMES_MAX}")));
        }
        if !self.events.is_sorted_by_key(|(frame, _)| *frame)
            || self.events.last().is_some_and(|(frame, _)| *frame >= frames)
        {
            return Err(FILE.body("its events are not in the order of its frames"));
        }
        // One out of order would be passed over in silence by a replay that says how many were equal.
        if !self.checks.is_sorted_by(|a, b| a.frame < b.frame)
            || self.checks.last().is_some_and(|check| check.frame > frames)
        {
            return Err(FILE.body("its digests are not in the order of its frames"));
        }
        Ok(())
    }
}

//! Recordings as bytes.
//!
//! ```text
//! "rasher recording 3\n"        what it is and which format
//! body                          version of the digests, the recording, its carts (`bundled.rs`), by serde in postcard's form
//! u64 little-endian             digest of all bytes before it
//! ```
//!
//! | format | its body |
//! |---|---|
//! | 1 | the recording; its digests are of version one |
//! | 2 | as format 1, with a debugger's edits among the events |
//! | 3 | as format 2, with the version of its digests before it |
//! | 4 | as format 3, with the carts behind it |
//!
//! Version 3 of the digests is version 2 in a run by the second version of the rules ([`Rules`]); all others are by the first.

use crate::bundled;
use crate::envelope::{Envelope, FileError};
use crate::recording::{EVENTS_MAX, FRAMES_MAX, Recording, Span, Start};
use rasher::{DigestVersion, Rules};
use serde::{Deserialize, Serialize};

/// The format without carts.
pub const FORMAT: u32 = 3;
const FORMAT_CARTS: u32 = 4;
const FILE: Envelope = Envelope { kind: "recording", formats: 1..=FORMAT_CARTS };

/// Fails with the number of events if there are too many: an event of two bytes takes thirty times as much memory.
fn few_events(body: &[u8]) -> Result<(), u64> {
    let told = postcard::take_from_bytes::<(Start, Vec<Span>, u64)>(body);
    // Errors before that are reported when it is read.
    told.map_or(Ok(()), |((_, _, events), _)| if events > EVENTS_MAX as u64 { Err(events) } else { Ok(()) })
}

/// [`DigestVersion`] and [`Rules`] as files have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DigestNumber(u32);

impl DigestNumber {
    pub fn of(recording: &Recording) -> DigestNumber {
        DigestNumber(match (recording.digests, recording.start.rules) {
            (DigestVersion::One, _) => 1,
            (DigestVersion::Two, Rules::One) => 2,
            (DigestVersion::Two, Rules::Two) => 3,
        })
    }

    pub fn versions(self) -> Option<(DigestVersion, Rules)> {
        match self.0 {
            1 => Some((DigestVersion::One, Rules::One)),
            2 => Some((DigestVersion::Two, Rules::One)),
            3 => Some((DigestVersion::Two, Rules::Two)),
            _ => None,
        }
    }
}

impl std::fmt::Display for DigestNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "digests of version {}, expected 1 to 3", self.0)
    }
}

impl Recording {
    pub fn to_bytes(&self) -> Vec<u8> {
        // Extending a Vec cannot fail, and every type of the body has a postcard form.
        let body = (DigestNumber::of(self), self);
        let mut body = postcard::to_stdvec(&body).expect("a recording has a postcard form");
        if self.start.bundle.carts().is_empty() {
            return FILE.seal(FORMAT, &body);
        }
        let carts = bundled::pack(&self.start.bundle);
        body = postcard::to_extend(&carts, body).expect("bytes have a postcard form");
        FILE.seal(FORMAT_CARTS, &body)
    }

    pub fn is_one(bytes: &[u8]) -> bool {
        FILE.is_one(bytes)
    }

    /// Reads a recording of any known format. Fails if it claims more than [`FRAMES_MAX`] frames.
    pub fn from_bytes(bytes: &[u8]) -> Result<Recording, FileError> {
        let (format, body) = FILE.open(bytes)?;
        let ((digests, rules), body) = match format {
            ..3 => ((DigestVersion::One, Rules::One), body),
            _ => {
                let (number, body) =
                    postcard::take_from_bytes::<DigestNumber>(body).map_err(|e| FILE.body(e))?;
                (number.versions().ok_or_else(|| FILE.body(number))?, body)
            }
        };
        few_events(body)
            .map_err(|found| FILE.body(format!("{found} events, expected at most {EVENTS_MAX}")))?;
        let (recording, mut rest): (Recording, _) =
            postcard::take_from_bytes(body).map_err(|e| FILE.body(e))?;
        let mut recording = Recording { digests, ..recording };
        recording.start.rules = rules;
        if format >= FORMAT_CARTS {
            let (carts, after): (Vec<u8>, _) = postcard::take_from_bytes(rest).map_err(|e| FILE.body(e))?;
            (recording.start.bundle, rest) = (bundled::unpack(&FILE, &carts)?, after);
        }
        if !rest.is_empty() {
            return Err(FILE.body(format!("{} bytes follow the last check", rest.len())));
        }
        recording.validate()?;
        Ok(recording)
    }

    pub(crate) fn validate(&self) -> Result<(), FileError> {
        let frames = self.spans.iter().map(|s| u64::from(s.frames)).sum::<u64>();
        if frames != self.frames || frames > FRAMES_MAX {
            let told = self.frames;
            return Err(
                FILE.body(format!("found {frames} frames, declared {told}, expected at most {FRAMES_MAX}"))
            );
        }
        if !self.events.is_sorted_by_key(|(frame, _)| *frame)
            || self.events.last().is_some_and(|(frame, _)| *frame >= frames)
        {
            return Err(FILE.body("its events are not sorted by frame"));
        }
        // One out of order would be passed over in silence by a replay that says how many were equal.
        if !self.checks.is_sorted_by(|a, b| a.frame < b.frame)
            || self.checks.last().is_some_and(|check| check.frame > frames)
        {
            return Err(FILE.body("its digests are not sorted by frame"));
        }
        Ok(())
    }
}

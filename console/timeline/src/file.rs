//! Recordings as bytes: an envelope around the version of the digests, the recording and its carts, by serde in postcard's form.
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

fn few_events(body: &[u8]) -> Result<(), FileError> {
    // Errors before that are reported when it is read. An event of two bytes takes thirty times as much memory.
    let told = postcard::take_from_bytes::<(Start, Vec<Span>, u64)>(body);
    match told.map_or(0, |((.., events), _)| events) {
        found if found > EVENTS_MAX as u64 => {
            Err(FILE.body(format!("{found} events, expected at most {EVENTS_MAX}")))
        }
        _ => Ok(()),
    }
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

    pub fn versions(self) -> Result<(DigestVersion, Rules), String> {
        match self.0 {
            1 => Ok((DigestVersion::One, Rules::One)),
            2 => Ok((DigestVersion::Two, Rules::One)),
            3 => Ok((DigestVersion::Two, Rules::Two)),
            other => Err(format!("digests of version {other}, expected 1 to 3")),
        }
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
        let (format, mut rest) = FILE.open(bytes)?;
        let (digests, rules) = match format {
            ..3 => (DigestVersion::One, Rules::One),
            _ => FILE.take::<DigestNumber>(&mut rest)?.versions().map_err(|e| FILE.body(e))?,
        };
        few_events(rest)?;
        let mut recording = Recording { digests, ..FILE.take(&mut rest)? };
        recording.start.rules = rules;
        if format >= FORMAT_CARTS {
            let carts: Vec<u8> = FILE.take(&mut rest)?;
            recording.start.bundle = bundled::unpack(&FILE, &carts)?;
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
            let found =
                format!("found {frames} frames, declared {}, expected at most {FRAMES_MAX}", self.frames);
            return Err(FILE.body(found));
        }
        let last = self.events.last();
        if !self.events.is_sorted_by_key(|(frame, _)| *frame) || last.is_some_and(|(at, _)| *at >= frames) {
            return Err(FILE.body("its events are not sorted by frame"));
        }
        // One out of order would be skipped in silence by a replay that says how many were equal.
        let last = self.checks.last();
        if !self.checks.is_sorted_by(|a, b| a.frame < b.frame) || last.is_some_and(|c| c.frame > frames) {
            return Err(FILE.body("its digests are not sorted by frame"));
        }
        Ok(())
    }
}

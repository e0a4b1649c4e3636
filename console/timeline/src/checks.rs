//! The digests of a recording, held against a console that lives it.
//!
//! ```text
//! checks    0 ─────── 600 ─────── 1200 ── ...        of a recording, by frame
//!           =          =           ≠                  compare(frame, console), called after each frame
//! ```
//!
//! A digest that differs makes all later ones differ, so whoever goes on after it need not ask again.

use crate::recording::{Check, Recording};
use crate::replay::ReplayError;
use rasher::{Console, DigestVersion};

/// How far the digests of a recording have been compared.
#[derive(Clone, Debug)]
pub(crate) struct Checks<'a> {
    checks: &'a [Check],
    digests: DigestVersion,
    next: usize,
}

impl<'a> Checks<'a> {
    /// None compared yet.
    pub fn of(recording: &'a Recording) -> Checks<'a> {
        Checks { checks: recording.checks(), digests: recording.digests(), next: 0 }
    }

    /// Compares the console after `frame` frames, if the recording has a digest of that moment. Those of earlier moments are
    /// passed over.
    pub fn compare(&mut self, frame: u64, console: &Console) -> Result<(), ReplayError> {
        while let Some(check) = self.checks.get(self.next).filter(|check| check.frame <= frame) {
            if check.frame == frame {
                let found = console.digest_of(self.digests);
                if check.digest != found {
                    let last_equal = self.next.checked_sub(1).map(|i| self.checks[i].frame);
                    return Err(ReplayError::Parted { check: *check, found, last_equal });
                }
            }
            self.next += 1;
        }
        Ok(())
    }
}

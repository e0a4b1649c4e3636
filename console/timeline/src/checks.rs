//! The digests of a recording, held against a console that runs it.
//!
//! ```text
//! checks    0 ─────── 600 ─────── 1200 ── ...        of a recording, by frame
//!           =          =           ≠                  compare(recording, frame, console), after each frame
//! ```
//!
//! A digest that differs makes all later ones differ, so whoever goes on after it need not ask again.

use crate::recording::Recording;
use crate::replay::ReplayError;
use rasher::Console;

/// How far the digests of a recording have been compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checks {
    next: usize,
}

impl Checks {
    /// Compares the console after `frame` frames, if the recording has a digest of that moment. Those of earlier moments are
    /// passed over.
    pub fn compare(
        &mut self,
        recording: &Recording,
        frame: u64,
        console: &Console,
    ) -> Result<(), ReplayError> {
        let checks = recording.checks();
        while let Some(check) = checks.get(self.next).filter(|check| check.frame <= frame) {
            if check.frame == frame {
                let found = console.digest_of(recording.digests());
                if check.digest != found {
                    let last_equal = self.next.checked_sub(1).map(|i| checks[i].frame);
                    return Err(ReplayError::Parted { check: *check, found, last_equal });
                }
            }
            self.next += 1;
        }
        Ok(())
    }
}

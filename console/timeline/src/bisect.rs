//! The first frame in which two runs differ.
//!
//! ```text
//! two recordings     a ●●●●●●●●●●○○○○      both are run side by side, frame by frame: the first that differs, exactly
//!                    b ●●●●●●●●●●●●●●
//! two builds         one of them is a trace: see `trace.rs`
//! ```
//!
//! Runs may diverge and meet again, so nothing is skipped: an hour of frames takes seconds.

use crate::difference::Difference;
use crate::past::Playback;
use crate::replay::{Replay, ReplayError};
use crate::run::Branch;
use crate::search::ASK;
use rasher::Console;

#[derive(Clone, Debug)]
pub struct Divergence {
    /// The first frame that differs; 0 when they start differently.
    pub frame: u64,
    pub difference: Difference,
    pub by_input: bool,
}

#[derive(Clone, Debug)]
#[rustfmt::skip]
pub enum Comparison {
    Diverge(Box<Divergence>),
    /// One run ends after so many equal frames, the other continues.
    Ends { after: u64 },
    /// `keep_on` returned false after so many equal frames.
    Stopped { after: u64 },
    Equal { frames: u64 },
}

/// Compares two runs from their starts, slice by slice.
#[derive(Clone, Debug)]
pub struct CompareJob {
    ours: Branch,
    theirs: Replay,
    walk: Playback,
    equal: u64,
}

impl CompareJob {
    pub fn new(ours: Branch, theirs: Replay) -> CompareJob {
        let walk = ours.past.walk(0);
        CompareJob { ours, theirs, walk, equal: 0 }
    }

    /// Runs at most `most` frames of both runs; none while they are equal and there are more. `keep_on`: [`compare`].
    pub fn step(
        &mut self,
        most: u64,
        same: impl Fn(&Console, &Console) -> bool,
        mut keep_on: impl FnMut(u64) -> bool,
    ) -> Result<Option<Comparison>, ReplayError> {
        let (past, theirs, equal) = (&self.ours.past, &mut self.theirs, &mut self.equal);
        let head = self.ours.head();
        let mut ended = Ok(None);
        let walked = self.walk.step(past, most.min(head.saturating_sub(self.walk.now())), |frame, ours| {
            if frame > 0 {
                match theirs.frame() {
                    Ok(true) => {}
                    Ok(false) => ended = Ok(Some(Comparison::Ends { after: *equal })),
                    Err(error) => ended = Err(error),
                }
            }
            if matches!(ended, Ok(None)) && !same(ours, theirs.console()) {
                let by_input = frame.checked_sub(1).is_some_and(|f| past.input(f).as_ref() != theirs.input());
                let difference = Difference::between(ours, theirs.console());
                ended = Ok(Some(Comparison::Diverge(Box::new(Divergence { frame, difference, by_input }))));
            } else if matches!(ended, Ok(None)) {
                *equal = frame;
                if frame.is_multiple_of(ASK) && !keep_on(frame) {
                    ended = Ok(Some(Comparison::Stopped { after: frame }));
                }
            }
            matches!(ended, Ok(None))
        });
        walked.map_err(ReplayError::Crash)?;
        Ok(match ended? {
            Some(comparison) => Some(comparison),
            None if self.walk.now() < head => None,
            None if self.theirs.frame()? => Some(Comparison::Ends { after: self.equal }),
            None => Some(Comparison::Equal { frames: self.equal }),
        })
    }
}

/// Runs two runs up to the first frame that differs by `same`. `keep_on` gets the number of frames, and may stop it.
pub fn compare(
    a: &Branch,
    b: Replay,
    same: impl Fn(&Console, &Console) -> bool,
    mut keep_on: impl FnMut(u64) -> bool,
) -> Result<Comparison, ReplayError> {
    let mut walk = CompareJob::new(a.clone(), b);
    loop {
        if let Some(comparison) = walk.step(u64::MAX, &same, &mut keep_on)? {
            return Ok(comparison);
        }
    }
}

pub fn same_state(a: &Console, b: &Console) -> bool {
    a.machine().memory() == b.machine().memory() && a.digest() == b.digest()
}

pub fn same_picture(a: &Console, b: &Console) -> bool {
    let picture = |console: &Console| {
        let mut pixels = Box::new([0; rasher::PIXELS]);
        console.machine().picture(&mut pixels);
        pixels
    };
    picture(a) == picture(b)
}

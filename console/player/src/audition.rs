//! Plays a sound or pattern that was just saved while play is stopped.
//!
//! ```text
//! data before ─┬─ the first pattern that differs, else the first sound ── Jukebox ── 60 frames a second ──> samples
//! data now ────┘                                                              └── to its end, at most eight seconds
//! ```
//!
//! A running game plays the new data by itself. The run is not affected.

use crate::pace::Pace;
use rasher::Rom;
use rasher::memory::{MUSIC, ROM_SIZE, SFX};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use studio::{Jukebox, Piece};

/// Frames after which a looping sound ends.
const MOST: u32 = 8 * Jukebox::FPS;

#[derive(Clone, Debug)]
pub(crate) struct Audition {
    jukebox: Jukebox,
    pace: Pace,
    left: u32,
}

impl Audition {
    /// The first audible difference between two ROMs.
    pub fn of(before: &Rom, now: &Arc<Rom>, time: Duration) -> Option<Audition> {
        let piece = first(before, now, usize::from(MUSIC)..usize::from(SFX), 4)
            .map(Piece::Music)
            .or_else(|| first(before, now, usize::from(SFX)..ROM_SIZE, 68).map(Piece::Sfx))?;
        let pace = Pace::new(Jukebox::FPS as u8, time);
        Some(Audition { jukebox: Jukebox::new(now.clone(), piece), pace, left: MOST })
    }

    pub fn next(&self) -> Duration {
        self.pace.next()
    }

    /// The samples that are due. None when it is over.
    pub fn tick(&mut self, now: Duration) -> Option<Vec<i16>> {
        let mut samples = Vec::new();
        for _ in 0..self.pace.due(now) {
            self.left = self.left.checked_sub(1)?;
            if !self.jukebox.is_playing() {
                return None;
            }
            samples.extend(self.jukebox.frame());
        }
        Some(samples)
    }
}

fn first(before: &Rom, now: &Rom, part: Range<usize>, bytes: usize) -> Option<u8> {
    let records = |rom: &Rom| rom.data[part.clone()].chunks(bytes).map(<[u8]>::to_vec).collect::<Vec<_>>();
    let at = records(before).iter().zip(&records(now)).position(|(a, b)| a != b)?;
    u8::try_from(at).ok()
}

//! What was saved is heard at once where play stands still: the sound or pattern that has changed, alone.
//!
//! ```text
//! data before ─┬─ the first pattern that differs, else the first sound ── Jukebox ── 60 frames a second ──> samples
//! data now ────┘                                                              └── until it is over, or eight seconds
//! ```
//!
//! A game that is played sounds with the new data by itself. The run knows nothing of it.

use crate::pace::Pace;
use rasher::Rom;
use rasher::memory::{MUSIC, ROM_SIZE, SFX};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use studio::{Jukebox, Piece};

/// Frames after which a sound that goes round and round ends.
const MOST: u32 = 8 * Jukebox::FPS;

/// A sound that is heard alone.
#[derive(Clone, Debug)]
pub(crate) struct Audition {
    jukebox: Jukebox,
    pace: Pace,
    left: u32,
}

impl Audition {
    /// Of what differs between two data, if it is something to be heard.
    pub fn of(before: &Rom, now: &Arc<Rom>, time: Duration) -> Option<Audition> {
        let piece = first(before, now, usize::from(MUSIC)..usize::from(SFX), 4)
            .map(Piece::Music)
            .or_else(|| first(before, now, usize::from(SFX)..ROM_SIZE, 68).map(Piece::Sfx))?;
        let pace = Pace::new(Jukebox::FPS as u8, time);
        Some(Audition { jukebox: Jukebox::new(now.clone(), piece), pace, left: MOST })
    }

    /// When its next frame is due.
    pub fn next(&self) -> Duration {
        self.pace.next()
    }

    /// The samples that are due; none when it is over.
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

/// The first record of so many bytes that differs in a part of the data.
fn first(before: &Rom, now: &Rom, part: Range<usize>, bytes: usize) -> Option<u8> {
    let records = |rom: &Rom| rom.data[part.clone()].chunks(bytes).map(<[u8]>::to_vec).collect::<Vec<_>>();
    let at = records(before).iter().zip(&records(now)).position(|(a, b)| a != b)?;
    u8::try_from(at).ok()
}

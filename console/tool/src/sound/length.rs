//! How long a sound or tune is in a file, and where it loops.
//!
//! ```text
//! |  intro  |  round  |  round  |  fade   |       cut to the sample
//! ```
//!
//! A sound's loop follows from its speed and two notes. Music loops when a pattern starts for the second time, as the next pattern depends
//! only on the cart. Without a loop it ends when nothing plays and [`QUIET`] frames were silent, or two seconds later.

use std::ops::Range;
use studio::{Jukebox, SoundFile};

/// Samples of a tick, the synth's unit of time.
const TICK: usize = 183;
/// Silent frames at an end: a tenth of a second, longer than any echo's delay.
const QUIET: u32 = 6;
/// Frames for an echo to fade; it halves every 33 ms.
const FADE: u32 = 120;

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Rendered {
    pub samples: Vec<i16>,
    /// The last round before the fade.
    pub looped: Option<Range<usize>>,
    pub fade: usize,
    /// Cut at the maximum length, as no loop was found.
    pub cut: bool,
}

/// A loop: its first sample and length.
#[derive(Clone, Copy)]
struct Round {
    begin: usize,
    length: usize,
}

impl Round {
    fn last(self, loops: u8) -> Range<usize> {
        let end = self.begin + self.length * usize::from(loops);
        end - self.length..end
    }
}

/// The start of each pattern, to find one that starts again.
struct Patterns([Option<usize>; 64]);

impl Patterns {
    /// Updates after a frame; `samples` have been rendered.
    fn find_round(&mut self, jukebox: &mut Jukebox, samples: usize) -> Option<Round> {
        let (pattern, ticks) = jukebox.pattern()?;
        // Ticks start with the first sample; the one at the frame's end has started.
        let begin = TICK * samples.div_ceil(TICK).checked_sub(ticks as usize)?;
        let first = *self.0.get_mut(usize::from(pattern))?.get_or_insert(begin);
        (first < begin).then_some(Round { begin: first, length: begin - first })
    }
}

pub(crate) fn samples(mut jukebox: Jukebox, file: &SoundFile) -> Rendered {
    let rate = rasher::RATE as usize;
    if let Some(seconds) = file.seconds {
        return Rendered { samples: first(jukebox, usize::from(seconds) * rate), ..Rendered::default() };
    }
    let mut out = Vec::new();
    let mut patterns = Patterns([None; 64]);
    let mut found = jukebox
        .sound_loop()
        .map(|(before, round)| Round { begin: TICK * before as usize, length: TICK * round as usize });
    let fade = usize::from(file.fade) * rate;
    let (mut still, mut over) = (0, 0);
    for _ in 0..u32::from(SoundFile::SECONDS) * Jukebox::FPS {
        let frame = jukebox.frame();
        still = if frame.iter().all(|s| *s == 0) { still + 1 } else { 0 };
        out.extend_from_slice(frame);
        found = found.or_else(|| patterns.find_round(&mut jukebox, out.len()));
        if let Some(looped) = found.map(|round| round.last(file.loops.max(1)))
            && out.len() >= looped.end + fade
        {
            out.truncate(looped.end + fade);
            fade_out(&mut out[looped.end..]);
            return Rendered { samples: out, looped: Some(looped), fade, cut: false };
        }
        over = if jukebox.is_playing() { 0 } else { over + 1 };
        if over > 0 && still >= QUIET || over > FADE {
            return Rendered { samples: out, ..Rendered::default() };
        }
    }
    Rendered { samples: out, cut: true, ..Rendered::default() }
}

pub(crate) fn channel(mut jukebox: Jukebox, channel: u8, whole: &Rendered) -> Vec<i16> {
    jukebox.listen_to(1 << channel);
    let mut out = first(jukebox, whole.samples.len());
    let begin = out.len() - whole.fade;
    fade_out(&mut out[begin..]);
    out
}

/// Fades to silence by the square of the time left, as loudness is perceived in ratios.
fn fade_out(samples: &mut [i16]) {
    let length = samples.len() as i64;
    for (left, sample) in (0..length).rev().zip(samples) {
        *sample = (i64::from(*sample) * left * left / (length * length)) as i16;
    }
}

fn first(mut jukebox: Jukebox, count: usize) -> Vec<i16> {
    let mut out = Vec::with_capacity(count);
    while out.len() < count {
        let frame = jukebox.frame();
        out.extend_from_slice(&frame[..frame.len().min(count - out.len())]);
    }
    out
}

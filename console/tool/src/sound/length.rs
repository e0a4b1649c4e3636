//! How long a sound or tune is in a file, and where it loops.
//!
//! ```text
//! a sound with a loop    before it, then a round: by its speed and its two notes
//! music                  a pattern begins for the second time: since the first time it was a round, as what follows a pattern
//!                        is read from the cart alone
//!
//! |  before  |  round  |  round  |  fade   |       cut there, to the sample
//! ```
//!
//! What has no loop goes to its end: no player runs, and [`QUIET`] frames are zeros or two seconds have passed.

use std::ops::Range;
use studio::{Jukebox, SoundFile};

/// Samples of a tick, from which all lengths of the synth are made.
const TICK: usize = 183;
/// Frames of zeros that are an end: a tenth of a second, longer than the longest echo.
const QUIET: u32 = 6;
/// Frames that an echo may need to fade; it halves every 33 ms.
const FADE: u32 = 120;

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Rendered {
    pub samples: Vec<i16>,
    /// The last round before the fade.
    pub looped: Option<Range<usize>>,
    /// Samples of the fade at the end.
    pub fade: usize,
    /// It went on, and no loop was found.
    pub cut: bool,
}

/// A loop: the sample at which it begins for the first time, and how many a round has.
#[derive(Clone, Copy)]
struct Round {
    begin: usize,
    length: usize,
}

impl Round {
    /// The last of so many rounds.
    fn last(self, loops: u8) -> Range<usize> {
        let end = self.begin + self.length * usize::from(loops);
        end - self.length..end
    }
}

/// Waits for a pattern that begins for the second time.
struct Patterns([Option<usize>; 64]);

impl Patterns {
    /// Behind a frame that ends with that sample.
    fn look(&mut self, jukebox: &mut Jukebox, samples: usize) -> Option<Round> {
        let (pattern, ticks) = jukebox.pattern()?;
        // Ticks begin with the first sample, and the one that a frame ends in has begun.
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
    let ticks =
        |(before, round): (u32, u32)| Round { begin: TICK * before as usize, length: TICK * round as usize };
    let mut found = jukebox.sound_loop().map(ticks);
    let fade = usize::from(file.fade) * rate;
    let (mut still, mut over) = (0, 0);
    for _ in 0..u32::from(SoundFile::SECONDS) * Jukebox::FPS {
        let frame = jukebox.frame();
        still = if frame.iter().all(|s| *s == 0) { still + 1 } else { 0 };
        out.extend_from_slice(frame);
        found = found.or_else(|| patterns.look(&mut jukebox, out.len()));
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

/// One channel of what was rendered, as long as that.
pub(crate) fn channel(mut jukebox: Jukebox, channel: u8, whole: &Rendered) -> Vec<i16> {
    jukebox.listen_to(1 << channel);
    let mut out = first(jukebox, whole.samples.len());
    let begin = out.len() - whole.fade;
    fade_out(&mut out[begin..]);
    out
}

/// Down to nothing. By the square of what is left, as an ear hears loudness by steps of the same ratio: half of the time is a quarter.
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

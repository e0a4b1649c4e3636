//! The last seconds of a run as a film, or a part of it as sound: the frames are run again.
//!
//! ```text
//! extcmd("rec") at frame a ── extcmd("video"), Ctrl+9 at frame b     pictures a to b, at most the last 120 s; without a the last 8 s
//! extcmd("audio_rec") at a ── extcmd("audio_end") at b               samples of frames a+1 to b, at most the first 600 s
//! ```
//!
//! So neither costs anything during play, and rewound frames are not included.

use format::Movie;
use rasher::{Machine, PIXELS};
use timeline::{Crash, Past, Playback};

/// Seconds; PICO-8's largest setting.
const FILM_MAX: u32 = 120;
/// Seconds; 26 MB.
const SOUND_MAX: u64 = 600;

#[derive(Debug)]
pub enum Media {
    Screenshot(Box<[u8; PIXELS]>),
    Gif(Vec<u8>),
    Apng(Vec<u8>),
    /// 22,050 samples per second.
    Sound(Vec<i16>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MediaName {
    /// Without number and ending.
    pub name: String,
    /// The key of the cart that asked for it. None: the user did.
    pub by: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Film {
    /// Seconds, unless a start is set.
    pub seconds: u32,
    /// The first frame, if it is before the last.
    pub since: Option<u64>,
    pub scale: u8,
    /// An animated PNG, which has every frame, instead of a GIF.
    pub animated: bool,
}

impl Film {
    pub fn frames(&self, to: u64, fps: u8) -> u64 {
        let most = |seconds: u32| u64::from(seconds) * u64::from(fps);
        let back = match self.since.and_then(|since| to.checked_sub(since)) {
            Some(back) => back.min(most(FILM_MAX)),
            None => to.min(most(self.seconds)),
        };
        back + 1
    }

    pub fn begin(&self, past: Past, to: u64, fps: u8) -> Filming {
        let (frames, scale) = (self.frames(to, fps), usize::from(self.scale));
        let movie = if self.animated { Movie::apng(scale, fps, frames) } else { Movie::gif(scale, fps) };
        let from = to + 1 - frames;
        Filming { movie, walk: Walk::new(past, from, from, to) }
    }

    pub fn take(&self, past: &Past, to: u64, fps: u8) -> Result<Vec<u8>, Crash> {
        let mut filming = self.begin(past.clone(), to, fps);
        while filming.step(u64::MAX, &mut |_| true)? {}
        Ok(filming.finish())
    }
}

#[derive(Debug)]
struct Walk {
    past: Past,
    playback: Playback,
    from: u64,
    to: u64,
}

impl Walk {
    fn new(past: Past, first: u64, from: u64, to: u64) -> Walk {
        Walk { playback: past.walk(first), past, from, to }
    }

    /// Runs at most `most` frames. Returns false when it is done. `proceed` gets the frames done and returns false to end it. Fails if a
    /// frame panics.
    fn step(
        &mut self,
        most: u64,
        proceed: &mut dyn FnMut(u64) -> bool,
        mut each: impl FnMut(&Machine),
    ) -> Result<bool, Crash> {
        let most = most.min(self.to.saturating_sub(self.playback.now()));
        let (from, mut goes_on) = (self.from, true);
        self.playback.step(&self.past, most, |frame, console| {
            each(console.machine());
            goes_on = proceed(frame - from);
            goes_on
        })?;
        Ok(goes_on && self.playback.now() < self.to)
    }
}

pub struct Filming {
    movie: Movie,
    walk: Walk,
}

impl Filming {
    pub fn step(&mut self, most: u64, proceed: &mut dyn FnMut(u64) -> bool) -> Result<bool, Crash> {
        let mut pixels = Box::new([0; PIXELS]);
        self.walk.step(most, &mut |done| proceed(done + 1), |machine| {
            machine.picture(&mut pixels);
            self.movie.frame(&pixels);
        })
    }

    pub fn finish(self) -> Vec<u8> {
        self.movie.finish()
    }
}

impl std::fmt::Debug for Filming {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Filming").finish_non_exhaustive()
    }
}

#[derive(Debug)]
pub(crate) struct SoundTaking {
    walk: Walk,
    samples: Vec<i16>,
}

impl SoundTaking {
    pub fn frames(from: u64, to: u64, fps: u8) -> u64 {
        to.saturating_sub(from).min(SOUND_MAX * u64::from(fps))
    }

    pub fn begin(past: Past, from: u64, to: u64, fps: u8) -> SoundTaking {
        let to = from + SoundTaking::frames(from, to, fps);
        SoundTaking { walk: Walk::new(past, from + 1, from, to), samples: Vec::new() }
    }

    pub fn step(&mut self, most: u64, proceed: &mut dyn FnMut(u64) -> bool) -> Result<bool, Crash> {
        self.walk.step(most, proceed, |machine| self.samples.extend_from_slice(machine.samples()))
    }

    pub fn finish(self) -> Vec<i16> {
        self.samples
    }
}

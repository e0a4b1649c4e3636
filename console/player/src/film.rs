//! The last seconds of a run as a moving picture, or a stretch of it as sound, after the fact: the frames are run again.
//!
//! ```text
//! extcmd("rec") at frame a ── extcmd("video"), Ctrl+9 at frame b     pictures a to b, at most the last 120 s of them; without a the last 8 s
//! extcmd("audio_rec") at a ── extcmd("audio_end") at b               samples of the frames a+1 to b, at most the first 600 s of them
//! ```
//!
//! So neither costs anything while it is played, and what was gone back over is not in it.

use format::Movie;
use rasher::PIXELS;
use timeline::{Crash, Past, Playback};

/// Seconds of the longest film: the most that the original can be set to.
const FILM_MAX: u32 = 120;
/// Seconds of the longest sound: 26 MB.
const SOUND_MAX: u64 = 600;

#[derive(Debug)]
pub enum Media {
    Screenshot(Box<[u8; PIXELS]>),
    Gif(Vec<u8>),
    Apng(Vec<u8>),
    /// 22,050 samples a second.
    Sound(Vec<i16>),
}

/// What a picture, a film or a sound is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MediaName {
    /// Its file's name, without number and ending.
    pub name: String,
    /// The key of the cart that asked for it; none where a person did.
    pub by: Option<String>,
}

/// What of a run is shown, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Film {
    /// Seconds, where no beginning is set.
    pub seconds: u32,
    /// The moment that it begins with, if it is before its end.
    pub since: Option<u64>,
    /// Each pixel is enlarged to so many times so many.
    pub scale: u8,
    /// An animated PNG, which has every frame, and not a GIF.
    pub animated: bool,
}

impl Film {
    /// Frames that it shows of a run that has `to` of them.
    pub fn frames(&self, to: u64, fps: u8) -> u64 {
        let most = |seconds: u32| u64::from(seconds) * u64::from(fps);
        let back = match self.since.and_then(|since| to.checked_sub(since)) {
            Some(back) => back.min(most(FILM_MAX)),
            None => to.min(most(self.seconds)),
        };
        back + 1
    }

    /// Begins to film the seconds before moment `to` of a past with `fps` frames a second.
    pub fn begin(&self, past: Past, to: u64, fps: u8) -> Filming {
        let (frames, scale) = (self.frames(to, fps), usize::from(self.scale));
        let movie = if self.animated { Movie::apng(scale, fps, frames) } else { Movie::gif(scale, fps) };
        let from = to + 1 - frames;
        let walk = past.walk(from);
        Filming { film: *self, movie, past, walk, from, to }
    }

    /// The file, made at once: see [`Film::begin`].
    ///
    /// # Errors
    /// When a frame on the way panics.
    pub fn take(&self, past: &Past, to: u64, fps: u8) -> Result<Vec<u8>, Crash> {
        let mut filming = self.begin(past.clone(), to, fps);
        while filming.step(u64::MAX, &mut |_| true)? {}
        Ok(filming.finish())
    }
}

/// A film on its way.
pub struct Filming {
    film: Film,
    movie: Movie,
    past: Past,
    walk: Playback,
    from: u64,
    to: u64,
}

impl Filming {
    /// Films at most `most` frames on; false when all are. `keep_on` is told how many are done; false ends the film there.
    ///
    /// # Errors
    /// When a frame on the way panics.
    pub fn step(&mut self, most: u64, keep_on: &mut dyn FnMut(u64) -> bool) -> Result<bool, Crash> {
        let (movie, from) = (&mut self.movie, self.from);
        let mut pixels = Box::new([0; PIXELS]);
        let most = most.min(self.to.saturating_sub(self.walk.now()));
        let mut goes_on = true;
        self.walk.step(&self.past, most, |frame, console| {
            console.machine().picture(&mut pixels);
            movie.frame(&pixels);
            goes_on = keep_on(frame - from + 1);
            goes_on
        })?;
        Ok(goes_on && self.walk.now() < self.to)
    }

    pub fn finish(self) -> Vec<u8> {
        self.movie.finish()
    }
}

impl std::fmt::Debug for Filming {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Filming").field("film", &self.film).finish_non_exhaustive()
    }
}

/// The sound of a stretch of a run, on its way.
#[derive(Debug)]
pub(crate) struct SoundTaking {
    past: Past,
    walk: Playback,
    from: u64,
    to: u64,
    samples: Vec<i16>,
}

impl SoundTaking {
    /// Frames whose sound is taken from moment `from` to moment `to`.
    pub fn frames(from: u64, to: u64, fps: u8) -> u64 {
        to.saturating_sub(from).min(SOUND_MAX * u64::from(fps))
    }

    /// Begins to take the sound that follows moment `from` of a past with `fps` frames a second.
    pub fn begin(past: Past, from: u64, to: u64, fps: u8) -> SoundTaking {
        let to = from + SoundTaking::frames(from, to, fps);
        let walk = past.walk(from + 1);
        SoundTaking { past, walk, from, to, samples: Vec::new() }
    }

    /// Takes at most `most` frames on; false when all are. `keep_on` is told how many are done; false ends it there.
    ///
    /// # Errors
    /// When a frame on the way panics.
    pub fn step(&mut self, most: u64, keep_on: &mut dyn FnMut(u64) -> bool) -> Result<bool, Crash> {
        let (samples, from, mut goes_on) = (&mut self.samples, self.from, true);
        let most = most.min(self.to.saturating_sub(self.walk.now()));
        self.walk.step(&self.past, most, |frame, console| {
            samples.extend_from_slice(console.machine().samples());
            goes_on = keep_on(frame - from);
            goes_on
        })?;
        Ok(goes_on && self.walk.now() < self.to)
    }

    /// The samples, 22,050 a second.
    pub fn finish(self) -> Vec<i16> {
        self.samples
    }
}

//! The last seconds of a run as a moving picture, after the fact: the frames are run again.

use format::Movie;
use rasher::PIXELS;
use timeline::{Crash, Past, Playback};

/// What of a run is shown, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Film {
    /// Seconds.
    pub seconds: u32,
    /// Each pixel is enlarged to so many times so many.
    pub scale: u8,
    /// An animated PNG, which has every frame, and not a GIF.
    pub animated: bool,
}

impl Film {
    /// Frames that it shows of a run that has `to` of them.
    pub fn frames(&self, to: u64, fps: u8) -> u64 {
        to.min(u64::from(self.seconds) * u64::from(fps)) + 1
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

    /// The file.
    pub fn finish(self) -> Vec<u8> {
        self.movie.finish()
    }
}

impl std::fmt::Debug for Filming {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Filming").field("film", &self.film).finish_non_exhaustive()
    }
}

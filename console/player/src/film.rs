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
        let make = if self.animated { Movie::apng } else { Movie::gif };
        let from = to + 1 - self.frames(to, fps);
        let walk = past.walk(from);
        Filming { film: *self, movie: make(usize::from(self.scale), fps), past, walk, from, to }
    }

    /// The file, made at once: see [`Film::begin`].
    ///
    /// # Errors
    /// When a frame on the way panics.
    pub fn take(&self, past: &Past, to: u64, fps: u8) -> Result<Vec<u8>, Crash> {
        let mut filming = self.begin(past.clone(), to, fps);
        while filming.step(u64::MAX, &mut |_| true)? {}
        Ok(filming.finish(&mut |_| true))
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
        let (movie, from, animated) = (&mut self.movie, self.from, self.film.animated);
        let mut pixels = Box::new([0; PIXELS]);
        let most = most.min(self.to.saturating_sub(self.walk.now()));
        let mut goes_on = true;
        self.walk.step(&self.past, most, |frame, console| {
            console.machine().picture(&mut pixels);
            movie.frame(&pixels);
            // An animated PNG is made at the end, when it is known how many pictures it has.
            goes_on = animated || keep_on(frame - from + 1);
            goes_on
        })?;
        Ok(goes_on && self.walk.now() < self.to)
    }

    /// The file. An animated PNG is made only now: `keep_on` is told how many of its pictures are done, and false ends it.
    pub fn finish(self, keep_on: &mut dyn FnMut(u64) -> bool) -> Vec<u8> {
        self.movie.finish(keep_on)
    }
}

impl std::fmt::Debug for Filming {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Filming").field("film", &self.film).finish_non_exhaustive()
    }
}

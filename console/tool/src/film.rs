//! The last seconds of a run as an animation, made after the fact: the frames are run again.

use format::Movie;
use rasher::PIXELS;
use timeline::{Crash, Past};

/// What of a run is shown, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Film {
    /// Seconds.
    pub seconds: u32,
    /// How many times each pixel is enlarged, in both directions.
    pub scale: u8,
    /// An animated PNG, which has every frame, instead of a GIF.
    pub animated: bool,
}

impl Film {
    /// How many frames of a run it shows, if it ends at frame `to`.
    pub fn frames(&self, to: u64, fps: u8) -> u64 {
        to.min(u64::from(self.seconds) * u64::from(fps)) + 1
    }

    /// The file: the seconds before moment `to` of a past with `fps` frames a second. `keep_on` gets the number of frames done so far;
    /// when it returns false, the file ends there.
    ///
    /// # Errors
    /// When a frame on the way panics.
    pub fn take(
        &self,
        past: &Past,
        to: u64,
        fps: u8,
        mut keep_on: impl FnMut(u64) -> bool,
    ) -> Result<Vec<u8>, Crash> {
        let make = if self.animated { Movie::apng } else { Movie::gif };
        let mut movie = make(usize::from(self.scale), fps);
        let from = to + 1 - self.frames(to, fps);
        let mut pixels = Box::new([0; PIXELS]);
        past.scan(from, to, |frame, console| {
            console.machine().picture(&mut pixels);
            movie.frame(&pixels);
            // An animated PNG is made at the end, when it is known how many pictures it has.
            self.animated || keep_on(frame - from + 1)
        })?;
        Ok(movie.finish(keep_on))
    }
}

//! The last seconds of a run as a film, or a part of it as sound: the frames are run again.
//!
//! ```text
//! extcmd("rec") at frame a ── extcmd("video"), Ctrl+9 at frame b     pictures a to b, at most the last 120 s; without a the last 8 s
//! extcmd("audio_rec") at a ── extcmd("audio_end") at b               samples of frames a+1 to b, at most the first 600 s
//! ```
//!
//! So neither costs anything during play, and rewound frames are not included.

use format::Movie;
use rasher::PIXELS;
use timeline::{Crash, Past, Playback};

/// Seconds; PICO-8's largest setting.
const FILM_MAX: u32 = 120;
/// Seconds; 26 MB.
const SOUND_MAX: u64 = 600;
/// Frames per step of a film: each takes some 2 ms in an animated PNG.
const PICTURES: u64 = 2;

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

    pub fn begin(&self, past: Past, to: u64, fps: u8) -> MediaJob {
        let (frames, scale) = (self.frames(to, fps), usize::from(self.scale));
        let movie = if self.animated { Movie::apng(scale, fps, frames) } else { Movie::gif(scale, fps) };
        MediaJob::new(past, to + 1 - frames, to, OpenMedia::Film(movie, self.animated))
    }

    pub fn take(&self, past: &Past, to: u64, fps: u8) -> Result<Vec<u8>, Crash> {
        let mut job = self.begin(past.clone(), to, fps);
        loop {
            if let Some(Media::Gif(bytes) | Media::Apng(bytes)) = job.step(u64::MAX, &mut |_| true)? {
                return Ok(bytes);
            }
        }
    }
}

enum OpenMedia {
    Film(Movie, bool),
    Sound(Vec<i16>),
}

pub struct MediaJob {
    past: Past,
    playback: Playback,
    first: u64,
    to: u64,
    media: Option<OpenMedia>,
}

impl MediaJob {
    fn new(past: Past, first: u64, to: u64, media: OpenMedia) -> MediaJob {
        MediaJob { playback: past.walk(first), past, first, to, media: Some(media) }
    }

    pub fn sound_frames(from: u64, to: u64, fps: u8) -> u64 {
        to.saturating_sub(from).min(SOUND_MAX * u64::from(fps))
    }

    pub fn sound(past: Past, from: u64, to: u64, fps: u8) -> MediaJob {
        let to = from + MediaJob::sound_frames(from, to, fps);
        MediaJob::new(past, from + 1, to, OpenMedia::Sound(Vec::new()))
    }

    /// Runs at most `most` frames, of a film two. Returns what it has made once it is done, or once `proceed`, which gets the number
    /// of frames done, returns false. Fails if a frame panics.
    pub fn step(&mut self, most: u64, proceed: &mut dyn FnMut(u64) -> bool) -> Result<Option<Media>, Crash> {
        let MediaJob { past, playback, first, to, media } = self;
        let most = most.min(to.saturating_sub(playback.now()));
        let most = if let Some(OpenMedia::Film(..)) = media { most.min(PICTURES) } else { most };
        let (mut goes_on, mut pixels) = (true, Box::new([0; PIXELS]));
        playback.step(past, most, |frame, console| {
            match media {
                Some(OpenMedia::Film(movie, _)) => {
                    console.machine().picture(&mut pixels);
                    movie.frame(&pixels);
                }
                Some(OpenMedia::Sound(samples)) => samples.extend_from_slice(console.machine().samples()),
                None => {}
            }
            goes_on = proceed(frame + 1 - *first);
            goes_on
        })?;
        if goes_on && playback.now() < *to {
            return Ok(None);
        }
        Ok(media.take().map(|media| match media {
            OpenMedia::Film(movie, true) => Media::Apng(movie.finish()),
            OpenMedia::Film(movie, false) => Media::Gif(movie.finish()),
            OpenMedia::Sound(samples) => Media::Sound(samples),
        }))
    }
}

//! How much is done at once, where a tick shall not take long: frames counted by what frames took until now.
//!
//! ```text
//! tick: so many frames were run ──> HostEvent::Took(micros) of the next one ──> micros a frame ──> frames of the next slice
//! ```
//!
//! The player has no clock, so it is told. Where nobody tells it, it goes by a guess.

/// Microseconds that a slice may take. A tick has up to three (the way to a moment, the last frames of it, what is drawn of it), and
/// shall stay below 8 ms.
const SLICE: u32 = 2_000;
/// Microseconds of a frame, as long as none is known.
const GUESS: u32 = 100;

/// What frames take.
#[derive(Clone, Debug)]
pub(crate) struct Effort {
    /// Microseconds of a frame.
    micros: u32,
    /// Frames of the tick before.
    frames: u64,
    /// The number of the cart's own frame, if the tick before ran one.
    frame: Option<u64>,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { micros: GUESS, frames: 0, frame: None }
    }
}

impl Effort {
    /// This tick ran at most so many frames of a past.
    pub fn ran(&mut self, frames: u64) {
        self.frames += frames;
    }

    /// This tick ran the cart's frame of that number.
    pub fn ran_frame(&mut self, number: u64) {
        self.frames += 1;
        self.frame = Some(number);
    }

    /// The tick before took so many microseconds: the number and time of its own frame, if it had one.
    pub fn took(&mut self, micros: u32) -> Option<(u64, u32)> {
        let frame = self.frame.take();
        let frames = std::mem::take(&mut self.frames);
        if let Some(each) = u64::from(micros).checked_div(frames) {
            let each = u32::try_from(each).unwrap_or(u32::MAX).max(1);
            // Up at once, down slowly: the dear frames are those that count.
            self.micros = if each > self.micros { each } else { self.micros - (self.micros - each) / 8 };
        }
        frame.map(|frame| (frame, micros))
    }

    /// Frames of a slice.
    pub fn slice(&self) -> u64 {
        u64::from((SLICE / self.micros.max(1)).max(1))
    }

    /// Frames that can be run in so many microseconds, at most 255.
    pub fn frames_in(&self, micros: u32) -> u8 {
        (micros / self.micros.max(1)).try_into().unwrap_or(u8::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_as_long_as_frames_are_cheap() {
        let mut effort = Effort::default();
        assert_eq!((effort.slice(), effort.frames_in(16_666)), (20, 166));
        effort.ran_frame(7);
        assert_eq!(effort.took(5_000), Some((7, 5_000)));
        assert_eq!((effort.slice(), effort.frames_in(16_666)), (1, 3), "a dear cart");
        for _ in 0..100 {
            effort.ran(100);
            assert_eq!(effort.took(1_000), None);
        }
        assert!((50..=200).contains(&effort.slice()), "{} frames of 10 us", effort.slice());
        assert_eq!(effort.took(9_999_999), None, "a tick without frames tells nothing");
        assert!(effort.slice() > 50);
    }
}

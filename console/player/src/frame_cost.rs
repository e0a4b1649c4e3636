//! How many frames fit into a slice, from how long frames have taken.
//!
//! ```text
//! tick: n frames were run ──> HostEvent::Took(micros) of the next tick ──> micros per frame ──> frames of the next slice
//! ```
//!
//! The player has no clock, so the host measures. Without measurements a guess applies.

/// Microseconds of a slice. A tick has up to three and shall stay below 8 ms.
const SLICE: u32 = 2_000;
/// Microseconds of a frame until one was measured.
const GUESS: u32 = 100;

#[derive(Clone, Debug)]
pub(crate) struct FrameCost {
    micros: u32,
    /// Frames of this tick.
    frames: u64,
    /// The number of the cart's own frame, if this tick ran one.
    frame: Option<u64>,
}

impl Default for FrameCost {
    fn default() -> Self {
        FrameCost { micros: GUESS, frames: 0, frame: None }
    }
}

impl FrameCost {
    pub fn ran(&mut self, frames: u64) {
        self.frames += frames;
    }

    pub fn ran_frame(&mut self, number: u64) {
        self.frames += 1;
        self.frame = Some(number);
    }

    /// Notes the duration of the previous tick. Returns number and time of its own frame, if it had one.
    pub fn took(&mut self, micros: u32) -> Option<(u64, u32)> {
        let frame = self.frame.take();
        let frames = std::mem::take(&mut self.frames);
        if let Some(each) = u64::from(micros).checked_div(frames) {
            let each = u32::try_from(each).unwrap_or(u32::MAX).max(1);
            // Rises at once and falls slowly: the expensive frames count.
            self.micros = if each > self.micros { each } else { self.micros - (self.micros - each) / 8 };
        }
        frame.map(|frame| (frame, micros))
    }

    pub fn slice(&self) -> u64 {
        u64::from((SLICE / self.micros.max(1)).max(1))
    }

    pub fn frames_in(&self, micros: u32) -> u8 {
        (micros / self.micros.max(1)).try_into().unwrap_or(u8::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cheap_frames_make_long_slices() {
        let mut frame_cost = FrameCost::default();
        assert_eq!((frame_cost.slice(), frame_cost.frames_in(16_666)), (20, 166));
        frame_cost.ran_frame(7);
        assert_eq!(frame_cost.took(5_000), Some((7, 5_000)));
        assert_eq!((frame_cost.slice(), frame_cost.frames_in(16_666)), (1, 3), "an expensive cart");
        for _ in 0..100 {
            frame_cost.ran(100);
            assert_eq!(frame_cost.took(1_000), None);
        }
        assert!((50..=200).contains(&frame_cost.slice()), "{} frames of 10 us", frame_cost.slice());
        assert_eq!(
            (frame_cost.took(9_999_999), frame_cost.slice() > 50),
            (None, true),
            "a tick without frames"
        );
    }
}

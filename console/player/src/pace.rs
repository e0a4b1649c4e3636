//! From time to frames: how many are due now, and when the next one is.
//!
//! ```text
//! start            now
//!   |---1---|---2---|---3---|        frame n is due at start + n/fps, counted from the start: no drift
//!           due: 2 - done
//! ```
//!
//! A pure function of the given times. Whatever the display's rate, the console runs 30 or 60 frames a second, and the newest
//! picture is shown at the next refresh. Late frames are all run, until the console is more than a quarter of a second behind: then
//! it was suspended or cannot keep up, and counting restarts.
//!
//! How many frames fit into a slice of other work is estimated from how long frames have taken. The player has no clock, so the host
//! measures (`HostEvent::Took`).

use std::time::Duration;

/// How far behind the console may be and still catch up.
const PATIENCE: Duration = Duration::from_millis(250);

#[derive(Clone, Debug)]
pub(crate) struct Pace {
    fps: u32,
    start: Duration,
    done: u64,
}

impl Pace {
    pub fn new(fps: u8, now: Duration) -> Self {
        Pace { fps: u32::from(fps.max(1)), start: now, done: 0 }
    }

    pub fn fps(&self) -> u8 {
        self.fps as u8
    }

    pub fn next(&self) -> Duration {
        // Multiplied before it is divided, so no third of a nanosecond is lost per frame.
        let nanos = u128::from(self.done) * 1_000_000_000;
        self.start + Duration::from_nanos(nanos.div_ceil(u128::from(self.fps)) as u64)
    }

    pub fn due(&mut self, now: Duration) -> u32 {
        if now < self.next() {
            return 0;
        }
        if now - self.next() > PATIENCE {
            self.start = now;
            self.done = 1;
            return 1;
        }
        let target = (now - self.start).as_nanos() * u128::from(self.fps) / 1_000_000_000 + 1;
        let due = target as u64 - self.done;
        self.done += due;
        due as u32
    }
}

/// Microseconds of a slice. A tick has up to three and shall stay below 8 ms.
const SLICE: u32 = 2_000;
/// Microseconds of a frame until one was measured.
const GUESS: u32 = 100;

#[derive(Clone, Debug)]
pub(crate) struct FrameCost {
    micros: u32,
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

    const SECOND: u64 = 1_000_000_000;

    fn calls(hz: u64, seconds: u64, jitter: u64) -> impl Iterator<Item = Duration> {
        let mut seed = 1u64;
        (0..hz * seconds).map(move |i| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            Duration::from_nanos(i * SECOND / hz + (seed >> 33).checked_rem(jitter).unwrap_or(0))
        })
    }

    #[test]
    fn over_ten_minutes_no_frame_is_lost_or_added_on_any_display() {
        for (hz, fps, jitter) in [50, 60, 75, 120, 144, 240]
            .into_iter()
            .flat_map(|hz| [(hz, 30, 0), (hz, 30, 3_000_000), (hz, 60, 0), (hz, 60, 3_000_000)])
        {
            let mut pace = Pace::new(fps, Duration::ZERO);
            let due: Vec<u32> = calls(hz, 600, jitter).map(|now| pace.due(now)).collect();
            let last = calls(hz, 600, jitter).last().unwrap_or_default();
            let want = last.as_nanos() as u64 * u64::from(fps) / SECOND + 1;
            assert_eq!(due.iter().map(|n| u64::from(*n)).sum::<u64>(), want, "{fps} fps on {hz} Hz");
            // A call comes at most 20 ms + 3 ms late, which is two frames of 16.7 ms.
            assert!(due.iter().all(|n| *n <= 2), "{fps} fps on {hz} Hz, jitter {jitter}");
        }
    }

    #[test]
    fn on_a_multiple_of_the_rate_all_frames_are_equally_long() {
        // 144 is no multiple of 60: two or three refreshes.
        for (hz, fps, gaps) in
            [(60, 60, [1, 1]), (60, 30, [2, 2]), (120, 60, [2, 2]), (120, 30, [4, 4]), (144, 60, [2, 3])]
        {
            let mut pace = Pace::new(fps, Duration::ZERO);
            let late = Duration::from_nanos(1000);
            let frames: Vec<u32> = calls(hz, 60, 0).map(|now| pace.due(now + late)).collect();
            let starts: Vec<usize> = (0..frames.len()).filter(|&i| frames[i] > 0).collect();
            assert!(starts.windows(2).all(|w| gaps.contains(&(w[1] - w[0]))), "{fps} fps on {hz} Hz");
        }
    }

    #[test]
    fn each_time_named_gives_one_frame_and_a_long_stall_is_not_caught_up() {
        let (mut pace, start, ns) =
            (Pace::new(60, Duration::from_secs(5)), Duration::from_secs(5), Duration::from_nanos(1));
        for frame in 0..100_000u64 {
            let next = pace.next();
            assert_eq!((pace.due(next - ns), pace.due(next)), (0, 1), "frame {frame}");
        }
        assert_eq!(pace.next(), start + Duration::from_nanos(100_000 * SECOND / 60 + 1));
        // Milliseconds and frames due: late frames are run, and after a minute one, then the usual rhythm.
        let mut pace = Pace::new(60, Duration::ZERO);
        for (at, due) in [(0, 1), (200, 12), (201, 0), (60_000, 1), (60_000, 0), (60_017, 1)] {
            assert_eq!(pace.due(Duration::from_millis(at)), due, "at {at} ms");
        }
    }

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
        // A tick without frames.
        assert_eq!((frame_cost.took(9_999_999), frame_cost.slice() > 50), (None, true));
    }
}

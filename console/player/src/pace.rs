//! From time to frames: how many are due now, and when the next one is.
//!
//! ```text
//! start            now
//!   |---1---|---2---|---3---|        frame n is due at start + n/fps, counted from the start: no drift
//!           due: 2 - done
//! ```
//!
//! A pure function of the times that it is told: it never looks at a clock. Displays do not come into it: whatever
//! their rate, the console runs 30 or 60 frames a second, and the newest picture goes to the display at its next
//! refresh. Late frames are all run, until the console is more than a quarter of a second behind: then the
//! machine was suspended, or cannot keep up, and a chase would only make it worse; counting begins anew.

use std::time::Duration;

/// How far behind the console may be and still catch up.
const PATIENCE: Duration = Duration::from_millis(250);

/// Counts the frames of one rate.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    fps: u32,
    start: Duration,
    done: u64,
}

impl Pace {
    /// Begins to count: the first frame is due at once. Times are counted from any one moment.
    pub fn new(fps: u8, now: Duration) -> Self {
        Pace { fps: u32::from(fps.max(1)), start: now, done: 0 }
    }

    /// Frames a second.
    pub fn fps(&self) -> u8 {
        self.fps as u8
    }

    /// When the next frame is due.
    pub fn next(&self) -> Duration {
        // Multiplied before it is divided, so that a third of a nanosecond is not lost each frame.
        let nanos = u128::from(self.done) * 1_000_000_000;
        self.start + Duration::from_nanos(nanos.div_ceil(u128::from(self.fps)) as u64)
    }

    /// How many frames are due at `now`. They count as run.
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

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000_000;

    fn ns(n: u64) -> Duration {
        Duration::from_nanos(n)
    }

    /// Times at which a display of `hz` calls, for `seconds`, each late by up to `jitter` nanoseconds.
    fn calls(hz: u64, seconds: u64, jitter: u64) -> impl Iterator<Item = Duration> {
        let mut seed = 1u64;
        (0..hz * seconds).map(move |i| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ns(i * SECOND / hz + if jitter == 0 { 0 } else { (seed >> 33) % jitter })
        })
    }

    #[test]
    fn displays_of_any_rate_get_the_carts_rate() {
        // Our decision: over ten minutes not one frame more or less than the clock says.
        for hz in [50, 60, 75, 120, 144, 240] {
            for fps in [30u8, 60] {
                for jitter in [0, 3_000_000] {
                    let mut pace = Pace::new(fps, Duration::ZERO);
                    let mut count = 0;
                    let mut most = 0;
                    let mut last = Duration::ZERO;
                    for now in calls(hz, 600, jitter) {
                        let due = pace.due(now);
                        most = most.max(due);
                        count += u64::from(due);
                        last = now;
                    }
                    let want = last.as_nanos() as u64 * u64::from(fps) / SECOND + 1;
                    assert_eq!(count, want, "{fps} fps on {hz} Hz, jitter {jitter} ns");
                    // A call comes late by 20 ms + 3 ms at most: that is two frames of 16.7 ms.
                    assert!(most <= 2, "{most} frames in one call: {fps} fps on {hz} Hz");
                }
            }
        }
    }

    #[test]
    fn on_a_multiple_of_the_rate_every_frame_stays_equally_long() {
        for (hz, fps, each) in [(60, 60, 1), (60, 30, 2), (120, 60, 2), (120, 30, 4), (144, 60, 0)] {
            let mut pace = Pace::new(fps, Duration::ZERO);
            let frames: Vec<u32> = calls(hz, 60, 0).map(|now| pace.due(now + ns(1000))).collect();
            let starts: Vec<usize> = (0..frames.len()).filter(|&i| frames[i] > 0).collect();
            let gaps: std::collections::BTreeSet<usize> = starts.windows(2).map(|w| w[1] - w[0]).collect();
            // 144 is no multiple of 60: 2 or 3 refreshes, and nothing else.
            let want = if each == 0 { [2, 3].into() } else { [each].into() };
            assert_eq!(gaps, want, "refreshes a frame, {fps} fps on {hz} Hz");
        }
    }

    #[test]
    fn waiting_for_the_next_frame_gives_exactly_one() {
        let mut pace = Pace::new(60, ns(5 * SECOND));
        for frame in 0..100_000u64 {
            let next = pace.next();
            assert_eq!(pace.due(next - ns(1).min(next)), 0, "frame {frame}, a nanosecond too early");
            assert_eq!(pace.due(next), 1, "frame {frame}");
        }
        assert_eq!(pace.next(), ns(5 * SECOND + 100_000 * SECOND / 60 + 1));
    }

    #[test]
    fn late_frames_are_run_and_a_long_stall_is_not_chased() {
        let mut pace = Pace::new(60, Duration::ZERO);
        assert_eq!(pace.due(Duration::ZERO), 1);
        // 0.2 s later the frames 1 to 12 are due.
        assert_eq!(pace.due(Duration::from_millis(200)), 12);
        assert_eq!(pace.due(Duration::from_millis(201)), 0);
        // A stall of a minute: one frame, then the usual rhythm from there.
        let after = Duration::from_secs(60);
        assert_eq!(pace.due(after), 1);
        assert_eq!(pace.due(after), 0);
        assert_eq!(pace.due(after + Duration::from_millis(17)), 1);
    }
}

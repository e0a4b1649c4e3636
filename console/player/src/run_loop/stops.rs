//! Breakpoints in play: where a frame comes to a line that stops, play holds and the debugger stands there.
//!
//! ```text
//! a frame of play was run ── stops are set? ── run once more by lines on a copy ── comes to one? ──> RunEvent::Stopped(place)
//! ```
//!
//! Who looks for it is the search that the debugger's X is, gone on with frame by frame: it has a console of its own. So the run and what
//! is recorded of it know nothing of stops. They cost as much as a second cart that runs by lines, while some are set.

use super::RunEvent;
use super::RunLoop;
use debugger::Debugger;
use rasher::Breakpoint;
use std::time::Duration;
use timeline::{LineFound, LineJob, LinePlace, LineSearch};

/// The search, and for what and where it is the right one.
#[derive(Debug)]
pub(super) struct StopWatch {
    points: Vec<Breakpoint>,
    branch: u32,
    /// The frame that was looked through last.
    frame: u64,
    job: LineJob,
}

impl RunLoop {
    /// A frame of play was run: holds where it came to a line that stops.
    pub(super) fn look_for_stop(&mut self, now: Duration) {
        let Some(place) = self.stop_in_frame() else { return };
        self.hold(now);
        self.send(RunEvent::Stopped(place));
    }

    fn stop_in_frame(&mut self) -> Option<LinePlace> {
        let before = self.stop_watch.take();
        let points = self.last_debugger.as_ref().map_or(&[][..], Debugger::stops);
        let run = self.run.as_ref().filter(|run| !points.is_empty() && run.now() > 0)?;
        let (past, branch, frame) = (&run.branch().past, run.branch().id, run.now());
        let goes_on = |it: &StopWatch| it.points == points && it.branch == branch && it.frame + 1 == frame;
        let mut watch = before.filter(goes_on).unwrap_or_else(|| {
            let what = LineSearch::Breakpoint {
                from: Some(LinePlace::end(frame - 1)),
                back: false,
                points: points.to_vec(),
            };
            StopWatch { points: points.to_vec(), branch, frame, job: LineJob::new(past, what) }
        });
        watch.frame = frame;
        // Up to the end of what was played: this frame.
        let found = watch.job.step(past, u64::MAX, |_| true);
        match found {
            Ok(Some(LineFound::Place(hit))) if hit.place.is_some() => hit.place,
            // A frame that cannot be run by lines stops nowhere.
            Err(_) => None,
            Ok(_) => {
                self.stop_watch = Some(watch);
                None
            }
        }
    }
}

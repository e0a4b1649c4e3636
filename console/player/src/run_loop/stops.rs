//! Breakpoints during play: if a frame reaches one, play stops and the debugger opens there.
//!
//! ```text
//! a frame was played ── breakpoints set? ── run again line by line on a copy ── reaches one? ──> RunEvent::Stopped(place)
//! ```
//!
//! The search is that of the debugger's X, continued frame by frame on a console of its own, so run and recording are not affected.
//! While breakpoints are set this costs as much as a second cart that runs line by line.

use super::{RunEvent, RunLoop};
use debugger::Debugger;
use rasher::Breakpoint;
use std::time::Duration;
use timeline::{LineFound, LineJob, LinePlace, LineSearch};

/// A search that continues frame by frame, as long as breakpoints and branch stay the same.
#[derive(Debug)]
pub(super) struct BreakpointSearch {
    points: Vec<Breakpoint>,
    branch: u32,
    frame: u64,
    job: LineJob,
}

impl RunLoop {
    pub(super) fn check_breakpoints(&mut self, now: Duration) {
        let Some(place) = self.breakpoint_in_frame() else { return };
        self.hold(now);
        self.send(RunEvent::Stopped(place));
    }

    fn breakpoint_in_frame(&mut self) -> Option<LinePlace> {
        let before = self.breakpoint_search.take();
        let points = self.last_debugger.as_ref().map_or(&[][..], Debugger::breakpoints);
        let run = self.run.as_ref().filter(|run| !points.is_empty() && run.now() > 0)?;
        let (past, branch, frame) = (&run.branch().past, run.branch().id, run.now());
        let goes_on =
            |it: &BreakpointSearch| it.points == points && it.branch == branch && it.frame + 1 == frame;
        let mut watch = before.filter(goes_on).unwrap_or_else(|| {
            let what = LineSearch::Breakpoint {
                from: Some(LinePlace::end(frame - 1)),
                back: false,
                points: points.to_vec(),
            };
            BreakpointSearch { points: points.to_vec(), branch, frame, job: LineJob::new(past, what) }
        });
        watch.frame = frame;
        // To the last frame that was played: this one.
        let found = watch.job.step(past, u64::MAX, |_| true);
        match found {
            Ok(Some(LineFound::Place(hit))) if hit.place.is_some() => hit.place,
            // A frame that cannot be run line by line has no breakpoints.
            Err(_) => None,
            Ok(_) => {
                self.breakpoint_search = Some(watch);
                None
            }
        }
    }
}

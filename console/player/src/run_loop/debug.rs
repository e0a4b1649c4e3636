//! The debugger and breakpoints of a run. The debugger's session is the phase's (`player/phase.rs`).
//!
//! ```text
//! a frame was played ── breakpoints set? ── run again line by line on a copy ── reaches one? ──> RunEvent::Stopped(place)
//! ```
//!
//! The search is that of the debugger's X, continued frame by frame on a console of its own, so run and recording are not affected.
//! While breakpoints are set this costs as much as a second cart that runs line by line.

use super::{FrameOf, RunEvent, RunLoop, RunStage};
use crate::cartridge::Inspection;
use crate::loading::{Arrival, Loading};
use debugger::{DebugEvent, DebugRequest, DebugSession, Debugger};
use rasher::{Breakpoint, Input};
use std::sync::Arc;
use std::time::Duration;
use timeline::{LineFound, LineJob, LinePlace, LineSearch};

impl RunLoop {
    /// Opens the debugger, at the frame of `look` if there is one. None if the cart has never begun.
    pub fn open_debugger(&mut self, size: (i32, i32), look: Option<Inspection>) -> Option<Box<DebugSession>> {
        let run = self.run.as_ref()?;
        let mut debug =
            Box::new(DebugSession::open(run, size, self.last_debugger.as_ref(), &self.frame_times));
        let is_before = look.as_ref().is_some_and(|look| look.frame < run.branch().head());
        if let Some(Inspection { frame, bookmarks, edits, .. }) = look {
            debug.push(DebugEvent::Moment(frame, bookmarks, edits));
        }
        if self.stopped || !is_before && run.is_at_head() && run.branch().crash().is_some() {
            // The frame has no end to show.
            debug.push(DebugEvent::Fault);
        }
        self.preview_in_debugger(&mut debug);
        Some(debug)
    }

    pub fn close_debugger(&mut self, debug: DebugSession) {
        let Some(run) = &self.run else { return };
        let closed = debug.close(run, self.autosave.is_some());
        self.stale = true;
        self.last_debugger = Some(closed.debugger);
        match closed.forbidden {
            _ if self.stopped => {}
            Some((branch, frame)) => {
                self.stage = RunStage::Loading(Loading { branch, frame, then: Arrival::Back(closed.rom) });
                self.send(RunEvent::Forbidden(rasher::ability::REWIND));
            }
            None => self.settle(&closed.rom),
        }
    }

    pub fn step_debugger(&mut self, debug: &mut DebugSession, now: Duration) -> Vec<DebugRequest> {
        let slice = self.frame_cost.slice();
        let Some(run) = &mut self.run else { return Vec::new() };
        if debug.next().is_none_or(|next| next > now) {
            return Vec::new();
        }
        let before = debug.canvas().cloned();
        let requests = debug.step(run, now, slice);
        self.frame_cost.ran(slice);
        self.stale |= match (&before, debug.canvas()) {
            (Some(before), Some(canvas)) => !Arc::ptr_eq(before, canvas),
            (before, canvas) => before.is_some() != canvas.is_some(),
        };
        requests
    }

    pub fn leave_debugger(&mut self, debug: DebugSession) {
        self.close_debugger(debug);
        let crash = self.run.as_ref().filter(|_| self.stopped).and_then(|run| run.branch().crash());
        if let Some(crash) = crash.cloned() {
            self.send(RunEvent::Crashed(crash));
        }
    }

    pub fn debugger_frame(&mut self, input: Input) {
        // The host's record of the inputs must continue from this frame.
        self.publish_past();
        self.announce(input, FrameOf::Debugger);
    }
}

#[derive(Debug)]
pub(super) struct BreakpointSearch {
    points: Vec<Breakpoint>,
    branch: u32,
    frame: u64,
    job: LineJob,
}

impl RunLoop {
    /// Holds the run if the frame that was just played reached a breakpoint.
    pub fn check_breakpoints(&mut self, now: Duration) {
        if !std::mem::take(&mut self.has_played) {
            return;
        }
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
                fields: Vec::new(),
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

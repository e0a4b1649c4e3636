//! `continue` and `reverseContinue`: the next place where a breakpoint stops, in slices of frames.
//!
//! ```text
//! search_slice   60 frames of the run so far, by lines ──> a breakpoint or a change of a field ──> does it stop there? points.rs
//!                at the end of the run: 60 frames more, with the run's old buttons after an edit, else without buttons
//! ```

use super::session::{Search, Session, event};
use rasher::Breakpoint;
use serde_json::{Value, json};
use std::time::Duration;
use timeline::{Crash, LineFound, LineJob, LinePlace, LineSearch};

/// The most frames that `continue` may add to a new run: one hour at 60 per second.
const MORE: u64 = 216_000;
/// Frames searched or added between checks for `pause`.
const SLICE: u64 = 60;

/// A session looks so often for the window's next frame, each time after this pause, before it answers requests: more than a frame at 30 a
/// second, which the window needs for a step.
const POLLS: u32 = 10;
const POLL: Duration = Duration::from_millis(5);

impl Session {
    pub(super) fn start_search(&mut self, back: bool) {
        let from = (!self.is_fresh || back).then_some(self.place);
        // Frames of a window may wait for hours.
        let left = if self.live.is_some() { u64::MAX } else { MORE };
        self.search = Some(Search { back, start: from, job: None, from, left, reported: Vec::new() });
    }

    pub fn is_working(&self) -> bool {
        self.search.is_some()
    }

    pub fn work(&mut self) -> Vec<Value> {
        let mut events = Vec::new();
        let Some(mut search) = self.search.take() else { return events };
        let stop = match self.search_slice(&mut search, &mut events) {
            Ok(None) => {
                self.search = Some(search);
                return events;
            }
            Ok(Some(reason)) => Ok(reason),
            Err(crash) => Err(crash.to_string()),
        };
        if !search.back {
            self.log(search.start, &mut events);
        }
        self.stop(stop, &mut events);
        events
    }

    /// Searches a slice of frames; returns why it stops there, if it does.
    fn search_slice(
        &mut self,
        search: &mut Search,
        events: &mut Vec<Value>,
    ) -> Result<Option<&'static str>, Crash> {
        let past = &self.run.branch().past;
        if !self.points.is_empty() {
            let (points, fields) = (self.points.breakpoints(), self.points.fields());
            let Search { back, from, .. } = *search;
            let target =
                || LineSearch::Breakpoint { from, back, points: points.clone(), fields: fields.clone() };
            let job = search.job.get_or_insert_with(|| LineJob::new(past, target()));
            let Some(found) = job.step(past, SLICE, |_| true)? else { return Ok(None) };
            let LineFound::Place(hit) = found else { return Ok(None) };
            for (frame, error) in hit.errors {
                if !search.reported.contains(&error.breakpoint) {
                    search.reported.push(error.breakpoint);
                    let Breakpoint { place, condition } = &points[error.breakpoint];
                    // It counts as false.
                    let text = format!("{place} if {condition}: in frame {frame} {}\n", error.why);
                    events.push(self.output("important", text, place));
                }
            }
            if let Some(place) = hit.place {
                (search.from, search.job) = (Some(place), None);
                self.place = place;
                return self.stop_reason(place, back, hit.is_change);
            }
        }
        let head = self.run.branch().head();
        let slice = SLICE.min(search.left);
        let ran = !search.back && slice > 0 && self.extend(slice);
        if !ran && !search.back && self.live.is_some() && self.run.branch().crash().is_none() {
            return Ok(None);
        }
        if !ran {
            if slice == 0 {
                let text = "ran an hour of play without a stop; continue resumes from here\n";
                events.push(event("output", json!({ "category": "console", "output": text })));
            }
            return Ok(Some(self.go_to_end(search.back)));
        }
        search.left -= slice;
        (search.from, search.job) = (Some(LinePlace::end(head)), None);
        Ok(None)
    }

    /// Why it stops at a place that a search has found; none to go on.
    fn stop_reason(
        &mut self,
        at: LinePlace,
        back: bool,
        is_change: bool,
    ) -> Result<Option<&'static str>, Crash> {
        let past = &self.run.branch().past;
        let Some(moment) = past.line_moment(at)? else { return Ok(None) };
        let reason = self.points.reason(past, &moment, at)?;
        if reason.is_some() || !is_change {
            return Ok(reason);
        }
        // The moments before and after the line that made the change.
        let lines = past.line_steps(at.frame)?.len() as u32;
        let LinePlace { frame, step } = at;
        let line = if back { step } else { step.min(lines).saturating_sub(1) };
        let after =
            if line + 1 < lines { LinePlace { frame, step: line + 1 } } else { LinePlace::end(frame) };
        let both = [past.line_moment(LinePlace { frame, step: line })?, past.line_moment(after)?];
        let [Some(before), Some(after)] = both else { return Ok(None) };
        self.why = self.points.change(&before.console, &after.console);
        Ok(self.why.is_some().then_some("data breakpoint"))
    }

    /// The frame that a search has reached.
    pub(super) fn reached(&self, search: &Search) -> u64 {
        let head = self.run.branch().head();
        search.job.as_ref().map_or(head, LineJob::reached).min(head)
    }

    /// Stops a search at the first line of the frame that it has reached.
    pub(super) fn pause(&mut self, search: &Search, events: &mut Vec<Value>) {
        let frame = self.reached(search);
        let has_lines = self.run.branch().past.line_steps(frame).is_ok_and(|steps| !steps.is_empty());
        self.place = if has_lines { LinePlace { frame, step: 0 } } else { LinePlace::end(frame) };
        self.stop(Ok("pause"), events);
    }

    /// Goes to the start of the run or its end, which is the line of a crash or the end of the last frame.
    pub(super) fn go_to_end(&mut self, back: bool) -> &'static str {
        if back {
            _ = self.enter();
            return "entry";
        }
        if let Some(crash) = self.run.branch().crash() {
            let frame = crash.frame;
            let steps = self.run.branch().past.line_steps(frame).unwrap_or_default();
            self.place = LinePlace { frame, step: steps.len().saturating_sub(1) as u32 };
            return "exception";
        }
        self.place = LinePlace::end(self.run.branch().head());
        "pause"
    }

    /// Adds frames: those of the run before an edit, and to a new run more without buttons. False if there are none.
    pub(super) fn extend(&mut self, frames: u64) -> bool {
        let head = self.run.branch().head();
        if self.run.branch().crash().is_some() || self.run.goto(head).is_err() {
            return false;
        }
        if self.live.is_some() {
            return self.follow_window(frames);
        }
        for frame in head..head + frames {
            let known = self.future.as_ref().and_then(|future| future.input(frame));
            let Some(input) = known.or_else(|| self.grows.then(Default::default)) else { break };
            if self.run.frame(&input).is_err() {
                return true;
            }
        }
        self.run.branch().head() > head
    }

    /// Runs at most `frames` more of the window's inputs. If there are none, it releases the window and waits a little. Returns false if none came.
    fn follow_window(&mut self, frames: u64) -> bool {
        let head = self.run.branch().head();
        let Some(live) = &mut self.live else { return false };
        for _ in 0..=POLLS {
            let Some(inputs) = live.inputs(head, frames) else {
                self.is_lost = true;
                return false;
            };
            if !inputs.is_empty() {
                // A frame that fails ends the branch.
                _ = inputs.iter().try_for_each(|input| self.run.frame(input).map(drop));
                return true;
            }
            live.hold(false);
            std::thread::sleep(POLL);
        }
        false
    }

    fn log(&mut self, from: Option<LinePlace>, events: &mut Vec<Value>) {
        let points = self.points.logpoints();
        if points.is_empty() {
            return;
        }
        let to = self.place;
        let first = from.map_or(0, |from| from.frame);
        let logs = self.run.branch().past.logs(first, to.frame, &points).unwrap_or_default();
        for (frame, line) in logs {
            let at = LinePlace { frame, step: line.step };
            if from.is_none_or(|from| from <= at) && at < to {
                let place = &points[line.logpoint].place;
                events.push(self.output("console", format!("frame {frame}: {}\n", line.text), place));
            }
        }
    }
}

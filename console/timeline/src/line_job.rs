//! Looking through the lines of many frames, slice by slice: the next breakpoint, what logpoints write, where the time goes.
//!
//! ```text
//! forward, logs, profile    first ──> last        frame 0 is the boot; a frame that was run by lines to its end is not run again
//! a breakpoint before       key ──> from, then the stretch before that key frame, ...        the last hit of a stretch is the newest
//! ```
//!
//! Breakpoints and logpoints: frames are replayed with an eye on the lines of these points only, and just frames that reach one are run by
//! lines. A search over a run with a breakpoint that is not reached takes about as long as a replay.
//!
//! A [`LineJob`] has a console on its way and the results so far. A caller that may not wait runs some frames at a time.

use crate::condition::Condition;
use crate::guard::{Crash, catch};
use crate::lines::{LinePlace, Profile};
use crate::past::{Past, Playback};
use rasher::{Breakpoint, ConditionError, LOGS_MAX, LineCondition, LineQuery, LineRun, LogLine, Logpoint};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub enum LineSearch {
    /// The first place after another one that a breakpoint stops at or where a field has changed; or the last one before it, where the
    /// place of a change is the line that made it.
    Breakpoint {
        /// Where the search starts; none: at the boot.
        from: Option<LinePlace>,
        back: bool,
        points: Vec<Breakpoint>,
        /// Paths in the state.
        fields: Vec<Vec<String>>,
    },
    /// What logpoints write in a range of frames, both ends included. Frame 0 is the boot.
    Logs { from: u64, to: u64, points: Vec<Logpoint> },
    /// The profile of a range of frames, both ends included. Frame 0 is the boot.
    Profile { from: u64, to: u64 },
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct BreakpointHit {
    /// None if nothing was found.
    pub place: Option<LinePlace>,
    /// Whether it stops for a field.
    pub is_change: bool,
    /// Conditions that failed to evaluate, with their frames: the first of each breakpoint. They count as false.
    pub errors: Vec<(u64, ConditionError)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LineFound {
    Place(BreakpointHit),
    /// Each frame and its lines, at most [`LOGS_MAX`].
    Logs(Vec<(u64, LogLine)>),
    Profile(Profile),
    Stopped,
}

/// Frames that are replayed between two checks, and run by lines after one that reaches a point.
const SLICE: u64 = 60;
/// Frames of a stretch that are run by lines, the latest first, before the rest of it is.
const TRIES: usize = 4;

#[derive(Clone, Debug)]
pub struct LineJob {
    what: LineSearch,
    query: LineQuery,
    walk: Playback,
    /// Frames up to here are all run by lines. The first frame of a search forward begins in its middle.
    exact_to: u64,
    /// Of a search back: frames of the stretch that reach a breakpoint, and how many were run by lines in vain.
    reached: Vec<u64>,
    missed: usize,
    /// The stretch that is searched, and its next frame.
    first: u64,
    last: u64,
    next: u64,
    found: LineFound,
}

impl LineJob {
    pub fn new(past: &Past, what: LineSearch) -> LineJob {
        let mut query = LineQuery::default();
        let (first, last, found) = match &what {
            LineSearch::Breakpoint { from, back, points, fields } => {
                let condition = |point: &Breakpoint| -> Option<Arc<dyn LineCondition>> {
                    Some(Arc::new(Condition::parse(&point.condition).ok()?))
                };
                query.conditions = points.iter().map(condition).collect();
                (query.breakpoints, query.fields, query.collects) = (points.clone(), fields.clone(), *back);
                let from = from.map_or(0, |from| from.frame);
                let (first, last) = if *back { (stretch(past, from), from) } else { (from, u64::MAX) };
                (first, last, LineFound::Place(BreakpointHit::default()))
            }
            LineSearch::Logs { from, to, points } => {
                query.logpoints = points.clone();
                (*from, *to, LineFound::Logs(Vec::new()))
            }
            LineSearch::Profile { from, to } => {
                query.keeps_steps = true;
                (*from, *to, LineFound::Profile(Profile::default()))
            }
        };
        LineJob {
            exact_to: if query.collects { 0 } else { first },
            what,
            query,
            walk: past.walk(first.saturating_sub(1)),
            reached: Vec::new(),
            missed: 0,
            first,
            last,
            next: first,
            found,
        }
    }

    /// Runs at most `most` frames; none while nothing is found. `keep_on` gets each frame, and may stop it.
    pub fn step(
        &mut self,
        past: &Past,
        most: u64,
        mut keep_on: impl FnMut(u64) -> bool,
    ) -> Result<Option<LineFound>, Crash> {
        let mut left = most;
        while left > 0 {
            let run = match self.next.checked_sub(1) {
                // A program that cannot be booted again has no lines there.
                None => past.run_lines(0, self.query(0))?,
                Some(before) => {
                    let input = if self.next <= self.last { past.input(before) } else { None };
                    let Some(input) = input else {
                        if let (false, Some(frame)) = (self.has_place(), self.reached.pop()) {
                            left -= 1;
                            self.look_at_last(past, frame)?;
                        } else if !self.turn(past) {
                            return Ok(Some(self.found.clone()));
                        }
                        continue;
                    };
                    let now = self.walk.now();
                    if now < before {
                        self.walk.step(past, left.min(before - now), |_, _| true)?;
                        left = left.saturating_sub((self.walk.now() - now).max(1));
                        continue;
                    }
                    // A change of a field and a profile need every line.
                    let scans = self.query.fields.is_empty() && !self.query.keeps_steps;
                    if scans && self.next > self.exact_to {
                        let (passed, is_reached) = self.scan(past, left, &mut keep_on);
                        left = left.saturating_sub(passed.max(1));
                        match is_reached {
                            None => return Ok(Some(LineFound::Stopped)),
                            Some(true) if self.query.collects => {
                                self.reached.push(self.next);
                                self.next += 1;
                                continue;
                            }
                            Some(true) => past.run_lines(self.next, self.query(self.next))?,
                            Some(false) => continue,
                        }
                    } else {
                        left -= 1;
                        let run = self.walk.console().run_lines_with(&input, self.query(self.next), catch);
                        if run.is_whole() {
                            self.walk.take_frame(past, run.console.clone());
                        }
                        Some(run)
                    }
                }
            };
            let frame = self.next;
            if run.is_some_and(|run| self.take(frame, run)) {
                return Ok(Some(self.found.clone()));
            }
            self.next += 1;
            if !keep_on(frame) {
                return Ok(Some(LineFound::Stopped));
            }
        }
        Ok(None)
    }

    /// Replays a slice up to a frame that reaches a point, which is then the next one. Returns how many frames ran, and whether there is such
    /// a frame; none if it was stopped.
    fn scan(&mut self, past: &Past, most: u64, keep_on: &mut impl FnMut(u64) -> bool) -> (u64, Option<bool>) {
        let before = self.walk.now();
        // A copy of the job has no watch, and neither has a console that a crash restored.
        if self.walk.console().line_watch().is_none() {
            self.walk.watch_lines(Some(LineQuery { scans: true, collects: false, ..self.query.clone() }));
        }
        let known = self.walk.console().lines_reached();
        let (mut is_reached, mut keeps_on) = (false, true);
        let most = most.min(SLICE).min(self.last - before);
        let ran = self.walk.step(past, most, |frame, console| {
            is_reached = console.lines_reached() > known;
            keeps_on = is_reached || frame <= before || keep_on(frame);
            keeps_on && !is_reached
        });
        if let Err(crash) = ran {
            // The walk is back at the start of the slice.
            self.exact_to = crash.frame;
            return (0, Some(false));
        }
        let now = self.walk.now();
        self.next = if is_reached { now } else { now + 1 };
        if is_reached && !self.query.collects {
            self.exact_to = now + SLICE;
        }
        (now - before, keeps_on.then_some(is_reached))
    }

    /// Runs the last frame of a stretch that reaches a breakpoint by lines.
    fn look_at_last(&mut self, past: &Past, frame: u64) -> Result<(), Crash> {
        if let Some(run) = past.run_lines(frame, self.query(frame))? {
            self.take(frame, run);
        }
        self.missed += 1;
        if self.missed > TRIES && !self.has_place() && !self.reached.is_empty() {
            self.search_stretch(past, frame - 1);
            self.exact_to = self.last;
        }
        Ok(())
    }

    fn has_place(&self) -> bool {
        matches!(&self.found, LineFound::Place(hit) if hit.place.is_some())
    }

    /// Begins the stretch up to a frame.
    fn search_stretch(&mut self, past: &Past, last: u64) {
        (self.first, self.last) = (stretch(past, last), last);
        self.next = self.first;
        self.walk = past.walk(self.first.saturating_sub(1));
        self.reached.clear();
        (self.exact_to, self.missed) = (0, 0);
    }

    /// The last frame that was run by lines; 0 before the first.
    pub fn reached(&self) -> u64 {
        self.next.saturating_sub(1)
    }

    fn query(&self, frame: u64) -> LineQuery {
        let from = match &self.what {
            LineSearch::Breakpoint { from: Some(from), back: false, .. } if frame == from.frame => {
                from.step.saturating_add(1)
            }
            _ => 0,
        };
        LineQuery { from, ..self.query.clone() }
    }

    /// Takes a frame's result. Returns whether the search is complete.
    fn take(&mut self, frame: u64, run: LineRun) -> bool {
        match (&self.what, &mut self.found) {
            (LineSearch::Breakpoint { from, back, .. }, LineFound::Place(found)) => {
                let end = run.watch.changed_at_end(run.console.program());
                for error in run.watch.errors {
                    if found.errors.iter().all(|(_, known)| known.breakpoint != error.breakpoint) {
                        found.errors.push((frame, error));
                    }
                }
                if *back {
                    let changes = run.watch.changes.iter().copied().chain(end.then_some(run.watch.count));
                    let lines = changes.filter_map(|step| step.checked_sub(1)).map(|step| (step, true));
                    let hits = run.watch.hits.iter().map(|step| (*step, false)).chain(lines);
                    let places = hits.map(|(step, is_change)| (LinePlace { frame, step }, is_change));
                    if let Some((place, is_change)) = places.filter(|(place, _)| Some(*place) < *from).max() {
                        (found.place, found.is_change) = (Some(place), is_change);
                    }
                    return false;
                }
                found.is_change =
                    run.watch.stopped.is_some_and(|step| run.watch.changes.last() == Some(&step));
                found.place = run.watch.stopped.map(|step| LinePlace { frame, step });
                let at_end = LinePlace::end(frame);
                if found.place.is_none() && end && from.is_none_or(|from| from < at_end) {
                    (found.place, found.is_change) = (Some(at_end), true);
                }
                found.place.is_some()
            }
            (_, LineFound::Logs(logs)) => {
                logs.extend(run.watch.logs.into_iter().map(|line| (frame, line)));
                logs.len() >= LOGS_MAX
            }
            (_, LineFound::Profile(profile)) => {
                profile.add(&run.watch.steps, run.console.machine().files());
                false
            }
            _ => true,
        }
    }

    fn turn(&mut self, past: &Past) -> bool {
        let is_back = matches!(self.what, LineSearch::Breakpoint { back: true, .. });
        let goes_on = is_back && !self.has_place() && self.first > 0;
        if goes_on {
            self.search_stretch(past, self.first - 1);
        }
        goes_on
    }
}

/// The first frame of the stretch, from a key frame, that ends with a frame.
fn stretch(past: &Past, last: u64) -> u64 {
    last.checked_sub(1).map_or(0, |before| past.anchor(before) + 1)
}

impl Past {
    pub fn look_through_lines(
        &self,
        what: LineSearch,
        mut keep_on: impl FnMut(u64) -> bool,
    ) -> Result<LineFound, Crash> {
        let mut job = LineJob::new(self, what);
        loop {
            if let Some(found) = job.step(self, u64::MAX, &mut keep_on)? {
                return Ok(found);
            }
        }
    }

    /// The first place after `from` that a breakpoint stops at, or the last one before it; from none, the first of all.
    pub fn find_breakpoint(
        &self,
        from: Option<LinePlace>,
        back: bool,
        points: &[Breakpoint],
    ) -> Result<BreakpointHit, Crash> {
        let what = LineSearch::Breakpoint { from, back, points: points.to_vec(), fields: Vec::new() };
        match self.look_through_lines(what, |_| true)? {
            LineFound::Place(hit) => Ok(hit),
            _ => Ok(BreakpointHit::default()),
        }
    }

    pub fn logs(&self, from: u64, to: u64, points: &[Logpoint]) -> Result<Vec<(u64, LogLine)>, Crash> {
        match self.look_through_lines(LineSearch::Logs { from, to, points: points.to_vec() }, |_| true)? {
            LineFound::Logs(logs) => Ok(logs),
            _ => Ok(Vec::new()),
        }
    }

    pub fn profile(&self, from: u64, to: u64) -> Result<Profile, Crash> {
        match self.look_through_lines(LineSearch::Profile { from, to }, |_| true)? {
            LineFound::Profile(profile) => Ok(profile),
            _ => Ok(Profile::default()),
        }
    }
}

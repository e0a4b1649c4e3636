//! What is set on lines of a Lua cart, and what comes of it: stops, logpoints, a profile, who wrote a field.
//!
//! ```text
//! s S     the selected line stops the run, or with a condition        x X     on, back to the next stop
//! l       what it would have written, in all frames of the branch     page log:      frame  place  values; enter goes there
//! t       where the time went in the last frames, or from one to one  page profile:  functions, then lines, the dearest first
//! o       the line that wrote the selected field last, at or before the line or frame where it stands; again: the one before that
//! ```
//!
//! Searches through many frames are jobs (`search.rs`); what is set here stays set as long as the window does, and is no part of a run.

use super::page::{Line, PanelContext};
use super::search::Sought;
use super::typing::TypedLine;
use super::{DebugPage, DebugRequest, Debugger, Selected, Typing};
use rasher::{Breakpoint, ConditionError, LogLine, Logpoint, Machine, Place};
use timeline::{BreakpointHit, LineFound, LinePlace, LineSearch, Path, Profile, Run};

/// Frames of a profile for which no number is typed: five seconds at 60 a second.
const SPAN: u64 = 300;

#[derive(Clone, Debug, Default)]
pub(super) struct LineNotes {
    pub stops: Vec<Breakpoint>,
    pub logpoints: Vec<Logpoint>,
    logs: Option<Logs>,
    profile: Option<(u64, u64, Profile)>,
}

#[derive(Clone, Debug)]
struct Logs {
    branch: u32,
    /// Of each line its place in the source.
    lines: Vec<(u64, LogLine, Place)>,
}

impl LineNotes {
    pub fn kept(&self) -> LineNotes {
        LineNotes { stops: self.stops.clone(), logpoints: self.logpoints.clone(), ..LineNotes::default() }
    }
}

impl Debugger {
    /// The colours of a line's marks; what stops there is over what is written there.
    pub(super) fn marks(&self, place: &Place) -> impl Iterator<Item = i32> {
        let writes = self.lines.logpoints.iter().any(|point| point.place == *place).then_some(12);
        let stop = self.lines.stops.iter().find(|stop| stop.place == *place);
        writes.into_iter().chain(stop.map(|stop| if stop.condition.is_empty() { 8 } else { 9 }))
    }

    /// The selected line of the source, or the next one at which a step can begin.
    fn selected_line(&mut self, run: &Run) -> Option<Place> {
        if self.page() != Some(DebugPage::Code) {
            self.tell("select a line on the page of code first", true);
            return None;
        }
        let source = self.source(run);
        let line = source.lines().get(self.cursor).map(|line| line.position);
        match line.and_then(|line| source.nearest(line.file, line.line)) {
            Some(position) => Some(source.place(position)),
            None => {
                self.tell("there is no code at this line or after it", true);
                None
            }
        }
    }

    pub fn stops(&self) -> &[Breakpoint] {
        &self.lines.stops
    }

    /// The run stops at these lines; conditions of those where it stopped before stay.
    pub fn set_stops(&mut self, places: Vec<Place>) {
        let stop = |place: Place| {
            let known = self.lines.stops.iter().find(|stop| stop.place == place);
            known.cloned().unwrap_or(Breakpoint { place, condition: String::new() })
        };
        self.lines.stops = places.into_iter().map(stop).collect();
    }

    pub(super) fn stop_here(&mut self, run: &Run) {
        let Some(place) = self.selected_line(run) else { return };
        let stops = &mut self.lines.stops;
        match stops.iter().position(|stop| stop.place == place) {
            Some(n) => {
                stops.remove(n);
                self.tell(format!("no stop at {place} any more"), false);
            }
            None => {
                let told = format!("{place} stops: X goes on to it, shift X back");
                stops.push(Breakpoint { place, condition: String::new() });
                self.tell(told, false);
            }
        }
    }

    /// The prompt for what is typed about lines, and what stands there already.
    pub(super) fn line_prompt(&mut self, run: &Run, typing: Typing) -> Option<(String, String)> {
        if typing == Typing::Span {
            return Some((format!("profile of the last frames, or from-to ({SPAN}): "), String::new()));
        }
        let place = self.selected_line(run)?;
        Some(if typing == Typing::Stop {
            let old = self.lines.stops.iter().find(|stop| stop.place == place);
            (format!("stop at {place} if: "), old.map_or(String::new(), |stop| stop.condition.clone()))
        } else {
            let old = self.lines.logpoints.iter().find(|point| point.place == place);
            (format!("write at {place}: "), old.map_or(String::new(), |point| point.expressions.clone()))
        })
    }

    pub(super) fn typed_of_lines(&mut self, run: &Run, line: &TypedLine) -> Option<DebugRequest> {
        let text = line.text.trim();
        if line.typing == Typing::Span {
            return self.profile(run, text);
        }
        let place = self.selected_line(run)?;
        if line.typing == Typing::Stop {
            self.lines.stops.retain(|stop| stop.place != place);
            self.lines.stops.push(Breakpoint { place, condition: text.into() });
            return None;
        }
        self.lines.logpoints.retain(|point| point.place != place);
        if !text.is_empty() {
            self.lines.logpoints.push(Logpoint { place, expressions: text.into() });
        }
        self.write_logs(run)
    }

    pub(super) fn write_logs(&mut self, run: &Run) -> Option<DebugRequest> {
        self.lines.logs = None;
        if self.lines.logpoints.is_empty() {
            self.tell("nothing is written: L on a line of code", false);
            return None;
        }
        self.show_beside(DebugPage::Log);
        let points = self.lines.logpoints.clone();
        let what = LineSearch::Logs { from: 0, to: run.branch().head(), points };
        Some(self.look_through_lines(run, what, "what is written".into()))
    }

    fn profile(&mut self, run: &Run, text: &str) -> Option<DebugRequest> {
        let now = run.now();
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let span = match text.split_once('-') {
            // The boot is no frame of play.
            _ if text.is_empty() => Some((now.saturating_sub(SPAN - 1).max(1), now)),
            Some((from, to)) => number(from).zip(number(to)).filter(|(from, to)| from <= to),
            None => number(text).map(|frames| ((now + 1).saturating_sub(frames), now)),
        };
        let Some((from, to)) = span else {
            self.tell(format!("found {text:?}, expected a number of frames, or two such as 100-400"), true);
            return None;
        };
        if self.source(run).lines().is_empty() {
            self.tell("carts in Rust have no lines: the page of cost has their frames", true);
            return None;
        }
        self.show_beside(DebugPage::Profile);
        let what = LineSearch::Profile { from, to: to.min(run.branch().head()) };
        Some(self.look_through_lines(run, what, "where the time goes".into()))
    }

    /// The run came to a line where it is to stop: stands there, with the code in front.
    pub fn stopped_at(&mut self, run: &mut Run, place: LinePlace) {
        self.show_beside(DebugPage::Code);
        self.stand_at(run, place);
        self.tell("stopped here: space plays on, X to the next stop", false);
    }

    pub(super) fn goto_stop(&mut self, run: &Run, back: bool) -> Option<DebugRequest> {
        if self.lines.stops.is_empty() {
            self.tell("nothing stops: S on a line of code", true);
            return None;
        }
        // Where nothing was played yet, a way forward begins before the code outside of all functions.
        let from = match &self.code {
            Some(code) => Some(code.place),
            None => (back || run.now() > 0).then_some(LinePlace::end(run.now())),
        };
        let points = self.lines.stops.clone();
        let words = if back { "a stop before" } else { "a stop after" };
        Some(self.look_through_lines(run, LineSearch::Breakpoint { from, back, points }, words.into()))
    }

    pub(super) fn goto_writer(&mut self, run: &mut Run) -> Option<DebugRequest> {
        let path = match (self.page(), self.history_path()) {
            (Some(DebugPage::History), Some(path)) => path,
            _ => match self.selected(run) {
                Some(Selected::Field(path)) => path,
                _ => {
                    self.tell("select a field first", true);
                    return None;
                }
            },
        };
        let path = Path::parse(&path).ok()?;
        let at = self.code.as_ref().map_or(LinePlace::end(run.now()), |code| code.place);
        match run.branch().past.writer(at, path.names()) {
            Err(crash) => self.tell(crash.to_string(), true),
            Ok(Some(place)) => self.stand_at(run, place),
            Ok(None) if self.source(run).lines().is_empty() => {
                self.tell("carts in Rust have no lines: C finds the frame that changed it", true);
            }
            // Not in this frame: in the last one before it that changed the value.
            Ok(None) => {
                let words = format!("who wrote {path}");
                return Some(self.look_for_frame(run, Sought::Writer(path), words, true));
            }
        }
        None
    }

    pub(super) fn stand_at_writer(&mut self, run: &mut Run, frame: u64, path: &Path) {
        match run.branch().past.writer(LinePlace::end(frame), path.names()) {
            Ok(Some(place)) => self.stand_at(run, place),
            Ok(None) if frame == 0 => self.tell(format!("no line has written {path}"), true),
            Ok(None) => {
                self.gone(run.goto(frame));
                self.tell(format!("no line of this frame wrote {path}"), true);
            }
            Err(crash) => self.tell(crash.to_string(), true),
        }
    }

    pub(super) fn found_in_lines(&mut self, run: &mut Run, what: &LineSearch, found: LineFound) {
        match (what, found) {
            (_, LineFound::Stopped) => self.tell("the search was ended", true),
            (
                LineSearch::Breakpoint { back, points, .. },
                LineFound::Place(BreakpointHit { place, errors }),
            ) => {
                let told = |(frame, error): &(u64, ConditionError)| {
                    let Breakpoint { place, condition } = &points[error.breakpoint];
                    format!("{place} if {condition}: in frame {frame} {}", error.why)
                };
                let mut told: Vec<String> = errors.iter().map(told).collect();
                match place {
                    Some(place) => self.stand_at(run, place),
                    None => {
                        let when = if *back { "before" } else { "after" };
                        told.insert(0, format!("no stop {when} this line"));
                    }
                }
                if !told.is_empty() {
                    self.tell(told.join("; "), true);
                }
            }
            (LineSearch::Logs { points, .. }, LineFound::Logs(logs)) => {
                let place = |line: &LogLine| points[line.logpoint].place.clone();
                let lines: Vec<_> =
                    logs.into_iter().map(|(f, line)| (f, line.clone(), place(&line))).collect();
                let here = lines.partition_point(|(frame, ..)| *frame < run.now()) as i64;
                self.lines.logs = Some(Logs { branch: run.branch().id, lines });
                self.panels.iter_mut().filter(|p| p.page == DebugPage::Log).for_each(|p| p.line = here);
            }
            (LineSearch::Profile { from, to }, LineFound::Profile(profile)) => {
                self.lines.profile = Some((*from, *to, profile));
                self.panels.iter_mut().filter(|p| p.page == DebugPage::Profile).for_each(|p| p.line = 0);
            }
            _ => {}
        }
    }

    pub(super) fn open_line(&mut self, run: &mut Run, line: i64) {
        let source = self.source(run);
        match (self.page(), &self.lines) {
            (Some(DebugPage::Log), LineNotes { logs: Some(logs), .. }) => {
                let Some((frame, log, _)) = logs.lines.get(line as usize) else { return };
                if logs.branch != run.branch().id {
                    return self.tell("written in another branch: L writes anew", true);
                }
                let place = LinePlace { frame: *frame, step: log.step };
                self.stand_at(run, place);
            }
            (Some(DebugPage::Profile), LineNotes { profile: Some((.., profile)), .. }) => {
                let Some((_, place, _)) = ranked(profile).into_iter().nth(line as usize) else { return };
                let here = source.position(&place);
                let found = source.lines().iter().position(|line| Some(line.position) == here);
                self.cursor = found.unwrap_or(self.cursor);
            }
            _ => return,
        }
        self.show_beside(DebugPage::Code);
    }
}

/// Functions, then lines, the dearest first: whether it is a function, where, and thousandths of all cycles.
fn ranked(profile: &Profile) -> Vec<(bool, Place, u64)> {
    let all: u64 = profile.functions.values().map(|cost| cost.cycles).sum();
    let lists = [(true, &profile.functions), (false, &profile.lines)];
    let of = |(is_function, costs)| {
        let dearest = Profile::dearest(costs).into_iter();
        dearest.map(move |(at, cost)| (is_function, at, cost.cycles.saturating_mul(1000) / all.max(1)))
    };
    lists.into_iter().flat_map(of).collect()
}

pub fn log(view: &PanelContext<'_>, p8: &mut Machine) {
    let Some(logs) = &view.debugger.lines.logs else {
        return hint(p8, &["L on a line of code:", "what it would have written,", "in all frames until now"]);
    };
    view.lines(p8, logs.lines.len(), |n| {
        let (frame, line, place) = &logs.lines[n];
        let color = if *frame == view.run.now() { 10 } else { 13 };
        Line::of(&[(color, &format!("{frame} ")), (5, &format!("{place} ")), (7, &line.text)])
    });
}

pub fn profile(view: &PanelContext<'_>, p8: &mut Machine) {
    let Some((from, to, profile)) = &view.debugger.lines.profile else {
        return hint(p8, &["T: where the time went", "in the last frames,", "by function and by line"]);
    };
    let source = view.debugger.source(view.run);
    let ranked = ranked(profile);
    view.lines(p8, ranked.len(), |n| {
        let (is_function, place, share) = &ranked[n];
        let text = source.position(place).map_or("", |position| source.text(position).trim());
        let (color, text) = match (is_function, place.line()) {
            (true, 0) => (12, "outside of functions"),
            (true, _) => (12, text),
            (false, _) => (6, text),
        };
        let line = Line::of(&[
            (10, &format!("{:>2}.{}% ", share / 10, share % 10)),
            (5, &format!("{} ", place.line())),
            (color, text),
        ]);
        if n == 0 { line.with_right(13, format!("{from}-{to}")) } else { line }
    });
}

fn hint(p8: &mut Machine, lines: &[&str]) {
    for (n, line) in (0..).zip(lines) {
        studio::letters::write(p8, line, 2, studio::canvas::HEAD + 1 + n * studio::canvas::ROW, 13);
    }
}

//! Tools for the lines of a Lua cart: breakpoints, logpoints, a profile.
//!
//! ```text
//! s S     breakpoint at the selected line, or one with a condition    x X     run to the next breakpoint, back to the previous one
//! l       values at a line, in all frames of the branch               page log:      frame  place  values; Enter goes there
//! t       where the time went in a range, or in the whole run         page profile:  functions, then lines, a flame graph (`flame.rs`)
//! ```
//!
//! Searches through many frames are jobs (`search.rs`). Breakpoints and logpoints last as long as the window and are
//! not part of a run.

use super::flame::ProfileView;
use super::page::{PageLine, PanelContext, note};
use super::search::SearchKind;
use super::{DebugPage, DebugRequest, Debugger, PromptKind};
use LineSearch as S;
use rasher::{Breakpoint, ConditionError, LogLine, Logpoint, Machine, Place};
use timeline::{BreakpointHit, LineFound, LinePlace, LineSearch, Run};

#[derive(Clone, Debug)]
pub(super) struct Logs {
    branch: u32,
    lines: Vec<(u64, LogLine, Place)>,
}

impl Debugger {
    pub(super) fn marks(&self, place: &Place) -> impl Iterator<Item = i32> {
        let log = self.setup.logpoints.iter().any(|point| point.place == *place).then_some(12);
        let point = self.setup.breakpoints.iter().find(|point| point.place == *place);
        log.into_iter().chain(point.map(|point| if point.condition.is_empty() { 8 } else { 9 }))
    }

    pub(super) fn selected_line(&mut self, run: &Run) -> Option<Place> {
        if self.page() != Some(DebugPage::Code) {
            self.show_error("select a line on the code page first");
            return None;
        }
        let source = self.source(run);
        let line = source.lines().get(self.setup.cursor).map(|line| line.position);
        match line.and_then(|line| source.nearest(line.file, line.line)) {
            Some(position) => Some(source.place(position)),
            None => {
                self.show_error("there is no code at this line or after it");
                None
            }
        }
    }

    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.setup.breakpoints
    }

    pub fn set_breakpoints(&mut self, places: Vec<Place>) {
        let point = |place: Place| {
            let known = self.setup.breakpoints.iter().find(|point| point.place == place);
            known.cloned().unwrap_or(Breakpoint { place, condition: String::new() })
        };
        self.setup.breakpoints = places.into_iter().map(point).collect();
    }

    pub(super) fn toggle_breakpoint(&mut self, run: &Run) {
        let Some(place) = self.selected_line(run) else { return };
        let points = &mut self.setup.breakpoints;
        match points.iter().position(|point| point.place == place) {
            Some(n) => {
                points.remove(n);
                self.show_message(format!("breakpoint at {place} removed"));
            }
            None => {
                points.push(Breakpoint { place: place.clone(), condition: String::new() });
                self.show_message(format!("breakpoint at {place}: x runs to it, X runs back"));
            }
        }
    }

    pub(super) fn line_prompt(&mut self, run: &Run, kind: PromptKind) -> Option<(String, String)> {
        if kind == PromptKind::Profile {
            let (from, to) = self.profiled(run);
            return Some((format!("profile the last frames, or from-to ({from}-{to}): "), String::new()));
        }
        let place = self.selected_line(run)?;
        Some(if kind == PromptKind::Breakpoint {
            let old = self.setup.breakpoints.iter().find(|point| point.place == place);
            (format!("break at {place} if: "), old.map_or(String::new(), |point| point.condition.clone()))
        } else {
            let old = self.setup.logpoints.iter().find(|point| point.place == place);
            (format!("log at {place}: "), old.map_or(String::new(), |point| point.expressions.clone()))
        })
    }

    pub(super) fn accept_line_prompt(
        &mut self,
        run: &Run,
        kind: PromptKind,
        text: &str,
    ) -> Option<DebugRequest> {
        if kind == PromptKind::Profile {
            return self.search_profile(run, text);
        }
        let place = self.selected_line(run)?;
        if kind == PromptKind::Breakpoint {
            self.setup.breakpoints.retain(|point| point.place != place);
            self.setup.breakpoints.push(Breakpoint { place, condition: text.into() });
            return None;
        }
        self.setup.logpoints.retain(|point| point.place != place);
        if !text.is_empty() {
            self.setup.logpoints.push(Logpoint { place, expressions: text.into() });
        }
        self.search_logs(run)
    }

    pub(super) fn search_logs(&mut self, run: &Run) -> Option<DebugRequest> {
        self.logs = None;
        if self.setup.logpoints.is_empty() {
            self.show_message("no logpoints: press l on a line of code");
            return None;
        }
        self.open_page(DebugPage::Log);
        let points = self.setup.logpoints.clone();
        let search = S::Logs { from: 0, to: run.branch().head(), points };
        Some(self.search(run, SearchKind::Lines(search), "logpoints".into(), false))
    }

    /// The selected range, or the whole run. The boot is no frame of play.
    fn profiled(&self, run: &Run) -> (u64, u64) {
        self.selected_range(run).unwrap_or((1, run.branch().head().max(1)))
    }

    fn search_profile(&mut self, run: &Run, text: &str) -> Option<DebugRequest> {
        let now = run.now();
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let span = match text.split_once('-') {
            _ if text.is_empty() => Some(self.profiled(run)),
            Some((from, to)) => number(from).zip(number(to)).filter(|(from, to)| from <= to),
            None => number(text).map(|frames| ((now + 1).saturating_sub(frames), now)),
        };
        let Some((from, to)) = span else {
            self.show_error(format!(
                "found {text:?}, expected a number of frames, or a range such as 100-400"
            ));
            return None;
        };
        Some(self.profile_frames(run, from, to))
    }

    pub(super) fn profile_frames(&mut self, run: &Run, from: u64, to: u64) -> DebugRequest {
        self.open_page(DebugPage::Profile);
        self.focus_page(DebugPage::Profile);
        let search = S::Profile { from, to: to.min(run.branch().head()) };
        self.search(run, SearchKind::Lines(search), "profile".into(), false)
    }

    /// The lines of the last run of the logpoints, if that was in this branch.
    pub(super) fn logged(&self, run: &Run) -> &[(u64, LogLine, Place)] {
        self.logs.as_ref().filter(|logs| logs.branch == run.branch().id).map_or(&[], |logs| &logs.lines)
    }

    pub fn show_breakpoint(&mut self, run: &mut Run, place: LinePlace) {
        self.open_page(DebugPage::Code);
        self.go_to_line(run, place);
        self.show_message("breakpoint: Space plays on, x runs to the next one");
    }

    pub(super) fn run_to_breakpoint(&mut self, run: &Run, back: bool) -> Option<DebugRequest> {
        if self.setup.breakpoints.is_empty() {
            self.show_error("no breakpoints: press s on a line of code");
            return None;
        }
        // Before the first frame, a search forward begins with the code outside functions.
        let from = match &self.code {
            Some(code) => Some(code.place),
            None => (back || run.now() > 0).then_some(LinePlace::end(run.now())),
        };
        let points = self.setup.breakpoints.clone();
        let label = if back { "previous breakpoint" } else { "next breakpoint" };
        let search = S::Breakpoint { from, back, points, fields: Vec::new() };
        Some(self.search(run, SearchKind::Lines(search), label.into(), back))
    }

    pub(super) fn show_line_result(
        &mut self,
        run: &mut Run,
        search: &LineSearch,
        label: &str,
        found: LineFound,
    ) {
        match (search, found) {
            (_, LineFound::Stopped) => self.show_error("search cancelled"),
            (S::Breakpoint { back, points, .. }, LineFound::Place(BreakpointHit { place, errors, .. })) => {
                let error_text = |(frame, error): &(u64, ConditionError)| {
                    let Breakpoint { place, condition } = &points[error.breakpoint];
                    format!("{place} if {condition}: in frame {frame} {}", error.why)
                };
                let mut texts: Vec<String> = errors.iter().map(error_text).collect();
                match place {
                    Some(place) => self.arrive_at_origin(run, place),
                    None => {
                        let when = if *back { "before" } else { "after" };
                        let what = label.split_once(' ').map_or(label, |(_, what)| what);
                        texts.insert(0, format!("no {what} {when} this line"));
                    }
                }
                if !texts.is_empty() {
                    self.show_error(texts.join("; "));
                }
            }
            (S::Logs { points, .. }, LineFound::Logs(logs)) => {
                let place = |line: &LogLine| points[line.logpoint].place.clone();
                let lines: Vec<_> =
                    logs.into_iter().map(|(f, line)| (f, line.clone(), place(&line))).collect();
                let here = lines.partition_point(|(frame, ..)| *frame < run.now()) as i64;
                self.logs = Some(Logs { branch: run.branch().id, lines });
                self.setup.panels.iter_mut().filter(|p| p.page == DebugPage::Log).for_each(|p| p.line = here);
            }
            (S::Profile { from, to }, LineFound::Profile(profile)) => {
                self.profile = Some(ProfileView::new(*from, *to, profile));
                self.setup
                    .panels
                    .iter_mut()
                    .filter(|p| p.page == DebugPage::Profile)
                    .for_each(|p| p.line = 0);
            }
            _ => {}
        }
    }

    /// The rows of the log or profile.
    pub(super) fn list_len(&self) -> Option<usize> {
        match self.page()? {
            DebugPage::Log => Some(self.logs.as_ref()?.lines.len()),
            _ => Some(self.profile.as_ref()?.len()),
        }
    }

    pub(super) fn open_line(&mut self, run: &mut Run) -> Option<DebugRequest> {
        let line = self.panel().line as usize;
        if self.page() == Some(DebugPage::Log) {
            let logs = self.logs.as_ref()?;
            let (frame, log, _) = logs.lines.get(line)?;
            if logs.branch != run.branch().id {
                self.show_error("this log is of another branch: l runs the logpoints again");
                return None;
            }
            let place = LinePlace { frame: *frame, step: log.step };
            self.go_to_line(run, place);
            self.open_page(DebugPage::Code);
            return None;
        }
        let (place, is_function, to) = self.profile.as_ref()?.row(line)?;
        let source = self.source(run);
        // A function runs from the line after its name on.
        let first = source
            .position(&place)
            .and_then(|at| source.nearest(at.file, at.line + u32::from(is_function)))?;
        self.open_page(DebugPage::Code);
        self.go_to_run_of(run, source.place(first), Some(LinePlace::end(to)))
    }
}

pub fn log(view: &PanelContext<'_>, p8: &mut Machine) {
    let Some(logs) = &view.debugger.logs else {
        return note(p8, &["press l on a line of code", "to log values there,", "in every frame of the run"]);
    };
    view.lines(p8, logs.lines.len(), |n| {
        let (frame, line, place) = &logs.lines[n];
        let color = if *frame == view.run.now() { 10 } else { 13 };
        PageLine::of(&[(color, &format!("{frame} ")), (5, &format!("{place} ")), (7, &line.text)])
    });
}

//! Searches through the run, and how their results are shown.
//!
//! ```text
//! change, condition, history ──> RunSearch ── DebugRequest ──> a job: begin(past).step(...) ──> SearchOutcome ──> show_result
//!                                                               └── frames reached ──> JobProgress, drawn on the time bar
//! ```
//!
//! Searching an hour takes seconds, so the player runs it as a job and the debugger stays usable meanwhile.

use super::history::{HistoryWork, Subject, ValueHistory};
use super::{DebugPage, DebugRequest, Debugger, Selected};
use rasher::{Console, PIXELS, SIDE};
use serde_json::Value;
use studio::JobProgress;
use timeline::{
    Comparison, Condition, LineFound, LineJob, LineSearch, Past, Path, Probe, Run, SearchJob, SearchResult,
};

#[derive(Clone, Debug, PartialEq)]
pub struct RunSearch {
    kind: SearchKind,
    label: String,
    branch: u32,
    from: u64,
    back: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum SearchKind {
    Change(Condition),
    /// The last write to a field, with the name that the user sees.
    Writer(Path, String),
    /// The last write to a byte, by its address and value.
    Byte(u16, Condition),
    /// The colour of a pixel, as it is displayed.
    Pixel(u8, u8),
    Condition(Condition),
    History(Subject),
    Lines(LineSearch),
}

impl Probe for SearchKind {
    type Value = Value;

    fn value(&self, console: &Console) -> Value {
        match self {
            SearchKind::Change(value) | SearchKind::Byte(_, value) => value.value(console),
            SearchKind::Pixel(x, y) => {
                let mut picture = Box::new([0; PIXELS]);
                console.machine().picture(&mut picture);
                picture[usize::from(*y) * SIDE + usize::from(*x)].into()
            }
            SearchKind::Writer(path, _) => path.value(console).unwrap_or_default(),
            SearchKind::Condition(condition) => condition.holds(console).into(),
            SearchKind::History(_) | SearchKind::Lines(_) => Value::Null,
        }
    }

    fn hit(&self, before: &Value, after: &Value) -> bool {
        before != after && (*after == true || !matches!(self, SearchKind::Condition(_)))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum SearchOutcome {
    Frame(SearchResult),
    History(Box<ValueHistory>),
    Lines(LineFound),
}

#[derive(Clone, Debug)]
pub struct Searching {
    search: RunSearch,
    past: Past,
    work: SearchWork,
}

#[derive(Clone, Debug)]
enum SearchWork {
    Frame(Box<SearchJob<Value>>),
    History(Box<HistoryWork>),
    Lines(Box<LineJob>),
}

impl Searching {
    /// Runs at most `limit` frames; none while the search is not done. Calls `keep_on` now and then with the frame reached, and stops
    /// when it returns false.
    pub fn step(&mut self, limit: u64, mut keep_on: impl FnMut(u64) -> bool) -> Option<SearchOutcome> {
        match &mut self.work {
            SearchWork::Frame(job) => {
                job.step(&self.past, &self.search.kind, limit, keep_on).map(SearchOutcome::Frame)
            }
            SearchWork::History(work) => Some(match work.step(&self.past, limit, keep_on)? {
                Some(history) => SearchOutcome::History(Box::new(history)),
                None => SearchOutcome::Frame(SearchResult::Stopped),
            }),
            SearchWork::Lines(job) => match job.step(&self.past, limit, &mut keep_on) {
                Ok(found) => found.map(SearchOutcome::Lines),
                Err(crash) => Some(SearchOutcome::Frame(SearchResult::Crash(crash))),
            },
        }
    }
}

impl RunSearch {
    pub fn run(&self, past: &Past, mut keep_on: impl FnMut(u64) -> bool) -> SearchOutcome {
        let mut searching = self.begin(past.clone());
        loop {
            if let Some(found) = searching.step(u64::MAX, &mut keep_on) {
                return found;
            }
        }
    }

    pub fn begin(&self, past: Past) -> Searching {
        let work = match &self.kind {
            SearchKind::Lines(search) => SearchWork::Lines(Box::new(LineJob::new(&past, search.clone()))),
            SearchKind::History(subject) => {
                SearchWork::History(Box::new(HistoryWork::new(subject, self.branch, self.from, &past)))
            }
            _ => SearchWork::Frame(Box::new(SearchJob::new(&past, self.from, self.back))),
        };
        Searching { search: self.clone(), past, work }
    }

    pub fn progress(&self, frame: u64, head: u64) -> JobProgress {
        let (from, all) = match (&self.kind, self.back) {
            (SearchKind::History(_), _) => (0, head),
            (SearchKind::Lines(LineSearch::Logs { from, to, .. } | LineSearch::Profile { from, to }), _) => {
                (*from, to.saturating_sub(*from))
            }
            (_, true) => (self.from, self.from),
            (_, false) => (self.from, head.saturating_sub(self.from)),
        };
        JobProgress { what: self.label.clone(), done: frame.abs_diff(from).min(all), all, at: Some(frame) }
    }
}

impl Debugger {
    pub(super) fn subject(&mut self, run: &mut Run) -> Option<Subject> {
        let Some(selected) = self.selected(run) else {
            self.show_error("select a field or a byte first");
            return None;
        };
        let (value, path) = match &selected {
            Selected::Field(path) => {
                let path = self.followed(path)?;
                (Condition::field(path.clone()), Some(path))
            }
            Selected::Byte(addr) | Selected::Cell { addr, .. } => (Condition::byte(*addr), None),
        };
        let is_byte = matches!(selected, Selected::Byte(_));
        let label = if is_byte { format!("mem[{selected}]") } else { selected.to_string() };
        Some(Subject { value, label, path })
    }

    /// The path of the selected field as it is now.
    pub(super) fn field_path(&mut self, run: &Run, path: &str) -> Option<Path> {
        if self.page() != Some(DebugPage::State) {
            return Path::parse(path).ok();
        }
        let names = self.with_tree(run, |tree, selection| tree.resolve(selection).row.selection().names);
        Some(Path::of(&names))
    }

    /// A field's path, from the object that it is in: so it is followed when that moves in its list.
    pub(super) fn followed(&self, path: &str) -> Option<Path> {
        let selection = &self.setup.selection;
        let is_selected = self.page() == Some(DebugPage::State);
        match selection.object() {
            Some((id, names)) if is_selected => Some(Path::from_object(id, names)),
            None if is_selected && !selection.names.is_empty() => Some(Path::of(&selection.names)),
            _ => Path::parse(path).ok(),
        }
    }

    pub(super) fn search_change(&mut self, run: &mut Run, forward: bool) -> Option<DebugRequest> {
        let Subject { value, label, .. } = self.subject(run)?;
        Some(self.search(run, SearchKind::Change(value), format!("{label} changes"), !forward))
    }

    pub(super) fn search_history(&mut self, run: &mut Run) -> Option<DebugRequest> {
        let subject = match (self.page(), &self.history) {
            (Some(DebugPage::History), Some(history)) => history.subject.clone(),
            _ => self.subject(run)?,
        };
        self.open_page(DebugPage::History);
        let label = format!("history of {}", subject.label);
        Some(self.search(run, SearchKind::History(subject), label, false))
    }

    pub(super) fn search_condition(&mut self, run: &Run, text: &str, back: bool) -> Option<DebugRequest> {
        let condition = Condition::parse(text).map_err(|error| error.to_string()).and_then(|condition| {
            let missing = condition.missing(run.console()).filter(|missing| missing.at_top);
            missing.map_or(Ok(condition), |missing| Err(missing.to_string()))
        });
        let condition = condition.map_err(|error| self.show_error(error)).ok()?;
        if let Some(error) = condition.endless(run.console()) {
            self.show_error(format!("{text}: {error}"));
            return None;
        }
        Some(self.search(run, SearchKind::Condition(condition), text.to_string(), back))
    }

    pub(super) fn search(&mut self, run: &Run, kind: SearchKind, label: String, back: bool) -> DebugRequest {
        self.forget_search();
        let begin = if matches!(kind, SearchKind::History(_)) { 0 } else { run.now() };
        let search = RunSearch { kind, label, branch: run.branch().id, from: run.now(), back };
        self.job = Some(search.progress(begin, run.branch().head()));
        DebugRequest::Search(search)
    }

    pub fn result_frame(outcome: &SearchOutcome) -> Option<u64> {
        match outcome {
            SearchOutcome::Lines(LineFound::Place(hit)) => hit.place.map(|place| place.frame),
            SearchOutcome::Frame(SearchResult::At(frame)) => Some(*frame),
            SearchOutcome::Frame(SearchResult::Crash(crash)) => Some(crash.frame.saturating_sub(1)),
            _ => None,
        }
    }

    pub fn show_result(&mut self, run: &mut Run, search: &RunSearch, outcome: SearchOutcome) {
        let before = self.visit(run);
        self.take_result(run, search, outcome);
        self.keep_visit(run, before);
    }

    fn take_result(&mut self, run: &mut Run, search: &RunSearch, outcome: SearchOutcome) {
        (self.job, self.message) = (None, None);
        let is_same_branch = run.branch().id == search.branch;
        let result = match (outcome, &search.kind) {
            (SearchOutcome::History(history), _) => return self.history = Some(*history),
            (SearchOutcome::Lines(found), SearchKind::Lines(kind)) if is_same_branch => {
                return self.show_line_result(run, kind, &search.label, found);
            }
            (SearchOutcome::Lines(_), _) => return self.show_error("the result is in another branch"),
            (SearchOutcome::Frame(result), _) => result,
        };
        self.call = None;
        match (result, &search.kind) {
            (SearchResult::Stopped, _) => self.show_error("search cancelled"),
            // A value unchanged since the start was written by the boot.
            (SearchResult::Nowhere, SearchKind::Writer(path, name)) if is_same_branch => {
                self.show_writer(run, 0, path, name);
            }
            (SearchResult::Nowhere, kind) => {
                let missing = match kind {
                    SearchKind::Condition(condition) => {
                        let missing = condition.missing(run.console()).map(|missing| missing.to_string());
                        missing.or_else(|| condition.result(run.console()).err())
                    }
                    _ => None,
                };
                let when = if search.back { "before" } else { "after" };
                let why = missing.map_or(String::new(), |missing| format!("; {missing}"));
                self.show_error(format!("no frame {when} this one: {}{why}", search.label));
            }
            _ if !is_same_branch => self.show_error("the result is in another branch"),
            (SearchResult::At(frame), SearchKind::Writer(path, name)) => {
                self.show_writer(run, frame, path, name)
            }
            (SearchResult::At(frame), SearchKind::Byte(addr, _)) => self.show_byte(run, frame, *addr),
            (SearchResult::At(frame), SearchKind::Pixel(x, y)) => self.show_pixel(run, frame, (*x, *y)),
            (SearchResult::At(frame), _) => self.show_crash(run.goto(frame)),
            (SearchResult::Crash(crash), _) => {
                self.show_crash(run.goto(crash.frame.saturating_sub(1)));
                self.show_error(format!("next frame: {crash}"));
            }
        }
    }

    pub fn show_comparison(&mut self, run: &mut Run, name: &str, comparison: &Comparison) {
        (self.job, self.call) = (None, None);
        match comparison {
            Comparison::Diverge(divergence) => {
                self.show_crash(run.goto(divergence.frame));
                let input = if divergence.by_input { "different" } else { "same" };
                let fields = divergence.difference.fields.len();
                self.show_message(format!("{name} differs from here on: {input} input, {fields} fields"));
            }
            Comparison::Ends { after } => {
                self.show_message(format!("{after} equal pictures, then one of the runs ends"));
            }
            Comparison::Equal { frames } => self.show_message(format!("all {frames} pictures match {name}")),
            Comparison::Stopped { .. } => self.show_error("search cancelled"),
        }
    }
}

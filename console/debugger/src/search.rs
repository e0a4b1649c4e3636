//! Searches: what is looked for through time, and what is said of the answer.
//!
//! ```text
//! DebugCommand::Change, Until, History ──> Search ── DebugRequest ──> whoever has time: begin(past).step(...) ──> SearchOutcome ──> Debugger::found
//!                                               └── frames reached ──> JobProgress, drawn on the time bar
//! ```
//!
//! An hour takes seconds to search, so the debugger does not do it itself: it goes on being drawn and walked meanwhile.

use super::history::{History, HistoryWork, Subject};
use super::{DebugRequest, Debugger, Selected};
use rasher::Console;
use serde_json::Value;
use studio::JobProgress;
use timeline::{
    Comparison, Condition, LineFound, LineJob, LineSearch, Past, Path, Probe, Run, SearchJob, SearchResult,
};

#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    what: What,
    words: String,
    branch: u32,
    from: u64,
    back: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum What {
    /// The frame where something happens.
    Frame(Sought),
    /// All values that something had.
    History(Subject),
    Lines(LineSearch),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Sought {
    Field(Path),
    /// The same; then to the line that did it.
    Writer(Path),
    Byte(u16),
    Condition(Condition),
}

#[derive(Clone, Debug, PartialEq)]
pub enum SearchOutcome {
    Frame(SearchResult),
    /// All values that something had.
    History(Box<History>),
    Lines(LineFound),
}

impl std::fmt::Display for Search {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Seen {
    Field(Option<Value>),
    Byte(u8),
    Holds(bool),
}

impl Probe for Sought {
    type Value = Seen;

    fn value(&self, console: &Console) -> Seen {
        match self {
            Sought::Field(path) | Sought::Writer(path) => Seen::Field(path.value(console)),
            Sought::Byte(addr) => Seen::Byte(console.machine().memory().get(*addr)),
            Sought::Condition(condition) => Seen::Holds(condition.holds(console)),
        }
    }

    fn hit(&self, before: &Seen, after: &Seen) -> bool {
        match (before, after) {
            (Seen::Holds(before), Seen::Holds(after)) => !before && *after,
            _ => before != after,
        }
    }
}

/// A search on its way through the past of the branch that was walked.
#[derive(Clone, Debug)]
pub struct Searching {
    search: Search,
    past: Past,
    work: Work,
}

#[derive(Clone, Debug)]
enum Work {
    Frame(Box<(Sought, SearchJob<Seen>)>),
    History(Box<HistoryWork>),
    Lines(Box<LineJob>),
}

impl Searching {
    /// Runs at most `most` frames; none while nothing is found yet. `keep_on` is asked now and then, with the frame that was
    /// reached.
    pub fn step(&mut self, most: u64, mut keep_on: impl FnMut(u64) -> bool) -> Option<SearchOutcome> {
        match &mut self.work {
            Work::Frame(work) => {
                let (sought, job) = &mut **work;
                job.step(&self.past, &*sought, most, keep_on).map(SearchOutcome::Frame)
            }
            Work::History(work) => Some(match work.step(&self.past, most, keep_on)? {
                Some(history) => SearchOutcome::History(Box::new(history)),
                None => SearchOutcome::Frame(SearchResult::Stopped),
            }),
            Work::Lines(job) => match job.step(&self.past, most, &mut keep_on) {
                Ok(found) => found.map(SearchOutcome::Lines),
                Err(crash) => Some(SearchOutcome::Frame(SearchResult::Crash(crash))),
            },
        }
    }

    pub fn search(&self) -> &Search {
        &self.search
    }
}

impl Search {
    /// Looks through the past of the branch that was walked, at once. `keep_on` is asked now and then, with the frame that was
    /// reached.
    pub fn look(&self, past: &Past, mut keep_on: impl FnMut(u64) -> bool) -> SearchOutcome {
        let mut searching = self.begin(past.clone());
        loop {
            if let Some(found) = searching.step(u64::MAX, &mut keep_on) {
                return found;
            }
        }
    }

    pub fn begin(&self, past: Past) -> Searching {
        let work = match &self.what {
            What::Frame(sought) => {
                Work::Frame(Box::new((sought.clone(), SearchJob::new(&past, self.from, self.back))))
            }
            What::Lines(what) => Work::Lines(Box::new(LineJob::new(&past, what.clone()))),
            What::History(subject) => {
                Work::History(Box::new(HistoryWork::new(subject, self.branch, self.from, &past)))
            }
        };
        Searching { search: self.clone(), past, work }
    }

    /// How far the search is when it has reached a frame of a branch with that head.
    pub fn working(&self, frame: u64, head: u64) -> JobProgress {
        let (from, all) = match (&self.what, self.back) {
            (What::History(_), _) => (0, head),
            (What::Lines(LineSearch::Logs { from, to, .. } | LineSearch::Profile { from, to }), _) => {
                (*from, to.saturating_sub(*from))
            }
            (_, true) => (self.from, self.from),
            (_, false) => (self.from, head.saturating_sub(self.from)),
        };
        JobProgress { what: self.words.clone(), done: frame.abs_diff(from).min(all), all, at: Some(frame) }
    }
}

impl Debugger {
    /// Shows how far the work is that goes on, or that none does.
    pub fn work(&mut self, working: Option<JobProgress>) {
        self.working = working;
    }

    pub(super) fn change(&mut self, run: &mut Run, forward: bool) -> Option<DebugRequest> {
        let Some(selected) = self.selected(run) else {
            self.tell("select a field or a byte first", true);
            return None;
        };
        let words = format!("{selected} changes");
        let what = match selected {
            Selected::Field(text) => Sought::Field(Path::parse(&text).ok()?),
            Selected::Byte(addr) | Selected::Cell { addr, .. } => Sought::Byte(addr),
        };
        Some(self.look(run, What::Frame(what), words, !forward))
    }

    pub(super) fn until(&mut self, run: &Run, text: &str, back: bool) -> Option<DebugRequest> {
        match Condition::parse(text) {
            Ok(condition) => match condition.missing(run.console()).filter(|missing| missing.at_top) {
                Some(missing) => {
                    self.tell(missing.to_string(), true);
                    None
                }
                None => {
                    let what = What::Frame(Sought::Condition(condition));
                    Some(self.look(run, what, text.to_string(), back))
                }
            },
            Err(error) => {
                self.tell(error.to_string(), true);
                None
            }
        }
    }

    pub(super) fn history_of(&mut self, run: &Run, subject: Subject) -> DebugRequest {
        let words = format!("history of {}", subject.words());
        self.look(run, What::History(subject), words, false)
    }

    pub(super) fn look_for_frame(
        &mut self,
        run: &Run,
        what: Sought,
        words: String,
        back: bool,
    ) -> DebugRequest {
        self.look(run, What::Frame(what), words, back)
    }

    pub(super) fn look_through_lines(&mut self, run: &Run, what: LineSearch, words: String) -> DebugRequest {
        let back = matches!(what, LineSearch::Breakpoint { back: true, .. });
        self.look(run, What::Lines(what), words, back)
    }

    fn look(&mut self, run: &Run, what: What, words: String, back: bool) -> DebugRequest {
        let search = Search { what, words, branch: run.branch().id, from: run.now(), back };
        let begin = if matches!(search.what, What::History(_)) { 0 } else { run.now() };
        self.working = Some(search.working(begin, run.branch().head()));
        DebugRequest::Search(search)
    }

    /// The frame that [`Debugger::found`] will go to.
    pub fn found_at(found: &SearchOutcome) -> Option<u64> {
        let found = match found {
            SearchOutcome::Frame(found) => found,
            SearchOutcome::Lines(LineFound::Place(hit)) => return hit.place.map(|place| place.frame),
            SearchOutcome::Lines(_) | SearchOutcome::History(_) => return None,
        };
        match found {
            SearchResult::At(frame) => Some(*frame),
            SearchResult::Crash(crash) => Some(crash.frame.saturating_sub(1)),
            SearchResult::Nowhere | SearchResult::Stopped => None,
        }
    }

    pub fn found(&mut self, run: &mut Run, search: &Search, found: SearchOutcome) {
        self.working = None;
        self.told.clear();
        let found = match found {
            SearchOutcome::Frame(found) => found,
            SearchOutcome::History(history) => return self.remember(*history),
            SearchOutcome::Lines(_) if run.branch().id != search.branch => {
                return self.tell("what was found is in another branch", true);
            }
            SearchOutcome::Lines(found) => {
                if let What::Lines(what) = &search.what {
                    self.found_in_lines(run, what, found);
                }
                return;
            }
        };
        match found {
            SearchResult::Stopped => self.tell("the search was ended", true),
            SearchResult::Nowhere => {
                let missing = match &search.what {
                    // What is so since the start, the boot wrote.
                    What::Frame(Sought::Writer(path)) if run.branch().id == search.branch => {
                        return self.stand_at_writer(run, 0, path);
                    }
                    What::Frame(Sought::Condition(condition)) => condition.missing(run.console()),
                    _ => None,
                };
                let when = if search.back { "before" } else { "after" };
                let why = missing.map_or(String::new(), |missing| format!("; {missing}"));
                self.tell(format!("in no frame {when} this one: {search}{why}"), true);
            }
            _ if run.branch().id != search.branch => self.tell("what was found is in another branch", true),
            SearchResult::At(frame) => match &search.what {
                What::Frame(Sought::Writer(path)) => self.stand_at_writer(run, frame, path),
                _ => self.gone(run.goto(frame)),
            },
            SearchResult::Crash(crash) => {
                self.gone(run.goto(crash.frame.saturating_sub(1)));
                self.tell(format!("next: {crash}"), true);
            }
        }
        self.call = None;
    }

    /// Goes where this run parts from another one, whose file's name is told.
    pub fn diverged(&mut self, run: &mut Run, name: &str, comparison: &Comparison) {
        self.working = None;
        self.call = None;
        match comparison {
            Comparison::Diverge(divergence) => {
                self.gone(run.goto(divergence.frame));
                let why = if divergence.by_input { "the input too" } else { "equal input" };
                let fields = divergence.difference.fields.len();
                self.tell(format!("here {name} differs: {why}, {fields} fields"), false);
            }
            Comparison::Ends { after } => self.tell(format!("{after} equal pictures, then one ends"), false),
            Comparison::Equal { frames } => self.tell(format!("all {frames} pictures equal {name}"), false),
            Comparison::Stopped { .. } => self.tell("the search was ended", true),
        }
    }
}

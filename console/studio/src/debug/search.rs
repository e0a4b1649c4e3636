//! Searches: what is looked for through time, and what is said of the answer.
//!
//! ```text
//! DebugCommand::Change, Until ──> Search ── DebugRequest ──> whoever has time: begin(past).step(...) ──> SearchResult ──> Debugger::found
//!                                               └── frames reached ──> JobProgress, drawn on the time bar
//! ```
//!
//! An hour takes seconds to search, so the debugger does not do it itself: it goes on being drawn and walked meanwhile.

use super::{DebugRequest, Debugger, Selected};
use crate::JobProgress;
use rasher::Console;
use serde_json::Value;
use timeline::{Comparison, Condition, Past, Path, Probe, Run, SearchJob, SearchResult};

/// What is looked for, and from where.
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
    /// A field changes.
    Field(Path),
    /// One of eight bytes changes.
    Bytes(u16),
    /// A condition begins to hold.
    Condition(Condition),
}

impl std::fmt::Display for Search {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words)
    }
}

/// What of a moment is looked at.
#[derive(Clone, Debug, PartialEq)]
enum Seen {
    Field(Value),
    Bytes([u8; 8]),
    Holds(bool),
}

impl Probe for What {
    type Value = Seen;

    fn value(&self, console: &Console) -> Seen {
        match self {
            What::Field(path) => Seen::Field(path.find(&console.program().inspect())),
            What::Bytes(addr) => Seen::Bytes(console.machine().memory().array::<8>(*addr)),
            What::Condition(condition) => Seen::Holds(condition.holds(console)),
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
    walk: SearchJob<Seen>,
}

impl Searching {
    /// Runs at most `most` frames; none while nothing is found yet. `keep_on` is asked now and then, with the frame that was
    /// reached.
    pub fn step(&mut self, most: u64, keep_on: impl FnMut(u64) -> bool) -> Option<SearchResult> {
        self.walk.step(&self.past, &self.search.what, most, keep_on)
    }

    /// What is looked for.
    pub fn search(&self) -> &Search {
        &self.search
    }
}

impl Search {
    /// Looks through the past of the branch that was walked, at once. `keep_on` is asked now and then, with the frame that was
    /// reached.
    pub fn look(&self, past: &Past, mut keep_on: impl FnMut(u64) -> bool) -> SearchResult {
        let mut searching = self.begin(past.clone());
        loop {
            if let Some(found) = searching.step(u64::MAX, &mut keep_on) {
                return found;
            }
        }
    }

    /// Begins to look through the past of the branch that was walked.
    pub fn begin(&self, past: Past) -> Searching {
        let walk = SearchJob::new(&past, self.from, self.back);
        Searching { search: self.clone(), past, walk }
    }

    /// How far the search is when it has reached a frame of a branch with that head.
    pub fn working(&self, frame: u64, head: u64) -> JobProgress {
        let all = if self.back { self.from } else { head.saturating_sub(self.from) };
        JobProgress {
            what: self.words.clone(),
            done: frame.abs_diff(self.from).min(all),
            all,
            at: Some(frame),
        }
    }
}

impl Debugger {
    /// Shows how far the work is that goes on, or that none does.
    pub fn work(&mut self, working: Option<JobProgress>) {
        self.working = working;
    }

    /// The search for a change of what is selected.
    pub(super) fn change(&mut self, run: &mut Run, forward: bool) -> Option<DebugRequest> {
        let Some(selected) = self.selected(run) else {
            self.tell("select a field or a byte first", true);
            return None;
        };
        let words = format!("{selected} changes");
        let what = match selected {
            Selected::Field(text) => What::Field(Path::parse(&text).ok()?),
            Selected::Byte(addr) | Selected::Cell { addr, .. } => What::Bytes(addr),
        };
        Some(self.look(run, what, words, !forward))
    }

    /// The search for the frame where a condition begins to hold.
    pub(super) fn until(&mut self, run: &Run, text: &str, back: bool) -> Option<DebugRequest> {
        match Condition::parse(text) {
            Ok(condition) => Some(self.look(run, What::Condition(condition), text.to_string(), back)),
            Err(error) => {
                self.tell(error.to_string(), true);
                None
            }
        }
    }

    fn look(&mut self, run: &Run, what: What, words: String, back: bool) -> DebugRequest {
        let search = Search { what, words, branch: run.branch().id, from: run.now(), back };
        self.working = Some(search.working(run.now(), run.branch().head()));
        DebugRequest::Search(search)
    }

    /// The frame that [`Debugger::found`] will go to.
    pub fn found_at(found: &SearchResult) -> Option<u64> {
        match found {
            SearchResult::At(frame) => Some(*frame),
            SearchResult::Crash(crash) => Some(crash.frame.saturating_sub(1)),
            SearchResult::Nowhere | SearchResult::Stopped => None,
        }
    }

    /// Goes where a search ended.
    pub fn found(&mut self, run: &mut Run, search: &Search, found: SearchResult) {
        self.working = None;
        self.told.clear();
        match found {
            SearchResult::Stopped => self.tell("the search was ended", true),
            SearchResult::Nowhere => {
                self.tell(format!("not {}: {search}", if search.back { "before" } else { "any more" }), true)
            }
            _ if run.branch().id != search.branch => self.tell("what was found is in another branch", true),
            SearchResult::At(frame) => self.gone(run.goto(frame)),
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

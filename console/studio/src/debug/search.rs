//! Searches: what is looked for through time, and what is said of the answer.
//!
//! ```text
//! Ask::Change, Until ──> Search ── Wish ──> whoever has time: look(past, keep_on) ──> Found ──> Debugger::found
//!                                               └── frames reached ──> Working, drawn on the time bar
//! ```
//!
//! An hour takes seconds to search, so the debugger does not do it itself: it goes on being drawn and walked meanwhile.

use super::{Debugger, Selected, Wish};
use crate::Working;
use rasher::Console;
use timeline::{Becomes, Changes, Comparison, Condition, Found, Past, Path, Probe, Run};

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

impl Search {
    /// Looks through the past of the branch that was walked. `keep_on` is asked now and then, with the frame that was reached.
    pub fn look(&self, past: &Past, keep_on: impl FnMut(u64) -> bool) -> Found {
        match &self.what {
            What::Field(path) => {
                self.find(past, &Changes(|c: &Console| path.find(&c.program().inspect())), keep_on)
            }
            What::Bytes(addr) => {
                self.find(past, &Changes(|c: &Console| c.machine().memory().array::<8>(*addr)), keep_on)
            }
            What::Condition(condition) => {
                self.find(past, &Becomes(|c: &Console| condition.holds(c)), keep_on)
            }
        }
    }

    fn find<P: Probe>(&self, past: &Past, probe: &P, keep_on: impl FnMut(u64) -> bool) -> Found {
        past.find(self.from, self.back, probe, keep_on)
    }

    /// How far the search is when it has reached a frame of a branch with that head.
    pub fn working(&self, frame: u64, head: u64) -> Working {
        let all = if self.back { self.from } else { head.saturating_sub(self.from) };
        Working { what: self.words.clone(), done: frame.abs_diff(self.from).min(all), all, at: Some(frame) }
    }
}

impl Debugger {
    /// Shows how far the work is that goes on, or that none does.
    pub fn work(&mut self, working: Option<Working>) {
        self.working = working;
    }

    /// The search for a change of what is selected.
    pub(super) fn change(&mut self, run: &mut Run, forward: bool) -> Option<Wish> {
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
    pub(super) fn until(&mut self, run: &Run, text: &str, back: bool) -> Option<Wish> {
        match Condition::parse(text) {
            Ok(condition) => Some(self.look(run, What::Condition(condition), text.to_string(), back)),
            Err(error) => {
                self.tell(error.to_string(), true);
                None
            }
        }
    }

    fn look(&mut self, run: &Run, what: What, words: String, back: bool) -> Wish {
        let search = Search { what, words, branch: run.branch().id, from: run.now(), back };
        self.working = Some(search.working(run.now(), run.branch().head()));
        Wish::Search(search)
    }

    /// Goes where a search ended.
    pub fn found(&mut self, run: &mut Run, search: &Search, found: Found) {
        self.working = None;
        self.told.clear();
        match found {
            Found::Stopped => self.tell("the search was ended", true),
            Found::Nowhere => {
                self.tell(format!("not {}: {search}", if search.back { "before" } else { "any more" }), true)
            }
            _ if run.branch().id != search.branch => self.tell("what was found is in another branch", true),
            Found::At(frame) => self.gone(run.goto(frame)),
            Found::Crash(crash) => {
                self.gone(run.goto(crash.frame.saturating_sub(1)));
                self.tell(format!("next: {crash}"), true);
            }
        }
        self.call = None;
    }

    /// Goes where this run parts from another one, whose file's name is told.
    pub fn parted(&mut self, run: &mut Run, name: &str, comparison: &Comparison) {
        self.working = None;
        self.call = None;
        match comparison {
            Comparison::Part(parting) => {
                self.gone(run.goto(parting.frame));
                let why = if parting.by_input { "the input too" } else { "equal input" };
                let fields = parting.difference.fields.len();
                self.tell(format!("here {name} differs: {why}, {fields} fields"), false);
            }
            Comparison::Ends { after } => self.tell(format!("{after} equal pictures, then one ends"), false),
            Comparison::Equal { frames } => self.tell(format!("all {frames} pictures equal {name}"), false),
            Comparison::Stopped { .. } => self.tell("the search was ended", true),
        }
    }
}

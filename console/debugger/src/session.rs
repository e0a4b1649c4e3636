//! A debug session: opened at a frame, fed with key presses, drawn once its queue is empty, closed.
//!
//! ```text
//! keys, mouse ── Press ──> queue ── near enough? ──> Debugger + Run ──> DebugRequest        drawn when the queue is empty: Canvas
//! what was found ────────────┘        └── no: nearer by a slice of frames, again in the next tick
//! ```
//!
//! The caller lends it the run. It may show any frame; where the cart forbids going back, play resumes at the frame where the
//! debugger was opened.

use crate::{Costs, DebugCommand, DebugRequest, Debugger, Known, Press, Search, SearchOutcome};
use rasher::{Edit, Machine, Rom, ability};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use studio::canvas::Canvas;
use studio::{JobProgress, Notice};
use timeline::{Comparison, LinePlace, Run};

/// How long a step key is held before it repeats.
const HOLD: Duration = Duration::from_millis(400);

/// The most missed steps that are caught up at once.
const MISSED: u128 = 11;

#[derive(Clone, Debug)]
pub struct DebugSession {
    debugger: Debugger,
    size: (i32, i32),
    /// Is the canvas out of date?
    stale: bool,
    /// Was it drawn before the frame's calls were known?
    partial: bool,
    next: Option<Duration>,
    /// The cart's data at opening.
    rom: Arc<Rom>,
    /// Branch and frame at opening, and whether the cart forbids leaving them.
    from: (u32, u64, bool),
    queue: VecDeque<Item>,
    canvas: Option<Arc<Canvas>>,
}

#[derive(Clone, Debug)]
enum Item {
    Press(Press),
    Moment(u64, Vec<(u64, String)>, Vec<Edit>),
    Line(LinePlace),
    Found(Search, SearchOutcome),
    Compared(String, Box<Comparison>),
}

/// How play resumes after the debugger.
#[derive(Debug)]
pub struct Closed {
    /// The cart's data at opening.
    pub rom: Arc<Rom>,
    /// The branch and frame to return to, where the cart forbids resuming here.
    pub forbidden: Option<(u32, u64)>,
    pub debugger: Debugger,
}

impl DebugSession {
    /// Opens it at the run's frame, on a canvas of that size, set up as `before` was left.
    pub fn open(run: &Run, size: (i32, i32), before: Option<&Debugger>, costs: &Costs) -> DebugSession {
        let mut debugger = before.map_or_else(Debugger::new, Debugger::reopened);
        debugger.cost(costs.clone());
        let machine = run.console().machine();
        let (rom, bound) = (machine.rom().clone(), !machine.allows(ability::REWIND));
        DebugSession {
            debugger,
            size,
            stale: true,
            partial: false,
            next: None,
            rom,
            from: (run.branch().id, run.now(), bound),
            queue: VecDeque::new(),
            canvas: None,
        }
    }

    pub fn canvas(&self) -> Option<&Arc<Canvas>> {
        self.canvas.as_ref()
    }

    /// Goes to a frame, adds bookmarks and applies edits there, as a bug report has them.
    pub fn show_moment(&mut self, frame: u64, bookmarks: Vec<(u64, String)>, edits: Vec<Edit>) {
        self.queue.push_back(Item::Moment(frame, bookmarks, edits));
    }

    /// Goes to the line where the run stopped.
    pub fn stand_at(&mut self, place: LinePlace) {
        self.queue.push_back(Item::Line(place));
    }

    pub fn resize(&mut self, size: (i32, i32)) {
        (self.size, self.stale) = (size, true);
    }

    /// Queues a key or mouse event. Of several mouse moves only the last one counts.
    pub fn press(&mut self, press: Press) {
        let pointed = |press: &Press| match press.key {
            Some(DebugCommand::Point(_, _, down)) => Some(down),
            _ => None,
        };
        if let (Some(down), Some(Item::Press(last))) = (pointed(&press), self.queue.back_mut())
            && pointed(last) == Some(down)
        {
            *last = press;
            return;
        }
        self.queue.push_back(Item::Press(press));
    }

    /// Shows a frame, by branch and number, with changed data.
    pub fn preview(&mut self, preview: Option<((u32, u64), Machine)>) {
        self.debugger.preview(preview);
        self.stale = true;
    }

    pub fn tell(&mut self, notice: &Notice) {
        self.debugger.tell(notice.text.clone(), notice.bad);
        self.stale = true;
    }

    pub fn warn(&mut self, run: &Run, text: &str) {
        self.debugger.warn(run, text);
        self.stale = true;
    }

    pub fn found(&mut self, search: Search, found: SearchOutcome) {
        self.queue.push_back(Item::Found(search, found));
    }

    pub fn diverged(&mut self, name: String, comparison: Box<Comparison>) {
        self.queue.push_back(Item::Compared(name, comparison));
    }

    pub fn work(&mut self, working: Option<JobProgress>) {
        self.debugger.work(working);
        self.stale = true;
    }

    pub fn cost(&mut self, costs: &Costs) {
        self.debugger.cost(costs.clone());
        self.stale = true;
    }

    /// When the next step is due.
    pub fn next(&self) -> Option<Duration> {
        if self.stale || self.partial || !self.queue.is_empty() { Some(Duration::ZERO) } else { self.next }
    }

    /// Does what was asked, by running at most `slice` frames on the way to a moment, and draws when nothing waits any more. Gives
    /// what only others can do; after [`DebugRequest::Resume`] and [`DebugRequest::Frame`] the rest waits for them.
    pub fn step(&mut self, run: &mut Run, now: Duration, slice: u64) -> Vec<DebugRequest> {
        let mut requests = Vec::new();
        self.hold(now);
        while let Some(item) = self.queue.front() {
            // A way that cannot be gone is told when it is gone.
            if let Some((branch, frame)) = self.target(run, item)
                && matches!(run.approach(branch, frame, slice), Ok(false))
            {
                return requests;
            }
            if self.looks(item) && self.debugger.prepare(run, slice) != Known::All {
                return requests;
            }
            let Some(item) = self.queue.pop_front() else { break };
            self.perform(run, item, &mut requests);
            self.next = self.debugger.pace().map(|_| self.next.unwrap_or(now + HOLD));
            if requests.iter().any(|request| matches!(request, DebugRequest::Resume | DebugRequest::Frame(_)))
            {
                return requests;
            }
        }
        if self.stale || self.partial {
            let known = self.debugger.prepare(run, slice);
            // As soon as there is something to see, and again when all is there.
            if known == Known::All || known == Known::ButCalls && self.stale {
                self.canvas = Some(Arc::new(self.debugger.draw(run, self.size.0, self.size.1)));
                (self.stale, self.partial) = (false, known != Known::All);
            }
        }
        requests
    }

    fn hold(&mut self, now: Duration) {
        if let (Some(next), Some(pace)) = (self.next, self.debugger.pace())
            && now >= next
            && self.queue.is_empty()
            // What is held goes on once the step before has been seen.
            && !self.stale
        {
            let step = Duration::from_secs(1) / pace;
            // Drawing may take longer than a step; what was missed is made up for, but no long stall.
            let due = ((now - next).as_micros() / step.as_micros()).min(MISSED);
            (0..=due).for_each(|_| self.queue.push_back(Item::Press(Press::of(DebugCommand::Tick))));
            self.next = Some((next + step * (due as u32 + 1)).max(now));
        }
    }

    fn commands<'a>(&self, press: &'a Press) -> &'a [DebugCommand] {
        if self.debugger.types() { &press.line } else { press.key.as_slice() }
    }

    fn looks(&self, item: &Item) -> bool {
        matches!(item, Item::Press(press) if self.commands(press).iter().any(Debugger::looks))
    }

    fn target(&self, run: &Run, item: &Item) -> Option<(u32, u64)> {
        let here = run.branch().id;
        match item {
            Item::Press(press) => {
                self.commands(press).iter().find_map(|command| self.debugger.target(run, command))
            }
            Item::Moment(frame, ..) => Some((here, *frame)),
            Item::Line(place) => Some((here, place.frame)),
            Item::Found(_, found) => Some((here, Debugger::found_at(found)?)),
            Item::Compared(_, comparison) => match &**comparison {
                Comparison::Diverge(divergence) => Some((here, divergence.frame)),
                _ => None,
            },
        }
    }

    fn perform(&mut self, run: &mut Run, item: Item, requests: &mut Vec<DebugRequest>) {
        match item {
            Item::Press(press) => {
                let commands = self.commands(&press).to_vec();
                self.stale |= !commands.is_empty();
                requests
                    .extend(commands.into_iter().filter_map(|command| self.debugger.command(run, command)));
                return;
            }
            Item::Moment(frame, bookmarks, edits) => {
                if let Err(crash) = run.goto(frame) {
                    self.debugger.tell(crash.to_string(), true);
                }
                bookmarks.iter().for_each(|(frame, name)| run.bookmark_at(*frame, name));
                for edit in edits {
                    if let Err(e) = run.edit(edit) {
                        self.debugger.tell(e.to_string(), true);
                    }
                }
            }
            Item::Line(place) => self.debugger.stopped_at(run, place),
            Item::Found(search, found) => self.debugger.found(run, &search, found),
            Item::Compared(name, comparison) => self.debugger.diverged(run, &name, &comparison),
        }
        self.stale = true;
    }

    /// Closes it. `kept`: is the run one that is kept? One of which nothing is kept, such as a bug report's, is nobody's run of the
    /// day.
    pub fn close(self, run: &Run, kept: bool) -> Closed {
        let (branch, frame, bound) = self.from;
        let moved = (run.branch().id, run.now()) != (branch, frame) || run.is_at_head() && !run.is_settled();
        let forbids = bound || !run.console().machine().allows(ability::REWIND);
        Closed {
            rom: self.rom,
            forbidden: (moved && forbids && kept).then_some((branch, frame)),
            debugger: self.debugger,
        }
    }
}

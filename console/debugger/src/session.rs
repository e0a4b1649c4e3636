//! A debug session: opened at a frame, fed with key presses, drawn when its queue is empty, closed.
//!
//! ```text
//! keys, mouse ── Press ──> queue ── close enough? ──> Debugger + Run ──> DebugRequest        drawn when the queue is empty: Canvas
//! results ───────────────────┘        └── no: a slice of frames closer, again in the next tick
//! ```
//!
//! The caller lends it the run. It may show any frame; if the cart forbids going back, play resumes at the frame where the debugger
//! was opened.

use crate::{
    DebugCommand, DebugRequest, Debugger, FrameTimes, MomentProgress, Press, RunSearch, SearchOutcome,
};
use rasher::{Edit, Rom, ability};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use studio::canvas::Canvas;
use timeline::{Comparison, LinePlace, Run};

/// How long a step key is held before it repeats.
const HOLD: Duration = Duration::from_millis(400);

/// Between two pictures of a timeline that grows.
const REDRAW: Duration = Duration::from_millis(250);

/// The most missed steps that are caught up at once.
const MISSED: u128 = 11;

#[derive(Clone, Debug)]
pub struct DebugSession {
    debugger: Debugger,
    size: (i32, i32),
    stale: bool,
    /// Was it drawn before the frame's calls were known?
    partial: bool,
    /// Is there more of the timeline to run?
    busy: bool,
    drawn: Duration,
    next: Option<Duration>,
    /// The cart's data at opening.
    rom: Arc<Rom>,
    /// Branch and frame at opening, and whether the cart forbids leaving them.
    from: (u32, u64, bool),
    queue: VecDeque<DebugEvent>,
    /// When the next events were sent.
    clock: Duration,
    canvas: Option<Arc<Canvas>>,
}

#[derive(Clone, Debug)]
pub enum DebugEvent {
    Press(Press),
    /// A frame, bookmarks and edits, as a bug report has them.
    Moment(u64, Vec<(u64, String)>, Vec<Edit>),
    Breakpoint(LinePlace),
    /// The run stopped with an error: go to its line.
    Fault,
    Result(RunSearch, Box<SearchOutcome>),
    Comparison(String, Box<Comparison>),
}

#[derive(Debug)]
pub struct Closed {
    pub rom: Arc<Rom>,
    /// The branch and frame to return to, if the cart forbids resuming here.
    pub forbidden: Option<(u32, u64)>,
    pub debugger: Debugger,
}

impl DebugSession {
    pub fn open(run: &Run, size: (i32, i32), before: Option<&Debugger>, times: &FrameTimes) -> DebugSession {
        let mut debugger = before.map_or_else(Debugger::default, Debugger::reopened);
        debugger.frame_times = times.clone();
        if before.is_none() {
            debugger.begin_with_code(run);
        }
        let machine = run.console().machine();
        let (rom, bound) = (machine.rom().clone(), !machine.allows(ability::REWIND));
        DebugSession {
            debugger,
            size,
            stale: true,
            partial: false,
            busy: true,
            drawn: Duration::ZERO,
            next: None,
            rom,
            from: (run.branch().id, run.now(), bound),
            queue: VecDeque::new(),
            clock: Duration::ZERO,
            canvas: None,
        }
    }

    pub fn canvas(&self) -> Option<&Arc<Canvas>> {
        self.canvas.as_ref()
    }

    pub fn debugger_mut(&mut self) -> &mut Debugger {
        self.stale = true;
        &mut self.debugger
    }

    pub fn resize(&mut self, size: (i32, i32)) {
        (self.size, self.stale) = (size, true);
    }

    /// Queues an event. Of several mouse moves only the last one counts.
    pub fn push(&mut self, event: DebugEvent) {
        let pointed = |event: &DebugEvent| match event {
            DebugEvent::Press(Press { key: Some(DebugCommand::Point(_, _, down)), .. }) => Some(*down),
            _ => None,
        };
        // The first press stays: a drag begins there.
        let mut last = self.queue.iter().rev().map(pointed);
        if pointed(&event).is_some() && [last.next(), last.next()] == [Some(pointed(&event)); 2] {
            self.queue.pop_back();
        }
        self.queue.push_back(event);
    }

    /// A command of the mouse, at a time.
    pub fn press_at(&mut self, now: Duration, command: DebugCommand) {
        self.clock = now;
        self.press(command);
    }

    pub fn press(&mut self, command: DebugCommand) {
        // Also while a prompt is open, which may have a list.
        let is_mouse = matches!(command, DebugCommand::Point(..) | DebugCommand::Wheel(_));
        let line = if is_mouse { Vec::from([command.clone()]) } else { Vec::new() };
        self.push(DebugEvent::Press(Press { key: Some(command), line, at: self.clock }));
    }

    pub fn next(&self) -> Option<Duration> {
        let works = self.stale || self.partial || self.busy || !self.queue.is_empty();
        if works { Some(Duration::ZERO) } else { self.next }
    }

    /// Works through the queue, running at most `slice` frames on the way to a moment, and draws once it is empty. After
    /// [`DebugRequest::Resume`] and [`DebugRequest::RunFrame`] the rest of the queue waits for the caller.
    pub fn step(&mut self, run: &mut Run, now: Duration, slice: u64) -> Vec<DebugRequest> {
        let mut requests = Vec::new();
        self.queue_held_steps(now);
        while let Some(item) = self.queue.front() {
            // A crash on the way is reported when the command goes there.
            if let Some((branch, frame)) = self.target(run, item)
                && matches!(run.approach(branch, frame, slice), Ok(false))
            {
                return requests;
            }
            if self.needs_moment(item) && self.debugger.prepare(run, slice) != MomentProgress::Done {
                return requests;
            }
            let Some(item) = self.queue.pop_front() else { break };
            self.perform(run, item, &mut requests);
            self.next = self.debugger.pace().map(|_| self.next.unwrap_or(now + HOLD));
            let waits =
                |request: &DebugRequest| matches!(request, DebugRequest::Resume | DebugRequest::RunFrame(_));
            if requests.iter().any(waits) {
                return requests;
            }
        }
        if self.stale || self.partial {
            let progress = self.debugger.prepare(run, slice);
            // As soon as there is something to show, and again when all is known.
            if progress == MomentProgress::Done || progress == MomentProgress::WithoutCalls && self.stale {
                self.canvas = Some(Arc::new(self.debugger.draw(run, self.size.0, self.size.1)));
                (self.stale, self.partial, self.drawn) = (false, progress != MomentProgress::Done, now);
                self.busy = true;
            }
        } else if self.busy {
            let extended = self.debugger.extend_timeline(run, slice);
            self.busy = extended.is_some();
            self.stale = extended.is_some_and(|is_new| is_new || now > self.drawn + REDRAW);
        }
        requests
    }

    fn queue_held_steps(&mut self, now: Duration) {
        if let (Some(next), Some(pace)) = (self.next, self.debugger.pace())
            && now >= next
            && self.queue.is_empty()
            // The step before has been drawn.
            && !self.stale
        {
            let step = Duration::from_secs(1) / pace;
            // Drawing may take longer than a step; missed steps are caught up, but not those of a long stall.
            let due = ((now - next).as_micros() / step.as_micros()).min(MISSED);
            (0..=due).for_each(|_| self.press(DebugCommand::Tick));
            self.next = Some((next + step * (due as u32 + 1)).max(now));
        }
    }

    fn commands<'a>(&self, press: &'a Press) -> &'a [DebugCommand] {
        if self.debugger.is_typing() { &press.line } else { press.key.as_slice() }
    }

    fn needs_moment(&self, item: &DebugEvent) -> bool {
        matches!(item, DebugEvent::Press(press) if self.commands(press).iter().any(Debugger::needs_moment))
    }

    fn target(&self, run: &Run, item: &DebugEvent) -> Option<(u32, u64)> {
        let here = run.branch().id;
        match item {
            DebugEvent::Press(press) => {
                self.commands(press).iter().find_map(|command| self.debugger.target(run, command))
            }
            DebugEvent::Moment(frame, ..) => Some((here, *frame)),
            DebugEvent::Breakpoint(place) => Some((here, place.frame)),
            DebugEvent::Result(_, outcome) => Some((here, Debugger::result_frame(outcome)?)),
            DebugEvent::Fault => None,
            DebugEvent::Comparison(_, comparison) => match &**comparison {
                Comparison::Diverge(divergence) => Some((here, divergence.frame)),
                _ => None,
            },
        }
    }

    fn perform(&mut self, run: &mut Run, item: DebugEvent, requests: &mut Vec<DebugRequest>) {
        match item {
            DebugEvent::Press(press) => {
                let commands = self.commands(&press).to_vec();
                self.stale |= !commands.is_empty();
                self.debugger.mouse.clock = press.at;
                requests
                    .extend(commands.into_iter().filter_map(|command| self.debugger.command(run, command)));
                return;
            }
            DebugEvent::Moment(frame, bookmarks, edits) => {
                self.debugger.show_crash(run.goto(frame));
                bookmarks.iter().for_each(|(frame, name)| run.bookmark_at(*frame, name));
                for edit in edits {
                    if let Err(e) = run.edit(edit) {
                        self.debugger.show_error(e.to_string());
                    }
                }
            }
            DebugEvent::Breakpoint(place) => self.debugger.show_breakpoint(run, place),
            DebugEvent::Fault => self.debugger.show_fault(run),
            DebugEvent::Result(search, outcome) => self.debugger.show_result(run, &search, *outcome),
            DebugEvent::Comparison(name, comparison) => {
                self.debugger.show_comparison(run, &name, &comparison)
            }
        }
        self.stale = true;
    }

    /// Closes it. A run that is not saved, such as a bug report's, may resume anywhere.
    pub fn close(self, run: &Run, is_saved: bool) -> Closed {
        let (branch, frame, bound) = self.from;
        let moved = (run.branch().id, run.now()) != (branch, frame) || run.is_at_head() && !run.is_settled();
        let forbids = bound || !run.console().machine().allows(ability::REWIND);
        Closed {
            rom: self.rom,
            forbidden: (moved && forbids && is_saved).then_some((branch, frame)),
            debugger: self.debugger,
        }
    }
}

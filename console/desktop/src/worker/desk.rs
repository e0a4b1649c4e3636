//! The debugger on the worker's thread: opened at a moment, told what was pressed, drawn when all that waits is done, closed.
//!
//! ```text
//! Order::Debug ── open ──> Desk ── pressed ── pressed ── sketch ──> canvas on the glass
//!                            ├── idle: what is held goes on, at its pace
//!                            └── close: what is lived goes on from the moment where the run stands
//! ```
//!
//! Anything may be looked at. Where the cart forbids going back, play goes on from the moment where the debugger was opened.

use super::life::Life;
use super::{News, Order, Task};
use crate::debug::Press;
use crate::lock;
use rasher::{Rom, ability};
use std::sync::Arc;
use std::time::Duration;
use studio::debug::{Ask, Debugger, Wish};
use timeline::Run;

/// How long a step is held until it goes on by itself.
const HOLD: Duration = Duration::from_millis(400);

/// Steps that are made up for at once.
const MISSED: u128 = 11;

/// The debugger and its canvas.
pub(super) struct Desk {
    pub(super) debugger: Debugger,
    pub(super) size: (i32, i32),
    /// Is the canvas older than the last ask?
    pub(super) stale: bool,
    /// When the next step of what is held is due.
    next: Option<Duration>,
    /// The cart's data as they stood when it was opened.
    rom: Arc<Rom>,
    /// Branch and frame where it was opened, and whether the cart forbade to leave them.
    from: (u32, u64, bool),
}

impl Life {
    /// Opens the debugger.
    pub(super) fn open(&mut self, run: &mut Run, size: (i32, i32), frame: Option<u64>) {
        let mut debugger = Debugger::new();
        debugger.cost(self.costs.clone());
        let machine = run.console().machine();
        let (rom, bound) = (machine.rom().clone(), !machine.allows(ability::REWIND));
        let from = (run.branch().id, run.now(), bound);
        if let Some(crash) = run.branch().crash() {
            debugger.tell(format!("next: {crash}"), true);
        }
        if let Some(frame) = frame
            && let Err(crash) = run.goto(frame)
        {
            debugger.tell(crash.to_string(), true);
        }
        self.desk = Some(Desk { debugger, size, stale: true, next: None, rom, from });
    }

    /// A key for the debugger. It may take its time: nobody takes that for a cart that hangs.
    pub(super) fn pressed(&mut self, run: &mut Run, press: Press) {
        let now = self.now();
        let Some(desk) = &mut self.desk else { return };
        let asks = if desk.debugger.types() { press.line } else { press.key.into_iter().collect() };
        desk.stale |= !asks.is_empty();
        let wishes: Vec<Wish> = asks.into_iter().filter_map(|ask| desk.debugger.ask(run, ask)).collect();
        let delay = || now + HOLD;
        desk.next = desk.debugger.pace().map(|_| desk.next.unwrap_or_else(delay));
        for wish in wishes {
            match wish {
                Wish::Live => self.close(run),
                Wish::Report => {
                    self.tell(News::Report(Box::new(tool::bug_report(run, String::new()))));
                    continue;
                }
                Wish::Movie(_) | Wish::Search(_) | Wish::Against => {
                    self.hand_out(run, wish);
                    continue;
                }
                Wish::Frame(input) => {
                    self.live(run, &input);
                    if let Some(desk) = &mut self.desk {
                        desk.debugger.cost(self.costs.clone());
                    }
                    continue;
                }
                // The window keeps the picture on the glass.
                Wish::Picture => self.show(run.console()),
                Wish::Stop => {}
            }
            self.tell(News::Wish(wish));
        }
    }

    /// Gives work to the window, with a copy of the past.
    pub(super) fn hand_out(&self, run: &Run, wish: Wish) {
        let (branch, now, fps) = (run.branch().clone(), run.now(), run.console().fps());
        self.tell(News::Task(Box::new(Task { wish, branch, now, fps })));
    }

    /// Work that was handed out has come to something, or so far.
    pub(super) fn answered(&mut self, run: &mut Run, order: Order) {
        let Some(desk) = &mut self.desk else { return };
        desk.stale = true;
        match order {
            Order::Found(found) => desk.debugger.found(run, &found.0, found.1),
            Order::Parted(name, comparison) => desk.debugger.parted(run, &name, &comparison),
            Order::Work(working) => desk.debugger.work(working),
            _ => {}
        }
    }

    /// How long an order may be waited for until the debugger wants something. It is drawn once all that waits is done: a key
    /// that is held is never behind.
    pub(super) fn patience(&self) -> Duration {
        match &self.desk {
            Some(desk) if desk.stale => Duration::ZERO,
            Some(Desk { next: Some(next), .. }) => next.saturating_sub(self.now()),
            _ => Duration::from_secs(1),
        }
    }

    /// No order came: the debugger is drawn, or what is held goes a step on.
    pub(super) fn idle(&mut self, run: &mut Run) {
        let now = self.now();
        let Some(desk) = &mut self.desk else { return };
        if desk.stale {
            return self.sketch(run);
        }
        if let (Some(next), Some(pace)) = (desk.next, desk.debugger.pace())
            && now >= next
        {
            let step = Duration::from_secs(1) / pace;
            // Drawing may take longer than a step; what was missed is made up for, but no long stall.
            let due = ((now - next).as_micros() / step.as_micros()).min(MISSED);
            (0..=due).for_each(|_| _ = desk.debugger.ask(run, Ask::Tick));
            desk.next = Some((next + step * (due as u32 + 1)).max(now));
            desk.stale = true;
        }
    }

    /// Draws the debugger.
    pub(super) fn sketch(&mut self, run: &mut Run) {
        let Some(desk) = &mut self.desk else { return };
        let canvas = desk.debugger.draw(run, desk.size.0, desk.size.1);
        desk.stale = false;
        lock(&self.shared.glass).canvas = Some(Arc::new(canvas));
        self.show(run.console());
    }

    /// Closes the debugger: what is lived from here on goes on from the moment where the run stands.
    pub(super) fn close(&mut self, run: &mut Run) {
        let Some(desk) = self.desk.take() else { return };
        let (branch, frame, bound) = desk.from;
        let moved = (run.branch().id, run.now()) != (branch, frame) || run.is_at_head() && !run.is_settled();
        let forbids = bound || !run.console().machine().allows(ability::REWIND);
        // A run that nothing is kept of, such as a bug report's, is nobody's run of the day.
        if moved && forbids && self.diary.is_some() {
            self.tell(News::Forbidden(ability::REWIND));
            // Both were gone to before; a program that is no value is the debugger's to show.
            let back = run.switch(branch).and_then(|_| run.goto(frame));
            back.unwrap_or_else(|crash| self.tell(News::Crashed(crash)));
        }
        lock(&self.shared.glass).canvas = None;
        self.show(run.console());
        self.settle(run, &desk.rom);
    }
}

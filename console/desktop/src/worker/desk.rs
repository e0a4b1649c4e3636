//! The debugger on the worker's thread: opened at a moment, told what was pressed, drawn when all that waits is done, closed.
//!
//! ```text
//! Order::Debug ── open ──> Desk ── pressed ── pressed ── sketch ──> canvas on the glass
//!                            └── close: what is lived goes on from the moment where the run stands
//! ```

use super::News;
use super::life::Life;
use crate::debug::Press;
use crate::lock;
use rasher::{Event, Rom};
use std::sync::Arc;
use studio::debug::{Debugger, Wish};
use timeline::Run;

/// The debugger and its canvas.
pub(super) struct Desk {
    pub(super) debugger: Debugger,
    pub(super) size: (i32, i32),
    /// Is the canvas older than the last ask?
    pub(super) stale: bool,
    /// The cart's data as they stood when it was opened.
    rom: Arc<Rom>,
}

impl Life {
    /// Opens the debugger.
    pub(super) fn open(&mut self, run: &mut Run, size: (i32, i32), frame: Option<u64>) {
        let mut debugger = Debugger::new();
        let rom = run.console().machine().rom().clone();
        if let Some(crash) = run.branch().crash() {
            debugger.tell(format!("next: {crash}"), true);
        }
        if let Some(frame) = frame
            && let Err(crash) = run.goto(frame)
        {
            debugger.tell(crash.to_string(), true);
        }
        self.desk = Some(Desk { debugger, size, stale: true, rom });
    }

    /// A key for the debugger. It may take its time: nobody takes that for a cart that hangs.
    pub(super) fn pressed(&mut self, run: &mut Run, press: Press) {
        let Some(desk) = &mut self.desk else { return };
        let asks = if desk.debugger.types() { press.line } else { press.key.into_iter().collect() };
        desk.stale |= !asks.is_empty();
        let wishes: Vec<Wish> = asks.into_iter().filter_map(|ask| desk.debugger.ask(run, ask)).collect();
        for wish in wishes {
            match wish {
                Wish::Live => self.close(run),
                Wish::Report => {
                    self.tell(News::Report(Box::new(tool::bug_report(run, String::new()))));
                    continue;
                }
                // The window keeps the picture on the glass.
                Wish::Picture => self.show(run.console()),
            }
            self.tell(News::Wish(wish));
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
    pub(super) fn close(&mut self, run: &Run) {
        let Some(desk) = self.desk.take() else { return };
        lock(&self.shared.glass).canvas = None;
        self.show(run.console());
        *lock(&self.shared.heard) = run.branch().past.cut(run.now()).recording().clone();
        // Data files that were saved since that moment are in use on.
        let patches = format::patches(run.console().machine().rom(), &desk.rom);
        if !patches.is_empty() {
            lock(&self.hands).event(Event::Data(patches));
        }
        let over = self.is_over(run);
        if let Some(diary) = &mut self.diary {
            diary.is_over(over);
        }
    }

    /// Was the run over at the moment where it stands?
    fn is_over(&self, run: &Run) -> bool {
        let (mut branch, mut frame) = (run.branch().id, run.now());
        loop {
            if let Some((.., over)) = self.turns.iter().rev().find(|(b, f, _)| *b == branch && *f <= frame) {
                return *over;
            }
            match run.branches().iter().find(|b| b.id == branch).and_then(|b| b.parent) {
                Some(parent) => (branch, frame) = parent,
                None => return false,
            }
        }
    }
}

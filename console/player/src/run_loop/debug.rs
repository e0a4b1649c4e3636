//! The debugger's turn: opened, given a slice, closed.

use super::RunEvent;
use super::{FrameOf, RunLoop};
use crate::cartridge::Inspection;
use crate::loading::{Arrival, Loading};
use debugger::DebugSession;
use debugger::Press;
use debugger::{DebugCommand, DebugRequest};
use rasher::Input;
use std::sync::Arc;
use std::time::Duration;
use timeline::StepKind;

impl RunLoop {
    /// Can the debugger be opened? Before a run's first frame there may be its lines.
    pub fn can_debug(&self) -> bool {
        self.run.is_some()
    }

    /// Opens the debugger, to look at a moment if one is named; play stops. False where there is none.
    pub fn open_debugger(&mut self, size: (i32, i32), look: Option<Inspection>, now: Duration) -> bool {
        self.hold(now);
        let Some(run) = &self.run else { return false };
        let mut debug = DebugSession::open(run, size, self.last_debugger.as_ref(), &self.costs);
        if let Some(Inspection { frame, bookmarks, edits, .. }) = look {
            debug.show_moment(frame, bookmarks, edits);
        }
        if self.stopped {
            // There is no end of the frame to look at: the last line that was run is where it stopped.
            debug.press(Press::of(DebugCommand::Line(StepKind::Into, true)));
        }
        self.debug = Some(debug);
        self.preview_in_debugger();
        true
    }

    /// Closes the debugger: play goes on from the moment where the run stands.
    pub fn close_debugger(&mut self) {
        let (Some(debug), Some(run)) = (self.debug.take(), &self.run) else { return };
        let closed = debug.close(run, self.autosave.is_some());
        self.stale = true;
        self.last_debugger = Some(closed.debugger);
        match closed.forbidden {
            // Nothing goes on.
            _ if self.stopped => {}
            Some((branch, frame)) => {
                self.underway.loading = Some(Loading { branch, frame, then: Arrival::Back(closed.rom) });
                self.send(RunEvent::Forbidden(rasher::ability::REWIND));
            }
            None => self.settle(&closed.rom),
        }
    }

    /// A slice of what the debugger has to do; what it wants.
    pub(super) fn step_debugger(&mut self, now: Duration) -> Vec<DebugRequest> {
        let slice = self.effort.slice();
        let (Some(debug), Some(run)) = (&mut self.debug, &mut self.run) else { return Vec::new() };
        if debug.next().is_none_or(|next| next > now) {
            return Vec::new();
        }
        let before = debug.canvas().cloned();
        let requests = debug.step(run, now, slice);
        self.effort.ran(slice);
        self.stale |= match (&before, debug.canvas()) {
            (Some(before), Some(canvas)) => !Arc::ptr_eq(before, canvas),
            (before, canvas) => before.is_some() != canvas.is_some(),
        };
        requests
    }

    /// The debugger is left: play goes on, unless the run has no frame to go on with.
    pub fn leave_debugger(&mut self) {
        self.close_debugger();
        let crash = self.run.as_ref().filter(|_| self.stopped).and_then(|run| run.branch().crash());
        if let Some(crash) = crash.cloned() {
            self.send(RunEvent::Crashed(crash));
        }
    }

    /// The next tick runs one frame with that input, for the debugger.
    pub fn debugger_frame(&mut self, input: Input) {
        // A host that keeps what the cart was told must know after which frames this one comes.
        self.tell_past();
        self.announce(input, FrameOf::Debugger);
    }
}

//! What the debugger does to the run. The session is the phase's (`player/phase.rs`).

use super::{FrameOf, RunEvent, RunLoop, Stage};
use crate::cartridge::Inspection;
use crate::loading::{Arrival, Loading};
use debugger::{DebugCommand, DebugEvent, DebugRequest, DebugSession};
use rasher::Input;
use std::sync::Arc;
use std::time::Duration;
use timeline::StepKind;

impl RunLoop {
    /// Opens the debugger, at the frame of `look` if there is one. None if the cart has never begun.
    pub fn open_debugger(&mut self, size: (i32, i32), look: Option<Inspection>) -> Option<Box<DebugSession>> {
        let run = self.run.as_ref()?;
        let mut debug =
            Box::new(DebugSession::open(run, size, self.last_debugger.as_ref(), &self.frame_times));
        if let Some(Inspection { frame, bookmarks, edits, .. }) = look {
            debug.push(DebugEvent::Moment(frame, bookmarks, edits));
        }
        if self.stopped {
            // The frame has no end to show: step back to the last line that was run.
            debug.press(DebugCommand::Line(StepKind::Into, true));
        }
        self.preview_in_debugger(&mut debug);
        Some(debug)
    }

    pub fn close_debugger(&mut self, debug: DebugSession) {
        let Some(run) = &self.run else { return };
        let closed = debug.close(run, self.autosave.is_some());
        self.stale = true;
        self.last_debugger = Some(closed.debugger);
        match closed.forbidden {
            _ if self.stopped => {}
            Some((branch, frame)) => {
                self.stage = Stage::Loading(Loading { branch, frame, then: Arrival::Back(closed.rom) });
                self.send(RunEvent::Forbidden(rasher::ability::REWIND));
            }
            None => self.settle(&closed.rom),
        }
    }

    pub fn step_debugger(&mut self, debug: &mut DebugSession, now: Duration) -> Vec<DebugRequest> {
        let slice = self.frame_cost.slice();
        let Some(run) = &mut self.run else { return Vec::new() };
        if debug.next().is_none_or(|next| next > now) {
            return Vec::new();
        }
        let before = debug.canvas().cloned();
        let requests = debug.step(run, now, slice);
        self.frame_cost.ran(slice);
        self.stale |= match (&before, debug.canvas()) {
            (Some(before), Some(canvas)) => !Arc::ptr_eq(before, canvas),
            (before, canvas) => before.is_some() != canvas.is_some(),
        };
        requests
    }

    /// Closes the debugger. If the cart stopped before its first frame, that crash is reported again.
    pub fn leave_debugger(&mut self, debug: DebugSession) {
        self.close_debugger(debug);
        let crash = self.run.as_ref().filter(|_| self.stopped).and_then(|run| run.branch().crash());
        if let Some(crash) = crash.cloned() {
            self.send(RunEvent::Crashed(crash));
        }
    }

    pub fn debugger_frame(&mut self, input: Input) {
        // The host's record of the inputs must continue from this frame.
        self.publish_past();
        self.announce(input, FrameOf::Debugger);
    }
}

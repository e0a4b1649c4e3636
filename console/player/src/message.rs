//! What the run loop tells the player: the one list of what may come of a run.

use debugger::DebugRequest;
use rasher::Effect;
use timeline::{Crash, LinePlace, Report, ResumeReport, Slot};

/// Something came of the run.
#[derive(Debug)]
pub(crate) enum Message {
    /// A run stands at its first frame, or where it was left, and may be played.
    Begun(Option<ResumeReport>),
    /// What the newest frame asks of the world.
    Effects(Vec<Effect>),
    /// The frame of a menu choice was run: does the cart want the menu to stay?
    MenuFrame { keep: bool },
    /// The cart panicked; the console stands as it was before that frame, and holds.
    Crashed(Crash),
    /// The newest frame came to a line where the run is to stop; play holds.
    Stopped(LinePlace),
    /// As many frames were run as were asked for.
    Ended,
    /// What the debugger wants. After [`DebugRequest::Resume`] it is closed.
    DebugRequest(DebugRequest),
    /// The bug report that was asked for in the debugger; the settings are still to be added.
    Report(Box<Report>),
    /// The cart allows none of these [`rasher::ability`].
    Forbidden(u8),
    /// The slot that was asked for.
    Slot(usize, Box<Slot>),
    /// The run stands where the slot was saved, or where it stood, with the reason.
    Loaded(Result<(), String>),
}

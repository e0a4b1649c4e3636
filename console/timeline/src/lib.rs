//! Time: what was played, kept and played again.
//!
//! ```text
//! guard.rs      a frame that panics leaves the value from before it, and a message with its place
//! recording.rs  all that a machine saw: how it started, then the input of each frame
//! file.rs       recordings as bytes
//! run.rs        a console that lives, guarded and recorded
//! replay.rs     a recording lived again, its digests compared
//! ```
//!
//! A recording replays anywhere to the same bytes, since a console has no other input. Nothing here draws, reads
//! a disk or knows a clock; a recording is bytes in and bytes out.
#![deny(clippy::float_arithmetic)]

mod file;
mod guard;
mod recording;
mod replay;
mod run;

pub use file::{FORMAT, RecordingError};
pub use guard::{Crash, guard};
pub use recording::{Check, FRAMES_MAX, Inputs, Recording, Start};
pub use replay::{Replay, ReplayError};
pub use run::{CHECK_EVERY, Run};
